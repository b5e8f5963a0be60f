//! Where the tiles lie: cells, directions, and where the routes over the tiles on the table lead.
//!
//! There is no grid: a tile knows its cell and its turn, and beside it the tile in each direction.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::tiles::{ISLANDS, Island, TILES, Tile, tiles, turned};

/// No tile lies farther from Tonga's cell than this: every one lies beside an older one.
pub const RADIUS: i8 = 31;

/// A cell of the table, written `q,r`; Tonga starts at `0,0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cell {
    /// The column, growing to the right.
    pub q: i8,
    /// The row within the column, growing downwards.
    pub r: i8,
}

impl Cell {
    /// Names a cell.
    pub const fn new(q: i8, r: i8) -> Cell {
        Cell { q, r }
    }

    /// The cell of a text such as `1,-2`.
    pub fn named(text: &str) -> Option<Cell> {
        let (q, r) = text.split_once(',')?;
        let part = |text| engine::plain_integer(text).and_then(|number| i8::try_from(number).ok());
        Some(Cell { q: part(q)?, r: part(r)? })
    }

    /// The cell next to this one.
    pub fn beside(self, toward: Dir) -> Cell {
        let (q, r) = DELTAS[toward.index()];
        Cell { q: self.q.saturating_add(q), r: self.r.saturating_add(r) }
    }

    /// How far the cell lies from Tonga's.
    pub fn distance(self) -> u32 {
        let (q, r) = (i32::from(self.q), i32::from(self.r));
        q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs())
    }

    /// Every cell on which a tile could ever lie, sorted.
    pub fn all() -> impl Iterator<Item = Cell> {
        let line = |q: i8| (-RADIUS..=RADIUS).map(move |r| Cell { q, r });
        (-RADIUS..=RADIUS).flat_map(line).filter(|cell| cell.distance() <= RADIUS as u32)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        let text = String::deserialize(deserializer)?;
        Cell::named(&text).ok_or_else(|| serde::de::Error::custom("a cell is written like 1,-2"))
    }
}

/// A direction on the table, clockwise from the south, as the sides of a tile that lies at turn 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the six directions explain themselves")]
pub enum Dir {
    S,
    Sw,
    Nw,
    N,
    Ne,
    Se,
}

const DELTAS: [(i8, i8); 6] = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)];

impl Dir {
    /// The six directions, clockwise.
    pub const ALL: [Dir; 6] = [Dir::S, Dir::Sw, Dir::Nw, Dir::N, Dir::Ne, Dir::Se];

    /// The direction's number, clockwise from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The way back.
    #[inline]
    #[must_use]
    pub const fn back(self) -> Dir {
        Dir::ALL[(self as usize + 3) % 6]
    }

    /// The word in records.
    pub const fn word(self) -> &'static str {
        ["s", "sw", "nw", "n", "ne", "se"][self as usize]
    }

    /// The direction of a word.
    pub fn named(word: &str) -> Option<Dir> {
        Dir::ALL.into_iter().find(|dir| dir.word() == word)
    }

    /// The side of a tile lying at `turn` that faces this direction.
    #[inline]
    pub(crate) const fn side(self, turn: u8) -> u8 {
        (self as u8 + 6 - turn) % 6
    }

    /// The direction that a side of a tile lying at `turn` faces.
    #[inline]
    pub(crate) const fn of_side(side: u8, turn: u8) -> Dir {
        Dir::ALL[((side + turn) % 6) as usize]
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The directions of a mask, in order.
pub(crate) fn dirs(mask: u8) -> impl Iterator<Item = Dir> {
    Dir::ALL.into_iter().filter(move |dir| mask >> dir.index() & 1 == 1)
}

/// Which neighbour a cell is, by how far it lies from another in q and r.
const NEIGHBOUR: [[Option<Dir>; 3]; 3] =
    [[None, Some(Dir::Nw), Some(Dir::Sw)], [Some(Dir::N), None, Some(Dir::S)], [Some(Dir::Ne), Some(Dir::Se), None]];

/// The place of a tile that is not on the table, and the neighbour where none is.
const OFF: u8 = u8::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Place {
    cell: Cell,
    turn: u8,
}

/// What one comes to by following the routes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// A cell without a tile: beside this tile, in this direction.
    Empty(Tile, Dir),
    /// An island, at this side of its tile.
    Shore(Island, u8),
    /// Where one set out: only from a sea.
    Circle,
}

/// The tiles on the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    /// The tiles on the table, as a mask.
    laid: u32,
    at: [Place; TILES],
    neighbour: [[u8; 6]; TILES],
    /// Of each island the sides (by its own numbering) from which the routes lead back to it. A route that
    /// leads back runs over seas only, and seas stay, so this changes only where a tile is laid (O15).
    back: [u8; ISLANDS],
}

impl Board {
    /// An empty table.
    pub(crate) fn new() -> Board {
        Board {
            laid: 0,
            at: [Place { cell: Cell { q: 0, r: 0 }, turn: OFF }; TILES],
            neighbour: [[OFF; 6]; TILES],
            back: [0; ISLANDS],
        }
    }

