//! A person with a cookie, who uses HTTP.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use anyhow::{Context, Result, bail, ensure};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use protocol::{Me, NewTable};
use serde_json::Value as Json;
use tokio::net::{TcpSocket, TcpStream};

/// A person whom the server knows by cookie.
#[derive(Clone, Debug)]
pub struct Person {
    /// Where the server listens.
    pub server: SocketAddr,
    /// The loopback address that they connect from.
    pub from: IpAddr,
    /// The cookie, as it is sent.
    pub cookie: String,
    /// Who they are.
    pub me: Me,
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct HttpAnswer {
    /// The status.
    pub status: u16,
    /// The cookie that it sets.
    pub cookie: Option<String>,
    /// The body.
    pub text: String,
}

impl HttpAnswer {
    /// The body as JSON, if the status is good.
    pub fn json(&self) -> Result<Json> {
        ensure!(self.status < 300, "the server answers {}: {}", self.status, self.text);
        serde_json::from_str(&self.text).with_context(|| format!("no JSON: {}", self.text))
    }
}

/// Connects to a server on loopback, from an address of loopback.
pub(crate) async fn connect(server: SocketAddr, from: IpAddr) -> Result<TcpStream> {
    ensure!(server.ip().is_loopback() && from.is_loopback(), "{server} is not on this machine; only loopback is");
    let socket = TcpSocket::new_v4()?;
    if from != IpAddr::V4(Ipv4Addr::LOCALHOST) {
        socket.bind(SocketAddr::new(from, 0))?;
    }
    let stream = socket.connect(server).await.with_context(|| format!("nobody listens at {server}"))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Sends one request over a new connection.
async fn ask(
    server: SocketAddr,
    from: IpAddr,
    cookie: &str,
    way: Method,
    path: &str,
    body: String,
) -> Result<HttpAnswer> {
    let stream = connect(server, from).await?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    let carried = tokio::spawn(connection);
    let mut request = Request::builder().method(way).uri(path).header(HOST, server.to_string());
    if !cookie.is_empty() {
        request = request.header(COOKIE, cookie);
    }
    if !body.is_empty() {
        request = request.header(CONTENT_TYPE, "application/json");
    }
    let response = sender.send_request(request.body(Full::new(Bytes::from(body)))?).await?;
    let status = response.status().as_u16();
    // The one by which the server knows people, not the one by which it knows browsers.
    let cookies = response.headers().get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
    let cookie = cookies.filter_map(|text| text.split(';').next()).find(|pair| pair.starts_with("quipu="));
    let cookie = cookie.map(str::to_owned);
    let text = String::from_utf8(response.into_body().collect().await?.to_bytes().to_vec())?;
    drop(sender);
    carried.abort();
    Ok(HttpAnswer { status, cookie, text })
}

impl Person {
    /// A new guest.
    pub async fn guest(server: SocketAddr) -> Result<Person> {
        Person::guest_from(server, IpAddr::V4(Ipv4Addr::LOCALHOST)).await
    }

    /// A new guest who connects from a given loopback address.
    pub async fn guest_from(server: SocketAddr, from: IpAddr) -> Result<Person> {
        let answer = ask(server, from, "", Method::GET, "/api/me", String::new()).await?;
        let me = serde_json::from_value(answer.json()?)?;
        let Some(cookie) = answer.cookie else { bail!("a guest gets a cookie, and none came") };
        Ok(Person { server, from, cookie, me })
    }

    /// Somebody without a cookie.
    pub fn nobody(server: SocketAddr) -> Person {
        let me = Me { id: String::new(), name: String::new(), guest: true, muted_until: None, host: false };
        Person { server, from: IpAddr::V4(Ipv4Addr::LOCALHOST), cookie: String::new(), me }
    }

    /// Sends a GET request.
    pub async fn get(&self, path: &str) -> Result<HttpAnswer> {
        ask(self.server, self.from, &self.cookie, Method::GET, path, String::new()).await
    }

    /// Sends a POST request.
    pub async fn post(&self, path: &str, body: &Json) -> Result<HttpAnswer> {
        ask(self.server, self.from, &self.cookie, Method::POST, path, body.to_string()).await
    }

    /// Sends a PUT request.
    pub async fn put(&self, path: &str, body: &Json) -> Result<HttpAnswer> {
        ask(self.server, self.from, &self.cookie, Method::PUT, path, body.to_string()).await
    }

    /// Makes a table, and returns its id.
    pub async fn make(&self, table: &NewTable) -> Result<String> {
        let made = self.post("/api/tables", &serde_json::to_value(table)?).await?.json()?;
        made["id"].as_str().map(str::to_owned).context("a table that is made has a number")
    }

    /// The record of a table, as this person may read it.
    pub async fn record(&self, table: &str) -> Result<String> {
        let answer = self.get(&format!("/api/tables/{table}/record")).await?;
        ensure!(answer.status == 200, "the record of {table}: {} {}", answer.status, answer.text);
        Ok(answer.text)
    }
}
