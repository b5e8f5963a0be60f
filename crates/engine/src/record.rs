//! Records: a match as a text that can be read, compared and written by hand (`docs/record-format.md`).
//!
//! This module knows the format and no game; [`Match`](crate::Match) gives the words their meaning.

use std::fmt;

use crate::random::{Digest, Seed};
use crate::rule::Rule;
use crate::seat::{MOST_SEATS, Seat};
use crate::words::{clip, plain_integer, plain_number};

/// The version of the format, which opens every record.
pub const FORMAT: u32 = 1;

/// What is wrong with a text, where, and what to do about it; shown in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub advice: String,
}

impl Fault {
    /// A fault at a place.
    pub fn new(line: usize, column: usize, what: impl Into<String>, advice: impl Into<String>) -> Fault {
        Fault { line, column, what: what.into(), advice: advice.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.what)?;
        if self.advice.is_empty() { Ok(()) } else { write!(f, "; {}", self.advice) }
    }
}

impl std::error::Error for Fault {}

/// What happens at the table and not in the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// From here this bot plays the seat.
    Bot(Seat, String),
    /// The seat's player is back.
    Back(Seat),
    /// The seat takes the match back to before that step.
    Undo(Seat, usize),
    /// Agreed or abandoned: the match is over as it stands.
    Over,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Bot(seat, name) => write!(f, "! {seat} {name}"),
            Note::Back(seat) => write!(f, "! {seat} back"),
            Note::Undo(seat, step) => write!(f, "! {seat} undo {step}"),
            Note::Over => f.write_str("! over"),
        }
    }
}

/// A line behind the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordEntry {
    /// A decision of a seat, or (without a seat) a random event.
    Step {
        /// The seat; `None` is chance.
        by: Option<Seat>,
        /// The words, without the seat.
        words: String,
    },
    /// What happened at the table.
    Note(Note),
}

impl RecordEntry {
    /// Whether the line hides something from its reader.
    pub fn is_redacted(&self) -> bool {
        matches!(self, RecordEntry::Step { words, .. } if words.split(' ').any(|word| word == "?"))
    }
}

impl fmt::Display for RecordEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordEntry::Step { by: Some(seat), words } => write!(f, "{seat} {words}"),
            RecordEntry::Step { by: None, words } => write!(f, "* {words}"),
            RecordEntry::Note(note) => note.fmt(f),
        }
    }
}

/// An entry with the line it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordLine {
    /// The line in the file, counted from 1; 0 if it came from no file.
    pub number: usize,
    /// What the line says.
    pub entry: RecordEntry,
}

/// A match as it is kept: setup, steps, and the result once it is over.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The game's key.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The options that differ from the default.
    pub options: Vec<(String, String)>,
    /// Who sits where, from seat A on.
    pub seats: Vec<String>,
    /// The box, where it is not the compiled-in one.
    pub box_digest: Option<Digest>,
    /// The hash that the seed has to show.
    pub commit: Option<Digest>,
    /// The hashes by which the seats pledged their nonces.
    pub pledges: Vec<(Seat, Digest)>,
    /// What the seats mixed into the seed.
    pub nonces: Vec<(Seat, String)>,
    /// The seed, revealed when the match is over.
    pub seed: Option<Seed>,
    /// How often seats took back what had shown something hidden.
    pub takebacks: Vec<(Seat, u32)>,
    /// The points by seat, when the match is over.
    pub result: Option<Vec<i32>>,
    /// The rule by which the match ended, a comment behind the result.
    pub end: Option<Rule>,
    /// Steps and notes, in order.
    pub lines: Vec<RecordLine>,
}

