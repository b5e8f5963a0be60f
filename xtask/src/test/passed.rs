//! What has passed here before: a stage is not run again if nothing that it tests has changed since it passed.
//!
//! A pass is remembered by the tree of the work folder, as git would commit it now, and by the tools. What changed
//! since then is the difference of the two trees; whether that concerns a stage says the stage itself
//! (`Stage::touched`), as for `--since`. Only whole passes count, and nothing is left out where `CI=true` or with
//! `--all`.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, process};

use anyhow::{Context, Result, ensure};

use super::changes::Changes;
use crate::tools::{printed, root};

/// What stages were run on: the tree of all files that git would commit, and the tools that are not in it.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Ground {
    tree: String,
    tools: String,
}

impl Ground {
    /// The files and tools of this moment; nothing where the folder is not git's, or git is missing.
    pub(crate) fn now() -> Option<Ground> {
        Some(Ground { tree: tree().ok()?, tools: tools().join("\n") })
    }

    /// How many tests a stage passed with, if it has, and nothing has changed since that touches it.
    pub(crate) fn passed(&self, stage: &str, touched: fn(&Changes) -> bool) -> Option<u64> {
        let (tests, changes) = self.last_pass(stage)?;
        (!touched(&changes)).then_some(tests)
    }

    /// How many tests a stage passed with when it last did with these tools, and what has changed since.
    pub(crate) fn last_pass(&self, stage: &str) -> Option<(u64, Changes)> {
        let text = fs::read_to_string(file(stage)).ok()?;
        let (tests, ground) = text.split_once('\n')?;
        let (tree, tools) = ground.split_once('\n')?;
        let changes = Changes::between(tree, &self.tree).ok().filter(|_| tools == self.tools)?;
        Some((tests.parse().ok()?, changes))
    }

    /// Remembers that a stage passed, if the ground is the same as before it ran.
    pub(crate) fn remember(&self, stage: &str, tests: u64) -> Result<()> {
        if Ground::now().as_ref() != Some(self) {
            return Ok(());
        }
        let path = file(stage);
        fs::create_dir_all(path.with_file_name(""))?;
        fs::write(&path, format!("{tests}\n{}\n{}", self.tree, self.tools))
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Forgets a pass, before the stage is run again.
pub(crate) fn forget(stage: &str) {
    // What was never there need not be forgotten.
    fs::remove_file(file(stage)).unwrap_or_default();
}

/// Below `target`, so that whoever throws away what was built throws away this, too.
fn file(stage: &str) -> PathBuf {
    root().join("target/test/passed").join(format!("{}.txt", stage.replace(' ', "-")))
}

/// The tree of all files that git knows or would add. The index of the person at work stays as it is.
fn tree() -> Result<String> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("index-{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let index = root().join("target/test").join(name);
    fs::create_dir_all(index.with_file_name(""))?;
    // With what git knows of the files' times in it, only changed files are read.
    fs::copy(root().join(git(&["rev-parse", "--git-path", "index"], None)?), &index)?;
    let tree =
        git(&["add", "--all"], Some(index.as_os_str())).and_then(|_| git(&["write-tree"], Some(index.as_os_str())));
    fs::remove_file(&index)?;
    tree
}

fn git(arguments: &[&str], index: Option<&OsStr>) -> Result<String> {
    let mut command = Command::new("git");
    command.args(arguments).current_dir(root()).envs(index.map(|index| ("GIT_INDEX_FILE", index)));
    let output = command.output().context("cannot run git")?;
    ensure!(output.status.success(), "git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// The versions of compilers and runtimes.
fn tools() -> Vec<String> {
    let asked: &[(&str, &[&str])] = &[("rustc", &["-vV"]), ("node", &["--version"]), ("python3", &["--version"])];
    asked.iter().map(|(tool, arguments)| printed(tool, arguments).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_counts_on_its_own_ground_alone() {
        const NAME: &str = "a trial of passes";
        let ground = Ground::now().expect("git knows this folder");
        forget(NAME);
        assert_eq!(ground.passed(NAME, Changes::any), None);
        ground.remember(NAME, 7).unwrap();
        assert_eq!(ground.passed(NAME, Changes::any), Some(7));
        let newer = Ground { tools: format!("{}, another", ground.tools), tree: ground.tree.clone() };
        assert_eq!(newer.passed(NAME, Changes::any), None, "with other tools");
        forget(NAME);
        assert_eq!(ground.passed(NAME, Changes::any), None);
    }

    #[test]
    fn a_pass_outlives_changes_that_do_not_touch_the_stage() {
        const NAME: &str = "a trial of changes elsewhere";
        let ground = Ground::now().expect("git knows this folder");
        ground.remember(NAME, 7).unwrap();
        let empty = git(&["hash-object", "-t", "tree", "/dev/null"], None).unwrap();
        let without_files = Ground { tree: empty, tools: ground.tools.clone() };
        assert_eq!(without_files.passed(NAME, |_| false), Some(7));
        assert_eq!(without_files.passed(NAME, Changes::rust), None);
        let unknown = Ground { tree: "no tree".to_owned(), tools: ground.tools.clone() };
        assert_eq!(unknown.passed(NAME, |_| false), None, "who knows what has changed");
        forget(NAME);
    }

    #[test]
    fn what_changed_while_a_stage_ran_is_not_remembered() {
        let before = Ground { tree: "another tree".to_owned(), tools: tools().join("\n") };
        before.remember("a trial of changes", 1).unwrap();
        assert_eq!(before.passed("a trial of changes", |_| false), None);
    }

    #[test]
    fn a_tree_has_what_git_would_add() {
        let tree = tree().unwrap();
        let listed = git(&["ls-tree", "-r", "--name-only", &tree, "xtask/src/test/"], None).unwrap();
        assert!(listed.lines().any(|path| path == "xtask/src/test/passed.rs"), "{listed}");
    }
}
