//! What a pawn does where it stands: taking statues (K14) and secret passages (K15).

use engine::{Illegal, List, Sink, refuse};

use super::numbers::{K14, K15};
use crate::action::{Action, Foothold, Space};
use crate::cells::Cell;
use crate::event::Event;
use crate::occupancy::Occupancy;
use crate::state::{Inka, Phase, Turn};

impl Inka {
    /// The goal rhombus under the pawn that still has its statue, by its place among the goals.
    fn statue_here(&self) -> Option<usize> {
        let Some(Foothold::On(rhombus, _)) = self.pawns[self.seat] else { return None };
        rhombus.goal_index().filter(|goal| self.taken[self.seat] >> goal & 1 == 0)
    }

    pub(crate) fn list_take(&self, turn: Turn, out: &mut impl List<Action>) {
        if turn.ap > 0 && self.statue_here().is_some() {
            out.push(Action::Take);
        }
    }

    pub(crate) fn check_take(&self) -> Result<(), Illegal> {
        let goal = match self.pawns[self.seat].map(Foothold::space) {
            Some(Space::On(rhombus)) if rhombus.is_goal() => rhombus,
            _ => return Err(refuse!(K14, "no-goal", "the pawn stands on no goal rhombus")),
        };
        let index = goal.goal_index().unwrap_or_default();
        if self.taken[self.seat] & (1 << index) != 0 {
            return Err(refuse!(K14, "statue-gone", "the own statue of {goal} is taken", goal = goal.to_string()));
        }
        if self.turn_now().ap == 0 {
            return Err(refuse!(K14, "no-ap-to-take", "taking a statue costs 1 AP, none is left"));
        }
        Ok(())
    }

    pub(crate) fn take(&mut self, events: &mut impl Sink<Event>) {
        let (seat, Some(goal)) = (self.seat, self.statue_here()) else { return };
        self.taken[seat] |= 1 << goal;
        self.quiet = 0; // K19
        self.spend_in_third(1);
        if let Phase::Turn(turn) = &mut self.phase {
            turn.took = true;
        }
        if events.listens() {
            let goal = self.pawns[seat].map(|place| place.space().to_string()).unwrap_or_default();
            events.emit(Event::Taken { seat, goal, points: 1 });
        }
    }

    pub(crate) fn list_passages(&self, turn: Turn, standing: &Occupancy, out: &mut impl List<Action>) {
        let Some(Foothold::Cell(origin)) = self.pawns[self.seat] else { return };
        if turn.ap > 0 && self.temple.passages.contains(origin) {
            let free = self.temple.passages & !standing.taken();
            out.extend(free.iter().map(Action::Passage));
        }
    }

    pub(crate) fn check_passage(&self, to: Cell) -> Result<(), Illegal> {
        let name = || to.to_string();
        match self.pawns[self.seat] {
            Some(Foothold::Cell(cell)) if self.temple.passages.contains(cell) => {}
            _ => return Err(refuse!(K15, "no-passage-here", "the pawn stands on no open secret passage")),
        }
        if self.turn_now().ap == 0 {
            return Err(refuse!(K15, "no-ap-to-pass", "a secret passage costs 1 AP, none is left"));
        }
        if !self.temple.passages.contains(to) {
            return Err(refuse!(K15, "no-passage-there", "{cell} has no secret passage", cell = name()));
        }
        if let Some(rhombus) = self.rhombus_over(to) {
            let over = rhombus.to_string();
            return Err(refuse!(K15, "passage-covered", "{rhombus} covers {cell}", rhombus = over, cell = name()));
        }
        let pawn = self.pawns.values().any(|pawn| *pawn == Some(Foothold::Cell(to)));
        let blocker = self.blockers.values().any(|blocker| *blocker == Some(Space::Cell(to)));
        if pawn || blocker {
            return Err(refuse!(K15, "passage-occupied", "{cell} is occupied", cell = name()));
        }
        Ok(())
    }

    pub(crate) fn pass(&mut self, to: Cell, events: &mut impl Sink<Event>) {
        let from = self.pawns[self.seat].replace(Foothold::Cell(to));
        self.spend_in_third(1);
        if events.listens() {
            let from = from.map(|place| place.to_string()).unwrap_or_default();
            events.emit(Event::Passed { seat: self.seat, from, to: to.to_string() });
        }
        self.leave_if_out(events);
    }
}