    /// The tiles on the table, as a mask.
    #[inline]
    pub(crate) fn laid(&self) -> u32 {
        self.laid
    }

    /// Whether the tile lies on the table.
    #[inline]
    pub(crate) fn has(&self, tile: Tile) -> bool {
        self.laid >> tile.index() & 1 == 1
    }

    /// The islands on the table.
    #[inline]
    pub(crate) fn islands(&self) -> impl Iterator<Item = Island> + use<> {
        tiles(self.laid & 0xffff).map(|tile| Island::at(tile.index()))
    }

    /// The cell and turn of a tile on the table.
    #[inline]
    pub(crate) fn place(&self, tile: Tile) -> (Cell, u8) {
        let place = self.at[tile.index()];
        (place.cell, place.turn)
    }

    /// The tile beside a tile.
    #[inline]
    pub(crate) fn beside(&self, tile: Tile, toward: Dir) -> Option<Tile> {
        let next = self.neighbour[tile.index()][toward.index()];
        (next != OFF).then(|| Tile::at(next as usize))
    }

    /// The tile on a cell, found by looking at every tile.
    pub(crate) fn tile_on(&self, cell: Cell) -> Option<Tile> {
        tiles(self.laid).find(|tile| self.at[tile.index()].cell == cell)
    }

    /// Lays a tile on an empty cell.
    pub(crate) fn lay(&mut self, tile: Tile, cell: Cell, turn: u8) {
        let new = tile.index();
        for old in tiles(self.laid).map(Tile::index) {
            let there = self.at[old].cell;
            let (q, r) = (there.q - cell.q, there.r - cell.r);
            if q.unsigned_abs() > 1 || r.unsigned_abs() > 1 {
                continue;
            }
            if let Some(dir) = NEIGHBOUR[(q + 1) as usize][(r + 1) as usize] {
                self.neighbour[new][dir.index()] = old as u8;
                self.neighbour[old][dir.back().index()] = new as u8;
            }
        }
        self.laid |= 1 << new;
        self.at[new] = Place { cell, turn };
        match tile.island() {
            Some(island) => self.close_around(island),
            None => self.close_through(tile),
        }
    }

    /// Takes an island off the table (O15).
    pub(crate) fn remove(&mut self, island: Island) {
        let gone = island.index();
        for dir in Dir::ALL {
            if let Some(tile) = self.beside(island.tile(), dir) {
                self.neighbour[tile.index()][dir.back().index()] = OFF;
            }
        }
        self.laid &= !(1 << gone);
        self.at[gone] = Place { cell: Cell { q: 0, r: 0 }, turn: OFF };
        self.neighbour[gone] = [OFF; 6];
        self.back[gone] = 0;
    }

    /// Notes the routes that lead from a new island back to it.
    fn close_around(&mut self, island: Island) {
        let turn = self.at[island.index()].turn;
        for dir in Dir::ALL {
            if matches!(self.follow(island.tile(), dir), Reach::Shore(end, _) if end == island) {
                self.back[island.index()] |= 1 << dir.side(turn);
            }
        }
    }

    /// Notes the routes that a new sea closes between two sides of one island.
    fn close_through(&mut self, sea: Tile) {
        let turn = self.at[sea.index()].turn;
        for side in 0..6 {
            let other = sea.route(side).to;
            if other < side {
                continue;
            }
            let Reach::Shore(here, a) = self.follow(sea, Dir::of_side(side, turn)) else { continue };
            let Reach::Shore(there, b) = self.follow(sea, Dir::of_side(other, turn)) else { continue };
            if here == there {
                self.back[here.index()] |= 1 << a | 1 << b;
            }
        }
    }

    /// Follows the routes from a tile, without regard to numbers.
    #[inline]
    pub(crate) fn follow(&self, from: Tile, toward: Dir) -> Reach {
        let (mut tile, mut dir) = (from, toward);
        loop {
            let Some(next) = self.beside(tile, dir) else { return Reach::Empty(tile, dir) };
            let turn = self.at[next.index()].turn;
            let entered = dir.back().side(turn);
            if let Some(island) = next.island() {
                return Reach::Shore(island, entered);
            }
            (tile, dir) = (next, Dir::of_side(next.route(entered).to, turn));
            if (tile, dir) == (from, toward) {
                return Reach::Circle;
            }
        }
    }

    /// The directions of piers, given by sides, that lead elsewhere than back to their island.
    #[inline]
    pub(crate) fn open(&self, island: Island, piers: u8) -> u8 {
        turned(piers & !self.back[island.index()], self.at[island.index()].turn)
    }

    /// The directions of piers given by sides.
    #[inline]
    pub(crate) fn toward(&self, island: Island, piers: u8) -> u8 {
        turned(piers, self.at[island.index()].turn)
    }

    /// Whether all piers of the island lead back to it (O15).
    #[inline]
    pub(crate) fn is_closed(&self, island: Island) -> bool {
        island.piers() & !self.back[island.index()] == 0
    }

