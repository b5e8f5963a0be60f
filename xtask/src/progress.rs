//! What a person sees while things are built: a line for each job, how far it is, what it does, how long it will take.
//!
//! In a terminal the lines stay in place. Elsewhere, as in a log, they are printed every few seconds.

use std::io::{self, IsTerminal as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// How often a log gets a line while something is under way.
const LOG_INTERVAL: Duration = Duration::from_secs(5);

/// How far a job is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct State {
    /// Steps done, and how many there are; (0, 0) where nobody can tell.
    pub(crate) steps: (u64, u64),
    /// What is under way, in a few words.
    pub(crate) doing: String,
    /// How long it should still take.
    pub(crate) left: Option<Duration>,
}

impl State {
    /// The state as text: `213 of 396 · tokio, sqlx · about 2 min left`.
    fn line(&self) -> String {
        let mut parts = Vec::new();
        if self.steps.1 > 0 {
            parts.push(format!("{} of {}", self.steps.0, self.steps.1));
        }
        if !self.doing.is_empty() {
            parts.push(self.doing.clone());
        }
        parts.extend(self.left.map(about));
        parts.join(" · ")
    }
}

/// A duration as people say it; exact seconds would claim more than an estimate knows.
fn about(left: Duration) -> String {
    match left.as_secs() {
        0..5 => "a few seconds left".to_owned(),
        seconds @ 5..55 => format!("about {} s left", seconds.div_ceil(5) * 5),
        seconds @ 55..100 => format!("about {} min left", if seconds < 80 { "1" } else { "1½" }),
        seconds => format!("about {} min left", (seconds + 30) / 60),
    }
}

/// The lines of all jobs.
#[derive(Clone)]
pub(crate) struct Progress {
    bars: Option<MultiProgress>,
    jobs: Arc<Mutex<Vec<Arc<Shared>>>>,
    start: Instant,
}

/// One job's line.
#[derive(Clone)]
pub(crate) struct Job {
    shared: Arc<Shared>,
    bar: Option<ProgressBar>,
    all: Progress,
}

struct Shared {
    name: String,
    /// None when the job has ended.
    state: Mutex<Option<State>>,
}

impl Shared {
    fn state(&self) -> Option<State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Progress {
    pub(crate) fn new() -> Progress {
        let progress = Progress {
            bars: io::stderr().is_terminal().then(MultiProgress::new),
            jobs: Arc::default(),
            start: Instant::now(),
        };
        if progress.bars.is_none() {
            let progress = progress.clone();
            // Ends with the program; what it prints last is the state of a moment ago.
            thread::spawn(move || progress.log());
        }
        progress
    }

    /// Begins a line.
    pub(crate) fn job(&self, name: &str) -> Job {
        let shared = Arc::new(Shared { name: name.to_owned(), state: Mutex::new(Some(State::default())) });
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).push(shared.clone());
        let bar = self.bars.as_ref().map(|bars| {
            // With its style before it is shown, or it flashes up as a full bar of nothing.
            let bar = bars.add(ProgressBar::new(0).with_style(style(false)).with_prefix(name.to_owned()));
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        Job { shared, bar, all: self.clone() }
    }

    /// Prints a line above those of the jobs.
    pub(crate) fn say(&self, line: &str) {
        match &self.bars {
            Some(bars) => bars.println(line).unwrap_or_default(),
            None => println!("{line}"),
        }
    }

    /// Prints how far everything is, again and again, where it has changed.
    fn log(&self) {
        let mut before = String::new();
        loop {
            thread::sleep(LOG_INTERVAL);
            let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let lines: Vec<String> = jobs
                .iter()
                .filter_map(|job| Some(format!("{}: {}", job.name, job.state()?.line())))
                .filter(|line| !line.ends_with(": "))
                .collect();
            let line = lines.join("  |  ");
            if !line.is_empty() && line != before {
                println!("[{:>4.0} s] {line}", self.start.elapsed().as_secs_f32());
                before = line;
            }
        }
    }
}

/// How a line looks, with a bar where the number of steps is known.
fn style(counted: bool) -> ProgressStyle {
    let template = if counted {
        "{prefix:>9.bold} {bar:24.green/dim} {wide_msg}"
    } else {
        "{prefix:>9.bold} {spinner:.green} {wide_msg}"
    };
    let plain = ProgressStyle::default_bar();
    ProgressStyle::with_template(template).unwrap_or(plain).progress_chars("━━╌")
}

impl Job {
    /// Says how far the job is.
    pub(crate) fn set(&self, state: State) {
        if let Some(bar) = &self.bar {
            let (done, all) = state.steps;
            if bar.length() == Some(0) && all > 0 {
                bar.set_style(style(true));
            }
            bar.set_length(all);
            bar.set_position(done);
            bar.set_message(state.line());
        }
        *self.shared.state.lock().unwrap_or_else(PoisonError::into_inner) = Some(state);
    }

    /// Says what is under way, where nothing can be counted.
    pub(crate) fn doing(&self, doing: &str) {
        self.set(State { doing: doing.to_owned(), ..State::default() });
    }

    /// Prints a line above those of the jobs.
    pub(crate) fn say(&self, line: &str) {
        self.all.say(line);
    }

    /// Ends the line.
    pub(crate) fn end(&self) {
        *self.shared.state.lock().unwrap_or_else(PoisonError::into_inner) = None;
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_reads_as_people_say_it() {
        let state = |steps, doing: &str, left: Option<u64>| {
            State { steps, doing: doing.to_owned(), left: left.map(Duration::from_secs) }.line()
        };
        assert_eq!(state((213, 396), "tokio, sqlx", Some(121)), "213 of 396 · tokio, sqlx · about 2 min left");
        assert_eq!(state((0, 0), "npm ci", None), "npm ci");
        assert_eq!(state((3, 4), "", Some(3)), "3 of 4 · a few seconds left");
        assert_eq!(state((3, 4), "", Some(21)), "3 of 4 · about 25 s left");
        assert_eq!(state((3, 4), "", Some(90)), "3 of 4 · about 1½ min left");
        assert_eq!(state((0, 0), "", None), "");
    }
}
