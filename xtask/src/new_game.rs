//! `cargo xtask new-game NAME`: a folder of its own under `games/` with rules and a board, a line in the catalog, and a
//! dependency.
//!
//! The templates are a complete small game, with blanks such as `__Name__` for what depends on its name: see
//! [`Named::filled`].

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::tidy::{Tree, walk};
use crate::tools::{cargo, component, root, succeeds};

const TEMPLATES: &str = "xtask/templates/";

/// The catalog's two files, the mark before which a game is named, and the line that names it.
const CATALOG: [(&str, &str, &str); 2] = [
    (
        "crates/catalog/Cargo.toml",
        "# games: end",
        "__name__ = { path = \"../../games/__key__\", package = \"quipu-__key__\" }",
    ),
    ("crates/catalog/src/lib.rs", "// games: end", "Hosted::<__name__::__Name__>::ENTRY,"),
];

/// Names that a crate cannot have, or that the project uses already.
const TAKEN: &[&str] = &[
    "catalog", "cli", "core", "crate", "engine", "fuzz", "game", "grid", "protocol", "python", "quipu", "search",
    "self", "server", "session", "std", "store", "super", "test", "testkit", "toy", "wasm", "xtask",
];

/// Makes a game and says what to do next.
pub(crate) fn run(name: &str) -> Result<bool> {
    let tree = Tree::read(&root())?;
    for (path, text) in files(&tree, name)? {
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
  cargo xtask play                      play it in the browser
  cargo xtask play {name}               play it in the terminal
  games/{name}/README.md                write the rules, numbered, then each rule with its scenario
  games/{name}/web                      its board (docs/web.md)
  docs/adding-a-game.md                 the whole way"
    );
    Ok(true)
}

/// What a game has learned: no text, and the game is not built without it.
const LEARNED: &str = "learned.net";

/// Copies the project to a folder below `target`, with a game made there, and gives the folder. A file that is as it is
/// here has also its time from here, so that cargo takes what it has built of it and builds nothing twice; what is
/// already there and the same is not touched.
pub(crate) fn copy_with(name: &str) -> Result<PathBuf> {
    let copy = root().join("target/new-game");
    let here = Tree::read(&root())?;
    let mut tree = Tree::read(&root())?;
    for (path, text) in files(&tree, name)? {
        tree.put(path, text);
    }
    for (path, text) in tree.files() {
        if fs::read(copy.join(path)).ok().as_deref() != Some(text.as_bytes()) {
            write(&copy, path, text)?;
        }
        if here.text(path) == Some(text) {
            same_time(&root().join(path), &copy.join(path))?;
        }
    }
    for folder in fs::read_dir(root().join("games")).context("cannot list games")?.flatten() {
        let (learned, name) = (folder.path().join(LEARNED), folder.file_name());
        let to = copy.join("games").join(name).join(LEARNED);
        if learned.is_file() {
            fs::copy(&learned, &to).with_context(|| format!("cannot copy {}", learned.display()))?;
            same_time(&learned, &to)?;
        }
    }
    let mut there = Vec::new();
    walk(&copy, "", &mut there)?;
    for path in there.iter().filter(|path| tree.text(path).is_none() && !path.ends_with(LEARNED)) {
        fs::remove_file(copy.join(path)).with_context(|| format!("cannot remove {path}"))?;
    }
    prune(&copy)?;
    Ok(copy)
}

/// Gives a file the time at which another was changed.
fn same_time(from: &Path, to: &Path) -> Result<()> {
    let set = || File::options().write(true).open(to)?.set_modified(fs::metadata(from)?.modified()?);
    set().with_context(|| format!("cannot set the time of {}", to.display()))
}

/// Removes every empty folder: one below `games/` would pass for a game.
fn prune(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            prune(&entry.path())?;
            // A folder that holds something stays, which is as it should be.
            let _ = fs::remove_dir(entry.path());
        }
    }
    Ok(())
}

