//! The browser's side: types made from Rust, the client built and tested, and both put together.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use crate::tools::{cargo, root, succeeds};

/// Whether Node and npm are here.
pub(crate) fn node_is_here() -> bool {
    let asked = |program: &str| Command::new(program).arg("--version").stdout(Stdio::null()).status();
    [asked("node"), asked("npm")].into_iter().all(|status| status.is_ok_and(|status| status.success()))
}

/// Calls npm in the workspace's folder.
pub(crate) fn npm(arguments: &str) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(root()).args(arguments.split_whitespace());
    command
}

/// Makes sure that the packages of the lock file are installed.
pub(crate) fn install() -> Result<bool> {
    let when = |path: &str| fs::metadata(root().join(path)).and_then(|data| data.modified()).ok();
    let fresh = when("node_modules/.package-lock.json") >= when("package-lock.json");
    if fresh && when("node_modules/.package-lock.json").is_some() {
        return Ok(true);
    }
    succeeds(&mut npm("ci --no-audit --no-fund"))
}

/// Whether there is a built client; the stage `web` builds it anew each time.
pub(crate) fn is_built() -> bool {
    root().join("web/dist/index.html").is_file()
}

/// Builds the client into `web/dist`, where the server takes it from.
pub(crate) fn build() -> Result<bool> {
    Ok(install()? && succeeds(&mut npm("run build --workspace web"))?)
}

/// `cargo xtask codegen`: writes the TypeScript types. That they are fresh is a test of `quipu-codegen`.
pub(crate) fn codegen() -> Result<bool> {
    succeeds(&mut cargo("run --quiet --bin quipu-codegen"))
}

/// `cargo xtask play` without a game: the client is built, the server started, the page opened.
pub(crate) fn play() -> Result<bool> {
    if node_is_here() {
        ensure!(build()?, "the client was not built; what npm said stands above");
    } else {
        println!("Node is missing, so there will be no page; `cargo xtask play tikal` plays in the terminal.");
    }
    succeeds(&mut cargo("run --release --quiet --package quipu-cli -- serve --open"))
}

/// `cargo xtask dist`: the one binary, with the client inside.
pub(crate) fn dist() -> Result<bool> {
    ensure!(node_is_here(), "Node is missing: the client cannot be built");
    ensure!(build()?, "the client was not built; what npm said stands above");
    let good = succeeds(&mut cargo("build --release --package quipu-cli"))?;
    if good {
        println!("target/release/quipu has everything: copy it where you like and run `quipu serve`.");
    }
    Ok(good)
}
