//! Converts a match into what clients read.

use std::borrow::Cow;

use engine::{AnyMatch, Illegal, Refused, Seat, Viewer};
use protocol::{Choice, Closed, Effect, Frame, Happened, Offers, Reason, ToAct, View};
use serde_json::Value as Json;

/// One position of a match for a viewer. `last` is the seat and the words of the last step. With `choices` the offers
/// come along.
pub fn frame(game: &dyn AnyMatch, viewer: Viewer, last: Option<(Option<Seat>, String)>, choices: bool) -> Frame {
    let (by, words) = last.unwrap_or_default();
    let acts = choices && game.to_act().seat().is_some_and(|seat| viewer.is(seat) || viewer == Viewer::All);
    Frame {
        step: game.steps(),
        by,
        words,
        events: happened(game, viewer),
        to_act: to_act(game),
        points: points(game),
        view: View((&game.view(viewer)).into()),
        offers: if acts { offers(game).each().collect() } else { Vec::new() },
        closed: if acts { closed(game) } else { Vec::new() },
    }
}

/// The points by seat.
pub(crate) fn points(game: &dyn AnyMatch) -> Vec<i32> {
    Seat::all(game.seats()).map(|seat| game.points(seat)).collect()
}

/// Who moves next.
pub fn to_act(game: &dyn AnyMatch) -> ToAct {
    match game.to_act() {
        engine::ToAct::Seat(seat) => ToAct::Seat { seat },
        engine::ToAct::Chance => ToAct::Chance,
        engine::ToAct::Over(rule) => ToAct::Over { rule: Some(rule.to_string()) },
    }
}

/// The events of the last step, as a viewer may know them.
pub fn happened(game: &dyn AnyMatch, viewer: Viewer) -> Vec<Happened> {
    game.events_for(viewer).into_iter().map(|told| Happened { text: told.text, event: told.event.into() }).collect()
}

/// The same without the sentences: clients have their own, in their players' language.
pub(crate) fn event_data(game: &dyn AnyMatch, viewer: Viewer) -> Vec<Happened> {
    game.event_data(viewer).into_iter().map(|event| Happened { text: String::new(), event: event.into() }).collect()
}

/// The choices of the seat to act.
pub fn offers(game: &dyn AnyMatch) -> Offers {
    let choice = |offer: engine::Offer| Choice {
        word: offer.word,
        price: offer.price,
        target: offer.target,
        after: offer.after,
        facts: offer.facts.into_iter().map(|(key, number)| (Cow::Borrowed(key), number)).collect(),
    };
    Offers(game.offers().into_iter().map(choice).collect())
}

/// The verbs that are not on offer.
pub(crate) fn closed(game: &dyn AnyMatch) -> Vec<Closed> {
    game.closed().into_iter().map(|closed| Closed { verb: closed.verb.to_owned(), why: illegal(&closed.why) }).collect()
}

/// The immediate effects of the verbs on offer, in the order of the verbs. Only words for which `meant` holds count.
pub fn effects(game: &dyn AnyMatch, meant: impl Fn(&str) -> bool) -> Vec<Effect> {
    let mut by_verb: Vec<Effect> = Vec::new();
    for engine::Effect { word, points, draws } in game.effects().into_iter().filter(|effect| meant(&effect.word)) {
        let verb = word.split(' ').next().unwrap_or_default();
        if let Some(known) = by_verb.iter_mut().find(|known| known.verb == verb) {
            (known.least, known.most) = (known.least.min(points), known.most.max(points));
            known.draws |= draws;
        } else {
            by_verb.push(Effect { verb: verb.to_owned(), least: points, most: points, draws });
        }
    }
    by_verb
}

fn illegal(why: &Illegal) -> Reason {
    let values = why.values.iter().map(|(name, value)| ((*name).to_owned(), serde_json::json!(value)));
    Reason {
        rule: Some(why.rule.to_string()),
        key: Some(why.message.key.to_owned()),
        values: Some(Json::Object(values.collect())),
        text: why.text(),
    }
}

/// Why words were refused.
pub fn reason(refused: &Refused) -> Reason {
    match refused {
        Refused::Illegal(why) => illegal(why),
        other => Reason { rule: None, key: None, values: None, text: other.to_string() },
    }
}
