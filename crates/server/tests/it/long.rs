//! Long logs: they end the chat and never a match, and nobody waits for whoever reads them.

use std::io::Read as _;
use std::time::Duration;

use flate2::read::GzDecoder;
use reqwest::{StatusCode, header};
use serde_json::{Value, json};
use store::{Append, TableId};

use crate::test_server::{Answered, Browser, TestServer, text};

/// A table of two that has started, with its players.
async fn started(server: &TestServer) -> (String, [Browser; 2]) {
    let ((ada, _), (bob, _)) = (server.guest().await, server.guest().await);
    let new = json!({ "game": "inka", "seats": [{ "kind": "me" }, { "kind": "open" }], "public": true });
    let id = text(&ada.post("/api/tables", &new).await.body(StatusCode::CREATED).await["id"]);
    act(&bob, &id, json!({ "id": "sit", "do": "sit" })).await.body(StatusCode::OK).await;
    act(&ada, &id, json!({ "id": "start", "do": "start" })).await.body(StatusCode::OK).await;
    (id, [ada, bob])
}

async fn act(browser: &Browser, table: &str, command: Value) -> reqwest::Response {
    browser.post(&format!("/api/tables/{table}/do"), &command).await
}

/// Whoever is to act plays their first legal word.
async fn play(players: &[Browser; 2], table: &str, id: &str) -> StatusCode {
    for player in players {
        let position = player.get(&format!("/api/tables/{table}/position")).await.body(StatusCode::OK).await;
        let Some(word) = position["legal"].as_array().and_then(|words| words.first()) else { continue };
        let play = json!({ "id": id, "seen": position["version"], "word": word, "seat": position["eyes"] });
        return player.post(&format!("/api/tables/{table}/play"), &play).await.status();
    }
    panic!("nobody is to act");
}

/// Fills a log with chat, as if it had been said over a long time.
async fn fill(server: &TestServer, table: &str, person: &str, lines: u64) {
    let store = &server.running.app().store;
    let id: TableId = table.parse().expect("an id");
    let row = store.table(id).await.expect("a table");
    let line = |n: u64| {
        let said =
            json!({ "e": "chat", "person": person, "name": "Ada", "text": format!("line {n}"), "id": n.to_string() });
        (n as i64, said.to_string())
    };
    let entries: Vec<_> = (row.last_seq..row.last_seq + lines).map(line).collect();
    let mut after = row.last_seq;
    for some in entries.chunks(10_000) {
        store.append_with(Append::new(id, after, some.to_vec(), row.index.clone())).await.expect("the store");
        after += some.len() as u64;
    }
}

