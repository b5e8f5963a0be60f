//! `cargo xtask new-game NAME`: a folder of its own under `games/`, a line in the catalog, and a dependency.
//!
//! The templates are a complete small game, with `__name__`, `__Name__`, `__L__` and `__l__` for the game's name,
//! its type and the letter of its rules.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::tidy::{Tree, walk};
use crate::tools::{cargo, component, root, succeeds};

const TEMPLATES: &str = "xtask/templates/";

/// The catalog's two files: where the game is named, and behind which mark it ends.
const CATALOG: [(&str, &str); 2] =
    [("crates/catalog/Cargo.toml", "# games: end"), ("crates/catalog/src/lib.rs", "// games: end")];

/// Names that a crate cannot have, or that the project uses already.
const TAKEN: &[&str] = &[
    "catalog", "cli", "core", "crate", "engine", "fuzz", "game", "grid", "protocol", "python", "quipu", "search",
    "self", "server", "session", "std", "store", "super", "test", "testkit", "toy", "wasm", "xtask",
];

/// Makes a game and says what to do next.
pub(crate) fn run(name: &str) -> Result<bool> {
    for (path, text) in files(&Tree::read(&root())?, name)? {
        write(&root(), &path, &text)?;
        println!("wrote {path}");
    }
    if component("fmt", "rustfmt") {
        // The catalog's list is left as it is written: one line a game.
        succeeds(cargo("fmt --package").arg(format!("quipu-{name}")))?;
    }
    println!(
        "\n{name} is a complete small game now. Next:
  cargo test --package quipu-{name}     its laws and scenarios
  cargo xtask play {name}               play it
  games/{name}/README.md                write the rules, numbered, then each rule with its scenario
  docs/adding-a-game.md                 the whole way"
    );
    Ok(true)
}

/// Copies the project to a folder below `target`, with a game made there, and gives the folder. What is already there
/// and the same is not touched, so that nothing is built twice.
pub(crate) fn copy_with(name: &str) -> Result<PathBuf> {
    let copy = root().join("target/new-game");
    let mut tree = Tree::read(&root())?;
    for (path, text) in files(&tree, name)? {
        tree.put(path, text);
    }
    for (path, text) in tree.files() {
        if fs::read(copy.join(path)).ok().as_deref() != Some(text.as_bytes()) {
            write(&copy, path, text)?;
        }
    }
    let mut there = Vec::new();
    walk(&copy, "", &mut there)?;
    for path in there.iter().filter(|path| tree.text(path).is_none()) {
        fs::remove_file(copy.join(path)).with_context(|| format!("cannot remove {path}"))?;
    }
    Ok(copy)
}

fn write(root: &Path, path: &str, text: &str) -> Result<()> {
    let full = root.join(path);
    let folder = full.parent().context("a file lies in a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    fs::write(&full, text).with_context(|| format!("cannot write {path}"))
}

/// The files that a new game adds or changes, with their texts.
fn files(tree: &Tree, name: &str) -> Result<Vec<(String, String)>> {
    allowed(tree, name)?;
    let mut files = Vec::new();
    for (path, text) in tree.files() {
        if let Some(inside) = path.strip_prefix(TEMPLATES) {
            let inside = inside.strip_suffix(".template").unwrap_or(inside);
            files.push((format!("games/{name}/{}", filled(inside, name)), filled(text, name)));
        }
    }
    let type_name = type_name(name);
    let lines = [
        format!("{name} = {{ path = \"../../games/{name}\", package = \"quipu-{name}\" }}"),
        format!("Hosted::<{name}::{type_name}>::ENTRY,"),
    ];
    for ((path, mark), line) in CATALOG.into_iter().zip(lines) {
        let text = tree.text(path).with_context(|| format!("{path} is missing"))?;
        files.push((path.to_owned(), before(text, mark, &line).with_context(|| format!("in {path}"))?));
    }
    Ok(files)
}

fn allowed(tree: &Tree, name: &str) -> Result<()> {
    let mut letters = name.chars();
    let plain = letters.next().is_some_and(|first| first.is_ascii_lowercase())
        && letters.all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit());
    ensure!(plain, "'{name}' is not a name: use lower-case letters and digits, a letter first");
    let taken = TAKEN.contains(&name) || tree.files().any(|(path, _)| path.starts_with(&format!("games/{name}/")));
    ensure!(!taken, "the name '{name}' is taken");
    Ok(())
}

/// `tikal` as a type: `Tikal`.
fn type_name(name: &str) -> String {
    name[..1].to_ascii_uppercase() + &name[1..]
}

fn filled(text: &str, name: &str) -> String {
    let letter = &name[..1];
    text.replace("__name__", name)
        .replace("__Name__", &type_name(name))
        .replace("__L__", &letter.to_ascii_uppercase())
        .replace("__l__", letter)
}

/// Puts a line before the line that ends with `mark`, as far in as that one.
fn before(text: &str, mark: &str, line: &str) -> Result<String> {
    let Some(end) = text.lines().find(|known| known.trim() == mark) else { bail!("the line '{mark}' is missing") };
    let indent = &end[..end.len() - end.trim_start().len()];
    Ok(text.replacen(&format!("{end}\n"), &format!("{indent}{line}\n{end}\n"), 1))
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use proc_macro2::TokenStream;

    use super::*;
    use crate::tidy::violations_below;

    fn here() -> Tree {
        Tree::read(&root()).unwrap()
    }

    #[test]
    fn a_new_game_is_tidy_rust_and_toml() {
        let mut tree = here();
        for (path, text) in files(&tree, "sample").unwrap() {
            assert!(!text.contains("__") && !path.contains("__"), "{path}: something is not filled in");
            if path.ends_with("rs") {
                assert!(TokenStream::from_str(&text).is_ok(), "{path}");
            } else if path.ends_with("toml") {
                assert!(text.parse::<toml::Table>().is_ok(), "{path}");
            }
            tree.put(path, text);
        }
        assert!(tree.text("games/sample/Cargo.toml").is_some());
        assert!(tree.text("crates/catalog/src/lib.rs").unwrap().contains("    Hosted::<sample::Sample>::ENTRY,\n"));
        assert_eq!(violations_below(&tree, "games/sample"), [""; 0]);
    }

    #[test]
    fn a_line_goes_before_the_mark() {
        let text = "[\n    a,\n    // games: end\n]\n";
        assert_eq!(before(text, "// games: end", "b,").unwrap(), "[\n    a,\n    b,\n    // games: end\n]\n");
        assert!(before("[]\n", "// games: end", "b,").is_err());
    }

    #[test]
    fn only_free_plain_names_are_taken() {
        for name in ["", "Tikal", "2fast", "lost cities", "lost-cities", "../x", "engine", "tikal", "é"] {
            assert!(allowed(&here(), name).is_err(), "{name}");
        }
        allowed(&here(), "samoa2").unwrap();
    }
}
