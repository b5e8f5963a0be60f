//! Every word that could ever be legal.

use crate::action::{Action, Piece};
use crate::board::{Cell, CellSet};
use crate::state::Tikal;
use crate::tiles::{Tile, Treasure};

/// More than anybody can have to bid: 20, and three scorings of all temples at their highest (103) and all
/// treasures (48).
const BEYOND_POINTS: u16 = 480;

/// Every word that could ever be legal, sorted.
pub(crate) fn alphabet(game: &Tikal, out: &mut Vec<Action>) {
    let pairs = |cells: fn(Cell) -> CellSet| {
        Cell::all().flat_map(move |from| cells(from).into_iter().map(move |to| (from, to)))
    };
    let others = |from| Cell::all().filter(move |to| *to != from);
    out.extend(Cell::all().flat_map(|cell| (0..6).map(move |turn| Action::Place(cell, turn))));
    for piece in Piece::ALL {
        out.extend(Cell::all().map(|cell| Action::Enter(piece, cell)));
    }
    for piece in Piece::ALL {
        out.extend(Cell::all().flat_map(|from| others(from).map(move |to| Action::Shortcut(piece, from, to))));
    }
    for piece in Piece::ALL {
        out.extend(pairs(Cell::around).map(|(from, to)| Action::Move(piece, from, to)));
    }
    out.extend(Cell::all().map(Action::Uncover));
    out.extend(Cell::all().map(Action::Dig));
    for give in Treasure::ALL {
        let takes = |seat| Treasure::ALL.map(|take| Action::Swap(give, seat, take));
        out.extend(game.table().flat_map(takes));
    }
    out.extend(Cell::all().map(Action::Camp));
    out.extend(Cell::all().flat_map(|cell| Piece::ALL.map(|piece| Action::Guard(cell, piece))));
    out.extend(pairs(Cell::around).filter(|(low, high)| low < high).map(|(low, high)| Action::Obstacle(low, high)));
    out.extend(Cell::all().map(Action::Gun));
    out.extend(Cell::all().flat_map(|cell| game.table().map(move |seat| Action::Shoot(cell, seat))));
    out.push(Action::End);
    out.extend((1..BEYOND_POINTS).map(Action::Bid));
    out.push(Action::Pass);
    out.extend(Tile::all().map(Action::Take));
    out.extend([Action::Score, Action::Skip]);
    out.extend((1..=5).map(Action::Chips));
}
