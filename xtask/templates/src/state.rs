//! The position, and the rules as its methods.

use engine::{
    BySeat, Canvas, Census, ConstBox, Draft, Evaluate, First, Game, Illegal, Info, Ink, MOST_SEATS, Rng, Rule,
    ScoreLine, Scored, Seat, Setup, Sink, Step, StepOf, ToAct, Viewer, refuse,
};
use serde::{Deserialize, Serialize};

use crate::{Action, Chance, Diagram, Event, Options};

/// The rule of that number in the README.
pub(crate) const fn rule(number: u8) -> Rule {
    Rule::new('__L__', number)
}

/// Finds counted by worth: how many are worth 1, 2 and 3.
pub(crate) type Finds = [u8; 3];

/// The box.
pub(crate) const FINDS: Finds = [5, 3, 2];
pub(crate) const LAST_CAMP: u8 = 3;
pub(crate) const TURNS: u8 = 14;

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Who begins.
    First,
    /// A decision.
    Act,
    /// What is dug up.
    Dig,
    /// Nothing: the match is over by this rule.
    Over(Rule),
}

/// A position of the game. Nothing in it is hidden, so it is also what every viewer sees.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct __Name__ {
    pub(crate) phase: Phase,
    pub(crate) turn: Seat,
    pub(crate) turns: u8,
    /// The finds not dug up yet: what remains, never an order.
    pub(crate) left: Finds,
    pub(crate) camps: BySeat<u8, 4>,
    pub(crate) finds: BySeat<Finds, 4>,
    pub(crate) points: BySeat<i32, 4>,
}

impl __Name__ {
    fn end_turn(&mut self) {
        self.turns += 1;
        self.turn = self.turn.next(self.camps.len()); // __L__4
        self.phase = match (self.left, self.turns) {
            ([0, 0, 0], _) => Phase::Over(rule(5)),
            (_, TURNS) => Phase::Over(rule(6)),
            _ => Phase::Act,
        };
    }

    fn walk(&mut self, events: &mut impl Sink<Event>) {
        self.camps[self.turn] += 1;
        events.tell(Event::Walked { seat: self.turn, camp: self.camps[self.turn] });
        self.end_turn();
    }

    fn find(&mut self, worth: u8, events: &mut impl Sink<Event>) {
        let (seat, kind) = (self.turn, usize::from(worth) - 1);
        let points = i32::from(worth) * i32::from(self.camps[seat]); // __L__3
        self.left[kind] -= 1;
        self.finds[seat][kind] += 1;
        self.points[seat] += points;
        events.tell(Event::Found { seat, worth, points });
        self.end_turn();
    }
}

impl Game for __Name__ {
    const INFO: Info = Info {
        key: "__key__",
        name: "__Title__",
        seats: (2, 4),
        seats_rule: rule(1),
        rules: 1,
        verbs: &["walk", "dig"],
        draws: &["first", "find"],
        refusals: &[rule(2), rule(3), rule(4)],
        ends: &[rule(5), rule(6)],
        rare_ends: &[],
        longest: 1 + 2 * TURNS as u32,
    };

    type Data = ConstBox;
    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = __Name__;
    type Diagram = Diagram;

    fn objections(draft: &Draft<__Name__>, out: &mut Vec<Illegal>) {
        if let First::Seat(seat) = draft.options.first
            && seat.index() >= draft.seats
        {
            out.push(refuse!(rule(1), "first-absent", "{seat} cannot begin, nobody sits there", seat = seat));
        }
    }

    fn new(setup: &Setup<__Name__>) -> __Name__ {
        let (phase, turn) = match setup.options().first {
            First::Random => (Phase::First, Seat::A),
            First::Seat(seat) => (Phase::Act, seat),
        };
        let seats = setup.seats();
        __Name__ {
            phase,
            turn,
            turns: 0,
            left: FINDS,
            camps: BySeat::all(seats, 0),
            finds: BySeat::all(seats, [0; 3]),
            points: BySeat::all(seats, 0),
        }
    }

    fn from_diagram(setup: &Setup<__Name__>, diagram: Diagram) -> Result<__Name__, Vec<String>> {
        diagram.position(setup)
    }

    fn diagram(&self) -> Diagram {
        Diagram::of(self)
    }

    fn seats(&self) -> usize {
        self.camps.len()
    }

