//! `quipu calibrate`: what reviews expect against what comes true in self-play.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anstream::println;
use catalog::review::{Bin, Observed, Reliability, Standards, fitted, reliability};
use catalog::{GameEntry, Pace};
use clap::Args;
use engine::Opening;
use serde_json::json;

use crate::sim::{on_threads, progress, unprepared};
use crate::{Failure, Outcome, Shared, input};

#[derive(Args)]
pub(crate) struct Calibrate {
    /// The game
    game: String,
    /// How many seats
    #[arg(long, default_value_t = 2, value_name = "N")]
    seats: usize,
    /// The bot that plays on all seats
    #[arg(long, default_value = "master", value_name = "BOT")]
    bot: String,
    /// How many iterations it uses for a decision
    #[arg(long, default_value_t = 600, value_name = "N")]
    iterations: u32,
    /// How many games are played
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    /// How many positions of each game are looked at
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,
    /// Ask what a review expects by looking ahead so often, instead of fitting estimates anew
    #[arg(long, default_value_t = 0, value_name = "N")]
    tries: u32,
    /// Write the fit for this number of seats into this file, which keeps those for others
    #[arg(long, value_name = "FILE", conflicts_with = "tries")]
    write: Option<PathBuf>,
    /// End early after this many seconds, with what there is
    #[arg(long, value_name = "S")]
    seconds: Option<u64>,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// How many threads play
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl Calibrate {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let entry = input::entry(&self.game)?;
        let opening = input::opening(entry, Some(self.seats), &[], shared)?;
        let games = self.observed(entry, &opening, shared.json)?;
        let mut standards = entry.standards();
        // The fit learns from one half of the games and is measured by the other.
        let (learned, measured) = if self.tries > 0 { (&[][..], &games[..]) } else { games.split_at(games.len() / 2) };
        let flat = |games: &[Vec<Observed>]| games.concat();
        let before = reliability(&flat(measured), &standards);
        let mut after = None;
        if !learned.is_empty() {
            standards.fits.insert(self.seats, fitted(&flat(learned)));
            after = Some(reliability(&flat(measured), &standards));
            standards.fits.insert(self.seats, fitted(&flat(&games)));
        }
        if let Some(file) = &self.write {
            write(file, &standards, self.seats)?;
        }
        let shown = after.as_ref().unwrap_or(&before);
        if shared.json {
            let line = json!({
                "game": self.game, "seats": self.seats, "games": games.len(), "fit": standards.fits.get(&self.seats),
                "before": before, "after": after,
            });
            println!("{line}");
            return Ok(());
        }
        println!("{}, {} seats, {} games by {}", entry.kind().info().name, self.seats, games.len(), self.bot);
        if after.is_some() {
            println!("before the fit: off by {:.4}, in points {:.2}", before.brier, before.off);
        }
        print(shown);
        Ok(())
    }

    /// Plays the games and looks at their positions, game by game.
    fn observed(&self, entry: &dyn GameEntry, opening: &Opening, quiet: bool) -> Result<Vec<Vec<Observed>>, Failure> {
        let (bar, start) = (progress(self.games, quiet), Instant::now());
        let (next, all) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        let bots = vec![self.bot.clone(); self.seats];
        let late = || self.seconds.is_some_and(|most| start.elapsed() >= Duration::from_secs(most));
        let work = || -> Outcome {
            let mut simulator = entry.simulator(opening, &bots).map_err(unprepared)?;
            while !late() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    break;
                }
                let played = simulator.game(self.seed, number, &Pace::Iterations(self.iterations), true);
                let Some(record) = played.record else { continue };
                let game = entry.kind().replay(&record, None);
                let game = game.map_err(|fault| Failure::Check(fault.to_string()))?;
                let observed = entry.observe(&*game, usize::from(self.positions), self.tries, self.seed ^ number);
                all.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, observed));
                bar.inc(1);
            }
            Ok(())
        };
        let observed = on_threads(self.threads, work);
        bar.finish_and_clear();
        observed?;
        let mut all = all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        all.sort_by_key(|(number, _)| *number);
        Ok(all.into_iter().map(|(_, observed)| observed).collect())
    }
}

/// Writes the fit for a number of seats into a file, beside what the file says already.
fn write(file: &std::path::Path, found: &Standards, seats: usize) -> Outcome {
    let mut standards = match std::fs::read_to_string(file) {
        Ok(text) => {
            let read = serde_json::from_str::<Standards>(&text);
            read.map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?
        }
        Err(_) => found.clone(),
    };
    standards.fits.insert(seats, found.fit(seats));
    let text = serde_json::to_string_pretty(&standards).map_err(|error| Failure::Usage(error.to_string()))?;
    let written = std::fs::write(file, text + "\n");
    written.map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))
}

/// Prints the tables, as `docs/review.md` has them.
fn print(reliability: &Reliability) {
    println!("\n| expected chance | came true | 95 % | seats |\n|---|---|---|---|");
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    for Bin { count, expected, came, error } in &reliability.win {
        println!("| {} | {} | ±{:.1} | {count} |", percent(*expected), percent(*came), 100.0 * error);
    }
    println!("\n| expected margin | came true | 95 % | seats |\n|---|---|---|---|");
    for Bin { count, expected, came, error } in &reliability.margin {
        println!("| {expected:+.1} | {came:+.1} | ±{error:.1} | {count} |");
    }
    let Reliability { brier, blind, off, .. } = reliability;
    println!("\nmean square of chances {brier:.4} (knowing nothing: {blind:.4}); margins off by {off:.2} points");
}
