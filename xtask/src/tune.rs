//! Tunes a game's weights and writes them into its sources.

use std::fmt::Write as _;
use std::fs;
use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::builds;
use crate::tools::root;

/// Runs `quipu tune` and writes what it found, with the command that found it, if it proved better.
pub(crate) fn run(game: &str, arguments: &[String]) -> Result<bool> {
    let file = root().join("games").join(game).join("src/weights.rs");
    let source = fs::read_to_string(&file).with_context(|| format!("{game} has no weights: {}", file.display()))?;
    let Some(mut tune) = builds::fast_quipu()? else { return Ok(false) };
    let answer = tune.args(["tune", game]).args(arguments).stderr(Stdio::inherit()).output();
    let answer = answer.context("cannot run quipu")?;
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
    let made = format!("`{command}`, {proof:.1} % (+- {doubt:.1}) against the weights before");
    let written = rewritten(&source, &text, &made, Table::of(arguments))?;
    fs::write(&file, written).with_context(|| format!("cannot write {}", file.display()))?;
    println!("written to games/{game}/src/weights.rs");
    Ok(true)
}

/// The tables for which weights were found: some have values of their own where more than two sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Table {
    Two,
    More,
}

impl Table {
    /// The table that `--seats` says.
    fn of(arguments: &[String]) -> Table {
        let behind = arguments.iter().skip_while(|word| *word != "--seats").nth(1);
        let joined = arguments.iter().find_map(|word| word.strip_prefix("--seats="));
        match behind.map(String::as_str).or(joined) {
            None | Some("2") => Table::Two,
            Some(_) => Table::More,
        }
    }

    /// How the line begins that says where its values are from.
    fn made(self) -> &'static str {
        match self {
            Table::Two => "//! Made by:",
            Table::More => "//! Made for more than two by:",
        }
    }

    /// The values of a weight, one of them new.
    fn values(self, before: &str, new: f32) -> String {
        let (two, more) = match before.split_once(" | ") {
            Some((two, more)) => (two, Some(more)),
            None => (before, None),
        };
        match self {
            Table::Two => more.map_or_else(|| format!("{new:?}"), |more| format!("{new:?} | {more}")),
            Table::More => format!("{two} | {new:?}"),
        }
    }
}

/// The percentage in the last line, and how far off it may be.
fn proof(text: &str) -> Option<(f64, f64)> {
    let last = text.lines().rev().find(|line| line.starts_with("against the weights before:"))?;
    let number = |nth: usize| last.split_whitespace().nth(nth)?.parse().ok();
    Some((number(4)?, number(7)?))
}

/// The source with other values, and in the line that says where they are from how these were made.
fn rewritten(source: &str, found: &str, made: &str, table: Table) -> Result<String> {
    let mut text = String::new();
    let (mut changed, mut told) = (0, false);
    for line in source.lines() {
        if line.starts_with(table.made()) {
            writeln!(text, "{} {made}", table.made())?;
            told = true;
            continue;
        }
        let weight = line.trim().strip_suffix(',').and_then(|weight| weight.split_once(": "));
        let weight = weight.filter(|(name, _)| !name.starts_with('/'));
        match weight.and_then(|(name, before)| Some((name, before, value(found, name)?))) {
            Some((name, before, value)) => {
                changed += 1;
                writeln!(text, "        {name}: {},", table.values(before, value))?;
            }
            None => writeln!(text, "{line}")?,
        }
    }
    if changed == 0 {
        bail!("no weight of the source was found in the answer");
    }
    if !told {
        bail!("the source has no line '{}' to say how they were made: add one", table.made());
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

    const SOURCE: &str = "//! Weights.\n//! Made by: hand\n//! Made for more than two by: hand\n        \
                          /// A camp: here.\n        \
                          camp: 5.0 | 4.0,\n        pull: 0.3,\n        tile: 2.0,\n";
    const FOUND: &str = "camp  5.000 ->  4.250\npull 0.300 -> 0.500\n\
                         against the weights before: 55.5 % +- 3.1 of 200 mirrored pairs\n";

    #[test]
    fn values_are_replaced_by_name_and_the_command_is_kept() {
        assert_eq!(proof(FOUND), Some((55.5, 3.1)));
        let text = rewritten(SOURCE, FOUND, "`cargo xtask tune tikal`, 55.5 %", Table::Two).unwrap();
        assert!(text.contains("        camp: 4.25 | 4.0,\n        pull: 0.5,\n        tile: 2.0,\n"), "{text}");
        assert!(
            text.contains("Made by: `cargo xtask tune tikal`, 55.5 %\n//! Made for more than two by: hand\n"),
            "{text}"
        );
        assert!(rewritten(SOURCE, "", "x", Table::Two).is_err(), "no weight was found");
        assert!(rewritten("camp: 5.0,\n", FOUND, "x", Table::Two).is_err(), "nowhere to say how");
    }

    #[test]
    fn tables_of_more_than_two_have_values_of_their_own() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(Table::of(&words("--steps 4 --seats 4")), Table::More);
        assert_eq!(Table::of(&words("--seats=6")), Table::More);
        assert_eq!(Table::of(&words("--seats 2 --steps 4")), Table::Two);
        assert_eq!(Table::of(&words("--steps 4")), Table::Two);
        let text = rewritten(SOURCE, FOUND, "so", Table::More).unwrap();
        assert!(text.contains("        camp: 5.0 | 4.25,\n        pull: 0.3 | 0.5,\n        tile: 2.0,\n"), "{text}");
        assert!(text.contains("//! Made by: hand\n//! Made for more than two by: so\n"), "{text}");
    }
}