impl Record {
    /// Reads a record from the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Record, Fault> {
        // Noise is recognised by its first line, before megabytes of it are looked at.
        if !bytes.starts_with(b"quipu ") {
            return Err(Fault::new(1, 1, "this is not a record", "a record begins with the line 'quipu 1'"));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let good = &bytes[..error.valid_up_to()];
            let line = good.split(|byte| *byte == b'\n').count();
            let start = good.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            let column = String::from_utf8_lossy(&good[start..]).chars().count() + 1;
            Fault::new(line, column, "this is not UTF-8 text", "save the file as UTF-8")
        })?;
        text.parse()
    }

    /// The steps that stand once everything taken back is dropped, with their lines.
    pub fn folded(&self) -> Result<Vec<&RecordLine>, Fault> {
        standing(&self.lines, |line| &line.entry).map_err(|(line, to, played)| {
            let what = format!("there is no step {to} to go back to, only {played} were played");
            Fault::new(line.number, 1, what, "name an earlier step")
        })
    }

    /// The first line that hides something, if one does.
    pub fn redacted_at(&self) -> Option<&RecordLine> {
        self.lines.iter().find(|line| line.entry.is_redacted())
    }

    /// Adds an entry that comes from no file.
    pub fn push(&mut self, entry: RecordEntry) {
        self.lines.push(RecordLine { number: 0, entry });
    }
}

/// The steps that stand once everything taken back is dropped; or what goes back to a step that was never played, which
/// step, and how many were.
pub(crate) fn standing<T>(all: &[T], entry: impl Fn(&T) -> &RecordEntry) -> Result<Vec<&T>, (&T, usize, usize)> {
    let mut steps = Vec::new();
    for one in all {
        match entry(one) {
            RecordEntry::Step { .. } => steps.push(one),
            RecordEntry::Note(Note::Undo(_, to)) if *to <= steps.len() => steps.truncate(*to),
            RecordEntry::Note(Note::Undo(_, to)) => return Err((one, *to, steps.len())),
            RecordEntry::Note(_) => {}
        }
    }
    Ok(steps)
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "quipu {FORMAT}\ngame {}\nrules {}", self.game, self.rules)?;
        if !self.options.is_empty() {
            writeln!(f, "options{}", pairs(self.options.iter()))?;
        }
        writeln!(f, "seats{}", pairs(by_letter(&self.seats)))?;
        if let Some(digest) = self.box_digest {
            writeln!(f, "box {digest}")?;
        }
        if let Some(digest) = self.commit {
            writeln!(f, "commit {digest}")?;
        }
        if !self.pledges.is_empty() {
            writeln!(f, "pledge{}", pairs(self.pledges.iter()))?;
        }
        if !self.nonces.is_empty() {
            writeln!(f, "nonce{}", pairs(self.nonces.iter()))?;
        }
        if let Some(seed) = self.seed {
            writeln!(f, "seed {seed}")?;
        }
        if !self.takebacks.is_empty() {
            writeln!(f, "takebacks{}", pairs(self.takebacks.iter()))?;
        }
        if let Some(points) = &self.result {
            write!(f, "result{}", pairs(by_letter(points)))?;
            self.end.iter().try_for_each(|rule| write!(f, " # {rule}"))?;
            writeln!(f)?;
        }
        writeln!(f, "---")?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{}", line.entry))
    }
}

fn by_letter<T>(values: &[T]) -> impl Iterator<Item = (Seat, &T)> {
    values.iter().enumerate().map(|(index, value)| (Seat::new(index), value))
}

fn pairs<K: fmt::Display, V: fmt::Display>(items: impl Iterator<Item = impl Pair<K, V>>) -> String {
    items.map(|item| item.shown()).collect()
}

/// A key and a value, owned or borrowed.
trait Pair<K, V> {
    fn shown(&self) -> String;
}

impl<K: fmt::Display, V: fmt::Display> Pair<K, V> for (K, &V) {
    fn shown(&self) -> String {
        format!(" {}={}", self.0, self.1)
    }
}

impl<K: fmt::Display, V: fmt::Display> Pair<K, V> for &(K, V) {
    fn shown(&self) -> String {
        format!(" {}={}", self.0, self.1)
    }
}

/// A name as a record can hold it: no blanks, no `=`, no `#`, not empty, not endless.
pub fn plain_name(name: &str) -> String {
    let plain: String = name
        .chars()
        .take(40)
        .map(|c| if c.is_whitespace() || c.is_control() || matches!(c, '=' | '#' | '?') { '_' } else { c })
        .collect();
    if plain.is_empty() { "_".to_owned() } else { plain }
}

