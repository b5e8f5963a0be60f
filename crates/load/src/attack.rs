//! Attacks by one guest, bounded in count and time, while honest people play: what they feel of it is measured.
//!
//! The server runs with its default limits. Attackers come from loopback addresses of their own, as a stranger would
//! from elsewhere.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use engine::Opening;
use protocol::{Ask, BotLevel, ClockRule, Command, NewTable, SeatPlan, ToAct, ToServer};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::task::JoinSet;
use tokio::time::timeout_at;

use crate::honest::{Felt, Honest};
use crate::long::lengthen;
use crate::measure::{most_resident, resident};
use crate::node::Node;
use crate::person::{Person, connect};
use crate::socket::{Got, Player, Socket};

/// What one guest can try, by its number in the table of known attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Makes tables of masters that play on alone: of four, and of three with a seat whose person never comes and for
    /// whom a master sits in.
    Masters,
    /// Sends requests with made-up methods, over one connection.
    Methods,
    /// Writes entries over many sockets, one of them at a long match, and asks for logs, states and exports.
    Entries,
    /// Asks for hints over many sockets.
    Hints,
    /// Opens connections that say nothing, half of something, or never end what they say.
    Silence,
    /// Watches and unwatches somebody else's table over many sockets.
    Presence,
    /// Asks for large answers over many connections, and reads none of them.
    Unread,
    /// Sends large records over many connections, and never the end of one.
    Uploads,
    /// Comes as many guests, each with a table of masters of their own.
    Crowd,
}

/// Where attackers come from.
const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 9, 1));

/// How many sockets an attacker opens.
const SOCKETS: usize = 40;

/// How many tables of masters are tried.
const MOST_TABLES: usize = 300;

/// How many requests with made-up methods are sent.
const MOST_METHODS: usize = 20_000;

/// How many of them are sent at once.
const BATCH: usize = 100;

/// How many hints each socket asks for.
const HINTS: usize = 6;

/// How many connections stay unfinished.
const UNFINISHED: usize = 240;

/// How many bytes of a record are sent, just below what the server takes.
const UPLOAD: usize = 4_000_000;

/// As how many guests somebody comes.
const GUESTS: usize = 30;

/// How much more memory the server may use for an attack that makes nobody think, in megabytes.
const SPARE: u64 = 128;

/// How long a client waits between two messages, so that no limit of one socket stops it.
const BETWEEN: Duration = Duration::from_millis(60);

/// What an attack did, and what honest people felt of it.
#[derive(Clone, Debug)]
pub struct Withstood {
    /// The attack.
    pub attack: Attack,
    /// What the attacker did.
    pub did: String,
    /// Whether they achieved what they must not: connections that stay open.
    pub achieved: bool,
    /// What honest people felt.
    pub felt: Felt,
    /// By how much the server's memory grew at most, in bytes.
    pub grown: u64,
}

impl Withstood {
    /// Whether honest people could play on, and the server's memory stayed within bounds.
    pub fn holds(&self) -> bool {
        !self.achieved && self.felt.holds(self.attack.most_wait()) && self.grown <= self.attack.most_memory()
    }
}

impl std::fmt::Display for Withstood {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let judged = if self.holds() { "holds" } else { "FAILS" };
        write!(f, "attack {} ({}): {judged}; {}", self.attack.number(), self.did, self.felt)?;
        write!(f, " (wanted: below {:.0})", self.attack.most_wait())?;
        write!(f, "; memory +{} MB (wanted: {} at most)", self.grown >> 20, self.attack.most_memory() >> 20)
    }
}

impl Attack {
    /// All of them.
    pub const ALL: [Attack; 9] = [
        Attack::Masters,
        Attack::Methods,
        Attack::Entries,
        Attack::Hints,
        Attack::Silence,
        Attack::Presence,
        Attack::Unread,
        Attack::Uploads,
        Attack::Crowd,
    ];

    /// Its number.
    pub fn number(self) -> u8 {
        match self {
            Attack::Masters => 2,
            Attack::Methods => 3,
            Attack::Entries => 4,
            Attack::Hints => 6,
            Attack::Silence => 11,
            Attack::Presence => 14,
            Attack::Unread => 16,
            Attack::Uploads => 17,
            Attack::Crowd => 18,
        }
    }

    /// How much more memory the server may use meanwhile, in bytes: all searches together have 512 MB by default
    /// (`bot-megabytes`).
    fn most_memory(self) -> u64 {
        let searches = if matches!(self, Attack::Masters | Attack::Crowd) { 512 } else { 0 };
        (searches + SPARE) << 20
    }

    /// How long the novice may take for a word, in milliseconds. A master that thinks already is not interrupted: of
    /// many that are waited for, one always does.
    fn most_wait(self) -> f64 {
        if self == Attack::Crowd { 4_000.0 } else { 2_000.0 }
    }

