//! A server of one's own, and browsers that talk to it.

use std::sync::Once;

use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use server::{Config, Given, Running};
use tempfile::TempDir;

/// A server on a port of its own, with a folder of its own.
pub(crate) struct Desk {
    pub(crate) running: Running,
    pub(crate) url: String,
    _folder: TempDir,
}

impl Desk {
    pub(crate) async fn open() -> Desk {
        Desk::with(|_| ()).await
    }

    /// A server with other options than those for tests, which are generous.
    pub(crate) async fn with(change: impl FnOnce(&mut Given)) -> Desk {
        static TLS: Once = Once::new();
        TLS.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
        let folder = tempfile::tempdir().expect("a folder");
        let mut given = Given {
            listen: Some(([127, 0, 0, 1], 0).into()),
            data: Some(folder.path().to_owned()),
            requests_per_second: Some(10_000),
            logins_per_minute: Some(10_000),
            guests_per_minute: Some(10_000),
            ..Given::default()
        };
        change(&mut given);
        let running = server::start(Config::new(given).expect("good options")).await.expect("a free port");
        let url = format!("http://{}", running.address);
        Desk { running, url, _folder: folder }
    }

    /// A browser without cookies.
    pub(crate) fn browser(&self) -> Browser {
        let client = Client::builder().cookie_store(true).no_proxy().build().expect("a client");
        Browser { client, url: self.url.clone() }
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

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}")).to_owned()
}

/// A browser, which says where its pages come from.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) client: Client,
    pub(crate) url: String,
}

impl Browser {
    pub(crate) fn ask(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url)).header("origin", &self.url)
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.ask(Method::GET, path).send().await.expect("an answer")
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Response {
        self.ask(Method::POST, path).json(body).send().await.expect("an answer")
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Response {
        self.ask(Method::PUT, path).json(body).send().await.expect("an answer")
    }

    pub(crate) async fn delete(&self, path: &str) -> Response {
        self.ask(Method::DELETE, path).send().await.expect("an answer")
    }

    /// The number of whoever this browser is known as.
    pub(crate) async fn id(&self) -> String {
        text(&self.get("/api/me").await.body(StatusCode::OK).await["id"])
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
