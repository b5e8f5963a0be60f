//! What occurred in the law games, and what should have.

use std::collections::BTreeMap;
use std::fmt;

use engine::{Game, Notation as _, Rule, Step, StepOf};

use super::{Verdict, broken};

/// How often each verb, each refusing rule and each end occurred.
#[derive(Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Steps by the verb of the decision or the draw.
    pub verbs: BTreeMap<&'static str, u64>,
    /// Refusals by rule.
    pub refusals: BTreeMap<Rule, u64>,
    /// Refusals by message.
    pub messages: BTreeMap<&'static str, u64>,
    /// Matches by the rule that ended them.
    pub ends: BTreeMap<Rule, u64>,
}

impl Tally {
    pub(super) fn step<G: Game>(&mut self, step: &StepOf<G>) {
        if let Step::Action(action) = step {
            *self.verbs.entry(G::INFO.verbs[action.verb()]).or_default() += 1;
        }
    }

    /// Everything that the game lists as expected must have occurred.
    pub(super) fn expected<G: Game>(&self) -> Verdict {
        let verbs =
            G::INFO.verbs.iter().filter(|verb| !self.verbs.contains_key(*verb)).map(|verb| format!("verb {verb}"));
        let refusals = G::INFO
            .refusals
            .iter()
            .filter(|rule| !self.refusals.contains_key(rule))
            .map(|rule| format!("refusal by {rule}"));
        let ends =
            G::INFO.ends.iter().filter(|rule| !self.ends.contains_key(rule)).map(|rule| format!("end by {rule}"));
        let missing: Vec<String> = verbs.chain(refusals).chain(ends).collect();
        if !missing.is_empty() {
            return broken("coverage", format!("never occurred: {}\n{self}", missing.join(", ")));
        }
        match self.ends.keys().find(|rule| !G::INFO.ends.contains(rule) && !G::INFO.rare_ends.contains(rule)) {
            Some(rule) => broken("coverage", format!("a match ended by {rule}, which the game does not list")),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} law games", self.games)?;
        let row =
            |f: &mut fmt::Formatter<'_>, name: &str, items: Vec<String>| writeln!(f, "  {name}: {}", items.join(", "));
        row(f, "verbs", self.verbs.iter().map(|(verb, n)| format!("{verb} {n}")).collect())?;
        row(f, "refusals", self.refusals.iter().map(|(rule, n)| format!("{rule} {n}")).collect())?;
        row(f, "messages", self.messages.iter().map(|(key, n)| format!("{key} {n}")).collect())?;
        row(f, "ends", self.ends.iter().map(|(rule, n)| format!("{rule} {n}")).collect())
    }
}
