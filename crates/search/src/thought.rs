//! What a bot has thought: choices with their expected margins, best first.

use engine::{Budget, Evaluate, Fast, Perspective, Rng as _, exact};

/// A choice thought through.
#[derive(Clone, Debug)]
pub struct Thought<G: Evaluate> {
    /// The next action, and those that should follow it in the same turn as far as they are foreseen.
    pub actions: Vec<G::Action>,
    /// The margin over the strongest rival that it should bring, in points.
    pub margin: f32,
    /// What choices are ranked by: the margin less a penalty for uncertainty.
    pub rank: f32,
    /// Random bonus by which a slipping player overrates this choice.
    pub tempting: f32,
}

/// A bot that can tell what it thinks of its choices.
pub trait Thinker<G: Evaluate>: Send {
    /// Thinks about the decision at hand: at least one choice, best first. With a slip, in points, other
    /// choices are tempting, too.
    fn think(&mut self, seen: &Perspective<'_, G>, budget: &Budget<'_>, slip: f32, rng: &mut Fast) -> Vec<Thought<G>>;

    /// The next action of what was decided before, if all is as it was foreseen.
    fn follow(&mut self, _seen: &Perspective<'_, G>, _legal: &[G::Action]) -> Option<G::Action> {
        None
    }

    /// How many iterations were made since the last call: none where a plan was followed.
    fn effort(&mut self) -> u64 {
        0
    }

    /// Gives the memory of the search back. What was decided stays.
    fn rest(&mut self) {}

    /// Keeps what was chosen, to follow it.
    fn keep(&mut self, _seen: &Perspective<'_, G>, _thought: &Thought<G>) {}
}

/// How tempting a choice is, told by its number: drawn so (by Gumbel's distribution) that the most tempting one of all
/// is chosen with a probability that falls by e for each slip that it loses.
pub(crate) fn temptation(slip: f32, number: u64) -> f32 {
    if slip <= 0.0 {
        return 0.0;
    }
    let point = ((Fast::new(number).next_u64() >> 40) as f32 + 0.5) / (1u64 << 24) as f32;
    -slip * exact::ln(-exact::ln(point))
}

/// The most that a slip may cost: as a multiple of the slip, and in points.
const NEVER: (f32, f32) = (4.0, 6.0);

/// The most points that somebody who slips this far may lose by it.
pub(crate) fn most_lost(slip: f32) -> f32 {
    (NEVER.0 * slip).min(NEVER.1)
}

/// Picks the best thought, or one that is nearly as good and tempting.
pub(crate) fn pick<G: Evaluate>(thoughts: &[Thought<G>], slip: f32) -> &Thought<G> {
    if slip <= 0.0 {
        return &thoughts[0];
    }
    let best = thoughts.iter().map(|thought| thought.rank).fold(f32::NEG_INFINITY, f32::max);
    let likely = thoughts.iter().filter(|thought| best - thought.rank <= most_lost(slip));
    let looks = |thought: &Thought<G>| thought.rank + thought.tempting;
    likely.max_by(|a, b| looks(a).total_cmp(&looks(b))).unwrap_or(&thoughts[0])
}

/// Follows what was decided, or thinks and picks; with the slip goes where the expected margin is noted, which stays
/// as it was while a plan is followed.
pub(crate) fn choose<G: Evaluate>(
    thinker: &mut dyn Thinker<G>,
    seen: &Perspective<'_, G>,
    legal: &[G::Action],
    budget: &Budget<'_>,
    (slip, margin): (f32, &mut Option<f32>),
    rng: &mut Fast,
) -> G::Action {
    if let Some(action) = thinker.follow(seen, legal) {
        return action;
    }
    *margin = None;
    if let [only] = legal {
        return *only;
    }
    let thoughts = thinker.think(seen, budget, slip, rng);
    if thoughts.is_empty() {
        return legal[0];
    }
    let picked = pick(&thoughts, slip);
    let action = picked.actions[0];
    *margin = Some(picked.margin);
    thinker.keep(seen, picked);
    action
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::toy::Toy;

    fn thoughts(slip: f32, rng: &mut Fast) -> Vec<Thought<Toy>> {
        let ranks = [10.0, 9.0, 8.0, 3.5, -20.0];
        let thought =
            |rank: f32| Thought { actions: Vec::new(), margin: rank, rank, tempting: temptation(slip, rng.next_u64()) };
        ranks.map(thought).into()
    }

    fn chosen(slip: f32) -> Vec<usize> {
        let mut rng = Fast::new(3);
        let mut counts = vec![0; 5];
        for _ in 0..2000 {
            let thoughts = thoughts(slip, &mut rng);
            let picked = pick(&thoughts, slip).rank;
            counts[thoughts.iter().position(|thought| thought.rank.total_cmp(&picked).is_eq()).unwrap_or(4)] += 1;
        }
        counts
    }

    #[test]
    fn a_slip_is_the_rarer_the_more_it_loses_and_nonsense_never_happens() {
        assert_eq!(chosen(0.0), [2000, 0, 0, 0, 0], "a master does not slip");
        let [best, second, third, fourth, nonsense] = chosen(1.0)[..] else { panic!("five thoughts") };
        assert!(best > second && second > third && third > 100, "{:?}", chosen(1.0));
        assert_eq!((fourth, nonsense), (0, 0), "four slips are the most");
        let wild = chosen(50.0);
        assert_eq!((wild[3], wild[4]), (0, 0), "six points are the most: {wild:?}");
        assert!(wild[2] > 500, "{wild:?}");
    }
}
