//! Whose seat is whose: tokens of programs, invitations, rematches.

use std::time::Duration;

use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::test_server::{Answered, Browser, TestServer, WithJson, text};

async fn made(browser: &Browser, new: Value) -> (String, Value) {
    let made = browser.post("/api/tables", &new).await.body(StatusCode::CREATED).await;
    (text(&made["id"]), made["tokens"].clone())
}

async fn act(browser: &Browser, table: &str, id: &str, mut what: Value) -> Response {
    what["id"] = json!(id);
    browser.post(&format!("/api/tables/{table}/do"), &what).await
}

async fn state(browser: &Browser, table: &str) -> Value {
    browser.get(&format!("/api/tables/{table}")).await.body(StatusCode::OK).await
}

/// A request of a program.
async fn program(server: &TestServer, token: &Value, path: &str, body: Option<Value>) -> Response {
    let method = if body.is_some() { Method::POST } else { Method::GET };
    let ask = server.browser().ask(method, &format!("/api/tables/{path}")).bearer_auth(text(token));
    body.iter().fold(ask, WithJson::with).send().await.expect("an answer")
}

/// The letter of the program's seat, as the table shows it to everybody.
fn seat_of_program(state: &Value) -> &str {
    let seats = state["table"]["seats"].as_array().expect("seats");
    let seat = seats.iter().find(|seat| seat["sitter"]["kind"] == "program").expect("a program");
    seat["seat"].as_str().expect("a letter")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_ends_when_the_programs_seat_is_freed() {
    let server = TestServer::open().await;
    let ((ana, _), (bo, bo_id)) = (server.guest().await, server.guest().await);
    let new = json!({ "game": "thebes", "seats": [{ "kind": "me" }, { "kind": "program", "name": "Robo" }] });
    let (table, tokens) = made(&ana, new).await;
    let token = &tokens[0]["token"];
    program(&server, token, &format!("{table}/position"), None).await.body(StatusCode::OK).await;
    act(&ana, &table, "free", json!({ "do": "free", "seat": "B" })).await.body(StatusCode::OK).await;
    act(&bo, &table, "sit", json!({ "do": "sit", "seat": "B" })).await.body(StatusCode::OK).await;
    act(&ana, &table, "start", json!({ "do": "start" })).await.body(StatusCode::OK).await;
    assert_eq!(text(&state(&ana, &table).await["table"]["seats"][1]["sitter"]["id"]), bo_id);
    let refused = program(&server, token, &format!("{table}/position"), None).await;
    assert_eq!(refused.refused(StatusCode::UNAUTHORIZED).await, "nobody", "it would see with Bo's eyes");
    let word = json!({ "id": "1", "seen": 4, "word": "pass" });
    let refused = program(&server, token, &format!("{table}/play"), Some(word)).await;
    assert_eq!(refused.refused(StatusCode::UNAUTHORIZED).await, "nobody", "it would play for Bo");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_goes_with_its_program_when_seats_are_shuffled_or_fall_away() {
    let server = TestServer::with(|given| given.tables_per_guest = Some(100)).await;
    let (ana, _) = server.guest().await;
    let robo = json!({ "kind": "program", "name": "Robo" });
    let mut moved = 0;
    for round in 0..13 {
        let new = if round == 0 {
            json!({ "game": "tikal", "seats": [{ "kind": "open" }, { "kind": "me" }, robo] })
        } else {
            json!({ "game": "tikal", "seats": [{ "kind": "me" }, robo], "shuffle_seats": true })
        };
        let (table, tokens) = made(&ana, new).await;
        act(&ana, &table, "start", json!({ "do": "start" })).await.body(StatusCode::OK).await;
        let shown = state(&ana, &table).await;
        moved += usize::from(seat_of_program(&shown) != text(&tokens[0]["seat"]));
        let position = program(&server, &tokens[0]["token"], &format!("{table}/position"), None).await;
        assert_eq!(position.body(StatusCode::OK).await["eyes"], seat_of_program(&shown));
        let eyes = text(&shown["game"]["yours"][0]);
        let others = program(&server, &tokens[0]["token"], &format!("{table}/position?eyes={eyes}"), None).await;
        assert_eq!(others.refused(StatusCode::FORBIDDEN).await, "not_yours");
    }
    assert!(moved >= 2, "{moved} of 13 moved");
}

/// Ana, her program and Bo, who have called their match off and whose rematch Bo has asked for.
async fn rematch(server: &TestServer) -> ([Browser; 2], [String; 2], Value) {
    let ((ana, _), (bo, _)) = (server.guest().await, server.guest().await);
    let robo = json!({ "kind": "program", "name": "Robo" });
    let new = json!({ "game": "tikal", "seats": [{ "kind": "me" }, { "kind": "open" }, robo] });
    let (table, tokens) = made(&ana, new).await;
    act(&bo, &table, "sit", json!({ "do": "sit" })).await.body(StatusCode::OK).await;
    act(&ana, &table, "start", json!({ "do": "start" })).await.body(StatusCode::OK).await;
    let call_off = json!({ "do": "propose", "about": { "kind": "call_off" } });
    let asked = act(&ana, &table, "off", call_off).await.body(StatusCode::OK).await;
    let yes = json!({ "do": "vote", "number": asked["version"], "yes": true });
    act(&bo, &table, "yes", yes).await.body(StatusCode::OK).await;
    let done = act(&bo, &table, "again", json!({ "do": "rematch" })).await.body(StatusCode::OK).await;
    ([ana, bo], [table, text(&done["rematch"])], tokens[0]["token"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn at_a_rematch_the_programs_owner_gets_its_new_token() {
    let server = TestServer::open().await;
    let ([ana, bo], [before, table], old) = rematch(&server).await;
    let position = program(&server, &old, &format!("{before}/position"), None).await.body(StatusCode::OK).await;
    assert_eq!(text(&position["rematch"]), table, "the program learns where it goes on");
    let shown = state(&ana, &table).await;
    let seat = seat_of_program(&shown).to_owned();
    let path = format!("/api/tables/{table}/token/{seat}");
    assert_eq!(bo.post(&path, &json!({})).await.refused(StatusCode::FORBIDDEN).await, "not-your-program");
    let first = ana.post(&path, &json!({})).await.body(StatusCode::OK).await;
    let token = ana.post(&path, &json!({})).await.body(StatusCode::OK).await;
    let here = format!("{table}/position");
    program(&server, &token["token"], &here, None).await.body(StatusCode::OK).await;
    let replaced = program(&server, &first["token"], &here, None).await;
    assert_eq!(replaced.refused(StatusCode::UNAUTHORIZED).await, "nobody", "only the last token is valid");
    assert_eq!(program(&server, &old, &here, None).await.refused(StatusCode::FORBIDDEN).await, "not_yours");
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_of_a_rematch_are_kept_for_those_who_played() {
    let server = TestServer::open().await;
    let ([ana, bo], [_, table], _) = rematch(&server).await;
    let (cid, _) = server.guest().await;
    let (shown, id) = (state(&ana, &table).await, ana.id().await);
    let kept = shown["table"]["seats"].as_array().expect("seats").iter();
    let kept = kept.filter(|seat| seat["sitter"]["id"] == json!(id));
    let kept: Vec<String> = kept.map(|seat| text(&seat["seat"])).collect();
    let [seat] = &kept[..] else { panic!("one seat is Ana's: {shown}") };
    let sit = json!({ "do": "sit" });
    assert_eq!(act(&cid, &table, "1", sit.clone()).await.refused(StatusCode::CONFLICT).await, "table-full");
    let there = json!({ "do": "sit", "seat": seat });
    assert_eq!(act(&cid, &table, "2", there).await.refused(StatusCode::CONFLICT).await, "seat-taken");
    act(&ana, &table, "3", sit.clone()).await.body(StatusCode::OK).await;
    let shown = state(&ana, &table).await;
    let sitter = shown["table"]["seats"].as_array().expect("seats").iter().find(|one| one["seat"] == json!(seat));
    assert_eq!(sitter.expect("the seat")["sitter"]["kind"], "person");
    act(&bo, &table, "4", json!({ "do": "start" })).await.body(StatusCode::OK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invited_seat_is_for_its_invitation() {
    let server = TestServer::open().await;
    let ((ana, _), (bo, _), (cid, _)) = (server.guest().await, server.guest().await, server.guest().await);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "invited" }]);
    let new = json!({ "game": "tikal", "seats": seats });
    let made = ana.post("/api/tables", &new).await.body(StatusCode::CREATED).await;
    let table = text(&made["id"]);
    act(&bo, &table, "1", json!({ "do": "sit" })).await.body(StatusCode::OK).await;
    let device = json!({ "do": "sit_device", "seat": "C", "name": "Bea" });
    assert_eq!(act(&bo, &table, "2", device).await.refused(StatusCode::FORBIDDEN).await, "seat-kept");
    let link = text(&made["invitations"][0]["link"]);
    let invitation = link.split("invitation=").nth(1).expect("an invitation");
    let sit = json!({ "do": "sit", "seat": "C", "invitation": invitation });
    act(&cid, &table, "3", sit).await.body(StatusCode::OK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_is_asked_before_a_draw_is_taken_back() {
    let server = TestServer::open().await;
    let (ana, _) = server.guest().await;
    let new = json!({ "game": "tikal", "seats": [{ "kind": "me" }, { "kind": "program", "name": "Robo" }] });
    let (table, tokens) = made(&ana, new).await;
    let token = &tokens[0]["token"];
    act(&ana, &table, "start", json!({ "do": "start" })).await.body(StatusCode::OK).await;
    let path = |rest: &str| format!("/api/tables/{table}{rest}");
    let asks = |shown: &Value| shown["game"]["undo"]["ask"].as_u64();
    let mut shown = state(&ana, &table).await;
    for turn in 0..60 {
        if asks(&shown).is_some() {
            break;
        }
        let id = format!("w{turn}");
        let own = ana.get(&path("/position?eyes=A")).await.body(StatusCode::OK).await;
        let robo = program(&server, token, &format!("{table}/position"), None).await.body(StatusCode::OK).await;
        let [seat, seen] = if own["to_act"]["seat"] == "A" { ["A", "own"] } else { ["B", "robo"] };
        let position = if seen == "own" { &own } else { &robo };
        let word = json!({ "id": id, "seen": position["version"], "word": position["legal"][0], "seat": seat });
        let played = if seat == "A" {
            ana.post(&path("/play"), &word).await
        } else {
            program(&server, token, &format!("{table}/play"), Some(word)).await
        };
        played.body(StatusCode::OK).await;
        shown = state(&ana, &table).await;
    }
    let to = asks(&shown).expect("a draw since Ana's last decision");
    let undo = json!({ "do": "undo", "seen": shown["version"], "seat": "A", "to": to });
    act(&ana, &table, "undo", undo).await.body(StatusCode::OK).await;
    let position = program(&server, token, &format!("{table}/position"), None).await.body(StatusCode::OK).await;
    assert_eq!(state(&ana, &table).await["game"]["step"], shown["game"]["step"], "nothing is taken back unasked");
    assert_eq!(position["votes"][0]["asked"], json!(["B"]), "{position}");
    let yes = json!({ "id": "yes", "do": "vote", "number": position["votes"][0]["number"], "yes": true });
    program(&server, token, &format!("{table}/do"), Some(yes)).await.body(StatusCode::OK).await;
    assert_eq!(state(&ana, &table).await["game"]["step"].as_u64(), Some(to));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_of_a_banned_maker_plays_no_more() {
    let server = TestServer::open().await;
    let ((ana, id), (bo, _)) = (server.guest().await, server.guest().await);
    let robo = json!({ "kind": "program", "name": "Robo" });
    let (table, tokens) = made(&ana, json!({ "game": "tikal", "seats": [robo, { "kind": "open" }] })).await;
    let token = &tokens[0]["token"];
    act(&bo, &table, "sit", json!({ "do": "sit" })).await.body(StatusCode::OK).await;
    act(&ana, &table, "start", json!({ "do": "start" })).await.body(StatusCode::OK).await;
    program(&server, token, &format!("{table}/position"), None).await.body(StatusCode::OK).await;
    let store = &server.running.app().store;
    store.ban(id.parse().expect("a number"), Some("for a reason")).await.expect("the store");
    // It is noticed within seconds.
    tokio::time::sleep(Duration::from_secs(6)).await;
    let refused = program(&server, token, &format!("{table}/position"), None).await;
    assert_eq!(refused.refused(StatusCode::FORBIDDEN).await, "banned");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_has_one_invitation_however_often_it_is_asked_for() {
    let server = TestServer::open().await;
    let ((ana, _), (bo, _)) = (server.guest().await, server.guest().await);
    let new = json!({ "game": "tikal", "seats": [{ "kind": "me" }, { "kind": "invited" }, { "kind": "invited" }] });
    let made = ana.post("/api/tables", &new).await.body(StatusCode::CREATED).await;
    let table = text(&made["id"]);
    let link = async |seat: &str| {
        let path = format!("/api/tables/{table}/invitation/{seat}");
        text(&ana.get(&path).await.body(StatusCode::OK).await["link"])
    };
    let first = text(&made["invitations"][0]["link"]);
    for _ in 0..20 {
        assert_eq!(link("B").await, first);
    }
    let kept = server.running.app().store.tokens_for(table.parse().expect("a table")).await.expect("the store");
    assert!(kept.is_empty(), "nothing is stored: {kept:?}");
    let other = link("C").await;
    let proof = |link: &str| link.split("invitation=").nth(1).expect("an invitation").to_owned();
    assert_ne!(proof(&other), proof(&first));
    let sit = |proof: &str| json!({ "do": "sit", "seat": "B", "invitation": proof });
    for wrong in [proof(&other), String::new(), "x".repeat(43)] {
        let refused = act(&bo, &table, &format!("{wrong}-"), sit(&wrong)).await;
        assert_eq!(refused.refused(StatusCode::FORBIDDEN).await, "invitation", "{wrong}");
    }
    act(&bo, &table, "sit", sit(&proof(&first))).await.body(StatusCode::OK).await;
}
