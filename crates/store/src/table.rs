//! Tables: their logs, and the index rows for lists and due work.

use serde::{Deserialize, Serialize};
use sqlx::{Database, Encode, QueryBuilder, Type};

use crate::Store;
use crate::database::{Both, on, row};
use crate::error::{Error, Result};
use crate::events::StoreEvent;
use crate::id::{PersonId, TableId, split};

/// An entry of a table's log. The body is opaque here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// Its number in the table's log, counted from 1 without gaps.
    pub seq: u64,
    /// When it happened, in Unix milliseconds.
    pub at: i64,
    /// What happened.
    pub body: String,
}

/// The state of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableState {
    /// Seats are still being taken.
    Gathering,
    /// The match is under way.
    Playing,
    /// The match is over.
    Over,
    /// Closed before the match was over, or broken.
    Closed,
}

impl TableState {
    /// All states.
    pub const ALL: [TableState; 4] = [TableState::Gathering, TableState::Playing, TableState::Over, TableState::Closed];

    /// The stored form.
    pub fn as_str(self) -> &'static str {
        match self {
            TableState::Gathering => "gathering",
            TableState::Playing => "playing",
            TableState::Over => "over",
            TableState::Closed => "closed",
        }
    }

    fn read(word: &str) -> Result<TableState> {
        let known = TableState::ALL.into_iter().find(|state| state.as_str() == word);
        known.ok_or_else(|| Error::Damaged(format!("a table has the unknown state '{word}'")))
    }
}

/// The index row of a table: what lists and due work need without reading the log. It comes with every append, is
/// written in the same transaction, and can be made again from the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// The state.
    pub state: TableState,
    /// The game's key.
    pub game: String,
    /// Whether it is in the public list.
    pub public: bool,
    /// Everybody with a seat, and whoever made the table.
    pub people: Vec<PersonId>,
    /// Those who are to act.
    pub waiting_for: Vec<PersonId>,
    /// When a bot is to move or a clock runs out, in Unix milliseconds.
    pub due_at: Option<i64>,
    /// What a list shows; opaque here.
    pub summary: String,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexRow {
    /// Which table.
    pub table: TableId,
    /// Its index row.
    pub index: Index,
    /// The last entry of its log.
    pub last_seq: u64,
    /// When its first entry was made.
    pub created_at: i64,
    /// When its last entry was made.
    pub touched_at: i64,
}

impl IndexRow {
    /// The position in the list after this table.
    pub fn cursor(&self) -> Cursor {
        Cursor { created_at: self.created_at, table: self.table }
    }
}

/// A position in a list of tables, which are listed newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// When the table before the position was created.
    pub created_at: i64,
    /// The table before the position.
    pub table: TableId,
}

/// Which tables to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only those in the public list.
    pub public: bool,
    /// Only those where this person has a seat, or which they made.
    pub person: Option<PersonId>,
    /// With `person`: only those that wait for that person.
    pub waiting: bool,
    /// Only those in one of these states; empty for all.
    pub states: Vec<TableState>,
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those after this position.
    pub before: Option<Cursor>,
    /// The most tables to list; 0 is [`Filter::MOST`].
    pub limit: u32,
}

impl Filter {
    /// The longest list.
    pub const MOST: u32 = 200;
}

row! {
    struct Row {
        id: i64,
        state: String,
        game: String,
        public: bool,
        people: String,
        waiting: String,
        due_at: Option<i64>,
        summary: String,
        last_seq: i64,
        created_at: i64,
        touched_at: i64,
    }
}

impl TryFrom<Row> for IndexRow {
    type Error = Error;

    fn try_from(row: Row) -> Result<IndexRow> {
        let people = |text: &str| split(text).map_err(|error| Error::Damaged(format!("people of a table: {error}")));
        let index = Index {
            state: TableState::read(&row.state)?,
            people: people(&row.people)?,
            waiting_for: people(&row.waiting)?,
            game: row.game,
            public: row.public,
            due_at: row.due_at,
            summary: row.summary,
        };
        let table = TableId(row.id);
        let Row { created_at, touched_at, .. } = row;
        Ok(IndexRow { table, index, last_seq: row.last_seq as u64, created_at, touched_at })
    }
}

macro_rules! columns {
    () => {
        "select t.id, t.state, t.game, t.public, t.people, t.waiting, t.due_at, t.summary, t.last_seq, t.created_at,
                t.touched_at "
    };
}

const ROW: &str = concat!(columns!(), "from tables t where t.id = $1");
const LIST: &str = concat!(columns!(), "from tables t where true");
const LIST_OF_PERSON: &str =
    concat!(columns!(), "from seated s join tables t on t.id = s.table_id where s.person_id = ");
/// A whole log as one text: number, time, length in bytes and body of each entry. Fetching thousands of rows would take
/// longer than folding them.
const LOG: Both = Both {
    sqlite: "select group_concat(seq || ' ' || at || ' ' || octet_length(body) || ' ' || body, '')
             from (select seq, at, body from log where table_id = $1 and seq > $2 order by seq)",
    postgres: "select string_agg(seq || ' ' || at || ' ' || octet_length(body) || ' ' || body, '' order by seq)
               from log where table_id = $1 and seq > $2",
};

/// Parses such a text.
fn entries(mut text: &str) -> Option<Vec<StoredEntry>> {
    let mut entries = Vec::new();
    while !text.is_empty() {
        let mut words = text.splitn(4, ' ');
        let [seq, at, length, rest] = [words.next()?, words.next()?, words.next()?, words.next()?];
        let (body, rest) = rest.split_at_checked(length.parse().ok()?)?;
        entries.push(StoredEntry { seq: seq.parse().ok()?, at: at.parse().ok()?, body: body.to_owned() });
        text = rest;
    }
    Some(entries)
}

