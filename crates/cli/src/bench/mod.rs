//! `quipu bench`: random play on one core, and how fast bots search.

mod bots;

use std::time::{Duration, Instant};

use anstream::println;
use clap::Args;
use engine::Opening;
use serde_json::json;

use crate::{Outcome, Shared, input};

#[derive(Args)]
pub(crate) struct Bench {
    /// The games; all of them without it
    games: Vec<String>,
    /// How long to play each game
    #[arg(long, default_value_t = 2.0, value_name = "S")]
    seconds: f64,
    /// Measure the bots that search, each for so long, with one thread and with two
    #[arg(long)]
    bots: bool,
    /// How many seats; 4 without it, or as many as the game has
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// A table option, key=value
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
}

impl Bench {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let mut keys = self.games.clone();
        if keys.is_empty() {
            keys = catalog::GAMES.iter().map(|entry| entry.kind().info().key.to_owned()).collect();
        }
        if self.bots && !shared.json {
            bots::heading();
        } else if !shared.json {
            println!(
                "{:<10} {:>5} {:>12} {:>12} {:>9} {:>9} {:>9} {:>7}",
                "game", "seats", "steps/s", "decisions/s", "games/s", "ns/step", "ns/clone", "bytes"
            );
        }
        for key in keys {
            let entry = input::entry(&key)?;
            let (least, most) = entry.kind().info().seats;
            let seats = self.seats.unwrap_or(4.clamp(least, most));
            let opening = input::opening(entry, Some(seats), &self.options, shared)?;
            let seconds = self.seconds.clamp(0.01, 600.0);
            if self.bots {
                bots::run(&key, entry, &opening, seconds, shared.json)?;
                continue;
            }
            let measured = measure(entry, &opening, Duration::from_secs_f64(seconds))?;
            measured.print(&key, seats, entry.kind().state_bytes(), shared.json);
        }
        Ok(())
    }
}

struct Measured {
    steps: f64,
    decisions: f64,
    games: f64,
    seconds: f64,
    clone: f64,
}

fn measure(entry: &dyn catalog::GameEntry, opening: &Opening, time: Duration) -> Result<Measured, crate::Failure> {
    let played = |seed, games| entry.playouts(opening, seed, games).map_err(|error| input::unopened(&error));
    played(0, 20)?; // warms caches and tables
    let (mut steps, mut games, start) = (engine::Steps::default(), 0u64, Instant::now());
    while start.elapsed() < time {
        steps += played(games + 1, 20)?;
        games += 20;
    }
    let seconds = start.elapsed().as_secs_f64();
    let clones = 200_000;
    let begin = Instant::now();
    entry.clones(opening, 1, clones).map_err(|error| input::unopened(&error))?;
    let clone = begin.elapsed().as_nanos() as f64 / clones as f64;
    Ok(Measured { steps: steps.all() as f64, decisions: steps.decisions as f64, games: games as f64, seconds, clone })
}

impl Measured {
    fn print(&self, key: &str, seats: usize, bytes: usize, as_json: bool) {
        let per_second = |count: f64| count / self.seconds;
        let ns = 1e9 * self.seconds / self.steps;
        if as_json {
            println!(
                "{}",
                json!({
                    "game": key, "seats": seats, "steps_per_s": per_second(self.steps),
                    "decisions_per_s": per_second(self.decisions), "games_per_s": per_second(self.games),
                    "ns_per_step": ns, "ns_per_clone": self.clone, "state_bytes": bytes,
                })
            );
            return;
        }
        println!(
            "{key:<10} {seats:>5} {:>12.0} {:>12.0} {:>9.0} {ns:>9.1} {:>9.1} {bytes:>7}",
            per_second(self.steps),
            per_second(self.decisions),
            per_second(self.games),
            self.clone,
        );
    }
}
