//! The files below a game's `tests/`: scenarios, recorded games with their sheets, perft positions.
//!
//! With `BLESS=1` in the environment the sheets are written instead of compared; they are then to be read and
//! committed like code.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use engine::{AnyMatch, Digest, Draft, Kind, Record, RecordEntry, Step, Study};
use scenario::{Scenario, run_file};

/// The files of a folder with an ending, in order of their names.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == ending));
    files.sort();
    files
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| error.to_string())
}

/// Does something with each file and fails with every fault, by file.
fn each(files: &[PathBuf], mut does: impl FnMut(&Path) -> Result<(), String>) {
    let mut faults = Vec::new();
    for file in files {
        if let Err(what) = does(file) {
            faults.push(format!("{}: {what}", file.display()));
        }
    }
    assert!(faults.is_empty(), "{} of {} files fail:\n{}", faults.len(), files.len(), faults.join("\n"));
}

/// Runs every scenario of a game.
pub fn scenarios(kind: &dyn Kind, tests: &Path) {
    let files = files(&tests.join("scenarios"), "scn");
    assert!(!files.is_empty(), "there are no scenarios in {}", tests.display());
    each(&files, |file| run_file(kind, file).map(|_| ()));
    eprintln!("{} scenarios of {} hold", files.len(), kind.info().name);
}

/// Replays every recorded game to its result and its exact sheet.
pub fn records(kind: &dyn Kind, tests: &Path) {
    let files = files(&tests.join("records"), "quipu");
    let bless = std::env::var_os("BLESS").is_some();
    each(&files, |file| {
        let record = Record::from_bytes(read(file)?.as_bytes()).map_err(|fault| fault.to_string())?;
        let game = kind.replay(&record, None).map_err(|fault| fault.to_string())?;
        result(&record, &*game)?;
        let (sheet, found) = (file.with_extension("sheet"), sheet(&*game));
        if bless {
            std::fs::write(&sheet, &found).map_err(|error| error.to_string())?;
        }
        let wanted = read(&sheet).map_err(|error| format!("its sheet cannot be read ({error}); BLESS=1 writes it"))?;
        if wanted == found { Ok(()) } else { Err(format!("the sheet differs, expected\n{wanted}found\n{found}")) }
    });
    eprintln!("{} recorded games of {} replay to their sheets", files.len(), kind.info().name);
}

/// Replays recorded games of every older version of the rules to their sheets, which are never written anew: a stored
/// game stays what it was. Each must be one that today's rules would change, or it would show nothing.
pub fn older_records(kind: &dyn Kind, tests: &Path) {
    for rules in 1..kind.info().rules {
        let files = files(&tests.join(format!("records/version_{rules}")), "quipu");
        assert!(!files.is_empty(), "there is no record of version {rules} of the rules of {}", kind.info().name);
        each(&files, |file| {
            let record = Record::from_bytes(read(file)?.as_bytes()).map_err(|fault| fault.to_string())?;
            if record.rules != rules {
                return Err(format!("it follows version {}", record.rules));
            }
            let game = kind.replay(&record, None).map_err(|fault| fault.to_string())?;
            result(&record, &*game)?;
            let again = kind.replay(&game.record(), None).map_err(|fault| format!("written again: {fault}"))?;
            let wanted = read(&file.with_extension("sheet"))?;
            if sheet(&*game) != wanted || sheet(&*again) != wanted {
                return Err(format!("the sheet differs, expected\n{wanted}found\n{}", sheet(&*game)));
            }
            if differs_today(kind, record)? { Ok(()) } else { Err("today's rules change nothing in it".to_owned()) }
        });
    }
}

