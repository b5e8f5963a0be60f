//! What comes too often, too large, or from somebody else's page.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::test_server::{Answered, Browser, Heard, TestServer, WithJson};

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
    let list = send("application/json", "[\"Bo\"]".to_owned()).await;
    assert_eq!(list.refused(StatusCode::UNPROCESSABLE_ENTITY).await, "malformed", "a list is no object");
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

#[tokio::test(flavor = "multi_thread")]
async fn made_up_methods_and_paths_leave_no_trace_and_pages_are_counted() {
    const SENT: usize = 3000;
    let heard = Heard::default();
    let server = TestServer::with(|given| given.pages_per_second = Some(50)).await;
    let writer = heard.clone();
    server::log::write_to(&server.running.app().config, move || writer.clone()).expect("a level");
    let begun = Instant::now();
    let mut stream = TcpStream::connect(server.running.address).expect("a connection");
    let mut sending = stream.try_clone().expect("a second end");
    let sent = std::thread::spawn(move || {
        for n in 0..SENT {
            let path = if n % 2 == 0 { "api/made/up" } else { "made/up" };
            write!(sending, "M{n} /{path}/{n} HTTP/1.1\r\nhost: x\r\n\r\n").expect("the server reads");
        }
        write!(sending, "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").expect("the server reads");
    });
    let mut answers = String::new();
    stream.read_to_string(&mut answers).expect("the server answers");
    sent.join().expect("all is sent");
    assert_eq!(answers.matches("HTTP/1.1 ").count(), SENT + 1);
    let limited = answers.matches("HTTP/1.1 429").count();
    // Of the half that are for pages, 200 in one go and 50 a second; those for the interface have their own limit.
    let most = 200 + 50 * (begun.elapsed().as_secs() as usize + 1);
    assert!(limited >= SENT / 2 - most, "{limited} of {SENT} limited");
    let metrics = server.running.app().metrics.text();
    let series = metrics.lines().filter(|line| line.starts_with("quipu_requests_total")).count();
    assert!(series < 10 && metrics.contains("method=\"other\""), "{series} series: {metrics}");
    let lines = heard.text().lines().count();
    let most = 25 * (begun.elapsed().as_secs() as usize + 2);
    assert!((1..most).contains(&lines), "{lines} lines of the log");
    server.running.app().refusals.tell_rest();
    assert!(heard.text().contains("left out lines about refusals"), "and it says how many are missing");
}

