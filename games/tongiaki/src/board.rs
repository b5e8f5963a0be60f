//! Where the tiles lie: cells, directions, and where the routes over the tiles on the table lead.
//!
//! There is no grid: a tile knows its cell and its turn, and beside it the tile in each direction.

use grid::Turn;
use grid::hex::{Direction, Hex};

use crate::tiles::{ISLANDS, Island, TILES, Tile, tiles, turned};

/// No tile lies farther from Tonga's cell than this: every one lies beside an older one.
pub const RADIUS: u8 = 31;

/// Every cell on which a tile could ever lie, sorted.
pub(crate) fn cells() -> impl Iterator<Item = Hex> {
    Hex::ORIGIN.disc(RADIUS)
}

/// The side of a tile lying at `turn` that faces a direction.
#[inline]
pub(crate) const fn side(toward: Direction, turn: Turn) -> u8 {
    (toward as u8 + 6 - turn.sixths()) % 6
}

/// The direction that a side of a tile lying at `turn` faces.
#[inline]
pub(crate) const fn facing(side: u8, turn: Turn) -> Direction {
    Direction::nth(side + turn.sixths())
}

/// The directions of a mask, in order.
pub(crate) fn directions(mask: u8) -> impl Iterator<Item = Direction> {
    Direction::ALL.into_iter().filter(move |toward| mask >> toward.index() & 1 == 1)
}

/// Which neighbour a cell is, by how far it lies from another in q and r.
const NEIGHBOUR: [[Option<Direction>; 3]; 3] = {
    use Direction::{N, NE, NW, S, SE, SW};
    [[None, Some(NW), Some(SW)], [Some(N), None, Some(S)], [Some(NE), Some(SE), None]]
};

/// The neighbour where none is.
const OFF: u8 = u8::MAX;

/// Where a tile lies; at the origin, unturned, while it is not on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Laid {
    cell: Hex,
    turn: Turn,
}

/// What one comes to by following the routes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// A cell without a tile: beside this tile, in this direction.
    Empty(Tile, Direction),
    /// An island, at this side of its tile.
    Shore(Island, u8),
    /// Where one set out: only from a sea.
    Circle,
}

/// The tiles on the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    /// The tiles on the table, as a mask.
    laid: u32,
    at: [Laid; TILES],
    neighbour: [[u8; 6]; TILES],
    /// Of each island the sides (by its own numbering) from which the routes lead back to it. A route that
    /// leads back runs over seas only, and seas stay, so this changes only where a tile is laid (O15).
    back: [u8; ISLANDS],
}

impl Board {
    /// An empty table.
    pub(crate) fn new() -> Board {
        Board { laid: 0, at: [Laid::default(); TILES], neighbour: [[OFF; 6]; TILES], back: [0; ISLANDS] }
    }

    /// The tiles on the table, as a mask.
    #[inline]
    pub(crate) fn laid(&self) -> u32 {
        self.laid
    }

    /// Whether the tile lies on the table.
    #[inline]
    pub(crate) fn has(&self, tile: Tile) -> bool {
        self.laid >> tile.index() & 1 == 1
    }

    /// The islands on the table.
    #[inline]
    pub(crate) fn islands(&self) -> impl Iterator<Item = Island> + use<> {
        tiles(self.laid & 0xffff).map(|tile| Island::at(tile.index()))
    }

    /// The cell and turn of a tile on the table.
    #[inline]
    pub(crate) fn place(&self, tile: Tile) -> (Hex, Turn) {
        let place = self.at[tile.index()];
        (place.cell, place.turn)
    }

    /// The tile beside a tile.
    #[inline]
    pub(crate) fn beside(&self, tile: Tile, toward: Direction) -> Option<Tile> {
        let next = self.neighbour[tile.index()][toward.index()];
        (next != OFF).then(|| Tile::at(next as usize))
    }

    /// The tile on a cell, found by looking at every tile.
    pub(crate) fn tile_on(&self, cell: Hex) -> Option<Tile> {
        tiles(self.laid).find(|tile| self.at[tile.index()].cell == cell)
    }

