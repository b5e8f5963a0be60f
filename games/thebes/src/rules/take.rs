//! Taking a card from one of the four central spaces (H6, H9).

use engine::{Illegal, List, Sink, refuse};

use super::not_now;
use super::numbers::H6;
use crate::Thebes;
use crate::action::Action;
use crate::event::Event;
use crate::masks;
use crate::state::Phase;
use crate::stock::{Card, Group};

impl Thebes {
    /// Lists the cards on the spaces, equal ones once (H9).
    pub(crate) fn list_takes(&self, out: &mut impl List<Action>) {
        let mut cards = self.open.display;
        cards.sort_unstable();
        for (at, card) in cards.iter().enumerate() {
            if let Some(kind) = *card
                && (at == 0 || cards[at - 1] != *card)
            {
                out.push(Action::Take(kind));
            }
        }
    }

    pub(crate) fn check_take(&self, card: Card) -> Result<(), Illegal> {
        if self.open.phase != Phase::Turn {
            return Err(not_now(H6));
        }
        if !self.open.display.contains(&Some(card)) {
            let word = self.open.print(card).word.clone();
            return Err(refuse!(H6, "take-absent", "{card} lies on none of the four spaces", card = word));
        }
        Ok(())
    }

    pub(crate) fn take(&mut self, card: Card, events: &mut impl Sink<Event>) {
        let seat = self.open.hindmost();
        let print = self.open.print(card);
        // H9: of equal cards the one in the lowest space.
        if let Some(space) = self.open.display.iter().position(|shown| *shown == Some(card)) {
            self.open.display[space] = None;
        }
        let player = &mut self.open.players[seat];
        player.cards = masks::with(player.cards, print.slots);
        self.open.advance(seat, u16::from(print.weeks));
        if events.listens() {
            let week = self.open.players[seat].weeks;
            events.emit(Event::Took { seat, card: &print.word, weeks: print.weeks, week });
        }
        match print.group {
            Group::Knowledge { region, value } => self.learn(seat, Some(region), value, events),
            Group::General { value } => self.learn(seat, None, value, events),
            Group::Congress => self.tell_congress(seat, events),
            _ => {}
        }
        // H9: the space is refilled at once; the deck's top card is a green one.
        self.open.phase = Phase::Card;
    }
}
