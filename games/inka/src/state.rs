//! The state of a match, and the game as the engine asks for it: a dispatcher to the rules.

use std::fmt;

use engine::{
    BySeat, Canvas, Dice as _, Draft, First, Game, Illegal, Info, List, Misread, Offer, Rng, Rule, ScoreLine, Seat,
    Setup, Sink, Step, StepOf, ToAct, Viewer, refuse,
};

use crate::action::{Action, Chance, DRAWS, Place, Space, VERBS};
use crate::diagram::Diagram;
use crate::event::Event;
use crate::options::{CoverStarts, Options};
use crate::placement::Placement;
use crate::rules::k;
use crate::temple::{GOALS, PATHS, RHOMBI, Rhombus, Temple};
use crate::view::View;
use crate::{draw, score};

/// The AP of a turn.
pub(crate) const AP: u8 = 3;

/// After so many turns in a row without a statue taken the game ends (K19).
pub(crate) const QUIET_TURNS: u8 = 200;

/// The most seats.
pub(crate) const SEATS: usize = 4;

/// How far a turn has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Turn {
    pub(crate) ap: u8,
    /// Phase 3 has begun: path rhombi rest (K12).
    pub(crate) third: bool,
    /// The last thing done in phase 3 was a walk (K12).
    pub(crate) walked: bool,
    /// A statue was taken in this turn (K19).
    pub(crate) took: bool,
}

impl Turn {
    pub(crate) const FRESH: Turn = Turn { ap: AP, third: false, walked: false, took: false };
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    /// The first player is drawn.
    First,
    /// Pawns are put on starts.
    Start,
    /// A path rhombus is drawn.
    Draw,
    /// It is laid.
    Lay(Rhombus),
    /// Somebody's turn.
    Turn(Turn),
    /// The seat has left the temple and won (K18).
    Left,
    /// Nobody took a statue for too long (K19).
    Exhausted,
}

/// A position of Inka.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Inka {
    pub(crate) temple: engine::Boxed<Temple>,
    /// Where the rhombi lie; a path rhombus that is not laid lies nowhere.
    pub(crate) rhombi: [Option<Placement>; RHOMBI],
    pub(crate) pawns: BySeat<Option<Place>, SEATS>,
    pub(crate) blockers: BySeat<Option<Space>, SEATS>,
    /// The goal rhombi from which the seat has taken its statue, a bit each.
    pub(crate) taken: BySeat<u8, SEATS>,
    pub(crate) options: Options,
    /// Who is to act, or has left.
    pub(crate) seat: Seat,
    pub(crate) stage: Stage,
    /// How many turns in a row went by without a statue taken.
    pub(crate) quiet: u8,
}

impl fmt::Debug for Inka {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", Game::diagram(self))
    }
}

impl Inka {
    /// Lists what the seat to act may do.
    pub(crate) fn list(&self, out: &mut impl List<Action>) {
        match self.stage {
            Stage::Start => self.list_starts(out),
            Stage::Lay(rhombus) => self.list_lays(rhombus, out),
            Stage::Turn(turn) => self.list_turn(turn, out),
            Stage::First | Stage::Draw | Stage::Left | Stage::Exhausted => {}
        }
    }
}

