//! How good a position looks.

use engine::Seat;

use crate::state::Tongiaki;

pub(crate) fn estimate(state: &Tongiaki, seat: Seat) -> f32 {
    state.points_of(seat) as f32
}
