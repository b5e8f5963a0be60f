//! Which tables leave memory: those that nobody uses, and the oldest of the idle ones where there are too many.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use store::TableId;

use super::awake::Awake;
use super::{Hub, locked};

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

/// Whether nobody follows a table or does anything there.
fn is_idle(awake: &Arc<Awake>) -> bool {
    !awake.attended() && Arc::strong_count(awake) == 1
}

/// Drops those of the idle tables that were used longest ago, so that there are fewer than this many: whoever asks for
/// one table after the other would have them all in memory.
pub(super) fn make_room(tables: &mut HashMap<TableId, Arc<Awake>>, most: usize) {
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
