//! What a seat may expect: a margin and a chance to win.

use std::ops::{Add, AddAssign, Mul, Sub};

use engine::{Game, MOST_SEATS, Seat};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a seat may expect, or by how much that changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Prospect {
    /// The points ahead of the strongest rival at the end.
    pub margin: f64,
    /// The chance to win, from 0 to 1; a shared win counts its share.
    pub win: f64,
}

impl Prospect {
    /// What turns are ranked by: the chance to win, and where that is equal the margin.
    pub fn score(self) -> f64 {
        self.win + self.margin / POINTS_FOR_A_WIN
    }

    /// Each of its figures, changed.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Prospect {
        Prospect { margin: change(self.margin), win: change(self.win) }
    }

    /// Each of its figures times itself.
    #[must_use]
    pub fn squared(self) -> Prospect {
        self.map(|figure| figure * figure)
    }

    /// The root of each of its figures.
    #[must_use]
    pub fn root(self) -> Prospect {
        self.map(|figure| figure.max(0.0).sqrt())
    }
}

/// In the ranking of turns, this many points count as much as a certain win. It is large, so that points only decide
/// between nearly equal chances to win.
const POINTS_FOR_A_WIN: f64 = 400.0;

impl Add for Prospect {
    type Output = Prospect;
    fn add(self, other: Prospect) -> Prospect {
        Prospect { margin: self.margin + other.margin, win: self.win + other.win }
    }
}

impl Sub for Prospect {
    type Output = Prospect;
    fn sub(self, other: Prospect) -> Prospect {
        Prospect { margin: self.margin - other.margin, win: self.win - other.win }
    }
}

impl Mul<f64> for Prospect {
    type Output = Prospect;
    fn mul(self, factor: f64) -> Prospect {
        self.map(|figure| figure * factor)
    }
}

impl AddAssign for Prospect {
    fn add_assign(&mut self, other: Prospect) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Prospect {
    fn sum<I: Iterator<Item = Prospect>>(all: I) -> Prospect {
        all.fold(Prospect::default(), Prospect::add)
    }
}

/// What all seats may expect; nothing beyond the seats of the table.
pub(crate) type Prospects = [Prospect; MOST_SEATS];

/// Combines what all seats expect, seat by seat.
pub(crate) fn each(one: &Prospects, other: &Prospects, with: impl Fn(Prospect, Prospect) -> Prospect) -> Prospects {
    let mut all = [Prospect::default(); MOST_SEATS];
    all.iter_mut().zip(one).zip(other).for_each(|((all, one), other)| *all = with(*one, *other));
    all
}

/// The mean of what all seats expect.
pub(crate) fn mean<'a>(all: impl Iterator<Item = &'a Prospects>) -> Prospects {
    let (mut sum, mut count) = ([Prospect::default(); MOST_SEATS], 0);
    for one in all {
        sum = each(&sum, one, Prospect::add);
        count += 1;
    }
    sum.map(|sum| sum * (1.0 / f64::from(count.max(1))))
}

/// How far off the mean of some values may lie: their standard error. Nothing is known of a single value.
pub(crate) fn standard_error(all: &[Prospects]) -> Prospects {
    let count = all.len() as f64;
    if all.len() < 2 {
        return [Prospect::default(); MOST_SEATS];
    }
    let centre = mean(all.iter());
    let mut squares = [Prospect::default(); MOST_SEATS];
    for one in all {
        squares = each(&squares, &each(one, &centre, Prospect::sub), |sum, off| sum + off.squared());
    }
    squares.map(|sum| (sum * (1.0 / (count * (count - 1.0)))).root())
}

/// The result of a finished match for every seat.
pub(crate) fn result<G: Game>(state: &G) -> Prospects {
    let outcome = state.outcome();
    let winners = outcome.winners().count() as f64;
    let mut all = [Prospect::default(); MOST_SEATS];
    for seat in Seat::all(state.seats()) {
        let own = outcome.points[seat.index()];
        let rivals = Seat::all(state.seats()).filter(|rival| *rival != seat);
        let best = rivals.map(|rival| outcome.points[rival.index()]).max().unwrap_or(own);
        let won = outcome.places[seat.index()] == 1;
        all[seat.index()] = Prospect { margin: f64::from(own - best), win: if won { 1.0 / winners } else { 0.0 } };
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_mean_is_that_of_its_values_by_the_root_of_their_number() {
        let value = |win: f64| [Prospect { margin: 10.0 * win, win }; MOST_SEATS];
        let error = standard_error(&[value(0.2), value(0.4), value(0.6)]);
        assert!((error[0].win - (0.08_f64 / 6.0).sqrt()).abs() < 1e-12, "{error:?}");
        assert!((error[5].margin - 10.0 * error[0].win).abs() < 1e-9);
        assert_eq!(standard_error(&[value(0.3)])[0], Prospect::default());
    }
}
