//! What was changed since a commit, and what that can break.

use std::collections::BTreeSet;
use std::fmt;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::tidy::ending;
use crate::tools::root;

/// The paths of files that were changed, added or removed.
#[derive(Debug)]
pub(crate) struct Changes(BTreeSet<String>);

impl Changes {
    /// Everything that differs from where this branch left a commit, committed or not.
    pub(crate) fn since(commit: &str) -> Result<Changes> {
        let base = git(&["merge-base", commit, "HEAD"])?;
        let changed = git(&["diff", "--name-only", base.trim()])?;
        let new = git(&["ls-files", "--others", "--exclude-standard"])?;
        Ok(Changes(changed.lines().chain(new.lines()).map(str::to_owned).collect()))
    }

    /// Everything that differs between two trees of git.
    pub(crate) fn between(one: &str, other: &str) -> Result<Changes> {
        let changed = git(&["diff-tree", "-r", "--name-only", "--no-renames", one, other])?;
        Ok(Changes(changed.lines().map(str::to_owned).collect()))
    }

    #[cfg(test)]
    pub(crate) fn of(paths: &[&str]) -> Changes {
        Changes(paths.iter().map(|path| (*path).to_owned()).collect())
    }

    /// Whether anything was changed at all.
    pub(crate) fn any(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether Rust was changed, or what cargo reads.
    pub(crate) fn rust(&self) -> bool {
        self.0.iter().any(|path| is_rust(path))
    }

    /// Whether documents were changed: their links are a test.
    pub(crate) fn documents(&self) -> bool {
        self.0.iter().any(|path| is_document(path))
    }

    /// Whether the client was changed, or what it is built of.
    pub(crate) fn page(&self) -> bool {
        let web = |path: &str| path.starts_with("web/") || in_game(path, "web/") || in_game(path, "help/");
        let formatted =
            ["eslint.config.js", ".prettier", ".github", "crates/server/src/routes/docs/", "crates/load/peer/"];
        let read = ["package", "docs/shots/", "crates/protocol/src/lib.rs"];
        let starts = |path: &str| formatted.iter().chain(&read).any(|start| path.starts_with(start));
        self.0.iter().any(|path| web(path) || starts(path))
    }

    /// Whether the container image was changed, or how it is built and tried.
    pub(crate) fn image(&self) -> bool {
        let parts = ["Containerfile", "xtask/src/dist/", "crates/cli/", "crates/server/src/config/"];
        self.0.iter().any(|path| parts.iter().any(|part| path.starts_with(part)))
    }

    /// Whether the Python package was changed.
    pub(crate) fn python(&self) -> bool {
        let script = |path: &str| in_game(path, "") && ending(path) == "py";
        self.0.iter().any(|path| path.starts_with("python/") || script(path) || PYTHON.contains(&path.as_str()))
    }

    /// The crates whose files were changed, by the names of their packages; nothing where that cannot be told, as for
    /// the lock file.
    pub(crate) fn packages(&self) -> Option<BTreeSet<String>> {
        let package = |path: &String| {
            let mut parts = path.split('/');
            match (parts.next()?, parts.next()) {
                // Its rules, lessons and types: the crates that teach and generate read them.
                ("games", Some(_)) if OF_A_BOARD.iter().any(|part| in_game(path, part)) => None,
                ("crates" | "games", Some(name)) => Some(format!("quipu-{name}")),
                ("xtask", _) => Some("xtask".to_owned()),
                // Tests of the commands and of the server read these pages.
                ("docs", Some("scenarios.md" | "engine.md")) => Some("quipu-cli".to_owned()),
                ("docs", Some("protocol.md")) => Some("quipu-server".to_owned()),
                // Its tests compare versions across all of these.
                (path, _) if AGREEING.contains(&path) => Some("xtask".to_owned()),
                _ => None,
            }
        };
        let found: Option<BTreeSet<String>> = self.0.iter().filter(|path| is_rust(path)).map(package).collect();
        // Its tests follow the links of all documents.
        let linked = self.documents().then(|| "xtask".to_owned());
        found.map(|found| found.into_iter().chain(linked).collect())
    }
}

/// What the Python package is made of, and what its tests read, outside its folder.
const PYTHON: &[&str] = &["pyproject.toml", "docs/python.md", "docs/engine.md"];

/// Pages that Rust's tests read.
const PAGES: &[&str] = &["docs/scenarios.md", "docs/engine.md", "docs/protocol.md", "docs/self-hosting.md"];

/// What Rust's builds and tests read of the client: rules and lessons, what is generated, versions.
const OF_THE_CLIENT: &[&str] = &["package.json", "web/package.json", "web/src/generated/"];

/// The same in the folder of a game.
const OF_A_BOARD: &[&str] = &["web/help/", "web/lessons/", "web/types.ts", "web/tests/fixtures/"];

/// Files and folders whose versions must agree, which is a test of xtask.
const AGREEING: &[&str] = &["README.md", "CITATION.cff", "compose.yaml", ".github"];

/// Whether a file is a document, or stands beside them.
fn is_document(path: &str) -> bool {
    path.starts_with("docs/") || ending(path) == "md"
}

/// Whether a file is part of what cargo builds and tests: sources, manifests, and the data beside them.
fn is_rust(path: &str) -> bool {
    let inside = ["crates/", "games/", "xtask/", "fuzz/"].iter().any(|folder| path.starts_with(folder));
    let cargo = ["Cargo.", ".cargo/", ".config/", "clippy.toml", "rustfmt.toml"];
    let read = [PAGES, AGREEING, OF_THE_CLIENT].iter().any(|all| all.iter().any(|start| path.starts_with(start)));
    let board = in_game(path, "web/") && !OF_A_BOARD.iter().any(|part| in_game(path, part));
    inside && !board || read || cargo.iter().any(|start| path.starts_with(start))
}

/// Whether a path is in this folder of a game.
fn in_game(path: &str, folder: &str) -> bool {
    path.strip_prefix("games/").and_then(|rest| rest.split_once('/')).is_some_and(|(_, rest)| rest.starts_with(folder))
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} files were changed", self.0.len())
    }
}

