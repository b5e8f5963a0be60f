//! `cargo xtask test`: everything that can be tested, stage by stage.
//!
//! One build serves all stages: Rust tests, the server of the browser tests, the types of the client and the Python
//! module share its profile and features. Three lanes run beside each other. In the first, cargo builds and tests run
//! on all cores, the browser last; in the second stands what needs no build: formats, packages to install, the client's
//! own tests; in the third what runs beside the browser.
//!
//! A stage that has passed here is not run again before something changes that it tests (`passed.rs`), unless
//! `CI=true`.
//!
//! A stage that lacks a tool is skipped loudly, named again at the end, and a failure where `CI=true`.

mod changes;
pub(crate) mod count;
mod passed;
mod run;
mod stages;

use std::env;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::progress::Progress;
use changes::Changes;
use count::Count;
use passed::Ground;
pub(crate) use run::StageRun;
use stages::{BEFORE_LATE, Lane, STAGES, Stage};

/// The variable that says how many games the laws play: `quick`, nothing, or `long`.
pub(crate) const LAWS: &str = "QUIPU_LAWS";

/// How a stage ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Passed,
    Failed,
    /// Not run, for want of this tool.
    Skipped(&'static str),
    /// Not run, since the machine does not let it, for this reason; nothing could be installed that helps.
    Barred(&'static str),
    /// Not run, since this stage before it did not pass.
    Waiting(&'static str),
}

impl From<bool> for End {
    fn from(good: bool) -> End {
        if good { End::Passed } else { End::Failed }
    }
}

/// What is to be tested.
pub(crate) struct Wanted {
    /// Fewer law games, no browser, no Python, no trial of `new-game`.
    pub(crate) quick: bool,
    /// These stages and what they need, or all of them where none is named.
    pub(crate) stages: Vec<String>,
    /// Only what was changed since this commit can break.
    pub(crate) since: Option<String>,
    /// Also what has passed, and was not touched since.
    pub(crate) all: bool,
}

impl Wanted {
    /// What this run can stand on, and what later ones can: a whole run of everything that was not run before.
    fn ground(&self) -> Option<Ground> {
        if self.quick || self.since.is_some() { None } else { Ground::now() }
    }
}

/// A stage that has ended.
struct Ended {
    name: &'static str,
    end: End,
    time: Duration,
    count: Count,
}

/// Runs every stage, or those that are wanted, also after a failure, and says how each ended.
pub(crate) fn run(wanted: &Wanted) -> Result<bool> {
    let changes = wanted.since.as_deref().map(Changes::since).transpose()?;
    let strict = env::var("CI").is_ok_and(|value| value == "true");
    let ground = wanted.ground();
    let known = ground.as_ref().filter(|_| !wanted.all && !strict);
    let passed = |stage: &Stage| known.and_then(|ground| ground.passed(stage.name, stage.touched));
    let chosen = choose(wanted, changes.as_ref(), &passed)?;
    if let (Some(changes), Some(since)) = (&changes, &wanted.since) {
        println!("{changes} since {since}");
    }
    let names: Vec<&str> = chosen.iter().map(|stage| stage.name).collect();
    if !names.is_empty() {
        println!("Testing: {}. What each stage says is kept in target/test.", names.join(", "));
    }
    let start = Instant::now();
    let hall = Hall {
        wanted,
        changes,
        ground: ground.as_ref(),
        known,
        progress: Progress::new(),
        ended: Mutex::default(),
        bell: Condvar::new(),
    };
    thread::scope(|scope| {
        for lane in [Lane::Build, Lane::Beside, Lane::Late] {
            let (hall, names, stages) = (&hall, &names, chosen.iter().filter(move |stage| stage.lane == lane));
            let before = if lane == Lane::Late { BEFORE_LATE } else { &[] };
            scope.spawn(move || {
                before.iter().filter(|name| names.contains(name)).for_each(|name| _ = hall.wait(name));
                stages.for_each(|stage| hall.stage(stage));
            });
        }
    });
    let ended = hall.ended.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (lines, good) = summary(&ended, start.elapsed(), strict);
    println!("\n{}", [left_out(wanted, &names, &passed), lines].concat().join("\n"));
    Ok(good)
}

/// A line for each stage that is not run again, and one that says how to run it.
fn left_out(wanted: &Wanted, chosen: &[&str], passed: &dyn Fn(&Stage) -> Option<u64>) -> Vec<String> {
    let known = STAGES.iter().filter(|stage| wanted.stages.is_empty() && !chosen.contains(&stage.name));
    let mut lines: Vec<String> = known
        .filter_map(|stage| passed(stage).map(|tests| (stage.name, Count { passed: tests, ..Count::default() })))
        .map(|(name, count)| format!("{name:<10}    before  ok{}", said(&count)))
        .collect();
    if !lines.is_empty() {
        lines.push(
            "These have passed, and nothing that they test has changed since; `--all` runs them again.".to_owned(),
        );
    }
    lines
}

/// The stages that are wanted, in their order, with those that they need.
fn choose(
    wanted: &Wanted,
    changes: Option<&Changes>,
    passed: &dyn Fn(&Stage) -> Option<u64>,
) -> Result<Vec<&'static Stage>> {
    let known: Vec<&str> = STAGES.iter().map(|stage| stage.name).collect();
    if let Some(name) = wanted.stages.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("there is no stage {name}; there are: {}", known.join(", "));
    }
    let asked = |stage: &Stage| {
        let named = wanted.stages.iter().any(|name| name == stage.name);
        let touched = changes.is_none_or(|changes| (stage.touched)(changes));
        named || wanted.stages.is_empty() && touched && (stage.quick || !wanted.quick) && passed(stage).is_none()
    };
    let mut chosen: Vec<bool> = STAGES.iter().map(asked).collect();
    // A stage stands behind those that it needs, so that one way back finds what is needed by what is needed.
    for at in (0..STAGES.len()).rev() {
        if chosen[at] {
            let needed = |(index, name): (usize, &&str)| STAGES[at].needs.contains(name).then_some(index);
            known.iter().enumerate().filter_map(needed).for_each(|index| chosen[index] = true);
        }
    }
    Ok(STAGES.iter().zip(chosen).filter_map(|(stage, chosen)| chosen.then_some(stage)).collect())
}

