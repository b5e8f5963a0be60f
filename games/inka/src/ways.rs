//! Where a pawn can go (K12, K13): the hall as sets of cells and borders, flooded all at once.

use crate::cells::{Borders, Cells};
use crate::occupancy::Occupancy;
use crate::options::Switch;
use crate::placement::Placement;
use crate::state::{AP, Inka};
use crate::temple::{RHOMBI, Temple};

/// The borders by what crossing them costs, and the cells that can be entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    pub(crate) free: Borders,
    /// One snake, on either face.
    pub(crate) one: Borders,
    /// A snake on both faces.
    pub(crate) two: Borders,
    pub(crate) walls: Borders,
    pub(crate) enterable: Cells,
}

/// What can be reached, by AP: each set holds those before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach([Cells; AP as usize + 1]);

impl Ways {
    /// The ways as the rhombi lie.
    pub(crate) fn of(game: &Inka, standing: &Occupancy) -> Ways {
        let closed = match game.options.pass_blockers {
            Switch::Off => standing.closed(game),
            Switch::On => Cells::NONE,
        };
        Ways::through(&game.temple, &game.rhombi, standing.covered, closed)
    }

    /// The ways through a temple where the rhombi lie so and some cells are closed.
    pub(crate) fn through(
        temple: &Temple,
        rhombi: &[Option<Placement>; RHOMBI],
        covered: Cells,
        closed: Cells,
    ) -> Ways {
        let (mut walls, mut snakes) = printed(temple, covered);
        let mut doubled = Borders::NONE;
        for walled in &temple.walled {
            if let Some(lying) = rhombi[walled.rhombus.index()] {
                walls = walls.or(walled.borders(lying));
            }
        }
        for snaky in &temple.snaky {
            if let Some(lying) = rhombi[snaky.rhombus.index()] {
                let own = snaky.borders(lying);
                doubled = doubled.or(snakes.and(own));
                snakes = snakes.or(own);
            }
        }
        let open = temple.borders.without(walls);
        Ways {
            free: open.without(snakes),
            one: open.and(snakes).without(doubled),
            two: open.and(doubled),
            walls,
            enterable: (temple.floor | covered) & !closed,
        }
    }

    /// The borders that walls close.
    pub(crate) fn walls(&self) -> Borders {
        self.walls
    }

    /// Everything that can be reached from some cells without AP.
    #[inline]
    pub(crate) fn flood(&self, from: Cells) -> Cells {
        from.through(self.free.into(self.enterable))
    }

    /// Everything that can be reached from some cells with at most that many AP.
    pub(crate) fn reach(&self, from: Cells, ap: u8) -> Reach {
        let mut by_ap = [self.flood(from); AP as usize + 1];
        for spent in 1..=AP as usize {
            let before = by_ap[spent - 1];
            by_ap[spent] = if spent > ap as usize {
                before
            } else {
                let earlier = if spent >= 2 { by_ap[spent - 2] } else { Cells::NONE };
                let over = (before.over(self.one) | earlier.over(self.two)) & self.enterable;
                if (over & !before).is_empty() { before } else { self.flood(before | over) }
            };
        }
        Reach(by_ap)
    }
}

impl Reach {
    /// Everything within reach.
    pub(crate) fn all(&self) -> Cells {
        self.0[AP as usize]
    }

    /// The least price of reaching one of some cells.
    pub(crate) fn price(&self, cells: Cells) -> Option<u8> {
        (0..=AP).find(|spent| self.0[*spent as usize].meets(cells))
    }
}

/// The walls and snakes that are printed on the board and show: a print between two rhombi is hidden.
#[inline]
fn printed(temple: &Temple, covered: Cells) -> (Borders, Borders) {
    if temple.walls == Borders::NONE && temple.snakes == Borders::NONE {
        return (Borders::NONE, Borders::NONE);
    }
    let hidden = Borders::within(covered);
    (temple.walls.without(hidden), temple.snakes.without(hidden))
}
