//! Backups: a SQLite file whichever database it was made from, so that it restores into either.

use std::fs::File;
use std::path::{Path, PathBuf};

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::Store;
use crate::database::{Backend, Pool, Pools, SQLITE, make_private, migrate, named, sync_folder};
use crate::error::{Error, Result};
use crate::id::JobId;

/// Rows in one statement.
const ROWS: usize = 1000;

/// Text in one statement, in bytes.
const BYTES: usize = 1 << 20;

/// What a column holds, as far as the databases write it differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Number(&'static str),
    Words(&'static str),
    Truth(&'static str),
    Bytes(&'static str),
}

use Column::{Bytes, Number, Truth, Words};

/// Every table with its columns; what others refer to comes first. Leases are left out: they are about nodes that run.
const TABLES: &[(&str, &[Column])] = &[
    (
        "tables",
        &[
            Number("id"),
            Words("state"),
            Words("game"),
            Truth("public"),
            Words("people"),
            Words("waiting"),
            Number("due_at"),
            Words("summary"),
            Words("secret"),
            Number("last_seq"),
            Number("created_at"),
            Number("touched_at"),
        ],
    ),
    ("log", &[Number("table_id"), Number("seq"), Number("at"), Words("body")]),
    ("seated", &[Number("person_id"), Number("table_id")]),
    (
        "people",
        &[
            Number("id"),
            Words("name"),
            Words("folded"),
            Words("password_hash"),
            Words("recovery_hash"),
            Number("created_at"),
            Number("seen_at"),
            Words("banned"),
            Number("muted_until"),
            Words("settings"),
            Words("secret_settings"),
        ],
    ),
    (
        "tokens",
        &[
            Bytes("hash"),
            Words("kind"),
            Number("person_id"),
            Number("table_id"),
            Number("seat"),
            Words("label"),
            Number("created_at"),
            Number("expires_at"),
        ],
    ),
    (
        "reports",
        &[
            Number("id"),
            Number("from_person"),
            Number("about_person"),
            Number("table_id"),
            Words("body"),
            Number("at"),
            Number("handled_at"),
        ],
    ),
    ("news", &[Number("id"), Number("person_id"), Number("at"), Words("body")]),
    ("jobs", &[Number("id"), Words("kind"), Number("person_id"), Words("body"), Number("due_at"), Number("attempts")]),
];

impl Column {
    fn name(self) -> &'static str {
        let (Number(name) | Words(name) | Truth(name) | Bytes(name)) = self;
        name
    }

    /// How a row's JSON gets it.
    fn written(self, hex: &str) -> String {
        match self {
            Bytes(name) => hex.replace('$', name),
            other => other.name().to_owned(),
        }
    }

    /// How it is read from its place in a row's JSON.
    fn read(self, index: usize, unhex: &str) -> String {
        let text = format!("value ->> {index}");
        match self {
            Number(_) => format!("cast({text} as bigint)"),
            Words(_) => text,
            Truth(_) => format!("cast({text} as boolean)"),
            Bytes(_) => unhex.replace('$', &text),
        }
    }
}

/// The columns that backups hold, as `table.column`.
#[cfg(feature = "testing")]
pub(crate) fn columns() -> Vec<String> {
    let of = |(table, columns): &(&str, &[Column])| {
        columns.iter().map(|column| format!("{table}.{}", column.name())).collect::<Vec<_>>()
    };
    TABLES.iter().flat_map(of).collect()
}

/// The statement that reads a table, each row as a JSON list.
fn select(table: &str, columns: &[Column], list: &str, hex: &str) -> String {
    let columns: Vec<String> = columns.iter().map(|column| column.written(hex)).collect();
    format!("select cast({list}({}) as text) from {table}", columns.join(", "))
}

/// The statement that writes a JSON list of such rows.
fn insert(table: &str, columns: &[Column], each: &str, unhex: &str) -> String {
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    let values: Vec<String> = columns.iter().enumerate().map(|(index, column)| column.read(index, unhex)).collect();
    format!("insert into {table} ({}) select {} from {each}", names.join(", "), values.join(", "))
}

/// Copies one table. A macro, since the two connections have each their type.
macro_rules! copy {
    ($from:expr, $select:expr, $to:expr, $insert:expr) => {{
        let (select, insert) = ($select, $insert);
        let mut rows = sqlx::query_scalar::<_, String>(AssertSqlSafe(select)).fetch(&mut *$from);
        let mut chunk = Chunk::default();
        while let Some(row) = rows.try_next().await? {
            chunk.push(&row);
            if chunk.is_full() {
                let list = chunk.take();
                sqlx::query(AssertSqlSafe(insert.as_str())).bind(list).execute(&mut *$to).await?;
            }
        }
        if chunk.rows > 0 {
            sqlx::query(AssertSqlSafe(insert.as_str())).bind(chunk.take()).execute(&mut *$to).await?;
        }
    }};
}

/// Rows put together to one JSON list.
#[derive(Default)]
struct Chunk {
    text: String,
    rows: usize,
}

impl Chunk {
    fn push(&mut self, row: &str) {
        self.text.push(if self.rows == 0 { '[' } else { ',' });
        self.text.push_str(row);
        self.rows += 1;
    }

    fn is_full(&self) -> bool {
        self.rows >= ROWS || self.text.len() >= BYTES
    }

    fn take(&mut self) -> String {
        let mut text = std::mem::take(self).text;
        text.push(']');
        text
    }
}

impl Store {
    /// Writes a backup while everything goes on: the store as it is at one moment.
    ///
    /// The file appears under its name only when it is whole and on disk. A file of that name is not overwritten.
    pub async fn backup(&self, to: &Path) -> Result<()> {
        free(to)?;
        let part = part(to);
        make_private(&part)?;
        let made = match self.read() {
            Pool::Sqlite(pool) => copy_file(&mut *pool.acquire().await?, &part).await,
            Pool::Postgres(pool) => dump(&mut *pool.acquire().await?, &part).await,
        };
        finish(made.map_err(|error| named(&part, error)), &part, to).await
    }

    /// Makes a store out of a backup, which may be of an older version; it stays as it is.
    ///
    /// The place must be a file that does not exist, or a PostgreSQL database without tables and people.
    pub async fn restore(from: &Path, to: &Backend) -> Result<()> {
        match to {
            Backend::File(path) => {
                free(path)?;
                let part = part(path);
                let made = async { Ok(working_copy(from, &part).await?.close().await?) }.await;
                finish(made, &part, path).await
            }
            Backend::Postgres(_) => {
                let part = std::env::temp_dir().join(format!("quipu-restore-{}", JobId::random()));
                let made = async { load(&mut working_copy(from, &part).await?, to).await }.await;
                std::fs::remove_file(&part).ok();
                made
            }
            Backend::Memory => Err(Error::Refused("memory cannot be restored into; name a file".to_owned())),
        }
    }
}

/// The name under which a file is made.
fn part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// Nothing that exists is overwritten; what an interrupted run left is.
fn free(path: &Path) -> Result<()> {
    if path.exists() {
        return Err(Error::Refused(format!("{} exists; name another file", path.display())));
    }
    std::fs::remove_file(part(path)).ok();
    Ok(())
}

/// Makes what was written durable and gives it its name, or cleans up.
async fn finish(made: Result<()>, part: &Path, to: &Path) -> Result<()> {
    let names = (part.to_owned(), to.to_owned());
    let moved = move || {
        let (part, to) = names;
        File::open(&part)?.sync_all()?;
        std::fs::rename(&part, &to)?;
        sync_folder(&to)
    };
    if let Err(error) = made {
        std::fs::remove_file(part).ok();
        return Err(error);
    }
    let moved = tokio::task::spawn_blocking(moved).await.map_err(|error| Error::unavailable(error.to_string()))?;
    moved.map_err(|error| Error::unavailable(format!("{}: {error}", to.display())))
}

/// Copies a SQLite database, as its reader sees it, into an empty file.
async fn copy_file(connection: &mut SqliteConnection, to: &Path) -> Result<()> {
    let Some(name) = to.to_str() else { return Err(Error::Refused("the file's name is not text".to_owned())) };
    sqlx::query("vacuum into $1").bind(name).execute(connection).await?;
    Ok(())
}

/// Options for a file that nobody else knows yet.
fn alone(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).journal_mode(SqliteJournalMode::Delete)
}

