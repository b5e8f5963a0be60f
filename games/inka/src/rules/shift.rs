//! Moving rhombi: slides (K3), turns (K4), what stops them (K5), and when which may move (K11, K12, K16).

use engine::{Illegal, List, Seat, Sink, refuse};
use grid::triangle::Direction;

use super::numbers::{K3, K4, K5, K11, K12, K16};
use crate::action::{Action, Foothold, Space};
use crate::cells::{Cell, Cells};
use crate::event::Event;
use crate::occupancy::Occupancy;
use crate::options::CoverStarts;
use crate::placement::{Corner, Half, Placement, Sense};
use crate::state::{Inka, Turn};
use crate::sweep::{self, Sweeps};
use crate::temple::{PATHS, RHOMBI, Rhombus};

/// What stands in the way of a rhombus (K5).
#[derive(Clone, Copy)]
enum Obstacle {
    Rhombus(Rhombus),
    Pawn(Seat),
    Blocker(Seat),
    Start,
}

impl Inka {
    /// Lists the slides, then the turns, of every rhombus that may move now.
    pub(crate) fn list_shifts(&self, turn: Turn, standing: &Occupancy, out: &mut impl List<Action>) {
        // The slides of all rhombi come first, so the open ways are kept for the turns.
        let mut turning = [None; RHOMBI];
        let mut count = 0;
        self.each_movable(turn, standing, |rhombus, sweeps, others| {
            let open = sweeps.open(others);
            sweeps.list_slides(open, others, rhombus, out);
            turning[count] = Some((rhombus, open));
            count += usize::from(Sweeps::any(open).1);
            true
        });
        let obstacles = standing.obstacles(self);
        for (rhombus, open) in turning[..count].iter().copied().flatten() {
            if let Some(lying) = self.rhombi[rhombus.index()] {
                Sweeps::of(lying).list_turns(open, obstacles & !lying.cells(), rhombus, out);
            }
        }
    }

    /// Lists the slides alone.
    pub(super) fn list_slides(&self, turn: Turn, standing: &Occupancy, out: &mut impl List<Action>) {
        self.each_movable(turn, standing, |rhombus, sweeps, others| {
            sweeps.list_slides(sweeps.open(others), others, rhombus, out);
            true
        });
    }

    /// Lists the turns alone.
    pub(super) fn list_turns(&self, turn: Turn, standing: &Occupancy, out: &mut impl List<Action>) {
        self.each_movable(turn, standing, |rhombus, sweeps, others| {
            sweeps.list_turns(sweeps.open(others), others, rhombus, out);
            true
        });
    }

    /// Whether there is any slide, and any turn.
    pub(super) fn any_shift(&self, turn: Turn, standing: &Occupancy) -> (bool, bool) {
        let mut found = (false, false);
        self.each_movable(turn, standing, |_, sweeps, others| {
            let (slides, turns) = Sweeps::any(sweeps.open(others));
            found = (found.0 || slides, found.1 || turns);
            found != (true, true)
        });
        found
    }

    /// Tells the rhombi that may move now if their ways are free, with their sweeps and what is in their way, for as
    /// long as more are wanted. A loop, since an iterator with these conditions is not compiled into one.
    #[inline]
    fn each_movable(&self, turn: Turn, standing: &Occupancy, mut tell: impl FnMut(Rhombus, Sweeps, Cells) -> bool) {
        if turn.ap == 0 {
            return;
        }
        let first = if turn.third { PATHS } else { 0 };
        let last = if self.on_symbol() { RHOMBI } else { PATHS };
        let obstacles = standing.obstacles(self);
        for rhombus in Rhombus::within(first, last) {
            if standing.held >> rhombus.index() & 1 == 0
                && let Some(lying) = self.rhombi[rhombus.index()]
                && !tell(rhombus, Sweeps::of(lying), obstacles & !lying.cells())
            {
                return;
            }
        }
    }

