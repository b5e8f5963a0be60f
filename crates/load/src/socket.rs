//! A socket of a client, and a player at one table.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use engine::Seat;
use futures_util::{SinkExt, StreamExt};
use hyper::body::Bytes;
use protocol::{Command, Done, Refusal, ToClient, ToServer};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::person::{Person, connect};
use crate::seen::Seen;

/// How long a client waits for a message.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(30);

/// How much is read at once, in bytes.
const BUFFER: usize = 8 * 1024;

/// A connection to the server.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

/// What came over a socket.
#[derive(Clone, Debug, PartialEq)]
pub enum Got {
    /// A text, as it was sent.
    Text(Utf8Bytes),
    /// The end, with the reason where one was given.
    End(Option<(u16, String)>),
}

impl Socket {
    /// Opens a socket with a person's cookie.
    pub async fn open(person: &Person) -> Result<Socket> {
        Socket::open_at(person.server, person.from, "/socket", Some(("cookie", &person.cookie))).await
    }

    /// Opens the socket of a program, with the token of its seat.
    pub async fn open_with_token(server: SocketAddr, token: &str) -> Result<Socket> {
        let from = Person::nobody(server).from;
        Socket::open_at(server, from, "/socket", Some(("authorization", &format!("Bearer {token}")))).await
    }

    /// Opens a socket at a path of a server, with a header that says who comes.
    pub(crate) async fn open_at(
        server: SocketAddr,
        from: IpAddr,
        path: &str,
        who: Option<(&'static str, &str)>,
    ) -> Result<Socket> {
        let mut request = format!("ws://{server}{path}").into_client_request()?;
        if let Some((header, value)) = who {
            request.headers_mut().insert(header, HeaderValue::from_str(value)?);
        }
        let stream = connect(server, from).await?;
        // The default buffer of 128 KB is cleared for each message, which takes longer than reading it.
        let config = WebSocketConfig::default().read_buffer_size(BUFFER);
        let open = tokio_tungstenite::client_async_with_config(request, stream, Some(config));
        let opened = timeout(MESSAGE_TIMEOUT, open).await;
        let (stream, _) = opened.context("the socket was not opened in time")??;
        Ok(Socket { stream })
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ToServer) -> Result<()> {
        self.send_text(serde_json::to_string(message)?).await
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: String) -> Result<()> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// Puts a text into what is sent next, without waiting until it is written.
    pub async fn feed_text(&mut self, text: String) -> Result<()> {
        Ok(self.stream.feed(Message::text(text)).await?)
    }

    /// Puts a ping of the WebSocket protocol into what is sent next.
    pub async fn feed_ping(&mut self) -> Result<()> {
        Ok(self.stream.feed(Message::Ping(Bytes::new())).await?)
    }

    /// Waits for what comes next, and answers the server's question whether anybody is there.
    pub async fn next(&mut self) -> Got {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Got::Text(text),
                Some(Ok(Message::Close(frame))) => {
                    return Got::End(frame.map(|frame| (frame.code.into(), frame.reason.as_str().to_owned())));
                }
                Some(Ok(_)) => {}
                None | Some(Err(_)) => return Got::End(None),
            }
        }
    }

    /// Waits for the next message, at most for `limit`.
    pub async fn message_within(&mut self, limit: Duration) -> Result<(ToClient, String)> {
        match timeout(limit, self.next()).await.context("nothing came in time")? {
            Got::Text(text) => Ok((serde_json::from_str(&text).with_context(|| text.to_string())?, text.to_string())),
            Got::End(why) => bail!("the socket was closed: {why:?}"),
        }
    }
}

/// A player at one table, who keeps all received texts.
#[derive(Debug)]
pub struct Player {
    /// Who.
    pub person: Person,
    /// Their connection.
    pub socket: Socket,
    /// The table.
    pub table: String,
    /// What they have seen of it.
    pub seen: Seen,
    /// Every message about the table, as text and parsed.
    pub texts: Vec<(String, ToClient)>,
    sent: u64,
}

impl Player {
    /// Opens a socket and follows a table.
    pub async fn follow(person: &Person, table: &str, since: Option<u64>, as_seat: Option<Seat>) -> Result<Player> {
        let mut socket = Socket::open(person).await?;
        socket.message_within(MESSAGE_TIMEOUT).await?;
        let seen = Seen { version: since.unwrap_or(0), ..Seen::default() };
        let (person, table) = (person.clone(), table.to_owned());
        let mut player = Player { person, socket, table: table.clone(), seen, texts: Vec::new(), sent: 0 };
        player.socket.send(&ToServer::Watch { table, since, eyes: as_seat }).await?;
        player.hear().await?;
        Ok(player)
    }

    /// Waits for one message, and takes it in.
    pub async fn hear(&mut self) -> Result<ToClient> {
        self.hear_within(MESSAGE_TIMEOUT).await
    }

    /// Waits for one message, at most for `limit`.
    pub async fn hear_within(&mut self, limit: Duration) -> Result<ToClient> {
        let (message, text) = self.socket.message_within(limit).await?;
        self.seen.take(&message)?;
        self.texts.push((text, message.clone()));
        Ok(message)
    }

    /// Sends a command, and waits for the answer.
    pub async fn act(&mut self, command: Command) -> Result<Result<Done, Refusal>> {
        self.sent += 1;
        let id = format!("{}-{}", self.person.me.id, self.sent);
        self.act_as(&id, command).await
    }

    /// Sends a command under an id, and waits for the answer.
    pub async fn act_as(&mut self, id: &str, command: Command) -> Result<Result<Done, Refusal>> {
        self.socket.send(&ToServer::Do { table: self.table.clone(), id: id.to_owned(), command }).await?;
        loop {
            match self.hear().await? {
                ToClient::Done(done) if done.id == id => return Ok(Ok(done)),
                ToClient::Refused(refused) if refused.id.as_deref() == Some(id) => return Ok(Err(refused)),
                _ => {}
            }
        }
    }

    /// Waits until the player has seen a version.
    pub async fn until(&mut self, version: u64) -> Result<()> {
        while self.seen.version < version {
            self.hear().await?;
        }
        Ok(())
    }

    /// The words on offer now.
    pub fn offers(&self) -> Vec<String> {
        let offers = self.seen.game.iter().flat_map(|game| game.offers.each());
        offers.map(|offer| offer.word.into_owned()).collect()
    }

    /// Plays a word for a seat, with the version seen last.
    pub async fn play(&mut self, seat: Seat, word: &str) -> Result<Result<Done, Refusal>> {
        let seen = self.seen.version;
        self.act(Command::Play { seen, seat, word: word.to_owned(), then: Vec::new() }).await
    }
}
