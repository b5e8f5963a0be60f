//! Nothing is lost: where the game that is played is kept, and where its draws come from.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use engine::{Record, Seed};

/// The folder of what is under way: below `XDG_STATE_HOME`, or the home folder.
pub(crate) fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")));
    Some(state?.join("quipu"))
}

/// The file of a game under way, by its number.
pub(super) fn numbered(game: &str, number: u32) -> Option<PathBuf> {
    Some(folder()?.join(format!("{game}-{number}.quipu")))
}

/// The record of a match that is not over, if the file holds one.
fn under_way(file: &Path) -> Option<Record> {
    Record::from_bytes(&fs::read(file).ok()?).ok().filter(|record| record.result.is_none())
}

/// Where a sitting keeps its game: a file of its own, so that no kept game is ever replaced by another.
pub(super) struct Keeper {
    file: Option<PathBuf>,
    /// What it last read or wrote there.
    text: String,
}

impl Keeper {
    /// For a new game, which gets a file when there is something to keep.
    pub(super) fn new() -> Keeper {
        Keeper { file: None, text: String::new() }
    }

    /// For a game that goes on: in its file if it is a kept one, else in a new one.
    pub(super) fn of(file: &Path) -> Keeper {
        let kept = file.parent().is_some_and(|parent| Some(parent) == folder().as_deref());
        let text = fs::read_to_string(file).unwrap_or_default();
        Keeper { file: kept.then(|| file.to_owned()), text }
    }

    /// Keeps the record of the game under way; written whole or not at all.
    pub(super) fn keep(&mut self, record: &Record) -> Option<&Path> {
        // Somebody else may go on with the same game at the same time; then each has a file.
        let own = |file: &PathBuf| fs::read_to_string(file).is_ok_and(|found| found == self.text);
        let file = match self.file.take().filter(own) {
            Some(file) => file,
            None => claim(&record.game)?,
        };
        self.text = record.to_string();
        let beside = file.with_extension("tmp");
        fs::write(&beside, &self.text).ok()?;
        fs::rename(&beside, &file).ok()?;
        self.file = Some(file);
        self.file.as_deref()
    }

    /// Keeps the record of a game that is over in place of the one that was over before.
    pub(super) fn finish(&mut self, record: &Record) {
        let Some(file) = self.keep(record).map(Path::to_owned) else { return };
        let last = file.with_file_name(format!("last-{}.quipu", record.game));
        // An older quipu kept games under way there.
        if under_way(&last).is_none() && fs::rename(&file, &last).is_ok() {
            self.file = Some(last);
        }
    }
}

/// A file that nobody has, by the next free number.
fn claim(game: &str) -> Option<PathBuf> {
    fs::create_dir_all(folder()?).ok()?;
    for number in 1.. {
        let file = numbered(game, number)?;
        match OpenOptions::new().write(true).create_new(true).open(&file) {
            Ok(_) => return Some(file),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(_) => return None,
        }
    }
    None
}

/// The record of the game that was left last and is not over: of one game, or of any.
pub(super) fn last(game: Option<&str>) -> Option<PathBuf> {
    let entries = fs::read_dir(folder()?).ok()?;
    let left = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == "quipu")
            && under_way(path).is_some_and(|record| game.is_none_or(|game| game == record.game))
    };
    let records = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(left);
    records.max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok())
}

/// The command that goes on with a kept game.
pub(super) fn command(game: &str, file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    match stem.strip_prefix(game).and_then(|rest| rest.strip_prefix('-')) {
        Some(number) => format!("quipu play {game} --resume={number}"),
        None => format!("quipu play --load {}", file.display()),
    }
}

/// The seed of a new game: by number, or from the operating system's randomness.
pub(super) fn seed(number: Option<u64>) -> Seed {
    if let Some(number) = number {
        return Seed::from_number(number);
    }
    let mut bits = [0; 32];
    getrandom::fill(&mut bits).unwrap_or_else(|error| panic!("the operating system gives no randomness: {error}"));
    Seed::new(bits)
}
