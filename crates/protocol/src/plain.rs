//! Data whose type only the game knows.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;
use serde_json::value::RawValue;

/// Data whose type only the game knows. It is kept as JSON text, as it goes over the wire: whoever passes it on need
/// not parse it, and a clone is cheap.
#[derive(Clone, Debug)]
pub struct Plain(Arc<RawValue>);

impl Plain {
    /// The data of a JSON text; `None` if the text is not JSON.
    pub fn written(text: impl Into<String>) -> Option<Plain> {
        RawValue::from_string(text.into()).ok().map(Plain::from)
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// The parsed data.
    pub fn read(&self) -> Json {
        serde_json::from_str(self.text()).unwrap_or_else(|error| unreachable!("plain data is JSON: {error}"))
    }
}

impl From<Box<RawValue>> for Plain {
    fn from(raw: Box<RawValue>) -> Plain {
        Plain(raw.into())
    }
}

impl From<&Json> for Plain {
    fn from(json: &Json) -> Plain {
        let raw = serde_json::value::to_raw_value(json);
        raw.unwrap_or_else(|error| unreachable!("JSON can be written: {error}")).into()
    }
}

/// Equal if the parsed data are equal, however they are written.
impl PartialEq for Plain {
    fn eq(&self, other: &Plain) -> bool {
        self.text() == other.text() || self.read() == other.read()
    }
}

impl Eq for Plain {}

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

/// Parsed and written again: serde buffers tagged messages, so that the original text is not available.
impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Plain, D::Error> {
        Json::deserialize(from).map(|json| Plain::from(&json))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_data_goes_through_as_it_is_written() {
        let plain = Plain::written(r#"{"b":1.50,"a":[null]}"#).unwrap();
        assert_eq!(serde_json::to_string(&plain).unwrap(), r#"{"b":1.50,"a":[null]}"#);
        assert_eq!(serde_json::from_str::<Plain>(r#" {"a": [null], "b": 1.5} "#).unwrap(), plain);
        assert_ne!(Plain::from(&Json::Null), plain);
        assert!(Plain::written("{").is_none() && Plain::written("1 2").is_none());
    }
}
