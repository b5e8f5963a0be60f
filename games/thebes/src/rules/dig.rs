//! Digs (H16-H18), and what is taken out of a pile.

use engine::{Illegal, List, Seat, Sink, refuse};

use super::not_now;
use super::numbers::H16;
use crate::Thebes;
use crate::action::{Action, Dig, Leave};
use crate::event::Event;
use crate::masks;
use crate::region::Region;
use crate::state::{DIG_MOST, Phase};
use crate::stock::{Find, FindKind};

impl Thebes {
    /// Lists every dig that gives at least one card by the table, whatever the pile holds (H16, H22).
    pub(crate) fn list_digs(&self, seat: Seat, out: &mut impl List<Action>) {
        let player = &self.open.players[seat];
        let stock = self.open.stock();
        let any = [false, player.generic > 0, player.cards & stock.digs != 0];
        let most = (player.cards & stock.assistants).count_ones() as u8;
        for region in Region::ALL {
            let leaves = [player.permits[region] > 0, any[1], any[2]];
            let knowledge = self.open.dig_knowledge(seat, region);
            if leaves == [false; 3] {
                continue;
            }
            for weeks in 1..=DIG_MOST {
                // More assistants never give fewer cards, so the first number that gives one opens the rest.
                let Some(least) = (0..=most).find(|more| self.open.dig_cards(knowledge + more, weeks) > 0) else {
                    continue;
                };
                for leave in Leave::ALL.into_iter().filter(|leave| leaves[*leave as usize]) {
                    for assistants in least..=most {
                        out.push(Action::Dig(Dig { region, weeks, leave, assistants }));
                    }
                }
            }
        }
    }

    pub(crate) fn check_dig(&self, dig: Dig) -> Result<(), Illegal> {
        if self.open.phase != Phase::Turn {
            return Err(not_now(H16));
        }
        let seat = self.open.hindmost();
        self.check_leave(seat, dig)?;
        if !(1..=DIG_MOST).contains(&dig.weeks) {
            return Err(refuse!(H16, "dig-weeks", "a dig takes 1 to 12 weeks, not {weeks}", weeks = dig.weeks));
        }
        let hired = (self.open.hand(seat) & self.open.stock.assistants).count_ones();
        if u32::from(dig.assistants) > hired {
            return Err(refuse!(
                H16,
                "dig-assistants",
                "you have not that many assistants in hand, only {count}",
                count = hired
            ));
        }
        let player = &self.open.players[seat];
        let knowledge = player.knowledge[dig.region] + player.general + dig.assistants;
        let region = dig.region.word();
        if knowledge == 0 {
            return Err(refuse!(H16, "dig-ignorant", "you know nothing of {region}", region = region));
        }
        if self.open.dig_rows()[dig.weeks as usize][knowledge.min(DIG_MOST) as usize] == 0 {
            return Err(refuse!(
                H16,
                "dig-short",
                "{weeks} weeks with knowledge {knowledge} give no card",
                weeks = dig.weeks,
                knowledge = knowledge,
            ));
        }
        Ok(())
    }

