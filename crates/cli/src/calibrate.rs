//! `quipu calibrate`: what reviews expect against what comes true in self-play, and the fits that they expect it by.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anstream::println;
use catalog::review::{Bin, Fit, Observed, Reliability, Standards, fitted, reliability};
use catalog::{GAMES, GameEntry, ThinkingTime};
use clap::Args;
use engine::Record;
use serde_json::json;

use crate::sim::{on_threads, progress, unprepared};
use crate::{Failure, Outcome, Shared, input};

#[derive(Args)]
pub(crate) struct Calibrate {
    /// The games; all where none is named
    games: Vec<String>,
    /// How many seats; without it, tables of every size
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// The bot that plays on all seats; '@0.1' is a tenth of its usual thinking
    #[arg(long, default_value = "master@0.1", value_name = "BOT")]
    bot: String,
    /// How many matches the fit learns from; none measures what is there
    #[arg(long, default_value_t = 240, value_name = "N")]
    learn: u64,
    /// How many other matches it is measured by
    #[arg(long, default_value_t = 160, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    measure: u64,
    /// How many positions of each match are looked at
    #[arg(long, default_value_t = 14, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,
    /// How often each of them is played on, as a review does
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tries: u32,
    /// Write the fits into `NAME/review.json` of this folder, as 'games' has them
    #[arg(long, value_name = "FOLDER")]
    write: Option<PathBuf>,
    /// Take matches from folders in here where 'quipu sim' wrote them: GAME-SEATS-SEED
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// How many threads play
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// Behind the seeds of matches to learn from: those of matches to measure by.
const FRESH: u64 = 1 << 32;

impl Calibrate {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let named: Result<Vec<_>, _> = self.games.iter().map(|name| input::entry(name)).collect();
        let entries = if self.games.is_empty() { GAMES.to_vec() } else { named? };
        for entry in entries {
            let (least, most) = entry.kind().info().seats;
            let sizes = self.seats.map_or(least.max(2)..=most, |seats| seats..=seats);
            sizes.into_iter().try_for_each(|seats| self.table(entry, seats, shared))?;
        }
        Ok(())
    }

    /// One size of table: fits, measures, writes, prints.
    fn table(&self, entry: &dyn GameEntry, seats: usize, shared: &Shared) -> Outcome {
        let mut standards = entry.standards();
        let learned = self.observed(entry, seats, self.learn, self.seed, shared)?;
        let measured = self.observed(entry, seats, self.measure, self.seed + FRESH, shared)?;
        let before = reliability(&measured, &standards);
        if !learned.is_empty() {
            standards.fits.insert(seats, fitted(&learned.concat()));
        }
        let after = reliability(&measured, &standards);
        if let (Some(folder), Some(fit)) = (&self.write, standards.fits.get(&seats)) {
            write(&folder.join(entry.kind().info().key).join("review.json"), &standards, seats, *fit)?;
        }
        let name = entry.kind().info().name;
        if shared.json {
            let line = json!({
                "game": entry.kind().info().key, "seats": seats, "learned": learned.len(), "measured": measured.len(),
                "positions": measured.iter().map(Vec::len).sum::<usize>(), "fit": standards.fits.get(&seats),
                "before": before, "after": after,
            });
            println!("{line}");
            return Ok(());
        }
        let positions: usize = measured.iter().map(Vec::len).sum();
        println!("\n{name}, {seats} seats: {} matches by {}, {positions} positions", measured.len(), self.bot);
        println!("before the fit: off by {:.4}, in points {:.2}", before.brier, before.off);
        print(&after);
        Ok(())
    }

    /// Plays matches and looks at their positions, match by match.
    fn observed(
        &self,
        entry: &dyn GameEntry,
        seats: usize,
        games: u64,
        seed: u64,
        shared: &Shared,
    ) -> Result<Vec<Vec<Observed>>, Failure> {
        let opening = input::opening(entry, Some(seats), &[], shared)?;
        let (bar, bots) = (progress(games, shared.json), vec![self.bot.clone(); seats]);
        let (next, all) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        let work = || -> Outcome {
            let mut simulator = entry.simulator(&opening, &bots).map_err(unprepared)?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    return Ok(());
                }
                let kept = self.records.as_ref().and_then(|folder| kept(folder, entry, seats, seed, number));
                let played = || simulator.game(seed, number, &ThinkingTime::Usual, true).record;
                let Some(record) = kept.or_else(played) else { continue };
                let game = entry.kind().replay(&record, None);
                let game = game.map_err(|fault| Failure::Check(fault.to_string()))?;
                let observed = entry.observe(&*game, usize::from(self.positions), self.tries, seed ^ (number << 16));
                all.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, observed));
                bar.inc(1);
            }
        };
        let observed = on_threads(self.threads, work);
        bar.finish_and_clear();
        observed?;
        let mut all = all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        all.sort_by_key(|(number, _)| *number);
        Ok(all.into_iter().map(|(_, observed)| observed).collect())
    }
}

/// A match that `quipu sim --records` kept, played as it would be played here.
fn kept(folder: &Path, entry: &dyn GameEntry, seats: usize, seed: u64, number: u64) -> Option<Record> {
    let key = entry.kind().info().key;
    let file = folder.join(format!("{key}-{seats}-{seed}")).join(format!("{key}-{number:06}.quipu"));
    Record::from_bytes(&std::fs::read(file).ok()?).ok()
}

/// Writes the fit for a number of seats into a file, beside what the file says already.
fn write(file: &Path, found: &Standards, seats: usize, fit: Fit) -> Outcome {
    let mut standards = match std::fs::read_to_string(file) {
        Ok(text) => {
            let read = serde_json::from_str::<Standards>(&text);
            read.map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?
        }
        Err(_) => found.clone(),
    };
    // Four places: the rest would only be noise in the file.
    let short = |values: &mut [f64]| values.iter_mut().for_each(|value| *value = (*value * 1e4).round() / 1e4);
    let mut fit = fit;
    short(&mut fit.win);
    short(&mut fit.margin);
    short(std::slice::from_mut(&mut fit.ends.win));
    short(std::slice::from_mut(&mut fit.ends.margin));
    standards.fits.insert(seats, fit);
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
