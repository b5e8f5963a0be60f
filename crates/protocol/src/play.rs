//! A match as one viewer may see it.

use std::borrow::Cow;
use std::fmt;

use engine::Seat;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::changes::Changes;
use crate::offers::{OfferRun, Offers};
use crate::plain::Plain;

/// Who moves next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ToAct {
    /// This seat is to decide.
    Seat {
        /// Its letter.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
    },
    /// Something is to be drawn. The server does that at once, so that clients hardly ever see it.
    Chance,
    /// The match is over.
    Over {
        /// The rule by which it ended; missing if it was called off or given up.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<String>,
    },
}

/// A legal choice, with what a client needs to show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Offer {
    /// The word to play.
    #[schema(value_type = String)]
    pub word: Cow<'static, str>,
    /// What it costs, in the game's own unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub price: Option<i32>,
    /// The place or piece that it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(value_type = Option<String>)]
    pub target: Option<Cow<'static, str>>,
    /// Words that the same gesture plays next, one by one until one is refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    #[schema(value_type = Vec<String>)]
    pub then: Vec<Cow<'static, str>>,
    /// Further numbers, such as the week of arrival or odds in percent.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    #[ts(optional, type = "Record<string, number>")]
    #[schema(value_type = Option<Object>)]
    pub facts: Facts,
}

/// Numbers by key, in order.
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
    /// The number of the rule that refuses, such as `T14`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// The key by which a client finds its translation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub key: Option<String>,
    /// The values of the message.
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

/// What a verb on offer changes at once for the seat that acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Effect {
    /// The verb.
    pub verb: String,
    /// By how much the seat's points change, as if it were scored before and after: by its words the least,
    pub least: i32,
    /// and the most.
    pub most: i32,
    /// Whether something is drawn then, which may change them further.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub draws: bool,
}

/// An event of the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Happened {
    /// The English sentence; lines of a table's log come without.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub text: String,
    /// The event with its values; its type is the game's `Event`.
    #[ts(type = "{ kind: string } & Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub event: Plain,
}

/// A line of a table's log, as one viewer may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Line {
    /// The version of the table with this line.
    #[ts(type = "number")]
    pub version: u64,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// What kind of line.
    #[serde(flatten)]
    pub what: LineKind,
    /// How the view changed with it. Only news tell it, for lines after which the view is another one: a client has the
    /// view after each step, and can show one step after the other.
    #[serde(default, skip_serializing_if = "Changes::is_empty")]
    #[ts(as = "Option<Changes>", optional)]
    #[schema(required = false)]
    pub changes: Changes,
}

/// What a line of the log is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LineKind {
    /// A decision, or, without a seat, a draw.
    Step {
        /// The step's number, counted from 0.
        step: usize,
        /// Who decided; missing for a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "string")]
        #[schema(value_type = Option<String>)]
        seat: Option<Seat>,
        /// The words, with `?` for what the viewer may not know.
        words: String,
        /// Its events.
        events: Vec<Happened>,
        /// The points of the seats after it.
        points: Vec<i32>,
    },
    /// A seat took moves back.
    Undo {
        /// The seat.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// The step before which the match now stands.
        to: usize,
        /// Whether what was taken back had shown something hidden.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        takeback: bool,
    },
    /// A chat line.
    Chat {
        /// The id of the person.
        person: String,
        /// The name at that time.
        name: String,
        /// The text.
        text: String,
    },
    /// Something about the table: a key, which a client translates, and its values.
    Note {
        /// The key: `sat`, `left`, `started`, `bot`, `back`, `gave_up`, `out_of_time`, `called_off`, `over`, `closed`,
        /// …
        key: String,
        /// The seat that it concerns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "string")]
        #[schema(value_type = Option<String>)]
        seat: Option<Seat>,
        /// The name that it concerns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
    },
}

/// A clock, at the time of the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Clock {
    /// The milliseconds left.
    #[ts(type = "number")]
    pub left: i64,
    /// Whether it runs.
    pub runs: bool,
}

/// The subject of a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum VoteKind {
    /// A seat asks to go back further than it may without asking.
    Undo {
        /// The seat that asks.
        #[ts(type = "string")]
        #[schema(value_type = String)]
        seat: Seat,
        /// The step to go back to.
        to: usize,
    },
    /// Shall a bot sit in for a player who is away?
    Bot {
        /// The seat.
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
    /// The subject.
    pub about: VoteKind,
    /// The seats that said yes.
    pub yes: Vec<String>,
    /// The seats that have not answered yet.
    pub asked: Vec<String>,
}

