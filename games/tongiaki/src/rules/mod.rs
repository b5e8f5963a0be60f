//! The rules, one file for each family of decisions, and the flow of a turn that joins them.
//!
//! Each family has a list for the seat to act, a judgement of any word that is written without that list, and what a
//! word does.

mod land;
mod moor;
pub(crate) mod numbers;
mod sail;
mod special;
mod turn;

use engine::{Illegal, Rule, refuse};

use self::numbers::{O2, O4, O6, O12, O13, O15, O16, O18, O19, O20, O21, O22, O23, O24, O27};

use crate::action::Action;
use crate::boats::Crew;
use crate::state::{Phase, Tongiaki};
use crate::tiles::{Beach, Island};

/// The rules that may refuse a word.
pub(crate) const REFUSALS: &[Rule] = &[O2, O4, O6, O12, O13, O16, O19, O20, O21, O22, O23];

/// The rule by which a match ends.
pub(crate) const ENDS: &[Rule] = &[O24];

/// O27 ends no match that anybody wants to win: hardly a law game comes there, so it is shown by a scenario.
pub(crate) const RARE_ENDS: &[Rule] = &[O27];

/// The turns in a row without a tile after which the match ends (O27).
pub(crate) const QUIET_TURNS: u8 = 60;

/// A bound on the steps of a match: 31 tiles, fewer than 60 quiet turns before each and 60 at the end (O27), in each
/// turn fewer than 1,000 steps: 47 beaches depart at most three times with at most five boats to land (O18), 90 boats
/// fail at most once each, and a few words begin and end it.
pub(crate) const LONGEST: u32 = 32 * 60 * 1_000;

/// Why boats are put on an island.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Why {
    /// O4
    Expand,
    /// O23
    Shift,
    /// O22
    Restart,
    /// O21
    Colony,
}

impl Why {
    pub(crate) fn rule(self) -> Rule {
        match self {
            Why::Expand => O4,
            Why::Shift => O23,
            Why::Restart => O22,
            Why::Colony => O21,
        }
    }
}

impl Tongiaki {
    /// The rule that allows an action.
    pub(crate) fn rule_of(&self, action: Action) -> Rule {
        match action {
            Action::Moor(_) => match self.phase {
                Phase::Moor(mooring) => mooring.why.rule(),
                _ => O2,
            },
            Action::Expand(_) => O4,
            Action::Shift(..) => O23,
            Action::Restart(_) => O22,
            Action::Sail(beach, _) => self.rule_of_sail(beach),
            Action::Land(..) => O13,
            Action::Royal(_) => O19,
            Action::Colonise if self.phase == Phase::MustColonise => O15,
            Action::Colonise | Action::Lay(..) => O21,
        }
    }

    /// The rule that comes into play when this beach sails.
    fn rule_of_sail(&self, beach: Beach) -> Rule {
        let island = beach.island();
        if self.board.is_closed(island) {
            O15
        } else if self.departures(beach) == 3 {
            O18
        } else if self.board.open(island, beach.piers()) == 0 {
            O16
        } else {
            O6
        }
    }

    /// Judges a word that only the beginning of a turn allows.
    fn check_turn(&self, rule: Rule) -> Result<(), Illegal> {
        match self.phase {
            Phase::Turn => Ok(()),
            Phase::MustColonise => Err(must_colonise()),
            _ => Err(refuse!(rule, "not-now", "only at the beginning of your turn")),
        }
    }

    /// The boats on an island's beaches, counted beach by beach.
    fn count_ashore(&self, island: Island) -> Crew {
        let mut crew = Crew::default();
        island.beaches().for_each(|beach| crew += self.boats.on(beach));
        crew
    }

    /// Whether the beach has a free mooring to which boats may come, by what lies there.
    fn has_mooring(&self, beach: Beach) -> bool {
        let island = beach.island();
        self.board.has(island.tile())
            && self.boats.royal(island).is_none()
            && self.boats.on(beach).len() < beach.moorings()
    }

    /// Whether the seat to act has a boat on a beach, counted beach by beach.
    fn has_boat(&self) -> bool {
        Beach::all().any(|beach| self.boats.on(beach).of(self.turn) > 0)
    }
}

/// After O15 only O21 is left.
fn must_colonise() -> Illegal {
    refuse!(O21, "must-colonise", "your last boats left with a removed island (O15): you must colonise anew")
}
