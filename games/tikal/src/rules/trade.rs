//! T16, T17: swapping treasures and setting up camps.

use engine::{Illegal, List, Seat, Sink, refuse};

use super::numbers::{T16, T17};
use super::place::name;
use crate::action::Action;
use crate::board::{Cell, CellSet};
use crate::event::Event;
use crate::state::{Player, Tikal};
use crate::tiles::{CAMPS, Kind, Treasure};

pub(super) const SWAP_PRICE: u8 = 3;
pub(super) const CAMP_PRICE: u8 = 5;

impl Player {
    /// T16: the kinds of which this seat has exactly one.
    pub(super) fn singles(&self) -> impl Iterator<Item = Treasure> + Clone {
        let treasures = self.treasures;
        Treasure::ALL.into_iter().filter(move |kind| treasures[kind.index()] == 1)
    }
}

impl Tikal {
    pub(super) fn list_swaps(&self, out: &mut impl List<Action>) {
        if self.ap < SWAP_PRICE {
            return;
        }
        for give in self.own().singles() {
            for (seat, player) in self.players.iter().filter(|(seat, _)| *seat != self.seat) {
                let others = player.singles().filter(|take| *take != give);
                out.extend(others.map(|take| Action::Swap(give, seat, take)));
            }
        }
    }

    pub(super) fn list_camps(&self, out: &mut impl List<Action>) {
        if self.ap < CAMP_PRICE || self.own().camps.len() == CAMPS {
            return;
        }
        out.extend(self.camp_cells().into_iter().map(Action::Camp));
    }

    /// T17: the cells where a camp could stand and none does.
    pub(super) fn camp_cells(&self) -> CellSet {
        let taken = self.players.values().fold(CellSet::EMPTY, |all, player| all.or(player.camps));
        self.campable.without(taken)
    }

    pub(super) fn check_swap(&self, give: Treasure, seat: Seat, take: Treasure) -> Result<(), Illegal> {
        if seat == self.seat || !self.seated(seat) {
            return Err(refuse!(T16, "swap-who", "a swap needs another player"));
        }
        if give == take {
            return Err(refuse!(T16, "swap-same", "a swap is for two different kinds"));
        }
        for (owner, kind) in [(self.seat, give), (seat, take)] {
            match self.players[owner].treasures[kind.index()] {
                0 => return Err(refuse!(T16, "swap-none", "{owner} has no {kind}", owner = owner, kind = kind.word())),
                1 => {}
                _ => {
                    let split = refuse!(
                        T16,
                        "swap-split",
                        "the {kind} of {owner} may not be split",
                        owner = owner,
                        kind = kind.word()
                    );
                    return Err(split);
                }
            }
        }
        self.check_price(SWAP_PRICE)
    }

    pub(super) fn check_camp(&self, cell: Cell) -> Result<(), Illegal> {
        match self.kind(cell) {
            Some(Kind::Jungle) => {}
            Some(Kind::Treasure(_)) if self.buried[cell.index()] == 0 => {}
            Some(Kind::Treasure(_)) => {
                return Err(refuse!(T17, "camp-treasures", "there are treasures left on {cell}", cell = name(cell)));
            }
            _ => return Err(refuse!(T17, "camp-where", "a camp cannot stand on {cell}", cell = name(cell))),
        }
        if let Some((owner, _)) = self.players.iter().find(|(_, player)| player.camps.has(cell)) {
            return Err(refuse!(T17, "camp-taken", "{owner} has a camp on {cell}", owner = owner, cell = name(cell)));
        }
        if self.own().camps.len() >= CAMPS {
            return Err(refuse!(T17, "camp-none", "you have set up both of your camps"));
        }
        self.check_price(CAMP_PRICE)
    }

    pub(super) fn swap<S: Sink<Event>>(&mut self, gives: Treasure, other: Seat, takes: Treasure, events: &mut S) {
        let seat = self.seat;
        for (from, to, kind) in [(seat, other, gives), (other, seat, takes)] {
            self.players[from].treasures[kind.index()] -= 1;
            self.players[to].treasures[kind.index()] += 1;
        }
        events.emit(Event::Swapped { seat, gives, other, takes });
    }

    pub(super) fn camp<S: Sink<Event>>(&mut self, cell: Cell, events: &mut S) {
        self.players[self.seat].camps.insert(cell);
        events.emit(Event::Camped { seat: self.seat, cell });
    }
}
