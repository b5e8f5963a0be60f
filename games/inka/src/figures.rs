//! A position as figures, for programs that learn. The hall is eight strips of sixteen bits, as its cells are kept.

use engine::{Part, Seat, mark, parts_of};

use crate::action::{Foothold, Space};
use crate::cells::{Axis, Border, Cell, Cells};
use crate::occupancy::Occupancy;
use crate::placement::Half;
use crate::state::{Inka, Phase, QUIET_TURNS, SEATS};
use crate::temple::{GOALS, RHOMBI};
use crate::ways::Ways;

const STRIPS: usize = 8;
const ACROSS: usize = 16;
const CELLS: usize = STRIPS * ACROSS;

/// Ground: cell, floor, exit, passage, symbol, tip up; borders: wall and price to the right, wall and price below.
const GROUND: usize = 10;
const PLANES: usize = GROUND + RHOMBI + 2 * SEATS;
const SEAT: usize = 3 + GOALS;

/// What the planes and the figures of a seat and of the course show, in their order.
const IN_HALL: &str = "cell floor exit passage symbol tip-up wall-right price-right wall-below price-below rhombus-0 \
    rhombus-1 rhombus-2 rhombus-3 rhombus-4 rhombus-5 rhombus-6 rhombus-7 rhombus-8 rhombus-9 rhombus-10 \
    rhombus-11 rhombus-12 rhombus-13 rhombus-14 rhombus-15 pawn-0 pawn-1 pawn-2 pawn-3 blocker-0 \
    blocker-1 blocker-2 blocker-3";
const OF_SEAT: &str = "present acts has-blocked statue-0 statue-1 statue-2";
const OF_COURSE: &str =
    "first start draw lay turn left exhausted action-points third-phase walked took quiet-turns seats";

pub(crate) const PARTS: [Part; 5] = [
    Part::of("hall", &[PLANES, STRIPS, ACROSS]).named(0, IN_HALL),
    Part::of("seats", &[SEATS, SEAT]).named(1, OF_SEAT),
    Part::of("laid", &[RHOMBI]),
    Part::of("hand", &[RHOMBI]),
    Part::of("course", &[13]).named(0, OF_COURSE),
];

fn fill(cells: Cells, plane: usize, hall: &mut [f32]) {
    cells.iter().for_each(|cell| mark(&mut hall[plane * CELLS..], cell.bit() as usize));
}

pub(crate) fn write(game: &Inka, seat: Seat, row: &mut [f32]) {
    let [hall, seats, laid, hand, course] = parts_of(&PARTS, row);
    write_ground(game, hall);
    for (rhombus, lying) in game.lying() {
        mark(laid, rhombus.index());
        let plane = (GROUND + rhombus.index()) * CELLS;
        hall[plane + lying.half(Half::A).bit() as usize] = 1.0;
        hall[plane + lying.half(Half::B).bit() as usize] = 0.5;
    }
    for (place, other) in seat.round(game.pawns.len()).enumerate() {
        if let Some(pawn) = game.pawns[other] {
            fill(game.cells_of(pawn), GROUND + RHOMBI + place, hall);
        }
        if let Some(blocker) = game.blockers[other] {
            let on = match blocker {
                Space::Cell(cell) => Foothold::Cell(cell),
                Space::On(rhombus) => Foothold::On(rhombus, None),
            };
            fill(game.cells_of(on), GROUND + RHOMBI + SEATS + place, hall);
        }
        write_seat(game, other, &mut seats[place * SEAT..][..SEAT]);
    }
    if let Phase::Lay(rhombus) = game.phase {
        mark(hand, rhombus.index());
    }
    write_course(game, course);
}

fn write_ground(game: &Inka, hall: &mut [f32]) {
    let temple = game.temple.data();
    fill(Cells::ALL, 0, hall);
    fill(temple.floor, 1, hall);
    fill(temple.exits, 2, hall);
    fill(temple.passages, 3, hall);
    fill(temple.symbols, 4, hall);
    let ways = Ways::of(game, &Occupancy::of(game));
    for cell in Cells::ALL.iter() {
        let at = cell.bit() as usize;
        hall[5 * CELLS + at] = f32::from(u8::from(cell.is_up()));
        for (plane, axis) in [(6, Axis::Across), (8, Axis::Down)] {
            write_border(&ways, cell, axis, plane, hall);
        }
    }
}

fn write_border(ways: &Ways, first: Cell, axis: Axis, plane: usize, hall: &mut [f32]) {
    let at = first.bit() as usize;
    let border = Border { first, axis };
    hall[plane * CELLS + at] = f32::from(u8::from(ways.walls().contains(border)));
    let snakes = u8::from(ways.one.contains(border)) + 2 * u8::from(ways.two.contains(border));
    hall[(plane + 1) * CELLS + at] = f32::from(snakes) / 2.0;
}

fn write_seat(game: &Inka, seat: Seat, out: &mut [f32]) {
    out[0] = 1.0;
    out[1] = f32::from(u8::from(game.seat == seat));
    out[2] = f32::from(u8::from(game.blockers[seat].is_some()));
    for goal in 0..GOALS {
        out[3 + goal] = f32::from(game.taken[seat] >> goal & 1);
    }
}

fn write_course(game: &Inka, out: &mut [f32]) {
    let phase = match game.phase {
        Phase::First => 0,
        Phase::Start => 1,
        Phase::Draw => 2,
        Phase::Lay(_) => 3,
        Phase::Turn(_) => 4,
        Phase::Left => 5,
        Phase::Exhausted => 6,
    };
    mark(out, phase);
    let turn = game.turn_now();
    let flags = [turn.third, turn.walked, turn.took];
    out[7] = f32::from(turn.ap) / 3.0;
    for (figure, flag) in out[8..].iter_mut().zip(flags) {
        *figure = f32::from(u8::from(flag));
    }
    out[11] = f32::from(game.quiet) / f32::from(QUIET_TURNS);
    out[12] = game.pawns.len() as f32 / SEATS as f32;
}
