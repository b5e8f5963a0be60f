//! What is new at a table: only what a reader does not have already.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::changes::Changes;
use crate::lines::SentLine;
use crate::offers::{OfferRun, Offers};
use crate::play::{Clock, Line, LineKind, MatchState, Offer, Result as MatchResult, ToAct, UndoAsked, View, Vote};
use crate::table::Table;

/// The state of a match in news. What is the same for the reader as before may be missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchNews {
    /// How many steps were played; missing if the last of the lines that is a step tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub step: Option<usize>,
    /// Who moves next.
    pub to_act: ToAct,
    /// The points by seat; missing if the last of the lines that is a step tells them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub points: Option<Vec<i32>>,
    /// As whom the reader sees the match; missing if that is as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub eyes: Option<String>,
    /// The seats that the reader may play; missing if they are as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub yours: Option<Vec<String>>,
    /// Whether the match hides anything; missing if that is as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hides: Option<bool>,
    /// The choices, as in `MatchState`. News carry these and what follows each time: what is
    /// missing there, is gone.
    #[serde(default, skip_serializing_if = "Offers::is_empty")]
    #[ts(as = "Option<Vec<Offer>>", optional)]
    #[schema(value_type = Vec<OfferRun>, required = false)]
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
    pub result: Option<MatchResult>,
}

impl From<MatchState> for MatchNews {
    fn from(game: MatchState) -> MatchNews {
        MatchNews {
            step: Some(game.step),
            to_act: game.to_act,
            points: Some(game.points),
            eyes: Some(game.eyes),
            yours: Some(game.yours),
            hides: Some(game.hides),
            offers: game.offers,
            undo: game.undo,
            votes: game.votes,
            clocks: game.clocks,
            result: game.result,
        }
    }
}

/// What is new at a table, for one viewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct News {
    /// The table's id.
    pub id: String,
    /// The version that this follows. It fits no other version: a client that has another one asks for the whole state.
    #[ts(type = "number")]
    pub since: u64,
    /// The version now.
    #[ts(type = "number")]
    pub version: u64,
    /// The server's time, in milliseconds since 1970.
    #[ts(type = "number")]
    pub now: i64,
    /// The new lines of the log, as in `State`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "crate::lines")]
    #[ts(as = "Option<Vec<Line>>", optional)]
    #[schema(value_type = Vec<SentLine>, required = false)]
    pub lines: Vec<Line>,
    /// The table, if anything about it changed: who sits there, who is connected, its stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<Table>,
    /// The match, if it went on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<MatchNews>,
    /// The whole view, where the changes of the lines do not tell it: the match just started, or the reader was away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub view: Option<View>,
    /// How many watch without a seat; missing if nobody does.
    #[serde(default, skip_serializing_if = "nobody")]
    #[ts(as = "Option<usize>", optional)]
    #[schema(required = false)]
    pub spectators: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn nobody(count: &usize) -> bool {
    *count == 0
}

/// What other eyes see otherwise, for a client that looked at the same version as somebody else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Looked {
    /// The table.
    pub id: String,
    /// The version.
    #[ts(type = "number")]
    pub version: u64,
    /// The server's time, in milliseconds since 1970.
    #[ts(type = "number")]
    pub now: i64,
    /// As whom the reader sees the match now.
    pub eyes: String,
    /// The choices, if the seat as which the reader sees the match now is to act. All else of the match is as it was.
    #[serde(default, skip_serializing_if = "Offers::is_empty")]
    #[ts(as = "Option<Vec<Offer>>", optional)]
    #[schema(value_type = Vec<OfferRun>, required = false)]
    pub offers: Offers,
    /// The changes that make one view the other.
    #[serde(default, skip_serializing_if = "Changes::is_empty")]
    #[ts(as = "Option<Changes>", optional)]
    #[schema(required = false)]
    pub changes: Changes,
    /// The version from which on lines were compared. Older ones are to be forgotten, and asked for again.
    #[ts(type = "number")]
    pub from: u64,
    /// The lines that these eyes read otherwise, as in `State`: each stands for the line of its version.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "crate::lines")]
    #[ts(as = "Option<Vec<Line>>", optional)]
    #[schema(value_type = Vec<SentLine>, required = false)]
    pub lines: Vec<Line>,
}

/// The number of steps and the points after the last of some lines that is a step.
fn after_steps(lines: &[Line]) -> Option<(usize, &[i32])> {
    lines.iter().rev().find_map(|line| match &line.what {
        LineKind::Step { step, points, .. } => Some((step + 1, &points[..])),
        _ => None,
    })
}

