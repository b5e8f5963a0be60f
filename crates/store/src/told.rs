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
const MEMORY: usize = 4096;

/// The longest notification in bytes; PostgreSQL takes less than 8,000.
const LETTER: usize = 7000;

/// How often a silent connection is asked whether it still lives.
const PULSE: Duration = Duration::from_secs(10);

/// How often a file is watched for what other processes write.
const GLANCE: Duration = Duration::from_secs(1);

/// The channel of the notifications.
const CHANNEL: &str = "quipu";

/// What a letter begins with, behind our name, that is not about logs.
const SAY: &str = "say ";

/// Sends a notification.
pub(crate) const NOTIFY: &str = "select pg_notify('quipu', $1)";

/// What a subscriber hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
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
    Said(Arc<str>),
    /// Something may have been missed: look at everything.
    Everything,
}

/// Hears of every append, those of other nodes included.
#[derive(Debug)]
pub struct Subscription {
    receiver: broadcast::Receiver<Told>,
}

impl Subscription {
    /// Waits for the next message; `None` once the store is gone.
    pub async fn next(&mut self) -> Option<Told> {
        match self.receiver.recv().await {
            Ok(told) => Some(told),
            Err(RecvError::Lagged(_)) => Some(Told::Everything),
            Err(RecvError::Closed) => None,
        }
    }
}

/// The one who tells.
#[derive(Debug)]
pub(crate) struct Voice {
    sender: broadcast::Sender<Told>,
    /// By what this node knows its own notifications.
    node: String,
}

impl Voice {
    pub(crate) fn new() -> Voice {
        Voice { sender: broadcast::Sender::new(MEMORY), node: JobId::random().to_string() }
    }

    /// Tells this process. That nobody listens is no fault.
    pub(crate) fn tell(&self, told: Told) {
        self.sender.send(told).ok();
    }

    /// Writes notifications for other nodes: our name, then `table:entry` for each, `table:0` for one that is gone.
    pub(crate) fn letters(&self, news: impl IntoIterator<Item = Told>) -> Vec<String> {
        let mut letters: Vec<String> = Vec::new();
        for told in news {
            let word = match told {
                Told::Table { table, seq, .. } => format!(" {table}:{seq}"),
                Told::Gone { table } => format!(" {table}:0"),
                Told::Said(_) | Told::Everything => continue,
            };
            match letters.last_mut() {
                Some(letter) if letter.len() + word.len() <= LETTER => letter.push_str(&word),
                _ => letters.push(self.node.clone() + &word),
            }
        }
        letters
    }

    /// Reads what another node wrote, and tells this process.
    fn read(&self, letter: &str) {
        let (node, news) = letter.split_once(' ').unwrap_or((letter, ""));
        if node == self.node {
            return;
        }
        if let Some(said) = news.strip_prefix(SAY) {
            self.tell(Told::Said(said.into()));
            return;
        }
        for word in news.split(' ') {
            self.tell(told(word).unwrap_or(Told::Everything));
        }
    }
}

fn told(word: &str) -> Option<Told> {
    let (table, seq) = word.split_once(':')?;
    let table = table.parse().ok()?;
    Some(match seq.parse().ok()? {
        0 => Told::Gone { table },
        seq => Told::Table { table, seq, own: false },
    })
}

impl Store {
    /// Subscribes to all that is appended or deleted from now on.
    pub fn subscribe(&self) -> Subscription {
        Subscription { receiver: self.voice().sender.subscribe() }
    }

    /// Says something to the other nodes, if there can be any. Nobody keeps it; who is not there does not hear it.
    pub async fn say(&self, text: &str) -> Result<()> {
        if let Pool::Postgres(pool) = self.write() {
            let letter = format!("{} {SAY}{text}", self.voice().node);
            if letter.len() > LETTER {
                return Err(Error::Refused(format!("{} bytes are too much for a notification", letter.len())));
            }
            in_time(async { Ok(sqlx::query(NOTIFY).bind(letter).execute(pool).await.map(drop)?) }).await?;
        }
        Ok(())
    }

