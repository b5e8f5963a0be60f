//! The board as a picture: hexes by what they show, stones on their edges, pieces in the colours of their seats.

use engine::{Colour, Pen, Picture, Point, Seat, ToAct};

use crate::board::{COLUMNS, Cell, ROWS, SIDES};
use crate::state::{Leader, Tikal};
use crate::tiles::{Kind, Treasure};
use crate::view::View;

/// From the middle of a cell to its corners.
const RADIUS: f32 = 46.0;
/// Half the height of a cell.
const HALF: f32 = RADIUS * 0.866;
const MARGIN: f32 = 20.0;
/// A line of text below the board.
const LINE: f32 = 24.0;

const FOG: Colour = Colour(0xe7, 0xdd, 0xc6);
const STONE: Colour = Colour(0x8b, 0x7d, 0x6b);
const GOLD: Colour = Colour(0xd9, 0xa4, 0x21);

fn ground(kind: Option<Kind>) -> Colour {
    match kind {
        None => FOG,
        Some(Kind::Temple(_)) => Colour(0xcf, 0xc3, 0xa2),
        Some(Kind::Treasure(_)) => Colour(0xb9, 0xcb, 0x8a),
        Some(Kind::Jungle) => Colour(0x86, 0xb0, 0x6e),
        Some(Kind::Volcano) => Colour(0xb5, 0x5b, 0x3c),
        Some(Kind::BaseCamp) => Colour(0xe3, 0xc0, 0x82),
    }
}

fn middle(cell: Cell) -> Point {
    let lower = if cell.column() % 2 == 1 { HALF } else { 0.0 };
    (MARGIN + RADIUS + cell.column() as f32 * RADIUS * 1.5, MARGIN + HALF + cell.row() as f32 * 2.0 * HALF + lower)
}

/// The corner behind the right end of a side, clockwise from the north.
fn corner((x, y): Point, index: usize, radius: f32) -> Point {
    let angle = (index as f32 * 60.0 - 60.0).to_radians();
    (x + radius * angle.cos(), y + radius * angle.sin())
}

/// A point towards a side, clockwise from the north.
fn toward((x, y): Point, side: usize, distance: f32) -> Point {
    let angle = (side as f32 * 60.0 - 90.0).to_radians();
    (x + distance * angle.cos(), y + distance * angle.sin())
}

pub(crate) fn paint(view: &View) -> Picture {
    let table = view.table();
    let width = 2.0 * MARGIN + RADIUS * (1.5 * COLUMNS as f32 + 0.5);
    let board = 2.0 * MARGIN + HALF * (2.0 * ROWS as f32 + 1.0);
    let mut picture = Picture::new(width, board + LINE * (table.players.len() as f32 + 1.0));
    for cell in Cell::all() {
        paint_cell(table, cell, &mut picture);
    }
    for seat in table.table() {
        paint_seat(view, seat, board + LINE * seat.index() as f32, &mut picture);
    }
    picture
}

fn paint_cell(table: &Tikal, cell: Cell, picture: &mut Picture) {
    let at = middle(cell);
    let kind = table.kind(cell);
    let hex = (0..SIDES).map(|index| corner(at, index, RADIUS - 1.0));
    picture.polygon(hex, Pen::fill(ground(kind)).edged(Colour::INK, 1.0));
    picture.text((at.0, at.1 - HALF * 0.72), 9.0, cell.to_string(), STONE);
    let Some(laid) = table.ground[cell.index()] else { return };
    for side in 0..SIDES {
        let stones = laid.tile.stones(laid.turn, side);
        for stone in 0..stones {
            let (x, y) = toward(at, side, HALF - 7.0);
            let along = (f32::from(stone) - f32::from(stones - 1) / 2.0) * 9.0;
            let (sin, cos) = (side as f32 * 60.0).to_radians().sin_cos();
            picture.circle((x + along * cos, y + along * sin), 3.6, Pen::fill(STONE).edged(Colour::INK, 0.6));
        }
        if table.obstacles[cell.index()] >> side & 1 == 1 {
            let ends = [side, side + SIDES - 1].map(|end| corner(at, end, RADIUS - 3.0));
            picture.path(ends, Colour::INK, 4.0);
        }
    }
    paint_site(table, cell, at, picture);
    paint_pieces(table, cell, at, picture);
}

