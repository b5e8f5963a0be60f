//! The game as programs study it: decisions as numbers, views as figures. Both are interface, pinned in
//! `tests/space.txt`: add behind, change nothing.

use engine::{Part, Run, Seat, Study, parts_of};

use crate::Action;
use crate::state::{__Name__, FINDS, LAST_CAMP, TURNS};

/// Where an explorer stands, his points, his finds by worth, and whether it is his turn.
const SEAT: usize = 6;
const PARTS: [Part; 2] = [Part::of("seats", &[4, SEAT]), Part::of("course", &[4])];

impl Study for __Name__ {
    const SPACE: &'static [Run] = &[Run::of("walk", 1), Run::of("dig", 1)];
    const FIGURES: &'static [Part] = &PARTS;

    fn number(&self, action: &Action) -> Option<u32> {
        Some(*action as u32)
    }

    fn decision(&self, run: usize, _place: u32) -> Option<Action> {
        Action::ALL.get(run).copied()
    }

    fn figures(view: &__Name__, seat: Seat, row: &mut [f32]) {
        let [seats, course] = parts_of(&PARTS, row);
        for (place, other) in seat.round(view.camps.len()).enumerate() {
            let out = &mut seats[place * SEAT..][..SEAT];
            out[0] = f32::from(view.camps[other]) / f32::from(LAST_CAMP);
            out[1] = view.points[other] as f32 / 50.0;
            for (figure, count) in out[2..5].iter_mut().zip(view.finds[other]) {
                *figure = f32::from(count) / 5.0;
            }
            out[5] = f32::from(u8::from(view.turn == other));
        }
        course[0] = f32::from(view.turns) / f32::from(TURNS);
        for (figure, (left, all)) in course[1..].iter_mut().zip(view.left.into_iter().zip(FINDS)) {
            *figure = f32::from(left) / f32::from(all);
        }
    }
}
