//! Views as figures, for programs. They are interface, pinned in `tests/space.txt`: add behind, change nothing.

use engine::{Part, Seat, parts_of};

use crate::state::{__Name__, FINDS, LAST_CAMP, TURNS};

/// Where an explorer stands, their points, their finds by worth, and whether it is their turn.
const SEAT: usize = 6;
pub(crate) const PARTS: [Part; 2] = [Part::of("seats", &[4, SEAT]), Part::of("course", &[4])];

/// Writes what a seat sees into a row of zeros.
pub(crate) fn figures(view: &__Name__, seat: Seat, row: &mut [f32]) {
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
