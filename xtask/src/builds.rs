//! Builds by cargo, with their progress.
//!
//! Every build selects the whole workspace, also where only one program is made of it: cargo builds a crate once for
//! each set of features, and the set depends on what is selected. So whatever is built first is there for all that
//! follows.

use std::collections::BTreeSet;
use std::io::{self, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::progress::{Job, Progress, State};
use crate::tools::{cargo, plain, released, root};

/// The seconds that a cold build of `quipu` still takes on two cores when this many units are left, as
/// `cargo build --timings` measured it: few units at the end are large, and hundreds at the start are small.
const CURVE: &[(u64, f64)] =
    &[(0, 0.0), (1, 7.0), (2, 27.0), (10, 30.0), (14, 37.0), (60, 70.0), (100, 132.0), (200, 171.0), (365, 225.0)];

/// What a build says while cargo builds something else, since one runs at a time.
const WAITING: &str = "waits for the other build";

/// The arguments that make the program `quipu`, for people.
pub(crate) const QUIPU: &str = "build --workspace --bin quipu";

/// The arguments that make `quipu` for the terminal alone.
pub(crate) const TERMINAL: &str = "build --workspace --bin quipu --no-default-features";

/// The arguments that make everything that is tested.
pub(crate) const EVERYTHING: &str = "build --workspace --all-targets";

/// What commands build, other than everything: each is a part of that, so that no dependency is built twice.
const PARTS: &[&str] = &["build --package xtask", QUIPU, TERMINAL, "build --package quipu-tikal --all-targets"];

/// The dependencies that a part builds otherwise than the build of everything does, a line each.
pub(crate) fn twice() -> Result<Vec<String>> {
    let all = units(EVERYTHING)?;
    let mut twice = Vec::new();
    for part in PARTS {
        let differ = units(part)?.difference(&all).map(|unit| format!("  cargo {part}: {unit}")).collect::<Vec<_>>();
        twice.extend(differ);
    }
    Ok(twice)
}

/// The dependencies that cargo would build, each with its features and its profile.
fn units(arguments: &str) -> Result<BTreeSet<String>> {
    // The list is for tools and not yet stable; it is asked for as a nightly cargo would be, and builds nothing.
    let mut command = cargo(arguments);
    command.args(["--unit-graph", "-Zunstable-options"]).env("RUSTC_BOOTSTRAP", "1");
    let output = command.output().context("cannot run cargo")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cargo {arguments} --unit-graph: {}", said.trim());
    let graph: Value = serde_json::from_slice(&output.stdout).context("the list of units")?;
    let foreign = |unit: &&Value| unit["pkg_id"].as_str().is_some_and(|id| !id.starts_with("path+"));
    let named = |unit: &Value| {
        let id = unit["pkg_id"].as_str().unwrap_or_default();
        let (features, level) = (&unit["features"], &unit["profile"]["opt_level"]);
        let name = id.rsplit(['/', '#']).next().unwrap_or(id);
        format!("{name} {} {} {features} opt-level {level}", unit["target"]["kind"], unit["mode"])
    };
    Ok(graph["units"].as_array().context("units are a list")?.iter().filter(foreign).map(named).collect())
}

/// Runs cargo and shows how far it is. What cargo says besides (warnings, errors) is printed.
pub(crate) fn build(arguments: &str, job: &Job) -> Result<bool> {
    job.doing("starting cargo");
    follow(&mut cargo(arguments), job, |line| job.say(line))
}

/// Builds `quipu` for speed, with its progress, and returns the command that runs it; `None` where it was not built,
/// which cargo has explained.
pub(crate) fn fast_quipu() -> Result<Option<Command>> {
    let job = Progress::new().job("quipu");
    let built = build("build --release --package quipu-cli --bin quipu", &job)?;
    job.end();
    Ok(built.then(|| {
        let mut quipu = Command::new(released("quipu"));
        quipu.current_dir(root());
        quipu
    }))
}

/// Runs a command, shows how far it is where it is cargo, and hands every line of its two outputs to `heed`, as plain
/// text. What only tells of progress is left out.
pub(crate) fn follow(command: &mut Command, job: &Job, mut heed: impl FnMut(&str)) -> Result<bool> {
    let program = command.get_program().display().to_string();
    let (reader, writer) = io::pipe().context("cannot make a pipe")?;
    command.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", "160");
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn().with_context(|| format!("cannot run {program}"))?;
    // The pipe ends when the program has ended, but not while this side could still write.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut watch = Watch::new();
    pieces(reader, |piece| match read(piece) {
        Said::Progress { done, all, names } => job.set(watch.at(done, all, names)),
        Said::Status(what) => job.doing(what),
        Said::Known => {}
        Said::Other => heed(piece),
    })?;
    Ok(child.wait()?.success())
}

/// What a piece of cargo's output says.
#[derive(PartialEq, Eq, Debug)]
enum Said<'a> {
    /// `Building [=====>   ] 213/396: tokio, sqlx-core`
    Progress { done: u64, all: u64, names: &'a str },
    /// Something that takes its time before anything is built.
    Status(&'a str),
    /// A line that the progress says better.
    Known,
    /// Anything else, such as a warning.
    Other,
}

fn read(piece: &str) -> Said<'_> {
    let line = piece.trim();
    let word = line.split(' ').next().unwrap_or_default();
    match word {
        "Building" => {
            let counted = line.split_once("] ").and_then(|(_, rest)| {
                let (count, names) = rest.split_once(':').unwrap_or((rest, ""));
                let (done, all) = count.trim().split_once('/')?;
                Some(Said::Progress { done: done.parse().ok()?, all: all.parse().ok()?, names: names.trim() })
            });
            counted.unwrap_or(Said::Known)
        }
        "Compiling" | "Checking" | "Finished" | "Fresh" | "" => Said::Known,
        "Updating" | "Downloading" | "Downloaded" | "Locking" | "Documenting" => Said::Status(line),
        // `Blocking waiting for file lock on artifact directory`, which tells a newcomer nothing.
        "Blocking" => Said::Status(WAITING),
        _ => Said::Other,
    }
}

/// Hands on what is read, piece by piece: progress ends in a carriage return, lines in a line feed.
fn pieces(pipe: impl Read, mut each: impl FnMut(&str)) -> Result<()> {
    let mut piece = Vec::new();
    for byte in BufReader::new(pipe).bytes().chain([Ok(b'\n')]) {
        match byte? {
            b'\r' | b'\n' => {
                let text = plain(&String::from_utf8_lossy(&piece));
                if !text.trim().is_empty() {
                    each(text.trim_end());
                }
                piece.clear();
            }
            byte => piece.push(byte),
        }
    }
    Ok(())
}

/// Estimates how long a build still takes, by the curve and by how fast this machine follows it.
struct Watch {
    /// When the first count came, and the seconds of the curve that were left then.
    began: Option<(Instant, f64)>,
}

impl Watch {
    fn new() -> Watch {
        Watch { began: None }
    }

    fn at(&mut self, done: u64, all: u64, names: &str) -> State {
        let left = curve(all.saturating_sub(done));
        let (start, whole) = *self.began.get_or_insert_with(|| (Instant::now(), left));
        let seconds = left * pace(whole - left, start.elapsed().as_secs_f64());
        State { steps: (done, all), doing: names.to_owned(), left: Some(Duration::from_secs_f64(seconds)) }
    }
}

/// The seconds of the curve at a number of units left, in a straight line between two that were measured.
fn curve(units: u64) -> f64 {
    let after = CURVE.iter().position(|(count, _)| *count >= units);
    let Some(after) = after else {
        let (count, seconds) = CURVE[CURVE.len() - 1];
        return seconds * units as f64 / count as f64;
    };
    let (high, above) = CURVE[after];
    if after == 0 || high == units {
        return above;
    }
    let (low, below) = CURVE[after - 1];
    below + (above - below) * (units - low) as f64 / (high - low) as f64
}

/// How many times as long as the curve this machine takes. Until it has worked for some seconds, the curve counts more.
fn pace(worked: f64, elapsed: f64) -> f64 {
    const TRUSTED: f64 = 15.0;
    (elapsed + TRUSTED) / (worked.max(0.0) + TRUSTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_is_understood() {
        assert_eq!(
            read("    Building [=====>       ] 213/396: tokio, sqlx-core(build)"),
            Said::Progress { done: 213, all: 396, names: "tokio, sqlx-core(build)" }
        );
        assert_eq!(read("   Compiling tokio v1.54.1"), Said::Known);
        assert_eq!(read("  Downloaded syn v3.0.9"), Said::Status("Downloaded syn v3.0.9"));
        assert_eq!(read("    Blocking waiting for file lock on build directory"), Said::Status(WAITING));
        assert_eq!(read("warning: unused variable: `x`"), Said::Other);
        assert_eq!(read("error[E0433]: cannot find type"), Said::Other);
    }

    #[test]
    fn pieces_end_at_either_end_of_line() {
        let mut found = Vec::new();
        pieces(&b"one\rtwo\n\n\x1b[32mthree\x1b[0m"[..], |piece| found.push(piece.to_owned())).unwrap();
        assert_eq!(found, ["one", "two", "three"]);
    }

    #[test]
    fn an_estimate_falls_with_the_units_and_follows_the_machine() {
        assert!(CURVE.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
        assert!((curve(0) - 0.0).abs() < 0.01 && curve(100) > curve(60) && curve(1000) > curve(440));
        // Twice as slow as the curve for a long time: twice as long.
        assert!((pace(100.0, 200.0) - 1.87).abs() < 0.01);
        assert!((pace(0.0, 0.0) - 1.0).abs() < 0.01);
    }
}
