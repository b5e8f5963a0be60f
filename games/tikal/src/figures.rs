//! What a seat sees as figures, for programs that learn.

use engine::{Part, Seat, mark, parts_of};

use crate::board::{CELLS, COLUMNS, Cell, ROWS, SIDES};
use crate::state::{Jump, Leader, MOST, Phase, Player, Tikal, Turn};
use crate::tiles::{Kind, SQUARES, TILES, TileSet};
use crate::view::View;

/// What is on each seat's own planes of the board: workers, leader, camp, guard, gun.
const OWN: usize = 5;
/// The planes before those of the seats.
const GROUND: usize = 22;
const PLANES: usize = GROUND + OWN * MOST;
/// The figures of a seat.
const SEAT: usize = 21;

/// What the planes, the figures of a seat and those of the course show, in their order.
const ON_BOARD: &str = "empty temple treasure jungle volcano base-camp value buried price-n price-ne price-se price-s \
    price-sw price-nw obstacle-n obstacle-ne obstacle-se obstacle-s obstacle-sw obstacle-nw worked \
    walking workers-0 leader-0 camp-0 guard-0 gun-0 workers-1 leader-1 camp-1 guard-1 gun-1 workers-2 \
    leader-2 camp-2 guard-2 gun-2 workers-3 leader-3 camp-3 guard-3 gun-3";
const OF_SEAT: &str = "present points supply gone leader-in-supply leader-gone leader-guards chips chosen \
    chips-hidden acts waiting passed amulet drum idol jade knife mask shell urn";
const PHASES: &str = "first tile bid take verdict place chips spend treasure roll over";
const OF_COURSE: &str = "action-points bid round volcanoes scored due normal-turn scoring-turn extra-turn jump-turn \
    jump-ready jump-walking jump-done";
const SIDE_NAMES: &str = "n ne se s sw nw";

pub(crate) const PARTS: [Part; 10] = [
    Part::of("board", &[PLANES, COLUMNS, ROWS]).named(0, ON_BOARD),
    Part::of("seats", &[MOST, SEAT]).named(1, OF_SEAT),
    Part::of("hands", &[MOST, TILES]),
    Part::of("pile", &[TILES]),
    Part::of("display", &[TILES]),
    Part::of("squares", &[SQUARES.len()]),
    Part::of("phase", &[11]).named(0, PHASES),
    Part::of("course", &[13]).named(0, OF_COURSE),
    Part::of("volcano", &[MOST]),
    Part::of("stones", &[SIDES, COLUMNS, ROWS]).named(0, SIDE_NAMES),
];

pub(crate) fn write(view: &View, seat: Seat, row: &mut [f32]) {
    let table = view.table();
    let seats = table.players.len();
    let [board, players, hands, pile, display, squares, phase, course, last_volcano, stones] = parts_of(&PARTS, row);
    write_ground(table, board);
    write_stones(table, stones);
    for (place, other) in seat.round(seats).enumerate() {
        let player = &table.players[other];
        write_pieces(player, &mut board[(GROUND + OWN * place) * CELLS..][..OWN * CELLS]);
        write_seat(view, other, &mut players[place * SEAT..][..SEAT]);
        if table.last_volcano == Some(other) {
            mark(last_volcano, place);
        }
        if let Some(tile) = player.hand {
            mark(&mut hands[place * TILES..], tile.index());
        }
    }
    write_tiles(table.pile, pile);
    write_tiles(table.round.display, display);
    for (value, (left, all)) in table.squares.iter().zip(SQUARES).enumerate() {
        squares[value] = f32::from(*left) / f32::from(all.max(1));
    }
    mark(phase, phase_index(table.phase));
    write_course(table, course);
}

fn write_tiles(tiles: TileSet, out: &mut [f32]) {
    tiles.into_iter().for_each(|tile| mark(out, tile.index()));
}

