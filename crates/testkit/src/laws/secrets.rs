//! Laws about what is hidden.

use engine::{Dice, Fast, Game, Notation, Step, StepOf, ToAct, Viewer};

use super::{Verdict, broken};

/// A view survives JSON; a world imagined from it looks the same to its viewer and allows them the same.
pub(super) fn views<G: Game>(state: &G, rng: &mut Fast) -> Verdict {
    for viewer in Viewer::every(state.seats()) {
        let view = state.view(viewer);
        let json = serde_json::to_string(&view).map_err(|error| ("serde", error.to_string()))?;
        match serde_json::from_str::<G::View>(&json) {
            Ok(read) if read == view => {}
            Ok(_) => return broken("serde", format!("the view of {viewer:?} comes back from JSON changed: {json}")),
            Err(error) => {
                return broken("serde", format!("the view of {viewer:?} does not come back: {error}: {json}"));
            }
        }
        let world = G::determinize(&view, rng);
        if world.view(viewer) != view {
            let (found, wanted) = (world.view(viewer), view);
            return broken("determinize", format!("{viewer:?} would see the difference: {found:?}\nnot {wanted:?}"));
        }
        if viewer == Viewer::All && world != *state {
            return broken("determinize", format!("all is open, and the world is another: {world:?}\nnot {state:?}"));
        }
        if !same_list(state, &world, viewer) {
            return broken("determinize", format!("{viewer:?} would have another list"));
        }
    }
    Ok(())
}

/// Whether the viewer, if they are to act, has the same list in both.
fn same_list<G: Game>(state: &G, world: &G, viewer: Viewer) -> bool {
    if state.to_act() != world.to_act() {
        return false;
    }
    let ToAct::Seat(seat) = state.to_act() else { return true };
    if !viewer.is(seat) {
        return true;
    }
    let (mut here, mut there) = (Vec::new(), Vec::new());
    state.actions(&mut here);
    world.actions(&mut there);
    here == there
}

/// Where a match says that it hides nothing, one view and one line serve everybody.
pub(super) fn open<G: Game>(state: &G, step: &StepOf<G>) -> Verdict {
    if state.hides() {
        return Ok(());
    }
    let (view, after) = (state.view(Viewer::Spectator), AfterStep::by(state, step, Viewer::Spectator));
    for viewer in Viewer::every(state.seats()) {
        let own = AfterStep::by(state, step, viewer);
        let alike = own.seen == after.seen && own.events == after.events && own.view == after.view;
        if !alike || state.view(viewer) != view {
            return broken(
                "open",
                format!("nothing is hidden, and {viewer:?} sees otherwise than a spectator: {own:?}"),
            );
        }
    }
    Ok(())
}

/// In two worlds that a viewer cannot tell apart a step tells them the same. After two outcomes of a draw, or two
/// decisions of somebody else, that read alike to a viewer, the views are alike.
pub(super) fn steps<G: Game>(state: &G, step: &StepOf<G>, rng: &mut Fast) -> Verdict {
    let law = "secrecy";
    for viewer in Viewer::every(state.seats()) {
        let own = state.to_act().seat().is_some_and(|seat| viewer.is(seat));
        let after = AfterStep::by(state, step, viewer);
        let world = G::determinize(&state.view(viewer), rng);
        // Players see what they look at and what they draw; what is turned up for all, all see.
        let shown = state.reveals(step) && (own || state.unveils(step));
        if !shown && possible(&world, step) && matches!(step, Step::Action(_)) {
            let there = AfterStep::by(&world, step, viewer);
            // What the table waits for next is open: whether a look found something to take, everybody sees.
            let openly = state.reveals(step) && there.awaits != after.awaits;
            let alike = there.seen == after.seen && there.events == after.events && there.view == after.view;
            if !openly && !alike {
                let what = format!("{viewer:?} learns from {step:?} what is hidden: {after:?}\nelsewhere {there:?}");
                return broken(law, what);
            }
        }
        for other in alternatives(state, step, rng) {
            let there = AfterStep::by(state, &other, viewer);
            if there.seen == after.seen && (there.events != after.events || there.view != after.view) {
                let what = format!(
                    "{viewer:?} reads '{}' for both {step:?} and {other:?}, and can tell them apart",
                    after.seen
                );
                return broken(law, what);
            }
        }
    }
    Ok(())
}

/// What a viewer has after a step.
#[derive(Debug)]
struct AfterStep<G: Game> {
    seen: String,
    events: Vec<G::Event>,
    view: G::View,
    awaits: (ToAct, Vec<usize>),
}

impl<G: Game> AfterStep<G> {
    fn by(state: &G, step: &StepOf<G>, viewer: Viewer) -> AfterStep<G> {
        let mut after = state.clone();
        let mut events = Vec::new();
        after.apply(*step, &mut events);
        AfterStep {
            seen: state.seen(step, viewer),
            events: events.iter().filter_map(|event| after.redact(event, viewer)).collect(),
            view: after.view(viewer),
            awaits: awaits(&after),
        }
    }
}

/// Who is to act, and by which verbs or which draw.
fn awaits<G: Game>(state: &G) -> (ToAct, Vec<usize>) {
    let mut legal = Vec::new();
    state.actions(&mut legal);
    let mut kinds: Vec<usize> = legal.iter().map(Notation::verb).collect();
    kinds.dedup();
    if state.to_act() == ToAct::Chance {
        kinds.push(state.drawing());
    }
    (state.to_act(), kinds)
}

fn possible<G: Game>(world: &G, step: &StepOf<G>) -> bool {
    match step {
        Step::Action(action) => world.check(action).is_ok(),
        Step::Chance(chance) => {
            let mut outcomes = Vec::new();
            world.chances(&mut outcomes);
            outcomes.iter().any(|(outcome, _)| outcome == chance)
        }
    }
}

/// Up to eight other steps of the same verb that could be played here.
fn alternatives<G: Game>(state: &G, step: &StepOf<G>, rng: &mut Fast) -> Vec<StepOf<G>> {
    let mut others: Vec<StepOf<G>> = match step {
        Step::Action(action) => {
            let mut legal = Vec::new();
            state.actions(&mut legal);
            legal.into_iter().filter(|other| other.verb() == action.verb()).map(Step::Action).collect()
        }
        Step::Chance(_) => {
            let mut outcomes = Vec::new();
            state.chances(&mut outcomes);
            outcomes.into_iter().map(|(outcome, _)| Step::Chance(outcome)).collect()
        }
    };
    rng.shuffle(&mut others);
    others.truncate(8);
    others
}
