//! Every message of the protocol, once, over a real socket; and `docs/protocol.md`, which shows them.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::Seat;
use load::{Person, Socket};
use protocol::{Ask, BotLevel, Command, SeatPlan, ToAct, ToClient, ToServer, VoteKind};
use serde_json::Value;

use crate::test_server::{TestServer, new_table, pledge, reveal};

const SOON: Duration = Duration::from_secs(20);

/// Real frames by what they are: `do play`, `state`.
#[derive(Default)]
struct Frames {
    client: BTreeMap<String, String>,
    server: BTreeMap<String, String>,
}

/// What a message is: its tag, and what it does or asks.
fn kind(frame: &Value) -> String {
    let tag = frame["t"].as_str().expect("a tag").to_owned();
    match frame["do"].as_str().or(frame["ask"].as_str()) {
        Some(what) => format!("{tag} {what}"),
        None => tag,
    }
}

/// A client whose frames are kept.
struct Client<'a> {
    socket: Socket,
    frames: &'a std::cell::RefCell<Frames>,
    table: String,
    version: u64,
    number: usize,
}

impl<'a> Client<'a> {
    async fn open(person: &Person, frames: &'a std::cell::RefCell<Frames>) -> Client<'a> {
        let socket = Socket::open(person).await.unwrap();
        let mut client = Client { socket, frames, table: String::new(), version: 0, number: 0 };
        client.until(|message| matches!(message, ToClient::Welcome { .. })).await;
        client
    }

    async fn say(&mut self, message: ToServer) {
        let text = serde_json::to_string(&message).unwrap();
        let kind = kind(&serde_json::from_str(&text).unwrap());
        self.frames.borrow_mut().client.entry(kind).or_insert_with(|| text.clone());
        self.socket.send_text(text).await.unwrap();
    }

    /// Reads until a message is what is waited for.
    async fn until(&mut self, wanted: impl Fn(&ToClient) -> bool) -> ToClient {
        loop {
            let (message, text) = self.socket.message_within(SOON).await.unwrap();
            match &message {
                ToClient::State(state) => self.version = state.version,
                ToClient::News(news) => self.version = news.version,
                _ => {}
            }
            let tag = kind(&serde_json::from_str(&text).unwrap());
            self.frames.borrow_mut().server.entry(tag).or_insert(text);
            if wanted(&message) {
                return message;
            }
        }
    }

    async fn watch(&mut self, table: &str) {
        table.clone_into(&mut self.table);
        self.say(ToServer::Watch { table: table.to_owned(), since: None, eyes: None }).await;
        self.until(|message| matches!(message, ToClient::State(_))).await;
    }

    /// Does something; the answer, whatever it is.
    async fn act(&mut self, command: Command) -> ToClient {
        self.number += 1;
        let id = format!("c{}", self.number);
        self.say(ToServer::Do { table: self.table.clone(), id: id.clone(), command }).await;
        self.until(|message| match message {
            ToClient::Done(done) => done.id == id,
            ToClient::Refused(refused) => refused.id.as_deref() == Some(&*id),
            _ => false,
        })
        .await
    }

    async fn does(&mut self, command: Command) {
        let answer = self.act(command).await;
        let ToClient::Done(done) = answer else { panic!("{answer:?}") };
        while self.version < done.version {
            self.until(|message| matches!(message, ToClient::News(_))).await;
        }
    }

    async fn asks(&mut self, ask: Ask) {
        self.number += 1;
        let id = format!("q{}", self.number);
        self.say(ToServer::Ask { table: self.table.clone(), id: id.clone(), ask }).await;
        let answer = self.until(|message| match message {
            ToClient::Answer { id: of, .. } => *of == id,
            ToClient::Refused(_) => true,
            _ => false,
        });
        let answer = answer.await;
        assert!(matches!(answer, ToClient::Answer { .. }), "{answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_message_occurs_and_is_shown_in_the_documentation() {
    let server = TestServer::open().await;
    let frames = std::cell::RefCell::default();
    let [ada, bob] = [server.guest().await, server.guest().await];
    let mut new = new_table("tongiaki");
    new.seats = vec![SeatPlan::Me, SeatPlan::Open, SeatPlan::Open, SeatPlan::Open];
    new.hints = true;
    let table = ada.make(&new).await.unwrap();
    let [mut ada, mut bob] = [Client::open(&ada, &frames).await, Client::open(&bob, &frames).await];
    ada.watch(&table).await;
    bob.watch(&table).await;
    gather(&mut ada, &mut bob).await;
    play(&mut ada, &mut bob).await;
    let other = Person::guest(server.address).await.unwrap().make(&new).await.unwrap();
    bob.watch(&other).await;
    server.running.app().hub.delete(other.parse().unwrap()).await.unwrap();
    bob.until(|message| matches!(message, ToClient::Gone { .. })).await;
    let stopped = tokio::join!(server.running.stop(), ada.until(|message| matches!(message, ToClient::Closing { .. })));
    drop(stopped);
    drop((ada, bob));
    let frames = frames.into_inner();
    if let Ok(path) = std::env::var("QUIPU_FRAMES") {
        std::fs::write(path, serde_json::to_string(&(&frames.client, &frames.server)).unwrap()).unwrap();
    }
    documented(&frames);
}

/// Before the match.
async fn gather(ada: &mut Client<'_>, bob: &mut Client<'_>) {
    let [b, c, d] = [Seat::new(1), Seat::new(2), Seat::new(3)];
    bob.does(Command::Sit { seat: Some(b), invitation: None }).await;
    ada.does(Command::SitDevice { seat: c, name: "Cleo".to_owned() }).await;
    ada.does(Command::SitBot { seat: d, level: BotLevel::Adept }).await;
    ada.does(Command::Free { seat: d }).await;
    ada.does(Command::SitBot { seat: d, level: BotLevel::Adept }).await;
    bob.does(pledge("a-nonce-of-bob")).await;
    ada.does(Command::Chat { text: "Shall we?".to_owned() }).await;
    // What is shown of news is the step of a match, not who comes and goes.
    ada.frames.borrow_mut().server.retain(|kind, _| kind != "news");
    ada.does(Command::Start).await;
    bob.does(reveal("a-nonce-of-bob")).await;
    ada.frames.borrow_mut().server.retain(|kind, _| kind != "news");
    // And of states one with a match.
    ada.frames.borrow_mut().server.retain(|kind, _| kind != "news" && kind != "state");
}

/// Waits until one of Ada's seats is to act, with Bob playing whatever comes first; that seat, and a word for it.
async fn adas_turn<'a>(ada: &mut Client<'a>, bob: &mut Client<'a>) -> (Seat, String) {
    loop {
        for client in [&mut *ada, &mut *bob] {
            client.say(ToServer::Look { table: client.table.clone(), eyes: None, since: None }).await;
            let state = client.until(|message| matches!(message, ToClient::State(_))).await;
            let ToClient::State(state) = state else { unreachable!() };
            let game = state.game.expect("a match");
            let ToAct::Seat { seat } = game.to_act else { continue };
            match (seat.index(), game.offers.each().next()) {
                (0 | 2, Some(offer)) => return (seat, offer.word.to_string()),
                (1, Some(offer)) => {
                    let play =
                        Command::Play { seen: state.version, seat, word: offer.word.to_string(), then: Vec::new() };
                    client.act(play).await;
                }
                _ => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }
}

/// In the match.
async fn play<'a>(ada: &mut Client<'a>, bob: &mut Client<'a>) {
    let [b, c] = [Seat::new(1), Seat::new(2)];
    let table = ada.table.clone();
    let (a, word) = adas_turn(ada, bob).await;
    ada.asks(Ask::Why { seat: a, word: "found r31c5".to_owned() }).await;
    ada.asks(Ask::Closed { seat: a }).await;
    ada.asks(Ask::Effects { seat: a }).await;
    ada.asks(Ask::Hint { seat: a }).await;
    ada.frames.borrow_mut().server.retain(|kind, _| kind != "news" && kind != "refused");
    let seen = ada.version;
    ada.does(Command::Play { seen, seat: a, word: word.clone(), then: Vec::new() }).await;
    let refused = bob.act(Command::Play { seen: 1, seat: b, word, then: Vec::new() }).await;
    assert!(matches!(refused, ToClient::Refused(_)), "{refused:?}");
    let seen = ada.version;
    ada.act(Command::Undo { seen, seat: a, to: 0 }).await;
    ada.act(Command::Propose { about: VoteKind::CallOff }).await;
    bob.act(Command::Vote { number: 1, yes: false }).await;
    ada.say(ToServer::Look { table: table.clone(), eyes: Some(c), since: None }).await;
    ada.until(|message| matches!(message, ToClient::State(_))).await;
    let since = Some(ada.version);
    ada.say(ToServer::Look { table: table.clone(), eyes: None, since }).await;
    ada.until(|message| matches!(message, ToClient::Looked(_))).await;
    for command in [Command::Back, Command::Rematch, Command::Close] {
        let refused = ada.act(command).await;
        assert!(matches!(refused, ToClient::Refused(_)), "{refused:?}");
    }
    bob.does(Command::Leave).await;
    bob.say(ToServer::Unwatch { table }).await;
    bob.say(ToServer::Ping).await;
    bob.until(|message| matches!(message, ToClient::Pong)).await;
}

/// The blocks of `docs/protocol.md` are frames of today's protocol, one of each kind at least.
fn documented(frames: &Frames) {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md")).unwrap();
    let (mut client, mut server) = (Vec::new(), Vec::new());
    for block in text.split("```json ").skip(1) {
        let (from, rest) = block.split_once('\n').expect("whose frame it is");
        let (body, _) = rest.split_once("```").expect("an end");
        let shown: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"));
        let again = match from {
            "client" => serde_json::from_str::<ToServer>(body).map(serde_json::to_value),
            "server" => serde_json::from_str::<ToClient>(body).map(serde_json::to_value),
            other => panic!("'{other}' sends nothing"),
        };
        assert_eq!(again.unwrap_or_else(|error| panic!("{error}: {body}")).unwrap(), shown, "nothing is left over");
        if from == "client" { client.push(kind(&shown)) } else { server.push(kind(&shown)) }
    }
    for (who, real, shown) in [("client", &frames.client, &mut client), ("server", &frames.server, &mut server)] {
        shown.sort();
        shown.dedup();
        assert_eq!(real.keys().cloned().collect::<Vec<_>>(), *shown, "what a {who} sends, and what is shown of it");
    }
    // 6 messages of a client, of which `do` and `ask` have 16 and 4 forms; 10 of a server.
    assert_eq!((client.len(), server.len()), (4 + 16 + 4, 10));
}
