//! The best next step by the game's `estimate`.

use engine::{Bot, Budget, Dice, Evaluate, Fast, Perspective, Seat, Step, ToAct};

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
        self.values.clear();
        self.values.resize(legal.len(), 0.0);
        for world in 0..WORLDS.min(budget.iterations.max(1)) {
            if world > 0 && (budget.stop)() {
                break;
            }
            let imagined = seen.imagine(rng);
            for (index, action) in legal.iter().enumerate() {
                self.values[index] += self.value(&imagined, *action, seen.seat(), rng);
            }
        }
        let best = self.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let equals: Vec<usize> = (0..legal.len()).filter(|index| self.values[*index] >= best).collect();
        legal[*rng.pick(&equals)]
    }
}
