//! The rules of the toy.

use engine::{
    BySeat, Canvas, ConstBox, Evaluate, First, Game, Illegal, Info, Ink, Inventory, MOST_SEATS, Rng, Rule, ScoreLine,
    Scored, Seat, Setup, Sink, Step, StepOf, ToAct, Viewer, refuse,
};
use serde::{Deserialize, Serialize};

use super::parts::{Action, Bag, Chance, Event, Options};
use super::parts::{X1, X3, X4, X5, X6, X7, X8, X9};
use super::view::{Diagram, View};

/// How many pebbles of each worth.
pub(super) type Pebbles = [u8; 4];

pub(super) fn total(pebbles: Pebbles) -> u8 {
    pebbles.iter().sum()
}

/// What the toy waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Who begins.
    First,
    /// A decision.
    Act,
    /// A pebble.
    Draw,
    /// Nothing: over by X8 or X9.
    Over(Rule),
}

/// A position of the toy.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Toy {
    pub(super) small: bool,
    pub(super) phase: Phase,
    pub(super) turn: Seat,
    pub(super) ap: u8,
    pub(super) turns: u8,
    pub(super) bag: Pebbles,
    pub(super) hands: BySeat<Pebbles, 4>,
    pub(super) laid: BySeat<Pebbles, 4>,
}

impl Toy {
    pub(super) const AP: u8 = 3;
    const HAND: u8 = 5;
    const TURNS: u8 = 24;

    pub(super) fn all_pebbles(&self) -> Pebbles {
        if self.small { [4, 3, 2, 1] } else { [8, 6, 4, 2] }
    }

    /// What is held in the hand of the seat whose turn it is.
    fn holds(&self, worth: u8) -> bool {
        (1..=4).contains(&worth) && self.hands[self.turn][worth as usize - 1] > 0
    }

    fn afford(&self, price: u8) -> Result<(), Illegal> {
        if self.ap < price {
            return Err(refuse!(X3, "no-ap", "that costs {price} AP, {left} are left", price = price, left = self.ap));
        }
        Ok(())
    }

    fn end_turn(&mut self) {
        self.turns += 1;
        self.phase = match (total(self.bag), self.turns) {
            (0, _) => Phase::Over(X8),
            (_, Toy::TURNS) => Phase::Over(X9),
            _ => Phase::Act,
        };
        self.turn = self.turn.next(self.hands.len());
        self.ap = Toy::AP;
    }

    fn act(&mut self, action: Action, events: &mut impl Sink<Event>) {
        match action {
            Action::Draw => {
                self.ap -= 1;
                self.phase = Phase::Draw;
            }
            Action::Lay(worth) => {
                self.ap -= 1;
                self.hands[self.turn][worth as usize - 1] -= 1;
                self.laid[self.turn][worth as usize - 1] += 1;
                events.emit(Event::Laid { seat: self.turn, worth });
            }
            Action::Trade(worth) => {
                self.ap -= 2;
                self.hands[self.turn][worth as usize - 1] -= 1;
                self.bag[worth as usize - 1] += 1;
                self.phase = Phase::Draw;
            }
            Action::End => self.end_turn(),
        }
    }
}

impl Game for Toy {
    const INFO: Info = Info {
        key: "toy",
        name: "Pebbles",
        seats: (2, 4),
        seats_rule: X1,
        rules: 1,
        verbs: &["draw", "lay", "trade", "end"],
        draws: &["first", "pebble"],
        refusals: &[X3, X4, X5, X6, X7],
        ends: &[X8, X9],
        rare_ends: &[],
        longest: 1 + 24 * 7,
    };

    type Data = ConstBox;
    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = View;
    type Diagram = Diagram;

    fn objections(draft: &engine::Draft<Toy>, out: &mut Vec<Illegal>) {
        if let First::Seat(seat) = draft.options.first
            && seat.index() >= draft.seats
        {
            out.push(refuse!(X1, "first-absent", "{seat} cannot begin, nobody sits there", seat = seat));
        }
    }

