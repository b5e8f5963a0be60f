//! The 96 triangular cells of the hall (K1), sets of them, and the borders between them, all as bits of 128.
//!
//! The hall has eight strips of triangles, the longest of 15. A strip is a row of 16 bits, and the column is twice
//! the x coordinate of the triangle's middle, so that the cells to the left and right are the bits beside, and the
//! cell above or below is 16 bits away. Where no cell is, the bit is never set, but for [`Cells::MARGIN`].

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};
use std::str::FromStr;

use grid::triangle::{Tip, Triangle};

/// The side of the hexagon.
const SIDE: i16 = 4;

/// How many strips of triangles lie one below the other.
pub(crate) const ROWS: usize = 2 * SIDE as usize;

/// How many triangles the longest strip has.
pub(crate) const COLUMNS: usize = 4 * SIDE as usize - 1;

/// A cell of the hall; ordered from the top strip to the bottom one, then from left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell of a triangle of the lattice, if it lies in the hall.
    pub const fn at(triangle: Triangle) -> Option<Cell> {
        let corners = triangle.corners();
        let mut index = 0;
        while index < 3 {
            let corner = corners[index];
            if corner.q.abs() > SIDE || corner.r.abs() > SIDE || (corner.q + corner.r).abs() > SIDE {
                return None;
            }
            index += 1;
        }
        let row = SIDE - 1 - triangle.r;
        let column = 2 * triangle.q + triangle.r + triangle.tip as i16 + 2 * SIDE;
        Some(Cell((row * 16 + column) as u8))
    }

    /// The cell of a row from the top and a column from the left, if there is one.
    pub(crate) fn at_row(row: usize, column: usize) -> Option<Cell> {
        if row >= ROWS || column >= COLUMNS {
            return None;
        }
        let cell = Cell((row * 16 + column) as u8);
        Cells::ALL.contains(cell).then_some(cell)
    }

    /// The triangle of the lattice.
    pub fn triangle(self) -> Triangle {
        let r = SIDE - 1 - (self.0 / 16) as i16;
        let doubled = i16::from(self.0 % 16) - 2 * SIDE - r;
        let tip = if doubled.rem_euclid(2) == 0 { Tip::Up } else { Tip::Down };
        Triangle::new(tip, doubled.div_euclid(2), r)
    }

    /// The row from the top.
    pub(crate) fn row(self) -> usize {
        self.0 as usize / 16
    }

    /// The column from the left.
    pub(crate) fn column(self) -> usize {
        self.0 as usize % 16
    }

    /// Whether the tip points up.
    pub(crate) fn is_up(self) -> bool {
        self.triangle().tip == Tip::Up
    }

    /// The place of its bit in a [`Cells`].
    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// The place among the cells of the hall, in their order.
    #[inline]
    pub(crate) const fn rank(self) -> usize {
        RANKS[self.0 as usize] as usize
    }

    /// The cell at a place among those of the hall.
    pub(crate) fn ranked(rank: usize) -> Option<Cell> {
        RANKED.get(rank).map(|bit| Cell(*bit))
    }

    /// The cells beyond its sides, two or three.
    pub(crate) fn neighbours(self) -> impl Iterator<Item = Cell> {
        self.triangle().neighbours().into_iter().filter_map(Cell::at)
    }

    /// The border to a neighbour.
    pub(crate) fn border(self, other: Cell) -> Option<Border> {
        let first = self.min(other);
        match self.0.abs_diff(other.0) {
            1 => Some(Border { first, axis: Axis::Across }),
            16 if self.neighbours().any(|cell| cell == other) => Some(Border { first, axis: Axis::Down }),
            _ => None,
        }
    }
}

/// How many cells of the hall lie before each bit.
const RANKS: [u8; 128] = {
    let mut ranks = [0; 128];
    let mut bit = 1;
    while bit < 128 {
        ranks[bit] = ranks[bit - 1] + (Cells::ALL.0 >> (bit - 1) & 1) as u8;
        bit += 1;
    }
    ranks
};

