//! Putting boats on islands: the first boats, expansion, shift, restart (O2, O4, O22, O23).

use engine::{Illegal, List, Seat, Sink, refuse};

use super::numbers::{O2, O4, O20, O22, O23};
use super::{Why, must_colonise};
use crate::action::Action;
use crate::event::Event;
use crate::state::{Mooring, Phase, Tongiaki};
use crate::tiles::{BOATS, Beach, Island, beaches};

/// The boats that each seat puts on Tonga before the first turn (O2).
const FIRST_BOATS: u8 = 2;
/// The boats that come to Tonga by a restart (O22).
const TONGA_RESTART: u8 = 2;

impl Tongiaki {
    pub(crate) fn list_setup(&self, out: &mut impl List<Action>) {
        // O2: every beach keeps a free mooring.
        let two_free = |beach: &Beach| self.boats.on(*beach).len() + 2 <= beach.moorings();
        out.extend(Island::TONGA.beaches().filter(two_free).map(Action::Moor));
    }

    pub(crate) fn list_moorings(&self, mooring: Mooring, out: &mut impl List<Action>) {
        out.extend(beaches(self.boats.room() & mooring.island.mask() & !mooring.served).map(Action::Moor));
    }

    /// Lists what O4, O22 and O23 allow at the beginning of a turn.
    pub(crate) fn list_moves(&self, out: &mut impl List<Action>) {
        let (seat, room) = (self.turn, self.boats.room());
        let has_room = |island: &Island| room & island.mask() != 0;
        if !self.boats.afloat(seat) {
            out.extend(self.board.islands().filter(has_room).map(Action::Restart));
            return;
        }
        let grows = |island: &Island| self.boats.ashore(*island).of(seat) > 0 && has_room(island);
        if self.boats.reserve(seat) > 0 {
            out.extend(self.board.islands().filter(grows).map(Action::Expand));
            return;
        }
        for beach in self.boats.own(seat, u64::MAX >> (64 - crate::tiles::BEACHES)) {
            let others = self.board.islands().filter(|island| *island != beach.island());
            out.extend(others.filter(grows).map(|island| Action::Shift(beach, island)));
        }
    }

    pub(crate) fn check_moor(&self, beach: Beach) -> Result<(), Illegal> {
        let mooring = match self.phase {
            Phase::Setup => return self.check_first_boat(beach),
            Phase::Moor(mooring) => mooring,
            Phase::MustColonise => return Err(must_colonise()),
            _ => return Err(refuse!(O4, "moor-now", "no boat is to be put on a beach now")),
        };
        let rule = mooring.why.rule();
        if beach.island() != mooring.island {
            return Err(refuse!(rule, "moor-elsewhere", "the boats go to {island}", island = mooring.island.name()));
        }
        if !self.has_mooring(beach) {
            return Err(refuse!(rule, "moor-full", "{beach} has no free mooring", beach = beach.to_string()));
        }
        if mooring.served & beach.bit() != 0 {
            return Err(refuse!(
                O4,
                "moor-twice",
                "an expansion puts at most one boat on each beach, {beach} has got its one",
                beach = beach.to_string()
            ));
        }
        Ok(())
    }

    fn check_first_boat(&self, beach: Beach) -> Result<(), Illegal> {
        if beach.island() != Island::TONGA {
            return Err(refuse!(O2, "setup-tonga", "the first boats go to Tonga"));
        }
        if beach.moorings() - self.boats.on(beach).len() < 2 {
            return Err(refuse!(
                O2,
                "setup-keep-free",
                "every beach keeps a free mooring, {beach} has only one left",
                beach = beach.to_string()
            ));
        }
        Ok(())
    }

    pub(crate) fn check_expand(&self, island: Island) -> Result<(), Illegal> {
        self.check_turn(O4)?;
        if !self.has_boat() {
            return Err(refuse!(O22, "expand-no-boats", "you have no boat on a beach: restart or colonise"));
        }
        if self.boats.reserve(self.turn) == 0 {
            return Err(refuse!(O23, "expand-no-reserve", "your reserve is empty: shift a boat"));
        }
        self.check_grows(island)
    }