/// Copies a PostgreSQL database, as it is at one moment, into an empty file.
async fn dump(from: &mut PgConnection, to: &Path) -> Result<()> {
    let mut file = SqliteConnection::connect_with(&alone(to)).await?;
    migrate(&mut file, SQLITE).await?;
    let mut from = from.begin_with("begin isolation level repeatable read, read only").await?;
    let mut all = file.begin().await?;
    for (table, columns) in TABLES {
        let select = select(table, columns, "json_build_array", "encode($, 'hex')");
        copy!(from, select, all, insert(table, columns, "json_each($1)", "unhex($)"));
    }
    all.commit().await?;
    from.rollback().await?;
    file.close().await?;
    Ok(())
}

/// Copies a backup, checks it, and brings the copy up to this version.
async fn working_copy(from: &Path, to: &Path) -> Result<SqliteConnection> {
    make_private(to)?;
    let options = SqliteConnectOptions::new().filename(from).read_only(true);
    let refused = |why: String| Error::Refused(format!("{} is no backup of Quipu: {why}", from.display()));
    let mut source = SqliteConnection::connect_with(&options).await.map_err(|error| refused(error.to_string()))?;
    let check: String = sqlx::query_scalar("pragma integrity_check")
        .fetch_one(&mut source)
        .await
        .map_err(|error| refused(error.to_string()))?;
    if check != "ok" {
        return Err(refused(check));
    }
    let ours = "select count(*) from _sqlx_migrations where version = 1 and description = 'tables and people'";
    let known: i64 =
        sqlx::query_scalar(ours).fetch_one(&mut source).await.map_err(|error| refused(error.to_string()))?;
    if known != 1 {
        return Err(refused("it is something else".to_owned()));
    }
    copy_file(&mut source, to).await?;
    source.close().await?;
    let mut copy = SqliteConnection::connect_with(&alone(to)).await?;
    migrate(&mut copy, SQLITE).await?;
    for table in ["tables", "jobs"] {
        let free = format!("update {table} set leased_by = null, leased_until = null");
        sqlx::query(AssertSqlSafe(free)).execute(&mut copy).await?;
    }
    Ok(copy)
}

/// Copies all of a file into an empty PostgreSQL database.
async fn load(from: &mut SqliteConnection, to: &Backend) -> Result<()> {
    let pools = Pools::open(to).await?;
    let loaded = async {
        let Pool::Postgres(pool) = &pools.append else { return Ok(()) };
        let mut all = pool.begin().await?;
        sqlx::query("lock table tables, people in exclusive mode").execute(&mut *all).await?;
        let used = "select exists (select 1 from tables) or exists (select 1 from people)";
        if sqlx::query_scalar::<_, bool>(used).fetch_one(&mut *all).await? {
            return Err(Error::Refused("the database holds tables or people; name an empty one".to_owned()));
        }
        for (table, columns) in TABLES {
            let select = select(table, columns, "json_array", "hex($)");
            let insert = insert(table, columns, "json_array_elements(cast($1 as json))", "decode($, 'hex')");
            copy!(from, select, all, insert);
        }
        Ok(all.commit().await?)
    };
    let loaded = loaded.await;
    pools.close().await;
    loaded
}
