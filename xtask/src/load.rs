//! Load and crashes: the server and its generator, built for speed, as processes of their own.

use std::process::Command;

use anyhow::Result;

use crate::tools::{cargo, released, succeeds};

/// Runs one command of `quipu-load` with a server built for speed.
pub(crate) fn run(command: &str, arguments: &[String]) -> Result<bool> {
    if !succeeds(&mut cargo("build --release --package quipu-cli --package quipu-load"))? {
        return Ok(false);
    }
    succeeds(Command::new(released("quipu-load")).arg(command).arg(released("quipu")).args(arguments))
}
