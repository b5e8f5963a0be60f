//! The tables in memory.
//!
//! A table is loaded when somebody asks for it: its log is folded into a [`session::Table`]. Every change takes the
//! same path: it is checked and folded in, made durable, and only then answered and sent to all followers. A lock per
//! table keeps that order. If a commit fails, the folded table is thrown away and the log is read again. Appends of
//! other nodes arrive by [`Store::subscribe`]; bots and clocks are leased, so that one node does what is due.

mod awake;
mod due;
mod elsewhere;
mod follow;
mod forget;
mod lists;
mod made;
mod pool;
mod sleep;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::{AnyMatch, Seat, Viewer};
use protocol::{Ask, Command, Done, Frame, Line, Refusal, RefusalCode, SheetLine, State, ToClient};
use serde::{Deserialize, Serialize};
use session::Now;
use store::{PersonId, Store, TableId};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use utoipa::ToSchema;

use crate::limits::Source;
use crate::metrics::Metrics;
use crate::reading::Reading;
use crate::refusal::{refusal, store_refusal};
use crate::{Config, Time, notifications};

pub use follow::Outbox;
pub(crate) use follow::{Following, Outgoing};

use awake::Awake;
use elsewhere::Elsewhere;
use pool::{Driven, Once, Owner, Permits, Pool};

/// How long a player must be away before the others may vote to seat a bot, in milliseconds.
const AWAY_BEFORE_VOTE: i64 = 60_000;

/// How long it is known from where people came and since when they are away, in milliseconds: a day.
const PEOPLE_LAST: i64 = 24 * 60 * 60 * 1000;

/// How many logs are folded at once, and how many other long readings are done beside them.
const AT_ONCE: usize = 2;

/// How many lines a page of the log holds.
const PAGE: usize = 200;

/// A program with a token for one sitting at one table; it may play nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The table.
    pub table: TableId,
    /// The number of the sitting, which stays the same wherever the program's seat goes.
    pub sitting: u32,
    /// The id of the person whose program it is.
    pub owner: String,
}

/// Who sends a request or holds a socket: a person, a program with its token, or (with an empty id) somebody who is not
/// logged in and may only watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    /// The person's id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The program, if it is one.
    pub program: Option<Program>,
}

impl Principal {
    /// Somebody who is not logged in.
    pub fn nobody() -> Principal {
        Principal { id: String::new(), name: String::new(), program: None }
    }

    /// Whether this is somebody who is not logged in.
    pub fn is_nobody(&self) -> bool {
        self.id.is_empty() && self.program.is_none()
    }

    /// The person who answers for what is sent: a program's owner.
    pub(crate) fn person(&self) -> &str {
        self.program.as_ref().map_or(&self.id, |program| &program.owner)
    }

    /// The same as a table knows them.
    fn requester(&self) -> session::Requester {
        let program = self.program.as_ref().map(|program| (program.table.to_string(), program.sitting));
        let id = match &program {
            Some((table, sitting)) => format!("program-{table}-{sitting}"),
            None => self.id.clone(),
        };
        session::Requester { id, name: self.name.clone(), program }
    }
}

/// Who asks the hub for something, and the address they ask from.
#[derive(Clone, Copy, Debug)]
pub struct Inquirer<'a> {
    /// Who.
    pub who: &'a Principal,
    /// The address. Requests for long reading from one address wait for each other.
    pub from: Source,
}

impl Inquirer<'_> {
    fn viewer(&self, table: &session::Table) -> Viewer {
        table.reader(&self.who.requester(), None).viewer
    }
}

/// The invitation to a seat.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Invitation {
    /// The seat.
    #[schema(value_type = String)]
    pub seat: Seat,
    /// The invitation link.
    pub link: String,
}

/// The token for a program's seat.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct ProgramToken {
    /// The seat that the program has now. Its seat may change when the match starts; the token goes with it.
    #[schema(value_type = String)]
    pub seat: Seat,
    /// The token; it is shown only once.
    pub token: String,
}

