//! Knowledge, and the professors that it brings (H14, H15).

use engine::{Seat, Sink};

use crate::Thebes;
use crate::event::Event;
use crate::region::Region;

/// The place of the greatest knowledge's professor among the five.
pub(crate) const GREATEST: usize = 4;

impl Thebes {
    /// Gives a player knowledge of a region, or (without one) general knowledge; the professors move at once.
    pub(crate) fn learn(&mut self, seat: Seat, of: Option<Region>, value: u8, events: &mut impl Sink<Event>) {
        let player = &mut self.open.players[seat];
        match of {
            Some(region) => player.knowledge[region] += value,
            None => player.general += value,
        }
        // H14: general knowledge does not count for a region's professor.
        if let Some(region) = of {
            self.move_professor(region.index(), seat, events);
        }
        self.move_professor(GREATEST, seat, events);
    }

    /// The professor goes to a player who knows enough, and strictly more than the player whom they are with.
    fn move_professor(&mut self, which: usize, seat: Seat, events: &mut impl Sink<Event>) {
        let professor = self.open.stock.professors[which];
        let known = self.open.knowledge_for(which, seat);
        let holder = self.open.professors[which];
        let more = holder.is_none_or(|holder| self.open.knowledge_for(which, holder) < known);
        if known < professor.knowledge || holder == Some(seat) || !more {
            return;
        }
        self.open.professors[which] = Some(seat);
        if events.listens() {
            let points = i32::from(professor.points);
            let of = professor_word(which);
            if let Some(seat) = holder {
                events.emit(Event::ProfessorLeft { seat, of, points: -points });
            }
            events.emit(Event::ProfessorCame { seat, of, points });
        }
    }
}

impl crate::state::Open {
    /// What counts for one of the five professors.
    pub(crate) fn knowledge_for(&self, which: usize, seat: Seat) -> u8 {
        let player = &self.players[seat];
        if which == GREATEST { player.all_knowledge() } else { player.knowledge.0[which] }
    }
}

/// What a professor is a professor of.
pub(crate) fn professor_word(which: usize) -> &'static str {
    Region::ALL.get(which).map_or("greatest", |region| region.word())
}
