//! What a client needs to show a choice, and why other verbs are not on offer.

use engine::{Game as _, Illegal, Offer, Step, refuse};

use crate::action::{Action, Foothold, Space};
use crate::cells::Cells;
use crate::rules::numbers::{K11, K12, K14, K15};
use crate::state::{Inka, Phase};

/// The legal words with their price in AP and what they are about.
pub(crate) fn offers(game: &Inka) -> Vec<Offer> {
    let mut legal = Vec::new();
    game.actions(&mut legal);
    let prices = game.walk_prices();
    // Where the ends look alike there is one facing only, so that two cells are the whole choice (K8).
    let alike = matches!(game.phase, Phase::Lay(rhombus) if game.temple.face(rhombus).ends_alike());
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
        Offer { word, price, target: target.map(String::into), after: None, facts }
    };
    legal.into_iter().map(offer).collect()
}

/// Why nothing of a verb can be done in this turn: its price first, then what the pawn stands on.
pub(crate) fn shut(game: &Inka, verb: &str) -> Option<Illegal> {
    let Phase::Turn(turn) = game.phase else { return None };
    match verb {
        "slide" | "turn" if turn.ap == 0 => {
            Some(refuse!(K11, "no-ap-to-move", "moving a rhombus costs 1 AP, none is left"))
        }
        "slide" | "turn" if turn.third && !game.on_symbol() => {
            Some(refuse!(K12, "paths-rest", "path rhombi rest once the pawn has done something"))
        }
        "take" if turn.ap == 0 => Some(refuse!(K14, "no-ap-to-take", "taking a statue costs 1 AP, none is left")),
        "passage" if turn.ap == 0 => Some(refuse!(K15, "no-ap-to-pass", "a secret passage costs 1 AP, none is left")),
        _ => None,
    }
}

/// How far a word is from the seat's pawn: 0 where it stands or beside it, 1 elsewhere.
pub(crate) fn remoteness(game: &Inka, action: Action) -> u32 {
    let Some(pawn) = game.pawns[game.seat] else { return 0 };
    let here = game.cells_of(pawn);
    let mut near = here;
    for cell in here.iter() {
        cell.neighbours().for_each(|beside| near |= Cells::of(beside));
    }
    let cells = match action {
        Action::Slide { rhombus, .. } | Action::Turn { rhombus, .. } | Action::Block(Space::On(rhombus)) => {
            game.cells_of(Foothold::On(rhombus, None))
        }
        Action::Walk(place) => game.cells_of(place),
        Action::Passage(cell) | Action::Block(Space::Cell(cell)) => Cells::of(cell),
        _ => return 0,
    };
    u32::from((cells & near).is_empty())
}
