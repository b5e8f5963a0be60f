//! The long things, of which `test` runs each at a small size or not at all: many law games, all puzzles, the server's
//! interface, attacks on a server, and fuzzing.

use std::fs;

use anyhow::{Context, Result};

use crate::builds::EVERYTHING;
use crate::test::LAWS;
use crate::tools::{cargo, root, subcommand, succeeds};
use crate::{load, python};

/// How many messages of clients are tried at tables.
const MESSAGES: &str = "1000000";

/// How many requests of each kind are tried at the server's interface.
const EXAMPLES: u32 = 200;

/// What of `crash` is run: the attacks alone, each for as many seconds.
const ATTACKS: [&str; 4] = ["--times", "0", "--attack-seconds", "5"];

/// Runs the laws at their longest, tries the server's interface, attacks a server, and runs each fuzz target for this
/// number of seconds.
pub(crate) fn run(seconds: u32) -> Result<bool> {
    println!("== laws at their longest");
    // In the profile of all tests: linking each test once more for another one takes longer than it saves.
    let mut good = succeeds(cargo("test --workspace --test laws --no-fail-fast").env(LAWS, "long"))?;
    println!("== reviews: accounts of 200 matches of each game");
    good &= succeeds(cargo("test --workspace --test review accounts").env(LAWS, "long"))?;
    println!("== messages of the protocol, {MESSAGES} of them");
    good &= succeeds(cargo("test --release --package quipu-session --test messages").env("QUIPU_MESSAGES", MESSAGES))?;
    println!("== all puzzles, thought about again");
    good &= succeeds(cargo("test --release --package quipu-puzzles --test shipped").env("QUIPU_PUZZLES", "all"))?;
    println!("== the server's interface, {EXAMPLES} requests of each kind");
    if let Some(mut api) = python::api(EXAMPLES) {
        good &= succeeds(&mut cargo(EVERYTHING))? && succeeds(&mut api)?;
    } else {
        println!("!! SKIPPED the interface: 'cargo xtask test venv' makes what it needs");
        good = false;
    }
    println!("== attacks by a single guest, while honest people play");
    good &= load::run("crash", &ATTACKS.map(str::to_owned))?;
    if !subcommand("fuzz") {
        println!("!! SKIPPED fuzzing: cargo-fuzz is missing and could not be installed");
        return Ok(false);
    }
    for target in targets()? {
        println!("== fuzzing {target} for {seconds} s");
        // What is found goes to the first folder; the seeds, in the second, stay as they are.
        let (found, seeds) = (root().join("target/fuzz").join(&target), root().join("fuzz/corpus").join(&target));
        fs::create_dir_all(&found).with_context(|| format!("cannot make {}", found.display()))?;
        // Without a sanitizer, since those need another compiler; safe code has little for them to find.
        let mut fuzz = cargo("fuzz run -s none");
        fuzz.arg(&target).args([found, seeds]).arg("--").arg(format!("-max_total_time={seconds}"));
        good &= succeeds(&mut fuzz)?;
    }
    Ok(good)
}

/// The names of the fuzz targets, sorted.
fn targets() -> Result<Vec<String>> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let path = entry?.path();
        names.extend(path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}
