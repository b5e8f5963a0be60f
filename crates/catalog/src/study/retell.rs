//! Samples histories of a match that fit what one seat has seen (Metropolis).
//!
//! A world that fits what a seat has seen is another history of the match: every step reads to the seat as it did, and
//! what was hidden from it may have been something else. Such histories are found by small changes of the true one,
//! each kept as likely as the rules make it (the algorithm of Metropolis): so the game needs no code for it, and after
//! enough changes nothing is left of what the seat cannot know.

use engine::{Dice, Fast, Game, Seat, Step, StepOf, ToAct, Viewer};

/// How many changes are tried for each hidden step, and at least and at most in all.
const TRIES: usize = 6;
const FEWEST: usize = 32;
const MOST: usize = 600;

/// A history under change.
struct Tale<'a, G: Game> {
    seat: Seat,
    /// What was true.
    told: &'a [SeenStep<G>],
    steps: Vec<StepOf<G>>,
    /// The position before each step.
    states: Vec<G>,
    /// The log-probability of each step where it was played; 0 for decisions.
    odds: Vec<f64>,
    end: G,
}

/// What stays the same in every history.
struct SeenStep<G: Game> {
    to_act: ToAct,
    /// How the seat read the step.
    line: String,
    /// What the seat saw when it decided.
    view: Option<G::View>,
}

/// A part of a history that was told otherwise: from this step on.
struct Change<G: Game> {
    from: usize,
    states: Vec<G>,
    odds: Vec<f64>,
    end: G,
}

/// Another history that reads to the seat as this one does, and the position it leads to.
pub(super) fn retell<G: Game>(start: &G, steps: &[StepOf<G>], seat: Seat, rng: &mut Fast) -> (Vec<StepOf<G>>, G) {
    let viewer = Viewer::Seat(seat);
    let (mut told, mut states, mut odds, mut hidden) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut state = start.clone();
    for (at, step) in steps.iter().enumerate() {
        let (to_act, line) = (state.to_act(), state.seen(step, viewer));
        if line != state.words(step) {
            hidden.push(at);
        }
        let view = (to_act == ToAct::Seat(seat)).then(|| state.view(viewer));
        told.push(SeenStep { to_act, line, view });
        odds.push(likelihood(&state, step).unwrap_or(0.0));
        states.push(state.clone());
        state.apply(*step, &mut ());
    }
    if hidden.is_empty() {
        return (steps.to_vec(), state);
    }
    let view = state.view(viewer);
    let mut tale = Tale { seat, told: &told, steps: steps.to_vec(), states, odds, end: state };
    for _ in 0..(TRIES * hidden.len()).clamp(FEWEST, MOST) {
        tale.change(&hidden, &view, rng);
    }
    (tale.steps, tale.end)
}

/// How likely a step is here, as a logarithm; nothing if it is not possible.
fn likelihood<G: Game>(state: &G, step: &StepOf<G>) -> Option<f64> {
    match step {
        Step::Action(action) => state.check(action).is_ok().then_some(0.0),
        Step::Chance(chance) => {
            let mut outcomes = Vec::new();
            state.chances(&mut outcomes);
            let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
            let found = outcomes.iter().find(|(outcome, _)| outcome == chance);
            found.map(|(_, weight)| (f64::from(*weight) / f64::from(total)).ln())
        }
    }
}

