//! Load and crashes: the server and its generator, built for speed, as processes of their own.

use anyhow::Result;

use crate::tools::{cargo, root, succeeds};

/// Runs one command of `quipu-load` with a server built for speed.
pub(crate) fn run(command: &str, arguments: &[String]) -> Result<bool> {
    if !succeeds(&mut cargo("build --release --package quipu-cli --package quipu-load"))? {
        return Ok(false);
    }
    let quipu = root().join("target/release").join(format!("quipu{}", std::env::consts::EXE_SUFFIX));
    let mut load = cargo("run --quiet --release --package quipu-load --bin quipu-load --");
    succeeds(load.arg(command).arg(quipu).args(arguments))
}