fn git(arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").args(arguments).current_dir(root()).output().context("cannot run git")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git {}: {}", arguments.join(" "), said.trim());
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_found_by_their_files() {
        let packages =
            |paths: &[&str]| Changes::of(paths).packages().map(|found| found.into_iter().collect::<Vec<_>>());
        assert_eq!(
            packages(&[
                "crates/store/src/lib.rs",
                "games/tikal/tests/rules.rs",
                "docs/bots.md",
                "games/inka/web/Board.svelte"
            ]),
            Some(vec!["quipu-store".to_owned(), "quipu-tikal".to_owned(), "xtask".to_owned()])
        );
        assert_eq!(packages(&["Cargo.lock", "crates/store/src/lib.rs"]), None, "anything may have changed");
        assert_eq!(packages(&["web/src/main.ts"]), Some(Vec::new()));
        assert_eq!(packages(&["games/inka/web/help/en.md"]), None, "lessons and rules are compiled in");
        assert_eq!(
            packages(&["docs/scenarios.md", "docs/bots.md"]),
            Some(vec!["quipu-cli".to_owned(), "xtask".to_owned()])
        );
        assert_eq!(packages(&["README.md", ".github/workflows/ci.yml"]), Some(vec!["xtask".to_owned()]));
    }

    #[test]
    fn a_page_is_more_than_the_folder_of_the_web() {
        assert!(Changes::of(&["games/inka/help/it.md"]).page() && Changes::of(&["package-lock.json"]).page());
        assert!(Changes::of(&["docs/shots/inka.webp"]).page(), "the browser compares it");
        assert!(!Changes::of(&["docs/bots.md"]).page() && !Changes::of(&["docs/bots.md"]).rust());
        assert!(Changes::of(&["games/inka/web/help/en.md"]).rust() && Changes::of(&["web/package.json"]).rust());
        assert!(Changes::of(&["Cargo.lock"]).rust() && !Changes::of(&["games/inka/web/Board.svelte"]).rust());
    }
}
