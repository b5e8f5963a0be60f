//! The hall as a picture: its triangles, the rhombi on them with walls and snakes, pawns and blockers.

use engine::{Colour, Pen, Picture, Point, Seat, ToAct};
use grid::triangle::Vertex;

use crate::action::{Foothold, Space};
use crate::cells::{Cell, Cells};
use crate::placement::Placement;
use crate::state::Inka;
use crate::temple::{GOALS, Mark, Rhombus};

/// The side of a triangle.
const SIDE: f32 = 74.0;
const HEIGHT: f32 = SIDE * 0.866;
const MARGIN: f32 = 24.0;
const LINE: f32 = 24.0;

const RUIN: Colour = Colour(0xcf, 0xc7, 0xb4);
const FLOOR: Colour = Colour(0xee, 0xe2, 0xbf);
const PATH: Colour = Colour(0xb7, 0xc9, 0x9b);
const GOAL: Colour = Colour(0xe4, 0xbd, 0x4e);
const STONE: Colour = Colour(0x8b, 0x7d, 0x6b);
const SNAKE: Colour = Colour(0x2f, 0x8f, 0x4b);

fn at(vertex: Vertex) -> Point {
    let (q, r) = (f32::from(vertex.q), f32::from(vertex.r));
    (MARGIN + SIDE * (4.0 + q + r / 2.0), MARGIN + HEIGHT * (4.0 - r))
}

fn middle(points: &[Point]) -> Point {
    let count = points.len() as f32;
    points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0 / count, sum.1 + point.1 / count))
}

fn corners(cell: Cell) -> [Point; 3] {
    cell.triangle().corners().map(at)
}

pub(crate) fn paint(game: &Inka) -> Picture {
    let board = 2.0 * MARGIN + 8.0 * HEIGHT;
    let mut picture = Picture::new(2.0 * MARGIN + 8.0 * SIDE, board + LINE * (game.pawns.len() as f32 + 0.5));
    for cell in Cells::ALL.iter() {
        paint_cell(game, cell, &mut picture);
    }
    for (rhombus, lying) in game.lying() {
        paint_rhombus(game, rhombus, lying, &mut picture);
    }
    for (seat, blocker) in game.blockers.iter() {
        if let Some(blocker) = blocker {
            let place = match *blocker {
                Space::Cell(cell) => Foothold::Cell(cell),
                Space::On(rhombus) => Foothold::On(rhombus, None),
            };
            let (x, y) = stand(game, place);
            picture.rectangle((x - 9.0, y - 9.0), (18.0, 18.0), Pen::fill(Colour::of(seat)).edged(Colour::INK, 1.5));
        }
    }
    for (seat, pawn) in game.pawns.iter() {
        if let Some(pawn) = pawn {
            let (x, y) = stand(game, *pawn);
            let here = (x + 6.0 * seat.index() as f32 - 9.0, y - 4.0);
            picture.circle(here, 10.0, Pen::fill(Colour::of(seat)).edged(Colour::LIGHT, 1.5));
            picture.text(here, 11.0, seat.to_string(), Colour::LIGHT);
        }
    }
    for seat in Seat::all(game.pawns.len()) {
        paint_seat(game, seat, board + LINE * (seat.index() as f32 + 0.5), &mut picture);
    }
    picture
}

fn paint_cell(game: &Inka, cell: Cell, picture: &mut Picture) {
    let temple = game.temple.data();
    let ground = if temple.floor.contains(cell) { FLOOR } else { RUIN };
    let points = corners(cell);
    picture.polygon(points, Pen::fill(ground).edged(STONE, 0.8));
    let centre = middle(&points);
    if temple.exits.contains(cell) {
        picture.circle(centre, 12.0, Pen::line(Colour::INK, 2.0));
    }
    if temple.passages.contains(cell) {
        picture.circle(centre, 8.0, Pen::fill(Colour(0x5b, 0x4a, 0x3c)));
    }
    if temple.symbols.contains(cell) {
        let (x, y) = centre;
        picture.polygon([(x - 11.0, y), (x, y - 6.0), (x + 11.0, y), (x, y + 6.0)], Pen::fill(GOAL).edged(STONE, 1.0));
    }
    for other in cell.neighbours().filter(|other| cell < *other) {
        let Some(border) = cell.border(other) else { continue };
        let shared: Vec<Point> = points.into_iter().filter(|point| corners(other).contains(point)).collect();
        if temple.walls.contains(border) {
            picture.path(shared, Colour::INK, 4.0);
        } else if temple.snakes.contains(border) {
            picture.path(shared, SNAKE, 4.0);
        }
    }
}

fn paint_rhombus(game: &Inka, rhombus: Rhombus, lying: Placement, picture: &mut Picture) {
    let points = lying.corners().map(at);
    let ground = if rhombus.is_goal() { GOAL } else { PATH };
    picture.polygon(points, Pen::fill(ground).edged(Colour::INK, 1.2));
    let face = game.temple.data().face(rhombus);
    let centre = middle(&points);
    let inward = |(x, y): Point| (x + (centre.0 - x) * 0.08, y + (centre.1 - y) * 0.08);
    let sides = (0..4).map(|side| (face.sides[side], [inward(points[side]), inward(points[(side + 1) % 4])]));
    for (sign, ends) in sides.chain([(face.middle, [points[1], points[3]])]) {
        match sign {
            Mark::Open => {}
            Mark::Wall => picture.path(ends, Colour::INK, 4.0),
            Mark::Snake => picture.path(ends, SNAKE, 4.0),
        }
    }
    picture.text((centre.0, centre.1 + 14.0), 9.0, rhombus.to_string(), Colour::INK);
}

/// Where a piece stands: the middle of its cells.
fn stand(game: &Inka, place: Foothold) -> Point {
    let cells: Vec<Point> = game.cells_of(place).iter().map(|cell| middle(&corners(cell))).collect();
    middle(&cells)
}

fn paint_seat(game: &Inka, seat: Seat, y: f32, picture: &mut Picture) {
    let acts = engine::Game::to_act(game) == ToAct::Seat(seat);
    let mark = if acts { ">" } else { " " };
    let statues: String = (0..GOALS).map(|goal| if game.taken[seat] >> goal & 1 == 1 { '#' } else { '.' }).collect();
    let ap = if acts { format!("  {} AP", game.turn_now().ap) } else { String::new() };
    picture.text_from((MARGIN, y), 13.0, format!("{mark} {seat}  statues {statues}{ap}"), Colour::of(seat));
}
