//! The clock.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The wall clock at the start plus a monotonic clock: setting the machine's clock ends nobody's turn.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    started: Instant,
    wall: Duration,
}

impl Time {
    /// Reads the wall clock once.
    pub fn start() -> Time {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time { started: Instant::now(), wall }
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        (self.wall + self.started.elapsed()).as_millis() as i64
    }

    /// How long the server has been running.
    pub fn running(&self) -> Duration {
        self.started.elapsed()
    }
}
