//! Bots that look ahead, generic over the game.
//!
//! A bot gets a [`Perspective`](engine::Perspective) and the legal list, never a state: what it thinks about are
//! worlds that fit what its seat has seen. It knows no clock; the caller's budget says when to stop.

mod beam;
mod greedy;
mod hash;
mod ismcts;
mod level;
mod outlook;
mod planner;
mod policy;
mod thought;
mod value;

use engine::{Bot, Curious, Game, Random};

pub use greedy::Greedy;
pub use ismcts::{Guidance, Ismcts};
pub use level::{Ladder, Level, Leveled, Method};
pub use outlook::{Gain, Outlook, outlook};
pub use planner::{Breadth, Planner};
pub use thought::{Thinker, Thought};

/// The bots by name, with a sentence on each.
pub const BOTS: &[(&str, &str)] = &[
    ("novice", "the game's best method with an eighth of the time, and slips"),
    ("adept", "with a quarter of the time, and smaller slips"),
    ("expert", "with half the time, and rare slips"),
    ("master", "with all the time, and no slips"),
    ("random", "a verb at random, then a word of it at random"),
    ("curious", "for tests: goes where least was done so far"),
    ("greedy", "the best next step by the game's estimate"),
    ("planner", "searches whole turns, and judges the best by the others' answers"),
    ("ismcts", "tree search over worlds that fit what it sees"),
    ("ismcts-plain", "the same with random playouts, to compare with"),
];

/// How a bot is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Making<'a> {
    /// How the game is best searched, for the levels.
    pub ladder: Ladder,
    /// How many threads a search takes; 0 is one.
    pub threads: usize,
    /// Other weights than the tuned ones.
    pub weights: Option<&'a [f32]>,
}

/// Makes the bot of that name.
pub fn bot<G: Game>(name: &str, making: &Making<'_>) -> Option<Box<dyn Bot<G>>> {
    let Making { ladder, threads, weights } = *making;
    if let Some(level) = Level::named(name) {
        return Some(Box::new(Leveled::new(thinker(making), ladder.slips[level as usize])));
    }
    match name {
        "random" => Some(Box::new(Random)),
        "curious" => Some(Box::<Curious>::default()),
        "greedy" => Some(Box::new(Greedy::new(weights))),
        "planner" => Some(Box::new(Planner::new(Breadth::default(), threads, weights))),
        "ismcts" => Some(Box::new(Ismcts::new(Guidance::FULL, threads, weights))),
        "ismcts-plain" => Some(Box::new(Ismcts::new(Guidance::NONE, threads, weights))),
        _ => None,
    }
}

/// The game's best method, to ask what it thinks.
pub fn thinker<G: Game>(making: &Making<'_>) -> Box<dyn Thinker<G>> {
    match making.ladder.method {
        Method::Planner => Box::new(Planner::new(Breadth::default(), making.threads, making.weights)),
        Method::Ismcts => Box::new(Ismcts::new(Guidance::FULL, making.threads, making.weights)),
    }
}

/// The share of a master's thinking that a bot of that name gets: less for the lower levels, all for everybody else.
pub fn share(name: &str) -> f64 {
    Level::named(name).map_or(1.0, Level::share)
}