impl std::str::FromStr for Record {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Record, Fault> {
        let mut header = Header::default();
        let mut lines = Vec::new();
        let mut in_steps = false;
        let mut last = 1;
        for (index, raw) in text.lines().enumerate() {
            last = index + 1;
            let (content, comment) = raw.split_once('#').map_or((raw, ""), |(before, after)| (before, after));
            let content = content.trim_end();
            if content.is_empty() {
                if last == 1 {
                    return Err(Fault::new(1, 1, "the first line is empty", "a record begins with the line 'quipu 1'"));
                }
            } else if in_steps {
                lines.push(RecordLine { number: last, entry: read_entry(last, content)? });
            } else if content == "---" {
                in_steps = true;
            } else {
                header.read(last, content, comment.trim())?;
            }
        }
        if !in_steps {
            let advice = "the file may be cut off: get it again";
            return Err(Fault::new(last, 1, "the record stops before the line '---' and its steps", advice));
        }
        header.finish(lines)
    }
}

/// The header lines read so far.
#[derive(Default)]
struct Header {
    record: Record,
    seen: Vec<(String, usize)>,
}

impl Header {
    fn read(&mut self, number: usize, content: &str, comment: &str) -> Result<(), Fault> {
        let (key, rest) = content.split_once(' ').unwrap_or((content, ""));
        if number == 1 {
            return match (key, plain_number(rest)) {
                ("quipu", Some(FORMAT)) => Ok(()),
                ("quipu", Some(version)) => Err(Fault::new(
                    1,
                    7,
                    format!("the record's format is {version}, this program reads format {FORMAT}"),
                    "use a newer quipu",
                )),
                _ => Err(Fault::new(1, 1, "this is not a record", "a record begins with the line 'quipu 1'")),
            };
        }
        if self.seen.iter().any(|(known, _)| known == key) {
            return Err(Fault::new(
                number,
                1,
                format!("'{key}' stands here a second time"),
                "remove one of the two lines",
            ));
        }
        self.seen.push((key.to_owned(), number));
        let at = key.chars().count() + 2;
        let fault = |what: String, advice: &str| Fault::new(number, at, what, advice);
        match key {
            "game" => rest.clone_into(&mut self.record.game),
            "rules" => {
                self.record.rules = plain_number(rest).ok_or_else(|| {
                    fault(format!("'{}' is not a version of the rules", clip(rest)), "write a number")
                })?;
            }
            "options" => self.record.options = read_pairs(number, at, rest)?,
            "seats" => self.record.seats = read_seats(number, at, rest)?,
            "box" => self.record.box_digest = Some(rest.parse().map_err(|what| fault(what, "copy it whole"))?),
            "commit" => self.record.commit = Some(rest.parse().map_err(|what| fault(what, "copy it whole"))?),
            "seed" => self.record.seed = Some(rest.parse().map_err(|what| fault(what, "copy it whole"))?),
            "pledge" => {
                let read = |text: &str| text.parse().map_err(|what| fault(what, "copy it whole"));
                self.record.pledges = read_by_seat(number, at, rest, read)?;
            }
            "nonce" => self.record.nonces = read_by_seat(number, at, rest, |nonce| Ok(nonce.to_owned()))?,
            "takebacks" => {
                let times = |text: &str| plain_number(text).filter(|times| *times > 0);
                let read = |text: &str| {
                    times(text).ok_or_else(|| fault(format!("'{}' is not a number of times", clip(text)), "write A=1"))
                };
                self.record.takebacks = read_by_seat(number, at, rest, read)?;
            }
            "result" => {
                let points = read_seats(number, at, rest)?;
                let read = |text: &String| plain_integer(text);
                self.record.result = Some(points.iter().map(read).collect::<Option<_>>().ok_or_else(|| {
                    fault("the result has something that is no number".into(), "write points as A=12")
                })?);
                self.record.end = comment.split(' ').next().and_then(|rule| rule.parse().ok());
            }
            _ => {
                let what = format!("'{}' is not a header line", clip(key));
                let advice = "header lines are game, rules, options, seats, box, commit, pledge, nonce, seed, \
                              takebacks, result; steps follow '---'";
                return Err(Fault::new(number, 1, what, advice));
            }
        }
        Ok(())
    }

