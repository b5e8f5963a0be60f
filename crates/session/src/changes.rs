//! The difference between two views, so that a client does not get the whole view again.
//!
//! Views are compared as JSON text. Each view is serialized once and scanned once for where its values begin and end;
//! most values are byte for byte the same as before. The text is our own and has no white space, so that the scan need
//! not parse numbers or strings.

use std::ops::Range;

use protocol::{Change, Plain};
use serde_json::Value as Json;

/// A serialized view, and where its values lie.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    text: String,
    /// The values in the order in which they begin, each before the values inside it.
    parts: Vec<Part>,
}

/// A value in the text.
#[derive(Clone, Debug)]
struct Part {
    /// Its field name with the quotes; empty for an element of an array.
    name: Range<u32>,
    value: Range<u32>,
    /// The index of the first part behind it that is not inside it.
    next: u32,
}

impl Outline {
    /// Scans a text.
    pub(crate) fn new(text: String) -> Outline {
        let mut parts = Vec::with_capacity(text.len() / 16);
        Pen { bytes: text.as_bytes(), parts: &mut parts }.value(0..0, 0);
        Outline { text, parts }
    }

    /// The view itself.
    pub(crate) fn plain(&self) -> Plain {
        written(&self.text)
    }

    fn piece(&self, range: &Range<u32>) -> &str {
        &self.text[range.start as usize..range.end as usize]
    }

    fn value(&self, part: usize) -> &str {
        self.piece(&self.parts[part].value)
    }

    fn name(&self, part: usize) -> &str {
        self.piece(&self.parts[part].name)
    }

    /// The parts directly inside a part.
    fn inside(&self, part: usize) -> impl Iterator<Item = usize> + Clone {
        let end = self.parts[part].next as usize;
        let within = move |part: usize| (part < end).then_some(part);
        std::iter::successors(within(part + 1), move |part| within(self.parts[*part].next as usize))
    }
}

/// Scans a text from its beginning to its end.
struct Pen<'a> {
    bytes: &'a [u8],
    parts: &'a mut Vec<Part>,
}

impl Pen<'_> {
    /// Notes the value that begins at `begin` and all values inside it. Returns where it ends.
    fn value(&mut self, name: Range<u32>, begin: usize) -> usize {
        let own = self.parts.len();
        self.parts.push(Part { name, value: 0..0, next: 0 });
        let end = match self.bytes[begin] {
            b'"' => self.string(begin),
            b'{' => self.fields(begin + 1),
            b'[' => self.elements(begin + 1),
            _ => begin + self.bytes[begin..].iter().take_while(|byte| !b",}]".contains(byte)).count(),
        };
        let next = self.parts.len() as u32;
        self.parts[own].value = begin as u32..end as u32;
        self.parts[own].next = next;
        end
    }

    /// Where the string that begins at `begin` ends.
    fn string(&self, begin: usize) -> usize {
        let mut at = begin + 1;
        while self.bytes[at] != b'"' {
            at += if self.bytes[at] == b'\\' { 2 } else { 1 };
        }
        at + 1
    }

    fn fields(&mut self, mut at: usize) -> usize {
        while self.bytes[at] != b'}' {
            let end = self.string(at);
            // A colon follows the name; a comma or the end follows the value.
            at = self.value(at as u32..end as u32, end + 1);
            at += usize::from(self.bytes[at] == b',');
        }
        at + 1
    }

    fn elements(&mut self, mut at: usize) -> usize {
        while self.bytes[at] != b']' {
            at = self.value(0..0, at);
            at += usize::from(self.bytes[at] == b',');
        }
        at + 1
    }
}

/// The changes that turn the view `old` into `new`.
pub(crate) fn changes(old: &Outline, new: &Outline) -> Vec<Change> {
    let mut found = Vec::new();
    Comparison { old, new, found: &mut found }.compare(0, 0, &Way::Root);
    found
}

/// The path from the root to a value: field names as they are written, and indexes of arrays.
enum Way<'a> {
    Root,
    Named(&'a Way<'a>, &'a str),
    Numbered(&'a Way<'a>, usize),
}

