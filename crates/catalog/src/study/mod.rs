//! Games as programs study them, without their types: positions that are played by numbers, and fleets of games that
//! are played all at once.

mod fleet;
mod position;
mod verbs;

use std::any::Any;

use engine::{
    Canvas, Fast, Illegal, Kind, Misread, Outcome, Part, Picture, Record, Rule, Run, Seat, Study, ToAct, Viewer,
};
use serde_json::Value as Json;

pub(crate) use fleet::Ships;
pub(crate) use position::Position;

/// The numbers of a game's decisions and the parts of its figures.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    /// The runs of numbers.
    pub runs: &'static [Run],
    /// How many numbers there are.
    pub size: u32,
    /// The parts of the figures.
    pub parts: &'static [Part],
    /// How many figures there are.
    pub width: usize,
}

impl Space {
    /// The space of a game type.
    pub(crate) fn of<G: Study>() -> Space {
        Space { runs: G::SPACE, size: G::size(), parts: G::FIGURES, width: G::width() }
    }
}

/// Why a number or words cannot be played here; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// The match is over.
    #[error("the match is over by {0}, nothing can be played any more")]
    Over(Rule),
    /// The space has no such number.
    #[error("{number} is no action, they are 0 to {last}")]
    NoSuchNumber {
        /// The number.
        number: i64,
        /// The last number of the space.
        last: u32,
    },
    /// No decision has this number.
    #[error("action {0} means nothing on this board")]
    Meaningless(u32),
    /// A rule forbids it.
    #[error("action {number} ('{words}') is illegal: {why}")]
    Illegal {
        /// The number.
        number: u32,
        /// Its words.
        words: String,
        /// The rule, and why.
        why: Illegal,
    },
    /// The draw has no such outcome.
    #[error("{number} is no outcome of this draw, they are 0 to {last}")]
    NotDrawn {
        /// The number.
        number: i64,
        /// The last outcome's number.
        last: usize,
    },
    /// The words have no number.
    #[error("'{0}' lies beyond the action space and has no number, play it by its words")]
    Beyond(String),
    /// The game has no such words.
    #[error("'{words}': {why}")]
    Misread {
        /// The words.
        words: String,
        /// Where and why.
        why: Misread,
    },
    /// The words cannot be played now.
    #[error("'{words}' is refused: {why}")]
    Refused {
        /// The words.
        words: String,
        /// The rule, and why.
        why: String,
    },
}

/// A position that is played by numbers: a match without names, clocks and sheets, cheap to copy and to play on.
///
/// Decisions have the numbers of the game's space. The outcomes of a draw are numbered by their place in the sorted
/// list.
pub trait AnyPosition: Send + Sync {
    /// The position with its type.
    fn as_any(&self) -> &dyn Any;
    /// Another one like it.
    fn duplicate(&self) -> Box<dyn AnyPosition>;
    /// Whether the other is the same position of the same game, whichever way it was reached.
    fn same(&self, other: &dyn AnyPosition) -> bool;
    /// The game.
    fn kind(&self) -> &'static dyn Kind;
    /// How many seats.
    fn seats(&self) -> usize;
    /// Who moves next.
    fn to_act(&self) -> ToAct;
    /// How many steps were played.
    fn steps(&self) -> usize;
    /// The numbers of what the seat to act may do, sorted; found once for each position.
    fn legal(&self) -> &[i32];
    /// The weights of the pending draw's outcomes, in their order.
    fn outcomes(&self) -> Vec<u32>;
    /// The words of a decision or, where something is drawn, of an outcome.
    fn words(&self, number: u32) -> Result<String, Unplayable>;
    /// The words of a decision, whoever is to act.
    fn action_words(&self, number: u32) -> Result<String, Unplayable>;
    /// The number of words: of a decision or, where something is drawn, of an outcome.
    fn number(&self, words: &str) -> Result<u32, Unplayable>;
    /// Plays a decision, or an outcome where something is drawn.
    fn play(&mut self, number: i64) -> Result<(), Unplayable>;
    /// Plays words, also those that have no number.
    fn play_words(&mut self, words: &str) -> Result<(), Unplayable>;
    /// Draws what is to be drawn, until a seat decides or the match is over.
    fn draw_on(&mut self, rng: &mut Fast);
    /// A decision as the bot `random` picks it; nothing where no seat is to act.
    fn pick(&self, rng: &mut Fast) -> Option<u32>;
    /// The seat's points as they stand.
    fn points(&self, seat: Seat) -> i32;
    /// The places as the points stand.
    fn outcome(&self) -> Outcome;
    /// What a viewer sees, as data.
    fn view(&self, viewer: Viewer) -> Json;
    /// The whole position as data.
    fn diagram(&self) -> Json;
    /// What a viewer sees, in text.
    fn canvas(&self, viewer: Viewer) -> Canvas;
    /// What a viewer sees, as a picture.
    fn picture(&self, viewer: Viewer) -> Picture;
    /// What a seat sees, as figures; `row` is as long as [`Space::width`] and is overwritten.
    fn figures(&self, seat: Seat, row: &mut [f32]);
    /// Every step so far as a viewer read it when it was played.
    fn seen(&self, viewer: Viewer) -> Vec<String>;
    /// A position that fits what the seat knows, drawn at random; the history is kept as numbers.
    fn imagine(&self, seat: Seat, rng: &mut Fast) -> Box<dyn AnyPosition>;
    /// The steps so far: who (nobody where something was drawn), and the number, if it has one.
    fn history(&self) -> Vec<(Option<Seat>, Option<u32>)>;
    /// The record of the match; nothing for a position that did not begin at the start.
    fn record(&self) -> Option<Record>;
}

