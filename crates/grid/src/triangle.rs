//! Equilateral triangles between the vertices of a lattice.
//!
//! A vertex has axial coordinates: the first axis points east, the second to the north-east. The rhombus right of
//! and above the vertex `q,r` is cut into two cells, `u` with its tip up and `d` with its tip down:
//!
//! ```text
//!      q,r+1 ______ q+1,r+1
//!           /\    /            NW  NE
//!          /  \ d/
//!         / u  \/            W        E
//!        /_____/
//!     q,r       q+1,r          SW  SE
//! ```

use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use crate::name::read_pair;
use crate::{NameError, Turn};

/// A way along the edges of the lattice. Against the clock, from the east.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the points of the compass")]
pub enum Direction {
    E,
    NE,
    NW,
    W,
    SW,
    SE,
}

impl Direction {
    /// The six directions, against the clock from the east.
    pub const ALL: [Direction; 6] =
        [Direction::E, Direction::NE, Direction::NW, Direction::W, Direction::SW, Direction::SE];

    /// The place of this direction in [`Direction::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction turned clockwise.
    pub const fn turned(self, by: Turn) -> Direction {
        Direction::ALL[((self as u8 + 6 - by.sixths()) % 6) as usize]
    }

    /// The direction back.
    pub const fn opposite(self) -> Direction {
        self.turned(Turn::clockwise(3))
    }

    /// The vertex one edge away from the origin in this direction.
    pub const fn step(self) -> Vertex {
        Vertex::new(1, 0).turned(Turn::counterclockwise(self as u8))
    }

    /// The text form: `e`, `ne`, `nw`, `w`, `sw` or `se`.
    pub const fn name(self) -> &'static str {
        ["e", "ne", "nw", "w", "sw", "se"][self as usize]
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
        named.ok_or(NameError::new("a direction (e, ne, nw, w, sw, se)"))
    }
}

/// A point where six triangles meet, or the way from one such point to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Vertex {
    /// Edges to the east.
    pub q: i16,
    /// Edges to the north-east.
    pub r: i16,
}

impl Vertex {
    /// The vertex `0,0`.
    pub const ORIGIN: Vertex = Vertex::new(0, 0);

    /// The vertex `q` edges east and `r` edges north-east of the origin.
    pub const fn new(q: i16, r: i16) -> Vertex {
        Vertex { q, r }
    }

    /// The vertex that number of edges further in a direction.
    pub const fn moved(self, direction: Direction, edges: u8) -> Vertex {
        let Vertex { q, r } = direction.step();
        Vertex::new(self.q + q * edges as i16, self.r + r * edges as i16)
    }

    /// Turns the vertex about the origin.
    pub const fn turned(self, by: Turn) -> Vertex {
        let (q, r) = turn_clockwise((self.q, self.r), by);
        Vertex::new(q, r)
    }

    /// Turns the vertex about another vertex.
    pub const fn turned_about(self, centre: Vertex, by: Turn) -> Vertex {
        let Vertex { q, r } = Vertex::new(self.q - centre.q, self.r - centre.r).turned(by);
        Vertex::new(centre.q + q, centre.r + r)
    }

    /// Counts the edges of the shortest way between two vertices.
    pub const fn distance(self, other: Vertex) -> u16 {
        let (q, r) = (self.q - other.q, self.r - other.r);
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }

    /// The six triangles that meet here, against the clock, beginning with the one between east and north-east.
    pub const fn triangles(self) -> [Triangle; 6] {
        use Tip::{Down, Up};
        let Vertex { q, r } = self;
        [
            Triangle::new(Up, q, r),
            Triangle::new(Down, q - 1, r),
            Triangle::new(Up, q - 1, r),
            Triangle::new(Down, q - 1, r - 1),
            Triangle::new(Up, q, r - 1),
            Triangle::new(Down, q, r - 1),
        ]
    }
}

impl Add for Vertex {
    type Output = Vertex;

