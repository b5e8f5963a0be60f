//! The two cards of the box that list what the regions hold (the book's list of components): a reference for everybody.
//! It says what can be found in all and what was found, never what lies in a pile now.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::region::Region;
use crate::state::Open;
use crate::stock::FindKind;

/// Some cards of a region.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct Distribution {
    /// The points of the artifacts, lowest first.
    artifacts: Vec<u8>,
    /// The number of knowledge cards.
    knowledge: u32,
    /// The number of cards of rubble.
    rubble: u32,
}

impl Distribution {
    /// Everything that the box has for a region.
    pub(crate) fn in_box(open: &Open, region: Region) -> Distribution {
        Distribution::of(open, region, open.pile(region).all)
    }

    /// What was found there. Rubble goes back, so there is none among it.
    pub(crate) fn found(open: &Open, region: Region) -> Distribution {
        Distribution::of(open, region, open.out[region])
    }

    fn of(open: &Open, region: Region, cards: u32) -> Distribution {
        let mut all = Distribution::default();
        for (find, copies) in open.pile(region).kinds_in(cards) {
            match open.stock().find(find).kind {
                FindKind::Artifact { points, .. } => all.artifacts.extend((0..copies).map(|_| points)),
                FindKind::Knowledge { .. } => all.knowledge += copies,
                FindKind::Rubble => all.rubble += copies,
            }
        }
        all.artifacts.sort_unstable();
        all
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points: Vec<String> = self.artifacts.iter().map(ToString::to_string).collect();
        let count = |count: u32, what: &str| (count > 0).then(|| format!("{count} {what}"));
        let artifacts = (!points.is_empty()).then(|| format!("artifacts {}", points.join(" ")));
        let parts = [artifacts, count(self.knowledge, "knowledge"), count(self.rubble, "rubble")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "nothing" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}