/// How far the reader may take moves back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UndoAsked {
    /// The step to which they may go back without asking anybody; missing if there is none.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free: Option<usize>,
    /// The step to which they may ask to go back: their last decision.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<usize>,
    /// Whether that would take back what showed something hidden, which marks the match as one with takebacks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub takeback: bool,
}

/// A line of the score sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SheetLine {
    /// The seat.
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
    /// The ranks by seat, from 1; ties share a rank.
    pub places: Vec<usize>,
    /// The rule that ended the match; missing if it was called off or given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
}

/// The view of the match; its type is the game's `View`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(transparent)]
#[schema(value_type = Object)]
pub struct View(#[ts(type = "unknown")] pub Plain);

/// The state of a match for one reader, without the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchState {
    /// How many steps were played.
    pub step: usize,
    /// Who moves next.
    pub to_act: ToAct,
    /// The points by seat.
    pub points: Vec<i32>,
    /// As whom the reader sees the match: a seat's letter, `spectator`, or `all` when the match is over. In a match
    /// that hides nothing, all readers get the spectator's view.
    pub eyes: String,
    /// The seats that the reader may play.
    pub yours: Vec<String>,
    /// Whether the match hides, or may hide, anything from any player.
    pub hides: bool,
    /// The choices, if the seat as which the reader sees the match is to act; in a match that hides nothing, if any of
    /// the reader's seats is. They are sent in runs (`OfferRun`), of which a client makes offers again.
    #[serde(default, skip_serializing_if = "Offers::is_empty")]
    #[ts(as = "Option<Vec<Offer>>", optional)]
    #[schema(value_type = Vec<OfferRun>)]
    pub offers: Offers,
    /// How far the reader may take moves back.
    pub undo: UndoAsked,
    /// Votes under way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Vote>>", optional)]
    pub votes: Vec<Vote>,
    /// The clocks by seat; missing if the table has no clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Clock>>", optional)]
    pub clocks: Vec<Clock>,
    /// The result, when it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result: Option<Result>,
}

/// One position of a match, for replays, programs and pages that show a single position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Frame {
    /// How many steps were played.
    pub step: usize,
    /// The seat that played the last step; missing for a draw, and before the first step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string")]
    #[schema(value_type = Option<String>)]
    pub by: Option<Seat>,
    /// The words of the last step, with `?` for what the viewer may not know; empty before the first.
    pub words: String,
    /// The events of the last step.
    pub events: Vec<Happened>,
    /// Who moves next.
    pub to_act: ToAct,
    /// The points by seat.
    pub points: Vec<i32>,
    /// The view.
    pub view: View,
    /// The choices, if they were asked for and the viewer is to act.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Offer>>", optional)]
    pub offers: Vec<Offer>,
    /// The verbs that are not on offer, under the same condition.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Closed>>", optional)]
    pub closed: Vec<Closed>,
}

/// A record that was read: its frames, with everything open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Replay {
    /// The game's key.
    pub game: String,
    /// Who sat where.
    pub seats: Vec<String>,
    /// The options that differ from the default.
    pub options: Vec<(String, String)>,
    /// The components of the box.
    #[schema(value_type = Object)]
    pub parts: serde_json::Value,
    /// The position at the start and after each step.
    pub frames: Vec<Frame>,
}

/// What a bot would play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Hint {
    /// The best lines of play, best first.
    pub lines: Vec<HintLine>,
}

/// A line of play that a bot suggests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct HintLine {
    /// The words in order; the first can be played now.
    pub words: Vec<String>,
    /// The expected final margin over the best other seat, if the bot estimates one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub margin: Option<f64>,
    /// What it gains, the greatest first.
    pub gains: Vec<HintGain>,
}

/// What a line of play gains, in the words of the score sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HintGain {
    /// The section of the score sheet.
    pub section: String,
    /// What scores.
    pub item: String,
    /// The points, rounded; less than 0 for a loss.
    pub points: i32,
    /// Whether they come only with the next scoring.
    pub later: bool,
    /// Whether they are certain; otherwise they are a forecast, and what scores may be unknown as yet.
    pub sure: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_keep_their_order() {
        let text = r#"{"word":"dig","facts":{"weeks":3,"cards":2,"odds":50}}"#;
        let offer: Offer = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&offer).unwrap(), text);
        assert_eq!(serde_json::to_string(&Offer { facts: Facts::default(), ..offer }).unwrap(), r#"{"word":"dig"}"#);
    }
}
