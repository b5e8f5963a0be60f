//! The puzzles of the games, `games/*/puzzles.jsonl`: positions where one turn is clearly best (`docs/puzzles.md`).
//!
//! A file is lines of JSON: the first says where the puzzles come from, each other one is a puzzle. The page reads the
//! same files.

use catalog::review::{Demand, Puzzle, Thinking};
use engine::{AnyMatch, Kind, Opening};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The files, by game.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shelf.rs"));

/// Where puzzles come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The game's key.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The version of Quipu that found them.
    pub version: String,
    /// The command that finds them again.
    pub command: String,
    /// The bot that played with itself, with the share of its usual time that it had.
    pub bot: String,
    /// The seed of its matches and of the search.
    pub seed: u64,
    /// How many records were searched.
    pub records: usize,
    /// How many matches of self-play were searched.
    pub matches: usize,
    /// What the puzzles hold.
    pub demand: Demand,
    /// How long positions were thought about at first.
    pub short: Thinking,
    /// How long those were thought about that came near.
    pub long: Thinking,
    /// How often bots of each level tried.
    pub attempts: u8,
}

/// A puzzle with its position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Posed {
    /// Where it comes from: a record's file, or the number of a match of self-play.
    pub from: String,
    /// How many seats the table has.
    pub seats: usize,
    /// The options that differ from the default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The position, as scenarios write it.
    pub position: Json,
    /// What is to be found in it.
    #[serde(flatten)]
    pub puzzle: Puzzle,
}

/// The puzzles of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Collection {
    /// Where they come from.
    pub head: Head,
    /// The puzzles; they are named by their numbers, which begin at 1.
    pub puzzles: Vec<Posed>,
}

/// How hard a puzzle is, by how often bots solved it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rating {
    /// A novice mostly solves it.
    Easy,
    /// An adept mostly does.
    Medium,
    /// Only stronger ones do.
    Hard,
}

impl Rating {
    /// The rating of a puzzle.
    pub fn of(puzzle: &Puzzle, attempts: u8) -> Rating {
        let mostly = |solved: u8| u16::from(solved) * 4 >= u16::from(attempts) * 3;
        match puzzle.solved {
            [novice, ..] if mostly(novice) => Rating::Easy,
            [_, adept, expert, _] if mostly(adept) || mostly(expert) => Rating::Medium,
            _ => Rating::Hard,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Rating::Easy => "easy",
            Rating::Medium => "medium",
            Rating::Hard => "hard",
        }
    }
}

impl Collection {
    /// The shipped puzzles of a game; nothing if it has none.
    pub fn of(game: &str) -> Option<Result<Collection, String>> {
        FILES.iter().find(|(key, _)| *key == game).map(|(_, text)| Collection::read(text))
    }

    /// Reads a file of puzzles.
    ///
    /// # Errors
    /// The line that is not one.
    pub fn read(text: &str) -> Result<Collection, String> {
        let fault = |line: usize, error: serde_json::Error| format!("line {}: {error}", line + 1);
        let mut lines = text.lines().enumerate();
        let (_, head) = lines.next().ok_or("the file is empty")?;
        let head = serde_json::from_str(head).map_err(|error| fault(0, error))?;
        let posed = |(number, line): (usize, &str)| serde_json::from_str(line).map_err(|error| fault(number, error));
        Ok(Collection { head, puzzles: lines.map(posed).collect::<Result<_, _>>()? })
    }

    /// The file.
    pub fn write(&self) -> String {
        self.puzzles.iter().fold(line(&self.head), |text, posed| text + &line(posed))
    }

    /// The place of the puzzle of a day, counted from 1970; the same for everybody.
    pub fn of_day(&self, day: u64) -> usize {
        let count = self.puzzles.len().max(1) as u64;
        (day.wrapping_mul(step(count)) % count) as usize
    }
}

/// How far apart the puzzles of two days lie: about the golden section of all, and none is met twice before all were.
fn step(count: u64) -> u64 {
    let near = (count * 618 / 1000).max(1);
    (near..=near + count).find(|step| divisor(*step, count) == 1).unwrap_or(1)
}

fn divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { divisor(other, one % other) }
}

impl Posed {
    /// The match at the puzzle.
    ///
    /// # Errors
    /// If the position is not possible.
    pub fn open(&self, kind: &dyn Kind) -> Result<Box<dyn AnyMatch>, String> {
        let opening = Opening { options: self.options.clone(), ..Opening::seats(self.seats) };
        kind.open_at(&opening, self.position.clone()).map_err(|error| error.to_string())
    }
}

/// Plain data as a line of JSON.
fn line(data: &impl Serialize) -> String {
    serde_json::to_string(data).unwrap_or_else(|error| unreachable!("plain data is JSON: {error}")) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(solved: [u8; 4]) -> Puzzle {
        Puzzle { at: 3, seat: engine::Seat::A, right: Vec::new(), others: Vec::new(), solved }
    }

    #[test]
    fn a_puzzle_is_rated_by_who_solves_it() {
        let rating = |solved: [u8; 4]| Rating::of(&puzzle(solved), 8);
        assert_eq!(rating([6, 8, 8, 8]), Rating::Easy);
        assert_eq!(rating([5, 6, 8, 8]), Rating::Medium);
        assert_eq!(rating([0, 2, 5, 8]), Rating::Hard);
    }

    #[test]
    fn every_puzzle_has_its_day() {
        for count in [1_u64, 2, 7, 100, 240, 301] {
            let days: std::collections::BTreeSet<u64> = (0..count).map(|day| day * step(count) % count).collect();
            assert_eq!(days.len() as u64, count);
        }
    }
}
