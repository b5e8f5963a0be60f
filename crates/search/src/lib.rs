//! Bots that look ahead, generic over the game.
//!
//! A bot gets a [`Perspective`](engine::Perspective) and the legal list, never a state: what it thinks about are
//! worlds that fit what its seat has seen. It knows no clock; the caller's budget says when to stop.

mod ahead;
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

use engine::{Bot, BotLadder, Curious, Evaluate, Method, Random};

pub use ahead::{Ahead, fingerprint};
pub use greedy::Greedy;
pub use ismcts::{Guidance, Ismcts};
pub use level::{Level, Leveled};
pub use outlook::{Gain, Outlook, outlook};
pub use planner::{Breadth, Planner};
pub use thought::{Thinker, Thought};
pub use value::Learned;

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
    pub ladder: BotLadder,
    /// How many threads a search takes; 0 is one.
    pub threads: usize,
    /// Other weights than the tuned ones; with them nothing learned counts.
    pub weights: Option<&'a [f32]>,
    /// The learned value to go by.
    pub learned: Learned<'a>,
    /// About how many bytes a search may take before it decides; none is as many as it likes.
    pub memory: Option<usize>,
}

impl Making<'_> {
    /// What counts beside these weights.
    fn learned(&self) -> Learned<'_> {
        if self.weights.is_some() { Learned::Nothing } else { self.learned }
    }

    /// The tree search of this making.
    fn ismcts<G: Evaluate>(&self) -> Ismcts<G> {
        Ismcts::new(Guidance::FULL, self.threads, self.weights).taught(self.learned()).within(self.memory())
    }

    /// The planner of this making.
    fn planner<G: Evaluate>(&self) -> Planner<G> {
        let planner = Planner::new(Breadth::of(&self.ladder), self.threads, self.weights);
        planner.taught(self.learned()).within(self.memory())
    }

    /// The bytes for each thread of a search.
    fn memory(&self) -> usize {
        self.memory.map_or(usize::MAX, |memory| memory / self.threads.max(1))
    }
}

/// A bot that can be put aside: while it waits it keeps what it has planned, and gives back the memory of its search.
pub trait Resting<G: Evaluate>: Bot<G> {
    /// Gives the memory of the search back.
    fn rest(&mut self) {}
}

impl<G: Evaluate> Resting<G> for Random {}
impl<G: Evaluate> Resting<G> for Curious {}
impl<G: Evaluate> Resting<G> for Greedy<G> {}

/// Makes the bot of that name; to measure by, a level may have another slip (`adept~1.5`) and every bot more or less
/// time (`master@2`), which [`share`] tells, or go by the estimate alone (`master^`).
pub fn bot<G: Evaluate>(name: &str, making: &Making<'_>) -> Option<Box<dyn Resting<G>>> {
    let Spec { name, slip, unlearned, .. } = Spec::read(name)?;
    let level = Level::named(name);
    // What was learned is more than beginners can beat, however little time it gets and however far it slips.
    let unlearned = unlearned || level == Some(Level::Novice);
    let making = &Making { learned: if unlearned { Learned::Nothing } else { making.learned }, ..*making };
    let Making { ladder, threads, weights, .. } = *making;
    if let Some(level) = level {
        return Some(Box::new(Leveled::new(thinker(making), slip.unwrap_or(ladder.slips[level as usize]))));
    }
    match name {
        _ if slip.is_some() => None,
        "random" => Some(Box::new(Random)),
        "curious" => Some(Box::<Curious>::default()),
        "greedy" => Some(Box::new(Greedy::new(weights))),
        "planner" => Some(Box::new(making.planner())),
        "ismcts" => Some(Box::new(making.ismcts())),
        "ismcts-plain" => Some(Box::new(Ismcts::new(Guidance::NONE, threads, weights).within(making.memory()))),
        _ => None,
    }
}

/// The game's best method, to ask what it thinks.
pub fn thinker<G: Evaluate>(making: &Making<'_>) -> Box<dyn Thinker<G>> {
    match making.ladder.method {
        Method::Planner => Box::new(making.planner()),
        Method::Ismcts => Box::new(making.ismcts()),
    }
}

/// The share of a master's thinking that a bot of that name gets: less for the lower levels, all for everybody else,
/// times the number behind an `@`.
pub fn share(name: &str) -> f64 {
    Spec::read(name).map_or(1.0, |spec| spec.times * Level::named(spec.name).map_or(1.0, Level::share))
}

/// About how many iterations a bot of that name makes in a master's usual turn, 40 ms, if it has all of it.
pub fn usual(name: &str, ladder: &BotLadder) -> u32 {
    let [planner, tree] = ladder.usual;
    match (Spec::read(name).map_or(name, |spec| spec.name), ladder.method) {
        ("ismcts" | "ismcts-plain", _) => tree,
        ("planner", _) | (_, Method::Planner) => planner,
        (_, Method::Ismcts) => tree,
    }
}

/// A bot's name with what may follow it: `adept~1.5@2^` is an adept who slips by 1.5, has twice the time, and goes by
/// the estimate alone.
struct Spec<'a> {
    name: &'a str,
    slip: Option<f32>,
    times: f64,
    unlearned: bool,
}

impl<'a> Spec<'a> {
    /// The largest factor behind an `@`.
    const MOST: f64 = 1000.0;

    fn read(text: &'a str) -> Option<Spec<'a>> {
        let (text, unlearned) = text.strip_suffix('^').map_or((text, false), |text| (text, true));
        let (text, times) = match text.split_once('@') {
            Some((text, times)) => (text, times.parse().ok().filter(|times| *times > 0.0 && *times <= Spec::MOST)?),
            None => (text, 1.0),
        };
        let (name, slip) = match text.split_once('~') {
            Some((name, slip)) => (name, Some(slip.parse().ok().filter(|slip| *slip >= 0.0)?)),
            None => (text, None),
        };
        Some(Spec { name, slip, times, unlearned })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::toy::Toy;

    #[test]
    fn a_name_may_say_how_far_a_level_slips_and_how_long_a_bot_thinks() {
        let known = |name: &str| bot::<Toy>(name, &Making::default()).is_some();
        assert!(known("master") && known("adept~1.5") && known("adept~0@0.5") && known("ismcts@2"));
        assert!(known("master^") && known("adept~1.5@2^") && !known("^") && !known("mas^ter"));
        assert!(!known("oracle") && !known("greedy~1") && !known("adept~x") && !known("adept~-1"));
        assert!(!known("master@0") && !known("master@1e9") && !known("master@NaN") && !known("adept~NaN"));
        assert!((share("adept~1.5@2") - 0.5).abs() < 1e-9 && (share("greedy") - 1.0).abs() < 1e-9);
        assert!((share("master@2") - 2.0).abs() < 1e-9);
        let ladder = BotLadder { usual: [9, 2], ..BotLadder::USUAL };
        let names = ["master", "adept~1.5", "planner", "ismcts@2", "ismcts-plain"];
        assert_eq!(names.map(|name| usual(name, &ladder)), [9, 9, 9, 2, 2]);
        assert_eq!(usual("master", &BotLadder { method: Method::Ismcts, ..ladder }), 2);
    }
}
