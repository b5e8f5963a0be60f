//! The state of a match, and what it waits for.

use engine::{Rule, Seat};
use grid::hex::Direction;

use crate::board::Board;
use crate::boats::{Boats, Crew};
use crate::options::FullBeaches;
use crate::rules::Why;
use crate::tiles::{Island, Tile, tiles};

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

/// What the match waits for.
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