    fn add(self, other: Vertex) -> Vertex {
        Vertex::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Vertex {
    type Output = Vertex;

    fn sub(self, other: Vertex) -> Vertex {
        Vertex::new(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Vertex {
    type Output = Vertex;

    fn neg(self) -> Vertex {
        Vertex::new(-self.q, -self.r)
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

impl FromStr for Vertex {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Vertex, NameError> {
        let (q, r) = read_pair(text).ok_or(NameError::new("a vertex like `1,-2`"))?;
        Ok(Vertex::new(q, r))
    }
}

/// Where the tip of a triangle points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Tip {
    /// North: the cell `u`.
    Up,
    /// South: the cell `d`.
    Down,
}

/// A cell of the triangle lattice.
///
/// ```
/// use grid::Turn;
/// use grid::triangle::{Direction, Triangle, Vertex};
///
/// let cell: Triangle = "u0,0".parse()?;
/// assert_eq!(cell.moved(Direction::NW, 2).to_string(), "u-2,2");
/// assert_eq!(cell.turned_about(Vertex::ORIGIN, Turn::counterclockwise(1)).to_string(), "d-1,0");
/// assert_eq!(cell.turned_about(Vertex::new(1, 0), Turn::clockwise(1)).to_string(), "d0,0");
/// # Ok::<(), grid::NameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Triangle {
    /// Where the tip points.
    pub tip: Tip,
    /// Edges to the east.
    pub q: i16,
    /// Edges to the north-east.
    pub r: i16,
}

impl Triangle {
    /// The upper or lower half of the rhombus right of and above the vertex `q,r`.
    pub const fn new(tip: Tip, q: i16, r: i16) -> Triangle {
        Triangle { tip, q, r }
    }

    /// The three corners, against the clock; the first is the lower left one of `u`, the lower one of `d`.
    pub const fn corners(self) -> [Vertex; 3] {
        let Triangle { tip, q, r } = self;
        match tip {
            Tip::Up => [Vertex::new(q, r), Vertex::new(q + 1, r), Vertex::new(q, r + 1)],
            Tip::Down => [Vertex::new(q + 1, r), Vertex::new(q + 1, r + 1), Vertex::new(q, r + 1)],
        }
    }

    /// The three cells beyond the edges: of `u` north-east, west and south, of `d` south-west, east and north.
    pub const fn neighbours(self) -> [Triangle; 3] {
        let Triangle { tip, q, r } = self;
        match tip {
            Tip::Up => {
                [Triangle::new(Tip::Down, q, r), Triangle::new(Tip::Down, q - 1, r), Triangle::new(Tip::Down, q, r - 1)]
            }
            Tip::Down => {
                [Triangle::new(Tip::Up, q, r), Triangle::new(Tip::Up, q + 1, r), Triangle::new(Tip::Up, q, r + 1)]
            }
        }
    }

    /// The cell of the same shape, that number of edges further in a direction.
    pub const fn moved(self, direction: Direction, edges: u8) -> Triangle {
        let Vertex { q, r } = Vertex::new(self.q, self.r).moved(direction, edges);
        Triangle::new(self.tip, q, r)
    }

    /// Turns the cell about the origin.
    pub const fn turned(self, by: Turn) -> Triangle {
        Triangle::around(turn_clockwise(self.centre(), by))
    }

    /// Turns the cell about a vertex.
    pub const fn turned_about(self, centre: Vertex, by: Turn) -> Triangle {
        let Triangle { tip, q, r } = Triangle::new(self.tip, self.q - centre.q, self.r - centre.r).turned(by);
        Triangle { tip, q: q + centre.q, r: r + centre.r }
    }

    /// Counts the edges that the shortest way between two cells crosses.
    pub const fn distance(self, other: Triangle) -> u16 {
        let (a, b) = (self.strips(), other.strips());
        (a[0] - b[0]).unsigned_abs() + (a[1] - b[1]).unsigned_abs() + (a[2] - b[2]).unsigned_abs()
    }

    /// Three times the middle, which is a whole number of edges: its remainder by 3 is 1 for `u` and 2 for `d`.
    const fn centre(self) -> (i16, i16) {
        let third = self.tip as i16 + 1;
        (3 * self.q + third, 3 * self.r + third)
    }

    /// The triangle around such a middle.
    const fn around((q, r): (i16, i16)) -> Triangle {
        let tip = if q.rem_euclid(3) == 1 { Tip::Up } else { Tip::Down };
        Triangle::new(tip, q.div_euclid(3), r.div_euclid(3))
    }

    /// The strips between parallel lines that the cell lies in; crossing an edge changes one of them by one.
    const fn strips(self) -> [i16; 3] {
        [self.q, self.r, self.q + self.r + self.tip as i16]
    }
}

impl Add<Vertex> for Triangle {
    type Output = Triangle;

    fn add(self, way: Vertex) -> Triangle {
        Triangle::new(self.tip, self.q + way.q, self.r + way.r)
    }
}

impl Sub<Vertex> for Triangle {
    type Output = Triangle;

    fn sub(self, way: Vertex) -> Triangle {
        self + -way
    }
}

impl fmt::Display for Triangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tip = match self.tip {
            Tip::Up => 'u',
            Tip::Down => 'd',
        };
        write!(f, "{tip}{},{}", self.q, self.r)
    }
}

impl FromStr for Triangle {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Triangle, NameError> {
        let tipped = text.strip_prefix('u').map(|rest| (Tip::Up, rest));
        let tipped = tipped.or_else(|| text.strip_prefix('d').map(|rest| (Tip::Down, rest)));
        let cell = tipped.and_then(|(tip, rest)| read_pair(rest).map(|(q, r)| Triangle::new(tip, q, r)));
        cell.ok_or(NameError::new("a cell like `u0,0` or `d-1,0`"))
    }
}

/// The axes run from the east to the north-east, which is against the clock.
const fn turn_clockwise(vector: (i16, i16), by: Turn) -> (i16, i16) {
    Turn::vector(vector, (6 - by.sixths()) % 6)
}
