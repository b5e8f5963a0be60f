//! The games, by name: the only place that knows them all.
//!
//! Commands, server and Python go through here and never name a game. A fifth game is one line in [`GAMES`] and
//! one dependency.

#[cfg(not(target_arch = "wasm32"))]
mod glimpse;
mod hosted;
mod outside;
#[cfg(any(feature = "review", not(target_arch = "wasm32")))]
mod reviewed;
mod simulation;
mod strength;
#[cfg(not(target_arch = "wasm32"))]
mod study;
#[cfg(not(target_arch = "wasm32"))]
mod train;
#[cfg(not(target_arch = "wasm32"))]
mod tune;
#[cfg(not(target_arch = "wasm32"))]
mod workshop;

/// Only the module that a browser loads for a review has reviews.
#[cfg(all(target_arch = "wasm32", not(feature = "review")))]
mod reviewed {
    /// Empty here.
    pub trait Reviewed {}
    impl<T: ?Sized> Reviewed for T {}
}

/// A browser plays, and has no workshop: studies and tuning would be a third of the module that it loads.
#[cfg(target_arch = "wasm32")]
mod workshop {
    /// Empty here.
    pub trait Workshop {}
    impl<T: ?Sized> Workshop for T {}
    /// Empty here.
    pub trait Onlooker {}
    impl<T: ?Sized> Onlooker for T {}
}

use engine::{AnyMatch, Budget, Fast, Kind, Opening, Outcome, Record, Rule, Seat, Steps, Unopened};

#[cfg(not(target_arch = "wasm32"))]
pub use glimpse::{Evaluation, Glimpse};
pub use hosted::Hosted;
pub use outside::{DecisionRequest, Fault, FaultKind, Outsider, Sitter};
pub use review;
pub use reviewed::Reviewed;
pub use search::{BOTS, Gain, Learned, share};
pub use strength::strength;
#[cfg(not(target_arch = "wasm32"))]
pub use study::{AnyPosition, Crew, Fleet, FleetReport, Mishap, Reward, Space, Unplayable, returns};
#[cfg(not(target_arch = "wasm32"))]
pub use train::{RoundReport, Schooling, Training};
#[cfg(not(target_arch = "wasm32"))]
pub use tune::{Tuner, Tuning};
pub use workshop::{Onlooker, Workshop};

/// Every game.
pub const GAMES: &[&dyn GameEntry] = &[
    Hosted::<tikal::Tikal>::ENTRY,
    Hosted::<tongiaki::Tongiaki>::ENTRY,
    Hosted::<thebes::Thebes>::ENTRY,
    Hosted::<inka::Inka>::ENTRY,
    // games: end
];

/// Finds a game by its key.
pub fn find(key: &str) -> Option<&'static dyn GameEntry> {
    GAMES.iter().copied().find(|entry| entry.kind().info().key == key)
}

/// Plays a random match of each game, so that the tables which games compute once are ready before somebody plays.
pub fn prepare() {
    for entry in GAMES {
        let opening = Opening::seats(entry.kind().info().seats.0);
        let played = entry.playouts(&opening, 1, 1);
        debug_assert!(played.is_ok(), "the fewest seats and no option may always be opened");
    }
}

/// A game with everything that needs its type: matches, bots, simulations; reviews by parts
/// ([`Reviewed`]); and what tools make of it ([`Workshop`]).
pub trait GameEntry: Reviewed + Workshop + Sync {
    /// The game, without its type.
    fn kind(&self) -> &'static dyn Kind;

    /// What the levels of the bots are worth in rating points, from the weakest on.
    fn strengths(&self) -> [i32; 4];

    /// Makes the bot of that name, to sit in at matches of this game, with a thread of its own.
    fn player(&self, bot: &str) -> Option<Box<dyn Player>> {
        self.player_with(bot, 1)
    }

    /// Makes the bot of that name, with this number of threads.
    fn player_with(&self, bot: &str, threads: usize) -> Option<Box<dyn Player>> {
        self.player_within(bot, threads, None)
    }

    /// Makes the bot of that name, with this number of threads and about this many bytes for its search.
    fn player_within(&self, bot: &str, threads: usize, memory: Option<usize>) -> Option<Box<dyn Player>>;

