//! Sailing: which beach leaves by which pier, and what becomes of the voyage (O6-O12, O15-O18, O20).

use engine::{Illegal, List, Sink, refuse};
use grid::hex::Direction;

use super::must_colonise;
use super::numbers::{O6, O12, O16};
use crate::action::Action;
use crate::board::{directions, facing, side};
use crate::event::Event;
use crate::options::FullBeaches;
use crate::state::{Phase, SEA_TILES, Tongiaki};
use crate::tiles::{Beach, Island, Tile, beaches};

impl Tongiaki {
    /// The full beaches that may sail (O12).
    pub(crate) fn sailing(&self, only: Option<Island>) -> u64 {
        match self.full_beaches {
            FullBeaches::All => self.boats.full(),
            FullBeaches::First => only.map_or(0, |island| self.boats.full() & island.mask()),
        }
    }

    pub(crate) fn list_sails(&self, only: Option<Island>, out: &mut impl List<Action>) {
        for beach in beaches(self.sailing(only)) {
            out.extend(directions(self.exits(beach)).map(|dir| Action::Sail(beach, dir)));
        }
    }

    /// The directions in which a full beach may leave (O16).
    #[inline]
    fn exits(&self, beach: Beach) -> u8 {
        let island = beach.island();
        if self.board.is_closed(island) {
            return self.board.toward(island, beach.piers());
        }
        match self.board.open(island, beach.piers()) {
            0 => self.board.open(island, island.piers()),
            own => own,
        }
    }

    pub(crate) fn check_sail(&self, beach: Beach, toward: Direction) -> Result<(), Illegal> {
        let only = match self.phase {
            Phase::Sail(only) => only,
            Phase::MustColonise => return Err(must_colonise()),
            _ => return Err(refuse!(O6, "sail-now", "no beach sails now")),
        };
        if let Some(only) = only
            && only != beach.island()
        {
            return Err(refuse!(
                O12,
                "sail-elsewhere",
                "only full beaches of {island} may sail, where boats were put last",
                island = only.name()
            ));
        }
        if self.boats.on(beach).len() < beach.moorings() {
            return Err(refuse!(O6, "sail-not-full", "{beach} is not full", beach = beach.to_string()));
        }
        self.check_pier(beach, toward)
    }

    fn check_pier(&self, beach: Beach, toward: Direction) -> Result<(), Illegal> {
        let island = beach.island();
        let side = side(toward, self.board.place(island.tile()).1);
        let of_beach = |side: u8| beach.piers() >> side & 1 == 1;
        let of_island = |side: u8| island.piers() >> side & 1 == 1;
        let open = |side: u8| !self.leads_back(island, side);
        let any_open = (0..6).any(|side| of_island(side) && open(side));
        let own_open = (0..6).any(|side| of_beach(side) && open(side));
        let (beach, word) = (beach.to_string(), toward.name());
        if !any_open {
            return if of_beach(side) {
                Ok(())
            } else {
                Err(refuse!(
                    O16,
                    "pier-of-closed",
                    "{beach} has no pier to the {toward}, and all of its island is closed",
                    beach = beach,
                    toward = word
                ))
            };
        }
        if !of_island(side) {
            return Err(refuse!(O6, "pier-none", "no pier of the island stands to the {toward}", toward = word));
        }
        if own_open && !of_beach(side) {
            return Err(refuse!(
                O16,
                "pier-of-another",
                "{beach} has an open pier of its own, the one to the {toward} is not",
                beach = beach,
                toward = word
            ));
        }
        if !open(side) {
            return Err(refuse!(
                O16,
                "pier-closed",
                "the routes from the pier to the {toward} lead back to the island",
                toward = word
            ));
        }
        Ok(())
    }

    /// Whether the routes from a side lead back to the island, followed cell by cell (O15).
    fn leads_back(&self, island: Island, pier: u8) -> bool {
        let (mut cell, turn) = self.board.place(island.tile());
        let mut dir = facing(pier, turn);
        loop {
            cell = cell.neighbour(dir);
            let Some(tile) = self.board.tile_on(cell) else { return false };
            if let Some(other) = tile.island() {
                return other == island;
            }
            let (_, turn) = self.board.place(tile);
            dir = facing(tile.route(side(dir.opposite(), turn)).to, turn);
        }
    }

