//! Bots that look ahead, generic over the game.
//!
//! A bot gets a [`Perspective`](engine::Perspective) and the legal list, never a state: what it thinks about are
//! worlds that fit what its seat has seen. It knows no clock; the caller's budget says when to stop.

mod greedy;

use engine::{Bot, Curious, Game, Random};

pub use greedy::Greedy;

/// The bots by name, weakest first, with a sentence on each.
pub const BOTS: &[(&str, &str)] = &[
    ("random", "a verb at random, then a word of it at random"),
    ("curious", "for tests: goes where least was done so far"),
    ("greedy", "the best next step by the game's estimate"),
];

/// Makes the bot of that name.
pub fn bot<G: Game>(name: &str) -> Option<Box<dyn Bot<G>>> {
    match name {
        "random" => Some(Box::new(Random)),
        "curious" => Some(Box::<Curious>::default()),
        "greedy" => Some(Box::<Greedy<G>>::default()),
        _ => None,
    }
}
