//! AP, blockers (K10, K17), the end of a turn, and a game that nobody wins (K19).

use engine::{Illegal, List, Sink, refuse};

use super::numbers::K17;
use crate::action::{Action, Space};
use crate::cells::Cells;
use crate::event::Event;
use crate::occupancy::Occupancy;
use crate::state::{Inka, Phase, QUIET_TURNS, Turn};
use crate::temple::{PATHS, Rhombus};

impl Inka {
    /// Spends AP.
    pub(super) fn spend(&mut self, ap: u8) {
        if let Phase::Turn(turn) = &mut self.phase {
            turn.ap = turn.ap.saturating_sub(ap);
        }
    }

    /// Spends AP on something that belongs to phase 3 (K12).
    pub(super) fn spend_in_third(&mut self, ap: u8) {
        self.spend(ap);
        if let Phase::Turn(turn) = &mut self.phase {
            turn.third = true;
            turn.walked = false;
        }
    }

    /// Begins the turn of the seat: its blocker is taken back by itself (K10).
    pub(super) fn begin_turn(&mut self, events: &mut impl Sink<Event>) {
        let seat = self.seat;
        self.phase = Phase::Turn(Turn::FRESH);
        events.emit(Event::Turn { seat });
        if let Some(from) = self.blockers[seat].take()
            && events.listens()
        {
            events.emit(Event::TookBack { seat, from: from.to_string() });
        }
    }

    /// Lists where the blocker may go: most of the words of a turn, so they are written in one go.
    pub(crate) fn list_blocks(&self, standing: &Occupancy, out: &mut impl List<Action>) {
        let cells = (Cells::ALL & !standing.taken()).iter().map(Space::Cell);
        let full = standing.ridden | standing.held;
        let lies_free = |rhombus: &Rhombus| full >> rhombus.index() & 1 == 0 && self.rhombi[rhombus.index()].is_some();
        let rhombi = Rhombus::paths().filter(lies_free).map(Space::On);
        out.batch::<{ Cells::ALL.len() as usize }>(cells.map(Action::Block));
        out.batch::<PATHS>(rhombi.map(Action::Block));
    }

    pub(crate) fn check_block(&self, space: Space) -> Result<(), Illegal> {
        let name = || space.to_string();
        match space {
            Space::Cell(cell) => {
                if let Some(rhombus) = self.rhombus_over(cell) {
                    let over = rhombus.to_string();
                    return Err(refuse!(
                        K17,
                        "block-covered",
                        "{rhombus} covers {space}: put the blocker on the rhombus",
                        rhombus = over,
                        space = name()
                    ));
                }
            }
            Space::On(rhombus) if rhombus.is_goal() => {
                return Err(refuse!(K17, "block-goal", "no blocker stands on a goal rhombus"));
            }
            Space::On(rhombus) if self.rhombi[rhombus.index()].is_none() => {
                return Err(refuse!(K17, "block-nowhere", "{space} does not lie in the hall", space = name()));
            }
            Space::On(_) => {}
        }
        if let Some((seat, _)) = self.pawns.iter().find(|(_, pawn)| pawn.is_some_and(|place| place.space() == space)) {
            return Err(refuse!(K17, "block-pawn", "{seat}'s pawn stands on {space}", seat = seat, space = name()));
        }
        if let Some((seat, _)) = self.blockers.iter().find(|(_, blocker)| **blocker == Some(space)) {
            return Err(refuse!(K17, "block-twice", "{seat}'s blocker stands on {space}", seat = seat, space = name()));
        }
        Ok(())
    }

    /// Ends the turn with or without the blocker on the board; AP left lapse (K17).
    pub(crate) fn end_turn(&mut self, blocker: Option<Space>, events: &mut impl Sink<Event>) {
        let (seat, turn) = (self.seat, self.turn_now());
        self.blockers[seat] = blocker;
        if let Some(space) = blocker
            && events.listens()
        {
            events.emit(Event::Blocked { seat, at: space.to_string() });
        }
        events.emit(Event::Ended { seat, lapsed: turn.ap });
        self.quiet = if turn.took { 0 } else { self.quiet + 1 };
        if self.quiet >= QUIET_TURNS {
            self.phase = Phase::Exhausted; // K19
            events.emit(Event::Exhausted { turns: QUIET_TURNS });
        } else {
            self.seat = seat.next(self.pawns.len());
            self.begin_turn(events);
        }
    }
}
