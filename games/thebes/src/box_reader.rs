//! Reading a box's TOML row by row, so that every fault names its line and none hides another.

use engine::{BoxFault, clip};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::region::Region;

/// Collects faults and knows in which line a byte of the text stands.
pub(crate) struct Faults<'t> {
    text: &'t str,
    found: Vec<BoxFault>,
}

impl<'t> Faults<'t> {
    pub(crate) fn new(text: &'t str) -> Faults<'t> {
        Faults { text, found: Vec::new() }
    }

    /// The line of a byte, counted from 1.
    pub(crate) fn line(&self, byte: usize) -> usize {
        self.text.get(..byte).unwrap_or(self.text).matches('\n').count() + 1
    }

    pub(crate) fn add(&mut self, line: impl Into<Option<usize>>, what: impl Into<String>) {
        self.found.push(BoxFault { line: line.into(), what: what.into() });
    }

    pub(crate) fn count(&self) -> usize {
        self.found.len()
    }

    /// All faults, from the top of the file to its end.
    pub(crate) fn into_found(mut self) -> Vec<BoxFault> {
        self.found.sort_by_key(|fault| fault.line.unwrap_or(usize::MAX));
        self.found
    }
}

/// A table of the file: the whole file, a row of a list, or a level of an exhibition.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a, 't> {
    table: &'a DeTable<'t>,
    /// The line where it begins.
    pub(crate) line: usize,
}

impl<'a, 't> Row<'a, 't> {
    pub(crate) fn new(table: &'a DeTable<'t>, line: usize) -> Row<'a, 't> {
        Row { table, line }
    }

    fn value(&self, key: &str) -> Option<&'a Spanned<DeValue<'t>>> {
        self.table.iter().find(|(name, _)| name.get_ref().as_ref() == key).map(|(_, value)| value)
    }

    /// The line of a key, or where the table begins.
    pub(crate) fn line_of(&self, faults: &Faults<'_>, key: &str) -> usize {
        let named = self.table.keys().find(|name| name.get_ref().as_ref() == key);
        named.map_or(self.line, |name| faults.line(name.span().start))
    }

    /// Whether the key is there.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
    }

    /// The value of a key that must be there.
    fn needed(&self, faults: &mut Faults<'_>, key: &str) -> Option<(&'a DeValue<'t>, usize)> {
        let Some(value) = self.value(key) else {
            faults.add(self.line, format!("'{key}' is missing"));
            return None;
        };
        Some((value.get_ref(), faults.line(value.span().start)))
    }

    /// A whole number from `least` to `most`.
    pub(crate) fn number(&self, faults: &mut Faults<'_>, key: &str, least: u8, most: u8) -> Option<u8> {
        let (value, line) = self.needed(faults, key)?;
        number(faults, value, line, key, least, most)
    }

    /// A text.
    pub(crate) fn text(&self, faults: &mut Faults<'_>, key: &str) -> Option<&'a str> {
        let (value, line) = self.needed(faults, key)?;
        let text = value.as_str();
        if text.is_none() {
            faults.add(line, format!("'{key}' must be a text in quotation marks"));
        }
        text
    }

    /// A text that may be left out.
    pub(crate) fn optional_text(&self, faults: &mut Faults<'_>, key: &str) -> Option<&'a str> {
        self.value(key)?;
        self.text(faults, key)
    }

    /// A region's word.
    pub(crate) fn region(&self, faults: &mut Faults<'_>, key: &str) -> Option<Region> {
        let word = self.text(faults, key)?;
        let region = Region::from_word(word);
        if region.is_none() {
            let what = format!("'{}' is not a region: mesopotamia, egypt, greece, crete", clip(word));
            faults.add(self.line, what);
        }
        region
    }

    /// The rows of a list.
    pub(crate) fn rows(&self, faults: &mut Faults<'_>, key: &str) -> Vec<Row<'a, 't>> {
        let Some((value, line)) = self.needed(faults, key) else { return Vec::new() };
        let Some(list) = value.as_array() else {
            faults.add(line, format!("'{key}' must be a list of entries in braces"));
            return Vec::new();
        };
        let mut rows = Vec::new();
        for item in list {
            let line = faults.line(item.span().start);
            match item.get_ref().as_table() {
                Some(table) => rows.push(Row { table, line }),
                None => faults.add(line, format!("an entry of '{key}' must stand in braces")),
            }
        }
        rows
    }

    /// A list of numbers with the line of each list entry.
    pub(crate) fn numbers(&self, faults: &mut Faults<'_>, key: &str, most: u8) -> Option<Vec<u8>> {
        let (value, line) = self.needed(faults, key)?;
        numbers(faults, value, line, key, most)
    }

    /// A list of lists of numbers, each with its line.
    pub(crate) fn number_rows(&self, faults: &mut Faults<'_>, key: &str, most: u8) -> Option<Vec<(usize, Vec<u8>)>> {
        let (value, line) = self.needed(faults, key)?;
        let Some(list) = value.as_array() else {
            faults.add(line, format!("'{key}' must be a list of rows"));
            return None;
        };
        let mut rows = Vec::new();
        for item in list {
            let line = faults.line(item.span().start);
            rows.push((line, numbers(faults, item.get_ref(), line, key, most)?));
        }
        Some(rows)
    }

    /// A table inside this one.
    pub(crate) fn table(&self, faults: &mut Faults<'_>, key: &str) -> Option<Row<'a, 't>> {
        let (value, line) = self.needed(faults, key)?;
        let table = value.as_table();
        if table.is_none() {
            faults.add(line, format!("'{key}' must be a table"));
        }
        table.map(|table| Row { table, line })
    }

    /// Objects to every key that is not among the known ones, and to an entry that does not say where it is from.
    pub(crate) fn finish(&self, faults: &mut Faults<'_>, known: &[&str]) {
        self.only(faults, known, &["from", "note"]);
        if let Some(from) = self.text(faults, "from")
            && !matches!(from, "book" | "reconstructed")
        {
            faults.add(self.line, format!("'from' is \"book\" or \"reconstructed\", not \"{}\"", clip(from)));
        }
        self.optional_text(faults, "note");
    }

    /// Objects to every key that is not among the known ones.
    pub(crate) fn only(&self, faults: &mut Faults<'_>, known: &[&str], always: &[&str]) {
        for (key, _) in self.table {
            let word = key.get_ref().as_ref();
            if !known.contains(&word) && !always.contains(&word) {
                let line = faults.line(key.span().start);
                let may = known.iter().chain(always).copied().collect::<Vec<_>>().join(", ");
                faults.add(line, format!("'{}' is not known here; known are {may}", clip(word)));
            }
        }
    }
}

fn number(faults: &mut Faults<'_>, value: &DeValue<'_>, line: usize, key: &str, least: u8, most: u8) -> Option<u8> {
    let number = value.as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
    let fitting = number.and_then(|n| u8::try_from(n).ok()).filter(|n| (least..=most).contains(n));
    if fitting.is_none() {
        faults.add(line, format!("'{key}' must be a whole number from {least} to {most}"));
    }
    fitting
}

fn numbers(faults: &mut Faults<'_>, value: &DeValue<'_>, line: usize, key: &str, most: u8) -> Option<Vec<u8>> {
    let Some(list) = value.as_array() else {
        faults.add(line, format!("'{key}' must hold numbers in brackets"));
        return None;
    };
    let read: Vec<Option<u8>> = list
        .iter()
        .map(|item| {
            let line = faults.line(item.span().start);
            number(faults, item.get_ref(), line, key, 0, most)
        })
        .collect();
    read.into_iter().collect()
}
