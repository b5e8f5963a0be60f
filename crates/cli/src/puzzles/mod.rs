//! `quipu puzzles`: positions where one turn is clearly best, to be played, listed, found and checked.

mod find;
mod solve;

use std::path::PathBuf;

use anstream::println;
use catalog::GameEntry;
use catalog::review::Thinking;
use clap::Args;
use puzzles::{Collection, Rating};
use serde_json::json;

use crate::sim::progress_of;
use crate::{Failure, Outcome, Shared, input};

#[derive(Args)]
pub(crate) struct Puzzles {
    /// The game
    game: String,
    /// Play the puzzle of this number instead of the one of the day
    #[arg(long, value_name = "N", conflicts_with_all = ["list", "check", "from"])]
    number: Option<usize>,
    /// List all puzzles
    #[arg(long, conflicts_with_all = ["check", "from"])]
    list: bool,
    /// Think about every puzzle again, and say which hold no more; with --write the others are written
    #[arg(long, conflicts_with = "from")]
    check: bool,
    /// Find puzzles: in the records of this folder first, then in matches of a bot with itself
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    #[command(flatten)]
    search: find::Search,
    /// Write the puzzles into this file; beside it what is found so far is kept while the command runs
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

impl Puzzles {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let entry = input::entry(&self.game)?;
        if let Some(folder) = &self.from {
            return self.search.run(entry, folder, self.write.as_deref(), shared);
        }
        let collection = shipped(&self.game)?;
        if self.check {
            return self.check(entry, &collection, shared);
        }
        if self.list {
            list(&collection, shared.json);
            return Ok(());
        }
        solve::run(entry, &collection, self.number)
    }

    fn check(&self, entry: &dyn GameEntry, collection: &Collection, shared: &Shared) -> Outcome {
        let count = collection.puzzles.len();
        let bar = progress_of(count as u64, "{bar:40} {pos}/{len} puzzles, {eta} left", shared.json);
        let demand = &collection.head.demand;
        let mut kept = Collection { head: collection.head.clone(), puzzles: Vec::new() };
        let mut faults = Vec::new();
        for (number, posed) in collection.puzzles.iter().enumerate() {
            let held = posed
                .open(entry.kind())
                .and_then(|game| entry.puzzle_holds(&*game, &posed.puzzle, &Thinking::AGAIN, demand, self.search.seed));
            match held {
                Ok(()) => kept.puzzles.push(posed.clone()),
                Err(fault) => faults.push(format!("puzzle {} ({}): {fault}", number + 1, posed.from)),
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if let Some(file) = &self.write {
            write(file, &kept)?;
        }
        if shared.json {
            println!("{}", json!({ "puzzles": count, "faults": faults }));
        } else {
            faults.iter().for_each(|fault| println!("{fault}"));
            println!("{} of {count} puzzles hold", count - faults.len());
        }
        if faults.is_empty() || self.write.is_some() {
            return Ok(());
        }
        Err(Failure::Check(format!("{} puzzles of {} do not hold", faults.len(), self.game)))
    }
}

/// The puzzles that are shipped.
fn shipped(game: &str) -> Result<Collection, Failure> {
    let none = || Failure::Usage(format!("{game} has no puzzles; 'quipu puzzles {game} --from DIR' finds some"));
    let read = Collection::of(game).ok_or_else(none)?;
    read.map_err(|fault| Failure::Check(format!("games/{game}/puzzles.jsonl: {fault}")))
}

pub(crate) fn write(file: &std::path::Path, collection: &Collection) -> Outcome {
    let written = std::fs::write(file, collection.write());
    written.map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))
}

fn list(collection: &Collection, as_json: bool) {
    for (number, posed) in collection.puzzles.iter().enumerate() {
        let (number, puzzle) = (number + 1, &posed.puzzle);
        let rating = Rating::of(puzzle, collection.head.attempts).word();
        if as_json {
            println!("{}", json!({ "number": number, "from": posed.from, "rating": rating, "puzzle": puzzle }));
            continue;
        }
        let [novice, adept, expert, master] = puzzle.solved;
        let (best, next) = (&puzzle.right[0], puzzle.others.first());
        let apart = next.map_or(0.0, |next| 100.0 * (best.win - next.win));
        println!(
            "{number:>4}  {rating:<6}  {} to act after step {:<3}  {apart:>3.0} % apart  solved by novice {novice}, \
             adept {adept}, expert {expert}, master {master} of {}",
            puzzle.seat, puzzle.at, collection.head.attempts
        );
    }
}
