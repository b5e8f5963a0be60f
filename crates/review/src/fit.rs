//! Fits the conversion of estimates into chances and margins to the results of matches.

use std::ops::Add as _;

use engine::{MOST_SEATS, Seat};

use crate::prospect::{Prospect, each};
use crate::reliability::Observed;
use crate::standards::{Ends, Fit, Glimpse, Signs};

/// The iterations of the fit of chances.
const ROUNDS: usize = 60;
/// The ridge penalty: it keeps the weight of a sign without information near 0.
const RIDGE: f64 = 1e-3;
/// The floor of a chance, so that a single upset does not dominate the fit.
const LEAST_CHANCE: f64 = 0.01;

/// The fit for tables of one size: least squares for margins; maximum likelihood for chances to win (a comparison of
/// the seats, by Fisher scoring).
pub fn fitted(observed: &[Observed]) -> Fit {
    let ends = ends(observed);
    Fit { win: chances(observed, ends), margin: margins(observed, ends), ends }
}

/// How far ends can be trusted, from the positions whose looks mostly came to an end.
fn ends(observed: &[Observed]) -> Ends {
    let (mut win, mut margin) = (Slope::default(), Slope::default());
    for position in observed {
        let (mut sum, mut count) = ([Prospect::default(); MOST_SEATS], 0.0);
        for look in &position.looks {
            if let Glimpse::Over(_, result) = look {
                sum = each(&sum, result, Prospect::add);
                count += 1.0;
            }
        }
        if 2.0 * count <= position.looks.len() as f64 {
            continue;
        }
        let even = 1.0 / position.seats() as f64;
        for (seen, came) in sum.iter().zip(&position.result) {
            let seen = *seen * (1.0 / count);
            win.add(seen.win - even, came.win - even);
            margin.add(seen.margin, came.margin);
        }
    }
    Ends { win: win.found(), margin: margin.found() }
}

/// A regression line through the origin.
#[derive(Default)]
struct Slope {
    both: f64,
    square: f64,
}

impl Slope {
    fn add(&mut self, seen: f64, came: f64) {
        self.both += seen * came;
        self.square += seen * seen;
    }

    /// From 0 to 1; 1 where nothing is known.
    fn found(&self) -> f64 {
        if self.square > 0.0 { (self.both / self.square).clamp(0.0, 1.0) } else { 1.0 }
    }
}

fn margins(observed: &[Observed], ends: Ends) -> [f64; Signs::MARGIN] {
    let mut system = System::<{ Signs::MARGIN }>::default();
    for position in observed {
        let share = 1.0 / position.looks.len() as f64;
        for seat in Seat::all(position.seats()) {
            // The mean of the looks; where one saw the end, nothing is left to be fitted.
            let (mut signs, mut left) = ([0.0; Signs::MARGIN], position.result[seat.index()].margin);
            for look in &position.looks {
                match look {
                    Glimpse::Over(_, result) => left -= share * ends.margin * result[seat.index()].margin,
                    Glimpse::Signs(one) => {
                        let one = one.of_margin(seat);
                        signs.iter_mut().zip(one).for_each(|(sum, sign)| *sum += share * sign);
                    }
                }
            }
            system.add(&signs, 1.0, left);
        }
    }
    system.solved()
}

