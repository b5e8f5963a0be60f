//! `cargo xtask play`: from a fresh clone to a game, with everything that is built in sight.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Result, anyhow};

use crate::builds::{QUIPU, TERMINAL, build};
use crate::progress::Progress;
use crate::tools::{program, root, succeeds};
use crate::{node, web};

/// Plays in the browser, or in the terminal where the first argument names a game.
pub(crate) fn run(arguments: &[String]) -> Result<bool> {
    match arguments.first() {
        Some(first) if !first.starts_with('-') => in_the_terminal(arguments),
        _ => in_the_browser(arguments),
    }
}

fn in_the_terminal(arguments: &[String]) -> Result<bool> {
    let progress = Progress::new();
    let job = progress.job("terminal");
    if !build(TERMINAL, &job)? {
        return Ok(false);
    }
    job.end();
    succeeds(Command::new(program("quipu")).arg("play").args(arguments))
}

/// What `quipu serve` says against arguments, where one was built before: what it would say after minutes of building.
/// It may know fewer than the one that is built now, so this ends nothing.
fn refusal(quipu: &Path, arguments: &[String]) -> Option<String> {
    // Arguments are read from the left; with this one at their end no server is started.
    let asked = |arguments: &[String]| {
        Command::new(quipu).arg("serve").args(arguments).arg("--help").stdin(Stdio::null()).output().ok()
    };
    let output = asked(arguments).filter(|output| !output.status.success())?;
    // One for the terminal alone serves nothing, whatever it is told.
    asked(&[]).filter(|output| output.status.success())?;
    String::from_utf8_lossy(&output.stderr).lines().next().map(str::to_owned)
}

/// Builds server and page side by side, then serves; the arguments are those of `quipu serve`.
fn in_the_browser(arguments: &[String]) -> Result<bool> {
    if let Some(refusal) = refusal(&program("quipu"), arguments) {
        println!("{refusal}\nThe arguments are for `quipu serve`, and the one that was built here last refuses them.");
    }
    let complaint = node::complaint()?;
    println!(
        "Building Quipu: the server by cargo, the page by npm. The first time takes minutes, later times seconds."
    );
    if let Some(complaint) = &complaint {
        println!("{complaint}. Until then there is no page; `cargo xtask play tikal` plays in the terminal.");
    }
    let progress = Progress::new();
    let (server, page) = (progress.job("server"), progress.job("page"));
    let (server, page) = thread::scope(|scope| {
        let page = scope.spawn(|| {
            let built = if complaint.is_none() { web::build(&page) } else { Ok(false) };
            page.end();
            built
        });
        let built = build(QUIPU, &server);
        server.end();
        (built, page.join().unwrap_or_else(|_| Err(anyhow!("building the page ended in a panic"))))
    });
    let page = page?;
    if !server? || (!page && complaint.is_none()) {
        return Ok(false);
    }
    let mut serve = Command::new(program("quipu"));
    serve.args(["serve", "--open", "--terminal", "cargo xtask play"]).args(arguments);
    if page {
        serve.arg("--client").arg(root().join("web/dist"));
    }
    succeeds(&mut serve)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_mistyped_argument_is_said_before_anything_is_built() {
        let folder = std::env::temp_dir().join(format!("quipu-play-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let stand_in = |name: &str, script: &str| {
            let program = folder.join(name);
            fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
            program
        };
        let server = stand_in("server", "case $* in *--port*) echo \"error: '--port'\" >&2; exit 2; esac");
        let terminal = stand_in("terminal", "echo 'error: serve' >&2; exit 2");
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(refusal(&server, &words("--port 1")).as_deref(), Some("error: '--port'"));
        assert_eq!(refusal(&server, &words("--listen 0.0.0.0:80")), None);
        assert_eq!(refusal(&terminal, &words("--port 1")), None);
        assert_eq!(refusal(&folder.join("none"), &words("--port 1")), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
