//! Accounts: making, entering, leaving, recovering.

use std::time::{Duration, Instant};

use reqwest::StatusCode;
use serde_json::json;
use server::admin::{Admin, Circle};

use crate::test_server::{Answered, Browser, TestServer, text};

const WORD: &str = "correct horse battery";

async fn login(browser: &Browser, name: &str, password: &str) -> reqwest::Response {
    browser.post("/api/login", &json!({ "name": name, "password": password })).await
}

#[tokio::test]
async fn a_guest_becomes_an_account_and_keeps_everything() {
    let server = TestServer::open().await;
    let (browser, guest) = server.guest().await;
    let new = json!({ "name": "Ana", "password": WORD });
    let account = browser.post("/api/account", &new).await.body(StatusCode::OK).await;
    assert_eq!((text(&account["me"]["id"]), account["me"]["guest"].clone()), (guest.clone(), json!(false)));
    assert_eq!(text(&account["recovery_code"]).len(), 23);
    assert_eq!(browser.id().await, guest);
    assert_eq!(browser.post("/api/account", &new).await.refused(StatusCode::CONFLICT).await, "has_account");

    let elsewhere = server.browser();
    assert_eq!(text(&login(&elsewhere, "aNA", WORD).await.body(StatusCode::OK).await["id"]), guest);
    assert_eq!(elsewhere.id().await, guest);
    // Without a cookie an account can be made, too; its name must be free, whatever the case.
    let taken = server.browser().post("/api/account", &json!({ "name": "ANA", "password": WORD })).await;
    assert_eq!(taken.refused(StatusCode::CONFLICT).await, "name_taken");
    let bo = server.browser().post("/api/account", &json!({ "name": "Bo", "password": WORD })).await;
    assert_ne!(text(&bo.body(StatusCode::OK).await["me"]["id"]), guest);
}

#[tokio::test]
async fn bad_accounts_are_refused() {
    let server = TestServer::open().await;
    let (browser, id) = server.guest().await;
    for (body, status, key) in [
        (json!({ "name": "Ana", "password": "short" }), StatusCode::BAD_REQUEST, "password_length"),
        (json!({ "name": "Ana", "password": "x".repeat(300) }), StatusCode::BAD_REQUEST, "password_length"),
        (json!({ "name": "", "password": WORD }), StatusCode::BAD_REQUEST, "name_length"),
        (json!({ "name": "Ana" }), StatusCode::UNPROCESSABLE_ENTITY, "malformed"),
        (json!({ "name": "Ana", "password": null }), StatusCode::UNPROCESSABLE_ENTITY, "malformed"),
    ] {
        assert_eq!(browser.post("/api/account", &body).await.refused(status).await, key, "{body}");
    }
    let me = browser.get("/api/me").await.body(StatusCode::OK).await;
    assert_eq!((text(&me["id"]), me["guest"].clone()), (id, json!(true)));
}

