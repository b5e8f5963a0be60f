//! A match as one viewer may see it.

use std::borrow::Cow;
use std::fmt;

use engine::Seat;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::plain::Plain;

/// Who moves next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ToAct {
    /// This seat decides.
    Seat {
        /// Its letter.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
    },
    /// Something is drawn: the server does it at once, so a client hardly sees it.
    Chance,
    /// The match is over.
    Over {
        /// The rule by which it ended; none where it was called off or given up.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<String>,
    },
}

/// A choice on offer, with what a client needs to show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Offer {
    /// The legal word.
    #[schema(value_type = String)]
    pub word: Cow<'static, str>,
    /// What it costs, in the game's own unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub price: Option<i32>,
    /// The place or piece that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(value_type = Option<String>)]
    pub target: Option<Cow<'static, str>>,
    /// Words that follow in one gesture, played one by one until one is refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    #[schema(value_type = Vec<String>)]
    pub then: Vec<Cow<'static, str>>,
    /// Further numbers worth knowing: the week landed on, odds in percent.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    #[ts(optional, type = "Record<string, number>")]
    #[schema(value_type = Option<Object>)]
    pub facts: Facts,
}

/// Numbers under their keys, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(pub Vec<(Cow<'static, str>, i32)>);

impl Facts {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Facts {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, number)| (key, number)))
    }
}

impl<'de> Deserialize<'de> for Facts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Facts, D::Error> {
        struct Reading;
        impl<'de> Visitor<'de> for Reading {
            type Value = Facts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("numbers under their keys")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut object: M) -> std::result::Result<Facts, M::Error> {
                let mut facts = Vec::new();
                while let Some(fact) = object.next_entry()? {
                    facts.push(fact);
                }
                Ok(Facts(facts))
            }
        }
        deserializer.deserialize_map(Reading)
    }
}

/// Why something is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Reason {
    /// The number of the rule that refuses, `T14`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// The key by which a client finds its translation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub key: Option<String>,
    /// The values that the message names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, string | number>")]
    #[schema(value_type = Option<Object>)]
    pub values: Option<Json>,
    /// The message in English.
    pub text: String,
}

/// A verb that is not on offer, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Closed {
    /// The verb.
    pub verb: String,
    /// Why not.
    pub why: Reason,
}

/// Something that happened in the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Happened {
    /// The English sentence.
    pub text: String,
    /// The event with its typed values; the game's own `Event`.
    #[ts(type = "{ kind: string } & Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub event: Plain,
}

/// A line of a table's log, as one viewer may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Line {
    /// The version that this line made.
    #[ts(type = "number")]
    pub version: u64,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// What kind of line.
    #[serde(flatten)]
    pub what: LineKind,
}

/// What a line of the log tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LineKind {
    /// A decision, or (without a seat) a draw.
    Step {
        /// The step's number, counted from 0.
        step: usize,
        /// Who decided; nobody where something was drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "string")]
        #[schema(value_type = Option<String>)]
        seat: Option<Seat>,
        /// The words, with `?` for what the viewer may not know.
        words: String,
        /// What it brought.
        events: Vec<Happened>,
        /// The points of the seats after it.
        points: Vec<i32>,
    },
    /// A seat took moves back.
    Undo {
        /// Whose.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// The step before which the match stands now.
        to: usize,
    },
    /// Somebody said something.
    Chat {
        /// Who, as a person's number.
        person: String,
        /// The name at that time.
        name: String,
        /// What.
        text: String,
    },
    /// Something about the table, as a key with values that a client translates.
    Note {
        /// The key: `sat`, `left`, `started`, `bot`, `back`, `gave_up`, `out_of_time`, `called_off`, `over`, `closed`, …
        key: String,
        /// The seat it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "string")]
        #[schema(value_type = Option<String>)]
        seat: Option<Seat>,
        /// The name it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
    },
}

/// A clock at the time of the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Clock {
    /// The milliseconds left.
    #[ts(type = "number")]
    pub left: i64,
    /// Whether it runs.
    pub runs: bool,
}

/// What is to be agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum VoteKind {
    /// A seat asks to take back more than it freely may.
    Undo {
        /// Who asks.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// To before which step.
        to: usize,
    },
    /// Shall a bot sit in for a player who is gone?
    Bot {
        /// Whose seat.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
    },
    /// Shall the match end as it stands?
    CallOff,
}