/// A table that was made.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct Created {
    /// The table's id.
    pub id: String,
    /// The invitations, for seats that have one.
    pub invitations: Vec<Invitation>,
    /// The tokens, for seats of programs.
    pub tokens: Vec<ProgramToken>,
}

/// A page of a table's log.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Lines {
    /// The lines, the oldest first.
    pub lines: Vec<Line>,
    /// Whether there are older ones.
    pub more: bool,
}

/// How a node is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The tables in memory.
    pub tables: usize,
    /// The threads for bots.
    pub threads: usize,
    /// How many of them think.
    pub thinking: usize,
    /// Decisions of bots that wait for a thread.
    pub waiting: usize,
}

/// The tables.
#[derive(Clone)]
pub struct Hub {
    inner: Arc<Inner>,
}

struct Inner {
    config: Arc<Config>,
    store: Store,
    time: Time,
    metrics: Arc<Metrics>,
    /// The name under which this node leases tables.
    node: String,
    tables: Mutex<HashMap<TableId, Arc<Awake>>>,
    /// Since when people are away; `i64::MAX` for those who are connected to this node.
    away: Mutex<HashMap<String, i64>>,
    /// From where people came last to this node, and when.
    places: Mutex<HashMap<String, (Source, i64)>>,
    /// Who is connected to other nodes.
    elsewhere: Arc<Elsewhere>,
    followers: AtomicU64,
    /// Notified when something may be due.
    due: Notify,
    /// Notified when a match is over.
    over: Notify,
    /// The threads for bots, and those for hints.
    pool: Pool,
    hints: Pool,
    /// Permits for tables that bots play alone.
    permits: Permits,
    /// The tables that this node drives.
    driven: Driven,
    /// The people who wait for a hint.
    hinted: Once<String>,
    /// Limits how many logs are folded at once.
    folds: Arc<tokio::sync::Semaphore>,
    /// Where long reading is done.
    reading: Reading,
    stopping: CancellationToken,
    tasks: TaskTracker,
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    /// A hub over a store, with no table in memory. Needs a tokio runtime, on which it drives bots and clocks and
    /// follows other nodes.
    pub fn new(config: Arc<Config>, store: Store, time: Time, metrics: Arc<Metrics>) -> Hub {
        let elsewhere = Arc::new(Elsewhere::new(time.now()));
        let (pool, hints) = due::pools(config.bot_threads.max(1));
        let inner = Inner {
            pool,
            hints,
            permits: Permits::new(config.bounds.bot_tables_per_person, config.bounds.bot_tables),
            driven: Once::new(),
            hinted: Once::new(),
            folds: Arc::new(tokio::sync::Semaphore::new(AT_ONCE)),
            reading: Reading::new(AT_ONCE),
            config,
            store,
            time,
            metrics,
            node: TableId::random().to_string(),
            tables: Mutex::default(),
            away: Mutex::default(),
            places: Mutex::default(),
            elsewhere,
            followers: AtomicU64::new(0),
            due: Notify::new(),
            over: Notify::new(),
            stopping: CancellationToken::new(),
            tasks: TaskTracker::new(),
        };
        let hub = Hub { inner: Arc::new(inner) };
        hub.spawn(due::look_after(hub.clone()));
        hub.spawn(awake::listen(hub.clone()));
        hub.spawn(sleep::put_to_sleep(hub.clone()));
        hub
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let stopping = self.inner.stopping.clone();
        self.inner.tasks.spawn(async move {
            tokio::select! {
                () = stopping.cancelled() => {}
                () = task => {}
            }
        });
    }

    fn now(&self) -> i64 {
        self.inner.time.now()
    }

