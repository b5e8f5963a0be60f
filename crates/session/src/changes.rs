//! The difference between two views, so that a client does not get the whole view again.
//!
//! Views are compared as JSON text. Each view is serialized once and scanned once for where its values begin and end;
//! most values are byte for byte the same as before. The text is our own and has no white space, so that the scan need
//! not parse numbers or strings.

use std::ops::Range;

use protocol::{Changes, Plain};

/// A serialized view, and where its values lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    text: String,
    /// The values in the order in which they begin, each before the values inside it.
    parts: Vec<Part>,
}

/// A value in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    /// Its field name with the quotes; empty for an element of an array.
    name: Range<u32>,
    value: Range<u32>,
    /// The index of the first part after it that is not nested in it.
    next: u32,
}

impl Outline {
    /// Scans a text.
    pub(crate) fn new(text: String) -> Outline {
        Outline::scan(text, None)
    }

    /// Scans the text of a view that comes after this one. What stands there as before is not scanned again.
    pub(crate) fn next(&self, text: String) -> Outline {
        Outline::scan(text, Some(self))
    }

    fn scan(text: String, before: Option<&Outline>) -> Outline {
        let mut parts = Vec::with_capacity(before.map_or(text.len() / 16, |before| before.parts.len() + 16));
        Pen { bytes: text.as_bytes(), parts: &mut parts, before }.value(0..0, 0, before.map(|_| 0));
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
    fn inside(&self, part: usize) -> impl Iterator<Item = usize> + Clone + use<'_> {
        let end = self.parts[part].next as usize;
        let within = move |part: usize| (part < end).then_some(part);
        std::iter::successors(within(part + 1), move |part| within(self.parts[*part].next as usize))
    }
}

/// Scans a text from its beginning to its end.
struct Pen<'a> {
    bytes: &'a [u8],
    parts: &'a mut Vec<Part>,
    /// A view that may be much like this one.
    before: Option<&'a Outline>,
}

impl<'a> Pen<'a> {
    /// Notes the value that begins at `begin` and all values inside it. Returns where it ends. It may be `like` a part
    /// of the view before.
    fn value(&mut self, name: Range<u32>, begin: usize, like: Option<usize>) -> usize {
        if let Some(end) = like.and_then(|like| self.copy(&name, begin, like)) {
            return end;
        }
        let own = self.parts.len();
        self.parts.push(Part { name, value: 0..0, next: 0 });
        let end = match self.bytes[begin] {
            b'"' => self.string(begin),
            b'{' => self.fields(begin + 1, like),
            b'[' => self.elements(begin + 1, like),
            _ => begin + self.bytes[begin..].iter().take_while(|byte| !b",}]".contains(byte)).count(),
        };
        let next = self.parts.len() as u32;
        self.parts[own].value = begin as u32..end as u32;
        self.parts[own].next = next;
        end
    }

    /// Notes a value as it was noted before, if it is the same. Returns where it ends.
    fn copy(&mut self, name: &Range<u32>, begin: usize, like: usize) -> Option<usize> {
        let before = self.before?;
        let value = before.value(like).as_bytes();
        let end = begin + value.len();
        // A number may go on where the one before ended.
        let ends = self.bytes.get(end).is_none_or(|next| b",}]".contains(next));
        if !ends || !self.bytes[begin..].starts_with(value) {
            return None;
        }
        let Part { value, next, .. } = &before.parts[like];
        let (further, later) = ((begin as u32).wrapping_sub(value.start), self.parts.len().wrapping_sub(like) as u32);
        let moved = |range: &Range<u32>| range.start.wrapping_add(further)..range.end.wrapping_add(further);
        self.parts.push(Part { name: name.clone(), value: moved(value), next: next.wrapping_add(later) });
        self.parts.extend(before.parts[like + 1..*next as usize].iter().map(|part| Part {
            // Elements have no name.
            name: if part.name.is_empty() { 0..0 } else { moved(&part.name) },
            value: moved(&part.value),
            next: part.next.wrapping_add(later),
        }));
        Some(end)
    }

    /// Where the string that begins at `begin` ends.
    fn string(&self, begin: usize) -> usize {
        let mut at = begin + 1;
        while self.bytes[at] != b'"' {
            at += if self.bytes[at] == b'\\' { 2 } else { 1 };
        }
        at + 1
    }