impl<G: Game> Tale<'_, G> {
    /// Proposes one change: swaps two hidden steps that read alike, or replaces one by another that reads alike.
    fn change(&mut self, hidden: &[usize], view: &G::View, rng: &mut Fast) {
        let at = *rng.pick(hidden);
        let before = (at, self.steps[at]);
        let other = if rng.below(2) == 0 {
            let alike = |other: &&usize| self.told[**other].line == self.told[at].line;
            let others: Vec<usize> = hidden.iter().filter(alike).copied().collect();
            let other = *rng.pick(&others);
            let there = (other, self.steps[other]);
            self.steps.swap(at, other);
            there
        } else {
            self.steps[at] = *rng.pick(&self.readings(at));
            before
        };
        if self.steps[at] == before.1 {
            return;
        }
        match self.replay(at.min(other.0), view) {
            Some(change) if self.accepts(&change, rng) => self.adopt(change),
            _ => {
                self.steps[other.0] = other.1;
                self.steps[at] = before.1;
            }
        }
    }

    /// What could have been played at a step and reads to the seat as what was.
    fn readings(&self, at: usize) -> Vec<StepOf<G>> {
        let state = &self.states[at];
        let steps: Vec<StepOf<G>> = if state.to_act() == ToAct::Chance {
            let mut outcomes = Vec::new();
            state.chances(&mut outcomes);
            outcomes.into_iter().map(|(outcome, _)| Step::Chance(outcome)).collect()
        } else {
            let mut actions = Vec::new();
            state.actions(&mut actions);
            actions.into_iter().map(Step::Action).collect()
        };
        let line = &self.told[at].line;
        steps.into_iter().filter(|step| state.seen(step, Viewer::Seat(self.seat)) == *line).collect()
    }

    /// Plays the changed steps from one on; nothing if one is not possible, or the seat would see something else.
    fn replay(&self, from: usize, view: &G::View) -> Option<Change<G>> {
        let viewer = Viewer::Seat(self.seat);
        let mut state = self.states[from].clone();
        let mut change = Change { from, states: Vec::new(), odds: Vec::new(), end: state.clone() };
        for (step, told) in self.steps[from..].iter().zip(&self.told[from..]) {
            let alike = told.view.as_ref().is_none_or(|view| state.view(viewer) == *view);
            if state.to_act() != told.to_act || !alike {
                return None;
            }
            change.odds.push(likelihood(&state, step)?);
            change.states.push(state.clone());
            state.apply(*step, &mut ());
        }
        change.end = state;
        (change.end.view(viewer) == *view).then_some(change)
    }

    /// Whether a change is kept: always if it is at least as likely as what it replaces, else with the ratio as
    /// probability.
    fn accepts(&self, change: &Change<G>, rng: &mut Fast) -> bool {
        let ratio = change.odds.iter().sum::<f64>() - self.odds[change.from..].iter().sum::<f64>();
        ratio >= 0.0 || f64::from(rng.below(1 << 24)) / f64::from(1 << 24) < ratio.exp()
    }

    fn adopt(&mut self, change: Change<G>) {
        self.states.truncate(change.from);
        self.states.extend(change.states);
        self.odds.truncate(change.from);
        self.odds.extend(change.odds);
        self.end = change.end;
    }
}

#[cfg(test)]
mod tests {
    use engine::Draft;
    use testkit::toy::{Action, Chance, Toy};

    use super::*;

    /// What the other seat drew first is imagined as often as the bag makes it likely: 8, 6, 4 and 2 pebbles.
    #[test]
    fn hidden_draws_are_imagined_by_their_odds() {
        let setup = Draft::<Toy>::new(2).admit().unwrap_or_else(|faults| panic!("{faults:?}"));
        let start = Toy::new(&setup);
        let (mut state, mut steps, mut rng) = (start.clone(), Vec::new(), Fast::new(5));
        let mut play = |state: &mut Toy, step| {
            state.apply(step, &mut ());
            steps.push(step);
        };
        let first = state.sample(&mut rng, &mut Vec::new());
        play(&mut state, Step::Chance(first));
        let drawer = state.to_act().seat().unwrap_or(Seat::A);
        play(&mut state, Step::Action(Action::Draw));
        let mut outcomes = Vec::new();
        state.chances(&mut outcomes);
        // The rarest was drawn in truth.
        play(&mut state, Step::Chance(outcomes[3].0));
        let other = Seat::all(2).find(|seat| *seat != drawer).unwrap_or(Seat::A);
        let mut found = [0_u32; 4];
        for _ in 0..4000 {
            let (steps, _) = retell(&start, &steps, other, &mut rng);
            let Step::Chance(drawn) = steps[2] else { panic!("a draw stays a draw") };
            let place = outcomes.iter().position(|(outcome, _): &(Chance, u32)| *outcome == drawn);
            found[place.unwrap_or_else(|| panic!("{drawn:?} cannot be drawn"))] += 1;
        }
        for (count, expected) in found.into_iter().zip([1600_u32, 1200, 800, 400]) {
            assert!(count.abs_diff(expected) < 160, "{found:?}");
        }
        assert_eq!(retell(&start, &steps, drawer, &mut rng).0, steps, "the drawer knows what they drew");
    }
}