    /// Carries out a command at a table. The id of a recent command gets the same answer again.
    ///
    /// It runs to its end even if nobody waits for the answer any longer, so that fold and log never differ.
    pub async fn command(
        &self,
        table: TableId,
        who: &Principal,
        id: String,
        command: Command,
    ) -> Result<Done, Refusal> {
        let (hub, who) = (self.clone(), who.clone());
        self.to_the_end(async move { hub.carry_out(table, &who, &id, &command).await }).await?
    }

    /// Runs work that changes something to its end, even if nobody waits for it any longer. What it holds meanwhile,
    /// such as a lock, is held until then.
    pub(crate) async fn to_the_end<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Refusal> {
        if self.inner.stopping.is_cancelled() {
            return Err(refusal(RefusalCode::Unavailable, "stopping", "the server is stopping; try again in a while"));
        }
        self.inner.tasks.spawn(work).await.map_err(|error| {
            tracing::error!(%error, "a command panicked");
            refusal(RefusalCode::Unavailable, "unavailable", "the server failed; try again")
        })
    }

    async fn carry_out(
        &self,
        id: TableId,
        who: &Principal,
        command_id: &str,
        command: &Command,
    ) -> Result<Done, Refusal> {
        let begun = std::time::Instant::now();
        if id_is_bad(command_id) {
            return Err(refusal(RefusalCode::Malformed, "id", "an id has 1 to 64 visible characters"));
        }
        if who.is_nobody() {
            return Err(refusal(RefusalCode::Forbidden, "nobody", "you are not logged in"));
        }
        if let Command::Sit { seat, invitation: Some(invitation) } = command {
            self.check_invitation(id, who, *seat, invitation).await?;
        }
        if let Command::Rematch = command {
            return self.rematch(id, who, command_id).await;
        }
        let result = self.change(id, |table, now| table.command(&who.requester(), command_id, command, now)).await;
        match &result {
            Ok(_) => self.inner.metrics.action_done(begun.elapsed()),
            Err(_) => self.inner.metrics.action_refused(),
        }
        result
    }