    fn fields(&mut self, mut at: usize, like: Option<usize>) -> usize {
        let mut known = self.known(like);
        while self.bytes[at] != b'}' {
            let end = self.string(at);
            // Nearly always the fields are the same, in the same order.
            let like = known.next().filter(|part| self.has_name(*part, &self.bytes[at..end]));
            // A colon follows the name; a comma or the end follows the value.
            at = self.value(at as u32..end as u32, end + 1, like);
            at += usize::from(self.bytes[at] == b',');
        }
        at + 1
    }

    fn elements(&mut self, mut at: usize, like: Option<usize>) -> usize {
        let mut known = self.known(like);
        while self.bytes[at] != b']' {
            let like = known.next().filter(|part| self.has_name(*part, b""));
            at = self.value(0..0, at, like);
            at += usize::from(self.bytes[at] == b',');
        }
        at + 1
    }

    /// The parts inside a part of the view before.
    fn known(&self, like: Option<usize>) -> impl Iterator<Item = usize> + use<'a> {
        let before = self.before;
        like.zip(before).into_iter().flat_map(|(part, before)| before.inside(part))
    }

    fn has_name(&self, part: usize, name: &[u8]) -> bool {
        self.before.is_some_and(|before| before.name(part).as_bytes() == name)
    }
}

/// The changes that turn the view `old` into `new`.
pub(crate) fn changes(old: &Outline, new: &Outline) -> Changes {
    Comparison { old, new }.compare(0, 0).map(Changes::written).unwrap_or_default()
}

fn written(text: &str) -> Plain {
    Plain::written(text).unwrap_or_else(|| unreachable!("a view is JSON: {text}"))
}

/// A value that takes the place of another one, whatever that is.
fn placed(value: &str) -> String {
    if value.starts_with(['{', '[']) { format!("[{value}]") } else { value.to_owned() }
}

struct Comparison<'a> {
    old: &'a Outline,
    new: &'a Outline,
}

impl Comparison<'_> {
    /// How a value changed; `None` if it did not. Sends the changes inside it, or the whole value if that is shorter.
    fn compare(&self, old: usize, new: usize) -> Option<String> {
        let (before, now) = (self.old.value(old), self.new.value(new));
        if before == now {
            return None;
        }
        let inside = match (before.as_bytes()[0], now.as_bytes()[0]) {
            (b'{', b'{') => self.fields(old, new)?,
            (b'[', b'[') => self.elements(old, new)?,
            _ => return Some(placed(now)),
        };
        Some(if inside.len() <= now.len() + "[]".len() { inside } else { placed(now) })
    }

    /// Arrays of the same length change in place. In others, a common prefix and suffix are kept and the middle is
    /// replaced. `None` if only the order of fields changed.
    fn elements(&self, old: usize, new: usize) -> Option<String> {
        let (before, now) = (self.old, self.new);
        let was: Vec<usize> = before.inside(old).collect();
        let is: Vec<usize> = now.inside(new).collect();
        if was.len() == is.len() {
            let mut inside = Inside::default();
            for (index, (old, new)) in was.into_iter().zip(is).enumerate() {
                if let Some(change) = self.compare(old, new) {
                    inside.add(&format!("\"{index}\""), &change);
                }
            }
            return inside.end();
        }
        let alike = |(old, new): &(&usize, &usize)| before.value(**old) == now.value(**new);
        let first = was.iter().zip(&is).take_while(alike).count();
        let last = was[first..].iter().rev().zip(is[first..].iter().rev()).take_while(alike).count();
        let mut text = format!("[{first},{}", was.len() - first - last);
        for part in &is[first..is.len() - last] {
            text.push(',');
            text.push_str(now.value(*part));
        }
        Some(text + "]")
    }

    /// How the fields of an object changed; `None` if only their order did.
    fn fields(&self, old: usize, new: usize) -> Option<String> {
        let (before, now) = (self.old, self.new);
        let mut inside = Inside::default();
        // Nearly always the fields are the same, in the same order.
        let alike = before.inside(old).map(|part| before.name(part)).eq(now.inside(new).map(|part| now.name(part)));
        if alike {
            for (old, new) in before.inside(old).zip(now.inside(new)) {
                if let Some(change) = self.compare(old, new) {
                    inside.add(now.name(new), &change);
                }
            }
            return inside.end();
        }
        let gone = |part: &usize| !now.inside(new).any(|other| now.name(other) == before.name(*part));
        before.inside(old).filter(gone).for_each(|part| inside.add(before.name(part), "[]"));
        for part in now.inside(new) {
            let change = match before.inside(old).find(|other| before.name(*other) == now.name(part)) {
                Some(other) => self.compare(other, part),
                None => Some(placed(now.value(part))),
            };
            if let Some(change) = change {
                inside.add(now.name(part), &change);
            }
        }
        inside.end()
    }
}

