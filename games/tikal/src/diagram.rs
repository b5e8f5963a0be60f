//! The public plain form of a position: what scenarios are written in, with a default for every field.

mod read;
mod text;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use engine::{Game as _, Seat};
use serde::{Deserialize, Serialize};

pub(crate) use read::read;
pub(crate) use text::Position;

use crate::board::{Cell, SIDES};
use crate::seats::SeatSet;
use crate::state::{Jump, Laid, Leader, Phase, Player, Round, Tikal, Turn};
use crate::tiles::{TILES, Tile, Treasure};

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(ts_rs::TS)]
#[expect(missing_docs, reason = "the words of the phases")]
#[ts(rename = "Stage")]
pub enum PhaseDiagram {
    First,
    Tile,
    Bid,
    Take,
    Verdict,
    Place,
    Chips,
    #[default]
    Spend,
    Treasure,
    Roll,
    Over,
}

/// What action points are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(ts_rs::TS)]
#[expect(missing_docs, reason = "the words of the turns")]
pub enum Occasion {
    #[default]
    Normal,
    Scoring,
    Extra,
    Jump,
}

/// What stands guard on a temple.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(ts_rs::TS)]
#[expect(missing_docs, reason = "the words of the guards")]
pub enum Guarding {
    Worker,
    Leader,
    Gun,
}

/// What one player has.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(ts_rs::TS)]
pub struct PlayerDiagram {
    /// The points; by default those of the start.
    #[ts(type = "number")]
    pub points: Option<i32>,
    /// Where the leader is: a cell, `supply` (the default, also for a leader on guard) or `gone`.
    pub leader: Option<String>,
    /// Workers by cell.
    #[ts(type = "Record<Cell, number>")]
    pub workers: BTreeMap<Cell, u8>,
    /// Workers beside the board; follows from the rest, and may be given as a check.
    #[ts(type = "number")]
    pub supply: Option<u8>,
    /// Workers out of the game.
    pub gone: u8,
    /// The cells with a camp.
    pub camps: Vec<Cell>,
    /// Guards by cell: `worker`, `leader` or `gun`.
    #[ts(type = "Record<Cell, Guarding>")]
    pub guards: BTreeMap<Cell, Guarding>,
    /// Treasures by kind.
    #[ts(type = "Partial<Record<Treasure, number>>")]
    pub treasures: BTreeMap<Treasure, u8>,
    /// Levels and treasures of this turn by cell.
    #[ts(type = "Record<Cell, number>")]
    pub worked: BTreeMap<Cell, u8>,
    /// Guns that were used or set up in this turn.
    pub shot: Vec<Cell>,
    /// The tile in hand.
    pub tile: Option<Tile>,
    /// Chips left in this round.
    pub chips: u8,
    /// Chips chosen for the next jump; 0 is none.
    pub chosen: u8,
}

/// A volcano that is to be scored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[derive(ts_rs::TS)]
pub struct Due {
    /// Who took it.
    pub seat: Seat,
    /// Which it is.
    pub tile: Tile,
}

/// The round of an auction.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(ts_rs::TS)]
pub struct RoundDiagram {
    /// The number of the round; 1 by default, 0 in the basic version.
    #[ts(type = "number")]
    pub number: Option<u8>,
    /// The tiles turned up and not yet taken.
    pub display: Vec<Tile>,
    /// The seats that have no tile yet; by default all while tiles are turned up, else none.
    #[ts(type = "Array<string>")]
    pub waiting: Option<Vec<Seat>>,
    /// The seats that passed.
    pub passed: Vec<Seat>,
    /// Who passed first.
    pub first_passed: Option<Seat>,
    /// The last bid; 0 is none.
    pub bid: u16,
    /// Who made it.
    pub bidder: Option<Seat>,
    /// The volcanoes turned up in this round; by default those still to be taken.
    #[ts(type = "number")]
    pub volcanoes: Option<u8>,
    /// Whether one of them is scored.
    pub scored: bool,
    /// The round order of `tempo=jumps`.
    pub order: Vec<Seat>,
}

