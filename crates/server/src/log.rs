//! The server's log.

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::{Config, LogFormat, Misconfigured};

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
    use tracing_subscriber::filter::LevelFilter;

    use super::targets;

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
