//! T18, T33: guards and machine guns on temples.

use engine::{Illegal, List, Seat, Sink, refuse};

use super::numbers::{T18, T33};
use super::place::name;
use crate::action::{Action, Piece};
use crate::board::{Cell, CellSet};
use crate::event::Event;
use crate::options::Switch;
use crate::state::{Leader, Tikal};
use crate::tiles::{GUARDS, Kind};

pub(super) const GUARD_PRICE: u8 = 5;
pub(super) const GUN_PRICE: u8 = 6;
pub(super) const SHOT_PRICE: u8 = 1;
/// T33: the lead and the workers that a gun needs.
const GUN_LEAD: u8 = 2;
const GUN_CREW: u8 = 2;

impl Tikal {
    /// The strength of the strongest other player on a cell.
    fn strongest_rival(&self, cell: Cell) -> u8 {
        let others = self.players.iter().filter(|(seat, _)| *seat != self.seat);
        others.map(|(_, player)| player.strength(cell)).max().unwrap_or(0)
    }

    /// The temples where the seat to act leads by so much and may put a guard.
    fn leads(&self, by: u8) -> impl Iterator<Item = Cell> {
        let own = self.own();
        let cells = if own.guards.len() < GUARDS { self.temples.without(self.guarded()) } else { CellSet::EMPTY };
        let ahead = move |cell: &Cell| own.strength(*cell) >= self.strongest_rival(*cell) + by;
        cells.and(own.at).into_iter().filter(ahead)
    }

    pub(super) fn list_guards(&self, out: &mut impl List<Action>) {
        if self.ap < GUARD_PRICE {
            return;
        }
        for cell in self.leads(1) {
            let here = |piece: &Piece| self.own().stands(*piece, cell);
            out.extend(Piece::ALL.into_iter().filter(here).map(|piece| Action::Guard(cell, piece)));
        }
    }

    pub(super) fn list_guns(&self, out: &mut impl List<Action>) {
        if self.options.machine_gun == Switch::Off {
            return;
        }
        if self.ap >= GUN_PRICE {
            let manned = |cell: &Cell| self.own().workers[cell.index()] >= GUN_CREW;
            out.extend(self.leads(GUN_LEAD).filter(manned).map(Action::Gun));
        }
        if self.ap >= SHOT_PRICE {
            for cell in self.own().guns.without(self.own().shot) {
                let targets =
                    self.players.iter().filter(|(seat, player)| *seat != self.seat && player.workers[cell.index()] > 0);
                out.extend(targets.map(|(seat, _)| Action::Shoot(cell, seat)));
            }
        }
    }

    /// What T18 and T33 ask in common: a temple without a guard, and a guard left.
    fn check_temple(&self, cell: Cell) -> Result<(), Illegal> {
        let Some(Kind::Temple(_)) = self.kind(cell) else {
            return Err(refuse!(T18, "guard-where", "there is no temple on {cell}", cell = name(cell)));
        };
        if let Some((owner, _)) = self.players.iter().find(|(_, player)| player.guards.has(cell)) {
            return Err(refuse!(T18, "guard-there", "{owner} guards {cell}", owner = owner, cell = name(cell)));
        }
        if self.own().guards.len() >= GUARDS {
            return Err(refuse!(T18, "guard-none", "you have put up both of your guards"));
        }
        Ok(())
    }

    pub(super) fn check_guard(&self, cell: Cell, piece: Piece) -> Result<(), Illegal> {
        self.check_temple(cell)?;
        if !self.own().stands(piece, cell) {
            return Err(refuse!(
                T18,
                "guard-who",
                "you have no {piece} on {cell}",
                piece = piece.word(),
                cell = name(cell)
            ));
        }
        let own = self.own().strength(cell);
        for (rival, player) in self.players.iter().filter(|(seat, _)| *seat != self.seat) {
            if player.strength(cell) == own {
                return Err(refuse!(
                    T18,
                    "guard-even",
                    "{rival} is as strong as you on {cell}, a guard needs more",
                    rival = rival,
                    cell = name(cell)
                ));
            }
            if player.strength(cell) > own {
                return Err(refuse!(
                    T18,
                    "guard-weak",
                    "{rival} is stronger than you on {cell}",
                    rival = rival,
                    cell = name(cell)
                ));
            }
        }
        self.check_price(GUARD_PRICE)
    }

