//! Tables over HTTP: made, listed, played by people and programs, read.

use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::test_server::{Answered, Browser, TestServer, WithJson, text};

/// A table of Ana's and a program's, and the program's token.
async fn with_program(browser: &Browser) -> (String, String) {
    let new = json!({ "game": "tikal", "seats": [{ "kind": "me" }, { "kind": "program", "name": "Robo" }] });
    let made = browser.post("/api/tables", &new).await.body(StatusCode::CREATED).await;
    assert_eq!(made["tokens"][0]["seat"], "B");
    (text(&made["id"]), text(&made["tokens"][0]["token"]))
}

async fn act(browser: &Browser, table: &str, id: &str, mut what: Value) -> reqwest::Response {
    what["id"] = json!(id);
    browser.post(&format!("/api/tables/{table}/do"), &what).await
}

/// What a program sees.
async fn position(server: &TestServer, table: &str, token: &str, more: &str) -> Value {
    let ask = server.browser().ask(Method::GET, &format!("/api/tables/{table}/position?{more}")).bearer_auth(token);
    ask.send().await.expect("an answer").body(StatusCode::OK).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_and_a_program_play_by_requests_alone() {
    let server = TestServer::open().await;
    let (ana, _) = server.guest().await;
    let (table, token) = with_program(&ana).await;
    let path = |rest: &str| format!("/api/tables/{table}{rest}");
    assert_eq!(ana.get(&path("/record")).await.status(), StatusCode::CONFLICT, "nothing was played yet");
    act(&ana, &table, "start", json!({ "do": "start" })).await.body(StatusCode::OK).await;

    for turn in 0..12 {
        let own = ana.get(&path("/position?eyes=A")).await.body(StatusCode::OK).await;
        let robo = position(&server, &table, &token, "").await;
        let first = own["to_act"]["seat"] == "A";
        let to_move = if first { &own } else { &robo };
        let word = text(&to_move["legal"][0]);
        let seat = if first { "A" } else { "B" };
        let play = json!({ "id": format!("w{turn}"), "seen": to_move["version"], "word": word, "seat": seat });
        let ask = ana.ask(Method::POST, &path("/play")).with(&play);
        let done = if first {
            ask
        } else {
            server.browser().ask(Method::POST, &path("/play")).with(&play).bearer_auth(&token)
        };
        let done = done.send().await.expect("an answer").body(StatusCode::OK).await;
        assert!(done["version"].as_u64() > to_move["version"].as_u64(), "{done}");
        if first {
            // The same again does nothing and is answered as before.
            let again = ana.post(&path("/play"), &play).await.body(StatusCode::OK).await;
            assert_eq!(again, done);
            let stale = json!({ "id": format!("s{turn}"), "seen": 1, "word": word, "seat": "A" });
            assert!(ana.post(&path("/play"), &stale).await.status().is_client_error());
        }
    }
    let state = ana.get(&path("")).await.body(StatusCode::OK).await;
    let step = state["game"]["step"].as_u64().expect("a number");
    assert!(step >= 12);
    let frames = ana.get(&path("/frames")).await.body(StatusCode::OK).await;
    assert_eq!(frames.as_array().map(|frames| frames.len() as u64), Some(step + 1));
    let piece = ana.get(&path("/frames?from=2&to=5")).await.body(StatusCode::OK).await;
    assert_eq!(piece.as_array().map(Vec::as_slice), frames.as_array().map(|frames| &frames[2..5]));
    assert_eq!(ana.get(&path("/views/3")).await.body(StatusCode::OK).await, frames[3]);
    assert_eq!(ana.get(&path("/views/9999")).await.refused(StatusCode::NOT_FOUND).await, "missing");
    let record = ana.get(&path("/record")).await.text().await.expect("text");
    assert!(record.starts_with("quipu "), "{record}");
    let record = ana.get(&path("/record?format=json")).await.body(StatusCode::OK).await;
    assert_eq!(
        (record["game"].as_str(), record["lines"].as_array().map(Vec::len)),
        (Some("tikal"), Some(step as usize))
    );
    assert!(record["seed"].is_null(), "the seed is shown when the match is over");
    assert!(ana.get(&path("/sheet")).await.body(StatusCode::OK).await.is_array());
    assert!(ana.get(&path("/parts")).await.body(StatusCode::OK).await.is_object());
    let log = ana.get(&path("/log")).await.body(StatusCode::OK).await;
    assert!(log["lines"].as_array().is_some_and(|lines| lines.len() >= 12));
    // Whoever is not known looks on.
    let spectator = server.browser().get(&path("")).await.body(StatusCode::OK).await;
    assert_eq!(
        (spectator["game"]["eyes"].as_str(), spectator["game"]["yours"].clone()),
        (Some("spectator"), json!([]))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_anothers_seat() {
    let server = TestServer::open().await;
    let (ana, _) = server.guest().await;
    let (table, token) = with_program(&ana).await;
    let (other_table, other_token) = with_program(&ana).await;
    act(&ana, &table, "start", json!({ "do": "start" })).await.body(StatusCode::OK).await;
    let seen = ana.get(&format!("/api/tables/{table}")).await.body(StatusCode::OK).await["version"].clone();
    let play = json!({ "id": "1", "seen": seen, "word": "pass", "seat": "A" });
    let (bo, _) = server.guest().await;
    let refused = bo.post(&format!("/api/tables/{table}/play"), &play).await;
    assert_eq!(refused.body(StatusCode::FORBIDDEN).await["code"], "not_yours");
    let by = async |token: &str, table: &str, path: &str, body: &Value| {
        let ask =
            server.browser().ask(Method::POST, &format!("/api/tables/{table}/{path}")).bearer_auth(token).with(body);
        ask.send().await.expect("an answer")
    };
    assert_eq!(by(&token, &table, "play", &play).await.refused(StatusCode::FORBIDDEN).await, "not_yours");
    assert_eq!(by(&other_token, &table, "play", &play).await.refused(StatusCode::FORBIDDEN).await, "not_yours");
    assert_eq!(by("no-token", &table, "play", &play).await.refused(StatusCode::UNAUTHORIZED).await, "nobody");
    let chat = json!({ "id": "2", "do": "chat", "text": "hello" });
    assert_eq!(by(&token, &table, "do", &chat).await.refused(StatusCode::FORBIDDEN).await, "program");
    assert_eq!(by(&token, &other_table, "do", &chat).await.refused(StatusCode::FORBIDDEN).await, "not_yours");
    let eyes = server.browser().ask(Method::GET, &format!("/api/tables/{table}/position?eyes=A")).bearer_auth(&token);
    assert_eq!(eyes.send().await.expect("an answer").refused(StatusCode::FORBIDDEN).await, "not_yours");
    let link = format!("/api/tables/{table}/invitation/B");
    assert!(bo.get(&link).await.status().is_client_error(), "only whoever made the table may invite");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_waits_for_something_new() {
    let server = TestServer::open().await;
    let (ana, _) = server.guest().await;
    let (table, token) = with_program(&ana).await;
    let now = position(&server, &table, &token, "").await["version"].as_u64().expect("a number");
    let started = Instant::now();
    let same = position(&server, &table, &token, &format!("wait=1&since={now}")).await;
    assert!(same["version"] == now && started.elapsed() >= Duration::from_millis(900));
    let from_now = format!("wait=30&since={now}");
    let waiting = position(&server, &table, &token, &from_now);
    let begin = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        act(&ana, &table, "start", json!({ "do": "start" })).await.body(StatusCode::OK).await
    };
    let started = Instant::now();
    let (seen, _) = tokio::join!(waiting, begin);
    assert!(seen["version"].as_u64() > Some(now) && started.elapsed() < Duration::from_secs(10));
    // Who is behind is answered at once.
    let started = Instant::now();
    position(&server, &table, &token, "wait=30&since=1").await;
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_does_not_keep_the_server_from_stopping() {
    let server = TestServer::open().await;
    let (ana, _) = server.guest().await;
    let (table, token) = with_program(&ana).await;
    let url = format!("{}/api/tables/{table}/position?wait=60&since=99999", server.url);
    let ask = server.browser().client.get(url).bearer_auth(token);
    let waiting = tokio::spawn(async move { ask.send().await });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let started = Instant::now();
    server.running.stop().await;
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert!(waiting.await.expect("a task").is_ok(), "it was answered");
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_listed_counted_and_left() {
    let server = TestServer::with(|given| given.tables_per_guest = Some(2)).await;
    let (ana, _) = server.guest().await;
    let new = json!({ "game": "inka", "public": true, "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let id = text(&ana.post("/api/tables", &new).await.body(StatusCode::CREATED).await["id"]);
    let hidden = json!({ "game": "inka", "seats": [{ "kind": "me" }, { "kind": "invited" }] });
    let made = ana.post("/api/tables", &hidden).await.body(StatusCode::CREATED).await;
    assert!(text(&made["invitations"][0]["link"]).contains("&invitation="));
    assert_eq!(ana.post("/api/tables", &new).await.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many_tables");
    let mine = ana.get("/api/tables?mine=1").await.body(StatusCode::OK).await;
    assert_eq!(mine.as_array().map(Vec::len), Some(2));
    let (bo, bo_id) = server.guest().await;
    for browser in [&bo, &server.browser()] {
        let open = browser.get("/api/tables?open=1").await.body(StatusCode::OK).await;
        assert_eq!(open.as_array().map(Vec::len), Some(1), "{open}");
        assert_eq!(text(&open[0]["id"]), id);
    }
    act(&bo, &id, "sit", json!({ "do": "sit" })).await.body(StatusCode::OK).await;
    let state = ana.get(&format!("/api/tables/{id}")).await.body(StatusCode::OK).await;
    assert_eq!(text(&state["table"]["seats"][1]["sitter"]["id"]), bo_id);
    act(&bo, &id, "leave", json!({ "do": "leave" })).await.body(StatusCode::OK).await;
    assert_eq!(bo.get("/api/tables?mine=1").await.body(StatusCode::OK).await, json!([]));
    for bad in [json!({ "game": "chess", "seats": [{ "kind": "me" }] }), json!({ "game": "inka", "seats": [] })] {
        assert!(bo.post("/api/tables", &bad).await.status().is_client_error(), "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_muted_does_not_chat_and_chat_has_its_measure() {
    let server = TestServer::with(|given| given.chats_per_minute = Some(2)).await;
    let (ana, id) = server.guest().await;
    let (table, _) = with_program(&ana).await;
    let chat = async |n: u32| act(&ana, &table, &format!("c{n}"), json!({ "do": "chat", "text": "hello" })).await;
    chat(1).await.body(StatusCode::OK).await;
    let app = server.running.app();
    let until = app.time.now() + 60_000;
    app.store.mute(id.parse().expect("a number"), Some(until)).await.expect("the store");
    // It is noticed within seconds.
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert_eq!(chat(2).await.refused(StatusCode::FORBIDDEN).await, "muted");
    app.store.mute(id.parse().expect("a number"), None).await.expect("the store");
    tokio::time::sleep(Duration::from_secs(6)).await;
    chat(3).await.body(StatusCode::OK).await;
    assert_eq!(chat(4).await.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_leaves_neither_name_nor_words() {
    let server = TestServer::open().await;
    let (ana, id, _) = server.account("Anastasia", "a password of hers").await;
    let (table, _) = with_program(&ana).await;
    let (_, watched) = (server.guest().await, with_program(&server.guest().await.0).await.0);
    act(&ana, &table, "start", json!({ "do": "start" })).await.body(StatusCode::OK).await;
    for id in [&table, &watched] {
        act(&ana, id, "c", json!({ "do": "chat", "text": "my own words" })).await;
    }
    let all = ana.get("/api/me/export").await.body(StatusCode::OK).await;
    assert_eq!(all["tables"].as_array().map(Vec::len), Some(1));
    assert_eq!(all["chats"][0]["text"], "my own words");

    assert_eq!(ana.delete("/api/me").await.status(), StatusCode::NO_CONTENT);
    let app = server.running.app();
    for id in [&table, &watched] {
        let log = app.store.log(id.parse().expect("a number"), 0).await.expect("the store");
        let kept: String = log.iter().map(|entry| entry.body.as_str()).collect();
        assert!(!kept.contains("Anastasia") && !kept.contains("my own words"), "{kept}");
    }
    let row = app.store.table(table.parse().expect("a number")).await.expect("the store");
    assert!(!row.index.summary.contains("Anastasia"), "{}", row.index.summary);
    let state = server.browser().get(&format!("/api/tables/{table}")).await.body(StatusCode::OK).await;
    assert!(!state.to_string().contains("Anastasia"), "{state}");
    assert!(state["table"]["seats"][0]["given_up"] == true || state["table"]["stage"]["kind"] == "over", "{state}");
    assert!(!state.to_string().contains(&format!("\"name\":\"{id}")));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_and_is_logged_out_or_banned_meanwhile_sees_nothing() {
    let server = TestServer::open().await;
    for banned in [false, true] {
        let ((ana, _), (bo, id)) = (server.guest().await, server.guest().await);
        let new = json!({ "game": "inka", "seats": [{ "kind": "me" }, { "kind": "open" }] });
        let table = text(&ana.post("/api/tables", &new).await.body(StatusCode::CREATED).await["id"]);
        act(&bo, &table, "sit", json!({ "do": "sit" })).await.body(StatusCode::OK).await;
        let now = bo.get(&format!("/api/tables/{table}/position")).await.body(StatusCode::OK).await;
        let version = now["version"].as_u64().expect("a number");
        let ask = bo.ask(Method::GET, &format!("/api/tables/{table}/position?wait=60&since={version}"));
        let waiting = tokio::spawn(async move { ask.send().await.expect("an answer") });
        // Until it waits: whoever asks to wait and is not refused at once does.
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(!waiting.is_finished());
        if banned {
            let person = id.parse().expect("a number");
            server.running.app().store.ban(person, Some("shouting")).await.expect("the store");
        } else {
            assert_eq!(bo.post("/api/logout", &json!({})).await.status(), StatusCode::NO_CONTENT);
        }
        act(&ana, &table, "start", json!({ "do": "start" })).await.body(StatusCode::OK).await;
        let (status, key) =
            if banned { (StatusCode::FORBIDDEN, "banned") } else { (StatusCode::UNAUTHORIZED, "nobody") };
        assert_eq!(waiting.await.expect("a task").refused(status).await, key);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_waits_while_its_token_is_made_anew_sees_nothing() {
    let server = TestServer::open().await;
    let (ana, _) = server.guest().await;
    let (table, token) = with_program(&ana).await;
    let now = position(&server, &table, &token, "").await["version"].as_u64().expect("a number");
    let path = format!("/api/tables/{table}/position?wait=60&since={now}");
    let ask = server.browser().ask(Method::GET, &path).bearer_auth(&token);
    let waiting = tokio::spawn(async move { ask.send().await.expect("an answer") });
    tokio::time::sleep(Duration::from_millis(300)).await;
    ana.post(&format!("/api/tables/{table}/token/B"), &json!({})).await.body(StatusCode::OK).await;
    act(&ana, &table, "start", json!({ "do": "start" })).await.body(StatusCode::OK).await;
    assert_eq!(waiting.await.expect("a task").refused(StatusCode::UNAUTHORIZED).await, "nobody");
}
