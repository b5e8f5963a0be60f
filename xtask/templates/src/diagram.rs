//! Positions as plain data, with a legal default for every field: scenarios enter here.

use std::collections::BTreeMap;

use engine::{BySeat, Game, Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::rules::numbers::{__L__5, __L__6};
use crate::state::{__Name__, FINDS, Finds, LAST_CAMP, Phase, TURNS};

/// A position; what is left out is the first turn of A, with all explorers at the start.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Diagram {
    /// `first`, `act`, `dig`, or `over` with its rule.
    pub phase: Option<Phase>,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// Turns ended so far.
    pub turns: u8,
    /// Where the explorers stand; at the start if left out.
    pub camps: BTreeMap<Seat, u8>,
    /// What they found, counted by worth.
    pub finds: BTreeMap<Seat, Finds>,
    /// Their points.
    pub points: BTreeMap<Seat, i32>,
}

impl Diagram {
    /// The diagram of a position.
    pub(crate) fn of(state: &__Name__) -> Diagram {
        Diagram {
            phase: Some(state.phase),
            turn: Some(state.turn),
            turns: state.turns,
            camps: state.camps.iter().map(|(seat, camp)| (seat, *camp)).collect(),
            finds: state.finds.iter().map(|(seat, finds)| (seat, *finds)).collect(),
            points: state.points.iter().map(|(seat, points)| (seat, *points)).collect(),
        }
    }

    /// The position, or everything that is wrong with it.
    pub(crate) fn position(&self, setup: &Setup<__Name__>) -> Result<__Name__, Vec<String>> {
        let faults = self.faults(setup.seats());
        if !faults.is_empty() {
            return Err(faults);
        }
        let seats = setup.seats();
        let mut state = __Name__::new(setup);
        state.phase = self.phase.unwrap_or(Phase::Act);
        state.turn = self.turn.unwrap_or(Seat::A);
        state.turns = self.turns;
        state.camps = BySeat::from_fn(seats, |seat| self.camps.get(&seat).copied().unwrap_or_default());
        state.finds = BySeat::from_fn(seats, |seat| self.finds.get(&seat).copied().unwrap_or_default());
        state.points = BySeat::from_fn(seats, |seat| self.points.get(&seat).copied().unwrap_or_default());
        state.left = self.left().map(|count| count as u8);
        Ok(state)
    }

    /// The finds that nobody has; below zero where too many are named.
    fn left(&self) -> [i32; 3] {
        let mut left = FINDS.map(i32::from);
        for finds in self.finds.values() {
            for (count, found) in left.iter_mut().zip(finds) {
                *count -= i32::from(*found);
            }
        }
        left
    }

    fn faults(&self, seats: usize) -> Vec<String> {
        let mut faults = Vec::new();
        let named = self.turn.iter().chain(self.camps.keys()).chain(self.finds.keys()).chain(self.points.keys());
        if let Some(seat) = named.max().filter(|seat| seat.index() >= seats) {
            faults.push(format!("there is no seat {seat}"));
        }
        if let Some((seat, camp)) = self.camps.iter().find(|(_, camp)| **camp > LAST_CAMP) {
            faults.push(format!("camps: {seat} stands at camp {camp}, the trail ends at {LAST_CAMP}"));
        }
        let left = self.left();
        if left.iter().any(|count| *count < 0) {
            faults.push("finds: there are not that many".to_owned());
        }
        let digger = self.turn.unwrap_or(Seat::A);
        if self.phase == Some(Phase::Dig) && self.camps.get(&digger).is_none_or(|camp| *camp == 0) {
            faults.push(format!("phase: {digger} cannot dig at the start"));
        }
        let over = matches!(self.phase, Some(Phase::Over(_)));
        if !over && left.iter().all(|count| *count <= 0) {
            faults.push("finds: nothing is left, so the match is over".to_owned());
        }
        if self.turns > TURNS || !over && self.turns == TURNS {
            faults.push(format!("turns: a match has {TURNS} turns at most"));
        }
        if let Some(Phase::Over(by)) = self.phase
            && ![__L__5, __L__6].contains(&by)
        {
            faults.push(format!("phase: a match does not end by {by}"));
        }
        faults
    }
}
