//! The state of a match, and the dispatcher from the words of the game to its rules.

use std::fmt;

use engine::{
    BySeat, Canvas, ConstBox, Draft, First, Game, Illegal, Info, Misread, Offer, Rng, Rule, ScoreLine, Seat, Setup,
    Sink, Step, StepOf, ToAct, Viewer,
};

use crate::action::{Action, Chance, DRAWS, Piece, VERBS};
use crate::board::{CELLS, Cell, CellSet, SIDES};
use crate::diagram::Diagram;
use crate::event::Event;
use crate::options::{self, Options, Terrain, Version};
use crate::rules::numbers::*;
use crate::seats::{SeatList, SeatSet};
use crate::tiles::{COPIES, Kind, PRINTED_AT, SQUARES, TILES, Tile, TileSet, Treasure, WORKERS};
use crate::view::View;

/// The most seats.
pub(crate) const MOST: usize = 4;
/// T10, T35: the action points of a turn and the chips of a round.
pub(crate) const POINTS: u8 = 10;
/// More than anybody can have to bid: 20, and three scorings of all temples at their highest (103) and all
/// treasures (48).
const BEYOND_POINTS: u16 = 480;

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// T5: who begins is drawn.
    First,
    /// T3, T24: the next tile is drawn.
    Tile,
    /// T25: the seat bids or passes.
    Bid,
    /// T25: the seat chooses a tile.
    Take,
    /// T34: the seat says whether its volcano is scored.
    Verdict,
    /// T6: the seat lays its tile.
    Place,
    /// T35: the seat chooses chips.
    Chips,
    /// T10: the seat spends action points.
    Spend,
    /// T15: the treasure dug on this cell is drawn.
    Treasure(Cell),
    /// T31: the dice for the level uncovered on this cell are rolled.
    Roll(Cell),
    /// Nothing more.
    Over,
}

/// What the seat's action points are for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Turn {
    /// T10: the turn that follows one's tile.
    Normal,
    /// T19, T22: the turn before one's own scoring.
    Scoring,
    /// T35: the turn that a volcano brings when tiles are laid before the jumps.
    Extra,
    /// T35: a jump of so many chips.
    Jump,
}

/// T35: what was done in this jump.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Jump {
    /// Nothing yet; always so outside jumps.
    Ready,
    /// This piece is on its way and stands here.
    Walking(Piece, Cell),
    /// The one action.
    Done,
}

/// Where a leader is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Leader {
    /// Beside the board.
    Supply,
    /// On a cell.
    On(Cell),
    /// T18: the guard of a temple.
    Guard(Cell),
    /// Out of the game.
    Gone,
}

/// A tile on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Laid {
    pub tile: Tile,
    /// Clockwise sixths.
    pub turn: u8,
}

/// What one seat has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Player {
    pub points: i32,
    /// Workers on each cell, guards not included.
    pub workers: [u8; CELLS],
    /// The cells with a piece of this seat, guards not included.
    pub at: CellSet,
    pub leader: Leader,
    /// Workers beside the board.
    pub supply: u8,
    /// Workers out of the game.
    pub gone: u8,
    pub camps: CellSet,
    /// Temples guarded, those with a gun among them.
    pub guards: CellSet,
    pub guns: CellSet,
    pub treasures: [u8; 8],
    /// T14, T15: cells worked on once, and twice, in this turn.
    pub worked: [CellSet; 2],
    /// T33: guns that were used or set up in this turn.
    pub shot: CellSet,
    /// The tile taken or drawn and not yet laid.
    pub hand: Option<Tile>,
    /// T35: chips left in this round.
    pub chips: u8,
    /// T35: chips chosen for the next jump; 0 is none.
    pub chosen: u8,
}

impl Default for Player {
    fn default() -> Player {
        Player {
            points: 0,
            workers: [0; CELLS],
            at: CellSet::EMPTY,
            leader: Leader::Supply,
            supply: WORKERS,
            gone: 0,
            camps: CellSet::EMPTY,
            guards: CellSet::EMPTY,
            guns: CellSet::EMPTY,
            treasures: [0; 8],
            worked: [CellSet::EMPTY; 2],
            shot: CellSet::EMPTY,
            hand: None,
            chips: 0,
            chosen: 0,
        }
    }
}

/// T24: the round of the auction; all empty in the basic version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Round {
    /// Counted from 1; 0 in the basic version.
    pub number: u8,
    /// Tiles turned up and not yet taken.
    pub display: TileSet,
    /// Seats that have not taken a tile.
    pub waiting: SeatSet,
    /// Seats that passed in this auction.
    pub passed: SeatSet,
    pub first_passed: Option<Seat>,
    /// The last bid; 0 is none.
    pub bid: u16,
    /// Who made it.
    pub bidder: Option<Seat>,
    /// Volcanoes turned up for good in this round.
    pub volcanoes: u8,
    /// T34: whether a volcano of this round is scored.
    pub scored: bool,
    /// T35: the round order so far.
    pub order: SeatList,
}

