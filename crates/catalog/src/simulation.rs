//! Matches played from start to end by bots, and by outsiders.

use engine::{
    Bot, Budget, Evaluate, Fast, Game, Match, Outcome, Perspective, Seat, Step, StepOf, Steps, ToAct, Viewer,
};
use search::{Greedy, Making};

use crate::{DecisionRequest, Fault, FaultKind, Outsider, SimulatedMatch, Simulator, Sitter, ThinkingTime, Unprepared};

/// Whoever sits at a seat.
pub(crate) struct Seated<'a, G: Game> {
    player: Playing<'a, G>,
    /// The share of the thinking that is theirs.
    share: f64,
    /// How many iterations all of it usually is.
    usual: u32,
}

enum Playing<'a, G: Game> {
    Bot(Box<dyn Bot<G>>),
    Outside(Box<dyn Outsider + 'a>),
}

impl<'a, G: Evaluate> Seated<'a, G> {
    pub(crate) fn new(sitter: Sitter<'a>, making: &Making<'_>) -> Result<Seated<'a, G>, Unprepared> {
        match sitter {
            Sitter::Outside(outsider) => Ok(Seated { player: Playing::Outside(outsider), share: 1.0, usual: 1 }),
            Sitter::Bot { name, weights, learned } => {
                let bot = search::bot::<G>(&name, &Making { weights, learned, ..*making });
                let (share, usual) = (search::share(&name), search::usual(&name, &making.ladder));
                let bot = bot.ok_or(Unprepared::NoSuchBot(name))?;
                Ok(Seated { player: Playing::Bot(bot), share, usual })
            }
        }
    }
}

/// See [`Simulator`].
pub(crate) struct Simulation<'a, G: Evaluate> {
    start: Match<G>,
    seats: Vec<Seated<'a, G>>,
    /// Plays on for whoever lost by a fault, so that the others can end their match.
    stand_in: Greedy<G>,
    faults: Vec<(Seat, Fault)>,
    /// The iterations that each of them has made.
    efforts: Vec<u64>,
    actions: Vec<G::Action>,
    chances: Vec<(G::Chance, u32)>,
}

