//! The dispatcher from the words of the game to its rules: [`Game`] for [`Tongiaki`].

use engine::{
    Boxed, Canvas, Closed, ConstBox, Dice, Draft, First, Game, Illegal, Info, List, Offer, Rng, Rule, Seat, Setup,
    Sink, Step, StepOf, ToAct, Viewer, refuse,
};
use grid::Turn;
use grid::hex::Hex;

use crate::action::{Action, Chance, DRAWS, VERBS};
use crate::board::Board;
use crate::boats::{Boats, Crew};
use crate::diagram::Diagram;
use crate::event::Event;
use crate::options::{FullBeaches, Options};
use crate::parts::Parts;
use crate::rules;
use crate::rules::numbers::{O1, O3};
use crate::state::{Phase, Tongiaki};
use crate::tiles::{Island, TILES, Tile, tiles};
use crate::view::View;
use crate::{diagram, draw};

impl Tongiaki {
    /// Lists what the seat to act may do.
    pub(crate) fn list(&self, out: &mut impl List<Action>) {
        match self.phase {
            Phase::First | Phase::Ahead { .. } | Phase::Found | Phase::Over(_) => {}
            Phase::Setup => self.list_setup(out),
            Phase::Turn => self.list_turn(out),
            Phase::Moor(mooring) => self.list_moorings(mooring, out),
            Phase::Sail(only) => self.list_sails(only, out),
            Phase::Land { shore, fresh } => self.list_landings(shore, fresh, out),
            Phase::MustColonise => out.push(Action::Colonise),
            Phase::Lay(tile) => self.list_lays(tile, out),
        }
    }
}

impl Game for Tongiaki {
    const INFO: Info = Info {
        key: "tongiaki",
        name: "Tongiaki",
        seats: (2, 6),
        seats_rule: O1,
        rules: 2,
        verbs: VERBS,
        draws: DRAWS,
        refusals: rules::REFUSALS,
        ends: rules::ENDS,
        rare_ends: rules::RARE_ENDS,
        longest: rules::LONGEST,
    };
    type Data = ConstBox;
    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type View = View;
    type Diagram = Diagram;

    fn objections(draft: &Draft<Self>, out: &mut Vec<Illegal>) {
        if let First::Seat(seat) = draft.options.first
            && seat.index() >= draft.seats
        {
            out.push(refuse!(O3, "first-seat", "{seat} cannot begin, nobody sits there", seat = seat));
        }
    }

    fn older(draft: &mut Draft<Self>, rules: u32) -> bool {
        // Version 1 had the other default (O12).
        draft.options.full_beaches = FullBeaches::All;
        rules == 1
    }

    fn new(setup: &Setup<Self>) -> Self {
        let (turn, phase) = match setup.options().first {
            First::Random => (Seat::A, Phase::First),
            First::Seat(seat) => (seat, Phase::Setup),
        };
        let mut state = Tongiaki {
            seats: setup.seats() as u8,
            full_beaches: setup.options().full_beaches,
            turn,
            phase,
            board: Board::new(),
            boats: Boats::new(setup.seats()),
            at_sea: Crew::default(),
            pile: u32::MAX >> (32 - TILES) & !1,
            departed: [0; 2],
            quiet: 0,
        };
        state.board.lay(Island::TONGA.tile(), Hex::ORIGIN, Turn::NONE);
        state.boats.open(Island::TONGA);
        state
    }

    fn from_diagram(setup: &Setup<Self>, diagram: Diagram) -> Result<Self, Vec<String>> {
        diagram::position(&diagram, setup.seats(), setup.options().full_beaches)
    }

    fn diagram(&self) -> Diagram {
        diagram::of(self)
    }

    fn seats(&self) -> usize {
        self.seats as usize
    }