/// A volcano that is to be scored, and who took it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Eruption {
    pub seat: Seat,
    pub tile: Tile,
}

/// A match of Tikal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tikal {
    pub(crate) options: Options,
    // The board.
    pub(crate) ground: [Option<Laid>; CELLS],
    /// T13: the price of leaving each cell by each side, obstacles included; 0 is no path.
    pub(crate) price: [[u8; SIDES]; CELLS],
    /// T14: the top value of each temple.
    pub(crate) value: [u8; CELLS],
    /// T9: the treasures left on each treasure cell.
    pub(crate) buried: [u8; CELLS],
    /// T32: the sides of each cell with an obstacle, as six bits.
    pub(crate) obstacles: [u8; CELLS],
    pub(crate) explored: CellSet,
    pub(crate) volcanoes: CellSet,
    pub(crate) temples: CellSet,
    /// Treasure cells with a treasure left.
    pub(crate) rich: CellSet,
    /// T17: where a camp may stand, as far as the tile goes.
    pub(crate) campable: CellSet,
    // Beside the board.
    /// T14: the squares left of each value.
    pub(crate) squares: [u8; SQUARES.len()],
    pub(crate) pile: TileSet,
    /// T8: tiles that fitted nowhere.
    pub(crate) aside: TileSet,
    pub(crate) players: BySeat<Player, MOST>,
    // The course of the match.
    pub(crate) phase: Phase,
    /// Who acts; while tiles are turned up, who bids first.
    pub(crate) seat: Seat,
    pub(crate) ap: u8,
    pub(crate) turn: Turn,
    pub(crate) jump: Jump,
    /// Who is still to act and score behind the seat to act.
    pub(crate) queue: SeatList,
    /// Volcanoes to be scored, the one under way first.
    pub(crate) due: [Option<Eruption>; 3],
    pub(crate) round: Round,
}

impl Tikal {
    /// The board with its four printed cells, before anything is drawn.
    pub(crate) fn empty(setup: &Setup<Tikal>) -> Tikal {
        let options = *setup.options();
        let auction = options.version == Version::Auction;
        let start = Player { points: if auction { 20 } else { 0 }, ..Player::default() };
        let mut game = Tikal {
            options,
            ground: [None; CELLS],
            price: [[0; SIDES]; CELLS],
            value: [0; CELLS],
            buried: [0; CELLS],
            obstacles: [0; CELLS],
            explored: CellSet::EMPTY,
            volcanoes: CellSet::EMPTY,
            temples: CellSet::EMPTY,
            rich: CellSet::EMPTY,
            campable: CellSet::EMPTY,
            squares: SQUARES,
            pile: TileSet::STACK,
            aside: TileSet::EMPTY,
            players: BySeat::all(setup.seats(), start),
            phase: Phase::Tile,
            seat: Seat::A,
            ap: 0,
            turn: Turn::Normal,
            jump: Jump::Ready,
            queue: SeatList::EMPTY,
            due: [None; 3],
            round: Round::default(),
        };
        for (index, cell) in PRINTED_AT.into_iter().enumerate() {
            game.lay(Tile::nth(TILES + index), cell, 0);
        }
        if options.terrain == Terrain::RandomSuddenDeath {
            game.pile = game.pile.without(TileSet::VOLCANOES);
        }
        if auction {
            game.round.number = 1;
            game.round.waiting = SeatSet::all(setup.seats());
        }
        game
    }

    /// The seat to act's own things.
    pub(crate) fn own(&self) -> &Player {
        &self.players[self.seat]
    }

    /// The seats at the table.
    pub(crate) fn table(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<> {
        Seat::all(self.players.len())
    }

    /// Whether somebody sits there; a word may name a seat that this table does not have.
    pub(crate) fn seated(&self, seat: Seat) -> bool {
        seat.index() < self.players.len()
    }

    /// What lies on a cell.
    pub(crate) fn kind(&self, cell: Cell) -> Option<Kind> {
        self.ground[cell.index()].map(|laid| laid.tile.kind())
    }
}

impl Player {
    /// The pieces on a cell that can work: T14, T15.
    #[inline]
    pub(crate) fn pieces(&self, cell: Cell) -> u8 {
        self.workers[cell.index()] + u8::from(self.leader == Leader::On(cell))
    }

    /// T18: the strength on a cell, the leader as three.
    #[inline]
    pub(crate) fn strength(&self, cell: Cell) -> u8 {
        self.workers[cell.index()] + if self.leader == Leader::On(cell) { 3 } else { 0 }
    }

