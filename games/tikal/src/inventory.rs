//! The components, as the laws count them.

use engine::Inventory;

use crate::board::Cell;
use crate::options::Terrain;
use crate::state::{Leader, MOST, Phase, Tikal};
use crate::tiles::{Kind, Tile};

impl Inventory for Tikal {
    fn inventory(&self, out: &mut Vec<(&'static str, u32)>) {
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
}

impl Tikal {
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
