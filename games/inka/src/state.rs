//! The state of a match, and what it waits for.

use std::fmt;

use engine::{BySeat, Game, Seat};

use crate::action::{Foothold, Space};
use crate::options::Options;
use crate::placement::Placement;
use crate::temple::{RHOMBI, Rhombus, Temple};

/// The AP of a turn.
pub(crate) const AP: u8 = 3;

/// The turns in a row without a statue taken after which the game ends (K19).
pub(crate) const QUIET_TURNS: u8 = 200;

/// The most seats.
pub(crate) const SEATS: usize = 4;

/// How far a turn has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Turn {
    pub(crate) ap: u8,
    /// Phase 3 has begun: path rhombi rest (K12).
    pub(crate) third: bool,
    /// The last thing done in phase 3 was a walk (K12).
    pub(crate) walked: bool,
    /// A statue was taken in this turn (K19).
    pub(crate) took: bool,
}

impl Turn {
    pub(crate) const FRESH: Turn = Turn { ap: AP, third: false, walked: false, took: false };
}

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// The first player is drawn.
    First,
    /// Pawns are put on starts.
    Start,
    /// A path rhombus is drawn.
    Draw,
    /// It is laid.
    Lay(Rhombus),
    /// Somebody's turn.
    Turn(Turn),
    /// The seat has left the temple and won (K18).
    Left,
    /// Nobody took a statue for too long (K19).
    Exhausted,
}

/// A position of Inka.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Inka {
    pub(crate) temple: engine::Boxed<Temple>,
    /// Where the rhombi lie; a path rhombus that is not laid lies nowhere.
    pub(crate) rhombi: [Option<Placement>; RHOMBI],
    pub(crate) pawns: BySeat<Option<Foothold>, SEATS>,
    pub(crate) blockers: BySeat<Option<Space>, SEATS>,
    /// The goal rhombi from which the seat has taken its statue, a bit each.
    pub(crate) taken: BySeat<u8, SEATS>,
    pub(crate) options: Options,
    /// Who is to act, or has left.
    pub(crate) seat: Seat,
    pub(crate) phase: Phase,
    /// How many turns in a row went by without a statue taken.
    pub(crate) quiet: u8,
}

impl fmt::Debug for Inka {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", Game::diagram(self))
    }
}
