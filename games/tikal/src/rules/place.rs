//! T6-T9: laying tiles, and what a new tile changes on the board.

use engine::{Illegal, List, Sink, refuse};

use super::numbers::{T6, T7};
use crate::action::Action;
use crate::board::{Cell, CellSet, SIDES, facing};
use crate::event::Event;
use crate::options::{Tempo, Terrain};
use crate::state::{Laid, Phase, Tikal};
use crate::tiles::{Kind, Tile};

/// Six bits, one for each side.
const ALL_SIDES: u8 = (1 << SIDES) - 1;

impl Tikal {
    /// The empty cells that touch an explored one.
    pub(crate) fn frontier(&self) -> CellSet {
        let touched = self.explored.into_iter().fold(CellSet::EMPTY, |all, cell| all.or(cell.around()));
        touched.without(self.explored)
    }

    /// The sides of an empty cell that may connect it, in two sets: those with a neighbour that is no volcano, which
    /// need a stone of the new tile, and among them those where the neighbour has a stone, which need none.
    fn ways(&self, cell: Cell) -> (u8, u8) {
        let (mut open, mut stony) = (0, 0);
        for side in 0..SIDES {
            let Some(there) = cell.neighbour(side) else { continue };
            let Some(laid) = self.ground[there.index()] else { continue };
            if !laid.tile.is_volcano() {
                open |= 1 << side;
                stony |= ((laid.tile.stony(laid.turn) >> facing(side)) & 1) << side;
            }
        }
        (open, stony)
    }

    pub(crate) fn list_places(&self, out: &mut impl List<Action>) {
        let Some(tile) = self.own().hand else { return };
        for cell in self.frontier() {
            let needed = self.needed(tile, cell);
            let fits = |turn: &u8| needed == ALL_SIDES || tile.stony(*turn) & needed != 0;
            out.extend((0..tile.turns()).filter(fits).map(|turn| Action::Place(cell, turn)));
        }
    }

    /// The sides one of which must bear a stone of the new tile; all of them if nothing is asked of it.
    fn needed(&self, tile: Tile, cell: Cell) -> u8 {
        if tile.is_volcano() {
            return ALL_SIDES; // T7
        }
        let (open, stony) = self.ways(cell);
        if stony != 0 { ALL_SIDES } else { open }
    }

    /// T8: whether the tile can be laid anywhere. Every tile but a volcano has a stone to turn to an open side.
    pub(crate) fn fits(&self, tile: Tile) -> bool {
        self.frontier().into_iter().any(|cell| self.needed(tile, cell) != 0)
    }

    pub(crate) fn check_place(&self, cell: Cell, turn: u8) -> Result<(), Illegal> {
        let (Phase::Place, Some(tile)) = (self.phase, self.own().hand) else {
            return Err(refuse!(T6, "no-tile", "there is no tile to lay now"));
        };
        if let Some(laid) = self.ground[cell.index()] {
            return Err(refuse!(
                T6,
                "cell-taken",
                "{tile} lies on {cell} already",
                tile = laid.tile.id(),
                cell = name(cell)
            ));
        }
        if turn as usize >= SIDES {
            return Err(refuse!(T6, "turn-range", "a tile has six turns, r0 to r5"));
        }
        let alike = (0..turn).find(|low| (0..SIDES).all(|side| tile.stones(*low, side) == tile.stones(turn, side)));
        if let Some(low) = alike {
            return Err(refuse!(T6, "turn-alike", "r{turn} looks like r{low}, use that", turn = turn, low = low));
        }
        let neighbours = || (0..SIDES).filter_map(|side| Some((side, self.ground[cell.neighbour(side)?.index()]?)));
        if neighbours().next().is_none() {
            let rule = if tile.is_volcano() { T7 } else { T6 };
            return Err(refuse!(rule, "not-touching", "{cell} touches no explored cell", cell = name(cell)));
        }
        let leads_here = |(side, laid): (usize, Laid)| {
            !laid.tile.is_volcano() && tile.stones(turn, side) + laid.tile.stones(laid.turn, facing(side)) > 0
        };
        if !tile.is_volcano() && !neighbours().any(leads_here) {
            return Err(refuse!(T6, "no-way", "no stone would lead to {cell}", cell = name(cell)));
        }
        Ok(())
    }

    pub(crate) fn place<S: Sink<Event>>(&mut self, cell: Cell, turn: u8, events: &mut S) {
        let seat = self.seat;
        let Some(tile) = self.players[seat].hand.take() else { unreachable!("a tile is laid from a hand") };
        self.lay(tile, cell, turn);
        events.emit(Event::Laid { seat, tile, cell, turn });
        if let Kind::Treasure(count) = tile.kind() {
            events.emit(Event::Treasures { cell, count });
        }
        if self.options.tempo == Tempo::Jumps {
            self.next_to_place(events);
        } else if self.ends_with(tile) {
            self.finish(events);
        } else {
            self.start_turn(seat, crate::state::Turn::Normal);
        }
    }

    /// T34: the third volcano taken is the last tile of the match.
    fn ends_with(&self, tile: Tile) -> bool {
        self.options.terrain == Terrain::RandomSuddenDeath && tile.is_volcano() && self.volcanoes_taken() == 3
    }

    /// Puts a tile on the board and reckons what follows from it: T9, the prices of T13.
    pub(crate) fn lay(&mut self, tile: Tile, cell: Cell, turn: u8) {
        self.ground[cell.index()] = Some(Laid { tile, turn });
        self.explored.insert(cell);
        match tile.kind() {
            Kind::Temple(value) => {
                self.value[cell.index()] = value;
                self.temples.insert(cell);
            }
            Kind::Treasure(count) => {
                self.buried[cell.index()] = count;
                self.rich.insert(cell);
            }
            Kind::Jungle => self.campable.insert(cell),
            Kind::Volcano => self.volcanoes.insert(cell),
            Kind::BaseCamp => {}
        }
        for side in 0..SIDES {
            let Some(there) = cell.neighbour(side) else { continue };
            let Some(laid) = self.ground[there.index()] else { continue };
            if !tile.is_volcano() && !laid.tile.is_volcano() {
                let price = tile.stones(turn, side) + laid.tile.stones(laid.turn, facing(side));
                self.price[cell.index()][side] = price;
                self.price[there.index()][facing(side)] = price;
            }
        }
    }
}

/// A cell's name as a value of a message.
pub(crate) fn name(cell: Cell) -> String {
    cell.to_string()
}
