//! Turning cards from the deck (H3, H4, H9), and the end when it is used up (H19).

use engine::{Seat, Sink};

use crate::Thebes;
use crate::action::{Back, Order};
use crate::event::Event;
use crate::masks;
use crate::region::Region;
use crate::state::Phase;
use crate::stock::{Card, Find};

impl Thebes {
    pub(crate) fn stack_markers(&mut self, order: Order, events: &mut impl Sink<Event>) {
        let seats = order.seats();
        self.open.order[..seats.len()].copy_from_slice(seats);
        if events.listens() {
            events.emit(Event::Began { order: order.to_string() });
        }
        self.open.phase = Phase::Back;
    }

    /// A region's card is laid on its pile, also when the spaces are full; a green one is turned up if a space is
    /// free, and else the filling is over (H3).
    pub(crate) fn show_back(&mut self, back: Back) {
        self.open.phase = match back {
            Back::Of(region) => Phase::Pile(region),
            Back::Green if self.open.free_space().is_some() => Phase::Card,
            Back::Green => Phase::Turn,
        };
    }

    pub(crate) fn lay_on_pile(&mut self, region: Region, find: Find, events: &mut impl Sink<Event>) {
        let deck = self.open.deck_of(region, self.hidden.piles[region]);
        self.hidden.piles[region] |= masks::lowest(deck & self.open.pile(region).slots(find));
        self.open.backs -= 1;
        if events.listens() {
            events.emit(Event::Laid { region, find: Some(&self.open.stock().find(find).word) });
        }
        self.deck_has_shrunk(events);
    }

    pub(crate) fn turn_up(&mut self, card: Card, events: &mut impl Sink<Event>) {
        let print = self.open.print(card);
        self.open.deck = masks::without(self.open.deck, print.slots);
        let space = if self.open.stock().is_presentation(card) { None } else { self.open.free_space() };
        match space {
            Some(space) => self.open.display[space] = Some(card),
            None => self.open.beside = masks::with(self.open.beside, print.slots),
        }
        if events.listens() {
            events.emit(Event::TurnedUp { card: &print.word, space: space.map(|space| space as u8 + 1) });
        }
        self.deck_has_shrunk(events);
    }

    /// H19: the match ends at once with the deck's last card.
    fn deck_has_shrunk(&mut self, events: &mut impl Sink<Event>) {
        if self.open.deck_size() > 0 {
            self.open.phase = Phase::Back;
            return;
        }
        self.open.phase = Phase::Over;
        if events.listens() {
            events.emit(Event::Over);
            for seat in Seat::all(self.open.seats()) {
                let (behind, points) = (self.open.weeks_behind(seat), self.open.time_bonus(seat));
                if points > 0 {
                    events.emit(Event::TimeBonus { seat, behind, points });
                }
            }
        }
    }
}
