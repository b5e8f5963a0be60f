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
        Change { at: self.keys(), to: to.map(written), insert: false }
    }

    /// The change that inserts `to` into an array, at the index that the path ends in.
    fn insertion(&self, to: &str) -> Change {
        Change { insert: true, ..self.change(Some(to)) }
    }

    /// How long the path is when it is written.
    fn length(&self) -> usize {
        match self {
            Way::Root => 0,
            Way::Named(way, name) => way.length() + name.len() + 1,
            Way::Numbered(way, _) => way.length() + 3,
        }
    }
}

fn read(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|error| unreachable!("a view is JSON: {error}"))
}

fn written(text: &str) -> Plain {
    Plain::written(text).unwrap_or_else(|| unreachable!("a view is JSON: {text}"))
}

/// About how many letters of a change are neither its path nor its value.
const AROUND: usize = 24;

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
            (b'[', b'[') => self.elements(old, new, way),
            _ => self.found.push(way.change(Some(now))),
        }
    }

    /// Arrays of the same length change in place. In others, what stands between the elements that are alike at both
    /// ends is removed or inserted, where that is shorter than the whole array.
    fn elements(&mut self, old: usize, new: usize, way: &Way<'_>) {
        let (before, now) = (self.old, self.new);
        let was: Vec<usize> = before.inside(old).collect();
        let is: Vec<usize> = now.inside(new).collect();
        if was.len() == is.len() {
            for (index, (old, new)) in was.into_iter().zip(is).enumerate() {
                self.compare(old, new, &Way::Numbered(way, index));
            }
            return;
        }
        let alike = |(old, new): &(&usize, &usize)| before.value(**old) == now.value(**new);
        let first = was.iter().zip(&is).take_while(alike).count();
        let last = was[first..].iter().rev().zip(is[first..].iter().rev()).take_while(alike).count();
        let (gone, come) = (was.len() - first - last, &is[first..is.len() - last]);
        let each = way.length() + AROUND;
        let pieces = (gone + come.len()) * each + come.iter().map(|part| now.value(*part).len()).sum::<usize>();
        if pieces >= each + now.value(new).len() {
            self.found.push(way.change(Some(now.value(new))));
            return;
        }
        self.found.extend((0..gone).map(|_| Way::Numbered(way, first).change(None)));
        let inserted = come.iter().zip(first..);
        self.found.extend(inserted.map(|(part, index)| Way::Numbered(way, index).insertion(now.value(*part))));
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changed(mut view: Json, changes: &[Change]) -> Json {
        changes.iter().for_each(|change| change.make(&mut view).unwrap());
        view
    }

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

    /// All lists of up to four words of three, in which words come and go.
    #[test]
    fn words_come_and_go_in_long_lists() {
        let word = |digit: usize| json!(["artifact-egypt-3", "artifact-greece-5", "knowledge-crete-1"][digit % 3]);
        let lists: Vec<Json> = (0..5)
            .flat_map(|length| {
                (0..3usize.pow(length)).map(move |code| (0..length).map(move |at| code / 3usize.pow(at)))
            })
            .map(|digits| json!({ "spent": digits.map(word).collect::<Vec<_>>() }))
            .collect();
        for old in &lists {
            for new in &lists {
                let found = changes(&Outline::new(old.to_string()), &Outline::new(new.to_string()));
                assert_eq!(changed(old.clone(), &found), *new, "{old} -> {new} by {found:?}");
            }
        }
    }

    #[test]
    fn one_word_more_is_sent_as_one_word() {
        let list = |words: &[&str]| Outline::new(json!({ "spent": words }).to_string());
        let short = list(&["assistant", "car", "dig-permit", "zeppelin"]);
        let long = list(&["assistant", "car", "congress", "dig-permit", "zeppelin"]);
        let come = changes(&short, &long);
        assert_eq!(come.len(), 1);
        assert_eq!((&come[0].at[..], come[0].insert), (&[json!("spent"), json!(2)][..], true));
        let gone = changes(&long, &short);
        assert_eq!((&gone[0].at[..], &gone[0].to), (&[json!("spent"), json!(2)][..], &None));
    }
}
