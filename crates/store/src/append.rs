//! Appending: one writer takes everything that waits, writes it in one transaction, and answers everybody.
//!
//! A durable commit costs a few milliseconds however much it holds. So appends queue while the last commit is under way,
//! and the next one takes them all: a busy server pays one flush for hundreds of moves, an idle one waits for nobody.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use crate::Store;
use crate::batch::{Batch, Failure, Remembered};
use crate::checkpoint::Checkpoints;
use crate::database::Pools;
use crate::error::{Error, Result};
use crate::events::{EventBus, StoreEvent};
use crate::id::TableId;
use crate::jobs::NewJob;
use crate::notifications::NewNotification;
use crate::table::Index;

/// How many appends may wait; whoever comes then waits for a place in the queue.
const QUEUE: usize = 1024;

/// The most appends in one transaction.
const BATCH: usize = 512;

/// The most text in one transaction, in bytes; an append that is larger by itself goes alone.
const BATCH_BYTES: usize = 4 << 20;

/// The most text in one append, in bytes.
const APPEND_BYTES: usize = 1 << 20;

/// Something to be written to a table's log, with what goes along in the same transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// Which table.
    pub table: TableId,
    /// The last entry that the writer of this knows.
    pub after: u64,
    /// The new entries: when, in Unix milliseconds, and what. None at all only renews the index row.
    pub entries: Vec<(i64, String)>,
    /// The table as it is with them.
    pub index: Index,
    /// Letters and webhooks that this causes.
    pub jobs: Vec<NewJob>,
    /// News for people's feeds that this causes.
    pub notifications: Vec<NewNotification>,
}

impl Append {
    /// Entries that cause neither jobs nor news.
    pub fn new(table: TableId, after: u64, entries: Vec<(i64, String)>, index: Index) -> Append {
        Append { table, after, entries, index, jobs: Vec::new(), notifications: Vec::new() }
    }

    fn bytes(&self) -> usize {
        let entries: usize = self.entries.iter().map(|(_, body)| body.len()).sum();
        let jobs: usize = self.jobs.iter().map(|job| job.body.len()).sum();
        let notifications: usize = self.notifications.iter().map(|notification| notification.body.len()).sum();
        entries + jobs + notifications + self.index.summary.len()
    }

    /// Keeps out what one of the databases would choke on, so that no append spoils the others in its transaction.
    fn check(&self) -> Result<()> {
        let bodies = self.entries.iter().map(|(_, body)| body);
        let told = self
            .jobs
            .iter()
            .flat_map(|job| [&job.kind, &job.body])
            .chain(self.notifications.iter().map(|notification| &notification.body));
        if bodies.chain(told).chain([&self.index.summary, &self.index.game]).any(|text| text.contains('\0')) {
            return Err(Error::Refused("an entry holds a zero character; leave it out".to_owned()));
        }
        let bytes = self.bytes();
        if bytes > APPEND_BYTES {
            return Err(Error::Refused(format!("an append of {bytes} bytes; {APPEND_BYTES} at most")));
        }
        Ok(())
    }
}

/// An append with whoever waits for it.
pub(crate) struct Waiting {
    pub(crate) append: Append,
    /// The secret, if the append creates the table.
    pub(crate) secret: Option<[u8; 32]>,
    answer: oneshot::Sender<Result<u64>>,
}

/// What the writer is asked.
pub(crate) enum Request {
    Append(Box<Waiting>),
    Close(oneshot::Sender<()>),
}

