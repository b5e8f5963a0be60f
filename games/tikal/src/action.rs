//! Decisions and random events, and the words they are written in.

use std::fmt;

use engine::{Misread, Seat, Words, plain_number};
use serde::{Deserialize, Serialize};

use crate::Tikal;
use crate::board::Cell;
use crate::tiles::{Tile, Treasure};

/// A member of an expedition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(ts_rs::TS)]
pub enum Piece {
    /// The leader, who counts as three workers where strength matters.
    Leader,
    /// One of the workers.
    Worker,
}

impl Piece {
    /// Both, in the order of their words.
    pub const ALL: [Piece; 2] = [Piece::Leader, Piece::Worker];

    /// The piece's word.
    pub const fn word(self) -> &'static str {
        match self {
            Piece::Leader => "leader",
            Piece::Worker => "worker",
        }
    }

    /// The piece of a word.
    pub fn from_word(word: &str) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| piece.word() == word)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One decision of the seat to act. The variants stand in the order of `Info::verbs`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// T6: lays the tile in hand, turned clockwise by that many sixths.
    Place(Cell, u8),
    /// T11: brings a piece from the supply to a camp.
    Enter(Piece, Cell),
    /// T12: takes a piece from one camp to another.
    Shortcut(Piece, Cell, Cell),
    /// T13: takes a piece over one edge.
    Move(Piece, Cell, Cell),
    /// T14: puts the next square on a temple.
    Uncover(Cell),
    /// T15: takes a treasure.
    Dig(Cell),
    /// T16: gives the first treasure to a player and takes the second from them.
    Swap(Treasure, Seat, Treasure),
    /// T17: sets up a camp.
    Camp(Cell),
    /// T18: makes a piece the guard of a temple.
    Guard(Cell, Piece),
    /// T32: builds an obstacle between two cells, the lower first.
    Obstacle(Cell, Cell),
    /// T33: puts two workers with a machine gun on a temple.
    Gun(Cell),
    /// T33: removes a worker of a player from the cell of a gun.
    Shoot(Cell, Seat),
    /// T10: ends the turn.
    End,
    /// T25: offers points for the next turn.
    Bid(u16),
    /// T25: leaves the auction of this turn.
    Pass,
    /// T25: chooses a tile.
    Take(Tile),
    /// T34: has this volcano scored.
    Score,
    /// T34: has this volcano not scored.
    Skip,
    /// T35: chooses that many chips in secret.
    Chips(u8),
}

/// The verbs in the order of the legal lists.
pub(crate) const VERBS: &[&str] = &[
    "place", "enter", "shortcut", "move", "uncover", "dig", "swap", "camp", "guard", "obstacle", "gun", "shoot", "end",
    "bid", "pass", "take", "score", "skip", "chips",
];

impl Action {
    /// The place of the verb in `Info::verbs`.
    #[inline]
    pub const fn verb(self) -> usize {
        match self {
            Action::Place(..) => 0,
            Action::Enter(..) => 1,
            Action::Shortcut(..) => 2,
            Action::Move(..) => 3,
            Action::Uncover(_) => 4,
            Action::Dig(_) => 5,
            Action::Swap(..) => 6,
            Action::Camp(_) => 7,
            Action::Guard(..) => 8,
            Action::Obstacle(..) => 9,
            Action::Gun(_) => 10,
            Action::Shoot(..) => 11,
            Action::End => 12,
            Action::Bid(_) => 13,
            Action::Pass => 14,
            Action::Take(_) => 15,
            Action::Score => 16,
            Action::Skip => 17,
            Action::Chips(_) => 18,
        }
    }

    /// Reads the words of a decision.
    pub fn read(text: &str) -> Result<Action, Misread> {
        let mut words = Words::new(text);
        let action = match words.token("a verb such as place or move")? {
            "place" => Action::Place(cell(&mut words)?, words.read("a turn, r0 to r5", read_turn)?),
            "enter" => Action::Enter(piece(&mut words)?, cell(&mut words)?),
            "shortcut" => Action::Shortcut(piece(&mut words)?, cell(&mut words)?, cell(&mut words)?),
            "move" => Action::Move(piece(&mut words)?, cell(&mut words)?, cell(&mut words)?),
            "uncover" => Action::Uncover(cell(&mut words)?),
            "dig" => Action::Dig(cell(&mut words)?),
            "swap" => Action::Swap(treasure(&mut words)?, seat(&mut words)?, treasure(&mut words)?),
            "camp" => Action::Camp(cell(&mut words)?),
            "guard" => Action::Guard(cell(&mut words)?, piece(&mut words)?),
            "obstacle" => Action::Obstacle(cell(&mut words)?, cell(&mut words)?),
            "gun" => Action::Gun(cell(&mut words)?),
            "shoot" => Action::Shoot(cell(&mut words)?, seat(&mut words)?),
            "end" => Action::End,
            "bid" => Action::Bid(words.number("a number of points")?),
            "pass" => Action::Pass,
            "take" => Action::Take(tile(&mut words)?),
            "score" => Action::Score,
            "skip" => Action::Skip,
            "chips" => Action::Chips(words.number("a number of chips")?),
            other => return Err(words.wrong(format!("'{}' is not a verb of Tikal", engine::clip(other)))),
        };
        words.done()?;
        Ok(action)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(VERBS[self.verb()])?;
        match self {
            Action::Place(cell, turn) => write!(f, " {cell} r{turn}"),
            Action::Enter(piece, cell) => write!(f, " {piece} {cell}"),
            Action::Shortcut(piece, from, to) | Action::Move(piece, from, to) => write!(f, " {piece} {from} {to}"),
            Action::Uncover(cell) | Action::Dig(cell) | Action::Camp(cell) | Action::Gun(cell) => write!(f, " {cell}"),
            Action::Swap(give, seat, take) => write!(f, " {give} {seat} {take}"),
            Action::Guard(cell, piece) => write!(f, " {cell} {piece}"),
            Action::Obstacle(low, high) => write!(f, " {low} {high}"),
            Action::Shoot(cell, seat) => write!(f, " {cell} {seat}"),
            Action::Bid(points) => write!(f, " {points}"),
            Action::Take(tile) => write!(f, " {tile}"),
            Action::Chips(chips) => write!(f, " {chips}"),
            Action::End | Action::Pass | Action::Score | Action::Skip => Ok(()),
        }
    }
}