fn chances(observed: &[Observed], ends: Ends) -> [f64; Signs::WIN] {
    let mut fit = Fit { win: [0.0; Signs::WIN], ends, ..Fit::USUAL };
    for _ in 0..ROUNDS {
        let mut system = System::<{ Signs::WIN }>::default();
        observed.iter().for_each(|position| weigh(&mut system, position, &fit));
        let step = system.solved();
        fit.win.iter_mut().zip(step).for_each(|(win, step)| *win += step.clamp(-1.0, 1.0));
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    fit.win
}

/// Adds a position to the gradient and the curvature of the likelihood: how the chances of its seats, in the mean of
/// the looks, change with the fit.
fn weigh(system: &mut System<{ Signs::WIN }>, position: &Observed, fit: &Fit) {
    let share = 1.0 / position.looks.len() as f64;
    let mut slopes = [[0.0; Signs::WIN]; MOST_SEATS];
    for look in &position.looks {
        let Glimpse::Signs(look) = look else { continue };
        let chances = fit.of_signs(look);
        let mut centre = [0.0; Signs::WIN];
        for seat in Seat::all(look.seats) {
            let signs = look.of_win(seat);
            centre.iter_mut().zip(signs).for_each(|(sum, sign)| *sum += chances[seat.index()].win * sign);
        }
        for seat in Seat::all(look.seats) {
            let (weight, signs) = (share * chances[seat.index()].win, look.of_win(seat));
            let slope = slopes[seat.index()].iter_mut().zip(signs.iter().zip(centre));
            slope.for_each(|(sum, (sign, centre))| *sum += weight * (sign - centre));
        }
    }
    let expected = position.expected(fit);
    for seat in Seat::all(position.seats()) {
        let chance = expected[seat.index()].win.max(LEAST_CHANCE);
        system.add(&slopes[seat.index()], 1.0 / chance, position.result[seat.index()].win - chance);
    }
}

/// Normal equations.
struct System<const N: usize> {
    matrix: [[f64; N]; N],
    right: [f64; N],
    count: f64,
}

impl<const N: usize> Default for System<N> {
    fn default() -> Self {
        System { matrix: [[0.0; N]; N], right: [0.0; N], count: 0.0 }
    }
}

impl<const N: usize> System<N> {
    /// Adds an observation: its signs, how much it counts, what came true.
    fn add(&mut self, signs: &[f64; N], weight: f64, value: f64) {
        self.count += 1.0;
        for (row, own) in signs.iter().enumerate() {
            self.right[row] += own * weight * value;
            self.matrix[row].iter_mut().zip(signs).for_each(|(sum, other)| *sum += weight * own * other);
        }
    }

    /// Solves them, by elimination with the largest pivot.
    fn solved(mut self) -> [f64; N] {
        (0..N).for_each(|row| self.matrix[row][row] += RIDGE * self.count.max(1.0) + f64::MIN_POSITIVE);
        for column in 0..N {
            let largest =
                |a: &usize, b: &usize| self.matrix[*a][column].abs().total_cmp(&self.matrix[*b][column].abs());
            let pivot = (column..N).max_by(largest).unwrap_or(column);
            self.matrix.swap(column, pivot);
            self.right.swap(column, pivot);
            for row in column + 1..N {
                let factor = self.matrix[row][column] / self.matrix[column][column];
                for at in column..N {
                    self.matrix[row][at] -= factor * self.matrix[column][at];
                }
                self.right[row] -= factor * self.right[column];
            }
        }
        let mut solution = [0.0; N];
        for row in (0..N).rev() {
            let known: f64 = (row + 1..N).map(|at| self.matrix[row][at] * solution[at]).sum();
            solution[row] = (self.right[row] - known) / self.matrix[row][row];
        }
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Dice as _, Fast, Rng as _};

    /// Matches of three whose results follow a fit.
    fn drawn(truth: &Fit, count: usize) -> Vec<Observed> {
        let mut rng = Fast::new(5);
        let unit = |rng: &mut Fast| (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let mut observed = Vec::new();
        for _ in 0..count {
            let mut estimates = [0.0; MOST_SEATS];
            estimates[..3].iter_mut().for_each(|estimate| *estimate = 40.0 * unit(&mut rng));
            let to_act = Some(Seat::new(rng.below(3) as usize));
            let signs = Signs { seats: 3, progress: unit(&mut rng), estimates, to_act };
            let expected = truth.of_signs(&signs);
            let mut point = unit(&mut rng);
            let wins = |prospect: &Prospect| {
                point -= prospect.win;
                point < 0.0
            };
            let won = expected.iter().take(3).position(wins).unwrap_or(2);
            let noise = 10.0 * (unit(&mut rng) - 0.5);
            let result =
                |seat: usize| Prospect { win: f64::from(u8::from(seat == won)), margin: expected[seat].margin + noise };
            observed.push(Observed { looks: vec![Glimpse::Signs(signs)], result: (0..3).map(result).collect() });
        }
        observed
    }

    #[test]
    fn a_fit_finds_what_the_results_follow() {
        let margin = [-2.0, 1.0, 0.7, 0.3, 0.0, 0.2, 0.0, 1.5, 0.0];
        let truth = Fit { win: [0.6, 1.5, -0.4, 0.3, 0.0], margin, ..Fit::USUAL };
        let observed = drawn(&truth, 8000);
        let found = fitted(&observed);
        let (mut win, mut margin) = (0.0_f64, 0.0_f64);
        for position in &observed {
            let (one, other) = (position.expected(&truth), position.expected(&found));
            for seat in 0..3 {
                win = win.max((one[seat].win - other[seat].win).abs());
                margin = margin.max((one[seat].margin - other[seat].margin).abs());
            }
        }
        assert!(win < 0.06, "{win} {found:?}");
        assert!(margin < 1.0, "{margin} {found:?}");
    }

    #[test]
    fn an_end_that_came_true_three_times_in_four_is_trusted_by_half() {
        let end = |win: f64| {
            let mut all = [Prospect::default(); MOST_SEATS];
            (all[0], all[1]) = (Prospect { margin: 4.0, win }, Prospect { margin: -4.0, win: 1.0 - win });
            all
        };
        let came = |won: bool| end(f64::from(u8::from(won)))[..2].to_vec();
        let position = |won: bool| Observed { looks: vec![Glimpse::Over(2, end(1.0)); 3], result: came(won) };
        let found = ends(&[true, true, true, false].map(position));
        assert!((found.win - 0.5).abs() < 1e-12 && (found.margin - 1.0).abs() < 1e-12, "{found:?}");
    }
}
