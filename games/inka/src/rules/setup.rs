//! Starts (K7), and laying out the temple (K8, K9).

use engine::{BySeat, First, Illegal, List, Seat, Setup, Sink, refuse};

use super::numbers::{K7, K8};
use crate::action::{Action, Foothold};
use crate::cells::{Borders, Cell};
use crate::event::Event;
use crate::occupancy::Occupancy;
use crate::options::CoverStarts;
use crate::placement::{Half, Placement};
use crate::state::{Inka, Phase};
use crate::temple::{Mark, PATHS, RHOMBI, Rhombus, Start};
use crate::ways::Ways;
use grid::triangle::Tip;

impl Inka {
    pub(crate) fn before_the_first_step(setup: &Setup<Inka>) -> Inka {
        let seats = setup.seats();
        let temple = setup.data();
        let mut rhombi = [None; RHOMBI];
        for (rhombus, home) in Rhombus::goals().zip(temple.homes) {
            rhombi[rhombus.index()] = Some(home);
        }
        let (phase, seat) = match setup.options().first {
            First::Random => (Phase::First, Seat::A),
            First::Seat(seat) => (Phase::Start, seat),
        };
        Inka {
            temple,
            rhombi,
            pawns: BySeat::all(seats, None),
            blockers: BySeat::all(seats, None),
            taken: BySeat::all(seats, 0),
            options: *setup.options(),
            seat,
            phase,
            quiet: 0,
        }
    }

    /// The path rhombi that do not lie yet.
    pub(crate) fn unlaid(&self) -> impl Iterator<Item = Rhombus> {
        Rhombus::paths().filter(|rhombus| self.rhombi[rhombus.index()].is_none())
    }

    pub(crate) fn begin_with(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.seat = seat;
        self.phase = Phase::Start;
        events.emit(Event::First { seat });
    }

    pub(crate) fn list_starts(&self, out: &mut impl List<Action>) {
        let pawns = Occupancy::of(self).pawns;
        let free = Start::ALL.into_iter().filter(|start| !pawns.contains(self.temple.start(*start)));
        out.extend(free.map(Action::Start));
    }

    pub(crate) fn check_start(&self, start: Start) -> Result<(), Illegal> {
        let place = Foothold::Cell(self.temple.start(start));
        match self.pawns.iter().find(|(_, pawn)| **pawn == Some(place)) {
            None => Ok(()),
            Some((seat, _)) => {
                Err(refuse!(K7, "start-taken", "{seat} stands on the {start} start", seat = seat, start = start.name()))
            }
        }
    }

    pub(crate) fn put_on_start(&mut self, start: Start, events: &mut impl Sink<Event>) {
        let (seat, cell) = (self.seat, self.temple.start(start));
        self.pawns[seat] = Some(Foothold::Cell(cell));
        self.seat = seat.next(self.pawns.len());
        if self.pawns[self.seat].is_some() {
            self.phase = Phase::Draw;
        }
        if events.listens() {
            events.emit(Event::Started { seat, start: start.name(), cell: cell.to_string() });
        }
    }

    pub(crate) fn draw_rhombus(&mut self, rhombus: Rhombus, events: &mut impl Sink<Event>) {
        self.phase = Phase::Lay(rhombus);
        if events.listens() {
            events.emit(Event::Drawn { seat: self.seat, rhombus: rhombus.to_string() });
        }
    }

    /// Lists where the drawn rhombus may lie; one that looks alike from both ends only with half A on a `d` cell.
    pub(crate) fn list_lays(&self, rhombus: Rhombus, out: &mut impl List<Action>) {
        let standing = Occupancy::of(self);
        let taken = standing.obstacles(self);
        let face = self.temple.face(rhombus);
        let alike = face.ends_alike();
        let watched = self.last_open_borders(&standing);
        for placement in Placement::all() {
            if placement.cells().meets(taken) || alike && placement.half(Half::A).is_up() {
                continue;
            }
            let walls = face.sides.iter().zip(placement.borders()).filter(|(mark, _)| **mark == Mark::Wall);
            if walls.into_iter().any(|(_, border)| border.is_some_and(|border| watched.contains(border))) {
                continue;
            }
            out.push(Action::Lay(placement));
        }
    }