    fn finish(self, lines: Vec<RecordLine>) -> Result<Record, Fault> {
        for key in ["game", "rules", "seats"] {
            if !self.seen.iter().any(|(known, _)| known == key) {
                return Err(Fault::new(1, 1, format!("the header has no line '{key}'"), "add it above '---'"));
            }
        }
        let seats = self.record.seats.len();
        let Record { pledges, nonces, takebacks, result, .. } = &self.record;
        let named = pledges.iter().map(|(seat, _)| seat).chain(nonces.iter().map(|(seat, _)| seat));
        let strangers = named.chain(takebacks.iter().map(|(seat, _)| seat)).any(|seat| seat.index() >= seats);
        if strangers || result.as_ref().is_some_and(|points| points.len() != seats) {
            let what = "pledge, nonce, takebacks or result do not fit the seats";
            return Err(Fault::new(1, 1, what, "name each seat once"));
        }
        Ok(Record { lines, ..self.record })
    }
}

fn read_pairs(line: usize, column: usize, text: &str) -> Result<Vec<(String, String)>, Fault> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for part in text.split_whitespace() {
        match part.split_once('=') {
            Some((key, value)) if !key.is_empty() && !value.is_empty() => {
                if pairs.iter().any(|(known, _)| known == key) {
                    let what = format!("'{}' stands here twice", clip(key));
                    return Err(Fault::new(line, column, what, "name it once"));
                }
                pairs.push((key.to_owned(), value.to_owned()));
            }
            _ => {
                let what = format!("'{}' is not a pair", clip(part));
                return Err(Fault::new(line, column, what, "write key=value"));
            }
        }
    }
    Ok(pairs)
}

/// Reads values for some of the seats.
fn read_by_seat<T>(
    line: usize,
    column: usize,
    text: &str,
    read: impl Fn(&str) -> Result<T, Fault>,
) -> Result<Vec<(Seat, T)>, Fault> {
    let by_seat = |(letter, value): (String, String)| -> Result<(Seat, T), Fault> {
        let seat =
            letter.parse().map_err(|error| Fault::new(line, column, format!("{error}"), "write seats as A=…"))?;
        Ok((seat, read(&value)?))
    };
    read_pairs(line, column, text)?.into_iter().map(by_seat).collect()
}

/// Reads values for the seats A, B, … without a gap.
fn read_seats(line: usize, column: usize, text: &str) -> Result<Vec<String>, Fault> {
    let pairs = read_pairs(line, column, text)?;
    let in_order = pairs.iter().enumerate().all(|(index, (letter, _))| {
        index < MOST_SEATS && letter.parse::<Seat>().is_ok_and(|seat| seat.index() == index)
    });
    if !in_order || pairs.is_empty() {
        return Err(Fault::new(line, column, "the seats are not A, B, … in order", "write A=… B=…, at most up to F"));
    }
    Ok(pairs.into_iter().map(|(_, value)| value).collect())
}

fn read_entry(number: usize, content: &str) -> Result<RecordEntry, Fault> {
    let fault = |what: String, advice: &str| Fault::new(number, 1, what, advice);
    let (actor, words) = content.split_once(' ').unwrap_or((content, ""));
    if actor == "!" {
        return read_note(words).map(RecordEntry::Note).ok_or_else(|| {
            fault(
                format!("'{}' is not a note", clip(content)),
                "notes are '! A back', '! A bot/…', '! A undo 12', '! over'",
            )
        });
    }
    let by = match actor {
        "*" => None,
        _ => Some(actor.parse().map_err(|_| {
            fault(
                format!("'{}' is neither a seat nor '*'", clip(actor)),
                "a step begins with its seat's letter, or * for chance",
            )
        })?),
    };
    if words.is_empty() {
        return Err(fault("the step has no words".into(), "write what was done behind the seat"));
    }
    Ok(RecordEntry::Step { by, words: words.to_owned() })
}

