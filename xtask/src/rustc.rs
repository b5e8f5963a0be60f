//! One pass over every crate: what the test's build compiles is linted and documented on the way.
//!
//! `cargo clippy` and `cargo doc` would each read all dependencies again, in a form that no build can use. Cargo can
//! be told to call another program in the compiler's place for the crates of the workspace: this one, which calls
//! clippy's compiler and then rustdoc with what cargo gave it. Builds without it (`cargo xtask play`, a plain `cargo`)
//! keep their own copies of the workspace's crates and share all others.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::tools::{installed, program, root, succeeds};

/// The compiler that is called, `clippy-driver` or `rustc`.
const COMPILER: &str = "QUIPU_COMPILER";

/// Where the documentation goes.
const DOCUMENTS: &str = "QUIPU_DOCUMENTS";

/// A copy of this program, since the build replaces the program itself while cargo calls it. Its path is part of what
/// cargo knows its products by.
fn stand_in() -> PathBuf {
    root().join("target/test").join(format!("rustc{}", env::consts::EXE_SUFFIX))
}

/// Makes a call of cargo compile, lint and document the workspace's crates in one pass; any warning is an error.
pub(crate) fn checked(mut command: Command) -> Result<Command> {
    // The build has replaced the file that this process was started from, by one of the same sources.
    let (stand_in, own) = (stand_in(), program("xtask"));
    let put = || {
        fs::create_dir_all(stand_in.with_file_name(""))?;
        let fresh = stand_in.with_extension("new");
        fs::copy(&own, &fresh)?;
        fs::rename(&fresh, &stand_in)
    };
    put().with_context(|| format!("cannot write {}", stand_in.display()))?;
    command.env("RUSTC_WORKSPACE_WRAPPER", stand_in);
    command.env(COMPILER, if installed("clippy") { "clippy-driver" } else { "rustc" });
    command.env("CLIPPY_ARGS", "-Dwarnings").env(DOCUMENTS, root().join("target/doc"));
    Ok(command)
}

/// Stands in for the compiler where cargo calls it for a crate of the workspace.
pub(crate) fn as_rustc() -> Option<Result<bool>> {
    let called = env::args_os().next().map(PathBuf::from)?;
    if called.file_stem() != stand_in().file_stem() {
        return None;
    }
    let compiler = env::var(COMPILER).unwrap_or_else(|_| "rustc".to_owned());
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    Some(compile(&compiler, &arguments))
}

fn compile(compiler: &str, arguments: &[OsString]) -> Result<bool> {
    let (rustc, arguments) = arguments.split_first().context("cargo names the compiler first")?;
    let texts: Vec<String> = arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let mut command = Command::new(if compiler == "rustc" { rustc.clone() } else { compiler.into() });
    if compiler != "rustc" {
        command.arg(rustc);
    }
    if !succeeds(command.args(arguments))? {
        return Ok(false);
    }
    let (Some(documented), Some(folder)) = (documented(&texts), env::var_os(DOCUMENTS)) else { return Ok(true) };
    succeeds(Command::new("rustdoc").args(documented).arg("-o").arg(folder).arg("-Dwarnings"))
}

/// What rustdoc takes of the compiler's arguments, where they are those of a library or a program; nothing for tests,
/// examples, build scripts and cargo's questions about the compiler.
fn documented(arguments: &[String]) -> Option<Vec<String>> {
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).map(String::as_str)
    };
    let source =
        arguments.iter().find(|argument| Path::new(argument).extension().is_some_and(|ending| ending == "rs"))?;
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    if has("--test") || source.contains("examples/") || value("--crate-name")?.starts_with("build_script") {
        return None;
    }
    let mut kept = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "-C" | "--out-dir" => drop(rest.next()),
            // A module for Python is a library to whoever reads about it.
            "--crate-type" => kept.extend([argument.clone(), library_or_program(rest.next()?)]),
            flag if ["--emit", "--error-format", "--json", "--diagnostic-width"]
                .iter()
                .any(|no| flag.starts_with(no)) => {}
            flag if flag.starts_with("-C") => {}
            _ => kept.push(argument.clone()),
        }
    }
    if value("--crate-type") == Some("bin") {
        kept.push("--document-private-items".to_owned());
    }
    Some(kept)
}

fn library_or_program(kind: &str) -> String {
    if kind == "bin" { "bin" } else { "lib" }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<String> {
        documented(&line.split(' ').map(str::to_owned).collect::<Vec<_>>()).map(|kept| kept.join(" "))
    }

    #[test]
    fn libraries_and_programs_are_documented() {
        let library = "--crate-name quipu_grid --edition=2024 crates/grid/src/lib.rs --error-format=json \
                       --json=artifacts --crate-type lib --emit=dep-info,metadata,link -C opt-level=1 -Cmetadata=1 \
                       --warn=missing_docs --out-dir target/debug/deps -L dependency=target/debug/deps \
                       --extern serde=libserde.rmeta";
        assert_eq!(
            of(library).unwrap(),
            "--crate-name quipu_grid --edition=2024 crates/grid/src/lib.rs --crate-type lib --warn=missing_docs \
             -L dependency=target/debug/deps --extern serde=libserde.rmeta"
        );
        let program = of("--crate-name quipu crates/cli/src/main.rs --crate-type bin").unwrap();
        assert!(program.ends_with("--crate-type bin --document-private-items"), "{program}");
    }

    #[test]
    fn tests_examples_and_questions_are_not() {
        assert_eq!(of("--crate-name quipu_grid crates/grid/src/lib.rs --test"), None);
        assert_eq!(of("--crate-name costs crates/session/examples/costs.rs --crate-type bin"), None);
        assert_eq!(of("--crate-name build_script_build build.rs --crate-type bin"), None);
        assert_eq!(of("- --crate-name ___ --print=file-names --crate-type bin"), None);
    }
}
