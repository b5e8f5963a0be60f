//! Reviews of finished matches, part by part, so that workers can share the parts out and be stopped between them; and
//! verdicts on turns of puzzles. Only the module that a page loads for a review makes any.

use catalog::review::{Demand, Depth, Judged, Review, Verdict};
use protocol::{NewTable, Refusal, RefusalCode};
use session::refusal;

#[cfg(any(feature = "review", not(target_arch = "wasm32")))]
mod made {
    use catalog::review::Plan;
    use engine::Opening;

    use super::{Demand, Depth, Judged, NewTable, Refusal, Review, Verdict, other};

    pub(crate) fn parts(record: &str) -> Result<usize, Refusal> {
        let (entry, game) = session::reviewable(record)?;
        Ok(entry.parts(&*game))
    }

    pub(crate) fn judge(record: &str, level: Depth, part: usize) -> Result<Judged, Refusal> {
        let (entry, game) = session::reviewable(record)?;
        entry.judge(&*game, &Plan::new(level), part).ok_or_else(|| other("the match has no such part"))
    }

    pub(crate) fn report(record: &str, level: Depth, judged: &[Judged]) -> Result<Review, Refusal> {
        let (entry, game) = session::reviewable(record)?;
        entry.report(&*game, &Plan::new(level), judged).ok_or_else(|| other("these are not the parts of the match"))
    }

    pub(crate) fn verdict(
        table: &NewTable,
        right: &[String],
        played: &[String],
        demand: &Demand,
        tries: u32,
    ) -> Result<Verdict, Refusal> {
        let entry = catalog::find(&table.game).ok_or_else(|| other("there is no such game"))?;
        let position = table.position.as_ref().ok_or_else(|| other("a puzzle has a position"))?;
        let opening = Opening { options: table.options.clone(), ..Opening::seats(table.seats.len()) };
        let game = entry.kind().open_at(&opening, position.read()).map_err(|fault| other(&fault.to_string()))?;
        entry.verdict(&*game, right, played, demand, tries).map_err(|fault| other(&fault))
    }
}

#[cfg(all(target_arch = "wasm32", not(feature = "review")))]
mod made {
    use super::{Demand, Depth, Judged, NewTable, Refusal, Review, Verdict, other};

    const NONE: &str = "this module makes no reviews";

    pub(crate) fn parts(_record: &str) -> Result<usize, Refusal> {
        Err(other(NONE))
    }

    pub(crate) fn judge(_record: &str, _level: Depth, _part: usize) -> Result<Judged, Refusal> {
        Err(other(NONE))
    }

    pub(crate) fn report(_record: &str, _level: Depth, _judged: &[Judged]) -> Result<Review, Refusal> {
        Err(other(NONE))
    }

    pub(crate) fn verdict(
        _table: &NewTable,
        _right: &[String],
        _played: &[String],
        _demand: &Demand,
        _tries: u32,
    ) -> Result<Verdict, Refusal> {
        Err(other(NONE))
    }
}

pub(crate) use made::{judge, parts, report, verdict};

fn other(text: &str) -> Refusal {
    refusal(RefusalCode::Malformed, "review", text)
}
