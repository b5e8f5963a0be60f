//! Every word that could ever be legal.

use grid::triangle::Direction;

use crate::action::{Action, Foothold, Space};
use crate::cells::Cells;
use crate::placement::{Corner, Half, Placement, Sense};
use crate::state::Inka;
use crate::sweep::{FARTHEST_SLIDE, FARTHEST_TURN};
use crate::temple::{Rhombus, Start};

/// Every word that could ever be legal, in order.
pub(crate) fn alphabet(game: &Inka, out: &mut Vec<Action>) {
    out.extend(Start::ALL.map(Action::Start));
    out.extend(Placement::all().map(Action::Lay));
    for rhombus in Rhombus::all() {
        for direction in Direction::ALL {
            out.extend((1..=FARTHEST_SLIDE).map(|steps| Action::Slide { rhombus, direction, steps }));
        }
    }
    for rhombus in Rhombus::all() {
        for corner in Corner::ALL {
            for sense in Sense::ALL {
                out.extend((1..=FARTHEST_TURN).map(|steps| Action::Turn { rhombus, corner, sense, steps }));
            }
        }
    }
    out.extend(Cells::ALL.iter().map(|cell| Action::Walk(Foothold::Cell(cell))));
    for rhombus in Rhombus::all() {
        out.extend([None, Some(Half::A), Some(Half::B)].map(|half| Action::Walk(Foothold::On(rhombus, half))));
    }
    out.push(Action::Take);
    out.extend(game.temple.passages().iter().map(Action::Passage));
    out.extend(Cells::ALL.iter().map(|cell| Action::Block(Space::Cell(cell))));
    out.extend(Rhombus::all().map(|rhombus| Action::Block(Space::On(rhombus))));
    out.push(Action::End);
}
