//! Measures the bots: all rows of the ladder, for all games, and prints the tables that `docs/bots.md` has.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use serde_json::Value as Json;

use crate::builds;
use crate::tools::{released, root};

/// What is played, and what the first bot should win of it; no sequential test where there is no share.
struct Pair {
    bots: &'static str,
    goal: &'static str,
    sprt: Option<&'static str>,
}

const fn pair(bots: &'static str, goal: &'static str, sprt: Option<&'static str>) -> Pair {
    Pair { bots, goal, sprt }
}

/// The rows of every game, at 40 ms a turn.
const PAIRS: &[Pair] = &[
    pair("master,random", "99.5 %", None),
    pair("master,greedy", "80 %", Some("0.8")),
    pair("master,ismcts-plain", "70 %", Some("0.7")),
    pair("master,expert", "65 %", Some("0.65")),
    pair("expert,adept", "65 %", Some("0.65")),
    pair("adept,novice", "65 %", Some("0.65")),
    pair("novice,random", "90 %", Some("0.9")),
    pair("master,adept,adept,adept", "50 %", Some("0.5")),
];
/// What luck leaves to skill: a master with twice the time.
const TWICE: Pair = pair("master@2,master", "shown", None);
/// The row that is played again with all the time that a master has.
const SLOW: Pair = pair("master,greedy", "80 %", Some("0.8"));

/// What is measured.
pub(crate) struct Ladder<'a> {
    /// The most games a row.
    pub(crate) games: u32,
    /// One game alone.
    pub(crate) only: Option<&'a str>,
    /// Also 2 s a turn, and a master with twice the time.
    pub(crate) slow: bool,
    /// What `quipu arena` takes besides.
    pub(crate) arguments: &'a [String],
}

impl Ladder<'_> {
    /// Plays every row of some games, or of all, and prints the tables.
    pub(crate) fn run(&self) -> Result<bool> {
        if builds::fast_quipu()?.is_none() {
            return Ok(false);
        }
        let mut good = true;
        for game in folders()?.iter().filter(|game| self.only.is_none_or(|only| only == **game)) {
            println!("\n### {game}\n");
            println!(
                "| bots | ms | goal | games | wins of the first | 95 % | sequential test | \
                 thinking of the first, of the next |"
            );
            println!("|---|---|---|---|---|---|---|---|");
            for pair in PAIRS {
                good &= self.row(game, pair, 40, self.games)?;
            }
            if self.slow {
                good &= self.row(game, &TWICE, 40, self.games)?;
                good &= self.row(game, &SLOW, 2000, self.games.min(60))?;
            }
        }
        Ok(good)
    }

    /// Plays one row and prints it.
    fn row(&self, game: &str, pair: &Pair, ms: u32, games: u32) -> Result<bool> {
        let mut arena = Command::new(released("quipu"));
        arena.current_dir(root()).args(["arena", "--json", game, "--bots", pair.bots]);
        arena.args(["--games", &games.to_string(), "--budget", &ms.to_string()]);
        if let Some(share) = pair.sprt {
            arena.args(["--sprt", share]);
        }
        let answer = arena.args(self.arguments).stderr(Stdio::inherit()).output().context("cannot run quipu")?;
        if !answer.status.success() {
            return Ok(false);
        }
        let found = serde_json::from_slice(&answer.stdout).context("quipu arena did not answer in JSON")?;
        println!("{}", line(pair, ms, &found));
        Ok(true)
    }
}

/// The line of a row in the table.
fn line(pair: &Pair, ms: u32, found: &Json) -> String {
    let percent = |value: &Json| format!("{:.1}", 100.0 * value.as_f64().unwrap_or(f64::NAN));
    let thinking = |bot: &Json| {
        let number = |name: &str| bot[name].as_f64().unwrap_or(0.0);
        format!("{:.1} ms a turn, {:.0}/s", number("ms_per_turn"), number("iterations_per_s"))
    };
    let (first, next) = (&found["bots"][0], &found["bots"][1]);
    let (low, high) = (percent(&first["wins_95"][0]), percent(&first["wins_95"][1]));
    format!(
        "| {} | {ms} | {} | {} | {} % | {low} to {high} | {} | {}; {} |",
        pair.bots.replace(',', ", "),
        pair.goal,
        found["games"],
        percent(&first["wins"]),
        found["sprt"].as_str().unwrap_or("not asked"),
        thinking(first),
        thinking(next),
    )
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_what_was_played_and_what_came_of_it() {
        let found = serde_json::json!({
            "games": 20, "sprt": "proven: master wins more than 0.8 against greedy",
            "bots": [
                { "wins": 0.95, "wins_95": [0.85, 1.0], "ms_per_turn": 40.2, "iterations_per_s": 700_000.0 },
                { "wins": 0.05, "wins_95": [0.0, 0.15], "ms_per_turn": 0.4, "iterations_per_s": 0.0 },
            ],
        });
        assert_eq!(
            line(&PAIRS[1], 40, &found),
            "| master, greedy | 40 | 80 % | 20 | 95.0 % | 85.0 to 100.0 | proven: master wins more than 0.8 against \
             greedy | 40.2 ms a turn, 700000/s; 0.4 ms a turn, 0/s |"
        );
    }
}
