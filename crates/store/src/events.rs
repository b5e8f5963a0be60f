//! Events: what was appended or deleted. This process hears of it at once, other nodes by PostgreSQL's NOTIFY. SQLite
//! has no such thing: the store only notices that another process has written something.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgListener;
use sqlx::{PgPool, SqlitePool};
use tokio::sync::broadcast::{self, error::RecvError};

use crate::Store;
use crate::database::{Pool, in_time};
use crate::error::{Error, Result};
use crate::id::{JobId, PersonId, TableId};

/// How many events a slow subscriber may be behind before it gets [`StoreEvent::Everything`].
const BACKLOG: usize = 4096;

/// The longest payload in bytes; PostgreSQL's limit is 8,000.
const MAX_PAYLOAD: usize = 7000;

/// How often a silent connection is checked.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(10);

/// How often a SQLite file is checked for writes of other processes.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The NOTIFY channel.
const CHANNEL: &str = "quipu";

/// What comes before a person's id in the payload of an [`AccessEvent`].
const ACCESS: char = '@';

/// What stands for nobody's id there.
const NOBODY: &str = "-";

/// What follows the node's name in the payload of a [`StoreEvent::Message`].
const MESSAGE: &str = "say ";

/// Sends a payload to all nodes.
pub(crate) const NOTIFY: &str = "select pg_notify('quipu', $1)";

/// Something that happened in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreEvent {
    /// A table's log goes on to this entry.
    Table {
        /// Which table.
        table: TableId,
        /// The last entry.
        seq: u64,
        /// Whether this store appended it itself.
        own: bool,
    },
    /// A table was deleted.
    Gone {
        /// Which table.
        table: TableId,
    },
    /// A message of another node, which is not stored.
    Message(Arc<str>),
    /// Events may have been lost: check everything.
    Everything,
}

/// Who may do what may have changed: a token was deleted, somebody was banned, muted or deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessEvent {
    /// For one person, or for tokens that belong to nobody.
    Of(Option<PersonId>),
    /// Events may have been lost: check everybody.
    Everybody,
}

/// A subscription to the events about access, including those of other nodes. They have a channel of their own: there
/// are few, and a busy table must not push them out.
#[derive(Debug)]
pub struct AccessSubscription {
    receiver: broadcast::Receiver<AccessEvent>,
}

impl AccessSubscription {
    /// Waits for the next event; `None` once the store is gone.
    pub async fn next(&mut self) -> Option<AccessEvent> {
        match self.receiver.recv().await {
            Ok(event) => Some(event),
            Err(RecvError::Lagged(_)) => Some(AccessEvent::Everybody),
            Err(RecvError::Closed) => None,
        }
    }
}

/// A subscription to all events, including those of other nodes.
#[derive(Debug)]
pub struct Subscription {
    receiver: broadcast::Receiver<StoreEvent>,
}

impl Subscription {
    /// Waits for the next event; `None` once the store is gone.
    pub async fn next(&mut self) -> Option<StoreEvent> {
        match self.receiver.recv().await {
            Ok(event) => Some(event),
            Err(RecvError::Lagged(_)) => Some(StoreEvent::Everything),
            Err(RecvError::Closed) => None,
        }
    }
}

/// Distributes events.
#[derive(Debug)]
pub(crate) struct EventBus {
    sender: broadcast::Sender<StoreEvent>,
    access: broadcast::Sender<AccessEvent>,
    /// The name by which this node recognises its own payloads.
    node: String,
}

impl EventBus {
    pub(crate) fn new() -> EventBus {
        EventBus {
            sender: broadcast::Sender::new(BACKLOG),
            access: broadcast::Sender::new(BACKLOG),
            node: JobId::random().to_string(),
        }
    }

    /// Publishes an event in this process. It is no error if nobody listens.
    pub(crate) fn publish(&self, event: StoreEvent) {
        if event == StoreEvent::Everything {
            self.publish_access(AccessEvent::Everybody);
        }
        self.sender.send(event).ok();
    }

    fn publish_access(&self, event: AccessEvent) {
        self.access.send(event).ok();
    }

    /// The payloads for other nodes: the node's name, then `table:entry` for each event, `table:0` for a deleted table.
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