    /// The borders each of which is the last open one of a start where another player's pawn stands (K8).
    fn last_open_borders(&self, standing: &Occupancy) -> Borders {
        let walls = Ways::of(self, standing).walls();
        let mut last = Borders::NONE;
        for (_, pawn) in self.pawns.iter().filter(|(seat, _)| *seat != self.seat) {
            let Some(Foothold::Cell(start)) = *pawn else { continue };
            let borders = start.neighbours().filter_map(|cell| start.border(cell));
            let mut open = borders.filter(|border| !walls.contains(*border));
            if let (Some(only), None) = (open.next(), open.next()) {
                last.add(only);
            }
        }
        last
    }

    pub(crate) fn check_lay(&self, placement: Placement) -> Result<(), Illegal> {
        let Phase::Lay(rhombus) = self.phase else { return Ok(()) };
        for half in [Half::A, Half::B] {
            self.check_lay_on(placement.half(half))?;
        }
        if self.temple.face(rhombus).ends_alike() && placement.half(Half::A).triangle().tip == Tip::Up {
            let what = rhombus.to_string();
            return Err(refuse!(
                K8,
                "ends-alike",
                "the ends of {rhombus} look alike: lay its half A on the d cell",
                rhombus = what
            ));
        }
        match self.pawns.iter().find(|(seat, _)| *seat != self.seat && self.shuts_in(*seat, rhombus, placement)) {
            None => Ok(()),
            Some((seat, _)) => Err(refuse!(
                K8,
                "start-walled",
                "this wall would close the last open border of {seat}'s start",
                seat = seat
            )),
        }
    }

    fn check_lay_on(&self, cell: Cell) -> Result<(), Illegal> {
        let name = || cell.to_string();
        if let Some(rhombus) = self.rhombus_over(cell) {
            return Err(refuse!(
                K8,
                "lay-on-rhombus",
                "{rhombus} lies on {cell} already",
                rhombus = rhombus.to_string(),
                cell = name()
            ));
        }
        if let Some((seat, _)) = self.pawns.iter().find(|(_, pawn)| **pawn == Some(Foothold::Cell(cell))) {
            return Err(refuse!(K8, "lay-on-pawn", "{seat}'s pawn stands on {cell}", seat = seat, cell = name()));
        }
        if self.options.cover_starts == CoverStarts::Off && self.temple.starts.contains(&cell) {
            return Err(refuse!(K8, "lay-on-start", "{cell} is a start, which stays open", cell = name()));
        }
        Ok(())
    }

    /// Whether the rhombus so laid closes with a wall the last open border of the start where the seat stands.
    fn shuts_in(&self, seat: Seat, rhombus: Rhombus, placement: Placement) -> bool {
        let Some(Foothold::Cell(start)) = self.pawns[seat] else { return false };
        let open = |game: &Inka| start.neighbours().filter(|cell| !game.wall_between(start, *cell)).count();
        let mut after = self.clone();
        after.rhombi[rhombus.index()] = Some(placement);
        open(self) > 0 && open(&after) == 0
    }

    pub(crate) fn lay(&mut self, placement: Placement, events: &mut impl Sink<Event>) {
        let Phase::Lay(rhombus) = self.phase else { return };
        let seat = self.seat;
        self.rhombi[rhombus.index()] = Some(placement);
        if events.listens() {
            let [a, b] = [Half::A, Half::B].map(|half| placement.half(half).to_string());
            events.emit(Event::Laid { seat, rhombus: rhombus.to_string(), a, b });
        }
        self.seat = seat.next(self.pawns.len());
        if self.rhombi[..PATHS].iter().all(Option::is_some) {
            self.begin_turn(events); // K9: clockwise, so with the second player.
        } else {
            self.phase = Phase::Draw;
        }
    }
}