    /// Judges whether O4 would allow the seat to act an expansion here.
    fn check_grows(&self, island: Island) -> Result<(), Illegal> {
        let name = island.name();
        if !self.board.has(island.tile()) {
            return Err(refuse!(O4, "expand-absent", "{island} is not on the table", island = name));
        }
        if self.boats.royal(island).is_some() {
            return Err(refuse!(O20, "expand-royal", "{island} is royal, no boat comes there any more", island = name));
        }
        if self.count_ashore(island).of(self.turn) == 0 {
            return Err(refuse!(O4, "expand-stranger", "you have no boat on {island}", island = name));
        }
        if !island.beaches().any(|beach| self.has_mooring(beach)) {
            return Err(refuse!(O4, "expand-full", "{island} has no free mooring", island = name));
        }
        Ok(())
    }

    pub(crate) fn check_shift(&self, beach: Beach, island: Island) -> Result<(), Illegal> {
        self.check_turn(O23)?;
        if self.boats.reserve(self.turn) > 0 {
            return Err(refuse!(O23, "shift-reserve", "you have boats in your reserve: expand with those"));
        }
        if self.boats.on(beach).of(self.turn) == 0 {
            return Err(refuse!(O23, "shift-stranger", "you have no boat on {beach}", beach = beach.to_string()));
        }
        if beach.island() == island {
            return Err(refuse!(O23, "shift-same", "the boat must go to another island"));
        }
        self.check_grows(island)
    }

    pub(crate) fn check_restart(&self, island: Island) -> Result<(), Illegal> {
        self.check_turn(O22)?;
        let name = island.name();
        if self.has_boat() {
            return Err(refuse!(O22, "restart-boats", "you still have boats on beaches: go on with those"));
        }
        if !self.board.has(island.tile()) {
            return Err(refuse!(O22, "restart-absent", "{island} is not on the table", island = name));
        }
        if self.boats.royal(island).is_some() {
            return Err(refuse!(
                O20,
                "restart-royal",
                "{island} is royal, no boat comes there any more",
                island = name
            ));
        }
        if !island.beaches().any(|beach| self.has_mooring(beach)) {
            return Err(refuse!(O22, "restart-full", "{island} has no free mooring", island = name));
        }
        Ok(())
    }

    pub(crate) fn begin_with(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        events.emit(Event::First { seat });
        self.turn = seat;
        self.phase = Phase::Setup;
    }

    pub(crate) fn moor(&mut self, beach: Beach, events: &mut impl Sink<Event>) {
        let seat = self.turn;
        self.boats.moor(seat, beach);
        events.emit(Event::Moored { seat, beach });
        let Phase::Moor(mut mooring) = self.phase else { return self.after_first_boat(events) };
        mooring.left -= 1;
        if mooring.left > 0 {
            if mooring.why == Why::Expand {
                mooring.served |= beach.bit();
            }
            self.phase = Phase::Moor(mooring);
        } else if mooring.why == Why::Colony {
            self.end_turn(events);
        } else {
            self.go(Some(mooring.island), events);
        }
    }

    fn after_first_boat(&mut self, events: &mut impl Sink<Event>) {
        let next = self.turn.next(self.seats.into());
        self.turn = next;
        if self.boats.reserve(next) == BOATS - FIRST_BOATS {
            self.begin_turn(next, events);
        }
    }

    /// How many boats an expansion of the seat to act adds there (O4).
    pub(crate) fn expansion(&self, island: Island) -> u8 {
        let beaches = (self.boats.room() & island.mask()).count_ones() as u8;
        self.boats.ashore(island).of(self.turn).min(beaches).min(self.boats.reserve(self.turn))
    }

    /// How many boats a restart puts there (O22).
    pub(crate) fn restart_boats(&self, island: Island) -> u8 {
        let most = if island == Island::TONGA { TONGA_RESTART } else { 1 };
        most.min(self.boats.free(island))
    }

    pub(crate) fn expand(&mut self, island: Island, events: &mut impl Sink<Event>) {
        let seat = self.turn;
        let boats = self.expansion(island);
        events.emit(Event::Expands { seat, island, boats });
        self.phase = Phase::Moor(Mooring { island, left: boats, why: Why::Expand, served: 0 });
    }

    pub(crate) fn shift(&mut self, from: Beach, island: Island, events: &mut impl Sink<Event>) {
        let seat = self.turn;
        self.boats.fetch(seat, from);
        events.emit(Event::Shifts { seat, from, island });
        self.phase = Phase::Moor(Mooring { island, left: 1, why: Why::Shift, served: 0 });
    }

    pub(crate) fn restart(&mut self, island: Island, events: &mut impl Sink<Event>) {
        let boats = self.restart_boats(island);
        events.emit(Event::Restarts { seat: self.turn, island, boats });
        self.phase = Phase::Moor(Mooring { island, left: boats, why: Why::Restart, served: 0 });
    }
}