/// The changes inside a value, while they are written.
#[derive(Default)]
struct Inside {
    text: String,
}

impl Inside {
    /// Adds a change under a name, which has its quotes.
    fn add(&mut self, name: &str, change: &str) {
        self.text.push(if self.text.is_empty() { '{' } else { ',' });
        self.text.push_str(name);
        self.text.push(':');
        self.text.push_str(change);
    }

    /// Finishes the object; `None` if nothing was added.
    fn end(mut self) -> Option<String> {
        self.text.push('}');
        Some(self.text).filter(|text| text.starts_with('{'))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    fn changed(mut view: Json, changes: &Changes) -> Json {
        changes.make(&mut view).unwrap();
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
            json!({"a": 12, "b": {"c": [12, [2, 3], 3], "d": null}}),
            json!({"x": 1, "a": 1, "b": {"c": [1, 2, 3, 4], "d": null}, "e": {"c": [1, 2, 3]}}),
            json!({"a \"quoted\" \\\\ name": -1.5e3, "ü": [true, [], {}, "]"]}),
        ];
        for old in &views {
            for new in &views {
                let (before, whole) = (Outline::new(old.to_string()), Outline::new(new.to_string()));
                let next = before.next(new.to_string());
                assert_eq!(next, whole, "{old} -> {new}");
                let found = changes(&before, &next);
                assert_eq!(changed(old.clone(), &found), *new, "{old} -> {new} by {found:?}");
                assert_eq!(found.is_empty(), old == new);
            }
        }
        // A small change is sent as a small change.
        let found = changes(&Outline::new(views[0].to_string()), &Outline::new(views[1].to_string()));
        assert_eq!(found.0.text(), r#"{"b":{"c":{"1":5}}}"#);
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
            let before = Outline::new(old.to_string());
            for new in &lists {
                let next = before.next(new.to_string());
                assert_eq!(next, Outline::new(new.to_string()), "{old} -> {new}");
                let found = changes(&before, &next);
                assert_eq!(changed(old.clone(), &found), *new, "{old} -> {new} by {found:?}");
            }
        }
    }

    #[test]
    fn one_word_more_is_sent_as_one_word() {
        let list = |words: &[&str]| Outline::new(json!({ "spent": words }).to_string());
        let short = list(&["assistant", "car", "dig-permit", "zeppelin"]);
        let long = list(&["assistant", "car", "congress", "dig-permit", "zeppelin"]);
        assert_eq!(changes(&short, &long).0.text(), r#"{"spent":[2,0,"congress"]}"#);
        assert_eq!(changes(&long, &short).0.text(), r#"{"spent":[2,1]}"#);
    }

    #[test]
    fn what_changed_is_sent_in_the_shape_of_the_view() {
        let view = |seats: Json| Outline::new(json!({ "phase": "turn", "seats": seats }).to_string());
        let old = view(json!({"A": {"weeks": 13, "cards": ["car", "car"]}, "B": {"weeks": 2, "hand": {"crete": 1}}}));
        let new = view(json!({"A": {"weeks": 24, "cards": ["car", "-"]}, "B": {"weeks": 2, "hand": {"egypt": 1}}}));
        let found = changes(&old, &new);
        assert_eq!(found.0.text(), r#"{"seats":{"A":{"weeks":24,"cards":{"1":"-"}},"B":{"hand":[{"egypt":1}]}}}"#);
    }
}
