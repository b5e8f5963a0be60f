//! Clocks that were set, and two servers on one folder.

use std::time::Duration;

use protocol::{ClockRule, NewTable, OutOfTime, SeatPlan, Stage};
use reqwest::StatusCode;
use server::start::Unstarted;
use server::{Config, Given, housekeeping};
use store::testing::Postgres;
use store::{Store, TableId, Token, TokenKind};

use crate::test_server::{Answered, TestServer, text};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// A login of a person, made and ended at these times.
fn login(person: store::PersonId, hash: u8, made: i64, ends: i64) -> Token {
    Token {
        kind: TokenKind::Login,
        hash: [hash; 32],
        person: Some(person),
        table: None,
        seat: None,
        label: String::new(),
        created_at: made,
        expires_at: Some(ends),
    }
}

#[tokio::test]
async fn a_clock_far_ahead_deletes_nobody() {
    let server = TestServer::open().await;
    let config = Config::clone(&server.running.app().config);
    let now = server.running.app().time.now();
    let folder = server.stop().await;
    // Everything happened forty days ago, by the clock of the next start.
    let store = Store::open(&config.backend).await.expect("the store");
    let then = now - 40 * DAY;
    let (guest, away) = (store.guest("Ana", then).await.unwrap(), store.guest("Bo", then - 29 * DAY).await.unwrap());
    store.add_token(&login(guest.id, 1, then, then + 30 * DAY)).await.unwrap();
    store.leave_trace(guest.id, &[2; 32], then).await.unwrap();
    store.count(&[3; 32], DAY, then).await.unwrap();
    store.close().await;
    let running = server::start(config.clone()).await.expect("a server");
    let app = running.app();
    housekeeping::expire(app).await;
    for person in [guest.id, away.id] {
        assert!(app.store.person(person).await.unwrap().is_some(), "nobody is deleted by a clock that was set");
    }
    let known = app.store.token(TokenKind::Login, &[1; 32], app.time.now()).await.unwrap();
    assert!(known.is_some(), "and they are still logged in");
    assert_eq!(app.store.traces_of(guest.id).await.unwrap().len(), 1, "from where they came is known");
    let counted = app.store.count(&[3; 32], DAY, app.time.now()).await.unwrap();
    assert_eq!(counted.times, 2, "a limit by the day does not begin again");
    running.stop().await;
    // At the next start the clock is where it was: nobody gets the time twice.
    let running = server::start(config).await.expect("a server");
    let seen = running.app().store.person(guest.id).await.unwrap().expect("a guest").seen_at;
    assert!((seen - now).abs() < DAY, "{seen} {now}");
    running.stop().await;
    drop(folder);
}

#[tokio::test]
async fn who_stays_away_while_others_come_is_deleted() {
    let server = TestServer::open().await;
    let app = server.running.app();
    let now = app.time.now();
    let away = app.store.guest("Bo", now - 40 * DAY).await.unwrap().id;
    server.guest().await;
    housekeeping::allow_for_pause(app).await.unwrap();
    housekeeping::expire(app).await;
    assert!(app.store.person(away).await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_go_on_after_a_kill_and_a_clock_that_was_set_back() {
    let server = TestServer::open().await;
    let (browser, _) = server.guest().await;
    let config = Config::clone(&server.running.app().config);
    let novice = || SeatPlan::Bot { level: protocol::BotLevel::Novice };
    let new = NewTable {
        game: "inka".to_owned(),
        options: Vec::new(),
        seats: vec![novice(), novice()],
        clock: ClockRule::None,
        out_of_time: OutOfTime::BotTurn,
        stand_in: protocol::BotLevel::Novice,
        public: false,
        hints: false,
        keep_going: true,
        shuffle_seats: false,
        position: None,
        rated: false,
    };
    let new = serde_json::to_value(new).expect("JSON");
    let made = browser.post("/api/tables", &new).await.body(StatusCode::CREATED).await;
    let id = text(&made["id"]);
    let start = serde_json::json!({ "id": "1", "do": "start" });
    browser.post(&format!("/api/tables/{id}/do"), &start).await.body(StatusCode::OK).await;
    let now = server.running.app().time.now();
    let folder = server.stop().await;
    // The lease of a server that was killed, an hour ahead by the clock of the next start.
    let table: TableId = id.parse().expect("an id");
    let store = Store::open(&config.backend).await.expect("the store");
    let leased = store.lease("killed", now + DAY / 24, 15_000, 64).await.unwrap();
    assert!(leased.iter().any(|lease| lease.table == table), "the bots are due");
    let before = store.last_seq(table).await.unwrap();
    store.close().await;
    let running = server::start(config).await.expect("a server");
    let mut goes_on = false;
    for _ in 0..200 {
        goes_on = running.app().store.last_seq(table).await.unwrap() > before;
        if goes_on {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(goes_on, "the bots play on at once");
    let line = running.app().store.table(table).await.unwrap().index.summary;
    let line: protocol::TableLine = serde_json::from_str(&line).expect("a line");
    assert!(matches!(line.stage, Stage::Playing | Stage::Over));
    running.stop().await;
    drop(folder);
}

#[tokio::test]
async fn two_servers_do_not_share_a_folder() {
    let server = TestServer::open().await;
    let config = Config::clone(&server.running.app().config);
    let second = Config { listen: ([127, 0, 0, 1], 0).into(), ..config.clone() };
    match server::start(second.clone()).await {
        Err(Unstarted::InUse(folder)) => assert!(!folder.is_empty()),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("a second server runs on the same folder"),
    }
    // The host's commands do not mind, and whoever stops makes room.
    let host = server::admin::Admin::open(config, "host").await.expect("the same store");
    assert!(host.people("", server::admin::Circle::All, 1).await.is_ok());
    host.close().await;
    let folder = server.stop().await;
    server::start(second).await.expect("there is room").stop().await;
    drop(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_whose_clock_is_ahead_of_the_databases_does_not_start() {
    let Some(postgres) = Postgres::start() else { return };
    let given = Given {
        listen: Some(([127, 0, 0, 1], 0).into()),
        database_url: Some(postgres.database()),
        secret: Some("k".repeat(32)),
        ..Given::default()
    };
    let config = Config::new(given).expect("good options");
    let running = server::start(config.clone()).await.expect("a server whose clock is right");
    // From now on the database believes that it is two hours earlier.
    let late = "create function public.clock_timestamp() returns timestamptz language sql
                as $$ select pg_catalog.clock_timestamp() - interval '2 hours' $$";
    running.app().store.damage(late).await.expect("a statement");
    running.app().store.damage("alter role quipu set search_path = public, pg_catalog").await.expect("a statement");
    running.stop().await;
    match server::start(config.clone()).await {
        Err(wrong @ Unstarted::Ahead { minutes: 119..=121 }) => {
            let text = wrong.to_string();
            assert!(text.contains("minutes ahead of the database's; set the one that is wrong"), "{text}");
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("a node runs whose clock is two hours ahead"),
    }
    // A clock that is behind deletes nothing, and is no reason not to start.
    let store = Store::open(&config.backend).await.expect("the store");
    let early = "create or replace function public.clock_timestamp() returns timestamptz language sql
                 as $$ select pg_catalog.clock_timestamp() + interval '2 hours' $$";
    store.damage(early).await.expect("a statement");
    store.close().await;
    server::start(config).await.expect("a server").stop().await;
}
