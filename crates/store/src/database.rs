//! The two databases behind one face: connecting, migrating, and running one statement on either.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::{Migrate, Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Acquire, Connection, Executor, PgPool, SqlSafeStr, SqlitePool};

use crate::error::{Error, Result};

/// How long anybody waits for a connection before hearing that there is none.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// How long a statement may take before the database counts as gone.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(15);

/// How long SQLite waits for another process, such as a backup's, to let go of the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Where things are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Backend {
    /// A file of the embedded database, made where it is missing.
    File(PathBuf),
    /// Nowhere: gone with the store, for tests.
    Memory,
    /// A PostgreSQL database, `postgres://user:password@host/database`.
    Postgres(String),
}

/// Connections to the one or the other database.
#[derive(Clone, Debug)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Runs the same lines on whichever database it is. They are compiled twice, so `$db` has the type of each.
macro_rules! on {
    ($pool:expr, $db:ident => $body:expr) => {
        match $pool {
            $crate::database::Pool::Sqlite($db) => {
                $crate::database::in_time(async { Ok::<_, $crate::error::Error>($body) }).await
            }
            $crate::database::Pool::Postgres($db) => {
                $crate::database::in_time(async { Ok::<_, $crate::error::Error>($body) }).await
            }
        }
    };
}
pub(crate) use on;

/// Declares a struct that is read from a row of either database: each column has the name of its field.
///
/// sqlx's derive does the same, but builds the whole of sqlx a second time for the compiler's side.
macro_rules! row {
    ($(#[$attribute:meta])* struct $name:ident { $($field:ident: $kind:ty,)* }) => {
        $(#[$attribute])*
        struct $name { $($field: $kind,)* }

        impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for $name
        where
            &'r str: sqlx::ColumnIndex<R>,
            $($kind: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,)*
        {
            fn from_row(row: &'r R) -> sqlx::Result<$name> {
                Ok($name { $($field: row.try_get(stringify!($field))?,)* })
            }
        }
    };
}
pub(crate) use row;

/// Gives up on a database that neither answers nor fails.
pub(crate) async fn in_time<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    match tokio::time::timeout(STATEMENT_TIMEOUT, work).await {
        Ok(result) => result,
        Err(_) => Err(Error::unavailable("no answer in time")),
    }
}

/// A statement where the two databases want other words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Both {
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

impl Both {
    /// The words for the database at hand.
    pub(crate) fn sql(self, pool: &Pool) -> &'static str {
        match pool {
            Pool::Sqlite(_) => self.sqlite,
            Pool::Postgres(_) => self.postgres,
        }
    }
}

/// Builds a statement over the elements `value` of the JSON array `$1`, so that any number of rows is one statement.
macro_rules! each {
    // A statement of which a failure ends the whole transaction anyway: told so, SQLite keeps no copies of pages for
    // undoing that one statement.
    ($verb:literal or rollback $before:literal, $after:literal) => {
        $crate::database::Both {
            sqlite: concat!($verb, " or rollback ", $before, " json_each($1) ", $after),
            postgres: concat!($verb, " ", $before, " json_array_elements(cast($1 as json)) ", $after),
        }
    };
    ($before:literal, $after:literal) => {
        $crate::database::Both {
            sqlite: concat!($before, " json_each($1) ", $after),
            postgres: concat!($before, " json_array_elements(cast($1 as json)) ", $after),
        }
    };
}
pub(crate) use each;

/// The connections of a store, by what they are for.
#[derive(Clone, Debug)]
pub(crate) struct Pools {
    /// One connection, for the writer of the logs. SQLite takes one writer at a time, so there all writing is here, in
    /// the order of asking, and nobody has to poll for the lock.
    pub(crate) append: Pool,
    /// For all other writing.
    pub(crate) write: Pool,
    /// For reading.
    pub(crate) read: Pool,
}

impl Pools {
    pub(crate) async fn open(backend: &Backend) -> Result<Pools> {
        match backend {
            Backend::File(path) => Pools::file(path).await,
            Backend::Memory => Pools::memory().await,
            Backend::Postgres(url) => Pools::postgres(url).await,
        }
    }

