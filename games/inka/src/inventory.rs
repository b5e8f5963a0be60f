//! The components, as the laws count them.

use engine::Inventory;

use crate::state::Inka;
use crate::temple::GOALS;

impl Inventory for Inka {
    fn inventory(&self, out: &mut Vec<(&'static str, u32)>) {
        let laid = self.lying().filter(|(rhombus, _)| !rhombus.is_goal()).count();
        let goals = self.lying().count() - laid;
        let taken: u32 = self.taken.values().map(|taken| taken.count_ones()).sum();
        let left: u32 = self.taken.values().map(|taken| GOALS as u32 - taken.count_ones()).sum();
        out.push(("path rhombi", (laid + self.unlaid().count()) as u32));
        out.push(("goal rhombi", goals as u32));
        // Two for each rhombus, so that none lies on another.
        out.push(("cells covered twice", 2 * (laid + goals) as u32 - self.covered().len()));
        out.push(("pawns", self.pawns.len() as u32));
        out.push(("blockers", self.blockers.len() as u32));
        out.push(("statues", left + taken));
    }
}
