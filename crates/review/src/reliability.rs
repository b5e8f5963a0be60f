//! Calibration: how often what a review expects comes true.

use std::collections::BTreeMap;

use engine::{Evaluate, Fast, Match};
use search::Ahead;
use serde::{Deserialize, Serialize};

use crate::part::positions;
use crate::prospect::{Prospect, Prospects, mean, result};
use crate::standards::{Fit, Glimpse, Standards};

/// A position of a match, with how the match came out.
#[derive(Clone, Debug)]
pub struct Observed {
    /// What the estimate is based on: the position itself, or the ends of some looks ahead, as in a review.
    pub(crate) looks: Vec<Glimpse>,
    pub(crate) result: Vec<Prospect>,
}

impl Observed {
    pub(crate) fn seats(&self) -> usize {
        self.result.len()
    }

    /// What a fit expects of it.
    pub(crate) fn expected(&self, fit: &Fit) -> Prospects {
        let looks: Vec<Prospects> = self.looks.iter().map(|look| fit.of_glimpse(look)).collect();
        mean(looks.iter())
    }
}

/// Observes `count` positions of a finished match, evenly spread over its decisions. With `tries` it looks ahead that
/// many times, as a review does; with 0 it takes the positions as they are.
pub fn observe<G: Evaluate>(game: &Match<G>, count: usize, tries: u32, seed: u64) -> Vec<Observed> {
    let positions = positions(game);
    let Some(last) = positions.last().filter(|last| last.to_act().is_over()) else { return Vec::new() };
    let seats = last.seats();
    let outcome = result(last)[..seats].to_vec();
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
            let mut look = |number: u32| {
                let (mut state, mut rng) = (positions[at].clone(), Fast::stream(seed ^ at as u64, u64::from(number)));
                ahead.play_on(&mut state, turns, &mut rng);
                Glimpse::of(&state)
            };
            let looks =
                if tries == 0 { vec![Glimpse::of(&positions[at])] } else { (0..tries).map(&mut look).collect() };
            Observed { looks, result: outcome.clone() }
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
    /// The error of `came` (95 %).
    pub error: f64,
}

/// What was expected against what came true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reliability {
    /// Chances to win, in tenths.
    pub win: Vec<Bin>,
    /// Margins in points, in tenths of the positions.
    pub margin: Vec<Bin>,
    /// The Brier score: the mean squared error of the chances.
    pub brier: f64,
    /// The same for equal chances of all seats.
    pub blind: f64,
    /// The root mean square error of the margins, in points.
    pub off: f64,
}

/// How many bins there are.
const BINS: usize = 10;

/// What was expected of a seat, what came true, and in which match.
#[derive(Clone, Copy)]
struct Pair {
    expected: f64,
    came: f64,
    game: usize,
}

/// What a review expects against what came true, match by match.
pub fn reliability(games: &[Vec<Observed>], standards: &Standards) -> Reliability {
    let (mut wins, mut margins, mut blind) = (Vec::new(), Vec::new(), 0.0);
    for (game, position) in games.iter().enumerate().flat_map(|(game, all)| all.iter().map(move |one| (game, one))) {
        let seats = position.seats();
        let expected = position.expected(&standards.fit(seats));
        for (expected, came) in expected.iter().zip(&position.result) {
            wins.push(Pair { expected: expected.win, came: came.win, game });
            margins.push(Pair { expected: expected.margin, came: came.margin, game });
            blind += (1.0 / seats as f64 - came.win).powi(2);
        }
    }
    let tenth = |pair: &Pair| ((pair.expected * BINS as f64) as usize).min(BINS - 1);
    let chances = |number: usize| -> Vec<Pair> { wins.iter().filter(|pair| tenth(pair) == number).copied().collect() };
    margins.sort_by(|a, b| a.expected.total_cmp(&b.expected));
    Reliability {
        win: (0..BINS).filter_map(|number| bin(&chances(number))).collect(),
        margin: margins.chunks(margins.len().div_ceil(BINS).max(1)).filter_map(bin).collect(),
        brier: square(&wins),
        blind: blind / wins.len().max(1) as f64,
        off: square(&margins).sqrt(),
    }
}

/// The mean squared error.
fn square(pairs: &[Pair]) -> f64 {
    pairs.iter().map(|pair| (pair.expected - pair.came).powi(2)).sum::<f64>() / pairs.len().max(1) as f64
}

/// The means of a bin. Positions of one match share a result, so the error is computed over matches, not positions.
fn bin(pairs: &[Pair]) -> Option<Bin> {
    let count = pairs.len() as f64;
    if pairs.is_empty() {
        return None;
    }
    let mean = |value: fn(&Pair) -> f64| pairs.iter().map(value).sum::<f64>() / count;
    let (expected, came) = (mean(|pair| pair.expected), mean(|pair| pair.came));
    let mut by_game: BTreeMap<usize, f64> = BTreeMap::new();
    pairs.iter().for_each(|pair| *by_game.entry(pair.game).or_default() += pair.came - came);
    let games = by_game.len() as f64;
    let spread = by_game.values().map(|off| off * off).sum::<f64>() * games / (games - 1.0).max(1.0);
    Some(Bin { count: pairs.len(), expected, came, error: 1.96 * spread.sqrt() / count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bin_holds_the_means_and_how_far_they_may_be_off() {
        let pairs = |games: [usize; 4]| {
            let values = [(0.4, 0.0), (0.5, 1.0), (0.6, 1.0), (0.5, 0.0)].into_iter().zip(games);
            values.map(|((expected, came), game)| Pair { expected, came, game }).collect::<Vec<_>>()
        };
        let single = bin(&pairs([0, 1, 2, 3])).unwrap();
        assert!((single.expected - 0.5).abs() < 1e-12 && (single.came - 0.5).abs() < 1e-12, "{single:?}");
        assert!((single.error - 1.96 * (1.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        // Two positions of a match say no more than one.
        assert!((bin(&pairs([0, 1, 1, 0])).unwrap().error - 1.96 * 0.5).abs() < 1e-12);
        assert!(super::bin(&[]).is_none());
    }
}