    async fn file(path: &Path) -> Result<Pools> {
        make_private(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY_TIMEOUT)
            // The writer sees to that itself; this is for whoever else writes much.
            .pragma("wal_autocheckpoint", "100000")
            .pragma("journal_size_limit", "67108864")
            // What a large statement needs beside the database goes away with it: no file is made for that.
            .pragma("temp_store", "memory")
            .row_buffer_size(1000);
        let single = sqlite_pool(1).after_release(|connection, _| {
            // A rollback that failed on a full disk leaves a connection of which nothing is known.
            Box::pin(async move { Ok(!connection.is_in_transaction()) })
        });
        let append = single.connect_with(options.clone()).await.map_err(|error| named(path, error))?;
        migrate(&append, SQLITE).await?;
        let read = sqlite_pool(4).connect_lazy_with(options);
        let append = Pool::Sqlite(append);
        Ok(Pools { write: append.clone(), append, read: Pool::Sqlite(read) })
    }

    /// One connection does everything: it is the database.
    async fn memory() -> Result<Pools> {
        let pool = sqlite_pool(1).connect_with(SqliteConnectOptions::new().in_memory(true)).await?;
        migrate(&pool, SQLITE).await?;
        let pool = Pool::Sqlite(pool);
        Ok(Pools { append: pool.clone(), write: pool.clone(), read: pool })
    }

    async fn postgres(url: &str) -> Result<Pools> {
        let options: PgConnectOptions = url.parse()?;
        let options = options.application_name("quipu");
        let rest = postgres_pool(10).connect_with(options.clone()).await?;
        migrate(&rest, POSTGRES).await?;
        let rest = Pool::Postgres(rest);
        // The writer makes its connection on its own thread. It meets a dead one by itself and takes a fresh one; asking
        // first would cost a round trip.
        let append = postgres_pool(1).test_before_acquire(false).connect_lazy_with(options);
        Ok(Pools { append: Pool::Postgres(append), write: rest.clone(), read: rest })
    }

    pub(crate) async fn close(&self) {
        for pool in [&self.read, &self.write, &self.append] {
            match pool {
                Pool::Sqlite(pool) => pool.close().await,
                Pool::Postgres(pool) => pool.close().await,
            }
        }
    }
}

/// Connections are kept for good: a file does not go away, and memory must not.
fn sqlite_pool(most: u32) -> SqlitePoolOptions {
    let options = SqlitePoolOptions::new().max_connections(most).acquire_timeout(BUSY_TIMEOUT + ACQUIRE_TIMEOUT);
    options.idle_timeout(None).max_lifetime(None).test_before_acquire(false)
}

fn postgres_pool(most: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(most).acquire_timeout(ACQUIRE_TIMEOUT).after_connect(|connection, _| {
        // A host may have turned it off for other databases; an acknowledged move is a durable one.
        let durable = "select set_config('synchronous_commit', 'on', false)
                       where current_setting('synchronous_commit') = 'off'";
        Box::pin(async move { connection.execute(durable).await.map(drop) })
    })
}

/// Makes an empty file that its owner alone can read, with its folder, where there is none; SQLite gives its side files
/// the same rights. Hashes of passwords are nobody's business.
pub(crate) fn make_private(path: &Path) -> Result<()> {
    let failed = |error: std::io::Error| Error::unavailable(format!("{}: {error}", path.display()));
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => sync_folder(path).map_err(failed),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(failed(error)),
    }
}

/// Makes a file's name durable; only Unix lets one ask for that.
pub(crate) fn sync_folder(path: &Path) -> std::io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::File::open(folder)?.sync_all()
}

/// Says which file it was.
pub(crate) fn named(path: &Path, error: impl Into<Error>) -> Error {
    match error.into() {
        Error::Unavailable { why } => Error::unavailable(format!("{}: {why}", path.display())),
        Error::Damaged(why) => Error::Damaged(format!("{}: {why}", path.display())),
        other => other,
    }
}

/// The migrations of one database: version, what it brings, and its statements.
pub(crate) type Migrations = &'static [(i64, &'static str, &'static str)];

pub(crate) const SQLITE: Migrations =
    &[(1, "tables and people", include_str!("../migrations/sqlite/0001_tables_and_people.sql"))];

pub(crate) const POSTGRES: Migrations =
    &[(1, "tables and people", include_str!("../migrations/postgres/0001_tables_and_people.sql"))];

/// Brings a database up to this version. On PostgreSQL, several nodes may start at once: a lock lets one do it.
pub(crate) async fn migrate<'a, A>(database: A, migrations: Migrations) -> Result<()>
where
    A: Acquire<'a>,
    <A::Connection as std::ops::Deref>::Target: Migrate,
{
    let migration = |(version, description, sql): &(i64, &'static str, &'static str)| {
        Migration::new(*version, (*description).into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let migrator = Migrator::with_migrations(migrations.iter().map(migration).collect());
    Ok(migrator.run(database).await?)
}