fn read_note(words: &str) -> Option<Note> {
    if words == "over" {
        return Some(Note::Over);
    }
    let (letter, what) = words.split_once(' ')?;
    let seat = letter.parse().ok()?;
    if what == "back" {
        return Some(Note::Back(seat));
    }
    if let Some(step) = what.strip_prefix("undo ") {
        return Some(Note::Undo(seat, plain_number(step)? as usize));
    }
    (what.starts_with("bot/") && !what.contains(' ')).then(|| Note::Bot(seat, what.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "quipu 1\ngame toy\nrules 1\noptions a=b\nseats A=Ada B=bot/random\n\
                        result A=3 B=-1 # X9\n---\n* first B\nB go 1\n! B undo 1\nB go 2\n";

    #[test]
    fn a_record_is_its_text() {
        let record: Record = GOOD.parse().unwrap();
        assert_eq!(record.to_string(), GOOD);
        assert_eq!(record.end, Some(Rule::new('X', 9)));
        let steps: Vec<String> = record.folded().unwrap().iter().map(|line| line.entry.to_string()).collect();
        assert_eq!(steps, ["* first B", "B go 2"]);
    }

    #[test]
    fn pledges_and_takebacks_are_read_and_written() {
        let pledge = Digest::of(&[b"salt"]);
        let header = format!("pledge B={pledge}\nnonce B=salt\ntakebacks A=2\nresult A=3");
        let text = GOOD.replacen("result A=3", &header, 1);
        let record: Record = text.parse().unwrap();
        assert_eq!(record.to_string(), text);
        assert_eq!((&record.pledges[..], &record.takebacks[..]), (&[(Seat::new(1), pledge)][..], &[(Seat::A, 2)][..]));
        for (good, bad, what) in [
            ("takebacks A=2", "takebacks A=0", "number of times"),
            ("takebacks A=2", "takebacks C=2", "do not fit the seats"),
            ("pledge B=sha256:", "pledge B=", "sha256"),
        ] {
            let fault = text.replacen(good, bad, 1).parse::<Record>().unwrap_err();
            assert!(fault.what.contains(what), "{fault}");
        }
    }

    #[test]
    fn comments_and_blank_lines_are_passed_over() {
        let commented = GOOD.replace("B go 1\n", "\n# a remark\nB go 1   # why\n");
        let record: Record = commented.parse().unwrap();
        assert_eq!(record.to_string(), GOOD);
    }

    #[test]
    fn each_fault_names_its_place() {
        let cases = [
            ("quipu 1", "quipu 2", 1, "format is 2"),
            ("game toy", "gane toy", 2, "not a header line"),
            ("rules 1", "rules one", 3, "version of the rules"),
            ("options a=b", "options a", 4, "not a pair"),
            ("seats A=Ada B=", "seats A=Ada C=", 5, "in order"),
            ("result A=3", "result A=x", 6, "no number"),
            ("* first B", "G first B", 8, "neither a seat"),
            ("B go 1", "B", 9, "no words"),
            ("! B undo 1", "! B sleeps", 10, "not a note"),
        ];
        for (good, bad, line, what) in cases {
            let fault = GOOD.replacen(good, bad, 1).parse::<Record>().unwrap_err();
            assert!(fault.line == line && fault.what.contains(what), "{fault}");
        }
        let cut = GOOD.split("---").next().unwrap().parse::<Record>().unwrap_err();
        assert!(cut.what.contains("stops before"), "{cut}");
    }

    #[test]
    fn bytes_that_are_no_text_are_found() {
        assert!(Record::from_bytes(&[0xff; 1000]).unwrap_err().what.contains("not a record"));
        let mut bytes = GOOD.as_bytes().to_vec();
        let at = GOOD.find("go 1").unwrap();
        bytes[at] = 0xff;
        let fault = Record::from_bytes(&bytes).unwrap_err();
        assert_eq!((fault.line, fault.column), (9, 3));
    }

    #[test]
    fn an_undo_beyond_the_start_is_a_fault() {
        let record: Record = GOOD.replace("undo 1", "undo 7").parse().unwrap();
        assert_eq!(record.folded().unwrap_err().line, 10);
    }

    #[test]
    fn names_become_plain() {
        assert_eq!(plain_name("Ada = #1"), "Ada____1");
        assert_eq!(plain_name(""), "_");
    }
}