    pub(super) fn check_gun(&self, cell: Cell) -> Result<(), Illegal> {
        self.check_guns_played()?;
        self.check_temple(cell)?;
        if self.own().workers[cell.index()] < GUN_CREW {
            return Err(refuse!(
                T33,
                "gun-crew",
                "a machine gun needs two of your workers on {cell}",
                cell = name(cell)
            ));
        }
        let own = self.own().strength(cell);
        let near =
            self.players.iter().find(|(seat, player)| *seat != self.seat && player.strength(cell) + GUN_LEAD > own);
        if let Some((rival, _)) = near {
            return Err(refuse!(
                T33,
                "gun-lead",
                "a machine gun needs a lead of two over {rival} on {cell}",
                rival = rival,
                cell = name(cell)
            ));
        }
        self.check_price(GUN_PRICE)
    }

    pub(super) fn check_shot(&self, cell: Cell, other: Seat) -> Result<(), Illegal> {
        self.check_guns_played()?;
        if !self.own().guns.has(cell) {
            return Err(refuse!(T33, "shoot-where", "you have no machine gun on {cell}", cell = name(cell)));
        }
        if self.own().shot.has(cell) {
            return Err(refuse!(
                T33,
                "shoot-again",
                "the machine gun on {cell} has to wait for your next turn",
                cell = name(cell)
            ));
        }
        if other == self.seat || !self.seated(other) || self.players[other].workers[cell.index()] == 0 {
            return Err(refuse!(
                T33,
                "shoot-whom",
                "there is no worker of {other} on {cell}",
                other = other,
                cell = name(cell)
            ));
        }
        self.check_price(SHOT_PRICE)
    }

    fn check_guns_played(&self) -> Result<(), Illegal> {
        match self.options.machine_gun {
            Switch::On => Ok(()),
            Switch::Off => Err(refuse!(T33, "guns-off", "this match is played without machine guns")),
        }
    }

    /// T18: takes everything of the seat off the cell, but for what goes up on the temple; says how many are gone.
    fn clear_for_guard(&mut self, cell: Cell, workers_up: u8, leader_up: bool) -> u8 {
        let own = &mut self.players[self.seat];
        let workers = std::mem::take(&mut own.workers[cell.index()]) - workers_up;
        own.gone += workers;
        own.at.remove(cell);
        own.guards.insert(cell);
        let leads = own.leader == Leader::On(cell);
        if leads {
            own.leader = if leader_up { Leader::Guard(cell) } else { Leader::Gone };
        }
        workers + u8::from(leads && !leader_up)
    }

    pub(super) fn guard<S: Sink<Event>>(&mut self, cell: Cell, piece: Piece, events: &mut S) {
        let gone = match piece {
            Piece::Leader => self.clear_for_guard(cell, 0, true),
            Piece::Worker => self.clear_for_guard(cell, 1, false),
        };
        events.emit(Event::Guarded { seat: self.seat, cell, piece, gone });
    }

    pub(super) fn gun<S: Sink<Event>>(&mut self, cell: Cell, events: &mut S) {
        let gone = self.clear_for_guard(cell, GUN_CREW, false);
        let own = &mut self.players[self.seat];
        own.guns.insert(cell);
        // T33: it is used from the next turn on.
        own.shot.insert(cell);
        events.emit(Event::Armed { seat: self.seat, cell, gone });
    }

    pub(super) fn shoot<S: Sink<Event>>(&mut self, cell: Cell, other: Seat, events: &mut S) {
        self.players[self.seat].shot.insert(cell);
        let target = &mut self.players[other];
        target.depart(Piece::Worker, cell);
        target.gone += 1;
        events.emit(Event::Shot { seat: self.seat, cell, other });
    }
}
