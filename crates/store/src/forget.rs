//! Deleting a person from the logs: the only case in which entries are rewritten.

use crate::Store;
use crate::database::on;
use crate::error::Result;
use crate::id::{PersonId, TableId};

/// How many tables' logs one statement reads: it has to end in time, however many tables there are.
const WINDOW: u32 = 10_000;

/// The last table of a window that begins after a table; none if fewer are left.
pub(crate) const WINDOW_END: &str = "select id from tables where id > $1 order by id limit 1 offset $2";
pub(crate) const NAMING: &str =
    "select distinct table_id from log where table_id > $1 and table_id <= $2 and body like $3 order by table_id";

impl Store {
    /// The tables whose logs mention a person, with or without a seat. It reads all logs; people are rarely deleted.
    pub async fn tables_naming(&self, person: PersonId) -> Result<Vec<TableId>> {
        self.tables_naming_by(person, WINDOW).await
    }

    /// The same, reading the logs of `window` tables at once.
    pub async fn tables_naming_by(&self, person: PersonId, window: u32) -> Result<Vec<TableId>> {
        let (named, mut found, mut after) = (format!("%{person}%"), Vec::new(), i64::MIN);
        let offset = i64::from(window.max(1)) - 1;
        loop {
            let end = on!(self.read(), db => {
                sqlx::query_scalar::<_, i64>(WINDOW_END).bind(after).bind(offset).fetch_optional(db).await?
            })?;
            let tables = on!(self.read(), db => {
                let query = sqlx::query_scalar::<_, i64>(NAMING).bind(after).bind(end.unwrap_or(i64::MAX));
                query.bind(&named).fetch_all(db).await?
            })?;
            found.extend(tables.into_iter().map(TableId));
            let Some(end) = end else { return Ok(found) };
            after = end;
        }
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