fn write_ground(table: &Tikal, board: &mut [f32]) {
    let mut plane = |plane: usize, cell: Cell, figure: f32| board[plane * CELLS + cell.index()] = figure;
    let own = table.own();
    for cell in Cell::all() {
        let at = cell.index();
        let kind = match table.kind(cell) {
            None => 0,
            Some(Kind::Temple(_)) => 1,
            Some(Kind::Treasure(_)) => 2,
            Some(Kind::Jungle) => 3,
            Some(Kind::Volcano) => 4,
            Some(Kind::BaseCamp) => 5,
        };
        plane(kind, cell, 1.0);
        plane(6, cell, f32::from(table.value[at]) / 10.0);
        plane(7, cell, f32::from(table.buried[at]) / 4.0);
        for side in 0..SIDES {
            plane(8 + side, cell, f32::from(table.price[at][side]) / 6.0);
            plane(14 + side, cell, f32::from(table.obstacles[at] >> side & 1));
        }
        plane(20, cell, f32::from(own.worked(cell)) / 2.0);
    }
    if let Jump::Walking(_, cell) = table.jump {
        plane(21, cell, 1.0);
    }
}

/// The stones of every tile that lies, also towards cells where nothing lies yet: prices show those between tiles
/// alone.
fn write_stones(table: &Tikal, planes: &mut [f32]) {
    for cell in table.explored {
        let Some(laid) = table.ground[cell.index()] else { continue };
        for side in 0..SIDES {
            planes[side * CELLS + cell.index()] = f32::from(laid.tile.stones(laid.turn, side)) / 3.0;
        }
    }
}

fn write_pieces(player: &Player, planes: &mut [f32]) {
    for cell in player.at {
        planes[cell.index()] = f32::from(player.workers[cell.index()]) / 5.0;
    }
    if let Leader::On(cell) = player.leader {
        mark(&mut planes[CELLS..], cell.index());
    }
    for (plane, cells) in [(2, player.camps), (3, player.guards), (4, player.guns)] {
        cells.into_iter().for_each(|cell| mark(&mut planes[plane * CELLS..], cell.index()));
    }
}

fn write_seat(view: &View, seat: Seat, out: &mut [f32]) {
    let table = view.table();
    let player = &table.players[seat];
    let round = &table.round;
    let flag = |yes: bool| f32::from(u8::from(yes));
    let figures = [
        1.0,
        player.points as f32 / 100.0,
        f32::from(player.supply) / 18.0,
        f32::from(player.gone) / 18.0,
        flag(player.leader == Leader::Supply),
        flag(player.leader == Leader::Gone),
        flag(matches!(player.leader, Leader::Guard(_))),
        f32::from(player.chips) / 10.0,
        f32::from(player.chosen) / 5.0,
        flag(view.hides(seat)),
        flag(table.seat == seat),
        flag(round.waiting.has(seat)),
        flag(round.passed.has(seat)),
    ];
    out[..figures.len()].copy_from_slice(&figures);
    for (out, count) in out[figures.len()..].iter_mut().zip(player.treasures) {
        *out = f32::from(count) / 3.0;
    }
}

fn phase_index(phase: Phase) -> usize {
    match phase {
        Phase::First => 0,
        Phase::Tile => 1,
        Phase::Bid => 2,
        Phase::Take => 3,
        Phase::Verdict => 4,
        Phase::Place => 5,
        Phase::Chips => 6,
        Phase::Spend => 7,
        Phase::Treasure(_) => 8,
        Phase::Roll(_) => 9,
        Phase::Over => 10,
    }
}

fn write_course(table: &Tikal, out: &mut [f32]) {
    let round = &table.round;
    out[0] = f32::from(table.ap) / 10.0;
    out[1] = f32::from(round.bid) / 150.0;
    out[2] = f32::from(round.number) / 18.0;
    out[3] = f32::from(round.volcanoes) / 3.0;
    out[4] = f32::from(u8::from(round.scored));
    out[5] = table.due.iter().flatten().count() as f32 / 3.0;
    let turn = match table.turn {
        Turn::Normal => 0,
        Turn::Scoring => 1,
        Turn::Extra => 2,
        Turn::Jump => 3,
    };
    mark(out, 6 + turn);
    let jump = match table.jump {
        Jump::Ready => 0,
        Jump::Walking(..) => 1,
        Jump::Done => 2,
    };
    mark(out, 10 + jump);
}
