//! What is prepared of diagrams and lessons when the client is built, so that pages show them without a server.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Closed, Effect, Frame, MatchState, Plain, Reason, View};

/// A figure: a scenario, step by step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Figure {
    /// The game's key.
    pub game: String,
    /// The scenario's name.
    pub scenario: String,
    /// The options of the match that differ from the default.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// As whom it is seen: a seat's letter, `spectator` or `all`.
    pub eyes: String,
    /// How many seats.
    pub seats: usize,
    /// Its steps, the position first.
    pub pictures: Vec<FigurePicture>,
}

/// A step of a figure: the match after it, or what was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FigurePicture {
    /// The match.
    #[serde(flatten)]
    pub frame: Frame,
    /// The position as a table for practice begins at it.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub position: Plain,
    /// Why the step was refused; the match stays as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refused: Option<Reason>,
}

/// A text in each language of the client.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonText {
    /// English.
    pub en: String,
    /// Italian.
    pub it: String,
    /// Spanish.
    pub es: String,
}

/// What a page tells of a lesson before it is begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonLine {
    /// Its name in links.
    pub key: String,
    /// About how long it takes.
    pub minutes: u32,
    /// What it is called.
    pub title: LessonText,
    /// The names of its steps, in order.
    pub steps: Vec<String>,
}

/// A lesson with everything that may happen in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Lesson {
    /// The game's key.
    pub game: String,
    /// Its name in links.
    pub key: String,
    /// About how long it takes.
    pub minutes: u32,
    /// What it is called.
    pub title: LessonText,
    /// The options of the match that differ from the default.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// How many seats.
    pub seats: usize,
    /// Whether the match hides, or may hide, anything from any player.
    pub hides: bool,
    /// What is to be done, one after the other.
    pub steps: Vec<LessonStep>,
    /// Where it waits; it begins with the first one.
    pub stops: Vec<LessonStop>,
    /// The reasons of what is refused somewhere, each once.
    pub reasons: Vec<Reason>,
}

/// One thing to do, or to see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonStep {
    /// Its name.
    pub key: String,
    /// Two to four words.
    pub title: LessonText,
    /// The one thing to do.
    #[serde(rename = "do")]
    pub task: LessonText,
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub why: Option<LessonText>,
    /// What came of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub done: Option<LessonText>,
    /// What is marked meanwhile, by the game's clicks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub light: Vec<String>,
    /// The reactions to legal actions off the lesson, by how their words begin.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<LessonReaction>>", optional)]
    pub wrong: Vec<LessonReaction>,
    /// The hints after what is refused, by the words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<LessonReaction>>", optional)]
    pub refused: Vec<LessonReaction>,
}

/// What the coach says to words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonReaction {
    /// The words, or how they begin.
    pub words: String,
    /// What is said.
    pub text: LessonText,
}

/// A position in which the lesson waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonStop {
    /// The step's place in the lesson.
    pub step: usize,
    /// Whether part of what is asked was done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub begun: bool,
    /// The match; its offers are those that are right.
    pub game: MatchState,
    /// What the learner sees.
    pub view: View,
    /// The position as a table for practice begins at it.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub position: Plain,
    /// The verbs that are not on offer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Closed>>", optional)]
    pub closed: Vec<Closed>,
    /// What the verbs of the right ways change at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Effect>>", optional)]
    pub effects: Vec<Effect>,
    /// All that is legal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub legal: Vec<String>,
    /// What is not legal, by the place of its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<LessonRefusal>>", optional)]
    pub refused: Vec<LessonRefusal>,
    /// The words of a right way to the end of the step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub model: Vec<String>,
    /// What leads on.
    pub ways: Vec<LessonWay>,
}

/// Words that are refused for the same reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonRefusal {
    /// The place of the reason.
    pub why: usize,
    /// The words; `*` stands for any of them, at the end for all that may follow.
    pub words: Vec<String>,
}

/// What leads on from a stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonWay {
    /// The words; missing where one only reads on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub word: Option<String>,
    /// What happens.
    pub scenes: Vec<LessonScene>,
    /// The place of the next stop; missing at the end of the lesson.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub to: Option<usize>,
}

/// Something that happens on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonScene {
    /// The match after it.
    pub frame: Frame,
    /// Whether another position is set, and nothing was played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub jump: bool,
}

/// What a game teaches with, as pages list it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Teaching {
    /// The parts of the box, for whoever draws the diagrams and lessons.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub parts: Plain,
    /// The lessons, in order.
    pub lessons: Vec<LessonLine>,
}
