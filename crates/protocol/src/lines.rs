//! Lines of the log as they are sent: a line says only what does not follow from the lines before it.

use serde::de::Error as _;
use serde::ser::{SerializeMap as _, SerializeSeq as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;
use utoipa::ToSchema;

use engine::Seat;

use crate::changes::Changes;
use crate::plain::Plain;
use crate::play::{Happened, Line, LineKind};

/// A line as it is sent, with what is not the same as in the lines before it in the same message.
#[derive(Clone, Debug, Deserialize, TS, ToSchema)]
pub struct SentLine {
    /// The version of the table with this line; missing if it is one more than that of the line before.
    #[ts(optional, type = "number")]
    version: Option<u64>,
    /// When, in milliseconds since 1970; missing if it is the time of the line before.
    #[ts(optional, type = "number")]
    at: Option<i64>,
    /// What kind of line: `undo`, `chat` or `note`; missing for a step.
    #[ts(optional)]
    kind: Option<String>,
    /// The number of a step; missing if it is one more than that of the step before.
    #[ts(optional)]
    step: Option<usize>,
    /// The seat.
    #[ts(optional, type = "string")]
    #[schema(value_type = Option<String>)]
    seat: Option<Seat>,
    /// The words of a step.
    #[ts(optional)]
    words: Option<String>,
    /// The events of a step; missing if there are none.
    #[ts(optional, type = "({ kind: string } & Record<string, unknown>)[]")]
    #[schema(value_type = Option<Vec<Object>>)]
    events: Option<Vec<Plain>>,
    /// The points of the seats after a step; missing if they are those of the step before.
    #[ts(optional)]
    points: Option<Vec<i32>>,
    /// The step before which the match now stands, where moves were taken back.
    #[ts(optional)]
    to: Option<usize>,
    /// Whether what was taken back had shown something hidden.
    #[ts(optional)]
    takeback: Option<bool>,
    /// The id of the person who wrote a chat line.
    #[ts(optional)]
    person: Option<String>,
    /// The name in a chat line or a note.
    #[ts(optional)]
    name: Option<String>,
    /// The text of a chat line.
    #[ts(optional)]
    text: Option<String>,
    /// The key of a note.
    #[ts(optional)]
    key: Option<String>,
    /// How the view changed.
    #[ts(optional)]
    changes: Option<Changes>,
}

/// Writes lines.
pub(crate) fn serialize<S: Serializer>(lines: &[Line], to: S) -> Result<S::Ok, S::Error> {
    let mut list = to.serialize_seq(Some(lines.len()))?;
    let mut before = Before::default();
    for line in lines {
        list.serialize_element(&Sending { line, before: &before })?;
        before.pass(line);
    }
    list.end()
}

/// Reads lines.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Line>, D::Error> {
    let mut lines: Vec<Line> = Vec::new();
    for sent in Vec::<SentLine>::deserialize(from)? {
        let mut before = Before::default();
        lines.iter().for_each(|line| before.pass(line));
        let line = sent.whole(&before).ok_or_else(|| D::Error::custom("a line lacks what no line before it tells"))?;
        lines.push(line);
    }
    Ok(lines)
}

/// What follows from the lines so far.
#[derive(Clone, Copy, Default)]
struct Before<'a> {
    line: Option<(u64, i64)>,
    step: Option<(usize, &'a [i32])>,
}

impl<'a> Before<'a> {
    fn pass(&mut self, line: &'a Line) {
        self.line = Some((line.version, line.at));
        if let LineKind::Step { step, points, .. } = &line.what {
            self.step = Some((*step, points));
        }
    }

    fn version(&self) -> Option<u64> {
        self.line.map(|(version, _)| version + 1)
    }

    fn at(&self) -> Option<i64> {
        self.line.map(|(_, at)| at)
    }

    fn step(&self) -> Option<usize> {
        self.step.map(|(step, _)| step + 1)
    }

    fn points(&self) -> Option<&'a [i32]> {
        self.step.map(|(_, points)| points)
    }
}

struct Sending<'a> {
    line: &'a Line,
    before: &'a Before<'a>,
}

/// The events of a step, which come without a sentence.
struct Events<'a>(&'a [Happened]);

impl Serialize for Events<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(|happened| &happened.event))
    }
}

impl Serialize for Sending<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Sending { line, before } = self;
        let mut map = to.serialize_map(None)?;
        if before.version() != Some(line.version) {
            map.serialize_entry("version", &line.version)?;
        }
        if before.at() != Some(line.at) {
            map.serialize_entry("at", &line.at)?;
        }
        match &line.what {
            LineKind::Step { step, seat, words, events, points } => {
                if before.step() != Some(*step) {
                    map.serialize_entry("step", step)?;
                }
                if let Some(seat) = seat {
                    map.serialize_entry("seat", seat)?;
                }
                map.serialize_entry("words", words)?;
                if !events.is_empty() {
                    map.serialize_entry("events", &Events(events))?;
                }
                if before.points() != Some(points) {
                    map.serialize_entry("points", points)?;
                }
            }
            LineKind::Undo { seat, to, takeback } => {
                map.serialize_entry("kind", "undo")?;
                map.serialize_entry("seat", seat)?;
                map.serialize_entry("to", to)?;
                if *takeback {
                    map.serialize_entry("takeback", takeback)?;
                }
            }
            LineKind::Chat { person, name, text } => {
                map.serialize_entry("kind", "chat")?;
                map.serialize_entry("person", person)?;
                map.serialize_entry("name", name)?;
                map.serialize_entry("text", text)?;
            }
            LineKind::Note { key, seat, name } => {
                map.serialize_entry("kind", "note")?;
                map.serialize_entry("key", key)?;
                if let Some(seat) = seat {
                    map.serialize_entry("seat", seat)?;
                }
                if let Some(name) = name {
                    map.serialize_entry("name", name)?;
                }
            }
        }
        if !line.changes.is_empty() {
            map.serialize_entry("changes", &line.changes)?;
        }
        map.end()
    }
}

