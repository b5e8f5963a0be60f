//! The processor time and memory of a process, as the kernel counts them.

use std::time::Duration;

use anyhow::{Context, Result};

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
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).context("the process is gone")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
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
    }
}
