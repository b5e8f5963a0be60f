//! Tables: their logs, and the index row that lists and due work are found by.

use serde::{Deserialize, Serialize};

use crate::Store;
use crate::database::on;
use crate::error::{Error, Result};
use crate::id::{PersonId, TableId, split};
use crate::told::Told;

/// One thing that happened at a table. What it says is the caller's business.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Entry {
    /// Its number in the table's log, counted from 1 without gaps.
    #[sqlx(try_from = "i64")]
    pub seq: u64,
    /// When it happened, in Unix milliseconds.
    pub at: i64,
    /// What happened.
    pub body: String,
}

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableState {
    /// Seats are still being taken.
    Gathering,
    /// The match is under way.
    Playing,
    /// The match is over.
    Over,
    /// Given up, or closed by the host.
    Closed,
}

impl TableState {
    /// All of them.
    pub const ALL: [TableState; 4] = [TableState::Gathering, TableState::Playing, TableState::Over, TableState::Closed];

    /// The word in which it is stored.
    pub fn word(self) -> &'static str {
        match self {
            TableState::Gathering => "gathering",
            TableState::Playing => "playing",
            TableState::Over => "over",
            TableState::Closed => "closed",
        }
    }

    fn read(word: &str) -> Result<TableState> {
        let known = TableState::ALL.into_iter().find(|state| state.word() == word);
        known.ok_or_else(|| Error::Damaged(format!("a table is {word}, which is no state")))
    }
}

/// What lists and due work need to know of a table without reading its log. It goes with every append, is written in
/// the same transaction, and can be made again from the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// How far the table has come.
    pub state: TableState,
    /// The game's key.
    pub game: String,
    /// Whether it is in the public list.
    pub public: bool,
    /// Everybody with a seat.
    pub people: Vec<PersonId>,
    /// Those whose decision it is.
    pub waiting_for: Vec<PersonId>,
    /// When a bot is to move or a clock falls, in Unix milliseconds.
    pub due_at: Option<i64>,
    /// What a list shows; opaque here.
    pub summary: String,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexRow {
    /// Which table.
    pub table: TableId,
    /// What it looks like.
    pub index: Index,
    /// The last entry of its log.
    pub last_seq: u64,
    /// When its first entry was made.
    pub created_at: i64,
    /// When its last entry was made.
    pub touched_at: i64,
}

impl IndexRow {
    /// Where the list goes on behind this table.
    pub fn cursor(&self) -> Cursor {
        Cursor { created_at: self.created_at, table: self.table }
    }
}

/// A place in a list of tables, which are listed newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// When the table before the place was created.
    pub created_at: i64,
    /// The table before the place.
    pub table: TableId,
}

/// Which tables to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only those in the public list.
    pub public: bool,
    /// Only those where this person has a seat.
    pub person: Option<PersonId>,
    /// With `person`: only those that wait for him.
    pub waiting: bool,
    /// Only those in one of these states; empty is any.
    pub states: Vec<TableState>,
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those behind this place.
    pub before: Option<Cursor>,
    /// How many at most; 0 is [`Filter::MOST`].
    pub limit: u32,
}

impl Filter {
    /// The longest list.
    pub const MOST: u32 = 200;
}

#[derive(sqlx::FromRow)]
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

/// What every list asks: states $1 to $4, game $5, place $6 and $7, length $8.
macro_rules! wanted {
    () => {
        "t.state in ($1, $2, $3, $4) and (cast($5 as text) is null or t.game = $5) and (t.created_at, t.id) < ($6, $7)
         order by t.created_at desc, t.id desc limit $8"
    };
}

const LIST: &str = concat!(columns!(), "from tables t where ", wanted!());
const LIST_PUBLIC: &str = concat!(columns!(), "from tables t where t.public and ", wanted!());
const LIST_OF_PERSON: &str = concat!(
    columns!(),
    "from seated s join tables t on t.id = s.table_id
     where s.person_id = $9 and (t.public or not $10) and (not $11 or ' ' || t.waiting || ' ' like $12) and ",
    wanted!()
);
const ROW: &str = concat!(columns!(), "from tables t where t.id = $1");
const LOG: &str = "select seq, at, body from log where table_id = $1 and seq > $2 order by seq";

