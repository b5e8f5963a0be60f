//! Counters that hold on all nodes and over a restart.

use crate::Store;
use crate::database::{on, row};
use crate::error::Result;

/// What is counted: the hash of a text that only the caller knows.
pub type CountKey = [u8; 32];

/// How often something has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of times, with this one.
    pub times: u64,
    /// When counting begins again, in Unix milliseconds.
    pub ends_at: i64,
}

row! {
    struct Row {
        times: i64,
        ends_at: i64,
    }
}

/// Counts in one statement, so that two nodes never count one for two. It begins again when the time is over, and when
/// a clock that was set has left an end that is further away than any can be.
const COUNT: &str = "insert into counts (key, times, ends_at) values ($1, 1, $2)
    on conflict (key) do update set
        times = case when counts.ends_at <= $3 or counts.ends_at > $2 then 1 else counts.times + 1 end,
        ends_at = case when counts.ends_at <= $3 or counts.ends_at > $2 then $2 else counts.ends_at end
    returning times, ends_at";
pub(crate) const EXPIRE: &str = "delete from counts where ends_at <= $1";

impl Store {
    /// Counts something that happens now, over as many milliseconds from the first time on.
    pub async fn count(&self, key: &CountKey, over_ms: i64, now: i64) -> Result<Count> {
        let row = on!(self.write(), db => {
            let query = sqlx::query_as::<_, Row>(COUNT).bind(key.as_slice()).bind(now + over_ms).bind(now);
            query.fetch_one(db).await?
        })?;
        Ok(Count { times: row.times as u64, ends_at: row.ends_at })
    }

    /// Deletes the counters whose time is over. Returns how many.
    pub async fn expire_counts(&self, now: i64) -> Result<u64> {
        on!(self.write(), db => sqlx::query(EXPIRE).bind(now).execute(db).await?.rows_affected())
    }
}
