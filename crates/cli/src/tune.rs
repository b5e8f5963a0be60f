//! `quipu tune`: better weights for a game's estimate by self-play. `cargo xtask tune` writes them into the tree.

use anstream::println;
use catalog::{Tuner, Tuning};
use clap::Args;
use engine::MOST_SEATS;
use serde_json::json;

use crate::sim::{progress, unprepared};
use crate::{Failure, Outcome, Shared, input};

#[derive(Args)]
pub(crate) struct Tune {
    /// The game
    game: String,
    /// The bot that plays
    #[arg(long, default_value = "planner", value_name = "BOT")]
    bot: String,
    /// How many seats; an even number
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = even)]
    seats: usize,
    /// How many iterations it uses for a decision
    #[arg(long, default_value_t = 600, value_name = "N")]
    iterations: u32,
    /// How many steps
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    steps: u32,
    /// Pairs of mirrored games per step
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pairs: u32,
    /// Pairs of mirrored games that test the result
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    proof: u32,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// How many threads; results do not depend on it
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl Tune {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let entry = input::entry(&self.game)?;
        let named = entry.weights(self.seats);
        if named.is_empty() {
            return Err(Failure::Usage(format!("{} has no weights to tune", self.game)));
        }
        let tuning = Tuning {
            bot: self.bot,
            seats: self.seats,
            iterations: self.iterations,
            steps: self.steps,
            pairs: self.pairs,
            change: 0.15,
            gain: 0.1,
            seed: self.seed,
            threads: usize::from(self.threads),
        };
        let bar = progress(u64::from(self.steps) * 2 * u64::from(self.pairs), shared.json);
        let mut tuner = Tuner::new(entry, tuning);
        while let Some(score) = tuner.step() {
            score.map_err(unprepared)?;
            bar.inc(2 * u64::from(self.pairs));
        }
        bar.finish_and_clear();
        let (proof, doubt) = tuner.proof(self.proof).map_err(unprepared)?;
        let found = tuner.found();
        if shared.json {
            let by_name: serde_json::Map<_, _> =
                named.iter().zip(&found).map(|((name, _), value)| ((*name).to_owned(), json!(value))).collect();
            println!(
                "{}",
                json!({ "game": self.game, "weights": by_name, "proof": proof, "doubt": doubt, "pairs": self.proof })
            );
            return Ok(());
        }
        for ((name, old), new) in named.iter().zip(&found) {
            println!("{name:<20} {old:>8.3} -> {new:>8.3}");
        }
        let (proof, doubt) = (100.0 * proof, 100.0 * doubt);
        println!("against the weights before: {proof:.1} % +- {doubt:.1} of {} mirrored pairs", self.proof);
        Ok(())
    }
}

/// Reads a number of seats of which either weights get half.
fn even(text: &str) -> Result<usize, String> {
    let seats = text.parse().ok().filter(|seats| (2..=MOST_SEATS).contains(seats) && seats % 2 == 0);
    seats.ok_or_else(|| format!("{text} is no even number from 2 to {MOST_SEATS}"))
}
