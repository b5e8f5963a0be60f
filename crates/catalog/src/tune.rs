//! Better weights by self-play: simultaneous perturbation (SPSA).
//!
//! Each step changes all weights at once, each up or down by chance, and lets those weights play mirrored matches
//! against the opposite ones. Where one side does better all weights go a little its way. A step costs the same
//! however many weights there are.

use engine::{Dice as _, Fast, Opening};
use search::Learned;

use crate::{GameEntry, SimulatedMatch, Sitter, ThinkingTime, Unprepared};

/// How weights are tuned.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The bot that plays.
    pub bot: String,
    /// How many sit at a table: an even number, half of them for either weights.
    pub seats: usize,
    /// How many iterations it thinks.
    pub iterations: u32,
    /// How many steps there are.
    pub steps: u32,
    /// How many pairs of mirrored matches a step plays.
    pub pairs: u32,
    /// The size of the perturbation, as a share of each weight.
    pub change: f32,
    /// The step size when one side wins everything.
    pub gain: f32,
    /// Where the random numbers begin.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
}

/// Weights under way.
pub struct Tuner<'a> {
    entry: &'a dyn GameEntry,
    tuning: Tuning,
    start: Vec<f32>,
    weights: Vec<f32>,
    /// The sum of the weights of the later half of the steps: their mean is what is kept.
    sum: Vec<f32>,
    summed: u32,
    step: u32,
    rng: Fast,
}

/// Weights smaller than this are changed as if they were so large.
const SMALLEST: f32 = 0.05;

impl<'a> Tuner<'a> {
    /// Begins with the weights as they are.
    pub fn new(entry: &'a dyn GameEntry, tuning: Tuning) -> Tuner<'a> {
        let start: Vec<f32> = entry.weights(tuning.seats).iter().map(|(_, value)| *value).collect();
        let rng = Fast::new(tuning.seed);
        Tuner { entry, weights: start.clone(), sum: vec![0.0; start.len()], summed: 0, start, step: 0, rng, tuning }
    }

    /// Makes one step; gives the share that the upward side scored. Nothing when all steps are made.
    pub fn step(&mut self) -> Option<Result<f64, Unprepared>> {
        if self.step >= self.tuning.steps || self.weights.is_empty() {
            return None;
        }
        let progress = self.step as f32 / self.tuning.steps as f32;
        let (change, gain) = (self.tuning.change * (1.0 - 0.6 * progress), self.tuning.gain * (1.0 - 0.8 * progress));
        let ways: Vec<f32> = self.weights.iter().map(|_| if self.rng.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let size = |index: usize| self.start[index].abs().max(SMALLEST);
        let tried = |sign: f32| -> Vec<f32> {
            let value = |(index, weight): (usize, &f32)| weight + sign * change * size(index) * ways[index];
            self.weights.iter().enumerate().map(value).collect()
        };
        let first = u64::from(self.step) * u64::from(self.tuning.pairs);
        let score = match self.contest(&tried(1.0), &tried(-1.0), first, self.tuning.pairs) {
            Ok(shares) => mean(&shares),
            Err(error) => return Some(Err(error)),
        };
        for (index, weight) in self.weights.iter_mut().enumerate() {
            let size = self.start[index].abs().max(SMALLEST);
            *weight += gain * 2.0 * (score as f32 - 0.5) * size * ways[index];
        }
        self.step += 1;
        if 2 * self.step > self.tuning.steps {
            self.sum.iter_mut().zip(&self.weights).for_each(|(sum, weight)| *sum += weight);
            self.summed += 1;
        }
        Some(Ok(score))
    }

    /// What was found: the mean over the later half of the steps.
    pub fn found(&self) -> Vec<f32> {
        if self.summed == 0 {
            return self.weights.clone();
        }
        self.sum.iter().map(|sum| sum / self.summed as f32).collect()
    }

    /// The share that the weights found score against the initial ones in this number of fresh pairs, and its error
    /// (95 %).
    pub fn proof(&self, pairs: u32) -> Result<(f64, f64), Unprepared> {
        let first = u64::from(self.tuning.steps) * u64::from(self.tuning.pairs) + 1;
        let shares = self.contest(&self.found(), &self.start, first, pairs)?;
        let mean = mean(&shares);
        let spread = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>();
        let count = shares.len() as f64;
        Ok((mean, 1.96 * (spread / (count - 1.0).max(1.0) / count.max(1.0)).sqrt()))
    }

    /// The shares that some weights score against others pair by pair, half by wins and half by points.
    fn contest(&self, own: &[f32], other: &[f32], first: u64, pairs: u32) -> Result<Vec<f64>, Unprepared> {
        let threads = self.tuning.threads.max(1) as u64;
        let shares: Vec<Result<Vec<f64>, Unprepared>> = std::thread::scope(|scope| {
            let play = |thread: u64| {
                let numbers = (thread..u64::from(pairs)).step_by(threads as usize);
                numbers.map(|number| self.pair(own, other, first + number)).collect()
            };
            let spawned: Vec<_> = (0..threads).map(|thread| scope.spawn(move || play(thread))).collect();
            let joined = spawned.into_iter().map(std::thread::ScopedJoinHandle::join);
            joined.map(|share| share.unwrap_or_else(|cause| std::panic::resume_unwind(cause))).collect()
        });
        Ok(shares.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// The share of one pair of mirrored matches: both weights sit on every other seat, then they change places.
    fn pair(&self, own: &[f32], other: &[f32], number: u64) -> Result<f64, Unprepared> {
        let seats = self.tuning.seats;
        let mut share = 0.0;
        for side in 0..2 {
            let mine = |seat: usize| seat % 2 == side;
            let weights = |seat: usize| Some(if mine(seat) { own } else { other });
            let sitter = |seat: usize| Sitter::Bot {
                name: self.tuning.bot.clone(),
                weights: weights(seat),
                learned: Learned::Nothing,
            };
            let mut simulator = self.entry.seated(&Opening::seats(seats), (0..seats).map(sitter).collect())?;
            let SimulatedMatch { outcome, .. } =
                simulator.game(self.tuning.seed, number, &ThinkingTime::Iterations(self.tuning.iterations), false);
            let winners = outcome.winners().count() as f64;
            let win = outcome.winners().filter(|seat| mine(seat.index())).count() as f64 / winners;
            let most = |of: bool| {
                let points = outcome.points.iter().enumerate().filter(|(seat, _)| mine(*seat) == of);
                points.map(|(_, points)| f64::from(*points)).fold(f64::NEG_INFINITY, f64::max)
            };
            let lead = (most(true) - most(false)) / (0.15 * (most(true) + most(false)).abs()).max(1.0);
            share += 0.25 * win + 0.25 * (0.5 + 0.5 * lead.tanh());
        }
        Ok(share)
    }
}

fn mean(shares: &[f64]) -> f64 {
    shares.iter().sum::<f64>() / shares.len().max(1) as f64
}