impl Game for Inka {
    const INFO: Info = Info {
        key: "inka",
        name: "Inka",
        seats: (2, SEATS),
        seats_rule: k(7),
        rules: 2,
        verbs: VERBS,
        draws: DRAWS,
        refusals: &[k(3), k(4), k(5), k(7), k(8), k(9), k(11), k(12), k(13), k(14), k(15), k(16), k(17)],
        ends: &[k(18), k(19)],
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
                k(7),
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
        match self.stage {
            Stage::First | Stage::Draw => ToAct::Chance,
            Stage::Start | Stage::Lay(_) | Stage::Turn(_) => ToAct::Seat(self.seat),
            Stage::Left => ToAct::Over(k(18)),
            Stage::Exhausted => ToAct::Over(k(19)),
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        self.list(out);
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        self.check_stage(*action)?;
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
        match self.stage {
            Stage::First => out.extend(Seat::all(self.seats()).map(|seat| (Chance::First(seat), 1))),
            Stage::Draw => out.extend(self.unlaid().map(|rhombus| (Chance::Rhombus(rhombus), 1))),
            _ => {}
        }
    }

    fn drawing(&self) -> usize {
        usize::from(self.stage != Stage::First)
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

    fn verb(action: &Action) -> usize {
        action.verb()
    }

    fn rule(&self, action: &Action) -> Rule {
        match action {
            Action::Start(_) => k(7),
            Action::Lay(_) => k(8),
            Action::Slide { rhombus, .. } | Action::Turn { rhombus, .. } if rhombus.is_goal() => k(16),
            Action::Slide { .. } => k(3),
            Action::Turn { .. } => k(4),
            Action::Walk(place) if self.wins_at(*place) => k(18),
            Action::Walk(Place::On(_, Some(_))) => k(13),
            Action::Walk(_) => k(12),
            Action::Take => k(14),
            Action::Passage(_) => k(15),
            Action::Block(_) | Action::End => k(17),
        }
    }

    fn alphabet(&self, out: &mut Vec<Action>) {
        crate::rules::alphabet(self, out);
    }

    fn census(&self, out: &mut Vec<(&'static str, u32)>) {
        let laid = self.lying().filter(|(rhombus, _)| !rhombus.is_goal()).count();
        let goals = self.lying().count() - laid;
        let taken: u32 = self.taken.values().map(|taken| taken.count_ones()).sum();
        let left: u32 = self.taken.values().map(|taken| GOALS as u32 - taken.count_ones()).sum();
        out.push(("path rhombi", (laid + self.unlaid().count()) as u32));
        out.push(("goal rhombi", goals as u32));
        // Two for each rhombus, so that none lies on another.
        out.push(("cells covered twice", 2 * (laid + goals) as u32 - self.covered().len()));
        out.push(("pawns", self.pawns.len() as u32));
        out.push(("blockers", self.blockers.len() as u32));
        out.push(("statues", left + taken));
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

    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Event> {
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

    fn score_line(&self, event: &Event) -> Option<ScoreLine> {
        score::line(event)
    }

    fn write_action(&self, action: &Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(action, f)
    }

    fn read_action(&self, words: &str) -> Result<Action, Misread> {
        Action::read(words)
    }

    fn write_chance(&self, chance: &Chance, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(chance, f)
    }

    fn read_chance(&self, words: &str) -> Result<Chance, Misread> {
        Chance::read(words)
    }

    fn roam(&self, rng: &mut impl Rng, scratch: &mut Vec<Action>) -> Action {
        scratch.clear();
        if let Stage::Turn(turn) = self.stage {
            return self.random_word(turn, rng, scratch);
        }
        self.actions(scratch);
        engine::Random::pick::<Inka>(scratch, rng)
    }

    fn sample(&self, rng: &mut impl Rng, _scratch: &mut Vec<(Chance, u32)>) -> Chance {
        if self.stage == Stage::First {
            return Chance::First(Seat::new(rng.below(self.seats() as u32) as usize));
        }
        let count = self.unlaid().count() as u32;
        let drawn = self.unlaid().nth(rng.below(count) as usize);
        Chance::Rhombus(drawn.unwrap_or_else(|| unreachable!("something is left to draw")))
    }

    fn estimate(&self, seat: Seat) -> f32 {
        self.estimates(None)[seat.index()]
    }

    fn weights(seats: usize) -> &'static [(&'static str, f32)] {
        crate::weights::Weights::named(seats)
    }

    fn rivalry(weights: Option<&[f32]>) -> f32 {
        // One value for every table: how many sit there is not known when a bot is made.
        crate::weights::Weights::of(2, weights).rivalry
    }

    fn estimates(&self, weights: Option<&[f32]>) -> [f32; engine::MOST_SEATS] {
        crate::evaluate::estimates(self, weights)
    }

    fn parts(data: engine::Boxed<Temple>) -> serde_json::Value {
        serde_json::to_value(crate::parts::Parts::of(data)).unwrap_or_default()
    }

    fn offers(&self) -> Vec<Offer> {
        crate::rules::offers(self)
    }
}
