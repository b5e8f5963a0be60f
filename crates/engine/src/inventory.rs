//! What the laws need of a game beyond its rules.

use crate::game::Game;

/// A game whose components can be counted. Only the laws of `testkit` ask.
pub trait Inventory: Game {
    /// Component counts, which no step may change.
    fn inventory(&self, out: &mut Vec<(&'static str, u32)>);
}
