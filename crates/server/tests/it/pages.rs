//! Pages, descriptions, and what those see who watch the server.

use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use server::{Config, Given};

use crate::test_server::{Answered, TestServer};

#[tokio::test]
async fn every_answer_tells_browsers_what_pages_may_do() {
    let server = TestServer::open().await;
    for path in ["/", "/api/games", "/api/nothing", "/api/docs", "/t/000000000000"] {
        let answer = server.browser().get(path).await;
        let policy = answer.headers()[header::CONTENT_SECURITY_POLICY].to_str().expect("text");
        assert!(
            policy.contains("default-src 'self'") && policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("unsafe-inline"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("object-src 'none'"));
        assert_eq!(answer.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(answer.headers()[header::X_FRAME_OPTIONS], "DENY");
        assert_eq!(answer.headers()[header::REFERRER_POLICY], "same-origin");
        assert!(answer.headers().contains_key("x-request-id"));
    }
}

#[tokio::test]
async fn every_other_path_is_the_clients() {
    let server = TestServer::open().await;
    let browser = server.browser();
    for path in ["/", "/new/tikal", "/t/000000000000?seat=B&invitation=x", "/replay/x?at=3", "/me", "/apiary"] {
        let answer = browser.get(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
        assert!(answer.text().await.expect("text").contains("<title>"));
    }
    for path in ["/api", "/api/nothing", "/api/me/nothing", "/feed", "/feed/nonsense.atom", "/socket/x"] {
        assert_eq!(browser.get(path).await.refused(StatusCode::NOT_FOUND).await, "missing", "{path}");
    }
    assert_eq!(browser.get("/assets/missing.js").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(browser.post("/", &json!({})).await.refused(StatusCode::METHOD_NOT_ALLOWED).await, "method");
    assert_eq!(browser.post("/api/games", &json!({})).await.refused(StatusCode::METHOD_NOT_ALLOWED).await, "method");
}

#[tokio::test]
async fn games_and_their_parts_are_told() {
    let server = TestServer::open().await;
    let browser = server.browser();
    let games = browser.get("/api/games").await.body(StatusCode::OK).await;
    let games = games.as_array().expect("a list").clone();
    assert_eq!(games.len(), catalog::GAMES.len());
    for game in games {
        let key = game["key"].as_str().expect("a key");
        let answer = browser.get(&format!("/api/games/{key}/parts")).await;
        assert!(answer.headers()[header::CACHE_CONTROL].to_str().expect("text").contains("max-age=86400"));
        assert!(answer.body(StatusCode::OK).await.is_object(), "{key}");
        assert!(game["least_seats"].as_u64() <= game["most_seats"].as_u64() && !game["verbs"][0].is_null());
    }
    assert_eq!(browser.get("/api/games/chess/parts").await.refused(StatusCode::NOT_FOUND).await, "missing");
}

#[tokio::test]
async fn the_interface_is_described() {
    let server = TestServer::open().await;
    let browser = server.browser();
    let api = browser.get("/api/openapi.json").await.body(StatusCode::OK).await;
    let paths = api["paths"].as_object().expect("paths");
    for (path, method) in [
        ("/api/me", "get"),
        ("/api/me", "delete"),
        ("/api/me/name", "post"),
        ("/api/me/settings", "put"),
        ("/api/account", "post"),
        ("/api/login", "post"),
        ("/api/recover", "post"),
        ("/api/tables", "post"),
        ("/api/tables", "get"),
        ("/api/tables/{id}/record", "get"),
        ("/api/tables/{id}/views/{step}", "get"),
        ("/api/tables/{id}/position", "get"),
        ("/api/tables/{id}/play", "post"),
        ("/api/frames", "post"),
    ] {
        let operation = &paths[path][method];
        assert!(operation["summary"].is_string() && operation["responses"].is_object(), "{method} {path}");
    }
    let schemas = api["components"]["schemas"].as_object().expect("types");
    let mut wanted = Vec::new();
    references(&api, &mut wanted);
    assert!(wanted.len() > 20);
    for reference in wanted {
        let name = reference.strip_prefix("#/components/schemas/").expect("a type of this description");
        assert!(schemas.contains_key(name), "{name} is named and not described");
    }
    for name in ["ToServer", "ToClient", "Refusal", "Me", "NewTable", "State"] {
        assert!(schemas.contains_key(name), "{name}");
    }
    let page = browser.get("/api/docs").await.text().await.expect("text");
    assert!(!page.contains("<script>") && !page.contains("//cdn") && page.contains("/api/docs/docs.js"));
    for (path, kind) in [("/api/docs/docs.js", "text/javascript"), ("/api/docs/docs.css", "text/css")] {
        let answer = browser.get(path).await;
        assert!(answer.headers()[header::CONTENT_TYPE].to_str().expect("text").starts_with(kind));
    }
}

fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn health_and_readiness_are_told() {
    let server = TestServer::open().await;
    let browser = server.browser();
    assert_eq!(browser.get("/healthz").await.text().await.expect("text"), "alive\n");
    assert_eq!(browser.get("/readyz").await.text().await.expect("text"), "ready\n");
    server.running.app().store.close().await;
    assert_eq!(browser.get("/healthz").await.status(), StatusCode::OK);
    let answer = browser.get("/readyz").await;
    assert!(answer.headers().contains_key(header::RETRY_AFTER));
    let text = answer.body(StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(text["reason"]["key"], "unavailable");
    assert!(!text.to_string().contains("store"), "what the database said is not for everybody: {text}");
}

#[tokio::test]
async fn metrics_are_for_those_who_may_read_them() {
    let open = TestServer::open().await;
    assert_eq!(open.browser().get("/metrics").await.refused(StatusCode::NOT_FOUND).await, "missing");
    let server = TestServer::with(|given| given.metrics_token = Some("a token of sixteen".to_owned())).await;
    let browser = server.browser();
    browser.get("/api/me").await.body(StatusCode::OK).await;
    assert_eq!(browser.get("/metrics").await.refused(StatusCode::UNAUTHORIZED).await, "nobody");
    let wrong = browser.ask(Method::GET, "/metrics").bearer_auth("another token here").send().await.expect("an answer");
    assert_eq!(wrong.status(), StatusCode::UNAUTHORIZED);
    let right = browser.ask(Method::GET, "/metrics").bearer_auth("a token of sixteen").send().await.expect("an answer");
    let text = right.text().await.expect("text");
    let line = "quipu_requests_total{method=\"GET\",route=\"/api/me\",status=\"200\"} 1";
    assert!(text.contains(line), "{text}");
    for name in ["quipu_request_seconds_bucket", "quipu_sockets", "quipu_append_seconds", "quipu_bots_waiting"] {
        assert!(text.contains(name), "{name} is missing");
    }
}

#[tokio::test]
async fn metrics_can_have_an_address_of_their_own() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port");
    let server = TestServer::with(|given| given.metrics_listen = Some(free)).await;
    let ask = server.browser().client.get(format!("http://{free}/metrics"));
    assert!(ask.send().await.expect("an answer").text().await.expect("text").contains("quipu_sockets"));
    let other = server.browser().client.get(format!("http://{free}/api/me")).send().await.expect("an answer");
    assert_eq!(other.status(), StatusCode::NOT_FOUND);
    assert_eq!(server.browser().get("/metrics").await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_address_of_metrics_takes_few_connections() {
    use tokio::io::AsyncReadExt as _;
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port");
    let server = TestServer::with(|given| given.metrics_listen = Some(free)).await;
    let mut silent = Vec::new();
    for _ in 0..40 {
        silent.push(tokio::net::TcpStream::connect(free).await.expect("a connection"));
    }
    // Those beyond the limit are closed at once, the others wait for what they have to say.
    let mut open = 0;
    for stream in &mut silent {
        let read = tokio::time::timeout(std::time::Duration::from_millis(100), stream.read(&mut [0; 1])).await;
        open += usize::from(read.is_err());
    }
    assert_eq!(open, 16);
    drop(silent);
    let ask = || server.browser().client.get(format!("http://{free}/metrics")).send();
    let mut answered = false;
    for _ in 0..100 {
        answered = answered || ask().await.is_ok_and(|answer| answer.status() == StatusCode::OK);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(answered, "who has gone makes room");
}

#[tokio::test]
async fn large_answers_are_packed_for_who_can_unpack_them() {
    let server = TestServer::open().await;
    let ask = server.browser().ask(Method::GET, "/api/openapi.json").header("accept-encoding", "gzip");
    let answer = ask.send().await.expect("an answer");
    assert_eq!(answer.headers()[header::CONTENT_ENCODING], "gzip");
}

#[tokio::test]
async fn the_page_may_come_from_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    std::fs::create_dir(folder.path().join("assets")).expect("a folder");
    write("index.html", "<title>the page</title>");
    write("assets/a.js", "plain");
    write("assets/a.js.gz", "packed");
    let client = folder.path().to_owned();
    let server = TestServer::with(|given| given.client = Some(client)).await;
    let browser = server.browser();
    assert_eq!(browser.get("/t/000000000000").await.text().await.expect("text"), "<title>the page</title>");
    let plain = browser.get("/assets/a.js").await;
    assert_eq!(plain.headers()[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
    assert_eq!(plain.text().await.expect("text"), "plain");
    let packed = browser.send(browser.ask(Method::GET, "/assets/a.js").header(header::ACCEPT_ENCODING, "gzip")).await;
    assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
    assert_eq!(packed.text().await.expect("text"), "packed");
}

#[tokio::test]
async fn a_folder_without_a_page_is_refused() {
    let (data, client) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let given = Given {
        listen: Some(([127, 0, 0, 1], 0).into()),
        data: Some(data.path().to_owned()),
        client: Some(client.path().to_owned()),
        ..Given::default()
    };
    let why = server::start(Config::new(given).expect("good options")).await.err().expect("no server").to_string();
    assert!(why.contains("no index.html") && why.contains("web/dist"), "{why}");
}

#[tokio::test]
async fn pages_are_not_packed_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("assets")).expect("a folder");
    let script = "let a = 1;\n".repeat(10_000);
    for name in ["index.html", "assets/a.js"] {
        std::fs::write(folder.path().join(name), &script).expect("a file");
    }
    let client = folder.path().to_owned();
    let server = TestServer::with(|given| given.client = Some(client)).await;
    let browser = server.browser();
    for accepted in ["x-gzip", "gzip", "*", "gzip;q=0.5, *;q=0.1", "GZIP"] {
        let ask = |path: &str| browser.ask(Method::GET, path).header(header::ACCEPT_ENCODING, accepted);
        for path in ["/", "/t/000000000000", "/assets/a.js"] {
            let answer = browser.send(ask(path)).await;
            assert!(!answer.headers().contains_key(header::CONTENT_ENCODING), "{path} for {accepted}");
            assert_eq!(answer.text().await.expect("text").len(), script.len(), "{path} for {accepted}");
        }
    }
    let ask = browser.ask(Method::GET, "/api/openapi.json").header(header::ACCEPT_ENCODING, "x-gzip");
    assert_eq!(browser.send(ask).await.headers()[header::CONTENT_ENCODING], "gzip", "answers still are");
    let wrong = browser.send(browser.ask(Method::PUT, "/api/games")).await;
    assert_eq!(wrong.refused(StatusCode::METHOD_NOT_ALLOWED).await, "method");
}
