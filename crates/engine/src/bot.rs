//! Bots: what they see (`Perspective`), how long they may think (`Budget`), and the engine's own two, `random` and
//! `curious`.

use std::collections::BTreeMap;

use crate::evaluate::Evaluate;
use crate::game::{Game, Step};
use crate::notation::Notation as _;
use crate::random::{Dice, Fast, Rng};
use crate::rule::Rule;
use crate::seat::{Seat, Viewer};

/// A match through the eyes of one seat: all that a bot ever gets.
///
/// The fields are private and [`view`](Perspective::view) is the one way in, so that no bot can look at what is
/// hidden from it.
///
/// ```compile_fail
/// fn cheat<G: engine::Game>(seen: &engine::Perspective<'_, G>) -> G {
///     seen.state.clone()
/// }
/// ```
#[derive(Debug)]
pub struct Perspective<'a, G: Game> {
    state: &'a G,
    seat: Seat,
}

impl<'a, G: Game> Perspective<'a, G> {
    /// Sits a bot down: for whoever runs the match.
    pub fn new(state: &'a G, seat: Seat) -> Perspective<'a, G> {
        Perspective { state, seat }
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat sees, built when it is asked for.
    pub fn view(&self) -> G::View {
        self.state.view(Viewer::Seat(self.seat))
    }

    /// A whole position that fits what the seat sees.
    pub fn imagine(&self, rng: &mut Fast) -> G {
        G::determinize(&self.view(), rng)
    }
}

/// How long a bot may think: a number of iterations, and a `stop` that the caller builds from its clock.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The most iterations.
    pub iterations: u32,
    /// Says when time is up; asked often.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Budget<'static> {
    /// A budget of iterations alone, by which the same seed gives the same move.
    pub fn iterations(iterations: u32) -> Budget<'static> {
        Budget { iterations, stop: &|| false }
    }
}

impl<'a> Budget<'a> {
    /// A budget that ends when `stop` says so.
    pub fn until(stop: &'a (dyn Fn() -> bool + Sync)) -> Budget<'a> {
        Budget { iterations: u32::MAX, stop }
    }
}

/// A player that is a program.
pub trait Bot<G: Game>: Send {
    /// Chooses one of the legal actions; there is at least one.
    fn choose(
        &mut self,
        seen: &Perspective<'_, G>,
        legal: &[G::Action],
        budget: &Budget<'_>,
        rng: &mut Fast,
    ) -> G::Action;

    /// How many iterations were made since this was last asked; 0 for a bot that does not count.
    fn effort(&mut self) -> u64 {
        0
    }

    /// The points ahead of the strongest rival that the last choice should bring, as far as the bot has searched for
    /// it.
    fn margin(&self) -> Option<f32> {
        None
    }
}

/// Picks a verb uniformly among those on offer, then a word of that verb uniformly. Picking among all words would
/// favour verbs with many words: where most words put a piece down, it would hardly ever walk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Random {
    /// The choice itself, without a perspective: `random` never looks.
    #[inline]
    pub fn pick<G: Game>(legal: &[G::Action], rng: &mut impl Rng) -> G::Action {
        // Where each verb's words begin; a list is sorted, so each end is found by halving.
        let mut starts = [0; MOST_VERBS + 1];
        let mut verbs = 0;
        while starts[verbs] < legal.len() {
            let start = starts[verbs];
            let verb = legal[start].verb();
            verbs += 1;
            starts[verbs] = start + legal[start..].partition_point(|action| action.verb() == verb);
        }
        legal[Random::place(&starts[..=verbs], rng)]
    }

    /// The place picked in a list where the words of each verb begin at these places, and all end at the last of them.
    #[inline]
    pub fn place(starts: &[usize], rng: &mut impl Rng) -> usize {
        let verbs = starts.len() - 1;
        let verb = if verbs == 1 { 0 } else { rng.below(verbs as u32) as usize };
        let (start, end) = (starts[verb], starts[verb + 1]);
        if end - start == 1 { start } else { start + rng.below((end - start) as u32) as usize }
    }
}

/// No game has more verbs than this.
pub const MOST_VERBS: usize = 31;

impl<G: Game> Bot<G> for Random {
    fn choose(
        &mut self,
        _seen: &Perspective<'_, G>,
        legal: &[G::Action],
        _budget: &Budget<'_>,
        rng: &mut Fast,
    ) -> G::Action {
        Random::pick::<G>(legal, rng)
    }
}

/// For tests: half of the time it does what was done least so far (the verb, then the rule), half of the time
/// what brings it on most by `estimate`, so that both rare words and rare ends are reached.
#[derive(Clone, Debug, Default)]
pub struct Curious {
    verbs: Vec<u32>,
    rules: BTreeMap<Rule, u32>,
}

impl Curious {
    /// How many words it weighs by `estimate` at most; lists can be long.
    const WEIGHED: usize = 24;

    fn least_used<G: Game>(&self, world: &G, legal: &[G::Action]) -> Vec<G::Action> {
        let used = |action: &G::Action| {
            let verb = self.verbs.get(action.verb()).copied().unwrap_or(0);
            (verb, self.rules.get(&world.rule(action)).copied().unwrap_or(0))
        };
        let least = legal.iter().map(used).min();
        legal.iter().filter(|action| Some(used(action)) == least).copied().collect()
    }

    fn best<G: Evaluate>(world: &G, seat: Seat, words: &[G::Action], rng: &mut Fast) -> G::Action {
        let mut words = words.to_vec();
        rng.shuffle(&mut words);
        words.truncate(Self::WEIGHED);
        let value = |action: &G::Action| {
            let mut after = world.clone();
            after.apply(Step::Action(*action), &mut ());
            after.estimate(seat)
        };
        let best = words.iter().map(|action| (value(action), action)).max_by(|a, b| a.0.total_cmp(&b.0));
        *best.map_or(&words[0], |(_, action)| action)
    }

    fn note<G: Game>(&mut self, world: &G, action: &G::Action) {
        self.verbs.resize(G::INFO.verbs.len(), 0);
        self.verbs[action.verb()] += 1;
        *self.rules.entry(world.rule(action)).or_default() += 1;
    }
}

impl<G: Evaluate> Bot<G> for Curious {
    fn choose(
        &mut self,
        seen: &Perspective<'_, G>,
        legal: &[G::Action],
        _budget: &Budget<'_>,
        rng: &mut Fast,
    ) -> G::Action {
        let world = seen.imagine(rng);
        let action = match rng.below(4) {
            0 => *rng.pick(&self.least_used(&world, legal)),
            1 => Curious::best(&world, seen.seat(), &self.least_used(&world, legal), rng),
            2 => Random::pick::<G>(legal, rng),
            _ => Curious::best(&world, seen.seat(), legal, rng),
        };
        self.note(&world, &action);
        action
    }
}
