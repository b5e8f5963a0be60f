//! Playing a position out at random, as fast as the game allows.

use std::ops::AddAssign;

use crate::game::{Game, Step, ToAct};
use crate::random::Fast;

/// How many steps were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Decisions of seats.
    pub decisions: u64,
    /// Random events.
    pub chances: u64,
}

impl Steps {
    /// Decisions and random events together.
    pub fn all(self) -> u64 {
        self.decisions + self.chances
    }
}

impl AddAssign for Steps {
    fn add_assign(&mut self, other: Steps) {
        self.decisions += other.decisions;
        self.chances += other.chances;
    }
}

/// Plays by the bot `random` with buffers that are used again: no allocation once they are warm.
#[derive(Debug)]
pub struct Playout<G: Game> {
    actions: Vec<G::Action>,
    chances: Vec<(G::Chance, u32)>,
}

impl<G: Game> Default for Playout<G> {
    fn default() -> Self {
        Playout { actions: Vec::new(), chances: Vec::new() }
    }
}

impl<G: Game> Playout<G> {
    /// Plays until the match is over or that many steps were played.
    pub fn run(&mut self, game: &mut G, rng: &mut Fast, most: u64) -> Steps {
        let mut steps = Steps::default();
        while steps.all() < most {
            match game.to_act() {
                ToAct::Seat(_) => {
                    let action = game.roam(rng, &mut self.actions);
                    game.apply(Step::Action(action), &mut ());
                    steps.decisions += 1;
                }
                ToAct::Chance => {
                    let chance = game.sample(rng, &mut self.chances);
                    game.apply(Step::Chance(chance), &mut ());
                    steps.chances += 1;
                }
                ToAct::Over(_) => break,
            }
        }
        steps
    }
}