impl Store {
    /// Reads a table's log behind entry `from`; 0 reads it whole. Fails where there is no such table.
    pub async fn log(&self, table: TableId, from: u64) -> Result<Vec<Entry>> {
        let from = i64::try_from(from).unwrap_or(i64::MAX);
        let entries = on!(self.read(), db => {
            sqlx::query_as::<_, Entry>(LOG).bind(table.0).bind(from).fetch_all(db).await?
        })?;
        if entries.is_empty() {
            self.last_seq(table).await?;
        }
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
        unhex(&secret).ok_or_else(|| Error::Damaged(format!("the secret of table {table} is not 32 bytes")))
    }

    /// A table as lists show it.
    pub async fn table(&self, table: TableId) -> Result<IndexRow> {
        let row = on!(self.read(), db => {
            sqlx::query_as::<_, Row>(ROW).bind(table.0).fetch_optional(db).await?
        })?;
        row.ok_or(Error::NoTable(table))?.try_into()
    }

    /// Lists tables, newest first.
    pub async fn list(&self, filter: &Filter) -> Result<Vec<IndexRow>> {
        let mut states = if filter.states.is_empty() { TableState::ALL.to_vec() } else { filter.states.clone() };
        states.resize(4, states[0]);
        let words: Vec<&str> = states.iter().map(|state| state.word()).collect();
        let (time, id) = filter.before.map_or((i64::MAX, i64::MAX), |cursor| (cursor.created_at, cursor.table.0));
        let limit = if filter.limit == 0 { Filter::MOST } else { filter.limit.min(Filter::MOST) };
        let sql = match filter {
            Filter { person: Some(_), .. } => LIST_OF_PERSON,
            Filter { public: true, .. } => LIST_PUBLIC,
            _ => LIST,
        };
        let rows = on!(self.read(), db => {
            let query = sqlx::query_as::<_, Row>(sql).bind(words[0]).bind(words[1]).bind(words[2]).bind(words[3]);
            let query = query.bind(filter.game.as_deref()).bind(time).bind(id).bind(i64::from(limit));
            match filter.person {
                None => query.fetch_all(db).await?,
                Some(person) => {
                    let query = query.bind(person.0).bind(filter.public).bind(filter.waiting);
                    query.bind(format!("% {person} %")).fetch_all(db).await?
                }
            }
        })?;
        rows.into_iter().map(IndexRow::try_from).collect()
    }

    /// How many tables with a seat of this person are neither over nor closed.
    pub async fn unfinished_tables_of(&self, person: PersonId) -> Result<u64> {
        let sql = "select count(*) from seated s join tables t on t.id = s.table_id
                   where s.person_id = $1 and t.state in ('gathering', 'playing')";
        let count = on!(self.read(), db => sqlx::query_scalar::<_, i64>(sql).bind(person.0).fetch_one(db).await?)?;
        Ok(count as u64)
    }

    /// Deletes a table with its log, as if it had never been. Ids are not used again.
    pub async fn delete_table(&self, table: TableId) -> Result<()> {
        let gone = on!(self.write(), db => {
            let mut all = db.begin().await?;
            // The row first: whoever wants to append waits for it, and then finds nothing.
            let row = sqlx::query("delete from tables where id = $1").bind(table.0).execute(&mut *all).await?;
            sqlx::query("delete from log where table_id = $1").bind(table.0).execute(&mut *all).await?;
            sqlx::query("delete from seated where table_id = $1").bind(table.0).execute(&mut *all).await?;
            all.commit().await?;
            row.rows_affected()
        })?;
        if gone == 0 {
            return Err(Error::NoTable(table));
        }
        self.tell(Told::Gone { table }).await
    }
}

/// Writes bytes as text, in which form a secret can be a part of a JSON list.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let digits: Vec<u8> = text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    bytes.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_read_as_they_are_written() {
        let secret: [u8; 32] = std::array::from_fn(|i| (i * 37) as u8);
        assert_eq!(unhex(&hex(&secret)), Some(secret));
        assert_eq!(unhex("00"), None);
        assert_eq!(unhex(&"x".repeat(64)), None);
    }
}