/// The bits of the cells, in their order.
const RANKED: [u8; Cells::ALL.len() as usize] = {
    let mut ranked = [0; Cells::ALL.len() as usize];
    let mut bit = 0;
    while bit < 128 {
        if Cells::ALL.0 >> bit & 1 == 1 {
            ranked[RANKS[bit] as usize] = bit as u8;
        }
        bit += 1;
    }
    ranked
};

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.triangle().fmt(f)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Cell, String> {
        let cell = text.parse().ok().and_then(Cell::at);
        cell.ok_or_else(|| format!("'{}' is not a cell of the hall such as u0,3", engine::clip(text)))
    }
}

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells(u128);

impl Cells {
    /// No cell.
    pub const NONE: Cells = Cells(0);

    /// Every cell of the hall.
    pub const ALL: Cells = Cells::hall();

    /// What lies beyond the hall, as one bit: a sweep over the edge holds it, and so does every set of obstacles.
    pub(crate) const MARGIN: Cells = Cells(1 << 127);

    const fn hall() -> Cells {
        let mut bits = 0;
        let mut row: i16 = 0;
        while row < ROWS as i16 {
            // The strips shrink by two triangles away from the middle, one at each end.
            let cut = if row < SIDE { SIDE - 1 - row } else { row - SIDE };
            let mut column = cut;
            while column < COLUMNS as i16 - cut {
                bits |= 1 << (row * 16 + column);
                column += 1;
            }
            row += 1;
        }
        Cells(bits)
    }

    /// The set of one cell.
    #[inline]
    pub const fn of(cell: Cell) -> Cells {
        Cells(1 << cell.0)
    }

    /// Whether the cell belongs to the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// Whether the sets have a cell in common.
    #[inline]
    pub const fn meets(self, other: Cells) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there is no cell in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cells there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Four rows as one word, from a row of the upper five on.
    #[inline]
    pub(crate) const fn window(self, row: u8) -> u64 {
        (self.0 >> (16 * row)) as u64
    }

    /// The cells in their order.
    #[inline]
    pub fn iter(self) -> CellsIter {
        CellsIter { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }

    /// The cells on the other side of every border of `across` and `down`, from either side.
    #[inline]
    pub(crate) const fn over(self, borders: Borders) -> Cells {
        let (across, down) = (borders.across.0, borders.down.0);
        let forth = (self.0 & across) << 1 | (self.0 & down) << 16;
        let back = (self.0 >> 1) & across | (self.0 >> 16) & down;
        Cells(forth | back)
    }

    /// All that can be reached from these cells through doors, themselves included.
    #[inline]
    pub(crate) fn through(self, doors: Doors) -> Cells {
        let mut reached = self;
        loop {
            // Two steps before each look whether there was anything new: such looks are hard to foresee.
            let next = reached.beyond(doors).beyond(doors);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// These cells and those behind their doors.
    #[inline]
    const fn beyond(self, Doors { forth, back }: Doors) -> Cells {
        let there = (self.0 & forth.across.0) << 1 | (self.0 & forth.down.0) << 16;
        let here = (self.0 >> 1) & back.across.0 | (self.0 >> 16) & back.down.0;
        Cells(self.0 | there | here)
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().filter(|cell| Cells::ALL.contains(*cell))).finish()
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Cells {
        cells.into_iter().fold(Cells::NONE, |set, cell| set | Cells::of(cell))
    }
}

impl BitOr for Cells {
    type Output = Cells;
    #[inline]
    fn bitor(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }
}

impl BitOrAssign for Cells {
    #[inline]
    fn bitor_assign(&mut self, other: Cells) {
        self.0 |= other.0;
    }
}

impl BitAnd for Cells {
    type Output = Cells;
    #[inline]
    fn bitand(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }
}

impl Not for Cells {
    type Output = Cells;
    #[inline]
    fn not(self) -> Cells {
        Cells(!self.0)
    }
}

/// The cells of a set, one by one.
#[derive(Clone, Debug)]
pub struct CellsIter {
    low: u64,
    high: u64,
}

impl Iterator for CellsIter {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.low != 0 {
            let bit = self.low.trailing_zeros();
            self.low &= self.low - 1;
            Some(Cell(bit as u8))
        } else if self.high != 0 {
            let bit = self.high.trailing_zeros();
            self.high &= self.high - 1;
            Some(Cell(bit as u8 + 64))
        } else {
            None
        }
    }

    /// Half after half, each without a look at the other.
    #[inline]
    fn fold<B, F: FnMut(B, Cell) -> B>(self, first: B, mut join: F) -> B {
        let mut joined = first;
        for (mut half, before) in [(self.low, 0), (self.high, 64)] {
            while half != 0 {
                joined = join(joined, Cell(half.trailing_zeros() as u8 + before));
                half &= half - 1;
            }
        }
        joined
    }
}

impl FusedIterator for CellsIter {}

/// Which way a border is crossed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Axis {
    /// Between the cell and the one to its right.
    Across,
    /// Between the cell and the one below.
    Down,
}

/// The side that two cells share, named by the upper or left one of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Border {
    pub(crate) first: Cell,
    pub(crate) axis: Axis,
}