    fn check_leave(&self, seat: Seat, dig: Dig) -> Result<(), Illegal> {
        let player = &self.open.players[seat];
        match dig.leave {
            Leave::Permit if player.permits[dig.region] == 0 => {
                let region = dig.region.word();
                Err(refuse!(H16, "dig-permit", "you have no permit for {region} left", region = region))
            }
            Leave::Generic if player.generic == 0 => {
                Err(refuse!(H16, "dig-generic", "you have no generic permit left"))
            }
            Leave::Card if player.cards & self.open.stock.digs == 0 => {
                Err(refuse!(H16, "dig-card", "you have no dig card in hand"))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn dig(&mut self, dig: Dig, events: &mut impl Sink<Event>) {
        let seat = self.open.hindmost();
        let Dig { region, weeks, leave, assistants } = dig;
        let knowledge = self.open.dig_knowledge(seat, region) + assistants;
        let cards = self.open.dig_cards(knowledge, weeks);
        let mut cost = u16::from(weeks);
        match leave {
            Leave::Permit => self.open.players[seat].permits[region] -= 1,
            Leave::Generic => self.open.players[seat].generic -= 1,
            Leave::Card => cost += self.spend_highest(seat, self.open.stock.digs),
        }
        for _ in 0..assistants {
            cost += self.spend_highest(seat, self.open.stock.assistants);
        }
        self.open.advance(seat, cost);
        if events.listens() {
            let week = self.open.players[seat].weeks;
            events.emit(Event::Dug { seat, region, weeks, leave: leave.word(), assistants, cards, week });
        }
        self.go_on_digging(seat, region, cards, 0, events);
    }

    /// Spends one card of a group in hand; gives the weeks it costs to play (H16).
    fn spend_highest(&mut self, seat: Seat, group: u128) -> u16 {
        let held = self.open.players[seat].cards & group;
        let Some(highest) = held.checked_ilog2() else { return 0 };
        let card = self.open.stock().card_at[highest as usize];
        self.open.spend(seat, card);
        u16::from(self.open.print(card).play)
    }

    /// The next card of a dig, or its end when enough were drawn or the pile was drawn whole (H17).
    fn go_on_digging(&mut self, seat: Seat, region: Region, left: u8, aside: u8, events: &mut impl Sink<Event>) {
        let undrawn = self.hidden.piles[region] & !self.open.pile(region).some_rubble(aside);
        self.open.phase = if left > 0 && undrawn != 0 {
            Phase::Dig { seat, region, left, aside }
        } else {
            if events.listens() {
                events.emit(Event::DigOver { seat, region, rubble: aside });
            }
            Phase::Turn
        };
    }

    /// The cards that a pending draw from a pile may give: artifacts for a thief, what this dig has not drawn.
    #[inline]
    pub(crate) fn drawable(&self) -> Option<(Region, u32)> {
        match self.open.phase {
            Phase::Rob { region, .. } => Some((region, self.hidden.piles[region] & self.open.pile(region).artifacts)),
            Phase::Dig { region, aside, .. } => {
                Some((region, self.hidden.piles[region] & !self.open.pile(region).some_rubble(aside)))
            }
            _ => None,
        }
    }

    /// A card is drawn by a thief or a dig.
    pub(crate) fn draw_find(&mut self, find: Find, events: &mut impl Sink<Event>) {
        match self.open.phase {
            Phase::Rob { seat, region } => {
                self.open.phase = Phase::Turn;
                self.take_find(seat, region, find, events);
            }
            Phase::Dig { seat, region, left, mut aside } => {
                if self.open.stock().find(find).kind == FindKind::Rubble {
                    aside += 1;
                    let shown = &mut self.open.rubble_shown[region];
                    *shown = (*shown).max(aside);
                    if events.listens() {
                        events.emit(Event::Rubble { seat, region });
                    }
                } else {
                    self.take_find(seat, region, find, events);
                }
                self.go_on_digging(seat, region, left - 1, aside, events);
            }
            _ => {}
        }
    }

    /// A card leaves its pile and lies open before the player (H11, H12, H17).
    pub(crate) fn take_find(&mut self, seat: Seat, region: Region, find: Find, events: &mut impl Sink<Event>) {
        let slots = self.open.pile(region).slots(find);
        let bit = masks::lowest(self.hidden.piles[region] & slots);
        self.hidden.piles[region] &= !bit;
        self.open.out[region] |= bit;
        self.hidden.looks.values_mut().filter_map(|looks| looks[region].as_mut()).for_each(|look| look.lose(slots));
        let finds = &mut self.open.players[seat].finds[region];
        *finds = masks::with(u128::from(*finds), u128::from(slots)) as u32;
        let print = self.open.stock().find(find);
        let points = if let FindKind::Artifact { points, .. } = print.kind { i32::from(points) } else { 0 };
        if events.listens() {
            events.emit(Event::Found { seat, region, find: &print.word, points });
        }
        if let FindKind::Knowledge { of, value } = print.kind {
            self.learn(seat, of, value, events);
        }
    }
}
