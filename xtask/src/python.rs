//! The Python side: an environment of its own below `target`, the module packed and installed there, and its tests.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::builds::EVERYTHING;
use crate::dist::Lacks;
use crate::rustc::checked;
use crate::test::{End, StageRun};
use crate::tools::{self, cargo, is_of_this_package, root, succeeds};

/// The oldest Python that the module is built for.
const OLDEST: (u32, u32) = (3, 10);

/// The oldest Linux that the wheel is built for, by its C library.
const OLDEST_LINUX: &str = "manylinux_2_17";

/// Set to cargo itself while maturin runs: then this program stands in for it, see [`as_cargo`].
const AS_CARGO: &str = "QUIPU_AS_CARGO";

/// The path as it was before the environment's programs were put first, for the same time.
const PATH_BEFORE: &str = "QUIPU_PATH_BEFORE";

/// What pyo3's build script asks for, and maturin sets: a change would build pyo3 anew.
fn is_asked_by_pyo3(name: &str) -> bool {
    name.starts_with("PYO3_") || name == "PYTHON_SYS_EXECUTABLE"
}

/// The Python to make the environment with: the first of these that is new enough and can make one.
fn python() -> Option<&'static str> {
    let sound = |program: &&str| {
        let question = format!("import sys, venv, ensurepip; sys.exit(sys.version_info < {OLDEST:?})");
        let asked = Command::new(program).args(["-c", &question]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    };
    ["python3", "python", "python3.13", "python3.12", "python3.11", "python3.10"].into_iter().find(sound)
}

/// A program of the environment.
fn program(name: &str) -> PathBuf {
    let (folder, ending) = if cfg!(windows) { ("Scripts", ".exe") } else { ("bin", "") };
    root().join("target/python").join(folder).join(format!("{name}{ending}"))
}

/// Calls a program of the environment; others (maturin is one) are found by their names.
fn inside(name: &str) -> Command {
    let mut command = Command::new(program(name));
    let folder = program(name).parent().map(PathBuf::from);
    let others = env::var_os("PATH").unwrap_or_default();
    if let Ok(paths) = env::join_paths(folder.into_iter().chain(env::split_paths(&others))) {
        command.env("PATH", paths);
    }
    command.current_dir(root());
    command
}

/// Calls pip of the environment.
fn pip(arguments: &[&str]) -> Command {
    let mut command = inside("python");
    command.args(["-m", "pip", "install", "--disable-pip-version-check"]).args(arguments);
    command
}

/// Makes the environment if there is none, with what the tests need.
pub(crate) fn environment(run: &mut StageRun<'_>) -> Result<End> {
    if !program("python").exists() {
        let Some(python) = python() else { return Ok(End::Skipped("Python 3.10 or later with venv")) };
        if !run.succeeds(Command::new(python).args(["-m", "venv"]).arg(root().join("target/python")))? {
            return Ok(End::Skipped("Python's venv"));
        }
    }
    // What is there already is left alone.
    let good = run.succeeds(pip(&["--no-compile", "--progress-bar", "off"]).args(needed()?))?;
    Ok(if good { End::Passed } else { End::Skipped("a package that pyproject.toml lists for tests") })
}

/// What the module is built and tested with, by pyproject.toml.
fn needed() -> Result<Vec<String>> {
    let text = fs::read_to_string(root().join("pyproject.toml")).context("cannot read pyproject.toml")?;
    let project: toml::Table = text.parse().context("in pyproject.toml")?;
    let lists = [
        project["build-system"].get("requires"),
        project["project"].get("dependencies"),
        project["project"].get("optional-dependencies").and_then(|extras| extras.get("test")),
    ];
    let listed = lists.into_iter().flatten().filter_map(|list| list.as_array()).flatten();
    Ok(listed.filter_map(|name| name.as_str()).map(str::to_owned).collect())
}

/// Packs the module that the stage `build` has built, and installs it as `pip install .` does.
pub(crate) fn install(run: &mut StageRun<'_>) -> Result<bool> {
    let mut install = pip(&["--no-deps", "--no-build-isolation", "--force-reinstall", "."]);
    let real = cargo("").get_program().to_owned();
    install.env("CARGO", tools::program("xtask")).env(AS_CARGO, real);
    install.env(PATH_BEFORE, env::var_os("PATH").unwrap_or_default());
    run.succeeds(&mut install)
}

/// Why the package is not made where [`dist`] makes none.
pub(crate) const MISSING: &str = "NOT MADE: the Python package: Python 3.10 or later with venv, or maturin, is missing";

