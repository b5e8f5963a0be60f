//! Deleting a person from the logs: the only case in which entries are rewritten.

use crate::Store;
use crate::database::on;
use crate::error::Result;
use crate::id::{PersonId, TableId};

impl Store {
    /// The tables whose logs mention a person, with or without a seat. It reads all logs; people are rarely deleted.
    pub async fn tables_naming(&self, person: PersonId) -> Result<Vec<TableId>> {
        let sql = "select distinct table_id from log where body like $1";
        let named = format!("%{person}%");
        let tables = on!(self.read(), db => sqlx::query_scalar::<_, i64>(sql).bind(&named).fetch_all(db).await?)?;
        Ok(tables.into_iter().map(TableId).collect())
    }

    /// Rewrites entries of a log, all or none: they say the same, but no longer contain the name of a deleted person.
    /// Entries must not be changed for any other reason.
    pub async fn rewrite(&self, table: TableId, entries: &[(u64, String)]) -> Result<()> {
        let sql = "update log set body = $3 where table_id = $1 and seq = $2";
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            for (seq, body) in entries {
                let seq = i64::try_from(*seq).unwrap_or(i64::MAX);
                sqlx::query(sql).bind(table.0).bind(seq).bind(body).execute(&mut *all).await?;
            }
            all.commit().await?;
        })
    }
}
