//! The decisions as numbers, for programs: a run for each verb, in the order of the verbs.

use engine::{Numbers, Part, Picture, Run, Seat, Study, starts};
use grid::triangle::Direction;

use crate::action::{Action, Foothold, Space};
use crate::cells::{Cell, Cells};
use crate::figures;
use crate::placement::{Corner, Half, PLACEMENTS, Placement, Sense};
use crate::state::Inka;
use crate::sweep::{FARTHEST_SLIDE, FARTHEST_TURN};
use crate::temple::{RHOMBI, Rhombus, Start};
use crate::view::View;

const CELLS: usize = Cells::ALL.len() as usize;
const SLIDES: usize = FARTHEST_SLIDE as usize;
const TURNS: usize = FARTHEST_TURN as usize;
/// Whole, half A, half B.
const STANDS: usize = 3;

const RUNS: [Run; 9] = [
    Run::of("start", Start::ALL.len()),
    Run::of("lay", PLACEMENTS),
    Run::of("slide", RHOMBI * 6 * SLIDES),
    Run::of("turn", RHOMBI * 4 * 2 * TURNS),
    Run::of("walk", CELLS + RHOMBI * STANDS),
    Run::of("take", 1),
    Run::of("passage", CELLS),
    Run::of("block", CELLS + RHOMBI),
    Run::of("end", 1),
];
const START: [u32; RUNS.len()] = starts(&RUNS);

#[inline(always)]
#[expect(clippy::inline_always, reason = "as its one caller")]
fn place_in_run(action: Action) -> usize {
    match action {
        Action::Start(start) => start as usize,
        Action::Lay(placement) => placement.index(),
        Action::Slide { rhombus, direction, steps } => {
            (rhombus.index() * 6 + direction.index()) * SLIDES + usize::from(steps) - 1
        }
        Action::Turn { rhombus, corner, sense, steps } => {
            ((rhombus.index() * 4 + corner as usize) * 2 + sense as usize) * TURNS + usize::from(steps) - 1
        }
        Action::Walk(Foothold::On(rhombus, half)) => {
            CELLS + rhombus.index() * STANDS + half.map_or(0, |half| half as usize + 1)
        }
        Action::Walk(Foothold::Cell(cell)) | Action::Passage(cell) | Action::Block(Space::Cell(cell)) => cell.rank(),
        Action::Block(Space::On(rhombus)) => CELLS + rhombus.index(),
        Action::Take | Action::End => 0,
    }
}

fn action_at(run: usize, at: usize) -> Option<Action> {
    let rhombus = |index: usize| Rhombus::all().nth(index);
    Some(match run {
        0 => Action::Start(Start::ALL[at]),
        1 => Action::Lay(Placement::from_index(at as u16)),
        2 => Action::Slide {
            rhombus: rhombus(at / (6 * SLIDES))?,
            direction: Direction::ALL[at / SLIDES % 6],
            steps: (at % SLIDES) as u8 + 1,
        },
        3 => Action::Turn {
            rhombus: rhombus(at / (8 * TURNS))?,
            corner: Corner::ALL[at / (2 * TURNS) % 4],
            sense: Sense::ALL[at / TURNS % 2],
            steps: (at % TURNS) as u8 + 1,
        },
        4 if at < CELLS => Action::Walk(Foothold::Cell(Cell::ranked(at)?)),
        4 => {
            let half = [None, Some(Half::A), Some(Half::B)][(at - CELLS) % STANDS];
            Action::Walk(Foothold::On(rhombus((at - CELLS) / STANDS)?, half))
        }
        5 => Action::Take,
        6 => Action::Passage(Cell::ranked(at)?),
        7 if at < CELLS => Action::Block(Space::Cell(Cell::ranked(at)?)),
        7 => Action::Block(Space::On(rhombus(at - CELLS)?)),
        _ => Action::End,
    })
}

impl Study for Inka {
    const SPACE: &'static [Run] = &RUNS;
    const FIGURES: &'static [Part] = &figures::PARTS;
    const LENGTH: u32 = 8_000;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "asked for every word of every list; a call costs as much as the answer")]
    fn number(&self, action: &Action) -> Option<u32> {
        Some(START[action.verb()] + place_in_run(*action) as u32)
    }

    fn numbers(&self, out: &mut Vec<i32>) {
        self.list(&mut Numbers::of(self, out));
    }

    fn decision(&self, run: usize, place: u32) -> Option<Action> {
        action_at(run, place as usize)
    }

    fn figures(view: &View, seat: Seat, row: &mut [f32]) {
        figures::write(view.game(), seat, row);
    }

    fn paint(view: &View) -> Picture {
        crate::picture::paint(view.game())
    }
}
