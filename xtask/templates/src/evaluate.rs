//! How good a position looks, for bots.

use engine::{Evaluate, MOST_SEATS};

use crate::state::__Name__;

impl Evaluate for __Name__ {
    fn estimates(&self, _weights: Option<&[f32]>) -> [f32; MOST_SEATS] {
        let mut values = [0.0; MOST_SEATS];
        for (seat, points) in self.points.iter() {
            values[seat.index()] = *points as f32 + f32::from(self.camps[seat]);
        }
        values
    }
}
