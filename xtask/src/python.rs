//! The Python side: an environment of its own below `target`, the module built and put there, and its tests.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::tools::{root, succeeds};

/// The oldest Python that the module is built for.
const OLDEST: (u32, u32) = (3, 10);

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

/// Makes the environment if there is none, and puts the module and what its tests need into it. Says what is missing
/// where that cannot be done.
pub(crate) fn install() -> Result<Result<(), &'static str>> {
    if !program("python").exists() {
        let Some(python) = python() else { return Ok(Err("Python 3.10 or later with venv")) };
        if !succeeds(Command::new(python).args(["-m", "venv"]).arg(root().join("target/python")))? {
            return Ok(Err("Python's venv"));
        }
    }
    let pip = |arguments: &[&str]| {
        let mut command = Command::new(program("python"));
        // maturin is called by its name.
        let folder = program("python").parent().map(PathBuf::from);
        let others = env::var_os("PATH").unwrap_or_default();
        if let Ok(paths) = env::join_paths(folder.into_iter().chain(env::split_paths(&others))) {
            command.env("PATH", paths);
        }
        command.current_dir(root()).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        command.args(arguments);
        command
    };
    // What is there already is left alone; without the network the second step still tells whether all is there.
    let needed = root().join("python/requirements-test.txt");
    if !succeeds(pip(&["--requirement"]).arg(needed))? {
        return Ok(Err("a package of python/requirements-test.txt"));
    }
    // Built with the maturin that is there, so that no other environment is made for it.
    if succeeds(&mut pip(&["--no-deps", "--no-build-isolation", "--force-reinstall", "."]))? {
        Ok(Ok(()))
    } else {
        Ok(Err("the built module"))
    }
}

/// Runs the tests.
pub(crate) fn pytest() -> Command {
    let mut command = Command::new(program("python"));
    command.current_dir(root()).args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--color=no"]);
    command
}
