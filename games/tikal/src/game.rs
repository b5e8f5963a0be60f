//! The dispatcher from the words of the game to its rules: [`Game`] for [`Tikal`].

use engine::{
    Boxed, Canvas, ConstBox, Draft, First, Game, Illegal, Info, List, Offer, Rng, Rule, Seat, Setup, Sink, Step,
    StepOf, ToAct, Viewer,
};

use crate::action::{Action, Chance, DRAWS, VERBS};
use crate::diagram::Diagram;
use crate::event::Event;
use crate::options::{self, Options, Tempo, Terrain};
use crate::rules::numbers::{T1, T6, T7, T10, T11, T12, T13, T14, T15, T16, T17, T18, T22, T25, T32, T33, T34, T35};
use crate::state::{MOST, Phase, Tikal};
use crate::tiles::Tile;
use crate::view::View;

impl Tikal {
    /// Lists what the seat to act may do.
    pub(crate) fn list(&self, out: &mut impl List<Action>) {
        match self.phase {
            Phase::Place => self.list_places(out),
            Phase::Spend => self.list_spending(out),
            Phase::Bid => self.list_bids(out),
            Phase::Take => out.extend(self.round.display.into_iter().map(Action::Take)),
            Phase::Verdict => out.extend([Action::Score, Action::Skip]),
            Phase::Chips => self.list_chips(out),
            Phase::First | Phase::Tile | Phase::Treasure(_) | Phase::Roll(_) | Phase::Over => {}
        }
    }
}

impl Game for Tikal {
    const INFO: Info = Info {
        key: "tikal",
        name: "Tikal",
        seats: (2, MOST),
        seats_rule: T1,
        rules: 2,
        verbs: VERBS,
        draws: DRAWS,
        refusals: &[T6, T7, T10, T11, T12, T13, T14, T15, T16, T17, T18, T25, T32, T33, T34, T35],
        ends: &[T22, T34],
        rare_ends: &[],
        longest: 20_000,
    };
    type Data = ConstBox;
    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = View;
    type Diagram = Diagram;

    fn objections(draft: &Draft<Self>, out: &mut Vec<Illegal>) {
        options::objections(draft, out);
    }

    fn older(draft: &mut Draft<Self>, rules: u32) -> bool {
        // No option has what T22 and T32 were, so the match keeps its version.
        draft.rules = rules;
        rules == 1
    }

    fn new(setup: &Setup<Self>) -> Self {
        let mut game = Tikal::empty(setup);
        match game.options.first {
            First::Random => game.phase = Phase::First,
            First::Seat(seat) => game.seat = seat,
        }
        game
    }

    fn from_diagram(setup: &Setup<Self>, diagram: Diagram) -> Result<Self, Vec<String>> {
        crate::diagram::read(setup, &diagram)
    }

    fn diagram(&self) -> Diagram {
        crate::diagram::write(self)
    }

    fn seats(&self) -> usize {
        self.players.len()
    }

    #[inline]
    fn to_act(&self) -> ToAct {
        match self.phase {
            Phase::First | Phase::Tile | Phase::Treasure(_) | Phase::Roll(_) => ToAct::Chance,
            Phase::Over => ToAct::Over(if self.options.terrain == Terrain::Letters { T22 } else { T34 }),
            _ => ToAct::Seat(self.seat),
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        self.list(out);
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Place(cell, turn) => self.check_place(cell, turn),
            Action::Bid(points) => self.check_bid(points),
            Action::Pass => self.check_pass(),
            Action::Take(tile) => self.check_take(tile),
            Action::Score | Action::Skip => self.check_verdict(),
            Action::Chips(chips) => self.check_chips(chips),
            _ => self.check_spending(*action),
        }
    }

    fn chances(&self, out: &mut Vec<(Chance, u32)>) {
        match self.phase {
            Phase::First => out.extend(self.table().map(|seat| (Chance::First(seat), 1))),
            Phase::Tile => out.extend(self.stack_top().into_iter().map(|tile| (Chance::Tile(tile), 1))),
            Phase::Treasure(_) => self.list_treasures(out),
            Phase::Roll(_) => self.list_rolls(out),
            _ => {}
        }
    }

