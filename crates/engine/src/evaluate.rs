//! What bots need of a game beyond its rules: how good a position looks, and how the game is best searched.

use crate::game::{Game, ToAct};
use crate::net::{Inputs, Net};
use crate::seat::{MOST_SEATS, Seat};

/// A game that bots can play well. Everything has a default, so that a new game has bots at once.
pub trait Evaluate: Game {
    /// How the game is best searched, and how far its levels slip: found by `quipu arena`, see `docs/bots.md`.
    const LADDER: BotLadder = BotLadder::USUAL;

    /// How a review turns estimates into chances to win and expected margins, and when it calls a turn a mistake: JSON,
    /// as `quipu calibrate` writes it; see `docs/review.md`.
    const STANDARDS: &'static str = "{}";

    /// The weights of the estimate by name, as tuning left them for a table of that many seats; see
    /// [`weights!`](crate::weights).
    fn weights(_seats: usize) -> &'static [(&'static str, f32)] {
        &[]
    }

    /// How good the position looks for each seat, in points; 0 beyond the seats of the table. Tuning gives other
    /// weights, one for each of [`weights`](Evaluate::weights).
    ///
    /// Bots ask only worlds made by [`determinize`](Game::determinize), so what a seat may not know is guessed there.
    fn estimates(&self, _weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
        let mut values = [0.0; MOST_SEATS];
        Seat::all(self.seats()).for_each(|seat| values[seat.index()] = self.points(seat) as f32);
        values
    }

    /// How many inputs a learned value of this game has; none where nothing was learned.
    const INPUTS: usize = 0;

    /// The value that was learned, as it is shipped.
    fn learned() -> Option<&'static Net> {
        None
    }

    /// Whether the table is one that a learned value knows: no box of an owner, no option that was not met in training.
    /// Elsewhere the estimate holds.
    fn familiar(&self) -> bool {
        false
    }

    /// Feeds a learned value its inputs: what lies open in this world, first what all seats have in common, then seat
    /// by seat. Called only while the match goes on.
    fn inputs(&self, _inputs: &mut impl Inputs) {}

    /// The weight of the rivals' estimates against one's own when a bot looks ahead: 1 where points are compared, less
    /// in a race, which nobody wins by only hindering the others.
    fn rivalry(_weights: Option<&[f32]>) -> f32 {
        1.0
    }

    /// A factor of that weight for this moment, from 0 to 1: less once players have hindered each other for so long
    /// that nobody would ever arrive.
    fn tension(&self) -> f32 {
        1.0
    }

    /// How far every bot slips here, in points: above 0 in a deadlock, where the same moves were tried in vain for
    /// long.
    fn variety(&self) -> f32 {
        0.0
    }

    /// Whether a bot that looks ahead for a seat may stop here, after the others have answered, and trust the
    /// estimate: when it is that seat's turn again, but not in the middle of an auction.
    fn quiet(&self, seat: Seat) -> bool {
        self.to_act() == ToAct::Seat(seat)
    }

    /// Whether the decision at hand pays points for something, as a bid does. There a weak bot does not slip.
    fn stakes(&self) -> bool {
        false
    }

    /// How much of the match is played, from 0 to 1. A review gives a lead more weight towards the end.
    fn progress(&self) -> f32 {
        0.0
    }

    // Provided, final: no game overrides it.

    /// How good the position looks for one seat, with the tuned weights.
    fn estimate(&self, seat: Seat) -> f32 {
        self.estimates(None)[seat.index()]
    }
}

/// How a game is best searched, and how far its levels slip.
#[derive(Clone, Copy, Debug)]
pub struct BotLadder {
    /// The method behind all levels.
    pub method: Method,
    /// How many rounds the planner plays on after a turn to see what it is worth.
    pub rounds: u32,
    /// The greatest weight of playouts to the end of the match, which are made when time is left.
    pub ends: f32,
    /// The lead in points that the planner takes for nearly a win, at tables of more than two; `None` in most games.
    pub lead: Option<f32>,
    /// How far each level slips, in points: a choice that loses as much is chosen a third as often.
    pub slips: [f32; 4],
    /// About how many iterations a master makes in a turn of 40 ms, by the planner and by the tree: what bots have
    /// where nobody says otherwise.
    pub usual: [u32; 2],
    /// What each level is worth in rating points, at two seats and with the base options, where an adept has 1400: the
    /// arena's shares of wins between neighbouring levels give the differences, 400 points for ten to one.
    pub strengths: [i32; 4],
}

impl BotLadder {
    /// What suits a game that was not measured yet.
    pub const USUAL: BotLadder = BotLadder {
        method: Method::Planner,
        rounds: 1,
        ends: 0.0,
        lead: None,
        slips: [2.0, 1.0, 0.5, 0.0],
        usual: [30_000, 2_000],
        strengths: [1250, 1400, 1600, 1850],
    };
}

impl Default for BotLadder {
    fn default() -> Self {
        BotLadder::USUAL
    }
}

/// A method of searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Whole turns.
    Planner,
    /// A tree of single decisions.
    Ismcts,
}
