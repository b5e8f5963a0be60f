//! What a client needs to show a choice: the weeks it costs, what it is about, and the numbers behind it, computed
//! from what the seat to act knows and never from what is hidden (H22); and why other verbs are not on offer.

use engine::{Game as _, Illegal, Offer, Seat, Step, Viewer, refuse};

use crate::Thebes;
use crate::action::{Action, Dig, Leave};
use crate::odds::Odds;
use crate::region::{ByRegion, Region};
use crate::rules::best_level;
use crate::rules::numbers::{H7, H8, H10, H16};
use crate::state::{DIG_MOST, Open, Phase};
use crate::stock::{Card, Group, Print};
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

/// Why nothing of a verb can be done in this turn: nothing to play, nothing to show it in, nothing known to dig for.
pub(crate) fn shut(game: &Thebes, verb: &str) -> Option<Illegal> {
    let open = &game.open;
    if open.phase != Phase::Turn {
        return None;
    }
    let seat = open.hindmost();
    let beside = |of: fn(&Group) -> bool| {
        open.stock().cards().any(|(_, print)| of(&print.group) && open.beside & print.slots != 0)
    };
    match verb {
        "exhibit" if !beside(|group| matches!(group, Group::Exhibition(_))) => {
            Some(refuse!(H7, "exhibition-none", "no exhibition lies beside the board"))
        }
        "museum" if !beside(|group| matches!(group, Group::Museum { .. })) => {
            Some(refuse!(H8, "museum-none", "no museum lies beside the board"))
        }
        "play" => {
            let playable = |print: &Print| {
                let played = matches!(print.group, Group::Thief(_) | Group::Raider(_) | Group::Scientist);
                played && open.hand(seat) & print.slots != 0
            };
            let any = open.stock().cards().any(|(_, print)| playable(print));
            (!any).then(|| refuse!(H10, "play-nothing", "you hold no card to play by itself"))
        }
        "dig" => {
            let ignorant = Region::ALL.into_iter().all(|region| open.dig_knowledge(seat, region) == 0);
            let alone = open.hand(seat) & open.stock().assistants == 0;
            (ignorant && alone).then(|| refuse!(H16, "dig-nothing", "you know nothing of any region"))
        }
        _ => None,
    }
}

/// How far a word is from what the seat has: artifacts missing for an exhibition or a museum, knowledge for a dig.
pub(crate) fn remoteness(game: &Thebes, action: Action) -> u32 {
    const FAR: u32 = 100;
    let open = &game.open;
    let Some(seat) = open.decider() else { return 0 };
    let artifacts = open.artifacts(seat);
    match action {
        Action::Exhibit(card) | Action::Museum(card) => {
            let print = open.print(card);
            let missing = match &print.group {
                Group::Exhibition(levels) => {
                    let short = |region| u32::from(levels[0].need[region].saturating_sub(artifacts[region]));
                    Region::ALL.into_iter().map(short).sum()
                }
                Group::Museum { donate } => u32::from(donate.saturating_sub(artifacts.0.iter().sum())),
                _ => FAR,
            };
            if open.beside & print.slots == 0 { FAR } else { missing }
        }
        Action::Dig(dig) => u32::from(open.dig_knowledge(seat, dig.region) == 0),
        _ => 0,
    }
}
