//! `quipu box`: boxes that owners may correct.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anstream::println;
use clap::{Args, Subcommand};
use engine::{BoxFault, Digest, Kind};
use serde_json::json;

use crate::{Failure, Outcome, Shared, input};

#[derive(Args)]
pub(crate) struct Boxes {
    #[command(subcommand)]
    command: BoxCommand,
}

#[derive(Subcommand)]
enum BoxCommand {
    /// List all faults of an edited box
    Check {
        /// The box file
        file: PathBuf,
        /// The game; found by the file's own names without it
        #[arg(long)]
        game: Option<String>,
        /// How long to search for faults that no count shows
        #[arg(long, default_value_t = 60, value_name = "S", value_parser = clap::value_parser!(u64).range(0..=3600))]
        seconds: u64,
    },
}

impl Boxes {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let BoxCommand::Check { file, game, seconds } = self.command;
        let text = input::text(&file)?;
        let kind = kind(&text, game.as_deref(), &file)?;
        let bar = crate::sim::spinner("looking at the box", shared.json);
        let end = Instant::now() + Duration::from_secs(seconds);
        let stop = || {
            bar.tick();
            Instant::now() >= end
        };
        let outcome = kind.examine_box(&text, &stop);
        bar.finish_and_clear();
        report(kind, &text, &outcome, shared.json);
        match outcome {
            Ok(_) => Ok(()),
            Err(faults) => Err(Failure::Check(format!("{}: {} faults", file.display(), faults.len()))),
        }
    }
}

/// The game of a box: as named, or the one whose own box the file looks like most.
fn kind(text: &str, game: Option<&str>, file: &std::path::Path) -> Result<&'static dyn Kind, Failure> {
    if let Some(key) = game {
        let kind = input::entry(key)?.kind();
        return if kind.has_box() {
            Ok(kind)
        } else {
            Err(Failure::Usage(format!("{} has a fixed box", kind.info().name)))
        };
    }
    let kinds = catalog::GAMES.iter().map(|entry| entry.kind()).filter(|kind| kind.has_box());
    let most = kinds.map(|kind| (kind.box_likeness(text), kind)).max_by_key(|(likeness, _)| *likeness);
    match most {
        Some((likeness, kind)) if likeness > 0 => Ok(kind),
        _ => Err(Failure::Check(format!(
            "{}: line 1: this looks like no game's box; name the game with --game",
            file.display()
        ))),
    }
}

fn report(kind: &dyn Kind, text: &str, outcome: &Result<Vec<String>, Vec<BoxFault>>, as_json: bool) {
    let digest = Digest::of_text(text);
    match outcome {
        Ok(found) if as_json => {
            println!("{}", json!({ "ok": true, "game": kind.info().key, "box": digest, "found": found }));
        }
        Err(faults) if as_json => println!("{}", json!({ "ok": false, "game": kind.info().key, "faults": faults })),
        Ok(found) => {
            println!("ok: a box of {}, {digest}", kind.info().name);
            found.iter().for_each(|line| println!("    {line}"));
        }
        Err(faults) => faults.iter().for_each(|fault| println!("{fault}")),
    }
}
