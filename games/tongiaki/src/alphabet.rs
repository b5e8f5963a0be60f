//! Every word that could ever be legal.

use engine::Seat;
use grid::Turn;
use grid::hex::Direction;

use crate::action::Action;
use crate::board::cells;
use crate::tiles::{Beach, Island};

/// Every word of a table of that many seats, sorted.
pub(crate) fn alphabet(seats: usize, out: &mut Vec<Action>) {
    alphabet_but_lay(seats, out);
    out.extend(cells().flat_map(|cell| Turn::ALL.map(|turn| Action::Lay(cell, turn))));
}

/// Every word but the many of `lay`, sorted.
pub(crate) fn alphabet_but_lay(seats: usize, out: &mut Vec<Action>) {
    let shifts =
        |beach: Beach| Island::all().filter(move |to| *to != beach.island()).map(move |to| Action::Shift(beach, to));
    out.extend(Beach::all().map(Action::Moor));
    out.extend(Island::all().map(Action::Expand));
    out.extend(Beach::all().flat_map(shifts));
    out.extend(Island::all().map(Action::Restart));
    out.extend(Beach::all().flat_map(|beach| Direction::ALL.map(|dir| Action::Sail(beach, dir))));
    out.extend(Seat::all(seats).flat_map(|seat| Beach::all().map(move |beach| Action::Land(seat, beach))));
    out.extend(Island::all().skip(1).map(Action::Royal));
    out.push(Action::Colonise);
}
