//! Exhibitions and museums beside the board (H7, H8).

use engine::{Illegal, List, Seat, Sink, refuse};

use super::not_now;
use super::numbers::{H7, H8};
use crate::Thebes;
use crate::action::Action;
use crate::event::Event;
use crate::masks;
use crate::region::{ByRegion, Region};
use crate::state::Phase;
use crate::stock::{Card, Find, FindKind, Group, Level, Print};

/// The best level that the artifacts reach: the one with the fewest weeks (H7).
pub(crate) fn best_level(levels: &[Level; 3], artifacts: ByRegion<u8>) -> Option<usize> {
    let reached = |level: &Level| Region::ALL.iter().all(|region| level.need[*region] <= artifacts[*region]);
    (0..levels.len()).filter(|at| reached(&levels[*at])).min_by_key(|at| levels[*at].weeks)
}

impl Thebes {
    /// Lists the exhibitions and museums that the player may take.
    pub(crate) fn list_presentations(&self, seat: Seat, out: &mut impl List<Action>) {
        let stock = self.open.stock();
        let beside = self.open.beside;
        if beside == 0 {
            return;
        }
        let artifacts = self.open.artifacts(seat);
        for place in masks::places(beside & stock.exhibitions) {
            let card = stock.card_at[place];
            if let Group::Exhibition(levels) = &stock.print(card).group
                && best_level(levels, artifacts).is_some()
            {
                out.push(Action::Exhibit(card));
            }
        }
        let all: u8 = artifacts.0.iter().sum();
        let mut last = None;
        for place in masks::places(beside & stock.museums) {
            let card = stock.card_at[place];
            if let Group::Museum { donate } = stock.print(card).group
                && donate <= all
                && last.replace(card) != Some(card)
            {
                out.push(Action::Museum(card));
            }
        }
    }

    fn lies_beside(&self, print: &Print) -> bool {
        self.open.beside & print.slots != 0
    }

    pub(crate) fn check_exhibit(&self, card: Card) -> Result<(), Illegal> {
        if self.open.phase != Phase::Turn {
            return Err(not_now(H7));
        }
        let print = self.open.print(card);
        let word = print.word.clone();
        if !self.lies_beside(print) {
            return Err(refuse!(H7, "exhibition-absent", "{card} does not lie beside the board", card = word));
        }
        let Group::Exhibition(levels) = &print.group else { return Err(not_now(H7)) };
        let artifacts = self.open.artifacts(self.open.hindmost());
        for region in Region::ALL {
            let (need, have) = (levels[0].need[region], artifacts[region]);
            if have < need {
                return Err(refuse!(
                    H7,
                    "exhibition-short",
                    "{card} asks for at least {need} artifacts of {region}, you have {have}",
                    card = word,
                    need = need,
                    region = region.word(),
                    have = have,
                ));
            }
        }
        Ok(())
    }

    pub(crate) fn check_museum(&self, card: Card) -> Result<(), Illegal> {
        if self.open.phase != Phase::Turn {
            return Err(not_now(H8));
        }
        let print = self.open.print(card);
        let word = print.word.clone();
        if !self.lies_beside(print) {
            return Err(refuse!(H8, "museum-absent", "{card} does not lie beside the board", card = word));
        }
        let Group::Museum { donate } = print.group else { return Err(not_now(H8)) };
        let have: u8 = self.open.artifacts(self.open.hindmost()).0.iter().sum();
        if have < donate {
            return Err(refuse!(
                H8,
                "museum-short",
                "{card} asks for {need} artifacts, you have {have}",
                card = word,
                need = donate,
                have = have,
            ));
        }
        Ok(())
    }

    /// Lists every artifact of the giver.
    pub(crate) fn list_donations(&self, seat: Seat, out: &mut impl List<Action>) {
        for (region, held) in self.open.players[seat].finds.iter() {
            let pile = self.open.pile(region);
            out.extend(masks::places(u128::from(held & pile.artifacts)).map(|bit| Action::Donate(pile.kinds[bit])));
        }
    }

    pub(crate) fn check_donate(&self, find: Find) -> Result<(), Illegal> {
        let Phase::Donate { seat, .. } = self.open.phase else { return Err(not_now(H8)) };
        let print = self.open.stock().find(find);
        let owned = match print.kind {
            FindKind::Artifact { region, .. } => {
                self.open.players[seat].finds[region] & self.open.pile(region).slots(find) != 0
            }
            FindKind::Knowledge { .. } | FindKind::Rubble => false,
        };
        if owned {
            Ok(())
        } else {
            Err(refuse!(H8, "donate-absent", "{find} is none of your artifacts", find = print.word.clone()))
        }
    }

    /// Takes an exhibition or a museum from beside the board; nothing is refilled (H7).
    fn present(&mut self, seat: Seat, print: &'static Print, weeks: u8) {
        self.open.beside = masks::without(self.open.beside, print.slots);
        let player = &mut self.open.players[seat];
        player.cards = masks::with(player.cards, print.slots);
        self.open.advance(seat, u16::from(weeks));
    }

    pub(crate) fn exhibit(&mut self, card: Card, events: &mut impl Sink<Event>) {
        let seat = self.open.hindmost();
        let print = self.open.print(card);
        let Group::Exhibition(levels) = &print.group else { return };
        let level = best_level(levels, self.open.artifacts(seat)).unwrap_or(0);
        let weeks = levels[level].weeks;
        self.present(seat, print, weeks);
        if events.listens() {
            let week = self.open.players[seat].weeks;
            let points = i32::from(print.points);
            events.emit(Event::Exhibited { seat, card: &print.word, level: level as u8 + 1, weeks, week, points });
        }
        self.open.phase = Phase::Turn;
    }

    pub(crate) fn museum(&mut self, card: Card, events: &mut impl Sink<Event>) {
        let seat = self.open.hindmost();
        let print = self.open.print(card);
        let Group::Museum { donate } = print.group else { return };
        self.present(seat, print, print.weeks);
        if events.listens() {
            let week = self.open.players[seat].weeks;
            let points = i32::from(print.points);
            events.emit(Event::Museum { seat, card: &print.word, weeks: print.weeks, week, points });
        }
        self.open.phase = Phase::Donate { seat, left: donate };
    }

    pub(crate) fn donate(&mut self, find: Find, events: &mut impl Sink<Event>) {
        let Phase::Donate { seat, left } = self.open.phase else { return };
        let print = self.open.stock().find(find);
        let FindKind::Artifact { region, points } = print.kind else { return };
        let slots = self.open.pile(region).slots(find);
        self.open.players[seat].finds[region] &= !slots;
        self.open.donated[region] |= slots;
        if events.listens() {
            events.emit(Event::Donated { seat, find: &print.word, points: -i32::from(points) });
        }
        self.open.phase = if left > 1 { Phase::Donate { seat, left: left - 1 } } else { Phase::Turn };
    }
}