/// Whether today's rules refuse a step of an older record, or offer something else on the way.
fn differs_today(kind: &dyn Kind, record: Record) -> Result<bool, String> {
    let mut then = kind.open_record(&record).map_err(|fault| fault.to_string())?;
    let today = Record { rules: kind.info().rules, ..record };
    let mut now = kind.open_record(&today).map_err(|fault| fault.to_string())?;
    for line in today.folded().map_err(|fault| fault.to_string())? {
        let RecordEntry::Step { by, words } = &line.entry else { continue };
        then.play(*by, words).map_err(|refused| refused.to_string())?;
        if now.play(*by, words).is_err() || then.to_act() != now.to_act() || then.legal() != now.legal() {
            return Ok(true);
        }
    }
    Ok(false)
}

fn result(record: &Record, game: &dyn AnyMatch) -> Result<(), String> {
    let points = game.outcome().points;
    match &record.result {
        Some(result) if *result == points => Ok(()),
        Some(result) => Err(format!("the result is {points:?}, not {result:?}")),
        None => Err("the record has no result".to_owned()),
    }
}

/// A score sheet as a text: one line each, by section.
pub fn sheet(game: &dyn AnyMatch) -> String {
    let mut text = String::new();
    for line in game.sheet().lines() {
        let _ = writeln!(text, "{} | {} | {} | {}", line.seat, line.section, line.item, line.points);
    }
    let outcome = game.outcome();
    for (index, (points, place)) in outcome.points.iter().zip(&outcome.places).enumerate() {
        let _ = writeln!(text, "{} | total | place {place} | {points}", engine::Seat::new(index));
    }
    text
}

/// Runs every perft file, and recounts the small counts the slow way.
pub fn perft(kind: &dyn Kind, tests: &Path) {
    const SLOW: u64 = 3_000;
    let files = files(&tests.join("perft"), "perft");
    each(&files, |file| {
        run_file(kind, file)?;
        let scenario = Scenario::parse(&read(file)?).map_err(|fault| fault.to_string())?;
        let mut game = scenario.open_with(kind, None).map_err(|error| error.to_string())?;
        scenario.play_steps(&mut *game)?;
        for depth in 1.. {
            let fast = game.perft(depth);
            if fast == 0 || fast > SLOW {
                return Ok(());
            }
            let slow = game.slow_perft(depth);
            if slow != fast {
                return Err(format!("perft {depth} is {fast}, counted the slow way {slow}"));
            }
        }
        Ok(())
    });
    eprintln!("{} perft files of {} count right", files.len(), kind.info().name);
}

/// Compares the numbers of a game's decisions and the parts of its figures with those written down in `space.txt`:
/// programs have learnt them, so nothing may change but what is added behind.
pub fn space<G: Study>(tests: &Path) {
    let file = tests.join("space.txt");
    let now = space_text::<G>();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &now).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
    let pinned = read(&file).unwrap_or_else(|error| panic!("{}: {error}; write it with BLESS=1", file.display()));
    for line in pinned.lines() {
        assert!(now.lines().any(|known| known == line), "gone: {line}\n{} says what must stay", file.display());
    }
    assert_eq!(now.lines().count(), pinned.lines().count(), "something was added, write it down with BLESS=1:\n{now}");
}

fn space_text<G: Study>() -> String {
    let setup = Draft::<G>::new(G::INFO.seats.1).admit().unwrap_or_else(|_| unreachable!("the default is admitted"));
    let state = G::new(&setup);
    let mut text = String::new();
    let mut start = 0;
    for run in G::SPACE {
        let meant = (start..start + run.size).filter_map(|number| Some((number, state.numbered(number)?)));
        let words: Vec<String> =
            meant.map(|(number, action)| format!("{number} {}", state.words(&Step::Action(action)))).collect();
        let digest = Digest::of(&[words.join("\n").as_bytes()]);
        let ends = [words.first(), words.last()].map(|word| word.map_or("nothing", String::as_str));
        let _ = writeln!(text, "{}: {start} +{}, {} .. {}, {digest}", run.name, run.size, ends[0], ends[1]);
        start += run.size;
    }
    for part in G::FIGURES {
        let _ = writeln!(text, "part {}: {:?}", part.name, part.shape);
    }
    text
}
