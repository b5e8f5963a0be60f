//! `quipu sim`: bots play many games.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anstream::println;
use catalog::{GameEntry, SimulatedMatch, ThinkingTime, Unprepared};
use clap::Args;
use engine::{Opening, Seat, Steps};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value as Json, json};

use crate::show::{by_seat, seat, strong};
use crate::{Failure, Outcome, Shared, input};

#[derive(Args)]
pub(crate) struct Sim {
    /// The game
    game: String,
    /// How many seats; the fewest without it
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// A table option, key=value; may be given several times
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: u64,
    /// The seed of the random numbers; the same seed gives the same games
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// One bot for all seats, or one per seat: novice, adept, expert, master, random, greedy, planner, ismcts,
    /// ismcts-plain, curious
    #[arg(long, value_delimiter = ',', default_value = "random", value_name = "BOT,…")]
    bots: Vec<String>,
    /// How many iterations a searching bot may use for a decision, the lower levels their share; without it as many as
    /// a master makes in 40 ms
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,
    /// How many threads; results do not depend on it
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Write one .quipu file per game into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

impl Sim {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let entry = input::entry(&self.game)?;
        let mut opening = input::opening(entry, self.seats, &self.options, shared)?;
        let bots = self.bots_by_seat(opening.seats.len())?;
        opening.seats = bots.iter().map(|bot| format!("bot/{bot}")).collect();
        if let Some(folder) = &self.records {
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::Usage(format!("{}: {error}", folder.display())))?;
        }
        let totals = self.play_all(entry, &opening, &bots, shared.json)?;
        totals.print(&self, &bots, shared.json);
        Ok(())
    }

    fn bots_by_seat(&self, seats: usize) -> Result<Vec<String>, Failure> {
        match self.bots.len() {
            1 => Ok(vec![self.bots[0].clone(); seats]),
            count if count == seats => Ok(self.bots.clone()),
            count => {
                Err(Failure::Usage(format!("{count} bots are named for {seats} seats, name one, or one per seat")))
            }
        }
    }

    /// Deals the games out to the threads; each game depends on the seed and its number alone.
    fn play_all(
        &self,
        entry: &dyn GameEntry,
        opening: &Opening,
        bots: &[String],
        quiet: bool,
    ) -> Result<Totals, Failure> {
        let bar = progress(self.games, quiet);
        let (next, totals, start) = (AtomicU64::new(0), Mutex::new(Totals::new(bots.len())), Instant::now());
        let work = || -> Outcome {
            let mut simulator = entry.simulator(opening, bots).map_err(unprepared)?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    return Ok(());
                }
                let pace = self.iterations.map_or(ThinkingTime::Usual, ThinkingTime::Iterations);
                let played = simulator.game(self.seed, number, &pace, self.records.is_some());
                if let (Some(folder), Some(record)) = (&self.records, &played.record) {
                    write_record(folder, &self.game, number, record)?;
                }
                let mut totals = totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                totals.add(number, &played);
                bar.inc(1);
            }
        };
        let played = on_threads(self.threads, work);
        bar.finish_and_clear();
        played?;
        let mut totals = totals.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        totals.seconds = start.elapsed().as_secs_f64();
        totals.games.sort_by_key(|(number, _)| *number);
        Ok(totals)
    }
}

pub(crate) fn unprepared(error: Unprepared) -> Failure {
    match error {
        Unprepared::Unopened(error) => input::unopened(&error),
        Unprepared::NoSuchBot(name) => {
            let known: Vec<_> = catalog::BOTS.iter().map(|(name, _)| *name).collect();
            Failure::Usage(format!("there is no bot '{}', the bots are: {}", engine::clip(&name), known.join(", ")))
        }
    }
}

pub(crate) fn write_record(folder: &Path, game: &str, number: u64, record: &engine::Record) -> Outcome {
    let file = folder.join(format!("{game}-{number:06}.quipu"));
    std::fs::write(&file, record.to_string()).map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))
}

/// Does work on that many threads until all are done, and returns the first failure. A panic of one goes on here.
pub(crate) fn on_threads(threads: u16, work: impl Fn() -> Outcome + Sync) -> Outcome {
    let done: Vec<Outcome> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.map(|done| done.unwrap_or_else(|cause| std::panic::resume_unwind(cause))).collect()
    });
    done.into_iter().collect()
}

/// A progress bar, on a terminal only.
pub(crate) fn progress(games: u64, quiet: bool) -> ProgressBar {
    progress_of(games, "{bar:40} {pos}/{len} games, {per_sec}, {eta} left", quiet)
}

