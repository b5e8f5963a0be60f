//! The programs that the commands call.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), Into::into);
    here.parent().map_or_else(|| here.clone(), Into::into)
}

/// Calls cargo in the workspace's folder, with arguments separated by blanks.
///
/// What cargo told this program about its own package is not handed on: build scripts that ask for it (ring's does)
/// would run again, and all that stands on them be built anew, whenever `cargo xtask` follows a plain `cargo`.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in env::vars_os().filter(|(name, _)| is_of_this_package(&name.to_string_lossy())) {
        command.env_remove(name);
    }
    command.current_dir(root()).args(arguments.split_whitespace());
    command
}

/// A program that was built with the profile of all tests.
pub(crate) fn program(name: &str) -> PathBuf {
    built("debug", name)
}

/// A program that was built for speed.
pub(crate) fn released(name: &str) -> PathBuf {
    built("release", name)
}

fn built(profile: &str, name: &str) -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join(profile).join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// Whether cargo set a variable to tell this program about its own package.
pub(crate) fn is_of_this_package(name: &str) -> bool {
    name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
}

/// Runs a command to its end and says whether it succeeded.
pub(crate) fn succeeds(command: &mut Command) -> Result<bool> {
    let status = command.status().with_context(|| format!("cannot run {}", command.get_program().display()))?;
    Ok(status.success())
}

/// What a program prints, if it succeeds.
pub(crate) fn printed(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Whether the compiler has the standard library of a target beside it.
pub(crate) fn has_std(target: &str) -> bool {
    let libraries = printed("rustc", &["--print", "target-libdir", "--target", target]);
    let files = libraries.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    files.into_iter().any(|file| file.file_name().to_string_lossy().starts_with("libstd"))
}

/// Whether a cargo subcommand is installed.
pub(crate) fn installed(subcommand: &str) -> bool {
    let asked = cargo(subcommand).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// Makes sure that a component of the toolchain is there, installing it if it can.
pub(crate) fn component(subcommand: &str, component: &str) -> bool {
    installed(subcommand) || {
        println!("{component} is missing, trying to install it");
        let added = Command::new("rustup").args(["component", "add", component]).status();
        added.is_ok_and(|status| status.success()) && installed(subcommand)
    }
}

/// Makes sure that a cargo subcommand is there, building it if it must.
pub(crate) fn subcommand(name: &str) -> bool {
    installed(name) || {
        println!("cargo-{name} is missing, trying to install it");
        let built = cargo("install --locked").arg(format!("cargo-{name}")).status();
        built.is_ok_and(|status| status.success()) && installed(name)
    }
}

/// Installs Debian's packages, where that is allowed without asking anybody.
pub(crate) fn install_packages(packages: &[&str], mut runs: impl FnMut(&mut Command) -> Result<bool>) -> bool {
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    if !root {
        return false;
    }
    let mut apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        runs(&mut command).unwrap_or(false)
    };
    apt(&["update"]) && apt(&[&["install", "-y", "--no-install-recommends"], packages].concat())
}

/// A line without its colours.
pub(crate) fn plain(line: &str) -> String {
    let mut plain = String::new();
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            rest.find(char::is_ascii_alphabetic);
        } else {
            plain.push(c);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_dropped() {
        assert_eq!(plain("\u{1b}[32;1m 30 passed\u{1b}[0m, 1 failed"), " 30 passed, 1 failed");
    }
}
