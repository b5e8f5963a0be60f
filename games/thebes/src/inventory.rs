//! The components, as the laws count them.

use engine::Inventory;

use crate::region::Region;
use crate::state::Thebes;

impl Inventory for Thebes {
    fn inventory(&self, out: &mut Vec<(&'static str, u32)>) {
        let open = &self.open;
        let held: u32 = open.players.values().map(|player| player.cards.count_ones()).sum();
        let shown = open.display.iter().flatten().count() as u32 + open.beside.count_ones();
        let green = open.deck.count_ones() + shown + held + open.spent.count_ones();
        let mut regions = u32::from(open.backs);
        for region in Region::ALL {
            let found: u32 = open.players.values().map(|player| player.finds[region].count_ones()).sum();
            let left = found + open.donated[region].count_ones();
            regions += left + self.hidden.piles[region].count_ones();
            // The same cards counted by where they are not: a card out of its pile that nobody has is lost.
            out.push((region.word(), open.pile(region).all.count_ones() - open.out[region].count_ones() + left));
        }
        out.push(("green backs", green));
        out.push(("region backs", regions));
        out.push(("small cards", green + regions + open.professors.len() as u32));
    }
}