impl<'a, G: Evaluate> Simulation<'a, G> {
    pub(crate) fn new(start: Match<G>, seats: Vec<Seated<'a, G>>) -> Simulation<'a, G> {
        Simulation {
            start,
            seats,
            stand_in: Greedy::new(None),
            faults: Vec::new(),
            efforts: Vec::new(),
            actions: Vec::new(),
            chances: Vec::new(),
        }
    }

    fn next_step(
        &mut self,
        state: &G,
        before: Option<Seat>,
        pace: &ThinkingTime<'_>,
        rng: &mut Fast,
    ) -> Option<StepOf<G>> {
        match state.to_act() {
            ToAct::Over(_) => None,
            ToAct::Chance => Some(Step::Chance(state.sample(rng, &mut self.chances))),
            ToAct::Seat(seat) => {
                self.actions.clear();
                state.actions(&mut self.actions);
                Some(Step::Action(self.decision(state, seat, before == Some(seat), pace, rng)))
            }
        }
    }

    /// What a seat decides, within its time.
    fn decision(&mut self, state: &G, seat: Seat, goes_on: bool, pace: &ThinkingTime<'_>, rng: &mut Fast) -> G::Action {
        let Seated { share, usual, .. } = self.seats[seat.index()];
        let own = |all: u32| Budget::iterations((f64::from(all) * share).ceil() as u32);
        match pace {
            ThinkingTime::Iterations(most) => self.choice(state, seat, &own(*most), rng),
            ThinkingTime::Usual => self.choice(state, seat, &own(usual), rng),
            ThinkingTime::Clock(clock) => {
                let stop = clock.start(seat, share, goes_on);
                let action = self.choice(state, seat, &Budget::until(&*stop), rng);
                clock.done(seat);
                action
            }
        }
    }

    fn choice(&mut self, state: &G, seat: Seat, budget: &Budget<'_>, rng: &mut Fast) -> G::Action {
        let seen = Perspective::new(state, seat);
        let lost = self.faults.iter().any(|(faulty, _)| *faulty == seat);
        match &mut self.seats[seat.index()].player {
            Playing::Bot(bot) => {
                let action = bot.choose(&seen, &self.actions, budget, rng);
                self.efforts[seat.index()] += bot.effort();
                return action;
            }
            Playing::Outside(outsider) if !lost => match asked(&mut **outsider, state, seat, &self.actions) {
                Ok(action) => return action,
                Err(fault) => self.faults.push((seat, fault)),
            },
            Playing::Outside(_) => {}
        }
        self.stand_in.choose(&seen, &self.actions, budget, rng)
    }
}

/// Asks an outsider, and looks its answer up.
fn asked<G: Game>(
    outsider: &mut dyn Outsider,
    state: &G,
    seat: Seat,
    actions: &[G::Action],
) -> Result<G::Action, Fault> {
    let legal: Vec<String> = actions.iter().map(|action| state.words(&Step::Action(*action))).collect();
    let view = serde_json::to_string(&state.view(Viewer::Seat(seat)));
    let view = view.unwrap_or_else(|error| unreachable!("plain data is JSON: {error}"));
    let word = outsider.choose(&DecisionRequest { seat, view, legal: &legal })?;
    let at = legal.iter().position(|own| *own == word);
    let illegal = || Fault::new(FaultKind::Illegal, format!("'{}' is not legal here", engine::clip(&word)));
    at.map(|at| actions[at]).ok_or_else(illegal)
}

/// Puts whoever lost by a fault into the last places, the first of them last of all.
fn forfeited(mut outcome: Outcome, faults: &[(Seat, Fault)]) -> Outcome {
    let lost = |seat: usize| {
        let at = faults.iter().position(|(faulty, _)| faulty.index() == seat);
        at.map_or(0, |at| faults.len() - at)
    };
    let standings: Vec<(usize, usize)> =
        outcome.places.iter().copied().enumerate().map(|(seat, place)| (lost(seat), place)).collect();
    for (place, own) in outcome.places.iter_mut().zip(&standings) {
        *place = 1 + standings.iter().filter(|other| *other < own).count();
    }
    outcome
}

impl<G: Evaluate> Simulator for Simulation<'_, G> {
    fn game(&mut self, seed: u64, number: u64, pace: &ThinkingTime<'_>, with_record: bool) -> SimulatedMatch {
        let mut rng = Fast::stream(seed, number);
        let mut steps = Steps::default();
        let mut logged = with_record.then(|| self.start.clone());
        let mut state = self.start.state().clone();
        let mut before = None;
        self.efforts = vec![0; self.seats.len()];
        self.faults.clear();
        while let Some(step) = self.next_step(&state, before, pace, &mut rng) {
            before = state.to_act().seat().or(before);
            match step {
                Step::Action(_) => steps.decisions += 1,
                Step::Chance(_) => steps.chances += 1,
            }
            state.apply(step, &mut ());
            if let Some(game) = &mut logged {
                game.apply(step);
            }
        }
        let ToAct::Over(end) = state.to_act() else { unreachable!("the match was played to its end") };
        let record = logged.map(|game| Match::record(&game));
        let faults = std::mem::take(&mut self.faults);
        let outcome = forfeited(state.outcome(), &faults);
        SimulatedMatch { steps, outcome, end, record, efforts: self.efforts.clone(), faults }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_lost_by_a_fault_comes_last() {
        let fault = |seat: Seat| (seat, Fault::new(FaultKind::Crash, "it ended"));
        let outcome = Outcome { points: vec![9, 7, 7, 1], places: vec![1, 2, 2, 4] };
        let places = |faults: &[(Seat, Fault)]| forfeited(outcome.clone(), faults).places;
        assert_eq!(places(&[]), [1, 2, 2, 4]);
        assert_eq!(places(&[fault(Seat::A)]), [4, 1, 1, 3]);
        assert_eq!(places(&[fault(Seat::new(3)), fault(Seat::A)]), [3, 1, 1, 4], "who failed first comes last");
    }
}
