//! Corrects expiry times after a wrong clock or a time without a server, so that nothing expires because of either.

use crate::Store;
use crate::database::{Pool, in_time, on};
use crate::error::Result;

const LAST_TRACE: &str = "select max(at) from (
        select max(seen_at) as at from people
        union all select max(touched_at) as at from tables
        union all select max(created_at) as at from tokens) as traces";

/// All that expires by days. Who waits for others is not among them: that is over after minutes.
const POSTPONE: [&str; 5] = [
    "update people set seen_at = seen_at + $1 where folded is null",
    "update tokens set expires_at = expires_at + $1 where expires_at is not null",
    "update traces set seen_at = seen_at + $1",
    "update invites set at = at + $1",
    "update counts set ends_at = ends_at + $1",
];

impl Store {
    /// The latest moment of which the store knows, in Unix milliseconds: somebody was seen, something happened at a
    /// table, or a token was made.
    pub async fn last_trace(&self) -> Result<Option<i64>> {
        on!(self.read(), db => sqlx::query_scalar::<_, Option<i64>>(LAST_TRACE).fetch_one(db).await?)
    }

    /// Lets guests, tokens, traces, invitations by name and counts expire later.
    pub async fn postpone_expiry(&self, by_ms: i64) -> Result<()> {
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            for later in POSTPONE {
                sqlx::query(later).bind(by_ms).execute(&mut *all).await?;
            }
            all.commit().await?;
        })
    }

    /// By how many milliseconds a clock is ahead of the database's own; 0 on SQLite, which has none of its own.
    pub async fn clock_ahead(&self, now: i64) -> Result<i64> {
        let Pool::Postgres(pool) = self.read() else { return Ok(0) };
        let sql = "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
        let theirs = in_time(async { Ok(sqlx::query_scalar::<_, i64>(sql).fetch_one(pool).await?) }).await?;
        Ok(now - theirs)
    }
}
