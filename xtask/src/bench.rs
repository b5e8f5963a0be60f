//! What the `quipu` binary does, built for speed.

use anyhow::Result;

use crate::builds;
use crate::tools::succeeds;

/// Runs one command of `quipu` in a release build.
pub(crate) fn quipu(command: &str, arguments: &[String]) -> Result<bool> {
    let Some(mut quipu) = builds::fast_quipu()? else { return Ok(false) };
    succeeds(quipu.arg(command).args(arguments))
}
