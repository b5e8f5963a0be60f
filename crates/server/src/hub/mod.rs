//! The tables that are awake.

use std::sync::Arc;
use std::time::Duration;

use engine::Seat;
use protocol::{
    Ask, Command, Done, Frame, Line, NewTable, Refusal, RefusalCode, SheetLine, State, TableLine, ToClient,
};
use serde::{Deserialize, Serialize};
use store::{Store, TableId};
use utoipa::ToSchema;

use crate::metrics::Metrics;
use crate::refusal::refusal;
use crate::{Config, Time};

/// Who does something: a person, a program with a token for one seat, or (with an empty id) somebody unknown who may
/// only look on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// The person's number.
    pub id: String,
    /// The name.
    pub name: String,
    /// The only seat that it may play, where it is a program.
    pub program: Option<(TableId, Seat)>,
}

impl Who {
    /// Somebody unknown.
    pub fn nobody() -> Who {
        Who { id: String::new(), name: String::new(), program: None }
    }

    /// Whether it is somebody unknown.
    pub fn is_nobody(&self) -> bool {
        self.id.is_empty() && self.program.is_none()
    }
}

/// The link of a seat kept for somebody.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Invitation {
    /// The seat.
    #[schema(value_type = String)]
    pub seat: Seat,
    /// The way to it.
    pub link: String,
}

/// The token of a program's seat.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ProgramToken {
    /// The seat.
    #[schema(value_type = String)]
    pub seat: Seat,
    /// The token, shown this once.
    pub token: String,
}

/// A table that was made.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct Created {
    /// The table's number.
    pub id: String,
    /// The links of seats kept for somebody.
    pub invitations: Vec<Invitation>,
    /// The tokens of programs' seats.
    pub tokens: Vec<ProgramToken>,
}

/// A piece of a table's log.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Lines {
    /// The lines, the oldest first.
    pub lines: Vec<Line>,
    /// Whether there are older ones.
    pub more: bool,
}

/// The tables.
#[derive(Clone)]
pub struct Hub {
    inner: Arc<Inner>,
}

#[expect(dead_code, reason = "what tables work with")]
struct Inner {
    config: Arc<Config>,
    store: Store,
    time: Time,
    metrics: Arc<Metrics>,
}

fn not_yet<T>() -> Result<T, Refusal> {
    Err(refusal(RefusalCode::Unavailable, "unavailable", "tables are not open yet"))
}

impl Hub {
    /// A hub over what lasts; no table is awake yet.
    pub fn new(config: Arc<Config>, store: Store, time: Time, metrics: Arc<Metrics>) -> Hub {
        Hub { inner: Arc::new(Inner { config, store, time, metrics }) }
    }

    /// Makes a table.
    pub async fn create(&self, _who: &Who, _table: NewTable) -> Result<Created, Refusal> {
        not_yet()
    }

    /// The invitation link of a seat, for whoever made the table.
    pub async fn invitation(&self, _table: TableId, _who: &Who, _seat: Seat) -> Result<Invitation, Refusal> {
        not_yet()
    }

    /// Does something at a table; a repeated id does nothing again.
    pub async fn command(&self, _table: TableId, _who: &Who, _id: String, _command: Command) -> Result<Done, Refusal> {
        not_yet()
    }

    /// Answers a question about the position.
    pub async fn ask(&self, _table: TableId, _who: &Who, _id: String, _ask: Ask) -> Result<ToClient, Refusal> {
        not_yet()
    }

    /// A table, whole.
    pub async fn state(&self, _table: TableId, _who: &Who, _eyes: Option<Seat>) -> Result<State, Refusal> {
        not_yet()
    }

    /// Waits until the table's version is past `since`, at most so long, and gives the version.
    pub async fn past(&self, _table: TableId, _since: u64, _at_most: Duration) -> Result<u64, Refusal> {
        not_yet()
    }

    /// The lines of the log before a version, or the last ones.
    pub async fn log(&self, _table: TableId, _who: &Who, _before: Option<u64>) -> Result<Lines, Refusal> {
        not_yet()
    }

    /// The record, whole when the match is over, redacted for the viewer before.
    pub async fn record(&self, _table: TableId, _who: &Who) -> Result<String, Refusal> {
        not_yet()
    }

    /// The moments after the steps from `from` to before `to`.
    pub async fn frames(&self, _table: TableId, _who: &Who, _from: usize, _to: usize) -> Result<Vec<Frame>, Refusal> {
        not_yet()
    }

    /// The score sheet.
    pub async fn sheet(&self, _table: TableId, _who: &Who) -> Result<Vec<SheetLine>, Refusal> {
        not_yet()
    }

    /// The components of the match's box.
    pub async fn table_parts(&self, _table: TableId, _who: &Who) -> Result<serde_json::Value, Refusal> {
        not_yet()
    }

    /// The tables with a seat of this person.
    pub async fn list_mine(&self, _who: &Who) -> Result<Vec<TableLine>, Refusal> {
        not_yet()
    }

    /// The public tables that wait for players.
    pub async fn list_open(&self, _who: &Who) -> Result<Vec<TableLine>, Refusal> {
        not_yet()
    }

    /// Closes a table, for the host.
    pub async fn close(&self, _table: TableId, _why: &str) -> Result<(), Refusal> {
        not_yet()
    }

    /// Deletes a table, for the host.
    pub async fn delete(&self, _table: TableId) -> Result<(), Refusal> {
        not_yet()
    }

    /// Leaves every table in a person's name: free seats are freed, others given up.
    pub async fn leave_all(&self, _who: &Who) -> Result<(), Refusal> {
        Ok(())
    }

    /// Takes no more commands, waits for what is acknowledged, and tells clients.
    pub async fn shutdown(&self) {}
}