/// Where a fleet reports: one place per game, and per game and seat for the returns.
#[derive(Debug)]
pub struct Report<'a> {
    /// Who decides next.
    pub players: &'a mut [i8],
    /// What each seat got where a game ended just now, else zeros.
    pub returns: &'a mut [f32],
    /// Where a game ended just now; it has begun again.
    pub ended: &'a mut [bool],
}

/// A number that cannot be played, and in which game of the fleet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mishap {
    /// The game.
    pub game: usize,
    /// Why.
    pub why: Unplayable,
}

/// Many games of one setup, each waiting for a decision. What is drawn is drawn at once, and a game that ends begins
/// anew.
pub trait Fleet: Send + Sync {
    /// How many games there are.
    fn games(&self) -> usize;
    /// How many seats each has.
    fn seats(&self) -> usize;
    /// Begins every game anew and reports who decides.
    fn restart(&mut self, seed: u64, players: &mut [i8]);
    /// Says whether every number can be played, before any is.
    fn judge(&mut self, numbers: &[i32]) -> Result<(), Mishap>;
    /// Plays what was judged last, and reports.
    fn sail(&mut self, report: Report<'_>);
    /// How many legal decisions there are, in all games together.
    fn listed(&self) -> usize;
    /// Writes the numbers of the legal decisions one game after the other, and where each game's end; the ends are
    /// counted from `before` on.
    fn lists(&self, before: i64, ends: &mut [i64], ids: &mut [i32]);
    /// Writes for each game a row with ones where a number is legal, and zeros elsewhere.
    fn masks(&self, rows: &mut [u8]);
    /// Writes for each game the figures that the seat to act sees.
    fn figures(&self, rows: &mut [f32]);
    /// Picks a decision for each game as the bot `random` does.
    fn pick(&mut self, numbers: &mut [i32]);
    /// Steps played since the last restart: decisions, then draws.
    fn steps(&self) -> (u64, u64);
    /// One of the games, to look at it.
    fn position(&self, game: usize) -> Box<dyn AnyPosition>;
}

/// What a place is worth: 1 shared among the winners, made zero-sum over the table.
pub fn returns(outcome: &Outcome) -> Vec<f32> {
    let seats = outcome.places.len() as f32;
    let winners = outcome.places.iter().filter(|place| **place == 1).count() as f32;
    let share = |place: &usize| if *place == 1 { 1.0 / winners } else { 0.0 };
    outcome.places.iter().map(|place| (share(place) * seats - 1.0) / (seats - 1.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_add_up_to_nothing_and_ties_share() {
        let outcome = |places: &[usize]| Outcome { points: vec![0; places.len()], places: places.to_vec() };
        assert_eq!(returns(&outcome(&[1, 2])), [1.0, -1.0]);
        assert_eq!(returns(&outcome(&[1, 1])), [0.0, 0.0]);
        let three = returns(&outcome(&[2, 1, 3]));
        assert_eq!(three, [-0.5, 1.0, -0.5]);
        let shared = returns(&outcome(&[1, 3, 1, 4]));
        assert!((shared.iter().sum::<f32>()).abs() < 1e-6 && shared[0] > shared[1]);
    }
}
