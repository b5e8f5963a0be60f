//! A server for a test, and tables at it.

use std::net::SocketAddr;

use engine::{Dice, Fast, Seed};
use load::{Person, Player};
use protocol::{ClockRule, Command, NewTable, OutOfTime, SeatPlan, Stage};
use server::{Config, Given, Running};
use session::Table;
use store::TableId;
use tempfile::TempDir;

/// A server with its own port and data folder.
pub(crate) struct TestServer {
    pub(crate) running: Running,
    pub(crate) address: SocketAddr,
    _folder: TempDir,
}

impl TestServer {
    /// A server without a rate limit on messages.
    pub(crate) async fn open() -> TestServer {
        TestServer::with(|given| given.messages_per_second = Some(1_000_000)).await
    }

    /// A server with other options.
    pub(crate) async fn with(change: impl FnOnce(&mut Given)) -> TestServer {
        let folder = tempfile::tempdir().expect("a folder");
        let mut given = Given {
            listen: Some(([127, 0, 0, 1], 0).into()),
            data: Some(folder.path().to_owned()),
            requests_per_second: Some(10_000),
            guests_per_minute: Some(10_000),
            ..Given::default()
        };
        change(&mut given);
        let running = server::start(Config::new(given).expect("good options")).await.expect("a free port");
        TestServer { address: running.address, running, _folder: folder }
    }

    pub(crate) async fn guest(&self) -> Person {
        Person::guest(self.address).await.expect("a guest")
    }

    /// Two people at a table of two that has started.
    pub(crate) async fn pair(&self, game: &str) -> [Player; 2] {
        self.pair_at(new_table(game)).await
    }

    pub(crate) async fn pair_at(&self, table: NewTable) -> [Player; 2] {
        let (ada, bob) = (self.guest().await, self.guest().await);
        let id = ada.make(&table).await.expect("a table");
        let mut ada = Player::follow(&ada, &id, None, None).await.unwrap();
        let mut bob = Player::follow(&bob, &id, None, None).await.unwrap();
        bob.act(Command::Sit { seat: None, invitation: None }).await.unwrap().unwrap();
        ada.act(pledge("from-ada")).await.unwrap().unwrap();
        bob.act(pledge("from-bob")).await.unwrap().unwrap();
        ada.act(Command::Start).await.unwrap().unwrap();
        ada.act(reveal("from-ada")).await.unwrap().unwrap();
        let started = bob.act(reveal("from-bob")).await.unwrap().unwrap();
        ada.until(started.version).await.unwrap();
        bob.until(started.version).await.unwrap();
        [ada, bob]
    }

    /// The log of a table, as it is kept.
    pub(crate) async fn log(&self, table: &str) -> (Seed, Vec<(i64, String)>) {
        let id: TableId = table.parse().expect("a table's number");
        let store = &self.running.app().store;
        let seed = Seed::new(store.secret(id).await.expect("a secret"));
        let log = store.log(id, 0).await.expect("a log");
        (seed, log.into_iter().map(|entry| (entry.at, entry.body)).collect())
    }

    /// The fold of the kept log.
    pub(crate) async fn fold(&self, table: &str) -> Table {
        let (seed, log) = self.log(table).await;
        Table::fold(table, seed, log.iter().map(|(at, body)| (*at, body.as_str()))).expect("a table")
    }
}

/// Pledges a nonce.
pub(crate) fn pledge(nonce: &str) -> Command {
    Command::Nonce { commit: engine::Digest::of(&[nonce.as_bytes()]).to_string() }
}

/// Reveals a nonce.
pub(crate) fn reveal(nonce: &str) -> Command {
    Command::Reveal { nonce: nonce.to_owned() }
}

/// A table for its maker and one more.
pub(crate) fn new_table(game: &str) -> NewTable {
    NewTable {
        game: game.to_owned(),
        options: Vec::new(),
        seats: vec![SeatPlan::Me, SeatPlan::Open],
        clock: ClockRule::None,
        out_of_time: OutOfTime::BotTurn,
        stand_in: protocol::BotLevel::Novice,
        public: true,
        hints: false,
        keep_going: false,
        shuffle_seats: false,
        position: None,
        rated: false,
    }
}

/// The player who has offers plays one of them, and all wait until they have seen it. Returns whether anybody could
/// play.
pub(crate) async fn play_once(players: &mut [Player], rng: &mut Fast) -> bool {
    let Some(index) = players.iter().position(|player| !player.offers().is_empty()) else { return false };
    // A verb first, then one of its words: else the many ways of one verb would crowd out the others.
    let words = players[index].offers();
    let verb = |word: &String| word.split(' ').next().unwrap_or_default().to_owned();
    let mut verbs: Vec<String> = words.iter().map(verb).collect();
    verbs.dedup();
    let chosen = rng.pick(&verbs).clone();
    let words: Vec<String> = words.into_iter().filter(|word| verb(word) == chosen).collect();
    let word = rng.pick(&words);
    let seat = engine::Seat::new(index);
    let done = players[index].play(seat, word).await.unwrap().unwrap_or_else(|refused| panic!("{word}: {refused:?}"));
    for player in players {
        player.until(done.version).await.unwrap();
    }
    true
}

pub(crate) fn is_over(player: &Player) -> bool {
    player.seen.table.as_ref().is_some_and(|table| table.stage == Stage::Over)
}
