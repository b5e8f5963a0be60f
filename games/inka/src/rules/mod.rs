//! The rules, one file for each family of decisions. Each lists its words fast, judges one word by its own
//! conditions, and carries it out.

mod close;
pub(crate) mod numbers;
mod pawn;
mod setup;
mod shift;
mod walk;

use engine::{Dice as _, Illegal, List, Rng, refuse};

use self::numbers::{K7, K8, K9, K18, K19};
use crate::action::Action;
use crate::occupancy::Occupancy;
use crate::state::{Inka, Phase, Turn};

impl Inka {
    /// Lists the words of a turn.
    pub(crate) fn list_turn(&self, turn: Turn, out: &mut impl List<Action>) {
        let standing = Occupancy::of(self);
        self.list_shifts(turn, &standing, out);
        self.list_walks(turn, &standing, out);
        self.list_take(turn, out);
        self.list_passages(turn, &standing, out);
        self.list_blocks(&standing, out);
        out.push(Action::End);
    }

    /// A word of the turn as the bot `random` picks it. Only the words of the picked verb are written: most words
    /// put a blocker down, and whether a rhombus moves at all is seen long before every move is found.
    pub(crate) fn random_word(&self, turn: Turn, rng: &mut impl Rng, out: &mut Vec<Action>) -> Action {
        let standing = Occupancy::of(self);
        let (slides, turns) = self.any_shift(turn, &standing);
        self.list_walks(turn, &standing, out);
        let walks = out.len();
        self.list_take(turn, out);
        self.list_passages(turn, &standing, out);
        let passages = out.len() - usize::from(out.get(walks) == Some(&Action::Take)) - walks;
        let takes = out.len() - walks - passages;
        // A blocker always finds a place: the rhombi leave two thirds of the hall open.
        let verbs = [slides, turns, walks > 0, takes > 0, passages > 0, true, true];
        let on_offer = verbs.iter().enumerate().filter(|(_, on_offer)| **on_offer).map(|(verb, _)| verb);
        let picked = rng.below(on_offer.clone().count() as u32);
        match on_offer.clone().nth(picked as usize) {
            Some(0) => {
                out.clear();
                self.list_slides(turn, &standing, out);
            }
            Some(1) => {
                out.clear();
                self.list_turns(turn, &standing, out);
            }
            Some(2) => out.truncate(walks),
            Some(3) => return Action::Take,
            Some(4) => drop(out.drain(..walks + takes)),
            Some(5) => {
                out.clear();
                self.list_blocks(&standing, out);
            }
            _ => return Action::End,
        }
        *rng.pick(out)
    }

    /// Refuses what does not belong to what is going on.
    pub(crate) fn check_phase(&self, action: Action) -> Result<(), Illegal> {
        let refused = match (self.phase, action) {
            (Phase::Start, Action::Start(_)) | (Phase::Lay(_), Action::Lay(_)) => return Ok(()),
            (Phase::Left, _) => refuse!(K18, "over-left", "{seat} has left and won", seat = self.seat),
            (Phase::Exhausted, _) => refuse!(K19, "over-exhausted", "the game has ended without a winner's exit"),
            (Phase::First, _) => refuse!(K7, "first-not-drawn", "who begins is drawn first"),
            (_, Action::Start(_)) => refuse!(K7, "starts-chosen", "every pawn has its start"),
            (Phase::Turn(_), Action::Lay(_)) => refuse!(K8, "rhombi-laid", "all path rhombi lie in the hall"),
            (Phase::Start, Action::Lay(_)) => refuse!(K8, "lay-later", "the pawns choose their starts first"),
            (Phase::Draw, Action::Lay(_)) => refuse!(K8, "draw-first", "a path rhombus is drawn first"),
            (Phase::Turn(_), _) => return Ok(()),
            (Phase::Start | Phase::Draw | Phase::Lay(_), _) => {
                refuse!(K9, "not-laid-out", "the turns begin when all path rhombi lie in the hall")
            }
        };
        Err(refused)
    }

    /// The turn under way; a finished one where there is none.
    pub(crate) fn turn_now(&self) -> Turn {
        match self.phase {
            Phase::Turn(turn) => turn,
            _ => Turn { ap: 0, third: true, walked: true, took: false },
        }
    }
}
