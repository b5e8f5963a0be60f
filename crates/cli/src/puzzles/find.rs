//! Finds puzzles in records and in self-play.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anstream::println;
use catalog::review::{ATTEMPTS, Demand, Thinking};
use catalog::{GameEntry, ThinkingTime};
use clap::Args;
use engine::{Opening, Record};
use indicatif::ProgressBar;
use puzzles::{Collection, Head, Posed};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::write;
use crate::review::interrupted;
use crate::sim::{on_threads, progress_of, unprepared};
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
    /// How many threads search; the puzzles are the same for any number
    #[arg(long, default_value_t = 1, value_name = "T", requires = "from",
        value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub(super) seed: u64,
}

/// A match that was searched, by its number.
#[derive(Serialize, Deserialize)]
struct Source {
    number: usize,
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
        let (kept, sources) = FoundFile::open(out, &head);
        let (sources, whole) = self.searched(entry, &records, &kept, sources, shared)?;
        let searched = sources.len();
        let from_records = sources.keys().filter(|number| **number < records.len()).count();
        (head.records, head.matches) = (from_records, searched - from_records);
        let all: Vec<Posed> = sources.into_values().flatten().collect();
        let found = all.len();
        let puzzles = chosen(all);
        let (count, left_out) = (puzzles.len(), found - puzzles.len());
        if let Some(out) = out {
            write(out, &Collection { head, puzzles })?;
            if whole {
                kept.done();
            }
        }
        if shared.json {
            println!("{}", json!({ "game": info.key, "matches": searched, "puzzles": count, "plain": left_out }));
        } else {
            let left_out =
                if left_out > 0 { format!("; {left_out} that a novice always solves left out") } else { String::new() };
            println!("{count} puzzles in {searched} matches of {}{left_out}", info.name);
        }
        Ok(())
    }

    /// Searches matches until there are enough puzzles, beside those that were searched before. Gives what was found,
    /// match by match, and whether that is all: the time may have ended first.
    fn searched(
        &self,
        entry: &dyn GameEntry,
        records: &[(String, Record)],
        kept: &FoundFile,
        sources: BTreeMap<usize, Vec<Posed>>,
        shared: &Shared,
    ) -> Result<(BTreeMap<usize, Vec<Posed>>, bool), Failure> {
        let stop = interrupted()?;
        let start = Instant::now();
        let late = || self.seconds.is_some_and(|most| start.elapsed() >= Duration::from_secs(most));
        let all = records.len() + self.games;
        let bar = progress_of(all as u64, "{bar:30} {pos}/{len} matches, {msg}, {eta} left", shared.json);
        let (next, sources) = (AtomicUsize::new(0), Mutex::new(sources));
        tell(&bar, &sources);
        let work = || -> Outcome {
            while !late() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= all || enough(&locked(&sources), self.count).is_some() {
                    break;
                }
                if locked(&sources).contains_key(&number) {
                    continue;
                }
                let Some(source) = self.source(entry, records, number, &stop)? else {
                    return Err(Failure::Usage("stopped; the same command goes on from here".to_owned()));
                };
                kept.add(&source);
                locked(&sources).insert(number, source.puzzles);
                tell(&bar, &sources);
            }
            Ok(())
        };
        let done = on_threads(self.threads, work);
        bar.finish_and_clear();
        done?;
        let mut sources = sources.into_inner().unwrap_or_else(PoisonError::into_inner);
        let first = enough(&sources, self.count);
        // What other threads found behind that would depend on their number.
        sources.retain(|number, _| first.is_none_or(|first| *number < first));
        let whole = first.is_some() || sources.len() == all;
        Ok((sources, whole))
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
        stop: &AtomicBool,
    ) -> Result<Option<Source>, Failure> {
        let demand = Demand { margin: self.margin, ..Demand::USUAL };
        let (from, record) = if let Some((name, record)) = records.get(number) {
            (name.clone(), record.clone())
        } else {
            let played = number - records.len();
            (format!("self-play {played}"), self.played(entry, played)?)
        };
        let game = entry.kind().replay(&record, None).map_err(|fault| Failure::Check(format!("{from}: {fault}")))?;
        let stopped = || stop.load(Ordering::Relaxed);
        let seed = self.seed ^ (number as u64) << 40;
        let Some(puzzles) = entry.puzzles(&*game, &demand, seed, self.most, &stopped) else { return Ok(None) };
        let mut posed = Vec::new();
        for puzzle in puzzles {
            let at =
                entry.kind().replay(&record, Some(puzzle.at)).map_err(|fault| Failure::Check(fault.to_string()))?;
            let (from, options) = (from.clone(), record.options.clone());
            posed.push(Posed { from, seats: game.seats(), options, position: at.diagram(), puzzle });
        }
        Ok(Some(Source { number, puzzles: posed }))
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

/// Whether a puzzle shows even a novice nothing: it solves it each time.
fn is_plain(posed: &Posed) -> bool {
    posed.puzzle.solved[0] >= ATTEMPTS
}

/// How many plain puzzles may stay beside this number of others, so that they are a third of all.
fn plain_beside(others: usize) -> usize {
    others / 2
}

/// The puzzles that are kept: of the plain ones the first, at most a third of all.
fn chosen(all: Vec<Posed>) -> Vec<Posed> {
    let mut plain = plain_beside(all.iter().filter(|posed| !is_plain(posed)).count());
    let mut puzzles = all;
    puzzles.retain(|posed| {
        let stays = !is_plain(posed) || plain > 0;
        plain = plain.saturating_sub(usize::from(is_plain(posed)));
        stays
    });
    puzzles
}

/// How many of the first matches have enough puzzles, if all of them are searched and they have.
fn enough(sources: &BTreeMap<usize, Vec<Posed>>, count: usize) -> Option<usize> {
    let (mut plain, mut others) = (0, 0);
    for number in 0.. {
        if others + plain_beside(others).min(plain) >= count {
            return Some(number);
        }
        for posed in sources.get(&number)? {
            *(if is_plain(posed) { &mut plain } else { &mut others }) += 1;
        }
    }
    None
}

fn locked(sources: &Mutex<BTreeMap<usize, Vec<Posed>>>) -> MutexGuard<'_, BTreeMap<usize, Vec<Posed>>> {
    sources.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells on the bar how far the search has come.
fn tell(bar: &ProgressBar, sources: &Mutex<BTreeMap<usize, Vec<Posed>>>) {
    let sources = locked(sources);
    bar.set_message(format!("{} puzzles", sources.values().map(Vec::len).sum::<usize>()));
    bar.set_position(sources.len() as u64);
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
struct FoundFile {
    path: Option<PathBuf>,
}

impl FoundFile {
    fn open(out: Option<&Path>, head: &Head) -> (FoundFile, BTreeMap<usize, Vec<Posed>>) {
        let Some(out) = out else { return (FoundFile { path: None }, BTreeMap::new()) };
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
        (FoundFile { path }, sources.into_iter().map(|Source { number, puzzles }| (number, puzzles)).collect())
    }

    /// Keeps a match that was searched. Threads do so at the same time, so its line is written at once.
    fn add(&self, source: &Source) {
        let file = self.path.as_ref().and_then(|path| File::options().append(true).open(path).ok());
        if let Some(mut file) = file {
            let _ = file.write_all(format!("{}\n", json!(source)).as_bytes());
        }
    }

    fn done(&self) {
        // A file that stays does no harm: the next search reads it, or throws it away.
        let _ = self.path.as_ref().map(std::fs::remove_file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A puzzle that a novice solves so often.
    fn posed(novice: u8) -> Posed {
        let text = json!({
            "from": "self-play 0", "seats": 2, "position": {}, "at": 3, "seat": "A", "right": [], "others": [],
            "solved": [novice, 5, 5, 5],
        });
        serde_json::from_value(text).expect("a puzzle")
    }

    #[test]
    fn at_most_a_third_of_the_puzzles_is_plain() {
        let kept = |novices: &[u8]| -> Vec<u8> {
            chosen(novices.iter().map(|novice| posed(*novice)).collect())
                .iter()
                .map(|posed| posed.puzzle.solved[0])
                .collect()
        };
        assert_eq!(kept(&[5, 0, 5, 4, 5, 1, 0, 5]), [5, 0, 5, 4, 1, 0]);
        assert_eq!(kept(&[5, 5, 0]), [0]);
        assert_eq!(kept(&[1, 2]), [1, 2]);
    }

    #[test]
    fn a_search_ends_when_the_first_matches_have_enough() {
        let sources = |all: &[(usize, &[u8])]| -> BTreeMap<usize, Vec<Posed>> {
            all.iter().map(|(number, novices)| (*number, novices.iter().map(|one| posed(*one)).collect())).collect()
        };
        let all = sources(&[(0, &[5, 5]), (1, &[0]), (2, &[0, 5]), (4, &[0, 0, 0])]);
        assert_eq!(enough(&all, 1), Some(2), "those that a novice always solves do not count alone");
        assert_eq!(enough(&all, 3), Some(3));
        assert_eq!(enough(&all, 4), None, "the match before the last is still searched");
        assert_eq!(enough(&all, 0), Some(0));
    }
}
