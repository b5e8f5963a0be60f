//! What the `quipu` binary does, built for speed.

use anyhow::Result;

use crate::tools::{cargo, succeeds};

/// Runs one command of `quipu` in a release build.
pub(crate) fn quipu(command: &str, arguments: &[String]) -> Result<bool> {
    succeeds(cargo("run --quiet --release --package quipu-cli --bin quipu --").arg(command).args(arguments))
}