fn paint_site(table: &Tikal, cell: Cell, (x, y): Point, picture: &mut Picture) {
    match table.kind(cell) {
        Some(Kind::Temple(_)) => {
            for step in 0..3 {
                let half = 17.0 - 5.0 * step as f32;
                let top = y - 4.0 - 7.0 * step as f32;
                picture.rectangle((x - half, top), (2.0 * half, 7.0), Pen::fill(Colour::LIGHT).edged(STONE, 1.0));
            }
            picture.text((x, y - 4.0), 13.0, table.value[cell.index()].to_string(), Colour::INK);
        }
        Some(Kind::Treasure(_)) => {
            for mask in 0..table.buried[cell.index()] {
                picture.circle((x - 15.0 + 10.0 * f32::from(mask), y - 10.0), 4.5, Pen::fill(GOLD).edged(STONE, 1.0));
            }
        }
        Some(Kind::Volcano) => {
            let smoke = Pen::fill(Colour(0x5a, 0x2a, 0x20));
            picture
                .polygon([(x - 22.0, y + 14.0), (x - 6.0, y - 16.0), (x + 6.0, y - 16.0), (x + 22.0, y + 14.0)], smoke);
            picture.circle((x, y - 16.0), 6.0, Pen::fill(Colour(0xf0, 0x8a, 0x24)));
        }
        _ => {}
    }
}

fn paint_pieces(table: &Tikal, cell: Cell, (x, y): Point, picture: &mut Picture) {
    let here = table.table().filter(|seat| {
        let player = &table.players[*seat];
        player.pieces(cell) > 0 || player.camps.has(cell) || player.guards.has(cell)
    });
    for (place, seat) in here.enumerate() {
        let player = &table.players[seat];
        let at = (x - 24.0 + 16.0 * place as f32, y + 18.0);
        let pen = Pen::fill(Colour::of(seat)).edged(Colour::LIGHT, 1.0);
        if player.camps.has(cell) {
            picture.polygon([(at.0 - 9.0, at.1 - 6.0), (at.0, at.1 - 24.0), (at.0 + 9.0, at.1 - 6.0)], pen);
        }
        if player.guards.has(cell) {
            picture.rectangle((at.0 - 7.0, at.1 - 25.0), (14.0, 14.0), pen);
            let sign = if player.guns.has(cell) { "G" } else { "g" };
            picture.text((at.0, at.1 - 18.0), 10.0, sign, Colour::LIGHT);
        }
        if player.pieces(cell) > 0 {
            picture.circle(at, 8.0, pen);
            let leader = if player.leader == Leader::On(cell) { "*" } else { "" };
            picture.text(at, 10.0, format!("{}{leader}", player.workers[cell.index()]), Colour::LIGHT);
        }
    }
}

fn paint_seat(view: &View, seat: Seat, y: f32, picture: &mut Picture) {
    let table = view.table();
    let player = &table.players[seat];
    let acts = engine::Game::to_act(table) == ToAct::Seat(seat);
    let (mark, ap) = if acts { (">", format!("  {} AP", table.ap)) } else { (" ", String::new()) };
    let hand = player.hand.map_or_else(String::new, |tile| format!("  tile {tile}"));
    let treasures: Vec<String> = Treasure::ALL
        .into_iter()
        .filter(|kind| player.treasures[kind.index()] > 0)
        .map(|kind| format!("{kind} {}", player.treasures[kind.index()]))
        .collect();
    let line = format!(
        "{mark} {seat}  {} points  {} workers aside{ap}{hand}  {}",
        player.points,
        player.supply,
        treasures.join(" ")
    );
    picture.text_from((MARGIN, y), 13.0, line, Colour::of(seat));
}
