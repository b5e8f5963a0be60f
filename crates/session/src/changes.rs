//! What changed between two views, so that a client need not get the whole again.

use protocol::Change;
use serde_json::Value as Json;

/// The changes that turn `old` into `new`.
pub(crate) fn changes(old: &Json, new: &Json) -> Vec<Change> {
    let mut found = Vec::new();
    compare(old, new, &mut Vec::new(), &mut found);
    found
}

fn compare(old: &Json, new: &Json, path: &mut Vec<Json>, found: &mut Vec<Change>) {
    match (old, new) {
        (Json::Object(old), Json::Object(new)) => {
            for key in old.keys().filter(|key| !new.contains_key(*key)) {
                found.push(Change { at: along(path, key.as_str().into()), to: None });
            }
            for (key, value) in new {
                step(old.get(key), value, key.as_str().into(), path, found);
            }
        }
        // Arrays of one length change in place; else the whole array is told: nothing is ever inserted.
        (Json::Array(old), Json::Array(new)) if old.len() == new.len() => {
            for (index, value) in new.iter().enumerate() {
                step(old.get(index), value, index.into(), path, found);
            }
        }
        (old, new) if old == new => {}
        (_, new) => found.push(Change { at: path.clone(), to: Some(new.clone()) }),
    }
}

fn step(old: Option<&Json>, new: &Json, key: Json, path: &mut Vec<Json>, found: &mut Vec<Change>) {
    match old {
        Some(old) if old == new => {}
        Some(old) => {
            path.push(key);
            compare(old, new, path, found);
            path.pop();
        }
        None => found.push(Change { at: along(path, key), to: Some(new.clone()) }),
    }
}

fn along(path: &[Json], key: Json) -> Vec<Json> {
    path.iter().cloned().chain([key]).collect()
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
                let found = changes(old, new);
                assert_eq!(changed(old.clone(), &found), *new, "{old} -> {new} by {found:?}");
                assert_eq!(found.is_empty(), old == new);
            }
        }
        // A small change is told as a small change.
        assert_eq!(changes(&views[0], &views[1]).len(), 1);
        assert_eq!(changes(&views[0], &views[1])[0].at, [json!("b"), json!("c"), json!(1)]);
    }
}
