//! Nodes: which servers use this database, and how they are loaded. Each writes its own row from time to time; one that
//! died is forgotten by the others.

use crate::Store;
use crate::database::{on, row};
use crate::error::Result;

/// A server that uses this database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// When it last said so, in Unix milliseconds.
    pub seen_at: i64,
    /// How it is loaded; opaque here.
    pub body: String,
}

row! {
    struct Row {
        name: String,
        seen_at: i64,
        body: String,
    }
}

const BEAT: &str = "insert into nodes (name, seen_at, body) values ($1, $2, $3)
    on conflict (name) do update set seen_at = excluded.seen_at, body = excluded.body";

impl Store {
    /// Notes that a node runs, and forgets those that were not seen since.
    pub async fn beat(&self, node: &Node, since: i64) -> Result<()> {
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            sqlx::query(BEAT).bind(&node.name).bind(node.seen_at).bind(&node.body).execute(&mut *all).await?;
            sqlx::query("delete from nodes where seen_at < $1").bind(since).execute(&mut *all).await?;
            all.commit().await?;
        })
    }

    /// Forgets a node that stops.
    pub async fn leave(&self, node: &str) -> Result<()> {
        let sql = "delete from nodes where name = $1";
        on!(self.write(), db => sqlx::query(sql).bind(node).execute(db).await.map(drop)?)
    }

    /// The nodes that were seen since, by name; there are few.
    pub async fn nodes(&self, since: i64) -> Result<Vec<Node>> {
        let sql = "select name, seen_at, body from nodes where seen_at >= $1 order by name limit 100";
        let rows = on!(self.read(), db => sqlx::query_as::<_, Row>(sql).bind(since).fetch_all(db).await?)?;
        Ok(rows.into_iter().map(|Row { name, seen_at, body }| Node { name, seen_at, body }).collect())
    }
}
