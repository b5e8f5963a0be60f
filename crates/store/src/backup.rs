//! Backups: always a SQLite file, so that it can be restored into either database.

use std::fs::File;
use std::path::{Path, PathBuf};

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::Store;
use crate::database::{Backend, Pool, Pools, SQLITE, make_private, migrate, named, sync_folder};
use crate::error::{Error, Result};
use crate::id::JobId;

/// The most rows in one statement.
const ROWS: usize = 1000;

/// The most text in one statement, in bytes.
const BYTES: usize = 1 << 20;

/// A column, by the type that decides how the databases write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Number(&'static str),
    Words(&'static str),
    Truth(&'static str),
    Bytes(&'static str),
}

use Column::{Bytes, Number, Truth, Words};

/// All tables with their columns; referenced tables come first. Leases, `nodes` and `errands` are left out: they belong
/// to running nodes.
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
            Truth("listed"),
            Number("online_at"),
            Truth("host"),
            Words("sought"),
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
    (
        "jobs",
        &[
            Number("id"),
            Words("kind"),
            Number("person_id"),
            Words("body"),
            Number("due_at"),
            Number("attempts"),
            Words("key"),
        ],
    ),
    ("counts", &[Bytes("key"), Number("times"), Number("ends_at")]),
    (
        "results",
        &[
            Number("table_id"),
            Number("ended_at"),
            Words("game"),
            Words("ladder"),
            Truth("rated"),
            Truth("pending"),
            Words("body"),
        ],
    ),
    (
        "played",
        &[
            Words("player"),
            Number("ended_at"),
            Number("table_id"),
            Number("seat"),
            Words("game"),
            Words("ladder"),
            Truth("rated"),
            Number("place"),
            Number("points"),
            Truth("won"),
            Number("before"),
            Number("rating"),
            Number("deviation"),
            Number("games"),
            Number("wins"),
            Number("season_games"),
            Number("season_wins"),
            Number("accuracy"),
            Number("luck"),
            Number("depth"),
        ],
    ),
    (
        "standings",
        &[
            Words("ladder"),
            Number("season"),
            Words("player"),
            Number("rating"),
            Number("deviation"),
            Number("games"),
            Number("wins"),
            Truth("settled"),
            Number("played_at"),
        ],
    ),
    ("ladders", &[Words("ladder"), Number("version")]),
    ("flags", &[Number("table_id"), Words("kind"), Words("players"), Number("at"), Number("handled_at")]),
    (
        "audit",
        &[
            Number("id"),
            Number("at"),
            Words("actor"),
            Words("what"),
            Number("person_id"),
            Number("table_id"),
            Words("why"),
            Number("host_id"),
        ],
    ),
    ("bonds", &[Number("person_id"), Words("kind"), Number("other_id"), Number("at")]),
    ("invites", &[Number("person_id"), Number("table_id"), Number("seat"), Number("from_id"), Number("at")]),
    // Without what belongs to a running node: its claims.
    ("waiting", &[Number("person_id"), Words("wish"), Number("since"), Number("seen_at"), Number("table_id")]),
    ("traces", &[Number("person_id"), Bytes("hash"), Number("seen_at")]),
    ("push", &[Bytes("login"), Number("person_id"), Words("endpoint"), Bytes("p256dh"), Bytes("auth"), Number("at")]),
    ("host_keys", &[Words("name"), Bytes("body")]),
    ("notes", &[Number("person_id"), Number("table_id"), Words("body"), Number("at")]),
    ("vacations", &[Number("person_id"), Number("begins_at"), Number("ends_at")]),
];

impl Column {
    fn name(self) -> &'static str {
        let (Number(name) | Words(name) | Truth(name) | Bytes(name)) = self;
        name
    }

    /// The SQL that writes it into a row's JSON.
    fn written(self, hex: &str) -> String {
        match self {
            Bytes(name) => hex.replace('$', name),
            other => other.name().to_owned(),
        }
    }

    /// The SQL that reads it from a row's JSON.
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

/// Copies one table. A macro, since the two connections have different types.
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

/// Rows combined into one JSON list.
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
    /// Writes a consistent backup while the store is in use.
    ///
    /// The file gets its name only when it is complete and on disk. An existing file is not overwritten.
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

    /// Restores a backup, which may be of an older version. The backup itself is not changed.
    ///
    /// The target must be a file that does not exist, or a PostgreSQL database without tables and people.
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
            Backend::Memory => Err(Error::Refused("cannot restore into memory; name a file".to_owned())),
        }
    }
}

/// The temporary name of a file.
fn part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// Refuses to overwrite a file. Removes what an interrupted run has left.
fn free(path: &Path) -> Result<()> {
    if path.exists() {
        return Err(Error::Refused(format!("{} already exists; name another file", path.display())));
    }
    std::fs::remove_file(part(path)).ok();
    Ok(())
}

/// Makes the file durable and renames it, or cleans up.
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

/// Copies a SQLite database into an empty file.
async fn copy_file(connection: &mut SqliteConnection, to: &Path) -> Result<()> {
    let Some(name) = to.to_str() else { return Err(Error::Refused("the file name is not valid Unicode".to_owned())) };
    sqlx::query("vacuum into $1").bind(name).execute(connection).await?;
    Ok(())
}

/// Options for a file that nobody else uses.
fn alone(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).journal_mode(SqliteJournalMode::Delete)
}

/// Copies a snapshot of a PostgreSQL database into an empty file.
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

/// Checks a backup, copies it, and migrates the copy to this version.
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
        return Err(refused("it has another schema".to_owned()));
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

/// Copies a file into an empty PostgreSQL database.
async fn load(from: &mut SqliteConnection, to: &Backend) -> Result<()> {
    let pools = Pools::open(to).await?;
    let loaded = async {
        let Pool::Postgres(pool) = &pools.append else { return Ok(()) };
        let mut all = pool.begin().await?;
        sqlx::query("lock table tables, people in exclusive mode").execute(&mut *all).await?;
        let used = "select exists (select 1 from tables) or exists (select 1 from people)";
        if sqlx::query_scalar::<_, bool>(used).fetch_one(&mut *all).await? {
            return Err(Error::Refused("the database is not empty; name an empty one".to_owned()));
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
