//! Leases: which node drives the bots and clocks of a table.

use crate::Store;
use crate::database::{Both, on};
use crate::error::Result;
use crate::id::TableId;

/// A table whose due work this node does for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Which table.
    pub table: TableId,
    /// Since when something is due.
    pub due_at: i64,
}

macro_rules! take {
    ($lock:literal) => {
        concat!(
            "update tables set leased_by = $1, leased_until = $2
             where id in (select id from tables
                          where due_at <= $3 and (leased_until is null or leased_until <= $3 or leased_until > $5)
                          order by due_at limit $4 ",
            $lock,
            ") returning id, due_at"
        )
    };
}
pub(crate) const TAKE: Both = Both { sqlite: take!(""), postgres: take!("for update skip locked") };

/// When a lease that is made now ends at the latest, even if another node's clock is ahead.
pub(crate) fn latest_end(now: i64, for_ms: i64) -> i64 {
    now + 2 * for_ms
}

impl Store {
    /// Leases tables where something is due, those that wait longest first.
    ///
    /// The lease of a node that dies expires after `for_ms`. One that ends much later than that was made by a clock
    /// that has been set back since, and counts for nothing. An append needs no lease: it detects conflicts by itself.
    pub async fn lease(&self, node: &str, now: i64, for_ms: i64, limit: u32) -> Result<Vec<Lease>> {
        let sql = TAKE.sql(self.write());
        let mut rows = on!(self.write(), db => {
            let query = sqlx::query_as::<_, (i64, i64)>(sql).bind(node).bind(now + for_ms).bind(now);
            query.bind(i64::from(limit)).bind(latest_end(now, for_ms)).fetch_all(db).await?
        })?;
        rows.sort_by_key(|(id, due_at)| (*due_at, *id));
        Ok(rows.into_iter().map(|(id, due_at)| Lease { table: TableId(id), due_at }).collect())
    }

    /// Releases a lease, unless another node has it by now.
    pub async fn release(&self, table: TableId, node: &str) -> Result<()> {
        let sql = "update tables set leased_by = null, leased_until = null where id = $1 and leased_by = $2";
        on!(self.write(), db => sqlx::query(sql).bind(table.0).bind(node).execute(db).await.map(drop)?)
    }

    /// Extends a lease to `until`; `false` if it is lost.
    pub async fn extend(&self, table: TableId, node: &str, until: i64) -> Result<bool> {
        let sql = "update tables set leased_until = $3 where id = $1 and leased_by = $2";
        let kept = on!(self.write(), db => {
            sqlx::query(sql).bind(table.0).bind(node).bind(until).execute(db).await?.rows_affected()
        })?;
        Ok(kept > 0)
    }
}
