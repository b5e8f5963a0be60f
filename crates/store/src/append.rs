//! Appending: one writer takes all queued appends, writes them in one transaction, and answers all callers.
//!
//! A durable commit takes a few milliseconds, however much it holds. So appends queue while a commit is in progress,
//! and the next commit takes them all: a busy server pays one flush for hundreds of moves, and an idle one never waits.

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
use crate::results::Finished;
use crate::table::Index;

/// How many appends may be queued; further callers wait for room in the queue.
const QUEUE: usize = 1024;

/// The most appends in one transaction.
const BATCH: usize = 512;

/// The most text in one transaction, in bytes; an append that is larger by itself goes alone.
const BATCH_BYTES: usize = 4 << 20;

/// The most text in one append, in bytes.
const APPEND_BYTES: usize = 1 << 20;

/// Entries for a table's log, and what is written in the same transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// Which table.
    pub table: TableId,
    /// The last entry that the caller knows.
    pub after: u64,
    /// The new entries: time, in Unix milliseconds, and body. Without entries only the index row is updated.
    pub entries: Vec<(i64, String)>,
    /// The index row of the table with these entries.
    pub index: Index,
    /// Jobs that these entries cause: mail and webhooks.
    pub jobs: Vec<NewJob>,
    /// Notifications that these entries cause.
    pub notifications: Vec<NewNotification>,
    /// The result, if the match is over: it is kept once, however often it comes along.
    pub result: Option<Finished>,
}

impl Append {
    /// Entries that cause neither jobs nor news.
    pub fn new(table: TableId, after: u64, entries: Vec<(i64, String)>, index: Index) -> Append {
        Append { table, after, entries, index, jobs: Vec::new(), notifications: Vec::new(), result: None }
    }

    fn bytes(&self) -> usize {
        let entries: usize = self.entries.iter().map(|(_, body)| body.len()).sum();
        let jobs: usize = self.jobs.iter().map(|job| job.body.len()).sum();
        let notifications: usize = self.notifications.iter().map(|notification| notification.body.len()).sum();
        let result = self.result.as_ref().map_or(0, |result| result.body.len());
        entries + jobs + notifications + result + self.index.summary.len()
    }

    /// Refuses what a database would reject, so that no append spoils the others in its transaction.
    fn check(&self) -> Result<()> {
        let bodies = self.entries.iter().map(|(_, body)| body);
        let told = self
            .jobs
            .iter()
            .flat_map(|job| [&job.kind, &job.body])
            .chain(self.notifications.iter().map(|notification| &notification.body));
        let told = told.chain(self.result.as_ref().map(|result| &result.body));
        if bodies.chain(told).chain([&self.index.summary, &self.index.game]).any(|text| text.contains('\0')) {
            return Err(Error::Refused("an entry contains a zero character; remove it".to_owned()));
        }
        let bytes = self.bytes();
        if bytes > APPEND_BYTES {
            return Err(Error::Refused(format!("an append has {bytes} bytes, and at most {APPEND_BYTES} are allowed")));
        }
        Ok(())
    }
}

/// A queued append, and the channel for its answer.
pub(crate) struct Waiting {
    pub(crate) append: Append,
    /// The secret, if the append creates the table.
    pub(crate) secret: Option<[u8; 32]>,
    answer: oneshot::Sender<Result<u64>>,
}

/// A request to the writer.
pub(crate) enum Request {
    Append(Box<Waiting>),
    Close(oneshot::Sender<()>),
}

/// Starts the writer, which runs until the store is closed or dropped.
///
/// It has its own thread: a commit takes several round trips to the database, and on a busy runtime each of them would
/// queue while all callers wait for the commit.
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
            if !closers.is_empty() {
                self.close().await;
                for closer in closers {
                    closer.send(()).ok();
                }
                return;
            }
            if let Some(checkpoints) = &mut self.checkpoints {
                checkpoints.between_batches().await;
            }
        }
        self.close().await;
    }

    /// Closes all connections, when nothing needs them any more.
    async fn close(self) {
        if let Some(checkpoints) = self.checkpoints {
            checkpoints.finish().await;
        }
        self.pools.close().await;
    }

    /// Writes all appends, and answers all callers.
    async fn write(&mut self, waiting: Vec<Waiting>) {
        match self.attempt(&waiting).await {
            Ok(answers) => self.answer(waiting, answers),
            // The database rejects one of them. Written one by one, the others succeed.
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

    /// Writes all in one transaction, or nothing. If the connection had died before, a fresh one is tried.
    async fn attempt(&mut self, waiting: &[Waiting]) -> Result<Vec<Result<u64>>> {
        let Writer { pools, events, remembered, .. } = self;
        let written = match Batch::write(&pools.append, waiting, events, remembered).await {
            Err(Failure { stale: true, .. }) => Batch::write(&pools.append, waiting, events, remembered).await,
            other => other,
        };
        written.map_err(|failure| failure.error)
    }

    /// Publishes the events, then answers: a caller who has an answer gets no older event any more.
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
            // The caller may be gone; the entries are written nevertheless.
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
    /// Creates a table with the first entries of its log, and returns the number of the last.
    ///
    /// Returns [`Error::Conflict`] if the table exists, as it may after an [`Error::Unavailable`].
    pub async fn create(
        &self,
        table: TableId,
        secret: &[u8; 32],
        index: Index,
        first: Vec<(i64, String)>,
    ) -> Result<u64> {
        self.create_with(Append::new(table, 0, first, index), secret).await
    }

    /// Creates a table together with what its first entries cause: all of it or nothing.
    pub async fn create_with(&self, append: Append, secret: &[u8; 32]) -> Result<u64> {
        if append.entries.is_empty() || append.after != 0 {
            return Err(Error::Refused("a table is created with at least one entry".to_owned()));
        }
        self.enqueue(append, Some(*secret)).await
    }

    /// Appends entries after entry `after`, and returns the number of the last once all are durable.
    ///
    /// Returns [`Error::Conflict`] if `after` is not the last entry; then nothing is written.
    pub async fn append(&self, table: TableId, after: u64, entries: Vec<(i64, String)>, index: Index) -> Result<u64> {
        self.append_with(Append::new(table, after, entries, index)).await
    }

    /// Appends entries together with the jobs and notifications that they cause: all of it or nothing.
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

    /// Writes what is queued, and closes all connections. After that every call returns [`Error::Unavailable`].
    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.writer().send(Request::Close(done)).await.is_ok() {
            closed.await.ok();
        }
    }
}