    fn apply(&mut self, step: StepOf<Self>, events: &mut impl Sink<Event>) {
        match step {
            Step::Chance(Chance::First(seat)) => self.begin(seat, events),
            Step::Chance(Chance::Tile(tile)) => self.turn_up(tile, events),
            Step::Chance(Chance::Treasure(kind)) => self.find(kind, events),
            Step::Chance(Chance::Roll(sum)) => self.roll(sum, events),
            Step::Action(Action::Place(cell, turn)) => self.place(cell, turn, events),
            Step::Action(Action::Bid(points)) => self.bid(points, events),
            Step::Action(Action::Pass) => self.pass(events),
            Step::Action(Action::Take(tile)) => self.take(tile, events),
            Step::Action(Action::Score) => self.judge(true, events),
            Step::Action(Action::Skip) => self.judge(false, events),
            Step::Action(Action::Chips(chips)) => self.choose_chips(chips, events),
            Step::Action(Action::End) => self.end_turn(events),
            Step::Action(action) => self.spend(action, events),
        }
    }

    fn rule(&self, action: &Action) -> Rule {
        match action {
            Action::Place(..) if self.own().hand.is_some_and(Tile::is_volcano) => T7,
            Action::Place(..) => T6,
            Action::Enter(..) => T11,
            Action::Shortcut(..) => T12,
            Action::Move(..) => T13,
            Action::Uncover(_) => T14,
            Action::Dig(_) => T15,
            Action::Swap(..) => T16,
            Action::Camp(_) => T17,
            Action::Guard(..) => T18,
            Action::Obstacle(..) => T32,
            Action::Gun(_) | Action::Shoot(..) => T33,
            Action::End => T10,
            Action::Bid(_) | Action::Pass | Action::Take(_) => T25,
            Action::Score | Action::Skip => T34,
            Action::Chips(_) => T35,
        }
    }

    fn alphabet(&self, out: &mut Vec<Action>) {
        crate::alphabet::alphabet(self, out);
    }

    fn reveals(&self, step: &StepOf<Self>) -> bool {
        match step {
            Step::Chance(_) => true,
            // T36: the last choice turns all of them up.
            Step::Action(Action::Chips(_)) => self.choosers().count() == 1,
            Step::Action(_) => false,
        }
    }

    fn unveils(&self, step: &StepOf<Self>) -> bool {
        matches!(step, Step::Action(Action::Chips(_))) && self.reveals(step)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn seen(&self, step: &StepOf<Self>, viewer: Viewer) -> String {
        match step {
            // T36: the last chooser's number is shown as it is said.
            Step::Action(Action::Chips(_)) if !viewer.is(self.seat) && self.choosers().count() > 1 => {
                "chips ?".to_owned()
            }
            _ => self.words(step),
        }
    }

    fn redact(&self, event: &Event, _viewer: Viewer) -> Option<Event> {
        // No event names a number of chips before all are shown.
        Some(*event)
    }

    fn determinize(view: &View, rng: &mut impl Rng) -> Self {
        view.imagine(rng)
    }

    fn draw(view: &View, canvas: &mut Canvas) {
        crate::draw::draw(view, canvas);
    }

    #[inline]
    fn points(&self, seat: Seat) -> i32 {
        self.players[seat].points
    }

    fn worth(&self, seat: Seat) -> i32 {
        // After the last round all was scored.
        self.points(seat) + if self.to_act().is_over() { 0 } else { self.score_now(seat) }
    }

    fn hides(&self) -> bool {
        self.options.tempo == Tempo::Jumps // T36: chips are chosen in secret
    }

    fn parts(_data: Boxed<ConstBox>) -> serde_json::Value {
        crate::parts::parts()
    }

    fn typescript() -> Option<String> {
        Some(crate::typescript::typescript())
    }

    fn offers(&self) -> Vec<Offer> {
        crate::offers::offers(self)
    }

    fn shut(&self, verb: usize) -> Option<Illegal> {
        self.shut_verb(verb)
    }

    fn remoteness(&self, action: &Action) -> u32 {
        self.remote(*action)
    }
}
