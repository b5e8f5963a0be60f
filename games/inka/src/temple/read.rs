//! Reading a box: every fault at once, each with its line.

use std::ops::Range;

use engine::BoxFault;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Face, GOALS, Mark, PATHS, RHOMBI, Rhombus, Start, Temple, fair};
use crate::cells::{Borders, COLUMNS, Cell, Cells, ROWS};
use crate::placement::Placement;
use grid::triangle::Vertex;

type Item<'a> = Spanned<DeValue<'a>>;
type Table<'a> = DeTable<'a>;

/// Reads a box and checks it.
pub(super) fn read(text: &str) -> Result<Temple, Vec<BoxFault>> {
    let mut reader = Reader { text, faults: Vec::new() };
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        reader.fault(error.span(), error.message());
    }
    let temple = if reader.faults.is_empty() { reader.temple(document.get_ref()) } else { None };
    match temple {
        Some(temple) if reader.faults.is_empty() => Ok(temple),
        _ => Err(reader.faults),
    }
}

/// The signs of the map, each with the line it stands in.
pub(super) struct Map {
    signs: [[char; COLUMNS]; ROWS],
    lines: [Option<usize>; ROWS],
}

impl Map {
    /// The sign of a cell.
    pub(super) fn sign(&self, cell: Cell) -> char {
        self.signs[cell.row()][cell.column()]
    }

    /// The line in which the cell stands.
    pub(super) fn line(&self, cell: Cell) -> Option<usize> {
        self.lines[cell.row()]
    }

    /// The cells with a sign.
    pub(super) fn cells(&self, sign: char) -> Cells {
        Cells::ALL.iter().filter(|cell| self.sign(*cell) == sign).collect()
    }
}

struct Reader<'t> {
    text: &'t str,
    faults: Vec<BoxFault>,
}

