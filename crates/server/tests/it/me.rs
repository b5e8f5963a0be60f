//! Guests, names, settings, export, farewell.

use reqwest::{Method, StatusCode, header};
use serde_json::json;

use crate::test_server::{Answered, TestServer, text};

#[tokio::test]
async fn whoever_comes_is_a_guest_and_stays_the_same() {
    let server = TestServer::open().await;
    let browser = server.browser();
    let first = browser.send(browser.ask(Method::GET, "/api/me").header("accept-language", "it")).await;
    let cookie = first.headers()[header::SET_COOKIE].to_str().expect("text").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"), "{cookie}");
    let me = first.body(StatusCode::OK).await;
    assert_eq!(me["guest"], true);
    let quality = text(&me["name"]).split(' ').next_back().map(str::to_lowercase).expect("two words");
    assert!(text(&me["name"]).ends_with(&quality), "Italian qualities stand behind and are small: {me}");
    let again = browser.get("/api/me").await;
    assert!(again.headers().get(header::SET_COOKIE).is_none());
    assert_eq!(again.body(StatusCode::OK).await, me);
}

#[tokio::test]
async fn behind_tls_the_cookie_travels_over_tls_alone() {
    let server = TestServer::with(|given| given.public_url = "https://games.example.org".parse().ok()).await;
    let answer = server.browser().get("/api/me").await;
    let cookie = answer.headers()[header::SET_COOKIE].to_str().expect("text");
    assert!(cookie.contains("Secure"), "{cookie}");
    assert!(answer.headers().contains_key(header::STRICT_TRANSPORT_SECURITY));
}

#[tokio::test]
async fn a_cookie_that_was_touched_is_nobodys() {
    let server = TestServer::open().await;
    let (mine, others) = (server.browser(), server.browser());
    let cookie = |answer: &reqwest::Response| {
        let mut all = answer.headers().get_all(header::SET_COOKIE).iter().map(|whole| whole.to_str().expect("text"));
        all.find_map(|whole| whole.split(';').next()?.strip_prefix("quipu=")).expect("the cookie").to_owned()
    };
    let (first, second) = (mine.get("/api/me").await, others.get("/api/me").await);
    let (one, other) = (cookie(&first), cookie(&second));
    let other_id = text(&second.body(StatusCode::OK).await["id"]);
    // A signature is 44 letters; the token stands behind it.
    let signed_by_one = format!("{}{}", &one[..44], &other[44..]);
    let flipped = format!("{}{}", &other[..other.len() - 1], if other.ends_with('A') { 'B' } else { 'A' });
    let plain = server.browser();
    for bad in [signed_by_one, flipped, other[44..].to_owned(), "x".repeat(5000), String::new()] {
        let asked =
            plain.client.get(format!("{}/api/me/settings", server.url)).header("cookie", format!("quipu={bad}"));
        let refused = asked.send().await.expect("an answer").refused(StatusCode::UNAUTHORIZED).await;
        assert_eq!(refused, "nobody");
    }
    let right = plain.client.get(format!("{}/api/me", server.url)).header("cookie", format!("quipu={other}"));
    let me = right.send().await.expect("an answer").body(StatusCode::OK).await;
    assert_eq!(text(&me["id"]), other_id);
}

#[tokio::test]
async fn names_can_be_changed_and_accounts_names_are_their_own() {
    let server = TestServer::open().await;
    server.account("Ana", "a password of Ana").await;
    let (browser, id) = server.guest().await;
    let me = browser.post("/api/me/name", &json!({ "name": "  Bo  the Bold " })).await.body(StatusCode::OK).await;
    assert_eq!((text(&me["name"]), text(&me["id"])), ("Bo the Bold".to_owned(), id));
    for (body, status, key) in [
        (json!({ "name": "ANA" }), StatusCode::CONFLICT, "name_taken"),
        (json!({ "name": "" }), StatusCode::BAD_REQUEST, "name_length"),
        (json!({ "name": "x".repeat(25) }), StatusCode::BAD_REQUEST, "name_length"),
        (json!({ "name": "a\u{202e}b" }), StatusCode::BAD_REQUEST, "name_letters"),
        (json!({ "name": 7 }), StatusCode::UNPROCESSABLE_ENTITY, "malformed"),
        (json!({}), StatusCode::UNPROCESSABLE_ENTITY, "malformed"),
        (json!([]), StatusCode::UNPROCESSABLE_ENTITY, "malformed"),
    ] {
        assert_eq!(browser.post("/api/me/name", &body).await.refused(status).await, key, "{body}");
    }
    assert_eq!(browser.get("/api/me").await.body(StatusCode::OK).await["name"], "Bo the Bold");
    let nobody = server.browser().post("/api/me/name", &json!({ "name": "X" })).await;
    assert_eq!(nobody.refused(StatusCode::UNAUTHORIZED).await, "nobody");
}

