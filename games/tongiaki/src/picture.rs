//! The table as a picture: tiles as hexes on the water, routes with the colours they ask for, boats on their beaches.

use engine::{Colour, Pen, Picture, Point, Seat, ToAct};
use grid::hex::{Direction, Hex};

use crate::board::{directions, facing};
use crate::state::Tongiaki;
use crate::tiles::{Beach, Island, Tile, tiles};

const RADIUS: f32 = 44.0;
const HALF: f32 = RADIUS * 0.866;
const MARGIN: f32 = 24.0;
const LINE: f32 = 24.0;

const WATER: Colour = Colour(0xa8, 0xd3, 0xdf);
const DEEP: Colour = Colour(0x4a, 0x90, 0xa8);
const SAND: Colour = Colour(0xf0, 0xdd, 0xa8);
const PALMS: Colour = Colour(0x6f, 0xa8, 0x5c);

/// Where a cell lies when Tonga's middle is the origin.
fn middle(cell: Hex) -> Point {
    (f32::from(cell.q) * RADIUS * 1.5, (f32::from(cell.r) + f32::from(cell.q) / 2.0) * 2.0 * HALF)
}

/// A point towards a direction; the lattice counts them clockwise from the south.
fn toward((x, y): Point, direction: Direction, distance: f32) -> Point {
    let angle = (direction.index() as f32 * 60.0 + 90.0).to_radians();
    (x + distance * angle.cos(), y + distance * angle.sin())
}

pub(crate) fn paint(game: &Tongiaki) -> Picture {
    let cells: Vec<Point> = tiles(game.board.laid()).map(|tile| middle(game.board.place(tile).0)).collect();
    let reach = |of: fn(&Point) -> f32, pick: fn(f32, f32) -> f32| cells.iter().map(of).fold(0.0, pick);
    let (left, right) = (reach(|p| p.0, f32::min) - RADIUS, reach(|p| p.0, f32::max) + RADIUS);
    let (top, bottom) = (reach(|p| p.1, f32::min) - HALF, reach(|p| p.1, f32::max) + HALF);
    let width = (right - left + 2.0 * MARGIN).max(460.0);
    let board = bottom - top + 2.0 * MARGIN;
    let mut picture = Picture::new(width, board + LINE * (f32::from(game.seats) + 0.5));
    picture.rectangle((0.0, 0.0), (width, board), Pen::fill(WATER));
    for tile in tiles(game.board.laid()) {
        let (x, y) = middle(game.board.place(tile).0);
        paint_tile(game, tile, (x - left + MARGIN, y - top + MARGIN), &mut picture);
    }
    for seat in Seat::all(game.seats.into()) {
        paint_seat(game, seat, board + LINE * (seat.index() as f32 + 0.7), &mut picture);
    }
    picture
}

fn paint_tile(game: &Tongiaki, tile: Tile, at: Point, picture: &mut Picture) {
    let corner = |index: u8| {
        let angle = (f32::from(index) * 60.0).to_radians();
        (at.0 + (RADIUS - 1.0) * angle.cos(), at.1 + (RADIUS - 1.0) * angle.sin())
    };
    picture.polygon((0..6).map(corner), Pen::fill(Colour(0xc4, 0xe4, 0xea)).edged(DEEP, 1.0));
    let (_, turn) = game.board.place(tile);
    match tile.island() {
        Some(island) => paint_island(game, island, at, picture),
        None => {
            for side in 0..6 {
                let route = tile.route(side);
                if route.to < side {
                    continue;
                }
                let ends = [facing(side, turn), facing(route.to, turn)].map(|end| toward(at, end, HALF));
                let bend = |end: Point| ((end.0 + at.0 * 2.0) / 3.0, (end.1 + at.1 * 2.0) / 3.0);
                picture.path([ends[0], bend(ends[0]), bend(ends[1]), ends[1]], DEEP, 3.0);
                if route.colours > 0 {
                    let sign = bend(ends[0]);
                    picture.circle(sign, 7.5, Pen::fill(Colour::LIGHT).edged(DEEP, 1.0));
                    picture.text(sign, 10.0, route.colours.to_string(), Colour::INK);
                }
            }
        }
    }
}

fn paint_island(game: &Tongiaki, island: Island, at: Point, picture: &mut Picture) {
    picture.circle(at, HALF * 0.78, Pen::fill(SAND).edged(DEEP, 1.0));
    picture.circle((at.0, at.1 - 2.0), HALF * 0.34, Pen::fill(PALMS));
    picture.text((at.0, at.1 - 2.0), 13.0, island.points().to_string(), Colour::LIGHT);
    let short: String = island.name().chars().take(10).collect();
    picture.text((at.0, at.1 + HALF * 0.92), 8.0, short, Colour::INK);
    if let Some(seat) = game.boats.royal(island) {
        picture.rectangle((at.0 - 9.0, at.1 - 12.0), (18.0, 20.0), Pen::fill(Colour::of(seat)).edged(Colour::INK, 1.0));
        picture.text((at.0, at.1 - 2.0), 11.0, "R", Colour::LIGHT);
    }
    for beach in island.beaches() {
        paint_beach(game, beach, at, picture);
    }
}

fn paint_beach(game: &Tongiaki, beach: Beach, at: Point, picture: &mut Picture) {
    let piers = game.board.toward(beach.island(), beach.piers());
    for direction in directions(piers) {
        picture.path([toward(at, direction, HALF * 0.74), toward(at, direction, HALF)], Colour(0x8a, 0x62, 0x3a), 4.0);
    }
    // The beach lies behind its piers, on the way to the middle of them.
    let ends: Vec<Point> = directions(piers).map(|direction| toward((0.0, 0.0), direction, HALF * 0.58)).collect();
    let count = ends.len().max(1) as f32;
    let (dx, dy) = ends.iter().fold((0.0, 0.0), |sum, end| (sum.0 + end.0 / count, sum.1 + end.1 / count));
    let crew = game.boats.on(beach);
    let boats: Vec<Option<Seat>> = crew
        .seats()
        .flat_map(|seat| std::iter::repeat_n(Some(seat), crew.of(seat).into()))
        .chain(std::iter::repeat(None))
        .take(beach.moorings().into())
        .collect();
    for (place, boat) in boats.iter().enumerate() {
        let x = at.0 + dx + (place as f32 - (boats.len() as f32 - 1.0) / 2.0) * 8.0;
        let pen = boat.map_or(Pen::fill(Colour::LIGHT), |seat| Pen::fill(Colour::of(seat)));
        picture.circle((x, at.1 + dy), 3.8, pen.edged(Colour::INK, 0.8));
    }
}

fn paint_seat(game: &Tongiaki, seat: Seat, y: f32, picture: &mut Picture) {
    let mark = if engine::Game::to_act(game) == ToAct::Seat(seat) { ">" } else { " " };
    let line = format!("{mark} {seat}  {} points  {} boats aside", game.points_of(seat), game.boats.reserve(seat));
    picture.text_from((MARGIN, y), 13.0, line, Colour::of(seat));
}
