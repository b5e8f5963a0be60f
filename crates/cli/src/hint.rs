//! `quipu hint`: what a master would play in a position of a record.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anstream::println;
use catalog::{Advice, GameEntry};
use clap::Args;
use engine::{AnyMatch, Budget, Fast};
use serde_json::{Value as Json, json};

use crate::input::Recorded;
use crate::show::{faint, strong};
use crate::{Failure, Outcome, Shared, show};

#[derive(Args)]
pub(crate) struct Hint {
    /// The record, a .quipu file
    file: PathBuf,
    /// The position before this step, counted from 0; the last one without it
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// How long to think
    #[arg(long, default_value_t = 2000, value_name = "MS", conflicts_with = "iterations")]
    budget: u64,
    /// Think for this many iterations instead of a time; gives repeatable results
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,
    /// How many threads think
    #[arg(long, default_value_t = 2, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
}

impl Hint {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let recorded = Recorded::read(&self.file, shared)?;
        recorded.whole("be thought about")?;
        let to = recorded.up_to(self.to)?;
        let game = recorded.kind().replay(&recorded.record, to).map_err(|fault| recorded.fault(fault))?;
        let Some(seat) = game.to_act().seat() else {
            let what = format!("{}: {}; name a step with --to", self.file.display(), show::waits_for(&*game));
            return Err(Failure::Usage(what));
        };
        let mut rng = Fast::new(self.seed);
        let advice = match self.iterations {
            Some(most) => recorded.entry.advise(&*game, usize::from(self.threads), &Budget::iterations(most), &mut rng),
            None => advise(recorded.entry, &*game, Duration::from_millis(self.budget), self.threads, &mut rng),
        };
        if shared.json {
            let lines: Vec<_> = advice.iter().map(json).collect();
            println!("{}", json!({ "n": game.steps(), "seat": seat, "turns": lines }));
        } else {
            println!("{}", show::waits_for(&*game));
            print_advice(&advice);
        }
        Ok(())
    }
}

/// Thinks for `time`.
pub(crate) fn advise(
    entry: &dyn GameEntry,
    game: &dyn AnyMatch,
    time: Duration,
    threads: u16,
    rng: &mut Fast,
) -> Vec<Advice> {
    let end = Instant::now() + time;
    entry.advise(game, usize::from(threads), &Budget::until(&|| Instant::now() >= end), rng)
}

/// A turn with what it should bring, for programs.
pub(crate) fn json(advice: &Advice) -> Json {
    json!({ "words": advice.words, "margin": advice.margin, "gains": named(&advice.gains) })
}

/// Prints turns with what they should bring, the best first.
pub(crate) fn print_advice(advice: &[Advice]) {
    for (index, advice) in advice.iter().enumerate() {
        let words = advice.words.join(" · ");
        let head = if index == 0 { strong(&words) } else { words };
        println!("{}", show::wrapped(&format!("{}. {head}", index + 1), ""));
        let gains =
            if advice.gains.is_empty() { String::new() } else { format!("; {}", named(&advice.gains).join(", ")) };
        println!("{}", faint(&show::wrapped(&format!("{:+.0} points at the end{gains}", advice.margin), "   ")));
    }
}

fn named(gains: &[catalog::Gain]) -> Vec<String> {
    gains.iter().map(ToString::to_string).collect()
}