    /// Tells this node and the others.
    pub(crate) async fn tell(&self, told: Told) -> Result<()> {
        self.voice().tell(told.clone());
        if let Pool::Postgres(pool) = self.write() {
            for letter in self.voice().letters([told]) {
                in_time(async { Ok(sqlx::query(NOTIFY).bind(letter).execute(pool).await.map(drop)?) }).await?;
            }
        }
        Ok(())
    }
}

/// Watches a SQLite file for what other processes, such as a host's commands, write to it.
///
/// SQLite does not say what they wrote, but it counts, for each connection, the changes that were made by others. Asked on
/// the one connection through which all our writing goes, that is everything that is not ours.
pub(crate) async fn watch(pool: SqlitePool, voice: Arc<Voice>) {
    let mut known = None;
    while !pool.is_closed() {
        let version = sqlx::query_scalar::<_, i64>("pragma data_version").fetch_one(&pool).await.ok();
        if version.is_some() && known.is_some() && version != known {
            voice.tell(Told::Everything);
        }
        known = version.or(known);
        tokio::time::sleep(GLANCE).await;
    }
}

/// Starts listening to other nodes. From when this returns nothing is missed without [`Told::Everything`] being said.
pub(crate) async fn listen(pool: PgPool, voice: Arc<Voice>) -> Result<()> {
    let listener = connect(&pool).await?;
    tokio::spawn(keep_listening(pool, voice, listener));
    Ok(())
}

/// Listens until the store is gone, and comes back after every fault.
async fn keep_listening(pool: PgPool, voice: Arc<Voice>, mut listener: PgListener) {
    loop {
        let error = hear(&mut listener, &voice).await;
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
        voice.tell(Told::Everything);
    }
}

async fn connect(pool: &PgPool) -> Result<PgListener> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Passes notifications on until the connection is lost, and says how.
async fn hear(listener: &mut PgListener, voice: &Voice) -> String {
    loop {
        match tokio::time::timeout(PULSE, listener.try_recv()).await {
            Ok(Ok(Some(letter))) => voice.read(letter.payload()),
            Ok(Ok(None)) => return "the connection ended".to_owned(),
            Ok(Err(error)) => return error.to_string(),
            // A cut cable says nothing, so ask.
            Err(_) => match tokio::time::timeout(PULSE, sqlx::query("select 1").execute(&mut *listener)).await {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => return error.to_string(),
                Err(_) => return "no answer in time".to_owned(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_short_and_read_by_others_alone() {
        let (ours, theirs) = (Voice::new(), Voice::new());
        let mut heard = Subscription { receiver: theirs.sender.subscribe() };
        let mut own = Subscription { receiver: ours.sender.subscribe() };
        let news: Vec<Told> = (1..1000).map(|seq| Told::Table { table: TableId::random(), seq, own: false }).collect();
        let letters = ours.letters(news.clone());
        assert!(letters.len() > 1 && letters.iter().all(|letter| letter.len() <= LETTER));
        for letter in &letters {
            theirs.read(letter);
            ours.read(letter);
        }
        for told in news {
            assert_eq!(heard.receiver.try_recv(), Ok(told));
        }
        assert!(heard.receiver.try_recv().is_err());
        assert!(own.receiver.try_recv().is_err());
    }

    #[test]
    fn what_cannot_be_read_is_everything() {
        let voice = Voice::new();
        let mut heard = voice.sender.subscribe();
        voice.read("other 000000000011:0 nonsense");
        assert_eq!(heard.try_recv(), Ok(Told::Gone { table: TableId(33) }));
        assert_eq!(heard.try_recv(), Ok(Told::Everything));
    }

    #[test]
    fn what_others_say_comes_word_for_word() {
        let voice = Voice::new();
        let mut heard = voice.sender.subscribe();
        voice.read("other say here a:1 b");
        voice.read(&format!("{} say ours", voice.node));
        assert_eq!(heard.try_recv(), Ok(Told::Said("here a:1 b".into())));
        assert!(heard.try_recv().is_err());
    }
}
