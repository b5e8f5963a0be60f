//! The socket: the connection of one client, which may follow several tables.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use engine::Seat;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use protocol::{Me, PROTOCOL, Refusal, RefusalCode, ToClient, ToServer};
use store::TableId;
use tokio::sync::mpsc;

use crate::app::Shared;
use crate::hub::{Following, Inquirer, Outbox, Outgoing, Principal};
use crate::limits::Source;
use crate::refusal::refusal;
use crate::sockets::Access;

/// How many messages may be queued for a client. A client with more does not read, and is disconnected.
const OUTBOX_MESSAGES: usize = 256;

/// How long writing to a client may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// How often a client is pinged while nothing is sent.
const PING_INTERVAL: Duration = Duration::from_secs(30);

/// After how long without a message or pong a client is given up.
const IDLE_TIMEOUT: Duration = Duration::from_secs(75);

/// How many tables one client may follow.
const MOST_FOLLOWED: usize = 40;

/// How many messages in a row may be refused by the rate limit before a client is disconnected.
const MOST_WARNINGS: u32 = 100;

/// Why a socket ends whose login has ended.
const LOGGED_OUT: &str = "you are logged out";

/// The close codes of the WebSocket protocol that are used here.
mod code {
    pub(super) const NORMAL: u16 = 1000;
    pub(super) const POLICY: u16 = 1008;
    pub(super) const RESTART: u16 = 1012;
    pub(super) const TRY_LATER: u16 = 1013;
}

/// Serves a client until it leaves, is too slow, sends too much, has its login ended, or the server stops.
pub async fn serve(mut socket: WebSocket, app: Shared, who: Principal, me: Me, access: Access) {
    let Some(listed) = app.list_socket(access).await else {
        let end = framed(Outgoing::Close(code::POLICY, LOGGED_OUT));
        tokio::time::timeout(WRITE_TIMEOUT, socket.send(end)).await.ok();
        return;
    };
    app.metrics.sockets.inc();
    let (sink, stream) = socket.split();
    let (outbox, waiting, lost) = Outbox::new(OUTBOX_MESSAGES);
    outbox.send(Outgoing::of(&ToClient::Welcome {
        me,
        protocol: PROTOCOL,
        server: env!("CARGO_PKG_VERSION").to_owned(),
        now: app.time.now(),
    }));
    let writer = tokio::spawn(write(sink, waiting));
    let sender = who.person().to_owned();
    let mut client = Client { app: app.clone(), who, sender, from: access.from, outbox, followed: HashMap::new() };
    let (number, why) = tokio::select! {
        why = client.listen(stream) => why,
        () = listed.ended.cancelled() => (code::POLICY, LOGGED_OUT),
        () = lost.cancelled() => (code::TRY_LATER, "you read too slowly"),
        () = farewell(&app) => (code::RESTART, "the server stops"),
    };
    if number == code::RESTART {
        client
            .outbox
            .send(Outgoing::of(&ToClient::Closing { why: "the server stops; connect again in a while".to_owned() }));
    }
    client.followed.clear();
    client.outbox.close(number, why);
    drop(client);
    if tokio::time::timeout(WRITE_TIMEOUT, writer).await.is_err() {
        tracing::debug!("a client did not take its last messages in time");
    }
    app.metrics.sockets.dec();
}

/// Waits until the server stops and all commands are answered.
async fn farewell(app: &Shared) {
    app.stopping.cancelled().await;
    app.hub.settled().await;
}

/// Writes the queued messages, pings the client, and closes the connection. Messages that wait together are flushed
/// once.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut waiting: mpsc::Receiver<Outgoing>) {
    loop {
        let mut next = tokio::select! {
            message = waiting.recv() => Some(message.unwrap_or(Outgoing::Close(code::NORMAL, ""))),
            () = tokio::time::sleep(PING_INTERVAL) => Some(Outgoing::Ping),
        };
        let all = async {
            while let Some(message) = next {
                let last = matches!(message, Outgoing::Close(..));
                sink.feed(framed(message)).await?;
                if last {
                    sink.flush().await?;
                    return Ok(true);
                }
                next = waiting.try_recv().ok();
            }
            sink.flush().await?;
            Ok::<bool, axum::Error>(false)
        };
        if !matches!(tokio::time::timeout(WRITE_TIMEOUT, all).await, Ok(Ok(false))) {
            return;
        }
    }
}

fn framed(message: Outgoing) -> Message {
    match message {
        Outgoing::Text(text) => Message::Text(text),
        Outgoing::Ping => Message::Ping(axum::body::Bytes::new()),
        Outgoing::Close(code, why) => Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(why) })),
    }
}

struct Client {
    app: Shared,
    who: Principal,
    /// Whose messages these are, for the limits: a person's over all sockets, with those of their programs.
    sender: String,
    from: Source,
    outbox: Outbox,
    followed: HashMap<TableId, Following>,
}