    /// Whether the pawn of the seat to act stands on an open rhombus symbol (K16).
    #[inline]
    pub(crate) fn on_symbol(&self) -> bool {
        matches!(self.pawns[self.seat], Some(Foothold::Cell(cell)) if self.temple.symbols.contains(cell))
    }

    pub(crate) fn check_slide(&self, rhombus: Rhombus, direction: Direction, steps: u8) -> Result<(), Illegal> {
        let lying = self.check_movable(rhombus)?;
        if !sweep::directions(lying).contains(&direction) {
            return Err(refuse!(
                K3,
                "not-parallel",
                "{rhombus} has no side that runs {direction}",
                rhombus = rhombus.to_string(),
                direction = direction.name()
            ));
        }
        self.check_way(rhombus, lying, steps, |lying| sweep::slide_step(lying, direction))
    }

    pub(crate) fn check_turn(&self, rhombus: Rhombus, corner: Corner, sense: Sense, steps: u8) -> Result<(), Illegal> {
        let lying = self.check_movable(rhombus)?;
        let turn = |sense, steps| self.check_way(rhombus, lying, steps, |lying| sweep::turn_step(lying, corner, sense));
        turn(sense, steps)?;
        let back = 6 - steps.min(6);
        let preferred = back < steps || back == steps && sense == Sense::Ccw;
        if preferred && back > 0 && turn(sense.other(), back).is_ok() {
            return Err(refuse!(
                K4,
                "turn-other-way",
                "the same is reached by {steps} {sense}",
                steps = back,
                sense = sense.other().name()
            ));
        }
        Ok(())
    }

    /// Whether the rhombus may be moved at all, and where it lies.
    fn check_movable(&self, rhombus: Rhombus) -> Result<Placement, Illegal> {
        let (turn, name) = (self.turn_now(), rhombus.to_string());
        let Some(lying) = self.rhombi[rhombus.index()] else {
            return Err(refuse!(K11, "not-in-hall", "{rhombus} does not lie in the hall", rhombus = name));
        };
        if rhombus.is_goal() && !self.on_symbol() {
            return Err(refuse!(
                K16,
                "no-symbol",
                "{rhombus} is a goal rhombus: it moves only for a pawn on an open rhombus symbol",
                rhombus = name
            ));
        }
        if !rhombus.is_goal() && turn.third {
            return Err(refuse!(K12, "paths-rest", "path rhombi rest once the pawn has done something"));
        }
        if turn.ap == 0 {
            let rule = if rhombus.is_goal() { K16 } else { K11 };
            return Err(refuse!(rule, "no-ap-to-move", "moving a rhombus costs 1 AP, none is left"));
        }
        match self.blockers.iter().find(|(_, blocker)| **blocker == Some(Space::On(rhombus))) {
            None => Ok(lying),
            Some((seat, _)) => {
                Err(refuse!(K5, "blocker-on-it", "{seat}'s blocker stands on {rhombus}", seat = seat, rhombus = name))
            }
        }
    }

    /// Goes a way step by step and names the first thing that stops it.
    fn check_way(
        &self,
        rhombus: Rhombus,
        mut lying: Placement,
        steps: u8,
        step: impl Fn(Placement) -> Option<(Cells, Placement)>,
    ) -> Result<(), Illegal> {
        for done in 0..steps {
            let name = rhombus.to_string();
            let Some((passed, next)) = step(lying) else {
                return Err(refuse!(
                    K5,
                    "margin",
                    "the margin stops {rhombus} after {done} steps",
                    rhombus = name,
                    done = done
                ));
            };
            let obstacle = passed.iter().find_map(|cell| self.obstacle_at(cell, rhombus).map(|found| (found, cell)));
            if let Some((found, cell)) = obstacle {
                return Err(stopped(found, cell, rhombus, done));
            }
            lying = next;
        }
        Ok(())
    }

