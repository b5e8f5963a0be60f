//! The dispatcher from the words of the game to its rules: [`Game`] for [`Inka`].

use engine::{
    Canvas, Dice as _, Draft, First, Game, Illegal, Info, List, Offer, Rng, Rule, Seat, Setup, Sink, Step, StepOf,
    ToAct, Viewer, refuse,
};

use crate::action::{Action, Chance, DRAWS, Foothold, VERBS};
use crate::diagram::Diagram;
use crate::draw;
use crate::event::Event;
use crate::options::{CoverStarts, Options};
use crate::rules::numbers::{K3, K4, K5, K7, K8, K9, K11, K12, K13, K14, K15, K16, K17, K18, K19};
use crate::state::{Inka, Phase, SEATS};
use crate::temple::{PATHS, Temple};
use crate::view::View;

impl Inka {
    /// Lists what the seat to act may do.
    pub(crate) fn list(&self, out: &mut impl List<Action>) {
        match self.phase {
            Phase::Start => self.list_starts(out),
            Phase::Lay(rhombus) => self.list_lays(rhombus, out),
            Phase::Turn(turn) => self.list_turn(turn, out),
            Phase::First | Phase::Draw | Phase::Left | Phase::Exhausted => {}
        }
    }
}

impl Game for Inka {
    const INFO: Info = Info {
        key: "inka",
        name: "Inka",
        seats: (2, SEATS),
        seats_rule: K7,
        rules: 2,
        verbs: VERBS,
        draws: DRAWS,
        refusals: &[K3, K4, K5, K7, K8, K9, K11, K12, K13, K14, K15, K16, K17],
        ends: &[K18, K19],
        rare_ends: &[],
        // At most 12 statues, each after fewer than 200 quiet turns, then 200 more; at most 8 words a turn: three
        // for AP, four walks and the end.
        longest: 1 + 4 + 2 * PATHS as u32 + (12 * 200 + 200) * 8,
    };

    type Data = Temple;
    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = View;
    type Diagram = Diagram;

    fn objections(draft: &Draft<Inka>, out: &mut Vec<Illegal>) {
        if let First::Seat(first) = draft.options.first
            && first.index() >= draft.seats
        {
            out.push(refuse!(
                K7,
                "first-absent",
                "{first} cannot begin, the match has {seats} seats",
                first = first,
                seats = draft.seats
            ));
        }
    }

    fn older(draft: &mut Draft<Inka>, rules: u32) -> bool {
        // Version 1 had the other default (K5, K8).
        draft.options.cover_starts = CoverStarts::Off;
        rules == 1
    }

    fn new(setup: &Setup<Inka>) -> Inka {
        Inka::before_the_first_step(setup)
    }

    fn from_diagram(setup: &Setup<Inka>, diagram: Diagram) -> Result<Inka, Vec<String>> {
        diagram.into_game(setup)
    }

    fn diagram(&self) -> Diagram {
        Diagram::of(self)
    }

    fn seats(&self) -> usize {
        self.pawns.len()
    }

