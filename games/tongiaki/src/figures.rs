//! A position as figures, for programs that learn.
//!
//! What is usual is a list of the tiles with their places, sides and boats. By name there is a board, too, centred on
//! Tonga and cut off at [`CROP`]; what lies farther out is flagged.

use std::sync::LazyLock;

use engine::{MOST_SEATS, Part, PartSet, Seat, mark};
use grid::Turn;
use grid::hex::{Direction, Hex};

use crate::board::{RADIUS, side};
use crate::state::{Mooring, Phase, Tongiaki};
use crate::tiles::{BEACHES, Beach, ISLANDS, Island, TILES, Tile, tiles, turned};

/// The board's planes show the cells as far as this from Tonga.
const CROP: i16 = 12;
const ACROSS: usize = 2 * CROP as usize + 1;
const CELLS: usize = ACROSS * ACROSS;

/// The planes: island, sea, points, coast; then by direction pier, route's end, route's colours; then boats and statue
/// by seat.
const PLANES: usize = 4 + 3 * 6 + 2 * MOST_SEATS;
const PIER: usize = 4;
const ROUTE: usize = 10;
const COLOURS: usize = 16;
const BOATS: usize = 22;
const ROYAL: usize = BOATS + MOST_SEATS;

/// In the pile, on the table, q, r, the turn in sixths, and the flag for what lies outside the crop.
const TILE: usize = 11;
/// Boats by seat, free moorings, departures, served.
const BEACH: usize = MOST_SEATS + 3;
const SEAT: usize = 7;
/// Of each side of a tile on the table: a tile lies there, a pier leads there, the end and the colours of its route.
const SIDE: usize = 4;
const SIXTHS: usize = 6;

/// What the planes and the figures of each list show, in their order.
const ON_BOARD: &str = "island sea points coast pier-s pier-sw pier-nw pier-n pier-ne pier-se route-s route-sw \
    route-nw route-n route-ne route-se colours-s colours-sw colours-nw colours-n colours-ne colours-se boats-0 \
    boats-1 boats-2 boats-3 boats-4 boats-5 royal-0 royal-1 royal-2 royal-3 royal-4 royal-5";
const OF_TILE: &str = "in-pile on-table q r turn-0 turn-1 turn-2 turn-3 turn-4 turn-5 outside";
const OF_BEACH: &str = "boats-0 boats-1 boats-2 boats-3 boats-4 boats-5 free departures served";
const OF_SEAT: &str = "present reserve points royals at-sea in-play acts";
const OF_SIDE: &str = "tile pier route-end colours";
const PHASES: &str = "first setup turn moor sail ahead land must-colonise found lay over";

pub(crate) const PARTS: [Part; 11] = [
    Part::of("board", &[PLANES, ACROSS, ACROSS]).named(0, ON_BOARD),
    Part::of("outside", &[1]),
    Part::of("tiles", &[TILES, TILE]).named(1, OF_TILE),
    Part::of("beaches", &[BEACHES, BEACH]).named(1, OF_BEACH),
    Part::of("seats", &[MOST_SEATS, SEAT]).named(1, OF_SEAT),
    Part::of("phase", &[11]).named(0, PHASES),
    Part::of("island", &[ISLANDS]),
    Part::of("course", &[TILES + 4]),
    Part::of("royals", &[ISLANDS, MOST_SEATS]),
    Part::of("ahead", &[TILES + SIXTHS]),
    Part::of("sides", &[TILES, SIXTHS, SIDE]).named(2, OF_SIDE),
];

/// All but `board` and `outside`, which are mostly zeros: what they show, the lists of tiles tell.
pub(crate) const USUAL: PartSet = PartSet::all_but(&[0, 1]);

/// The place of a cell on a plane, if it lies inside the crop.
fn place(cell: Hex) -> Option<usize> {
    let inside = cell.distance(Hex::ORIGIN) <= CROP as u16;
    inside.then(|| (cell.q + CROP) as usize * ACROSS + (cell.r + CROP) as usize)
}

