//! Laws about one position.

use engine::{Canvas, Fast, Game, Inventory, Match, Notation as _, Seat, Setup, Step, StepOf, ToAct, Viewer};

use super::{Tally, Verdict, broken};

/// A legal list is sorted, holds each action once, is never empty, and keeps its verbs together.
pub(super) fn list<G: Game>(state: &G, legal: &[G::Action]) -> Verdict {
    let law = "list";
    if legal.is_empty() {
        return broken(law, format!("{:?} is to act and has no action", state.to_act()));
    }
    if let Some([before, after]) = legal.array_windows().find(|[before, after]| before >= after) {
        return broken(law, format!("{before:?} stands before {after:?}"));
    }
    if let Some([before, after]) = legal.array_windows().find(|[before, after]| before.verb() > after.verb()) {
        return broken(law, format!("the verb of {before:?} comes after that of {after:?}"));
    }
    Ok(())
}

/// When the match is over nothing is listed, drawn or allowed.
pub(super) fn closed_book<G: Game>(state: &G) -> Verdict {
    let (mut legal, mut chances, mut alphabet) = (Vec::new(), Vec::new(), Vec::new());
    state.actions(&mut legal);
    state.chances(&mut chances);
    state.alphabet(&mut alphabet);
    if !legal.is_empty() || !chances.is_empty() || alphabet.iter().any(|action| state.check(action).is_ok()) {
        return broken("ends", "the match is over and something is still possible");
    }
    match Seat::all(state.seats()).find(|seat| state.worth(*seat) != state.points(*seat)) {
        Some(seat) => broken("effects", format!("the match is over, and {seat} would have other points if scored now")),
        None => Ok(()),
    }
}

/// `check` and the list agree over the alphabet, and every refusal names a rule that the game lists.
pub(super) fn checks<G: Game>(state: &G, words: usize, rng: &mut Fast, tally: &mut Tally) -> Verdict {
    let law = "check";
    let (mut legal, mut alphabet) = (Vec::new(), Vec::new());
    state.actions(&mut legal);
    state.alphabet(&mut alphabet);
    for action in &legal {
        if alphabet.binary_search(action).is_err() {
            return broken(law, format!("'{}' is not in the alphabet", state.words(&Step::Action(*action))));
        }
        if let Err(why) = state.check(action) {
            let words = state.words(&Step::Action(*action));
            return broken(law, format!("'{words}' is on the list, and refused: {why}"));
        }
    }
    for action in tried::<G>(&alphabet, words, rng) {
        match (state.check(&action), legal.binary_search(&action).is_ok()) {
            (Ok(()), true) => {}
            (Ok(()), false) => {
                let words = state.words(&Step::Action(action));
                return broken(law, format!("'{words}' is allowed, and not on the list"));
            }
            // A word of the list is not refused: that was seen above.
            (Err(why), _) => {
                *tally.refusals.entry(why.rule).or_default() += 1;
                *tally.messages.entry(why.message.key).or_default() += 1;
                if !G::INFO.refusals.contains(&why.rule) {
                    return broken("refusal", format!("{} refuses, and the game does not list it", why.rule));
                }
                if why.text().contains(['{', '}']) {
                    return broken("refusal", format!("a value is missing in '{why}'"));
                }
            }
        }
    }
    Ok(())
}

/// The whole alphabet, or a number of its words, each verb as often as the others.
fn tried<G: Game>(alphabet: &[G::Action], words: usize, rng: &mut Fast) -> Vec<G::Action> {
    if alphabet.len() <= words {
        return alphabet.to_vec();
    }
    (0..words).map(|_| engine::Random::pick::<G>(alphabet, rng)).collect()
}

/// Each step has one text, which reads back as the same step.
pub(super) fn notation<G: Game>(state: &G, step: &StepOf<G>) -> Verdict {
    let words = state.words(step);
    let same = match step {
        Step::Action(action) => state.read_action(&words).map(|read| read == *action),
        Step::Chance(chance) => state.read_chance(&words).map(|read| read == *chance),
    };
    match same {
        Ok(true) => Ok(()),
        Ok(false) => broken("notation", format!("'{words}' reads back as another step than {step:?}")),
        Err(misread) => broken("notation", format!("'{words}' cannot be read back: {misread}")),
    }
}

/// The sheet adds up to the points.
pub(super) fn sheet<G: Game>(game: &Match<G>) -> Verdict {
    for seat in Seat::all(game.setup().seats()) {
        let (total, points) = (game.sheet().total(seat), game.state().points(seat));
        if total != points {
            return broken("sheet", format!("{seat}'s sheet adds up to {total}, the points are {points}"));
        }
    }
    Ok(())
}