impl News {
    /// The same for somebody who has the match of the version before as the same reader, and not a whole view now.
    #[must_use]
    pub fn without_known(mut self) -> News {
        if let Some(game) = self.game.as_mut().filter(|_| self.view.is_none()) {
            (game.eyes, game.yours, game.hides) = (None, None, None);
            let told = after_steps(&self.lines);
            game.step.take_if(|step| told.is_some_and(|(told, _)| told == *step));
            game.points.take_if(|points| told.is_some_and(|(_, told)| told == points));
        }
        self
    }

    /// The match as these news leave it for a reader, as a client makes it; `None` if something is missing.
    pub fn game_after(&self, before: Option<&MatchState>) -> Option<MatchState> {
        let Some(game) = self.game.clone() else { return before.cloned() };
        let told = after_steps(&self.lines);
        Some(MatchState {
            step: game.step.or(told.map(|(step, _)| step))?,
            to_act: game.to_act,
            points: game.points.or_else(|| told.map(|(_, points)| points.to_vec()))?,
            eyes: game.eyes.or_else(|| before.map(|before| before.eyes.clone()))?,
            yours: game.yours.or_else(|| before.map(|before| before.yours.clone()))?,
            hides: game.hides.or(before.map(|before| before.hides))?,
            offers: game.offers,
            undo: game.undo,
            votes: game.votes,
            clocks: game.clocks,
            result: game.result,
        })
    }
}

#[cfg(test)]
mod tests {
    use engine::Seat;
    use serde_json::{Value as Json, json};

    use super::*;

    fn state() -> MatchState {
        let undo = UndoAsked { free: Some(3), ask: None, takeback: false };
        MatchState {
            step: 5,
            to_act: ToAct::Seat { seat: Seat::A },
            points: vec![1, 2],
            eyes: "A".to_owned(),
            yours: vec!["A".to_owned()],
            hides: true,
            offers: Offers::default(),
            undo,
            votes: Vec::new(),
            clocks: Vec::new(),
            result: None,
        }
    }

    /// News of that match after a step, and a line of chat.
    fn news(step: usize, points: &[i32]) -> News {
        let played = LineKind::Step {
            step,
            seat: Some(Seat::A),
            words: "dig".to_owned(),
            events: Vec::new(),
            points: points.to_vec(),
        };
        let said = LineKind::Chat { person: "p".to_owned(), name: "Ada".to_owned(), text: "oh".to_owned() };
        let line = |(version, what)| Line { version, at: 7, what, changes: Changes::default() };
        News {
            id: "t".to_owned(),
            since: 8,
            version: 10,
            now: 7,
            lines: [(9, played), (10, said)].map(line).to_vec(),
            table: None,
            game: Some(state().into()),
            view: None,
            spectators: 0,
        }
    }

    fn sent(news: &News) -> Json {
        serde_json::to_value(news).unwrap()["game"].take()
    }

    #[test]
    fn what_a_reader_has_is_not_sent_again() {
        let short = news(4, &[1, 2]).without_known();
        assert_eq!(sent(&short), json!({"to_act": {"kind": "seat", "seat": "A"}, "undo": {"free": 3}}));
        assert_eq!(short.game_after(Some(&state())), Some(state()));
        assert_eq!(short.game_after(None), None, "who has nothing cannot follow");
        assert_eq!(news(4, &[1, 2]).game_after(None), Some(state()), "news tell everything at first");
        // A step that was taken back: the last line does not tell how it stands now.
        let undone = news(6, &[1, 9]).without_known();
        assert_eq!((&sent(&undone)["step"], &sent(&undone)["points"]), (&json!(5), &json!([1, 2])));
        assert_eq!(undone.game_after(Some(&state())), Some(state()));
        let no_lines = News { lines: Vec::new(), ..news(4, &[1, 2]) }.without_known();
        assert_eq!((&sent(&no_lines)["step"], &sent(&no_lines)["eyes"]), (&json!(5), &Json::Null));
        let no_match = News { game: None, ..news(4, &[1, 2]) };
        assert_eq!(no_match.game_after(Some(&state())), Some(state()), "the match did not go on");
    }

    #[test]
    fn with_a_whole_view_all_is_told() {
        let view = Some(View(crate::Plain::from(&json!({}))));
        let whole = News { view, ..news(4, &[1, 2]) };
        assert_eq!(whole.clone().without_known(), whole);
    }

    #[test]
    fn spectators_are_counted_where_there_are_any() {
        let told = |spectators| serde_json::to_value(News { spectators, ..news(4, &[]) }).unwrap()["spectators"].take();
        assert_eq!((told(0), told(1), told(2)), (Json::Null, json!(1), json!(2)));
    }
}