pub(crate) fn write(game: &Tongiaki, seat: Seat, chosen: PartSet, row: &mut [f32]) {
    let [board, outside, listed, beaches, seats, phase, island, course, royals, ahead, sides] =
        chosen.split(&PARTS, row);
    if !board.is_empty() {
        write_board(game, seat, board);
    }
    if let [outside] = outside {
        let far = |tile: Tile| place(game.board.place(tile).0).is_none();
        *outside = f32::from(u8::from(tiles(game.board.laid()).any(far)));
    }
    for (tile, out) in Tile::all().zip(listed.chunks_exact_mut(TILE)) {
        list_tile(game, tile, out);
    }
    if !beaches.is_empty() {
        write_beaches(game, seat, beaches);
    }
    for (other, out) in seat.round(game.seats.into()).zip(seats.chunks_exact_mut(SEAT)) {
        write_seat(game, other, out);
    }
    write_phase(game, phase, island, course, ahead);
    if !royals.is_empty() {
        for island in game.board.islands() {
            if let Some(owner) = game.boats.royal(island) {
                mark(royals, island.index() * MOST_SEATS + seat.distance(owner, game.seats.into()));
            }
        }
    }
    if !sides.is_empty() {
        for tile in tiles(game.board.laid()) {
            write_sides(game, tile, &mut sides[tile.index() * SIXTHS * SIDE..][..SIXTHS * SIDE]);
        }
    }
}

fn write_board(game: &Tongiaki, seat: Seat, board: &mut [f32]) {
    for tile in tiles(game.board.laid()) {
        if let Some(at) = place(game.board.place(tile).0) {
            write_tile(game, tile, seat, at, board);
        }
    }
    game.board.coast(|cell| {
        if let Some(at) = place(cell) {
            mark(board, 3 * CELLS + at);
        }
    });
}

fn write_sides(game: &Tongiaki, tile: Tile, out: &mut [f32]) {
    let (_, turn) = game.board.place(tile);
    out.copy_from_slice(&SIDES_OF[tile.index() * SIXTHS + usize::from(turn.sixths())]);
    for toward in Direction::ALL {
        out[toward.index() * SIDE] = f32::from(u8::from(game.board.beside(tile, toward).is_some()));
    }
}

/// The sides of every tile at every turn, but for what lies beside it.
static SIDES_OF: LazyLock<Vec<[f32; SIXTHS * SIDE]>> = LazyLock::new(|| {
    let turns = |tile: Tile| (0..SIXTHS).map(move |sixths| sides_of(tile, Turn::clockwise(sixths as u8)));
    Tile::all().flat_map(turns).collect()
});

fn sides_of(tile: Tile, turn: Turn) -> [f32; SIXTHS * SIDE] {
    let mut sides = [0.0; SIXTHS * SIDE];
    let piers = tile.island().map(|island| turned(island.piers(), turn));
    for (toward, out) in Direction::ALL.into_iter().zip(sides.chunks_exact_mut(SIDE)) {
        if let Some(piers) = piers {
            out[1] = f32::from(piers >> toward.index() & 1);
        } else {
            (out[2], out[3]) = route(tile, toward, turn);
        }
    }
    sides
}

/// The end of the route that leaves a sea in a direction, and its colours.
fn route(sea: Tile, toward: Direction, turn: Turn) -> (f32, f32) {
    let route = sea.route(side(toward, turn));
    let end = crate::board::facing(route.to, turn);
    ((end.index() + 1) as f32 / 6.0, f32::from(route.colours) / 4.0)
}

fn write_tile(game: &Tongiaki, tile: Tile, seat: Seat, at: usize, board: &mut [f32]) {
    let (_, turn) = game.board.place(tile);
    let mut plane = |plane: usize, figure: f32| board[plane * CELLS + at] = figure;
    let Some(island) = tile.island() else {
        plane(1, 1.0);
        for toward in Direction::ALL {
            let (end, colours) = route(tile, toward, turn);
            plane(ROUTE + toward.index(), end);
            plane(COLOURS + toward.index(), colours);
        }
        return;
    };
    plane(0, 1.0);
    plane(2, island.points() as f32 / 5.0);
    let piers = game.board.toward(island, island.piers());
    for toward in Direction::ALL {
        plane(PIER + toward.index(), f32::from(piers >> toward.index() & 1));
    }
    let crew = game.boats.ashore(island);
    for (place, other) in seat.round(game.seats.into()).enumerate() {
        plane(BOATS + place, f32::from(crew.of(other)) / 15.0);
        plane(ROYAL + place, f32::from(u8::from(game.boats.royal(island) == Some(other))));
    }
}

