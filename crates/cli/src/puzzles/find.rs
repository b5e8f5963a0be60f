//! Finds puzzles in records and in self-play.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anstream::println;
use catalog::review::{ATTEMPTS, Demand, Thinking};
use catalog::{GameEntry, ThinkingTime};
use clap::Args;
use engine::{Opening, Record};
use puzzles::{Collection, Head, Posed};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::write;
use crate::review::interrupted;
use crate::sim::{progress_of, unprepared};
use crate::{Failure, Outcome, Shared};

/// How puzzles are searched for.
#[derive(Args)]
pub(crate) struct Search {
    /// How many matches of self-play are searched, behind the records
    #[arg(long, default_value_t = 100, value_name = "N", requires = "from")]
    games: usize,
    /// The bot that plays with itself; `@0.1` is a tenth of its usual time
    #[arg(long, default_value = "expert@0.1", value_name = "BOT", requires = "from")]
    bot: String,
    /// How many puzzles are enough
    #[arg(long, default_value_t = 300, value_name = "N", requires = "from")]
    count: usize,
    /// By how much the chance to win must fall with every other turn
    #[arg(long, default_value_t = Demand::USUAL.margin, value_name = "SHARE", requires = "from")]
    margin: f64,
    /// How many puzzles a match may have
    #[arg(long, default_value_t = 3, value_name = "N", requires = "from")]
    most: usize,
    /// End after this many seconds, with what there is
    #[arg(long, value_name = "S", requires = "from")]
    seconds: Option<u64>,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub(super) seed: u64,
}

/// A match that was searched.
#[derive(Serialize, Deserialize)]
struct Source {
    puzzles: Vec<Posed>,
}

/// The most seats of a match of self-play: with more a puzzle is hard to read.
const MOST_SEATS: usize = 4;

