//! Thieves, tomb raiders and scientists (H10-H13).

use engine::{Illegal, List, Seat, Sink, refuse};

use super::not_now;
use super::numbers::{H10, H11, H12};
use crate::Thebes;
use crate::action::Action;
use crate::event::Event;
use crate::options::Thief;
use crate::region::Region;
use crate::state::{Look, Looter, Phase};
use crate::stock::{Card, Find, FindKind, Group};

impl Thebes {
    /// Lists the action cards in hand that are played by themselves; never asks what a pile holds (H22).
    pub(crate) fn list_plays(&self, seat: Seat, out: &mut impl List<Action>) {
        let stock = self.open.stock();
        let alone = self.open.hand(seat) & !stock.digs & !stock.assistants;
        if alone == 0 {
            return;
        }
        out.extend(stock.kinds(alone & !stock.scientists).map(|(card, _)| Action::Play(card)));
        for (card, _) in stock.kinds(alone & stock.scientists) {
            out.extend(Region::ALL.map(|region| Action::Look(card, region)));
        }
    }

    pub(crate) fn check_play(&self, card: Card) -> Result<(), Illegal> {
        if self.open.phase != Phase::Turn {
            return Err(not_now(H10));
        }
        let print = self.open.print(card);
        if self.open.players[self.open.hindmost()].cards & print.slots == 0 {
            let word = print.word.clone();
            return Err(refuse!(H10, "play-absent", "you have no {card} in hand", card = word));
        }
        Ok(())
    }

    /// Takes the card out of the hand, moves the marker, and says so (H10).
    fn spend_and_advance(&mut self, card: Card, region: Region, events: &mut impl Sink<Event>) -> Seat {
        let seat = self.open.hindmost();
        let print = self.open.print(card);
        self.open.spend(seat, card);
        self.open.advance(seat, u16::from(print.play));
        if events.listens() {
            let week = self.open.players[seat].weeks;
            events.emit(Event::Played { seat, card: &print.word, region, weeks: print.play, week });
        }
        seat
    }

    pub(crate) fn play_loot(&mut self, card: Card, events: &mut impl Sink<Event>) {
        let (by, region) = match self.open.print(card).group {
            Group::Thief(region) => (Looter::Thief, region),
            Group::Raider(region) => (Looter::Raider, region),
            _ => return,
        };
        let seat = self.spend_and_advance(card, region, events);
        let blind = by == Looter::Thief && self.open.options.thief == Thief::Random;
        if !blind {
            self.look(seat, region, events);
        }
        // H11, H12: nothing to take, no effect.
        self.open.phase = if self.hidden.piles[region] & self.open.loot(by, region) == 0 {
            if events.listens() {
                events.emit(Event::NothingThere { seat, region });
            }
            Phase::Turn
        } else if blind {
            Phase::Rob { seat, region }
        } else {
            Phase::Choose { seat, by, region }
        };
    }

    pub(crate) fn play_scientist(&mut self, card: Card, region: Region, events: &mut impl Sink<Event>) {
        let seat = self.spend_and_advance(card, region, events);
        self.look(seat, region, events);
        self.open.phase = Phase::Turn;
    }

    /// The player sees the whole pile, alone (H22).
    fn look(&mut self, seat: Seat, region: Region, events: &mut impl Sink<Event>) {
        let pile = self.open.seen_bits(region, &self.hidden);
        self.hidden.looks[seat][region] = Some(Look { saw: pile, left: 0 });
        if events.listens() {
            let stock = self.open.stock();
            let kinds = self.open.pile(region).kinds_in(pile);
            let saw = kinds.map(|(find, copies)| (stock.find(find).word.as_str(), copies)).collect();
            events.emit(Event::Looked { seat, region, saw: Some(saw) });
        }
    }

    /// Lists what the looter may take of the pile at hand.
    pub(crate) fn list_choices(&self, by: Looter, region: Region, out: &mut impl List<Action>) {
        let pile = self.open.pile(region);
        let loot = self.hidden.piles[region] & self.open.loot(by, region);
        out.extend(pile.kinds_in(loot).map(|(find, _)| Action::Choose(find)));
    }

    pub(crate) fn check_choose(&self, find: Find) -> Result<(), Illegal> {
        let Phase::Choose { by, region, .. } = self.open.phase else { return Err(not_now(H12)) };
        let print = self.open.stock().find(find);
        let rule = match by {
            Looter::Thief => H11,
            Looter::Raider => H12,
        };
        if self.hidden.piles[region] & self.open.pile(region).slots(find) == 0 {
            return Err(refuse!(
                rule,
                "choose-absent",
                "there is no {find} in the pile of {region}",
                find = print.word.clone(),
                region = region.word(),
            ));
        }
        match (by, print.kind) {
            (_, FindKind::Artifact { .. }) | (Looter::Raider, FindKind::Knowledge { .. }) => Ok(()),
            (Looter::Thief, FindKind::Knowledge { .. }) => {
                Err(refuse!(H11, "thief-artifact", "a thief takes an artifact, not {find}", find = print.word.clone()))
            }
            (_, FindKind::Rubble) => Err(refuse!(H12, "choose-rubble", "rubble is left where it lies")),
        }
    }

    pub(crate) fn choose(&mut self, find: Find, events: &mut impl Sink<Event>) {
        let Phase::Choose { seat, region, .. } = self.open.phase else { return };
        self.open.phase = Phase::Turn;
        self.take_find(seat, region, find, events);
    }
}

impl crate::state::Open {
    /// The cards of a region that a looter may take (H11, H12).
    pub(crate) fn loot(&self, by: Looter, region: Region) -> u32 {
        let pile = self.pile(region);
        match by {
            Looter::Thief => pile.artifacts,
            Looter::Raider => pile.all & !pile.rubble,
        }
    }
}