fn list_tile(game: &Tongiaki, tile: Tile, out: &mut [f32]) {
    if game.pile >> tile.index() & 1 == 1 {
        mark(out, 0);
    }
    if game.board.has(tile) {
        let (cell, turn) = game.board.place(tile);
        mark(out, 1);
        out[2] = f32::from(cell.q) / f32::from(RADIUS);
        out[3] = f32::from(cell.r) / f32::from(RADIUS);
        mark(out, 4 + usize::from(turn.sixths()));
        out[10] = f32::from(u8::from(place(cell).is_none()));
    }
}

fn write_beaches(game: &Tongiaki, seat: Seat, out: &mut [f32]) {
    let first = match game.phase {
        Phase::Moor(Mooring { served, .. }) => served,
        Phase::Land { fresh, .. } => fresh,
        _ => 0,
    };
    for (beach, out) in Beach::all().zip(out.chunks_exact_mut(BEACH)) {
        let crew = game.boats.on(beach);
        let moorings = f32::from(beach.moorings());
        if !crew.is_empty() {
            for (place, other) in seat.round(game.seats.into()).enumerate() {
                out[place] = f32::from(crew.of(other)) / moorings;
            }
        }
        if game.boats.room() & beach.bit() != 0 {
            out[MOST_SEATS] = f32::from(beach.moorings() - crew.len()) / moorings;
        }
        out[MOST_SEATS + 1] = f32::from(game.departures(beach)) / 3.0;
        out[MOST_SEATS + 2] = f32::from(u8::from(first & beach.bit() != 0));
    }
}

fn write_seat(game: &Tongiaki, seat: Seat, out: &mut [f32]) {
    let figures = [
        1.0,
        f32::from(game.boats.reserve(seat)) / 15.0,
        game.points_of(seat) as f32 / 40.0,
        game.boats.royals(seat) as f32 / 2.0,
        f32::from(game.at_sea.of(seat)) / 15.0,
        f32::from(game.boats.in_play(seat)) / 15.0,
        f32::from(u8::from(game.turn == seat)),
    ];
    out.copy_from_slice(&figures);
}

fn write_phase(game: &Tongiaki, phase: &mut [f32], island: &mut [f32], course: &mut [f32], ahead: &mut [f32]) {
    let (index, about) = match game.phase {
        Phase::First => (0, None),
        Phase::Setup => (1, Some(Island::TONGA)),
        Phase::Turn => (2, None),
        Phase::Moor(mooring) => (3, Some(mooring.island)),
        Phase::Sail(only) => (4, only),
        Phase::Ahead { from, .. } => (5, Some(from)),
        Phase::Land { shore, .. } => (6, Some(shore)),
        Phase::MustColonise => (7, None),
        Phase::Found => (8, None),
        Phase::Lay(_) => (9, None),
        Phase::Over(_) => (10, None),
    };
    if !phase.is_empty() {
        mark(phase, index);
    }
    if let Some(about) = about.filter(|_| !island.is_empty()) {
        mark(island, about.index());
    }
    if !course.is_empty() {
        write_course(game, course);
    }
    if let Phase::Ahead { tile, toward, .. } = game.phase
        && !ahead.is_empty()
    {
        mark(ahead, tile.index());
        mark(ahead, TILES + toward.index());
    }
}

fn write_course(game: &Tongiaki, out: &mut [f32]) {
    match game.phase {
        Phase::Moor(mooring) => out[TILES] = f32::from(mooring.left) / 6.0,
        Phase::Lay(tile) => mark(out, tile.index()),
        _ => {}
    }
    out[TILES + 1] = f32::from(game.quiet) / 100.0;
    out[TILES + 2] = f32::from(u8::from(game.last_tile_seen()));
    out[TILES + 3] = f32::from(game.at_sea.len()) / 15.0;
}
