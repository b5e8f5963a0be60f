//! For what a binary is made: on Linux for musl, so that one file runs on every distribution and in an empty image.

use std::env;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::Lacks;
use crate::tools::{cargo, has_std, install_packages, printed, succeeds};

/// A compiler of C that makes static programs: SQLite and the allocator are C. Debian has it in this package.
const MUSL_COMPILER: (&str, &str) = ("musl-gcc", "musl-tools");

/// What the compiler makes programs for.
pub(super) struct Target {
    /// As the compiler calls it.
    pub(super) name: String,
    /// The target that it builds for by itself.
    pub(super) host: String,
}

impl Target {
    /// The target that is asked for; otherwise the one that a release has for this machine.
    pub(super) fn released(asked: Option<&str>) -> Result<Target> {
        let said = printed("rustc", &["-vV"]).context("cannot run rustc")?;
        let host = said.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc does not name its host")?;
        Ok(Target { name: asked.map_or_else(|| portable(host), str::to_owned), host: host.to_owned() })
    }

    /// This target, if it can be built here; else the machine's own, where that may stand in for it.
    pub(super) fn ready(self, or_host: bool, lacks: &mut Lacks) -> Result<Target> {
        let Some(why) = self.unready() else { return Ok(self) };
        ensure!(or_host, "{} cannot be built here: {why}", self.name);
        lacks.push(format!("NOT STATIC: the binary is for systems like this one alone: {why}"));
        Ok(Target { name: self.host.clone(), host: self.host })
    }

    pub(super) fn is_musl(&self) -> bool {
        self.name.ends_with("-musl")
    }

    /// Whether the compiler must be told the target.
    pub(super) fn is_foreign(&self) -> bool {
        self.name != self.host
    }

    /// Why it cannot be built, after what is missing was installed as far as it can be.
    fn unready(&self) -> Option<String> {
        let add = || succeeds(Command::new("rustup").args(["target", "add", &self.name]).stdin(Stdio::null()));
        if self.is_foreign() && !has_std(&self.name) && !add().unwrap_or(false) {
            return Some(format!(
                "the compiler has no standard library for {}, and rustup could not add it",
                self.name
            ));
        }
        let (compiler, package) = MUSL_COMPILER;
        let there = || env::var_os(self.compiler_variable()).is_some() || printed(compiler, &["--version"]).is_some();
        if self.is_musl() && !there() && !(install_packages(&[package], succeeds) && there()) {
            return Some(format!("{compiler} is missing and could not be installed (Debian has it in {package})"));
        }
        None
    }

    /// The variable that tells build scripts which compiler of C to use.
    fn compiler_variable(&self) -> String {
        format!("CC_{}", self.name.replace('-', "_"))
    }

    /// Calls cargo for this target.
    pub(super) fn cargo(&self, arguments: &str) -> Command {
        let mut command = cargo(arguments);
        if self.is_foreign() {
            command.args(["--target", &self.name]);
        }
        if self.is_musl() && env::var_os(self.compiler_variable()).is_none() {
            command.env(self.compiler_variable(), MUSL_COMPILER.0);
        }
        if self.name.contains("apple") {
            command
                .env("CARGO_PROFILE_RELEASE_SPLIT_DEBUGINFO", "packed")
                .env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
        }
        command
    }
}

/// The target that a release has for a machine.
fn portable(host: &str) -> String {
    host.replace("-linux-gnu", "-linux-musl")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linux_gets_what_runs_everywhere() {
        assert_eq!(portable("aarch64-unknown-linux-gnu"), "aarch64-unknown-linux-musl");
        assert_eq!(portable("aarch64-apple-darwin"), "aarch64-apple-darwin");
        assert_eq!(portable("x86_64-pc-windows-msvc"), "x86_64-pc-windows-msvc");
    }
}