#[tokio::test]
async fn logging_out_ends_one_login_or_all() {
    let server = TestServer::open().await;
    let (one, id, _) = server.account("Ana", WORD).await;
    let (two, three) = (server.browser(), server.browser());
    for browser in [&two, &three] {
        login(browser, "Ana", WORD).await.body(StatusCode::OK).await;
    }
    assert_eq!(two.post("/api/logout", &json!({})).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(two.post("/api/logout", &json!({})).await.refused(StatusCode::UNAUTHORIZED).await, "nobody");
    assert_eq!((one.id().await, three.id().await), (id.clone(), id.clone()));
    assert_eq!(three.post("/api/logout?everywhere=1", &json!({})).await.status(), StatusCode::NO_CONTENT);
    assert_ne!(one.id().await, id);
}

#[tokio::test]
async fn who_logs_in_as_another_is_so_no_longer_as_before() {
    let server = TestServer::open().await;
    let (_, ana, _) = server.account("Ana", WORD).await;
    let (browser, guest) = server.guest().await;
    assert_eq!(text(&login(&browser, "Ana", WORD).await.body(StatusCode::OK).await["id"]), ana);
    let app = server.running.app();
    let left = app.store.tokens_of(guest.parse().expect("a number")).await.expect("the store");
    assert!(left.is_empty(), "the guest's login is over");
}

#[tokio::test]
async fn a_recovery_code_gives_a_new_password_once() {
    let server = TestServer::open().await;
    let (before, id, code) = server.account("Ana", WORD).await;
    let browser = server.browser();
    let recover = |code: &str, name: &str| {
        let body = json!({ "name": name, "code": code, "password": "another password" });
        let browser = browser.clone();
        async move { browser.post("/api/recover", &body).await }
    };
    for (code, name) in [("AAAAA-AAAAA-AAAAA-AAAAA", "Ana"), (code.as_str(), "Nobody"), ("", "Ana")] {
        assert_eq!(recover(code, name).await.refused(StatusCode::UNAUTHORIZED).await, "wrong_credentials");
    }
    let account = recover(&code.to_lowercase(), "ana").await.body(StatusCode::OK).await;
    assert_eq!(text(&account["me"]["id"]), id);
    assert_ne!(text(&account["recovery_code"]), code);
    assert_ne!(before.id().await, id, "older logins end");
    assert_eq!(browser.id().await, id);
    assert_eq!(recover(&code, "Ana").await.refused(StatusCode::UNAUTHORIZED).await, "wrong_credentials");
    assert_eq!(login(&server.browser(), "Ana", WORD).await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(login(&server.browser(), "Ana", "another password").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn password_and_code_can_be_changed_by_who_knows_the_password() {
    let server = TestServer::open().await;
    let (one, id, code) = server.account("Ana", WORD).await;
    let two = server.browser();
    login(&two, "Ana", WORD).await.body(StatusCode::OK).await;
    let change = |old: &str| json!({ "old": old, "new": "another password" });
    let wrong = two.post("/api/me/password", &change("not this one")).await;
    assert_eq!(wrong.refused(StatusCode::UNAUTHORIZED).await, "wrong_credentials");
    assert_eq!(text(&two.post("/api/me/password", &change(WORD)).await.body(StatusCode::OK).await["id"]), id);
    assert_eq!(two.id().await, id);
    assert_ne!(one.id().await, id, "other logins end");
    let wrong = two.post("/api/me/recovery", &json!({ "password": WORD })).await;
    assert_eq!(wrong.refused(StatusCode::UNAUTHORIZED).await, "wrong_credentials");
    let new = two.post("/api/me/recovery", &json!({ "password": "another password" })).await.body(StatusCode::OK).await;
    assert_ne!(text(&new["recovery_code"]), code);
    let (guest, _) = server.guest().await;
    assert_eq!(
        guest.post("/api/me/password", &change(WORD)).await.refused(StatusCode::FORBIDDEN).await,
        "account_needed"
    );
}

#[tokio::test]
async fn unknown_names_get_the_same_answer_after_the_same_time() {
    let server = TestServer::open().await;
    server.account("Ana", WORD).await;
    let browser = server.browser();
    let time = async |name: &str| {
        let mut took = Vec::new();
        let mut answer = String::new();
        for _ in 0..5 {
            let started = Instant::now();
            let refused = login(&browser, name, "a wrong password").await;
            assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
            answer = refused.text().await.expect("a body");
            took.push(started.elapsed());
        }
        took.sort();
        (took[2], answer)
    };
    let (known, first) = time("Ana").await;
    let (unknown, second) = time("Nobody at all").await;
    assert_eq!(first, second);
    // Hashing takes long, so that a look into the database alone would be many times faster.
    assert!(unknown > known / 3 && known > unknown / 3, "{known:?} and {unknown:?}");
    assert!(known > Duration::from_millis(3), "a password that is checked so fast is not hashed well: {known:?}");
}

#[tokio::test]
async fn attempts_are_counted_by_address() {
    let server = TestServer::with(|given| given.logins_per_minute = Some(3)).await;
    let browser = server.browser();
    for _ in 0..3 {
        assert_eq!(login(&browser, "Ana", WORD).await.status(), StatusCode::UNAUTHORIZED);
    }
    let fourth = login(&browser, "Ana", WORD).await;
    let seconds: u64 = fourth.headers()["retry-after"].to_str().expect("text").parse().expect("a number");
    assert!((1..=60).contains(&seconds));
    assert_eq!(fourth.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many");
    let code = json!({ "name": "Ana", "code": "x", "password": WORD });
    assert_eq!(browser.post("/api/recover", &code).await.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many");
}

#[tokio::test]
async fn hosts_reset_ban_and_mute_while_the_server_runs() {
    let server = TestServer::open().await;
    let (browser, id, _) = server.account("Ana", WORD).await;
    let (_, guest) = server.guest().await;
    let config = server::Config::clone(&server.running.app().config);
    let host = Admin::open(config, "host").await.expect("the same store");
    assert_eq!(host.people("", Circle::All, 10).await.expect("people").len(), 2);

    host.mute("ana", 2).await.expect("an account by its name");
    let until = browser.get("/api/me").await.body(StatusCode::OK).await["muted_until"].as_i64().expect("a time");
    let in_two_hours = server.running.app().time.now() + 2 * 3_600_000;
    assert!((until - in_two_hours).abs() < 60_000);

    host.ban(&id, Some("shouting")).await.expect("an account by its number");
    assert_eq!(browser.get("/api/me").await.refused(StatusCode::FORBIDDEN).await, "banned");
    assert_eq!(login(&server.browser(), "Ana", WORD).await.refused(StatusCode::FORBIDDEN).await, "banned");
    assert_eq!(login(&server.browser(), "Ana", "wrong word").await.status(), StatusCode::UNAUTHORIZED);
    host.ban(&id, None).await.expect("an account");
    assert_eq!(browser.id().await, id);

    let (_, code) = host.reset("Ana").await.expect("an account");
    assert_ne!(browser.id().await, id, "logins end");
    assert_eq!(login(&server.browser(), "Ana", WORD).await.status(), StatusCode::UNAUTHORIZED);
    let body = json!({ "name": "Ana", "code": code, "password": "another password" });
    server.browser().post("/api/recover", &body).await.body(StatusCode::OK).await;

    assert!(host.reset(&guest).await.is_err(), "a guest has no password");
    assert!(host.find("Nobody").await.is_err());
    host.delete_person(&guest).await.expect("a guest");
    assert!(host.find(&guest).await.is_err());
    let from = id.parse().expect("a number");
    let report = store::NewReport { from, about: None, table: None, text: "it".to_owned(), at: 1 };
    let number = server.running.app().store.report(&report).await.expect("the store").to_string();
    assert_eq!(host.reports(false, 10).await.expect("reports").len(), 1);
    host.handle(&number).await.expect("a report");
    assert!(host.reports(false, 10).await.expect("reports").is_empty());
    assert_eq!(host.reports(true, 10).await.expect("reports").len(), 1);
    assert!(host.close_table("nonsense", "x").await.is_err() && host.delete_table("000000000000").await.is_err());

    let done = host.audits(99).await.expect("the log");
    let mut said: Vec<_> = done.iter().map(|done| (done.what.as_str(), done.why.as_str())).collect();
    said.sort_unstable();
    let report = format!("report {number}");
    let known = [
        ("ban", "shouting"),
        ("delete-person", ""),
        ("delete-table", ""),
        ("delete-table failed", "there is no table 000000000000"),
        ("handle", report.as_str()),
        ("mute", "2 hours"),
        ("reset", ""),
        ("unban", ""),
    ];
    assert_eq!(said, known, "what is refused at once is nothing that was done");
    assert!(done.iter().all(|done| done.actor.as_deref() == Some("host") && done.host.is_none()));
    let ana = server.browser();
    login(&ana, "Ana", "another password").await;
    let own = ana.get("/api/me/export").await.body(StatusCode::OK).await;
    let told = own["moderation"].as_array().expect("a list").iter().map(|one| text(&one["what"]));
    let mut told: Vec<_> = told.collect();
    told.sort_unstable();
    assert_eq!(told, ["ban", "mute", "reset", "unban"], "one is told what was done to one: {own}");
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_works_once_also_at_the_same_time() {
    let server = TestServer::open().await;
    let (_, _, code) = server.account("Ana", WORD).await;
    let recover = |n: usize| {
        let (browser, code) = (server.browser(), code.clone());
        async move {
            let recovery = json!({ "name": "Ana", "code": code, "password": format!("{WORD} {n}") });
            browser.post("/api/recover", &recovery).await.status()
        }
    };
    let all: Vec<_> = (0..12).map(|n| tokio::spawn(recover(n))).collect();
    let mut worked = 0;
    for one in all {
        match one.await.expect("an answer") {
            StatusCode::OK => worked += 1,
            other => assert_eq!(other, StatusCode::UNAUTHORIZED),
        }
    }
    assert_eq!(worked, 1);
}
