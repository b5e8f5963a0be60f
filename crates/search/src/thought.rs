//! What a bot has thought: choices with their expected margins, best first.

use engine::{Budget, Fast, Game, Perspective};

/// A choice thought through.
#[derive(Clone, Debug)]
pub struct Thought<G: Game> {
    /// The next action, and those that should follow it in the same turn as far as they are foreseen.
    pub actions: Vec<G::Action>,
    /// The margin over the strongest rival that it should bring, in points.
    pub margin: f32,
    /// What choices are ranked by: the margin less what is doubtful about it.
    pub rank: f32,
}

/// A bot that can tell what it thinks of its choices.
pub trait Thinker<G: Game>: Send {
    /// Thinks about the decision at hand: at least one choice, best first.
    fn think(&mut self, seen: &Perspective<'_, G>, budget: &Budget<'_>, rng: &mut Fast) -> Vec<Thought<G>>;

    /// The next action of what was decided before, if all is as it was foreseen.
    fn follow(&mut self, _seen: &Perspective<'_, G>, _legal: &[G::Action]) -> Option<G::Action> {
        None
    }

    /// How many iterations were made since the last call: none where a plan was followed.
    fn effort(&mut self) -> u64 {
        0
    }

    /// Keeps what was chosen, to follow it.
    fn keep(&mut self, _seen: &Perspective<'_, G>, _thought: &Thought<G>) {}
}

/// Follows what was decided, or thinks and picks.
pub(crate) fn choose<G: Game>(
    thinker: &mut dyn Thinker<G>,
    seen: &Perspective<'_, G>,
    legal: &[G::Action],
    budget: &Budget<'_>,
    rng: &mut Fast,
    pick: impl for<'a> FnOnce(&'a [Thought<G>], &mut Fast) -> &'a Thought<G>,
) -> G::Action {
    if let Some(action) = thinker.follow(seen, legal) {
        return action;
    }
    if let [only] = legal {
        return *only;
    }
    let thoughts = thinker.think(seen, budget, rng);
    if thoughts.is_empty() {
        return legal[0];
    }
    let picked = pick(&thoughts, rng);
    let action = picked.actions[0];
    thinker.keep(seen, picked);
    action
}
