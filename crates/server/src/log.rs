//! The server's log.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::config::{Config, LogFormat, Misconfigured};

/// Lets everything that happens be written there, as the configuration says.
///
/// Fails where the level is none, and does nothing where somebody listens already.
pub fn write_to<W>(config: &Config, writer: W) -> Result<(), Misconfigured>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let filter = EnvFilter::try_new(&config.log).map_err(|error| {
        Misconfigured::new(format!("--log {}", config.log), error, "write error, warn, info, debug or trace")
    })?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
    match config.log_format {
        LogFormat::Text => log.try_init().ok(),
        LogFormat::Json => log.json().flatten_event(true).try_init().ok(),
    };
    Ok(())
}
