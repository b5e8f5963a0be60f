//! What happened, in the players' words: for the log, the animation and the score sheet.

use std::fmt;

use engine::Seat;
use serde::Serialize;

use crate::action::Piece;
use crate::board::Cell;
use crate::tiles::{Tile, Treasure};

/// Which scoring a score belongs to: a volcano's, or the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(ts_rs::TS)]
pub enum Section {
    /// The scoring that this volcano started.
    Volcano(Tile),
    /// T22: the scoring at the end.
    Final,
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Section::Volcano(tile) => write!(f, "volcano {tile}"),
            Section::Final => f.write_str("final scoring"),
        }
    }
}

/// What a score is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(ts_rs::TS)]
pub enum Item {
    /// T20: a temple where the seat is strongest.
    Temple(Cell),
    /// T21: a temple that the seat guards.
    Guard(Cell),
    /// T20: a number of treasures of one kind.
    Set(u8, Treasure),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Temple(cell) => write!(f, "temple {cell}"),
            Item::Guard(cell) => write!(f, "guard {cell}"),
            Item::Set(1, kind) => write!(f, "single {kind}"),
            Item::Set(2, kind) => write!(f, "pair {kind}"),
            Item::Set(_, kind) => write!(f, "triple {kind}"),
        }
    }
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[derive(ts_rs::TS)]
#[expect(missing_docs, reason = "each variant reads as the sentence that Display makes of it")]
pub enum Event {
    First { seat: Seat },
    Drawn { seat: Seat, tile: Tile },
    TurnedUp { tile: Tile },
    Returned { tile: Tile },
    ShuffledIn { tile: Tile },
    Laid { seat: Seat, tile: Tile, cell: Cell, turn: u8 },
    Treasures { cell: Cell, count: u8 },
    SetAside { seat: Seat, tile: Tile },
    Entered { seat: Seat, piece: Piece, cell: Cell },
    Shortcut { seat: Seat, piece: Piece, from: Cell, to: Cell },
    Moved { seat: Seat, piece: Piece, from: Cell, to: Cell, price: u8 },
    Uncovered { seat: Seat, cell: Cell, value: u8 },
    Rolled { seat: Seat, cell: Cell, roll: u8 },
    Crushed { seat: Seat, cell: Cell },
    Dug { seat: Seat, cell: Cell },
    Found { seat: Seat, cell: Cell, treasure: Treasure },
    Swapped { seat: Seat, gives: Treasure, other: Seat, takes: Treasure },
    Camped { seat: Seat, cell: Cell },
    Guarded { seat: Seat, cell: Cell, piece: Piece, gone: u8 },
    Armed { seat: Seat, cell: Cell, gone: u8 },
    Shot { seat: Seat, cell: Cell, other: Seat },
    Blocked { seat: Seat, low: Cell, high: Cell },
    Ended { seat: Seat },
    Bid { seat: Seat, points: u16 },
    Passed { seat: Seat },
    Won { seat: Seat },
    Paid { seat: Seat, round: u8, points: i32 },
    Took { seat: Seat, tile: Tile },
    Erupts { seat: Seat, tile: Tile },
    Sleeps { seat: Seat, tile: Tile },
    FinalRound,
    Scored { seat: Seat, section: Section, item: Item, points: i32 },
    Chose { seat: Seat },
    Revealed { seat: Seat, chips: u8 },
    Over,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Event::*;
        match self {
            First { seat } => write!(f, "{seat} begins"),
            Drawn { seat, tile } => write!(f, "{seat} draws {tile}"),
            TurnedUp { tile } => write!(f, "{tile} is turned up"),
            Returned { tile } => write!(f, "the second volcano {tile} goes back to the stack"),
            ShuffledIn { tile } => write!(f, "the volcano {tile} is shuffled in"),
            Laid { seat, tile, cell, turn } => write!(f, "{seat} lays {tile} on {cell}, turned by {turn}"),
            Treasures { cell, count } => write!(f, "{count} treasures are put on {cell}"),
            SetAside { seat, tile } => write!(f, "{tile} fits nowhere, {seat} sets it aside"),
            Entered { seat, piece, cell } => write!(f, "{seat} brings a {piece} to {cell}"),
            Shortcut { seat, piece, from, to } => {
                write!(f, "{seat} takes a {piece} by the secret path from {from} to {to}")
            }
            Moved { seat, piece, from, to, price } => {
                write!(f, "{seat} moves a {piece} from {from} to {to} for {price}")
            }
            Uncovered { seat, cell, value } => write!(f, "{seat} uncovers {cell}, it is worth {value} now"),
            Rolled { seat, cell, roll } => write!(f, "the dice on {cell} show {roll} for {seat}"),
            Crushed { seat, cell } => write!(f, "a boulder rolls over a worker of {seat} on {cell}"),
            Dug { seat, cell } => write!(f, "{seat} digs on {cell}"),
            Found { seat, cell, treasure } => write!(f, "{seat} finds {treasure} on {cell}"),
            Swapped { seat, gives, other, takes } => write!(f, "{seat} gives {gives} to {other} and takes {takes}"),
            Camped { seat, cell } => write!(f, "{seat} sets up a camp on {cell}"),
            Guarded { seat, cell, piece, gone } => {
                write!(f, "{seat} guards {cell} with a {piece}, {gone} more leave the game")
            }
            Armed { seat, cell, gone } => write!(f, "{seat} puts a machine gun on {cell}, {gone} more leave the game"),
            Shot { seat, cell, other } => write!(f, "{seat} drives a worker of {other} from {cell}"),
            Blocked { seat, low, high } => write!(f, "{seat} builds an obstacle between {low} and {high}"),
            Ended { seat } => write!(f, "{seat} ends the turn"),
            Bid { seat, points } => write!(f, "{seat} bids {points}"),
            Passed { seat } => write!(f, "{seat} passes"),
            Won { seat } => write!(f, "{seat} goes next"),
            Paid { seat, round, points } => write!(f, "{seat} pays {} in round {round}", -points),
            Took { seat, tile } => write!(f, "{seat} takes {tile}"),
            Erupts { seat, tile } => write!(f, "the volcano {tile} of {seat} is scored"),
            Sleeps { seat, tile } => write!(f, "{seat} leaves the volcano {tile} without a scoring"),
            FinalRound => f.write_str("the last scoring begins"),
            Scored { seat, section, item, points } => write!(f, "{seat} scores {points} for {item} ({section})"),
            Chose { seat } => write!(f, "{seat} has chosen chips"),
            Revealed { seat, chips } => write!(f, "{seat} shows {chips}"),
            Over => f.write_str("the match is over"),
        }
    }
}
