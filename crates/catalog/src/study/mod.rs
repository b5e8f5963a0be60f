//! Games as programs study them, without their types: positions that are played by numbers, and fleets of games that
//! are played all at once.

mod fleet;
mod position;
mod retell;
mod verbs;

use std::any::Any;

use engine::{
    Canvas, Fast, Illegal, Kind, Misread, Outcome, Part, PartSet, Picture, Record, Rule, Run, Seat, Study, ToAct,
    Viewer,
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
    /// The parts that whoever asks for none by name gets.
    pub usual: PartSet,
    /// About how long the longest matches are, draws included.
    pub length: u32,
}

impl Space {
    /// The space of a game type.
    pub(crate) fn of<G: Study>() -> Space {
        Space { runs: G::SPACE, size: G::size(), parts: G::FIGURES, usual: G::USUAL, length: G::LENGTH }
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
    /// Whether something is or may be hidden from some player at this table.
    fn hides(&self) -> bool;
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
    /// What a seat sees, as figures of some parts; `row` is as long as they are and is overwritten.
    fn figures(&self, seat: Seat, chosen: PartSet, row: &mut [f32]);
    /// Every step so far as a viewer read it when it was played.
    fn seen(&self, viewer: Viewer) -> Vec<String>;
    /// A position that fits what the seat has seen so far, drawn at random. Its steps read to the seat as they did;
    /// what was hidden from it is imagined, in the history too.
    fn imagine(&self, seat: Seat, rng: &mut Fast) -> Box<dyn AnyPosition>;
    /// The steps so far: who (nobody where something was drawn), and the number, if it has one.
    fn history(&self) -> Vec<(Option<Seat>, Option<u32>)>;
    /// The record of the match; nothing for a position that did not begin at the start.
    fn record(&self) -> Option<Record>;
}

/// Where a fleet reports: one place per game, and per game and seat for the returns.
#[derive(Debug)]
pub struct FleetReport<'a> {
    /// Who decides next.
    pub players: &'a mut [i8],
    /// What each seat got where a game ended just now, else zeros.
    pub returns: &'a mut [f32],
    /// The points of each seat where a game ended just now, else zeros.
    pub points: &'a mut [i32],
    /// Where a game ended just now; it has begun again.
    pub ended: &'a mut [bool],
}

/// What a fleet pays at the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reward {
    /// See [`returns`].
    #[default]
    Win,
    /// The points ahead of the best rival, or behind.
    Margin,
}

/// Bots that play in every game of a fleet against whoever plays from outside.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    /// Who sits clockwise from the seat that is played from outside on; nobody where the names end.
    pub bots: &'a [String],
    /// The seat that is played from outside; by turns from game to game if none is given.
    pub guest: Option<Seat>,
    /// How many iterations a bot has for a decision, the lower levels their share of it.
    pub iterations: u32,
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
    /// Says what is paid from now on.
    fn pays(&mut self, reward: Reward);
    /// Seats bots, who decide as soon as they are to act, from the next restart on; says no where one is unknown.
    fn sit(&mut self, crew: &Crew<'_>) -> bool;
    /// Begins every game anew and reports who decides.
    fn restart(&mut self, seed: u64, players: &mut [i8]);
    /// Lists anew what every game offers, and reports who decides: after a [`load`](Fleet::load).
    fn relist(&mut self, players: &mut [i8]);
    /// Says whether every number can be played, before any is.
    fn judge(&mut self, numbers: &[i32]) -> Result<(), Mishap>;
    /// Plays what was judged last, and reports.
    fn sail(&mut self, report: FleetReport<'_>);
    /// How many legal decisions there are, in all games together.
    fn listed(&self) -> usize;
    /// Writes the numbers of the legal decisions one game after the other, and where each game's end; the ends are
    /// counted from `before` on.
    fn lists(&self, before: i64, ends: &mut [i64], ids: &mut [i32]);
    /// Writes for each game a row with ones where a number is legal, and zeros elsewhere.
    fn masks(&self, rows: &mut [u8]);
    /// Writes for each game the figures of some parts that a seat sees: the one of that number, or the one to act.
    fn figures(&self, viewers: Option<&[i8]>, chosen: PartSet, rows: &mut [f32]);
    /// The same in half precision, as the bits of IEEE 754's binary16.
    fn half_figures(&self, viewers: Option<&[i8]>, chosen: PartSet, rows: &mut [u16]);
    /// Writes for each game the points of every seat as they stand.
    fn points(&self, rows: &mut [i32]);
    /// Writes for each game how good it looks for every seat by the game's estimate, in points. Where something is
    /// hidden it is guessed by what the seat to act sees.
    fn estimates(&mut self, rows: &mut [f32]);
    /// Writes for each game what bots have learned of it: the chance of every seat to win, then the points of every
    /// seat at the end. Writes nothing and says no where nothing was learned of the game, or not of such tables.
    fn prospects(&mut self, rows: &mut [f32]) -> bool;
    /// Picks a decision for each game as the bot `random` does.
    fn pick(&mut self, numbers: &mut [i32]);
    /// Steps played since the last restart: decisions, then draws.
    fn steps(&self) -> (u64, u64);
    /// One of the games, to look at it or to keep it.
    fn position(&self, game: usize) -> Box<dyn AnyPosition>;
    /// One of the games that ended with the last step, as it stood at its end; nothing for any other.
    fn finished(&self, game: usize) -> Option<Box<dyn AnyPosition>>;
    /// Goes on from a position in one of the games; the lists are those of before until [`relist`](Fleet::relist).
    /// Says no to a position of another setup, and to one that is over.
    fn load(&mut self, game: usize, position: &dyn AnyPosition) -> bool;
}

/// What a place is worth: 1 shared among the winners, made zero-sum over the table.
///
/// The sum is exactly zero in whatever order it is taken: each return is a multiple of 2⁻⁵⁰, and what rounding leaves
/// over is the last loser's.
pub fn returns(outcome: &Outcome) -> Vec<f64> {
    shared(outcome, 2.0_f64.powi(50))
}

/// The same in single precision, where returns are multiples of 2⁻²².
pub(crate) fn returns_single(outcome: &Outcome) -> impl Iterator<Item = f32> {
    shared(outcome, 2.0_f64.powi(22)).into_iter().map(|share| share as f32)
}

/// A number in half precision, as the bits of IEEE 754's binary16, rounded to the nearest.
fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let exponent = (bits >> 23 & 0xff) as i32 - 112;
    let (mantissa, shift) = match exponent {
        31.. => return sign | 0x7c00,
        1.. => ((exponent as u32) << 23 | bits & 0x7f_ffff, 13),
        -10.. => (0x80_0000 | bits & 0x7f_ffff, (14 - exponent) as u32),
        _ => return sign,
    };
    let (kept, rest, middle) = (mantissa >> shift, mantissa & ((1 << shift) - 1), 1 << (shift - 1));
    let up = rest > middle || rest == middle && kept & 1 == 1;
    sign | (kept + u32::from(up)) as u16
}

