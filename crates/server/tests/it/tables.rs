//! Tables over HTTP: what can be said about them without a match.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::test_server::{Answered, TestServer};

#[tokio::test]
async fn tables_are_read_by_their_number_alone() {
    let server = TestServer::open().await;
    let (browser, _) = server.guest().await;
    for path in ["", "/log", "/record", "/frames", "/sheet", "/views/0", "/parts", "/position", "/invitation/A"] {
        let answer = browser.get(&format!("/api/tables/not-a-number{path}")).await;
        assert_eq!(answer.refused(StatusCode::NOT_FOUND).await, "no_table", "{path}");
    }
    for (path, status) in [
        ("/api/tables", StatusCode::BAD_REQUEST),
        ("/api/tables?mine=1&open=1", StatusCode::BAD_REQUEST),
        ("/api/tables?mine=yes", StatusCode::BAD_REQUEST),
        ("/api/tables/000000000000?eyes=Z", StatusCode::BAD_REQUEST),
        ("/api/tables/000000000000/log?before=-1", StatusCode::BAD_REQUEST),
        ("/api/tables/000000000000/frames?from=x", StatusCode::BAD_REQUEST),
        ("/api/tables/000000000000/views/x", StatusCode::BAD_REQUEST),
        ("/api/tables/000000000000/invitation/7", StatusCode::BAD_REQUEST),
        ("/api/tables/000000000000/position?wait=-1", StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(browser.get(path).await.refused(status).await, "malformed", "{path}");
    }
}

#[tokio::test]
async fn only_who_is_known_makes_tables_and_plays() {
    let server = TestServer::open().await;
    let nobody = server.browser();
    let table = json!({ "game": "tikal", "seats": [{ "kind": "me" }, { "kind": "bot", "level": "adept" }] });
    assert_eq!(nobody.post("/api/tables", &table).await.refused(StatusCode::UNAUTHORIZED).await, "nobody");
    assert_eq!(nobody.get("/api/tables?mine=1").await.refused(StatusCode::UNAUTHORIZED).await, "nobody");
    let word = json!({ "id": "1", "seen": 1, "seat": "A", "word": "pass" });
    for path in ["/api/tables/000000000000/play", "/api/tables/000000000000/do"] {
        assert!(nobody.post(path, &word).await.status().is_client_error());
    }
    let (guest, _) = server.guest().await;
    for bad in
        [json!({}), json!({ "game": 1 }), json!({ "game": "tikal", "seats": [{ "kind": "throne" }] }), json!("x")]
    {
        let refused = guest.post("/api/tables", &bad).await;
        assert_eq!(refused.refused(StatusCode::UNPROCESSABLE_ENTITY).await, "malformed", "{bad}");
    }
    let seatless = json!({ "id": "1", "seen": 1, "word": "pass" });
    let refused = guest.post("/api/tables/000000000000/play", &seatless).await;
    assert_eq!(refused.refused(StatusCode::BAD_REQUEST).await, "malformed");
    for token in ["", "x", "Bearer"] {
        let ask = guest.ask(Method::GET, "/api/tables/000000000000/position").bearer_auth(token);
        assert_eq!(ask.send().await.expect("an answer").refused(StatusCode::UNAUTHORIZED).await, "nobody");
    }
}

#[tokio::test]
async fn a_record_that_is_brought_along_is_shown() {
    let server = TestServer::with(|given| given.record_bytes = Some(1 << 20)).await;
    let browser = server.browser();
    let show = |body: String| {
        let ask = browser.ask(Method::POST, "/api/frames").header("content-type", "text/plain").body(body);
        async move { ask.send().await.expect("an answer") }
    };
    let entry = catalog::GAMES[0];
    let opening = engine::Opening::seats(entry.kind().info().seats.0);
    let bots = vec!["random".to_owned(); opening.seats.len()];
    let mut simulator = entry.simulator(&opening, &bots).unwrap_or_else(|_| panic!("a simulation"));
    let played = simulator.game(1, 0, &catalog::ThinkingTime::Iterations(1), true);
    let text = played.record.expect("a record").to_string();
    let shown = show(text.clone()).await.body(StatusCode::OK).await;
    let steps = (played.steps.decisions + played.steps.chances) as usize;
    assert_eq!(shown["frames"].as_array().map(Vec::len), Some(steps + 1));
    assert_eq!(shown["game"], entry.kind().info().key);
    assert_eq!(shown["frames"][steps]["points"], json!(played.outcome.points));
    assert!(shown["parts"].is_object());

    let broken = text.lines().take(12).map(|line| format!("{line}\n")).collect::<String>() + "A nonsense\n";
    let refused = show(broken).await.body(StatusCode::BAD_REQUEST).await;
    assert!(refused["reason"]["text"].as_str().is_some_and(|text| text.contains("line ")), "{refused}");
    assert_eq!(show("no record".to_owned()).await.refused(StatusCode::BAD_REQUEST).await, "record");
    assert_eq!(show("x".repeat(2 << 20)).await.refused(StatusCode::PAYLOAD_TOO_LARGE).await, "too_large");
}