    fn to_act(&self) -> ToAct {
        match self.phase {
            Phase::First | Phase::Dig => ToAct::Chance,
            Phase::Act => ToAct::Seat(self.turn),
            Phase::Over(by) => ToAct::Over(by),
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        if self.phase != Phase::Act {
            return;
        }
        let camp = self.camps[self.turn];
        if camp < LAST_CAMP {
            out.push(Action::Walk);
        }
        if camp > 0 {
            out.push(Action::Dig);
        }
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        if self.phase != Phase::Act {
            return Err(refuse!(rule(4), "not-now", "nobody is to decide anything now"));
        }
        match (action, self.camps[self.turn]) {
            (Action::Walk, LAST_CAMP) => {
                Err(refuse!(rule(2), "trail-ends", "the trail ends at camp {camp}", camp = LAST_CAMP))
            }
            (Action::Dig, 0) => Err(refuse!(rule(3), "nothing-here", "nothing is to be found at the start, walk on")),
            _ => Ok(()),
        }
    }

    fn chances(&self, out: &mut Vec<(Chance, u32)>) {
        match self.phase {
            Phase::First => out.extend(Seat::all(self.seats()).map(|seat| (Chance::First(seat), 1))),
            Phase::Dig => {
                let counts = (1..=3).zip(self.left).filter(|(_, count)| *count > 0);
                out.extend(counts.map(|(worth, count)| (Chance::Find(worth), u32::from(count))));
            }
            Phase::Act | Phase::Over(_) => {}
        }
    }

    fn apply(&mut self, step: StepOf<__Name__>, events: &mut impl Sink<Event>) {
        match step {
            Step::Action(Action::Walk) => self.walk(events),
            Step::Action(Action::Dig) => self.phase = Phase::Dig,
            Step::Chance(Chance::Find(worth)) => self.find(worth, events),
            Step::Chance(Chance::First(seat)) => {
                self.turn = seat;
                self.phase = Phase::Act;
            }
        }
    }

    fn rule(&self, action: &Action) -> Rule {
        match action {
            Action::Walk => rule(2),
            Action::Dig => rule(3),
        }
    }

    fn alphabet(&self, out: &mut Vec<Action>) {
        out.extend(Action::ALL);
    }

    fn reveals(&self, step: &StepOf<__Name__>) -> bool {
        matches!(step, Step::Chance(_))
    }

    fn view(&self, _viewer: Viewer) -> __Name__ {
        self.clone()
    }

    fn seen(&self, step: &StepOf<__Name__>, _viewer: Viewer) -> String {
        self.words(step)
    }

    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn determinize(view: &__Name__, _rng: &mut impl Rng) -> __Name__ {
        view.clone()
    }

    fn draw(view: &__Name__, canvas: &mut Canvas) {
        let [one, two, three] = view.left;
        let head = format!("Turn {} of {TURNS}   finds left: {one} of 1, {two} of 2, {three} of 3", view.turns + 1);
        canvas.line_in(&head, Ink::Strong);
        for (seat, camp) in view.camps.iter() {
            let mark = if view.to_act() == ToAct::Seat(seat) { '>' } else { ' ' };
            let trail: String = (0..=LAST_CAMP).map(|at| if at == *camp { " (*)" } else { "  . " }).collect();
            canvas.line_in(&format!("{mark} {seat} {trail}  {} points", view.points[seat]), Ink::Seat(seat));
        }
    }

    fn points(&self, seat: Seat) -> i32 {
        self.points[seat]
    }
}

impl Evaluate for __Name__ {
    fn estimates(&self, _weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
        let mut values = [0.0; MOST_SEATS];
        for (seat, points) in self.points.iter() {
            values[seat.index()] = *points as f32 + f32::from(self.camps[seat]);
        }
        values
    }
}

impl Census for __Name__ {
    fn census(&self, out: &mut Vec<(&'static str, u32)>) {
        for (kind, name) in ["finds worth 1", "finds worth 2", "finds worth 3"].into_iter().enumerate() {
            let found: u8 = self.finds.values().map(|finds| finds[kind]).sum();
            out.push((name, u32::from(self.left[kind] + found)));
        }
    }
}

impl Scored<__Name__> for Event {
    fn score_line(&self, _game: &__Name__) -> Option<ScoreLine> {
        match self {
            Event::Found { seat, worth, points } => Some(ScoreLine {
                seat: *seat,
                section: "finds".into(),
                item: format!("finds worth {worth}").into(),
                points: *points,
            }),
            Event::Walked { .. } => None,
        }
    }
}
