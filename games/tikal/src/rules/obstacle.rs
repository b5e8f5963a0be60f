//! T32: obstacles between two cells.

use engine::{Illegal, List, Sink, refuse};

use super::numbers::T32;
use super::place::name;
use crate::action::Action;
use crate::board::{BY_CELL, Cell, CellSet, SIDES, facing};
use crate::event::Event;
use crate::options::Switch;
use crate::state::Tikal;

/// T32: what crossing an obstacle costs more.
pub(super) const OBSTACLE_PRICE: u8 = 2;
pub(super) const BUILD_PRICE: u8 = 4;

impl Tikal {
    /// The cells where the seat to act has a worker who did not work in this turn. A leader alone builds nothing, but
    /// did in version 1.
    pub(super) fn free_cells(&self) -> CellSet {
        let own = self.own();
        let worker = |cell: Cell| self.rules == 1 || own.workers[cell.index()] > 0;
        let free = |cell: &Cell| worker(*cell) && own.pieces(*cell) > own.worked(*cell);
        own.at.into_iter().filter(free).collect()
    }

    pub(super) fn list_obstacles(&self, out: &mut impl List<Action>) {
        if self.options.obstacles == Switch::Off || self.ap < BUILD_PRICE {
            return;
        }
        let free = self.free_cells();
        for low in self.explored {
            for side in BY_CELL {
                if let Some(high) = low.neighbour(side)
                    && low < high
                    && self.price[low.index()][side] > 0
                    && self.obstacles[low.index()] >> side & 1 == 0
                    && (free.has(low) || free.has(high))
                {
                    out.push(Action::Obstacle(low, high));
                }
            }
        }
    }

    pub(super) fn check_obstacle(&self, low: Cell, high: Cell) -> Result<(), Illegal> {
        if self.options.obstacles == Switch::Off {
            return Err(refuse!(T32, "obstacles-off", "this match is played without obstacles"));
        }
        if low >= high {
            return Err(refuse!(
                T32,
                "obstacle-order",
                "name the lower cell first: {high} {low}",
                high = name(high),
                low = name(low)
            ));
        }
        let Some(side) = low.side_to(high) else {
            return Err(refuse!(
                T32,
                "obstacle-far",
                "{low} and {high} do not touch",
                low = name(low),
                high = name(high)
            ));
        };
        let stones = |cell: Cell, side: usize| {
            let laid = self.ground[cell.index()].filter(|laid| !laid.tile.is_volcano())?;
            Some(laid.tile.stones(laid.turn, side))
        };
        if !matches!((stones(low, side), stones(high, facing(side))), (Some(here), Some(there)) if here + there > 0) {
            return Err(refuse!(
                T32,
                "obstacle-no-path",
                "nobody can cross from {low} to {high} anyway",
                low = name(low),
                high = name(high)
            ));
        }
        if self.obstacles[high.index()] >> facing(side) & 1 == 1 {
            return Err(refuse!(
                T32,
                "obstacle-there",
                "there is an obstacle between {low} and {high}",
                low = name(low),
                high = name(high)
            ));
        }
        let own = self.own();
        let alone = |cell: Cell| own.workers[cell.index()] == 0 && self.rules > 1;
        let idle = |cell: Cell| own.pieces(cell) > own.worked(cell) && !alone(cell);
        if ![low, high].into_iter().any(idle) {
            return Err(refuse!(
                T32,
                "obstacle-who",
                "you have no free worker on {low} or {high}: one who did not work in this turn",
                low = name(low),
                high = name(high),
            ));
        }
        self.check_price(BUILD_PRICE)
    }

    pub(super) fn build<S: Sink<Event>>(&mut self, low: Cell, high: Cell, events: &mut S) {
        self.block(low, high);
        events.emit(Event::Blocked { seat: self.seat, low, high });
    }

    /// Puts an obstacle on the edge between two cells that touch.
    pub(crate) fn block(&mut self, low: Cell, high: Cell) {
        for (here, there) in [(low, high), (high, low)] {
            if let Some(side) = (0..SIDES).find(|side| here.neighbour(*side) == Some(there)) {
                self.obstacles[here.index()] |= 1 << side;
                self.price[here.index()][side] += OBSTACLE_PRICE;
            }
        }
    }
}
