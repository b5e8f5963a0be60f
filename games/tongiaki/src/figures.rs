//! A position as figures, for programs that learn.
//!
//! The board is centred on Tonga and cut off at [`CROP`]; what lies farther out is flagged, and still listed by tile.

use engine::{MOST_SEATS, Part, Seat, mark, parts_of};
use grid::hex::{Direction, Hex};

use crate::board::{RADIUS, side};
use crate::state::{Mooring, Phase, Tongiaki};
use crate::tiles::{BEACHES, Beach, ISLANDS, Island, TILES, Tile, tiles};

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

pub(crate) const PARTS: [Part; 8] = [
    Part::of("board", &[PLANES, ACROSS, ACROSS]),
    Part::of("outside", &[1]),
    Part::of("tiles", &[TILES, TILE]),
    Part::of("beaches", &[BEACHES, BEACH]),
    Part::of("seats", &[MOST_SEATS, SEAT]),
    Part::of("phase", &[11]),
    Part::of("island", &[ISLANDS]),
    Part::of("course", &[TILES + 4]),
];

/// The place of a cell on a plane, if it lies inside the crop.
fn place(cell: Hex) -> Option<usize> {
    let inside = cell.distance(Hex::ORIGIN) <= CROP as u16;
    inside.then(|| (cell.q + CROP) as usize * ACROSS + (cell.r + CROP) as usize)
}

pub(crate) fn write(game: &Tongiaki, seat: Seat, row: &mut [f32]) {
    let [board, outside, listed, beaches, seats, phase, island, course] = parts_of(&PARTS, row);
    for tile in tiles(game.board.laid()) {
        let (cell, _) = game.board.place(tile);
        match place(cell) {
            Some(at) => write_tile(game, tile, seat, at, board),
            None => outside[0] = 1.0,
        }
    }
    game.board.coast(|cell| {
        if let Some(at) = place(cell) {
            mark(board, 3 * CELLS + at);
        }
    });
    for tile in Tile::all() {
        list_tile(game, tile, &mut listed[tile.index() * TILE..][..TILE]);
    }
    for beach in Beach::all() {
        write_beach(game, beach, seat, &mut beaches[beach.index() * BEACH..][..BEACH]);
    }
    for (at, other) in seat.round(game.seats.into()).enumerate() {
        write_seat(game, other, &mut seats[at * SEAT..][..SEAT]);
    }
    write_phase(game, phase, island, course);
}

fn write_tile(game: &Tongiaki, tile: Tile, seat: Seat, at: usize, board: &mut [f32]) {
    let (_, turn) = game.board.place(tile);
    let mut plane = |plane: usize, figure: f32| board[plane * CELLS + at] = figure;
    let Some(island) = tile.island() else {
        plane(1, 1.0);
        for toward in Direction::ALL {
            let route = tile.route(side(toward, turn));
            let end = crate::board::facing(route.to, turn);
            plane(ROUTE + toward.index(), (end.index() + 1) as f32 / 6.0);
            plane(COLOURS + toward.index(), f32::from(route.colours) / 4.0);
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

fn write_beach(game: &Tongiaki, beach: Beach, seat: Seat, out: &mut [f32]) {
    let crew = game.boats.on(beach);
    let moorings = f32::from(beach.moorings());
    for (place, other) in seat.round(game.seats.into()).enumerate() {
        out[place] = f32::from(crew.of(other)) / moorings;
    }
    if game.boats.room() & beach.bit() != 0 {
        out[MOST_SEATS] = f32::from(beach.moorings() - crew.len()) / moorings;
    }
    out[MOST_SEATS + 1] = f32::from(game.departures(beach)) / 3.0;
    let first = match game.phase {
        Phase::Moor(Mooring { served, .. }) => served,
        Phase::Land { fresh, .. } => fresh,
        _ => 0,
    };
    out[MOST_SEATS + 2] = f32::from(u8::from(first & beach.bit() != 0));
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

fn write_phase(game: &Tongiaki, phase: &mut [f32], island: &mut [f32], course: &mut [f32]) {
    let mut at = |index: usize, about: Option<Island>| {
        mark(phase, index);
        if let Some(about) = about {
            mark(island, about.index());
        }
    };
    match game.phase {
        Phase::First => at(0, None),
        Phase::Setup => at(1, Some(Island::TONGA)),
        Phase::Turn => at(2, None),
        Phase::Moor(mooring) => {
            at(3, Some(mooring.island));
            course[TILES] = f32::from(mooring.left) / 6.0;
        }
        Phase::Sail(only) => at(4, only),
        Phase::Ahead { from, .. } => at(5, Some(from)),
        Phase::Land { shore, .. } => at(6, Some(shore)),
        Phase::MustColonise => at(7, None),
        Phase::Found => at(8, None),
        Phase::Lay(tile) => {
            at(9, None);
            mark(course, tile.index());
        }
        Phase::Over(_) => at(10, None),
    }
    course[TILES + 1] = f32::from(game.quiet) / 100.0;
    course[TILES + 2] = f32::from(u8::from(game.last_tile_seen()));
    course[TILES + 3] = f32::from(game.at_sea.len()) / 15.0;
}