    /// Tells every empty cell next to a tile, sorted.
    pub(crate) fn coast(&self, mut tell: impl FnMut(Cell)) {
        const COLUMNS: usize = 2 * RADIUS as usize + 3;
        let column = |q: i8| (q + RADIUS + 1) as usize;
        // A column is a word with a bit for each row from -32 on; row 32, beyond the radius, is never empty
        // beside a tile within it that could still be laid.
        let bit = |r: i8| 1u64.checked_shl((r + RADIUS + 1) as u32).unwrap_or(0);
        let mut near = [0u64; COLUMNS];
        let (mut least, mut most) = (COLUMNS, 0);
        for tile in tiles(self.laid) {
            let cell = self.at[tile.index()].cell;
            for (q, r) in DELTAS {
                near[column(cell.q + q)] |= bit(cell.r + r);
            }
            (least, most) = (least.min(column(cell.q) - 1), most.max(column(cell.q) + 1));
        }
        for tile in tiles(self.laid) {
            let cell = self.at[tile.index()].cell;
            near[column(cell.q)] &= !bit(cell.r);
        }
        for (q, rows) in near.iter().enumerate().take(most + 1).skip(least) {
            let mut rows = *rows;
            while rows != 0 {
                tell(Cell { q: q as i8 - RADIUS - 1, r: rows.trailing_zeros() as i8 - RADIUS - 1 });
                rows &= rows - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Dice, Fast};

    use super::*;

    /// A table of tiles laid and islands removed at random.
    fn random_table(rng: &mut Fast) -> Board {
        let mut board = Board::new();
        board.lay(Tile::at(0), Cell::default(), 0);
        let mut pile: Vec<Tile> = Tile::all().skip(1).collect();
        rng.shuffle(&mut pile);
        for tile in pile {
            let mut coast = Vec::new();
            board.coast(|cell| coast.push(cell));
            // Close to the middle, so that many routes meet.
            coast.sort_by_key(|cell| (cell.distance(), cell.q, cell.r));
            coast.truncate(4);
            board.lay(tile, *rng.pick(&coast), rng.below(6) as u8);
            let islands: Vec<Island> = board.islands().collect();
            if rng.below(12) == 0 && islands.len() > 1 {
                board.remove(*rng.pick(&islands));
            }
        }
        board
    }

    /// Whether the routes from a side lead back, found cell by cell.
    fn leads_back(board: &Board, island: Island, side: u8) -> bool {
        let (mut cell, turn) = board.place(island.tile());
        let mut dir = Dir::of_side(side, turn);
        loop {
            cell = cell.beside(dir);
            let Some(tile) = board.tile_on(cell) else { return false };
            if let Some(end) = tile.island() {
                return end == island;
            }
            let (_, turn) = board.place(tile);
            dir = Dir::of_side(tile.route(dir.back().side(turn)).to, turn);
        }
    }

    #[test]
    fn o15_the_routes_that_lead_back_are_known_without_following_them() {
        let mut rng = Fast::new(15);
        let mut back = 0;
        for _ in 0..2_000 {
            let board = random_table(&mut rng);
            for island in board.islands() {
                for side in 0..6 {
                    let found = leads_back(&board, island, side);
                    assert_eq!(board.back[island.index()] >> side & 1 == 1, found, "{island} {side} of {board:?}");
                    back += u32::from(found);
                }
            }
        }
        assert!(back > 1_000, "only {back} sides lead back");
    }

    #[test]
    fn a_table_does_not_depend_on_the_order_of_laying() {
        let mut rng = Fast::new(7);
        for _ in 0..500 {
            let board = random_table(&mut rng);
            let mut order: Vec<Tile> = tiles(board.laid()).collect();
            rng.shuffle(&mut order);
            let mut again = Board::new();
            for tile in order {
                let (cell, turn) = board.place(tile);
                again.lay(tile, cell, turn);
            }
            assert_eq!(again, board);
        }
    }

    #[test]
    fn the_coast_is_what_is_empty_beside_a_tile() {
        let mut rng = Fast::new(21);
        for _ in 0..200 {
            let board = random_table(&mut rng);
            let mut coast = Vec::new();
            board.coast(|cell| coast.push(cell));
            let beside = |cell: &Cell| Dir::ALL.iter().any(|dir| board.tile_on(cell.beside(*dir)).is_some());
            let wanted: Vec<Cell> = Cell::all().filter(|cell| board.tile_on(*cell).is_none()).filter(beside).collect();
            assert_eq!(coast, wanted);
        }
    }

    #[test]
    fn directions_and_cells_go_together() {
        for dir in Dir::ALL {
            let there = Cell::new(2, -3).beside(dir);
            assert_eq!(there.beside(dir.back()), Cell::new(2, -3));
            assert_eq!(Dir::named(dir.word()), Some(dir));
            assert_eq!(Dir::of_side(dir.side(4), 4), dir);
        }
        assert_eq!(Cell::named("1,-2"), Some(Cell::new(1, -2)));
        for bad in ["", "1", "1,", "1, 2", "+1,2", "01,2", "1,-0", "200,0"] {
            assert_eq!(Cell::named(bad), None, "{bad}");
        }
        assert_eq!(Cell::all().count(), 3 * 31 * 32 + 1);
    }
}
