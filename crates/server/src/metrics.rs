//! Metrics, which Prometheus reads.

use std::sync::atomic::{AtomicI64, AtomicU64};
use std::time::Duration;

use axum::http::Method;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The label of a method. Whoever makes up a method must not make a series as well.
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
    /// Tables in memory.
    pub tables_awake: Gauge<i64, AtomicI64>,
    /// Mail and webhooks: done, failed, given up.
    pub deliveries: Family<Delivery, Counter<u64, AtomicU64>>,
    /// What was refused because of a limit.
    pub limited: Family<Outcome, Counter<u64, AtomicU64>>,
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
            tables_awake: Gauge::default(),
            deliveries: Family::default(),
            limited: Family::default(),
        };
        let all = &mut metrics.registry;
        all.register("requests", "Requests by route and status", metrics.requests.clone());
        all.register("request_seconds", "How long requests took", metrics.request_seconds.clone());
        all.register("sockets", "Open sockets", metrics.sockets.clone());
        all.register("actions", "Commands at tables", metrics.actions.clone());
        all.register("append_seconds", "How long commands took to become durable", metrics.append_seconds.clone());
        all.register("bots_waiting", "Decisions of bots that wait for a thread", metrics.bots_waiting.clone());
        all.register("bot_seconds", "How long bots thought", metrics.bot_seconds.clone());
        all.register("tables_awake", "Tables in memory", metrics.tables_awake.clone());
        all.register("deliveries", "Mail and webhooks", metrics.deliveries.clone());
        all.register("limited", "What was refused because of a limit", metrics.limited.clone());
        metrics
    }

    /// Counts a command that was carried out, with the time until it was durable.
    pub fn action_done(&self, took: Duration) {
        self.actions.get_or_create(&Outcome { outcome: "done" }).inc();
        self.append_seconds.observe(took.as_secs_f64());
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
