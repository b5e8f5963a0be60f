//! One person with many tables, and everybody else.

use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::test_server::{Answered, Browser, TestServer, WithJson, text};

/// A table at which no person plays, and which goes on by itself.
fn of_bots(level: &str) -> Value {
    let bot = json!({ "kind": "bot", "level": level });
    json!({ "game": "tikal", "keep_going": true, "seats": [bot, bot, bot, bot] })
}

async fn make(browser: &Browser, new: &Value) -> String {
    text(&browser.post("/api/tables", new).await.body(StatusCode::CREATED).await["id"])
}

async fn act(browser: &Browser, table: &str, what: &str) -> Response {
    browser.post(&format!("/api/tables/{table}/do"), &json!({ "id": what, "do": what })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_counts_for_whoever_made_it() {
    let server = TestServer::with(|given| given.tables_per_guest = Some(3)).await;
    let (mallory, _) = server.guest().await;
    let mut made = Vec::new();
    for _ in 0..3 {
        made.push(make(&mallory, &of_bots("novice")).await);
    }
    let fourth = mallory.post("/api/tables", &of_bots("novice")).await;
    assert_eq!(fourth.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many_tables");
    let mine = mallory.get("/api/tables?mine=1").await.body(StatusCode::OK).await;
    assert_eq!(mine.as_array().map(Vec::len), Some(3), "what counts can be found, and closed");
    act(&mallory, &made[0], "close").await.body(StatusCode::OK).await;
    act(&mallory, &made[1], "start").await.body(StatusCode::OK).await;
    act(&mallory, &made[1], "close").await.body(StatusCode::OK).await;
    make(&mallory, &of_bots("novice")).await;
    make(&mallory, &of_bots("novice")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_made_at_once_are_counted_one_by_one() {
    let server = TestServer::with(|given| given.tables_per_guest = Some(10)).await;
    let (mallory, _) = server.guest().await;
    let new = json!({ "game": "inka", "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let asks = (0..40).map(|_| mallory.post("/api/tables", &new));
    let statuses = futures_util::future::join_all(asks).await;
    let made = statuses.iter().filter(|answer| answer.status() == StatusCode::CREATED).count();
    assert_eq!(made, 10, "of 40 that were asked for at once");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_pushes_others_off_the_public_list() {
    let server = TestServer::with(|given| given.tables_per_guest = Some(100)).await;
    let ((ana, _), (mallory, id)) = (server.guest().await, server.guest().await);
    let new = json!({ "game": "inka", "public": true, "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let honest = make(&ana, &new).await;
    for _ in 0..30 {
        make(&mallory, &new).await;
    }
    let more = mallory.post("/api/tables", &new).await;
    assert_eq!(more.refused(StatusCode::TOO_MANY_REQUESTS).await, "public_tables");
    let list = server.browser().get("/api/tables?open=1").await.body(StatusCode::OK).await;
    let list = list.as_array().expect("a list");
    assert!(list.iter().any(|line| line["id"] == json!(honest)), "Ana's table is still listed");
    let theirs = list.iter().filter(|line| line["owner"] == json!(id)).count();
    assert!((1..=3).contains(&theirs), "{theirs} of 30");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_guests_from_one_address_leave_room_on_the_public_list() {
    let server = TestServer::with(|given| {
        given.ratings = Some(false);
        given.guests_per_minute = Some(100);
        given.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    })
    .await;
    let new = json!({ "game": "inka", "public": true, "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let make_from = async |browser: &Browser, address: &str| {
        let ask = browser.ask(Method::POST, "/api/tables").with(&new).header("x-forwarded-for", address);
        text(&browser.send(ask).await.body(StatusCode::CREATED).await["id"])
    };
    let (ana, _) = server.guest().await;
    let honest = make_from(&ana, "203.0.113.1").await;
    for _ in 0..10 {
        let (mallory, _) = server.guest().await;
        for _ in 0..3 {
            make_from(&mallory, "203.0.113.66").await;
        }
    }
    let (mallory, _) = server.guest().await;
    let more = mallory.ask(Method::POST, "/api/tables").with(&new).header("x-forwarded-for", "203.0.113.66");
    let refused = mallory.send(more).await.refused(StatusCode::TOO_MANY_REQUESTS).await;
    assert_eq!(refused, "public_tables", "thirty of one address wait already");
    make_from(&server.guest().await.0, "203.0.113.2").await;
    let list = server.browser().get("/api/tables?open=1").await.body(StatusCode::OK).await;
    let list = list.as_array().expect("a list");
    assert!(list.iter().any(|line| line["id"] == json!(honest)), "Ana's table is still listed");
    assert_eq!(list.len(), 2 + 9, "of 30 that came from one address");
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_made_in_a_day_are_counted() {
    let server = TestServer::with(|given| given.tables_per_day = Some(3)).await;
    let (mallory, _) = server.guest().await;
    for _ in 0..3 {
        let table = make(&mallory, &of_bots("novice")).await;
        act(&mallory, &table, "close").await.body(StatusCode::OK).await;
    }
    let fourth = mallory.post("/api/tables", &of_bots("novice")).await;
    assert!(fourth.headers().contains_key("retry-after"));
    assert_eq!(fourth.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many", "those that are closed stay, too");
    // Many guests of one address are ten at most.
    let mut made = 3;
    for _ in 0..30 {
        let guest = server.guest().await.0;
        made += u32::from(guest.post("/api/tables", &of_bots("novice")).await.status() == StatusCode::CREATED);
    }
    assert_eq!(made, 30 - 1, "the one that was refused counted for the address, too");
}

#[tokio::test(flavor = "multi_thread")]
async fn few_tables_are_in_memory_that_nobody_follows() {
    let server = TestServer::with(|given| (given.tables_per_guest, given.tables_awake) = (Some(40), Some(10))).await;
    let (ana, _) = server.guest().await;
    for _ in 0..40 {
        let table = make(&ana, &of_bots("novice")).await;
        ana.get(&format!("/api/tables/{table}")).await.body(StatusCode::OK).await;
        let tables = server.running.app().hub.load().tables;
        assert!((1..=10).contains(&tables), "{tables} in memory");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_on_without_people_at_few_tables() {
    let server = TestServer::with(|given| {
        (given.bot_tables_per_person, given.bot_tables) = (Some(2), Some(3));
        (given.bot_threads, given.bot_millis) = (Some(1), Some(400));
    })
    .await;
    let ((mallory, _), (nina, _)) = (server.guest().await, server.guest().await);
    let steps = async |table: &str| {
        let state = server.browser().get(&format!("/api/tables/{table}")).await.body(StatusCode::OK).await;
        state["game"]["step"].as_u64().unwrap_or_default()
    };
    let goes_on = async |table: &str| {
        let before = steps(table).await;
        while steps(table).await < before + 3 {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let mut made = Vec::new();
    for _ in 0..2 {
        let table = make(&mallory, &of_bots("master")).await;
        act(&mallory, &table, "start").await.body(StatusCode::OK).await;
        goes_on(&table).await;
        made.push(table);
    }
    let third = make(&mallory, &of_bots("master")).await;
    let refused = act(&mallory, &third, "start").await;
    assert_eq!(refused.refused(StatusCode::TOO_MANY_REQUESTS).await, "bot-tables", "two are theirs");
    let other = make(&nina, &of_bots("master")).await;
    act(&nina, &other, "start").await.body(StatusCode::OK).await;
    goes_on(&other).await;
    let full = make(&nina, &of_bots("master")).await;
    let refused = act(&nina, &full, "start").await;
    assert_eq!(refused.refused(StatusCode::TOO_MANY_REQUESTS).await, "bot-tables", "three are all there are");
    act(&mallory, &made[0], "close").await.body(StatusCode::OK).await;
    // A place is free as soon as the bot that thinks has noticed.
    while act(&nina, &full, "start").await.status() != StatusCode::OK {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    goes_on(&full).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_that_sit_in_for_everybody_play_on_at_few_tables() {
    let server = TestServer::with(|given| {
        (given.bot_tables_per_person, given.bot_tables) = (Some(1), Some(1));
        (given.bot_threads, given.bot_millis) = (Some(2), Some(200));
    })
    .await;
    let (mallory, _) = server.guest().await;
    let alone = make(&mallory, &of_bots("master")).await;
    act(&mallory, &alone, "start").await.body(StatusCode::OK).await;
    // At this one a person sits who never comes: bots sit in whenever the clock has fallen.
    let bot = json!({ "kind": "bot", "level": "novice" });
    let seats = json!([{ "kind": "me" }, bot, bot, bot]);
    let clock = json!({ "kind": "turn", "seconds": 1 });
    let new = json!({ "game": "tikal", "keep_going": true, "seats": seats, "clock": clock });
    let left = make(&mallory, &new).await;
    act(&mallory, &left, "start").await.body(StatusCode::OK).await;
    let store = &server.running.app().store;
    let log = async |table: &str| store.log(table.parse().expect("a table"), 0).await.expect("a log");
    let grows_by = async |table: &str, more: usize| {
        let before = log(table).await.len();
        while log(table).await.len() < before + more {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    // Until a bot has sat in for the first time, which may be said before it counts.
    while !log(&left).await.iter().any(|entry| entry.body.contains(r#""e":"stand_in""#)) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    grows_by(&left, 1).await;
    grows_by(&alone, 2).await;
    let before = log(&left).await.len();
    grows_by(&alone, 10).await;
    assert_eq!(log(&left).await.len(), before, "it waits as long as the other one plays");
    act(&mallory, &alone, "close").await.body(StatusCode::OK).await;
    grows_by(&left, 10).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_who_hangs_up_are_counted_one_by_one() {
    let server = TestServer::with(|given| (given.tables_per_guest, given.tables_per_day) = (Some(1), Some(100))).await;
    let new = json!({ "game": "inka", "seats": [{ "kind": "me" }, { "kind": "open" }] });
    for round in 0..40 {
        let (mallory, _) = server.guest().await;
        // Each hangs up somewhere between the first look at how many there are and the answer.
        let asks = (0..6).map(|n| {
            let patience = std::time::Duration::from_micros(1_000 + 300 * (round + 7 * n));
            tokio::time::timeout(patience, mallory.post("/api/tables", &new))
        });
        futures_util::future::join_all(asks).await;
        // Nothing is under way any more when this is answered.
        mallory.post("/api/tables", &new).await;
        let mine = mallory.get("/api/tables?mine=1").await.body(StatusCode::OK).await;
        assert_eq!(mine.as_array().map(Vec::len), Some(1), "round {round}");
    }
}
