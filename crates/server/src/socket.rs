//! The socket: one connection of one client, who may follow several tables.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use protocol::{Ask, Command, Me, PROTOCOL, Refusal, RefusalCode, ToClient, ToServer};
use store::TableId;
use tokio::sync::mpsc;

use crate::app::Shared;
use crate::hub::{Following, Outbox, Sent, Who};
use crate::refusal::refusal;

/// How many messages may wait for a client; whoever lets more pile up does not read.
const WAITING: usize = 256;

/// How long one message may take to be written.
const WRITE: Duration = Duration::from_secs(20);

/// How often a silent client is asked whether it is there, and after how long it is given up.
const ASK: Duration = Duration::from_secs(30);
const SILENT: Duration = Duration::from_secs(75);

/// How many tables one client may follow.
const MOST_FOLLOWED: usize = 40;

/// How often in a row a client may be refused for saying too much before it is let go.
const MOST_WARNINGS: u32 = 100;

/// Why a socket is closed, in the numbers of the protocol.
mod code {
    pub(super) const NORMAL: u16 = 1000;
    pub(super) const POLICY: u16 = 1008;
    pub(super) const RESTART: u16 = 1012;
    pub(super) const TRY_LATER: u16 = 1013;
}

/// Serves one client until it goes, is too slow or says too much, or the server stops.
pub async fn serve(socket: WebSocket, app: Shared, who: Who, me: Me) {
    app.metrics.sockets.inc();
    let (sink, stream) = socket.split();
    let (outbox, waiting, lost) = Outbox::new(WAITING);
    outbox.send(Sent::of(&ToClient::Welcome {
        me,
        protocol: PROTOCOL,
        server: env!("CARGO_PKG_VERSION").to_owned(),
        now: app.time.now(),
    }));
    let writer = tokio::spawn(write(sink, waiting));
    let mut client = Client { app: app.clone(), who, outbox, followed: HashMap::new() };
    let (number, why) = tokio::select! {
        why = client.listen(stream) => why,
        () = lost.cancelled() => (code::TRY_LATER, "you read too slowly"),
        () = farewell(&app) => (code::RESTART, "the server stops"),
    };
    if number == code::RESTART {
        client
            .outbox
            .send(Sent::of(&ToClient::Closing { why: "the server stops; connect again in a while".to_owned() }));
    }
    client.followed.clear();
    client.outbox.close(number, why);
    drop(client);
    if tokio::time::timeout(WRITE, writer).await.is_err() {
        tracing::debug!("a client did not take leave");
    }
    app.metrics.sockets.dec();
}

/// The server stops: commands under way are answered first.
async fn farewell(app: &Shared) {
    app.stopping.cancelled().await;
    app.hub.settled().await;
}

/// Writes what comes, asks now and then whether anybody is there, and closes. What waits together goes together.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut waiting: mpsc::Receiver<Sent>) {
    loop {
        let mut next = tokio::select! {
            message = waiting.recv() => Some(message.unwrap_or(Sent::Close(code::NORMAL, ""))),
            () = tokio::time::sleep(ASK) => Some(Sent::Ping),
        };
        let all = async {
            while let Some(message) = next {
                let last = matches!(message, Sent::Close(..));
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
        if !matches!(tokio::time::timeout(WRITE, all).await, Ok(Ok(false))) {
            return;
        }
    }
}

fn framed(message: Sent) -> Message {
    match message {
        Sent::Text(text) => Message::Text(text),
        Sent::Ping => Message::Ping(axum::body::Bytes::new()),
        Sent::Close(code, why) => Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(why) })),
    }
}

struct Client {
    app: Shared,
    who: Who,
    outbox: Outbox,
    followed: HashMap<TableId, Following>,
}

