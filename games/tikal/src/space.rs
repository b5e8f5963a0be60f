//! The decisions as numbers, for programs: a run for each verb, in the order of the verbs.

use engine::{Numbers, Part, Picture, Run, Seat, Study, starts};

use crate::action::{Action, Piece};
use crate::board::{BY_CELL, CELLS, Cell, ROWS, SIDES};
use crate::figures;
use crate::state::{MOST, Tikal};
use crate::tiles::{TILES, Tile, Treasure};
use crate::view::View;

/// The highest bid that has a number; words know no such bound.
const HIGHEST_BID: u16 = 150;
/// T35: the most chips of a jump.
const MOST_CHIPS: u8 = 5;
const PIECES: usize = Piece::ALL.len();
const KINDS: usize = Treasure::ALL.len();

const RUNS: [Run; 19] = [
    Run::of("place", CELLS * SIDES),
    Run::of("enter", PIECES * CELLS),
    Run::of("shortcut", PIECES * CELLS * CELLS),
    Run::of("move", PIECES * CELLS * SIDES),
    Run::of("uncover", CELLS),
    Run::of("dig", CELLS),
    Run::of("swap", KINDS * MOST * KINDS),
    Run::of("camp", CELLS),
    Run::of("guard", CELLS * PIECES),
    Run::of("obstacle", CELLS * SIDES),
    Run::of("gun", CELLS),
    Run::of("shoot", CELLS * MOST),
    Run::of("end", 1),
    Run::of("bid", HIGHEST_BID as usize),
    Run::of("pass", 1),
    Run::of("take", TILES),
    Run::of("score", 1),
    Run::of("skip", 1),
    Run::of("chips", MOST_CHIPS as usize),
];
const START: [u32; RUNS.len()] = starts(&RUNS);

/// Not a neighbour.
const FAR: u8 = u8::MAX;

/// Which neighbour of a cell another is. They are numbered in their own order, so that numbers rise along a list.
const NTH_NEIGHBOUR: [[u8; CELLS]; CELLS] = {
    let mut table = [[FAR; CELLS]; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut nth = 0;
        while nth < SIDES {
            if let Some(to) = Cell::at(from / ROWS, from % ROWS).neighbour(BY_CELL[nth]) {
                table[from][to.index()] = nth as u8;
            }
            nth += 1;
        }
        from += 1;
    }
    table
};

#[inline]
fn nth_neighbour(from: Cell, to: Cell) -> Option<usize> {
    let nth = NTH_NEIGHBOUR[from.index()][to.index()];
    (nth != FAR).then_some(nth as usize)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "as its one caller")]
fn place_in_run(action: Action) -> Option<usize> {
    Some(match action {
        Action::Place(cell, turn) => cell.index() * SIDES + turn as usize,
        Action::Enter(piece, cell) => piece as usize * CELLS + cell.index(),
        Action::Shortcut(piece, from, to) => (piece as usize * CELLS + from.index()) * CELLS + to.index(),
        Action::Move(piece, from, to) => (piece as usize * CELLS + from.index()) * SIDES + nth_neighbour(from, to)?,
        Action::Uncover(cell) | Action::Dig(cell) | Action::Camp(cell) | Action::Gun(cell) => cell.index(),
        Action::Swap(give, seat, take) => (give.index() * MOST + seat.index()) * KINDS + take.index(),
        Action::Guard(cell, piece) => cell.index() * PIECES + piece as usize,
        Action::Obstacle(low, high) => low.index() * SIDES + nth_neighbour(low, high)?,
        Action::Shoot(cell, seat) => cell.index() * MOST + seat.index(),
        Action::Bid(points) => usize::from(points.checked_sub(1).filter(|below| *below < HIGHEST_BID)?),
        Action::Take(tile) => tile.index(),
        Action::Chips(chips) => usize::from(chips.checked_sub(1).filter(|below| *below < MOST_CHIPS)?),
        Action::End | Action::Pass | Action::Score | Action::Skip => 0,
    })
}

fn action_at(run: usize, at: usize) -> Option<Action> {
    let cell = |index: usize| Cell::all().nth(index);
    let piece = |index: usize| Piece::ALL[index % PIECES];
    let beside = |at: usize| {
        let from = cell(at / SIDES % CELLS)?;
        Some((from, from.neighbour(BY_CELL[at % SIDES])?))
    };
    let seat = |at: usize| Seat::new(at % MOST);
    Some(match run {
        0 => Action::Place(cell(at / SIDES)?, (at % SIDES) as u8),
        1 => Action::Enter(piece(at / CELLS), cell(at % CELLS)?),
        2 => Action::Shortcut(piece(at / (CELLS * CELLS)), cell(at / CELLS % CELLS)?, cell(at % CELLS)?),
        3 => beside(at).map(|(from, to)| Action::Move(piece(at / (CELLS * SIDES)), from, to))?,
        4 => Action::Uncover(cell(at)?),
        5 => Action::Dig(cell(at)?),
        6 => Action::Swap(Treasure::ALL[at / (MOST * KINDS)], seat(at / KINDS), Treasure::ALL[at % KINDS]),
        7 => Action::Camp(cell(at)?),
        8 => Action::Guard(cell(at / PIECES)?, piece(at)),
        // T32: one form only, the lower cell first.
        9 => beside(at).filter(|(low, high)| low < high).map(|(low, high)| Action::Obstacle(low, high))?,
        10 => Action::Gun(cell(at)?),
        11 => Action::Shoot(cell(at / MOST)?, seat(at)),
        12 => Action::End,
        13 => Action::Bid(at as u16 + 1),
        14 => Action::Pass,
        15 => Action::Take(Tile::nth(at)),
        16 => Action::Score,
        17 => Action::Skip,
        _ => Action::Chips(at as u8 + 1),
    })
}

impl Study for Tikal {
    const SPACE: &'static [Run] = &RUNS;
    const FIGURES: &'static [Part] = &figures::PARTS;
    const LENGTH: u32 = 4_000;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "asked for every word of every list; a call costs as much as the answer")]
    fn number(&self, action: &Action) -> Option<u32> {
        Some(START[action.verb()] + place_in_run(*action)? as u32)
    }

    #[inline]
    fn within(&self, action: &Action) -> bool {
        !matches!(action, Action::Bid(points) if *points > HIGHEST_BID)
    }

    fn numbers(&self, out: &mut Vec<i32>) {
        self.list(&mut Numbers::of(self, out));
    }

    fn decision(&self, run: usize, place: u32) -> Option<Action> {
        action_at(run, place as usize)
    }

    fn figures(view: &View, seat: Seat, row: &mut [f32]) {
        figures::write(view, seat, row);
    }

    fn paint(view: &View) -> Picture {
        crate::picture::paint(view)
    }
}
