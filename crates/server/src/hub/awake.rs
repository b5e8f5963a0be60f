//! A table in memory: its fold, its followers, and the one way in which it changes.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use engine::Viewer;
use protocol::{ClockRule, Done, Refusal, RefusalCode, Stage, ToClient};
use session::{Carried, Now, Presence, Table};
use store::{Append, Index, PersonId, StoreEvent, TableId, TableState};
use tokio::sync::watch;

use super::elsewhere::{Crowd, Elsewhere};
use super::follow::{Follower, Outgoing};
use super::{Hub, locked};
use crate::refusal::{refusal, store_refusal};
use crate::{history, notifications};

/// How often a command is tried again because another node was faster.
const TRIES: usize = 8;

/// How long to wait between two tellings of who is connected.
const PRESENCE_PAUSE: Duration = Duration::from_millis(500);

/// A table in memory.
pub(super) struct Awake {
    pub(super) id: TableId,
    pub(super) inside: tokio::sync::Mutex<Inside>,
    pub(super) version: watch::Sender<u64>,
    /// The followers. They have their own lock, so that a connection can end while the table is busy.
    pub(super) followers: std::sync::Mutex<HashMap<u64, Follower>>,
    /// Who is connected to other nodes.
    elsewhere: Arc<Elsewhere>,
    used: AtomicI64,
    following: AtomicU64,
    /// What was told last about who is connected.
    told: std::sync::Mutex<PresenceTold>,
}

/// What the followers were told last about who is connected.
#[derive(Default)]
struct PresenceTold {
    presence: Option<Presence>,
    at: Option<Instant>,
    /// Whether it is going to be told again soon.
    planned: bool,
}

pub(super) struct Inside {
    /// The fold; `None` until it is read, and after a failed commit.
    pub(super) table: Option<Table>,
}

/// A table with its lock held.
pub(super) struct Held<'a> {
    pub(super) table: &'a mut Table,
    awake: &'a Awake,
}

impl Held<'_> {
    /// Who is connected.
    pub(super) fn presence(&self, now: i64) -> Presence {
        self.awake.presence(self.table, now)
    }
}

impl Awake {
    fn new(id: TableId, elsewhere: Arc<Elsewhere>) -> Awake {
        Awake {
            id,
            inside: tokio::sync::Mutex::new(Inside { table: None }),
            version: watch::Sender::new(0),
            followers: std::sync::Mutex::default(),
            elsewhere,
            used: AtomicI64::new(0),
            following: AtomicU64::new(0),
            told: std::sync::Mutex::default(),
        }
    }

    /// When to tell who is connected: at once, or as long after the last time; `None` if that is planned already.
    fn next_telling(&self) -> Option<Duration> {
        let mut told = locked(&self.told);
        let pause = told.at.map_or(Duration::ZERO, |at| PRESENCE_PAUSE.saturating_sub(at.elapsed()));
        if told.planned {
            return None;
        }
        told.planned = !pause.is_zero();
        if pause.is_zero() {
            told.at = Some(Instant::now());
        }
        Some(pause)
    }

    /// The planned telling begins.
    fn tells(&self) {
        let mut told = locked(&self.told);
        told.planned = false;
        told.at = Some(Instant::now());
    }

    /// Notes what all are told about who is connected. Returns whether it is new.
    fn is_new(&self, presence: &Presence) -> bool {
        let presence = sorted(presence);
        let mut told = locked(&self.told);
        let new = told.presence.as_ref() != Some(&presence);
        told.presence = Some(presence);
        new
    }

    /// Notes what one follower alone was told. If it is not what all know, all are told next time, whatever it is then.
    pub(super) fn told_one(&self, presence: &Presence) {
        let presence = sorted(presence);
        let mut told = locked(&self.told);
        if told.presence.as_ref() != Some(&presence) {
            told.presence = None;
        }
    }

