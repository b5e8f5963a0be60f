//! Errands: long jobs for a host, such as rating all matches anew. At most one of each kind runs on all nodes together.
//! Its node reports progress from time to time; an errand without reports counts as aborted.

use crate::Store;
use crate::database::{on, row};
use crate::error::Result;

/// How it stands with an errand, or how the last one of its kind ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// Who is at it.
    pub node: String,
    /// Since when, in Unix milliseconds.
    pub begun_at: i64,
    /// When they last said how far it is.
    pub seen_at: i64,
    /// How much is done.
    pub done: i64,
    /// How much there is to do, as far as it is known.
    pub whole: i64,
    /// When it ended.
    pub ended_at: Option<i64>,
    /// What came of it.
    pub outcome: String,
}

row! {
    struct Row {
        node: String,
        begun_at: i64,
        seen_at: i64,
        done: i64,
        whole: i64,
        ended_at: Option<i64>,
        outcome: String,
    }
}

const BEGIN: &str = "insert into errands (kind, node, begun_at, seen_at, done, whole, ended_at, outcome)
    values ($1, $2, $3, $3, 0, 0, null, '')
    on conflict (kind) do update set node = excluded.node, begun_at = excluded.begun_at, seen_at = excluded.seen_at,
        done = 0, whole = 0, ended_at = null, outcome = ''
    where errands.ended_at is not null or errands.seen_at < $4";

impl Store {
    /// Begins an errand; `false` if one of its kind is running, that is, has reported since `silent`.
    pub async fn begin_errand(&self, kind: &str, node: &str, now: i64, silent: i64) -> Result<bool> {
        let begun = on!(self.write(), db => {
            let query = sqlx::query(BEGIN).bind(kind).bind(node).bind(now).bind(silent);
            query.execute(db).await?.rows_affected()
        })?;
        Ok(begun > 0)
    }

    /// Says how far an errand is; `false` if somebody else has begun it anew.
    pub async fn tell_errand(&self, kind: &str, node: &str, now: i64, (done, whole): (i64, i64)) -> Result<bool> {
        let sql = "update errands set seen_at = $3, done = $4, whole = $5
                   where kind = $1 and node = $2 and ended_at is null";
        let told = on!(self.write(), db => {
            let query = sqlx::query(sql).bind(kind).bind(node).bind(now).bind(done).bind(whole);
            query.execute(db).await?.rows_affected()
        })?;
        Ok(told > 0)
    }

    /// Ends an errand, unless somebody else has begun it anew.
    pub async fn end_errand(&self, kind: &str, node: &str, now: i64, outcome: &str) -> Result<()> {
        let sql = "update errands set seen_at = $3, ended_at = $3, outcome = $4
                   where kind = $1 and node = $2 and ended_at is null";
        on!(self.write(), db => {
            sqlx::query(sql).bind(kind).bind(node).bind(now).bind(outcome).execute(db).await.map(drop)?;
        })
    }

    /// The errand of a kind that is under way, or the last one.
    pub async fn errand(&self, kind: &str) -> Result<Option<Errand>> {
        let sql = "select node, begun_at, seen_at, done, whole, ended_at, outcome from errands where kind = $1";
        let row = on!(self.read(), db => sqlx::query_as::<_, Row>(sql).bind(kind).fetch_optional(db).await?)?;
        Ok(row.map(|Row { node, begun_at, seen_at, done, whole, ended_at, outcome }| Errand {
            node,
            begun_at,
            seen_at,
            done,
            whole,
            ended_at,
            outcome,
        }))
    }
}