impl Search {
    pub(super) fn run(&self, entry: &dyn GameEntry, folder: &Path, out: Option<&Path>, shared: &Shared) -> Outcome {
        if !(0.01..=0.9).contains(&self.margin) {
            return Err(Failure::Usage(format!(
                "a margin of {} is not possible, it lies between 0.01 and 0.9",
                self.margin
            )));
        }
        let info = entry.kind().info();
        let records = records(entry, folder)?;
        let stop = interrupted()?;
        let start = Instant::now();
        let late = || self.seconds.is_some_and(|most| start.elapsed() >= Duration::from_secs(most));
        let mut head = Head {
            game: info.key.to_owned(),
            rules: info.rules,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: self.command(info.key, folder),
            bot: self.bot.clone(),
            seed: self.seed,
            records: records.len(),
            matches: self.games,
            demand: Demand { margin: self.margin, ..Demand::USUAL },
            short: Thinking::SHORT,
            long: Thinking::LONG,
            attempts: ATTEMPTS,
        };
        let (kept, mut sources) = Kept::open(out, &head);
        let all = records.len() + self.games;
        let bar = progress_of(all as u64, "{bar:30} {pos}/{len} matches, {msg}, {eta} left", shared.json);
        bar.set_position(sources.len() as u64);
        let found = |sources: &[Source]| sources.iter().map(|source| source.puzzles.len()).sum::<usize>();
        while sources.len() < all && found(&sources) < self.count && !late() {
            bar.set_message(format!("{} puzzles", found(&sources)));
            let Some(source) = self.source(entry, &records, sources.len(), &head.demand, &stop)? else {
                bar.finish_and_clear();
                return Err(Failure::Usage("stopped; the same command goes on from here".to_owned()));
            };
            kept.add(&source);
            sources.push(source);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let count = found(&sources);
        (head.records, head.matches) = (sources.len().min(records.len()), sources.len().saturating_sub(records.len()));
        let searched = sources.len();
        if let Some(out) = out {
            let puzzles = sources.into_iter().flat_map(|source| source.puzzles).collect();
            write(out, &Collection { head, puzzles })?;
            kept.done();
        }
        if shared.json {
            println!("{}", json!({ "game": info.key, "matches": searched, "puzzles": count }));
        } else {
            println!("{count} puzzles in {searched} matches of {}", info.name);
        }
        Ok(())
    }

    /// The command that finds the same puzzles again.
    fn command(&self, game: &str, folder: &Path) -> String {
        let Search { games, bot, count, margin, most, seed, .. } = self;
        format!(
            "quipu puzzles {game} --from {} --games {games} --bot {bot} --count {count} \
             --margin {margin} --most {most} --seed {seed}",
            folder.display()
        )
    }

    /// The match of a number with its puzzles: first the records, then self-play. Nothing if it was stopped.
    fn source(
        &self,
        entry: &dyn GameEntry,
        records: &[(String, Record)],
        number: usize,
        demand: &Demand,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Source>, Failure> {
        let (from, record) = if let Some((name, record)) = records.get(number) {
            (name.clone(), record.clone())
        } else {
            let number = number - records.len();
            (format!("self-play {number}"), self.played(entry, number)?)
        };
        let game = entry.kind().replay(&record, None).map_err(|fault| Failure::Check(format!("{from}: {fault}")))?;
        let stopped = || stop.load(Ordering::Relaxed);
        let seed = self.seed ^ (number as u64) << 40;
        let Some(puzzles) = entry.puzzles(&*game, demand, seed, self.most, &stopped) else { return Ok(None) };
        let mut posed = Vec::new();
        for puzzle in puzzles {
            let at =
                entry.kind().replay(&record, Some(puzzle.at)).map_err(|fault| Failure::Check(fault.to_string()))?;
            let (from, options) = (from.clone(), record.options.clone());
            posed.push(Posed { from, seats: game.seats(), options, position: at.diagram(), puzzle });
        }
        Ok(Some(Source { puzzles: posed }))
    }

    /// A match of the bot with itself, at tables of all sizes by turns.
    fn played(&self, entry: &dyn GameEntry, number: usize) -> Result<Record, Failure> {
        let (fewest, most) = entry.kind().info().seats;
        let fewest = fewest.max(2);
        let seats = fewest + number % (most.min(MOST_SEATS) - fewest + 1);
        let bots = vec![self.bot.clone(); seats];
        let mut simulator = entry.simulator(&Opening::seats(seats), &bots).map_err(unprepared)?;
        let played = simulator.game(self.seed, number as u64, &ThinkingTime::Usual, true);
        played.record.ok_or_else(|| Failure::Check("the match left no record".to_owned()))
    }
}

/// The records of a folder that puzzles can be found in: of this game, under today's rules, with nothing hidden.
fn records(entry: &dyn GameEntry, folder: &Path) -> Result<Vec<(String, Record)>, Failure> {
    let info = entry.kind().info();
    let why = |error: std::io::Error| Failure::Usage(format!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = Vec::new();
    for file in std::fs::read_dir(folder).map_err(why)? {
        files.push(file.map_err(why)?.path());
    }
    files.sort();
    let mut records = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "quipu")) {
        let read = Record::from_bytes(&crate::input::bytes(file)?);
        let record = read.map_err(|fault| Failure::Check(format!("{}: {fault}", file.display())))?;
        let usable = record.game == info.key && record.rules == info.rules && record.box_digest.is_none();
        if usable && record.redacted_at().is_none() {
            records.push((file.file_name().unwrap_or_default().to_string_lossy().into_owned(), record));
        }
    }
    Ok(records)
}

/// What was found so far, in a file beside the one that is written: a search that was stopped goes on from there.
struct Kept {
    path: Option<PathBuf>,
}

impl Kept {
    fn open(out: Option<&Path>, head: &Head) -> (Kept, Vec<Source>) {
        let Some(out) = out else { return (Kept { path: None }, Vec::new()) };
        let mut name = out.file_name().unwrap_or_default().to_owned();
        name.push(".finding");
        let path = out.with_file_name(name);
        let first = json!(head).to_string();
        let old = std::fs::read_to_string(&path).unwrap_or_default();
        let mut lines = old.lines();
        let sources: Vec<Source> = if lines.next() == Some(&*first) {
            lines.map_while(|line| serde_json::from_str(line).ok()).collect()
        } else {
            Vec::new()
        };
        // What cannot be kept is found again.
        let whole = sources.iter().fold(first + "\n", |all, source| all + &json!(source).to_string() + "\n");
        let path = std::fs::write(&path, whole).ok().map(|()| path);
        (Kept { path }, sources)
    }

    fn add(&self, source: &Source) {
        let file = self.path.as_ref().and_then(|path| File::options().append(true).open(path).ok());
        if let Some(mut file) = file {
            let _ = writeln!(file, "{}", json!(source));
        }
    }

    fn done(&self) {
        // A file that stays does no harm: the next search reads it, or throws it away.
        let _ = self.path.as_ref().map(std::fs::remove_file);
    }
}
