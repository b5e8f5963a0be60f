//! Levels to play against: the game's best method with less time and honest slips.
//!
//! A slip is a choice among good moves; the less a move loses, the likelier it is. Moves that lose much are never
//! chosen, so that nobody feels given a game. A level only states its share of a master's thinking; the caller keeps
//! the clock.

use engine::{Bot, Budget, Evaluate, Fast, Perspective};

use crate::thought::{Thinker, choose};

/// The levels, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Knows the rules and the aim.
    Novice,
    /// Plays soundly.
    Adept,
    /// Seldom errs.
    Expert,
    /// As good as it gets.
    Master,
}

impl Level {
    /// All of them.
    pub const ALL: [Level; 4] = [Level::Novice, Level::Adept, Level::Expert, Level::Master];

    /// The name of the bot.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Novice => "novice",
            Level::Adept => "adept",
            Level::Expert => "expert",
            Level::Master => "master",
        }
    }

    /// The level of that name.
    pub fn named(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }

    /// The share of a master's thinking that is its own.
    pub const fn share(self) -> f64 {
        match self {
            Level::Novice => 0.125,
            Level::Adept => 0.25,
            Level::Expert => 0.5,
            Level::Master => 1.0,
        }
    }
}

/// A bot of some level.
pub struct Leveled<G: Evaluate> {
    thinker: Box<dyn Thinker<G>>,
    slip: f32,
    margin: Option<f32>,
}

impl<G: Evaluate> Leveled<G> {
    /// A bot that thinks as `thinker` does and slips this far.
    pub fn new(thinker: Box<dyn Thinker<G>>, slip: f32) -> Leveled<G> {
        Leveled { thinker, slip, margin: None }
    }
}

impl<G: Evaluate> crate::Resting<G> for Leveled<G> {
    fn rest(&mut self) {
        self.thinker.rest();
    }
}

impl<G: Evaluate> Bot<G> for Leveled<G> {
    fn choose(
        &mut self,
        seen: &Perspective<'_, G>,
        legal: &[G::Action],
        budget: &Budget<'_>,
        rng: &mut Fast,
    ) -> G::Action {
        let world = seen.imagine(&mut Fast::new(0));
        let slip = if world.stakes() { 0.0 } else { self.slip.max(world.variety()) };
        choose(&mut *self.thinker, seen, legal, budget, (slip, &mut self.margin), rng)
    }

    fn margin(&self) -> Option<f32> {
        self.margin
    }

    fn effort(&mut self) -> u64 {
        self.thinker.effort()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_names_and_shares() {
        assert!(Level::ALL.iter().all(|level| Level::named(level.word()) == Some(*level)));
        assert!(Level::ALL.windows(2).all(|pair| pair[0].share() * 2.0 - pair[1].share() < 1e-9));
        assert_eq!(Level::named("oracle"), None);
    }
}
