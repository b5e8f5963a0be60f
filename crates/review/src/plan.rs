//! How thoroughly a match is reviewed, and who watches.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::part::Judged;

/// How thoroughly a match is reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// At a glance: for tests, and to look through many matches.
    Glance,
    /// In less than a minute.
    Quick,
    /// In some minutes.
    Full,
}

impl Depth {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Depth::Glance => "glance",
            Depth::Quick => "quick",
            Depth::Full => "full",
        }
    }
}

/// How much is thought about each part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// The iterations of a search for better turns.
    pub(crate) think: u32,
    /// How many of the turns found are looked at.
    pub(crate) lines: usize,
    /// Worlds in which every turn found is tried (first round).
    pub(crate) sift: u32,
    /// Worlds for the best turns and the played one, to choose the best (second round).
    pub(crate) pick: u32,
    /// Total worlds. Worlds `pick..tries` are fresh, so only they measure a turn's value.
    pub(crate) tries: u32,
    /// About how many tries all outcomes of a draw share.
    pub(crate) draws: usize,
    /// Each outcome gets at least this many.
    pub(crate) least: usize,
    /// Whether positions are played on before they are valued.
    pub(crate) ahead: bool,
}

/// Up to this many outcomes of a draw are all looked at; of more than that a sample is drawn.
pub(crate) const LISTED: usize = 300;

impl Depth {
    pub(crate) fn effort(self) -> Effort {
        match self {
            Depth::Glance => {
                Effort { think: 400, lines: 3, sift: 1, pick: 2, tries: 5, draws: 12, least: 1, ahead: false }
            }
            Depth::Quick => {
                Effort { think: 20_000, lines: 8, sift: 8, pick: 32, tries: 96, draws: 160, least: 2, ahead: true }
            }
            Depth::Full => Effort {
                think: 160_000,
                lines: 12,
                sift: 24,
                pick: 240,
                tries: 800,
                draws: 2_000,
                least: 16,
                ahead: true,
            },
        }
    }
}

impl Effort {
    /// The number of worlds in which the value of a part is measured.
    pub(crate) fn measure(&self) -> usize {
        (self.tries - self.pick) as usize
    }
}

/// How a match is reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Plan {
    /// How thoroughly.
    pub level: Depth,
    /// The seed of the random numbers; the same seed gives the same review.
    pub seed: u64,
    /// With open cards: turns are judged in the real world, not in worlds that fit what the player knew.
    pub open: bool,
}

impl Plan {
    /// A review by what the players could know.
    pub fn new(level: Depth) -> Plan {
        Plan { level, seed: 1, open: false }
    }
}

/// Whoever watches a review: gets each part when it is judged, and may stop the rest.
pub trait Watch: Sync {
    /// A part was judged.
    fn judged(&self, _part: &Judged) {}
    /// Whether to stop. What was judged so far may be given to the next review, which goes on from there.
    fn stop(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl Watch for () {}
