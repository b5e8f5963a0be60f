//! Forgetting: the one case in which what is written is written anew.

use crate::Store;
use crate::database::on;
use crate::error::Result;
use crate::id::{PersonId, TableId};

impl Store {
    /// The tables whose logs name somebody, whether he has a seat there or not. It reads every log, as nobody is deleted
    /// often.
    pub async fn tables_naming(&self, person: PersonId) -> Result<Vec<TableId>> {
        let sql = "select distinct table_id from log where body like $1";
        let named = format!("%{person}%");
        let tables = on!(self.read(), db => sqlx::query_scalar::<_, i64>(sql).bind(&named).fetch_all(db).await?)?;
        Ok(tables.into_iter().map(TableId).collect())
    }

    /// Writes entries of a log anew, all or none: the same happened, but no longer tells the name of who is deleted.
    /// Nothing else may change an entry.
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
