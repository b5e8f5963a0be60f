//! Points (H20) and what decides ties (H21).
//!
//! The points as they stand are those of the cards that lie before a player: artifacts, exhibitions, museums,
//! professors, congresses. The time bonus is counted once, when the match is over; until then every marker still
//! moves, and a bonus that shrinks with each own action would only confuse.

use engine::{ScoreLine, Scored, Seat, Sink};

use crate::Thebes;
use crate::event::Event;
use crate::masks;
use crate::region::Region;
use crate::state::{Open, Phase};

/// H20: a point for every full 3 weeks behind the foremost marker.
const WEEKS_PER_POINT: u16 = 3;

impl Open {
    /// The points as they stand.
    pub(crate) fn points(&self, seat: Seat) -> i32 {
        let bonus = if self.phase == Phase::Over { self.time_bonus(seat) } else { 0 };
        self.artifact_points(seat) + self.card_points(seat) + self.professor_points(seat) + bonus
    }

    fn artifact_points(&self, seat: Seat) -> i32 {
        let of = |region: Region| -> i32 {
            let pile = self.pile(region);
            pile.points(self.players[seat].finds[region] & pile.artifacts).0 as i32
        };
        Region::ALL.into_iter().map(of).sum()
    }

    fn card_points(&self, seat: Seat) -> i32 {
        let stock = self.stock();
        let shown = self.players[seat].cards & (stock.exhibitions | stock.museums);
        let presentations: i32 =
            masks::places(shown).map(|place| i32::from(stock.print(stock.card_at[place]).points)).sum();
        presentations + self.congress_points(self.congresses(seat))
    }

    /// How many congress cards a player has.
    pub(crate) fn congresses(&self, seat: Seat) -> usize {
        (self.players[seat].cards & self.stock.congress).count_ones() as usize
    }

    /// The points for that many congress cards.
    pub(crate) fn congress_points(&self, cards: usize) -> i32 {
        let table = &self.stock().congress_points;
        i32::from(table[cards.min(table.len() - 1)])
    }

    fn professor_points(&self, seat: Seat) -> i32 {
        let held = self.professors.iter().zip(&self.stock().professors);
        held.filter(|(holder, _)| **holder == Some(seat)).map(|(_, professor)| i32::from(professor.points)).sum()
    }

    /// How far a marker is behind the foremost one.
    pub(crate) fn weeks_behind(&self, seat: Seat) -> u16 {
        let foremost = self.players.values().map(|player| player.weeks).max().unwrap_or(0);
        foremost - self.players[seat].weeks
    }

    /// The points for the weeks that a player spent less than the foremost one.
    pub(crate) fn time_bonus(&self, seat: Seat) -> i32 {
        i32::from(self.weeks_behind(seat) / WEEKS_PER_POINT)
    }

    /// The same if the match ended now; at the end they are among the points.
    pub(crate) fn bonus_now(&self, seat: Seat) -> i32 {
        if self.phase == Phase::Over { 0 } else { self.time_bonus(seat) }
    }
}

impl Thebes {
    /// Says what the newest congress card of a player is worth.
    pub(crate) fn tell_congress(&self, seat: Seat, events: &mut impl Sink<Event>) {
        if events.listens() {
            let cards = self.open.congresses(seat);
            let points = self.open.congress_points(cards) - self.open.congress_points(cards - 1);
            events.emit(Event::Congress { seat, cards: cards as u8, points });
        }
    }
}

impl Scored<Thebes> for Event {
    fn score_line(&self, _game: &Thebes) -> Option<ScoreLine> {
        let line = |seat: &Seat, section: &'static str, item: &str, points: &i32| {
            Some(ScoreLine { seat: *seat, section: section.into(), item: item.to_owned().into(), points: *points })
        };
        match self {
            Event::Found { seat, find, points, .. } if *points != 0 => line(seat, "artifacts", find, points),
            Event::Donated { seat, find, points } => line(seat, "artifacts", find, points),
            Event::Exhibited { seat, card, points, .. } => line(seat, "exhibitions", card, points),
            Event::Museum { seat, card, points, .. } => line(seat, "museums", card, points),
            Event::ProfessorCame { seat, of, points } | Event::ProfessorLeft { seat, of, points } => {
                line(seat, "professors", &format!("professor-{of}"), points)
            }
            Event::Congress { seat, points, .. } => line(seat, "congress", "congress", points),
            Event::TimeBonus { seat, points, .. } => line(seat, "time", "time bonus", points),
            _ => None,
        }
    }
}