    /// Runs `work` with the time and with who is away.
    fn with_now<T>(&self, work: impl FnOnce(&Now<'_>) -> T) -> T {
        let at = self.now();
        let away = locked(&self.inner.away);
        let started = at - self.inner.time.running().as_millis() as i64;
        // Somebody whom this node has never seen counts as away only since the node started.
        let absent = |person: &str| match away.get(person) {
            Some(since) if *since == i64::MAX => None,
            _ if self.inner.elsewhere.has(person, at) => None,
            Some(since) => Some(at - since),
            None => Some(at - started),
        };
        work(&Now { at, absent: &absent, away_before_vote: AWAY_BEFORE_VOTE })
    }

    /// Notes from where somebody comes who keeps bots busy.
    pub(crate) fn came_from(&self, person: &str, from: Source) {
        // Who comes from this very machine may come by a proxy that is not known: they are many people.
        if !from.is_this_machine() {
            locked(&self.inner.places).insert(person.to_owned(), (from, self.now()));
        }
    }

    /// A person, with the place from which they came last.
    fn owner(&self, person: &str) -> Owner {
        let place = locked(&self.inner.places).get(person).map(|(from, _)| from.to_string());
        Owner { place: place.unwrap_or_else(|| person.to_owned()), person: person.to_owned() }
    }

    /// Forgets who has been away for long.
    pub(crate) fn forget_people(&self) {
        let before = self.now() - PEOPLE_LAST;
        locked(&self.inner.places).retain(|_, (_, at)| *at > before);
        // Whoever is not known counts as away since the node started.
        locked(&self.inner.away).retain(|_, since| *since > before);
    }

    /// Whether somebody is connected to a table, on this node or another.
    pub(crate) fn is_connected(&self, person: &str) -> bool {
        locked(&self.inner.away).get(person) == Some(&i64::MAX) || self.inner.elsewhere.has(person, self.now())
    }

    /// The people who have made a table or have a seat there.
    pub(crate) async fn people_at(&self, table: TableId) -> Result<Vec<String>, Refusal> {
        self.read(table, |table| {
            let mut people = table.people();
            people.push(table.owner().to_owned());
            people
        })
        .await
    }

    /// The player whom somebody at a table may remind of their turn, and that turn.
    pub(crate) async fn may_remind(
        &self,
        table: TableId,
        who: &str,
    ) -> Result<(PersonId, notifications::Turn), Refusal> {
        let now = self.now();
        self.read(table, |found| {
            let gone = |_| refusal(RefusalCode::NotNow, "no-wait", "that player is gone");
            let person = found.may_remind(who, now)?.parse().map_err(gone)?;
            let turn = notifications::Turn {
                table,
                game: found.game_key().to_owned(),
                seat: found.mover().map(|mover| mover.seat().to_string()).unwrap_or_default(),
                version: found.version(),
                due_at: found.due(true),
                from: None,
                why: notifications::Why::Reminder,
            };
            Ok((person, turn))
        })
        .await?
    }

    /// Answers a question about the position.
    pub async fn ask(&self, id: TableId, who: &Principal, ask_id: String, ask: Ask) -> Result<ToClient, Refusal> {
        let seat = match &ask {
            Ask::Why { seat, .. } | Ask::Closed { seat } | Ask::Effects { seat } | Ask::Hint { seat } => *seat,
        };
        let own = self
            .read(id, |table| {
                let reader = table.reader(&who.requester(), Some(seat));
                reader.yours.contains(&seat)
            })
            .await?;
        if !own {
            return Err(refusal(RefusalCode::NotYours, "not-your-seat", format!("{seat} is not your seat")));
        }
        let (mut why, mut closed, mut effects, mut hint) = (None, None, None, None);
        match ask {
            Ask::Why { seat, word } => why = self.read(id, |table| table.why_not(seat, &word)).await?,
            Ask::Closed { .. } => closed = Some(self.read(id, session::Table::closed).await?),
            Ask::Effects { .. } => effects = Some(self.read(id, session::Table::effects).await?),
            Ask::Hint { seat } => hint = self.hint(id, who, seat).await?,
        }
        Ok(ToClient::Answer { id: ask_id, why, closed, effects, hint })
    }

    /// The whole state of a table.
    pub async fn state(&self, table: TableId, who: &Principal, as_seat: Option<Seat>) -> Result<State, Refusal> {
        let now = self.now();
        // Whoever only asks follows, too: otherwise each of them would cost a fold of the log.
        self.follow_as(table, |table| Some(table.reader(&who.requester(), as_seat).viewer)).await?;
        self.with_table(table, |awake| {
            let presence = awake.presence(now);
            let reader = awake.table.reader(&who.requester(), as_seat);
            awake.table.state(&reader, now, &presence)
        })
        .await
    }

    /// How this node is loaded.
    pub fn load(&self) -> Load {
        let (threads, thinking) = self.inner.pool.taken();
        let tables = locked(&self.inner.tables).len();
        Load { tables, threads, thinking, waiting: self.inner.pool.waiting() }
    }

    /// Waits until the table's version is past `since`, or until the time is up, and returns the version.
    pub async fn past(&self, table: TableId, since: u64, at_most: Duration) -> Result<u64, Refusal> {
        let awake = self.wake(table).await?;
        let mut versions = awake.versions();
        let past = versions.wait_for(|version| *version > since);
        let reached = match tokio::time::timeout(at_most, past).await {
            Ok(Ok(version)) => *version,
            _ => awake.version(),
        };
        Ok(reached)
    }

    /// Where long reading is done.
    pub fn reading(&self) -> &Reading {
        &self.inner.reading
    }

    /// The lines of the log before a version, or the last ones.
    pub async fn log(&self, table: TableId, by: &Inquirer<'_>, before: Option<u64>) -> Result<Lines, Refusal> {
        let place = self.inner.reading.place(by.from).await?;
        let copied = self.read(table, |table| (by.viewer(table), table.story()));
        let (viewer, story) = copied.await?;
        let page = move || story.page(viewer, before, PAGE);
        let (lines, more) = self.inner.reading.work(page).await?;
        drop(place);
        Ok(Lines { lines, more })
    }

    /// The record: complete when the match is over, before that redacted for the viewer.
    pub async fn record(&self, table: TableId, by: &Inquirer<'_>) -> Result<String, Refusal> {
        let place = self.inner.reading.place(by.from).await?;
        let record = self.record_beside(table, by).await;
        drop(place);
        record
    }

    /// The same for a caller that already holds a permit for long reading.
    pub(crate) async fn record_beside(&self, table: TableId, by: &Inquirer<'_>) -> Result<String, Refusal> {
        let none = || refusal(RefusalCode::NotNow, "not-started", "the match has not started");
        let (viewer, writing) = self.read(table, |table| (by.viewer(table), table.writing())).await?;
        let writing = writing.ok_or_else(none)?;
        self.inner.reading.work(move || writing.record(viewer).to_string()).await
    }

    /// What is made of the frames after the steps from `from` to before `to`; of a match that is over also by the eyes
    /// of a seat.
    pub async fn frames<T: Send + 'static>(
        &self,
        table: TableId,
        by: &Inquirer<'_>,
        eyes: Option<Seat>,
        (from, to): (usize, usize),
        make: impl FnOnce(&[Frame]) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let last = to.saturating_sub(1);
        let place = self.inner.reading.place(by.from).await?;
        let copied = self.read(table, |table| (by.viewer(table), table.game().map(AnyMatch::duplicate)));
        let (viewer, Some(game)) = copied.await? else { return Ok(make(&[])) };
        let viewer = session::seen_by(viewer, eyes, game.seats());
        let made = self.inner.reading.work(move || make(&session::frames(&*game, viewer, from, last))).await;
        drop(place);
        made
    }

