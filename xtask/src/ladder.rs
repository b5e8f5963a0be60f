//! Measures the bots: all pairs of the ladder, for all games, as the tables of `docs/bots.md` have them.

use std::fs;

use anyhow::{Context, Result};

use crate::tools::{cargo, root, succeeds};

/// The pairs of two seats.
const PAIRS: &[&str] = &[
    "master,random",
    "master,greedy",
    "master,ismcts-plain",
    "master,expert",
    "expert,adept",
    "adept,novice",
    "novice,random",
];
/// The table of four seats.
const FOUR: &str = "master,adept,adept,adept";
/// Plays every pair of some games, or of all, and prints the tables; what `quipu arena` takes may follow.
pub(crate) fn run(games: u32, only: Option<&str>, arguments: &[String]) -> Result<bool> {
    if !succeeds(&mut cargo("build --quiet --release --package quipu-cli --bin quipu"))? {
        return Ok(false);
    }
    let mut good = true;
    for game in folders()?.iter().filter(|game| only.is_none_or(|only| only == **game)) {
        for bots in PAIRS.iter().chain([&FOUR]) {
            println!("== {game}: {}", bots.replace(',', " against "));
            let mut arena = cargo("run --quiet --release --package quipu-cli --bin quipu -- arena");
            arena.args([game, "--bots", bots, "--games", &games.to_string()]);
            if !arguments.iter().any(|argument| argument == "--budget" || argument == "--iterations") {
                arena.args(["--budget", "40"]);
            }
            good &= succeeds(arena.args(arguments))?;
        }
    }
    Ok(good)
}

/// The games by their folders, sorted.
fn folders() -> Result<Vec<String>> {
    let games = root().join("games");
    let mut names = Vec::new();
    for entry in fs::read_dir(&games).with_context(|| format!("cannot list {}", games.display()))? {
        names.extend(entry?.file_name().into_string().ok());
    }
    names.sort();
    Ok(names)
}