#[tokio::test]
async fn settings_are_checked_before_they_are_kept() {
    let server = TestServer::open().await;
    let (guest, _) = server.guest().await;
    let good = json!({ "language": "es" });
    assert_eq!(guest.put("/api/me/settings", &good).await.body(StatusCode::OK).await, good);
    assert_eq!(guest.get("/api/me/settings").await.body(StatusCode::OK).await, good);
    let hook = json!({ "webhook": "https://example.org/hook" });
    assert_eq!(guest.put("/api/me/settings", &hook).await.refused(StatusCode::FORBIDDEN).await, "account_needed");
    assert_eq!(guest.get("/api/me/webhook").await.refused(StatusCode::NOT_FOUND).await, "missing");
    assert_eq!(guest.get("/api/me/feed").await.refused(StatusCode::FORBIDDEN).await, "account_needed");

    let (ana, _, _) = server.account("Ana", "a password of Ana").await;
    assert_eq!(ana.put("/api/me/settings", &hook).await.body(StatusCode::OK).await, hook);
    let key = ana.get("/api/me/webhook").await.body(StatusCode::OK).await;
    assert!(text(&key["key"]).len() > 30 && key["url"] == "https://example.org/hook");
    for (body, status, key) in [
        (json!({ "webhook": "ftp://example.org" }), StatusCode::BAD_REQUEST, "webhook"),
        (json!({ "webhook": "nonsense" }), StatusCode::BAD_REQUEST, "webhook"),
        (json!({ "webhook": "http://user:pass@example.org/" }), StatusCode::BAD_REQUEST, "webhook"),
        (json!({ "webhook": "http://127.0.0.1:1/" }), StatusCode::BAD_REQUEST, "webhook_private"),
        (json!({ "webhook": "http://[::1]/" }), StatusCode::BAD_REQUEST, "webhook_private"),
        (json!({ "webhook": "http://localhost/" }), StatusCode::BAD_REQUEST, "webhook_private"),
        (json!({ "language": "klingon" }), StatusCode::BAD_REQUEST, "language"),
        (json!({ "mail": "ana@example.org" }), StatusCode::FORBIDDEN, "no_mail"),
        (json!({ "language": 5 }), StatusCode::UNPROCESSABLE_ENTITY, "malformed"),
    ] {
        assert_eq!(ana.put("/api/me/settings", &body).await.refused(status).await, key, "{body}");
    }
    // What was refused changed nothing; what is left out is gone.
    assert_eq!(ana.get("/api/me/settings").await.body(StatusCode::OK).await, hook);
    assert_eq!(ana.put("/api/me/settings", &json!({ "webhook": "" })).await.body(StatusCode::OK).await, json!({}));
}

#[tokio::test]
async fn one_can_take_all_along_and_go() {
    let server = TestServer::open().await;
    let (ana, id, _) = server.account("Ana", "a password of Ana").await;
    ana.put("/api/me/settings", &json!({ "language": "it" })).await.body(StatusCode::OK).await;
    ana.get("/api/me/feed").await.body(StatusCode::OK).await;
    let said = json!({ "text": "Somebody shouted" });
    assert_eq!(ana.post("/api/reports", &said).await.status(), StatusCode::NO_CONTENT);
    let answer = ana.get("/api/me/export").await;
    assert!(answer.headers()[header::CONTENT_DISPOSITION].to_str().expect("text").contains("attachment"));
    let all = answer.body(StatusCode::OK).await;
    assert_eq!((text(&all["me"]["id"]), text(&all["me"]["name"])), (id.clone(), "Ana".to_owned()));
    assert_eq!(all["settings"], json!({ "language": "it" }));
    assert_eq!(all["reports"][0]["text"], "Somebody shouted");
    let kinds: Vec<&str> =
        all["keys"].as_array().expect("a list").iter().filter_map(|key| key["kind"].as_str()).collect();
    assert!(kinds.contains(&"login") && kinds.contains(&"feed"), "{kinds:?}");
    assert!(!all.to_string().contains("argon2") && !all.to_string().contains("hash"));

    assert_eq!(ana.delete("/api/me").await.status(), StatusCode::NO_CONTENT);
    let person = server.running.app().store.person(id.parse().expect("a number")).await.expect("the store");
    assert!(person.is_none());
    assert_ne!(ana.id().await, id, "the browser is known as another guest");
    let login = ana.post("/api/login", &json!({ "name": "Ana", "password": "a password of Ana" })).await;
    assert_eq!(login.refused(StatusCode::UNAUTHORIZED).await, "wrong_credentials");
    assert_eq!(server.browser().delete("/api/me").await.refused(StatusCode::UNAUTHORIZED).await, "nobody");
}

