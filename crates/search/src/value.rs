//! What a position is worth to a seat, against the others.

use engine::{Fast, Game, Seat, Step, ToAct};

/// A seat's estimate less that of its strongest rival, with a little of the other rivals: places count, not points.
pub(crate) fn margin<G: Game>(state: &G, seat: Seat) -> f32 {
    let (mut best, mut sum, mut rivals) = (f32::NEG_INFINITY, 0.0, 0.0);
    for rival in Seat::all(state.seats()).filter(|rival| *rival != seat) {
        let value = state.estimate(rival);
        best = best.max(value);
        sum += value;
        rivals += 1.0;
    }
    if let ToAct::Over(_) = state.to_act() {
        return win(state, seat);
    }
    state.estimate(seat) - (0.8 * best + 0.2 * sum / f32::max(rivals, 1.0))
}

/// A match that is over: the margin in points, and more for the place than any margin of an estimate.
fn win<G: Game>(state: &G, seat: Seat) -> f32 {
    const WON: f32 = 20.0;
    let outcome = state.outcome();
    let own = outcome.points[seat.index()];
    let rivals = Seat::all(state.seats()).filter(|rival| *rival != seat);
    let best = rivals.map(|rival| outcome.points[rival.index()]).max().unwrap_or(own);
    let won = outcome.places[seat.index()] == 1;
    let alone = outcome.winners().count() == 1;
    (own - best) as f32
        + if won && alone {
            WON
        } else if won {
            WON / 2.0
        } else {
            -WON
        }
}

/// No game has so many draws in a row; a bound, so that a bot always answers.
const DRAWS_IN_A_ROW: u32 = 400;

/// Resolves draws until a seat is to act or the match is over.
pub(crate) fn settle<G: Game>(state: &mut G, scratch: &mut Vec<(G::Chance, u32)>, rng: &mut Fast) {
    for _ in 0..DRAWS_IN_A_ROW {
        if state.to_act() != ToAct::Chance {
            break;
        }
        let chance = state.sample(rng, scratch);
        state.apply(Step::Chance(chance), &mut ());
    }
}
