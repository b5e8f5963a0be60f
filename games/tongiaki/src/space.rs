//! The decisions as numbers, for programs: a run for each verb, in the order of the verbs.

use engine::{MOST_SEATS, Numbers, Part, PartSet, Picture, Run, Seat, Study, run_of, starts};
use grid::Turn;
use grid::hex::{Direction, Hex};

use crate::action::Action;
use crate::board::RADIUS;
use crate::figures;
use crate::state::Tongiaki;
use crate::tiles::{BEACHES, Beach, ISLANDS, Island};
use crate::view::View;

const REACH: i16 = RADIUS as i16;
const COLUMNS: usize = 2 * RADIUS as usize + 1;
/// The cells on which a tile could ever lie.
const CELLS: usize = 3 * RADIUS as usize * (RADIUS as usize + 1) + 1;
const SIXTHS: usize = 6;

const RUNS: [Run; 9] = [
    Run::of("moor", BEACHES),
    Run::of("expand", ISLANDS),
    Run::of("shift", BEACHES * ISLANDS),
    Run::of("restart", ISLANDS),
    Run::of("sail", BEACHES * SIXTHS),
    Run::of("land", MOST_SEATS * BEACHES),
    Run::of("royal", ISLANDS),
    Run::of("colonise", 1),
    Run::of("lay", CELLS * SIXTHS),
];
const START: [u32; RUNS.len()] = starts(&RUNS);

/// The northernmost row of a column of cells.
const fn north(q: i16) -> i16 {
    if q < 0 { -REACH - q } else { -REACH }
}

/// How many cells lie in the columns before each, column -31 first.
const BEFORE: [u32; COLUMNS] = {
    let mut before = [0; COLUMNS];
    let mut column = 1;
    while column < COLUMNS {
        let q = column as i16 - 1 - REACH;
        before[column] = before[column - 1] + (2 * RADIUS as u32 + 1 - q.unsigned_abs() as u32);
        column += 1;
    }
    before
};

/// No place.
const NOWHERE: u16 = u16::MAX;

/// The place of each cell among all cells, column by column, in a square of columns and rows.
const PLACES: [u16; COLUMNS * COLUMNS] = {
    let mut places = [NOWHERE; COLUMNS * COLUMNS];
    let mut column = 0;
    while column < COLUMNS {
        let q = column as i16 - REACH;
        let cells = 2 * RADIUS as i16 + 1 - q.abs();
        let mut below = 0;
        while below < cells {
            let row = (north(q) + below + REACH) as usize;
            places[column * COLUMNS + row] = BEFORE[column] as u16 + below as u16;
            below += 1;
        }
        column += 1;
    }
    places
};

/// The place of a cell among all cells.
#[inline]
fn cell_index(cell: Hex) -> Option<usize> {
    let (column, row) = ((cell.q + REACH) as usize, (cell.r + REACH) as usize);
    if column >= COLUMNS || row >= COLUMNS {
        return None;
    }
    let place = PLACES[column * COLUMNS + row];
    (place != NOWHERE).then_some(place as usize)
}

fn cell_at(index: u32) -> Hex {
    let (column, below) = run_of(&BEFORE, index);
    let q = column as i16 - REACH;
    Hex::new(q, north(q) + below as i16)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "as its one caller")]
fn place_in_run(action: Action) -> Option<usize> {
    Some(match action {
        Action::Moor(beach) => beach.index(),
        Action::Expand(island) | Action::Restart(island) | Action::Royal(island) => island.index(),
        Action::Shift(beach, island) => beach.index() * ISLANDS + island.index(),
        Action::Sail(beach, toward) => beach.index() * SIXTHS + toward.index(),
        Action::Land(seat, beach) => seat.index() * BEACHES + beach.index(),
        Action::Colonise => 0,
        Action::Lay(cell, turn) => cell_index(cell)? * SIXTHS + usize::from(turn.sixths()),
    })
}

fn action_at(run: usize, at: usize) -> Option<Action> {
    let beach = |index: usize| Beach::all().nth(index % BEACHES);
    let island = |index: usize| Island::at(index % ISLANDS);
    Some(match run {
        0 => Action::Moor(beach(at)?),
        1 => Action::Expand(island(at)),
        2 => Action::Shift(beach(at / ISLANDS)?, island(at)),
        3 => Action::Restart(island(at)),
        4 => Action::Sail(beach(at / SIXTHS)?, Direction::nth((at % SIXTHS) as u8)),
        5 => Action::Land(Seat::new(at / BEACHES), beach(at)?),
        6 => Action::Royal(island(at)),
        7 => Action::Colonise,
        _ => Action::Lay(cell_at((at / SIXTHS) as u32), Turn::clockwise((at % SIXTHS) as u8)),
    })
}

impl Study for Tongiaki {
    const SPACE: &'static [Run] = &RUNS;
    const FIGURES: &'static [Part] = &figures::PARTS;
    const USUAL: PartSet = figures::USUAL;
    const LENGTH: u32 = 4_000;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "asked for every word of every list; a call costs as much as the answer")]
    fn number(&self, action: &Action) -> Option<u32> {
        Some(START[action.verb()] + place_in_run(*action)? as u32)
    }

    fn numbers(&self, out: &mut Vec<i32>) {
        self.list(&mut Numbers::of(self, out));
    }

    fn decision(&self, run: usize, place: u32) -> Option<Action> {
        action_at(run, place as usize)
    }

    fn figures(view: &View, seat: Seat, row: &mut [f32]) {
        figures::write(view.state(), seat, PartSet::ALL, row);
    }

    fn figures_of(view: &View, seat: Seat, chosen: PartSet, row: &mut [f32]) {
        figures::write(view.state(), seat, chosen, row);
    }

    fn paint(view: &View) -> Picture {
        crate::picture::paint(view.state())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::cells;

    #[test]
    fn cells_are_counted_as_they_are_listed() {
        for (index, cell) in cells().enumerate() {
            assert_eq!((cell_index(cell), cell_at(index as u32)), (Some(index), cell));
        }
        assert_eq!(cells().count(), CELLS);
        assert_eq!(cell_index(Hex::new(32, 0)), None);
        assert_eq!(cell_index(Hex::new(31, 1)), None);
    }
}
