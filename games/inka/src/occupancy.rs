//! What covers the hall and stands on it, gathered once for each list of words.

use crate::action::{Foothold, Space};
use crate::cells::Cells;
use crate::options::CoverStarts;
use crate::placement::{Half, Placement};
use crate::state::Inka;
use crate::temple::Rhombus;

/// What covers the hall and stands on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occupancy {
    /// The cells under rhombi.
    pub(crate) covered: Cells,
    /// The cells of pawns that stand on no rhombus.
    pub(crate) pawns: Cells,
    /// The cells of blockers that stand on no rhombus.
    pub(crate) blockers: Cells,
    /// The rhombi with pawns, a bit each.
    pub(crate) ridden: u16,
    /// The rhombi with blockers, a bit each.
    pub(crate) held: u16,
}

impl Occupancy {
    #[inline]
    pub(crate) fn of(game: &Inka) -> Occupancy {
        let mut standing =
            Occupancy { covered: game.covered(), pawns: Cells::NONE, blockers: Cells::NONE, ridden: 0, held: 0 };
        for pawn in game.pawns.values().flatten() {
            match pawn {
                Foothold::Cell(cell) => standing.pawns |= Cells::of(*cell),
                Foothold::On(rhombus, _) => standing.ridden |= 1 << rhombus.index(),
            }
        }
        for blocker in game.blockers.values().flatten() {
            match blocker {
                Space::Cell(cell) => standing.blockers |= Cells::of(*cell),
                Space::On(rhombus) => standing.held |= 1 << rhombus.index(),
            }
        }
        standing
    }

    /// The cells that are covered or stood on.
    #[inline]
    pub(crate) fn taken(&self) -> Cells {
        self.covered | self.pawns | self.blockers
    }

    /// Everything that stops a moving rhombus, itself included (K5).
    #[inline]
    pub(crate) fn obstacles(&self, game: &Inka) -> Cells {
        let starts = match game.options.cover_starts {
            CoverStarts::Off => game.temple.exits,
            CoverStarts::On => Cells::NONE,
        };
        Cells::MARGIN | self.taken() | starts
    }

    /// The cells that blockers close, whole rhombi where they stand on one (K13).
    #[inline]
    pub(crate) fn closed(&self, game: &Inka) -> Cells {
        self.blockers | game.cells_of_rhombi(self.held)
    }
}

impl Inka {
    /// The rhombi that lie in the hall.
    #[inline]
    pub(crate) fn lying(&self) -> impl Iterator<Item = (Rhombus, Placement)> {
        Rhombus::all().zip(self.rhombi).filter_map(|(rhombus, placement)| Some((rhombus, placement?)))
    }

    /// The cells under rhombi.
    #[inline]
    pub(crate) fn covered(&self) -> Cells {
        Placement::covered(&self.rhombi)
    }

    /// The cells under some rhombi, given by their bits.
    #[inline]
    fn cells_of_rhombi(&self, mut rhombi: u16) -> Cells {
        let mut cells = Cells::NONE;
        while rhombi != 0 {
            let index = rhombi.trailing_zeros() as usize;
            rhombi &= rhombi - 1;
            cells |= self.rhombi[index].map_or(Cells::NONE, Placement::cells);
        }
        cells
    }

    /// The cells that a place takes up: both halves of a rhombus whose middle is open.
    #[inline]
    pub(crate) fn cells_of(&self, place: Foothold) -> Cells {
        match place {
            Foothold::Cell(cell) => Cells::of(cell),
            Foothold::On(rhombus, half) => match (self.rhombi[rhombus.index()], half) {
                (None, _) => Cells::NONE,
                (Some(placement), None) => placement.cells(),
                (Some(placement), Some(half)) => Cells::of(placement.half(half)),
            },
        }
    }

    /// The rhombus that covers a cell.
    pub(crate) fn rhombus_over(&self, cell: crate::cells::Cell) -> Option<Rhombus> {
        self.lying().find(|(_, lying)| lying.half(Half::A) == cell || lying.half(Half::B) == cell).map(|(over, _)| over)
    }
}
