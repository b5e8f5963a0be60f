//! Plays positions on for a while by best next steps; reviews value the positions that this leads to.

use std::hash::Hash;

use engine::{Evaluate, Fast, Seat, Step, ToAct};

use crate::policy::Policy;
use crate::value::Judge;

/// Plays positions on as the planner does when it judges its lines.
#[derive(Debug)]
pub struct Ahead<G: Evaluate>(Policy<G>);

impl<G: Evaluate> Default for Ahead<G> {
    fn default() -> Self {
        Ahead(Policy::new(Judge::new::<G>(None)))
    }
}

impl<G: Evaluate> Ahead<G> {
    /// Plays on until this many further turns have begun and the estimate can be trusted, or to the end.
    pub fn play_on(&mut self, state: &mut G, turns: usize, rng: &mut Fast) {
        self.0.turns(state, turns, rng);
    }

    /// Ends a seat's turn, or goes on to where something is drawn or shown: a stretch of the
    /// turn. Gives its actions.
    pub fn complete(&mut self, state: &mut G, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        while state.to_act() == ToAct::Seat(seat) && actions.len() < LONGEST_TURN {
            let action = self.0.best_step(state, seat);
            let shows = state.reveals(&Step::Action(action));
            state.apply(Step::Action(action), &mut ());
            actions.push(action);
            if shows {
                break;
            }
        }
        actions
    }
}

/// No turn is longer.
const LONGEST_TURN: usize = 60;

/// A number that tells positions apart.
pub fn fingerprint(position: &impl Hash) -> u64 {
    crate::hash::hash(position)
}