/// A set of borders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Borders {
    across: Cells,
    down: Cells,
}

/// Borders that can be crossed, told apart by the direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doors {
    /// To the greater cell.
    forth: Borders,
    /// To the lesser one.
    back: Borders,
}

impl Doors {
    /// These and some borders that can be crossed from both sides.
    #[inline]
    pub(crate) fn or(self, both: Borders) -> Doors {
        Doors { forth: self.forth.or(both), back: self.back.or(both) }
    }
}

impl Borders {
    /// No border.
    pub(crate) const NONE: Borders = Borders { across: Cells::NONE, down: Cells::NONE };

    /// Every border of the hall: the margin is none.
    pub(crate) fn all() -> Borders {
        let mut all = Borders::NONE;
        for cell in Cells::ALL.iter() {
            cell.neighbours().filter_map(|other| cell.border(other)).for_each(|border| all.add(border));
        }
        all
    }

    /// The borders between two cells of a set.
    pub(crate) fn within(cells: Cells) -> Borders {
        let between = |shift: u32| Cells(cells.0 & (cells.0 >> shift));
        Borders { across: between(1), down: between(16) }.and(Borders::all())
    }

    /// Adds a border.
    #[inline]
    pub(crate) fn add(&mut self, border: Border) {
        match border.axis {
            Axis::Across => self.across |= Cells::of(border.first),
            Axis::Down => self.down |= Cells::of(border.first),
        }
    }

    /// Whether the border belongs to the set.
    #[inline]
    pub(crate) fn contains(self, border: Border) -> bool {
        match border.axis {
            Axis::Across => self.across.contains(border.first),
            Axis::Down => self.down.contains(border.first),
        }
    }

    /// The borders that are in both sets.
    #[inline]
    pub(crate) fn and(self, other: Borders) -> Borders {
        Borders { across: self.across & other.across, down: self.down & other.down }
    }

    /// These borders as doors that lead into some cells.
    #[inline]
    pub(crate) fn into(self, cells: Cells) -> Doors {
        let Borders { across, down } = self;
        let forth = Borders { across: across & Cells(cells.0 >> 1), down: down & Cells(cells.0 >> 16) };
        Doors { forth, back: Borders { across: across & cells, down: down & cells } }
    }

    /// The borders that are in either set.
    #[inline]
    pub(crate) fn or(self, other: Borders) -> Borders {
        Borders { across: self.across | other.across, down: self.down | other.down }
    }

    /// The borders that are not in the other set.
    #[inline]
    pub(crate) fn without(self, other: Borders) -> Borders {
        Borders { across: self.across & !other.across, down: self.down & !other.down }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hall_has_96_cells_and_132_borders() {
        assert_eq!(Cells::ALL.len(), 96);
        let all = Borders::all();
        assert_eq!(all.across.len() + all.down.len(), 132);
    }

    #[test]
    fn cells_have_one_name_each() {
        for cell in Cells::ALL.iter() {
            assert_eq!(Cell::at(cell.triangle()), Some(cell));
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(Cell::at_row(cell.row(), cell.column()), Some(cell));
        }
        for bad in ["u0,4", "u-5,0", "x0,0", "u0,0 ", "", "d-4,-1,"] {
            assert!(bad.parse::<Cell>().is_err(), "{bad}");
        }
    }

    #[test]
    fn crossing_every_border_gives_the_neighbours() {
        for cell in Cells::ALL.iter() {
            let neighbours: Cells = cell.neighbours().collect();
            assert_eq!(Cells::of(cell).over(Borders::all()), neighbours, "{cell}");
        }
    }
}