    fn new(setup: &Setup<Toy>) -> Toy {
        let (phase, turn) = match setup.options().first {
            First::Random => (Phase::First, Seat::A),
            First::Seat(seat) => (Phase::Act, seat),
        };
        let none = BySeat::all(setup.seats(), Pebbles::default());
        let small = setup.options().bag == Bag::Small;
        let mut toy = Toy { small, phase, turn, ap: Toy::AP, turns: 0, bag: [0; 4], hands: none, laid: none };
        toy.bag = toy.all_pebbles();
        toy
    }

    fn from_diagram(setup: &Setup<Toy>, diagram: Diagram) -> Result<Toy, Vec<String>> {
        diagram.position(setup)
    }

    fn diagram(&self) -> Diagram {
        Diagram::of(self)
    }

    fn seats(&self) -> usize {
        self.hands.len()
    }

    fn to_act(&self) -> ToAct {
        match self.phase {
            Phase::First | Phase::Draw => ToAct::Chance,
            Phase::Act => ToAct::Seat(self.turn),
            Phase::Over(rule) => ToAct::Over(rule),
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        if self.phase != Phase::Act {
            return;
        }
        let hand = &self.hands[self.turn];
        if self.ap >= 1 && total(self.bag) > 0 && total(*hand) < Toy::HAND {
            out.push(Action::Draw);
        }
        let held = (1..=4).filter(|worth| hand[*worth as usize - 1] > 0);
        if self.ap >= 1 {
            out.extend(held.clone().map(Action::Lay));
        }
        if self.ap >= 2 {
            out.extend(held.map(Action::Trade));
        }
        out.push(Action::End);
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        if self.phase != Phase::Act {
            return Err(refuse!(X3, "not-now", "nobody is to decide anything now"));
        }
        match *action {
            Action::Draw => {
                self.afford(1)?;
                if total(self.bag) == 0 {
                    return Err(refuse!(X4, "bag-empty", "the bag is empty"));
                }
                if total(self.hands[self.turn]) >= Toy::HAND {
                    return Err(refuse!(X5, "hand-full", "a hand holds {most} pebbles", most = Toy::HAND));
                }
                Ok(())
            }
            Action::Lay(worth) => {
                self.afford(1)?;
                let why = || refuse!(X6, "lay-none", "you hold no pebble worth {worth}", worth = worth);
                if self.holds(worth) { Ok(()) } else { Err(why()) }
            }
            Action::Trade(worth) => {
                self.afford(2)?;
                let why = || refuse!(X7, "trade-none", "you hold no pebble worth {worth}", worth = worth);
                if self.holds(worth) { Ok(()) } else { Err(why()) }
            }
            Action::End => Ok(()),
        }
    }

    fn chances(&self, out: &mut Vec<(Chance, u32)>) {
        match self.phase {
            Phase::First => out.extend(Seat::all(self.seats()).map(|seat| (Chance::First(seat), 1))),
            Phase::Draw => {
                let worths = (1..=4).filter(|worth| self.bag[*worth as usize - 1] > 0);
                out.extend(worths.map(|worth| (Chance::Pebble(worth), u32::from(self.bag[worth as usize - 1]))));
            }
            Phase::Act | Phase::Over(_) => {}
        }
    }

    fn apply(&mut self, step: StepOf<Toy>, events: &mut impl Sink<Event>) {
        match step {
            Step::Action(action) => self.act(action, events),
            Step::Chance(Chance::First(seat)) => {
                self.turn = seat;
                self.phase = Phase::Act;
            }
            Step::Chance(Chance::Pebble(worth)) => {
                self.bag[worth as usize - 1] -= 1;
                self.hands[self.turn][worth as usize - 1] += 1;
                self.phase = Phase::Act;
                events.emit(Event::Drawn { seat: self.turn, worth: Some(worth) });
            }
        }
    }

    fn rule(&self, action: &Action) -> Rule {
        match action {
            Action::Draw => X4,
            Action::Lay(_) => X6,
            Action::Trade(_) => X7,
            Action::End => X3,
        }
    }

    fn alphabet(&self, out: &mut Vec<Action>) {
        out.push(Action::Draw);
        out.extend((1..=4).map(Action::Lay));
        out.extend((1..=4).map(Action::Trade));
        out.push(Action::End);
    }

    fn reveals(&self, step: &StepOf<Toy>) -> bool {
        matches!(step, Step::Chance(_))
    }

    fn hides(&self) -> bool {
        true // hands, and what is drawn into them
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn seen(&self, step: &StepOf<Toy>, viewer: Viewer) -> String {
        match step {
            Step::Chance(Chance::Pebble(_)) if !viewer.is(self.turn) => "pebble ?".to_owned(),
            Step::Action(Action::Trade(_)) if !viewer.is(self.turn) => "trade ?".to_owned(),
            _ => self.words(step),
        }
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event {
            Event::Drawn { seat, .. } if !viewer.is(*seat) => Event::Drawn { seat: *seat, worth: None },
            _ => event.clone(),
        })
    }

    fn determinize(view: &View, rng: &mut impl Rng) -> Toy {
        view.imagine(rng)
    }

    fn draw(view: &View, canvas: &mut Canvas) {
        let toy = view.position();
        canvas.line_in(&format!("Bag: {} pebbles   Turn {} of {}", view.bag, toy.turns + 1, Toy::TURNS), Ink::Strong);
        for (seat, laid) in toy.laid.iter() {
            let mark = if seat == toy.turn { '>' } else { ' ' };
            let hand = view.own[seat].map_or_else(|| format!("{} pebbles", view.hands[seat]), |own| format!("{own:?}"));
            let row = format!("{mark} {seat}: table {laid:?}  hand {hand}  points {}", toy.points(seat));
            canvas.line_in(&row, Ink::Seat(seat));
        }
        canvas.line(&format!("{} AP left; pebbles are counted by worth [1, 2, 3, 4]", toy.ap));
    }

    fn points(&self, seat: Seat) -> i32 {
        (1..=4).map(|worth| worth * i32::from(self.laid[seat][worth as usize - 1])).sum()
    }

    fn shut(&self, verb: usize) -> Option<Illegal> {
        let price = [1, 1, 2, 0][verb];
        if self.phase == Phase::Act { self.afford(price).err() } else { None }
    }

    /// Small pebbles are at hand, large ones further away.
    fn remoteness(&self, action: &Action) -> u32 {
        match action {
            Action::Lay(worth) | Action::Trade(worth) => u32::from(*worth),
            Action::Draw | Action::End => 0,
        }
    }

    fn tiebreak(&self, seat: Seat) -> (i32, i32) {
        (i32::from(total(self.hands[seat])), 0)
    }
}

impl Evaluate for Toy {
    fn estimates(&self, _weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
        let mut values = [0.0; MOST_SEATS];
        for (seat, hand) in self.hands.iter() {
            let held: u8 = (1..=4).zip(hand).map(|(worth, count)| worth * count).sum();
            values[seat.index()] = self.points(seat) as f32 + 0.5 * f32::from(held);
        }
        values
    }
}

impl Inventory for Toy {
    fn inventory(&self, out: &mut Vec<(&'static str, u32)>) {
        for (kind, name) in
            ["pebbles worth 1", "pebbles worth 2", "pebbles worth 3", "pebbles worth 4"].iter().enumerate()
        {
            let out_of_bag = self.hands.values().chain(self.laid.values()).map(|pebbles| pebbles[kind]);
            out.push((name, u32::from(self.bag[kind] + out_of_bag.sum::<u8>())));
        }
    }
}

impl Scored<Toy> for Event {
    fn score_line(&self, _game: &Toy) -> Option<ScoreLine> {
        match self {
            Event::Laid { seat, worth } => Some(ScoreLine {
                seat: *seat,
                section: "table".into(),
                item: format!("pebbles worth {worth}").into(),
                points: i32::from(*worth),
            }),
            Event::Drawn { .. } => None,
        }
    }
}
