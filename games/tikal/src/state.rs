//! The state of a match: the board, what the players have, and where the match stands.

use std::hash::{Hash, Hasher};

use engine::{BySeat, Seat, Setup};

use crate::action::Piece;
use crate::board::{CELLS, Cell, CellSet, SIDES};
use crate::options::{Options, Terrain, Version};
use crate::seats::{SeatList, SeatSet};
use crate::tiles::{Kind, PRINTED_AT, SQUARES, TILES, Tile, TileSet, WORKERS};

/// The most seats.
pub(crate) const MOST: usize = 4;
/// T10, T35: the action points of a turn and the chips of a round.
pub(crate) const POINTS: u8 = 10;

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
    /// T35: a jump, by the chips chosen for it.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tikal {
    pub(crate) options: Options,
    /// The version of the rules: T22 and T32 are others in a stored match of version 1.
    pub(crate) rules: u8,
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
    /// T22: who drew the last volcano of the basic version.
    pub(crate) last_volcano: Option<Seat>,
    pub(crate) round: Round,
}

/// Bots hash millions of positions: what follows from the tiles and obstacles (prices, which cells are of which kind)
/// and what never changes in a match is left out, and the tiles are taken four at a time.
impl Hash for Tikal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for four in self.ground.chunks(4) {
            let laid =
                |laid: &Option<Laid>| laid.map_or(0, |laid| 1 + 6 * laid.tile.index() as u64 + u64::from(laid.turn));
            state.write_u64(four.iter().fold(0, |all, one| all << 16 | laid(one)));
        }
        state.write(&self.value);
        state.write(&self.buried);
        state.write(&self.obstacles);
        state.write(&self.squares);
        (self.pile, self.aside, self.phase, self.seat, self.ap, self.turn, self.jump).hash(state);
        for (_, player) in self.players.iter() {
            player.hash(state);
        }
        (self.queue, self.due, self.last_volcano, self.round).hash(state);
    }
}

/// As for the whole position: cells with pieces follow from the pieces.
impl Hash for Player {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.workers);
        state.write(&self.treasures);
        let small = [self.supply, self.gone, self.chips, self.chosen];
        state.write_u64(u64::from(u32::from_le_bytes(small)) | (self.points as u64) << 32);
        (self.leader, self.camps, self.guards, self.guns, self.worked, self.shot, self.hand).hash(state);
    }
}

impl Tikal {
    /// The board with its four printed cells, before anything is drawn.
    pub(crate) fn empty(setup: &Setup<Tikal>) -> Tikal {
        let options = *setup.options();
        let auction = options.version == Version::Auction;
        let start = Player { points: if auction { 20 } else { 0 }, ..Player::default() };
        let mut game = Tikal {
            options,
            rules: setup.rules() as u8,
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
            last_volcano: None,
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
