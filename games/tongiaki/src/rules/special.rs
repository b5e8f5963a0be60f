//! The special actions: royal islands and new colonisations (O19, O21).

use engine::{Illegal, List, Sink, refuse};
use grid::Turn;
use grid::hex::Hex;

use super::numbers::{O19, O21};
use super::{Why, must_colonise};
use crate::action::Action;
use crate::boats::MOST_ROYAL;
use crate::event::Event;
use crate::state::{Mooring, Phase, Tongiaki};
use crate::tiles::{Island, Tile};

impl Tongiaki {
    pub(crate) fn list_royals(&self, out: &mut impl List<Action>) {
        let seat = self.turn;
        if self.boats.royals(seat) == MOST_ROYAL {
            return;
        }
        let alone = |island: &Island| {
            let crew = self.boats.ashore(*island);
            *island != Island::TONGA && crew.of(seat) > 0 && crew.of(seat) == crew.len()
        };
        out.extend(self.board.islands().filter(alone).map(Action::Royal));
    }

    pub(crate) fn list_lays(&self, tile: Tile, out: &mut impl List<Action>) {
        self.board.coast(|cell| out.extend((0..tile.looks()).map(|turn| Action::Lay(cell, Turn::clockwise(turn)))));
    }

    pub(crate) fn check_royal(&self, island: Island) -> Result<(), Illegal> {
        self.check_turn(O19)?;
        let name = island.name();
        if island == Island::TONGA {
            return Err(refuse!(O19, "royal-tonga", "Tonga never becomes royal"));
        }
        if self.boats.royals(self.turn) >= MOST_ROYAL {
            return Err(refuse!(O19, "royal-two", "you have {most} royal islands already", most = MOST_ROYAL));
        }
        let crew = self.count_ashore(island);
        if crew.of(self.turn) == 0 {
            return Err(refuse!(O19, "royal-stranger", "you have no boat on a beach of {island}", island = name));
        }
        if crew.seats().any(|seat| seat != self.turn) {
            return Err(refuse!(O19, "royal-shared", "other boats than yours lie on {island}", island = name));
        }
        Ok(())
    }

    pub(crate) fn check_colonise(&self) -> Result<(), Illegal> {
        match self.phase {
            Phase::Turn | Phase::MustColonise => Ok(()),
            _ => Err(refuse!(O21, "colonise-now", "a new colonisation takes the place of a whole turn")),
        }
    }

    pub(crate) fn check_lay(&self, cell: Hex, turn: Turn) -> Result<(), Illegal> {
        let tile = match self.phase {
            Phase::Lay(tile) => tile,
            Phase::MustColonise => return Err(must_colonise()),
            _ => return Err(refuse!(O21, "lay-now", "no tile is to be laid now")),
        };
        if let Some(there) = self.board.tile_on(cell) {
            return Err(refuse!(
                O21,
                "lay-taken",
                "{tile} lies on {cell} already",
                tile = there.name(),
                cell = cell.to_string()
            ));
        }
        if !cell.neighbours().into_iter().any(|beside| self.board.tile_on(beside).is_some()) {
            return Err(refuse!(O21, "lay-apart", "{cell} does not lie next to a tile", cell = cell.to_string()));
        }
        if turn.sixths() >= tile.looks() {
            return Err(refuse!(
                O21,
                "turn-alike",
                "turned like that {tile} looks as with r{turn}, say that",
                tile = tile.name(),
                turn = turn.sixths() % tile.looks()
            ));
        }
        Ok(())
    }

    pub(crate) fn found_royal(&mut self, island: Island, events: &mut impl Sink<Event>) {
        self.boats.crown(self.turn, island);
        events.emit(Event::Royal { seat: self.turn, island });
        self.end_turn(events);
    }

    /// Begins a new colonisation: all boats on beaches come home, before the first tile is seen.
    pub(crate) fn colonise(&mut self, events: &mut impl Sink<Event>) {
        events.emit(Event::Colonises { seat: self.turn });
        self.boats.fetch_all(self.turn);
        // No beach departs any more in this turn (O15).
        self.departed = [0; 2];
        self.phase = Phase::Found;
    }

    pub(crate) fn lay(&mut self, cell: Hex, turn: Turn, events: &mut impl Sink<Event>) {
        let Phase::Lay(tile) = self.phase else { return };
        self.place(tile, cell, turn, events);
        self.phase = match tile.island() {
            Some(island) => Phase::Moor(Mooring { island, left: 1, why: Why::Colony, served: 0 }),
            None => Phase::Found,
        };
    }

    /// Puts a tile on the table.
    pub(crate) fn place(&mut self, tile: Tile, cell: Hex, turn: Turn, events: &mut impl Sink<Event>) {
        self.board.lay(tile, cell, turn);
        if let Some(island) = tile.island() {
            self.boats.open(island);
        }
        events.emit(Event::Lays { tile, cell, turn });
    }
}
