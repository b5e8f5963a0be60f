//! What changed between two views, so that a client need not get the whole again.
//!
//! Views are compared as texts: a view is written down once and most of it is the same as before, so that only the
//! branches in which something changed are ever taken apart.

use std::borrow::Cow;
use std::fmt;

use protocol::Change;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value as Json;
use serde_json::value::RawValue;

/// A step on the way from the root.
#[derive(Clone, Copy)]
enum Key<'a> {
    Name(&'a str),
    Index(usize),
}

impl From<Key<'_>> for Json {
    fn from(key: Key<'_>) -> Json {
        match key {
            Key::Name(name) => name.into(),
            Key::Index(index) => index.into(),
        }
    }
}

/// The fields of an object in their order, with their values as they are written.
struct Fields<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(object: D) -> Result<Self, D::Error> {
        struct Reading;
        impl<'de> Visitor<'de> for Reading {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut object: M) -> Result<Fields<'de>, M::Error> {
                let mut fields = Vec::with_capacity(16);
                while let Some(Name(name)) = object.next_key()? {
                    fields.push((name, object.next_value()?));
                }
                Ok(Fields(fields))
            }
        }
        object.deserialize_map(Reading)
    }
}

/// A field's name, borrowed where it has no escapes.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// A value that is looked into.
enum Open<'a> {
    Object(Vec<(Cow<'a, str>, &'a RawValue)>),
    Array(Vec<&'a RawValue>),
    Plain,
}

fn open(text: &str) -> Open<'_> {
    match text.as_bytes().first() {
        Some(b'{') => serde_json::from_str(text).map_or(Open::Plain, |Fields(fields)| Open::Object(fields)),
        Some(b'[') => serde_json::from_str(text).map_or(Open::Plain, Open::Array),
        _ => Open::Plain,
    }
}

/// The changes that turn the view `old` into `new`, both written down.
pub(crate) fn changes(old: &str, new: &str) -> Vec<Change> {
    let mut found = Vec::new();
    compare(old, new, &Way::Root, &mut found);
    found
}

/// The way from the root to a value.
enum Way<'a> {
    Root,
    Behind(&'a Way<'a>, Key<'a>),
}

impl Way<'_> {
    fn keys(&self) -> Vec<Json> {
        match self {
            Way::Root => Vec::new(),
            Way::Behind(way, key) => {
                let mut keys = way.keys();
                keys.push((*key).into());
                keys
            }
        }
    }

    /// What stands at the end of the way now; nothing where it is gone.
    fn told(&self, to: Option<&str>) -> Change {
        let read = |text| serde_json::from_str(text).unwrap_or_else(|error| unreachable!("a view is JSON: {error}"));
        Change { at: self.keys(), to: to.map(read) }
    }
}

fn compare(old: &str, new: &str, way: &Way<'_>, found: &mut Vec<Change>) {
    if old == new {
        return;
    }
    match (open(old), open(new)) {
        (Open::Object(old), Open::Object(new)) => {
            for (name, _) in old.iter().filter(|(name, _)| !new.iter().any(|(other, _)| other == name)) {
                found.push(Way::Behind(way, Key::Name(name)).told(None));
            }
            for (place, (name, value)) in new.iter().enumerate() {
                let way = Way::Behind(way, Key::Name(name));
                // Nearly always a field stands where it stood before.
                let there = old.get(place).filter(|(other, _)| other == name);
                match there.or_else(|| old.iter().find(|(other, _)| other == name)) {
                    Some((_, before)) => compare(before.get(), value.get(), &way, found),
                    None => found.push(way.told(Some(value.get()))),
                }
            }
        }
        // Arrays of one length change in place; else the whole array is told: nothing is ever inserted.
        (Open::Array(old), Open::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                compare(old.get(), new.get(), &Way::Behind(way, Key::Index(index)), found);
            }
        }
        _ => found.push(way.told(Some(new))),
    }
}

/// Carries changes out, as a client does.
#[cfg(test)]
pub(crate) fn changed(mut view: Json, changes: &[Change]) -> Json {
    for Change { at, to } in changes {
        let Some((last, way)) = at.split_last() else {
            view = to.clone().unwrap_or(Json::Null);
            continue;
        };
        let mut place = &mut view;
        for key in way {
            place = match key {
                Json::String(key) => &mut place[key.as_str()],
                key => &mut place[key.as_u64().unwrap() as usize],
            };
        }
        match (place, last, to) {
            (Json::Object(fields), Json::String(key), Some(to)) => {
                fields.insert(key.clone(), to.clone());
            }
            (Json::Object(fields), Json::String(key), None) => {
                fields.remove(key.as_str());
            }
            (Json::Array(items), index, Some(to)) => items[index.as_u64().unwrap() as usize] = to.clone(),
            (place, key, to) => panic!("{key} -> {to:?} does not fit {place}"),
        }
    }
    view
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn changes_turn_one_view_into_the_other() {
        let views = [
            json!({"a": 1, "b": {"c": [1, 2, 3], "d": null}}),
            json!({"a": 1, "b": {"c": [1, 5, 3], "d": null}}),
            json!({"a": 2, "b": {"c": [1, 5], "e": {"f": "g"}}}),
            json!({"a": [], "b": 7}),
            json!([1, {"x": 1}]),
            json!([1, {"x": 2}]),
            json!(null),
        ];
        for old in &views {
            for new in &views {
                let found = changes(&old.to_string(), &new.to_string());
                assert_eq!(changed(old.clone(), &found), *new, "{old} -> {new} by {found:?}");
                assert_eq!(found.is_empty(), old == new);
            }
        }
        // A small change is told as a small change.
        let found = changes(&views[0].to_string(), &views[1].to_string());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].at, [json!("b"), json!("c"), json!(1)]);
    }
}
