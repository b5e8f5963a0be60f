//! The moments that decided a match for a seat.

use engine::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::class::Class;
use crate::part::Judged;
use crate::prospect::Prospect;
use crate::report::ReviewedTurn;

/// Why a moment mattered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum MomentKind {
    /// The seat played worse than it could have.
    Lost,
    /// The seat found the one turn that was clearly best.
    Found,
    /// Luck, good or bad.
    Luck,
    /// Somebody else's turn was weak, which helped.
    Given,
}

/// A moment that mattered to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Moment {
    /// Why it mattered.
    pub kind: MomentKind,
    /// The turn, counted from 0. For luck: the turn that follows, or the last one.
    pub turn: usize,
    /// The first step.
    pub from: usize,
    /// The step behind the last.
    pub to: usize,
    /// What it changed.
    pub change: Prospect,
    /// The odds of what was drawn, where it was a single draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub odds: Option<f64>,
}

/// How many moments there are for each seat, at most.
const MOMENTS: usize = 3;
/// A smaller change of the chance to win is no moment.
const LEAST: f64 = 0.005;

/// The moments that mattered most to a seat, in the order of the match. One of them is good, if there is a good one.
pub(crate) fn moments(judged: &[Judged], turns: &[ReviewedTurn], seat: Seat) -> Vec<Moment> {
    let mut all: Vec<Moment> =
        turns.iter().enumerate().filter_map(|(number, turn)| of_turn(number, turn, seat)).collect();
    all.extend(of_luck(judged, turns, seat));
    all.retain(|moment| moment.change.win.abs() >= LEAST);
    all.sort_by(|a, b| b.change.win.abs().total_cmp(&a.change.win.abs()));
    let good = all.iter().position(|moment| moment.change.win > 0.0);
    if let Some(at) = good.filter(|at| *at >= MOMENTS) {
        all.swap(MOMENTS - 1, at);
    }
    all.truncate(MOMENTS);
    all.sort_by_key(|moment| moment.from);
    all
}

fn of_turn(number: usize, turn: &ReviewedTurn, seat: Seat) -> Option<Moment> {
    let (kind, change) = if turn.seat != seat {
        (MomentKind::Given, turn.change[seat.index()])
    } else if turn.class == Class::Best {
        // How much better it was than the next best: what was found.
        (MomentKind::Found, turn.gain?)
    } else {
        (MomentKind::Lost, turn.change[seat.index()])
    };
    // What the others do worse than they could helps one of their rivals; to another it may do harm.
    Some(Moment { kind, turn: number, from: turn.from, to: turn.to, change, odds: None })
}

/// Luck, draws in a row taken together.
fn of_luck(judged: &[Judged], turns: &[ReviewedTurn], seat: Seat) -> Vec<Moment> {
    let mut all: Vec<Moment> = Vec::new();
    for part in judged.iter().filter(|part| part.part.by.is_none()) {
        let change = part.change(seat);
        match all.last_mut() {
            Some(last) if last.to == part.part.from => {
                (last.to, last.odds) = (part.part.to, None);
                last.change += change;
            }
            _ => {
                let follows = turns.iter().position(|turn| turn.to > part.part.from);
                let turn = follows.unwrap_or(turns.len().saturating_sub(1));
                let (from, to, odds) = (part.part.from, part.part.to, part.odds);
                all.push(Moment { kind: MomentKind::Luck, turn, from, to, change, odds });
            }
        }
    }
    all
}
