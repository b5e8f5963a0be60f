//! Nodes: each says from time to time that it runs, and how it is loaded, so that hosts see all of them at any of them,
//! and from the command as well.

use std::time::Duration;

use protocol::HostNode;
use store::Node;

use crate::app::Shared;
use crate::{App, Refused};

/// How often a node says how it is loaded.
const INTERVAL: Duration = Duration::from_secs(20);

/// After how many milliseconds of silence it counts as gone.
const SILENCE: i64 = 70_000;

/// Says how this node is loaded until the server stops, and that it goes.
pub async fn run(app: Shared) {
    loop {
        if let Err(error) = app.beat().await {
            tracing::debug!(%error, "cannot say how this node is loaded");
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = app.stopping.cancelled() => break,
        }
    }
    app.store.leave(&app.node).await.ok();
}

impl App {
    async fn beat(&self) -> Result<(), store::Error> {
        let load = self.load();
        self.metrics.tables_awake.set(load.tables as i64);
        let body = serde_json::to_string(&load).unwrap_or_else(|error| unreachable!("plain data is JSON: {error}"));
        let node = Node { name: self.node.clone(), seen_at: load.at, body };
        self.store.beat(&node, load.at - SILENCE).await
    }

    /// How this node is loaded.
    fn load(&self) -> HostNode {
        let (hub, (sockets, people)) = (self.hub.load(), self.sockets.count());
        let (append_half, append_most) = self.metrics.lately.within().unzip();
        HostNode {
            name: self.node.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            uptime: self.time.running().as_secs(),
            at: self.time.now(),
            sockets: sockets as u64,
            people: people as u64,
            tables: hub.tables as u64,
            threads: hub.threads as u64,
            thinking: hub.thinking as u64,
            waiting: hub.waiting as u64,
            search_bytes: self.config.bot_memory as u64,
            memory: memory(),
            append_half,
            append_most,
        }
    }

    /// The nodes that run, by name. Of this one it is known how it is loaded now.
    pub(crate) async fn nodes(&self) -> Result<Vec<HostNode>, Refused> {
        let kept = self.store.nodes(self.time.now() - SILENCE).await?;
        let mut nodes: Vec<HostNode> = kept.iter().filter_map(|node| serde_json::from_str(&node.body).ok()).collect();
        if let Some(own) = nodes.iter_mut().find(|node| node.name == self.node) {
            *own = self.load();
        }
        Ok(nodes)
    }
}

/// How many bytes of memory this process uses, where the system says so in a file.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
