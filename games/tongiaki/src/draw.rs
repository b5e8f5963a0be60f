//! The table in text: a map of hexagons, then what a player needs to know of each tile.
//!
//! The map shows as much of a tile as its width leaves room for; the lists below it are always whole.

use engine::{Canvas, Game as _, Ink, Seat};
use grid::Turn;
use grid::hex::{Direction, Hex};

use crate::board::{directions, facing};
use crate::state::{ISLAND_TILES, Phase, SEA_TILES, Tongiaki};
use crate::tiles::{Beach, Island, Tile, tiles};

/// The widest map that fits on a screen.
const WIDTH: usize = 78;

/// Draws the table.
pub(crate) fn table(state: &Tongiaki, canvas: &mut Canvas) {
    canvas.line_in(&heading(state), Ink::Strong);
    for seat in Seat::all(state.seats()) {
        let royals: Vec<&str> =
            Island::all().filter(|island| state.boats.royal(*island) == Some(seat)).map(Island::name).collect();
        let royals = if royals.is_empty() { String::new() } else { format!(", royal: {}", royals.join(", ")) };
        let (points, reserve) = (state.points_of(seat), state.boats.reserve(seat));
        let turn = if seat == state.turn { '>' } else { ' ' };
        canvas
            .line_in(&format!("{turn}{seat} {points:2} points, {reserve:2} boats in reserve{royals}"), Ink::Seat(seat));
    }
    canvas.line("");
    map(state, canvas);
    canvas.line("");
    state.board.islands().for_each(|island| island_line(state, island, canvas));
    sea_lines(state, canvas);
    pile_lines(state, canvas);
}

/// What is to be done, in a sentence.
fn heading(state: &Tongiaki) -> String {
    let turn = state.turn;
    match state.phase {
        Phase::First => "It is drawn who begins".to_owned(),
        Phase::Setup => format!("{turn} puts one of the first boats on tonga"),
        Phase::Turn => format!("{turn} begins a turn"),
        Phase::Moor(mooring) => format!("{turn} puts {} more on {}", mooring.left, mooring.island),
        Phase::Sail(_) => format!("{turn} sends a full beach to sea"),
        Phase::Ahead { from, .. } => format!("{} sail from {from} into the unknown: a tile is drawn", state.at_sea),
        Phase::Land { shore, .. } => format!("{turn} lands {} on {shore}", state.at_sea),
        Phase::MustColonise => format!("{turn} has lost the last boats and must colonise anew"),
        Phase::Found => format!("{turn} colonises anew: a tile is drawn"),
        Phase::Lay(tile) => format!("{turn} lays {tile}, with r0: {}", printed(tile)),
        Phase::Over(rule) => format!("The game is over by {rule}"),
    }
}

/// What is printed on a tile, as it lies at turn 0.
fn printed(tile: Tile) -> String {
    let Some(island) = tile.island() else { return routes(tile, Turn::NONE).join(", ") };
    let beach = |beach: Beach| {
        let piers: Vec<&str> = directions(beach.piers()).map(Direction::name).collect();
        format!("{} moorings {}", beach.moorings(), piers.join(","))
    };
    island.beaches().map(beach).collect::<Vec<_>>().join("; ")
}

/// Where the cells stand on the sheet.
struct Map {
    top: usize,
    /// The least column and the least twice-row of the cells shown.
    origin: (i32, i32),
    /// The width of a column of cells.
    step: usize,
    /// Half of a cell's height.
    half: usize,
}

impl Map {
    fn new(cells: &[Hex], top: usize) -> Map {
        let column = |cell: &Hex| i32::from(cell.q);
        let row = |cell: &Hex| 2 * i32::from(cell.r) + i32::from(cell.q);
        let least = cells.iter().map(column).min().unwrap_or(0);
        let most = cells.iter().map(column).max().unwrap_or(0);
        let columns = (most - least + 1) as usize;
        let step = [11, 7, 4, 3, 2].into_iter().find(|step| columns * step <= WIDTH + 1).unwrap_or(1);
        let half = if step == 11 { 2 } else { 1 };
        Map { top, origin: (least, cells.iter().map(row).min().unwrap_or(0)), step, half }
    }

    fn put(&self, canvas: &mut Canvas, cell: Hex, line: usize, text: &str, ink: Ink) {
        let column = (i32::from(cell.q) - self.origin.0) as usize * self.step;
        let row = (2 * i32::from(cell.r) + i32::from(cell.q) - self.origin.1) as usize * self.half;
        let text: String = text.chars().take(self.step - 1).collect();
        canvas.put(self.top + row + line, column, &text, ink);
    }
}

