//! Metrics, which Prometheus reads.

use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::Method;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The label of a method. Unknown methods share a label, so that clients cannot create new series.
pub fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}

/// Labels of a request. Each is from a closed set: a series is kept for good.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct Request {
    /// The method, by [`method_label`].
    pub method: &'static str,
    /// The pattern of the route, of which there are few.
    pub route: String,
    /// The status.
    pub status: u16,
}

/// The label of an outcome.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct Outcome {
    /// The outcome.
    pub outcome: &'static str,
}

/// Labels of a delivery.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct Delivery {
    /// Mail or webhook.
    pub by: &'static str,
    /// The outcome.
    pub outcome: &'static str,
}

/// All metrics.
pub struct Metrics {
    registry: Registry,
    /// Requests by route and status.
    pub requests: Family<Request, Counter<u64, AtomicU64>>,
    /// How long they took.
    pub request_seconds: Histogram,
    /// Open sockets.
    pub sockets: Gauge<i64, AtomicI64>,
    /// Commands at tables: done or refused.
    pub actions: Family<Outcome, Counter<u64, AtomicU64>>,
    /// How long a command took to become durable.
    pub append_seconds: Histogram,
    /// Decisions of bots that wait for a thread.
    pub bots_waiting: Gauge<i64, AtomicI64>,
    /// How long bots thought.
    pub bot_seconds: Histogram,
    /// Logs that were read and folded.
    pub logs_read: Counter<u64, AtomicU64>,
    /// Tables in memory.
    pub tables_awake: Gauge<i64, AtomicI64>,
    /// Mail and webhooks: done, failed, given up.
    pub deliveries: Family<Delivery, Counter<u64, AtomicU64>>,
    /// What was refused because of a limit.
    pub limited: Family<Outcome, Counter<u64, AtomicU64>>,
    /// How long it took at most to claim groups of those who wait for others.
    pub longest_claim_seconds: Gauge<f64, AtomicU64>,
    /// How long the last commands took to become durable.
    pub lately: Lately,
}

/// How many of the last times are remembered.
const LATELY: usize = 512;

/// The last times of something, in microseconds; 0 where there was none yet.
pub struct Lately {
    times: [AtomicU64; LATELY],
    next: AtomicUsize,
}

impl Lately {
    fn new() -> Lately {
        Lately { times: std::array::from_fn(|_| AtomicU64::new(0)), next: AtomicUsize::new(0) }
    }

    fn add(&self, took: Duration) {
        let place = self.next.fetch_add(1, Ordering::Relaxed) % LATELY;
        self.times[place].store((took.as_micros() as u64).max(1), Ordering::Relaxed);
    }

    /// Within how many microseconds half of them were, and 99 of 100; nothing before the first.
    pub fn within(&self) -> Option<(u64, u64)> {
        let mut times: Vec<u64> =
            self.times.iter().map(|time| time.load(Ordering::Relaxed)).filter(|time| *time > 0).collect();
        times.sort_unstable();
        let at = |percent: usize| times.get((times.len() * percent).div_ceil(100).saturating_sub(1)).copied();
        Some((at(50)?, at(99)?))
    }
}

/// From half a millisecond to eight seconds.
fn seconds() -> Histogram {
    Histogram::new((0..15).map(|n| 0.0005 * f64::from(1 << n)))
}

impl Metrics {
    /// New metrics, all at zero.
    pub fn new() -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("quipu"),
            requests: Family::default(),
            request_seconds: seconds(),
            sockets: Gauge::default(),
            actions: Family::default(),
            append_seconds: seconds(),
            bots_waiting: Gauge::default(),
            bot_seconds: seconds(),
            logs_read: Counter::default(),
            tables_awake: Gauge::default(),
            deliveries: Family::default(),
            limited: Family::default(),
            longest_claim_seconds: Gauge::default(),
            lately: Lately::new(),
        };
        let all = &mut metrics.registry;
        all.register("requests", "Requests by route and status", metrics.requests.clone());
        all.register("request_seconds", "How long requests took", metrics.request_seconds.clone());
        all.register("sockets", "Open sockets", metrics.sockets.clone());
        all.register("actions", "Commands at tables", metrics.actions.clone());
        all.register("append_seconds", "How long commands took to become durable", metrics.append_seconds.clone());
        all.register("bots_waiting", "Decisions of bots that wait for a thread", metrics.bots_waiting.clone());
        all.register("bot_seconds", "How long bots thought", metrics.bot_seconds.clone());
        all.register("logs_read", "Logs that were read and folded", metrics.logs_read.clone());
        all.register("tables_awake", "Tables in memory", metrics.tables_awake.clone());
        all.register("deliveries", "Mail and webhooks", metrics.deliveries.clone());
        all.register("limited", "What was refused because of a limit", metrics.limited.clone());
        let claim = metrics.longest_claim_seconds.clone();
        all.register("longest_claim_seconds", "How long it took at most to claim those who are paired", claim);
        metrics
    }

    /// Remembers how long it took to claim groups of those who wait, if it never took longer.
    pub fn claimed(&self, took: Duration) {
        let longest = &self.longest_claim_seconds;
        longest.set(longest.get().max(took.as_secs_f64()));
    }

    /// Counts a command that was carried out, with the time until it was durable.
    pub fn action_done(&self, took: Duration) {
        self.actions.get_or_create(&Outcome { outcome: "done" }).inc();
        self.append_seconds.observe(took.as_secs_f64());
        self.lately.add(took);
    }

    /// Counts a command that was refused.
    pub fn action_refused(&self) {
        self.actions.get_or_create(&Outcome { outcome: "refused" }).inc();
    }

    /// Counts a refusal because of a limit.
    pub fn limit_hit(&self, what: &'static str) {
        self.limited.get_or_create(&Outcome { outcome: what }).inc();
    }

    /// All metrics as text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        text::encode(&mut out, &self.registry).ok();
        out
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_times_are_told_by_how_many_were_faster() {
        let lately = Lately::new();
        assert_eq!(lately.within(), None);
        lately.add(Duration::from_micros(7));
        assert_eq!(lately.within(), Some((7, 7)));
        for time in 1..=(LATELY as u64 + 100) {
            lately.add(Duration::from_micros(time));
        }
        assert_eq!(lately.within(), Some((356, 607)), "of the last 512 alone");
    }
}
