//! The host's page: who may use it, what is told there, what is done there, and that all of it is noted.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::admin::Admin;
use store::testing::Postgres;
use store::{NewFlag, NewReport, PersonId, TableId};

use crate::matches::{get, rated, table_of};
use crate::notifications::until;
use crate::test_server::{Answered, Browser, TestServer, WithJson as _, on_postgres, servers, text};

const WORD: &str = "correct horse";

/// Everything that a host may ask for, with a body where it needs one.
const ALL: [(&str, &str, Option<&str>); 18] = [
    ("GET", "/api/host", None),
    ("GET", "/api/host/people", None),
    ("GET", "/api/host/people/WHO", None),
    ("DELETE", "/api/host/people/WHO", None),
    ("PUT", "/api/host/people/WHO/ban", Some(r#"{ "why": "shouting" }"#)),
    ("DELETE", "/api/host/people/WHO/ban", None),
    ("PUT", "/api/host/people/WHO/mute", Some(r#"{ "hours": 2 }"#)),
    ("DELETE", "/api/host/people/WHO/mute", None),
    ("POST", "/api/host/people/WHO/reset", None),
    ("GET", "/api/host/tables", None),
    ("DELETE", "/api/host/tables/000000000000", None),
    ("POST", "/api/host/tables/000000000000/close", Some(r#"{ "why": "empty" }"#)),
    ("GET", "/api/host/reports", None),
    ("POST", "/api/host/reports/000000000000/handle", None),
    ("GET", "/api/host/flags", None),
    ("POST", "/api/host/flags/000000000000/handle", None),
    ("POST", "/api/host/ratings/recompute", None),
    ("GET", "/api/host/audit", None),
];

/// A browser of an account that is a host, with its id.
async fn host(server: &TestServer, name: &str) -> (Browser, String) {
    let (browser, id, _) = server.account(name, WORD).await;
    server.running.app().store.set_host(person(&id), true).await.expect("an account");
    (browser, id)
}

fn person(id: &str) -> PersonId {
    id.parse().expect("an id")
}

async fn send(browser: &Browser, (method, path, body): (&str, &str, Option<&str>), who: &str) -> reqwest::Response {
    let ask = browser.ask(Method::from_bytes(method.as_bytes()).expect("a method"), &path.replace("WHO", who));
    browser.send(if let Some(body) = body { ask.with(&serde_json::from_str(body).expect("JSON")) } else { ask }).await
}

/// What was done, the newest first: what, to whom, by whom, why.
async fn audit(host: &Browser) -> Vec<[String; 4]> {
    let all = get(host, "/api/host/audit").await;
    let name = |one: &Value| one["name"].as_str().or(one["id"].as_str()).unwrap_or_default().to_owned();
    let line = |one: &Value| [text(&one["what"]), name(&one["person"]), name(&one["host"]), text(&one["why"])];
    all["audits"].as_array().expect("a list").iter().map(line).collect()
}

fn lines<const N: usize>(all: [[&str; 4]; N]) -> Vec<[String; 4]> {
    all.iter().map(|line| line.map(str::to_owned)).collect()
}

fn counted(all: &Value, what: &str) -> u64 {
    let all = all.as_array().expect("a list");
    all.iter().find(|one| one["what"] == what).and_then(|one| one["count"].as_u64()).expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_alone_are_answered_and_only_as_long_as_they_are_hosts() {
    let (servers, _postgres) = servers().await;
    for server in &servers {
        let (nobody, (guest, guest_id), (account, _, _)) =
            (server.browser(), server.guest().await, server.account("Ben", WORD).await);
        let (ana, id) = host(server, "Ana").await;
        assert_eq!(get(&ana, "/api/me").await["host"], true);
        assert_eq!(get(&account, "/api/me").await["host"], Value::Null);
        for one in ALL {
            assert_eq!(
                send(&nobody, one, &guest_id).await.refused(StatusCode::UNAUTHORIZED).await,
                "nobody",
                "{one:?}"
            );
            for other in [&guest, &account] {
                let refused = send(other, one, &guest_id).await.refused(StatusCode::FORBIDDEN).await;
                assert_eq!(refused, "not_a_host", "{one:?}");
            }
        }
        // A page of another site cannot use a host's cookie.
        let elsewhere = ana.ask_from_nowhere(Method::DELETE, &format!("/api/host/people/{guest_id}"));
        let refused = ana.send(elsewhere.header("origin", "https://evil.example")).await;
        assert_eq!(refused.refused(StatusCode::FORBIDDEN).await, "origin");
        assert_eq!(ana.get("/api/host").await.status(), StatusCode::OK);
        server.running.app().store.set_host(person(&id), false).await.expect("an account");
        for one in ALL {
            assert_eq!(send(&ana, one, &guest_id).await.refused(StatusCode::FORBIDDEN).await, "not_a_host", "{one:?}");
        }
        assert!(server.running.app().store.audits(None, 9).await.expect("the log").is_empty(), "nothing was done");
        let guest = server.running.app().store.set_host(person(&guest_id), true).await;
        assert_eq!(guest, Err(store::Error::Nothing("person")), "a guest is no host");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_found_and_dealt_with_and_all_is_noted() {
    let (servers, _postgres) = servers().await;
    for server in &servers {
        let (ana, _) = host(server, "Ana").await;
        let (ben, ben_id, _) = server.account("Ben", WORD).await;
        let (guest, guest_id) = server.guest().await;
        let found = async |query: &str| -> Vec<String> {
            let all = get(&ana, &format!("/api/host/people{query}")).await;
            all["people"].as_array().expect("a list").iter().map(|one| text(&one["id"])).collect()
        };
        assert_eq!(found("").await.len(), 3);
        assert_eq!(found("").await[0], guest_id, "the newest first");
        assert_eq!(found("?named=be").await, [ben_id.as_str()]);
        assert_eq!(found(&format!("?named={guest_id}")).await, [guest_id.as_str()]);
        assert_eq!(found("?only=accounts").await.len(), 2);
        assert_eq!(found("?only=hosts").await.len(), 1);
        assert_eq!(found("?named=be&only=hosts").await.len() + found("?named=%25").await.len(), 0);

        let ban = json!({ "why": "  shouting " });
        let banned = ana.put(&format!("/api/host/people/{ben_id}/ban"), &ban).await.body(StatusCode::OK).await;
        assert_eq!((&banned["banned"], &banned["name"]), (&json!("shouting"), &json!("Ben")));
        assert_eq!(ben.get("/api/me").await.refused(StatusCode::FORBIDDEN).await, "banned");
        assert_eq!(found("?only=banned").await, [ben_id.as_str()]);
        ana.delete(&format!("/api/host/people/{ben_id}/ban")).await.body(StatusCode::OK).await;
        let mute = json!({ "hours": 2 });
        let muted = ana.put(&format!("/api/host/people/{guest_id}/mute"), &mute).await.body(StatusCode::OK).await;
        assert!(muted["muted_until"].is_i64());
        assert!(get(&guest, "/api/me").await["muted_until"].is_i64());
        ana.delete(&format!("/api/host/people/{guest_id}/mute")).await.body(StatusCode::OK).await;
        let reset = ana.post(&format!("/api/host/people/{ben_id}/reset"), &json!({})).await;
        let code = text(&reset.body(StatusCode::OK).await["recovery_code"]);
        let recovery = json!({ "name": "Ben", "code": code, "password": "another horse" });
        server.browser().post("/api/recover", &recovery).await.body(StatusCode::OK).await;
        let refused = ana.post(&format!("/api/host/people/{guest_id}/reset"), &json!({})).await;
        assert_eq!(refused.refused(StatusCode::CONFLICT).await, "guest_password");
        assert_eq!(ana.delete(&format!("/api/host/people/{guest_id}")).await.status(), StatusCode::NO_CONTENT);
        assert_eq!(ana.get(&format!("/api/host/people/{guest_id}")).await.status(), StatusCode::NOT_FOUND);
        let done = lines([
            ["delete-person", &guest_id, "Ana", ""],
            ["reset", "Ben", "Ana", ""],
            ["unmute", &guest_id, "Ana", ""],
            ["mute", &guest_id, "Ana", ""],
            ["unban", "Ben", "Ana", ""],
            ["ban", "Ben", "Ana", "shouting"],
        ]);
        assert_eq!(audit(&ana).await, done, "whose person is gone has no reason any more");
        let own = get(&ana, "/api/me/export").await;
        let told = |one: &Value| text(&one["what"]);
        let hosting: Vec<_> = own["hosting"].as_array().expect("a list").iter().map(told).collect();
        assert_eq!(hosting, ["ban", "unban", "mute", "unmute", "reset", "delete-person"]);
        assert!(!own["hosting"].to_string().contains(&guest_id));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_done_to_hosts_on_the_page() {
    let server = TestServer::open().await;
    let (ana, ana_id) = host(&server, "Ana").await;
    let (_, eva_id) = host(&server, "Eva").await;
    for who in [&ana_id, &eva_id] {
        for one in ALL.into_iter().filter(|(method, path, _)| *method != "GET" && path.contains("WHO")) {
            assert_eq!(send(&ana, one, who).await.refused(StatusCode::FORBIDDEN).await, "is_host", "{one:?}");
        }
    }
    assert!(audit(&ana).await.is_empty());
    for (path, body, key) in [
        ("ban", json!({ "why": " " }), "reason_length"),
        ("ban", json!({ "why": "x".repeat(501) }), "reason_length"),
        ("ban", json!({ "why": "a\u{202e}b" }), "reason_length"),
        ("mute", json!({ "hours": 0 }), "mute_hours"),
        ("mute", json!({ "hours": 9000 }), "mute_hours"),
    ] {
        let answer = ana.put(&format!("/api/host/people/{eva_id}/{path}"), &body).await;
        assert_eq!(answer.refused(StatusCode::BAD_REQUEST).await, key, "{body}");
    }
    let missing = ana.put("/api/host/people/Nobody/ban", &json!({ "why": "x" })).await;
    assert_eq!(missing.refused(StatusCode::NOT_FOUND).await, "missing");
    // The command is for that, too.
    let config = server::Config::clone(&server.running.app().config);
    let command = Admin::open(config, "root").await.expect("the same store");
    command.set_host("eva", false).await.expect("an account");
    command.ban("Ana", Some("gone mad")).await.expect("an account");
    assert_eq!(ana.get("/api/host").await.refused(StatusCode::FORBIDDEN).await, "banned");
    assert!(command.set_host(&server.guest().await.1, true).await.is_err(), "a guest is no host");
    command.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_reports_and_flags_are_listed_and_dealt_with() {
    let (servers, _postgres) = servers().await;
    for server in &servers {
        let (ana, _) = host(server, "Ana").await;
        let (ben, ben_id, _) = server.account("Ben", WORD).await;
        let tables = [table_of(&ben, None, json!({})).await, table_of(&ben, None, json!({})).await];
        let store = &server.running.app().store;
        let table: TableId = tables[0].parse().expect("an id");
        let new = |text: &str, at| NewReport {
            from: person(&ben_id),
            about: Some(person(&ben_id)),
            table: Some(table),
            text: text.to_owned(),
            at,
        };
        for number in 0..3 {
            store.report(&new(&format!("report {number}"), number)).await.expect("the store");
        }
        let ids = |all: &Value, what: &str| -> Vec<String> {
            all[what].as_array().expect("a list").iter().map(|one| text(&one["id"])).collect()
        };
        let all = get(&ana, &format!("/api/host/tables?person={ben_id}")).await;
        assert_eq!(ids(&all, "tables"), [tables[1].clone(), tables[0].clone()], "the newest first");
        assert_eq!(all["tables"][0]["people"][0]["name"], "Ben");
        assert_eq!(get(&ana, "/api/host/tables?state=closed").await["tables"], json!([]));
        let why = json!({ "why": "empty" });
        let closed = ana.post(&format!("/api/host/tables/{}/close", tables[0]), &why).await;
        assert_eq!(closed.status(), StatusCode::NO_CONTENT);
        assert_eq!(ids(&get(&ana, "/api/host/tables?state=closed").await, "tables"), [tables[0].clone()]);
        let deleted = ana.delete(&format!("/api/host/tables/{}", tables[1])).await;
        assert_eq!(deleted.status(), StatusCode::NO_CONTENT);
        assert_eq!(ben.get(&format!("/api/tables/{}", tables[1])).await.status(), StatusCode::NOT_FOUND);

        let reports = get(&ana, "/api/host/reports").await;
        let [third, second, first] = &ids(&reports, "reports")[..] else { panic!("three reports") };
        assert_eq!(reports["reports"][0]["text"], "report 2");
        assert_eq!(
            (&reports["reports"][0]["about"]["name"], &reports["reports"][0]["table"]),
            (&json!("Ben"), &json!(tables[0]))
        );
        let handled = ana.post(&format!("/api/host/reports/{second}/handle"), &json!({})).await;
        assert_eq!(handled.status(), StatusCode::NO_CONTENT);
        assert_eq!(ids(&get(&ana, "/api/host/reports").await, "reports"), [third.clone(), first.clone()]);
        let all = get(&ana, "/api/host/reports?all=yes").await;
        assert!(ids(&all, "reports").len() == 3 && all["reports"][1]["handled"].is_i64());

        let version = store.ladder_version("inka").await.expect("the store");
        let flag = |kind: &str| NewFlag { table, kind: kind.into(), players: format!("{ben_id} bot/novice"), at: 7 };
        let flags = [flag("often"), flag("thrown")];
        assert_eq!(store.write_ratings(("inka", version), &[], &[], &flags).await, Ok(true));
        let first = get(&ana, "/api/host/flags?limit=1").await;
        assert_eq!(
            (&first["flags"][0]["kind"], &first["flags"][0]["players"][0]["name"]),
            (&json!("thrown"), &json!("Ben"))
        );
        assert_eq!(first["flags"][0]["players"][1], json!({ "id": "bot/novice" }));
        let next = text(&first["next"]).replace(' ', "%20");
        let second = get(&ana, &format!("/api/host/flags?limit=1&before={next}")).await;
        assert_eq!((&second["flags"][0]["kind"], &second["next"]), (&json!("often"), &Value::Null));
        let handled = ana.post(&format!("/api/host/flags/{table}/handle"), &json!({})).await;
        assert_eq!(handled.status(), StatusCode::NO_CONTENT);
        assert_eq!(get(&ana, "/api/host/flags").await["flags"], json!([]));
        let what: Vec<String> = audit(&ana).await.into_iter().map(|[what, ..]| what).collect();
        assert_eq!(what, ["ratings handle", "handle", "delete-table", "close"]);
        for path in ["tables/nonsense", "tables/000000000000"] {
            let missing = ana.delete(&format!("/api/host/{path}")).await.status();
            assert_eq!(missing, StatusCode::NOT_FOUND, "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_bounded_and_their_pages_follow_each_other() {
    let (servers, _postgres) = servers().await;
    for server in &servers {
        let (ana, ana_id) = host(server, "Ana").await;
        let store = &server.running.app().store;
        for number in 0..60 {
            store.guest(&format!("Guest {:02}", number % 30), number / 2).await.expect("a guest");
            let report =
                NewReport { from: person(&ana_id), about: None, table: None, text: "x".into(), at: number / 3 };
            store.report(&report).await.expect("a report");
        }
        let (guest, _) = server.guest().await;
        let guest = guest.id().await;
        for _ in 0..60 {
            ana.delete(&format!("/api/host/people/{guest}/ban")).await.body(StatusCode::OK).await;
        }
        for (list, what, whole, most) in [
            ("people?", "people", 62, 50),
            ("people?named=gUEST", "people", 60, 50),
            ("people?limit=7", "people", 62, 7),
            ("reports?limit=999", "reports", 60, 50),
            ("audit?limit=0", "audits", 60, 1),
            ("audit?", "audits", 60, 50),
        ] {
            let (mut seen, mut next) = (Vec::new(), String::new());
            loop {
                let page = get(&ana, &format!("/api/host/{list}{next}")).await;
                let some = page[what].as_array().expect("a list");
                assert!(some.len() <= most, "{list}");
                seen.extend(some.iter().map(ToString::to_string));
                let Some(before) = page["next"].as_str() else { break };
                next = format!("&before={}", before.replace(' ', "%20"));
            }
            assert_eq!(seen.len(), whole, "{list}");
            if what != "audits" {
                seen.sort();
                seen.dedup();
                assert_eq!(seen.len(), whole, "{list}: nobody twice");
            }
        }
        for bad in ["people?before=x", "people?only=friends", "audit?before=5.x", "tables?state=x", "tables?person=x"] {
            assert_eq!(ana.get(&format!("/api/host/{bad}")).await.status(), StatusCode::BAD_REQUEST, "{bad}");
        }
        for bad in ["people?named=%00", "people?before=1.000000000000.%00", "flags?before=1.000000000000.a%00.b"] {
            assert_eq!(ana.get(&format!("/api/host/{bad}")).await.status(), StatusCode::BAD_REQUEST, "{bad}");
        }
    }
}

/// The errand that makes the ratings anew, once it has come to its end.
async fn recomputed(host: &Browser) -> Value {
    let ended = async || {
        let errand = get(host, "/api/host").await["ratings"]["recompute"].clone();
        (errand["stage"] != "running").then_some(errand)
    };
    until(ended).await.expect("an end")
}

#[tokio::test(flavor = "multi_thread")]
async fn load_storage_and_ratings_are_told() {
    let (servers, _postgres) = servers().await;
    for (server, database) in servers.iter().zip(["sqlite", "postgres"]) {
        let (ana, _) = host(server, "Ana").await;
        let (ben, _, _) = server.account("Ben", WORD).await;
        server.guest().await;
        let table = rated(&ana, &ben).await;
        let line = get(&ana, &format!("/api/tables/{table}/result")).await;
        table_of(&ben, None, json!({})).await;
        let all = until(async || {
            let all = get(&ana, "/api/host").await;
            (all["nodes"].as_array().map(Vec::len) == Some(1) && counted(&all["tables"], "over") == 1).then_some(all)
        });
        let all = all.await.expect("an overview");
        let people = ["accounts", "guests", "banned", "hosts"].map(|what| counted(&all["people"], what));
        assert_eq!(people, [2, 1, 0, 1]);
        let tables = ["gathering", "playing", "over", "closed"].map(|what| counted(&all["tables"], what));
        assert_eq!(tables, [0, 1, 1, 0]);
        assert_eq!((&all["storage"]["database"], &all["reports"]), (&json!(database), &json!(0)));
        assert!(all["storage"]["bytes"].as_u64() > Some(10_000) && all["storage"]["oldest"].is_i64());
        assert_eq!(all["storage"]["free"].is_u64(), database == "sqlite" && cfg!(unix));
        let node = &all["nodes"][0];
        assert!(node["threads"].as_u64() > Some(0) && node["append_half"].as_u64() > Some(0), "{node}");
        assert!(node["append_half"].as_u64() <= node["append_most"].as_u64() && node["tables"].as_u64() > Some(0));
        assert_eq!((&all["ratings"]["rated"], &all["ratings"]["recompute"]), (&json!(1), &Value::Null));

        assert_eq!(ana.post("/api/host/ratings/recompute", &json!({})).await.status(), StatusCode::ACCEPTED);
        let done = recomputed(&ana).await;
        assert_eq!((&done["stage"], &done["done"], &done["whole"]), (&json!("done"), &json!(2), &json!(2)), "{done}");
        assert_eq!(get(&ana, &format!("/api/tables/{table}/result")).await, line, "the ratings are the same");
        assert_eq!(audit(&ana).await, lines([["ratings recompute", "", "Ana", ""]]));
        // One at a time, whoever is at it.
        let (app, now) = (server.running.app(), server.running.app().time.now());
        assert_eq!(app.store.begin_errand("ratings", "another node", now, now - 1).await, Ok(true));
        let busy = ana.post("/api/host/ratings/recompute", &json!({})).await;
        assert_eq!(busy.refused(StatusCode::CONFLICT).await, "under_way");
        assert_eq!(get(&ana, "/api/host").await["ratings"]["recompute"]["stage"], "running");
        app.store.damage("update errands set seen_at = 1").await.expect("a statement");
        assert_eq!(get(&ana, "/api/host").await["ratings"]["recompute"]["stage"], "broken", "that node died");
        assert_eq!(ana.post("/api/host/ratings/recompute", &json!({})).await.status(), StatusCode::ACCEPTED);
        assert_eq!(recomputed(&ana).await["stage"], "done");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_agree_on_who_is_a_host() {
    let Some(postgres) = Postgres::start() else { return };
    let database = postgres.database();
    let (one, other) = (on_postgres(database.clone()).await, on_postgres(database).await);
    let (ana, id) = host(&one, "Ana").await;
    let (_, ben) = one.guest().await;
    let there = Browser { url: other.url.clone(), ..ana.clone() };
    let nodes = async || (get(&there, "/api/host").await["nodes"].as_array().map(Vec::len) == Some(2)).then_some(());
    until(nodes).await.expect("two nodes");
    let ban = json!({ "why": "shouting" });
    there.put(&format!("/api/host/people/{ben}/ban"), &ban).await.body(StatusCode::OK).await;
    assert_eq!(get(&ana, &format!("/api/host/people/{ben}")).await["banned"], "shouting");
    assert_eq!(audit(&ana).await.len(), 1);
    one.running.app().store.set_host(person(&id), false).await.expect("an account");
    for browser in [&there, &ana] {
        let refused = browser.put(&format!("/api/host/people/{ben}/ban"), &ban).await;
        assert_eq!(refused.refused(StatusCode::FORBIDDEN).await, "not_a_host", "revoked here, refused there");
    }
    one.running.app().store.set_host(person(&id), true).await.expect("an account");
    one.stop().await;
    let alone = async || (get(&there, "/api/host").await["nodes"].as_array().map(Vec::len) == Some(1)).then_some(());
    until(alone).await.expect("one node");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_can_be_turned_off_and_a_host_who_goes_is_named_nowhere() {
    let off = TestServer::with(|given| given.host_page = Some(false)).await;
    let (ana, _) = host(&off, "Ana").await;
    assert_eq!(get(&ana, "/api/me").await["host"], Value::Null);
    for one in ALL {
        let refused = send(&ana, one, "000000000000").await.refused(StatusCode::FORBIDDEN).await;
        assert_eq!(refused, "no_host_page", "{one:?}");
    }
    let server = TestServer::open().await;
    let ((ana, id), (eva, _)) = (host(&server, "Anacleta").await, host(&server, "Eva").await);
    let (_, guest) = server.guest().await;
    ana.put(&format!("/api/host/people/{guest}/ban"), &json!({ "why": "x" })).await.body(StatusCode::OK).await;
    assert_eq!(audit(&eva).await, lines([["ban", &name(&eva, &guest).await, "Anacleta", "x"]]));
    assert_eq!(ana.delete("/api/me").await.status(), StatusCode::NO_CONTENT);
    assert_eq!(audit(&eva).await[0][2], id, "an id that is nobody's");
    assert!(!get(&eva, "/api/host/audit").await.to_string().contains("Anacleta"));
}

async fn name(host: &Browser, id: &str) -> String {
    text(&get(host, &format!("/api/host/people/{id}")).await["name"])
}
