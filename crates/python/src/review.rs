//! Reviews of finished matches.

use catalog::review::{Depth, Plan};
use engine::Record;
use pyo3::prelude::*;

use crate::error::wrong;
use crate::game::entry;

/// The review of a record, a `.quipu` text, as JSON; `quipu.review` makes a table of it.
#[pyfunction]
#[pyo3(signature = (record, *, level="quick", seed=1, open_cards=false, threads=1))]
pub(crate) fn review_json(
    py: Python<'_>,
    record: &str,
    level: &str,
    seed: u64,
    open_cards: bool,
    threads: usize,
) -> PyResult<String> {
    let level = match level {
        "quick" => Depth::Quick,
        "full" => Depth::Full,
        other => return Err(wrong(format!("'{other}' is no level of a review: use 'quick' or 'full'"))),
    };
    let record = record.parse::<Record>().map_err(wrong)?;
    if let Some(line) = record.redacted_at() {
        return Err(wrong(format!("line {}: '{}' is hidden from this record's reader", line.number, line.entry)));
    }
    let entry = entry(&record.game)?;
    let game = entry.kind().replay(&record, None).map_err(wrong)?;
    if !game.to_act().is_over() {
        return Err(wrong(format!(
            "after step {}: the match is not over; only finished ones are reviewed",
            game.steps()
        )));
    }
    let plan = Plan { level, seed, open: open_cards };
    let made = py.detach(|| entry.review(&*game, &plan, threads.clamp(1, 1024), Vec::new(), &()));
    let Some(review) = made else { unreachable!("nobody stops it") };
    serde_json::to_string(&review).map_err(wrong)
}
