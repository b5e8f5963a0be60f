//! Decisions and random events, and their words.

use std::fmt;

use engine::{Misread, Seat, Words};
use grid::Turn;
use grid::hex::{Direction, Hex};

use crate::Tongiaki;
use crate::tiles::{Beach, Island, Tile};

/// One decision of the seat to act.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Puts one own boat on a free mooring (O2, O4, O21, O22, O23).
    Moor(Beach),
    /// Chooses the island that gets more boats (O4).
    Expand(Island),
    /// Takes the own boat from a beach to put it on an island (O23).
    Shift(Beach, Island),
    /// Chooses the island on which to begin anew (O22).
    Restart(Island),
    /// Sends a full beach to sea by the pier in that direction (O6).
    Sail(Beach, Direction),
    /// Puts one boat of a seat ashore (O13).
    Land(Seat, Beach),
    /// Founds a royal island (O19).
    Royal(Island),
    /// Begins a new colonisation (O21).
    Colonise,
    /// Lays the tile in hand, turned clockwise by sixths (O21).
    Lay(Hex, Turn),
}

/// The verbs, in the order of [`Action`].
pub(crate) const VERBS: &[&str] = &["moor", "expand", "shift", "restart", "sail", "land", "royal", "colonise", "lay"];

impl Action {
    /// The place of the action's verb.
    #[inline]
    pub(crate) const fn verb(self) -> usize {
        match self {
            Action::Moor(_) => 0,
            Action::Expand(_) => 1,
            Action::Shift(..) => 2,
            Action::Restart(_) => 3,
            Action::Sail(..) => 4,
            Action::Land(..) => 5,
            Action::Royal(_) => 6,
            Action::Colonise => 7,
            Action::Lay(..) => 8,
        }
    }

    /// Reads an action's words.
    pub(crate) fn read(text: &str) -> Result<Action, Misread> {
        let mut words = Words::new(text);
        let verb = words.read("a verb of this game", |verb| VERBS.iter().position(|known| *known == verb))?;
        let action = match VERBS[verb] {
            "moor" => Action::Moor(beach(&mut words)?),
            "expand" => Action::Expand(island(&mut words)?),
            "shift" => Action::Shift(beach(&mut words)?, island(&mut words)?),
            "restart" => Action::Restart(island(&mut words)?),
            "sail" => Action::Sail(
                beach(&mut words)?,
                words.read("one of the directions n, ne, se, s, sw and nw", |word| word.parse().ok())?,
            ),
            "land" => Action::Land(seat(&mut words)?, beach(&mut words)?),
            "royal" => Action::Royal(island(&mut words)?),
            "colonise" => Action::Colonise,
            _ => Action::Lay(
                words.read("a cell such as 1,-2", |cell| cell.parse().ok())?,
                words.read("a turn from r0 to r5", |turn| turn.parse().ok())?,
            ),
        };
        words.done()?;
        Ok(action)
    }
}

fn beach(words: &mut Words<'_>) -> Result<Beach, Misread> {
    words.read("a beach such as nauru.2", Beach::named)
}

fn island(words: &mut Words<'_>) -> Result<Island, Misread> {
    words.read("an island such as rapa-nui", Island::named)
}

fn seat(words: &mut Words<'_>) -> Result<Seat, Misread> {
    words.read("a seat's letter", |text| text.parse().ok())
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(VERBS[self.verb()])?;
        match self {
            Action::Moor(beach) => write!(f, " {beach}"),
            Action::Expand(island) | Action::Restart(island) | Action::Royal(island) => write!(f, " {island}"),
            Action::Shift(beach, island) => write!(f, " {beach} {island}"),
            Action::Sail(beach, dir) => write!(f, " {beach} {dir}"),
            Action::Land(seat, beach) => write!(f, " {seat} {beach}"),
            Action::Colonise => Ok(()),
            Action::Lay(cell, turn) => write!(f, " {cell} {turn}"),
        }
    }
}

/// One resolved random event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Chance {
    /// Who begins (O3).
    First(Seat),
    /// The tile that is turned up.
    Tile(Tile),
}

/// The verbs of the random events, in the order of [`Chance`].
pub(crate) const DRAWS: &[&str] = &["first", "tile"];

impl Chance {
    /// The index of its verb in the list of draws.
    pub(crate) const fn verb(self) -> usize {
        match self {
            Chance::First(_) => 0,
            Chance::Tile(_) => 1,
        }
    }

    /// Reads a random event's words.
    pub(crate) fn read(text: &str) -> Result<Chance, Misread> {
        let mut words = Words::new(text);
        let chance = match words.read("'first' or 'tile'", |verb| DRAWS.iter().position(|known| *known == verb))? {
            0 => Chance::First(seat(&mut words)?),
            _ => Chance::Tile(words.read("a tile such as nauru or sea-c", Tile::named)?),
        };
        words.done()?;
        Ok(chance)
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::First(seat) => write!(f, "first {seat}"),
            Chance::Tile(tile) => write!(f, "tile {tile}"),
        }
    }
}

engine::plain_notation!(Tongiaki: Action, Chance);
