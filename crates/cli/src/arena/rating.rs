//! Ratings of bots, with confidence intervals and a sequential test.

use std::cmp::Ordering;

use engine::{Dice, Fast};

/// The games of one set of mirrored seatings: for each game the players by seat and their places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) games: Vec<Vec<(usize, usize)>>,
}

impl Group {
    /// How often `a` came before `b`, ties as a half, and how often they met.
    fn between(&self, a: usize, b: usize) -> (f64, f64) {
        let (mut score, mut met) = (0.0, 0.0);
        for game in &self.games {
            for (_, own) in game.iter().filter(|(player, _)| *player == a) {
                for (_, other) in game.iter().filter(|(player, _)| *player == b) {
                    met += 1.0;
                    score += match own.cmp(other) {
                        Ordering::Less => 1.0,
                        Ordering::Equal => 0.5,
                        Ordering::Greater => 0.0,
                    };
                }
            }
        }
        (score, met)
    }

    /// The share of its games that the first player wins; a shared win counts in parts.
    fn first_wins(&self) -> f64 {
        win_shares(&[self], PLAYERS)[0]
    }
}

/// Ratings that explain the scores best (Bradley and Terry, in Elo's scale), the mean at 0.
pub(crate) fn ratings(groups: &[&Group], players: usize) -> Vec<f64> {
    let table = |a: usize, b: usize| {
        groups
            .iter()
            .map(|group| group.between(a, b))
            .fold((0.0, 0.0), |sum, (score, met)| (sum.0 + score, sum.1 + met))
    };
    let scores: Vec<Vec<(f64, f64)>> = (0..players).map(|a| (0..players).map(|b| table(a, b)).collect()).collect();
    let mut strength = vec![1.0f64; players];
    for _ in 0..200 {
        for a in 0..players {
            // Half a draw against everybody keeps a clean sweep finite.
            let mut won = 0.0;
            let mut weight = 0.0;
            for b in (0..players).filter(|b| *b != a) {
                let (score, met) = scores[a][b];
                won += score + 0.25;
                weight += (met + 0.5) / (strength[a] + strength[b]);
            }
            strength[a] = (won / weight).clamp(1e-9, 1e9);
        }
    }
    let elo: Vec<f64> = strength.iter().map(|strength| 400.0 * strength.log10()).collect();
    let mean = elo.iter().sum::<f64>() / players as f64;
    elo.iter().map(|rating| rating - mean).collect()
}

/// The 95 % confidence intervals of values computed from the groups, by bootstrap.
pub(crate) fn intervals(groups: &[Group], compute: impl Fn(&[&Group]) -> Vec<f64>) -> Vec<(f64, f64)> {
    const RESAMPLES: usize = 300;
    if groups.is_empty() {
        return Vec::new();
    }
    let mut rng = Fast::new(2024);
    let mut samples: Vec<Vec<f64>> = Vec::new();
    for _ in 0..RESAMPLES {
        let drawn: Vec<&Group> = (0..groups.len()).map(|_| rng.pick(groups)).collect();
        samples.push(compute(&drawn));
    }
    let at = |index: usize, share: f64| {
        let mut column: Vec<f64> = samples.iter().map(|sample| sample[index]).collect();
        column.sort_by(f64::total_cmp);
        column[((RESAMPLES - 1) as f64 * share).round() as usize]
    };
    (0..samples[0].len()).map(|index| (at(index, 0.025), at(index, 0.975))).collect()
}

/// The share of wins of each player; a shared win counts in parts.
pub(crate) fn win_shares(groups: &[&Group], players: usize) -> Vec<f64> {
    let mut wins = vec![0.0; players];
    for game in groups.iter().flat_map(|group| &group.games) {
        let winners = game.iter().filter(|(_, place)| *place == 1).count() as f64;
        for (player, place) in game {
            wins[*player] += if *place == 1 { 1.0 / winners } else { 0.0 };
        }
    }
    let games = groups.iter().map(|group| group.games.len()).sum::<usize>().max(1) as f64;
    wins.iter().map(|wins| wins / games).collect()
}

/// The result of a sequential test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proven {
    /// The first wins more than was asked.
    Stronger,
    /// The first wins less than was asked.
    NotStronger,
    /// Not yet.
    Open,
}

