//! Who is told of what was appended: this process at once, other nodes by PostgreSQL's notifications. SQLite has no such
//! thing; there, other processes are noticed, and everything has to be looked at.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgListener;
use sqlx::{PgPool, SqlitePool};
use tokio::sync::broadcast::{self, error::RecvError};

use crate::Store;
use crate::database::{Pool, in_time};
use crate::error::{Error, Result};
use crate::id::{JobId, TableId};

/// How many messages a slow receiver may be behind before it is told to look at everything.
const BACKLOG: usize = 4096;

/// The longest notification in bytes; PostgreSQL takes less than 8,000.
const MAX_PAYLOAD: usize = 7000;

/// How often a silent connection is asked whether it still lives.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(10);

/// How often a file is watched for what other processes write.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The channel of the notifications.
const CHANNEL: &str = "quipu";

/// What a letter begins with, behind our name, that is not about logs.
const MESSAGE: &str = "say ";

/// Sends a notification.
pub(crate) const NOTIFY: &str = "select pg_notify('quipu', $1)";

/// What a subscriber hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreEvent {
    /// A table's log goes on to this entry.
    Table {
        /// Which table.
        table: TableId,
        /// The last entry.
        seq: u64,
        /// Whether this very store appended it: who did so knows it already.
        own: bool,
    },
    /// A table was deleted.
    Gone {
        /// Which table.
        table: TableId,
    },
    /// Another node says something that is kept nowhere.
    Message(Arc<str>),
    /// Something may have been missed: look at everything.
    Everything,
}

/// Hears of every append, those of other nodes included.
#[derive(Debug)]
pub struct Subscription {
    receiver: broadcast::Receiver<StoreEvent>,
}

impl Subscription {
    /// Waits for the next message; `None` once the store is gone.
    pub async fn next(&mut self) -> Option<StoreEvent> {
        match self.receiver.recv().await {
            Ok(event) => Some(event),
            Err(RecvError::Lagged(_)) => Some(StoreEvent::Everything),
            Err(RecvError::Closed) => None,
        }
    }
}

/// The one who tells.
#[derive(Debug)]
pub(crate) struct EventBus {
    sender: broadcast::Sender<StoreEvent>,
    /// By what this node knows its own notifications.
    node: String,
}

impl EventBus {
    pub(crate) fn new() -> EventBus {
        EventBus { sender: broadcast::Sender::new(BACKLOG), node: JobId::random().to_string() }
    }

    /// Tells this process. That nobody listens is no fault.
    pub(crate) fn publish(&self, event: StoreEvent) {
        self.sender.send(event).ok();
    }

    /// Writes notifications for other nodes: our name, then `table:entry` for each, `table:0` for one that is gone.
    pub(crate) fn payloads(&self, events: impl IntoIterator<Item = StoreEvent>) -> Vec<String> {
        let mut payloads: Vec<String> = Vec::new();
        for event in events {
            let word = match event {
                StoreEvent::Table { table, seq, .. } => format!(" {table}:{seq}"),
                StoreEvent::Gone { table } => format!(" {table}:0"),
                StoreEvent::Message(_) | StoreEvent::Everything => continue,
            };
            match payloads.last_mut() {
                Some(payload) if payload.len() + word.len() <= MAX_PAYLOAD => payload.push_str(&word),
                _ => payloads.push(self.node.clone() + &word),
            }
        }
        payloads
    }

    /// Reads what another node wrote, and tells this process.
    fn read(&self, payload: &str) {
        let (node, events) = payload.split_once(' ').unwrap_or((payload, ""));
        if node == self.node {
            return;
        }
        if let Some(message) = events.strip_prefix(MESSAGE) {
            self.publish(StoreEvent::Message(message.into()));
            return;
        }
        for word in events.split(' ') {
            self.publish(read_event(word).unwrap_or(StoreEvent::Everything));
        }
    }
}

fn read_event(word: &str) -> Option<StoreEvent> {
    let (table, seq) = word.split_once(':')?;
    let table = table.parse().ok()?;
    Some(match seq.parse().ok()? {
        0 => StoreEvent::Gone { table },
        seq => StoreEvent::Table { table, seq, own: false },
    })
}

impl Store {
    /// Subscribes to all that is appended or deleted from now on.
    pub fn subscribe(&self) -> Subscription {
        Subscription { receiver: self.events().sender.subscribe() }
    }

    /// Says something to the other nodes, if there can be any. Nobody keeps it; who is not there does not hear it.
    pub async fn broadcast(&self, text: &str) -> Result<()> {
        if let Pool::Postgres(pool) = self.write() {
            let payload = format!("{} {MESSAGE}{text}", self.events().node);
            if payload.len() > MAX_PAYLOAD {
                return Err(Error::Refused(format!("{} bytes are too much for a notification", payload.len())));
            }
            in_time(async { Ok(sqlx::query(NOTIFY).bind(payload).execute(pool).await.map(drop)?) }).await?;
        }
        Ok(())
    }