    /// Runs it against a fresh server on which honest people play.
    pub async fn run(self, quipu: &Path, lasts: Duration) -> Result<Withstood> {
        let folder = tempfile::tempdir()?;
        let mut node = Node::on_file(quipu, folder.path())?.guarded();
        node.start().await?;
        let server = node.address;
        let honest = Honest::sit_down(server).await?;
        let before = resident(node.process())?;
        let table = honest.table().to_owned();
        let end = Instant::now() + lasts.max(self.least_time());
        let attacking = tokio::spawn(self.attack(server, table, end));
        let felt = honest.play_until(end).await?;
        let (did, achieved) = attacking.await?.context("the attacker could not even begin")?;
        let grown = most_resident(node.process())?.saturating_sub(before);
        Ok(Withstood { attack: self, did, achieved, felt, grown })
    }

    /// How long it takes at least to see what comes of it: what a silent connection sends has to be there within half a
    /// minute.
    fn least_time(self) -> Duration {
        if self == Attack::Silence { Duration::from_secs(40) } else { Duration::ZERO }
    }

    /// Says what was done, and whether it achieved what it must not.
    async fn attack(self, server: SocketAddr, table: String, end: Instant) -> Result<(String, bool)> {
        let did = match self {
            Attack::Silence => return silence(server, end).await,
            Attack::Masters => masters(server, end).await,
            Attack::Methods => methods(server, end).await,
            Attack::Entries => entries(server, end).await,
            Attack::Hints => hints(server, end).await,
            Attack::Presence => presence(server, table, end).await,
            Attack::Unread => unread(server, end).await,
            Attack::Uploads => uploads(server, end).await,
            Attack::Crowd => crowd(server, end).await,
        };
        Ok((did?, false))
    }
}

fn table_of(seats: &[SeatPlan], keep_going: bool) -> Result<NewTable> {
    let plan = json!({ "game": "tikal", "seats": seats, "keep_going": keep_going, "public": true, "hints": true });
    Ok(serde_json::from_value(plan)?)
}

/// Whether there is time left.
fn goes_on(end: Instant) -> bool {
    Instant::now() < end
}

async fn masters(server: SocketAddr, end: Instant) -> Result<String> {
    let guest = Person::guest_from(server, ATTACKER).await?;
    let (mut made, mut tried) = (0, 0);
    while tried < MOST_TABLES && goes_on(end) {
        tried += 1;
        let mut seats = vec![SeatPlan::Bot { level: BotLevel::Master }; 4];
        if tried % 2 == 0 {
            seats[0] = SeatPlan::Me;
        }
        let clock = ClockRule::Turn { seconds: 1 };
        let plan = NewTable { clock, stand_in: BotLevel::Master, ..table_of(&seats, true)? };
        if let Ok(table) = guest.make(&plan).await {
            let start = json!({ "id": "s", "do": "start" });
            made += usize::from(guest.post(&format!("/api/tables/{table}/do"), &start).await?.status < 300);
        } else {
            tokio::time::sleep(BETWEEN).await;
        }
    }
    Ok(format!("{made} tables of masters of {tried} tried, half of them with a seat of somebody who never comes"))
}

async fn methods(server: SocketAddr, end: Instant) -> Result<String> {
    let (mut sent, mut answered, mut connections) = (0, 0, 0);
    while sent < MOST_METHODS && connections < SOCKETS && goes_on(end) {
        connections += 1;
        let (mut reader, mut writer) = connect(server, ATTACKER).await?.into_split();
        let reading = tokio::spawn(async move {
            let (mut buffer, mut heads) = (vec![0; 64 << 10], 0);
            while let Ok(Ok(read @ 1..)) = timeout_at(end.into(), reader.read(&mut buffer)).await {
                heads += memchr::memmem::find_iter(&buffer[..read], b"HTTP/1.1 ").count();
            }
            heads
        });
        while sent < MOST_METHODS && goes_on(end) {
            let asks = (sent..sent + BATCH).map(|number| format!("M{number:X} / HTTP/1.1\r\nHost: {server}\r\n\r\n"));
            let written = timeout_at(end.into(), writer.write_all(asks.collect::<String>().as_bytes())).await;
            if !matches!(written, Ok(Ok(()))) {
                break;
            }
            sent += BATCH;
        }
        // Without what comes back the other side would stop reading.
        answered += reading.await?;
        drop(writer);
    }
    Ok(format!("{sent} requests with methods of their own over {connections} connections, {answered} answered"))
}

