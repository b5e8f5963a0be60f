//! Points (K18): the statues taken, and one more for leaving.

use engine::{ScoreLine, Scored, Seat};

use crate::event::Event;
use crate::state::{Inka, Phase};

impl Inka {
    pub(crate) fn score(&self, seat: Seat) -> i32 {
        let left = self.phase == Phase::Left && self.seat == seat;
        self.taken[seat].count_ones() as i32 + i32::from(left)
    }
}

impl Scored<Inka> for Event {
    fn score_line(&self, _game: &Inka) -> Option<ScoreLine> {
        match self {
            Event::Taken { seat, goal, points } => Some(ScoreLine {
                seat: *seat,
                section: "statues".into(),
                item: format!("statue of {goal}").into(),
                points: *points,
            }),
            Event::Left { seat, exit, points } => Some(ScoreLine {
                seat: *seat,
                section: "exit".into(),
                item: format!("left by {exit}").into(),
                points: *points,
            }),
            _ => None,
        }
    }
}
