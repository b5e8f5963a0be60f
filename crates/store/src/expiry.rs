//! Corrects expiry times after a wrong clock or a time without a server, so that nothing expires because of either.

use crate::Store;
use crate::database::{Pool, in_time, on};
use crate::error::Result;

const LAST_TRACE: &str = "select max(at) from (
        select max(seen_at) as at from people
        union all select max(touched_at) as at from tables
        union all select max(created_at) as at from tokens) as traces";

impl Store {
    /// The latest moment of which the store knows, in Unix milliseconds: somebody was seen, something happened at a
    /// table, or a token was made.
    pub async fn last_trace(&self) -> Result<Option<i64>> {
        on!(self.read(), db => sqlx::query_scalar::<_, Option<i64>>(LAST_TRACE).fetch_one(db).await?)
    }

    /// Lets guests and tokens expire later.
    pub async fn postpone_expiry(&self, by_ms: i64) -> Result<()> {
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            let guests = "update people set seen_at = seen_at + $1 where folded is null";
            sqlx::query(guests).bind(by_ms).execute(&mut *all).await?;
            let tokens = "update tokens set expires_at = expires_at + $1 where expires_at is not null";
            sqlx::query(tokens).bind(by_ms).execute(&mut *all).await?;
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
