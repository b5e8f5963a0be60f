//! The state of a match, and what it waits for.

use engine::{BySeat, Rule, Seat};
use serde::{Deserialize, Serialize};

/// Finds counted by worth: how many are worth 1, 2 and 3.
pub(crate) type Finds = [u8; 3];

/// The box.
pub(crate) const FINDS: Finds = [5, 3, 2];
pub(crate) const LAST_CAMP: u8 = 3;
pub(crate) const TURNS: u8 = 14;

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Who begins.
    First,
    /// A decision.
    Act,
    /// What is dug up.
    Dig,
    /// Nothing: the match is over by this rule.
    Over(Rule),
}

/// A position of the game. Nothing in it is hidden, so it is also what every viewer sees.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ts_rs::TS)]
#[ts(rename = "View")]
pub struct __Name__ {
    pub(crate) phase: Phase,
    pub(crate) turn: Seat,
    pub(crate) turns: u8,
    /// The finds not dug up yet: what remains, never an order.
    pub(crate) left: Finds,
    #[ts(type = "Record<string, number>")]
    pub(crate) camps: BySeat<u8, 4>,
    #[ts(type = "Record<string, [number, number, number]>")]
    pub(crate) finds: BySeat<Finds, 4>,
    #[ts(type = "Record<string, number>")]
    pub(crate) points: BySeat<i32, 4>,
}
