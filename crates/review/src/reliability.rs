//! Whether what a review expects comes true.

use engine::{Evaluate, Fast, Match, Seat};
use search::Ahead;
use serde::{Deserialize, Serialize};

use crate::part::positions;
use crate::prospect::{Prospect, mean, result};
use crate::standards::{Signs, Standards};

/// A position of a match, with how the match came out.
#[derive(Clone, Debug)]
pub struct Observed {
    pub(crate) signs: Signs,
    pub(crate) result: Vec<Prospect>,
    /// What a review expected of it, looking ahead; nothing where it was not asked.
    pub(crate) looked: Option<Vec<Prospect>>,
}

/// Looks at some positions of a finished match: this many, evenly spread over its decisions. With `tries` it also asks
/// what a review expects of them.
pub fn observe<G: Evaluate>(game: &Match<G>, count: usize, tries: u32, seed: u64) -> Vec<Observed> {
    let positions = positions(game);
    let Some(last) = positions.last().filter(|last| last.to_act().is_over()) else { return Vec::new() };
    let seats = last.seats();
    let outcome = result(last)[..seats].to_vec();
    let fit = Standards::of::<G>().fit(seats);
    let turns = seats * G::LADDER.rounds.max(1) as usize;
    // Where somebody begins to act: there a look ahead ends, too.
    let begins = |at: &usize| {
        let seat = positions[*at].to_act().seat();
        seat.is_some() && (*at == 0 || positions[at - 1].to_act().seat() != seat)
    };
    let starts: Vec<usize> = (0..positions.len()).filter(begins).collect();
    let mut ahead = Ahead::default();
    let picked = (0..count.min(starts.len())).map(|number| starts[number * starts.len() / count.min(starts.len())]);
    picked
        .map(|at| {
            let state = &positions[at];
            let look = |number: u32| {
                let (mut state, mut rng) = (state.clone(), Fast::stream(seed, u64::from(number)));
                ahead.play_on(&mut state, turns, &mut rng);
                fit.prospects(&state)
            };
            let looked: Vec<_> = (0..tries).map(look).collect();
            Observed {
                signs: Signs::of(state, state.to_act().seat()),
                result: outcome.clone(),
                looked: (tries > 0).then(|| mean(looked.iter())[..seats].to_vec()),
            }
        })
        .collect()
}

/// Positions of which about the same was expected.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// How many.
    pub count: usize,
    /// What was expected, on average.
    pub expected: f64,
    /// What came true, on average.
    pub came: f64,
    /// How far off what came true may lie (95 %).
    pub error: f64,
}

/// What was expected against what came true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reliability {
    /// Chances to win, in tenths.
    pub win: Vec<Bin>,
    /// Margins in points, in tenths of the positions.
    pub margin: Vec<Bin>,
    /// The mean square by which chances were off.
    pub brier: f64,
    /// The same for somebody who knows nothing and gives each seat the same.
    pub blind: f64,
    /// By how many points margins were off, on average (root of the mean square).
    pub off: f64,
}

/// How many bins there are.
const BINS: usize = 10;

/// What a review expects against what came true: as it looks ahead, or by estimates alone where it was not asked.
pub fn reliability(observed: &[Observed], standards: &Standards) -> Reliability {
    let mut all: Vec<(Prospect, Prospect, f64)> = Vec::new();
    for position in observed {
        let seats = position.signs.seats;
        let plain = standards.fit(seats).of_signs(&position.signs);
        for seat in Seat::all(seats) {
            let looked = position.looked.as_ref().map(|looked| looked[seat.index()]);
            let expected = looked.unwrap_or(plain[seat.index()]);
            all.push((expected, position.result[seat.index()], 1.0 / seats as f64));
        }
    }
    let count = all.len().max(1) as f64;
    let mean = |value: &dyn Fn(&(Prospect, Prospect, f64)) -> f64| all.iter().map(value).sum::<f64>() / count;
    let (brier, blind) = (
        mean(&|(expected, came, _)| (expected.win - came.win).powi(2)),
        mean(&|(_, came, even)| (even - came.win).powi(2)),
    );
    let off = mean(&|(expected, came, _)| (expected.margin - came.margin).powi(2)).sqrt();
    let tenth = |win: f64| ((win * BINS as f64) as usize).min(BINS - 1);
    let chances = |bin: usize| -> Vec<(f64, f64)> {
        let inside = all.iter().filter(|(expected, ..)| tenth(expected.win) == bin);
        inside.map(|(expected, came, _)| (expected.win, came.win)).collect()
    };
    let mut margins: Vec<(f64, f64)> = all.iter().map(|(expected, came, _)| (expected.margin, came.margin)).collect();
    margins.sort_by(|a, b| a.0.total_cmp(&b.0));
    Reliability {
        win: (0..BINS).filter_map(|number| bin(&chances(number))).collect(),
        margin: margins.chunks(margins.len().div_ceil(BINS).max(1)).filter_map(bin).collect(),
        brier,
        blind,
        off,
    }
}

fn bin(pairs: &[(f64, f64)]) -> Option<Bin> {
    let count = pairs.len() as f64;
    if pairs.is_empty() {
        return None;
    }
    let mean = |value: fn(&(f64, f64)) -> f64| pairs.iter().map(value).sum::<f64>() / count;
    let (expected, came) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let spread = pairs.iter().map(|pair| (pair.1 - came).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    Some(Bin { count: pairs.len(), expected, came, error: 1.96 * (spread / count).sqrt() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bin_holds_the_means_and_how_far_they_may_be_off() {
        let bin = bin(&[(0.4, 0.0), (0.5, 1.0), (0.6, 1.0), (0.5, 0.0)]).unwrap();
        assert!((bin.expected - 0.5).abs() < 1e-12 && (bin.came - 0.5).abs() < 1e-12, "{bin:?}");
        assert!((bin.error - 1.96 * (1.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert!(super::bin(&[]).is_none());
    }
}
