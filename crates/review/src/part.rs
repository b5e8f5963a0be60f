//! The parts of a match: draws, and what a seat does between them.

use engine::{Evaluate, Match, Seat, Step, StepOf};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::prospect::Prospect;

/// A part of a match, by its steps: `from` is the first, `to` the one behind the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The first step.
    pub from: usize,
    /// The step behind the last.
    pub to: usize,
    /// Who acts; nobody in a draw.
    pub by: Option<Seat>,
}

/// A part with its expected and its actual prospects, by seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Its number.
    pub number: usize,
    /// The part.
    #[serde(flatten)]
    pub part: Part,
    /// The words of its steps.
    pub words: Vec<String>,
    /// The expected prospects: the mean over the outcomes of a draw, or the best turn found.
    pub ought: Vec<Prospect>,
    /// The actual prospects.
    pub came: Vec<Prospect>,
    /// The standard error of the difference of the two.
    pub error: Vec<Prospect>,
    /// Of a draw: how far its outcomes spread.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spread: Vec<Prospect>,
    /// Of a draw: how many outcomes were looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<usize>,
    /// Of a draw: the odds of what was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// Of a draw: whether only a sample of its outcomes was looked at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sampled: bool,
    /// Of a turn: there was nothing to choose.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// Of a turn: what else was possible, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Alternative>,
}

/// Another turn, with what it would have brought to whoever was to act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Alternative {
    /// Its words.
    pub words: Vec<String>,
    /// What it would have brought.
    pub prospect: Prospect,
    /// How much better that is than what was played; one standard error of it.
    pub error: Prospect,
}

impl Judged {
    /// The actual prospects less the expected ones, for a seat.
    pub fn change(&self, seat: Seat) -> Prospect {
        self.came[seat.index()] - self.ought[seat.index()]
    }
}

/// The positions of a match: before each step, and at the end.
pub(crate) fn positions<G: Evaluate>(game: &Match<G>) -> Vec<G> {
    let mut state = game.start().clone();
    let mut all = vec![state.clone()];
    for step in game.steps() {
        state.apply(*step, &mut ());
        all.push(state.clone());
    }
    all
}

/// The parts of a match. A stretch of a turn ends where somebody else acts and where something is drawn or shown.
pub(crate) fn parts_of<G: Evaluate>(positions: &[G], steps: &[StepOf<G>]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut goes_on = false;
    for (at, step) in steps.iter().enumerate() {
        let by = positions[at].to_act().seat();
        match parts.last_mut() {
            Some(last) if goes_on && by.is_some() && last.by == by => last.to = at + 1,
            _ => parts.push(Part { from: at, to: at + 1, by }),
        }
        goes_on = matches!(step, Step::Action(_)) && !positions[at].reveals(step);
    }
    parts
}
