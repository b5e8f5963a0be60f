//! `cargo xtask test`: everything that can be tested, stage by stage.
//!
//! A stage that lacks a tool is skipped loudly, named again at the end, and a failure where `CI=true`. All Rust tests
//! share one profile, so that nothing is built twice.

use std::env;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::tools::{Output, cargo, colour, component, installed, listen, root, succeeds};
use crate::{browser, new_game, python, tidy, web};

/// The variable that says how many games the laws play: `quick`, nothing, or `long`.
pub(crate) const LAWS: &str = "QUIPU_LAWS";

/// How a stage ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Passed,
    Failed,
    /// Not run, for want of this tool.
    Skipped(&'static str),
}

impl From<bool> for End {
    fn from(good: bool) -> End {
        if good { End::Passed } else { End::Failed }
    }
}

/// How many single tests were run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Count {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
}

/// One part of the whole test.
struct Stage {
    name: &'static str,
    /// Whether `--quick` runs it, too.
    quick: bool,
    run: fn(quick: bool, count: &mut Count) -> Result<End>,
}

/// Cheap ones first: what a person mends fastest is said soonest.
const STAGES: &[Stage] = &[
    Stage { name: "format", quick: true, run: format },
    Stage { name: "tidy", quick: true, run: |_, _| Ok(tidy::run()?.into()) },
    Stage { name: "clippy", quick: true, run: clippy },
    Stage { name: "tests", quick: true, run: tests },
    Stage { name: "web", quick: false, run: |_, count| web_client(count) },
    Stage { name: "browser", quick: false, run: |_, count| browser::stage(count) },
    Stage { name: "python", quick: false, run: |_, count| python_module(count) },
    Stage { name: "doctests", quick: true, run: doctests },
    Stage { name: "docs", quick: false, run: docs },
    Stage { name: "new game", quick: false, run: |_, count| new_game(count) },
];

/// Runs every stage, or those that are named, also after a failure, and says how each ended.
pub(crate) fn run(quick: bool, named: &[String]) -> Result<bool> {
    let known: Vec<&str> = STAGES.iter().map(|stage| stage.name).collect();
    if let Some(name) = named.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("there is no stage {name}; there are: {}", known.join(", "));
    }
    let wanted = |stage: &&Stage| {
        if named.is_empty() { stage.quick || !quick } else { named.iter().any(|name| name == stage.name) }
    };
    let mut count = Count::default();
    let mut ended = Vec::new();
    for stage in STAGES.iter().filter(wanted) {
        println!("== {}", stage.name);
        let start = Instant::now();
        let end = (stage.run)(quick, &mut count)?;
        if let End::Skipped(tool) = end {
            println!("!! SKIPPED {}: {tool} is missing and could not be installed", stage.name);
        }
        println!("-- {}: {:.1} s", stage.name, start.elapsed().as_secs_f32());
        ended.push((stage.name, end, start.elapsed()));
    }
    let strict = env::var("CI").is_ok_and(|value| value == "true");
    let (lines, good) = summary(&ended, count, strict);
    println!("\n{}", lines.join("\n"));
    Ok(good)
}

/// The last lines, and whether all is well.
fn summary(ended: &[(&str, End, Duration)], count: Count, strict: bool) -> (Vec<String>, bool) {
    let mut lines = Vec::new();
    let mut bad = Vec::new();
    for (name, end, time) in ended {
        let word = match end {
            End::Passed => "ok",
            End::Failed => "FAILED",
            End::Skipped(_) => "SKIPPED",
        };
        lines.push(format!("{name:<10} {:>7.1} s  {word}", time.as_secs_f32()));
        if *end == End::Failed || strict && matches!(end, End::Skipped(_)) {
            bad.push(*name);
        }
    }
    let total: Duration = ended.iter().map(|(_, _, time)| *time).sum();
    lines.push(format!("{:<10} {:>7.1} s", "total", total.as_secs_f32()));
    for (name, end, _) in ended {
        if let End::Skipped(tool) = end {
            lines.push(format!("!! NOT TESTED: {name}, since {tool} is missing"));
        }
    }
    let tests = format!("{} passed, {} failed", count.passed, count.failed);
    lines.push(if bad.is_empty() { tests } else { format!("NOT WELL: {} (tests: {tests})", bad.join(", ")) });
    (lines, bad.is_empty())
}

