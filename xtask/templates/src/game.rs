//! The dispatcher from the words of the game to its rules: [`Game`] for [`__Name__`].

use engine::{
    Boxed, BySeat, Canvas, ConstBox, Draft, First, Game, Illegal, Info, Rng, Rule, Seat, Setup, Sink, Step, StepOf,
    ToAct, Viewer, refuse,
};

use crate::action::{Action, Chance};
use crate::diagram::Diagram;
use crate::event::Event;
use crate::options::Options;
use crate::parts::Parts;
use crate::rules::numbers::{__L__1, __L__2, __L__3, __L__4, __L__5, __L__6};
use crate::state::{__Name__, FINDS, Phase, TURNS};

impl Game for __Name__ {
    const INFO: Info = Info {
        key: "__key__",
        name: "__Title__",
        seats: (2, 4),
        seats_rule: __L__1,
        rules: 1,
        verbs: &["walk", "dig"],
        draws: &["first", "find"],
        refusals: &[__L__2, __L__3, __L__4],
        ends: &[__L__5, __L__6],
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
            out.push(refuse!(__L__1, "first-absent", "{seat} cannot begin, nobody sits there", seat = seat));
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
        self.list(out);
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        self.judge(*action)
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
            Action::Walk => __L__2,
            Action::Dig => __L__3,
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

    fn redact(&self, event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn determinize(view: &__Name__, _rng: &mut impl Rng) -> __Name__ {
        view.clone()
    }

    fn draw(view: &__Name__, canvas: &mut Canvas) {
        crate::draw::draw(view, canvas);
    }

    fn points(&self, seat: Seat) -> i32 {
        self.points[seat]
    }

    fn parts(_data: Boxed<ConstBox>) -> serde_json::Value {
        serde_json::to_value(Parts::ALL).unwrap_or_default()
    }

    fn typescript() -> Option<String> {
        Some(crate::typescript::typescript())
    }
}
