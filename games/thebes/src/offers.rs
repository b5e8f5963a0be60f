//! What a client needs to show a choice: the weeks it costs and what it is about.

use engine::{Game as _, Offer, Step};

use crate::Thebes;
use crate::action::{Action, Dig, Leave};
use crate::rules::best_level;
use crate::stock::Group;

impl Thebes {
    /// The offer of a legal action; its price is the weeks by which the marker moves.
    pub(crate) fn offer(&self, action: Action) -> Offer {
        let print = |card| self.open.print(card);
        let (price, target) = match action {
            Action::Take(card) | Action::Museum(card) => (Some(print(card).weeks.into()), print(card).word.clone()),
            Action::Exhibit(card) => (self.exhibition_weeks(&print(card).group), print(card).word.clone()),
            Action::Play(card) => match print(card).group {
                Group::Thief(region) | Group::Raider(region) => (Some(print(card).play.into()), region.to_string()),
                _ => (None, print(card).word.clone()),
            },
            Action::Look(card, region) => (Some(print(card).play.into()), region.to_string()),
            Action::Donate(find) | Action::Choose(find) => (None, self.open.stock().find(find).word.clone()),
            Action::Dig(dig) => (Some(self.dig_price(dig)), dig.region.to_string()),
        };
        Offer {
            word: self.words(&Step::Action(action)),
            price,
            target: Some(target),
            then: Vec::new(),
            facts: Vec::new(),
        }
    }

    fn exhibition_weeks(&self, group: &Group) -> Option<i32> {
        let Group::Exhibition(levels) = group else { return None };
        let level = best_level(levels, self.open.artifacts(self.open.hindmost()))?;
        Some(levels[level].weeks.into())
    }

    /// The weeks of a dig and of the cards played with it (H16).
    fn dig_price(&self, dig: Dig) -> i32 {
        let stock = self.open.stock();
        let play = |group: u128| {
            group.checked_ilog2().map_or(0, |place| i32::from(stock.print(stock.card_at[place as usize]).play))
        };
        let card = if dig.leave == Leave::Card { play(stock.digs) } else { 0 };
        i32::from(dig.weeks) + card + i32::from(dig.assistants) * play(stock.assistants)
    }
}
