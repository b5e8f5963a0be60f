//! The best next step by the game's `estimate`.

use engine::{Bot, Budget, Dice, Evaluate, Fast, Perspective, Rng as _, Seat, Step, ToAct};

use crate::thought::{Thought, temptation};
use crate::value::{Judge, settle};

/// Looks one decision ahead in a few worlds that fit what its seat sees, and takes what looks best on average.
///
/// A draw that the decision brings is averaged over a few outcomes, never foreseen.
#[derive(Debug)]
pub struct Greedy<G: Evaluate> {
    judge: Judge,
    values: Vec<f32>,
    chances: Vec<(G::Chance, u32)>,
}

impl<G: Evaluate> Default for Greedy<G> {
    fn default() -> Self {
        Greedy::new(None)
    }
}

/// How many worlds are imagined.
const WORLDS: u32 = 3;
/// How often a draw is tried in each.
const DRAWS: u32 = 3;

impl<G: Evaluate> Greedy<G> {
    /// Greedy by the tuned weights, or by others.
    pub fn new(weights: Option<&[f32]>) -> Greedy<G> {
        Greedy { judge: Judge::new::<G>(weights), values: Vec::new(), chances: Vec::new() }
    }

    /// What each action is worth to the seat on average over worlds, in the order of the actions.
    pub(crate) fn weigh(
        &mut self,
        seen: &Perspective<'_, G>,
        legal: &[G::Action],
        budget: &Budget<'_>,
        rng: &mut Fast,
    ) -> &[f32] {
        self.values.clear();
        self.values.resize(legal.len(), 0.0);
        let mut worlds = 0.0;
        for world in 0..WORLDS.min(budget.iterations.max(1)) {
            if world > 0 && (budget.stop)() {
                break;
            }
            let imagined = seen.imagine(rng);
            for (index, action) in legal.iter().enumerate() {
                self.values[index] += self.value(&imagined, *action, seen.seat(), rng);
            }
            worlds += 1.0;
        }
        self.values.iter_mut().for_each(|value| *value /= worlds);
        &self.values
    }

    /// What somebody thinks who has no time to think further: each action by itself, the best first.
    pub(crate) fn thoughts(&mut self, seen: &Perspective<'_, G>, slip: f32, rng: &mut Fast) -> Vec<Thought<G>> {
        let mut legal = Vec::new();
        seen.imagine(rng).actions(&mut legal);
        self.weigh(seen, &legal, &Budget::iterations(WORLDS), rng);
        let thought = |(action, value): (&G::Action, &f32)| {
            let tempting = temptation(slip, rng.next_u64());
            Thought { actions: vec![*action], margin: *value, rank: *value, tempting }
        };
        let mut thoughts: Vec<Thought<G>> = legal.iter().zip(&self.values).map(thought).collect();
        // Equals come in any order.
        rng.shuffle(&mut thoughts);
        thoughts.sort_by(|a, b| b.rank.total_cmp(&a.rank));
        thoughts
    }

    /// The value of a decision for a seat in one world.
    fn value(&mut self, world: &G, action: G::Action, seat: Seat, rng: &mut Fast) -> f32 {
        let mut after = world.clone();
        after.apply(Step::Action(action), &mut ());
        if after.to_act() != ToAct::Chance {
            return self.judge.margin(&after, seat);
        }
        let mut sum = 0.0;
        for _ in 0..DRAWS {
            let mut drawn = after.clone();
            settle(&mut drawn, &mut self.chances, rng);
            sum += self.judge.margin(&drawn, seat);
        }
        sum / DRAWS as f32
    }
}

impl<G: Evaluate> Bot<G> for Greedy<G> {
    fn choose(
        &mut self,
        seen: &Perspective<'_, G>,
        legal: &[G::Action],
        budget: &Budget<'_>,
        rng: &mut Fast,
    ) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        self.weigh(seen, legal, budget, rng);
        let best = self.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let equals: Vec<usize> = (0..legal.len()).filter(|index| self.values[*index] >= best).collect();
        legal[*rng.pick(&equals)]
    }
}