/// Starts the writer, which lives until the last store is gone or closed.
///
/// It has a thread of its own: a commit is several round trips to the database, and behind a queue of busy tasks each of
/// them would wait its turn while everybody waits for the commit.
pub(crate) fn start(pools: Pools, events: Arc<EventBus>) -> Result<mpsc::Sender<Request>> {
    let (sender, receiver) = mpsc::channel(QUEUE);
    let none = |error: std::io::Error| Error::unavailable(format!("no thread for the writer: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(none)?;
    let write = move || {
        let checkpoints = Checkpoints::of(&pools);
        runtime.block_on(Writer { checkpoints, pools, events, remembered: Remembered::default() }.run(receiver));
    };
    std::thread::Builder::new().name("quipu-writer".to_owned()).spawn(write).map_err(none)?;
    Ok(sender)
}

struct Writer {
    pools: Pools,
    events: Arc<EventBus>,
    checkpoints: Option<Checkpoints>,
    remembered: Remembered,
}

impl Writer {
    async fn run(mut self, mut queue: mpsc::Receiver<Request>) {
        let mut requests = Vec::with_capacity(BATCH);
        while queue.recv_many(&mut requests, BATCH).await > 0 {
            let mut closers = Vec::new();
            let mut waiting = Vec::with_capacity(requests.len());
            let mut bytes = 0;
            for request in requests.drain(..) {
                match request {
                    Request::Close(closer) => closers.push(closer),
                    Request::Append(next) => {
                        let more = next.append.bytes();
                        if bytes + more > BATCH_BYTES && !waiting.is_empty() {
                            self.write(std::mem::take(&mut waiting)).await;
                            bytes = 0;
                        }
                        bytes += more;
                        waiting.push(*next);
                    }
                }
            }
            if !waiting.is_empty() {
                self.write(waiting).await;
            }
            if let Some(checkpoints) = &mut self.checkpoints {
                checkpoints.between_batches().await;
            }
            if !closers.is_empty() {
                self.pools.close().await;
                for closer in closers {
                    closer.send(()).ok();
                }
                return;
            }
        }
        self.pools.close().await;
    }

    /// Writes all, and answers all.
    async fn write(&mut self, waiting: Vec<Waiting>) {
        match self.attempt(&waiting).await {
            Ok(answers) => self.answer(waiting, answers),
            // One of them offends the database. Alone, it hurts nobody but itself.
            Err(error) if !error.is_unavailable() && waiting.len() > 1 => {
                for one in waiting {
                    let one = vec![one];
                    match self.attempt(&one).await {
                        Ok(answers) => self.answer(one, answers),
                        Err(error) => refuse(one, &error),
                    }
                }
            }
            Err(error) => {
                tracing::warn!(%error, appends = waiting.len(), "appends failed");
                refuse(waiting, &error);
            }
        }
    }

    /// Writes all in one transaction, or nothing. A connection may have died of old age: then a fresh one is tried.
    async fn attempt(&mut self, waiting: &[Waiting]) -> Result<Vec<Result<u64>>> {
        let Writer { pools, events, remembered, .. } = self;
        let written = match Batch::write(&pools.append, waiting, events, remembered).await {
            Err(Failure { stale: true, .. }) => Batch::write(&pools.append, waiting, events, remembered).await,
            other => other,
        };
        written.map_err(|failure| failure.error)
    }

    /// Tells everybody, then answers everybody: who has an answer hears nothing older any more.
    fn answer(&self, waiting: Vec<Waiting>, answers: Vec<Result<u64>>) {
        let mut appended: HashMap<TableId, u64> = HashMap::new();
        for (one, answer) in waiting.iter().zip(&answers) {
            if let (Ok(seq), false) = (answer, one.append.entries.is_empty()) {
                appended.insert(one.append.table, *seq);
            }
        }
        for (table, seq) in appended {
            self.events.publish(StoreEvent::Table { table, seq, own: true });
        }
        for (one, answer) in waiting.into_iter().zip(answers) {
            // Whoever asked may be gone; what is written is written.
            one.answer.send(answer).ok();
        }
    }
}

fn refuse(waiting: Vec<Waiting>, error: &Error) {
    for one in waiting {
        one.answer.send(Err(error.clone())).ok();
    }
}

impl Store {
    /// Creates a table with the first entries of its log, and gives the number of the last.
    ///
    /// Answers [`Error::Conflict`] if it exists, as it may after an [`Error::Unavailable`].
    pub async fn create(
        &self,
        table: TableId,
        secret: &[u8; 32],
        index: Index,
        first: Vec<(i64, String)>,
    ) -> Result<u64> {
        if first.is_empty() {
            return Err(Error::Refused("a table is created with at least one entry".to_owned()));
        }
        self.enqueue(Append::new(table, 0, first, index), Some(*secret)).await
    }

    /// Appends entries behind entry `after`, and gives the number of the last once all are durable.
    ///
    /// Answers [`Error::Conflict`] if `after` is not the last entry, and then nothing is written.
    pub async fn append(&self, table: TableId, after: u64, entries: Vec<(i64, String)>, index: Index) -> Result<u64> {
        self.append_with(Append::new(table, after, entries, index)).await
    }

    /// Appends entries together with the jobs and the news that they cause: all of it or nothing.
    pub async fn append_with(&self, append: Append) -> Result<u64> {
        self.enqueue(append, None).await
    }

    async fn enqueue(&self, append: Append, secret: Option<[u8; 32]>) -> Result<u64> {
        append.check()?;
        let (answer, answered) = oneshot::channel();
        let closed = |()| Error::unavailable("the store is closed");
        let waiting = Box::new(Waiting { append, secret, answer });
        self.writer().send(Request::Append(waiting)).await.map_err(|_| closed(()))?;
        answered.await.map_err(|_| closed(()))?
    }

    /// Writes what waits, and closes all connections. Afterwards every call answers [`Error::Unavailable`].
    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.writer().send(Request::Close(done)).await.is_ok() {
            closed.await.ok();
        }
    }
}
