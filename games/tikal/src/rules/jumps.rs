//! T35: tiles first, then action points in jumps of one to five.

use engine::{Illegal, List, Seat, Sink, refuse};

use super::numbers::T35;
use crate::action::Action;
use crate::board::CellSet;
use crate::event::Event;
use crate::seats::SeatList;
use crate::state::{Jump, POINTS, Phase, Tikal, Turn};
use crate::tiles::Tile;

/// The most chips in one jump.
pub(crate) const MOST_CHIPS: u8 = 5;

impl Tikal {
    /// Puts a taker into the round order: volcanoes first, each group in the order won.
    pub(super) fn join_order(&mut self, seat: Seat, tile: Tile) {
        let order = self.round.order.as_slice();
        let fiery = |seat: &&Seat| self.players[**seat].hand.is_some_and(Tile::is_volcano);
        let at = if tile.is_volcano() { order.iter().filter(fiery).count() } else { order.len() };
        self.round.order.insert(at, seat);
    }

    /// The next seat of the round order lays its tile; when all have, the jumps begin.
    pub(super) fn next_to_place<S: Sink<Event>>(&mut self, events: &mut S) {
        let order = self.round.order;
        for seat in order.as_slice() {
            let Some(tile) = self.players[*seat].hand else { continue };
            if self.fits(tile) {
                self.seat = *seat;
                self.phase = Phase::Place;
                return;
            }
            self.set_aside(*seat, tile, events);
        }
        self.players.values_mut().for_each(|player| player.chips = POINTS);
        self.next_choice(events);
    }

    /// The seats that are still to choose, in round order.
    pub(crate) fn choosers(&self) -> impl Iterator<Item = Seat> {
        let order = self.round.order;
        let undecided = |seat: &Seat| self.players[*seat].chips > 0 && self.players[*seat].chosen == 0;
        (0..order.as_slice().len()).map(move |place| order.as_slice()[place]).filter(undecided)
    }

    pub(crate) fn list_chips(&self, out: &mut impl List<Action>) {
        out.extend((1..=MOST_CHIPS.min(self.own().chips)).map(Action::Chips));
    }

    pub(crate) fn check_chips(&self, chips: u8) -> Result<(), Illegal> {
        if self.phase != Phase::Chips {
            return Err(refuse!(T35, "no-choice", "nobody chooses chips now"));
        }
        if chips == 0 || chips > MOST_CHIPS {
            return Err(refuse!(T35, "chips-range", "a jump takes one to five chips"));
        }
        if chips > self.own().chips {
            return Err(refuse!(T35, "chips-short", "you have {left} chips left", left = self.own().chips));
        }
        Ok(())
    }

    pub(crate) fn choose_chips<S: Sink<Event>>(&mut self, chips: u8, events: &mut S) {
        self.players[self.seat].chosen = chips;
        events.emit(Event::Chose { seat: self.seat });
        self.next_choice(events);
    }

    fn next_choice<S: Sink<Event>>(&mut self, events: &mut S) {
        let next = self.choosers().next();
        if let Some(seat) = next {
            self.seat = seat;
            self.phase = Phase::Chips;
            return;
        }
        if S::LISTENS {
            for (seat, player) in self.players.iter().filter(|(_, player)| player.chosen > 0) {
                events.emit(Event::Revealed { seat, chips: player.chosen });
            }
        }
        self.next_jump(events);
    }

    /// The lowest number jumps next, ties in round order; then new chips, or the end of the round.
    pub(super) fn next_jump<S: Sink<Event>>(&mut self, events: &mut S) {
        let order = self.round.order;
        let chosen = order.as_slice().iter().filter(|seat| self.players[**seat].chosen > 0);
        if let Some(seat) = chosen.min_by_key(|seat| self.players[**seat].chosen) {
            self.start_turn(*seat, Turn::Jump);
            self.ap = self.players[*seat].chosen;
        } else if self.choosers().next().is_some() {
            self.next_choice(events);
        } else {
            self.end_jumps(events);
        }
    }

    /// The chips of a jump are gone, used or not.
    pub(super) fn end_jump<S: Sink<Event>>(&mut self, events: &mut S) {
        let own = &mut self.players[self.seat];
        own.chips -= std::mem::take(&mut own.chosen);
        self.jump = Jump::Ready;
        self.next_jump(events);
    }

    /// All the jumps of a round were one turn of each player; now the volcanoes of the round are scored.
    fn end_jumps<S: Sink<Event>>(&mut self, events: &mut S) {
        for player in self.players.values_mut() {
            player.worked = [CellSet::EMPTY; 2];
            player.shot = CellSet::EMPTY;
        }
        self.after_eruption(events);
    }

    /// The next volcano of the round is scored, or the round is over.
    pub(super) fn after_eruption<S: Sink<Event>>(&mut self, events: &mut S) {
        if self.due[0].is_some() {
            return self.erupt(events);
        }
        let order = std::mem::replace(&mut self.round.order, SeatList::EMPTY);
        let last = order.as_slice().last().copied().unwrap_or(Seat::A);
        self.next_round(last, events);
    }
}
