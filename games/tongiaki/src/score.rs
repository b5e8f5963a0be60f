//! Points: every island with an own boat (O25), and what decides between equal points (O26).

use engine::{MOST_SEATS, ScoreLine, Scored, Seat, Sink};

use crate::event::Event;
use crate::state::Tongiaki;
use crate::tiles::{Island, tiles};

/// The islands that each seat holds, as masks; empty where nobody listens.
pub(crate) type Held = [u16; MOST_SEATS];

impl Tongiaki {
    pub(crate) fn points_of(&self, seat: Seat) -> i32 {
        held(self.boats.held(seat)).map(Island::points).sum()
    }

    /// More islands, Tonga and royal ones included, then fewer boats in play.
    pub(crate) fn ties_of(&self, seat: Seat) -> (i32, i32) {
        (self.boats.held(seat).count_ones() as i32, -i32::from(self.boats.in_play(seat)))
    }

    /// Who holds what before a step, if anybody listens.
    #[inline]
    pub(crate) fn held_by_all<S: Sink<Event>>(&self, _events: &S) -> Held {
        let mut held = Held::default();
        if S::LISTENS {
            Seat::all(self.seats.into()).for_each(|seat| held[seat.index()] = self.boats.held(seat));
        }
        held
    }

    /// Tells what a step changed in who holds what; points come and go as boats do.
    #[inline]
    pub(crate) fn tell_points<S: Sink<Event>>(&self, before: &Held, events: &mut S) {
        if !S::LISTENS {
            return;
        }
        for seat in Seat::all(self.seats.into()) {
            let (old, new) = (before[seat.index()], self.boats.held(seat));
            for island in held(old & !new) {
                events.emit(Event::Loses { seat, island, points: island.points() });
            }
            for island in held(new & !old) {
                events.emit(Event::Gains { seat, island, points: island.points() });
            }
        }
    }
}

impl Scored<Tongiaki> for Event {
    fn score_line(&self, _game: &Tongiaki) -> Option<ScoreLine> {
        let (seat, island, points) = match *self {
            Event::Gains { seat, island, points } => (seat, island, points),
            Event::Loses { seat, island, points } => (seat, island, -points),
            _ => return None,
        };
        Some(ScoreLine { seat, section: "islands".into(), item: island.name().into(), points })
    }
}

/// The islands of a mask.
fn held(mask: u16) -> impl Iterator<Item = Island> {
    tiles(mask.into()).map(|tile| Island::at(tile.index()))
}
