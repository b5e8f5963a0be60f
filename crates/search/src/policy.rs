//! How the players of an imagined line go on: each by the best next step, draws as they fall.

use engine::{Evaluate, Fast, Seat, Step, ToAct};

use crate::value::{Judge, settle};

/// Plays positions on by the best next step.
#[derive(Debug)]
pub(crate) struct Policy<G: Evaluate> {
    pub(crate) judge: Judge,
    actions: Vec<G::Action>,
    chances: Vec<(G::Chance, u32)>,
    /// How many steps were valued.
    pub(crate) valued: u64,
    /// Whether something was drawn since this was last set.
    pub(crate) drew: bool,
}

/// No line is played on further than this, in decisions.
const LONGEST: usize = 400;

impl<G: Evaluate> Policy<G> {
    pub(crate) fn new(judge: Judge) -> Policy<G> {
        Policy { judge, actions: Vec::new(), chances: Vec::new(), valued: 0, drew: false }
    }

    /// The best next step of the seat to act.
    pub(crate) fn best_step(&mut self, state: &G, seat: Seat) -> G::Action {
        self.actions.clear();
        state.actions(&mut self.actions);
        let (mut best, mut most) = (self.actions[0], f32::NEG_INFINITY);
        if self.actions.len() == 1 {
            return best;
        }
        for action in &self.actions {
            let mut after = state.clone();
            after.apply(Step::Action(*action), &mut ());
            let value = self.judge.margin(&after, seat);
            if value > most {
                (best, most) = (*action, value);
            }
        }
        self.valued += self.actions.len() as u64;
        best
    }

    /// Resolves draws.
    pub(crate) fn settle(&mut self, state: &mut G, rng: &mut Fast) {
        self.drew |= state.to_act() == ToAct::Chance;
        settle(state, &mut self.chances, rng);
    }

    /// Plays on until the seat has ended its turn, the others have answered, and the estimate can be trusted, for this
    /// number of rounds; or until `stop`. Returns whether it got there.
    pub(crate) fn answer(
        &mut self,
        state: &mut G,
        seat: Seat,
        mut rounds: u32,
        rng: &mut Fast,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        let mut others = false;
        self.play_on(state, rng, stop, |policy, state, actor, _| {
            others |= actor != seat;
            if others && state.quiet(seat) {
                rounds = rounds.saturating_sub(1);
                others = false;
            }
            (rounds > 0).then(|| policy.best_step(state, actor))
        })
    }

    /// Plays on to the end of the match, the seat by its best steps and the others at random, or until `stop`.
    /// Returns whether it got there.
    ///
    /// If everybody played best steps, all would share the estimate's errors up to the end. Random opponents show what
    /// lasts: a player in a dead end gains nothing more there, however good the estimate is.
    pub(crate) fn finish(&mut self, state: &mut G, seat: Seat, rng: &mut Fast, stop: &dyn Fn() -> bool) -> bool {
        self.play_on(state, rng, stop, |policy, state, actor, rng| {
            Some(if actor == seat { policy.best_step(state, actor) } else { state.roam(rng, &mut policy.actions) })
        })
    }

    /// Plays on until this many turns have begun behind the one under way and the estimate can be trusted.
    pub(crate) fn turns(&mut self, state: &mut G, turns: usize, rng: &mut Fast) {
        let (mut before, mut begun) = (None, 0);
        self.play_on(state, rng, &|| false, |policy, state, actor, _| {
            begun += usize::from(before.is_some_and(|before| before != actor));
            before = Some(actor);
            (begun < turns || !state.quiet(actor)).then(|| policy.best_step(state, actor))
        });
    }

    /// Plays on as long as `next` names an action and nothing says `stop`; false where it was stopped.
    fn play_on(
        &mut self,
        state: &mut G,
        rng: &mut Fast,
        stop: &dyn Fn() -> bool,
        mut next: impl FnMut(&mut Self, &G, Seat, &mut Fast) -> Option<G::Action>,
    ) -> bool {
        for decision in 0..LONGEST {
            self.settle(state, rng);
            let ToAct::Seat(actor) = state.to_act() else { break };
            if decision % 4 == 3 && stop() {
                return false;
            }
            let Some(action) = next(self, state, actor, rng) else { break };
            state.apply(Step::Action(action), &mut ());
        }
        true
    }
}
