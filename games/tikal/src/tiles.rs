//! The box: every tile, square and treasure as a table, one row a line, and the lookups made from it.

use std::fmt;
use std::num::NonZeroU8;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::{Cell, SIDES};
use Kind::{BaseCamp, Jungle, Temple, Treasure as Masks, Volcano};

/// What a tile shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A temple of that value.
    Temple(u8),
    /// A treasure site with that many golden masks.
    Treasure(u8),
    /// Jungle, where a camp may stand.
    Jungle,
    /// A volcano, which nobody enters.
    Volcano,
    /// The base camp, printed on the board.
    BaseCamp,
}

/// A tile as it is printed.
#[derive(Clone, Copy, Debug)]
struct Print {
    id: &'static str,
    kind: Kind,
    /// Stones by side, clockwise from the north, before the tile is turned.
    stones: [u8; SIDES],
}

const fn print(id: &'static str, kind: Kind, stones: [u8; SIDES]) -> Print {
    Print { id, kind, stones }
}

/// The tiles of the stack: letters A to G.
pub(crate) const TILES: usize = 36;
/// The cells printed on the board.
pub(crate) const PRINTED: usize = 4;

/// The 36 tiles, then the four printed cells.
#[rustfmt::skip]
const PRINTS: [Print; TILES + PRINTED] = [
    print("A1", Temple(1), [2, 1, 0, 0, 0, 0]),
    print("A2", Temple(2), [2, 0, 0, 1, 0, 0]),
    print("A3", Temple(2), [2, 0, 1, 0, 0, 0]),
    print("A4", Masks(4), [2, 0, 0, 0, 1, 0]),
    print("A5", Masks(4), [2, 0, 1, 0, 0, 0]),
    print("A6", Jungle, [1, 1, 0, 1, 0, 0]),
    print("B1", Temple(2), [2, 0, 0, 0, 1, 0]),
    print("B2", Temple(3), [2, 0, 0, 1, 0, 0]),
    print("B3", Masks(4), [2, 0, 0, 0, 0, 1]),
    print("B4", Jungle, [2, 0, 1, 0, 0, 0]),
    print("B5", Jungle, [2, 1, 0, 0, 0, 0]),
    print("B6", Volcano, [0, 0, 0, 0, 0, 0]),
    print("C1", Temple(3), [3, 0, 0, 0, 0, 0]),
    print("C2", Temple(4), [2, 0, 0, 0, 1, 0]),
    print("C3", Masks(3), [3, 0, 0, 0, 0, 0]),
    print("C4", Jungle, [1, 1, 0, 1, 0, 0]),
    print("C5", Jungle, [3, 0, 0, 0, 0, 0]),
    print("D1", Temple(5), [2, 0, 0, 1, 0, 0]),
    print("D2", Temple(5), [3, 0, 0, 0, 0, 0]),
    print("D3", Masks(3), [3, 0, 0, 0, 0, 0]),
    print("D4", Jungle, [1, 0, 1, 0, 1, 0]),
    print("D5", Volcano, [0, 0, 0, 0, 0, 0]),
    print("E1", Temple(5), [3, 0, 0, 0, 0, 0]),
    print("E2", Temple(6), [3, 0, 0, 0, 0, 0]),
    print("E3", Masks(2), [2, 0, 0, 0, 0, 1]),
    print("E4", Jungle, [2, 0, 0, 1, 0, 0]),
    print("E5", Jungle, [2, 0, 0, 1, 0, 0]),
    print("F1", Temple(4), [2, 1, 0, 0, 0, 0]),
    print("F2", Temple(4), [3, 0, 0, 0, 0, 0]),
    print("F3", Masks(2), [2, 0, 0, 1, 0, 0]),
    print("F4", Jungle, [2, 0, 0, 1, 0, 0]),
    print("F5", Volcano, [0, 0, 0, 0, 0, 0]),
    print("G1", Temple(3), [2, 0, 0, 0, 0, 1]),
    print("G2", Temple(3), [2, 0, 1, 0, 0, 0]),
    print("G3", Masks(2), [3, 0, 0, 0, 0, 0]),
    print("G4", Jungle, [2, 0, 0, 1, 0, 0]),
    print("BASE", BaseCamp, [1, 1, 1, 0, 0, 0]),
    print("TN", Temple(1), [1, 1, 0, 1, 0, 0]),
    print("JG", Jungle, [1, 1, 1, 0, 0, 0]),
    print("TS", Temple(1), [0, 1, 0, 0, 0, 1]),
];

/// Where the printed cells lie: the base camp a5, the temples a4 and b5, the jungle b4.
pub(crate) const PRINTED_AT: [Cell; PRINTED] = [Cell::at(0, 4), Cell::at(0, 3), Cell::at(1, 3), Cell::at(1, 4)];

/// How many tiles each letter has, A to G.
pub(crate) const LETTERS: [usize; 7] = [6, 6, 5, 5, 5, 5, 4];