    /// Lays a tile on an empty cell.
    pub(crate) fn lay(&mut self, tile: Tile, cell: Hex, turn: Turn) {
        let new = tile.index();
        for old in tiles(self.laid).map(Tile::index) {
            let there = self.at[old].cell;
            let (q, r) = (there.q - cell.q, there.r - cell.r);
            if q.unsigned_abs() > 1 || r.unsigned_abs() > 1 {
                continue;
            }
            if let Some(dir) = NEIGHBOUR[(q + 1) as usize][(r + 1) as usize] {
                self.neighbour[new][dir.index()] = old as u8;
                self.neighbour[old][dir.opposite().index()] = new as u8;
            }
        }
        self.laid |= 1 << new;
        self.at[new] = Laid { cell, turn };
        match tile.island() {
            Some(island) => self.close_around(island),
            None => self.close_through(tile),
        }
    }

    /// Takes an island off the table (O15).
    pub(crate) fn remove(&mut self, island: Island) {
        let gone = island.index();
        for dir in Direction::ALL {
            if let Some(tile) = self.beside(island.tile(), dir) {
                self.neighbour[tile.index()][dir.opposite().index()] = OFF;
            }
        }
        self.laid &= !(1 << gone);
        self.at[gone] = Laid::default();
        self.neighbour[gone] = [OFF; 6];
        self.back[gone] = 0;
    }

    /// Notes the routes that lead from a new island back to it.
    fn close_around(&mut self, island: Island) {
        let turn = self.at[island.index()].turn;
        for dir in Direction::ALL {
            if matches!(self.follow(island.tile(), dir), Reach::Shore(end, _) if end == island) {
                self.back[island.index()] |= 1 << side(dir, turn);
            }
        }
    }

    /// Notes the routes that a new sea closes between two sides of one island.
    fn close_through(&mut self, sea: Tile) {
        let turn = self.at[sea.index()].turn;
        for side in 0..6 {
            let other = sea.route(side).to;
            if other < side {
                continue;
            }
            let Reach::Shore(here, a) = self.follow(sea, facing(side, turn)) else { continue };
            let Reach::Shore(there, b) = self.follow(sea, facing(other, turn)) else { continue };
            if here == there {
                self.back[here.index()] |= 1 << a | 1 << b;
            }
        }
    }

    /// Follows the routes from a tile, without regard to numbers.
    #[inline]
    pub(crate) fn follow(&self, from: Tile, toward: Direction) -> Reach {
        let (mut tile, mut dir) = (from, toward);
        loop {
            let Some(next) = self.beside(tile, dir) else { return Reach::Empty(tile, dir) };
            let turn = self.at[next.index()].turn;
            let entered = side(dir.opposite(), turn);
            if let Some(island) = next.island() {
                return Reach::Shore(island, entered);
            }
            (tile, dir) = (next, facing(next.route(entered).to, turn));
            if (tile, dir) == (from, toward) {
                return Reach::Circle;
            }
        }
    }

    /// The directions of piers, given by sides, that lead elsewhere than back to their island.
    #[inline]
    pub(crate) fn open(&self, island: Island, piers: u8) -> u8 {
        turned(piers & !self.back[island.index()], self.at[island.index()].turn)
    }

    /// The directions of piers given by sides.
    #[inline]
    pub(crate) fn toward(&self, island: Island, piers: u8) -> u8 {
        turned(piers, self.at[island.index()].turn)
    }

    /// Whether all piers of the island lead back to it (O15).
    #[inline]
    pub(crate) fn is_closed(&self, island: Island) -> bool {
        island.piers() & !self.back[island.index()] == 0
    }

