//! T11-T13: bringing pieces to the board and moving them.

use engine::{Illegal, List, Seat, Sink, refuse};

use super::numbers::{T7, T11, T12, T13, T33};
use super::obstacle::OBSTACLE_PRICE;
use super::place::name;
use crate::action::{Action, Piece};
use crate::board::{BY_CELL, Cell, CellSet, facing};
use crate::event::Event;
use crate::state::{Jump, Leader, Player, Tikal};

/// T11, T12.
pub(super) const ENTER_PRICE: u8 = 1;

impl Player {
    /// T11: the cells where this seat's pieces come in.
    #[inline]
    pub(crate) fn homes(&self) -> CellSet {
        self.camps.or(CellSet::of(Cell::BASE))
    }

    fn has_in_supply(&self, piece: Piece) -> bool {
        match piece {
            Piece::Leader => self.leader == Leader::Supply,
            Piece::Worker => self.supply > 0,
        }
    }

    pub(crate) fn stands(&self, piece: Piece, cell: Cell) -> bool {
        match piece {
            Piece::Leader => self.leader == Leader::On(cell),
            Piece::Worker => self.workers[cell.index()] > 0,
        }
    }

    /// Puts a piece on a cell.
    pub(crate) fn arrive(&mut self, piece: Piece, cell: Cell) {
        match piece {
            Piece::Leader => self.leader = Leader::On(cell),
            Piece::Worker => self.workers[cell.index()] += 1,
        }
        self.at.insert(cell);
    }

    /// Takes a worker, or the leader who has been put elsewhere, off a cell.
    pub(crate) fn depart(&mut self, piece: Piece, cell: Cell) {
        match piece {
            Piece::Leader => self.leader = Leader::Supply,
            Piece::Worker => self.workers[cell.index()] -= 1,
        }
        if self.pieces(cell) == 0 {
            self.at.remove(cell);
        }
    }
}

impl Tikal {
    /// T33: the cells that this seat may not enter, since another has a gun there.
    #[inline]
    pub(crate) fn barred(&self, seat: Seat) -> CellSet {
        let others = self.players.iter().filter(|(other, _)| *other != seat);
        others.fold(CellSet::EMPTY, |all, (_, player)| all.or(player.guns))
    }

    pub(super) fn list_entries(&self, out: &mut impl List<Action>) {
        let own = self.own();
        for piece in Piece::ALL {
            if own.has_in_supply(piece) {
                out.extend(own.homes().into_iter().map(|cell| Action::Enter(piece, cell)));
            }
        }
    }

    pub(super) fn list_shortcuts(&self, out: &mut impl List<Action>) {
        let own = self.own();
        if own.camps.is_empty() {
            return;
        }
        for piece in Piece::ALL {
            for from in own.homes().and(own.at).into_iter().filter(|from| own.stands(piece, *from)) {
                let others = own.homes().without(CellSet::of(from));
                out.extend(others.into_iter().map(|to| Action::Shortcut(piece, from, to)));
            }
        }
    }

    pub(super) fn list_moves(&self, out: &mut impl List<Action>) {
        let own = self.own();
        if let Jump::Walking(piece, cell) = self.jump {
            return self.list_moves_of(piece, cell, out);
        }
        if let Leader::On(cell) = own.leader {
            self.list_moves_of(Piece::Leader, cell, out);
        }
        for cell in own.at {
            if own.workers[cell.index()] > 0 {
                self.list_moves_of(Piece::Worker, cell, out);
            }
        }
    }

    #[inline]
    fn list_moves_of(&self, piece: Piece, from: Cell, out: &mut impl List<Action>) {
        let barred = self.barred(self.seat);
        let prices = &self.price[from.index()];
        for side in BY_CELL {
            if (1..=self.ap).contains(&prices[side])
                && let Some(to) = from.neighbour(side)
                && !barred.has(to)
            {
                out.push(Action::Move(piece, from, to));
            }
        }
    }