fn write(root: &Path, path: &str, text: &str) -> Result<()> {
    let full = root.join(path);
    let folder = full.parent().context("a file lies in a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    fs::write(&full, text).with_context(|| format!("cannot write {path}"))
}

/// The files that a new game adds or changes, with their texts.
fn files(tree: &Tree, name: &str) -> Result<Vec<(String, String)>> {
    let named = Named::new(name)?;
    let folder = format!("games/{name}/");
    ensure!(!tree.files().any(|(path, _)| path.starts_with(&folder)), "there is a game '{name}' already");
    let mut files = Vec::new();
    for (path, text) in tree.files() {
        if let Some(inside) = path.strip_prefix(TEMPLATES) {
            let inside = inside.strip_suffix(".template").unwrap_or(inside);
            files.push((folder.clone() + &named.filled(inside), named.filled(text)));
        }
    }
    for (path, mark, line) in CATALOG {
        let text = tree.text(path).with_context(|| format!("{path} is missing"))?;
        files.push((path.to_owned(), before(text, mark, &named.filled(line)).with_context(|| format!("in {path}"))?));
    }
    Ok(files)
}

/// A game's name, `salt-road`, in its words.
struct Named<'a>(Vec<&'a str>);

impl Named<'_> {
    fn new(name: &str) -> Result<Named<'_>> {
        let plain = |word: &&str| {
            !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        };
        let words: Vec<&str> = name.split('-').collect();
        ensure!(
            words.iter().all(plain) && name.starts_with(|first: char| first.is_ascii_lowercase()),
            "'{name}' is not a name: write it like 'tikal' or 'salt-road'"
        );
        ensure!(!TAKEN.contains(&name), "the name '{name}' is taken");
        Ok(Named(words))
    }

    /// The words, each with a capital letter.
    fn capitals(&self) -> Vec<String> {
        self.0.iter().map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
    }

    /// Fills in the blanks: `salt-road` as key and folder, `salt_road` as crate, `SaltRoad` as type, `Salt Road` as
    /// title, and the letter of its rules, large and small.
    fn filled(&self, text: &str) -> String {
        let letter = &self.0[0][..1];
        text.replace("__key__", &self.0.join("-"))
            .replace("__name__", &self.0.join("_"))
            .replace("__Name__", &self.capitals().concat())
            .replace("__Title__", &self.capitals().join(" "))
            .replace("__L__", &letter.to_ascii_uppercase())
            .replace("__l__", letter)
    }
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
        for (path, text) in files(&tree, "salt-sample").unwrap() {
            assert!(!text.contains("__") && !path.contains("__"), "{path}: a blank is not filled in");
            if path.ends_with("rs") {
                assert!(TokenStream::from_str(&text).is_ok(), "{path}");
            } else if path.ends_with("toml") {
                assert!(text.parse::<toml::Table>().is_ok(), "{path}");
            }
            tree.put(path, text);
        }
        assert!(tree.text("games/salt-sample/Cargo.toml").is_some());
        let catalog = tree.text("crates/catalog/src/lib.rs").unwrap();
        assert!(catalog.contains("    Hosted::<salt_sample::SaltSample>::ENTRY,\n    // games: end\n"));
        assert_eq!(violations_below(&tree, "games/salt-sample"), [""; 0]);
    }

    #[test]
    fn empty_folders_are_removed_and_others_stay() {
        let folder = root().join("target/prune-test");
        write(&folder, "full/file", "x").unwrap();
        fs::create_dir_all(folder.join("empty/inside")).unwrap();
        prune(&folder).unwrap();
        assert!(folder.join("full/file").exists() && !folder.join("empty").exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_line_goes_before_the_mark() {
        let text = "[\n    a,\n    // games: end\n]\n";
        assert_eq!(before(text, "// games: end", "b,").unwrap(), "[\n    a,\n    b,\n    // games: end\n]\n");
        assert!(before("[]\n", "// games: end", "b,").is_err());
    }

    #[test]
    fn a_name_fills_every_blank() {
        let named = Named::new("salt-road2").unwrap();
        let text = "__key__ __name__ __Name__ __Title__ __L__ __l__";
        assert_eq!(named.filled(text), "salt-road2 salt_road2 SaltRoad2 Salt Road2 S s");
    }

    #[test]
    fn only_free_plain_names_are_taken() {
        for name in ["", "-", "Tikal", "2fast", "salt road", "salt--road", "salt-", "salt_road", "../x", "engine", "é"]
        {
            assert!(Named::new(name).is_err(), "{name}");
        }
        assert!(files(&here(), "tikal").is_err());
    }
}
