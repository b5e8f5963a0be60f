//! T10, T19, T22, T29, T30: the course of the match from turn to turn and from scoring to scoring.

use engine::{Seat, Sink};

use crate::board::CellSet;
use crate::event::{Event, Section};
use crate::options::{Scoring, Tempo, Terrain, Version};
use crate::seats::SeatList;
use crate::state::{Eruption, POINTS, Phase, Tikal, Turn};
use crate::tiles::Tile;

impl Tikal {
    /// T5: this seat begins.
    pub(crate) fn begin<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        events.emit(Event::First { seat });
        self.seat = seat;
        self.phase = Phase::Tile;
    }

    /// The basic version: the seat to act drew this tile.
    pub(super) fn draw_tile<S: Sink<Event>>(&mut self, tile: Tile, events: &mut S) {
        let seat = self.seat;
        events.emit(Event::Drawn { seat, tile });
        self.players[seat].hand = Some(tile);
        if tile.is_volcano() {
            self.last_volcano = Some(seat);
            self.falls_due(Eruption { seat, tile });
            self.erupt(events);
        } else {
            self.ask_to_place(seat, events);
        }
    }

    /// T8: the seat lays its tile, or sets it aside if it fits nowhere and goes on with its action points.
    pub(super) fn ask_to_place<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        self.seat = seat;
        match self.players[seat].hand {
            Some(tile) if !self.fits(tile) => {
                self.set_aside(seat, tile, events);
                self.start_turn(seat, Turn::Normal);
            }
            _ => self.phase = Phase::Place,
        }
    }

    pub(super) fn set_aside<S: Sink<Event>>(&mut self, seat: Seat, tile: Tile, events: &mut S) {
        self.players[seat].hand = None;
        self.aside.insert(tile);
        events.emit(Event::SetAside { seat, tile });
    }

    /// The seat gets its action points.
    pub(super) fn start_turn(&mut self, seat: Seat, turn: Turn) {
        self.seat = seat;
        self.turn = turn;
        self.ap = POINTS;
        self.phase = Phase::Spend;
    }

    pub(crate) fn end_turn<S: Sink<Event>>(&mut self, events: &mut S) {
        let seat = self.seat;
        events.emit(Event::Ended { seat });
        let turn = std::mem::replace(&mut self.turn, Turn::Normal);
        self.ap = 0;
        if turn == Turn::Jump {
            return self.end_jump(events);
        }
        let own = &mut self.players[seat];
        own.worked = [CellSet::EMPTY; 2];
        own.shot = CellSet::EMPTY;
        match (turn, self.options.version) {
            (Turn::Scoring, _) => self.score_and_go_on(events),
            (Turn::Extra, _) => self.after_eruption(events),
            (_, Version::Auction) => self.next_in_round(seat, events),
            (_, Version::Basic) => self.next_seat(events),
        }
    }

    /// The basic version: the next seat clockwise draws, or the match goes to its end.
    fn next_seat<S: Sink<Event>>(&mut self, events: &mut S) {
        if self.pile.is_empty() {
            return self.final_round(self.seat, events);
        }
        self.seat = self.seat.next(self.players.len());
        self.phase = Phase::Tile;
    }

    /// Notes a volcano that will be scored.
    pub(super) fn falls_due(&mut self, eruption: Eruption) {
        if let Some(free) = self.due.iter_mut().find(|due| due.is_none()) {
            *free = Some(eruption);
        }
    }

    /// T19, T30: the first volcano that is due is scored, turn by turn or at once.
    pub(super) fn erupt<S: Sink<Event>>(&mut self, events: &mut S) {
        let Some(Eruption { seat, tile }) = self.due[0] else { unreachable!("a volcano is due") };
        events.emit(Event::Erupts { seat, tile });
        match self.options.scoring {
            Scoring::Round => {
                self.queue = seat.round(self.players.len()).collect();
                self.next_scoring(events);
            }
            Scoring::Immediate => {
                for seat in seat.round(self.players.len()) {
                    self.score(seat, Section::Volcano(tile), events);
                }
                self.next_scoring(events);
            }
        }
    }

    /// T22, T29: everybody has a last turn and scores; in the basic version from behind who drew the last volcano on.
    pub(super) fn final_round<S: Sink<Event>>(&mut self, last: Seat, events: &mut S) {
        let seats = self.players.len();
        events.emit(Event::FinalRound);
        self.round = crate::state::Round { number: self.round.number, ..Default::default() };
        self.queue = match self.options.version {
            // Version 1 went on behind the last turn. A position by hand may name nobody.
            Version::Basic if self.rules == 1 => last.next(seats).round(seats).collect(),
            Version::Basic => self.last_volcano.unwrap_or(last).next(seats).round(seats).collect(),
            Version::Auction => self.fewest_points_first(last),
        };
        self.next_scoring(events);
    }

    /// T29: ties clockwise from the player of the last tile, who comes first.
    fn fewest_points_first(&self, last: Seat) -> SeatList {
        let mut order = [(0, 0, Seat::A); crate::state::MOST];
        let order = &mut order[..self.players.len()];
        for (place, seat) in order.iter_mut().zip(self.table()) {
            *place = (self.players[seat].points, last.distance(seat, self.players.len()), seat);
        }
        order.sort_unstable();
        order.iter().map(|(_, _, seat)| *seat).collect()
    }

    fn score_and_go_on<S: Sink<Event>>(&mut self, events: &mut S) {
        let section = self.due[0].map_or(Section::Final, |due| Section::Volcano(due.tile));
        self.score(self.seat, section, events);
        self.next_scoring(events);
    }

    /// The next seat of a scoring round, or what comes after the scoring.
    fn next_scoring<S: Sink<Event>>(&mut self, events: &mut S) {
        if let Some(seat) = self.queue.pop_front() {
            return self.start_turn(seat, Turn::Scoring);
        }
        let Some(Eruption { seat, .. }) = self.due[0] else { return self.finish(events) };
        self.due = [self.due[1], self.due[2], None];
        match self.options.tempo {
            Tempo::Turns => self.ask_to_place(seat, events),
            Tempo::Jumps if self.was_sudden_death() => self.finish(events),
            Tempo::Jumps => self.start_turn(seat, Turn::Extra),
        }
    }

    /// T34: whether the scoring just done was that of the third volcano taken, which is always the last due.
    fn was_sudden_death(&self) -> bool {
        let sudden = self.options.terrain == Terrain::RandomSuddenDeath;
        sudden && self.due[0].is_none() && self.volcanoes_taken() == 3
    }

    /// The match is over.
    pub(super) fn finish<S: Sink<Event>>(&mut self, events: &mut S) {
        self.phase = Phase::Over;
        self.seat = Seat::A;
        events.emit(Event::Over);
    }
}
