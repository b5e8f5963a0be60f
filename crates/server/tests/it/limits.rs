//! What comes too often, too large, or from somebody else's page.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::test_server::{Answered, TestServer, WithJson};

#[tokio::test]
async fn pages_of_others_change_nothing() {
    let server = TestServer::open().await;
    let (browser, _) = server.guest().await;
    let rename = |origin: Option<&str>, site: Option<&str>| {
        let mut ask = browser.ask_from_nowhere(Method::POST, "/api/me/name").with(&json!({ "name": "Bo" }));
        for (name, value) in [("origin", origin), ("sec-fetch-site", site)] {
            ask = value.into_iter().fold(ask, |ask, value| ask.header(name, value));
        }
        async move { ask.send().await.expect("an answer") }
    };
    for (origin, site) in [
        (Some("https://evil.example"), None),
        (Some("null"), None),
        (Some("http://127.0.0.1:1"), Some("same-site")),
        (None, Some("cross-site")),
        (None, Some("same-site")),
        (Some("nonsense"), None),
    ] {
        assert_eq!(rename(origin, site).await.refused(StatusCode::FORBIDDEN).await, "origin", "{origin:?} {site:?}");
    }
    for (origin, site) in [(Some(server.url.as_str()), Some("same-origin")), (None, None), (None, Some("same-origin"))]
    {
        assert_eq!(rename(origin, site).await.status(), StatusCode::OK, "{origin:?} {site:?}");
    }
    // Every way of changing something is guarded, and so is the socket; reading is not.
    for (method, path) in [(Method::PUT, "/api/me/settings"), (Method::DELETE, "/api/me"), (Method::GET, "/socket")] {
        let ask =
            browser.client.request(method, format!("{}{path}", server.url)).header("origin", "https://evil.example");
        assert_eq!(ask.send().await.expect("an answer").refused(StatusCode::FORBIDDEN).await, "origin", "{path}");
    }
    let read = browser.client.get(format!("{}/api/me", server.url)).header("origin", "https://evil.example");
    let read = read.send().await.expect("an answer");
    assert!(read.headers().get("access-control-allow-origin").is_none(), "the page may ask, but not read");
}

#[tokio::test]
async fn bodies_are_small_json() {
    let server = TestServer::with(|given| given.body_bytes = Some(1000)).await;
    let (browser, _) = server.guest().await;
    let send = |kind: &'static str, body: String| {
        let ask = browser.ask(Method::POST, "/api/me/name").header("content-type", kind).body(body);
        async move { ask.send().await.expect("an answer") }
    };
    let long = json!({ "name": "x".repeat(2000) }).to_string();
    assert_eq!(send("application/json", long).await.refused(StatusCode::PAYLOAD_TOO_LARGE).await, "too_large");
    let plain = send("text/plain", json!({ "name": "Bo" }).to_string()).await;
    assert_eq!(plain.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE).await, "malformed");
    for bad in ["", "{", "{\"name\": \"Bo\"", "\u{0}", "{\"name\": \"\\ud800\"}"] {
        let refused = send("application/json", bad.to_owned()).await;
        assert_eq!(refused.refused(StatusCode::BAD_REQUEST).await, "malformed", "{bad:?}");
    }
    let deep = format!("{}{}", "[".repeat(400), "]".repeat(400));
    assert!(send("application/json", deep).await.status().is_client_error());
}

#[tokio::test]
async fn requests_are_counted_by_address_and_others_are_not_touched() {
    let server = TestServer::with(|given| {
        given.requests_per_second = Some(5);
        given.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    })
    .await;
    let browser = server.browser();
    let ask = async |address: &str| {
        let ask = browser.ask(Method::GET, "/api/games").header("x-forwarded-for", address);
        ask.send().await.expect("an answer").status()
    };
    let mut limited = 0;
    for _ in 0..40 {
        // What callers say about themselves comes before what the proxy adds, and is not believed.
        limited += usize::from(ask("198.51.100.9, 203.0.113.1").await == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!((10..40).contains(&limited), "20 in one go, 5 a second, of 40: {limited} refused");
    assert_eq!(ask("203.0.113.2").await, StatusCode::OK);
    assert_eq!(ask("2001:db8:1::1").await, StatusCode::OK);
}

#[tokio::test]
async fn nobody_is_believed_about_addresses_who_is_not_trusted() {
    let server = TestServer::with(|given| given.requests_per_second = Some(5)).await;
    let browser = server.browser();
    let mut limited = 0;
    for n in 0..40 {
        let ask = browser.ask(Method::GET, "/api/games").header("x-forwarded-for", format!("203.0.113.{n}"));
        limited += usize::from(ask.send().await.expect("an answer").status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(limited >= 10, "{limited} refused of 40");
}

#[tokio::test]
async fn guests_are_counted_by_address() {
    let server = TestServer::with(|given| given.guests_per_minute = Some(2)).await;
    let (known, id) = server.guest().await;
    server.guest().await;
    let third = server.browser().get("/api/me").await;
    assert_eq!(third.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many");
    assert_eq!(known.id().await, id, "who is known already is not counted");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_counted_by_address() {
    let server = TestServer::with(|given| given.connections_per_address = Some(3)).await;
    let open = || {
        let mut stream = TcpStream::connect(server.running.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a timeout");
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").ok();
        let mut answer = [0; 12];
        let read = stream.read(&mut answer).unwrap_or_default();
        (stream, answer[..read].to_vec())
    };
    let held: Vec<_> = (0..3).map(|_| open()).collect();
    assert!(held.iter().all(|(_, answer)| answer == b"HTTP/1.1 200"));
    assert!(open().1.is_empty(), "the fourth is closed without an answer");
    drop(held);
    let again = (0..50).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        open().1 == b"HTTP/1.1 200"
    });
    assert!(again, "whoever goes makes room");
}

#[tokio::test(flavor = "multi_thread")]
async fn noise_harms_nobody() {
    let server = TestServer::open().await;
    let (browser, id) = server.guest().await;
    for noise in [
        b"\0\0\0\0\r\n\r\n".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        b"GET /%ff%00%2e%2e/ HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(),
        b"GET /../../etc/passwd HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(),
        b"POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999999\r\n\r\n".to_vec(),
        [b"GET / HTTP/1.1\r\nx: ".to_vec(), vec![b'a'; 1 << 20]].concat(),
    ] {
        let mut stream = TcpStream::connect(server.running.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_millis(300))).expect("a timeout");
        stream.write_all(&noise).ok();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok();
        let text = String::from_utf8_lossy(&answer);
        assert!(!text.contains("root:"), "{text}");
    }
    assert_eq!(browser.id().await, id);
}
