//! What a client needs to show a choice, and why other verbs are not on offer.

use engine::{Closed, Game as _, Illegal, Offer, Step, refuse};
use grid::Turn;
use grid::hex::{Direction, Hex};

use crate::action::Action;
use crate::alphabet::alphabet_but_lay;
use crate::boats::MOST_ROYAL;
use crate::rules::numbers::{O19, O22};
use crate::state::{Phase, Tongiaki};
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

/// Each verb that is not on offer, with the reason that helps. Where no tile is to be laid all the many words of `lay`
/// are refused alike, so one stands for them.
pub(crate) fn closed(game: &Tongiaki) -> Vec<Closed> {
    let mut words = Vec::new();
    alphabet_but_lay(game.seats(), &mut words);
    words.push(Action::Lay(Hex::ORIGIN, Turn::NONE));
    game.closed_among(&words)
}

/// Why no boat can be moved and no island can become royal, wherever: no boat lies on a beach (O22), two islands are
/// royal, or no boat lies anywhere but on Tonga (O19).
pub(crate) fn shut(game: &Tongiaki, verb: &str) -> Option<Illegal> {
    if !matches!(verb, "royal" | "shift") || game.phase != Phase::Turn {
        return None;
    }
    if !game.board.islands().any(|island| game.boats.ashore(island).of(game.turn) > 0) {
        return Some(refuse!(O22, "expand-no-boats", "you have no boat on a beach: restart or colonise"));
    }
    if verb == "shift" {
        return None;
    }
    if game.boats.royals(game.turn) >= MOST_ROYAL {
        return Some(refuse!(O19, "royal-two", "you have {most} royal islands already", most = MOST_ROYAL));
    }
    let mut elsewhere = game.board.islands().filter(|island| *island != Island::TONGA);
    let abroad = elsewhere.any(|island| game.boats.ashore(island).of(game.turn) > 0);
    (!abroad).then(|| refuse!(O19, "royal-nobody", "you have boats on no island but Tonga"))
}

/// How far a word is from the seat's boats: 0 on an island where it has some, 1 on the table, 2 elsewhere.
pub(crate) fn remoteness(game: &Tongiaki, action: Action) -> u32 {
    let island = match action {
        Action::Royal(Island::TONGA) => return 1,
        Action::Moor(beach) | Action::Sail(beach, _) | Action::Land(_, beach) | Action::Shift(beach, _) => {
            beach.island()
        }
        Action::Expand(island) | Action::Restart(island) | Action::Royal(island) => island,
        Action::Lay(..) | Action::Colonise => return 0,
    };
    if game.boats.ashore(island).of(game.turn) > 0 {
        return 0;
    }
    1 + u32::from(!game.board.has(island.tile()))
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
