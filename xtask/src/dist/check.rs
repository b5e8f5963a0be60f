//! `cargo xtask dist --check`: what was made is unpacked elsewhere and used as its people will use it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::binary::Made;
use super::serving::{Client, Serving};
use super::{VERSION, fresh};
use crate::python;
use crate::tools::{root, succeeds};

/// Unpacks the archive, and serves, plays, starts again, replays and asks for the version with what is in it.
pub(super) fn binary(made: &Made) -> Result<()> {
    let client = Client::build()?;
    let folder = fresh("check")?;
    ensure!(succeeds(Command::new("tar").arg("-xf").arg(&made.archive).arg("-C").arg(&folder))?, "cannot unpack");
    let inside = folder.join(&made.name);
    let quipu = inside.join(made.binary.file_name().context("a binary has a name")?);
    for file in ["man/quipu.1", "man/quipu-serve.1", "completions/quipu.bash", "completions/_quipu", "self-hosting.md"]
    {
        ensure!(inside.join(file).is_file(), "{file} is not in the archive");
    }
    let version = said(&quipu, &["--version"])?;
    check_version(version.trim(), commit()?.as_deref())?;
    println!("ok  {}", version.trim());
    let record = folder.join("match.quipu");
    fs::write(&record, whole_match(&client, &quipu, &folder)?)?;
    println!("ok  a match was played through the socket, and went on after the server was started again");
    let record = record.display().to_string();
    let end = said(&quipu, &["replay", &record])?;
    ensure!(end.contains("over by"), "the replay does not come to an end: {end}");
    said(&quipu, &["verify", &record])?;
    println!("ok  its record replays to its end, and its shuffle is proven");
    Ok(())
}

/// The commit that a binary of these sources names, where they are a checkout: git's, unless the build was given one.
fn commit() -> Result<Option<String>> {
    if let Some(given) = env::var("QUIPU_COMMIT").ok().filter(|given| !given.is_empty()) {
        return Ok(given.split(' ').next().map(str::to_owned));
    }
    if !root().join(".git").exists() {
        return Ok(None);
    }
    let git = Command::new("git").args(["log", "-1", "--format=%h"]).current_dir(root()).output();
    let git = git.context("this is a checkout, and git cannot be run")?;
    ensure!(git.status.success(), "git does not say the commit: {}", String::from_utf8_lossy(&git.stderr).trim());
    Ok(Some(String::from_utf8(git.stdout)?.trim().to_owned()))
}

/// Says what is wrong with the answer to `--version`, such as `quipu 0.2.0 (1a2b3c4 2026-11-18)`.
fn check_version(said: &str, commit: Option<&str>) -> Result<()> {
    let build = said.strip_prefix("quipu ").and_then(|rest| rest.strip_prefix(VERSION));
    let build = build.and_then(|rest| rest.strip_prefix(" (")?.strip_suffix(')'));
    let build = build.with_context(|| format!("this is no version: {said}"))?;
    if let Some(commit) = commit {
        let named = build.split(' ').next();
        ensure!(named == Some(commit), "the binary is not of the commit {commit}, but says: {said}");
    }
    Ok(())
}

/// Plays a match with a restart in the middle, and returns its record.
fn whole_match(client: &Client, quipu: &Path, folder: &Path) -> Result<Vec<u8>> {
    let (data, kept) = (folder.join("data"), folder.join("match.json"));
    let serving = Serving::start(quipu, &data)?;
    said(quipu, &["health", &serving.address.to_string()])?;
    let page = serving.page()?;
    ensure!(page.starts_with("HTTP/1.1 200 ") && page.contains("</html>"), "the page is not inside: {page}");
    client.begin(serving.address, &kept)?;
    serving.stop()?;
    let serving = Serving::start(quipu, &data)?;
    let record = client.finish(serving.address, &kept)?;
    serving.stop()?;
    Ok(record)
}

/// What a command of the binary prints, where it succeeds.
fn said(quipu: &Path, arguments: &[&str]) -> Result<String> {
    let output =
        Command::new(quipu).args(arguments).output().with_context(|| format!("cannot run {}", quipu.display()))?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "quipu {}: {}", arguments.join(" "), error.trim());
    Ok(String::from_utf8(output.stdout)?)
}

/// A whole game of each kind by random decisions, as somebody who has installed the package would play it.
const GAMES: &str = "\
import quipu
rng = quipu.Rng(seed=1)
for name in quipu.games():
    state = quipu.load_game(name).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.resolve_chance(rng)
        else:
            state.apply_action(state.random_action(rng))
    print(name, state.points())
";

/// Builds the Python package from its packed sources: with what is in them alone.
fn sources(folder: &Path) -> Result<()> {
    let (archive, unpacked) = (folder.join(format!("quipu_games-{VERSION}.tar.gz")), fresh("check-sources")?);
    ensure!(succeeds(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&unpacked))?, "cannot unpack");
    let built = python::build_sources(&unpacked.join(format!("quipu_games-{VERSION}")), &unpacked)?;
    ensure!(built && wheel(&unpacked).is_some(), "{} cannot be built", archive.display());
    println!("ok  {} can be built", archive.display());
    Ok(())
}

/// The wheel in a folder.
fn wheel(folder: &Path) -> Option<PathBuf> {
    let files = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    files.filter(|path| path.extension().is_some_and(|ending| ending == "whl")).max()
}

/// Installs the wheel into an environment of its own and plays, and builds the sources.
pub(super) fn python(folder: &Path) -> Result<()> {
    let wheel = wheel(folder).context("maturin has left no wheel")?;
    ensure!(wheel.display().to_string().contains("abi3"), "{} is for one Python alone", wheel.display());
    let python = python::fresh_environment(&fresh("check-python")?)?;
    let installed = succeeds(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).arg(&wheel))?;
    ensure!(installed && succeeds(Command::new(&python).args(["-c", GAMES]).current_dir(folder))?, "the wheel fails");
    println!("ok  {} can be installed and plays", wheel.display());
    sources(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_binary_of_a_checkout_names_its_commit() {
        let of = |build: &str| format!("quipu {VERSION} ({build})");
        let commit = Some("1a2b3c4");
        check_version(&of("1a2b3c4 2026-11-18"), commit).unwrap();
        check_version(&of("unknown commit"), None).unwrap();
        for bad in [of("unknown commit"), of("5d6e7f8 2026-11-18"), of(""), "quipu 0.0.1 (1a2b3c4)".to_owned()] {
            check_version(&bad, commit).unwrap_err();
        }
        check_version("quipu 0.0.1 (unknown commit)", None).unwrap_err();
    }
}