/// A position. What is left out has a default; the tiles named nowhere are in the stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(ts_rs::TS)]
pub struct Diagram {
    /// The version of the rules, where it is an older one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number", optional)]
    pub rules: Option<u8>,
    /// What the match waits for; `spend` by default.
    pub phase: PhaseDiagram,
    /// Who acts (while tiles are turned up: who bids first).
    pub turn: Seat,
    /// What the action points are for.
    pub occasion: Occasion,
    /// The action points left; ten by default, or the chips of the jump.
    #[ts(type = "number")]
    pub ap: Option<u8>,
    /// Where a treasure was dug or a level uncovered, while that is drawn.
    pub cell: Option<Cell>,
    /// What was done in this jump: nothing, `done`, or the piece on its way, `worker c3`.
    pub jump: Option<String>,
    /// The tiles on the board beside the printed ones: `c3 = "A3 r2"`.
    #[ts(type = "Record<Cell, string>")]
    pub tiles: BTreeMap<Cell, String>,
    /// The top values of temples; by default what is printed.
    #[ts(type = "Record<Cell, number>")]
    pub values: BTreeMap<Cell, u8>,
    /// The treasures left on their cells; by default as many as the tile has masks.
    #[ts(type = "Record<Cell, number>")]
    pub buried: BTreeMap<Cell, u8>,
    /// The obstacles: `"c3 d3"`.
    pub obstacles: Vec<String>,
    /// The tiles that fitted nowhere.
    pub aside: Vec<Tile>,
    /// What the players have.
    #[ts(type = "Record<string, PlayerDiagram>")]
    pub players: BTreeMap<Seat, PlayerDiagram>,
    /// Who acts and scores behind the seat to act, in a scoring round.
    pub queue: Vec<Seat>,
    /// The volcanoes to be scored, the one under way first.
    pub due: Vec<Due>,
    /// Who drew the last volcano of the basic version; by default who holds one.
    #[ts(type = "string | null")]
    pub last_volcano: Option<Seat>,
    /// The round of the auction.
    pub round: RoundDiagram,
}

impl Default for Diagram {
    fn default() -> Diagram {
        Diagram {
            rules: None,
            phase: PhaseDiagram::default(),
            turn: Seat::A,
            occasion: Occasion::default(),
            ap: None,
            cell: None,
            jump: None,
            tiles: BTreeMap::new(),
            values: BTreeMap::new(),
            buried: BTreeMap::new(),
            obstacles: Vec::new(),
            aside: Vec::new(),
            players: BTreeMap::new(),
            queue: Vec::new(),
            due: Vec::new(),
            last_volcano: None,
            round: RoundDiagram::default(),
        }
    }
}

/// The diagram of a position.
pub(crate) fn write(game: &Tikal) -> Diagram {
    let (phase, cell) = phase(game);
    Diagram {
        rules: older_rules(game),
        phase,
        turn: game.seat,
        occasion: occasion(game),
        ap: Some(game.ap),
        cell,
        jump: jump(game).map(Cow::into_owned),
        tiles: tiles(game).map(|(cell, tile)| (cell, tile.to_owned())).collect(),
        values: values(game).collect(),
        buried: buried(game).collect(),
        obstacles: obstacles(game).collect(),
        aside: game.aside.into_iter().collect(),
        players: game.players.iter().map(|(seat, player)| (seat, write_player(player))).collect(),
        queue: game.queue.as_slice().to_vec(),
        due: due(game).collect(),
        last_volcano: game.last_volcano,
        round: write_round(&game.round),
    }
}

fn older_rules(game: &Tikal) -> Option<u8> {
    (u32::from(game.rules) != Tikal::INFO.rules).then_some(game.rules)
}

fn phase(game: &Tikal) -> (PhaseDiagram, Option<Cell>) {
    match game.phase {
        Phase::First => (PhaseDiagram::First, None),
        Phase::Tile => (PhaseDiagram::Tile, None),
        Phase::Bid => (PhaseDiagram::Bid, None),
        Phase::Take => (PhaseDiagram::Take, None),
        Phase::Verdict => (PhaseDiagram::Verdict, None),
        Phase::Place => (PhaseDiagram::Place, None),
        Phase::Chips => (PhaseDiagram::Chips, None),
        Phase::Spend => (PhaseDiagram::Spend, None),
        Phase::Treasure(cell) => (PhaseDiagram::Treasure, Some(cell)),
        Phase::Roll(cell) => (PhaseDiagram::Roll, Some(cell)),
        Phase::Over => (PhaseDiagram::Over, None),
    }
}

fn occasion(game: &Tikal) -> Occasion {
    match game.turn {
        Turn::Normal => Occasion::Normal,
        Turn::Scoring => Occasion::Scoring,
        Turn::Extra => Occasion::Extra,
        Turn::Jump => Occasion::Jump,
    }
}

fn jump(game: &Tikal) -> Option<Cow<'static, str>> {
    match game.jump {
        Jump::Ready => None,
        Jump::Walking(piece, cell) => Some(format!("{piece} {cell}").into()),
        Jump::Done => Some("done".into()),
    }
}

