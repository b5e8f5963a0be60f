//! The position, and the game as the engine asks for it.

use std::fmt;

use engine::{
    Boxed, Canvas, Closed, ConstBox, Dice, Draft, First, Game, Illegal, Info, List, Misread, Offer, Rng, Rule,
    ScoreLine, Seat, Setup, Sink, Step, StepOf, ToAct, Viewer, refuse,
};
use grid::Turn;
use grid::hex::{Direction, Hex};

use crate::action::{Action, Chance, DRAWS, VERBS};
use crate::board::Board;
use crate::boats::{Boats, Crew};
use crate::diagram::Diagram;
use crate::event::Event;
use crate::options::{FullBeaches, Options};
use crate::parts::Parts;
use crate::rules::{self, Why};
use crate::tiles::{Island, TILES, Tile, tiles};
use crate::view::View;
use crate::{diagram, draw};

/// A position of Tongiaki.
///
/// The draw pile is kept as what is left of it, so nothing here is hidden from anybody. What can be computed
/// from the rest (neighbours, closed piers, full beaches) is the same whichever way a position came about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tongiaki {
    pub(crate) seats: u8,
    pub(crate) full_beaches: FullBeaches,
    /// Whose turn it is.
    pub(crate) turn: Seat,
    pub(crate) phase: Phase,
    pub(crate) board: Board,
    pub(crate) boats: Boats,
    /// The boats of the voyage under way; after the last sea those that are lost (O24).
    pub(crate) at_sea: Crew,
    /// The tiles not yet turned up, as a mask.
    pub(crate) pile: u32,
    /// How often each beach departed in this turn, up to three, as two planes of bits (O18).
    pub(crate) departed: [u64; 2],
    /// The turns in a row without a tile, this one included (O27).
    pub(crate) quiet: u8,
}

/// What is to be decided or drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// Who begins is drawn.
    First,
    /// The first boats go to Tonga.
    Setup,
    /// A turn begins.
    Turn,
    /// Boats are put on an island.
    Moor(Mooring),
    /// A full beach is to sail: one of this island, or any with `full_beaches=all` (O12).
    Sail(Option<Island>),
    /// A tile is drawn for the voyage that left `from`: nothing lies beside this tile in this direction.
    Ahead { from: Island, tile: Tile, toward: Direction },
    /// The boats at sea go ashore; `fresh` beaches first.
    Land { shore: Island, fresh: u64 },
    /// Nothing but a new colonisation is left (O15).
    MustColonise,
    /// A tile is drawn for a new colonisation.
    Found,
    /// The drawn tile is to be laid.
    Lay(Tile),
    /// The match is over.
    Over(Rule),
}

/// Boats that are being put on an island.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Mooring {
    pub(crate) island: Island,
    /// How many are still to be put there.
    pub(crate) left: u8,
    pub(crate) why: Why,
    /// The beaches that have got theirs (O4).
    pub(crate) served: u64,
}

impl Tongiaki {
    /// Whether the last tile of the seas or of the islands was turned up (O24).
    #[inline]
    pub(crate) fn last_tile_seen(&self) -> bool {
        self.pile & ISLAND_TILES == 0 || self.pile & SEA_TILES == 0
    }

    /// The tile that is to be laid.
    pub(crate) fn in_hand(&self) -> Option<Tile> {
        match self.phase {
            Phase::Lay(tile) => Some(tile),
            _ => None,
        }
    }

    /// The islands that were taken off the table.
    pub(crate) fn removed(&self) -> impl Iterator<Item = Island> {
        let hand = self.in_hand().map_or(0, |tile| 1 << tile.index());
        tiles(!(self.pile | self.board.laid() | hand) & 0xffff).filter_map(Tile::island)
    }

    /// How often the beach departed in this turn, up to three.
    pub(crate) fn departures(&self, beach: crate::Beach) -> u8 {
        let plane = |plane: u64| (plane >> beach.index() & 1) as u8;
        plane(self.departed[0]) + 2 * plane(self.departed[1])
    }
}

/// The seas among the tiles of a mask.
pub(crate) const SEA_TILES: u32 = 0xffff_0000;
/// The islands among the tiles of a mask.
pub(crate) const ISLAND_TILES: u32 = 0xffff;

const CENSUS: [&str; engine::MOST_SEATS] =
    ["boats of A", "boats of B", "boats of C", "boats of D", "boats of E", "boats of F"];

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
        seats_rule: rules::O1,
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
            out.push(refuse!(rules::O3, "first-seat", "{seat} cannot begin, nobody sits there", seat = seat));
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

    fn drawing(&self) -> usize {
        usize::from(self.phase != Phase::First)
    }

    fn apply(&mut self, step: StepOf<Self>, events: &mut impl Sink<Event>) {
        let before = self.standing(events);
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

    #[inline]
    fn verb(action: &Action) -> usize {
        action.verb()
    }

    fn rule(&self, action: &Action) -> Rule {
        self.rule_of(*action)
    }

    fn alphabet(&self, out: &mut Vec<Action>) {
        Action::alphabet(self.seats(), out);
    }

    fn census(&self, out: &mut Vec<(&'static str, u32)>) {
        for seat in Seat::all(self.seats()) {
            let boats = self.boats.reserve(seat) + self.boats.in_play(seat) + self.at_sea.of(seat);
            out.push((CENSUS[seat.index()], boats.into()));
        }
        let hand = self.in_hand().map_or(0, |tile| 1 << tile.index());
        out.push(("seas", ((self.pile | self.board.laid() | hand) & SEA_TILES).count_ones()));
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

    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Event> {
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

    fn score_line(&self, event: &Event) -> Option<ScoreLine> {
        event.score_line()
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

    fn estimate(&self, seat: Seat) -> f32 {
        self.estimates(None)[seat.index()]
    }

    fn weights(seats: usize) -> &'static [(&'static str, f32)] {
        crate::weights::Weights::named(seats)
    }

    fn estimates(&self, weights: Option<&[f32]>) -> [f32; engine::MOST_SEATS] {
        crate::evaluate::estimates(self, weights)
    }

    fn tiebreak(&self, seat: Seat) -> (i32, i32) {
        self.ties_of(seat)
    }

    fn parts(_data: Boxed<ConstBox>) -> serde_json::Value {
        serde_json::to_value(Parts::of_the_box()).unwrap_or_default()
    }

    fn offers(&self) -> Vec<Offer> {
        self.list_offers()
    }

    fn closed(&self) -> Vec<Closed> {
        self.list_closed()
    }
}
