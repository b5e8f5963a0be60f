//! The processor time and memory of a process, as the kernel counts them.

use std::time::Duration;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// What a measurement of play found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// What was played, and by how many.
    pub what: String,
    /// How long was measured.
    pub seconds: f64,
    /// How many decisions per second were asked for; as many as possible without it.
    pub asked: Option<u32>,
    /// How many decisions were acknowledged.
    pub acknowledged: usize,
    /// How many commands were refused.
    pub refused: u64,
    /// The usual latency, that of the slowest percent, and the worst, in milliseconds.
    pub millis: [f64; 3],
    /// How many processors the server and the generator used.
    pub processors: [f64; 2],
    /// The bytes that all clients of a table got for each decision.
    pub bytes: f64,
    /// The server's resident memory in the end, in bytes.
    pub resident: u64,
}

impl Measured {
    /// The acknowledged decisions per second.
    pub fn rate(&self) -> f64 {
        self.acknowledged as f64 / self.seconds
    }

    /// The latency below which 99 percent of the answers came, in milliseconds.
    pub fn p99(&self) -> f64 {
        self.millis[1]
    }
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [usual, slow, worst] = self.millis;
        let [server, generator] = self.processors;
        let asked =
            self.asked.map_or("as fast as it goes".to_owned(), |rate| format!("{rate} decisions a second asked"));
        writeln!(f, "{}, {:.0} s measured, {asked}", self.what, self.seconds)?;
        let rate = self.rate();
        writeln!(f, "  acknowledged: {} ({rate:.0}/s), refused: {}", self.acknowledged, self.refused)?;
        writeln!(f, "  latency: p50 {usual:.1} ms, p99 {slow:.1} ms, worst {worst:.1} ms")?;
        let each = rate / server.max(0.001);
        writeln!(
            f,
            "  processors: server {server:.2}, generator {generator:.2}; {each:.0} acknowledged for each second of the \
             server's processor time"
        )?;
        writeln!(f, "  bytes to all clients: {:.0} an action", self.bytes)?;
        writeln!(f, "  server's resident memory: {} MB", self.resident >> 20)
    }
}

/// The processor time of a process so far.
pub fn processor_time(process: u32) -> Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).context("the process is gone")?;
    // The name, in parentheses, may contain anything; after it the fields are plain. User and system time are 14 and
    // 15.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    // The kernel counts hundredths of a second on all common machines.
    Ok(Duration::from_millis((ticks(11) + ticks(12)) * 10))
}

/// The resident memory of a process, in bytes.
pub fn resident(process: u32) -> Result<u64> {
    status(process, "VmRSS:")
}

/// The most resident memory that a process ever had, in bytes.
pub(crate) fn most_resident(process: u32) -> Result<u64> {
    status(process, "VmHWM:")
}

fn status(process: u32, what: &str) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).context("the process is gone")?;
    let line = status.lines().find_map(|line| line.strip_prefix(what)).with_context(|| format!("no {what}"))?;
    Ok(line.trim().trim_end_matches("kB").trim().parse::<u64>()? * 1024)
}

/// The value below which `percent` of the sorted values lie.
pub fn percentile(sorted: &[u32], percent: f64) -> u32 {
    let at = (sorted.len() as f64 * percent / 100.0) as usize;
    sorted.get(at.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_sorted_values() {
        let values: Vec<u32> = (0..100).collect();
        assert_eq!((percentile(&values, 50.0), percentile(&values, 99.0), percentile(&[], 99.0)), (50, 99, 0));
        assert_eq!(percentile(&[7], 99.0), 7);
    }

    #[test]
    fn a_process_uses_time_and_memory() {
        let own = std::process::id();
        let before = processor_time(own).unwrap();
        let begun = std::time::Instant::now();
        while begun.elapsed() < Duration::from_millis(100) {
            std::hint::spin_loop();
        }
        assert!(processor_time(own).unwrap() >= before);
        assert!(resident(own).unwrap() > 1 << 20);
        assert!(most_resident(own).unwrap() >= resident(own).unwrap() >> 1);
    }
}
