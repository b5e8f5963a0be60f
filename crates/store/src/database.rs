//! Both databases behind one interface: connecting, migrating, and running a statement on either.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::{Migrate, Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Acquire, Connection, Executor, PgPool, SqlSafeStr, SqlitePool};

use crate::error::{Error, Result};

/// How long a caller waits for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// How long a statement may take before the database counts as unavailable.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(15);

/// How long SQLite waits for another process, such as a backup, to unlock the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The database of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Backend {
    /// A SQLite file, created if it is missing.
    File(PathBuf),
    /// SQLite in memory, for tests.
    Memory,
    /// A PostgreSQL database, `postgres://user:password@host/database`.
    Postgres(String),
}

/// Connections to either database.
#[derive(Clone, Debug)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Runs the same code on either database. It is compiled twice, so that `$db` has the type of each.
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

/// Declares a struct that is read from a row of either database. Columns have the names of the fields.
///
/// The derive of sqlx does the same, but compiles all of sqlx a second time for the macro.
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

/// Ends work on a database that neither answers nor fails.
pub(crate) async fn in_time<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    match tokio::time::timeout(STATEMENT_TIMEOUT, work).await {
        Ok(result) => result,
        Err(_) => Err(Error::unavailable("no answer in time")),
    }
}

/// A statement for which the databases need different SQL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Both {
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

impl Both {
    /// The SQL for this database.
    pub(crate) fn sql(self, pool: &Pool) -> &'static str {
        match pool {
            Pool::Sqlite(_) => self.sqlite,
            Pool::Postgres(_) => self.postgres,
        }
    }
}

/// Builds a statement over the elements `value` of the JSON array `$1`, so that one statement writes any number of
/// rows.
macro_rules! each {
    // For statements whose failure ends the whole transaction anyway: SQLite then need not save pages to undo a single
    // statement.
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

/// The connections of a store, by purpose.
#[derive(Clone, Debug)]
pub(crate) struct Pools {
    /// One connection, for the writer of the logs. SQLite allows one writer at a time, so that all its writing happens
    /// here, in order, and nobody has to poll for the lock.
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
            // The writer makes its own checkpoints; this is for other processes that write a lot.
            .pragma("wal_autocheckpoint", "100000")
            .pragma("journal_size_limit", "67108864")
            // Large statements use memory instead of temporary files.
            .pragma("temp_store", "memory")
            .row_buffer_size(1000);
        let single = sqlite_pool(1).after_release(|connection, _| {
            // A rollback that failed on a full disk leaves the connection in an unknown state.
            Box::pin(async move { Ok(!connection.is_in_transaction()) })
        });
        let append = single.connect_with(options.clone()).await.map_err(|error| named(path, error))?;
        migrate(&append, SQLITE).await?;
        let read = sqlite_pool(4).connect_lazy_with(options);
        let append = Pool::Sqlite(append);
        Ok(Pools { write: append.clone(), append, read: Pool::Sqlite(read) })
    }

    /// One connection for everything: it is the database.
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
        // The writer connects on its own thread. It notices a dead connection by itself and takes a fresh one; a test
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

/// Connections are kept forever: a file does not go away, and memory must not.
fn sqlite_pool(most: u32) -> SqlitePoolOptions {
    let options = SqlitePoolOptions::new().max_connections(most).acquire_timeout(BUSY_TIMEOUT + ACQUIRE_TIMEOUT);
    options.idle_timeout(None).max_lifetime(None).test_before_acquire(false)
}

fn postgres_pool(most: u32) -> PgPoolOptions {
    PgPoolOptions::new().max_connections(most).acquire_timeout(ACQUIRE_TIMEOUT).after_connect(|connection, _| {
        // The administrator may have turned it off for the whole server, but an acknowledged move must be durable.
        let durable = "select set_config('synchronous_commit', 'on', false)
                       where current_setting('synchronous_commit') = 'off'";
        Box::pin(async move { connection.execute(durable).await.map(drop) })
    })
}

/// Creates a missing file with its folder, readable by its owner only. SQLite gives its side files the same mode. The
/// file holds password hashes.
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

/// Makes a file's name durable; only Unix can do that.
pub(crate) fn sync_folder(path: &Path) -> std::io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::File::open(folder)?.sync_all()
}

/// Adds the file name to an error.
pub(crate) fn named(path: &Path, error: impl Into<Error>) -> Error {
    match error.into() {
        Error::Unavailable { why } => Error::unavailable(format!("{}: {why}", path.display())),
        Error::Damaged(why) => Error::Damaged(format!("{}: {why}", path.display())),
        other => other,
    }
}

/// The migrations of one database: version, description and SQL.
pub(crate) type Migrations = &'static [(i64, &'static str, &'static str)];

pub(crate) const SQLITE: Migrations = &[
    (1, "tables and people", include_str!("../migrations/sqlite/0001_tables_and_people.sql")),
    (2, "counts", include_str!("../migrations/sqlite/0002_counts.sql")),
    (3, "results", include_str!("../migrations/sqlite/0003_results.sql")),
    (4, "reviews", include_str!("../migrations/sqlite/0004_reviews.sql")),
    (5, "audit", include_str!("../migrations/sqlite/0005_audit.sql")),
    (6, "company", include_str!("../migrations/sqlite/0006_company.sql")),
    (7, "pairing", include_str!("../migrations/sqlite/0007_pairing.sql")),
    (8, "correspondence", include_str!("../migrations/sqlite/0008_correspondence.sql")),
    (9, "hosts", include_str!("../migrations/sqlite/0009_hosts.sql")),
];

pub(crate) const POSTGRES: Migrations = &[
    (1, "tables and people", include_str!("../migrations/postgres/0001_tables_and_people.sql")),
    (2, "counts", include_str!("../migrations/postgres/0002_counts.sql")),
    (3, "results", include_str!("../migrations/postgres/0003_results.sql")),
    (4, "reviews", include_str!("../migrations/postgres/0004_reviews.sql")),
    (5, "audit", include_str!("../migrations/postgres/0005_audit.sql")),
    (6, "company", include_str!("../migrations/postgres/0006_company.sql")),
    (7, "pairing", include_str!("../migrations/postgres/0007_pairing.sql")),
    (8, "correspondence", include_str!("../migrations/postgres/0008_correspondence.sql")),
    (9, "hosts", include_str!("../migrations/postgres/0009_hosts.sql")),
];

/// Migrates a database to this version. On PostgreSQL several nodes may start at once: a lock lets one of them do it.
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