async fn entries(server: SocketAddr, end: Instant) -> Result<String> {
    let guest = Person::guest_from(server, ATTACKER).await?;
    let table = guest.make(&table_of(&[SeatPlan::Me, SeatPlan::Open], false)?).await?;
    let mut writing = JoinSet::new();
    for number in 0..SOCKETS {
        let (guest, table) = (guest.clone(), table.clone());
        writing.spawn(async move {
            let Ok(mut socket) = Socket::open(&guest).await else { return 0 };
            let (mut sent, seat) = (0, engine::Seat::new(1));
            while goes_on(end) {
                let command = match sent % 2 {
                    0 => Command::SitBot { seat, level: BotLevel::Novice },
                    _ => Command::Free { seat },
                };
                let message = ToServer::Do { table: table.clone(), id: format!("{number}-{sent}"), command };
                if socket.send(&message).await.is_err() {
                    break;
                }
                sent += 1;
                drain(&mut socket, Instant::now() + BETWEEN).await;
            }
            sent
        });
    }
    let other = Person::guest_from(server, ATTACKER).await?;
    let seats = [SeatPlan::Me, SeatPlan::Device { name: "Abe".to_owned() }];
    let long = other.make(&NewTable { game: "thebes".to_owned(), ..table_of(&seats, false)? }).await?;
    let mut player = Player::follow(&other, &long, None, None).await?;
    // It grows until the time is up.
    let growing = tokio::spawn(async move { timeout_at(end.into(), lengthen(&mut player, usize::MAX)).await.is_ok() });
    let mut asking = JoinSet::new();
    let paths = [
        format!("/api/tables/{table}/log"),
        format!("/api/tables/{long}/log"),
        format!("/api/tables/{long}"),
        "/api/me/export".to_owned(),
    ];
    for path in paths {
        let guest = guest.clone();
        asking.spawn(async move {
            let mut asked = 0;
            while goes_on(end) {
                asked += usize::from(matches!(timeout_at(end.into(), guest.get(&path)).await, Ok(Ok(_))));
            }
            asked
        });
    }
    let sent: usize = writing.join_all().await.into_iter().sum();
    let asked: usize = asking.join_all().await.into_iter().sum();
    growing.await?;
    Ok(format!("{sent} commands over {SOCKETS} sockets, {asked} logs, states and exports"))
}

async fn hints(server: SocketAddr, end: Instant) -> Result<String> {
    let guest = Person::guest_from(server, ATTACKER).await?;
    let table = guest.make(&table_of(&[SeatPlan::Me, SeatPlan::Device { name: "Abe".to_owned() }], false)?).await?;
    guest.post(&format!("/api/tables/{table}/do"), &json!({ "id": "s", "do": "start" })).await?.json()?;
    let mut asking = JoinSet::new();
    for number in 0..SOCKETS {
        let (guest, table) = (guest.clone(), table.clone());
        asking.spawn(async move {
            let Ok(mut socket) = Socket::open(&guest).await else { return (0, 0) };
            for seat in 0..HINTS {
                let (id, ask) = (format!("{number}-{seat}"), Ask::Hint { seat: engine::Seat::new(seat % 2) });
                if socket.send(&ToServer::Ask { table: table.clone(), id, ask }).await.is_err() {
                    break;
                }
            }
            let texts = drain(&mut socket, end).await;
            (HINTS, texts.iter().filter(|text| text.contains("\"hint\":")).count())
        });
    }
    let (asked, got) = asking.join_all().await.into_iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    Ok(format!("{asked} hints asked for over {SOCKETS} sockets, {got} given"))
}

async fn silence(server: SocketAddr, end: Instant) -> Result<(String, bool)> {
    let body = format!("POST /api/tables HTTP/1.1\r\nHost: {server}\r\nContent-Length: 1000\r\n\r\n{{");
    let begins = ["", "PRI * HTTP/2.0\r\n\r\nSM", "GET / HTTP/1.1\r\nHost:", &body];
    let mut waiting = JoinSet::new();
    for number in 0..UNFINISHED {
        let Ok(mut stream) = connect(server, ATTACKER).await else { continue };
        let begin = begins[number % begins.len()].to_owned();
        waiting.spawn(async move {
            stream.write_all(begin.as_bytes()).await.ok();
            let mut buffer = [0; 1024];
            loop {
                match timeout_at(end.into(), stream.read(&mut buffer)).await {
                    Err(_) => return false,
                    Ok(Ok(1..)) => {}
                    Ok(_) => return true,
                }
            }
        });
    }
    let opened = waiting.len();
    let closed = waiting.join_all().await.into_iter().filter(|closed| *closed).count();
    let did = format!("{opened} connections that never say what they want, {closed} closed by the server");
    Ok((did, closed < opened))
}

