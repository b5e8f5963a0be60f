//! `quipu scenario`: rules as tests.

use std::path::{Path, PathBuf};

use anstream::println;
use clap::Args;
use scenario::{Passed, Scenario};
use serde_json::json;

use crate::{Failure, Outcome, Shared, input};

#[derive(Args)]
pub(crate) struct Scenarios {
    /// Scenario files (.scn), see docs/scenarios.md
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Scenarios {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let mut failed = 0;
        for file in &self.files {
            let outcome = one(file, shared);
            failed += usize::from(outcome.is_err());
            report(file, &outcome, shared.json);
        }
        match failed {
            0 => Ok(()),
            _ => Err(Failure::Check(format!("{failed} of {} scenarios fail", self.files.len()))),
        }
    }
}

fn one(file: &Path, shared: &Shared) -> Result<Passed, String> {
    let plain = |failure: Failure| match failure {
        Failure::Check(line) | Failure::Usage(line) => line,
    };
    let text = input::text(file).map_err(plain)?;
    let named = |fault: engine::Fault| format!("{}: {fault}", file.display());
    let scenario = Scenario::parse(&text).map_err(named)?;
    let kind = input::entry(&scenario.game).map_err(plain)?.kind();
    if shared.box_file.is_some() {
        let given = input::add_box(kind, shared).map_err(plain)?;
        let scenario = given.map_or(scenario.clone(), |digest| scenario.with_box(digest));
        return scenario.run(kind).map_err(named);
    }
    scenario::run_file(kind, file).map_err(|what| format!("{}: {what}", file.display()))
}

fn report(file: &Path, outcome: &Result<Passed, String>, as_json: bool) {
    match outcome {
        Ok(passed) if as_json => {
            println!("{}", json!({ "file": file, "ok": true, "steps": passed.steps, "checks": passed.checks }));
        }
        Err(what) if as_json => println!("{}", json!({ "file": file, "ok": false, "error": what })),
        Ok(passed) => println!("ok    {} ({} steps, {} checks)", file.display(), passed.steps, passed.checks),
        Err(what) => println!("FAIL  {what}"),
    }
}
