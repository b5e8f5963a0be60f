//! Landing (O13).

use engine::{Illegal, List, Seat, Sink, refuse};

use super::must_colonise;
use super::numbers::{O13, O24};
use crate::action::Action;
use crate::boats::Crew;
use crate::event::Event;
use crate::state::{Phase, Tongiaki};
use crate::tiles::{Beach, Island, beaches};

impl Tongiaki {
    pub(crate) fn list_landings(&self, shore: Island, fresh: u64, out: &mut impl List<Action>) {
        let open = if fresh == 0 { self.boats.room() & shore.mask() } else { fresh };
        for seat in self.at_sea.seats() {
            out.extend(beaches(open).map(|beach| Action::Land(seat, beach)));
        }
    }

    pub(crate) fn check_land(&self, seat: Seat, beach: Beach) -> Result<(), Illegal> {
        let (shore, fresh) = match self.phase {
            Phase::Land { shore, fresh } => (shore, fresh),
            Phase::MustColonise => return Err(must_colonise()),
            _ => return Err(refuse!(O13, "land-now", "no boats are landing now")),
        };
        if self.at_sea.of(seat) == 0 {
            return Err(refuse!(O13, "land-absent", "{seat} has no boat at sea", seat = seat));
        }
        if beach.island() != shore {
            return Err(refuse!(O13, "land-elsewhere", "the boats land on {island}", island = shore.name()));
        }
        if !self.has_mooring(beach) {
            return Err(refuse!(O13, "land-full", "{beach} has no free mooring", beach = beach.to_string()));
        }
        if fresh != 0 && fresh & beach.bit() == 0 {
            return Err(refuse!(
                O13,
                "land-again",
                "first every beach with a free mooring gets one of these boats, {beach} has got its one",
                beach = beach.to_string()
            ));
        }
        Ok(())
    }

    /// Begins a landing; without a free mooring nobody lands.
    pub(crate) fn put_ashore(&mut self, shore: Island, events: &mut impl Sink<Event>) {
        events.emit(Event::Reaches { island: shore, boats: self.at_sea });
        let fresh = self.boats.room() & shore.mask();
        if fresh == 0 {
            self.leave_shore(shore, events);
        } else {
            self.phase = Phase::Land { shore, fresh };
        }
    }

    pub(crate) fn land(&mut self, seat: Seat, beach: Beach, events: &mut impl Sink<Event>) {
        let Phase::Land { shore, fresh } = self.phase else { return };
        self.at_sea -= Crew::of_one(seat, 1);
        self.boats.put(seat, beach);
        events.emit(Event::Lands { seat, beach });
        if self.at_sea.is_empty() || self.boats.room() & shore.mask() == 0 {
            self.leave_shore(shore, events);
        } else {
            self.phase = Phase::Land { shore, fresh: fresh & !beach.bit() };
        }
    }

    /// Ends a landing: whoever found no mooring returns, and the chain goes on (O14) unless the last island was
    /// turned up (O24).
    fn leave_shore(&mut self, shore: Island, events: &mut impl Sink<Event>) {
        let rest = std::mem::take(&mut self.at_sea);
        if !rest.is_empty() {
            events.emit(Event::NoMooring { island: shore, boats: rest });
            self.boats.bring_home(rest);
        }
        if self.last_tile_seen() {
            self.finish(O24, events);
        } else {
            self.go(Some(shore), events);
        }
    }
}