/// Where the two lanes meet: what has ended, and who waits for it.
struct Hall<'a> {
    wanted: &'a Wanted,
    changes: Option<Changes>,
    /// What passes are remembered by, where this run is a whole one.
    ground: Option<&'a Ground>,
    /// The same, where what has passed before counts.
    known: Option<&'a Ground>,
    progress: Progress,
    ended: Mutex<Vec<Ended>>,
    bell: Condvar,
}

impl Hall<'_> {
    /// Runs a stage when those that it needs have ended.
    fn stage(&self, stage: &'static Stage) {
        let mut needs = stage.needs.iter().map(|needed| (*needed, self.wait(needed)));
        let unmet = needs.find(|(_, end)| *end != End::Passed);
        let start = Instant::now();
        let (end, count) = match unmet {
            Some((_, End::Barred(why))) => (End::Barred(why), Count::default()),
            Some((needed, _)) => (End::Waiting(needed), Count::default()),
            None => self.run(stage),
        };
        let (time, seconds) = (start.elapsed(), start.elapsed().as_secs_f32());
        match end {
            End::Passed => self.progress.say(&format!("ok       {:<10} {seconds:>6.1} s{}", stage.name, said(&count))),
            End::Failed => self.progress.say(&format!("FAILED   {:<10} {seconds:>6.1} s{}", stage.name, said(&count))),
            End::Skipped(tool) => {
                self.progress.say(&format!("SKIPPED  {}: {tool} is missing and could not be installed", stage.name));
            }
            End::Barred(why) => self.progress.say(&format!("BARRED   {}: {why}", stage.name)),
            End::Waiting(needed) => self.progress.say(&format!("NOT RUN  {}: {needed} did not pass", stage.name)),
        }
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.push(Ended { name: stage.name, end, time, count });
        self.bell.notify_all();
    }

    fn run(&self, stage: &Stage) -> (End, Count) {
        let before = self.known.and_then(|ground| ground.last_pass(stage.name));
        let since_pass = before.as_ref().map(|(_, changes)| changes);
        let named = self.wanted.stages.iter().any(|name| name == stage.name);
        let changes = self.changes.as_ref().or(since_pass.filter(|changes| changes.any() && !named));
        let mut run = match StageRun::new(stage.name, &self.progress, self.wanted.quick, changes) {
            Ok(run) => run,
            Err(error) => {
                self.progress.say(&format!("{}: {error:#}", stage.name));
                return (End::Failed, Count::default());
            }
        };
        passed::forget(stage.name);
        let end = (stage.run)(&mut run).unwrap_or_else(|error| {
            run.note(&format!("error: {error:#}"));
            End::Failed
        });
        // Whoever needed a second try shall have another chance to fail.
        if let Some(ground) = self.ground.filter(|_| end == End::Passed && run.count.retried.is_empty()) {
            let tests = before.as_ref().map_or(0, |(tests, _)| *tests).max(run.count.passed);
            ground.remember(stage.name, tests).unwrap_or_else(|error| run.note(&format!("{error:#}")));
        }
        run.close(end == End::Failed);
        (end, run.count)
    }

    /// How a stage ended, when it has.
    fn wait(&self, name: &str) -> End {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(stage) = ended.iter().find(|stage| stage.name == name) {
                return stage.end;
            }
            ended = self.bell.wait(ended).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// How many tests a stage ran, where it ran any.
fn said(count: &Count) -> String {
    if count.ran() { format!("  {} passed, {} failed", count.passed, count.failed) } else { String::new() }
}

/// The last lines, and whether all is well.
fn summary(ended: &[Ended], whole: Duration, strict: bool) -> (Vec<String>, bool) {
    let (mut lines, mut bad, mut count) = (Vec::new(), Vec::new(), Count::default());
    let mut last = Vec::new();
    for Ended { name, end, time, count: own } in ended {
        let word = match end {
            End::Passed => "ok",
            End::Failed => "FAILED",
            End::Skipped(_) => "SKIPPED",
            End::Barred(_) => "BARRED",
            End::Waiting(_) => "NOT RUN",
        };
        lines.push(format!("{name:<10} {:>7.1} s  {word}{}", time.as_secs_f32(), said(own)));
        if matches!(end, End::Failed | End::Waiting(_)) || strict && matches!(end, End::Skipped(_)) {
            bad.push(*name);
        }
        if let End::Skipped(tool) = end {
            last.push(format!("!! NOT TESTED: {name}, since {tool} is missing"));
        }
        if let End::Barred(why) = end {
            last.push(format!("!! NOT TESTED: {name}: {why}"));
        }
        count.add(own.clone());
    }
    lines.push(format!("{:<10} {:>7.1} s, three lanes beside each other", "in all", whole.as_secs_f32()));
    last.extend(count.retried.iter().map(|name| format!("!! needed a second try: {name}")));
    lines.extend(last);
    let tests = format!("{} passed, {} failed", count.passed, count.failed);
    lines.push(if bad.is_empty() { tests } else { format!("NOT WELL: {} (tests: {tests})", bad.join(", ")) });
    (lines, bad.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn ended(name: &'static str, end: End) -> Ended {
        Ended { name, end, time: SECOND, count: Count { passed: 3, failed: 0, retried: Vec::new() } }
    }

    fn wanted(stages: &[&str]) -> Wanted {
        let stages = stages.iter().map(|name| (*name).to_owned()).collect();
        Wanted { quick: false, stages, since: None, all: false }
    }

    fn all(wanted: &Wanted, changes: Option<&Changes>) -> Vec<&'static str> {
        choose(wanted, changes, &|_| None).unwrap().into_iter().map(|stage| stage.name).collect()
    }

    #[test]
    fn all_well_ends_with_the_count() {
        let (lines, good) = summary(&[ended("tests", End::Passed)], SECOND, true);
        assert!(good);
        assert_eq!(lines.last().unwrap(), "3 passed, 0 failed");
        assert_eq!(lines[0], "tests          1.0 s  ok  3 passed, 0 failed");
    }

    #[test]
    fn a_failed_stage_is_named_last() {
        let (lines, good) = summary(&[ended("clippy", End::Failed), ended("tests", End::Passed)], SECOND, false);
        assert!(!good);
        assert_eq!(lines.last().unwrap(), "NOT WELL: clippy (tests: 6 passed, 0 failed)");
    }

    #[test]
    fn a_skipped_stage_is_named_again_and_fails_where_it_must() {
        let ended = [ended("format", End::Skipped("rustfmt"))];
        let (lines, good) = summary(&ended, SECOND, false);
        assert!(good);
        assert!(lines.contains(&"!! NOT TESTED: format, since rustfmt is missing".to_owned()));
        assert!(!summary(&ended, SECOND, true).1);
    }

    #[test]
    fn what_the_machine_bars_is_said_loudly_and_fails_nobody() {
        let (lines, good) = summary(&[ended("image", End::Barred("no container may run"))], SECOND, true);
        assert!(good && lines.contains(&"!! NOT TESTED: image: no container may run".to_owned()), "{lines:?}");
    }

    #[test]
    fn what_could_not_be_run_is_a_failure() {
        assert!(!summary(&[ended("browser", End::Waiting("build"))], SECOND, false).1);
    }

    #[test]
    fn second_tries_are_named_at_the_end() {
        let mut flaky = ended("tests", End::Passed);
        flaky.count.retried.push("a::test".to_owned());
        let (lines, good) = summary(&[flaky], SECOND, true);
        assert!(good && lines.contains(&"!! needed a second try: a::test".to_owned()));
    }

    #[test]
    fn a_stage_brings_what_it_needs() {
        let wanted = wanted(&["browser"]);
        let names = all(&wanted, None);
        assert!(["packages", "build", "page", "browser"].iter().all(|name| names.contains(name)), "{names:?}");
        assert!(!names.contains(&"python"));
        assert!(choose(&self::wanted(&["nothing"]), None, &|_| None).is_err());
    }

    #[test]
    fn what_has_passed_is_run_again_only_where_it_is_named_or_needed() {
        let passed = |stage: &Stage| (stage.name != "browser").then_some(3);
        let names = |wanted: &Wanted| -> Vec<&str> {
            choose(wanted, None, &passed).unwrap().into_iter().map(|stage| stage.name).collect()
        };
        assert_eq!(names(&wanted(&[])), ["packages", "chromium", "build", "module", "page", "browser"]);
        assert!(names(&wanted(&["tidy"])).contains(&"tidy"));
        let lines = left_out(&wanted(&[]), &names(&wanted(&[])), &passed);
        assert!(lines.contains(&"tests         before  ok  3 passed, 0 failed".to_owned()), "{lines:?}");
        assert!(lines.iter().all(|line| !line.starts_with("build")) && lines.last().unwrap().contains("--all"));
    }

    #[test]
    fn stages_stand_behind_what_they_need() {
        for (at, stage) in STAGES.iter().enumerate() {
            // The late lane waits for what never waits for it.
            let before = if stage.lane == Lane::Late { BEFORE_LATE } else { &[] };
            for needed in stage.needs.iter().chain(before) {
                assert!(STAGES[..at].iter().any(|before| before.name == *needed), "{} needs {needed}", stage.name);
            }
        }
    }

    #[test]
    fn a_change_of_the_page_tests_the_page() {
        let wanted = wanted(&[]);
        let names = all(&wanted, Some(&Changes::of(&["web/src/app/App.svelte"])));
        assert!(names.contains(&"browser") && names.contains(&"page"));
        assert!(!names.contains(&"python") && !names.contains(&"tests") && !names.contains(&"clippy"), "{names:?}");
        let names = all(&wanted, Some(&Changes::of(&["games/tikal/src/lib.rs"])));
        assert!(["clippy", "tests", "browser", "python"].iter().all(|name| names.contains(name)), "{names:?}");
        let names = all(&wanted, Some(&Changes::of(&["python/tests/test_state.py"])));
        assert!(names.contains(&"python") && !names.contains(&"browser"), "{names:?}");
    }
}
