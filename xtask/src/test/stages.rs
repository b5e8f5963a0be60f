//! The stages of the test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::changes::Changes;
use super::count;
use super::run::StageRun;
use super::{End, LAWS};
use crate::builds::{EVERYTHING, QUIPU};
use crate::dist::image;
use crate::rustc::checked;
use crate::tools::{cargo, component, installed, program, root};
use crate::{browser, new_game, node, python, tidy, wasm, web};

/// What a stage runs beside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// What builds, or uses all cores.
    Build,
    /// What needs no build, and little of the machine.
    Beside,
    /// What runs beside the browser, where half of a core waits, since much is watched at the pace of people. It begins
    /// when tests with clocks are over, and nothing needs the programs that it builds anew.
    Late,
}

/// What has ended before the late lane begins.
pub(crate) const BEFORE_LATE: &[&str] = &["tests", "same rules", "doctests", "image"];

/// One part of the whole test.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    pub(crate) lane: Lane,
    /// Whether `--quick` runs it, too.
    pub(crate) quick: bool,
    /// The stages that must have passed before.
    pub(crate) needs: &'static [&'static str],
    /// Whether changes can break what it tests.
    pub(crate) touched: fn(&Changes) -> bool,
    pub(crate) run: fn(&mut StageRun<'_>) -> Result<End>,
}

/// Of each lane, cheap ones first: what a person mends fastest is said soonest.
pub(crate) const STAGES: &[Stage] = &[
    Stage { name: "format", lane: Lane::Beside, quick: true, needs: &[], touched: Changes::any, run: format },
    Stage { name: "tidy", lane: Lane::Beside, quick: true, needs: &[], touched: Changes::any, run: tidy_tree },
    Stage { name: "packages", lane: Lane::Beside, quick: false, needs: &[], touched: Changes::page, run: packages },
    Stage { name: "lint", lane: Lane::Beside, quick: false, needs: &["packages"], touched: Changes::page, run: lint },
    Stage {
        name: "web",
        lane: Lane::Beside,
        quick: false,
        needs: &["packages"],
        touched: Changes::page,
        run: web_tests,
    },
    Stage {
        name: "chromium",
        lane: Lane::Beside,
        quick: false,
        needs: &[],
        touched: Changes::page,
        run: |run| Ok(browser::ready(run)),
    },
    Stage {
        name: "engine",
        lane: Lane::Beside,
        quick: false,
        needs: &[],
        touched: Changes::image,
        run: |run| image::ready(run),
    },
    Stage {
        name: "venv",
        lane: Lane::Beside,
        quick: false,
        needs: &[],
        touched: Changes::python,
        run: |run| python::environment(run),
    },
    Stage {
        name: "clippy",
        lane: Lane::Build,
        quick: true,
        needs: &[],
        touched: Changes::rust,
        run: |run| Ok(clippy(run)),
    },
    Stage { name: "build", lane: Lane::Build, quick: true, needs: &[], touched: Changes::rust, run: build },
    // By which the page plays without a server.
    Stage {
        name: "module",
        lane: Lane::Build,
        quick: false,
        needs: &[],
        touched: |changes| changes.rust() || changes.page(),
        run: |run| wasm::stage(run),
    },
    // The engine prepares the page's diagrams and lessons.
    Stage {
        name: "page",
        lane: Lane::Beside,
        quick: false,
        needs: &["packages", "build", "module"],
        touched: Changes::page,
        run: page,
    },
    Stage {
        name: "tests",
        lane: Lane::Build,
        quick: true,
        needs: &["build"],
        touched: |changes| changes.rust() || changes.documents(),
        run: tests,
    },
    Stage {
        name: "same rules",
        lane: Lane::Build,
        quick: false,
        needs: &["module", "build"],
        touched: Changes::rust,
        run: |run| wasm::same(run),
    },
    Stage {
        name: "doctests",
        lane: Lane::Build,
        quick: true,
        needs: &["build"],
        touched: Changes::rust,
        run: doctests,
    },
    Stage {
        name: "image",
        lane: Lane::Build,
        quick: false,
        needs: &["build", "page", "engine"],
        touched: |changes| changes.rust() || changes.image(),
        run: |run| image::stage(run),
    },
    Stage {
        name: "browser",
        lane: Lane::Build,
        quick: false,
        needs: &["build", "page", "chromium"],
        touched: |changes| changes.rust() || changes.page(),
        run: |run| browser::stage(run),
    },
    Stage {
        name: "python",
        lane: Lane::Late,
        quick: false,
        needs: &["build", "venv"],
        touched: |changes| changes.rust() || changes.python(),
        run: python_module,
    },
    Stage {
        name: "new game",
        lane: Lane::Late,
        quick: false,
        needs: &["build"],
        touched: Changes::rust,
        run: new_game,
    },
    Stage {
        name: "new board",
        lane: Lane::Late,
        quick: false,
        needs: &["new game", "packages", "chromium"],
        touched: |changes| changes.rust() || changes.page(),
        run: new_board,
    },
];

/// The game that is made for a trial.
const SAMPLE: &str = "salt-sample";

/// Where the server that knows it is kept.
fn server_with_sample() -> PathBuf {
    root().join("target/test/quipu-with-sample")
}

fn format(run: &mut StageRun<'_>) -> Result<End> {
    if !component("fmt", "rustfmt") {
        return Ok(End::Skipped("rustfmt"));
    }
    Ok(run.succeeds(&mut cargo("fmt --all --check"))?.into())
}

fn tidy_tree(run: &mut StageRun<'_>) -> Result<End> {
    let (lines, good) = tidy::report()?;
    lines.iter().for_each(|line| run.note(line));
    Ok(good.into())
}

