//! Storage for tables and people, on SQLite or PostgreSQL.
//!
//! Everything that happens at a table is an entry of one append-only log: that it was created, who sat down, every
//! step, draw, chat line, vote and undo. The table's state is the fold of its log and is not stored. Next to the log
//! there is one small index row per table, for lists and due work, written in the same transaction. There are also
//! people, their tokens, notifications, jobs, reports and counters. This crate knows no game: the body of an entry is
//! text.
//!
//! A [`Store`] uses a SQLite file, or a PostgreSQL database that several nodes share. What it has acknowledged is
//! durable. Times are Unix milliseconds and come from the caller, so that tests need not wait.
//!
//! ```
//! use store::{Backend, Index, Store, TableId, TableState};
//!
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let store = Store::open(&Backend::Memory).await?;
//! let index = Index {
//!     state: TableState::Gathering,
//!     game: "tikal".to_owned(),
//!     public: true,
//!     people: vec![],
//!     waiting_for: vec![],
//!     due_at: None,
//!     summary: "{}".to_owned(),
//! };
//! let table = TableId::random();
//! store.create(table, &[7; 32], index.clone(), vec![(1000, "created".to_owned())]).await?;
//! let last = store.append(table, 1, vec![(2000, "B sat down".to_owned())], index).await?;
//! assert_eq!(last, 2);
//! assert_eq!(store.log(table, 1).await?[0].body, "B sat down");
//! # Ok::<(), store::Error>(()) }).unwrap();
//! ```

mod append;
mod audit;
mod backup;
mod batch;
mod census;
mod checkpoint;
mod company;
mod counts;
mod database;
mod errands;
mod error;
mod events;
mod expiry;
mod forget;
mod id;
mod jobs;
mod lease;
mod nodes;
mod notes;
mod notifications;
mod pairing;
mod people;
#[cfg(test)]
mod plans;
mod push;
mod ratings;
mod reports;
mod results;
mod table;
#[cfg(feature = "testing")]
pub mod testing;
mod token;
mod traces;
mod vacations;

use std::sync::Arc;

use tokio::sync::mpsc;

pub use crate::append::Append;
pub use crate::audit::{Audit, NewAudit};
pub use crate::census::{Census, Storage};
pub use crate::company::{Bond, Invite, Tie};
pub use crate::counts::{Count, CountKey};
pub use crate::database::Backend;
pub use crate::errands::Errand;
pub use crate::error::{Error, Result};
pub use crate::events::{AccessEvent, AccessSubscription, StoreEvent, Subscription};
pub use crate::id::{AuditId, JobId, NoId, NotificationId, PersonId, ReportId, TableId};
pub use crate::jobs::{Job, NewJob};
pub use crate::lease::Lease;
pub use crate::nodes::Node;
pub use crate::notes::Note;
pub use crate::notifications::{NewNotification, Notification};
pub use crate::pairing::{Shunned, Waiting};
pub use crate::people::{Circle, Credentials, Export, NewAccount, PeopleCursor, PeopleFilter, Person, Settings};
pub use crate::push::PushSubscription;
pub use crate::ratings::{Flag, LadderRow, NewFlag, RatedSeat, Rating};
pub use crate::reports::{NewReport, Report};
pub use crate::results::{Entrant, Finished, Played, ResultCursor, ResultFilter, ResultRow, SeatReview};
pub use crate::table::{Cursor, Filter, Index, IndexRow, StoredEntry, TableState};
pub use crate::token::{Token, TokenHash, TokenKind};
pub use crate::vacations::{Vacation, VacationBudget};

use crate::append::Request;
use crate::database::{Pool, Pools, on};
use crate::events::EventBus;

/// A store. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    pools: Pools,
    writer: mpsc::Sender<Request>,
    events: Arc<EventBus>,
}

impl Store {
    /// Opens a store, and creates and migrates its database if needed. Needs a tokio runtime.
    pub async fn open(backend: &Backend) -> Result<Store> {
        let pools = Pools::open(backend).await?;
        let events = Arc::new(EventBus::new());
        let writer = append::start(pools.clone(), events.clone())?;
        match (backend, &pools.append, &pools.read) {
            (Backend::File(_), Pool::Sqlite(writing), _) => {
                drop(tokio::spawn(events::watch(writing.clone(), events.clone())));
            }
            (_, _, Pool::Postgres(reading)) => events::listen(reading.clone(), events.clone()).await?,
            _ => {}
        }
        Ok(Store { inner: Arc::new(Inner { pools, writer, events }) })
    }

    /// Checks that the store can be read and written. On SQLite it writes, since only that detects a full disk.
    pub async fn ready(&self) -> Result<()> {
        on!(self.read(), db => sqlx::query("select id from tables limit 1").fetch_optional(db).await.map(drop)?)?;
        match self.write() {
            Pool::Sqlite(pool) => {
                let beat = sqlx::query("update pulse set at = at + 1").execute(pool);
                database::in_time(async { Ok(beat.await.map(drop)?) }).await
            }
            Pool::Postgres(pool) => {
                let standby = sqlx::query_scalar::<_, bool>("select pg_is_in_recovery()").fetch_one(pool);
                if database::in_time(async { Ok(standby.await?) }).await? {
                    return Err(Error::unavailable("this PostgreSQL is a standby and takes no writes"));
                }
                Ok(())
            }
        }
    }

    fn read(&self) -> &Pool {
        &self.inner.pools.read
    }

    fn write(&self) -> &Pool {
        &self.inner.pools.write
    }

    fn writer(&self) -> &mpsc::Sender<Request> {
        &self.inner.writer
    }

    fn events(&self) -> &EventBus {
        &self.inner.events
    }
}
