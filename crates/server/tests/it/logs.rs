//! No secret in logs.

use reqwest::StatusCode;
use serde_json::json;

use crate::test_server::{Answered, Heard, TestServer, text};

#[tokio::test]
async fn the_log_tells_what_happened_and_no_secret() {
    let heard = Heard::default();
    // The browsers of the tests live in the same process, and theirs is not the server's log.
    let server = TestServer::with(|given| given.log = Some("trace,cookie_store=off,reqwest=off".to_owned())).await;
    let writer = heard.clone();
    server::log::write_to(&server.running.app().config, move || writer.clone()).expect("a level");

    let (browser, _) = server.guest().await;
    let (password, other) = ("my-own-secret-word", "another-secret-word");
    let answer = browser.post("/api/account", &json!({ "name": "Ana", "password": password })).await;
    let cookie = answer.headers()["set-cookie"].to_str().expect("text").to_owned();
    let cookie = cookie.split(';').next().and_then(|pair| pair.strip_prefix("quipu=")).expect("a cookie").to_owned();
    let code = text(&answer.body(StatusCode::OK).await["recovery_code"]);
    let wrong = json!({ "name": "Ana", "password": "a-wrong-secret-word" });
    assert_eq!(browser.post("/api/login", &wrong).await.status(), StatusCode::UNAUTHORIZED);
    let feed = text(&browser.get("/api/me/feed").await.body(StatusCode::OK).await["url"]);
    let path = feed.strip_prefix(&server.url).expect("an address of this server").to_owned();
    assert_eq!(browser.get(&path).await.status(), StatusCode::OK);
    browser.put("/api/me/settings", &json!({ "webhook": "https://example.org/secret-path" })).await;
    let key = text(&browser.get("/api/me/webhook").await.body(StatusCode::OK).await["key"]);
    let invited = "/t/000000000000?seat=B&invitation=an-invitation-secret";
    assert_eq!(browser.get(invited).await.status(), StatusCode::OK);
    let program = browser.client.get(format!("{}/api/tables/000000000000/position", server.url));
    let program = program.bearer_auth("a-programs-secret").send().await.expect("an answer");
    assert_eq!(program.status(), StatusCode::UNAUTHORIZED);
    let recovery = json!({ "name": "Ana", "code": code, "password": other });
    browser.post("/api/recover", &recovery).await.body(StatusCode::OK).await;
    server.running.stop().await;

    let log = heard.text();
    assert!(log.contains("/api/account") && log.contains("/feed/{file}"), "the log has something to tell: {log}");
    let feed = path.trim_start_matches("/feed/").trim_end_matches(".atom");
    let secrets = [
        password,
        other,
        "a-wrong-secret-word",
        &cookie,
        &cookie[44..],
        &code,
        feed,
        &key,
        "secret-path",
        "an-invitation-secret",
        "a-programs-secret",
        "$argon2",
    ];
    for secret in secrets {
        let told = log.lines().find(|line| line.contains(secret));
        assert!(!secret.is_empty() && told.is_none(), "the log has '{secret}': {told:?}");
    }
}