    pub(crate) fn sail(&mut self, beach: Beach, toward: Direction, events: &mut impl Sink<Event>) {
        let island = beach.island();
        if self.board.is_closed(island) {
            return self.remove(island, events);
        }
        let crew = self.boats.cast_off(beach);
        self.at_sea = crew;
        events.emit(Event::Sails { seat: self.turn, beach, toward, boats: crew });
        if !self.depart(beach) {
            events.emit(Event::Exhausted { beach });
            return self.fail(events);
        }
        self.voyage(island, island.tile(), toward, events);
    }

    /// Counts a departure; the fourth of a beach in one turn is one too many (O18).
    fn depart(&mut self, beach: Beach) -> bool {
        let [ones, twos] = &mut self.departed;
        if *ones & *twos & beach.bit() != 0 {
            return false;
        }
        *twos ^= *ones & beach.bit();
        *ones ^= beach.bit();
        true
    }

    /// Takes a closed island off the table (O15).
    fn remove(&mut self, island: Island, events: &mut impl Sink<Event>) {
        events.emit(Event::Removed { island, boats: self.boats.ashore(island) });
        self.boats.clear(island);
        self.board.remove(island);
        self.departed.iter_mut().for_each(|plane| *plane &= !island.mask());
        if self.boats.afloat(self.turn) {
            self.go(None, events);
        } else {
            self.phase = Phase::MustColonise;
        }
    }

    /// Carries the boats at sea on, away from a tile, until they land, fail, or need a new tile (O8-O11).
    fn voyage(&mut self, from: Island, mut tile: Tile, mut toward: Direction, events: &mut impl Sink<Event>) {
        let colours = self.at_sea.colours();
        loop {
            let Some(next) = self.board.beside(tile, toward) else {
                self.phase = Phase::Ahead { from, tile, toward };
                return;
            };
            if let Some(island) = next.island() {
                return self.arrive(from, island, events);
            }
            let (_, turn) = self.board.place(next);
            let route = next.route(side(toward.opposite(), turn));
            if colours < route.colours {
                events.emit(Event::Fails { sea: next, colours, asked: route.colours });
                return self.fail(events);
            }
            events.emit(Event::Crosses { sea: next, colours, asked: route.colours });
            (tile, toward) = (next, facing(route.to, turn));
        }
    }

    /// Brings the boats to an island; a royal one sends them back to where they sailed from (O20).
    fn arrive(&mut self, from: Island, island: Island, events: &mut impl Sink<Event>) {
        if self.boats.royal(island).is_some() {
            events.emit(Event::SentBack { royal: island, island: from });
            self.put_ashore(from, events);
        } else {
            self.put_ashore(island, events);
        }
    }

    /// Brings the boats at sea home (O10).
    fn fail(&mut self, events: &mut impl Sink<Event>) {
        let crew = std::mem::take(&mut self.at_sea);
        events.emit(Event::Home { boats: crew });
        self.boats.bring_home(crew);
        self.go(None, events);
    }

    /// Turns up a tile: for a voyage it is laid at once, with its red mark back (O7, O11).
    pub(crate) fn turn_up(&mut self, tile: Tile, events: &mut impl Sink<Event>) {
        self.pile &= !(1 << tile.index());
        self.quiet = 0;
        let Phase::Ahead { from, tile: last, toward } = self.phase else {
            events.emit(Event::Draws { seat: self.turn, tile });
            self.phase = Phase::Lay(tile);
            return;
        };
        let (cell, turn) = (self.board.place(last).0.neighbour(toward), Direction::S.turn_to(toward.opposite()));
        self.place(tile, cell, turn, events);
        if self.pile & SEA_TILES == 0 {
            // O24: the last sea; no number is tested, and the boats stay at sea for good.
            events.emit(Event::Lost { sea: tile, boats: self.at_sea });
            self.finish(super::O24, events);
        } else {
            self.voyage(from, last, toward, events);
        }
    }

    /// The most colours that the tiles on the way ask for, and the island to which they lead, if they lead to one.
    pub(crate) fn outlook(&self, island: Island, toward: Direction) -> (u8, Option<Island>) {
        let (mut tile, mut dir, mut asked) = (island.tile(), toward, 0);
        loop {
            let Some(next) = self.board.beside(tile, dir) else { return (asked, None) };
            if let Some(end) = next.island() {
                return (asked, Some(end));
            }
            let (_, turn) = self.board.place(next);
            let route = next.route(side(dir.opposite(), turn));
            asked = asked.max(route.colours);
            (tile, dir) = (next, facing(route.to, turn));
        }
    }
}
