//! What tables and people leave behind.
//!
//! Everything that happens at a table is an entry of one append-only log: that it was created, who sat down, each step,
//! draw, word of chat, vote and taking back. The table's state is the fold of its log and is stored nowhere. Beside the
//! log there is one small index row per table, for lists and for due work, written in the same transaction; and there are
//! people, their tokens, news, letters to be sent, and reports. This crate knows no game: what an entry says is text.
//!
//! A [`Store`] keeps all that in a file (SQLite), or in a PostgreSQL that many nodes share. What it has acknowledged is
//! durable. Times are Unix milliseconds and come from the caller, so that tests can do without waiting.
//!
//! ```
//! use store::{Index, Place, Store, TableId, TableState};
//!
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let store = Store::open(&Place::Memory).await?;
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
mod backup;
mod batch;
mod checkpoint;
mod database;
mod error;
mod forget;
mod id;
mod jobs;
mod lease;
mod news;
mod people;
#[cfg(test)]
mod plans;
mod reports;
mod table;
#[cfg(all(unix, feature = "testing"))]
pub mod testing;
mod token;
mod told;

use std::sync::Arc;

use tokio::sync::mpsc;

pub use crate::append::Append;
pub use crate::database::Place;
pub use crate::error::{Error, Result};
pub use crate::id::{JobId, NewsId, NoId, PersonId, ReportId, TableId};
pub use crate::jobs::{Job, NewJob};
pub use crate::lease::Lease;
pub use crate::news::{NewNews, News};
pub use crate::people::{Credentials, Export, NewAccount, Person, Settings};
pub use crate::reports::{NewReport, Report};
pub use crate::table::{Cursor, Entry, Filter, Index, IndexRow, TableState};
pub use crate::token::{Token, TokenHash, TokenKind};
pub use crate::told::{Subscription, Told};

use crate::append::Request;
use crate::database::{Pool, Pools, on};
use crate::told::Voice;

/// The one place where anything is kept. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    pools: Pools,
    writer: mpsc::Sender<Request>,
    voice: Arc<Voice>,
}

impl Store {
    /// Opens a store, making and migrating its database where needed. Wants a tokio runtime, on which its writer lives.
    pub async fn open(place: &Place) -> Result<Store> {
        let pools = Pools::open(place).await?;
        let voice = Arc::new(Voice::new());
        let writer = append::start(pools.clone(), voice.clone())?;
        match (place, &pools.append, &pools.read) {
            (Place::File(_), Pool::Sqlite(writing), _) => {
                drop(tokio::spawn(told::watch(writing.clone(), voice.clone())));
            }
            (_, _, Pool::Postgres(reading)) => told::listen(reading.clone(), voice.clone()).await?,
            _ => {}
        }
        Ok(Store { inner: Arc::new(Inner { pools, writer, voice }) })
    }

    /// Checks that the store can be read and written. On SQLite it writes, since a full disk is met in no other way.
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

    fn voice(&self) -> &Voice {
        &self.inner.voice
    }
}
