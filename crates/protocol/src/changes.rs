//! How a view changed: only what is otherwise, in the shape of the view itself.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::plain::Plain;

/// How a value changed. A text, a number, a truth value or `null` is the new value. An object has the changes of some
/// fields of an object, or of some elements of an array by their indexes. An array says more, by its length: `[]`, what
/// was there is removed; `[value]`, the value stands there now, whatever it is; `[index, gone, …]`, from
/// that index of an array on the number `gone` of elements is removed, and the values that follow are put there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(transparent)]
#[schema(value_type = Object)]
pub struct Changes(#[ts(type = "unknown")] pub Plain);

/// What stands for no change at all.
const NONE: &str = "{}";

impl Default for Changes {
    fn default() -> Changes {
        Changes::written(NONE.to_owned())
    }
}

impl Changes {
    /// The changes of a JSON text.
    pub fn written(text: String) -> Changes {
        Changes(Plain::written(text).unwrap_or_else(|| unreachable!("changes are JSON")))
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.0.text() == NONE
    }

    /// Makes the changes, as a client does.
    ///
    /// # Errors
    /// Where they do not fit what stands there.
    pub fn make(&self, view: &mut Json) -> Result<(), String> {
        make(view, self.0.read())
    }
}

fn make(value: &mut Json, change: Json) -> Result<(), String> {
    match change {
        Json::Object(inside) => inside.into_iter().try_for_each(|(key, change)| make_inside(value, &key, change)),
        Json::Array(mut list) if list.len() == 1 => {
            *value = list.remove(0);
            Ok(())
        }
        Json::Array(list) => splice(value, list),
        simple => {
            *value = simple;
            Ok(())
        }
    }
}

fn make_inside(value: &mut Json, key: &str, change: Json) -> Result<(), String> {
    let nothing = || format!("a change finds nothing at {key}");
    match value {
        Json::Object(fields) if change.as_array().is_some_and(Vec::is_empty) => {
            fields.shift_remove(key).map(drop).ok_or_else(nothing)
        }
        Json::Object(fields) => make(fields.entry(key).or_insert(Json::Null), change),
        Json::Array(items) => {
            let item = key.parse::<usize>().ok().and_then(|index| items.get_mut(index));
            make(item.ok_or_else(nothing)?, change)
        }
        _ => Err(nothing()),
    }
}

fn splice(value: &mut Json, list: Vec<Json>) -> Result<(), String> {
    let fit = || format!("{list:?} does not fit what stands there");
    let number = |at: usize| list.get(at).and_then(Json::as_u64).map(|number| number as usize).ok_or_else(fit);
    let (index, gone) = (number(0)?, number(1)?);
    let end = index.checked_add(gone).ok_or_else(fit)?;
    let items = value.as_array_mut().filter(|items| end <= items.len()).ok_or_else(fit)?;
    items.splice(index..end, list.into_iter().skip(2));
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changed(mut view: Json, changes: &Json) -> Result<Json, String> {
        Changes::written(changes.to_string()).make(&mut view).map(|()| view)
    }

    #[test]
    fn changes_have_the_shape_of_the_view() {
        let view = json!({"a": 1, "b": {"c": [1, 2, 3], "d": null}});
        let changes = json!({"a": null, "b": {"c": {"1": 5}, "d": [], "e": [{"f": []}], "g": "h"}});
        let after = json!({"a": null, "b": {"c": [1, 5, 3], "e": {"f": []}, "g": "h"}});
        assert_eq!(changed(view.clone(), &changes).unwrap(), after);
        assert_eq!(
            changed(view.clone(), &json!({"b": {"c": [1, 2, "x", "y"]}})).unwrap()["b"]["c"],
            json!([1, "x", "y"])
        );
        assert_eq!(changed(view.clone(), &json!({"b": {"c": [3, 0, 4]}})).unwrap()["b"]["c"], json!([1, 2, 3, 4]));
        assert_eq!(changed(view.clone(), &json!([7])).unwrap(), json!(7));
        assert_eq!(changed(view.clone(), &json!({})).unwrap(), view);
        assert!(Changes::default().is_empty());
    }

    #[test]
    fn changes_that_do_not_fit_are_refused() {
        let view = json!({"a": 1, "c": [1]});
        for wrong in [json!({"b": []}), json!({"a": {"x": 1}}), json!({"c": {"1": 2}}), json!({"c": [1, 1]})] {
            changed(view.clone(), &wrong).unwrap_err();
        }
        changed(view.clone(), &json!({"b": {"x": 1}})).unwrap_err();
        changed(view.clone(), &json!({"a": [0, 1]})).unwrap_err();
        changed(view, &json!({"c": [1, u64::MAX]})).unwrap_err();
    }
}