impl Client {
    /// Answers one message after the other.
    async fn listen(&mut self, mut stream: SplitStream<WebSocket>) -> (u16, &'static str) {
        let bucket = self.app.limits.messages();
        let mut warnings = 0;
        loop {
            let message = match tokio::time::timeout(SILENT, stream.next()).await {
                Err(_) => return (code::NORMAL, "nobody is there"),
                Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return (code::NORMAL, "goodbye"),
                Ok(Some(Ok(message))) => message,
            };
            let text = match message {
                Message::Text(text) => text,
                Message::Ping(_) | Message::Pong(_) => continue,
                Message::Binary(_) | Message::Close(_) => {
                    self.refuse(refusal(RefusalCode::Malformed, "malformed", "messages are texts in JSON"));
                    continue;
                }
            };
            if bucket.check().is_err() {
                self.app.metrics.limit_hit("messages");
                warnings += 1;
                if warnings > MOST_WARNINGS {
                    tracing::info!(who = %self.who.id, "a client was let go: it says too much");
                    return (code::POLICY, "you say too much at once");
                }
                self.refuse_unread(&text);
                continue;
            }
            warnings = 0;
            match serde_json::from_str::<ToServer>(&text) {
                Ok(message) => self.answer(message).await,
                Err(error) => {
                    tracing::debug!(who = %self.who.id, %error, "a message cannot be read");
                    let text = format!("this is no message of the protocol: {error}");
                    self.refuse(refusal(RefusalCode::Malformed, "malformed", text));
                }
            }
        }
    }

    fn send(&self, message: &ToClient) {
        self.outbox.send(Sent::of(message));
    }

    fn refuse(&self, refused: Refusal) {
        self.send(&ToClient::Refused(refused));
    }

    /// Refuses a message that came too fast, under its id where that can be seen.
    fn refuse_unread(&self, text: &str) {
        #[derive(serde::Deserialize)]
        struct Named {
            id: Option<String>,
            table: Option<String>,
        }
        let named = serde_json::from_str::<Named>(text).unwrap_or(Named { id: None, table: None });
        let refused = refusal(RefusalCode::Limit, "messages", "that is too much at once; wait a moment");
        self.refuse(Refusal { id: named.id, table: named.table, ..refused });
    }

    async fn answer(&mut self, message: ToServer) {
        match message {
            ToServer::Ping => self.send(&ToClient::Pong),
            ToServer::Watch { table, since, eyes } => {
                if let Some(id) = self.table(&table, None) {
                    self.followed.remove(&id);
                    if self.followed.len() >= MOST_FOLLOWED {
                        return self.refuse(refusal(RefusalCode::Limit, "followed", "you follow too many tables"));
                    }
                    match self.app.hub.follow(id, &self.who, eyes, since, &self.outbox).await {
                        Ok(following) => drop(self.followed.insert(id, following)),
                        Err(refused) if refused.code == RefusalCode::NoTable => {
                            self.send(&ToClient::Gone { table, why: refused.reason.text });
                        }
                        Err(refused) => self.refuse(Refusal { table: Some(table), ..refused }),
                    }
                }
            }
            ToServer::Unwatch { table } => {
                if let Some(id) = self.table(&table, None) {
                    self.followed.remove(&id);
                }
            }
            ToServer::Look { table, eyes } => {
                let Some(id) = self.table(&table, None) else { return };
                let looked = match self.followed.get(&id) {
                    Some(following) => following.look(eyes).await,
                    None => Err(refusal(RefusalCode::NotNow, "not-followed", "follow the table first")),
                };
                if let Err(refused) = looked {
                    self.refuse(Refusal { table: Some(table), ..refused });
                }
            }
            ToServer::Do { table, id, command } => self.command(table, id, command).await,
            ToServer::Ask { table, id, ask } => self.ask(table, id, ask).await,
        }
    }

    async fn command(&mut self, table: String, id: String, command: Command) {
        let Some(number) = self.table(&table, Some(&id)) else { return };
        match self.app.act(number, &self.who, id.clone(), command).await {
            Ok(done) => self.send(&ToClient::Done(done)),
            Err(refused) => self.refuse(Refusal { id: Some(id), table: Some(table), ..refused }),
        }
    }

    async fn ask(&mut self, table: String, id: String, ask: Ask) {
        let Some(number) = self.table(&table, Some(&id)) else { return };
        match self.app.hub.ask(number, &self.who, id.clone(), ask).await {
            Ok(answer) => self.send(&answer),
            Err(refused) => self.refuse(Refusal { id: Some(id), table: Some(table), ..refused }),
        }
    }

    /// The number of a table; what is none is told to be gone.
    fn table(&self, table: &str, id: Option<&str>) -> Option<TableId> {
        let number = table.parse().ok();
        if number.is_none() {
            match id {
                Some(id) => {
                    let refused = refusal(RefusalCode::NoTable, "no_table", "there is no such table");
                    self.refuse(Refusal { id: Some(id.to_owned()), table: Some(table.to_owned()), ..refused });
                }
                None => {
                    self.send(&ToClient::Gone { table: table.to_owned(), why: "there is no such table".to_owned() });
                }
            }
        }
        number
    }
}
