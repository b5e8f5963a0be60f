//! Open sockets end with the login that opened them.

use std::time::Duration;

use load::{Got, Person, Socket};
use protocol::{SeatPlan, ToClient, ToServer};
use serde_json::json;
use server::admin::Admin;
use server::people::token;

use crate::test_server::{TestServer, new_table};

const SOON: Duration = Duration::from_secs(10);
const WORD: &str = "correct horse battery";

async fn opened(person: &Person) -> Socket {
    let mut socket = Socket::open(person).await.unwrap();
    assert!(matches!(socket.message_within(SOON).await.unwrap().0, ToClient::Welcome { .. }));
    socket
}

/// A server that lets everybody log in as often as they like.
async fn open() -> TestServer {
    TestServer::with(|given| given.logins_per_minute = Some(10_000)).await
}

/// The same person, as one of their browsers is known after a request that sets a cookie.
async fn with_new_cookie(person: &Person, path: &str, body: &serde_json::Value) -> (Person, serde_json::Value) {
    let answer = person.post(path, body).await.unwrap();
    let said = answer.json().unwrap();
    (Person { cookie: answer.cookie.expect("a cookie"), ..person.clone() }, said)
}

async fn account(server: &TestServer, name: &str) -> (Person, String) {
    let new = json!({ "name": name, "password": WORD });
    let (person, account) = with_new_cookie(&server.guest().await, "/api/account", &new).await;
    (person, account["recovery_code"].as_str().expect("a code").to_owned())
}

/// Another browser of an account.
async fn logged_in(server: &TestServer, name: &str) -> Person {
    let credentials = json!({ "name": name, "password": WORD });
    with_new_cookie(&Person::nobody(server.address), "/api/login", &credentials).await.0
}

async fn ends(socket: &mut Socket) {
    loop {
        match tokio::time::timeout(SOON, socket.next()).await.expect("the socket ends") {
            Got::Text(_) => {}
            Got::End(why) => return assert_eq!(why, Some((1008, "you are logged out".to_owned()))),
        }
    }
}

async fn lives(socket: &mut Socket) {
    socket.send(&ToServer::Ping).await.unwrap();
    assert_eq!(socket.message_within(SOON).await.expect("the socket lives").0, ToClient::Pong);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_logout_ends_the_sockets_of_that_login() {
    let server = open().await;
    let (ana, _) = account(&server, "Ana").await;
    let elsewhere = logged_in(&server, "Ana").await;
    let (mut here, mut here_too, mut there) = (opened(&ana).await, opened(&ana).await, opened(&elsewhere).await);
    let mut other = opened(&server.guest().await).await;
    assert_eq!(ana.post("/api/logout", &json!({})).await.unwrap().status, 204);
    ends(&mut here).await;
    ends(&mut here_too).await;
    lives(&mut there).await;
    let again = logged_in(&server, "Ana").await;
    let mut again_here = opened(&again).await;
    assert_eq!(again.post("/api/logout?everywhere=1", &json!({})).await.unwrap().status, 204);
    ends(&mut again_here).await;
    ends(&mut there).await;
    lives(&mut other).await;
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_and_a_recovery_end_all_sockets() {
    let server = open().await;
    let (ana, code) = account(&server, "Ana").await;
    let mut before = opened(&ana).await;
    let change = json!({ "old": WORD, "new": "another correct horse" });
    let (ana, _) = with_new_cookie(&ana, "/api/me/password", &change).await;
    ends(&mut before).await;
    let mut before = opened(&ana).await;
    let recovery = json!({ "name": "Ana", "code": code, "password": WORD });
    let (ana, _) = with_new_cookie(&Person::nobody(server.address), "/api/recover", &recovery).await;
    ends(&mut before).await;
    lives(&mut opened(&ana).await).await;
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_ends_all_sockets() {
    let server = open().await;
    let (ana, _) = account(&server, "Ana").await;
    let (mut own, mut other) = (opened(&ana).await, opened(&server.guest().await).await);
    // The host's command is another process with the same file, as far as the server can tell.
    let host = Admin::open(server::Config::clone(&server.running.app().config), "host").await.expect("the same store");
    host.ban(&ana.me.id, Some("shouting")).await.expect("a person");
    ends(&mut own).await;
    assert!(Socket::open(&ana).await.is_err(), "and no other is opened");
    lives(&mut other).await;
    host.close().await;
    server.running.stop().await;
}

/// A table with the maker and a program, the program's token, and its socket.
async fn table_with_program(server: &TestServer) -> (Person, String, String, Socket) {
    let mut table = new_table("inka");
    table.seats = vec![SeatPlan::Me, SeatPlan::Program { name: "robot".to_owned() }];
    let maker = server.guest().await;
    let made = maker.post("/api/tables", &serde_json::to_value(table).unwrap()).await.unwrap().json().unwrap();
    let token = made["tokens"][0]["token"].as_str().expect("a token").to_owned();
    let program = program_socket(server, &token).await;
    (maker, made["id"].as_str().expect("a table").to_owned(), token, program)
}

async fn program_socket(server: &TestServer, token: &str) -> Socket {
    let mut program = Socket::open_with_token(server.address, token).await.unwrap();
    assert!(matches!(program.message_within(SOON).await.unwrap().0, ToClient::Welcome { .. }));
    program
}

#[tokio::test(flavor = "multi_thread")]
async fn a_programs_socket_ends_with_its_token() {
    let server = open().await;
    let (_, _, token, mut program) = table_with_program(&server).await;
    assert!(server.running.app().store.delete_token(&token::hash(&token)).await.unwrap());
    ends(&mut program).await;
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_programs_socket_and_token_end_when_its_seat_is_freed() {
    let server = open().await;
    let (maker, table, _, mut program) = table_with_program(&server).await;
    let (_, _, _, mut other) = table_with_program(&server).await;
    let free = json!({ "id": "free", "do": "free", "seat": "B" });
    assert_eq!(maker.post(&format!("/api/tables/{table}/do"), &free).await.unwrap().status, 200);
    ends(&mut program).await;
    let kept = server.running.app().store.tokens_for(table.parse().unwrap()).await.unwrap();
    assert!(kept.is_empty(), "{kept:?}");
    lives(&mut other).await;
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_tokens_that_are_made_at_once_one_is_valid() {
    let server = open().await;
    let (maker, table, first, mut program) = table_with_program(&server).await;
    let ask = || {
        let (maker, path) = (maker.clone(), format!("/api/tables/{table}/token/B"));
        tokio::spawn(async move { maker.post(&path, &json!({})).await.unwrap().json().unwrap() })
    };
    let mut valid = Vec::new();
    for asked in std::iter::repeat_with(ask).take(10).collect::<Vec<_>>() {
        let token = asked.await.unwrap()["token"].as_str().expect("a token").to_owned();
        valid.push(token);
    }
    let store = &server.running.app().store;
    let kept = store.tokens_for(table.parse().unwrap()).await.unwrap();
    assert_eq!(kept.len(), 1, "{kept:?}");
    valid.retain(|token| token::hash(token) == kept[0].hash);
    assert!(valid.len() == 1 && valid[0] != first);
    ends(&mut program).await;
    lives(&mut program_socket(&server, &valid[0]).await).await;
    server.running.stop().await;
}