fn format(_quick: bool, _count: &mut Count) -> Result<End> {
    if !component("fmt", "rustfmt") {
        return Ok(End::Skipped("rustfmt"));
    }
    Ok(succeeds(&mut cargo("fmt --all --check"))?.into())
}

fn clippy(_quick: bool, _count: &mut Count) -> Result<End> {
    if !component("clippy", "clippy") {
        return Ok(End::Skipped("clippy"));
    }
    Ok(succeeds(&mut cargo("clippy --workspace --all-targets -- -D warnings"))?.into())
}

/// Unit tests, laws, scenarios, records, perft files, and the fuzz targets' bodies over their seeds.
fn tests(quick: bool, count: &mut Count) -> Result<End> {
    let (mut command, output, read): (_, _, fn(&str) -> Option<Count>) = if installed("nextest") {
        (cargo("nextest run --workspace --no-fail-fast"), Output::Error, read_nextest)
    } else {
        (cargo("test --workspace --tests --no-fail-fast"), Output::Standard, read_cargo_test)
    };
    if quick {
        command.env(LAWS, "quick");
    }
    counted(command.arg(colour()), output, read, count)
}

fn doctests(_quick: bool, count: &mut Count) -> Result<End> {
    let mut command = cargo("test --workspace --doc --no-fail-fast");
    counted(command.arg(colour()), Output::Standard, read_cargo_test, count)
}

fn docs(_quick: bool, _count: &mut Count) -> Result<End> {
    Ok(succeeds(cargo("doc --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings"))?.into())
}

/// The client: its sources checked, its tests run, its size within bounds.
fn web_client(count: &mut Count) -> Result<End> {
    if !web::node_is_here() {
        return Ok(End::Skipped("Node with npm"));
    }
    let good = web::install()? && succeeds(&mut web::npm("run check --workspace web"))?;
    let tests = counted(&mut web::npm("test --workspace web"), Output::Standard, read_vitest, count)?;
    let built = web::build()?;
    Ok(if good && built { tests } else { End::Failed })
}

/// The Python module, in an environment of its own: built, put there and tested with the tools of its users.
fn python_module(count: &mut Count) -> Result<End> {
    match python::install()? {
        Ok(()) => counted(&mut python::pytest(), Output::Standard, read_pytest, count),
        // What does not build is a failure; a tool that is not here is said loudly.
        Err("the built module") => Ok(End::Failed),
        Err(missing) => Ok(End::Skipped(missing)),
    }
}

/// Makes a game in a copy of the project and tests it there, so that the templates keep up with the engine.
fn new_game(count: &mut Count) -> Result<End> {
    let copy = new_game::copy_with("salt-sample")?;
    let there = |arguments| {
        let mut command = cargo(arguments);
        command.current_dir(&copy).env("CARGO_TARGET_DIR", root().join("target"));
        command
    };
    let good = succeeds(&mut there("clippy --package quipu-salt-sample --all-targets -- -D warnings"))?
        && succeeds(&mut there("check --package quipu-catalog"))?;
    let tests = counted(&mut there("test --package quipu-salt-sample"), Output::Standard, read_cargo_test, count)?;
    Ok(if good { tests } else { End::Failed })
}

/// Runs tests and adds up what they report. A run that reports no test at all has failed, whatever it says.
pub(crate) fn counted(
    command: &mut Command,
    output: Output,
    read: fn(&str) -> Option<Count>,
    count: &mut Count,
) -> Result<End> {
    let before = *count;
    let good = listen(command, output, |line| {
        if let Some(more) = read(line) {
            count.passed += more.passed;
            count.failed += more.failed;
        }
    })?;
    Ok((good && *count != before).into())
}

/// Reads `test result: ok. 14 passed; 0 failed; …`.
fn read_cargo_test(line: &str) -> Option<Count> {
    let line = line.strip_prefix("test result: ")?;
    Some(Count { passed: number_before(line, " passed")?, failed: number_before(line, " failed")? })
}

