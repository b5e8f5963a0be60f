//! Hexagons with flat tops in axial coordinates.
//!
//! The first axis points to the south-east, the second to the south:
//!
//! ```text
//!          ____
//!         /    \            N
//!    ____/ 0,-1 \____    NW   NE
//!   /    \      /    \
//!  / -1,0 \____/ 1,-1 \
//!  \      /    \      /
//!   \____/ 0,0  \____/
//!   /    \      /    \
//!  / -1,1 \____/ 1,0  \
//!  \      /    \      /
//!   \____/ 0,1  \____/   SW   SE
//!        \      /           S
//!         \____/
//! ```

use std::fmt;
use std::iter;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use crate::name::read_pair;
use crate::{NameError, Turn};

/// A side of a hexagon, or the way to the neighbour beyond it. Clockwise, from the south.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the points of the compass")]
pub enum Direction {
    S,
    SW,
    NW,
    N,
    NE,
    SE,
}

impl Direction {
    /// The six directions, clockwise from the south.
    pub const ALL: [Direction; 6] =
        [Direction::S, Direction::SW, Direction::NW, Direction::N, Direction::NE, Direction::SE];

    /// Counts clockwise from the south; six and more wrap round.
    pub const fn nth(index: u8) -> Direction {
        Direction::ALL[(index % 6) as usize]
    }

    /// The place of this direction in [`Direction::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction turned clockwise.
    pub const fn turned(self, by: Turn) -> Direction {
        Direction::nth(self as u8 + by.sixths())
    }

    /// The direction back.
    pub const fn opposite(self) -> Direction {
        Direction::nth(self as u8 + 3)
    }

    /// The turn that brings this direction to `other`.
    pub const fn turn_to(self, other: Direction) -> Turn {
        Turn::clockwise(other as u8 + 6 - self as u8)
    }

    /// The neighbour of the origin in this direction.
    pub const fn step(self) -> Hex {
        const STEPS: [Hex; 6] =
            [Hex::new(0, 1), Hex::new(-1, 1), Hex::new(-1, 0), Hex::new(0, -1), Hex::new(1, -1), Hex::new(1, 0)];
        STEPS[self as usize]
    }

    /// The text form: `s`, `sw`, `nw`, `n`, `ne` or `se`.
    pub const fn name(self) -> &'static str {
        ["s", "sw", "nw", "n", "ne", "se"][self as usize]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Direction {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Direction, NameError> {
        let named = Direction::ALL.into_iter().find(|direction| direction.name() == text);
        named.ok_or(NameError::new("a direction (s, sw, nw, n, ne, se)"))
    }
}

/// A cell of the hexagon lattice, or the way from one cell to another.
///
/// ```
/// use grid::hex::{Direction, Hex};
///
/// let tonga = Hex::ORIGIN;
/// let there = tonga.neighbour(Direction::NE).neighbour(Direction::N);
/// assert_eq!(there.to_string(), "1,-2");
/// assert_eq!(there.distance(tonga), 2);
/// assert_eq!(tonga.disc(2).count(), 19);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hex {
    /// Steps to the south-east.
    pub q: i16,
    /// Steps to the south.
    pub r: i16,
}

impl Hex {
    /// The cell `0,0`.
    pub const ORIGIN: Hex = Hex::new(0, 0);

    /// The cell `q` steps south-east and `r` steps south of the origin.
    pub const fn new(q: i16, r: i16) -> Hex {
        Hex { q, r }
    }

    /// The cell of a board of upright columns, both counted from 0, where every odd column lies half a cell lower.
    ///
    /// ```
    /// use grid::hex::{Direction, Hex};
    ///
    /// let b4 = Hex::from_column_row(1, 3);
    /// assert_eq!(b4.neighbour(Direction::SW), Hex::from_column_row(0, 4));
    /// assert_eq!(b4.column_row(), (1, 3));
    /// ```
    pub const fn from_column_row(column: i16, row: i16) -> Hex {
        Hex::new(column, row - column.div_euclid(2))
    }

    /// The column and the row; see [`Hex::from_column_row`].
    pub const fn column_row(self) -> (i16, i16) {
        (self.q, self.r + self.q.div_euclid(2))
    }

    /// The cell next to this one in a direction.
    pub const fn neighbour(self, direction: Direction) -> Hex {
        self.plus(direction.step())
    }

    /// The six cells around, in the order of [`Direction::ALL`].
    pub const fn neighbours(self) -> [Hex; 6] {
        use Direction::*;
        [
            self.neighbour(S),
            self.neighbour(SW),
            self.neighbour(NW),
            self.neighbour(N),
            self.neighbour(NE),
            self.neighbour(SE),
        ]
    }

    /// The direction in which the two cells touch, if they do.
    pub fn direction_to(self, other: Hex) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbour(direction) == other)
    }

    /// Turns the cell about the origin.
    pub const fn turned(self, by: Turn) -> Hex {
        // The axes run from the south-east to the south, which is clockwise already.
        let (q, r) = Turn::vector((self.q, self.r), by.sixths());
        Hex::new(q, r)
    }

    /// Turns the cell about another cell.
    pub const fn turned_about(self, centre: Hex, by: Turn) -> Hex {
        centre.plus(self.minus(centre).turned(by))
    }

    /// Counts the steps of the shortest way between two cells.
    pub const fn distance(self, other: Hex) -> u16 {
        let Hex { q, r } = self.minus(other);
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }

    /// Walks once round this cell at a distance, clockwise, beginning in the south; at 0 gives the cell itself.
    pub fn ring(self, radius: u8) -> impl Iterator<Item = Hex> {
        let corner_to_corner = move |direction: Direction| {
            let along = direction.turned(Turn::clockwise(2));
            (0..radius).map(move |steps| self.plus(direction.step().times(radius)).plus(along.step().times(steps)))
        };
        iter::once(self).filter(move |_| radius == 0).chain(Direction::ALL.into_iter().flat_map(corner_to_corner))
    }

    /// Lists every cell within a distance of this one, sorted.
    pub fn disc(self, radius: u8) -> impl Iterator<Item = Hex> {
        let reach = i16::from(radius);
        (-reach..=reach).flat_map(move |q| {
            let (north, south) = ((-reach).max(-reach - q), reach.min(reach - q));
            (north..=south).map(move |r| self.plus(Hex::new(q, r)))
        })
    }

    const fn plus(self, other: Hex) -> Hex {
        Hex::new(self.q + other.q, self.r + other.r)
    }

    const fn minus(self, other: Hex) -> Hex {
        Hex::new(self.q - other.q, self.r - other.r)
    }

    const fn times(self, factor: u8) -> Hex {
        Hex::new(self.q * factor as i16, self.r * factor as i16)
    }
}

impl Add for Hex {
    type Output = Hex;

    fn add(self, other: Hex) -> Hex {
        self.plus(other)
    }
}

impl Sub for Hex {
    type Output = Hex;

    fn sub(self, other: Hex) -> Hex {
        self.minus(other)
    }
}

impl Neg for Hex {
    type Output = Hex;

    fn neg(self) -> Hex {
        Hex::ORIGIN.minus(self)
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

impl FromStr for Hex {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Hex, NameError> {
        let (q, r) = read_pair(text).ok_or(NameError::new("a cell like `1,-2`"))?;
        Ok(Hex::new(q, r))
    }
}
