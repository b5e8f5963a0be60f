//! What events write on the score sheet.

use engine::{ScoreLine, Scored};

use crate::event::Event;
use crate::state::__Name__;

impl Scored<__Name__> for Event {
    fn score_line(&self, _game: &__Name__) -> Option<ScoreLine> {
        match self {
            Event::Found { seat, worth, points } => Some(ScoreLine {
                seat: *seat,
                section: "finds".into(),
                item: format!("finds worth {worth}").into(),
                points: *points,
            }),
            Event::Walked { .. } => None,
        }
    }
}
