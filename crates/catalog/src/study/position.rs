//! A position of a game type that is played by numbers.

use std::any::Any;
use std::sync::OnceLock;

use engine::{
    AnyMatch, Canvas, Fast, Game, Kind, Match, Of, Opening, Outcome, PartSet, Picture, Random, Record, Seat, Setup,
    Step, StepOf, Study, ToAct, Unopened, Viewer,
};
use serde_json::Value as Json;

use super::retell::retell;
use super::{AnyPosition, Unplayable};

/// The steps before a position was imagined: who, and the number.
type StepsBefore = Vec<(Option<Seat>, Option<u32>)>;

/// See [`AnyPosition`].
#[derive(Clone)]
pub(crate) struct Position<G: Game> {
    setup: Setup<G>,
    names: Vec<String>,
    /// Where the steps begin.
    start: G,
    state: G,
    steps: Vec<StepOf<G>>,
    /// Whether the start is the match's own; else there is no record.
    whole: bool,
    /// What was played before the start, for one that was imagined.
    before: StepsBefore,
    /// As whom it was imagined, and how that seat read the steps before the start.
    recalled: Option<(Seat, Vec<String>)>,
    /// The legal numbers, once somebody has asked for them: what is played is most often one of these.
    legal: OnceLock<Vec<i32>>,
}

impl<G: Study> Position<G> {
    /// The position before the first step.
    pub(crate) fn open(opening: &Opening) -> Result<Position<G>, Unopened> {
        let game = Of::<G>::KIND.open(opening)?;
        Ok(Position::of(&*game, opening.seats.clone(), true))
    }

    /// A position that is given as data.
    pub(crate) fn open_at(opening: &Opening, diagram: Json) -> Result<Position<G>, Unopened> {
        let game = Of::<G>::KIND.open_at(opening, diagram)?;
        Ok(Position::of(&*game, opening.seats.clone(), false))
    }

    /// The position of a match under way.
    pub(crate) fn of(game: &dyn AnyMatch, names: Vec<String>, whole: bool) -> Position<G> {
        let game: &Match<G> = crate::hosted::typed(game);
        let setup = *game.setup();
        let start = if whole { G::new(&setup) } else { game.state().clone() };
        let steps = if whole { game.steps().to_vec() } else { Vec::new() };
        let (state, before, legal) = (game.state().clone(), Vec::new(), OnceLock::new());
        Position { setup, names, start, state, steps, whole, before, recalled: None, legal }
    }

    /// A position of a fleet, without its history.
    pub(super) fn at(setup: Setup<G>, state: G) -> Position<G> {
        let names = Seat::all(setup.seats()).map(|seat| seat.to_string()).collect();
        Position {
            setup,
            names,
            start: state.clone(),
            state,
            steps: Vec::new(),
            whole: false,
            before: Vec::new(),
            recalled: None,
            legal: OnceLock::new(),
        }
    }

    /// The setup.
    pub(super) fn setup(&self) -> Setup<G> {
        self.setup
    }

    /// The state, for bots of this game.
    pub(crate) fn state(&self) -> &G {
        &self.state
    }

    fn apply(&mut self, step: StepOf<G>) {
        self.state.apply(step, &mut ());
        self.steps.push(step);
        self.legal.take();
    }

    fn action(&self, number: i64) -> Result<G::Action, Unplayable> {
        let last = G::size() - 1;
        let within = u32::try_from(number).ok().filter(|number| *number <= last);
        let number = within.ok_or(Unplayable::NoSuchNumber { number, last })?;
        self.state.numbered(number).ok_or(Unplayable::Meaningless(number))
    }

    fn drawn(&self) -> Vec<(G::Chance, u32)> {
        let mut outcomes = Vec::new();
        self.state.chances(&mut outcomes);
        outcomes
    }

    fn outcome_at(&self, number: i64) -> Result<G::Chance, Unplayable> {
        let outcomes = self.drawn();
        let at = usize::try_from(number).ok().and_then(|at| outcomes.get(at));
        at.map(|(outcome, _)| *outcome).ok_or(Unplayable::NotDrawn { number, last: outcomes.len() - 1 })
    }