    /// How often the cell was worked on in this turn.
    #[inline]
    pub(crate) fn worked(&self, cell: Cell) -> u8 {
        u8::from(self.worked[0].has(cell)) + u8::from(self.worked[1].has(cell))
    }
}

impl Game for Tikal {
    const INFO: Info = Info {
        key: "tikal",
        name: "Tikal",
        seats: (2, MOST),
        seats_rule: T1,
        rules: 1,
        verbs: VERBS,
        draws: DRAWS,
        refusals: &[T6, T7, T10, T11, T12, T13, T14, T15, T16, T17, T18, T25, T32, T33, T34, T35],
        ends: &[T22, T34],
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

    fn new(setup: &Setup<Self>) -> Self {
        let mut game = Tikal::empty(setup);
        match game.options.first {
            First::Random => game.phase = Phase::First,
            First::Seat(seat) => game.seat = seat,
        }
        game
    }

    fn from_diagram(setup: &Setup<Self>, diagram: Diagram) -> Result<Self, Vec<String>> {
        crate::diagram::read(setup, diagram)
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

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Place(cell, turn) => self.check_place(cell, turn),
            Action::Bid(points) => self.check_bid(points),
            Action::Pass => self.check_pass(),
            Action::Take(tile) => self.check_take(tile),
            Action::Score | Action::Skip => self.check_verdict(),
            Action::Chips(chips) => self.check_chips(chips),
            _ => self.check_spending(action),
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

    fn drawing(&self) -> usize {
        match self.phase {
            Phase::Tile => 1,
            Phase::Treasure(_) => 2,
            Phase::Roll(_) => 3,
            _ => 0,
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

    fn verb(action: &Action) -> usize {
        action.verb()
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
        let pairs = |cells: fn(Cell) -> CellSet| {
            Cell::all().flat_map(move |from| cells(from).into_iter().map(move |to| (from, to)))
        };
        let others = |from| Cell::all().filter(move |to| *to != from);
        out.extend(Cell::all().flat_map(|cell| (0..6).map(move |turn| Action::Place(cell, turn))));
        for piece in Piece::ALL {
            out.extend(Cell::all().map(|cell| Action::Enter(piece, cell)));
        }
        for piece in Piece::ALL {
            out.extend(Cell::all().flat_map(|from| others(from).map(move |to| Action::Shortcut(piece, from, to))));
        }
        for piece in Piece::ALL {
            out.extend(pairs(Cell::around).map(|(from, to)| Action::Move(piece, from, to)));
        }
        out.extend(Cell::all().map(Action::Uncover));
        out.extend(Cell::all().map(Action::Dig));
        for give in Treasure::ALL {
            let takes = |seat| Treasure::ALL.map(|take| Action::Swap(give, seat, take));
            out.extend(self.table().flat_map(takes));
        }
        out.extend(Cell::all().map(Action::Camp));
        out.extend(Cell::all().flat_map(|cell| Piece::ALL.map(|piece| Action::Guard(cell, piece))));
        out.extend(pairs(Cell::around).filter(|(low, high)| low < high).map(|(low, high)| Action::Obstacle(low, high)));
        out.extend(Cell::all().map(Action::Gun));
        out.extend(Cell::all().flat_map(|cell| self.table().map(move |seat| Action::Shoot(cell, seat))));
        out.push(Action::End);
        out.extend((1..BEYOND_POINTS).map(Action::Bid));
        out.push(Action::Pass);
        out.extend(Tile::all().map(Action::Take));
        out.extend([Action::Score, Action::Skip]);
        out.extend((1..=5).map(Action::Chips));
    }

    fn census(&self, out: &mut Vec<(&'static str, u32)>) {
        const WORKERS_OF: [&str; MOST] = ["workers of A", "workers of B", "workers of C", "workers of D"];
        for (seat, player) in self.players.iter() {
            let leads = matches!(player.leader, Leader::Guard(_));
            let standing: u32 = player.workers.iter().map(|count| u32::from(*count)).sum();
            let guarding = player.guards.len() + player.guns.len() - usize::from(leads);
            out.push((WORKERS_OF[seat.index()], standing + u32::from(player.supply + player.gone) + guarding as u32));
        }
        let hands = self.players.values().filter(|player| player.hand.is_some()).count();
        let coming = if self.options.terrain == Terrain::Letters { 0 } else { self.volcanoes_to_come().len() };
        let tiles =
            self.explored.len() + self.pile.len() + self.round.display.len() + self.aside.len() + hands + coming;
        out.push(("tiles", tiles as u32));
        let levels = |cell: Cell| self.value[cell.index()] - self.printed_value(cell);
        let squares: u32 = self.squares.iter().map(|count| u32::from(*count)).sum();
        out.push(("squares", squares + self.temples.into_iter().map(|cell| u32::from(levels(cell))).sum::<u32>()));
        out.push(("treasures", 8 * u32::from(COPIES)));
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
            // T36: the last chooser's number is shown as he says it.
            Step::Action(Action::Chips(_)) if !viewer.is(self.seat) && self.choosers().count() > 1 => {
                "chips ?".to_owned()
            }
            _ => self.words(step),
        }
    }

    fn tell(&self, event: &Event, _viewer: Viewer) -> Option<Event> {
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

    fn score_line(&self, event: &Event) -> Option<ScoreLine> {
        event.line()
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

    fn estimate(&self, seat: Seat) -> f32 {
        crate::evaluate::estimate(self, seat)
    }

    fn offers(&self) -> Vec<Offer> {
        crate::offers::offers(self)
    }
}
