//! The flow of a turn: its beginning, its chain of departures, its end (O5, O12, O14, O24, O27).

use engine::{List, Rule, Seat, Sink};

use super::QUIET_TURNS;
use super::numbers::{O24, O27};
use crate::action::Action;
use crate::event::Event;
use crate::options::FullBeaches;
use crate::state::{Phase, Tongiaki};
use crate::tiles::Island;

impl Tongiaki {
    pub(crate) fn list_turn(&self, out: &mut impl List<Action>) {
        self.list_moves(out);
        self.list_royals(out);
        out.push(Action::Colonise);
    }

    pub(crate) fn begin_turn(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.turn = seat;
        self.phase = Phase::Turn;
        self.quiet += 1;
        events.emit(Event::Turn { seat });
    }

    /// Goes on with the full beaches that may sail, or ends the turn; `last` is where boats were put last, `None`
    /// after a voyage that failed and where an island was removed (O12).
    pub(crate) fn go(&mut self, last: Option<Island>, events: &mut impl Sink<Event>) {
        let only = if self.full_beaches == FullBeaches::First { last } else { None };
        if self.sailing(only) == 0 {
            self.end_turn(events);
        } else {
            self.phase = Phase::Sail(only);
        }
    }

    pub(crate) fn end_turn(&mut self, events: &mut impl Sink<Event>) {
        // O24: only a colonisation comes here with the last tile seen.
        if self.last_tile_seen() {
            return self.finish(O24, events);
        }
        if self.quiet == QUIET_TURNS {
            return self.finish(O27, events);
        }
        self.departed = [0; 2];
        self.begin_turn(self.turn.next(self.seats.into()), events);
    }

    pub(crate) fn finish(&mut self, rule: Rule, events: &mut impl Sink<Event>) {
        self.departed = [0; 2];
        self.phase = Phase::Over(rule);
        events.emit(Event::Over { rule });
    }
}