fn map(state: &Tongiaki, canvas: &mut Canvas) {
    let mut coast = Vec::new();
    if let Phase::Lay(_) = state.phase {
        state.board.coast(|cell| coast.push(cell));
    }
    let laid = tiles(state.board.laid()).map(|tile| state.board.place(tile).0);
    let cells: Vec<Hex> = laid.chain(coast.iter().copied()).collect();
    let map = Map::new(&cells, canvas.height());
    for cell in coast {
        map.put(canvas, cell, 0, &cell.to_string(), Ink::Faint);
    }
    for tile in tiles(state.board.laid()) {
        let (cell, _) = state.board.place(tile);
        let ink = if tile.island().is_some() { Ink::Leaf } else { Ink::Water };
        for (line, text) in cell_lines(state, tile, &map).iter().enumerate() {
            map.put(canvas, cell, line, text, if line == 0 { ink } else { Ink::Plain });
        }
    }
}

/// The lines of a tile on the map: its name, and below it its boats or its routes.
fn cell_lines(state: &Tongiaki, tile: Tile, map: &Map) -> Vec<String> {
    let Some(island) = tile.island() else {
        let short = format!("~{}", &tile.name()[4..]);
        return match map.step {
            11 => [format!("{tile:~<10}")].into_iter().chain(routes(tile, state.board.place(tile).1)).collect(),
            7 => vec![tile.name().to_owned(), "~~~~~~".to_owned()],
            _ => vec![short],
        };
    };
    let crew = match state.boats.royal(island) {
        Some(seat) => format!("royal {seat}"),
        None => state.boats.ashore(island).to_string(),
    };
    match map.step {
        11 => {
            let mut lines = vec![format!("{:=<10}", format!("{island} "))];
            let beaches: Vec<String> = island.beaches().map(|beach| berths(state, beach)).collect();
            let per_line = beaches.len().div_ceil(3);
            lines.extend(beaches.chunks(per_line).map(|some| some.join(" ")));
            if state.boats.royal(island).is_some() {
                lines.truncate(1);
                lines.push(crew);
            }
            lines
        }
        7 => vec![island.name().to_uppercase(), crew],
        _ => vec![island.name().to_uppercase()],
    }
}

/// A beach's number and moorings: `2AB.`.
fn berths(state: &Tongiaki, beach: Beach) -> String {
    let crew = state.boats.on(beach).to_string();
    format!("{}{crew:.<width$}", beach.number(), width = beach.moorings().into())
}

/// A sea's routes as it lies, `n-s 4`; an asterisk lets any group pass.
fn routes(sea: Tile, turn: Turn) -> Vec<String> {
    let sides = (0..6).filter(|side| sea.route(*side).to > *side);
    sides
        .map(|side| {
            let route = sea.route(side);
            let asked = if route.colours == 0 { "*".to_owned() } else { route.colours.to_string() };
            format!("{}-{} {asked}", facing(side, turn), facing(route.to, turn))
        })
        .collect()
}

/// An island with its beaches, their boats, and the piers; one that leads back is in brackets.
fn island_line(state: &Tongiaki, island: Island, canvas: &mut Canvas) {
    let (cell, _) = state.board.place(island.tile());
    let piers = |beach: Beach| -> String {
        let open = state.board.open(island, beach.piers());
        let pier = |dir: Direction| if open >> dir.index() & 1 == 1 { dir.to_string() } else { format!("({dir})") };
        let piers: Vec<String> = directions(state.board.toward(island, beach.piers())).map(pier).collect();
        format!("{} {}", berths(state, beach), piers.join(","))
    };
    let shore = match state.boats.royal(island) {
        Some(seat) => format!("royal island of {seat}"),
        None => island.beaches().map(piers).collect::<Vec<_>>().join(" "),
    };
    canvas.line(&format!("{:<9} {} {:>6}  {shore}", island.name(), island.points(), cell.to_string()));
}

fn sea_lines(state: &Tongiaki, canvas: &mut Canvas) {
    let seas: Vec<String> = tiles(state.board.laid() & SEA_TILES)
        .map(|sea| {
            let (cell, turn) = state.board.place(sea);
            format!("{sea} {:>6}  {}", cell.to_string(), routes(sea, turn).join("  "))
        })
        .collect();
    for pair in seas.chunks(2) {
        canvas.line_in(pair.iter().map(|sea| format!("{sea:<39}")).collect::<String>().trim_end(), Ink::Water);
    }
}

fn pile_lines(state: &Tongiaki, canvas: &mut Canvas) {
    let names = |mask: u32| tiles(state.pile & mask).map(Tile::name).collect::<Vec<_>>();
    let (islands, seas) = (names(ISLAND_TILES), names(SEA_TILES));
    let mut line = format!("In the pile {} islands and {} seas:", islands.len(), seas.len());
    for name in islands.into_iter().chain(seas.iter().map(|sea| sea.trim_start_matches("sea-"))) {
        if line.len() + 1 + name.len() > WIDTH {
            canvas.line_in(&line, Ink::Faint);
            line = String::from(" ");
        }
        line += " ";
        line += name;
    }
    canvas.line_in(&line, Ink::Faint);
}