/// A sequential test of the share of games that the first player wins: over `goal`, or under it. Each is tested by
/// itself, `goal` against a share that lies a quarter of the way to a clean sweep beyond it (or an eighth of the way to
/// nothing below), so that whoever wins just `goal` passes for more in about 5 % of all runs, and for less in 5 %. By
/// the normal approximation over groups.
pub(crate) fn sprt(groups: &[Group], goal: f64) -> Proven {
    let shares: Vec<f64> = groups.iter().map(Group::first_wins).collect();
    let games = groups.first().map_or(0, |group| group.games.len());
    sprt_of_shares(&shares, games, goal)
}

/// The same by the share that the first player won of each group, and the number of games in a group.
fn sprt_of_shares(shares: &[f64], games: usize, goal: f64) -> Proven {
    const FEWEST: usize = 8;
    if shares.len() < FEWEST {
        return Proven::Open;
    }
    let count = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / count;
    // Few groups may look alike by chance, and a small variance would prove anything: it is never less than that of
    // single games that are won with the share in question.
    let spread = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>();
    let variance = (spread / count).max(goal * (1.0 - goal) / games.max(1) as f64);
    let ratio = |beyond: f64| count * (beyond - goal) * (2.0 * mean - beyond - goal) / (2.0 * variance);
    let bound = (0.95f64 / 0.05).ln();
    if ratio(goal + (1.0 - goal) / 4.0) >= bound {
        Proven::Stronger
    } else if ratio(goal - goal / 8.0) >= bound {
        Proven::NotStronger
    } else {
        Proven::Open
    }
}

/// A sequential test compares two.
const PLAYERS: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    /// A pair of mirrored games of which the first player wins `wins`.
    fn pair(wins: usize) -> Group {
        let game = |won: bool| vec![(0, if won { 1 } else { 2 }), (1, if won { 2 } else { 1 })];
        Group { games: vec![game(wins > 0), game(wins > 1)] }
    }

    #[test]
    fn three_quarters_are_about_190_points() {
        let groups: Vec<Group> = (0..200).map(|index| pair(if index % 2 == 0 { 2 } else { 1 })).collect();
        let all: Vec<&Group> = groups.iter().collect();
        let rating = ratings(&all, 2);
        assert!((rating[0] - rating[1] - 190.0).abs() < 5.0, "{rating:?}");
        assert!((win_shares(&all, 2)[0] - 0.75).abs() < 1e-9);
        let interval = intervals(&groups, |groups| win_shares(groups, 2))[0];
        assert!(interval.0 > 0.70 && interval.1 < 0.80 && interval.0 < interval.1, "{interval:?}");
    }

    #[test]
    fn a_sequential_test_stops_when_it_knows() {
        // Five of six games.
        let stronger: Vec<Group> = (0..100).map(|index| pair(if index % 3 == 0 { 1 } else { 2 })).collect();
        assert_eq!(sprt(&stronger, 0.6), Proven::Stronger);
        assert_eq!(sprt(&stronger[..4], 0.6), Proven::Open);
        assert_eq!(sprt(&stronger, 0.95), Proven::NotStronger);
        let even: Vec<Group> = (0..400).map(|index| pair(if index % 2 == 0 { 0 } else { 2 })).collect();
        assert_eq!(sprt(&even, 0.65), Proven::NotStronger, "half is less, though more than nothing");
    }

    /// The test errs as rarely as promised: a bot that wins exactly the goal is rarely taken for stronger.
    #[test]
    fn a_sequential_test_seldom_errs() {
        let mut rng = Fast::new(5);
        for goal in [50, 65, 80, 90] {
            let mut run = || {
                let mut shares = Vec::new();
                for _ in 0..200 {
                    let won = usize::from(rng.below(100) < goal) + usize::from(rng.below(100) < goal);
                    shares.push(pair(won).first_wins());
                    if sprt_of_shares(&shares, 2, f64::from(goal) / 100.0) == Proven::Stronger {
                        return true;
                    }
                }
                false
            };
            let erred = (0..200).filter(|_| run()).count();
            assert!(erred <= 16, "{erred} of 200 at {goal} %");
        }
    }
}
