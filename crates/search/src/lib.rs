//! Bots that look ahead, generic over the game.
//!
//! A bot gets a [`Perspective`](engine::Perspective) and the legal list, never a state: what it thinks about are
//! worlds that fit what its seat has seen. It knows no clock; the caller's budget says when to stop.

mod greedy;
mod ismcts;
mod planner;
mod value;

use engine::{Bot, Curious, Game, Random};

pub use greedy::Greedy;
pub use ismcts::Ismcts;
pub use planner::{Breadth, Planner};

/// The bots by name, with a sentence on each.
pub const BOTS: &[(&str, &str)] = &[
    ("random", "a verb at random, then a word of it at random"),
    ("curious", "for tests: goes where least was done so far"),
    ("greedy", "the best next step by the game's estimate"),
    ("planner", "searches whole turns, and judges the best by the others' answers"),
    ("ismcts", "tree search over worlds that fit what it sees"),
    ("ismcts-plain", "the same with random playouts, to compare with"),
];

/// Makes the bot of that name.
pub fn bot<G: Game>(name: &str) -> Option<Box<dyn Bot<G>>> {
    match name {
        "random" => Some(Box::new(Random)),
        "curious" => Some(Box::<Curious>::default()),
        "greedy" => Some(Box::<Greedy<G>>::default()),
        "planner" => Some(Box::<Planner<G>>::default()),
        "ismcts" => Some(Box::<Ismcts<G>>::default()),
        "ismcts-plain" => Some(Box::new(Ismcts::new(false))),
        _ => None,
    }
}
