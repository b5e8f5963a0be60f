//! Followers: clients that follow a table over a socket.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use engine::Seat;
use protocol::{Refusal, ToClient};
use session::Reader;
use store::TableId;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::awake::Awake;
use super::{Hub, Principal, locked};

/// What is sent to a client. A text is made once for all who get it.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    /// A message.
    Text(Utf8Bytes),
    /// A ping.
    Ping,
    /// The end of the connection, with code and reason.
    Close(u16, &'static str),
}

/// The initial capacity of a message, in bytes: larger than most messages.
const USUAL: usize = 4 * 1024;

impl Outgoing {
    pub(crate) fn of(message: &ToClient) -> Outgoing {
        let mut text = Vec::with_capacity(USUAL);
        serde_json::to_writer(&mut text, message).unwrap_or_else(|error| unreachable!("plain data is JSON: {error}"));
        let text = Utf8Bytes::try_from(text);
        Outgoing::Text(text.unwrap_or_else(|error| unreachable!("JSON is text: {error}")))
    }
}

/// The queue of messages to one client. It is bounded: a client that does not read is disconnected.
#[derive(Clone)]
pub struct Outbox {
    messages: mpsc::Sender<Outgoing>,
    lost: CancellationToken,
}

impl Outbox {
    /// An outbox, its receiving end, and a token that is cancelled when the client is too slow.
    pub(crate) fn new(most: usize) -> (Outbox, mpsc::Receiver<Outgoing>, CancellationToken) {
        let (messages, waiting) = mpsc::channel(most);
        let lost = CancellationToken::new();
        (Outbox { messages, lost: lost.clone() }, waiting, lost)
    }

    /// Ends the connection once all queued messages are written.
    pub(crate) fn close(&self, code: u16, why: &'static str) {
        self.messages.try_send(Outgoing::Close(code, why)).ok();
    }

    /// Queues a message. If the queue is full, the client is given up.
    pub(crate) fn send(&self, message: Outgoing) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.messages.try_send(message) {
            self.lost.cancel();
        }
    }
}

/// A client that follows a table.
pub(super) struct Follower {
    pub(super) who: Principal,
    /// The seat as which they asked to see the match.
    pub(super) as_seat: Option<Seat>,
    /// The version that was sent last, and for which reader.
    pub(super) has: Option<(u64, Reader)>,
    pub(super) outbox: Outbox,
}

/// A table that a client follows, until this is dropped.
pub(crate) struct Following {
    hub: Hub,
    awake: Arc<Awake>,
    key: u64,
    person: String,
}

impl Following {
    /// Switches a follower's viewer. A client that holds the current version gets the differences, others the whole
    /// state.
    pub(crate) async fn look(&self, as_seat: Option<Seat>, keeps: bool) -> Result<(), Refusal> {
        self.awake.look(self.key, as_seat);
        if keeps && self.hub.send_looked(&self.awake, self.key).await? {
            return Ok(());
        }
        self.hub.send_state(&self.awake, self.key, None).await
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let (hub, awake, key, person) = (self.hub.clone(), self.awake.clone(), self.key, self.person.clone());
        if awake.remove(key).is_some() {
            let hub_of_task = hub.clone();
            hub.spawn(async move {
                hub_of_task.went(&person);
                hub_of_task.attend(&awake).await;
            });
        }
    }
}

impl Hub {
    /// Follows a table, and sends the gap since the version that the client has, or the whole state.
    pub(crate) async fn follow(
        &self,
        id: TableId,
        who: &Principal,
        as_seat: Option<Seat>,
        since: Option<u64>,
        outbox: &Outbox,
    ) -> Result<Following, Refusal> {
        let awake = self.wake(id).await?;
        let key = self.next_follower();
        awake.add(key, Follower { who: who.clone(), as_seat, has: None, outbox: outbox.clone() });
        let following = Following { hub: self.clone(), awake: awake.clone(), key, person: who.id.clone() };
        if !who.id.is_empty() {
            locked(&self.inner.away).insert(who.id.clone(), i64::MAX);
        }
        self.send_state(&awake, key, since).await?;
        self.attend(&awake).await;
        Ok(following)
    }

    /// Makes the lines of the viewer as whom a follower sees the match.
    async fn prepare(&self, awake: &Arc<Awake>, key: u64) -> Result<(), Refusal> {
        let viewer = |table: &session::Table| {
            let (who, as_seat, _) = awake.follower(key)?;
            Some(table.reader(&who.requester(), as_seat).viewer)
        };
        self.follow_as(awake.id, viewer).await
    }

    /// Sends a follower the gap since a version, or the whole state.
    async fn send_state(&self, awake: &Arc<Awake>, key: u64, since: Option<u64>) -> Result<(), Refusal> {
        let now = self.now();
        self.prepare(awake, key).await?;
        self.with_table(awake.id, |held| {
            let Some((who, as_seat, outbox)) = awake.follower(key) else { return };
            let presence = held.presence(now);
            let reader = held.table.reader(&who.requester(), as_seat);
            let version = held.table.version();
            let gap = since.filter(|since| *since <= version && version - since <= GAP);
            let message = match gap.and_then(|since| held.table.news(&reader, since, now, &presence)) {
                Some(news) => ToClient::News(news),
                None => ToClient::State(held.table.state(&reader, now, &presence)),
            };
            awake.sent(key, version, reader);
            awake.told_one(&presence);
            outbox.send(Outgoing::of(&message));
        })
        .await
    }

    /// Sends a follower the differences between the old and the new viewer. Returns whether they are known.
    async fn send_looked(&self, awake: &Arc<Awake>, key: u64) -> Result<bool, Refusal> {
        let now = self.now();
        self.prepare(awake, key).await?;
        self.with_table(awake.id, |held| {
            let Some((who, as_seat, outbox)) = awake.follower(key) else { return true };
            let reader = held.table.reader(&who.requester(), as_seat);
            let version = held.table.version();
            let has = awake.look_up(key, |follower| follower.has.clone()).flatten();
            let Some((_, Reader { viewer: before, .. })) = has.filter(|(has, _)| *has == version) else { return false };
            let Some(looked) = held.table.looked(&reader, before, now) else { return false };
            awake.sent(key, version, reader);
            if !awake.has_eyes(before) {
                held.table.look_away(before);
            }
            outbox.send(Outgoing::of(&ToClient::Looked(looked)));
            true
        })
        .await
    }

    /// Notes that a client of a person is gone, unless they are still connected with another.
    fn went(&self, person: &str) {
        let tables: Vec<Arc<Awake>> = locked(&self.inner.tables).values().cloned().collect();
        if !person.is_empty() && !tables.iter().any(|awake| awake.is_followed_by(person)) {
            locked(&self.inner.away).insert(person.to_owned(), self.now());
        }
    }
}

/// The largest gap, in versions, that is sent as news; beyond it the whole state is sent.
const GAP: u64 = 60;

impl Awake {
    fn follower(&self, key: u64) -> Option<(Principal, Option<Seat>, Outbox)> {
        self.look_up(key, |follower| (follower.who.clone(), follower.as_seat, follower.outbox.clone()))
    }
}