/// T4: the temple squares of each value; the highest is 10.
pub(crate) const SQUARES: [u8; 11] = [0, 0, 3, 6, 9, 11, 8, 5, 3, 2, 1];
/// T4: how many treasures of each kind there are.
pub(crate) const COPIES: u8 = 3;
/// T1: the workers of a seat.
pub(crate) const WORKERS: u8 = 18;
/// T1, T17: the camps of a seat.
pub(crate) const CAMPS: usize = 2;
/// T18: the guards of a seat.
pub(crate) const GUARDS: usize = 2;

/// T34: the volcanoes in the order in which they are shuffled in.
pub(crate) const VOLCANOES: [Tile; 3] = [Tile::nth(11), Tile::nth(21), Tile::nth(31)];

/// A tile of the stack or a cell printed on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ts_rs::TS)]
#[ts(type = "string")]
pub struct Tile(NonZeroU8);

impl Tile {
    /// The tile at a place of the table; the printed cells stand behind the tiles.
    ///
    /// # Panics
    /// If the table has no such place.
    pub const fn nth(index: usize) -> Tile {
        assert!(index < TILES + PRINTED, "the box has 36 tiles and four printed cells");
        match NonZeroU8::new(index as u8 + 1) {
            Some(number) => Tile(number),
            None => unreachable!(),
        }
    }

    /// The tiles of the stack, in order.
    pub fn all() -> impl Iterator<Item = Tile> + Clone {
        (0..TILES).map(Tile::nth)
    }

    /// The tile of the stack with that id.
    pub fn from_id(id: &str) -> Option<Tile> {
        Tile::all().find(|tile| tile.id() == id)
    }

    /// The tile's place in the table.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The tile's id, such as `A3`.
    pub const fn id(self) -> &'static str {
        PRINTS[self.index()].id
    }

    /// What the tile shows.
    #[inline]
    pub const fn kind(self) -> Kind {
        PRINTS[self.index()].kind
    }

    /// Whether it is a volcano.
    #[inline]
    pub const fn is_volcano(self) -> bool {
        matches!(self.kind(), Volcano)
    }

    /// The stones on a side of the tile when it lies turned clockwise by that many sixths.
    #[inline]
    pub const fn stones(self, turn: u8, side: usize) -> u8 {
        PRINTS[self.index()].stones[(side + SIDES - turn as usize) % SIDES]
    }

    /// The sides with a stone when the tile lies turned, as six bits.
    #[inline]
    pub const fn stony(self, turn: u8) -> u8 {
        STONY[self.index()][turn as usize]
    }

    /// How many turns look different; the others look like the lowest of them (a volcano: 1).
    #[inline]
    pub const fn turns(self) -> u8 {
        TURNS[self.index()]
    }
}

/// [`Tile::stony`] of every tile and turn.
const STONY: [[u8; SIDES]; TILES + PRINTED] = {
    let mut table = [[0; SIDES]; TILES + PRINTED];
    let mut tile = 0;
    while tile < TILES + PRINTED {
        let mut turn = 0;
        while turn < SIDES {
            let mut side = 0;
            while side < SIDES {
                if Tile::nth(tile).stones(turn as u8, side) > 0 {
                    table[tile][turn] |= 1 << side;
                }
                side += 1;
            }
            turn += 1;
        }
        tile += 1;
    }
    table
};

/// [`Tile::turns`] of every tile: the least turn that brings the stones back to where they were.
const TURNS: [u8; TILES + PRINTED] = {
    let mut table = [SIDES as u8; TILES + PRINTED];
    let mut tile = 0;
    while tile < TILES + PRINTED {
        let stones = PRINTS[tile].stones;
        let mut turn = SIDES - 1;
        while turn > 0 {
            let mut same = true;
            let mut side = 0;
            while side < SIDES {
                same &= stones[side] == stones[(side + turn) % SIDES];
                side += 1;
            }
            if same {
                table[tile] = turn as u8;
            }
            turn -= 1;
        }
        tile += 1;
    }
    table
};

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        let id = String::deserialize(deserializer)?;
        let unknown = || serde::de::Error::custom(format!("'{}' is not a tile, tiles are A1 to G4", engine::clip(&id)));
        Tile::from_id(&id).ok_or_else(unknown)
    }
}

/// A set of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileSet(u64);

impl TileSet {
    /// No tile.
    pub const EMPTY: TileSet = TileSet(0);
    /// The whole stack.
    pub const STACK: TileSet = TileSet((1 << TILES) - 1);
    /// The three volcanoes.
    pub const VOLCANOES: TileSet =
        TileSet(1 << VOLCANOES[0].index() | 1 << VOLCANOES[1].index() | 1 << VOLCANOES[2].index());

    /// Whether the tile is in it.
    pub const fn has(self, tile: Tile) -> bool {
        self.0 & (1 << tile.index()) != 0
    }

