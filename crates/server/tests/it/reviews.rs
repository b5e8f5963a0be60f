//! Reviews: asked for, waited for, kept.

use std::time::Duration;

use reqwest::{Method, StatusCode};

use crate::test_server::{Answered, TestServer, text};

/// The record of a match between bots.
fn record() -> String {
    let entry = catalog::find("tongiaki").expect("the game");
    let bots = vec!["random".to_owned(); 2];
    let mut simulator = entry.simulator(&engine::Opening::seats(2), &bots).unwrap_or_else(|_| panic!("a simulation"));
    simulator.game(1, 0, &catalog::Pace::Iterations(1), true).record.expect("a record").to_string()
}

#[tokio::test]
async fn a_review_is_made_once_and_then_kept() {
    let server = TestServer::open().await;
    let (browser, _) = server.guest().await;
    let ask = |body: String| {
        let ask = browser.ask(Method::POST, "/api/reviews?level=glance").header("content-type", "text/plain");
        browser.send(ask.body(body))
    };
    let first = ask(record()).await.body(StatusCode::OK).await;
    let id = text(&first["id"]);
    let mut stage = text(&first["stage"]);
    for _ in 0..600 {
        if stage == "done" {
            break;
        }
        assert!(stage == "waiting" || stage == "running", "{stage}");
        tokio::time::sleep(Duration::from_millis(100)).await;
        stage = text(&browser.get(&format!("/api/reviews/{id}")).await.body(StatusCode::OK).await["stage"]);
    }
    let again = ask(record()).await.body(StatusCode::OK).await;
    assert_eq!((text(&again["stage"]), text(&again["id"])), ("done".to_owned(), id));
    assert_eq!(again["review"]["seats"].as_array().map(Vec::len), Some(2));
    assert!(again["review"]["turns"].as_array().is_some_and(|turns| turns.len() > 5));
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
    let unknown = browser.get("/api/reviews/0000").await;
    assert_eq!(unknown.refused(StatusCode::NOT_FOUND).await, "missing");
}
