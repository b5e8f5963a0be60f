//! The server's log.

use tracing_subscriber::filter::Targets;
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
    let filter: Targets = config.log.parse().map_err(|error| {
        Misconfigured::new(format!("--log {}", config.log), error, "write error, warn, info, debug or trace")
    })?;
    let (log, lines) = (tracing_subscriber::registry().with(filter), fmt::layer().with_writer(writer));
    match config.log_format {
        LogFormat::Text => log.with(lines).try_init().ok(),
        LogFormat::Json => log.with(lines.json().flatten_event(true)).try_init().ok(),
    };
    Ok(())
}
