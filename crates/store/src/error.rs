//! Errors, and what the caller can do about them.

use sqlx::migrate::MigrateError;

use crate::id::TableId;

/// The result of this crate's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Somebody else appended first, or created the table: read the new entries, and decide again.
    ///
    /// After an [`Unavailable`](Error::Unavailable) it may have been the caller's own append: the log shows it.
    #[error("the table's log has gone on to entry {last}; read the new entries and try again")]
    Conflict {
        /// The last entry of the log.
        last: u64,
    },
    /// There is no such table.
    #[error("there is no table {0}")]
    NoTable(TableId),
    /// There is no such person, token, report or job.
    #[error("there is no such {0}")]
    Nothing(&'static str),
    /// There is an account with that name, or with one that looks the same.
    #[error("the name {0} is taken; choose another")]
    Taken(String),
    /// The argument cannot be stored.
    #[error("{0}")]
    Refused(String),
    /// The database does not answer, or accepts no writes. The store recovers by itself when the fault ends.
    ///
    /// Most likely nothing was written; only if the connection broke in the middle of a commit may it have been.
    /// [`last_seq`](crate::Store::last_seq) and [`log`](crate::Store::log) tell.
    #[error("the database is not available: {why}; try again")]
    Unavailable {
        /// What the database or the network said.
        why: String,
    },
    /// The database was made by a newer version.
    #[error("the database belongs to a newer version of Quipu (migration {version}); start that version")]
    Newer {
        /// The migration that this version does not know.
        version: i64,
    },
    /// The database contains something that this version never writes, or rejected a statement.
    #[error("the database is damaged: {0}; restore a backup or report a defect")]
    Damaged(String),
}

impl Error {
    pub(crate) fn unavailable(why: impl Into<String>) -> Error {
        Error::Unavailable { why: why.into() }
    }

    /// Whether trying again later may help.
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Error::Unavailable { .. })
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Error {
        match error {
            sqlx::Error::PoolTimedOut => Error::unavailable("no connection in time"),
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => Error::unavailable(error.to_string()),
            sqlx::Error::Configuration(_) => {
                Error::Refused(format!("{error}; write postgres://user:password@host/database"))
            }
            sqlx::Error::Migrate(error) => (*error).into(),
            sqlx::Error::Database(ref cause) => match cause.code() {
                Some(code) if passes(&code) => Error::unavailable(cause.message()),
                code => Error::Damaged(format!("{} ({})", cause.message(), code.unwrap_or_default())),
            },
            other => Error::Damaged(other.to_string()),
        }
    }
}

impl From<MigrateError> for Error {
    fn from(error: MigrateError) -> Error {
        match error {
            MigrateError::Execute(cause) | MigrateError::ExecuteMigration(cause, _) => cause.into(),
            MigrateError::VersionMissing(version) | MigrateError::VersionTooNew(version, _) => Error::Newer { version },
            other => Error::Damaged(other.to_string()),
        }
    }
}

/// Whether an error code of a database is temporary.
///
/// PostgreSQL's codes have five characters, their first two being the class; SQLite's are numbers with the primary code
/// in the lowest byte.
fn passes(code: &str) -> bool {
    if code.len() == 5 && code != "25006" {
        // Connection, deadlock, resources (a full disk), lock, operator (a shutdown), system.
        return matches!(&code[..2], "08" | "40" | "53" | "55" | "57" | "58");
    }
    // 25006: a standby that will be the master. 5 busy, 6 locked, 7 memory, 8 read-only, 9 interrupted, 10 input and
    // output, 13 full, 14 cannot open.
    code == "25006" || code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 5..=10 | 13 | 14))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_that_pass_are_told_from_those_that_stay() {
        for code in ["13", "5", "517", "778", "14", "53100", "57P01", "08006", "25006", "40P01"] {
            assert!(passes(code), "{code}");
        }
        for code in ["1", "11", "26", "787", "23505", "22021", "42601", ""] {
            assert!(!passes(code), "{code}");
        }
    }
}
