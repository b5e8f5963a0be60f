//! What time it is.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The wall clock as it stood at the start, carried on by a clock that never jumps: whoever sets the machine's clock
/// ends nobody's turn.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    started: Instant,
    wall: Duration,
}

impl Time {
    /// Reads the wall clock, this once.
    pub fn start() -> Time {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time { started: Instant::now(), wall }
    }

    /// The milliseconds since 1970.
    pub fn now(&self) -> i64 {
        (self.wall + self.started.elapsed()).as_millis() as i64
    }

    /// How long the server runs.
    pub fn running(&self) -> Duration {
        self.started.elapsed()
    }
}
