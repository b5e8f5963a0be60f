//! Copies what SQLite wrote into its side file over into the database file, while others go on writing.
//!
//! Left to itself SQLite does so inside a commit once the side file is large, and everybody waits for that commit. Here
//! another connection copies nearly all of it beside the writer, who then copies the little that came in the meantime:
//! only when nothing is left to copy is the side file begun anew.

use std::time::{Duration, Instant};

use sqlx::{Executor, SqlitePool};
use tokio::task::JoinHandle;

use crate::database::{Pool, Pools};

/// How long the side file grows before it is copied. The writer sorts all that lies in it before he copies the last of
/// it, and everybody waits: the less there is, the shorter.
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(500);

/// Copies whatever no reader holds back, and waits for nobody.
const COPY: &str = "pragma wal_checkpoint(passive)";

/// The copying of one store.
pub(crate) struct Checkpoints {
    beside: SqlitePool,
    writer: SqlitePool,
    copying: Option<JoinHandle<()>>,
    copied: Instant,
}

impl Checkpoints {
    /// The copying that these connections want; PostgreSQL does its own.
    pub(crate) fn of(pools: &Pools) -> Option<Checkpoints> {
        let (Pool::Sqlite(beside), Pool::Sqlite(writer)) = (&pools.read, &pools.append) else { return None };
        Some(Checkpoints { beside: beside.clone(), writer: writer.clone(), copying: None, copied: Instant::now() })
    }

    /// Does what is to be done now, between two transactions of the writer.
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
}

async fn copy(pool: SqlitePool) {
    // A full disk, most likely: the side file stays as it is, nothing is lost, and the next try may do better.
    if let Err(error) = pool.execute(COPY).await {
        tracing::warn!(%error, "the log's side file was not copied");
    }
}