    /// What a master would play for the seat to act: the best turn found and the next two, which `threads` threads
    /// look for.
    ///
    /// # Panics
    /// If no seat is to act, or the match is of another game.
    fn advise(&self, game: &dyn AnyMatch, threads: usize, budget: &Budget<'_>, rng: &mut Fast) -> Vec<Advice> {
        self.advise_within(game, (threads, None), budget, rng)
    }

    /// The same with these threads and about this many bytes for the search.
    fn advise_within(
        &self,
        game: &dyn AnyMatch,
        means: (usize, Option<usize>),
        budget: &Budget<'_>,
        rng: &mut Fast,
    ) -> Vec<Advice>;

    /// Prepares simulations of one setup with whoever sits at each seat.
    fn seated<'a>(&self, opening: &Opening, sitters: Vec<Sitter<'a>>) -> Result<Box<dyn Simulator + 'a>, Unprepared>;

    /// The same with a bot per seat.
    fn simulator(&self, opening: &Opening, bots: &[String]) -> Result<Box<dyn Simulator>, Unprepared> {
        self.seated(opening, bots.iter().map(|name| Sitter::bot(name)).collect())
    }

    /// Plays that many matches of a setup at random as fast as the game allows: what a benchmark times.
    fn playouts(&self, opening: &Opening, seed: u64, games: u64) -> Result<Steps, Unopened>;
}

/// A bot at a match, without the type of its game.
pub trait Player: Onlooker + Send {
    /// The words that the bot chooses for the seat to act.
    ///
    /// # Panics
    /// If no seat is to act, or the match is of another game.
    fn choose(&mut self, game: &dyn AnyMatch, budget: &Budget<'_>, rng: &mut Fast) -> String;

    /// How many iterations were made since this was last asked; 0 for a bot that does not count.
    fn effort(&mut self) -> u64;

    /// The points ahead of the strongest rival that the last choice should bring, as far as the bot has searched for
    /// it.
    fn margin(&self) -> Option<f32>;

    /// Gives the memory of its search back until it is asked again. What it has planned stays.
    fn rest(&mut self);
}

/// A turn that a master would play, and what it should bring.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The words, one by one, as far as they are foreseen.
    pub words: Vec<String>,
    /// The points ahead of the strongest rival at the end, on average.
    pub margin: f32,
    /// What it gains, in the words of the score sheet.
    pub gains: Vec<Gain>,
}

/// Why a simulation cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unprepared {
    /// The match cannot be opened.
    Unopened(Unopened),
    /// There is no bot of that name.
    NoSuchBot(String),
}

/// Plays many matches of one setup.
pub trait Simulator: Send {
    /// Plays the match of that number; the same seed, number and iterations give the same match.
    fn game(&mut self, seed: u64, number: u64, pace: &ThinkingTime<'_>, with_record: bool) -> SimulatedMatch;
}

/// How long bots may think.
#[derive(Clone, Copy)]
pub enum ThinkingTime<'a> {
    /// This number of iterations a search, the lower levels their share: the same seed gives the same match.
    Iterations(u32),
    /// As many iterations as a master makes in its usual turn, 40 ms, the lower levels their share.
    Usual,
    /// As long as the caller's clock allows.
    Clock(&'a dyn Clock),
}

/// A clock, which the caller keeps.
pub trait Clock: Sync {
    /// A seat with this share of the time begins to think; `goes_on` if it also made the decision before. Returns a
    /// function that says when to stop.
    fn start(&self, seat: Seat, share: f64, goes_on: bool) -> Box<dyn Fn() -> bool + Sync + '_>;
    /// The seat has decided.
    fn done(&self, seat: Seat);
}

/// A match that was simulated.
#[derive(Clone, Debug)]
pub struct SimulatedMatch {
    /// How many steps it took.
    pub steps: Steps,
    /// Points and places.
    pub outcome: Outcome,
    /// The rule that ended it.
    pub end: Rule,
    /// The record, where it was asked for.
    pub record: Option<Record>,
    /// The iterations that the bots made, by seat; 0 for those that do not count.
    pub efforts: Vec<u64>,
    /// The seats that lost by a fault of their outsider, in the order of the faults. The bot `greedy` plays
    /// on for them; `outcome` has them in the last places.
    pub faults: Vec<(Seat, Fault)>,
}
