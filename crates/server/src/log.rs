//! The server's log.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::{Config, LogFormat, Misconfigured};

/// How many lines about refusals are written in a second.
const LINES_PER_SECOND: u64 = 20;

/// Lines about refusals, at a bounded rate, so that a client that is refused often cannot fill the disk.
#[derive(Debug, Default)]
pub struct Bounded(Mutex<Counted>);

/// What was written and left out since the second began.
#[derive(Debug, Default)]
struct Counted {
    since: Option<Instant>,
    written: u64,
    left_out: u64,
}

impl Counted {
    /// Counts a line. Returns whether it may be written, and how many were left out before if that is to be told.
    fn line(&mut self, now: Instant) -> (bool, u64) {
        let mut told = 0;
        if self.since.is_none_or(|since| now.duration_since(since) >= Duration::from_secs(1)) {
            told = self.left_out;
            *self = Counted { since: Some(now), ..Counted::default() };
        }
        let written = self.written < LINES_PER_SECOND;
        *(if written { &mut self.written } else { &mut self.left_out }) += 1;
        (written, told)
    }
}

impl Bounded {
    /// Writes a line, unless there were too many in this second. Those that were left out are told by their number.
    pub fn tell(&self, line: impl FnOnce()) {
        let (written, left_out) = self.0.lock().unwrap_or_else(PoisonError::into_inner).line(Instant::now());
        told(left_out);
        if written {
            line();
        }
    }

    /// Tells how many lines were left out last, if no line followed that could tell it.
    pub fn tell_rest(&self) {
        told(std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner).left_out));
    }
}

fn told(left_out: u64) {
    if left_out > 0 {
        tracing::warn!(left_out, "left out lines about refusals");
    }
}

/// Starts logging to a writer, as the configuration says.
///
/// Fails if the level cannot be read, and does nothing if logging was started before.
pub fn write_to<W>(config: &Config, writer: W) -> Result<(), Misconfigured>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let targets = targets(&config.log).map_err(|error| {
        Misconfigured::new(format!("--log {}", config.log), error, "write off, error, warn, info, debug or trace")
    })?;
    let (log, lines) = (tracing_subscriber::registry().with(targets), fmt::layer().with_writer(writer));
    match config.log_format {
        LogFormat::Text => log.with(lines).try_init().ok(),
        LogFormat::Json => log.with(lines.json().flatten_event(true)).try_init().ok(),
    };
    Ok(())
}

/// Reads levels, of everything or of a part: `info,server=debug`. A word that is no level is refused: [`Targets`] would
/// take it for a part of the program, and a mistyped level would silence the log.
fn targets(text: &str) -> Result<Targets, String> {
    text.split(',').map(str::trim).try_fold(Targets::new(), |targets, word| {
        let (part, level) = word.split_once('=').map_or((None, word), |(part, level)| (Some(part), level));
        // An empty word would be read as `error`.
        let read = if level.is_empty() { None } else { level.parse::<LevelFilter>().ok() };
        let level = read.ok_or_else(|| format!("'{level}' is no level"))?;
        Ok(match part {
            Some(part) => targets.with_target(part, level),
            None => targets.with_default(level),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_told_by_its_number() {
        let (mut counted, start) = (Counted::default(), Instant::now());
        let written = (0..1000).filter(|_| counted.line(start).0).count() as u64;
        assert_eq!(written, LINES_PER_SECOND);
        assert_eq!(counted.line(start + Duration::from_secs(1)), (true, 1000 - LINES_PER_SECOND));
        assert_eq!(counted.line(start + Duration::from_secs(2)), (true, 0), "and it is told once");
    }

    #[test]
    fn levels_are_read_and_anything_else_is_refused() {
        assert_eq!(targets("warn").expect("a level").default_level(), Some(LevelFilter::WARN));
        let parts = targets("info, server=debug,sqlx=off").expect("levels");
        assert!(
            parts.would_enable("server", &tracing::Level::DEBUG) && !parts.would_enable("x", &tracing::Level::DEBUG)
        );
        assert!(!parts.would_enable("sqlx", &tracing::Level::ERROR));
        for wrong in ["[[", "inof", "", "server=loud", "info,,warn"] {
            assert!(targets(wrong).is_err(), "{wrong}");
        }
    }
}
