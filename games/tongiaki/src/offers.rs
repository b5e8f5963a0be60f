//! What a client needs to show a choice, and why other verbs are not on offer.

use engine::{Closed, Game as _, Illegal, Offer, Step};
use grid::Turn;
use grid::hex::{Direction, Hex};

use crate::action::{Action, VERBS};
use crate::alphabet::alphabet_but_lay;
use crate::state::Tongiaki;
use crate::tiles::{Beach, Island};

/// The legal words with what they are about; a departure costs the most colours that the known part of its way
/// asks for.
pub(crate) fn offers(game: &Tongiaki) -> Vec<Offer> {
    let mut legal = Vec::new();
    game.actions(&mut legal);
    let offer = |action| Offer {
        word: game.words(&Step::Action(action)).into(),
        price: match action {
            Action::Sail(beach, toward) => Some(game.outlook(beach.island(), toward).0.into()),
            _ => None,
        },
        target: match action {
            Action::Moor(beach) | Action::Sail(beach, _) | Action::Land(_, beach) => Some(beach.to_string().into()),
            Action::Expand(island) | Action::Shift(_, island) | Action::Restart(island) | Action::Royal(island) => {
                Some(island.to_string().into())
            }
            Action::Lay(cell, _) => Some(cell.to_string().into()),
            Action::Colonise => None,
        },
        after: None,
        facts: game.facts(action),
    };
    legal.into_iter().map(offer).collect()
}

/// Each verb that is not on offer, with the reason that refuses most of its words. Where no tile is to be laid all
/// the many words of `lay` are refused alike, so one stands for them.
pub(crate) fn closed(game: &Tongiaki) -> Vec<Closed> {
    let (mut legal, mut words) = (Vec::new(), Vec::new());
    game.actions(&mut legal);
    alphabet_but_lay(game.seats(), &mut words);
    words.push(Action::Lay(Hex::ORIGIN, Turn::NONE));
    let mut closed = Vec::new();
    for verb in (0..VERBS.len()).filter(|verb| !legal.iter().any(|action| action.verb() == *verb)) {
        let mut reasons: Vec<(u32, Illegal)> = Vec::new();
        for why in words.iter().filter(|action| action.verb() == verb).filter_map(|action| game.check(action).err()) {
            match reasons.iter_mut().find(|(_, known)| known.message == why.message) {
                Some((count, _)) => *count += 1,
                None => reasons.push((1, why)),
            }
        }
        let most = reasons.into_iter().rev().max_by_key(|(count, _)| *count);
        closed.extend(most.map(|(_, why)| Closed { verb: VERBS[verb], why }));
    }
    closed
}

impl Tongiaki {
    /// The numbers behind a choice: boats that come or go, the colours of a group and of its known way, and whether
    /// the way leads to an unknown cell (`unknown`), to nowhere by O18 (`fails`), or takes the island off (`removes`).
    fn facts(&self, action: Action) -> Vec<(&'static str, i32)> {
        let seat = self.turn;
        match action {
            Action::Expand(island) => vec![("boats", self.expansion(island).into())],
            Action::Restart(island) => vec![("boats", self.restart_boats(island).into())],
            Action::Royal(island) => vec![("returned", i32::from(self.boats.ashore(island).of(seat)) - 1)],
            Action::Colonise => {
                let ashore = |island: Island| i32::from(self.boats.ashore(island).of(seat));
                vec![("returned", self.board.islands().map(ashore).sum())]
            }
            Action::Sail(beach, toward) => self.facts_of_sail(beach, toward),
            _ => Vec::new(),
        }
    }

    fn facts_of_sail(&self, beach: Beach, toward: Direction) -> Vec<(&'static str, i32)> {
        let island = beach.island();
        let (asked, end) = self.outlook(island, toward);
        let mut facts = vec![("colours", self.boats.on(beach).colours().into()), ("asked", asked.into())];
        if self.board.is_closed(island) {
            facts.push(("removes", 1));
        } else if self.departures(beach) == 3 {
            facts.push(("fails", 1));
        } else if end.is_none() {
            facts.push(("unknown", 1));
        }
        facts
    }
}