/// One random event. The variants stand in the order of `Info::draws`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Chance {
    /// T5: this seat begins.
    First(Seat),
    /// T3: the next tile of the stack.
    Tile(Tile),
    /// T15: what was dug.
    Treasure(Treasure),
    /// T31: the sum of the dice.
    Roll(u8),
}

/// The verbs of the random events.
pub(crate) const DRAWS: &[&str] = &["first", "tile", "treasure", "roll"];

impl Chance {
    /// The index of its verb in the list of draws.
    pub(crate) const fn verb(self) -> usize {
        match self {
            Chance::First(_) => 0,
            Chance::Tile(_) => 1,
            Chance::Treasure(_) => 2,
            Chance::Roll(_) => 3,
        }
    }

    /// Reads the words of a random event.
    pub fn read(text: &str) -> Result<Chance, Misread> {
        let mut words = Words::new(text);
        let chance = match words.token("first, tile, treasure or roll")? {
            "first" => Chance::First(seat(&mut words)?),
            "tile" => Chance::Tile(tile(&mut words)?),
            "treasure" => Chance::Treasure(treasure(&mut words)?),
            "roll" => Chance::Roll(words.number("a sum of dice")?),
            other => return Err(words.wrong(format!("'{}' is not drawn in Tikal", engine::clip(other)))),
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
            Chance::Treasure(kind) => write!(f, "treasure {kind}"),
            Chance::Roll(sum) => write!(f, "roll {sum}"),
        }
    }
}

fn cell(words: &mut Words<'_>) -> Result<Cell, Misread> {
    words.read("a cell, a1 to h5", Cell::from_name)
}

fn piece(words: &mut Words<'_>) -> Result<Piece, Misread> {
    words.read("leader or worker", Piece::from_word)
}

fn treasure(words: &mut Words<'_>) -> Result<Treasure, Misread> {
    words.read("a treasure such as jade", Treasure::from_word)
}

fn tile(words: &mut Words<'_>) -> Result<Tile, Misread> {
    words.read("a tile, A1 to G4", Tile::from_id)
}

fn seat(words: &mut Words<'_>) -> Result<Seat, Misread> {
    words.read("a seat's letter, A to D", |token| token.parse().ok().filter(|seat: &Seat| seat.index() < 4))
}

fn read_turn(token: &str) -> Option<u8> {
    token.strip_prefix('r').and_then(plain_number).filter(|turn| *turn < 6).map(|turn| turn as u8)
}

engine::plain_notation!(Tikal: Action, Chance);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        let words = [
            "place c3 r2",
            "enter worker a5",
            "shortcut leader a5 d3",
            "move worker c3 d3",
            "uncover c3",
            "dig d4",
            "swap jade B urn",
            "camp d4",
            "guard c3 worker",
            "obstacle c3 d3",
            "gun c3",
            "shoot c3 B",
            "end",
            "bid 5",
            "pass",
            "take A3",
            "score",
            "skip",
            "chips 3",
        ];
        for (verb, text) in words.into_iter().enumerate() {
            let action = Action::read(text).unwrap();
            assert_eq!((action.to_string().as_str(), action.verb()), (text, verb));
        }
        for text in ["first B", "tile G4", "treasure urn", "roll 11"] {
            assert_eq!(Chance::read(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_word_is_refused_where_it_goes_wrong() {
        let wrong = [
            ("", 1),
            ("fly c3", 1),
            ("place i3 r0", 7),
            ("place c3 r6", 10),
            ("place c3", 9),
            ("end now", 5),
            ("bid 05", 5),
            ("take BASE", 6),
            ("shoot c3 E", 10),
        ];
        for (text, column) in wrong {
            assert_eq!(Action::read(text).unwrap_err().column, column, "{text}");
        }
    }
}
