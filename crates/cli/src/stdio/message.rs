//! The messages between an engine and whoever asks it: JSON, one message a line. `docs/engine.md` has them all.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::Seat;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The version of the protocol; it changes only when older programs can no longer play.
pub(crate) const PROTOCOL: u32 = 1;

/// What every message to an engine begins with.
#[derive(Deserialize)]
pub(crate) struct Head {
    pub(crate) t: String,
    #[serde(default)]
    pub(crate) id: Option<u64>,
}

/// `game`: a match begins.
#[derive(Serialize, Deserialize)]
pub(crate) struct NewGame {
    pub(crate) game: String,
    /// How many sit at the table.
    pub(crate) seats: usize,
    /// The seat of whoever is asked.
    pub(crate) seat: Seat,
    /// The options that differ from the default.
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
}

/// `choose`, `hint` and `evaluate`: a position as a seat sees it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Position {
    pub(crate) id: u64,
    pub(crate) seat: Seat,
    pub(crate) view: Box<RawValue>,
    /// The legal words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) legal: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) budget: Option<Allowance>,
}

/// How long an engine may think about a decision.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Allowance {
    /// Milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ms: Option<f64>,
    /// Iterations of a search, for moves that can be repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) iterations: Option<u32>,
    /// What the milliseconds are measured by.
    #[serde(default, skip_serializing_if = "is_wall")]
    pub(crate) clock: Measure,
}

/// What time is measured by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Measure {
    /// The clock on the wall.
    #[default]
    Wall,
    /// The processor time of whoever thinks.
    Cpu,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_wall(measure: &Measure) -> bool {
    *measure == Measure::Wall
}

/// The longest that anybody may think, in milliseconds: a day.
pub(crate) const LONGEST_MS: f64 = 86_400_000.0;

impl Allowance {
    /// The milliseconds as a time; none that cannot be one.
    pub(crate) fn time(&self) -> Result<Option<Duration>, String> {
        let Some(ms) = self.ms else { return Ok(None) };
        let sound = (0.0..=LONGEST_MS).contains(&ms);
        let time = sound.then(|| Some(Duration::from_secs_f64(ms / 1e3)));
        time.ok_or_else(|| format!("'ms' is {ms}; write milliseconds, from 0 to {LONGEST_MS}"))
    }
}

/// What an engine answers, of any kind.
#[derive(Deserialize)]
pub(crate) struct ProgramAnswer {
    pub(crate) t: String,
    #[serde(default)]
    pub(crate) id: Option<u64>,
    /// Of `ready`: the version of the protocol, and how the program calls itself.
    #[serde(default)]
    pub(crate) protocol: Option<u32>,
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// Of `word`.
    #[serde(default)]
    pub(crate) word: Option<String>,
    /// The milliseconds that it thought, by the clock that it was asked to measure by.
    #[serde(default)]
    pub(crate) ms: Option<f64>,
    /// Of `error`.
    #[serde(default)]
    pub(crate) text: Option<String>,
}
