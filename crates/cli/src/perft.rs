//! `quipu perft`: counting paths.

use std::path::PathBuf;

use anstream::println;
use clap::Args;
use scenario::Scenario;
use serde_json::json;

use crate::{Failure, Outcome, Shared, input};

#[derive(Args)]
pub(crate) struct Perft {
    /// The game
    game: String,
    /// How many steps, decisions and chance outcomes alike
    #[arg(long, value_name = "N")]
    depth: u32,
    /// Count from the position of a scenario or perft file, after its first steps
    #[arg(long, value_name = "FILE")]
    diagram: Option<PathBuf>,
    /// How many seats
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// A table option, key=value
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
}

impl Perft {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let entry = input::entry(&self.game)?;
        let game = match &self.diagram {
            None => {
                let opening = input::opening(entry, self.seats, &self.options, shared)?;
                entry.kind().open(&opening).map_err(|error| input::unopened(&error))?
            }
            Some(file) => {
                let named = |what: String| Failure::Check(format!("{}: {what}", file.display()));
                let scenario = Scenario::parse(&input::text(file)?).map_err(|fault| named(fault.to_string()))?;
                if scenario.game != self.game {
                    return Err(named(format!("the position is one of {}, not of {}", scenario.game, self.game)));
                }
                let digest = input::add_box(entry.kind(), shared)?;
                let mut game = scenario.open_with(entry.kind(), digest).map_err(|error| named(error.to_string()))?;
                scenario.play_steps(&mut *game).map_err(named)?;
                game
            }
        };
        for depth in 1..=self.depth {
            let paths = game.perft(depth);
            if shared.json {
                println!("{}", json!({ "depth": depth, "paths": paths }));
            } else {
                println!("perft {depth}: {paths}");
            }
        }
        Ok(())
    }
}
