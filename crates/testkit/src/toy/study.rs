//! The toy as programs study it.

use engine::{Part, Run, Seat, Study, starts};

use super::game::{Phase, Toy};
use super::parts::Action;
use super::view::View;

const RUNS: [Run; 4] = [Run::of("draw", 1), Run::of("lay", 4), Run::of("trade", 4), Run::of("end", 1)];
const START: [u32; RUNS.len()] = starts(&RUNS);

/// Kept short: pebbles on the table and in the hands, by seat from the viewer on, then AP, turns and the bag.
const SEAT: usize = 10;
const PARTS: [Part; 2] = [Part::of("seats", &[4, SEAT]), Part::of("course", &[4])];

impl Study for Toy {
    const SPACE: &'static [Run] = &RUNS;
    const FIGURES: &'static [Part] = &PARTS;
    const LENGTH: u32 = 1 + 24 * 7;

    fn number(&self, action: &Action) -> Option<u32> {
        Some(match action {
            Action::Draw => START[0],
            Action::Lay(worth) => START[1] + u32::from(*worth) - 1,
            Action::Trade(worth) => START[2] + u32::from(*worth) - 1,
            Action::End => START[3],
        })
    }

    fn decision(&self, run: usize, place: u32) -> Option<Action> {
        Some(match run {
            0 => Action::Draw,
            1 => Action::Lay(place as u8 + 1),
            2 => Action::Trade(place as u8 + 1),
            _ => Action::End,
        })
    }

    fn figures(view: &View, seat: Seat, row: &mut [f32]) {
        let toy = view.position();
        let [seats, course] = engine::parts_of(&PARTS, row);
        for (place, other) in seat.round(toy.hands.len()).enumerate() {
            let out = &mut seats[place * SEAT..][..SEAT];
            for (figure, count) in out.iter_mut().zip(toy.laid[other]) {
                *figure = f32::from(count) / 8.0;
            }
            out[4] = f32::from(view.hands[other]) / 5.0;
            out[5] = f32::from(u8::from(toy.turn == other));
            for (figure, count) in out[6..].iter_mut().zip(view.own[other].unwrap_or_default()) {
                *figure = f32::from(count) / 5.0;
            }
        }
        course[0] = f32::from(toy.ap) / 3.0;
        course[1] = f32::from(toy.turns) / 24.0;
        course[2] = f32::from(view.bag) / 20.0;
        course[3] = f32::from(u8::from(toy.phase == Phase::Act));
    }
}
