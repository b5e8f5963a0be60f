//! Checkpoints: copies SQLite's write-ahead log into the database file while writing goes on.
//!
//! By default SQLite does that inside a commit once the log is large, and all callers wait for that commit. Here
//! another connection copies nearly all of it in parallel, and the writer then copies the little that was added
//! meanwhile: only when nothing is left to copy does SQLite start the log from its beginning again.

use std::time::{Duration, Instant};

use sqlx::{Executor, SqlitePool};
use tokio::task::JoinHandle;

use crate::database::{Pool, Pools};

/// The time between two checkpoints. Before the writer copies the rest it must sort the whole log, and all callers
/// wait: a short log keeps that short.
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(500);

/// Copies what no reader needs any more, without waiting.
const COPY: &str = "pragma wal_checkpoint(passive)";

/// The checkpoints of one store.
pub(crate) struct Checkpoints {
    beside: SqlitePool,
    writer: SqlitePool,
    copying: Option<JoinHandle<()>>,
    copied: Instant,
}

impl Checkpoints {
    /// The checkpoints for these connections; `None` for PostgreSQL, which has its own.
    pub(crate) fn of(pools: &Pools) -> Option<Checkpoints> {
        let (Pool::Sqlite(beside), Pool::Sqlite(writer)) = (&pools.read, &pools.append) else { return None };
        Some(Checkpoints { beside: beside.clone(), writer: writer.clone(), copying: None, copied: Instant::now() })
    }

    /// Starts or finishes a checkpoint if it is time. Called between two transactions of the writer.
    pub(crate) async fn between_batches(&mut self) {
        match self.copying.take() {
            Some(copying) if !copying.is_finished() => self.copying = Some(copying),
            Some(_) => {
                copy(self.writer.clone()).await;
                self.copied = Instant::now();
            }
            None if self.copied.elapsed() < CHECKPOINT_INTERVAL => {}
            None => self.copying = Some(tokio::spawn(copy(self.beside.clone()))),
        }
    }

    /// Waits for a copy that was started: it needs its connection, which is closed next.
    pub(crate) async fn finish(self) {
        if let Some(copying) = self.copying {
            copying.await.ok();
        }
    }
}

async fn copy(pool: SqlitePool) {
    // Probably a full disk: the log stays as it is, nothing is lost, and the next try may succeed.
    if let Err(error) = pool.execute(COPY).await {
        tracing::warn!(%error, "cannot checkpoint the write-ahead log");
    }
}