    fn misread(words: &str, why: engine::Misread) -> Unplayable {
        Unplayable::Misread { words: engine::clip(words), why }
    }

    /// Reads words and judges them.
    fn step_of(&self, words: &str) -> Result<StepOf<G>, Unplayable> {
        let refused = |why: String| Unplayable::Refused { words: engine::clip(words), why };
        match self.state.to_act() {
            ToAct::Over(rule) => Err(Unplayable::Over(rule)),
            ToAct::Seat(_) => {
                let action = self.state.read_action(words).map_err(|why| Self::misread(words, why))?;
                self.state.check(&action).map_err(|why| refused(why.to_string()))?;
                Ok(Step::Action(action))
            }
            ToAct::Chance => {
                let chance = self.state.read_chance(words).map_err(|why| Self::misread(words, why))?;
                let possible = self.drawn().iter().any(|(outcome, _)| *outcome == chance);
                possible.then_some(Step::Chance(chance)).ok_or_else(|| refused("it cannot be drawn now".to_owned()))
            }
        }
    }

    /// The steps so far, for a seat without the numbers of what was hidden from it.
    fn history_as(&self, seat: Option<Seat>) -> StepsBefore {
        let mut told = self.before.clone();
        self.retell(|state, step| {
            let open = |seat| state.seen(step, Viewer::Seat(seat)) == state.words(step);
            let number = seat.is_none_or(open).then(|| number_of(state, step)).flatten();
            told.push((state.to_act().seat(), number));
        });
        told
    }

    /// Folds the steps again, telling each position and step before it is played.
    fn retell(&self, mut tell: impl FnMut(&G, &StepOf<G>)) {
        let mut state = self.start.clone();
        for step in &self.steps {
            tell(&state, step);
            state.apply(*step, &mut ());
        }
    }
}

/// The number of a step about to be played.
fn number_of<G: Study>(state: &G, step: &StepOf<G>) -> Option<u32> {
    match step {
        Step::Action(action) => state.number(action),
        Step::Chance(chance) => {
            let mut outcomes = Vec::new();
            state.chances(&mut outcomes);
            outcomes.iter().position(|(outcome, _)| outcome == chance).map(|at| at as u32)
        }
    }
}