async fn presence(server: SocketAddr, table: String, end: Instant) -> Result<String> {
    let guest = Person::guest_from(server, ATTACKER).await?;
    let mut watching = JoinSet::new();
    for _ in 0..SOCKETS {
        let (guest, table) = (guest.clone(), table.clone());
        watching.spawn(async move {
            let Ok(mut socket) = Socket::open(&guest).await else { return 0 };
            let mut sent = 0;
            while goes_on(end) {
                let message = match sent % 2 {
                    0 => ToServer::Watch { table: table.clone(), since: None, eyes: None },
                    _ => ToServer::Unwatch { table: table.clone() },
                };
                if socket.send(&message).await.is_err() {
                    break;
                }
                sent += 1;
                drain(&mut socket, Instant::now() + BETWEEN).await;
            }
            sent
        });
    }
    let sent: usize = watching.join_all().await.into_iter().sum();
    Ok(format!("{sent} times watched and unwatched over {SOCKETS} sockets"))
}

/// The record of a whole match.
fn record() -> Result<String> {
    let entry = catalog::find("tikal").context("the game")?;
    let bots = vec!["random".to_owned(); 4];
    let mut simulator = entry.simulator(&Opening::seats(4), &bots).map_err(|_| anyhow!("no match of bots"))?;
    let played = simulator.game(1, 0, &catalog::ThinkingTime::Iterations(1), true);
    Ok(played.record.context("a match has a record")?.to_string())
}

async fn unread(server: SocketAddr, end: Instant) -> Result<String> {
    let record = record()?;
    let length = record.len();
    let ask = format!("POST /api/frames HTTP/1.1\r\nHost: {server}\r\nContent-Length: {length}\r\n\r\n{record}");
    let mut held = Vec::new();
    for _ in 0..UNFINISHED {
        let Ok(mut stream) = connect(server, ATTACKER).await else { continue };
        if matches!(timeout_at(end.into(), stream.write_all(ask.as_bytes())).await, Ok(Ok(()))) {
            held.push(stream);
        }
    }
    tokio::time::sleep_until(end.into()).await;
    Ok(format!("{} connections that ask for all frames of a match and read none", held.len()))
}

async fn uploads(server: SocketAddr, end: Instant) -> Result<String> {
    let head = format!("POST /api/frames HTTP/1.1\r\nHost: {server}\r\nContent-Length: {UPLOAD}\r\n\r\n");
    let body = Arc::new(vec![b'x'; UPLOAD - 1]);
    let mut sending = JoinSet::new();
    for _ in 0..UNFINISHED {
        let Ok(mut stream) = connect(server, ATTACKER).await else { continue };
        let (head, body) = (head.clone(), body.clone());
        sending.spawn(async move {
            let sent = async {
                stream.write_all(head.as_bytes()).await?;
                stream.write_all(&body).await
            };
            let taken = matches!(timeout_at(end.into(), sent).await, Ok(Ok(())));
            tokio::time::sleep_until(end.into()).await;
            taken
        });
    }
    let opened = sending.len();
    let taken = sending.join_all().await.into_iter().filter(|taken| *taken).count();
    Ok(format!("{opened} connections that send {UPLOAD} bytes but one, {taken} of them taken"))
}

async fn crowd(server: SocketAddr, end: Instant) -> Result<String> {
    let mut seats = vec![SeatPlan::Bot { level: BotLevel::Master }; 4];
    seats[0] = SeatPlan::Me;
    let mut playing = JoinSet::new();
    for _ in 0..GUESTS {
        let Ok(guest) = Person::guest_from(server, ATTACKER).await else { break };
        let table = guest.make(&table_of(&seats, true)?).await?;
        let mut player = Player::follow(&guest, &table, None, None).await?;
        playing.spawn(async move { timeout_at(end.into(), play_on(&mut player)).await.is_ok() });
    }
    let guests = playing.len();
    playing.join_all().await;
    Ok(format!("{guests} guests with a table of three masters each"))
}

/// Plays the first word on offer whenever there is one.
async fn play_on(player: &mut Player) -> Result<()> {
    player.act(Command::Start).await?.ok();
    loop {
        let to_act = player.seen.game.as_ref().map(|game| game.to_act.clone());
        let word = player.offers().into_iter().next();
        if let (Some(ToAct::Seat { seat }), Some(word)) = (to_act, word)
            && let Ok(done) = player.play(seat, &word).await?
        {
            player.until(done.version).await?;
            tokio::time::sleep(BETWEEN).await;
        } else {
            player.hear().await?;
        }
    }
}

/// Reads what comes until then, or until the end of the connection.
async fn drain(socket: &mut Socket, until: Instant) -> Vec<String> {
    let mut texts = Vec::new();
    while let Ok(Got::Text(text)) = timeout_at(until.into(), socket.next()).await {
        texts.push(text.to_string());
    }
    tokio::time::sleep_until(until.into()).await;
    texts
}