    fn to_act(&self) -> ToAct {
        match self.phase {
            Phase::First | Phase::Draw => ToAct::Chance,
            Phase::Start | Phase::Lay(_) | Phase::Turn(_) => ToAct::Seat(self.seat),
            Phase::Left => ToAct::Over(K18),
            Phase::Exhausted => ToAct::Over(K19),
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        self.list(out);
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        self.check_phase(*action)?;
        match *action {
            Action::Start(start) => self.check_start(start),
            Action::Lay(placement) => self.check_lay(placement),
            Action::Slide { rhombus, direction, steps } => self.check_slide(rhombus, direction, steps),
            Action::Turn { rhombus, corner, sense, steps } => self.check_turn(rhombus, corner, sense, steps),
            Action::Walk(place) => self.check_walk(place),
            Action::Take => self.check_take(),
            Action::Passage(cell) => self.check_passage(cell),
            Action::Block(space) => self.check_block(space),
            Action::End => Ok(()),
        }
    }

    fn chances(&self, out: &mut Vec<(Chance, u32)>) {
        match self.phase {
            Phase::First => out.extend(Seat::all(self.seats()).map(|seat| (Chance::First(seat), 1))),
            Phase::Draw => out.extend(self.unlaid().map(|rhombus| (Chance::Rhombus(rhombus), 1))),
            _ => {}
        }
    }

    fn apply(&mut self, step: StepOf<Inka>, events: &mut impl Sink<Event>) {
        match step {
            Step::Chance(Chance::First(seat)) => self.begin_with(seat, events),
            Step::Chance(Chance::Rhombus(rhombus)) => self.draw_rhombus(rhombus, events),
            Step::Action(Action::Start(start)) => self.put_on_start(start, events),
            Step::Action(Action::Lay(placement)) => self.lay(placement, events),
            Step::Action(Action::Slide { rhombus, direction, steps }) => self.slide(rhombus, direction, steps, events),
            Step::Action(Action::Turn { rhombus, corner, sense, steps }) => {
                self.turn(rhombus, corner, sense, steps, events);
            }
            Step::Action(Action::Walk(place)) => self.walk(place, events),
            Step::Action(Action::Take) => self.take(events),
            Step::Action(Action::Passage(cell)) => self.pass(cell, events),
            Step::Action(Action::Block(space)) => self.end_turn(Some(space), events),
            Step::Action(Action::End) => self.end_turn(None, events),
        }
    }

    fn rule(&self, action: &Action) -> Rule {
        match action {
            Action::Start(_) => K7,
            Action::Lay(_) => K8,
            Action::Slide { rhombus, .. } | Action::Turn { rhombus, .. } if rhombus.is_goal() => K16,
            Action::Slide { .. } => K3,
            Action::Turn { .. } => K4,
            Action::Walk(place) if self.wins_at(*place) => K18,
            Action::Walk(Foothold::On(_, Some(_))) => K13,
            Action::Walk(_) => K12,
            Action::Take => K14,
            Action::Passage(_) => K15,
            Action::Block(_) | Action::End => K17,
        }
    }

    fn alphabet(&self, out: &mut Vec<Action>) {
        crate::alphabet::alphabet(self, out);
    }

    fn reveals(&self, step: &StepOf<Inka>) -> bool {
        matches!(step, Step::Chance(_))
    }

    fn view(&self, _viewer: Viewer) -> View {
        View::of(self)
    }

    fn seen(&self, step: &StepOf<Inka>, _viewer: Viewer) -> String {
        self.words(step) // K20: every step is open.
    }

    fn redact(&self, event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(event.clone()) // K20
    }

    fn determinize(view: &View, _rng: &mut impl Rng) -> Inka {
        view.game().clone() // K20: nothing is hidden but what is still to be drawn.
    }

    fn draw(view: &View, canvas: &mut Canvas) {
        draw::draw(view.game(), canvas);
    }

    fn points(&self, seat: Seat) -> i32 {
        self.score(seat)
    }

    fn roam(&self, rng: &mut impl Rng, scratch: &mut Vec<Action>) -> Action {
        scratch.clear();
        if let Phase::Turn(turn) = self.phase {
            return self.random_word(turn, rng, scratch);
        }
        self.actions(scratch);
        engine::Random::pick::<Inka>(scratch, rng)
    }

    fn sample(&self, rng: &mut impl Rng, _scratch: &mut Vec<(Chance, u32)>) -> Chance {
        if self.phase == Phase::First {
            return Chance::First(Seat::new(rng.below(self.seats() as u32) as usize));
        }
        let count = self.unlaid().count() as u32;
        let drawn = self.unlaid().nth(rng.below(count) as usize);
        Chance::Rhombus(drawn.unwrap_or_else(|| unreachable!("something is left to draw")))
    }

    fn parts(data: engine::Boxed<Temple>) -> serde_json::Value {
        serde_json::to_value(crate::parts::Parts::of(data)).unwrap_or_default()
    }

    fn typescript() -> Option<String> {
        Some(crate::typescript::typescript())
    }

    fn offers(&self) -> Vec<Offer> {
        crate::offers::offers(self)
    }

    fn shut(&self, verb: usize) -> Option<Illegal> {
        crate::offers::shut(self, VERBS[verb])
    }

    fn remoteness(&self, action: &Action) -> u32 {
        crate::offers::remoteness(self, *action)
    }
}