    /// Puts a tile in.
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.index();
    }

    /// Takes a tile out.
    pub const fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.index());
    }

    /// The tiles of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: TileSet) -> TileSet {
        TileSet(self.0 & !other.0)
    }

    /// The tiles of both.
    #[must_use]
    pub const fn and(self, other: TileSet) -> TileSet {
        TileSet(self.0 & other.0)
    }

    /// Whether there is no tile in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many tiles are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The tiles of the first letter that has any: the top of a stack sorted by letters.
    #[must_use]
    pub fn topmost_letter(self) -> TileSet {
        let mut from = 0;
        for count in LETTERS {
            let letter = TileSet(self.0 & (((1 << count) - 1) << from));
            if !letter.is_empty() {
                return letter;
            }
            from += count;
        }
        TileSet::EMPTY
    }
}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = TileIter;
    fn into_iter(self) -> TileIter {
        TileIter(self.0)
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileSet {
        let mut set = TileSet::EMPTY;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The tiles of a set, in their order.
#[derive(Clone, Debug)]
pub struct TileIter(u64);

impl Iterator for TileIter {
    type Item = Tile;
    fn next(&mut self) -> Option<Tile> {
        if self.0 == 0 {
            return None;
        }
        let tile = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(Tile::nth(tile))
    }
}

/// The eight kinds of treasure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(ts_rs::TS)]
#[expect(missing_docs, reason = "what the treasure is")]
pub enum Treasure {
    Amulet,
    Drum,
    Idol,
    Jade,
    Knife,
    Mask,
    Shell,
    Urn,
}

impl Treasure {
    /// The kinds in alphabetical order.
    pub const ALL: [Treasure; 8] = [
        Treasure::Amulet,
        Treasure::Drum,
        Treasure::Idol,
        Treasure::Jade,
        Treasure::Knife,
        Treasure::Mask,
        Treasure::Shell,
        Treasure::Urn,
    ];

    /// The place of the kind in the alphabet.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind's word.
    pub const fn word(self) -> &'static str {
        ["amulet", "drum", "idol", "jade", "knife", "mask", "shell", "urn"][self as usize]
    }

    /// The kind of a word.
    pub fn from_word(word: &str) -> Option<Treasure> {
        Treasure::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

impl fmt::Display for Treasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(what: impl Fn(Kind) -> bool) -> usize {
        Tile::all().filter(|tile| what(tile.kind())).count()
    }

    #[test]
    fn t02_the_box_holds_what_the_rule_books_count() {
        assert_eq!(count(|kind| matches!(kind, Temple(_))), 15, "temple tiles");
        assert_eq!(count(|kind| matches!(kind, Jungle)), 10, "jungle tiles");
        assert_eq!(count(|kind| matches!(kind, Masks(_))), 8, "treasure tiles");
        assert_eq!(count(|kind| matches!(kind, Volcano)), 3, "volcano tiles");
        assert_eq!(count(|kind| matches!(kind, BaseCamp)), 0, "base camps among the tiles");
        for (letter, tiles) in ('A'..='G').zip(LETTERS) {
            let of_letter = Tile::all().filter(|tile| tile.id().starts_with(letter)).count();
            assert_eq!(of_letter, tiles, "tiles of letter {letter}");
        }
        assert!(Tile::all().map(Tile::id).is_sorted(), "tiles stand in the order of their ids");
    }

    #[test]
    fn t04_squares_and_treasures_are_complete() {
        let squares = [(2, 3), (3, 6), (4, 9), (5, 11), (6, 8), (7, 5), (8, 3), (9, 2), (10, 1)];
        for (value, count) in squares {
            assert_eq!(SQUARES[value], count, "squares of value {value}");
        }
        assert_eq!(SQUARES.iter().sum::<u8>(), 48, "squares in all");
        let masks: u8 = Tile::all().map(|tile| if let Masks(masks) = tile.kind() { masks } else { 0 }).sum();
        assert_eq!(masks, 24, "golden masks in all");
        assert_eq!(Treasure::ALL.len() * COPIES as usize, 24, "treasures in all");
    }

    #[test]
    fn volcanoes_stand_where_they_are_named() {
        assert_eq!(VOLCANOES.map(Tile::id), ["B6", "D5", "F5"]);
        assert_eq!(TileSet::STACK.and(TileSet::VOLCANOES).into_iter().filter(|tile| tile.is_volcano()).count(), 3);
    }

    #[test]
    fn stones_turn_clockwise_and_alike_turns_count_once() {
        let tile = Tile::from_id("A1").unwrap();
        let turned = |turn| [0, 1, 2, 3, 4, 5].map(|side| tile.stones(turn, side));
        assert_eq!(turned(0), [2, 1, 0, 0, 0, 0]);
        assert_eq!(turned(2), [0, 0, 2, 1, 0, 0]);
        assert_eq!(tile.stony(2), 0b00_1100);
        let turns: Vec<_> = Tile::all().filter(|tile| tile.turns() < 6).map(|tile| (tile.id(), tile.turns())).collect();
        assert_eq!(turns, [("B6", 1), ("D4", 2), ("D5", 1), ("F5", 1)]);
    }

    #[test]
    fn a_tile_has_one_to_three_stones_a_side_unless_it_is_a_volcano() {
        for tile in Tile::all() {
            let stones: u8 = (0..SIDES).map(|side| tile.stones(0, side)).sum();
            assert_eq!(stones, if tile.is_volcano() { 0 } else { 3 }, "stones on {tile}");
        }
    }
}
