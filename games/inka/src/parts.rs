//! The box as a client draws it: the hall cell by cell, and the faces of the rhombi, under the words of the notation.

use engine::Boxed;
use serde::Serialize;

use crate::cells::{Border, Borders, Cell, Cells};
use crate::placement::Half;
use crate::temple::{Mark, Rhombus, Start, Temple};

/// The components of a box.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Parts {
    /// The digest of the box.
    #[serde(rename = "box")]
    pub temple: Boxed<Temple>,
    /// The 96 cells, strip by strip from the top.
    pub cells: Vec<CellPart>,
    /// What is printed on the borders of the board.
    pub prints: Vec<PrintPart>,
    /// The path rhombi, then the goal rhombi.
    pub rhombi: Vec<RhombusPart>,
}

/// A cell of the hall.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct CellPart {
    /// Its name, `u0,3`.
    pub cell: String,
    /// The strip from the top, counted from 1.
    pub strip: usize,
    /// The place in the strip from the left, counted from 1.
    pub place: usize,
    /// Floor or ruin.
    pub ground: Ground,
    /// What is printed on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub sign: Option<Sign>,
    /// The name of the start, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "StartName")]
    pub start: Option<&'static str>,
}

/// What a cell is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[derive(ts_rs::TS)]
pub enum Ground {
    /// A floor.
    Floor,
    /// Ruin.
    Ruin,
}

/// What is printed on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[derive(ts_rs::TS)]
pub enum Sign {
    /// A start, which is also an exit.
    Start,
    /// A secret passage.
    Passage,
    /// A rhombus symbol.
    Symbol,
}

/// A mark on a side or across the middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[derive(ts_rs::TS)]
pub enum MarkPart {
    /// Nothing.
    Open,
    /// A wall.
    Wall,
    /// A snake.
    Snake,
}

impl From<Mark> for MarkPart {
    fn from(mark: Mark) -> MarkPart {
        match mark {
            Mark::Open => MarkPart::Open,
            Mark::Wall => MarkPart::Wall,
            Mark::Snake => MarkPart::Snake,
        }
    }
}

/// A mark that is printed on the border between two cells.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct PrintPart {
    /// The two cells.
    pub between: [String; 2],
    /// What is printed.
    pub mark: MarkPart,
}

/// A rhombus.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct RhombusPart {
    /// Its name, `T04` or `G2`.
    pub id: String,
    /// Whether it is a goal rhombus.
    pub goal: bool,
    /// The sides PQ, QR, RS and SP.
    pub sides: [MarkPart; 4],
    /// The border between its halves.
    pub middle: MarkPart,
    /// Whether its ends look alike.
    pub alike: bool,
    /// Where a goal rhombus lies at first, half A first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub home: Option<[String; 2]>,
}

impl Parts {
    /// The components of a box.
    pub fn of(temple: Boxed<Temple>) -> Parts {
        let cells = Cells::ALL.iter().map(|cell| CellPart::of(&temple, cell)).collect();
        let prints = [(MarkPart::Wall, temple.walls), (MarkPart::Snake, temple.snakes)];
        let prints = prints.into_iter().flat_map(|(mark, borders)| printed(borders, mark)).collect();
        Parts {
            temple,
            cells,
            prints,
            rhombi: Rhombus::all().map(|rhombus| RhombusPart::of(&temple, rhombus)).collect(),
        }
    }
}

impl CellPart {
    fn of(temple: &Temple, cell: Cell) -> CellPart {
        let start = Start::ALL.into_iter().find(|start| temple.start(*start) == cell).map(Start::name);
        let sign = match () {
            () if start.is_some() => Some(Sign::Start),
            () if temple.passages.contains(cell) => Some(Sign::Passage),
            () if temple.symbols.contains(cell) => Some(Sign::Symbol),
            () => None,
        };
        let first = Cells::ALL.iter().filter(|other| other.row() == cell.row()).map(Cell::column).min();
        CellPart {
            cell: cell.to_string(),
            strip: cell.row() + 1,
            place: cell.column() - first.unwrap_or_default() + 1,
            ground: if temple.floor.contains(cell) { Ground::Floor } else { Ground::Ruin },
            sign,
            start,
        }
    }
}

impl RhombusPart {
    fn of(temple: &Temple, rhombus: Rhombus) -> RhombusPart {
        let face = temple.face(rhombus);
        let halves = |lying: crate::Placement| [Half::A, Half::B].map(|half| lying.half(half).to_string());
        RhombusPart {
            id: rhombus.to_string(),
            goal: rhombus.is_goal(),
            sides: face.sides.map(MarkPart::from),
            middle: face.middle.into(),
            alike: face.ends_alike(),
            home: temple.home(rhombus).map(halves),
        }
    }
}

/// The marks on some borders of the board.
fn printed(borders: Borders, mark: MarkPart) -> impl Iterator<Item = PrintPart> {
    let beside = |cell: Cell| cell.neighbours().filter(move |other| cell < *other).map(move |other| (cell, other));
    let marked = move |(a, b): &(Cell, Cell)| a.border(*b).is_some_and(|border: Border| borders.contains(border));
    let pairs = Cells::ALL.iter().flat_map(beside).filter(marked);
    pairs.map(move |(a, b)| PrintPart { between: [a.to_string(), b.to_string()], mark })
}

#[cfg(test)]
mod tests {
    use engine::BoxData as _;

    use super::*;
    use crate::temple::{GOALS, PATHS};

    #[test]
    fn the_counts_fit_the_box() {
        let parts = Parts::of(Temple::shelf().standard());
        assert_eq!(parts.cells.len(), 96);
        let signs = |sign| parts.cells.iter().filter(|cell| cell.sign == Some(sign)).count();
        assert_eq!([Sign::Start, Sign::Passage, Sign::Symbol].map(signs), [4, 6, 4]);
        assert_eq!(parts.cells.iter().filter(|cell| cell.start.is_some()).count(), 4);
        let floor = parts.cells.iter().filter(|cell| cell.ground == Ground::Floor).count() as u32;
        assert_eq!(floor, Temple::shelf().standard().floor().len());
        assert_eq!(parts.rhombi.iter().filter(|rhombus| rhombus.goal).count(), GOALS);
        assert_eq!(parts.rhombi.iter().filter(|rhombus| !rhombus.goal).count(), PATHS);
        assert!(parts.rhombi.iter().all(|rhombus| rhombus.goal == rhombus.home.is_some()));
        let alike: Vec<&str> = parts.rhombi.iter().filter(|r| r.alike).map(|r| r.id.as_str()).collect();
        assert_eq!(alike, ["T01", "T02", "T03", "T04", "T05", "T09", "T10"]);
    }

    #[test]
    fn prints_are_told_with_their_cells() {
        let text = include_str!("../box.toml").replace("snakes = []", "snakes = [[\"u-4,3\", \"d-4,3\"]]");
        let digest = Temple::shelf().add(&text).unwrap();
        let prints = Parts::of(digest).prints;
        assert_eq!(prints.len(), 1);
        assert_eq!(
            (prints[0].mark, prints[0].between.each_ref().map(String::as_str)),
            (MarkPart::Snake, ["u-4,3", "d-4,3"])
        );
    }
}
