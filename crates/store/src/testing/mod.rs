//! A temporary PostgreSQL for tests, and faults on demand.

#[cfg(any(not(unix), test))]
#[cfg_attr(unix, expect(unreachable_pub, reason = "here it is only compared with the real one"))]
mod elsewhere;
#[cfg(unix)]
mod server;

#[cfg(not(unix))]
pub use elsewhere::Postgres;
#[cfg(unix)]
pub use server::Postgres;

use crate::Store;
use crate::database::{Pool, on};
use crate::error::{Error, Result};

/// The columns that backups hold, as `table.column`.
pub fn backed_up_columns() -> Vec<String> {
    crate::backup::columns()
}

impl Store {
    /// Runs a statement on what is stored, as a fault or somebody with a tool for databases could.
    pub async fn damage(&self, sql: &'static str) -> Result<u64> {
        on!(self.write(), db => sqlx::query(sql).execute(db).await?.rows_affected())
    }

    /// Simulates a full disk for SQLite, or ends that.
    pub async fn fill_disk(&self, full: bool) -> Result<()> {
        let Pool::Sqlite(pool) = &self.inner.pools.append else {
            return Err(Error::Refused("cannot fill the disk of PostgreSQL".to_owned()));
        };
        // SQLite uses the present size if less is asked for.
        let pages = if full { "pragma max_page_count = 1" } else { "pragma max_page_count = 1073741823" };
        sqlx::query(pages).fetch_all(pool).await?;
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::{elsewhere, server};

    /// Whoever calls the one calls the other: nothing else compiles the stand-in where these tests run.
    #[test]
    fn other_systems_have_a_stand_in_with_the_same_methods() {
        macro_rules! methods {
            ($postgres:ty) => {{
                let makers: [fn() -> Option<$postgres>; 2] = [<$postgres>::start, <$postgres>::start_durable];
                let database: fn(&$postgres) -> String = <$postgres>::database;
                let changers: [fn(&mut $postgres); 2] = [<$postgres>::stop, <$postgres>::resume];
                (makers, database, changers)
            }};
        }
        methods!(server::Postgres);
        let (makers, ..) = methods!(elsewhere::Postgres);
        assert!(makers.into_iter().all(|make| make().is_none()));
    }
}