    /// Tells every empty cell next to a tile, sorted.
    pub(crate) fn coast(&self, mut tell: impl FnMut(Hex)) {
        const EDGE: i16 = RADIUS as i16 + 1;
        const COLUMNS: usize = 2 * EDGE as usize + 1;
        let column = |q: i16| (q + EDGE) as usize;
        // A column is a word with a bit for each row from -32 on. Row 32 has none: only the last tile of the pile can
        // lie as far out as 31, and no tile is laid after it.
        let bit = |r: i16| 1u64.checked_shl((r + EDGE) as u32).unwrap_or(0);
        let mut near = [0u64; COLUMNS];
        let (mut least, mut most) = (COLUMNS, 0);
        for tile in tiles(self.laid) {
            let cell = self.at[tile.index()].cell;
            for beside in cell.neighbours() {
                near[column(beside.q)] |= bit(beside.r);
            }
            (least, most) = (least.min(column(cell.q) - 1), most.max(column(cell.q) + 1));
        }
        for tile in tiles(self.laid) {
            let cell = self.at[tile.index()].cell;
            near[column(cell.q)] &= !bit(cell.r);
        }
        for (q, rows) in near.iter().enumerate().take(most + 1).skip(least) {
            let mut rows = *rows;
            while rows != 0 {
                tell(Hex::new(q as i16 - EDGE, rows.trailing_zeros() as i16 - EDGE));
                rows &= rows - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Dice, Fast};

    use super::*;

    /// A table of tiles laid and islands removed at random.
    fn random_table(rng: &mut Fast) -> Board {
        let mut board = Board::new();
        board.lay(Tile::at(0), Hex::ORIGIN, Turn::NONE);
        let mut pile: Vec<Tile> = Tile::all().skip(1).collect();
        rng.shuffle(&mut pile);
        for tile in pile {
            let mut coast = Vec::new();
            board.coast(|cell| coast.push(cell));
            // Close to the middle, so that many routes meet.
            coast.sort_by_key(|cell| (cell.distance(Hex::ORIGIN), cell.q, cell.r));
            coast.truncate(4);
            board.lay(tile, *rng.pick(&coast), Turn::clockwise(rng.below(6) as u8));
            let islands: Vec<Island> = board.islands().collect();
            if rng.below(12) == 0 && islands.len() > 1 {
                board.remove(*rng.pick(&islands));
            }
        }
        board
    }

    /// Whether the routes from a side lead back, found cell by cell.
    fn leads_back(board: &Board, island: Island, pier: u8) -> bool {
        let (mut cell, turn) = board.place(island.tile());
        let mut dir = facing(pier, turn);
        loop {
            cell = cell.neighbour(dir);
            let Some(tile) = board.tile_on(cell) else { return false };
            if let Some(end) = tile.island() {
                return end == island;
            }
            let (_, turn) = board.place(tile);
            dir = facing(tile.route(side(dir.opposite(), turn)).to, turn);
        }
    }

    #[test]
    fn o15_the_routes_that_lead_back_are_known_without_following_them() {
        let mut rng = Fast::new(15);
        let mut back = 0;
        for _ in 0..2_000 {
            let board = random_table(&mut rng);
            for island in board.islands() {
                for side in 0..6 {
                    let found = leads_back(&board, island, side);
                    assert_eq!(board.back[island.index()] >> side & 1 == 1, found, "{island} {side} of {board:?}");
                    back += u32::from(found);
                }
            }
        }
        assert!(back > 1_000, "only {back} sides lead back");
    }

    #[test]
    fn a_table_does_not_depend_on_the_order_of_laying() {
        let mut rng = Fast::new(7);
        for _ in 0..500 {
            let board = random_table(&mut rng);
            let mut order: Vec<Tile> = tiles(board.laid()).collect();
            rng.shuffle(&mut order);
            let mut again = Board::new();
            for tile in order {
                let (cell, turn) = board.place(tile);
                again.lay(tile, cell, turn);
            }
            assert_eq!(again, board);
        }
    }

    #[test]
    fn the_coast_is_what_is_empty_beside_a_tile() {
        let mut rng = Fast::new(21);
        for _ in 0..200 {
            let board = random_table(&mut rng);
            let mut coast = Vec::new();
            board.coast(|cell| coast.push(cell));
            let beside = |cell: &Hex| cell.neighbours().iter().any(|other| board.tile_on(*other).is_some());
            let wanted: Vec<Hex> = cells().filter(|cell| board.tile_on(*cell).is_none()).filter(beside).collect();
            assert_eq!(coast, wanted);
        }
    }

    #[test]
    fn sides_turn_with_their_tile() {
        for turn in Turn::ALL {
            for toward in Direction::ALL {
                assert_eq!(facing(side(toward, turn), turn), toward);
            }
        }
        // A tile laid to the north-east has its red mark back, to the south-west.
        assert_eq!(facing(0, Turn::clockwise(1)), Direction::SW);
        assert_eq!(cells().count(), 3 * 31 * 32 + 1);
    }
}