    pub(super) fn check_enter(&self, piece: Piece, cell: Cell) -> Result<(), Illegal> {
        if cell != Cell::BASE && !self.own().camps.has(cell) {
            return Err(refuse!(
                T11,
                "enter-where",
                "{cell} is neither the base camp nor a camp of yours",
                cell = name(cell)
            ));
        }
        match piece {
            Piece::Leader if self.own().leader != Leader::Supply => {
                Err(refuse!(T11, "no-leader", "your leader is not in your supply"))
            }
            Piece::Worker if self.own().supply == 0 => {
                Err(refuse!(T11, "no-worker", "no worker is left in your supply"))
            }
            _ => self.check_price(ENTER_PRICE),
        }
    }

    pub(super) fn check_shortcut(&self, piece: Piece, from: Cell, to: Cell) -> Result<(), Illegal> {
        let camp = |cell: Cell| cell == Cell::BASE || self.own().camps.has(cell);
        if let Some(cell) = [from, to].into_iter().find(|cell| !camp(*cell)) {
            return Err(refuse!(T12, "shortcut-where", "no secret path of yours goes to {cell}", cell = name(cell)));
        }
        if from == to {
            return Err(refuse!(T12, "shortcut-same", "a secret path leads to another camp"));
        }
        if !self.own().stands(piece, from) {
            return Err(refuse!(
                T12,
                "shortcut-who",
                "you have no {piece} on {cell}",
                piece = piece.word(),
                cell = name(from)
            ));
        }
        self.check_price(ENTER_PRICE)
    }

    /// T13, from the tiles and not from the prices that `list_moves` reads.
    pub(super) fn check_move(&self, piece: Piece, from: Cell, to: Cell) -> Result<(), Illegal> {
        if !self.own().stands(piece, from) {
            return Err(refuse!(
                T13,
                "move-who",
                "you have no {piece} on {cell}",
                piece = piece.word(),
                cell = name(from)
            ));
        }
        let Some(side) = from.side_to(to) else {
            return Err(refuse!(T13, "move-far", "{from} and {to} do not touch", from = name(from), to = name(to)));
        };
        let (Some(here), Some(there)) = (self.ground[from.index()], self.ground[to.index()]) else {
            return Err(refuse!(T13, "move-unexplored", "{cell} is not explored", cell = name(to)));
        };
        if there.tile.is_volcano() {
            return Err(refuse!(T7, "move-volcano", "nobody enters the volcano on {cell}", cell = name(to)));
        }
        let stones = here.tile.stones(here.turn, side) + there.tile.stones(there.turn, facing(side));
        if stones == 0 {
            return Err(refuse!(
                T13,
                "move-no-path",
                "no stone leads from {from} to {to}",
                from = name(from),
                to = name(to)
            ));
        }
        let armed = self.players.iter().find(|(seat, player)| *seat != self.seat && player.guns.has(to));
        if let Some((rival, _)) = armed {
            return Err(refuse!(
                T33,
                "move-gun",
                "the machine gun of {rival} holds {cell}",
                rival = rival,
                cell = name(to)
            ));
        }
        let blocked = self.obstacles[from.index()] >> side & 1 == 1;
        self.check_price(stones + if blocked { OBSTACLE_PRICE } else { 0 })
    }

    pub(super) fn enter<S: Sink<Event>>(&mut self, piece: Piece, cell: Cell, events: &mut S) {
        let seat = self.seat;
        let own = &mut self.players[seat];
        if piece == Piece::Worker {
            own.supply -= 1;
        }
        own.arrive(piece, cell);
        events.emit(Event::Entered { seat, piece, cell });
    }

    pub(super) fn shortcut<S: Sink<Event>>(&mut self, piece: Piece, from: Cell, to: Cell, events: &mut S) {
        let seat = self.seat;
        self.players[seat].depart(piece, from);
        self.players[seat].arrive(piece, to);
        events.emit(Event::Shortcut { seat, piece, from, to });
    }

    pub(super) fn travel<S: Sink<Event>>(&mut self, piece: Piece, from: Cell, to: Cell, price: u8, events: &mut S) {
        let seat = self.seat;
        self.players[seat].depart(piece, from);
        self.players[seat].arrive(piece, to);
        events.emit(Event::Moved { seat, piece, from, to, price });
    }
}