/// A progress bar that says something else.
pub(crate) fn progress_of(length: u64, template: &str, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = ProgressStyle::with_template(template);
    ProgressBar::with_draw_target(Some(length), target)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A sign of life for work of unknown length, on a terminal only.
pub(crate) fn spinner(what: &'static str, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    ProgressBar::with_draw_target(None, target).with_message(what)
}

/// What was played.
struct Totals {
    steps: Steps,
    seconds: f64,
    seats: usize,
    games: Vec<(u64, SimulatedMatch)>,
}

impl Totals {
    fn new(seats: usize) -> Totals {
        Totals { steps: Steps::default(), seconds: 0.0, seats, games: Vec::new() }
    }

    fn add(&mut self, number: u64, played: &SimulatedMatch) {
        self.steps += played.steps;
        self.games.push((number, SimulatedMatch { record: None, ..played.clone() }));
    }

    /// Wins by seat; a shared win counts for each its share.
    fn wins(&self) -> Vec<f64> {
        let mut wins = vec![0.0; self.seats];
        for (_, played) in &self.games {
            let winners: Vec<Seat> = played.outcome.winners().collect();
            winners.iter().for_each(|seat| wins[seat.index()] += 1.0 / winners.len() as f64);
        }
        wins
    }

    fn mean_scores(&self) -> Vec<f64> {
        let sum =
            |seat: usize| self.games.iter().map(|(_, played)| f64::from(played.outcome.points[seat])).sum::<f64>();
        (0..self.seats).map(|seat| sum(seat) / self.games.len().max(1) as f64).collect()
    }

    fn ends(&self) -> Vec<(String, u64)> {
        let mut ends: Vec<(String, u64)> = Vec::new();
        for (_, played) in &self.games {
            let rule = played.end.to_string();
            match ends.iter_mut().find(|(known, _)| *known == rule) {
                Some((_, count)) => *count += 1,
                None => ends.push((rule, 1)),
            }
        }
        ends.sort();
        ends
    }

    fn lengths(&self) -> (u64, f64, u64) {
        let steps = self.games.iter().map(|(_, played)| played.steps.all());
        let mean = self.steps.all() as f64 / self.games.len().max(1) as f64;
        (steps.clone().min().unwrap_or(0), mean, steps.max().unwrap_or(0))
    }

    fn print(&self, sim: &Sim, bots: &[String], as_json: bool) {
        let games = self.games.len() as f64;
        let per_s = |count: f64| if self.seconds > 0.0 { count / self.seconds } else { 0.0 };
        let (decisions, all) = (self.steps.decisions as f64, self.steps.all() as f64);
        let (shortest, mean, longest) = self.lengths();
        if as_json {
            let ends: serde_json::Map<String, Json> =
                self.ends().into_iter().map(|(rule, count)| (rule, json!(count))).collect();
            println!(
                "{}",
                json!({
                    "game": sim.game, "seed": sim.seed, "bots": bots, "games": self.games.len(),
                    "decisions": self.steps.decisions, "chance_steps": self.steps.chances, "seconds": self.seconds,
                    "games_per_s": per_s(games), "decisions_per_s": per_s(decisions), "steps_per_s": per_s(all),
                    "steps_per_game": { "least": shortest, "mean": mean, "most": longest },
                    "wins_by_seat": by_seat(self.wins()), "scores_by_seat": by_seat(self.mean_scores()), "ends": ends,
                })
            );
            return;
        }
        println!(
            "{} games of {} in {:.2} s: {:.1} games/s, {:.0} decisions/s, {:.0} steps/s",
            self.games.len(),
            strong(&sim.game),
            self.seconds,
            per_s(games),
            per_s(decisions),
            per_s(all)
        );
        println!(
            "steps a game: {shortest} to {longest}, {mean:.0} on average ({} decisions, {} draws in all)",
            self.steps.decisions, self.steps.chances
        );
        for (index, (wins, score)) in self.wins().iter().zip(self.mean_scores()).enumerate() {
            println!(
                "{}  {:<10} {wins:>8.1} wins {:>6.1} %   {score:>7.2} points on average",
                seat(Seat::new(index)),
                bots[index],
                100.0 * wins / games.max(1.0)
            );
        }
        let ends: Vec<String> = self.ends().iter().map(|(rule, count)| format!("{rule} {count}")).collect();
        println!("ended by: {}", ends.join(", "));
    }
}
