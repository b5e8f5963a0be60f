//! Tells a release build which commit it is of, for `quipu --version`.
//!
//! Builds for tests and for `cargo xtask play` are not told: a commit would build the command again, and all that is
//! tested with it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The commit and its day, for whoever builds without git, such as a distribution: `1a2b3c4 2026-11-18`.
const GIVEN: &str = "QUIPU_COMMIT";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={GIVEN}");
    let release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let given = env::var(GIVEN).ok().filter(|given| !given.is_empty());
    let known = given.or_else(|| release.then(commit).flatten());
    let build = known.as_deref().unwrap_or(if release { "unknown commit" } else { "development" });
    println!("cargo::rustc-env=QUIPU_BUILD={build}");
}

/// What git says of the commit, where the project is a checkout of its own.
fn commit() -> Option<String> {
    let project = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?).join("../..").canonicalize().ok()?;
    let top = PathBuf::from(git(&project, &["rev-parse", "--show-toplevel"])?).canonicalize().ok()?;
    if top != project {
        return None;
    }
    // Git writes here whenever another commit is checked out or made.
    let log = project.join(git(&project, &["rev-parse", "--git-path", "logs/HEAD"])?);
    if log.is_file() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    git(&project, &["log", "-1", "--format=%h %cs"])
}

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).current_dir(folder).output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| said.trim().to_owned())
}