    pub(super) fn versions(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    pub(super) fn version(&self) -> u64 {
        *self.version.borrow()
    }

    /// Notes that it is used.
    pub(super) fn is_used(&self, now: i64) {
        self.used.store(now, Ordering::Relaxed);
    }

    /// When it was used last.
    pub(super) fn used(&self) -> i64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Whether anybody follows it on this node.
    pub(super) fn attended(&self) -> bool {
        self.following.load(Ordering::Relaxed) > 0
    }

    /// Who is connected, on any node.
    fn presence(&self, table: &Table, now: i64) -> Presence {
        let sitting = table.people();
        let mut presence = Presence::default();
        self.crowd().join(&mut presence, &sitting);
        self.elsewhere.add_to(&mut presence, self.id, &sitting, now);
        presence
    }

    /// Who follows on this node.
    pub(super) fn crowd(&self) -> Crowd {
        let mut crowd = Crowd::default();
        for follower in locked(&self.followers).values() {
            crowd.add(&follower.who.id);
        }
        crowd
    }

    /// Sends a message to all followers.
    pub(super) fn tell_all(&self, message: &ToClient) {
        let text = Outgoing::of(message);
        for follower in locked(&self.followers).values() {
            follower.outbox.send(text.clone());
        }
    }

    pub(super) fn add(&self, key: u64, follower: Follower) {
        locked(&self.followers).insert(key, follower);
        self.following.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn remove(&self, key: u64) -> Option<Follower> {
        let gone = locked(&self.followers).remove(&key);
        if gone.is_some() {
            self.following.fetch_sub(1, Ordering::Relaxed);
        }
        gone
    }

    pub(super) fn look_up<T>(&self, key: u64, work: impl FnOnce(&Follower) -> T) -> Option<T> {
        locked(&self.followers).get(&key).map(work)
    }

    /// Whether a person follows it.
    pub(super) fn is_followed_by(&self, person: &str) -> bool {
        locked(&self.followers).values().any(|follower| follower.who.id == person)
    }

    /// Changes the seat as which a follower sees the match.
    pub(super) fn look(&self, key: u64, as_seat: Option<engine::Seat>) {
        if let Some(follower) = locked(&self.followers).get_mut(&key) {
            follower.as_seat = as_seat;
        }
    }

    /// Whether anybody sees the match as this viewer.
    pub(super) fn has_eyes(&self, viewer: Viewer) -> bool {
        locked(&self.followers)
            .values()
            .any(|follower| follower.has.as_ref().is_some_and(|(_, other)| other.viewer == viewer))
    }

    /// Notes what was sent to a follower.
    pub(super) fn sent(&self, key: u64, version: u64, reader: session::Reader) {
        if let Some(follower) = locked(&self.followers).get_mut(&key) {
            follower.has = Some((version, reader));
        }
    }

    /// As whom followers see the match now who saw it otherwise before: all of them when it is over.
    fn new_viewers(&self, table: &Table) -> Vec<Viewer> {
        let mut viewers = Vec::new();
        for follower in locked(&self.followers).values() {
            let viewer = table.reader(&follower.who.requester(), follower.as_seat).viewer;
            let other = follower.has.as_ref().is_some_and(|(_, before)| before.viewer != viewer);
            if other && !viewers.contains(&viewer) {
                viewers.push(viewer);
            }
        }
        viewers
    }

    /// Sends all followers what is new for them. Followers with the same seats and viewer share one text.
    fn tell_news(&self, table: &mut Table, now: i64) {
        let presence = self.presence(table, now);
        self.is_new(&presence);
        let mut made: Vec<((session::Reader, u64, bool), Outgoing)> = Vec::new();
        let version = table.version();
        let mut followers = locked(&self.followers);
        for follower in followers.values_mut() {
            let reader = table.reader(&follower.who.requester(), follower.as_seat);
            let Some((since, before)) = follower.has.take() else { continue };
            // The viewer has changed (the match is over): changes are not enough. The last steps are told as they were
            // seen, so that they can be shown before the end is.
            if before.viewer != reader.viewer {
                let eyes = session::Reader { yours: reader.yours.clone(), viewer: before.viewer };
                if let Some(last) = table.news(&eyes, since, now, &presence) {
                    follower.outbox.send(Outgoing::of(&ToClient::News(last)));
                }
                let state = table.state(&reader, now, &presence);
                follower.has = Some((version, reader));
                follower.outbox.send(Outgoing::of(&ToClient::State(state)));
                continue;
            }
            follower.has = Some((version, reader.clone()));
            if since == version {
                continue;
            }
            let key = (reader.clone(), since, before == reader);
            let text = if let Some((_, text)) = made.iter().find(|(known, _)| *known == key) {
                text.clone()
            } else {
                let text = Outgoing::of(&match table.news(&reader, since, now, &presence) {
                    Some(news) if key.2 => ToClient::News(news.without_known()),
                    Some(news) => ToClient::News(news),
                    None => ToClient::State(table.state(&reader, now, &presence)),
                });
                made.push((key, text.clone()));
                text
            };
            follower.outbox.send(text);
        }
        drop(followers);
        self.version.send_replace(version);
    }

    /// Sends all followers who is connected now, if that has changed.
    fn tell_presence(&self, table: &Table, now: i64) {
        let presence = self.presence(table, now);
        if !self.is_new(&presence) {
            return;
        }
        let news = table.presence_news(now, &presence);
        let text = Outgoing::of(&ToClient::News(news));
        for follower in locked(&self.followers).values() {
            if follower.has.as_ref().is_some_and(|(version, _)| *version == table.version()) {
                follower.outbox.send(text.clone());
            }
        }
    }
}

/// A presence that can be compared: its people are in no order.
fn sorted(presence: &Presence) -> Presence {
    let mut presence = presence.clone();
    presence.people.sort_unstable();
    presence
}

impl Hub {
    /// A table that nobody has read yet.
    pub(super) fn asleep(&self, id: TableId) -> Awake {
        Awake::new(id, self.inner.elsewhere.clone())
    }

    /// Waits until a match is over on this node.
    pub(crate) async fn match_over(&self) {
        self.inner.over.notified().await;
    }

    /// Notes in the log of a match that is over what the server knows about its players.
    pub(crate) async fn judge(
        &self,
        id: TableId,
        guests: &[String],
        together: &[(String, String)],
    ) -> Result<(), Refusal> {
        self.change(id, |table, now| Ok(table.judge(guests, together, now.at))).await.map(drop)
    }

    /// Runs `look` on a table and its followers.
    pub(super) async fn with_table<T>(&self, id: TableId, look: impl FnOnce(&mut Held<'_>) -> T) -> Result<T, Refusal> {
        loop {
            let awake = self.wake(id).await?;
            let mut inside = awake.inside.lock().await;
            // A commit may have failed while this call waited for the lock; then the fold was dropped.
            if let Some(table) = &mut inside.table {
                return Ok(look(&mut Held { table, awake: &awake }));
            }
        }
    }

    /// Rewrites entries of a table's log and folds it again.
    pub(super) async fn rewrite(&self, id: TableId, entries: &[(u64, String)]) -> Result<(), Refusal> {
        let awake = self.wake(id).await?;
        let mut inside = awake.inside.lock().await;
        self.inner.store.rewrite(id, entries).await.map_err(|error| store_refusal(&error))?;
        inside.table = None;
        drop(inside);
        let renewed = self.with_table(id, |held| {
            let index = index(held.table, self.attends(&awake));
            let result = history::finished(held.table);
            Append { result, ..Append::new(id, held.table.version(), Vec::new(), index) }
        });
        // An append in between has written the row as well, from the same fold.
        match self.inner.store.append_with(renewed.await?).await {
            Ok(_) | Err(store::Error::Conflict { .. }) => Ok(()),
            Err(error) => Err(store_refusal(&error)),
        }
    }

    /// Runs `look` on a table.
    pub(super) async fn read<T>(&self, id: TableId, look: impl FnOnce(&Table) -> T) -> Result<T, Refusal> {
        self.with_table(id, |held| look(held.table)).await
    }

    /// Changes a table: checks the change, folds it in, makes it durable, tells the followers. If another node was
    /// faster, all of it is tried again.
    pub(super) async fn change(
        &self,
        id: TableId,
        mut change: impl FnMut(&mut Table, &Now<'_>) -> Result<Carried, Refusal>,
    ) -> Result<Done, Refusal> {
        for _ in 0..TRIES {
            let awake = self.wake(id).await?;
            let mut inside = awake.inside.lock().await;
            let Some(table) = &mut inside.table else { continue };
            let waited = table.waits_for().map(str::to_owned);
            let mut programs = table.programs();
            let carried = self.with_now(|now| change(table, now))?;
            if carried.entries.is_empty() {
                return Ok(carried.done);
            }
            let append = self.append_of(&awake, table, &carried, waited.as_deref());
            let due = append.index.due_at;
            match self.inner.store.append_with(append).await {
                Ok(_) => {
                    self.tell_news(&awake, table).await;
                    if *table.stage() == Stage::Over {
                        self.inner.over.notify_one();
                    }
                    let sitting = table.programs();
                    programs.retain(|program| !sitting.contains(program));
                    drop(inside);
                    self.end_programs(id, programs.into_iter()).await;
                    self.inner.driven.tell(&id);
                    if due.is_some() {
                        self.inner.due.notify_one();
                    }
                    return Ok(carried.done);
                }
                Err(store::Error::Conflict { .. }) => inside.table = None,
                Err(error) => {
                    inside.table = None;
                    return Err(store_refusal(&error));
                }
            }
        }
        Err(refusal(RefusalCode::Unavailable, "busy", "this table is too busy; try again"))
    }

    /// Sends all followers of a table whose lock is held what is new for them.
    async fn tell_news(&self, awake: &Awake, table: &mut Table) {
        for viewer in awake.new_viewers(table) {
            self.follow_held(table, viewer).await;
        }
        awake.tell_news(table, self.now());
    }

    /// What to append for a change, including the notification for a player who is to move and not connected, and the
    /// reminder before their time runs out.
    pub(super) fn append_of(&self, awake: &Awake, table: &Table, carried: &Carried, waited: Option<&str>) -> Append {
        let index = index(table, self.attends(awake));
        let mut append = Append::new(awake.id, carried.after, carried.entries.clone(), index);
        append.result = history::finished(table);
        let waits = table.waits_for();
        if waits != waited
            && let Some(person) = waits
            && let Ok(id) = person.parse::<PersonId>()
            && let Some(mover) = table.mover()
        {
            let turn = notifications::Turn {
                table: awake.id,
                game: table.game_key().to_owned(),
                seat: mover.seat().to_string(),
                version: table.version(),
                due_at: append.index.due_at,
                from: None,
                why: notifications::Why::Turn,
            };
            if !awake.presence(table, self.now()).has(person) {
                let (job, item) = notifications::turn(id, &turn, self.now());
                append.jobs.push(job);
                append.notifications.push(item);
            }
            if let ClockRule::Days { days } = table.made().clock
                && self.inner.config.reminders
            {
                append.jobs.extend(notifications::reminder(id, &turn, days));
            }
        }
        append
    }

    /// Whether bots shall move: somebody follows the table, on any node.
    pub(super) fn attends(&self, awake: &Awake) -> bool {
        let several = matches!(self.inner.config.backend, store::Backend::Postgres(_));
        awake.attended() || several && self.inner.elsewhere.may_attend(awake.id, self.now())
    }

    /// Sends the followers on this node who is connected, on any node.
    pub(super) async fn tell_who_is_there(&self, awake: &Awake) {
        if let Some(table) = &awake.inside.lock().await.table {
            awake.tell_presence(table, self.now());
            self.inner.driven.tell(&awake.id);
        }
    }

    /// Announces who is connected: at once, or, if that was just done, after a pause together with later changes. This
    /// bounds the work if a client connects and disconnects repeatedly.
    pub(super) async fn attend(&self, awake: &Arc<Awake>) {
        let Some(pause) = awake.next_telling() else { return };
        if pause.is_zero() {
            return self.attend_now(awake).await;
        }
        let (hub, awake) = (self.clone(), awake.clone());
        self.spawn(async move {
            tokio::time::sleep(pause).await;
            awake.tells();
            hub.attend_now(&awake).await;
        });
    }

    /// Announces who is connected, and updates the index row if that changes what is due.
    pub(super) async fn attend_now(&self, awake: &Awake) {
        self.announce(awake).await;
        let mut inside = awake.inside.lock().await;
        let Some(table) = &mut inside.table else { return };
        awake.tell_presence(table, self.now());
        self.inner.driven.tell(&awake.id);
        if !matches!(table.stage(), Stage::Playing) || !matches!(table.mover(), Some(session::Mover::Bot(..))) {
            return;
        }
        let renewed = Append::new(awake.id, table.version(), Vec::new(), index(table, self.attends(awake)));
        if let Err(error) = self.inner.store.append_with(renewed).await {
            tracing::debug!(%error, table = %awake.id, "cannot update the index row");
        }
        self.inner.due.notify_one();
    }

    /// Folds in what other nodes have appended.
    async fn catch_up(&self, awake: &Awake) {
        let mut inside = awake.inside.lock().await;
        let Some(table) = &mut inside.table else { return };
        match self.inner.store.log(awake.id, table.version()).await {
            Ok(log) if log.is_empty() => {}
            // With a gap in the entries the fold would be wrong, so the log is read again.
            Ok(log) if log[0].seq != table.version() + 1 => {
                tracing::error!(table = %awake.id, version = table.version(), "the log has a gap after the fold");
                inside.table = None;
            }
            Ok(log) => {
                table.catch_up(log.iter().map(|entry| (entry.at, entry.body.as_str())));
                self.tell_news(awake, table).await;
            }
            Err(store::Error::NoTable(_)) => {
                drop(inside);
                self.gone(awake.id, "the host deleted it").await;
            }
            Err(error) => tracing::warn!(%error, table = %awake.id, "cannot read the log"),
        }
    }

    /// Tells all followers that the table is gone.
    pub(super) async fn gone(&self, id: TableId, why: &str) {
        let awake = locked(&self.inner.tables).remove(&id);
        if let Some(awake) = awake {
            awake.tell_all(&ToClient::Gone { table: id.to_string(), why: why.to_owned() });
            awake.inside.lock().await.table = None;
        }
    }
}

/// The index row of a table.
pub(super) fn index(table: &Table, attended: bool) -> Index {
    let facts = table.overview(attended);
    let people = |ids: &[String]| ids.iter().filter_map(|id| id.parse().ok()).collect();
    Index {
        state: match table.stage() {
            Stage::Gathering => TableState::Gathering,
            Stage::Playing => TableState::Playing,
            Stage::Over => TableState::Over,
            Stage::Closed { .. } | Stage::Broken { .. } => TableState::Closed,
        },
        game: table.game_key().to_owned(),
        public: table.made().public,
        people: people(&facts.people),
        waiting_for: people(&facts.waiting_for),
        due_at: facts.due_at,
        summary: serde_json::to_string(&facts.line).unwrap_or_default(),
    }
}

/// Follows the appends of other nodes.
pub(super) async fn listen(hub: Hub) {
    let mut events = hub.inner.store.subscribe();
    while let Some(event) = events.next().await {
        let awake: Vec<Arc<Awake>> = match event {
            StoreEvent::Table { own: true, .. } => continue,
            StoreEvent::Table { table, seq, own: false } => {
                let awake = locked(&hub.inner.tables).get(&table).cloned();
                awake.filter(|awake| awake.version() < seq).into_iter().collect()
            }
            StoreEvent::Gone { table } => {
                hub.gone(table, "the host deleted it").await;
                continue;
            }
            StoreEvent::Message(text) => {
                hub.hear(&text).await;
                continue;
            }
            StoreEvent::Everything => {
                hub.inner.elsewhere.missed_something(hub.now());
                locked(&hub.inner.tables).values().cloned().collect()
            }
        };
        for awake in awake {
            hub.catch_up(&awake).await;
        }
    }
}