    /// The score sheet.
    pub async fn sheet(&self, table: TableId) -> Result<Vec<SheetLine>, Refusal> {
        self.read(table, session::Table::sheet).await
    }

    /// The components of the match's box; before the match, those of the game's standard box.
    pub async fn table_parts(&self, table: TableId) -> Result<serde_json::Value, Refusal> {
        let standard = |table: &session::Table| catalog::find(table.game_key())?.kind().parts(None);
        let parts = self.read(table, |table| table.game().map(AnyMatch::parts).or_else(|| standard(table))).await?;
        parts.ok_or_else(|| refusal(RefusalCode::NoTable, "no-game", "this server does not have that game"))
    }

    /// Closes a table, for the host.
    pub async fn close(&self, table: TableId, why: &str) -> Result<(), Refusal> {
        self.change(table, |table, now| Ok(table.close(why, now.at))).await.map(drop)
    }

    /// Deletes a table, for the host.
    pub async fn delete(&self, table: TableId) -> Result<(), Refusal> {
        self.inner.store.delete_table(table).await.map_err(|error| store_refusal(&error))?;
        self.gone(table, "the host deleted it").await;
        Ok(())
    }

    /// Takes no more commands, and waits for those under way.
    pub async fn shutdown(&self) {
        self.inner.stopping.cancel();
        self.inner.tasks.close();
        if tokio::time::timeout(Duration::from_secs(10), self.inner.tasks.wait()).await.is_err() {
            tracing::warn!("some tasks did not end in time");
        }
    }

    /// Waits until all commands are answered, once the server is stopping.
    pub(crate) async fn settled(&self) {
        self.inner.tasks.wait().await;
    }

    fn next_follower(&self) -> u64 {
        self.inner.followers.fetch_add(1, Ordering::Relaxed)
    }
}

fn id_is_bad(id: &str) -> bool {
    id.is_empty() || id.len() > 64 || id.chars().any(|c| c.is_control() || c == '/')
}