/// Makes what a release of the Python package consists of: a wheel for this system and the sources. Says what the wheel
/// lacks; nothing where there is no Python to make it with.
pub(crate) fn dist(folder: &Path) -> Result<Option<Lacks>> {
    if !program("maturin").exists() && !make_builder()? {
        return Ok(None);
    }
    let mut lacks = Lacks::new();
    ensure!(succeeds(inside("maturin").args(["sdist", "--out"]).arg(folder))?, "the sources were not packed");
    let mut build = inside("maturin");
    build.args(["build", "--release", "--out"]).arg(folder);
    if cfg!(target_os = "linux") {
        // Zig's linker knows the C libraries of old systems, so that the wheel runs there, too.
        if succeeds(pip(&["--quiet", "--no-compile"]).arg("ziglang"))? {
            build.args(["--zig", "--compatibility", OLDEST_LINUX]);
        } else {
            lacks.push("NOT FOR ALL: the wheel is for systems as new as this one: ziglang is missing".to_owned());
        }
    }
    ensure!(succeeds(&mut build)?, "the wheel was not built; what maturin said stands above");
    println!("{} has the wheel and the sources of the Python package.", folder.display());
    Ok(Some(lacks))
}

/// Builds unpacked sources as pip does, of what is in them and the crates that the wheel was built of. With the profile
/// of tests, which is the quicker one, and in a folder of its own, where the next time finds the crates.
pub(crate) fn build_sources(unpacked: &Path, to: &Path) -> Result<bool> {
    let mut build = inside("maturin");
    build.current_dir(unpacked).args(["build", "--offline", "--out"]).arg(to);
    succeeds(build.arg("--target-dir").arg(root().join("target/python-sources")))
}

/// Makes the environment with maturin alone; says no where there is no Python for it.
fn make_builder() -> Result<bool> {
    let Some(python) = python() else { return Ok(false) };
    let made = succeeds(Command::new(python).args(["-m", "venv"]).arg(root().join("target/python")))?;
    let builder: Vec<String> = needed()?.into_iter().filter(|name| name.starts_with("maturin")).collect();
    Ok(made && succeeds(pip(&["--no-compile"]).args(builder))?)
}

/// Makes an environment with nothing in it, and returns its Python.
pub(crate) fn fresh_environment(folder: &Path) -> Result<PathBuf> {
    let python = python().context("Python 3.10 or later with venv is missing")?;
    ensure!(succeeds(Command::new(python).args(["-m", "venv"]).arg(folder))?, "Python could not make an environment");
    Ok(folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" }))
}

/// Stands in for cargo where maturin calls it: what it would build is there already, with the profile and features of
/// all tests. Maturin's own call would build every dependency of the module again.
pub(crate) fn as_cargo() -> Option<Result<bool>> {
    let mut command = Command::new(env::var_os(AS_CARGO)?);
    command.env_remove(AS_CARGO).env_remove("CARGO");
    let mut arguments = env::args_os().skip(1).peekable();
    if arguments.peek().is_some_and(|first| first == "rustc") {
        let asked = |name: &str| is_asked_by_pyo3(name) || is_of_this_package(name);
        for (name, _) in env::vars_os().filter(|(name, _)| asked(&name.to_string_lossy())) {
            command.env_remove(name);
        }
        command.env("PATH", env::var_os(PATH_BEFORE).unwrap_or_default());
        command.current_dir(root()).args(EVERYTHING.split(' ')).args(["--message-format", "json-render-diagnostics"]);
        return Some(checked(command).and_then(|mut command| succeeds(&mut command)));
    }
    Some(succeeds(command.args(arguments)))
}

/// The format and the lints of the Python sources.
pub(crate) fn lint(run: &mut StageRun<'_>) -> Result<bool> {
    let mut ruff = |arguments: &[&str]| run.succeeds(Command::new(program("ruff")).current_dir(root()).args(arguments));
    let sources = ["python", "games", "crates"];
    Ok(ruff(&[&["format", "--check"], &sources[..]].concat())? & ruff(&[&["check"], &sources[..]].concat())?)
}

/// Runs the tests, as many at once as there are cores. The server whose interface they try is that of all tests.
pub(crate) fn pytest() -> Command {
    let mut command = Command::new(program("python"));
    command.env("QUIPU_BIN", root().join("target/debug").join(format!("quipu{}", env::consts::EXE_SUFFIX)));
    command.current_dir(root()).args(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "--color=no"]);
    command.args(["-n", "auto"]);
    command
}

/// Tries the server's interface for long, if the environment is there; `None` if it is not.
pub(crate) fn api(examples: u32) -> Option<Command> {
    let there = program("st").exists();
    let mut command = pytest();
    command.arg("python/tests/test_api.py").env("QUIPU_API_EXAMPLES", examples.to_string());
    there.then_some(command)
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_python_needs_is_listed_once() {
        let needed = super::needed().unwrap();
        for name in ["maturin", "numpy", "pytest", "ruff", "schemathesis"] {
            assert!(needed.iter().any(|line| line.starts_with(name)), "{name}: {needed:?}");
        }
    }
}
