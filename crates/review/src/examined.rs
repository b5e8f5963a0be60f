//! Checks reviews: statistics over many reviews of matches between equal players, and how often two reviews agree.

use serde::Serialize;

use crate::class::Class;
use crate::prospect::Prospect;
use crate::report::{Review, ReviewedTurn};

/// Figures over the reviews of many matches between equal players, in chances to win unless told otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Examined {
    /// How many matches.
    pub games: usize,
    /// How many seats, over all matches.
    pub seats: usize,
    /// The largest gap between an account's sum and the result; the margin is in points.
    pub open: Prospect,
    /// The share of the seats whose reckoning stayed within its printed error.
    pub within: f64,
    /// The reckoning of a seat (root mean square).
    pub reckoning: Prospect,
    /// The mean luck of the first seat: zero, if draws are fair.
    pub luck: Mean,
    /// The luck of a seat (root mean square).
    pub lucky: Prospect,
    /// The same as expected from the odds of the draws and the measuring errors.
    pub by_odds: Prospect,
    /// The shares of luck, of choices (of all seats) and of the reckoning in the variance of the results.
    pub made_by: [f64; 3],
    /// A seat's choice in a match, on average.
    pub choice: Mean,
    /// The same in points.
    pub choice_points: Mean,
    /// What each turn lost by choice, on average.
    pub by_turn: f64,
    /// The turns of each class, in the order of [`Class::ALL`].
    pub classes: [usize; Class::ALL.len()],
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl Mean {
    /// The mean of some values.
    pub fn of(values: &[f64]) -> Mean {
        let count = values.len() as f64;
        if values.is_empty() {
            return Mean::default();
        }
        let value = values.iter().sum::<f64>() / count;
        let spread = values.iter().map(|one| (one - value).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Mean { value, error: (spread / count).sqrt() }
    }
}

impl Examined {
    /// The figures of some reviews.
    pub fn of(reviews: &[Review]) -> Examined {
        let accounts: Vec<_> = reviews.iter().flat_map(|review| &review.seats).map(|seat| &seat.account).collect();
        let mean = |of: &dyn Fn(usize) -> Prospect| {
            (0..accounts.len()).map(of).sum::<Prospect>() * (1.0 / accounts.len().max(1) as f64)
        };
        let open = accounts.iter().map(|account| account.first + account.shares.sum() - account.result);
        let within = accounts.iter().filter(|one| one.shares.reckoning.win.abs() <= one.closing_error.win).count();
        let first = |review: &Review| review.seats.first().map_or(0.0, |seat| seat.account.shares.luck.win);
        let of_seats = |value: &dyn Fn(usize) -> f64| Mean::of(&(0..accounts.len()).map(value).collect::<Vec<_>>());
        let turns = || reviews.iter().flat_map(|review| &review.turns);
        let free = turns().filter(|turn| turn.class != Class::Forced).count();
        Examined {
            games: reviews.len(),
            seats: accounts.len(),
            open: open.fold(Prospect::default(), |most, one| Prospect {
                margin: most.margin.max(one.margin.abs()),
                win: most.win.max(one.win.abs()),
            }),
            within: within as f64 / accounts.len().max(1) as f64,
            reckoning: mean(&|at| accounts[at].shares.reckoning.squared()).root(),
            luck: Mean::of(&reviews.iter().map(first).collect::<Vec<_>>()),
            lucky: mean(&|at| accounts[at].shares.luck.squared()).root(),
            by_odds: mean(&|at| accounts[at].luck_spread.squared()).root(),
            made_by: made_by(&accounts.iter().map(|one| (one.shares, one.result - one.first)).collect::<Vec<_>>()),
            choice: of_seats(&|at| accounts[at].shares.choice.win),
            choice_points: of_seats(&|at| accounts[at].shares.choice.margin),
            by_turn: turns().map(|turn| turn.change[turn.seat.index()].win).sum::<f64>() / free.max(1) as f64,
            classes: Class::ALL.map(|class| turns().filter(|turn| turn.class == class).count()),
        }
    }
}

/// How much luck, choices and the reckoning each covary with the results; the three add up to 1.
fn made_by(accounts: &[(crate::Shares, Prospect)]) -> [f64; 3] {
    let count = accounts.len().max(1) as f64;
    let centre = accounts.iter().map(|(_, came)| came.win).sum::<f64>() / count;
    let along = |part: &dyn Fn(&crate::Shares) -> f64| -> f64 {
        accounts.iter().map(|(shares, came)| part(shares) * (came.win - centre)).sum()
    };
    let parts = [
        along(&|shares| shares.luck.win),
        along(&|shares| shares.choice.win + shares.others.win),
        along(&|shares| shares.reckoning.win),
    ];
    let whole = parts.iter().sum::<f64>();
    parts.map(|part| if whole > 0.0 { part / whole } else { 0.0 })
}

/// Compares two reviews of one match. Of the turns that were not forced it counts those with the same class, those with
/// the same or adjacent classes, and all.
pub fn agreeing(one: &[ReviewedTurn], other: &[ReviewedTurn]) -> [usize; 3] {
    let free = || one.iter().zip(other).filter(|(turn, _)| turn.class != Class::Forced);
    let apart = |(one, other): (&ReviewedTurn, &ReviewedTurn)| (one.class as i32 - other.class as i32).abs();
    [free().filter(|pair| apart(*pair) == 0).count(), free().filter(|pair| apart(*pair) <= 1).count(), free().count()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shares;

    #[test]
    fn a_mean_knows_its_error() {
        let mean = Mean::of(&[1.0, 2.0, 3.0]);
        assert!((mean.value - 2.0).abs() < 1e-12 && (mean.error - (1.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(Mean::of(&[]), Mean::default());
    }

    #[test]
    fn results_that_luck_made_are_put_down_to_luck() {
        let account = |luck: f64, choice: f64| {
            let win = |win: f64| Prospect { margin: 0.0, win };
            let shares = Shares { luck: win(luck), choice: win(choice), ..Shares::default() };
            (shares, shares.sum())
        };
        let [luck, choice, reckoning] = made_by(&[account(0.5, -0.1), account(-0.5, -0.1), account(0.2, -0.1)]);
        assert!((luck - 1.0).abs() < 1e-12 && choice.abs() < 1e-12 && reckoning.abs() < 1e-12);
    }
}