impl Reader<'_> {
    fn line(&self, at: usize) -> usize {
        1 + self.text.bytes().take(at).filter(|byte| *byte == b'\n').count()
    }

    fn fault(&mut self, at: Option<Range<usize>>, what: impl Into<String>) {
        let line = at.map(|span| self.line(span.start));
        self.faults.push(BoxFault { line, what: what.into() });
    }

    fn temple(&mut self, document: &Table<'_>) -> Option<Temple> {
        self.only(document, &["board", "starts", "goals", "paths"], "the box");
        let board = self.table(document, "board");
        let map = board.and_then(|board| self.map(board));
        let (mut walls, mut snakes) = (None, None);
        if let Some(board) = board {
            self.only(board, &["rows", "walls", "snakes"], "board");
            walls = self.borders(board, "walls");
            snakes = self.borders(board, "snakes");
        }
        let starts = self.table(document, "starts").and_then(|starts| self.starts(starts, map.as_ref()));
        let goals = self.rhombi(document, "goals", GOALS, PATHS);
        let paths = self.rhombi(document, "paths", PATHS, 0);
        let homes = goals.as_ref().and_then(|goals| self.homes(document, goals.len()));
        let (map, starts, homes) = (map?, starts?, homes?);
        self.faults.extend(fair::faults(&map, starts));
        let faces: Vec<Face> = paths?.into_iter().chain(goals?).collect();
        let faces = <[Face; RHOMBI]>::try_from(faces).ok()?;
        Some(Temple {
            floor: Cells::ALL & !map.cells('#'),
            starts,
            exits: starts.into_iter().collect(),
            passages: map.cells('P'),
            symbols: map.cells('R'),
            walls: walls?,
            snakes: snakes?,
            borders: Borders::all(),
            walled: super::marked(&faces, Mark::Wall),
            snaky: super::marked(&faces, Mark::Snake),
            faces,
            homes,
        })
    }

    /// Keys that nobody knows are most likely misspelt.
    fn only(&mut self, table: &Table<'_>, known: &[&str], of: &str) {
        for key in table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let what = format!("{of} has no '{}', it has: {}", engine::clip(key.get_ref()), known.join(", "));
            self.fault(Some(key.span()), what);
        }
    }

    fn table<'a, 'i>(&mut self, of: &'a Table<'i>, key: &str) -> Option<&'a Table<'i>> {
        let Some(item) = of.get(key) else {
            self.fault(None, format!("[{key}] is missing"));
            return None;
        };
        let table = item.get_ref().as_table();
        if table.is_none() {
            self.fault(Some(item.span()), format!("'{key}' must be a table, [{key}]"));
        }
        table
    }

    fn list<'a, 'i>(&mut self, of: &'a Table<'i>, key: &str, what: &str) -> Option<&'a [Item<'i>]> {
        let Some(item) = of.get(key) else {
            self.fault(None, format!("'{key}' is missing, {what}"));
            return None;
        };
        let array = item.get_ref().as_array();
        if array.is_none() {
            self.fault(Some(item.span()), format!("'{key}' must be a list, {what}"));
        }
        array.map(|array| &**array)
    }

    fn text<'a>(&mut self, item: &'a Item<'_>, what: &str) -> Option<&'a str> {
        let text = item.get_ref().as_str();
        if text.is_none() {
            self.fault(Some(item.span()), format!("this must be {what}, in quotes"));
        }
        text
    }

    fn cell(&mut self, item: &Item<'_>) -> Option<Cell> {
        let text = self.text(item, "a cell such as \"u0,3\"")?;
        text.parse().map_err(|error: String| self.fault(Some(item.span()), error)).ok()
    }

    /// The hall: eight strips, 96 cells, blanks around them (K1).
    fn map(&mut self, board: &Table<'_>) -> Option<Map> {
        let rows = self.list(board, "rows", "the eight strips of the hall")?;
        if rows.len() != ROWS {
            let at = board.get("rows").map(Item::span);
            self.fault(at, format!("the hall has {ROWS} strips (96 cells), here are {}", rows.len()));
        }
        let before = self.faults.len();
        let mut map = Map { signs: [[' '; COLUMNS]; ROWS], lines: [None; ROWS] };
        for (row, item) in rows.iter().enumerate().take(ROWS) {
            map.lines[row] = Some(self.line(item.span().start));
            if let Some(text) = self.text(item, "a strip of the hall") {
                self.strip(row, text, item.span(), &mut map.signs[row]);
            }
        }
        (self.faults.len() == before && rows.len() == ROWS).then_some(map)
    }

    fn strip(&mut self, row: usize, text: &str, at: Range<usize>, signs: &mut [char; COLUMNS]) {
        let given: Vec<char> = text.chars().collect();
        for (column, sign) in signs.iter_mut().enumerate() {
            *sign = given.get(column).copied().unwrap_or(' ');
            match (Cell::at_row(row, column), *sign) {
                (Some(_), '.' | '#' | 'S' | 'P' | 'R') | (None, ' ') => {}
                (Some(cell), ' ') => {
                    self.fault(Some(at.clone()), format!("{cell} is missing: the hall has 96 cells"));
                }
                (Some(cell), sign) => {
                    self.fault(Some(at.clone()), format!("{cell} is '{sign}', a cell is one of . # S P R"));
                }
                (None, sign) => {
                    let what = format!("'{sign}' at place {} lies outside the hall of 96 cells", column + 1);
                    self.fault(Some(at.clone()), what);
                }
            }
        }
        if given.len() > COLUMNS && given[COLUMNS..].iter().any(|sign| *sign != ' ') {
            self.fault(Some(at), format!("a strip has at most {COLUMNS} cells: the hall has 96"));
        }
    }

    fn starts(&mut self, starts: &Table<'_>, map: Option<&Map>) -> Option<[Cell; 4]> {
        self.only(starts, &Start::ALL.map(Start::name), "starts");
        let mut found = Vec::new();
        for start in Start::ALL {
            let Some(item) = starts.get(start.name()) else {
                self.fault(None, format!("starts: '{}' is missing, there are four starts", start.name()));
                continue;
            };
            let Some(cell) = self.cell(item) else { continue };
            if found.contains(&cell) {
                self.fault(Some(item.span()), format!("{cell} is a start twice"));
            } else if map.is_some_and(|map| map.sign(cell) != 'S') {
                self.fault(Some(item.span()), format!("the start {cell} must be marked S in the map"));
            }
            found.push(cell);
        }
        for cell in map.map_or(Cells::NONE, |map| map.cells('S')).iter() {
            if !found.contains(&cell) {
                let line = map.and_then(|map| map.line(cell));
                self.faults.push(BoxFault { line, what: format!("{cell} is marked S but is none of the four starts") });
            }
        }
        found.try_into().ok()
    }

    /// Marks printed on the board itself; may be left out.
    fn borders(&mut self, board: &Table<'_>, key: &str) -> Option<Borders> {
        let mut borders = Borders::NONE;
        if !board.contains_key(key) {
            return Some(borders);
        }
        for item in self.list(board, key, "pairs of neighbouring cells")? {
            let pair = item.get_ref().as_array().filter(|pair| pair.len() == 2);
            let Some(pair) = pair else {
                self.fault(Some(item.span()), "a border is a pair of cells such as [\"u0,1\", \"d0,1\"]");
                continue;
            };
            let (Some(a), Some(b)) = (self.cell(&pair[0]), self.cell(&pair[1])) else { continue };
            match a.border(b) {
                Some(border) => borders.add(border),
                None => self.fault(Some(item.span()), format!("{a} and {b} do not share a side")),
            }
        }
        Some(borders)
    }

    /// The faces of the path or goal rhombi, numbered from `first`.
    fn rhombi(&mut self, document: &Table<'_>, key: &str, count: usize, first: usize) -> Option<Vec<Face>> {
        let list = self.list(document, key, &format!("one [[{key}]] for each of the {count} rhombi"))?;
        if list.len() != count {
            let at = document.get(key).map(Item::span);
            self.fault(at, format!("there are {count} [[{key}]], here are {}", list.len()));
        }
        let known: &[&str] =
            if key == "goals" { &["id", "cells", "sides", "middle"] } else { &["id", "sides", "middle"] };
        let mut faces = Vec::new();
        for (item, id) in list.iter().zip(Rhombus::all().skip(first).take(count)) {
            let Some(table) = item.get_ref().as_table() else {
                self.fault(Some(item.span()), format!("{id} must be a table, [[{key}]]"));
                continue;
            };
            self.only(table, known, &id.to_string());
            let name = self.field(table, item, "id", "the rhombus' name");
            if let Some((name, at)) = name.filter(|(name, _)| *name != id.to_string()) {
                self.fault(Some(at), format!("'{}' stands in the place of {id}", engine::clip(name)));
            }
            let sides = self.marks(table, item, "sides");
            let middle = self.marks(table, item, "middle");
            faces.extend(sides.zip(middle).map(|(sides, [middle])| Face { sides, middle }));
        }
        (faces.len() == count).then_some(faces)
    }

    fn field<'a>(
        &mut self,
        table: &'a Table<'_>,
        of: &Item<'_>,
        key: &str,
        what: &str,
    ) -> Option<(&'a str, Range<usize>)> {
        let Some(item) = table.get(key) else {
            self.fault(Some(of.span()), format!("'{key}' is missing, {what}"));
            return None;
        };
        self.text(item, what).map(|text| (text, item.span()))
    }

    fn marks<const N: usize>(&mut self, table: &Table<'_>, of: &Item<'_>, key: &str) -> Option<[Mark; N]> {
        let what = format!("{N} of the signs . W S");
        let (text, at) = self.field(table, of, key, &what)?;
        let marks: Option<Vec<Mark>> = text
            .chars()
            .map(|sign| match sign {
                '.' => Some(Mark::Open),
                'W' => Some(Mark::Wall),
                'S' => Some(Mark::Snake),
                _ => None,
            })
            .collect();
        let marks = marks.and_then(|marks| marks.try_into().ok());
        if marks.is_none() {
            self.fault(Some(at), format!("'{key}' is '{}', it must be {what}", engine::clip(text)));
        }
        marks
    }

    /// Where the goal rhombi lie: together they tile the six cells round the middle.
    fn homes(&mut self, document: &Table<'_>, count: usize) -> Option<[Placement; GOALS]> {
        let mut homes = Vec::new();
        let mut left: Cells = Vertex::ORIGIN.triangles().into_iter().filter_map(Cell::at).collect();
        let list = document.get("goals").and_then(|goals| goals.get_ref().as_array())?;
        for (item, id) in list.iter().take(count).zip(Rhombus::goals()) {
            let table = item.get_ref().as_table()?;
            let Some(cells) = self.list(table, "cells", &format!("the two cells of {id}")) else { continue };
            let at = table.get("cells").map(Item::span);
            let found: Vec<Cell> = cells.iter().filter_map(|cell| self.cell(cell)).collect();
            let home = if let [a, b] = found[..] { Placement::new(a, b) } else { None };
            match home {
                Some(home) if home.cells() & left == home.cells() => {
                    left = left & !home.cells();
                    homes.push(home);
                }
                Some(_) => self.fault(at, format!("{id} must lie on two of the six cells round the middle, alone")),
                None => self.fault(at, format!("{id} must lie on two cells that share a side")),
            }
        }
        if homes.len() == GOALS || left.is_empty() {
            return homes.try_into().ok();
        }
        let bare: Vec<String> = left.iter().map(|cell| cell.to_string()).collect();
        self.fault(None, format!("the goal rhombi must tile the middle, they leave {} bare", bare.join(" ")));
        None
    }
}
