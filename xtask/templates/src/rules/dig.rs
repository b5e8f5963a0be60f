//! Walking along the trail and digging (__L__2 to __L__6).

use engine::{Illegal, Sink, refuse};

use super::numbers::{__L__2, __L__3, __L__4, __L__5, __L__6};
use crate::action::Action;
use crate::event::Event;
use crate::state::{__Name__, LAST_CAMP, Phase, TURNS};

impl __Name__ {
    /// Lists what the seat to act may do.
    pub(crate) fn list(&self, out: &mut Vec<Action>) {
        if self.phase != Phase::Act {
            return;
        }
        let camp = self.camps[self.turn];
        if camp < LAST_CAMP {
            out.push(Action::Walk);
        }
        if camp > 0 {
            out.push(Action::Dig);
        }
    }

    /// Judges one word by its own conditions, without the list.
    pub(crate) fn judge(&self, action: Action) -> Result<(), Illegal> {
        if self.phase != Phase::Act {
            return Err(refuse!(__L__4, "not-now", "nobody is to decide anything now"));
        }
        match (action, self.camps[self.turn]) {
            (Action::Walk, LAST_CAMP) => {
                Err(refuse!(__L__2, "trail-ends", "the trail ends at camp {camp}", camp = LAST_CAMP))
            }
            (Action::Dig, 0) => Err(refuse!(__L__3, "nothing-here", "nothing is to be found at the start, walk on")),
            _ => Ok(()),
        }
    }

    fn end_turn(&mut self) {
        self.turns += 1;
        self.turn = self.turn.next(self.camps.len()); // __L__4
        self.phase = match (self.left, self.turns) {
            ([0, 0, 0], _) => Phase::Over(__L__5),
            (_, TURNS) => Phase::Over(__L__6),
            _ => Phase::Act,
        };
    }

    pub(crate) fn walk(&mut self, events: &mut impl Sink<Event>) {
        self.camps[self.turn] += 1;
        events.emit(Event::Walked { seat: self.turn, camp: self.camps[self.turn] });
        self.end_turn();
    }

    pub(crate) fn find(&mut self, worth: u8, events: &mut impl Sink<Event>) {
        let (seat, kind) = (self.turn, usize::from(worth) - 1);
        let points = i32::from(worth) * i32::from(self.camps[seat]); // __L__3
        self.left[kind] -= 1;
        self.finds[seat][kind] += 1;
        self.points[seat] += points;
        events.emit(Event::Found { seat, worth, points });
        self.end_turn();
    }
}