    #[inline]
    fn to_act(&self) -> ToAct {
        match self.phase {
            Phase::First | Phase::Ahead { .. } | Phase::Found => ToAct::Chance,
            Phase::Over(rule) => ToAct::Over(rule),
            _ => ToAct::Seat(self.turn),
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        self.list(out);
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Moor(beach) => self.check_moor(beach),
            Action::Expand(island) => self.check_expand(island),
            Action::Shift(beach, island) => self.check_shift(beach, island),
            Action::Restart(island) => self.check_restart(island),
            Action::Sail(beach, toward) => self.check_sail(beach, toward),
            Action::Land(seat, beach) => self.check_land(seat, beach),
            Action::Royal(island) => self.check_royal(island),
            Action::Colonise => self.check_colonise(),
            Action::Lay(cell, turn) => self.check_lay(cell, turn),
        }
    }

    fn chances(&self, out: &mut Vec<(Chance, u32)>) {
        match self.phase {
            Phase::First => out.extend(Seat::all(self.seats()).map(|seat| (Chance::First(seat), 1))),
            Phase::Ahead { .. } | Phase::Found => out.extend(tiles(self.pile).map(|tile| (Chance::Tile(tile), 1))),
            _ => {}
        }
    }

    fn apply(&mut self, step: StepOf<Self>, events: &mut impl Sink<Event>) {
        let before = self.held_by_all(events);
        match step {
            Step::Action(Action::Moor(beach)) => self.moor(beach, events),
            Step::Action(Action::Expand(island)) => self.expand(island, events),
            Step::Action(Action::Shift(beach, island)) => self.shift(beach, island, events),
            Step::Action(Action::Restart(island)) => self.restart(island, events),
            Step::Action(Action::Sail(beach, toward)) => self.sail(beach, toward, events),
            Step::Action(Action::Land(seat, beach)) => self.land(seat, beach, events),
            Step::Action(Action::Royal(island)) => self.found_royal(island, events),
            Step::Action(Action::Colonise) => self.colonise(events),
            Step::Action(Action::Lay(cell, turn)) => self.lay(cell, turn, events),
            Step::Chance(Chance::First(seat)) => self.begin_with(seat, events),
            Step::Chance(Chance::Tile(tile)) => self.turn_up(tile, events),
        }
        self.tell_points(&before, events);
    }

    fn rule(&self, action: &Action) -> Rule {
        self.rule_of(*action)
    }

    fn alphabet(&self, out: &mut Vec<Action>) {
        crate::alphabet::alphabet(self.seats(), out);
    }

    fn reveals(&self, step: &StepOf<Self>) -> bool {
        matches!(step, Step::Chance(_))
    }

    fn view(&self, _viewer: Viewer) -> View {
        View::of(self)
    }

    /// Nothing is hidden but the order of the pile, which is nowhere (O28).
    fn seen(&self, step: &StepOf<Self>, _viewer: Viewer) -> String {
        self.words(step)
    }

    fn redact(&self, event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn determinize(view: &View, _rng: &mut impl Rng) -> Self {
        view.state().clone()
    }

    fn draw(view: &View, canvas: &mut Canvas) {
        draw::table(view.state(), canvas);
    }

    fn points(&self, seat: Seat) -> i32 {
        self.points_of(seat)
    }

    fn sample(&self, rng: &mut impl Rng, _scratch: &mut Vec<(Chance, u32)>) -> Chance {
        if self.phase == Phase::First {
            return Chance::First(Seat::new(rng.below(self.seats.into()) as usize));
        }
        let mut left = self.pile;
        for _ in 0..rng.below(left.count_ones()) {
            left &= left - 1;
        }
        Chance::Tile(Tile::at(left.trailing_zeros() as usize))
    }

    fn tiebreak(&self, seat: Seat) -> (i32, i32) {
        self.ties_of(seat)
    }

    fn parts(_data: Boxed<ConstBox>) -> serde_json::Value {
        serde_json::to_value(Parts::of_the_box()).unwrap_or_default()
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

    fn closed(&self) -> Vec<Closed> {
        crate::offers::closed(self)
    }
}
