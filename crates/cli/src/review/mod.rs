//! `quipu review`: luck, choice, and what else was possible in a finished match.

mod html;
mod kept;
mod print;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::println;
use catalog::review::{Depth, Judged, Plan, Watch};
use clap::{Args, ValueEnum};
use engine::AnyMatch;
use indicatif::ProgressBar;

use crate::input::Recorded;
use crate::sim::progress_of;
use crate::{Failure, Outcome, Shared};
use kept::ReviewFile;

#[derive(Args)]
pub(crate) struct Review {
    /// The record, a .quipu file
    file: PathBuf,
    /// How thoroughly
    #[arg(long, value_enum, default_value_t = DepthArgument::Quick)]
    level: DepthArgument,
    /// Write a page with boards, complete in one file
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    /// Judge with open cards: by the world as it was, not by what the players could know
    #[arg(long)]
    open: bool,
    /// How many threads
    #[arg(long, default_value_t = 2, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The seed of the random numbers; the same seed gives the same review
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum DepthArgument {
    /// In some seconds, and roughly: to look through many
    Glance,
    /// In less than a minute
    Quick,
    /// In some minutes
    Full,
}

impl DepthArgument {
    pub(crate) fn depth(self) -> Depth {
        match self {
            DepthArgument::Glance => Depth::Glance,
            DepthArgument::Quick => Depth::Quick,
            DepthArgument::Full => Depth::Full,
        }
    }
}

impl Review {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let recorded = Recorded::read(&self.file, shared)?;
        recorded.whole("be reviewed")?;
        let game = recorded.kind().replay(&recorded.record, None).map_err(|fault| recorded.fault(fault))?;
        finished(&recorded, &*game)?;
        let plan = Plan { seed: self.seed, open: self.open, ..Plan::new(self.level.depth()) };
        let (kept, before) = ReviewFile::open(&self.file, &recorded.record.to_string(), &plan);
        let bar =
            progress_of(recorded.entry.parts(&*game) as u64, "{bar:40} {pos}/{len} parts, {eta} left", shared.json);
        bar.set_position(before.len() as u64);
        let watcher = Watcher { bar, kept, stop: interrupted()? };
        let threads = usize::from(self.threads);
        let review = recorded.entry.review(&*game, &plan, threads, before, &watcher);
        watcher.bar.finish_and_clear();
        let Some(review) = review else {
            return Err(Failure::Usage(format!(
                "{}: stopped; the same command goes on from here",
                self.file.display()
            )));
        };
        watcher.kept.done();
        if let Some(out) = &self.html {
            let page = html::page(recorded.entry, &recorded.record, &review).map_err(|fault| recorded.fault(fault))?;
            std::fs::write(out, page).map_err(|error| Failure::Usage(format!("{}: {error}", out.display())))?;
        }
        if shared.json {
            println!("{}", serde_json::json!(review));
        } else {
            print::review(&review);
        }
        Ok(())
    }
}

/// Says no to a match that is not over: what is not played has no result, and what is hidden stays hidden until then.
fn finished(recorded: &Recorded, game: &dyn AnyMatch) -> Outcome {
    if game.to_act().is_over() {
        return Ok(());
    }
    let what = if recorded.record.result.is_some() {
        "the record has a result but stops before the match is over; get the whole one, or a match that was played out"
    } else {
        "the match is not over yet, and only finished ones are reviewed; 'quipu hint' looks at a position"
    };
    Err(Failure::Check(format!("{}: after step {}: {what}", recorded.file.display(), game.steps())))
}

/// Set when somebody presses Ctrl-C: the part under way is finished and kept. A second press ends at once.
pub(crate) fn interrupted() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let signal = signal_hook::consts::SIGINT;
    let registered = signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))
        .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)));
    registered.map_err(|error| Failure::Usage(format!("Ctrl-C cannot be heard: {error}")))?;
    Ok(stop)
}

/// Shows how far the review has come, and keeps what is judged.
struct Watcher {
    bar: ProgressBar,
    kept: ReviewFile,
    stop: Arc<AtomicBool>,
}

impl Watch for Watcher {
    fn judged(&self, part: &Judged) {
        self.kept.add(part);
        self.bar.inc(1);
    }

    fn stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
