//! Why nothing of a verb can be done now: its price, then what is missing where the seat's pieces are (T10-T18, T32,
//! T33, T35).

use engine::{Game as _, Illegal, refuse};

use super::PRICES;
use super::numbers::{T10, T11, T12, T13, T14, T15, T16, T17, T18, T32, T33};
use crate::action::{Action, VERBS};
use crate::board::{Cell, CellSet, SIDES};
use crate::options::Switch;
use crate::state::{Leader, Phase, Tikal};
use crate::tiles::{CAMPS, GUARDS};

impl Tikal {
    /// Why no word of a verb that takes action points can be played; nothing where single words know better.
    pub(crate) fn shut_verb(&self, verb: usize) -> Option<Illegal> {
        let name = VERBS[verb];
        if self.phase != Phase::Spend || name != "move" && !PRICES.iter().any(|(known, _)| *known == name) {
            return None;
        }
        self.off(name).or_else(|| self.shut_by_jump(name)).or_else(|| self.too_dear(name)).or_else(|| self.lacks(name))
    }

    /// A variant that is not played has no price.
    fn off(&self, verb: &str) -> Option<Illegal> {
        match verb {
            "obstacle" if self.options.obstacles == Switch::Off => {
                Some(refuse!(T32, "obstacles-off", "this match is played without obstacles"))
            }
            "gun" | "shoot" if self.options.machine_gun == Switch::Off => {
                Some(refuse!(T33, "guns-off", "this match is played without machine guns"))
            }
            _ => None,
        }
    }

    /// T35: a jump is one action; only the crossings of a piece under way go on.
    fn shut_by_jump(&self, verb: &str) -> Option<Illegal> {
        let stay = (verb != "move").then_some(Action::Uncover(Cell::BASE));
        stay.and_then(|any| self.check_jump(any).err())
    }

    /// T10: the verb costs more than is left; of a move the cheapest crossing counts.
    fn too_dear(&self, verb: &'static str) -> Option<Illegal> {
        let price = match PRICES.iter().find(|(known, _)| *known == verb) {
            Some((_, price)) => *price,
            None => self.cheapest_crossing()?,
        };
        (price > self.ap).then(|| {
            refuse!(
                T10,
                "verb-short",
                "{verb} costs {price} action points, you have {left}",
                verb = verb,
                price = price,
                left = self.ap
            )
        })
    }

    /// What the cheapest crossing of the seat's pieces costs.
    fn cheapest_crossing(&self) -> Option<u8> {
        let barred = self.barred(self.seat);
        let open = |cell: Cell, side: usize| cell.neighbour(side).is_some_and(|there| !barred.has(there));
        let prices = self.own().at.into_iter().flat_map(|cell| {
            (0..SIDES).filter(move |side| open(cell, *side)).map(move |side| self.price[cell.index()][side])
        });
        prices.filter(|price| *price > 0).min()
    }

    /// What the seat lacks where it has pieces, or holds.
    fn lacks(&self, verb: &str) -> Option<Illegal> {
        let own = self.own();
        let nobody_on = |cells: CellSet| own.at.and(cells).is_empty();
        match verb {
            "enter" if own.supply == 0 && own.leader != Leader::Supply => {
                Some(refuse!(T11, "enter-nobody", "all your pieces have come in"))
            }
            "shortcut" if own.camps.is_empty() => {
                Some(refuse!(T12, "shortcut-camp", "a secret path needs a camp of yours"))
            }
            "shortcut" if nobody_on(own.homes()) => {
                Some(refuse!(T12, "shortcut-nobody", "none of your pieces is at a camp"))
            }
            "move" if own.at.is_empty() => Some(refuse!(T13, "move-nobody", "you have no piece on the board")),
            "uncover" if nobody_on(self.temples) => {
                Some(refuse!(T14, "uncover-nobody", "none of your pieces is on a temple"))
            }
            "dig" if nobody_on(self.rich) => Some(refuse!(T15, "dig-nobody", "none of your pieces is at a treasure")),
            "swap" => self.lacks_treasure(),
            "camp" if own.camps.len() >= CAMPS => Some(refuse!(T17, "camp-none", "you have set up both of your camps")),
            "camp" if self.camp_cells().is_empty() => Some(refuse!(T17, "camp-nowhere", "no cell for a camp is free")),
            "guard" | "gun" if own.guards.len() >= GUARDS => {
                Some(refuse!(T18, "guard-none", "you have put up both of your guards"))
            }
            "guard" | "gun" if nobody_on(self.temples.without(self.guarded())) => {
                Some(refuse!(T18, "guard-nobody", "none of your pieces is on a temple without a guard"))
            }
            "obstacle" if self.free_cells().is_empty() => {
                Some(refuse!(T32, "obstacle-nobody", "you have no worker who has not worked in this turn"))
            }
            "shoot" if own.guns.is_empty() => Some(refuse!(T33, "shoot-nobody", "you have no machine gun")),
            _ => None,
        }
    }

    /// T16: both sides of a swap give a single treasure.
    fn lacks_treasure(&self) -> Option<Illegal> {
        if self.own().singles().next().is_none() {
            return Some(refuse!(T16, "swap-nothing", "you have no single treasure to give"));
        }
        let mut others = self.players.iter().filter(|(seat, _)| *seat != self.seat);
        let none = others.all(|(_, player)| player.singles().next().is_none());
        none.then(|| refuse!(T16, "swap-nobody", "nobody else has a single treasure"))
    }

    /// How far a word is from what the seat could do: 0 where its pieces are, 1 beside them, 2 elsewhere. An obstacle
    /// with its cells the wrong way round counts 2 more; for a swap it is the number of faults.
    pub(crate) fn remote(&self, action: Action) -> u32 {
        let own = self.own();
        let near = |cell: Cell| {
            let beside = |side: usize| cell.neighbour(side).is_some_and(|there| own.at.has(there));
            if own.at.has(cell) { 0 } else { 2 - u32::from((0..SIDES).any(beside)) }
        };
        match action {
            Action::Enter(_, cell) => 2 * u32::from(!own.homes().has(cell)),
            Action::Shortcut(_, from, to) if own.homes().has(from) && own.homes().has(to) => near(from),
            Action::Move(piece, from, to) if own.stands(piece, from) => 2 * u32::from(from.side_to(to).is_none()),
            Action::Shortcut(..) | Action::Move(..) => 2,
            Action::Uncover(cell) | Action::Dig(cell) | Action::Camp(cell) | Action::Gun(cell) => near(cell),
            Action::Guard(cell, piece) if own.stands(piece, cell) => 0,
            Action::Guard(cell, _) => near(cell).max(1),
            Action::Obstacle(low, high) => near(low).min(near(high)) + 2 * u32::from(low >= high),
            Action::Shoot(cell, _) => 2 * u32::from(!own.guns.has(cell)),
            Action::Swap(give, seat, _) => {
                let single = own.singles().any(|kind| kind == give);
                u32::from(!single) + u32::from(seat == self.seat || seat.index() >= self.seats())
            }
            _ => 0,
        }
    }
}
