//! The rules, one file per family of decisions. Each has three parts: what is on offer, what is refused and why
//! (written without the first), and what happens.

use engine::{Illegal, Rule, refuse};

mod dig;
mod fill;
mod learn;
mod loot;
pub(crate) mod numbers;
mod present;
mod take;

pub(crate) use learn::{GREATEST, professor_word};
pub(crate) use present::best_level;

/// The refusal of an action while the table waits for something else.
fn not_now(rule: Rule) -> Illegal {
    refuse!(rule, "not-now", "the table waits for something else")
}
