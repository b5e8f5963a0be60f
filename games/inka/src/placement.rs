//! How a rhombus lies (K2): two cells that share a side, half A and half B, with its four corners.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;
use std::sync::LazyLock;

use grid::triangle::{Triangle, Vertex};

use crate::cells::{Border, Cell, Cells};

/// A corner of a rhombus, counter-clockwise; P and R are the acute ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the letters of the rules")]
pub enum Corner {
    P,
    Q,
    R,
    S,
}

impl Corner {
    /// The four corners.
    pub const ALL: [Corner; 4] = [Corner::P, Corner::Q, Corner::R, Corner::S];

    /// Whether the corner is acute.
    pub fn is_acute(self) -> bool {
        matches!(self, Corner::P | Corner::R)
    }

    /// The letter.
    pub fn name(self) -> &'static str {
        ["P", "Q", "R", "S"][self as usize]
    }
}

/// A sense of turning, with y pointing up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sense {
    /// Clockwise.
    Cw,
    /// Counter-clockwise.
    Ccw,
}

impl Sense {
    /// Both senses.
    pub const ALL: [Sense; 2] = [Sense::Cw, Sense::Ccw];

    /// The word.
    pub fn name(self) -> &'static str {
        ["cw", "ccw"][self as usize]
    }

    /// The other sense.
    pub fn other(self) -> Sense {
        match self {
            Sense::Cw => Sense::Ccw,
            Sense::Ccw => Sense::Cw,
        }
    }
}

/// A half of a rhombus.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the letters of the rules")]
pub enum Half {
    A,
    B,
}

/// A way of lying: half A on one cell, half B on a neighbour. Ordered as half A, then half B.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement(NonZeroU16);

/// How many ways of lying there are: each of the 132 borders, two ways round.
pub(crate) const PLACEMENTS: usize = 264;

/// What is asked again and again of a rhombus that lies so.
#[derive(Clone, Copy, Debug)]
struct Lie {
    halves: [Cell; 2],
    cells: Cells,
    /// The borders at the sides PQ, QR, RS and SP, none where a side lies at the margin, and at the middle.
    borders: [Option<Border>; 5],
}

static LIES: LazyLock<Vec<Lie>> = LazyLock::new(|| {
    let pairs = Cells::ALL.iter().flat_map(|a| {
        let mut others: Vec<Cell> = a.neighbours().collect();
        others.sort_unstable();
        others.into_iter().map(move |b| (a, b))
    });
    pairs.map(|(a, b)| Lie::new(a, b)).collect()
});

impl Lie {
    fn new(a: Cell, b: Cell) -> Lie {
        let beyond = |half: Cell, corner: Vertex| {
            let other = half.triangle().neighbours().into_iter().find(|cell| !cell.corners().contains(&corner));
            other.and_then(Cell::at).and_then(|other| half.border(other))
        };
        let [_, q, _, s] = corners(a, b);
        let borders = [beyond(a, s), beyond(b, s), beyond(b, q), beyond(a, q), a.border(b)];
        Lie { halves: [a, b], cells: Cells::of(a) | Cells::of(b), borders }
    }
}

/// The corners P, Q, R and S: P is the corner of half A away from half B, and they go counter-clockwise.
fn corners(a: Cell, b: Cell) -> [Vertex; 4] {
    let (of_a, of_b) = (a.triangle().corners(), b.triangle().corners());
    let away = |own: &[Vertex; 3], other: &[Vertex; 3]| own.iter().position(|corner| !other.contains(corner));
    let p = away(&of_a, &of_b).unwrap_or_default();
    let r = away(&of_b, &of_a).unwrap_or_default();
    // A triangle lists its corners counter-clockwise: P, Q, S and R, S, Q.
    [of_a[p], of_a[(p + 1) % 3], of_b[r], of_a[(p + 2) % 3]]
}

