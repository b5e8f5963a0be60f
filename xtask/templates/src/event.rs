//! What happens, in the players' words.

use std::fmt;

use engine::Seat;
use serde::Serialize;

/// Something that happened: for the log, the animation and the score sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// An explorer came to a camp.
    Walked {
        /// Who.
        seat: Seat,
        /// Where to.
        camp: u8,
    },
    /// An explorer dug something up.
    Found {
        /// Who.
        seat: Seat,
        /// The find's worth.
        worth: u8,
        /// What it scores there.
        points: i32,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Walked { seat, camp } => write!(f, "{seat} walks to camp {camp}"),
            Event::Found { seat, worth, points } => write!(f, "{seat} finds a {worth} and scores {points}"),
        }
    }
}
