//! The browser's side: types made from Rust, the client built and tested, and both put together.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink as link;
#[cfg(windows)]
use std::os::windows::fs::symlink_dir as link;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail, ensure};

use crate::node;
use crate::progress::{Job, Progress, State};
use crate::tools::{program, root, succeeds};

/// The variable that says to the page's build where `quipu-codegen` lies, which prepares diagrams and lessons.
pub(crate) const CODEGEN: &str = "QUIPU_CODEGEN";

/// Calls npm in the workspace's folder.
pub(crate) fn npm(arguments: &str) -> Command {
    let mut command = Command::new(node::NPM);
    command.current_dir(root()).args(arguments.split_whitespace());
    command
}

/// Makes sure that the packages of the lock file are installed.
pub(crate) fn install(job: &Job) -> Result<bool> {
    let when = |path: &str| fs::metadata(root().join(path)).and_then(|data| data.modified()).ok();
    let installed = when("node_modules/.package-lock.json");
    if installed.is_some() && installed >= when("package-lock.json") {
        return Ok(true);
    }
    let lock = fs::read_to_string(root().join("package-lock.json")).context("cannot read package-lock.json")?;
    let all = lock.matches("\n    \"node_modules/").count() as u64;
    let installing = AtomicBool::new(true);
    thread::scope(|scope| {
        scope.spawn(|| {
            while installing.load(Ordering::Relaxed) {
                let doing = "npm installs packages, then builds the page".to_owned();
                job.set(State { steps: (packages().min(all), all), doing, left: None });
                thread::sleep(Duration::from_millis(300));
            }
        });
        let done = quietly(&mut npm("ci --no-audit --no-fund --loglevel=error"), job);
        installing.store(false, Ordering::Relaxed);
        done
    })
}

/// Lends the packages to a copy of the project below this folder. Node finds those of the workspace by itself, since it
/// looks in the folders above; only the client's own have no such way.
pub(crate) fn lend_packages(copy: &Path) -> Result<()> {
    let (own, lent) = (root().join("web/node_modules"), copy.join("web/node_modules"));
    if own.exists() && !lent.exists() {
        link(&own, &lent).with_context(|| format!("cannot link {}", lent.display()))?;
    }
    Ok(())
}

/// How many packages are installed so far, those in scopes such as `@types` included.
fn packages() -> u64 {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().collect::<Vec<_>>();
    let scoped = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with('@');
    let count = |entry: fs::DirEntry| if scoped(&entry) { entries(&entry.path()).len() } else { 1 };
    entries(&root().join("node_modules")).into_iter().map(count).sum::<usize>() as u64
}

/// Builds the client into `web/dist`, unless nothing has changed since it was built.
pub(crate) fn build(job: &Job) -> Result<bool> {
    if !install(job)? {
        return Ok(false);
    }
    let built = fs::metadata(root().join("web/dist/index.html")).and_then(|data| data.modified()).ok();
    if built.is_some_and(|built| newest_source().is_some_and(|source| source < built)) {
        return Ok(true);
    }
    job.doing("cargo builds what prepares the lessons");
    if !crate::builds::build("build --workspace --bin quipu-codegen", job)? {
        return Ok(false);
    }
    job.doing("npm builds the page");
    quietly(npm("run build --workspace web").env(CODEGEN, program("quipu-codegen")), job)
}

/// When anything that the page is made of was last changed.
fn newest_source() -> Option<SystemTime> {
    let mut newest = None;
    let mut folders = vec![root().join("web"), root().join("games"), root().join("docs")];
    let mut note = |path: &Path| newest = newest.max(fs::metadata(path).and_then(|data| data.modified()).ok());
    note(&root().join("package-lock.json"));
    while let Some(folder) = folders.pop() {
        note(&folder);
        for entry in fs::read_dir(&folder).ok()?.flatten() {
            let own = matches!(
                &*entry.file_name().to_string_lossy(),
                "dist" | "node_modules" | "prepared" | "test-results" | "shots"
            );
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) && !own {
                folders.push(entry.path());
            } else if !own {
                note(&entry.path());
            }
        }
    }
    newest
}

/// Runs a command and shows what it said only where it failed.
fn quietly(command: &mut Command, job: &Job) -> Result<bool> {
    let program = command.get_program().display().to_string();
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot run {program}"))?;
    if !output.status.success() {
        for said in [&output.stdout, &output.stderr] {
            job.say(String::from_utf8_lossy(said).trim_end());
        }
    }
    Ok(output.status.success())
}

/// `cargo xtask codegen`: writes the TypeScript types. That they are fresh is a test of `quipu-codegen`.
pub(crate) fn codegen() -> Result<bool> {
    let job = Progress::new().job("codegen");
    let built = crate::builds::build("build --workspace --bin quipu-codegen", &job)?;
    job.end();
    Ok(built && succeeds(&mut Command::new(program("quipu-codegen")))?)
}

/// Builds the client where it is needed and cannot be done without.
pub(crate) fn built() -> Result<()> {
    if let Some(complaint) = node::complaint()? {
        bail!(complaint);
    }
    let job = Progress::new().job("page");
    ensure!(build(&job)?, "the client was not built; what npm said stands above");
    job.end();
    Ok(())
}