/// Sends bytes, and gives what comes until the server hangs up; `None` if it does not within ten seconds.
fn until_hung_up(server: &TestServer, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut stream = TcpStream::connect(server.running.address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a timeout");
    stream.write_all(bytes).ok();
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => None,
        _ => Some(answer),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_begins_and_does_not_go_on_is_hung_up_on() {
    let server = TestServer::with(|given| {
        given.header_seconds = Some(1);
        given.body_seconds = Some(1);
    })
    .await;
    let login = "POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{";
    let chunked = "POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                   transfer-encoding: chunked\r\n\r\n1\r\n{\r\n";
    for (what, bytes) in [
        ("nothing", ""),
        ("half a preface of HTTP/2", "PRI * HTT"),
        ("half a line", "GET / HT"),
        ("half of the headers", "GET / HTTP/1.1\r\nhost: x\r\n"),
        ("one request and no more", "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"),
        ("half a body", login),
        ("half a body in pieces", chunked),
        ("a body that nobody reads", "POST /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{"),
    ] {
        assert!(until_hung_up(&server, bytes.as_bytes()).is_some(), "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_protocol_is_spoken() {
    let server = TestServer::open().await;
    // The preface of HTTP/2, and its first frame: empty settings.
    let preface = [&b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"[..], &[0, 0, 0, 4, 0, 0, 0, 0, 0]].concat();
    let answer = until_hung_up(&server, &preface).expect("an end");
    assert!(!answer.starts_with(&[0, 0]) && answer.get(3) != Some(&4), "no settings come back: {answer:?}");
    let upgrade = b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: upgrade, http2-settings, close\r\n\
                    upgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n\r\n";
    let answer = String::from_utf8(until_hung_up(&server, upgrade).expect("an end")).expect("text");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn a_name_of_somebody_elses_is_not_the_servers_own() {
    let server = TestServer::open().await;
    let (browser, _) = server.guest().await;
    let rename = |host: &'static str| {
        let ask = browser.ask_from_nowhere(Method::POST, "/api/me/name").with(&json!({ "name": "Bo" }));
        let ask = ask.header("host", host).header("origin", format!("http://{host}"));
        async move { ask.send().await.expect("an answer") }
    };
    // Its owner may let it point to this server, and a browser would take their page for the server's own.
    assert_eq!(rename("evil.example:7777").await.refused(StatusCode::FORBIDDEN).await, "origin");
    assert_eq!(rename("localhost:7777").await.status(), StatusCode::OK);
    assert_eq!(rename("192.168.0.7:7777").await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_nobody_reads_is_not_kept() {
    let server = TestServer::with(|given| {
        given.answer_seconds = Some(1);
        given.connections_per_address = Some(1);
    })
    .await;
    // More than fits into the buffers on the way.
    let ask = "GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(400);
    let connect = || TcpStream::connect(server.running.address).expect("a connection");
    let mut unread = connect();
    unread.set_nonblocking(true).expect("a socket");
    let begun = Instant::now();
    let mut left = ask.as_bytes();
    // Its requests are read as slowly as its answers are.
    while !left.is_empty() && begun.elapsed() < Duration::from_secs(1) {
        left = &left[unread.write(left).unwrap_or_default()..];
        std::thread::sleep(Duration::from_millis(5));
    }
    let lets_in = || {
        let mut other = connect();
        other.set_read_timeout(Some(Duration::from_secs(5))).expect("a timeout");
        other.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").ok();
        let mut answer = Vec::new();
        other.read_to_end(&mut answer).ok();
        answer.starts_with(b"HTTP/1.1 200")
    };
    while !lets_in() {
        assert!(begun.elapsed() < Duration::from_secs(20), "the server waits for whoever reads nothing");
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(unread);
}

#[tokio::test(flavor = "multi_thread")]
async fn few_uploads_of_one_address_are_in_memory() {
    // Eight are read at a time, and 64 wait without having been read.
    const SENT: usize = 80;
    let server = TestServer::open().await;
    let ask = "POST /api/frames HTTP/1.1\r\nhost: x\r\ncontent-length: 4000000\r\n\r\nQ";
    let mut streams = Vec::new();
    for _ in 0..SENT {
        let mut stream = TcpStream::connect(server.running.address).expect("a connection");
        stream.write_all(ask.as_bytes()).expect("the server reads");
        stream.set_nonblocking(true).expect("a socket");
        streams.push(stream);
    }
    std::thread::sleep(Duration::from_secs(2));
    let refused = |stream: &mut TcpStream| {
        let mut answer = [0; 12];
        stream.read(&mut answer).is_ok_and(|read| answer[..read] == *b"HTTP/1.1 429")
    };
    let refused = streams.iter_mut().filter_map(|stream| refused(stream).then_some(())).count();
    assert_eq!(refused, SENT - 72);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_counted_by_address_whoever_sends_them() {
    let server = TestServer::with(|given| {
        given.messages_per_second = Some(2);
        given.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    })
    .await;
    // Each of them may send 8 in one go, and all of one address 80.
    let mut guests = Vec::new();
    for _ in 0..16 {
        guests.push(server.guest().await.0);
    }
    let send = async |guest: &Browser, address: &str| {
        let ask = guest.ask(Method::POST, "/api/tables/000000000000/do").with(&json!({ "id": "1", "do": "start" }));
        ask.header("x-forwarded-for", address).send().await.expect("an answer").status()
    };
    let begun = Instant::now();
    let (mut judged, mut last) = (0, 0);
    for guest in &guests {
        last = 0;
        for _ in 0..8 {
            last += usize::from(send(guest, "203.0.113.1").await != StatusCode::TOO_MANY_REQUESTS);
        }
        judged += last;
    }
    let since = begun.elapsed().as_secs() as usize + 1;
    assert!((80..=80 + 20 * since).contains(&judged), "{judged} of 128 in {since} s");
    assert!(last < 8 || judged < 128, "the last one has sent nothing before, and is refused, too");
    let other = server.guest().await.0;
    assert_eq!(send(&other, "203.0.113.2").await, StatusCode::NOT_FOUND, "another address is not touched");
    // A network of 64 bits is one address.
    let own = [send(&other, "2001:db8:1:2::1").await, send(&other, "2001:db8:1:2:3::4").await];
    assert_eq!(own, [StatusCode::NOT_FOUND; 2]);
}