impl Way<'_> {
    fn keys(&self) -> Vec<Json> {
        let (way, key) = match self {
            Way::Root => return Vec::new(),
            Way::Named(way, name) => (way, read(name)),
            Way::Numbered(way, index) => (way, Json::from(*index)),
        };
        let mut keys = way.keys();
        keys.push(key);
        keys
    }

    /// The change that puts `to` at the end of the path, or removes what is there.
    fn change(&self, to: Option<&str>) -> Change {
        Change { at: self.keys(), to: to.map(written) }
    }
}

fn read(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|error| unreachable!("a view is JSON: {error}"))
}

fn written(text: &str) -> Plain {
    Plain::written(text).unwrap_or_else(|| unreachable!("a view is JSON: {text}"))
}

struct Comparison<'a> {
    old: &'a Outline,
    new: &'a Outline,
    found: &'a mut Vec<Change>,
}

impl Comparison<'_> {
    fn compare(&mut self, old: usize, new: usize, way: &Way<'_>) {
        let (before, now) = (self.old.value(old), self.new.value(new));
        if before == now {
            return;
        }
        match (before.as_bytes()[0], now.as_bytes()[0]) {
            (b'{', b'{') => self.fields(old, new, way),
            // Arrays of the same length change in place. Otherwise the whole array is sent: nothing is ever inserted.
            (b'[', b'[') if self.old.inside(old).count() == self.new.inside(new).count() => {
                for (index, (old, new)) in self.old.inside(old).zip(self.new.inside(new)).enumerate() {
                    self.compare(old, new, &Way::Numbered(way, index));
                }
            }
            _ => self.found.push(way.change(Some(now))),
        }
    }

    fn fields(&mut self, old: usize, new: usize, way: &Way<'_>) {
        let (before, now) = (self.old, self.new);
        let gone = |part: &usize| !now.inside(new).any(|other| now.name(other) == before.name(*part));
        // Nearly always the fields are the same, in the same order.
        let alike = before.inside(old).map(|part| before.name(part)).eq(now.inside(new).map(|part| now.name(part)));
        if alike {
            for (old, new) in before.inside(old).zip(now.inside(new)) {
                self.compare(old, new, &Way::Named(way, now.name(new)));
            }
            return;
        }
        for part in before.inside(old).filter(gone) {
            self.found.push(Way::Named(way, before.name(part)).change(None));
        }
        for part in now.inside(new) {
            let way = Way::Named(way, now.name(part));
            match before.inside(old).find(|other| before.name(*other) == now.name(part)) {
                Some(other) => self.compare(other, part, &way),
                None => self.found.push(way.change(Some(now.value(part)))),
            }
        }
    }
}

/// Applies changes as a client does.
#[cfg(test)]
pub(crate) fn changed(mut view: Json, changes: &[Change]) -> Json {
    for Change { at, to } in changes {
        let Some((last, way)) = at.split_last() else {
            view = to.as_ref().map_or(Json::Null, Plain::read);
            continue;
        };
        let mut target = &mut view;
        for key in way {
            target = match key {
                Json::String(key) => &mut target[key.as_str()],
                key => &mut target[key.as_u64().unwrap() as usize],
            };
        }
        match (target, last, to) {
            (Json::Object(fields), Json::String(key), Some(to)) => {
                fields.insert(key.clone(), to.read());
            }
            (Json::Object(fields), Json::String(key), None) => {
                fields.remove(key.as_str());
            }
            (Json::Array(items), index, Some(to)) => items[index.as_u64().unwrap() as usize] = to.read(),
            (target, key, to) => panic!("{key} -> {to:?} does not fit {target}"),
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
            json!({}),
            json!([]),
            json!({"a \"quoted\" \\\\ name": "text with } ] , and \\"}),
            json!({"a \"quoted\" \\\\ name": -1.5e3, "ü": [true, [], {}, "]"]}),
        ];
        for old in &views {
            for new in &views {
                let found = changes(&Outline::new(old.to_string()), &Outline::new(new.to_string()));
                assert_eq!(changed(old.clone(), &found), *new, "{old} -> {new} by {found:?}");
                assert_eq!(found.is_empty(), old == new);
            }
        }
        // A small change is sent as a small change.
        let found = changes(&Outline::new(views[0].to_string()), &Outline::new(views[1].to_string()));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].at, [json!("b"), json!("c"), json!(1)]);
    }
}