/// Reads `Summary [ 0.5s] 30 tests run: 28 passed, 2 failed, 0 skipped`, where zeros may be left out.
fn read_nextest(line: &str) -> Option<Count> {
    let (_, line) = line.trim_start().strip_prefix("Summary ")?.split_once("run:")?;
    let failed = [" failed", " timed out", " exec failed"].map(|word| number_before(line, word).unwrap_or(0));
    Some(Count { passed: number_before(line, " passed").unwrap_or(0), failed: failed.into_iter().sum() })
}

/// Reads `      Tests  2 failed | 40 passed (42)`.
fn read_vitest(line: &str) -> Option<Count> {
    let line = line.trim_start().strip_prefix("Tests ")?;
    let count = |word| number_before(line, word).unwrap_or(0);
    Some(Count { passed: count(" passed"), failed: count(" failed") })
}

/// Reads `2 failed, 40 passed, 1 skipped in 12.34s`.
fn read_pytest(line: &str) -> Option<Count> {
    let told =
        line.contains(" in ") && (line.contains(" passed") || line.contains(" failed") || line.contains(" error"));
    let count = |word| number_before(line, word).unwrap_or(0);
    told.then(|| Count { passed: count(" passed"), failed: count(" failed") + count(" error") })
}

/// The number that stands right before a word.
pub(crate) fn number_before(line: &str, word: &str) -> Option<u64> {
    let before = &line[..line.find(word)?];
    before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn test_counts_are_read() {
        let count = |passed, failed| Some(Count { passed, failed });
        assert_eq!(read_cargo_test("test result: ok. 14 passed; 0 failed; 0 ignored; 0 measured"), count(14, 0));
        assert_eq!(read_cargo_test("test result: FAILED. 1 passed; 2 failed; 0 ignored"), count(1, 2));
        assert_eq!(read_cargo_test("test hex::passed ... ok"), None);
        assert_eq!(
            read_nextest("     Summary [   0.5s] 30 tests run: 28 passed (1 slow), 2 failed, 0 skipped"),
            count(28, 2)
        );
        assert_eq!(read_nextest("     Summary [   0.5s] 30 tests run: 30 passed, 0 skipped"), count(30, 0));
        assert_eq!(read_vitest("      Tests  2 failed | 40 passed (42)"), count(40, 2));
        assert_eq!(read_pytest("2 failed, 40 passed, 3 skipped, 1 warning in 12.34s"), count(40, 2));
        assert_eq!(read_pytest("1 error in 0.34s"), count(0, 1));
        assert_eq!(read_pytest("python/tests/test_bots.py ....  [ 12%]"), None);
        assert_eq!(read_vitest(" Test Files  4 passed (4)"), None);
        assert_eq!(read_nextest("     Summary [   0.5s] 1 test run: 0 passed, 1 timed out, 0 skipped"), count(0, 1));
    }

    #[test]
    fn all_well_ends_with_the_count() {
        let (lines, good) = summary(&[("tests", End::Passed, SECOND)], Count { passed: 3, failed: 0 }, true);
        assert!(good);
        assert_eq!(lines.last().unwrap(), "3 passed, 0 failed");
        assert_eq!(lines[0], "tests          1.0 s  ok");
    }

    #[test]
    fn a_failed_stage_is_named_last() {
        let ended = [("clippy", End::Failed, SECOND), ("tests", End::Passed, SECOND)];
        let (lines, good) = summary(&ended, Count { passed: 3, failed: 0 }, false);
        assert!(!good);
        assert_eq!(lines.last().unwrap(), "NOT WELL: clippy (tests: 3 passed, 0 failed)");
    }

    #[test]
    fn a_skipped_stage_is_named_again_and_fails_where_it_must() {
        let ended = [("format", End::Skipped("rustfmt"), SECOND)];
        let (lines, good) = summary(&ended, Count::default(), false);
        assert!(good);
        assert!(lines.contains(&"!! NOT TESTED: format, since rustfmt is missing".to_owned()));
        assert!(!summary(&ended, Count::default(), true).1);
    }

    #[test]
    fn a_run_without_a_test_has_failed() {
        let silent = counted(&mut cargo("--version"), Output::Standard, read_cargo_test, &mut Count::default());
        assert_eq!(silent.unwrap(), End::Failed);
    }
}
