//! Quick pairing.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::matches::get;
use crate::test_server::{Answered, Browser, TestServer, servers, text};

fn wish(more: &Value) -> Value {
    let mut wish = json!({ "games": ["tongiaki", "inka"], "seats": [2], "pace": "live", "rated": false });
    for (key, value) in more.as_object().expect("an object") {
        wish[key] = value.clone();
    }
    wish
}

async fn wait(browser: &Browser, more: Value) -> Value {
    browser.post("/api/pairing", &wish(&more)).await.body(StatusCode::OK).await
}

/// The table that was found for somebody, once it is.
async fn found(browser: &Browser) -> String {
    for _ in 0..600 {
        let standing = get(browser, "/api/pairing").await;
        if standing["table"].is_string() {
            return text(&standing["table"]);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nobody was found");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_want_the_same_are_seated_together() {
    let (servers, _postgres) = servers().await;
    for server in &servers {
        let [ana, ben, eva] = [server.guest().await.0, server.guest().await.0, server.guest().await.0];
        let other = wait(&eva, json!({ "pace": "letter" })).await;
        assert_eq!((&other["table"], &other["waiting"]), (&Value::Null, &json!(1)));
        let first = wait(&ana, json!({ "games": [] })).await;
        assert_eq!(first["wanted"]["games"].as_array().map(Vec::len), Some(catalog::GAMES.len()), "any is all of them");
        assert!(first["since"].as_i64() > Some(0) && first["range"].as_i64() >= Some(100));
        wait(&ben, json!({})).await;
        let table = found(&ana).await;
        assert_eq!(found(&ben).await, table);
        let state = get(&ana, &format!("/api/tables/{table}")).await;
        assert_eq!(state["table"]["clock"], json!({ "kind": "bank", "seconds": 1200, "increment": 30 }));
        assert_eq!(state["table"]["public"], false);
        let sitting: Vec<&Value> =
            state["table"]["seats"].as_array().expect("seats").iter().map(|seat| &seat["sitter"]["kind"]).collect();
        assert_eq!(sitting, ["person", "person"]);
        assert_eq!(get(&eva, "/api/pairing").await["table"], Value::Null, "who wants another pace waits on");
        assert_eq!(get(&eva, "/api/me/export").await["pairing"]["wanted"]["pace"], "letter");
        assert_eq!(eva.delete("/api/pairing").await.status(), StatusCode::NO_CONTENT);
        assert_eq!(get(&eva, "/api/pairing").await, json!({ "waiting": 0 }));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_blocks_is_not_paired_and_bots_come_to_who_agrees() {
    let server = TestServer::open().await;
    let [(ana, _), (ben, ben_id)] = [server.guest().await, server.guest().await];
    ana.put(&format!("/api/company/{ben_id}/block"), &json!({})).await.body(StatusCode::OK).await;
    wait(&ben, json!({})).await;
    wait(&ana, json!({ "bots": true, "seats": [3] })).await;
    // As if Ana had waited for half a minute, and Ben as well.
    let app = server.running.app();
    app.store.damage("update waiting set since = since - 60000").await.expect("a statement");
    let table = found(&ana).await;
    let state = get(&ana, &format!("/api/tables/{table}")).await;
    let seats = state["table"]["seats"].as_array().expect("seats");
    let kinds = |kind: &str| seats.iter().filter(|seat| seat["sitter"]["kind"] == kind).count();
    assert_eq!((kinds("person"), kinds("bot")), (1, 2));
    wait(&ana, json!({})).await;
    app.pair().await.expect("a round");
    assert_eq!(get(&ben, "/api/pairing").await["table"], Value::Null, "they do not meet");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_paired_is_refused() {
    let server = TestServer::with(|given| {
        given.ratings = Some(false);
        given.tables_per_guest = Some(1);
    })
    .await;
    let (ana, _) = server.guest().await;
    for (more, status) in [
        (json!({ "games": ["chess"] }), StatusCode::NOT_FOUND),
        (json!({ "seats": [] }), StatusCode::BAD_REQUEST),
        (json!({ "seats": [9] }), StatusCode::BAD_REQUEST),
        (json!({ "pace": "slow" }), StatusCode::UNPROCESSABLE_ENTITY),
        (json!({ "rated": true }), StatusCode::FORBIDDEN),
    ] {
        assert_eq!(ana.post("/api/pairing", &wish(&more)).await.status(), status, "{more}");
    }
    let new = json!({ "game": "inka", "seats": [{ "kind": "me" }, { "kind": "open" }] });
    ana.post("/api/tables", &new).await.body(StatusCode::CREATED).await;
    let full = ana.post("/api/pairing", &wish(&json!({}))).await;
    assert_eq!(full.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many_tables");
    let off = TestServer::with(|given| given.pairing = Some(false)).await;
    let refused = off.guest().await.0.post("/api/pairing", &wish(&json!({}))).await;
    assert_eq!(refused.refused(StatusCode::FORBIDDEN).await, "no_pairing");
}

/// As if another node had promised two people a table, and died before it made it.
#[tokio::test(flavor = "multi_thread")]
async fn who_was_promised_a_table_by_a_node_that_died_gets_another() {
    let server = TestServer::open().await;
    let [(ana, ana_id), (ben, ben_id)] = [server.guest().await, server.guest().await];
    let app = server.running.app();
    // They wait, and the node of this test does not pair them: it has claimed them already.
    let people: Vec<store::PersonId> = [&ana_id, &ben_id].map(|id| id.parse().expect("a number")).to_vec();
    wait(&ana, json!({ "seats": [3] })).await;
    wait(&ben, json!({ "seats": [3] })).await;
    let now = app.time.now();
    let claimed = app.store.claim_waiting((now, now + 60_000, 0), 10, |_, _| vec![people.clone()]).await;
    assert_eq!(claimed.map(|groups| groups.len()), Ok(1));
    let never = store::TableId::random();
    assert_eq!(app.store.promise_table(&people, now + 60_000, never).await, Ok(true));
    let standing = get(&ana, "/api/pairing").await;
    assert_eq!((&standing["table"], &standing["waiting"]), (&Value::Null, &json!(2)), "nobody is sent to no table");
    let expired = "update waiting set leased_until = 1, wish = replace(wish, '\"seats\":[3]', '\"seats\":[2]')";
    app.store.damage(expired).await.expect("a statement");
    let table = found(&ana).await;
    assert_eq!(found(&ben).await, table);
    let state = get(&ana, &format!("/api/tables/{table}")).await;
    assert_eq!(state["table"]["stage"]["kind"], "playing", "it has begun");
    for browser in [&ana, &ben] {
        assert_eq!(get(browser, "/api/tables?mine=1").await.as_array().map(Vec::len), Some(1));
    }
}
