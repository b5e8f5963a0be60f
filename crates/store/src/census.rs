//! How much is stored. It counts whole tables, if by their narrowest index: callers keep the answer for a while.

use crate::Store;
use crate::database::{Both, Pool, on, row};
use crate::error::Result;
use crate::table::TableState;

row! {
    struct Row {
        accounts: i64,
        guests: i64,
        banned: i64,
        hosts: i64,
        reports: i64,
        flags: i64,
        results: i64,
        rated: i64,
        pending: i64,
        audits: i64,
        tokens: i64,
        jobs: i64,
    }
}

/// How much there is of what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// People with an account.
    pub accounts: u64,
    /// People without one.
    pub guests: u64,
    /// People who are banned.
    pub banned: u64,
    /// Accounts that may use the host's page.
    pub hosts: u64,
    /// Reports that nobody dealt with.
    pub reports: u64,
    /// What looks wrong about rated matches, and nobody dealt with.
    pub flags: u64,
    /// Finished matches.
    pub results: u64,
    /// Those of them that count for ratings.
    pub rated: u64,
    /// Those of them that are still to be rated.
    pub pending: u64,
    /// Entries of the audit log.
    pub audits: u64,
    /// Logins and other tokens.
    pub tokens: u64,
    /// Mails and calls that are still to be sent.
    pub jobs: u64,
    /// Tables, by state in the order of [`TableState::ALL`].
    pub tables: [u64; TableState::ALL.len()],
}

impl Census {
    /// How many tables are in a state.
    pub fn in_state(&self, state: TableState) -> u64 {
        TableState::ALL.iter().zip(self.tables).find(|(one, _)| **one == state).map_or(0, |(_, count)| count)
    }
}

/// How much room it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Storage {
    /// The size of the database in bytes.
    pub bytes: u64,
    /// Since when there are tables, in Unix milliseconds.
    pub oldest: Option<i64>,
}

pub(crate) const COUNT: &str = "select
    (select count(*) from people where folded is not null) as accounts,
    (select count(*) from people where folded is null) as guests,
    (select count(*) from people where banned is not null) as banned,
    (select count(*) from people where host) as hosts,
    (select count(*) from reports where handled_at is null) as reports,
    (select count(*) from flags where handled_at is null) as flags,
    (select count(*) from results) as results,
    (select count(*) from results where rated) as rated,
    (select count(*) from results where pending) as pending,
    (select count(*) from audit) as audits,
    (select count(*) from tokens) as tokens,
    (select count(*) from jobs) as jobs";
const TABLES: &str = "select state, count(*) from tables group by state";
const BYTES: Both = Both {
    sqlite: "select page_count * page_size from pragma_page_count, pragma_page_size",
    postgres: "select pg_database_size(current_database())",
};

impl Store {
    /// Counts what there is.
    pub async fn census(&self) -> Result<Census> {
        let Row { accounts, guests, banned, hosts, reports, flags, results, rated, pending, audits, tokens, jobs } =
            on!(self.read(), db => sqlx::query_as::<_, Row>(COUNT).fetch_one(db).await?)?;
        let states = on!(self.read(), db => sqlx::query_as::<_, (String, i64)>(TABLES).fetch_all(db).await?)?;
        let of =
            |state: TableState| states.iter().find(|(word, _)| word == state.as_str()).map_or(0, |(_, n)| *n as u64);
        Ok(Census {
            accounts: accounts as u64,
            guests: guests as u64,
            banned: banned as u64,
            hosts: hosts as u64,
            reports: reports as u64,
            flags: flags as u64,
            results: results as u64,
            rated: rated as u64,
            pending: pending as u64,
            audits: audits as u64,
            tokens: tokens as u64,
            jobs: jobs as u64,
            tables: TableState::ALL.map(of),
        })
    }

    /// How much room the database takes.
    pub async fn storage(&self) -> Result<Storage> {
        let sql = BYTES.sql(self.read());
        let bytes = on!(self.read(), db => sqlx::query_scalar::<_, i64>(sql).fetch_one(db).await?)?;
        let oldest = "select min(created_at) from tables";
        let oldest = on!(self.read(), db => sqlx::query_scalar::<_, Option<i64>>(oldest).fetch_one(db).await?)?;
        Ok(Storage { bytes: bytes as u64, oldest })
    }

    /// Whether the database is PostgreSQL, which several nodes may share.
    pub fn is_shared(&self) -> bool {
        matches!(self.read(), Pool::Postgres(_))
    }
}
