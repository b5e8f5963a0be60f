//! Friends, blocks, mutes and invitations by name.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::matches::{act, get};
use crate::test_server::{Answered, Browser, TestServer, servers, text};

async fn tie(browser: &Browser, who: &str, bond: &str) -> Value {
    browser.put(&format!("/api/company/{who}/{bond}"), &json!({})).await.body(StatusCode::OK).await
}

async fn untie(browser: &Browser, who: &str, bond: &str) -> Value {
    browser.delete(&format!("/api/company/{who}/{bond}")).await.body(StatusCode::OK).await
}

fn names(people: &Value) -> Vec<String> {
    let name = |one: &Value| text(if one["who"].is_object() { &one["who"]["name"] } else { &one["name"] });
    people.as_array().expect("a list").iter().map(name).collect()
}

/// Two accounts that are friends, with their numbers.
async fn friends(server: &TestServer) -> [(Browser, String); 2] {
    let (ana, ana_id, _) = server.account("Ana", "correct horse").await;
    let (ben, ben_id, _) = server.account("Ben", "correct horse").await;
    tie(&ana, "Ben", "friend").await;
    tie(&ben, &ana_id, "friend").await;
    [(ana, ana_id), (ben, ben_id)]
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_are_found_by_name_or_link_and_both_agree() {
    let (servers, _postgres) = servers().await;
    for server in &servers {
        let (ana, ana_id, _) = server.account("Ana", "correct horse").await;
        let (ben, _, _) = server.account("Ben", "correct horse").await;
        let asked = tie(&ana, "ben", "friend").await;
        assert_eq!((names(&asked["asked"]), names(&asked["friends"])), (vec!["Ben".to_owned()], vec![]));
        assert_eq!(names(&get(&ben, "/api/company").await["asking"]), ["Ana"]);
        let agreed = tie(&ben, &ana_id, "friend").await;
        assert_eq!((names(&agreed["friends"]), names(&agreed["asking"])), (vec!["Ana".to_owned()], vec![]));
        assert_eq!(names(&get(&ana, "/api/me/export").await["company"]["friends"]), ["Ben"], "one's data hold it");
        assert_eq!(names(&untie(&ana, "Ben", "friend").await["friends"]), [""; 0]);
        assert_eq!(names(&get(&ben, "/api/company").await["friends"]), [""; 0], "it ends for both");

        let link = text(&get(&ana, "/api/company/link").await["link"]);
        let token = link.strip_prefix("/friends/").expect("the page of the link");
        assert_eq!(get(&server.browser(), &format!("/api/company/links/{token}")).await["name"], "Ana");
        let path = format!("/api/company/links/{token}");
        assert_eq!(names(&ben.post(&path, &json!({})).await.body(StatusCode::OK).await["friends"]), ["Ana"]);
        assert_eq!(names(&get(&ana, "/api/company").await["friends"]), ["Ben"], "who makes a link has agreed");
        let forged = format!("/api/company/links/{}x", token.split_once('.').expect("a number").0);
        assert_eq!(ben.post(&forged, &json!({})).await.status(), StatusCode::NOT_FOUND);

        let (guest, _) = server.guest().await;
        let account_needed = |answer: reqwest::Response| answer.refused(StatusCode::FORBIDDEN);
        assert_eq!(account_needed(guest.put("/api/company/Ana/friend", &json!({})).await).await, "account_needed");
        assert_eq!(account_needed(guest.get("/api/company/link").await).await, "account_needed");
        for (who, bond, status) in [
            ("Nobody", "friend", StatusCode::NOT_FOUND),
            ("Ana", "friend", StatusCode::CONFLICT),
            ("Ben", "enemy", StatusCode::BAD_REQUEST),
        ] {
            assert_eq!(
                ana.put(&format!("/api/company/{who}/{bond}"), &json!({})).await.status(),
                status,
                "{who} {bond}"
            );
        }
        assert_eq!(ben.delete("/api/me").await.status(), StatusCode::NO_CONTENT);
        assert_eq!(get(&ana, "/api/company").await["friends"], json!([]), "who is deleted is nobody's friend");

        let off = TestServer::with(|given| given.friends = Some(false)).await;
        let (eva, _, _) = off.account("Eva", "correct horse").await;
        let (_, fay, _) = off.account("Fay", "correct horse").await;
        let refused = eva.put(&format!("/api/company/{fay}/friend"), &json!({})).await;
        assert_eq!(refused.refused(StatusCode::FORBIDDEN).await, "no_friends");
        assert_eq!(get(&eva, "/api/club").await["friends"], false);
        assert_eq!(names(&tie(&eva, &fay, "block").await["blocked"]), ["Fay"], "a block needs no friends");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_see_who_is_here_if_they_allow_it() {
    let server = TestServer::open().await;
    let [(ana, _), (ben, _)] = friends(&server).await;
    let seen = async || get(&ana, "/api/company").await["friends"][0].clone();
    assert_eq!(seen().await["online"], false, "who has not said so is not seen");
    let choose = async |online: bool| {
        let choice = json!({ "page": true, "ratings": true, "matches": true, "online": online });
        ben.put("/api/me/settings", &json!({ "profile": choice })).await.body(StatusCode::OK).await;
    };
    choose(true).await;
    assert_eq!((&seen().await["online"], &seen().await["table"]), (&json!(true), &Value::Null));
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let new = |public: bool| json!({ "game": "inka", "public": public, "seats": seats });
    ben.post("/api/tables", &new(false)).await.body(StatusCode::CREATED).await;
    assert!(seen().await["table"].is_null(), "a private table is nobody's business");
    let made = ben.post("/api/tables", &new(true)).await.body(StatusCode::CREATED).await;
    assert_eq!(seen().await["table"], json!({ "id": made["id"], "game": "inka", "waits": true }));
    choose(false).await;
    assert_eq!((&seen().await["online"], &seen().await["table"]), (&json!(false), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_is_invited_to_a_seat_and_nobody_else_can_take_it() {
    let server = TestServer::open().await;
    let [(ana, _), (ben, ben_id)] = friends(&server).await;
    let (eva, eva_id, _) = server.account("Eva", "correct horse").await;
    let new = json!({ "game": "inka", "seats": [{ "kind": "me" }, { "kind": "invited" }] });
    let table = text(&ana.post("/api/tables", &new).await.body(StatusCode::CREATED).await["id"]);
    let invite = format!("/api/tables/{table}/invite");
    let to = |person: &str, seat: &str| json!({ "person": person, "seat": seat });
    assert_eq!(ana.post(&invite, &to(&ben_id, "B")).await.status(), StatusCode::NO_CONTENT);
    let invited = get(&ben, "/api/company").await["invitations"][0].clone();
    assert_eq!((&invited["table"], &invited["from"]["name"]), (&json!(table), &json!("Ana")));
    let link = text(&invited["link"]);
    let token = link.split_once("invitation=").expect("a token").1;
    let sit = json!({ "id": "sit", "do": "sit", "seat": "B", "invitation": token });
    let path = format!("/api/tables/{table}/do");
    assert_eq!(eva.post(&path, &sit).await.refused(StatusCode::FORBIDDEN).await, "invitation", "it is Ben's");
    let url = text(&ben.get("/api/me/feed").await.body(StatusCode::OK).await["url"]);
    let feed = url.rsplit_once("/feed/").expect("an address").1;
    let news = server.browser().get(&format!("/feed/{feed}")).await.text().await.expect("a feed");
    assert!(news.contains("Ana invites you to a table of Inka"), "{news}");
    for (browser, body, status) in [
        (&ana, to(&eva_id, "B"), StatusCode::FORBIDDEN),
        (&ben, to(&ben_id, "B"), StatusCode::FORBIDDEN),
        (&ana, to(&ben_id, "A"), StatusCode::CONFLICT),
        (&ana, to("Nobody", "B"), StatusCode::NOT_FOUND),
    ] {
        assert_eq!(browser.post(&invite, &body).await.status(), status, "{body}");
    }
    ben.post(&path, &sit).await.body(StatusCode::OK).await;
    assert_eq!(get(&ben, "/api/company").await["invitations"], json!([]), "who sits there has followed it");
    let taken = ana.post(&invite, &to(&ben_id, "B")).await;
    assert_eq!(taken.refused(StatusCode::CONFLICT).await, "seat-taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_blocked_cannot_sit_talk_or_ask() {
    let server = TestServer::open().await;
    let [(ana, _), (ben, ben_id)] = friends(&server).await;
    let (eva, _) = server.guest().await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }]);
    let new = json!({ "game": "inka", "public": true, "seats": seats });
    let table = text(&eva.post("/api/tables", &new).await.body(StatusCode::CREATED).await["id"]);
    act(&ana, &table, "sit").await;
    assert_eq!(names(&tie(&ana, &ben_id, "block").await["blocked"]), ["Ben"]);
    assert_eq!(get(&ana, "/api/company").await["friends"], json!([]), "a block ends friendship");
    let path = format!("/api/tables/{table}/do");
    let sit = json!({ "id": "sit", "do": "sit" });
    let chat = json!({ "id": "chat", "do": "chat", "text": "hello" });
    for what in [&sit, &chat] {
        assert_eq!(ben.post(&path, what).await.refused(StatusCode::FORBIDDEN).await, "not_welcome");
    }
    let asked = tie(&ben, "Ana", "friend").await;
    assert_eq!(names(&asked["asked"]), ["Ana"], "who is blocked is not told");
    assert_eq!(get(&ana, "/api/company").await["asking"], json!([]));
    untie(&ana, "Ben", "block").await;
    assert_eq!(names(&get(&ana, "/api/company").await["asking"]), ["Ben"]);
    let muted = tie(&ana, "Ben", "mute").await;
    assert_eq!(names(&muted["muted"]), ["Ben"]);
    ben.post(&path, &chat).await.body(StatusCode::OK).await;
    ben.post(&path, &sit).await.body(StatusCode::OK).await;
    assert_eq!(untie(&ana, "Ben", "mute").await["muted"], json!([]));
}