impl<G: Study> AnyPosition for Position<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn duplicate(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn same(&self, other: &dyn AnyPosition) -> bool {
        other.as_any().downcast_ref::<Position<G>>().is_some_and(|other| other.state == self.state)
    }

    fn kind(&self) -> &'static dyn Kind {
        Of::<G>::KIND
    }

    fn seats(&self) -> usize {
        self.state.seats()
    }

    fn to_act(&self) -> ToAct {
        self.state.to_act()
    }

    fn hides(&self) -> bool {
        self.state.hides()
    }

    fn steps(&self) -> usize {
        self.before.len() + self.steps.len()
    }

    fn legal(&self) -> &[i32] {
        self.legal.get_or_init(|| {
            let mut numbers = Vec::with_capacity(256);
            self.state.numbers(&mut numbers);
            numbers
        })
    }

    fn outcomes(&self) -> Vec<u32> {
        self.drawn().into_iter().map(|(_, weight)| weight).collect()
    }

    fn words(&self, number: u32) -> Result<String, Unplayable> {
        if self.state.to_act() == ToAct::Chance {
            return Ok(self.state.words(&Step::Chance(self.outcome_at(number.into())?)));
        }
        self.action_words(number)
    }

    fn action_words(&self, number: u32) -> Result<String, Unplayable> {
        Ok(self.state.words(&Step::Action(self.action(number.into())?)))
    }

    fn number(&self, words: &str) -> Result<u32, Unplayable> {
        let step = if self.state.to_act() == ToAct::Chance {
            self.step_of(words)?
        } else {
            Step::Action(self.state.read_action(words).map_err(|why| Self::misread(words, why))?)
        };
        number_of(&self.state, &step).ok_or_else(|| Unplayable::Beyond(engine::clip(words)))
    }

    fn play(&mut self, number: i64) -> Result<(), Unplayable> {
        match self.state.to_act() {
            ToAct::Over(rule) => return Err(Unplayable::Over(rule)),
            ToAct::Chance => {
                let outcome = self.outcome_at(number)?;
                self.apply(Step::Chance(outcome));
            }
            ToAct::Seat(_) => {
                let action = self.action(number)?;
                let listed = |legal: &Vec<i32>| legal.binary_search(&(number as i32)).is_ok();
                if !self.legal.get().is_some_and(listed) {
                    self.state.check(&action).map_err(|why| Unplayable::Illegal {
                        number: number as u32,
                        words: self.state.words(&Step::Action(action)),
                        why,
                    })?;
                }
                self.apply(Step::Action(action));
            }
        }
        Ok(())
    }

    fn play_words(&mut self, words: &str) -> Result<(), Unplayable> {
        let step = self.step_of(words)?;
        self.apply(step);
        Ok(())
    }

    fn draw_on(&mut self, rng: &mut Fast) {
        let mut scratch = Vec::new();
        while self.state.to_act() == ToAct::Chance {
            let outcome = self.state.sample(rng, &mut scratch);
            self.apply(Step::Chance(outcome));
        }
    }

    fn pick(&self, rng: &mut Fast) -> Option<u32> {
        self.state.to_act().seat()?;
        let mut actions = Vec::new();
        self.state.actions(&mut actions);
        actions.retain(|action| self.state.within(action));
        self.state.number(&Random::pick::<G>(&actions, rng))
    }

    fn points(&self, seat: Seat) -> i32 {
        self.state.points(seat)
    }

    fn outcome(&self) -> Outcome {
        self.state.outcome()
    }

    fn view(&self, viewer: Viewer) -> Json {
        plain(&self.state.view(viewer))
    }

    fn diagram(&self) -> Json {
        plain(&self.state.diagram())
    }

    fn canvas(&self, viewer: Viewer) -> Canvas {
        let mut canvas = Canvas::new();
        G::draw(&self.state.view(viewer), &mut canvas);
        canvas
    }

    fn picture(&self, viewer: Viewer) -> Picture {
        G::paint(&self.state.view(viewer))
    }

    fn figures(&self, seat: Seat, chosen: PartSet, row: &mut [f32]) {
        row.fill(0.0);
        G::figures_of(&self.state.view(Viewer::Seat(seat)), seat, chosen, row);
    }

    fn seen(&self, viewer: Viewer) -> Vec<String> {
        let recalled = self.recalled.iter().filter(|(seat, _)| viewer == Viewer::Seat(*seat));
        let mut lines: Vec<String> = recalled.flat_map(|(_, lines)| lines).cloned().collect();
        self.retell(|state, step| {
            let by = state.to_act().seat().map_or('*', Seat::letter);
            lines.push(format!("{by} {}", state.seen(step, viewer)));
        });
        lines
    }

    fn imagine(&self, seat: Seat, rng: &mut Fast) -> Box<dyn AnyPosition> {
        if self.whole {
            let (steps, state) = retell(&self.start, &self.steps, seat, rng);
            return Box::new(Position { steps, state, legal: OnceLock::new(), ..self.clone() });
        }
        // Nobody knows how this one began: the seat recalls how it read the steps, and imagines where they led.
        let state = G::determinize(&self.state.view(Viewer::Seat(seat)), rng);
        Box::new(Position {
            start: state.clone(),
            state,
            steps: Vec::new(),
            before: self.history_as(Some(seat)),
            recalled: Some((seat, self.seen(Viewer::Seat(seat)))),
            legal: OnceLock::new(),
            ..self.clone()
        })
    }

    fn history(&self) -> StepsBefore {
        self.history_as(None)
    }

    fn record(&self) -> Option<Record> {
        if !self.whole {
            return None;
        }
        let mut game = Match::new(self.setup);
        for (seat, name) in Seat::all(self.names.len()).zip(&self.names) {
            game.name(seat, name);
        }
        for step in &self.steps {
            game.apply(*step);
        }
        Some(Match::record(&game))
    }
}

fn plain(value: &impl serde::Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_else(|error| unreachable!("plain data is JSON: {error}"))
}
