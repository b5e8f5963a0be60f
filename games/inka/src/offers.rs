//! What a client needs to show a choice.

use engine::{Game as _, Offer, Step};

use crate::action::Action;
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
