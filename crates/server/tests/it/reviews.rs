//! Reviews: asked for, waited for, kept.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::handed::{at_device, hand};
use crate::matches::{get, table_of};
use crate::test_server::{Answered, TestServer, text};

/// The record of a match between bots.
fn record() -> String {
    let entry = catalog::find("tongiaki").expect("the game");
    let bots = vec!["random".to_owned(); 2];
    let mut simulator = entry.simulator(&engine::Opening::seats(2), &bots).unwrap_or_else(|_| panic!("a simulation"));
    simulator.game(1, 0, &catalog::ThinkingTime::Iterations(1), true).record.expect("a record").to_string()
}

#[tokio::test]
async fn a_review_is_made_once_and_its_table_keeps_what_it_says() {
    let server = TestServer::open().await;
    let (ana, ..) = server.account("Ana", "a long password").await;
    let table = text(&hand(&ana, &at_device(1, usize::MAX)).await["id"]);
    let record = ana.get(&format!("/api/tables/{table}/record")).await.text().await.expect("a record");
    let ask = |level: &str| {
        let ask = ana.ask(Method::POST, &format!("/api/reviews?level={level}")).header("content-type", "text/plain");
        ana.send(ask.body(record.clone()))
    };
    let first = ask("glance").await.body(StatusCode::OK).await;
    let id = text(&first["id"]);
    // The same match, asked for as that of its table: it waits for the same review.
    let of_table = format!("/api/tables/{table}/review?level=glance");
    let mut now = ana.post(&of_table, &json!({})).await.body(StatusCode::OK).await;
    assert_eq!(text(&now["id"]), id);
    for _ in 0..600 {
        let stage = text(&now["stage"]);
        if stage == "done" {
            break;
        }
        assert!(stage == "waiting" || stage == "running", "{stage}");
        tokio::time::sleep(Duration::from_millis(100)).await;
        now = get(&ana, &format!("/api/reviews/{id}")).await;
    }
    let again = ask("glance").await.body(StatusCode::OK).await;
    assert_eq!((text(&again["stage"]), text(&again["id"])), ("done".to_owned(), id));
    let seats = again["review"]["seats"].as_array().expect("a list");
    assert!(again["review"]["turns"].as_array().is_some_and(|turns| turns.len() > 5));

    let line = get(&ana, "/api/matches").await["matches"][0].clone();
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"));
    let near = |kept: &Value, said: &Value| (number(kept) - number(said)).abs() < 1e-3;
    for (player, said) in line["players"].as_array().expect("a list").iter().zip(seats) {
        assert!(near(&player["accuracy"], &said["accuracy"]), "{player}: {said}");
        assert!(near(&player["luck"], &said["account"]["luck"]["margin"]), "{player}: {said}");
    }
    let csv = ana.get("/api/matches/export?form=csv").await.text().await.expect("text");
    let luck = &line["players"][0]["luck"];
    assert!(csv.contains(&format!(",{luck},")), "{luck}: {csv}");
}

#[tokio::test]
async fn what_cannot_be_reviewed_is_refused() {
    let server = TestServer::open().await;
    let (browser, _) = server.guest().await;
    let nobody = server.browser();
    let send = |browser: &crate::test_server::Browser, body: String| {
        let ask = browser.ask(Method::POST, "/api/reviews").header("content-type", "text/plain").body(body);
        async move { ask.send().await.expect("an answer") }
    };
    assert_eq!(send(&nobody, record()).await.refused(StatusCode::UNAUTHORIZED).await, "nobody");
    assert_eq!(send(&browser, "no record".to_owned()).await.refused(StatusCode::BAD_REQUEST).await, "record");
    let whole = record();
    let (head, steps) = whole.split_once("---\n").expect("a header");
    let head: String =
        head.lines().filter(|line| !line.starts_with("result")).map(|line| format!("{line}\n")).collect();
    let cut: String = steps.lines().take(6).map(|line| format!("{line}\n")).collect();
    let running = send(&browser, format!("{head}---\n{cut}")).await;
    assert_eq!(running.refused(StatusCode::CONFLICT).await, "not-over");
    let older = whole.lines().map(|line| if line.starts_with("rules ") { "rules 0" } else { line });
    let older = older.collect::<Vec<_>>().join("\n") + "\n";
    assert_eq!(send(&browser, older).await.refused(StatusCode::BAD_REQUEST).await, "record");
    let unknown = browser.get("/api/reviews/0000").await;
    assert_eq!(unknown.refused(StatusCode::NOT_FOUND).await, "missing");
}

/// A match under way has no review, for nobody: not at its table, and not from the record that a player may have by
/// then, in which the others' secrets are left out.
#[tokio::test]
async fn a_match_under_way_is_not_reviewed() {
    let server = TestServer::open().await;
    let ((ana, _), (bo, _)) = (server.guest().await, server.guest().await);
    let table = table_of(&ana, None, json!({ "game": "thebes" })).await;
    for browser in [&ana, &bo] {
        let asked = browser.post(&format!("/api/tables/{table}/review?level=glance"), &json!({})).await;
        assert_eq!(asked.refused(StatusCode::CONFLICT).await, "not-over");
    }
    let record = ana.get(&format!("/api/tables/{table}/record")).await.text().await.expect("a record");
    let ask = ana.ask(Method::POST, "/api/reviews?level=glance").header("content-type", "text/plain").body(record);
    assert_eq!(ana.send(ask).await.refused(StatusCode::CONFLICT).await, "not-over");
}
