//! Nothing is lost: where the game that is played is kept, and where its draws come from.

use std::path::PathBuf;

use engine::{Record, Seed};

/// The folder of games under way: below `XDG_STATE_HOME`, or the home folder.
fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")));
    Some(state?.join("quipu"))
}

fn file(game: &str) -> Option<PathBuf> {
    Some(folder()?.join(format!("last-{game}.quipu")))
}

/// Keeps the record of the game under way; written whole or not at all.
pub(super) fn keep(record: &Record) -> Option<PathBuf> {
    let file = file(&record.game)?;
    std::fs::create_dir_all(file.parent()?).ok()?;
    let beside = file.with_extension("tmp");
    std::fs::write(&beside, record.to_string()).ok()?;
    std::fs::rename(&beside, &file).ok()?;
    Some(file)
}

/// The record of the game that was left last: of one game, or of any.
pub(super) fn last(game: Option<&str>) -> Option<PathBuf> {
    if let Some(game) = game {
        return file(game).filter(|file| file.exists());
    }
    let entries = std::fs::read_dir(folder()?).ok()?;
    let records = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "quipu"));
    records.max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok())
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
