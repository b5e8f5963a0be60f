//! Walking (K12, K13), and leaving (K18).

use engine::{Illegal, List, Seat, Sink, refuse};

use super::numbers::{K12, K13};
use crate::action::{Action, Foothold, Space};
use crate::cells::{Cell, Cells};
use crate::event::Event;
use crate::occupancy::Occupancy;
use crate::options::Switch;
use crate::placement::Half;
use crate::state::{Inka, Phase, Turn};
use crate::temple::{GOALS, Mark, PATHS, Rhombus, Start};
use crate::ways::{Reach, Ways};

/// More than any turn has.
const BEYOND: u8 = u8::MAX;

impl Inka {
    /// Lists the places that can be reached with the AP left.
    pub(crate) fn list_walks(&self, turn: Turn, standing: &Occupancy, out: &mut impl List<Action>) {
        let Some(origin) = self.pawns[self.seat] else { return };
        if turn.walked {
            return;
        }
        let reached = Ways::of(self, standing).reach(self.cells_of(origin), turn.ap).all();
        let free = reached & !standing.taken();
        out.batch::<{ Cells::ALL.len() as usize }>(free.iter().map(|cell| Action::Walk(Foothold::Cell(cell))));
        // Several pawns may stand on a goal rhombus, one's own is no hindrance, a blocker is one on any.
        let goals = ((1 << GOALS) - 1) << PATHS;
        let own = if let Foothold::On(rhombus, _) = origin { 1 << rhombus.index() } else { 0 };
        let full = standing.ridden & !goals & !own | standing.held;
        for (rhombus, lying) in self.lying() {
            if full >> rhombus.index() & 1 == 1 || !reached.meets(lying.cells()) {
                continue;
            }
            if self.temple.face(rhombus).is_halved() {
                let halves = [Half::A, Half::B].into_iter().filter(|half| reached.contains(lying.half(*half)));
                let places = halves.map(|half| Foothold::On(rhombus, Some(half))).filter(|place| *place != origin);
                out.extend(places.map(Action::Walk));
            } else if origin != Foothold::On(rhombus, None) {
                out.push(Action::Walk(Foothold::On(rhombus, None)));
            }
        }
    }

    fn reach_now(&self) -> Option<Reach> {
        let origin = self.pawns[self.seat]?;
        Some(Ways::of(self, &Occupancy::of(self)).reach(self.cells_of(origin), self.turn_now().ap))
    }

    /// The least price of each place for the pawn of the seat to act.
    pub(crate) fn walk_prices(&self) -> impl Fn(Foothold) -> Option<u8> {
        let reach = self.reach_now();
        move |place| reach.as_ref()?.price(self.cells_of(place))
    }

    pub(crate) fn check_walk(&self, place: Foothold) -> Result<(), Illegal> {
        let turn = self.turn_now();
        if turn.walked {
            return Err(refuse!(
                K12,
                "walked-already",
                "after a walk another one only after a take, a passage or a goal rhombus moved"
            ));
        }
        self.check_place(place)?;
        if self.pawns[self.seat] == Some(place) {
            return Err(refuse!(K12, "stands-there", "the pawn stands there already"));
        }
        self.check_stop(place.space())?;
        match self.least_price(place) {
            BEYOND => Err(refuse!(K12, "no-way", "no open way leads to {place}", place = place.to_string())),
            price if price > turn.ap => Err(refuse!(
                K12,
                "snakes",
                "the snakes on the way to {place} cost {price} AP, {ap} are left",
                place = place.to_string(),
                price = price,
                ap = turn.ap
            )),
            _ => Ok(()),
        }
    }

    /// Whether there is such a place to stand on: an open floor, a rhombus, a half where halves count (K13).
    fn check_place(&self, place: Foothold) -> Result<(), Illegal> {
        match place {
            Foothold::Cell(cell) => {
                if let Some(rhombus) = self.rhombus_over(cell) {
                    return Err(refuse!(
                        K13,
                        "cell-covered",
                        "{rhombus} covers {cell}: walk to the rhombus",
                        rhombus = rhombus.to_string(),
                        cell = cell.to_string()
                    ));
                }
                if !self.temple.floor.contains(cell) {
                    return Err(refuse!(K12, "ruin", "{cell} is ruin", cell = cell.to_string()));
                }
            }
            Foothold::On(rhombus, half) => {
                let name = rhombus.to_string();
                if self.rhombi[rhombus.index()].is_none() {
                    return Err(refuse!(K12, "not-there", "{rhombus} does not lie in the hall", rhombus = name));
                }
                let halved = self.temple.face(rhombus).middle != Mark::Open;
                if halved && half.is_none() {
                    return Err(refuse!(
                        K13,
                        "which-half",
                        "the middle of {rhombus} is marked: walk to {rhombus}/A or {rhombus}/B",
                        rhombus = name
                    ));
                }
                if !halved && half.is_some() {
                    return Err(refuse!(
                        K13,
                        "no-halves",
                        "the middle of {rhombus} is open: walk to {rhombus} as a whole",
                        rhombus = name
                    ));
                }
            }
        }
        Ok(())
    }

    /// Whether a pawn may stop there: no other pawn but on goals, no blocker (K13).
    fn check_stop(&self, space: Space) -> Result<(), Illegal> {
        let goal = matches!(space, Space::On(rhombus) if rhombus.is_goal());
        let other = |(seat, pawn): &(Seat, &Option<Foothold>)| {
            *seat != self.seat && pawn.is_some_and(|place| place.space() == space)
        };
        if let Some((seat, _)) = self.pawns.iter().find(other).filter(|_| !goal) {
            let name = space.to_string();
            return Err(refuse!(K13, "pawn-there", "{seat}'s pawn stands on {space}", seat = seat, space = name));
        }
        if let Some((seat, _)) = self.blockers.iter().find(|(_, blocker)| **blocker == Some(space)) {
            let name = space.to_string();
            return Err(refuse!(K13, "blocker-there", "{seat}'s blocker stands on {space}", seat = seat, space = name));
        }
        Ok(())
    }

