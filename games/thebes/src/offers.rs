//! What a client needs to show a choice: the weeks it costs, what it is about, and the numbers behind it, computed
//! from what the seat to act knows and never from what is hidden (H22).

use engine::{Game as _, Offer, Seat, Step, Viewer};

use crate::Thebes;
use crate::action::{Action, Dig, Leave};
use crate::odds::Odds;
use crate::region::ByRegion;
use crate::rules::best_level;
use crate::state::{DIG_MOST, Open};
use crate::stock::{Card, Group};
use crate::view::View;

/// The offers of every legal action.
pub(crate) fn offers(game: &Thebes) -> Vec<Offer> {
    let Some(seat) = game.open.decider() else { return Vec::new() };
    let view = game.view(Viewer::Seat(seat));
    let mut legal = Vec::new();
    game.actions(&mut legal);
    let mut clerk = Clerk { view: &view, seat, odds: ByRegion::default() };
    let offer = |action: Action| {
        let (price, target, facts) = clerk.offer(action);
        let word = game.words(&Step::Action(action)).into();
        Offer { word, price, target: Some(target.into()), after: None, facts }
    };
    legal.into_iter().map(offer).collect()
}

/// The price, the target and the facts of one offer.
type Particulars = (Option<i32>, String, Vec<(&'static str, i32)>);

/// Writes the offers of one seat from its view alone.
struct Clerk<'a> {
    view: &'a View,
    seat: Seat,
    /// What the view tells of each pile, once it was asked for.
    odds: ByRegion<Option<Odds>>,
}

impl Clerk<'_> {
    fn open(&self) -> &Open {
        &self.view.open
    }

    fn offer(&mut self, action: Action) -> Particulars {
        let print = |card: Card| self.view.open.print(card);
        match action {
            Action::Take(card) => self.spend(print(card).weeks.into(), &print(card).word, &[]),
            Action::Museum(card) => {
                let points = ("points", i32::from(print(card).points));
                self.spend(print(card).weeks.into(), &print(card).word, &[points])
            }
            Action::Exhibit(card) => self.exhibition(card),
            Action::Play(card) => match print(card).group {
                Group::Thief(region) | Group::Raider(region) => self.spend(print(card).play.into(), region.word(), &[]),
                _ => (None, print(card).word.clone(), Vec::new()),
            },
            Action::Look(card, region) => self.spend(print(card).play.into(), region.word(), &[]),
            Action::Donate(find) | Action::Choose(find) => {
                (None, self.open().stock().find(find).word.clone(), Vec::new())
            }
            Action::Dig(dig) => self.dig(dig),
        }
    }

    /// An offer that moves the marker by that many weeks; the first fact is the week where it lands.
    fn spend(&self, weeks: i32, target: &str, more: &[(&'static str, i32)]) -> Particulars {
        let week = i32::from(self.open().players[self.seat].weeks) + weeks;
        let facts = [("week", week)].into_iter().chain(more.iter().copied()).collect();
        (Some(weeks), target.to_owned(), facts)
    }

    /// An exhibition at the best level that the seat's artifacts reach (H7).
    fn exhibition(&self, card: Card) -> Particulars {
        let print = self.open().print(card);
        let best = match &print.group {
            Group::Exhibition(levels) => {
                best_level(levels, self.open().artifacts(self.seat)).map(|level| (level, levels[level].weeks))
            }
            _ => None,
        };
        let Some((level, weeks)) = best else { return (None, print.word.clone(), Vec::new()) };
        self.spend(weeks.into(), &print.word, &[("level", level as i32 + 1), ("points", print.points.into())])
    }

    /// A dig: its cards and the odds of a find among them (H16).
    fn dig(&mut self, dig: Dig) -> Particulars {
        let Dig { region, weeks, assistants, .. } = dig;
        let knowledge = self.open().dig_knowledge(self.seat, region) + assistants;
        let cards = self.open().dig_cards(knowledge, weeks);
        let view = self.view;
        let odds = self.odds[region].get_or_insert_with(|| Odds::new(view, region)).some_find(cards);
        let column = knowledge.min(DIG_MOST);
        let facts = [("cards", cards), ("odds", odds), ("knowledge", column)].map(|(key, value)| (key, value.into()));
        self.spend(self.dig_price(dig), region.word(), &facts)
    }

    /// The weeks of a dig and of the cards played with it (H16).
    fn dig_price(&self, dig: Dig) -> i32 {
        let stock = self.open().stock();
        let play = |group: u128| {
            group.checked_ilog2().map_or(0, |place| i32::from(stock.print(stock.card_at[place as usize]).play))
        };
        let card = if dig.leave == Leave::Card { play(stock.digs) } else { 0 };
        i32::from(dig.weeks) + card + i32::from(dig.assistants) * play(stock.assistants)
    }
}