    /// What on a cell stops a rhombus, if anything does.
    fn obstacle_at(&self, cell: Cell, mover: Rhombus) -> Option<Obstacle> {
        match self.rhombus_over(cell) {
            Some(rhombus) if rhombus == mover => return None,
            Some(rhombus) => return Some(Obstacle::Rhombus(rhombus)),
            None => {}
        }
        if let Some((seat, _)) = self.pawns.iter().find(|(_, pawn)| **pawn == Some(Foothold::Cell(cell))) {
            return Some(Obstacle::Pawn(seat));
        }
        if let Some((seat, _)) = self.blockers.iter().find(|(_, blocker)| **blocker == Some(Space::Cell(cell))) {
            return Some(Obstacle::Blocker(seat));
        }
        let closed = self.options.cover_starts == CoverStarts::Off && self.temple.starts.contains(&cell);
        closed.then_some(Obstacle::Start)
    }

    pub(crate) fn slide(&mut self, rhombus: Rhombus, direction: Direction, steps: u8, events: &mut impl Sink<Event>) {
        let Some(lying) = self.rhombi[rhombus.index()] else { return };
        let to = Sweeps::of(lying).slid(direction, steps);
        self.put(rhombus, to);
        if events.listens() {
            let to = [Half::A, Half::B].map(|half| to.half(half).to_string());
            let rhombus = rhombus.to_string();
            events.emit(Event::Slid { seat: self.seat, rhombus, direction: direction.name(), steps, to });
        }
    }

    pub(crate) fn turn(
        &mut self,
        rhombus: Rhombus,
        corner: Corner,
        sense: Sense,
        steps: u8,
        events: &mut impl Sink<Event>,
    ) {
        let Some(lying) = self.rhombi[rhombus.index()] else { return };
        let to = Sweeps::of(lying).turned(corner, sense, steps);
        self.put(rhombus, to);
        if events.listens() {
            let to = [Half::A, Half::B].map(|half| to.half(half).to_string());
            let (corner, sense, rhombus) = (corner.name(), sense.name(), rhombus.to_string());
            events.emit(Event::Turned { seat: self.seat, rhombus, corner, sense, steps, to });
        }
    }

    /// Lays a rhombus elsewhere for 1 AP; what stands on it rides along, since it is kept by rhombus and half.
    fn put(&mut self, rhombus: Rhombus, to: Placement) {
        self.rhombi[rhombus.index()] = Some(to);
        if rhombus.is_goal() {
            self.spend_in_third(1); // K16
        } else {
            self.spend(1);
        }
    }
}

/// Names what on a cell stops a rhombus; a key for each kind, so that clients can tell it in their own language.
fn stopped(found: Obstacle, cell: Cell, rhombus: Rhombus, done: u8) -> Illegal {
    let (cell, rhombus) = (cell.to_string(), rhombus.to_string());
    match found {
        Obstacle::Rhombus(other) => refuse!(
            K5,
            "in-the-way",
            "{other} on {cell} stops {rhombus} after {done} steps",
            other = other.to_string(),
            cell = cell,
            rhombus = rhombus,
            done = done
        ),
        Obstacle::Pawn(seat) => refuse!(
            K5,
            "pawn-in-the-way",
            "{seat}'s pawn on {cell} stops {rhombus} after {done} steps",
            seat = seat,
            cell = cell,
            rhombus = rhombus,
            done = done
        ),
        Obstacle::Blocker(seat) => refuse!(
            K5,
            "blocker-in-the-way",
            "{seat}'s blocker on {cell} stops {rhombus} after {done} steps",
            seat = seat,
            cell = cell,
            rhombus = rhombus,
            done = done
        ),
        Obstacle::Start => refuse!(
            K5,
            "start-in-the-way",
            "a start on {cell} stops {rhombus} after {done} steps",
            cell = cell,
            rhombus = rhombus,
            done = done
        ),
    }
}
