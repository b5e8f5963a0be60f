//! `cargo xtask tidy`: what no compiler checks, read from the files themselves.
//!
//! Each invariant is a function from the tree of files to its violations, and has a test that shows it can fail.

mod dependencies;
mod names;
mod plan;
mod purity;
mod rules;
mod text;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::builds;
use crate::tools::root;

/// The text files of the project, by their path from its folder, with `/` between the parts.
pub(crate) struct Tree {
    files: BTreeMap<String, String>,
}

impl Tree {
    /// Reads what is tracked or could be; files that are not text are left out.
    pub(crate) fn read(root: &Path) -> Result<Tree> {
        let mut files = BTreeMap::new();
        for path in listed(root)? {
            let full = root.join(&path);
            if full.is_file() {
                let bytes = fs::read(&full).with_context(|| format!("cannot read {path}"))?;
                files.extend(String::from_utf8(bytes).ok().map(|text| (path, text)));
            }
        }
        Ok(Tree { files })
    }

    /// The paths and texts, sorted by path.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The files below a folder.
    fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let inside = move |path: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        self.files().filter(move |(path, _)| inside(path))
    }

    /// The folders right below `parent` that hold a crate, such as `games/tikal`.
    fn crates<'a>(&'a self, parent: &'a str) -> impl Iterator<Item = &'a str> {
        let folders = self.below(parent).filter_map(|(path, _)| path.strip_suffix("/Cargo.toml"));
        folders.filter(move |folder| folder.matches('/').count() == 1)
    }

    /// The text of a file, if there is one.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Adds a file, or replaces it.
    pub(crate) fn put(&mut self, path: String, text: String) {
        self.files.insert(path, text);
    }

    #[cfg(test)]
    fn of<const N: usize>(files: [(&str, &str); N]) -> Tree {
        Tree { files: files.map(|(path, text)| (path.to_owned(), text.to_owned())).into() }
    }
}

/// The ending of a file's name, without its dot.
pub(crate) fn ending(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// Lists the files of the project: by git where it is a checkout, else by walking the folders.
fn listed(root: &Path) -> Result<Vec<String>> {
    let mut git = Command::new("git");
    git.current_dir(root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    if root.join(".git").exists()
        && let Ok(output) = git.output()
        && output.status.success()
    {
        let list = String::from_utf8(output.stdout).context("a file's name is not text")?;
        return Ok(list.split_terminator('\0').map(str::to_owned).collect());
    }
    let mut found = Vec::new();
    walk(root, "", &mut found)?;
    Ok(found)
}

/// Lists every file below a folder that could be the project's own.
pub(crate) fn walk(root: &Path, folder: &str, found: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(root.join(folder)).with_context(|| format!("cannot list {folder}"))? {
        let entry = entry?;
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else { bail!("a file's name is not text") };
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if !entry.file_type()?.is_dir() {
            found.push(path);
        } else if !["target", "node_modules", "artifacts", ".git"].contains(&name.as_str()) {
            walk(root, &path, found)?;
        }
    }
    Ok(())
}

/// One place where an invariant does not hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Violation {
    path: String,
    line: usize,
    what: String,
}

impl Violation {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Violation {
        Violation { path: path.to_owned(), line, what: what.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

/// Something that holds everywhere in the project.
struct Invariant {
    name: &'static str,
    check: fn(&Tree) -> Vec<Violation>,
}

const INVARIANTS: &[Invariant] = &[
    Invariant { name: "pure crates know no clock, file, socket, async or OS randomness", check: purity::pure_crates },
    Invariant { name: "no hash order in engine and games", check: purity::no_hash_order },
    Invariant { name: "a game depends on no other game, on search or on server", check: dependencies::games_alone },
    Invariant { name: "only catalog depends on games", check: dependencies::catalog_alone },
    Invariant { name: "what is shipped holds nothing that only tests need", check: dependencies::tests_apart },
    Invariant { name: "every crate has the workspace's lints", check: dependencies::lints },
    Invariant { name: "rules are numbered without gaps", check: rules::numbered },
    Invariant { name: "rules stand once", check: rules::stand_once },
    Invariant { name: "every rule has a test of its name", check: rules::tested },
    Invariant { name: "every scenario can fail", check: rules::scenarios_can_fail },
    Invariant { name: "nothing is left undone, ignored or allowed", check: text::marks },
    Invariant { name: "nothing is unsafe but the names of the WebAssembly module", check: text::safe },
    Invariant { name: "games keep the file plan", check: plan::kept },
    Invariant { name: "files are short", check: text::short },
    Invariant { name: "lines of code are short", check: text::narrow },
    Invariant { name: "modules are named for what they hold", check: text::named },
    Invariant { name: "a name means one thing", check: names::one_thing },
    Invariant { name: "no path of somebody's machine", check: text::no_machine_paths },
    Invariant { name: "no white space at the end of a line, a newline at the end of a file", check: text::clean_ends },
    Invariant { name: "ARCHITECTURE.md can be read in one sitting", check: text::architecture },
];

/// `cargo xtask tidy`: prints every violation and says whether there is none.
pub(crate) fn run() -> Result<bool> {
    let (lines, good) = report()?;
    println!("{}", lines.join("\n"));
    Ok(good)
}

/// Every violation in lines, and whether there is none.
pub(crate) fn report() -> Result<(Vec<String>, bool)> {
    let tree = Tree::read(&root())?;
    let mut lines = Vec::new();
    for (invariant, violations) in violations(&tree) {
        if !violations.is_empty() {
            lines.push(format!("{}:", invariant.name));
            lines.extend(violations.iter().map(|violation| format!("  {violation}")));
        }
    }
    let twice = builds::twice()?;
    if !twice.is_empty() {
        lines.push("dependencies that a command builds again, with features of its own:".to_owned());
        lines.extend(twice);
    }
    let good = lines.is_empty();
    let word = if good { "ok" } else { "FAILED" };
    lines.push(format!("tidy: {} files, {} invariants, {word}", tree.files.len(), INVARIANTS.len() + 1));
    Ok((lines, good))
}

/// Asks every invariant.
fn violations(tree: &Tree) -> impl Iterator<Item = (&'static Invariant, Vec<Violation>)> {
    INVARIANTS.iter().map(|invariant| {
        let mut violations = (invariant.check)(tree);
        violations.sort();
        violations.dedup();
        (invariant, violations)
    })
}

/// Everything that is wrong below one folder, as texts.
#[cfg(test)]
pub(crate) fn violations_below(tree: &Tree, folder: &str) -> Vec<String> {
    let all = violations(tree).flat_map(|(_, violations)| violations);
    all.filter(|violation| violation.path.starts_with(folder)).map(|violation| violation.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_folder_is_read_with_and_without_git() {
        let tree = Tree::read(&root()).unwrap();
        assert!(tree.files().any(|(path, _)| path == "xtask/src/tidy.rs"));
        let mut walked = Vec::new();
        walk(&root(), "xtask", &mut walked).unwrap();
        assert!(walked.contains(&"xtask/src/tidy/text.rs".to_owned()));
        assert!(walked.iter().all(|path| !path.contains("target/")));
    }

    #[test]
    fn crates_are_the_folders_right_below() {
        let tree = Tree::of([
            ("games/tikal/Cargo.toml", ""),
            ("games/tikal/fuzz/Cargo.toml", ""),
            ("games/Cargo.toml", ""),
            ("gamesome/x/Cargo.toml", ""),
        ]);
        assert_eq!(tree.crates("games").collect::<Vec<_>>(), ["games/tikal"]);
    }
}
