//! How tables come into memory, each by one reading of its log, and which leave it: those that nobody uses, and the
//! oldest of the idle ones where there are too many.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use engine::{Seed, Viewer};
use protocol::{Line, Refusal, RefusalCode};
use session::{Table, Unread};
use store::TableId;

use super::awake::Awake;
use super::{Hub, locked};
use crate::history;
use crate::refusal::{refusal, store_refusal};

/// After how many milliseconds without followers and requests a table is dropped from memory.
const IDLE_BEFORE_SLEEP: i64 = 60_000;

/// Drops tables from memory that nobody uses.
pub(super) async fn put_to_sleep(hub: Hub) {
    loop {
        tokio::time::sleep(Duration::from_secs(20)).await;
        hub.announce_all().await;
        let now = hub.now();
        let sleepy = |awake: &Arc<Awake>| is_idle(awake) && now - awake.used() > IDLE_BEFORE_SLEEP;
        locked(&hub.inner.tables).retain(|_, awake| !sleepy(awake));
    }
}

impl Hub {
    /// The table, read from the store if it is not in memory.
    pub(super) async fn wake(&self, id: TableId) -> Result<Arc<Awake>, Refusal> {
        let awake = {
            let mut tables = locked(&self.inner.tables);
            if !tables.contains_key(&id) {
                make_room(&mut tables, self.inner.config.bounds.tables_awake);
            }
            tables.entry(id).or_insert_with(|| Arc::new(self.asleep(id))).clone()
        };
        awake.is_used(self.now());
        let is_read = awake.inside.lock().await.table.is_some();
        if !is_read {
            // A task of its own: whoever hangs up does not end it, so that the next one finds a table, or waits for the
            // same reading of its log.
            let (hub, own) = (self.clone(), awake.clone());
            let reading = self.inner.tasks.spawn(async move { hub.read_log(&own).await });
            reading.await.map_err(|error| {
                tracing::error!(%error, table = %id, "reading a table panicked");
                refusal(RefusalCode::Unavailable, "unavailable", "the server failed; try again")
            })??;
        }
        Ok(awake)
    }

    /// Folds the log of a table that is not in memory yet, with the table's lock held.
    async fn read_log(&self, awake: &Arc<Awake>) -> Result<(), Refusal> {
        let mut inside = awake.inside.lock().await;
        if inside.table.is_some() {
            return Ok(());
        }
        match self.fold(awake.id).await {
            Ok(mut table) => {
                for follower in locked(&awake.followers).values() {
                    // A table that has just been folded has the lines of everybody.
                    drop(table.follow(table.reader(&follower.who.requester(), follower.as_seat).viewer));
                }
                awake.version.send_replace(table.version());
                inside.table = Some(table);
                Ok(())
            }
            Err(refused) => {
                drop(inside);
                let mut tables = locked(&self.inner.tables);
                if !awake.attended() && tables.get(&awake.id).is_some_and(|other| Arc::ptr_eq(other, awake)) {
                    tables.remove(&awake.id);
                }
                Err(refused)
            }
        }
    }

    async fn fold(&self, id: TableId) -> Result<Table, Refusal> {
        let unread = || refusal(RefusalCode::NoTable, "no_table", format!("table {id} cannot be read"));
        // Whoever waits for a turn holds no log.
        let turn = self.inner.folds.clone().acquire_owned().await.map_err(|_| unread())?;
        let store = &self.inner.store;
        let secret = store.secret(id).await.map_err(|error| store_refusal(&error))?;
        let log = store.log(id, 0).await.map_err(|error| store_refusal(&error))?;
        self.inner.metrics.logs_read.inc();
        let folded = tokio::task::spawn_blocking(move || {
            let entries = log.iter().map(|entry| (entry.at, entry.body.as_str()));
            let table = Table::fold(&id.to_string(), Seed::new(secret), entries);
            drop(turn);
            table
        });
        folded.await.ok().flatten().ok_or_else(unread)
    }

    /// What was told before to a viewer who begins to follow a table. It is folded on a thread for long work.
    pub(super) async fn unread(&self, unread: Unread) -> Vec<Line> {
        let turn = self.inner.folds.clone().acquire_owned().await;
        let folded = tokio::task::spawn_blocking(move || {
            let lines = unread.lines();
            drop(turn);
            lines
        });
        // Without them a state has fewer lines.
        folded.await.unwrap_or_default()
    }

    /// Prepares for a viewer who follows a table whose lock is held.
    pub(super) async fn follow_held(&self, table: &mut Table, viewer: Viewer) {
        if let Some(unread) = table.follow(viewer) {
            let lines = self.unread(unread).await;
            table.fill_in(viewer, &lines);
        }
    }

    /// Prepares for somebody who reads a table. What they have not read is made without holding the table's lock.
    pub(super) async fn follow_as(
        &self,
        id: TableId,
        viewer: impl FnOnce(&Table) -> Option<Viewer>,
    ) -> Result<(), Refusal> {
        let unread = self.with_table(id, |held| viewer(held.table).and_then(|viewer| held.table.follow(viewer)));
        if let Some(unread) = unread.await? {
            let viewer = unread.viewer;
            let lines = self.unread(unread).await;
            self.with_table(id, |held| held.table.fill_in(viewer, &lines)).await?;
        }
        Ok(())
    }

    /// The result of a table that is over, from its log alone.
    pub(crate) async fn result_from_log(&self, id: TableId) -> Result<Option<store::Finished>, Refusal> {
        self.fold(id).await.map(|table| history::finished(&table))
    }
}

/// Whether nobody follows a table or does anything there.
fn is_idle(awake: &Arc<Awake>) -> bool {
    !awake.attended() && Arc::strong_count(awake) == 1
}

/// Drops those of the idle tables that were used longest ago, so that there are fewer than this many: whoever asks for
/// one table after the other would have them all in memory.
fn make_room(tables: &mut HashMap<TableId, Arc<Awake>>, most: usize) {
    if tables.len() < most {
        return;
    }
    let idle = tables.iter().filter(|(_, awake)| is_idle(awake));
    let mut idle: Vec<(i64, TableId)> = idle.map(|(id, awake)| (awake.used(), *id)).collect();
    if idle.len() < most {
        return;
    }
    // Some more than one, so that this is not done for each table.
    let gone = (idle.len() + 1 - most + most / 16).min(idle.len());
    idle.select_nth_unstable(gone - 1);
    for (_, id) in &idle[..gone] {
        tables.remove(id);
    }
}
