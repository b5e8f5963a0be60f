//! The page in a real browser: Chromium found or installed, the server with the page inside, Playwright, measurements.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use crate::test::{Count, End, counted, number_before};
use crate::tools::{Output, cargo, root, succeeds};
use crate::web;

/// The names under which systems know Chromium.
const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// The stage of the tests: whole matches, accidents and pictures of every page, in a browser against the real server.
pub(crate) fn stage(count: &mut Count) -> Result<End> {
    if !web::node_is_here() {
        return Ok(End::Skipped("Node with npm"));
    }
    let Some(chromium) = chromium() else {
        return Ok(End::Skipped("Chromium"));
    };
    if !web::is_built() && !web::build()? {
        return Ok(End::Failed);
    }
    // The profile of the tests, so that nothing is built twice.
    if !succeeds(&mut cargo("build --package quipu-cli"))? {
        return Ok(End::Failed);
    }
    let mut tests = web::npm("run e2e --workspace web");
    tests.env("CHROMIUM", chromium).env("QUIPU_BIN", root().join("target/debug/quipu"));
    counted(&mut tests, Output::Standard, read_playwright, count)
}

/// `cargo xtask web-bench`: how fast the page is, as figures.
pub(crate) fn measure() -> Result<bool> {
    ensure!(web::node_is_here(), "Node is missing: the client cannot be built");
    let Some(chromium) = chromium() else { anyhow::bail!("Chromium is missing and could not be installed") };
    ensure!(web::build()?, "the client was not built; what npm said stands above");
    ensure!(succeeds(&mut cargo("build --release --package quipu-cli"))?, "the server was not built");
    let mut figures = web::npm("run measure --workspace web");
    succeeds(figures.env("CHROMIUM", chromium).env("QUIPU_BIN", root().join("target/release/quipu")))
}

/// Where Chromium is: what `$CHROMIUM` says, else the first of its names on the path, else what can be installed.
fn chromium() -> Option<PathBuf> {
    let named = env::var_os("CHROMIUM").map(PathBuf::from).filter(|path| path.is_file());
    named.or_else(on_path).or_else(|| if install() { on_path() } else { None })
}

fn on_path() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let places = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.into_iter().find(|path| path.is_file())
}

/// Installs Debian's package, where that is allowed without asking anybody.
fn install() -> bool {
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    if !root {
        return false;
    }
    println!("Chromium is missing, trying to install it");
    let packages = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        let asked = command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    };
    packages(&["update"]) && packages(&["install", "-y", "--no-install-recommends", "chromium"])
}

/// Reads `  12 passed (3.4m)` and `  2 failed`, each on a line of its own. Each test has a second try, as matches differ from
/// run to run; Playwright names those that needed it.
fn read_playwright(line: &str) -> Option<Count> {
    let line = line.strip_prefix("  ")?;
    let (number, word) = line.split_once(' ')?;
    number.parse::<u64>().ok()?;
    let count = |word| number_before(line, word).unwrap_or(0);
    match word.split(' ').next()? {
        "passed" => Some(Count { passed: count(" passed"), failed: 0 }),
        "flaky" => Some(Count { passed: number.parse().ok()?, failed: 0 }),
        "failed" | "interrupted" => Some(Count { passed: 0, failed: number.parse().ok()? }),
        "did" => Some(Count { passed: 0, failed: count(" did not run") }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playwrights_last_lines_are_read() {
        let count = |passed, failed| Some(Count { passed, failed });
        assert_eq!(read_playwright("  12 passed (3.4m)"), count(12, 0));
        assert_eq!(read_playwright("  2 failed"), count(0, 2));
        assert_eq!(read_playwright("  1 flaky"), count(1, 0));
        assert_eq!(read_playwright("  3 did not run"), count(0, 3));
        assert_eq!(read_playwright("  ✓  1 [wide] › play.spec.ts:16:3 › 2 passed (1s)"), None);
        assert_eq!(read_playwright("12 passed"), None);
    }
}