impl SentLine {
    /// The line with everything that follows from the lines before it.
    fn whole(self, before: &Before<'_>) -> Option<Line> {
        let event = |event| Happened { text: String::new(), event };
        let what = match self.kind.as_deref() {
            None | Some("step") => LineKind::Step {
                step: self.step.or(before.step())?,
                seat: self.seat,
                words: self.words?,
                events: self.events.into_iter().flatten().map(event).collect(),
                points: self.points.or_else(|| Some(before.points()?.to_vec()))?,
            },
            Some("undo") => {
                LineKind::Undo { seat: self.seat?, to: self.to?, takeback: self.takeback.unwrap_or_default() }
            }
            Some("chat") => LineKind::Chat { person: self.person?, name: self.name?, text: self.text? },
            Some("note") => LineKind::Note { key: self.key?, seat: self.seat, name: self.name },
            Some(_) => return None,
        };
        let (version, at) = (self.version.or(before.version())?, self.at.or(before.at())?);
        Some(Line { version, at, what, changes: self.changes.unwrap_or_default() })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Sent {
        #[serde(with = "super")]
        lines: Vec<Line>,
    }

    fn step(version: u64, at: i64, step: usize, points: &[i32]) -> Line {
        let event = Happened { text: String::new(), event: Plain::from(&json!({"kind": "dug"})) };
        let seat = (step == 0).then_some(Seat::A);
        let events = if step == 1 { Vec::new() } else { vec![event] };
        let what = LineKind::Step { step, seat, words: "dig".to_owned(), events, points: points.to_vec() };
        Line { version, at, what, changes: Changes::default() }
    }

    #[test]
    fn a_line_says_what_does_not_follow_from_those_before_it() {
        let mut lines = vec![step(4, 10, 0, &[0, 0]), step(5, 10, 1, &[0, 0]), step(7, 10, 2, &[0, 3])];
        let (key, name) = ("sat".to_owned(), Some("Ada".to_owned()));
        let kinds = [
            LineKind::Note { key, seat: Some(Seat::A), name },
            LineKind::Chat { person: "p".to_owned(), name: "Ada".to_owned(), text: "hello".to_owned() },
            LineKind::Undo { seat: Seat::A, to: 1, takeback: true },
        ];
        let other = |(what, version)| Line { version, at: 12, what, changes: Changes::default() };
        lines.extend(kinds.into_iter().zip(8..).map(other));
        lines.push(step(11, 12, 1, &[0, 0]));
        lines[1].changes = Changes::written(r#"{"a":1}"#.to_owned());
        let sent = serde_json::to_value(Sent { lines: lines.clone() }).unwrap();
        assert_eq!(
            sent["lines"],
            json!([
                {"version": 4, "at": 10, "step": 0, "seat": "A", "words": "dig", "events": [{"kind": "dug"}],
                 "points": [0, 0]},
                {"words": "dig", "changes": {"a": 1}},
                {"version": 7, "words": "dig", "events": [{"kind": "dug"}], "points": [0, 3]},
                {"at": 12, "kind": "note", "key": "sat", "seat": "A", "name": "Ada"},
                {"kind": "chat", "person": "p", "name": "Ada", "text": "hello"},
                {"kind": "undo", "seat": "A", "to": 1, "takeback": true},
                {"step": 1, "words": "dig", "points": [0, 0]},
            ])
        );
        assert_eq!(serde_json::from_value::<Sent>(sent).unwrap().lines, lines);
        for lacking in [
            json!({"words": "dig"}),
            json!({"version": 1, "at": 1, "words": "dig", "points": [0]}),
            json!({"version": 1, "at": 1, "words": "dig", "step": 0}),
            json!({"version": 1, "words": "dig", "step": 0, "points": [0]}),
            json!({"version": 1, "at": 1, "kind": "dance", "words": "dig", "step": 0, "points": [0]}),
        ] {
            assert!(serde_json::from_value::<Sent>(json!({ "lines": [lacking] })).is_err(), "{lacking}");
        }
        let named =
            json!({"lines": [{"version": 1, "at": 1, "kind": "step", "words": "dig", "step": 0, "points": []}]});
        assert_eq!(serde_json::from_value::<Sent>(named).unwrap().lines.len(), 1);
        let bare = json!({"lines": [
            {"version": 1, "at": 1, "kind": "note", "key": "started"},
            {"kind": "undo", "seat": "B", "to": 0},
        ]});
        let read: Sent = serde_json::from_value(bare.clone()).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), bare, "what is not there is not written");
    }
}