/// No component is lost or made.
pub(super) fn inventory<G: Inventory>(state: &G, before: &[(&'static str, u32)]) -> Verdict {
    let mut now = Vec::new();
    state.inventory(&mut now);
    match now.iter().zip(before).find(|(now, before)| now != before) {
        Some(((name, now), (_, before))) => {
            broken("inventory", format!("{name}: there are {now}, there were {before}"))
        }
        None if now.len() != before.len() => broken("inventory", "other things are counted than before"),
        None => Ok(()),
    }
}

/// The diagram, through JSON, gives the same position back.
pub(super) fn diagram<G: Game>(setup: &Setup<G>, state: &G) -> Verdict {
    let law = "diagram";
    let json = serde_json::to_string(&state.diagram()).map_err(|error| (law, error.to_string()))?;
    let read = serde_json::from_str(&json).map_err(|error| (law, format!("{error} in {json}")))?;
    match G::from_diagram(setup, read) {
        Ok(again) if again == *state => Ok(()),
        Ok(again) => broken(law, format!("another position came back: {again:?}\nnot {state:?}\ndiagram {json}")),
        Err(faults) => broken(law, format!("the diagram is refused: {}\ndiagram {json}", faults.join("; "))),
    }
}

/// What a viewer sees fits on a screen.
pub(super) fn board<G: Game>(state: &G) -> Verdict {
    for viewer in Viewer::every(state.seats()) {
        let mut canvas = Canvas::new();
        G::draw(&state.view(viewer), &mut canvas);
        if canvas.height() == 0 || canvas.width() > 80 {
            return broken(
                "board",
                format!("{viewer:?} sees {} rows of {} columns\n{canvas}", canvas.height(), canvas.width()),
            );
        }
    }
    Ok(())
}

/// The offers are the legal words, each way of several words can be gone, and no verb is both open and closed.
pub(super) fn offers<G: Game>(state: &G) -> Verdict {
    let law = "offers";
    let mut legal = Vec::new();
    state.actions(&mut legal);
    let words: Vec<String> = legal.iter().map(|action| state.words(&Step::Action(*action))).collect();
    let offers = state.offers();
    if let Some(word) = words.iter().find(|word| !offers.iter().any(|offer| offer.word == **word)) {
        return broken(law, format!("'{word}' is legal and not on offer"));
    }
    for (place, offer) in offers.iter().enumerate() {
        if offer.after.is_some_and(|after| after >= place) {
            return broken(law, format!("{offer:?} goes on from an offer that is not before it"));
        }
        let mut after = state.clone();
        for word in engine::way(&offers, offer) {
            let action = after.read_action(word).map_err(|misread| (law, format!("'{word}': {misread}")))?;
            let played = after.play(action, &mut ());
            played.map_err(|why| (law, format!("'{word}' of the way {offer:?} is refused: {why}")))?;
        }
    }
    if let ToAct::Seat(_) = state.to_act()
        && let Some(closed) =
            state.closed().iter().find(|closed| words.iter().any(|word| word.split(' ').next() == Some(closed.verb)))
    {
        return broken(law, format!("'{}' is both on offer and closed", closed.verb));
    }
    Ok(())
}

/// A closed verb has no legal word, and its reason helps: it is the one for the whole verb, or that of a word which is
/// as near to the seat's pieces as any. So no reason names a far place while a nearer one applies.
pub(super) fn closed<G: Game>(state: &G) -> Verdict {
    let law = "closed";
    let ToAct::Seat(seat) = state.to_act() else { return Ok(()) };
    let (mut legal, mut alphabet) = (Vec::new(), Vec::new());
    state.actions(&mut legal);
    state.alphabet(&mut alphabet);
    let shut = |verb: usize| state.shut(verb);
    if let Some(action) = legal.iter().find(|action| shut(action.verb()).is_some()) {
        return broken(law, format!("'{}' is legal and its verb is shut", state.words(&Step::Action(*action))));
    }
    for closed in state.closed() {
        let verb = G::INFO.verbs.iter().position(|name| *name == closed.verb).unwrap_or_default();
        if let Some(whole) = shut(verb) {
            if whole != closed.why {
                return broken(law, format!("'{}' is shut: {whole}, and closed: {}", closed.verb, closed.why));
            }
            continue;
        }
        let words = || alphabet.iter().filter(|action| action.verb() == verb);
        let nearest = words().map(|action| state.remoteness(action)).min();
        let mut near = words().filter(|action| Some(state.remoteness(action)) == nearest);
        if !near.any(|action| state.check(action).is_err_and(|why| why == closed.why)) {
            let (verb, why) = (closed.verb, closed.why);
            return broken(law, format!("'{verb}' is closed to {seat} with a far reason: {why}"));
        }
    }
    Ok(())
}

/// A step does the same whether anybody listens or not: events never feed the state.
pub(super) fn silent<G: Game>(state: &G, step: &StepOf<G>) -> Verdict {
    let (mut heard, mut unheard) = (state.clone(), state.clone());
    heard.apply(*step, &mut Vec::new());
    unheard.apply(*step, &mut ());
    if heard == unheard {
        Ok(())
    } else {
        broken("events", format!("{step:?} gives another position when nobody listens"))
    }
}

/// The points that a decision changes at once are those that its seat could read beforehand.
pub(super) fn effects<G: Game>(state: &G, step: &StepOf<G>) -> Verdict {
    let (ToAct::Seat(seat), Step::Action(_)) = (state.to_act(), step) else { return Ok(()) };
    let word = state.words(step);
    let told = state.effects().into_iter().find(|effect| effect.word == word).map(|effect| effect.points);
    let mut after = state.clone();
    after.apply(*step, &mut ());
    let changed = after.worth(seat) - state.worth(seat);
    if told == Some(changed) {
        Ok(())
    } else {
        broken("effects", format!("'{word}' changes {changed} points for {seat}; told was {told:?}"))
    }
}