impl Placement {
    /// The placement on two cells, if they share a side.
    pub fn new(a: Cell, b: Cell) -> Option<Placement> {
        let found = LIES.binary_search_by_key(&[a, b], |lie| lie.halves);
        found.ok().map(|index| Placement::from_index(index as u16))
    }

    /// The placement on two triangles, if both lie in the hall and share a side.
    pub(crate) fn on(a: Triangle, b: Triangle) -> Option<Placement> {
        Placement::new(Cell::at(a)?, Cell::at(b)?)
    }

    /// Every placement, in order.
    pub fn all() -> impl Iterator<Item = Placement> + Clone {
        (0..PLACEMENTS as u16).map(Placement::from_index)
    }

    /// The placement at a place of [`Placement::all`].
    #[inline]
    pub(crate) fn from_index(index: u16) -> Placement {
        // One more than the index, so that a rhombus that lies nowhere takes no more room.
        Placement(NonZeroU16::MIN.saturating_add(index))
    }

    /// The place in [`Placement::all`].
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    #[inline]
    fn lie(self) -> &'static Lie {
        &LIES[self.index()]
    }

    /// The cell under a half.
    #[inline]
    pub fn half(self, half: Half) -> Cell {
        self.lie().halves[half as usize]
    }

    /// The two cells.
    #[inline]
    pub fn cells(self) -> Cells {
        self.lie().cells
    }

    /// The borders at the sides PQ, QR, RS and SP, `None` on the margin of the hall, and at the middle.
    #[inline]
    pub(crate) fn borders(self) -> &'static [Option<Border>; 5] {
        &self.lie().borders
    }

    /// The cells under all of some rhombi.
    #[inline]
    pub(crate) fn covered(rhombi: &[Option<Placement>]) -> Cells {
        let lies = &**LIES;
        rhombi.iter().flatten().fold(Cells::NONE, |cells, placement| cells | lies[placement.index()].cells)
    }

    /// Where the corners are.
    pub fn corners(self) -> [Vertex; 4] {
        let [a, b] = self.lie().halves;
        corners(a, b)
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.half(Half::A), self.half(Half::B))
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Placement {
    type Err = String;

    fn from_str(text: &str) -> Result<Placement, String> {
        let (a, b) = text.split_once(' ').ok_or("a rhombus lies on two cells, half A first")?;
        let (a, b) = (a.parse()?, b.parse()?);
        Placement::new(a, b).ok_or_else(|| format!("{a} and {b} do not share a side"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn k02_corners_go_counter_clockwise_from_the_tip_of_half_a() {
        assert_eq!(Placement::all().count(), LIES.len());
        let lying: Placement = "u1,1 d1,1".parse().unwrap();
        assert_eq!(lying.corners().map(|corner| corner.to_string()), ["1,1", "2,1", "2,2", "1,2"]);
        let other: Placement = "d1,1 u1,1".parse().unwrap();
        assert_eq!(other.corners().map(|corner| corner.to_string()), ["2,2", "1,2", "1,1", "2,1"]);
        assert!("u1,1 d2,1".parse::<Placement>().is_err());
    }

    #[test]
    fn k02_sides_belong_to_their_halves() {
        let lying: Placement = "u1,1 d1,1".parse().unwrap();
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let (u, d) = (cell("u1,1"), cell("d1,1"));
        // PQ is the base of half A, SP its left side; QR is the right side of half B, RS its top.
        let sides = [u.border(cell("d1,0")), d.border(cell("u2,1")), d.border(cell("u1,2")), u.border(cell("d0,1"))];
        assert_eq!(lying.borders()[..4], sides);
        assert_eq!(lying.borders()[4], u.border(d));
        let corner: Placement = "u2,1 d1,1".parse().unwrap();
        assert_eq!(corner.borders()[0], None, "the margin is no border");
        assert_eq!(corner.borders()[3], cell("u2,1").border(cell("d2,0")));
    }
}