#[tokio::test]
async fn a_full_log_ends_the_chat_and_never_the_match() {
    let server = TestServer::open().await;
    let (id, players) = started(&server).await;
    let ada = players[0].id().await;
    let chat = |n: &str| json!({ "id": n, "do": "chat", "text": "hello" });
    act(&players[0], &id, chat("1")).await.body(StatusCode::OK).await;
    fill(&server, &id, &ada, session::MOST_LOG).await;
    assert_eq!(act(&players[0], &id, chat("2")).await.refused(StatusCode::TOO_MANY_REQUESTS).await, "log-full");
    for n in 0..3 {
        assert_eq!(play(&players, &id, &format!("play-{n}")).await, StatusCode::OK);
    }
    // What is asked and refused again and again would go on for ever, too.
    let ask = |n: &str| json!({ "id": n, "do": "propose", "about": { "kind": "call_off" } });
    act(&players[0], &id, ask("ask-1")).await.body(StatusCode::OK).await;
    let state = players[1].get(&format!("/api/tables/{id}")).await.body(StatusCode::OK).await;
    let no = json!({ "id": "no", "do": "vote", "number": state["game"]["votes"][0]["number"], "yes": false });
    act(&players[1], &id, no).await.body(StatusCode::OK).await;
    assert_eq!(act(&players[0], &id, ask("ask-2")).await.refused(StatusCode::TOO_MANY_REQUESTS).await, "log-full");
    assert_eq!(play(&players, &id, "play-on").await, StatusCode::OK);
    assert_eq!(act(&players[0], &id, json!({ "id": "leave", "do": "leave" })).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn nobody_waits_for_who_reads_a_long_log() {
    let server = TestServer::open().await;
    let (id, players) = started(&server).await;
    let reading = server.running.app().hub.reading();
    // All who may read long things at once are busy.
    let busy = (reading.turn().await.expect("a turn"), reading.turn().await.expect("a turn"));
    let paths = ["log", "record", "frames?from=0", "views/0"];
    let waiting: Vec<_> = paths
        .iter()
        .map(|path| {
            let (reader, path) = (players[0].clone(), format!("/api/tables/{id}/{path}"));
            tokio::spawn(async move { reader.get(&path).await.status() })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(play(&players, &id, "1").await, StatusCode::OK, "and the match goes on");
    assert!(waiting.iter().all(|reader| !reader.is_finished()), "who reads waits");
    drop(busy);
    for reader in waiting {
        assert_eq!(reader.await.expect("an answer"), StatusCode::OK);
    }
}

#[tokio::test]
async fn what_is_long_is_whole_when_it_is_packed() {
    let server = TestServer::open().await;
    let (id, players) = started(&server).await;
    for path in ["frames", "frames?from=0"] {
        let ask = players[0].ask(reqwest::Method::GET, &format!("/api/tables/{id}/{path}"));
        let packed = ask.header(header::ACCEPT_ENCODING, "gzip").send().await.expect("an answer");
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip", "{path}");
        let packed = packed.bytes().await.expect("all of it");
        let mut text = String::new();
        GzDecoder::new(&packed[..]).read_to_string(&mut text).expect("whole");
        serde_json::from_str::<Value>(&text).expect("JSON");
    }
}

#[tokio::test]
async fn an_export_comes_in_pieces_and_has_every_word() {
    let server = TestServer::open().await;
    let (id, players) = started(&server).await;
    let ada = players[0].id().await;
    fill(&server, &id, &ada, 3_000).await;
    fill(&server, &id, "somebody else", 10).await;
    let answer = players[0].get("/api/me/export").await;
    assert!(answer.headers().get(header::CONTENT_LENGTH).is_none(), "its length is not known in advance");
    let all = answer.body(StatusCode::OK).await;
    let chats = all["chats"].as_array().expect("a list");
    assert_eq!(chats.len(), 3_000);
    assert!(chats.iter().all(|chat| chat["table"] == json!(id)));
    assert_eq!(all["tables"].as_array().map(Vec::len), Some(1));
    // Packed, it is not cut off either.
    let packed = players[0].ask(reqwest::Method::GET, "/api/me/export").header(header::ACCEPT_ENCODING, "gzip");
    let packed = packed.send().await.expect("an answer");
    assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
    assert!(packed.bytes().await.expect("all of it").len() > 1_000);
    // While one export of an address is not read, the next one waits, and all else goes on.
    let reading = server.running.app().hub.reading();
    let place = reading.place(std::net::IpAddr::from([127, 0, 0, 1]).into()).await.expect("a place");
    let waits = tokio::spawn({
        let reader = players[1].clone();
        async move { reader.get("/api/me/export").await.status() }
    });
    assert_eq!(play(&players, &id, "1").await, StatusCode::OK);
    assert!(!waits.is_finished());
    drop(place);
    assert_eq!(waits.await.expect("an answer"), StatusCode::OK);
}

#[tokio::test]
async fn names_at_a_device_can_be_seen() {
    let server = TestServer::open().await;
    let (ada, _) = server.guest().await;
    let seats = |name: &str| json!([{ "kind": "me" }, { "kind": "device", "name": name }]);
    for bad in ["a\u{202e}b", "\u{200b}x", "x\u{2066}", "\u{ad}", " "] {
        let new = json!({ "game": "inka", "seats": seats(bad) });
        assert_eq!(ada.post("/api/tables", &new).await.refused(StatusCode::BAD_REQUEST).await, "name", "{bad:?}");
    }
    let new = json!({ "game": "inka", "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let id = text(&ada.post("/api/tables", &new).await.body(StatusCode::CREATED).await["id"]);
    let sit = |name: &str| json!({ "id": name, "do": "sit_device", "seat": "B", "name": name });
    let refused = act(&ada, &id, json!({ "id": "1", "do": "sit_device", "seat": "B", "name": "a\u{202e}b" })).await;
    assert_eq!(refused.refused(StatusCode::BAD_REQUEST).await, "name");
    act(&ada, &id, sit("Ben")).await.body(StatusCode::OK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_is_read_once_for_all_who_hang_up() {
    let server = TestServer::open().await;
    let (id, players) = started(&server).await;
    let ada = players[0].id().await;
    fill(&server, &id, &ada, 40_000).await;
    let folder = server.stop().await;
    // Nothing of it is in memory any more.
    let server = TestServer::with(|given| given.data = Some(folder.path().to_owned())).await;
    let (path, browser) = (format!("/api/tables/{id}"), server.browser());
    let read = || server.running.app().metrics.logs_read.get();
    let begun = tokio::spawn({
        let (browser, path) = (browser.clone(), path.clone());
        async move { browser.get(&path).await.status() }
    });
    while read() == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    begun.abort();
    for _ in 0..20 {
        let hung_up = tokio::time::timeout(Duration::from_millis(5), browser.get(&path)).await;
        if hung_up.is_ok() {
            break;
        }
    }
    assert_eq!(browser.get(&path).await.status(), StatusCode::OK);
    assert_eq!(read(), 1, "one for all of them");
    server.stop().await;
}