/// The words of every tile as it may lie: a view names all that were laid.
static LAID: LazyLock<Vec<String>> = LazyLock::new(|| {
    let turns = |tile: Tile| (0..SIDES).map(move |turn| format!("{tile} r{turn}"));
    (0..TILES).map(Tile::nth).flat_map(turns).collect()
});

fn tiles(game: &Tikal) -> impl Iterator<Item = (Cell, &'static str)> {
    let laid = |cell: Cell| game.ground[cell.index()].filter(|laid| laid.tile.index() < TILES);
    let words = |laid: Laid| LAID[laid.tile.index() * SIDES + usize::from(laid.turn)].as_str();
    game.explored.into_iter().filter_map(move |cell| laid(cell).map(|laid| (cell, words(laid))))
}

fn values(game: &Tikal) -> impl Iterator<Item = (Cell, u8)> {
    game.temples.into_iter().map(|cell| (cell, game.value[cell.index()]))
}

fn buried(game: &Tikal) -> impl Iterator<Item = (Cell, u8)> {
    Cell::all().filter(|cell| is_site(game, *cell)).map(|cell| (cell, game.buried[cell.index()]))
}

fn is_site(game: &Tikal, cell: Cell) -> bool {
    matches!(game.kind(cell), Some(crate::tiles::Kind::Treasure(_)))
}

fn obstacles(game: &Tikal) -> impl Iterator<Item = String> {
    let edges = move |low: Cell| {
        let blocked = move |high: &Cell| {
            *high > low && low.side_to(*high).is_some_and(|side| game.obstacles[low.index()] >> side & 1 == 1)
        };
        low.around().into_iter().filter(blocked).map(move |high| format!("{low} {high}"))
    };
    Cell::all().filter(|low| game.obstacles[low.index()] != 0).flat_map(edges)
}

fn due(game: &Tikal) -> impl Iterator<Item = Due> {
    game.due.iter().flatten().map(|due| Due { seat: due.seat, tile: due.tile })
}

fn write_player(player: &Player) -> PlayerDiagram {
    PlayerDiagram {
        points: Some(player.points),
        leader: leader(player).map(str::to_owned),
        workers: workers(player).collect(),
        supply: Some(player.supply),
        gone: player.gone,
        camps: player.camps.into_iter().collect(),
        guards: guards(player).collect(),
        treasures: treasures(player).collect(),
        worked: worked(player).collect(),
        shot: player.shot.into_iter().collect(),
        tile: player.hand,
        chips: player.chips,
        chosen: player.chosen,
    }
}

fn leader(player: &Player) -> Option<&'static str> {
    match player.leader {
        Leader::Supply => Some("supply"),
        Leader::On(cell) => Some(cell.name()),
        Leader::Guard(_) => None,
        Leader::Gone => Some("gone"),
    }
}

fn workers(player: &Player) -> impl Iterator<Item = (Cell, u8)> {
    let workers = |cell: Cell| (cell, player.workers[cell.index()]);
    player.at.into_iter().map(workers).filter(|(_, workers)| *workers > 0)
}

fn guards(player: &Player) -> impl Iterator<Item = (Cell, Guarding)> {
    let guarding = |cell: Cell| match player.leader {
        Leader::Guard(at) if at == cell => Guarding::Leader,
        _ if player.guns.has(cell) => Guarding::Gun,
        _ => Guarding::Worker,
    };
    player.guards.into_iter().map(move |cell| (cell, guarding(cell)))
}

fn treasures(player: &Player) -> impl Iterator<Item = (Treasure, u8)> {
    let kept = |kind: Treasure| (kind, player.treasures[kind.index()]);
    Treasure::ALL.into_iter().map(kept).filter(|(_, count)| *count > 0)
}

fn worked(player: &Player) -> impl Iterator<Item = (Cell, u8)> {
    player.worked[0].into_iter().map(|cell| (cell, player.worked(cell)))
}

fn write_round(round: &Round) -> RoundDiagram {
    let seats = |set: SeatSet| set.seats().collect::<Vec<_>>();
    RoundDiagram {
        number: Some(round.number),
        display: round.display.into_iter().collect(),
        waiting: Some(seats(round.waiting)),
        passed: seats(round.passed),
        first_passed: round.first_passed,
        bid: round.bid,
        bidder: round.bidder,
        volcanoes: Some(round.volcanoes),
        scored: round.scored,
        order: round.order.as_slice().to_vec(),
    }
}