    /// Tells this node and the others.
    pub(crate) async fn publish(&self, event: StoreEvent) -> Result<()> {
        self.events().publish(event.clone());
        if let Pool::Postgres(pool) = self.write() {
            for payload in self.events().payloads([event]) {
                in_time(async { Ok(sqlx::query(NOTIFY).bind(payload).execute(pool).await.map(drop)?) }).await?;
            }
        }
        Ok(())
    }
}

/// Watches a SQLite file for what other processes, such as a host's commands, write to it.
///
/// SQLite does not say what they wrote, but it counts, for each connection, the changes that were made by others. Asked on
/// the one connection through which all our writing goes, that is everything that is not ours.
pub(crate) async fn watch(pool: SqlitePool, events: Arc<EventBus>) {
    let mut known = None;
    while !pool.is_closed() {
        let version = sqlx::query_scalar::<_, i64>("pragma data_version").fetch_one(&pool).await.ok();
        if version.is_some() && known.is_some() && version != known {
            events.publish(StoreEvent::Everything);
        }
        known = version.or(known);
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Starts listening to other nodes. From when this returns nothing is missed without [`StoreEvent::Everything`] being said.
pub(crate) async fn listen(pool: PgPool, events: Arc<EventBus>) -> Result<()> {
    let listener = connect(&pool).await?;
    tokio::spawn(keep_listening(pool, events, listener));
    Ok(())
}

/// Listens until the store is gone, and comes back after every fault.
async fn keep_listening(pool: PgPool, events: Arc<EventBus>, mut listener: PgListener) {
    loop {
        let error = hear(&mut listener, &events).await;
        if pool.is_closed() {
            return;
        }
        tracing::warn!(%error, "lost the notifications of other nodes");
        let mut pause = Duration::from_millis(50);
        listener = loop {
            match connect(&pool).await {
                Ok(listener) => break listener,
                Err(_) if pool.is_closed() => return,
                Err(error) => tracing::warn!(%error, "no notifications of other nodes"),
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(2));
        };
        // Notifications are not kept for whoever was away.
        events.publish(StoreEvent::Everything);
    }
}

async fn connect(pool: &PgPool) -> Result<PgListener> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Passes notifications on until the connection is lost, and says how.
async fn hear(listener: &mut PgListener, events: &EventBus) -> String {
    loop {
        match tokio::time::timeout(KEEPALIVE_INTERVAL, listener.try_recv()).await {
            Ok(Ok(Some(payload))) => events.read(payload.payload()),
            Ok(Ok(None)) => return "the connection ended".to_owned(),
            Ok(Err(error)) => return error.to_string(),
            // A cut cable says nothing, so ask.
            Err(_) => {
                match tokio::time::timeout(KEEPALIVE_INTERVAL, sqlx::query("select 1").execute(&mut *listener)).await {
                    Ok(Ok(_)) => {}
                    Ok(Err(error)) => return error.to_string(),
                    Err(_) => return "no answer in time".to_owned(),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_short_and_read_by_others_alone() {
        let (ours, theirs) = (EventBus::new(), EventBus::new());
        let mut heard = Subscription { receiver: theirs.sender.subscribe() };
        let mut own = Subscription { receiver: ours.sender.subscribe() };
        let events: Vec<StoreEvent> =
            (1..1000).map(|seq| StoreEvent::Table { table: TableId::random(), seq, own: false }).collect();
        let payloads = ours.payloads(events.clone());
        assert!(payloads.len() > 1 && payloads.iter().all(|payload| payload.len() <= MAX_PAYLOAD));
        for payload in &payloads {
            theirs.read(payload);
            ours.read(payload);
        }
        for event in events {
            assert_eq!(heard.receiver.try_recv(), Ok(event));
        }
        assert!(heard.receiver.try_recv().is_err());
        assert!(own.receiver.try_recv().is_err());
    }

    #[test]
    fn what_cannot_be_read_is_everything() {
        let events = EventBus::new();
        let mut heard = events.sender.subscribe();
        events.read("other 000000000011:0 nonsense");
        assert_eq!(heard.try_recv(), Ok(StoreEvent::Gone { table: TableId(33) }));
        assert_eq!(heard.try_recv(), Ok(StoreEvent::Everything));
    }

    #[test]
    fn what_others_say_comes_word_for_word() {
        let events = EventBus::new();
        let mut heard = events.sender.subscribe();
        events.read("other say here a:1 b");
        events.read(&format!("{} say ours", events.node));
        assert_eq!(heard.try_recv(), Ok(StoreEvent::Message("here a:1 b".into())));
        assert!(heard.try_recv().is_err());
    }
}
