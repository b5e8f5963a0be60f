//! What the laws count: every word there is, and every component.

use crate::action::{Action, Piece};
use crate::board::{Cell, CellSet};
use crate::options::Terrain;
use crate::state::{Leader, MOST, Phase, Tikal};
use crate::tiles::{Kind, Tile, Treasure};

/// More than anybody can have to bid: 20, and three scorings of all temples at their highest (103) and all
/// treasures (48).
const BEYOND_POINTS: u16 = 480;

impl Tikal {
    /// Every word that could ever be legal, sorted.
    pub(crate) fn every_word(&self, out: &mut Vec<Action>) {
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

    /// What no step changes.
    pub(crate) fn count(&self, out: &mut Vec<(&'static str, u32)>) {
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
        out.push(("treasures", self.treasures_anywhere()));
    }
    /// Treasures found, buried, or to be buried with a tile; those of tiles set aside stay in the box.
    fn treasures_anywhere(&self) -> u32 {
        let masks = |tile: Tile| if let Kind::Treasure(masks) = tile.kind() { u32::from(masks) } else { 0 };
        let hands = self.players.values().filter_map(|player| player.hand);
        let tiles = self.pile.into_iter().chain(self.round.display).chain(self.aside).chain(hands);
        let found = self.players.values().flat_map(|player| player.treasures).map(u32::from);
        let buried = self.buried.iter().map(|count| u32::from(*count));
        let dug = u32::from(matches!(self.phase, Phase::Treasure(_)));
        tiles.map(masks).chain(found).chain(buried).sum::<u32>() + dug
    }
}
