//! The rules, one file for each family of decisions. Each lists its words fast, judges one word by its own
//! conditions, and carries it out.

mod close;
mod pawn;
mod setup;
mod shift;
mod walk;

use engine::{Dice as _, Game as _, Illegal, List, Offer, Rng, Rule, Step, refuse};
use grid::triangle::Direction;

use crate::action::{Action, Place, Space};
use crate::cells::Cells;
use crate::placement::{Corner, Half, Placement, Sense};
use crate::standing::Standing;
use crate::state::{Inka, Stage, Turn};
use crate::sweep::{FARTHEST_SLIDE, FARTHEST_TURN};
use crate::temple::{Rhombus, Start};

/// The rule of that number.
pub(crate) const fn k(number: u8) -> Rule {
    Rule::new('K', number)
}

impl Inka {
    /// Lists the words of a turn.
    pub(crate) fn list_turn(&self, turn: Turn, out: &mut impl List<Action>) {
        let standing = Standing::of(self);
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
        let standing = Standing::of(self);
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
    pub(crate) fn check_stage(&self, action: Action) -> Result<(), Illegal> {
        let refused = match (self.stage, action) {
            (Stage::Start, Action::Start(_)) | (Stage::Lay(_), Action::Lay(_)) => return Ok(()),
            (Stage::Left, _) => refuse!(k(18), "over-left", "{seat} has left and won", seat = self.seat),
            (Stage::Exhausted, _) => refuse!(k(19), "over-exhausted", "the game has ended without a winner's exit"),
            (Stage::First, _) => refuse!(k(7), "first-not-drawn", "who begins is drawn first"),
            (_, Action::Start(_)) => refuse!(k(7), "starts-chosen", "every pawn has its start"),
            (Stage::Turn(_), Action::Lay(_)) => refuse!(k(8), "rhombi-laid", "all path rhombi lie in the hall"),
            (Stage::Start, Action::Lay(_)) => refuse!(k(8), "lay-later", "the pawns choose their starts first"),
            (Stage::Draw, Action::Lay(_)) => refuse!(k(8), "draw-first", "a path rhombus is drawn first"),
            (Stage::Turn(_), _) => return Ok(()),
            (Stage::Start | Stage::Draw | Stage::Lay(_), _) => {
                refuse!(k(9), "not-laid-out", "the turns begin when all path rhombi lie in the hall")
            }
        };
        Err(refused)
    }

    /// The turn under way; a finished one where there is none.
    pub(crate) fn turn_now(&self) -> Turn {
        match self.stage {
            Stage::Turn(turn) => turn,
            _ => Turn { ap: 0, third: true, walked: true, took: false },
        }
    }
}

/// Every word that could ever be legal, in order.
pub(crate) fn alphabet(game: &Inka, out: &mut Vec<Action>) {
    out.extend(Start::ALL.map(Action::Start));
    out.extend(Placement::all().map(Action::Lay));
    for rhombus in Rhombus::all() {
        for direction in Direction::ALL {
            out.extend((1..=FARTHEST_SLIDE).map(|steps| Action::Slide { rhombus, direction, steps }));
        }
    }
    for rhombus in Rhombus::all() {
        for corner in Corner::ALL {
            for sense in Sense::ALL {
                out.extend((1..=FARTHEST_TURN).map(|steps| Action::Turn { rhombus, corner, sense, steps }));
            }
        }
    }
    out.extend(Cells::ALL.iter().map(|cell| Action::Walk(Place::Cell(cell))));
    for rhombus in Rhombus::all() {
        out.extend([None, Some(Half::A), Some(Half::B)].map(|half| Action::Walk(Place::On(rhombus, half))));
    }
    out.push(Action::Take);
    out.extend(game.temple.passages().iter().map(Action::Passage));
    out.extend(Cells::ALL.iter().map(|cell| Action::Block(Space::Cell(cell))));
    out.extend(Rhombus::all().map(|rhombus| Action::Block(Space::On(rhombus))));
    out.push(Action::End);
}

/// The legal words with their price in AP and what they are about.
pub(crate) fn offers(game: &Inka) -> Vec<Offer> {
    let mut legal = Vec::new();
    game.actions(&mut legal);
    let prices = game.walk_prices();
    // Where the ends look alike there is one facing only, so that two cells are the whole choice (K8).
    let alike = matches!(game.stage, Stage::Lay(rhombus) if game.temple.face(rhombus).ends_alike());
    let offer = |action: Action| {
        let (price, target) = match action {
            Action::Start(start) => (None, Some(game.temple.start(start).to_string())),
            Action::Lay(placement) => (None, Some(placement.to_string())),
            Action::Slide { rhombus, .. } | Action::Turn { rhombus, .. } => (Some(1), Some(rhombus.to_string())),
            Action::Walk(place) => (prices(place).map(i32::from), Some(place.to_string())),
            Action::Take => (Some(1), game.pawns[game.seat].map(|place| place.space().to_string())),
            Action::Passage(cell) => (Some(1), Some(cell.to_string())),
            Action::Block(space) => (None, Some(space.to_string())),
            Action::End => (None, None),
        };
        let facts = if alike && matches!(action, Action::Lay(_)) { vec![("alike", 1)] } else { Vec::new() };
        let word = game.words(&Step::Action(action)).into();
        Offer { word, price, target: target.map(String::into), then: Vec::new(), facts }
    };
    legal.into_iter().map(offer).collect()
}
