//! A server for a test, and browsers that talk to it.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, Once};

use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, header};
use serde_json::{Value, json};
use server::{Config, Given, Running};
use store::testing::Postgres;
use tempfile::TempDir;

/// A server with its own port and data folder.
pub(crate) struct TestServer {
    pub(crate) running: Running,
    pub(crate) url: String,
    folder: TempDir,
}

impl TestServer {
    pub(crate) async fn open() -> TestServer {
        TestServer::with(|_| ()).await
    }

    /// A server with other options than those for tests, which are generous.
    pub(crate) async fn with(change: impl FnOnce(&mut Given)) -> TestServer {
        static TLS: Once = Once::new();
        TLS.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
        let folder = tempfile::tempdir().expect("a folder");
        let mut given = Given {
            listen: Some(([127, 0, 0, 1], 0).into()),
            data: Some(folder.path().to_owned()),
            requests_per_second: Some(10_000),
            logins_per_minute: Some(10_000),
            messages_per_second: Some(10_000),
            guests_per_minute: Some(10_000),
            ..Given::default()
        };
        change(&mut given);
        let running = server::start(Config::new(given).expect("good options")).await.expect("a free port");
        let url = format!("http://{}", running.address);
        TestServer { running, url, folder }
    }

    /// Stops the server, and gives its folder.
    pub(crate) async fn stop(self) -> TempDir {
        self.running.stop().await;
        self.folder
    }

    /// A browser without cookies.
    pub(crate) fn browser(&self) -> Browser {
        let client = Client::builder().no_proxy().build().expect("a client");
        Browser { client, url: self.url.clone(), cookies: Arc::default() }
    }

    /// A browser of a guest, with the guest's number.
    pub(crate) async fn guest(&self) -> (Browser, String) {
        let browser = self.browser();
        let me = browser.get("/api/me").await.body(StatusCode::OK).await;
        (browser, text(&me["id"]))
    }

    /// A browser of an account, with its number and recovery code.
    pub(crate) async fn account(&self, name: &str, password: &str) -> (Browser, String, String) {
        let (browser, id) = self.guest().await;
        let new = json!({ "name": name, "password": password });
        let account = browser.post("/api/account", &new).await.body(StatusCode::OK).await;
        (browser, id, text(&account["recovery_code"]))
    }
}

/// A server on each database there is; the second half keeps PostgreSQL alive.
pub(crate) async fn servers() -> (Vec<TestServer>, Option<Postgres>) {
    let mut all = vec![TestServer::open().await];
    let postgres = Postgres::start();
    if let Some(postgres) = &postgres {
        all.push(on_postgres(postgres.database()).await);
    }
    (all, postgres)
}

/// A server on a database of PostgreSQL.
pub(crate) async fn on_postgres(database: String) -> TestServer {
    TestServer::with(|given| {
        given.database_url = Some(database);
        given.secret = Some("k".repeat(32));
    })
    .await
}

/// What the server logs.
#[derive(Clone, Default)]
pub(crate) struct Heard(Arc<Mutex<Vec<u8>>>);

impl io::Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panicked").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Heard {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("nobody panicked").clone()).expect("text")
    }
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}")).to_owned()
}

/// A browser, which says where its pages come from and keeps its cookies.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) client: Client,
    pub(crate) url: String,
    pub(crate) cookies: Arc<Mutex<BTreeMap<String, String>>>,
}

impl Browser {
    /// A request of the server's own page.
    pub(crate) fn ask(&self, method: Method, path: &str) -> RequestBuilder {
        self.ask_from_nowhere(method, path).header(header::ORIGIN, &self.url)
    }

    /// A request that does not say which page makes it.
    pub(crate) fn ask_from_nowhere(&self, method: Method, path: &str) -> RequestBuilder {
        let ask = self.client.request(method, format!("{}{path}", self.url));
        let cookies = self.cookies.lock().expect("nobody panicked");
        let pairs: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if pairs.is_empty() { ask } else { ask.header(header::COOKIE, pairs.join("; ")) }
    }

    /// Sends a request and keeps the cookies of its answer.
    pub(crate) async fn send(&self, ask: RequestBuilder) -> Response {
        let answer = ask.send().await.expect("an answer");
        let mut cookies = self.cookies.lock().expect("nobody panicked");
        for cookie in answer.headers().get_all(header::SET_COOKIE) {
            let cookie = cookie.to_str().expect("text");
            let (pair, attributes) = cookie.split_once(';').unwrap_or((cookie, ""));
            let (name, value) = pair.split_once('=').expect("a name and a value");
            if attributes.to_ascii_lowercase().contains("max-age=0") {
                cookies.remove(name);
            } else {
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        drop(cookies);
        answer
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.send(self.ask(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Response {
        self.send(self.ask(Method::POST, path).with(body)).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Response {
        self.send(self.ask(Method::PUT, path).with(body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Response {
        self.send(self.ask(Method::DELETE, path)).await
    }

    /// The number of whoever this browser is known as.
    pub(crate) async fn id(&self) -> String {
        text(&self.get("/api/me").await.body(StatusCode::OK).await["id"])
    }
}

/// A request with a body in JSON.
pub(crate) trait WithJson {
    fn with(self, body: &Value) -> Self;
}

impl WithJson for RequestBuilder {
    fn with(self, body: &Value) -> RequestBuilder {
        self.header(header::CONTENT_TYPE, "application/json").body(body.to_string())
    }
}

/// What tests want of an answer.
pub(crate) trait Answered {
    /// The body, if the status is right.
    async fn body(self, status: StatusCode) -> Value;
    /// The key of the refusal, if the status is right.
    async fn refused(self, status: StatusCode) -> String;
}

impl Answered for Response {
    async fn body(self, status: StatusCode) -> Value {
        let (found, body) = (self.status(), self.text().await.expect("a body"));
        assert_eq!(found, status, "{body}");
        serde_json::from_str(&body).unwrap_or_else(|error| panic!("{error}: {body}"))
    }

    async fn refused(self, status: StatusCode) -> String {
        let body = Answered::body(self, status).await;
        let refusal: protocol::Refusal = serde_json::from_value(body).expect("a refusal");
        assert!(!refusal.reason.text.is_empty());
        refusal.reason.key.expect("a key")
    }
}
