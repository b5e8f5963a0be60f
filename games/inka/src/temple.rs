//! The box as data (K1, K2): the hall's map, the starts, and what is printed on the rhombi.
//!
//! The map and the faces are reconstructed, so an owner of the game may correct them in a file of their own; this
//! module keeps such a box, [`read`] reads it and says everything that is wrong with it, [`examine`] looks for what
//! no count shows.

mod examine;
mod fair;
mod read;

use std::fmt;
use std::str::FromStr;

use engine::{BoxData, BoxFault, BoxShelf};

use crate::cells::{Borders, Cell, Cells};
use crate::placement::Placement;

/// How many path rhombi there are.
pub const PATHS: usize = 13;

/// How many goal rhombi there are.
pub const GOALS: usize = 3;

/// How many rhombi there are.
pub const RHOMBI: usize = PATHS + GOALS;

/// A rhombus by its id: the path rhombi T01 to T13, then the goal rhombi G1 to G3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rhombus(u8);

impl Rhombus {
    /// The rhombi from one place among all to before another.
    #[inline]
    pub(crate) fn within(first: usize, last: usize) -> impl Iterator<Item = Rhombus> {
        (first as u8..last as u8).map(Rhombus)
    }

    /// All rhombi.
    pub fn all() -> impl DoubleEndedIterator<Item = Rhombus> + Clone {
        (0..RHOMBI as u8).map(Rhombus)
    }

    /// The path rhombi.
    pub fn paths() -> impl DoubleEndedIterator<Item = Rhombus> + Clone {
        (0..PATHS as u8).map(Rhombus)
    }

    /// The goal rhombi.
    pub fn goals() -> impl DoubleEndedIterator<Item = Rhombus> + Clone {
        (PATHS as u8..RHOMBI as u8).map(Rhombus)
    }

    /// The place among all rhombi.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is a goal rhombus.
    #[inline]
    pub const fn is_goal(self) -> bool {
        self.0 >= PATHS as u8
    }

    /// The place among the goal rhombi, if it is one.
    #[inline]
    pub(crate) fn goal_index(self) -> Option<usize> {
        self.index().checked_sub(PATHS)
    }
}

impl fmt::Display for Rhombus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.goal_index() {
            Some(goal) => write!(f, "G{}", goal + 1),
            None => write!(f, "T{:02}", self.0 + 1),
        }
    }
}

impl fmt::Debug for Rhombus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rhombus {
    type Err = String;

    fn from_str(text: &str) -> Result<Rhombus, String> {
        let digit = |byte: u8| usize::from(byte - b'0');
        let found = match *text.as_bytes() {
            [b'T', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
                (10 * digit(tens) + digit(ones)).checked_sub(1).and_then(|place| Rhombus::paths().nth(place))
            }
            [b'G', one @ b'1'..=b'9'] => Rhombus::goals().nth(digit(one) - 1),
            _ => None,
        };
        found.ok_or_else(|| format!("'{}' is not a rhombus, they are T01 to T13 and G1 to G3", engine::clip(text)))
    }
}

/// What is on a side of a rhombus or across its middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mark {
    /// Nothing.
    #[default]
    Open,
    /// A wall, which closes the border.
    Wall,
    /// A snake, which costs 1 AP.
    Snake,
}

/// The face of a rhombus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Face {
    /// The sides PQ, QR, RS and SP.
    pub sides: [Mark; 4],
    /// The border between half A and half B.
    pub middle: Mark,
}

impl Face {
    /// Whether the two ends look alike: turned by half a circle it is the same.
    pub fn ends_alike(&self) -> bool {
        self.sides[0] == self.sides[2] && self.sides[1] == self.sides[3]
    }

    /// Whether there is a mark across the middle, so that the halves are two places to stand on (K13).
    #[inline]
    pub fn is_halved(&self) -> bool {
        self.middle != Mark::Open
    }
}

/// A rhombus with walls, or with snakes, and the borders where it brings them to in each placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Marked {
    pub(crate) rhombus: Rhombus,
    borders: Vec<Borders>,
}

impl Marked {
    #[inline]
    pub(crate) fn borders(&self, lying: Placement) -> Borders {
        self.borders[lying.index()]
    }
}

/// The rhombi with a mark of that kind.
fn marked(faces: &[Face; RHOMBI], mark: Mark) -> Vec<Marked> {
    let marks = |face: &Face| face.sides.into_iter().chain([face.middle]);
    let borders = |face: &Face, lying: Placement| {
        let mut borders = Borders::NONE;
        let found = marks(face).zip(lying.borders()).filter(|(found, _)| *found == mark);
        found.filter_map(|(_, border)| *border).for_each(|border| borders.add(border));
        borders
    };
    let with_marks = Rhombus::all().zip(faces).filter(|(_, face)| marks(face).any(|found| found == mark));
    with_marks
        .map(|(rhombus, face)| Marked {
            rhombus,
            borders: Placement::all().map(|lying| borders(face, lying)).collect(),
        })
        .collect()
}

/// One of the four starts, which are also the exits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the points of the compass")]
pub enum Start {
    Nw,
    Ne,
    Sw,
    Se,
}

impl Start {
    /// The four starts.
    pub const ALL: [Start; 4] = [Start::Nw, Start::Ne, Start::Sw, Start::Se];

    /// The word.
    pub fn name(self) -> &'static str {
        ["nw", "ne", "sw", "se"][self as usize]
    }
}

/// The box of Inka.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Temple {
    /// The cells with a floor; the others are ruin.
    pub(crate) floor: Cells,
    /// The cells of the starts, in the order of [`Start::ALL`].
    pub(crate) starts: [Cell; 4],
    /// The same as a set.
    pub(crate) exits: Cells,
    pub(crate) passages: Cells,
    pub(crate) symbols: Cells,
    /// What is printed on the board itself.
    pub(crate) walls: Borders,
    pub(crate) snakes: Borders,
    /// Every border between two cells.
    pub(crate) borders: Borders,
    pub(crate) faces: [Face; RHOMBI],
    /// The rhombi with walls, looked up again and again.
    pub(crate) walled: Vec<Marked>,
    /// The rhombi with snakes.
    pub(crate) snaky: Vec<Marked>,
    /// Where the goal rhombi lie at first.
    pub(crate) homes: [Placement; GOALS],
}

impl Temple {
    /// The cell of a start.
    pub fn start(&self, start: Start) -> Cell {
        self.starts[start as usize]
    }

    /// The face of a rhombus.
    #[inline]
    pub fn face(&self, rhombus: Rhombus) -> &Face {
        &self.faces[rhombus.index()]
    }

    /// The cells with a floor.
    pub fn floor(&self) -> Cells {
        self.floor
    }

    /// The cells with a secret passage.
    pub fn passages(&self) -> Cells {
        self.passages
    }

    /// The cells with a rhombus symbol.
    pub fn symbols(&self) -> Cells {
        self.symbols
    }

    /// Where a goal rhombus lies at first.
    pub fn home(&self, goal: Rhombus) -> Option<Placement> {
        goal.goal_index().map(|index| self.homes[index])
    }
}

impl BoxData for Temple {
    fn parse(text: &str) -> Result<Temple, Vec<BoxFault>> {
        read::read(text)
    }

    fn shelf() -> &'static BoxShelf<Temple> {
        static SHELF: BoxShelf<Temple> = BoxShelf::new(include_str!("../box.toml"));
        &SHELF
    }

    fn examine(&self, stop: &dyn Fn() -> bool) -> Result<Vec<String>, Vec<BoxFault>> {
        Ok(examine::examine(self, stop))
    }
}
