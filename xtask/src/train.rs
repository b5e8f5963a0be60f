//! Trains a game's learned value and puts it into the game's folder.

use anyhow::Result;

use crate::builds;
use crate::tools::{root, succeeds};

/// Runs `quipu train`, which writes what it learned if it proved better. What is under way is kept below `target`, so
/// that the same command goes on after an interruption.
pub(crate) fn run(game: &str, arguments: &[String]) -> Result<bool> {
    let file = root().join("games").join(game).join("learned.net");
    let keep = root().join("target/train").join(format!("{game}{}.net", arguments.concat()));
    let made = ["cargo", "xtask", "train", game].map(str::to_owned).into_iter().chain(arguments.iter().cloned());
    let made = made.collect::<Vec<_>>().join(" ");
    let Some(mut train) = builds::fast_quipu()? else { return Ok(false) };
    train.args(["train", game]).args(arguments).args(["--made", &made]);
    train.arg("--out").arg(&file).arg("--keep").arg(&keep);
    succeeds(&mut train)
}