fn shared(outcome: &Outcome, unit: f64) -> Vec<f64> {
    let seats = outcome.places.len() as f64;
    let winners = outcome.places.iter().filter(|place| **place == 1).count() as f64;
    let share = |place: &usize| if *place == 1 { seats / winners } else { 0.0 };
    let worth = |place: &usize| ((share(place) - 1.0) / (seats - 1.0) * unit).round() / unit;
    let mut shares: Vec<f64> = outcome.places.iter().map(worth).collect();
    let rest: f64 = shares.iter().sum();
    if let Some(last) = outcome.places.iter().rposition(|place| *place != 1) {
        shares[last] -= rest;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_is_that_of_the_standard() {
        let known = [(0.0, 0), (1.0, 0x3c00), (-2.0, 0xc000), (0.5, 0x3800), (1.0 / 3.0, 0x3555), (4.0, 0x4400)];
        for (number, bits) in known.into_iter().chain([(65504.0, 0x7bff), (1e6, 0x7c00), (6.0e-8, 1), (1e-9, 0)]) {
            assert_eq!(half(number), bits, "{number}");
        }
    }

    #[test]
    fn returns_add_up_to_nothing_and_ties_share() {
        let outcome = |places: &[usize]| Outcome { points: vec![0; places.len()], places: places.to_vec() };
        assert_eq!(returns(&outcome(&[1, 2])), [1.0, -1.0]);
        assert_eq!(returns(&outcome(&[1, 1])), [0.0, 0.0]);
        let three = returns(&outcome(&[2, 1, 3]));
        assert_eq!(three, [-0.5, 1.0, -0.5]);
        for places in [&[1, 3, 1, 4][..], &[2, 2, 1, 4], &[1, 1, 1, 4], &[6, 5, 4, 3, 2, 1], &[6, 1, 1, 1, 1, 1]] {
            let (double, single) = (returns(&outcome(places)), returns_single(&outcome(places)).collect::<Vec<_>>());
            let doubles = [double.iter().sum::<f64>(), double.iter().rev().sum()];
            let singles = [single.iter().sum::<f32>(), single.iter().rev().sum()];
            assert_eq!((doubles, singles), ([0.0; 2], [0.0; 2]), "{double:?}");
            for (place, share) in places.iter().zip(&double) {
                let winners = places.iter().filter(|place| **place == 1).count() as f64;
                let wins = if *place == 1 { 1.0 / winners } else { 0.0 };
                let exact = (wins * places.len() as f64 - 1.0) / (places.len() as f64 - 1.0);
                assert!((share - exact).abs() < 1e-14, "{share} is not {exact}");
            }
        }
        assert_eq!(returns(&outcome(&[2, 2, 1, 4]))[2..3], [1.0], "who wins alone gets 1");
    }
}
