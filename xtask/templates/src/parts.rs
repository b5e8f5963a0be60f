//! The components, for whoever draws a table.

use serde::Serialize;

use crate::state::{LAST_CAMP, TURNS};

/// The components of the box.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct Parts {
    /// The last camp of the trail; 0 is the start.
    pub last_camp: u8,
    /// The turns of a match.
    pub turns: u8,
}

impl Parts {
    /// All there is.
    pub const ALL: Parts = Parts { last_camp: LAST_CAMP, turns: TURNS };
}
