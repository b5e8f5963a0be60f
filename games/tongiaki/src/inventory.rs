//! The components, as the laws count them.

use engine::{Game as _, Inventory, MOST_SEATS, Seat};

use crate::state::{SEA_TILES, Tongiaki};

const BOATS: [&str; MOST_SEATS] = ["boats of A", "boats of B", "boats of C", "boats of D", "boats of E", "boats of F"];

impl Inventory for Tongiaki {
    fn inventory(&self, out: &mut Vec<(&'static str, u32)>) {
        for seat in Seat::all(self.seats()) {
            let boats = self.boats.reserve(seat) + self.boats.in_play(seat) + self.at_sea.of(seat);
            out.push((BOATS[seat.index()], boats.into()));
        }
        let hand = self.in_hand().map_or(0, |tile| 1 << tile.index());
        out.push(("seas", ((self.pile | self.board.laid() | hand) & SEA_TILES).count_ones()));
    }
}
