//! The account of a match: what each seat got from luck, by choice and from the others.

use engine::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::part::Judged;
use crate::prospect::Prospect;

/// What made a seat's result: `first` and the four shares add up to `result`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct SeatAccount {
    /// What the seat could expect before the first step.
    pub first: Prospect,
    /// What made the difference.
    #[serde(flatten)]
    pub shares: Shares,
    /// How it ended.
    pub result: Prospect,
    /// The error of luck (95 %).
    pub luck_error: Prospect,
    /// The spread of luck in such a match (one standard deviation), from the odds of its draws and the measuring error.
    pub luck_spread: Prospect,
    /// The error of choice (95 %).
    pub choice_error: Prospect,
    /// The bound of the reckoning if it is unbiased (three standard deviations of its steps).
    pub closing_error: Prospect,
}

/// What made the difference between the first estimate and the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Shares {
    /// What draws brought, less the mean over all their outcomes.
    pub luck: Prospect,
    /// What the seat's own turns brought, less the best turns found.
    pub choice: Prospect,
    /// What the others' turns brought to this seat, less what their best turns would have brought.
    pub others: Prospect,
    /// The reviewer's own change of mind between one part and the next.
    pub reckoning: Prospect,
}

impl Shares {
    /// All of them together.
    pub fn sum(&self) -> Prospect {
        self.luck + self.choice + self.others + self.reckoning
    }
}

/// Two standard errors are about 95 %.
const NEARLY_SURE: f64 = 1.96;
/// How many standard deviations the reckoning may reach.
const DEVIATIONS: f64 = 3.0;

impl SeatAccount {
    /// The account of a seat.
    pub fn of(judged: &[Judged], seat: Seat) -> SeatAccount {
        let mut account = SeatAccount::default();
        let mut before: Option<Prospect> = None;
        for part in judged {
            let (ought, came) = (part.ought[seat.index()], part.came[seat.index()]);
            match before {
                None => account.first = ought,
                Some(before) => {
                    account.shares.reckoning += ought - before;
                    account.closing_error += (ought - before).squared();
                }
            }
            let error = part.error[seat.index()].squared();
            match part.part.by {
                None => {
                    let spread = part.spread.get(seat.index()).copied().unwrap_or_default().squared();
                    account.shares.luck += came - ought;
                    account.luck_error += error;
                    account.luck_spread += spread + error;
                }
                Some(by) if by == seat => {
                    (account.shares.choice, account.choice_error) =
                        (account.shares.choice + (came - ought), account.choice_error + error);
                }
                Some(_) => account.shares.others += came - ought,
            }
            before = Some(came);
        }
        account.result = before.unwrap_or_default();
        account.luck_error = account.luck_error.root() * NEARLY_SURE;
        account.luck_spread = account.luck_spread.root();
        account.choice_error = account.choice_error.root() * NEARLY_SURE;
        account.closing_error = account.closing_error.root() * DEVIATIONS;
        account
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::Part;

    fn part(number: usize, by: Option<usize>, ought: f64, came: f64) -> Judged {
        let prospect = |win: f64| vec![Prospect { margin: 10.0 * win, win }, Prospect { margin: -win, win: 1.0 - win }];
        Judged {
            number,
            part: Part { from: number, to: number + 1, by: by.map(Seat::new) },
            words: Vec::new(),
            ought: prospect(ought),
            came: prospect(came),
            error: prospect(0.01),
            spread: Vec::new(),
            outcomes: None,
            odds: None,
            sampled: false,
            forced: false,
            others: Vec::new(),
        }
    }

    #[test]
    fn luck_choice_others_and_reckoning_close_the_account() {
        let judged = [
            part(0, None, 0.5, 0.6),
            part(1, Some(0), 0.65, 0.55),
            part(2, Some(1), 0.5, 0.52),
            part(3, None, 0.5, 1.0),
        ];
        let account = SeatAccount::of(&judged, Seat::A);
        let Shares { luck, choice, others, reckoning } = account.shares;
        let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} {other}");
        close(luck.win, 0.6);
        close(choice.win, -0.1);
        close(others.win, 0.02);
        close(reckoning.win, 0.05 - 0.05 - 0.02);
        close((account.first + account.shares.sum()).margin, account.result.margin);
        close(account.closing_error.win, 3.0 * (0.05_f64.powi(2) * 2.0 + 0.02_f64.powi(2)).sqrt());
    }
}