/// Makes sure that the build can be linted.
fn clippy(run: &mut StageRun<'_>) -> End {
    run.job.doing("looking for clippy");
    if component("clippy", "clippy") { End::Passed } else { End::Skipped("clippy") }
}

/// Everything that is run later: tests, the server, the Python module. It is linted and documented on the way.
fn build(run: &mut StageRun<'_>) -> Result<End> {
    // What is wrong is said of all crates at once.
    Ok(run.succeeds(checked(cargo(EVERYTHING))?.arg("--keep-going"))?.into())
}

/// Unit tests, laws, scenarios, records, perft files, and the fuzz targets' bodies over their seeds.
fn tests(run: &mut StageRun<'_>) -> Result<End> {
    let (mut command, read): (Command, fn(&str) -> Option<count::Count>) = if installed("nextest") {
        (checked(cargo("nextest run --workspace --no-fail-fast"))?, count::nextest)
    } else {
        (checked(cargo("test --workspace --tests --no-fail-fast"))?, count::cargo_test)
    };
    if let Some(packages) = run.changes.and_then(Changes::packages)
        && installed("nextest")
    {
        let touched: Vec<String> = packages.iter().map(|name| format!("rdeps({name})")).collect();
        command.args(["-E", &touched.join(" + ")]);
    }
    if run.quick {
        command.env(LAWS, "quick");
    }
    run.tests(&mut command, read)
}

fn doctests(run: &mut StageRun<'_>) -> Result<End> {
    run.tests(&mut checked(cargo("test --workspace --doc --no-fail-fast"))?, count::cargo_test)
}

/// What npm installs, for all that the client is tested with.
fn packages(run: &mut StageRun<'_>) -> Result<End> {
    if let Some(complaint) = node::complaint()? {
        run.note(&complaint);
        run.job.say(&complaint);
        return Ok(End::Skipped("a Node that the packages take"));
    }
    Ok(web::install(&run.job)?.into())
}

/// The format and the lints of TypeScript and Svelte.
fn lint(run: &mut StageRun<'_>) -> Result<End> {
    let format = run.succeeds(&mut web::npm("run format:check --workspace web"))?;
    Ok((run.succeeds(&mut web::npm("run lint --workspace web"))? && format).into())
}

/// The page as it is served, within its size.
fn page(run: &mut StageRun<'_>) -> Result<End> {
    Ok(run.succeeds(web::npm("run build --workspace web").env(web::CODEGEN, program("quipu-codegen")))?.into())
}

/// The client's types and its own tests.
fn web_tests(run: &mut StageRun<'_>) -> Result<End> {
    let good = run.succeeds(&mut web::npm("run check --workspace web"))?;
    let tests = run.tests(&mut web::npm("test --workspace web"), count::vitest)?;
    Ok(if good { tests } else { End::Failed })
}

/// The Python module: packed and installed as a user would, and tested with the tools of its users.
fn python_module(run: &mut StageRun<'_>) -> Result<End> {
    let linted = python::lint(run)?;
    let tests = if python::install(run)? { run.tests(&mut python::pytest(), count::pytest)? } else { End::Failed };
    Ok(if linted { tests } else { End::Failed })
}

/// Makes a game in a copy of the project and tests it there, so that the templates keep up with the engine. The server
/// that knows it is kept for the stage that plays it.
fn new_game(run: &mut StageRun<'_>) -> Result<End> {
    let copy = new_game::copy_with(SAMPLE)?;
    let tests = run.tests(&mut cargo_in(&copy, "test --package quipu-salt-sample")?, count::cargo_test)?;
    let built = run.succeeds(cargo_in(&copy, QUIPU)?.args(["--bin", "quipu-codegen"]))? && has_fresh_types(run, &copy)?;
    if built {
        fs::copy(program("quipu"), server_with_sample()).context("cannot keep the server")?;
    }
    // The program where all look for it is the project's own again.
    let restored = run.succeeds(&mut checked(cargo(EVERYTHING))?)?;
    Ok(if built && restored { tests } else { End::Failed })
}

/// The board of that game: checked as all boards are, built, and played to the end by who knows no rules.
fn new_board(run: &mut StageRun<'_>) -> Result<End> {
    let copy = new_game::copy_with(SAMPLE)?;
    web::lend_packages(&copy)?;
    let there = |arguments: &str| {
        let mut command = web::npm(arguments);
        command.current_dir(&copy);
        command
    };
    let good = run.succeeds(&mut there("exec -- prettier --check games/salt-sample/web"))?
        && run.succeeds(&mut there("exec -- eslint --max-warnings 0 games/salt-sample/web"))?
        && run.succeeds(&mut there("run check --workspace web"))?
        && run.tests(&mut there("test --workspace web -- salt-sample terms"), count::vitest)? == End::Passed
        && run.succeeds(there("run build --workspace web").env(web::CODEGEN, program("quipu-codegen")))?;
    if good { browser::plays(run, SAMPLE, &copy, &server_with_sample()) } else { Ok(End::Failed) }
}

/// Whether the types that the template brings are those that its Rust types give.
fn has_fresh_types(run: &mut StageRun<'_>, copy: &Path) -> Result<bool> {
    let types = || fs::read_to_string(copy.join("games/salt-sample/web/types.ts"));
    let before = types()?;
    let made = run.succeeds(&mut Command::new(program("quipu-codegen")))?;
    Ok(made && types()? == before)
}

/// Calls cargo in a copy of the project, with what is built here.
fn cargo_in(copy: &Path, arguments: &str) -> Result<Command> {
    let mut command = checked(cargo(arguments))?;
    command.current_dir(copy).env("CARGO_TARGET_DIR", root().join("target"));
    Ok(command)
}