impl Client {
    /// Answers messages one after the other. Returns the close code and the reason.
    async fn listen(&mut self, mut stream: SplitStream<WebSocket>) -> (u16, &'static str) {
        let mut warnings = 0;
        loop {
            let message = match tokio::time::timeout(IDLE_TIMEOUT, stream.next()).await {
                Err(_) => return (code::NORMAL, "nobody is there"),
                Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return (code::NORMAL, "goodbye"),
                Ok(Some(Ok(message))) => message,
            };
            // Everything counts, also pings: each is work.
            let within = self.app.limits.message(&self.sender, self.from);
            let text = match message {
                Message::Text(text) => text,
                Message::Ping(_) | Message::Pong(_) if within => continue,
                Message::Binary(_) if within => {
                    self.refuse(refusal(RefusalCode::Malformed, "malformed", "messages must be JSON text"));
                    continue;
                }
                _ => Utf8Bytes::default(),
            };
            if !within {
                self.app.metrics.limit_hit("messages");
                warnings += 1;
                if warnings > MOST_WARNINGS {
                    let who = &self.who.id;
                    self.app.refusals.tell(|| tracing::info!(%who, "disconnected a client that sends too much"));
                    return (code::POLICY, "you send too much at once");
                }
                self.refuse_unread(&text);
                continue;
            }
            warnings = 0;
            match serde_json::from_str::<ToServer>(&text) {
                Ok(message) => self.answer(message).await,
                Err(error) => {
                    tracing::debug!(who = %self.who.id, %error, "cannot read a message");
                    let text = format!("this is not a message of the protocol: {error}");
                    self.refuse(refusal(RefusalCode::Malformed, "malformed", text));
                }
            }
        }
    }

    fn send(&self, message: &ToClient) {
        self.outbox.send(Outgoing::of(message));
    }

    fn refuse(&self, refused: Refusal) {
        self.send(&ToClient::Refused(refused));
    }

    /// Refuses a message because of the rate limit, with its id if it has one.
    fn refuse_unread(&self, text: &str) {
        #[derive(serde::Deserialize)]
        struct Named {
            id: Option<String>,
            table: Option<String>,
        }
        let named = serde_json::from_str::<Named>(text).unwrap_or(Named { id: None, table: None });
        let refused = refusal(RefusalCode::Limit, "messages", "you send too much at once; wait a moment");
        self.refuse(refused.about(named.table, named.id));
    }

    /// Answers a message; a refusal says what was refused.
    async fn answer(&mut self, message: ToServer) {
        let (table, id) = message.subject();
        if let Err(refusal) = self.carry_out(message).await {
            self.refuse(refusal.about(table, id));
        }
    }

    async fn carry_out(&mut self, message: ToServer) -> Result<(), Refusal> {
        match message {
            ToServer::Ping => self.send(&ToClient::Pong),
            ToServer::Watch { table, since, eyes: as_seat } => {
                let Some(id) = self.table_or_gone(&table) else { return Ok(()) };
                match self.watch(id, since, as_seat).await {
                    Err(refused) if refused.code == RefusalCode::NoTable => self.gone(&table, refused.reason.text),
                    watched => return watched,
                }
            }
            ToServer::Unwatch { table } => {
                if let Some(id) = self.table_or_gone(&table) {
                    self.followed.remove(&id);
                }
            }
            ToServer::Look { table, eyes: as_seat, since } => {
                let Some(id) = self.table_or_gone(&table) else { return Ok(()) };
                let unfollowed = || refusal(RefusalCode::NotNow, "not-followed", "follow the table first");
                self.followed.get(&id).ok_or_else(unfollowed)?.look(as_seat, since.is_some()).await?;
            }
            ToServer::Do { table, id, command } => {
                let by = Inquirer { who: &self.who, from: self.from };
                let done = self.app.act(table_number(&table)?, &by, id, command).await?;
                self.send(&ToClient::Done(done));
            }
            ToServer::Ask { table, id, ask } => {
                let answer = self.app.hub.ask(table_number(&table)?, &self.who, id, ask).await?;
                self.send(&answer);
            }
        }
        Ok(())
    }

    async fn watch(&mut self, id: TableId, since: Option<u64>, as_seat: Option<Seat>) -> Result<(), Refusal> {
        self.followed.remove(&id);
        if self.followed.len() >= MOST_FOLLOWED {
            return Err(refusal(RefusalCode::Limit, "followed", "you follow too many tables"));
        }
        let following = self.app.hub.follow(id, &self.who, as_seat, since, &self.outbox).await?;
        self.followed.insert(id, following);
        Ok(())
    }

    /// The id of a table to follow. A text that is not an id is answered with `gone`.
    fn table_or_gone(&self, table: &str) -> Option<TableId> {
        table_number(table).map_err(|refused| self.gone(table, refused.reason.text)).ok()
    }

    fn gone(&self, table: &str, why: String) {
        self.send(&ToClient::Gone { table: table.to_owned(), why });
    }
}

fn table_number(table: &str) -> Result<TableId, Refusal> {
    table.parse().map_err(|_| refusal(RefusalCode::NoTable, "no_table", "there is no such table"))
}