impl Store {
    /// Reads a table's log after entry `from`; 0 reads all of it. Fails if there is no such table.
    pub async fn log(&self, table: TableId, from: u64) -> Result<Vec<StoredEntry>> {
        let from = i64::try_from(from).unwrap_or(i64::MAX);
        let sql = LOG.sql(self.read());
        let text = on!(self.read(), db => {
            sqlx::query_scalar::<_, Option<String>>(sql).bind(table.0).bind(from).fetch_one(db).await?
        })?;
        let Some(text) = text else {
            self.last_seq(table).await?;
            return Ok(Vec::new());
        };
        let mut entries =
            entries(&text).ok_or_else(|| Error::Damaged(format!("the log of table {table} cannot be parsed")))?;
        // SQLite reads them in order, but does not promise to concatenate them in order.
        entries.sort_by_key(|entry| entry.seq);
        Ok(entries)
    }

    /// The number of the last entry of a table's log.
    pub async fn last_seq(&self, table: TableId) -> Result<u64> {
        let sql = "select last_seq from tables where id = $1";
        let last = on!(self.read(), db => {
            sqlx::query_scalar::<_, i64>(sql).bind(table.0).fetch_optional(db).await?
        })?;
        last.map(|last| last as u64).ok_or(Error::NoTable(table))
    }

    /// The secret with which a table was created.
    pub async fn secret(&self, table: TableId) -> Result<[u8; 32]> {
        let sql = "select secret from tables where id = $1";
        let secret = on!(self.read(), db => {
            sqlx::query_scalar::<_, String>(sql).bind(table.0).fetch_optional(db).await?
        })?;
        let secret = secret.ok_or(Error::NoTable(table))?;
        let mut bytes = [0; 32];
        hex::decode_to_slice(&secret, &mut bytes)
            .map_err(|error| Error::Damaged(format!("the secret of table {table}: {error}")))?;
        Ok(bytes)
    }

    /// The index row of a table.
    pub async fn table(&self, table: TableId) -> Result<IndexRow> {
        let row = on!(self.read(), db => {
            sqlx::query_as::<_, Row>(ROW).bind(table.0).fetch_optional(db).await?
        })?;
        row.ok_or(Error::NoTable(table))?.try_into()
    }

    /// Lists tables, newest first.
    pub async fn list(&self, filter: &Filter) -> Result<Vec<IndexRow>> {
        let rows = on!(self.read(), db => list(filter).build_query_as::<Row>().fetch_all(db).await?)?;
        rows.into_iter().map(IndexRow::try_from).collect()
    }

    /// How many tables that this person made, or has a seat at, are neither over nor closed.
    pub async fn unfinished_tables_of(&self, person: PersonId) -> Result<u64> {
        let sql = "select count(*) from seated s join tables t on t.id = s.table_id
                   where s.person_id = $1 and t.state in ('gathering', 'playing')";
        let count = on!(self.read(), db => sqlx::query_scalar::<_, i64>(sql).bind(person.0).fetch_one(db).await?)?;
        Ok(count as u64)
    }

    /// Deletes a table with its log. Its id is not used again.
    pub async fn delete_table(&self, table: TableId) -> Result<()> {
        let gone = on!(self.write(), db => {
            let mut all = db.begin().await?;
            // The row first: an append waits for its lock, and then finds no table.
            let row = sqlx::query("delete from tables where id = $1").bind(table.0).execute(&mut *all).await?;
            sqlx::query("delete from log where table_id = $1").bind(table.0).execute(&mut *all).await?;
            sqlx::query("delete from seated where table_id = $1").bind(table.0).execute(&mut *all).await?;
            sqlx::query("delete from results where table_id = $1").bind(table.0).execute(&mut *all).await?;
            sqlx::query("delete from played where table_id = $1").bind(table.0).execute(&mut *all).await?;
            all.commit().await?;
            row.rows_affected()
        })?;
        if gone == 0 {
            return Err(Error::NoTable(table));
        }
        self.publish(StoreEvent::Gone { table }).await
    }
}

/// Builds a query with only the conditions of the filter, so that the database finds the right index.
pub(crate) fn list<DB: Database>(filter: &Filter) -> QueryBuilder<DB>
where
    i64: for<'q> Encode<'q, DB> + Type<DB>,
    String: for<'q> Encode<'q, DB> + Type<DB>,
{
    let mut sql = QueryBuilder::new(if filter.person.is_some() { LIST_OF_PERSON } else { LIST });
    if let Some(person) = filter.person {
        sql.push_bind(person.0);
        if filter.waiting {
            sql.push(" and ' ' || t.waiting || ' ' like ").push_bind(format!("% {person} %"));
        }
    }
    if filter.public {
        sql.push(" and t.public");
    }
    let states: Vec<String> = filter.states.iter().map(|state| format!("'{}'", state.as_str())).collect();
    match states.as_slice() {
        [] => {}
        [state] => {
            sql.push(format!(" and t.state = {state}"));
        }
        several => {
            sql.push(format!(" and t.state in ({})", several.join(", ")));
        }
    }
    if let Some(game) = &filter.game {
        sql.push(" and t.game = ").push_bind(game.clone());
    }
    if let Some(Cursor { created_at, table }) = filter.before {
        sql.push(" and (t.created_at, t.id) < (").push_bind(created_at).push(", ").push_bind(table.0).push(")");
    }
    let limit = if filter.limit == 0 { Filter::MOST } else { filter.limit.min(Filter::MOST) };
    sql.push(" order by t.created_at desc, t.id desc limit ").push_bind(i64::from(limit));
    sql
}
