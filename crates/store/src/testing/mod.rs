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

use std::collections::BTreeMap;

use crate::Store;
use crate::database::{Pool, on};
use crate::error::{Error, Result};
use crate::id::PersonId;

/// The columns that backups hold, as `table.column`.
pub fn backed_up_columns() -> Vec<String> {
    crate::backup::columns()
}

impl Store {
    /// Runs a statement on what is stored, as a fault or somebody with a tool for databases could.
    pub async fn damage(&self, sql: &'static str) -> Result<u64> {
        on!(self.write(), db => sqlx::query(sql).execute(db).await?.rows_affected())
    }

    /// The number by which tables know a person.
    pub fn number_of(person: PersonId) -> i64 {
        person.0
    }

    /// The tables of SQLite that there are, each with whether a text, or the number of a person, stands in any of its
    /// columns, whole or as a part of what is written there.
    pub async fn tables_with(&self, text: &str, person: Option<PersonId>) -> Result<Vec<(String, bool)>> {
        let Pool::Sqlite(pool) = self.read() else {
            return Err(Error::Refused("only SQLite is asked for its tables".to_owned()));
        };
        let sql = "select m.name, c.name from sqlite_master m, pragma_table_info(m.name) c
            where m.type = 'table' and substr(m.name, 1, 1) <> '_' and substr(m.name, 1, 6) <> 'sqlite'
            order by m.name, c.cid";
        let columns: Vec<(String, String)> = sqlx::query_as(sql).fetch_all(pool).await?;
        let number = person.map_or_else(|| text.to_owned(), |person| person.0.to_string());
        let mut found: BTreeMap<String, bool> = BTreeMap::new();
        for (table, column) in columns {
            let column = format!("cast(\"{column}\" as text)");
            let sql = format!("select count(*) from \"{table}\" where instr({column}, $1) or instr({column}, $2)");
            let query = sqlx::query_scalar::<_, i64>(sqlx::AssertSqlSafe(sql)).bind(text).bind(&number);
            let there = query.fetch_one(pool).await? > 0;
            *found.entry(table).or_default() |= there;
        }
        Ok(found.into_iter().collect())
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
