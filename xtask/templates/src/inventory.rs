//! The components, as the laws count them.

use engine::Inventory;

use crate::state::__Name__;

impl Inventory for __Name__ {
    fn inventory(&self, out: &mut Vec<(&'static str, u32)>) {
        for (kind, name) in ["finds worth 1", "finds worth 2", "finds worth 3"].into_iter().enumerate() {
            let found: u8 = self.finds.values().map(|finds| finds[kind]).sum();
            out.push((name, u32::from(self.left[kind] + found)));
        }
    }
}
