//! `quipu train`: a learned value for a game by self-play, kept only if it proves better. `cargo xtask train` puts it
//! into the tree.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anstream::println;
use catalog::{GameEntry, Learned, RoundReport, Schooling, Sitter, ThinkingTime};
use clap::Args;
use engine::{Net, Opening};

use crate::arena::rating::{Group, Proven, intervals, sprt, win_shares};
use crate::arena::watch::{Time, Watch};
use crate::sim::{progress, progress_of, unprepared};
use crate::{Failure, Outcome, Shared, input};

#[derive(Args)]
pub(crate) struct Train {
    /// The game
    game: String,
    /// Write what was learned into this file, if it proves better than what is there
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The command that is noted in the file
    #[arg(long, value_name = "TEXT", default_value = "quipu train")]
    made: String,
    /// Keep what is under way in this file, and go on with it
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Begin with the value that the game is shipped with, not with the estimate
    #[arg(long)]
    further: bool,
    /// How many rounds of self-play
    #[arg(long, default_value_t = Schooling::default().rounds, value_name = "N")]
    rounds: u32,
    /// How many matches a round plays
    #[arg(long, default_value_t = Schooling::default().games, value_name = "N")]
    games: u32,
    /// How much is learned from far ahead: 0 from the next position alone, 1 from the end of the match alone
    #[arg(long, default_value_t = Schooling::default().lambda, value_name = "SHARE")]
    lambda: f32,
    /// How large the steps of learning are at the beginning
    #[arg(long, default_value_t = Schooling::default().rate, value_name = "RATE")]
    rate: f32,
    /// The most games for two that test the result
    #[arg(long, default_value_t = 1000, value_name = "N")]
    proof: u64,
    /// Milliseconds of processor time per turn in these games
    #[arg(long, default_value_t = 10, value_name = "MS")]
    budget: u64,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
}

impl Train {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let entry = input::entry(&self.game)?;
        let net = self.learn(entry, shared.json)?;
        if let Some(proof) = self.prove(entry, &net, shared.json)? {
            write(&self.out, &net.write(&format!("by {}\n{proof}", self.made)))?;
            println!("written to {}", self.out.display());
        }
        Ok(())
    }

    /// Learns round by round; begins where it was interrupted.
    fn learn(&self, entry: &dyn GameEntry, quiet: bool) -> Result<Net, Failure> {
        let plan = Schooling {
            rounds: self.rounds,
            games: self.games,
            lambda: self.lambda,
            rate: self.rate,
            seed: self.seed,
            ..Schooling::default()
        };
        let before = self.kept()?.or_else(|| self.further.then(|| Some((entry.learned()?.clone(), 0))).flatten());
        let school = entry.school(plan, before);
        let mut school = school.ok_or_else(|| Failure::Usage(format!("{} tells nothing to learn from", self.game)))?;
        let bar = progress_of(u64::from(self.rounds), "{bar:40} {pos}/{len} rounds, {eta} left {msg}", quiet);
        bar.set_position(u64::from(school.round()));
        while let Some(report) = school.next_round() {
            bar.inc(1);
            bar.set_message(line(&report));
            if report.round % 10 == 0 || report.round == self.rounds {
                bar.suspend(|| println!("{}", line(&report)));
                if let Some(file) = &self.keep {
                    write(file, &school.net().write(&format!("round {}", report.round)))?;
                }
            }
        }
        bar.finish_and_clear();
        Ok(school.net().clone())
    }

    /// What was learned before an interruption, and in how many rounds.
    fn kept(&self) -> Result<Option<(Net, u32)>, Failure> {
        let Some(file) = self.keep.as_ref().filter(|file| file.exists()) else { return Ok(None) };
        let fault = |error: String| Failure::Usage(format!("{}: {error}", file.display()));
        let bytes = fs::read(file).map_err(|error| fault(error.to_string()))?;
        let net = Net::read(&bytes).map_err(fault)?;
        let head = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
        let round = head.lines().find_map(|line| line.strip_prefix("made round ")?.parse().ok());
        Ok(Some((net, round.unwrap_or(0))))
    }

    /// Lets the net play against what the game is shipped with; tells how it went if it proves better.
    fn prove(&self, entry: &dyn GameEntry, net: &Net, quiet: bool) -> Result<Option<String>, Failure> {
        let net = Arc::new(net.clone());
        let bar = progress(self.proof, quiet);
        let mut groups = Vec::new();
        while sprt(&groups, 0.5) == Proven::Open && (groups.len() as u64) < self.proof / 2 {
            let mut group = Group::default();
            for own in 0..2 {
                let sitter = |seat: usize| Sitter::Bot {
                    name: "master".to_owned(),
                    weights: None,
                    learned: if seat == own { Learned::Given(&net) } else { Learned::Shipped },
                };
                let mut simulator =
                    entry.seated(&Opening::seats(2), (0..2).map(sitter).collect()).map_err(unprepared)?;
                let watch = Watch::new(Time::Cpu, Duration::from_millis(self.budget));
                let played = simulator.game(self.seed, groups.len() as u64, &ThinkingTime::Clock(&watch), false);
                let player = |seat: usize| usize::from(seat != own);
                group
                    .games
                    .push(played.outcome.places.iter().enumerate().map(|(at, own)| (player(at), *own)).collect());
                bar.inc(1);
            }
            groups.push(group);
        }
        bar.finish_and_clear();
        let share = 100.0 * win_shares(&groups.iter().collect::<Vec<_>>(), 2)[0];
        let (least, most) = intervals(&groups, |groups| win_shares(groups, 2)).first().copied().unwrap_or((0.0, 1.0));
        let (games, budget) = (2 * groups.len(), self.budget);
        let told = format!(
            "{share:.1} % ({:.1} to {:.1}) of {games} games at {budget} ms against the master before",
            100.0 * least,
            100.0 * most
        );
        let proven = sprt(&groups, 0.5) == Proven::Stronger;
        println!("{told}: {}", if proven { "proven better" } else { "not proven better, nothing is written" });
        Ok(proven.then_some(told))
    }
}

/// A round in a line.
fn line(report: &RoundReport) -> String {
    let RoundReport { round, positions, surprise, estimate, points } = report;
    format!(
        "round {round}: {positions} positions, surprise {surprise:.4} bits ({estimate:.4} by the estimate), \
         points off by {points:.2}"
    )
}

fn write(file: &Path, bytes: &[u8]) -> Outcome {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let made = folder.map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(file, bytes));
    made.map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))
}
