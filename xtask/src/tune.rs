//! Tunes a game's weights and writes them into its sources.

use std::fmt::Write as _;
use std::fs;
use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::tools::{cargo, root};

/// Runs `quipu tune` and writes what it found, with the command that found it, if it proved better.
pub(crate) fn run(game: &str, arguments: &[String]) -> Result<bool> {
    let file = root().join("games").join(game).join("src/weights.rs");
    let source = fs::read_to_string(&file).with_context(|| format!("{game} has no weights: {}", file.display()))?;
    let mut tune = cargo("run --quiet --release --package quipu-cli --bin quipu -- tune");
    let answer = tune.arg(game).args(arguments).stderr(Stdio::inherit()).output().context("cannot run cargo")?;
    if !answer.status.success() {
        return Ok(false);
    }
    let text = String::from_utf8(answer.stdout)?;
    print!("{text}");
    let (proof, doubt) = proof(&text).context("quipu tune did not say how good its weights are")?;
    if proof - doubt <= 50.0 {
        println!("not proven better than before: nothing is written");
        return Ok(true);
    }
    let command = ["cargo", "xtask", "tune", game].map(str::to_owned).into_iter().chain(arguments.iter().cloned());
    let command = command.collect::<Vec<_>>().join(" ");
    let written = rewritten(&source, &text, &command, &format!("{proof:.1} % (+- {doubt:.1})"))?;
    fs::write(&file, written).with_context(|| format!("cannot write {}", file.display()))?;
    println!("written to games/{game}/src/weights.rs");
    Ok(true)
}

/// The percentage in the last line, and how far off it may be.
fn proof(text: &str) -> Option<(f64, f64)> {
    let last = text.lines().rev().find(|line| line.starts_with("against the weights before:"))?;
    let number = |nth: usize| last.split_whitespace().nth(nth)?.parse().ok();
    Some((number(4)?, number(7)?))
}

/// The source with other values, and with the command in the line that says where they are from.
fn rewritten(source: &str, found: &str, command: &str, proof: &str) -> Result<String> {
    let mut text = String::new();
    let mut changed = 0;
    for line in source.lines() {
        if line.starts_with("//! Made by:") {
            writeln!(text, "//! Made by: `{command}`, {proof} against the weights before")?;
            continue;
        }
        let name = line.trim().split_once(':').map(|(name, _)| name).filter(|name| !name.starts_with('/'));
        let value = name.and_then(|name| value(found, name));
        match (name, value) {
            (Some(name), Some(value)) => {
                changed += 1;
                writeln!(text, "        {name}: {value:?},")?;
            }
            _ => writeln!(text, "{line}")?,
        }
    }
    if changed == 0 {
        bail!("no weight of the source was found in the answer");
    }
    Ok(text)
}

/// The new value of a weight in the answer of `quipu tune`.
fn value(found: &str, name: &str) -> Option<f32> {
    let mut words = found.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let line = words.find(|words| words.len() == 4 && words[0] == name && words[2] == "->")?;
    line[3].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_replaced_by_name_and_the_command_is_kept() {
        let source = "//! Weights.\n//! Made by: hand\n        /// A camp.\n        camp: 5.0,\n        pull: 0.3,\n";
        let found = "camp  5.000 ->  4.250\nagainst the weights before: 55.5 % +- 3.1 of 200 mirrored pairs\n";
        assert_eq!(proof(found), Some((55.5, 3.1)));
        let text = rewritten(source, found, "cargo xtask tune tikal", "55.5 %").unwrap();
        assert!(text.contains("        camp: 4.25,\n        pull: 0.3,\n"), "{text}");
        assert!(text.contains("Made by: `cargo xtask tune tikal`, 55.5 %"), "{text}");
        assert!(rewritten(source, "", "x", "60 %").is_err());
    }
}