    /// The least price of a place, found cell by cell: the judge's own way, without the floods of the list.
    fn least_price(&self, place: Foothold) -> u8 {
        let mut price = [BEYOND; 128];
        let Some(origin) = self.pawns[self.seat] else { return BEYOND };
        let mut waiting: Vec<Cell> = self.cells_of(origin).iter().collect();
        waiting.iter().for_each(|cell| price[cell.bit() as usize] = 0);
        while let Some(cell) = waiting.pop() {
            for next in cell.neighbours().filter(|next| self.may_enter(*next)) {
                let Some(toll) = self.toll(cell, next) else { continue };
                let sum = price[cell.bit() as usize] + toll;
                if sum < price[next.bit() as usize] {
                    price[next.bit() as usize] = sum;
                    waiting.push(next);
                }
            }
        }
        self.cells_of(place).iter().map(|cell| price[cell.bit() as usize]).min().unwrap_or(BEYOND)
    }

    /// Whether a pawn may be on a cell, if only in passing.
    pub(crate) fn may_enter(&self, cell: Cell) -> bool {
        let over = self.rhombus_over(cell);
        let space = over.map_or(Space::Cell(cell), Space::On);
        let ground = over.is_some() || self.temple.floor.contains(cell);
        let blocked = self.blockers.values().any(|blocker| *blocker == Some(space));
        ground && (!blocked || self.options.pass_blockers == Switch::On)
    }

    /// What the border between two neighbours costs; nothing if a wall closes it (K12).
    pub(crate) fn toll(&self, from: Cell, to: Cell) -> Option<u8> {
        let mut toll = 0;
        for mark in self.marks_between(from, to) {
            match mark {
                Mark::Open => {}
                Mark::Wall => return None,
                Mark::Snake => toll += 1,
            }
        }
        Some(toll)
    }

    /// Whether a wall closes the border between two neighbours, on either face.
    pub(crate) fn wall_between(&self, a: Cell, b: Cell) -> bool {
        self.marks_between(a, b).contains(&Mark::Wall)
    }

    /// The faces of a border: of the rhombi on either side, and of the board where one side is open; between the
    /// halves of one rhombus its middle alone.
    fn marks_between(&self, a: Cell, b: Cell) -> [Mark; 3] {
        let (over_a, over_b) = (self.rhombus_over(a), self.rhombus_over(b));
        if let (Some(one), Some(other)) = (over_a, over_b)
            && one == other
        {
            return [self.temple.face(one).middle, Mark::Open, Mark::Open];
        }
        let print = if over_a.is_some() && over_b.is_some() { Mark::Open } else { self.print_between(a, b) };
        let face = |over: Option<Rhombus>| over.map_or(Mark::Open, |rhombus| self.side_towards(rhombus, a, b));
        [face(over_a), face(over_b), print]
    }

    fn print_between(&self, a: Cell, b: Cell) -> Mark {
        match a.border(b) {
            Some(border) if self.temple.walls.contains(border) => Mark::Wall,
            Some(border) if self.temple.snakes.contains(border) => Mark::Snake,
            _ => Mark::Open,
        }
    }

    /// What the rhombus shows on the side between two cells, one of which it covers.
    fn side_towards(&self, rhombus: Rhombus, a: Cell, b: Cell) -> Mark {
        let Some(lying) = self.rhombi[rhombus.index()] else { return Mark::Open };
        let corners = lying.corners();
        let shared = |corner| a.triangle().corners().contains(&corner) && b.triangle().corners().contains(&corner);
        let side = (0..4).find(|side| shared(corners[*side]) && shared(corners[(side + 1) % 4]));
        side.map_or(Mark::Open, |side| self.temple.face(rhombus).sides[side])
    }

    pub(crate) fn walk(&mut self, place: Foothold, events: &mut impl Sink<Event>) {
        let from = self.pawns[self.seat];
        let price = self.walk_prices()(place).unwrap_or_default();
        let way = if events.listens() { self.way_to(place) } else { Vec::new() };
        self.pawns[self.seat] = Some(place);
        self.spend_in_third(price);
        if let Phase::Turn(turn) = &mut self.phase {
            turn.walked = true;
        }
        if events.listens() {
            let from = from.map(|place| place.to_string()).unwrap_or_default();
            events.emit(Event::Walked { seat: self.seat, from, to: place.to_string(), price, way });
        }
        self.leave_if_out(events);
    }

    /// Whether the seat to act would win by ending a walk there (K18).
    pub(crate) fn wins_at(&self, place: Foothold) -> bool {
        let out = matches!(place, Foothold::Cell(cell) if self.temple.exits.contains(cell));
        out && self.taken[self.seat].count_ones() == GOALS as u32
    }

    /// K18: the first on an exit with three statues wins at once.
    pub(super) fn leave_if_out(&mut self, events: &mut impl Sink<Event>) {
        let Some(Foothold::Cell(cell)) = self.pawns[self.seat] else { return };
        if self.wins_at(Foothold::Cell(cell)) {
            self.phase = Phase::Left;
            let exit = Start::ALL.into_iter().find(|start| self.temple.start(*start) == cell);
            events.emit(Event::Left { seat: self.seat, exit: exit.map_or("", Start::name), points: 1 });
        }
    }
}
