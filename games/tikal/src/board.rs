//! The board: 40 cells in eight columns, which of them touch, and sets of them. No turn logic.

use std::fmt;

use grid::hex::{Direction, Hex};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of columns, a to h.
pub(crate) const COLUMNS: usize = 8;
/// The number of rows, 1 to 5.
pub(crate) const ROWS: usize = 5;
/// The number of cells.
pub(crate) const CELLS: usize = COLUMNS * ROWS;
/// The number of sides of a cell, counted clockwise from the north.
pub(crate) const SIDES: usize = 6;
/// The sides in the order of the cells behind them: north-west, south-west, north, south, north-east, south-east.
pub(crate) const BY_CELL: [usize; SIDES] = [5, 4, 0, 3, 1, 2];

const NONE: u8 = u8::MAX;

/// What lies behind each side of each cell, reckoned once when the program is built.
const NEIGHBOURS: [[u8; SIDES]; CELLS] = {
    let mut table = [[NONE; SIDES]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let here = Hex::from_column_row((cell / ROWS) as i16, (cell % ROWS) as i16);
        let mut side = 0;
        while side < SIDES {
            // The lattice counts its directions from the south, the box its stones from the north.
            let (column, row) = here.neighbour(Direction::nth(side as u8 + 3)).column_row();
            if column >= 0 && column < COLUMNS as i16 && row >= 0 && row < ROWS as i16 {
                table[cell][side] = (column * ROWS as i16 + row) as u8;
            }
            side += 1;
        }
        cell += 1;
    }
    table
};

/// The cells around each cell.
const AROUND: [CellSet; CELLS] = {
    let mut table = [CellSet::EMPTY; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut side = 0;
        while side < SIDES {
            if NEIGHBOURS[cell][side] != NONE {
                table[cell].0 |= 1 << NEIGHBOURS[cell][side];
            }
            side += 1;
        }
        cell += 1;
    }
    table
};

/// The names of the cells, reckoned once when the program is built.
const NAMES: [[u8; 2]; CELLS] = {
    let mut table = [[0; 2]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        table[cell] = [b'a' + (cell / ROWS) as u8, b'1' + (cell % ROWS) as u8];
        cell += 1;
    }
    table
};

/// The side that faces `side` across an edge.
pub(crate) const fn facing(side: usize) -> usize {
    (side + 3) % SIDES
}

/// A cell of the board, `a1` to `h5`, ordered by column and then by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ts_rs::TS)]
#[ts(type = "string")]
pub struct Cell(u8);

impl Cell {
    /// The base camp.
    pub const BASE: Cell = Cell::at(0, 4);

    /// The cell of a column and a row, both counted from 0.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub const fn at(column: usize, row: usize) -> Cell {
        assert!(column < COLUMNS && row < ROWS, "the board has eight columns and five rows");
        Cell((column * ROWS + row) as u8)
    }

    /// All cells in their order.
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..CELLS as u8).map(Cell)
    }

    /// Reads a name such as `c3`.
    pub fn from_name(name: &str) -> Option<Cell> {
        match *name.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'5'] => {
                Some(Cell::at((column - b'a') as usize, (row - b'1') as usize))
            }
            _ => None,
        }
    }

    /// The name, `a1` to `h5`.
    pub fn name(self) -> &'static str {
        str::from_utf8(&NAMES[self.index()]).unwrap_or_else(|_| unreachable!("a letter and a digit"))
    }

    /// The place of the cell in their order, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, counted from 0.
    pub const fn column(self) -> usize {
        self.index() / ROWS
    }

    /// The row, counted from 0.
    pub const fn row(self) -> usize {
        self.index() % ROWS
    }

    /// The cell behind a side, if the board does not end there.
    #[inline]
    pub const fn neighbour(self, side: usize) -> Option<Cell> {
        let there = NEIGHBOURS[self.index()][side];
        if there == NONE { None } else { Some(Cell(there)) }
    }

    /// The side of this cell behind which `other` lies, if the two touch.
    pub fn side_to(self, other: Cell) -> Option<usize> {
        (0..SIDES).find(|side| self.neighbour(*side) == Some(other))
    }

    /// The cells that touch this one.
    #[inline]
    pub const fn around(self) -> CellSet {
        AROUND[self.index()]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        let name = String::deserialize(deserializer)?;
        let unknown =
            || serde::de::Error::custom(format!("'{}' is not a cell, cells are a1 to h5", engine::clip(&name)));
        Cell::from_name(&name).ok_or_else(unknown)
    }
}

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(u64);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet(0);

    /// The set of one cell.
    #[inline]
    pub const fn of(cell: Cell) -> CellSet {
        CellSet(1 << cell.0)
    }

    /// Whether the cell is in it.
    #[inline]
    pub const fn has(self, cell: Cell) -> bool {
        self.0 & (1 << cell.0) != 0
    }

    /// Puts a cell in.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.0;
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.0);
    }

    /// The cells of either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }

    /// The cells of both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }

    /// The cells of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }

    /// Whether there is no cell in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cells are in it.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = CellIter;
    #[inline]
    fn into_iter(self) -> CellIter {
        CellIter(self.0)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        cells.into_iter().fold(CellSet::EMPTY, |set, cell| set.or(CellSet::of(cell)))
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The cells of a set, in their order.
#[derive(Clone, Debug)]
pub struct CellIter(u64);

impl Iterator for CellIter {
    type Item = Cell;
    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        let cell = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Cell(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_columns_lie_half_a_cell_lower() {
        let named = |name: &str| Cell::from_name(name).unwrap();
        let around = |name: &str| (0..SIDES).map(|side| named(name).neighbour(side)).collect::<Vec<_>>();
        let cells = |names: [&str; 6]| names.map(Cell::from_name).to_vec();
        assert_eq!(around("a5"), cells(["a4", "b4", "b5", "-", "-", "-"]));
        assert_eq!(around("c3"), cells(["c2", "d2", "d3", "c4", "b3", "b2"]));
        assert_eq!(around("d3"), cells(["d2", "e3", "e4", "d4", "c4", "c3"]));
        assert_eq!(around("h5"), cells(["h4", "-", "-", "-", "-", "g5"]));
    }

    #[test]
    fn neighbours_are_mutual_and_sorted_by_the_listed_sides() {
        for cell in Cell::all() {
            assert_eq!(Cell::from_name(&cell.to_string()), Some(cell));
            for side in 0..SIDES {
                if let Some(there) = cell.neighbour(side) {
                    assert_eq!(there.neighbour(facing(side)), Some(cell));
                }
            }
            let there: Vec<_> = BY_CELL.iter().filter_map(|side| cell.neighbour(*side)).collect();
            assert!(there.is_sorted(), "{cell}");
            assert_eq!(there.into_iter().collect::<CellSet>(), cell.around());
        }
    }
}
