//! `cargo xtask play`: from a fresh clone to a game, with everything that is built in sight.

use std::process::Command;
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

/// Builds server and page side by side, then serves; the arguments are those of `quipu serve`.
fn in_the_browser(arguments: &[String]) -> Result<bool> {
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