#[tokio::test]
async fn guests_who_stay_away_are_forgotten() {
    let server = TestServer::with(|given| given.guest_days = Some(1)).await;
    let (guest, id) = server.guest().await;
    let (_, kept, _) = server.account("Ana", "a password of Ana").await;
    let (_, fresh) = server.guest().await;
    let app = server.running.app();
    let long_ago = app.time.now() - 2 * 24 * 60 * 60 * 1000;
    for person in [&id, &kept] {
        app.store.touch(person.parse().expect("a number"), long_ago).await.expect("the store");
    }
    server::housekeeping::expire(app).await;
    let known = async |id: &str| app.store.person(id.parse().expect("a number")).await.expect("the store").is_some();
    assert!(!known(&id).await, "the guest was away for two days");
    assert!(known(&kept).await, "accounts stay");
    assert!(known(&fresh).await, "this guest came just now");
    assert_ne!(guest.id().await, id, "the cookie is nobody's now");
}

#[tokio::test]
async fn reports_name_what_there_is() {
    let server = TestServer::open().await;
    let (browser, id) = server.guest().await;
    let about = json!({ "person": id, "text": "  it was me  " });
    assert_eq!(browser.post("/api/reports", &about).await.status(), StatusCode::NO_CONTENT);
    let kept = server.running.app().store.reports(false, None, 10).await.expect("the store");
    assert_eq!((kept.len(), kept[0].text.as_str()), (1, "it was me"));
    assert_eq!(kept[0].about.map(|person| person.to_string()), Some(id));
    for (body, status) in [
        (json!({ "text": "" }), StatusCode::BAD_REQUEST),
        (json!({ "text": "x".repeat(2001) }), StatusCode::BAD_REQUEST),
        (json!({ "text": "x", "person": "000000000000" }), StatusCode::NOT_FOUND),
        (json!({ "text": "x", "person": "nonsense" }), StatusCode::NOT_FOUND),
        (json!({ "text": "x", "table": "000000000000" }), StatusCode::NOT_FOUND),
        (json!({ "text": "x", "table": "../x" }), StatusCode::NOT_FOUND),
    ] {
        assert_eq!(browser.post("/api/reports", &body).await.status(), status, "{body}");
    }
    let nobody = server.browser().post("/api/reports", &json!({ "text": "x" })).await;
    assert_eq!(nobody.refused(StatusCode::UNAUTHORIZED).await, "nobody");
}

#[tokio::test]
async fn how_one_plays_is_kept_with_the_account_beside_its_settings() {
    let server = TestServer::open().await;
    let (ana, _, _) = server.account("Ana", "a password of Ana").await;
    ana.put("/api/me/settings", &json!({ "language": "it" })).await.body(StatusCode::OK).await;
    let playing = json!({ "speed": "instant", "asking": "never" });
    let both = json!({ "language": "it", "playing": playing });
    assert_eq!(ana.put("/api/me/playing", &playing).await.body(StatusCode::OK).await, both);
    // Settings that say nothing of it leave it as it is.
    let kept = ana.put("/api/me/settings", &json!({ "language": "es" })).await.body(StatusCode::OK).await;
    assert_eq!(kept, json!({ "language": "es", "playing": playing }));
    let wrong = ana.put("/api/me/playing", &json!({ "speed": "warp", "asking": "never" })).await;
    assert!(wrong.status().is_client_error());
    assert_eq!(ana.get("/api/me/settings").await.body(StatusCode::OK).await["playing"], playing);
}
