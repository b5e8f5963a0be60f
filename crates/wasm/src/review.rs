//! Reviews of finished matches, part by part, so that workers can share the parts out and be stopped between them. Only
//! the module that a page loads for a review makes any.

use catalog::review::{Judged, Level, Review};
use protocol::{Refusal, RefusalCode};
use session::refusal;

#[cfg(any(feature = "review", not(target_arch = "wasm32")))]
mod made {
    use catalog::review::Plan;

    use super::{Judged, Level, Refusal, Review, other};

    pub(crate) fn parts(record: &str) -> Result<usize, Refusal> {
        let (entry, game) = session::reviewable(record)?;
        Ok(entry.parts(&*game))
    }

    pub(crate) fn judge(record: &str, level: Level, part: usize) -> Result<Judged, Refusal> {
        let (entry, game) = session::reviewable(record)?;
        entry.judge(&*game, &Plan::new(level), part).ok_or_else(|| other("the match has no such part"))
    }

    pub(crate) fn report(record: &str, level: Level, judged: &[Judged]) -> Result<Review, Refusal> {
        let (entry, game) = session::reviewable(record)?;
        entry.report(&*game, &Plan::new(level), judged).ok_or_else(|| other("these are not the parts of the match"))
    }
}

#[cfg(all(target_arch = "wasm32", not(feature = "review")))]
mod made {
    use super::{Judged, Level, Refusal, Review, other};

    const NONE: &str = "this module makes no reviews";

    pub(crate) fn parts(_record: &str) -> Result<usize, Refusal> {
        Err(other(NONE))
    }

    pub(crate) fn judge(_record: &str, _level: Level, _part: usize) -> Result<Judged, Refusal> {
        Err(other(NONE))
    }

    pub(crate) fn report(_record: &str, _level: Level, _judged: &[Judged]) -> Result<Review, Refusal> {
        Err(other(NONE))
    }
}

pub(crate) use made::{judge, parts, report};

fn other(text: &str) -> Refusal {
    refusal(RefusalCode::Malformed, "review", text)
}
