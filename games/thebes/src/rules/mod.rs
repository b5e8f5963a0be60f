//! The rules, one file per family of decisions. Each has three parts: what is on offer, what is refused and why
//! (written without the first), and what happens.

use engine::{Illegal, Rule, refuse};

mod dig;
mod fill;
mod learn;
mod loot;
mod present;
mod take;

pub(crate) use learn::{GREATEST, professor_word};
pub(crate) use present::best_level;

pub(crate) const H1: Rule = Rule::new('H', 1);
pub(crate) const H6: Rule = Rule::new('H', 6);
pub(crate) const H7: Rule = Rule::new('H', 7);
pub(crate) const H8: Rule = Rule::new('H', 8);
pub(crate) const H10: Rule = Rule::new('H', 10);
pub(crate) const H11: Rule = Rule::new('H', 11);
pub(crate) const H12: Rule = Rule::new('H', 12);
pub(crate) const H13: Rule = Rule::new('H', 13);
pub(crate) const H16: Rule = Rule::new('H', 16);
pub(crate) const H19: Rule = Rule::new('H', 19);

/// The refusal of an action while the table waits for something else.
fn not_now(rule: Rule) -> Illegal {
    refuse!(rule, "not-now", "the table waits for something else")
}
