//! The page in a real browser: Chromium found or installed, the server with the page inside, Playwright, measurements.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::progress::Progress;
use crate::test::{End, StageRun, count};
use crate::tools::{cargo, install_packages, program, root, succeeds};
use crate::{builds, wasm, web};

/// The names under which systems know Chromium.
const CHROMIUM: &[&str] = &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// Chromium without its windows, which tests prefer: a click takes two thirds of the time.
const SHELL: &[&str] = &["chromium-headless-shell"];

/// The stage of the tests: whole matches, accidents and pictures of every page, in a browser against the real server.
pub(crate) fn stage(run: &mut StageRun<'_>) -> Result<End> {
    let Some(chromium) = chromium(run) else { return Ok(End::Skipped("Chromium")) };
    let mut tests = with_page(web::npm("run e2e --workspace web"), own_server()?, &root());
    run.tests(tests.env("CHROMIUM", chromium), count::playwright)
}

/// A copy of the server: the stage that tries a new game builds another one beside these tests.
fn own_server() -> Result<PathBuf> {
    let copy = root().join("target/test/quipu-of-the-browser");
    fs::copy(program("quipu"), &copy).context("cannot keep the server")?;
    Ok(copy)
}

/// Whole matches of one game, by mouse and by the keyboard alone, through the page that was built in a folder. The
/// filter `play.spec.ts` also matches `replay.spec.ts`, so the replay test runs, too.
pub(crate) fn plays(run: &mut StageRun<'_>, game: &str, folder: &Path, server: &Path) -> Result<End> {
    let Some(chromium) = chromium(run) else { return Ok(End::Skipped("Chromium")) };
    let mut tests = with_page(web::npm("run e2e --workspace web -- play.spec.ts -g"), server.into(), folder);
    run.tests(tests.arg(game).current_dir(folder).env("CHROMIUM", chromium), count::playwright)
}

/// Makes sure that there is a browser.
pub(crate) fn ready(run: &mut StageRun<'_>) -> End {
    run.job.doing("looking for Chromium");
    if chromium(run).is_some() { End::Passed } else { End::Skipped("Chromium") }
}

/// A command with the server and the page that were built, the page in this folder.
fn with_page(mut command: Command, binary: PathBuf, folder: &Path) -> Command {
    command.env("QUIPU_BIN", binary).env("QUIPU_CLIENT", folder.join("web/dist"));
    command
}

/// `cargo xtask shots`: makes the pictures of the README. The stage of the tests makes them again and compares.
pub(crate) fn shots() -> Result<bool> {
    web::built()?;
    let Some(chromium) = found(&[CHROMIUM], succeeds) else { bail!("Chromium is missing and could not be installed") };
    let job = Progress::new().job("server");
    ensure!(builds::build(builds::QUIPU, &job)?, "the server was not built");
    job.end();
    let mut spec = with_page(web::npm("run e2e --workspace web -- readme"), program("quipu"), &root());
    succeeds(spec.env("CHROMIUM", chromium).env("SHOTS", "write"))
}

/// `cargo xtask web-bench`: how fast the page is, as figures.
pub(crate) fn measure() -> Result<bool> {
    wasm::shipped()?;
    web::built()?;
    let Some(chromium) = found(&[CHROMIUM], succeeds) else { bail!("Chromium is missing and could not be installed") };
    ensure!(succeeds(&mut cargo("build --release --package quipu-cli"))?, "the server was not built");
    let mut twin = cargo("build --release --package quipu-wasm --example speak");
    ensure!(succeeds(&mut twin)?, "the native twin of the WebAssembly module was not built");
    // Lighthouse is large, and only this command needs it.
    let mut lighthouse = web::npm("ci --no-audit --no-fund --prefix web/measure");
    ensure!(succeeds(&mut lighthouse)?, "Lighthouse was not installed; what npm said stands above");
    let release = program("quipu").with_file_name("").with_file_name("release");
    let twin = release.join("examples/speak");
    let mut figures = with_page(web::npm("run measure --workspace web"), release.join("quipu"), &root());
    succeeds(figures.env("CHROMIUM", chromium).env("QUIPU_NATIVE", twin))
}

/// The path of Chromium, installed first if it is missing and may be.
fn chromium(run: &mut StageRun<'_>) -> Option<PathBuf> {
    found(&[SHELL, CHROMIUM], |command| run.succeeds(command))
}

/// Where a browser is: what `$CHROMIUM` says, else the first of these that is here, else the first that is installed.
fn found(kinds: &[&[&str]], mut runs: impl FnMut(&mut Command) -> Result<bool>) -> Option<PathBuf> {
    let given = env::var_os("CHROMIUM").map(PathBuf::from).filter(|path| path.is_file());
    given.or_else(|| kinds.iter().find_map(|names| on_path(names))).or_else(|| {
        kinds.iter().find_map(|names| install_packages(&names[..1], &mut runs).then(|| on_path(names)).flatten())
    })
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let places = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.into_iter().find(|path| path.is_file())
}
