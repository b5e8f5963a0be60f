//! Notes: what people write down for themselves about a table. Nobody else reads them.

use crate::Store;
use crate::database::{on, row};
use crate::error::{Error, Result};
use crate::id::{PersonId, TableId};

/// A note of a person about a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The table.
    pub table: TableId,
    /// What they wrote.
    pub text: String,
    /// When, in Unix milliseconds.
    pub at: i64,
}

row! {
    struct Row {
        table_id: i64,
        body: String,
        at: i64,
    }
}

impl From<Row> for Note {
    fn from(row: Row) -> Note {
        Note { table: TableId(row.table_id), text: row.body, at: row.at }
    }
}

/// Only for a person and a table that are there.
const KEEP: &str = "insert into notes (person_id, table_id, body, at)
    select p.id, t.id, $3, $4 from people p, tables t where p.id = $1 and t.id = $2
    on conflict (person_id, table_id) do update set body = excluded.body, at = excluded.at";
pub(crate) const OF_PERSON: &str = "select table_id, body, at from notes where person_id = $1 order by table_id";

impl Store {
    /// The note of a person about a table.
    pub async fn note(&self, person: PersonId, table: TableId) -> Result<Option<Note>> {
        let sql = "select table_id, body, at from notes where person_id = $1 and table_id = $2";
        let row = on!(self.read(), db => {
            sqlx::query_as::<_, Row>(sql).bind(person.0).bind(table.0).fetch_optional(db).await?
        })?;
        Ok(row.map(Note::from))
    }

    /// All notes of a person.
    pub async fn notes_of(&self, person: PersonId) -> Result<Vec<Note>> {
        let rows = on!(self.read(), db => sqlx::query_as::<_, Row>(OF_PERSON).bind(person.0).fetch_all(db).await?)?;
        Ok(rows.into_iter().map(Note::from).collect())
    }

    /// Keeps a note in place of the one before; an empty one deletes it.
    pub async fn keep_note(&self, person: PersonId, table: TableId, text: &str, at: i64) -> Result<()> {
        if text.is_empty() {
            let sql = "delete from notes where person_id = $1 and table_id = $2";
            return on!(self.write(), db => sqlx::query(sql).bind(person.0).bind(table.0).execute(db).await.map(drop)?);
        }
        let done = on!(self.write(), db => {
            let query = sqlx::query(KEEP).bind(person.0).bind(table.0).bind(text).bind(at);
            query.execute(db).await?.rows_affected()
        })?;
        if done == 0 { Err(Error::NoTable(table)) } else { Ok(()) }
    }
}