/// A vote under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Vote {
    /// Its number.
    #[ts(type = "number")]
    pub number: u64,
    /// What about.
    pub about: VoteKind,
    /// The letters of those who said yes.
    pub yes: Vec<String>,
    /// The letters of those who are still asked.
    pub asked: Vec<String>,
}

/// How far the viewer may take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UndoAsked {
    /// The step before which he may go back without asking; none if there is nothing to take back freely.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free: Option<usize>,
    /// The step before which he may ask to go back: his last decision.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<usize>,
}

/// A line of the score sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SheetLine {
    /// Whose.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub seat: Seat,
    /// The part of the match.
    pub section: String,
    /// What for.
    pub item: String,
    /// How much.
    pub points: i32,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Result {
    /// The points by seat.
    pub points: Vec<i32>,
    /// The places by seat, from 1; ties share.
    pub places: Vec<usize>,
    /// The rule that ended it, or none if it was called off or given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
}

/// The game's own view, as plain data; its type is the game's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(transparent)]
#[schema(value_type = Object)]
pub struct View(#[ts(type = "unknown")] pub Plain);

/// A change of a view: what stands at a path now; without a value it is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Change {
    /// The keys from the root; numbers index arrays.
    #[ts(type = "(string | number)[]")]
    #[schema(value_type = Vec<Object>)]
    pub at: Vec<Json>,
    /// What stands there now, which may be `null`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "stands")]
    #[ts(optional, type = "unknown")]
    #[schema(value_type = Option<Object>)]
    pub to: Option<Plain>,
}

/// Reads a value that is there, so that `null` is told apart from nothing.
fn stands<'de, D: Deserializer<'de>>(value: D) -> std::result::Result<Option<Plain>, D::Error> {
    Plain::deserialize(value).map(Some)
}

/// A view, whole or as what changed since the version before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ViewUpdate {
    /// The whole view.
    Whole {
        /// It.
        view: View,
    },
    /// What changed since the last one sent.
    Changes {
        /// The changes, in order.
        changes: Vec<Change>,
    },
}

/// A match as it stands, for one viewer: all but the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchState {
    /// How many steps were played.
    pub step: usize,
    /// Who moves next.
    pub to_act: ToAct,
    /// The points by seat.
    pub points: Vec<i32>,
    /// Whose eyes the view is seen through: a seat's letter, `spectator`, or `all` when the match is over. Where a
    /// match hides nothing all get the spectator's view, whoever's eyes these are.
    pub eyes: String,
    /// The letters of the seats that the reader may play.
    pub yours: Vec<String>,
    /// Whether something is or may be hidden from some player at this table.
    pub hides: bool,
    /// The choices, if the seat whose eyes these are is to act, or, where nothing is hidden, any of the reader's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Offer>>", optional)]
    pub offers: Vec<Offer>,
    /// How far one may take back.
    pub undo: UndoAsked,
    /// Votes under way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Vote>>", optional)]
    pub votes: Vec<Vote>,
    /// The clocks by seat; none if the table has no clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Clock>>", optional)]
    pub clocks: Vec<Clock>,
    /// The result, when it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result: Option<Result>,
}

/// A moment of a match: for replays, for programs, for pages that show one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Frame {
    /// How many steps were played.
    pub step: usize,
    /// The seat that played the last one; none where something was drawn, or before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    #[schema(value_type = Option<String>)]
    pub by: Option<Seat>,
    /// The words of the last step, with `?` for what the viewer may not know; empty before the first.
    pub words: String,
    /// What it brought.
    pub events: Vec<Happened>,
    /// Who moves next.
    pub to_act: ToAct,
    /// The points by seat.
    pub points: Vec<i32>,
    /// The view.
    pub view: View,
    /// The choices, where the viewer is to act and they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Offer>>", optional)]
    pub offers: Vec<Offer>,
    /// The verbs that are not on offer, likewise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Closed>>", optional)]
    pub closed: Vec<Closed>,
}

/// What a bot would do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Hint {
    /// The best lines found, the best first.
    pub lines: Vec<HintLine>,
}

/// One line of play that a bot thinks of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct HintLine {
    /// The words, in order; the first can be played now.
    pub words: Vec<String>,
    /// The expected final margin over the best other seat, where the bot has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub margin: Option<f64>,
    /// What it gains, as lines of a score sheet.
    pub gains: Vec<SheetLine>,
}