    /// Reads the payload of another node, and publishes its events in this process.
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
            let person = word.strip_prefix(ACCESS).map(|id| if id == NOBODY { Ok(None) } else { id.parse().map(Some) });
            if let Some(Ok(person)) = person {
                self.publish_access(AccessEvent::Of(person));
                continue;
            }
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
    /// Subscribes to all events from now on.
    pub fn subscribe(&self) -> Subscription {
        Subscription { receiver: self.events().sender.subscribe() }
    }

    /// Subscribes to all events about access from now on.
    pub fn subscribe_access(&self) -> AccessSubscription {
        AccessSubscription { receiver: self.events().access.subscribe() }
    }

    /// Tells this node and the others that a person's access may have changed.
    pub(crate) async fn access_changed(&self, person: Option<PersonId>) -> Result<()> {
        self.events().publish_access(AccessEvent::Of(person));
        if let Pool::Postgres(pool) = self.write() {
            let person = person.map_or(NOBODY.to_owned(), |person| person.to_string());
            let payload = format!("{} {ACCESS}{person}", self.events().node);
            in_time(async { Ok(sqlx::query(NOTIFY).bind(payload).execute(pool).await.map(drop)?) }).await?;
        }
        Ok(())
    }

    /// Sends a message to the other nodes, if there can be any. It is not stored: a node that is down does not get it.
    pub async fn broadcast(&self, text: &str) -> Result<()> {
        if let Pool::Postgres(pool) = self.write() {
            let payload = format!("{} {MESSAGE}{text}", self.events().node);
            if payload.len() > MAX_PAYLOAD {
                return Err(Error::Refused(format!("a message of {} bytes is too long for NOTIFY", payload.len())));
            }
            in_time(async { Ok(sqlx::query(NOTIFY).bind(payload).execute(pool).await.map(drop)?) }).await?;
        }
        Ok(())
    }

    /// Publishes an event on this node and on the others.
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

/// Watches a SQLite file for writes of other processes, such as the commands of a host.
///
/// SQLite does not say what they wrote, but `data_version` changes on a connection when another connection has written.
/// All our writing uses one connection; on that connection the number counts only what is not ours.
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

/// Starts listening to other nodes. Once this returns, no event is lost without a [`StoreEvent::Everything`].
pub(crate) async fn listen(pool: PgPool, events: Arc<EventBus>) -> Result<()> {
    let listener = connect(&pool).await?;
    tokio::spawn(keep_listening(pool, events, listener));
    Ok(())
}

/// Listens until the store is gone, and reconnects after every fault.
async fn keep_listening(pool: PgPool, events: Arc<EventBus>, mut listener: PgListener) {
    loop {
        let error = hear(&mut listener, &events).await;
        if pool.is_closed() {
            return;
        }
        tracing::warn!(%error, "lost the connection for events of other nodes");
        let mut pause = Duration::from_millis(50);
        listener = loop {
            match connect(&pool).await {
                Ok(listener) => break listener,
                Err(_) if pool.is_closed() => return,
                Err(error) => tracing::warn!(%error, "cannot listen to events of other nodes"),
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(2));
        };
        // PostgreSQL does not keep payloads for a listener that was away.
        events.publish(StoreEvent::Everything);
    }
}

async fn connect(pool: &PgPool) -> Result<PgListener> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Reads payloads until the connection is lost, and returns why.
async fn hear(listener: &mut PgListener, events: &EventBus) -> String {
    loop {
        match tokio::time::timeout(KEEPALIVE_INTERVAL, listener.try_recv()).await {
            Ok(Ok(Some(payload))) => events.read(payload.payload()),
            Ok(Ok(None)) => return "the connection ended".to_owned(),
            Ok(Err(error)) => return error.to_string(),
            // A broken connection may stay silent, so test it.
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
    fn a_persons_access_is_told_apart_from_tables() {
        let events = EventBus::new();
        let (mut tables, mut access) = (events.sender.subscribe(), events.access.subscribe());
        let person = PersonId::random();
        events.read(&format!("other @{person} @- @nonsense"));
        assert_eq!(access.try_recv(), Ok(AccessEvent::Of(Some(person))));
        assert_eq!(access.try_recv(), Ok(AccessEvent::Of(None)));
        assert_eq!(access.try_recv(), Ok(AccessEvent::Everybody), "what cannot be read is everybody");
        assert_eq!(tables.try_recv(), Ok(StoreEvent::Everything));
        assert!(tables.try_recv().is_err() && access.try_recv().is_err());
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
