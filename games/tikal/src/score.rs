//! T20, T21: what a seat scores.

use engine::{ScoreLine, Scored, Seat, Sink};

use crate::board::Cell;
use crate::event::{Event, Item, Section};
use crate::state::Tikal;
use crate::tiles::Treasure;

/// T20: the points for none to three treasures of a kind.
pub(crate) const SET_POINTS: [i32; 4] = [0, 1, 3, 6];

impl Tikal {
    /// Who is paid for a temple: its guard, or who is strictly strongest.
    pub(crate) fn holder(&self, cell: Cell) -> Option<Seat> {
        let (mut holder, mut best) = (None, 0);
        for (seat, player) in self.players.iter() {
            if player.guards.has(cell) {
                return Some(seat); // T21
            }
            let strength = player.strength(cell);
            if strength > best {
                (holder, best) = (Some(seat), strength);
            } else if strength == best {
                holder = None;
            }
        }
        holder
    }

    /// Everything the seat would score now, item by item.
    pub(crate) fn scores(&self, seat: Seat) -> impl Iterator<Item = (Item, i32)> {
        let temples = self.temples.into_iter().filter(move |cell| self.holder(*cell) == Some(seat)).map(move |cell| {
            let guarded = self.players[seat].guards.has(cell);
            let item = if guarded { Item::Guard(cell) } else { Item::Temple(cell) };
            (item, i32::from(self.value[cell.index()]))
        });
        let sets = Treasure::ALL.into_iter().filter_map(move |kind| {
            let count = self.players[seat].treasures[kind.index()];
            (count > 0).then(|| (Item::Set(count, kind), SET_POINTS[count as usize]))
        });
        temples.chain(sets)
    }

    /// The sum of it.
    pub(crate) fn score_now(&self, seat: Seat) -> i32 {
        self.scores(seat).map(|(_, points)| points).sum()
    }

    pub(crate) fn score<S: Sink<Event>>(&mut self, seat: Seat, section: Section, events: &mut S) {
        let mut sum = 0;
        for (item, points) in self.scores(seat) {
            sum += points;
            events.emit(Event::Scored { seat, section, item, points });
        }
        self.players[seat].points += sum;
    }
}

impl Scored<Tikal> for Event {
    fn score_line(&self, _game: &Tikal) -> Option<ScoreLine> {
        match *self {
            Event::Scored { seat, section, item, points } => {
                Some(ScoreLine { seat, section: section.to_string().into(), item: item.to_string().into(), points })
            }
            Event::Paid { seat, round, points } => {
                Some(ScoreLine { seat, section: format!("round {round}").into(), item: "auction".into(), points })
            }
            _ => None,
        }
    }
}
