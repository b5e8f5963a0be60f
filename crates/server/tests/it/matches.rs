//! Finished matches: listed, filtered, taken along, rated, and rated again from the logs.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::admin::Admin;
use server::{Config, Given};
use store::{Backend, Finished, NewFlag, Store, TableId};

use crate::notifications::until;
use crate::test_server::{Answered, Browser, TestServer, WithJson, servers, text};

/// A table of somebody and whoever sits down, which has started.
pub(crate) async fn table_of(maker: &Browser, other: Option<&Browser>, mut more: Value) -> String {
    let open = json!({ "kind": "open" });
    let bot = json!({ "kind": "bot", "level": "novice" });
    if more["game"].is_null() {
        more["game"] = json!("tongiaki");
    }
    if more["seats"].is_null() {
        more["seats"] = json!([{ "kind": "me" }, if other.is_some() { open } else { bot }]);
    }
    let made = maker.post("/api/tables", &more).await.body(StatusCode::CREATED).await;
    let id = text(&made["id"]);
    if let Some(other) = other {
        act(other, &id, "sit").await;
    }
    act(maker, &id, "start").await;
    id
}

pub(crate) async fn act(browser: &Browser, table: &str, what: &str) {
    let done = json!({ "id": what, "do": what });
    browser.post(&format!("/api/tables/{table}/do"), &done).await.body(StatusCode::OK).await;
}

/// Lets both play until each has had this many turns.
pub(crate) async fn play(players: [&Browser; 2], table: &str, turns: usize) {
    let (mut last, mut had) = (usize::MAX, 0);
    for number in 0.. {
        let state = players[0].get(&format!("/api/tables/{table}")).await.body(StatusCode::OK).await;
        let seat = text(&state["game"]["to_act"]["seat"]);
        let who = usize::from(seat == "B");
        if who != last {
            (last, had) = (who, had + 1);
            if had > 2 * turns {
                return;
            }
        }
        let position = players[who].get(&format!("/api/tables/{table}/position")).await.body(StatusCode::OK).await;
        let word = &position["legal"][0];
        let play = json!({ "id": format!("p{number}"), "seen": position["version"], "word": word, "seat": seat });
        players[who].post(&format!("/api/tables/{table}/play"), &play).await.body(StatusCode::OK).await;
    }
}

/// A rated match of two that the second gives up after three turns.
pub(crate) async fn rated(winner: &Browser, loser: &Browser) -> String {
    let table = table_of(winner, Some(loser), json!({ "rated": true })).await;
    play([winner, loser], &table, 3).await;
    act(loser, &table, "leave").await;
    table
}

pub(crate) async fn get(browser: &Browser, path: &str) -> Value {
    browser.get(path).await.body(StatusCode::OK).await
}

async fn tables(browser: &Browser, more: &str) -> Vec<String> {
    let list = get(browser, &format!("/api/matches{more}")).await;
    list["matches"].as_array().expect("a list").iter().map(|line| text(&line["table"])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_is_listed_once_with_who_played_and_how() {
    let server = TestServer::open().await;
    let (ana, ana_id, _) = server.account("Ana", "correct horse").await;
    let (ben, _) = server.guest().await;
    let casual = table_of(&ana, Some(&ben), json!({})).await;
    act(&ben, &casual, "leave").await;
    let bots = table_of(&ana, None, json!({})).await;
    act(&ana, &bots, "leave").await;

    let chat = json!({ "id": "c", "do": "chat", "text": "well played" });
    ana.post(&format!("/api/tables/{casual}/do"), &chat).await.body(StatusCode::OK).await;
    let list = get(&ana, "/api/matches").await;
    assert_eq!(tables(&ana, "").await, [bots.clone(), casual.clone()], "what is said after the match adds none");
    assert!(list["next"].is_null());
    let line = &list["matches"][1];
    assert_eq!((&line["game"], &line["unrated"]), (&json!("tongiaki"), &json!("casual")));
    let players = line["players"].as_array().expect("a list");
    assert_eq!(players.iter().map(|one| &one["place"]).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(players[0]["player"], json!({ "kind": "person", "id": ana_id, "name": "Ana", "page": true }));
    assert_eq!((&players[1]["given_up"], &players[1]["player"]["page"]), (&json!(true), &Value::Null));
    assert!(line["ended"].as_i64() > Some(0) && line["turns"].is_u64());
    assert_eq!(tables(&ben, "").await, std::slice::from_ref(&casual));
    assert_eq!(get(&ben, &format!("/api/tables/{casual}/result")).await, *line);
    let running = table_of(&ana, None, json!({})).await;
    let refused = ana.get(&format!("/api/tables/{running}/result")).await;
    assert_eq!(refused.refused(StatusCode::NOT_FOUND).await, "missing");

    for (more, found) in [
        ("?won=yes", vec![&casual]),
        ("?won=no", vec![&bots]),
        ("?with=bot/novice", vec![&bots]),
        ("?with=Nobody", vec![]),
        ("?game=tongiaki&rated=no", vec![&bots, &casual]),
        ("?game=inka", vec![]),
        ("?rated=yes", vec![]),
    ] {
        assert_eq!(tables(&ana, more).await.iter().collect::<Vec<_>>(), found, "{more}");
    }
    let first = get(&ana, "/api/matches?limit=1").await;
    let next = text(&first["next"]);
    assert_eq!(tables(&ana, &format!("?limit=1&before={next}")).await, std::slice::from_ref(&casual));
    for bad in ["?before=x", "?won=maybe", "?since=x"] {
        assert_eq!(ana.get(&format!("/api/matches{bad}")).await.status(), StatusCode::BAD_REQUEST, "{bad}");
    }
    assert_eq!(server.browser().get("/api/matches").await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_taken_along_as_lists_and_records() {
    let server = TestServer::open().await;
    let (ana, _) = server.guest().await;
    let mut made = Vec::new();
    for _ in 0..3 {
        let table = table_of(&ana, None, json!({})).await;
        act(&ana, &table, "leave").await;
        made.push(table);
    }
    let list = get(&ana, "/api/matches/export?form=json").await;
    assert_eq!(list.as_array().map(Vec::len), Some(3));
    let csv = ana.get("/api/matches/export?form=csv&won=no").await.text().await.expect("text");
    assert_eq!(csv.lines().count(), 4, "{csv}");
    assert!(made.iter().all(|table| csv.contains(table)) && csv.starts_with("ended,game,"));
    let bytes = ana.get("/api/matches/export?form=zip").await.bytes().await.expect("a file");
    let mut file = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a good file");
    assert_eq!(file.len(), 3);
    for table in &made {
        let mut record = String::new();
        let mut entry = file.by_name(&format!("tongiaki-{table}.quipu")).expect("one for each match");
        std::io::Read::read_to_string(&mut entry, &mut record).expect("text");
        let record: engine::Record = record.parse().expect("a record");
        assert_eq!(record.game, "tongiaki");
    }
    assert_eq!(ana.get("/api/matches/export?form=xml").await.status(), StatusCode::BAD_REQUEST);
    let all = get(&ana, "/api/me/export").await;
    assert_eq!(all["matches"].as_array().map(Vec::len), Some(3), "one's own data hold them, too");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_history_nothing_is_listed_and_all_is_kept() {
    let server = TestServer::with(|given| given.history = Some(false)).await;
    let (ana, _, _) = server.account("Ana", "correct horse").await;
    let (ben, _, _) = server.account("Ben", "correct horse").await;
    let table = rated(&ana, &ben).await;
    let result = get(&ana, &format!("/api/tables/{table}/result")).await;
    assert!(result["players"][0]["rating"].is_object(), "it is rated, and its table says how it ended: {result}");
    let lists =
        ["/api/matches", "/api/matches/export?form=json", "/api/people/Ana/matches", "/api/people/Ana/opponents"];
    for path in lists {
        assert_eq!(ana.get(path).await.refused(StatusCode::FORBIDDEN).await, "no_history", "{path}");
    }
    let page = get(&ana, "/api/people/Ana").await;
    assert_eq!(page["ratings"][0]["game"], "tongiaki");
    for list in ["games", "opponents", "matches", "best"] {
        assert_eq!(page[list], json!([]), "{list}");
    }
    assert_eq!(get(&ana, "/api/club").await["history"], false);
    assert_eq!(get(&ana, "/api/me/export").await["matches"][0]["table"], *table, "it is still one's own");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_person_leaves_results_without_a_name() {
    let (servers, _postgres) = servers().await;
    for server in &servers {
        let (ana, _, _) = server.account("Ana", "correct horse").await;
        let (ben, _, _) = server.account("Benedetto", "correct horse").await;
        let table = rated(&ana, &ben).await;
        assert!(get(&ana, &format!("/api/tables/{table}/result")).await.to_string().contains("Benedetto"));
        assert_eq!(ben.delete("/api/me").await.status(), StatusCode::NO_CONTENT);
        let line = get(&ana, &format!("/api/tables/{table}/result")).await;
        assert!(!line.to_string().contains("Benedetto"), "{line}");
        assert!(line["players"][1]["player"]["name"].is_null());
        assert!(line["players"][0]["rating"]["after"].as_i64() > Some(1500), "what Ana won stays: {line}");
        assert!(!get(&ana, "/api/people/Ana").await.to_string().contains("Benedetto"));
    }
}

/// A rated match against a bot in which somebody took back a turn after they had seen what came of it.
async fn taken_back(browser: &Browser) -> String {
    // Nobody watches: else a bot that begins by lot would wait for somebody to come.
    let new = json!({ "game": "tikal", "rated": true, "keep_going": true });
    let table = table_of(browser, None, new).await;
    let (mut number, mut own, mut ended) = (0, None, false);
    let undone = async || {
        let state = get(browser, &format!("/api/tables/{table}")).await;
        number += 1;
        let (id, seen) = (format!("c{number}"), &state["version"]);
        if ended {
            let undo = json!({ "id": id, "do": "undo", "seen": seen, "seat": "A", "to": own });
            // The bot may have played meanwhile.
            let done = browser.post(&format!("/api/tables/{table}/do"), &undo).await;
            return (done.status() == StatusCode::OK).then_some(());
        }
        if state["game"]["to_act"]["seat"] == "A" {
            own.get_or_insert_with(|| state["game"]["step"].clone());
            let position = get(browser, &format!("/api/tables/{table}/position")).await;
            let legal: Vec<String> = position["legal"].as_array().expect("a list").iter().map(text).collect();
            // The bot's tile is drawn when the turn ends.
            ended = legal.iter().any(|word| word == "end");
            let word = if ended { "end" } else { &legal[0] };
            let play = json!({ "id": id, "seen": seen, "word": word, "seat": "A" });
            browser.post(&format!("/api/tables/{table}/play"), &play).await.body(StatusCode::OK).await;
        }
        None
    };
    until(undone).await.expect("a turn that is taken back");
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_a_match_from_counting_is_said() {
    let server = TestServer::with(|given| given.bot_millis = Some(1)).await;
    let (ana, _, _) = server.account("Ana", "correct horse").await;
    let (ben, _, _) = server.account("Ben", "correct horse").await;
    let device = json!([{ "kind": "me" }, { "kind": "device", "name": "Eva" }]);
    let program = json!([{ "kind": "me" }, { "kind": "program", "name": "Robo" }]);
    for (new, why) in [
        (json!({}), "casual"),
        (json!({ "rated": true, "hints": true }), "hints"),
        (json!({ "rated": true, "seats": device }), "device"),
        (json!({ "rated": true, "seats": program }), "program"),
        (json!({ "rated": true }), "abandoned"),
    ] {
        let other = new["seats"].is_null().then_some(&ben);
        let table = table_of(&ana, other, new).await;
        act(&ana, &table, "leave").await;
        let line = get(&ana, &format!("/api/tables/{table}/result")).await;
        assert_eq!(line["unrated"], why);
        assert!(line["players"].as_array().expect("a list").iter().all(|one| one["rating"].is_null()));
    }
    let table = table_of(&ana, Some(&ben), json!({ "rated": true })).await;
    let propose = json!({ "id": "v", "do": "propose", "about": { "kind": "call_off" } });
    ana.post(&format!("/api/tables/{table}/do"), &propose).await.body(StatusCode::OK).await;
    let state = get(&ben, &format!("/api/tables/{table}")).await;
    let vote = json!({ "id": "y", "do": "vote", "number": state["game"]["votes"][0]["number"], "yes": true });
    ben.post(&format!("/api/tables/{table}/do"), &vote).await.body(StatusCode::OK).await;
    assert_eq!(get(&ana, &format!("/api/tables/{table}/result")).await["unrated"], "called_off");

    let table = taken_back(&ana).await;
    act(&ana, &table, "leave").await;
    assert_eq!(get(&ana, &format!("/api/tables/{table}/result")).await["unrated"], "takeback");
    let bot = json!({ "kind": "bot", "level": "novice" });
    let table = table_of(&ana, None, json!({ "rated": true, "keep_going": true, "seats": [bot, bot] })).await;
    let over = async || {
        let result = ana.get(&format!("/api/tables/{table}/result")).await;
        if result.status() == StatusCode::OK { Some(result.body(StatusCode::OK).await) } else { None }
    };
    let mut line = None;
    while line.is_none() {
        line = until(over).await;
    }
    assert_eq!(line.expect("a result")["unrated"], "alone", "bots among themselves");

    let off = TestServer::with(|given| given.ratings = Some(false)).await;
    let (eva, _) = off.guest().await;
    let new = json!({ "game": "inka", "rated": true, "seats": [{ "kind": "me" }, { "kind": "open" }] });
    assert_eq!(eva.post("/api/tables", &new).await.refused(StatusCode::FORBIDDEN).await, "no_ratings");
    assert_eq!(get(&eva, "/api/club").await["ratings"], false);
}

/// All ratings that anybody can see.
async fn everything(browsers: [&Browser; 3]) -> Vec<Value> {
    let mut seen = vec![get(browsers[0], "/api/ladder?game=tongiaki").await];
    for (browser, name) in browsers.iter().zip(["Ana", "Ben", "Eva"]) {
        seen.push(get(browser, "/api/matches").await);
        seen.push(get(browser, &format!("/api/people/{name}")).await["ratings"].clone());
    }
    seen
}

/// Loses and falsifies results and ratings, and adds a match without a log, which is returned.
async fn damage(backend: &Backend) -> TableId {
    let store = Store::open(backend).await.expect("the data");
    for (sql, rows) in [
        ("delete from results where table_id in (select table_id from results order by ended_at limit 1)", 1),
        ("delete from played where table_id in (select table_id from results order by ended_at limit 1)", 2),
        (
            "update results set rated = false, ladder = 'inka', body = '{}' where ended_at =
          (select max(ended_at) from results)",
            1,
        ),
        ("update played set place = 3 - place, points = 0, won = not won, rating = 1, games = 9 where seat = 0", 5),
        ("delete from standings where season = 0", 4),
        ("update standings set rating = 1999000, settled = true", 4),
    ] {
        assert_eq!(store.damage(sql).await.expect("a statement"), rows, "{sql}");
    }
    let other = TableId::random();
    let (game, ladder, body) = ("inka".to_owned(), "inka".to_owned(), "{}".to_owned());
    let result = Finished { ended_at: 5, game, ladder, rated: false, body, players: Vec::new() };
    store.keep_results(&[(other, result)]).await.expect("the store");
    store.close().await;
    other
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_made_again_from_the_logs_are_the_same() {
    let (servers, _postgres) = servers().await;
    for server in servers {
        let (ana, _, _) = server.account("Ana", "correct horse").await;
        let (ben, _, _) = server.account("Ben", "correct horse").await;
        let (eva, _, _) = server.account("Eva", "correct horse").await;
        let (guest, _) = server.guest().await;
        for (winner, loser) in [(&ana, &ben), (&ben, &eva), (&ana, &eva), (&eva, &ana), (&ana, &ben), (&ana, &guest)] {
            let table = rated(winner, loser).await;
            let line = get(winner, &format!("/api/tables/{table}/result")).await;
            let change = &line["players"][0]["rating"];
            assert!(change["after"].as_i64() > change["before"].as_i64(), "{line}");
            assert_eq!((&line["unrated"], &change["provisional"]), (&Value::Null, &json!(true)));
        }
        let live = everything([&ana, &ben, &eva]).await;
        let backend = server.running.app().config.backend.clone();
        let database_url = if let Backend::Postgres(url) = &backend { Some(url.clone()) } else { None };
        let folder = server.stop().await;
        let without_log = damage(&backend).await;
        // The host's command, on the same data.
        let given = || Given {
            data: Some(folder.path().to_owned()),
            secret: database_url.is_some().then(|| "k".repeat(32)),
            database_url: database_url.clone(),
            ..Given::default()
        };
        let host = Admin::open(Config::new(given()).expect("good options"), "host").await.expect("the data");
        let done = host.recompute_ratings().await.expect("they can be read");
        assert_eq!((done.results, done.ladders, done.matches), (6, 1, 6));
        host.close().await;
        let again =
            server::start(Config::new(Given { listen: Some(([127, 0, 0, 1], 0).into()), ..given() }).expect("good"))
                .await
                .expect("a free port");
        let [ana, ben, eva] = [ana, ben, eva].map(|mut one| {
            one.url = format!("http://{}", again.address);
            one
        });
        assert_eq!(everything([&ana, &ben, &eva]).await, live);
        assert!(again.app().store.result(without_log).await.expect("the store").is_some(), "what has no log stays");
        again.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_from_one_place_are_damped_and_flagged() {
    let server =
        TestServer::with(|given| given.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")]).await;
    let (mut rises, mut pairs) = (Vec::new(), Vec::new());
    for (round, places) in [["203.0.113.1", "203.0.113.2"], ["203.0.113.9", "203.0.113.9"]].iter().enumerate() {
        let (ana, _, _) = server.account(&format!("Ana{round}"), "correct horse").await;
        let (ben, _, _) = server.account(&format!("Ben{round}"), "correct horse").await;
        let table = table_of(&ana, Some(&ben), json!({ "rated": true })).await;
        for (browser, place) in [&ana, &ben].iter().zip(places) {
            let chat = json!({ "id": "c", "do": "chat", "text": "hello" });
            let ask = browser.ask(Method::POST, &format!("/api/tables/{table}/do")).with(&chat);
            browser.send(ask.header("x-forwarded-for", *place)).await.body(StatusCode::OK).await;
        }
        play([&ana, &ben], &table, 3).await;
        act(&ben, &table, "leave").await;
        let line = get(&ana, &format!("/api/tables/{table}/result")).await;
        let change = &line["players"][0]["rating"];
        rises.push(change["after"].as_i64().expect("rated") - change["before"].as_i64().expect("rated"));
        assert!(!get(&ana, &format!("/api/tables/{table}")).await.to_string().contains("203.0.113"));
        pairs.push(ana);
    }
    assert!(rises[1] * 3 < rises[0], "{rises:?}");
    let (app, flag) = (server.running.app(), flagged(&server).await);
    assert_eq!(flag.iter().map(|one| one.kind.as_str()).collect::<Vec<_>>(), ["same-place"]);
    // One's own data say so, without the other.
    let (table, at) = (flag[0].table.to_string(), flag[0].at);
    let own = get(&pairs[1], "/api/me/export").await["flagged"].clone();
    assert_eq!(own, json!([{ "kind": "same-place", "table": table, "at": at }]));
    assert_eq!(get(&pairs[0], "/api/me/export").await["flagged"], json!([]));
    // What does not hold is gone when the ratings are made again.
    let version = app.store.ladder_version("tongiaki").await.expect("the store");
    let wrong = NewFlag { kind: "thrown".to_owned(), ..flag[0].clone() };
    assert_eq!(app.store.write_ratings(("tongiaki", version), &[], &[], &[wrong]).await, Ok(true));
    assert_eq!(flagged(&server).await.len(), 2);
    let host = Admin::open(Config::clone(&app.config), "host").await.expect("the same store");
    host.recompute_ratings().await.expect("they can be read");
    assert_eq!(flagged(&server).await, flag);
    host.close().await;
}

/// What looks wrong, and was not dealt with.
async fn flagged(server: &TestServer) -> Vec<NewFlag> {
    let flags = server.running.app().store.flags(None, 9).await.expect("the store");
    flags.into_iter().map(|one| one.flag).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_accounts_of_one_browser_are_known_as_such() {
    let server = TestServer::open().await;
    let shared = server.browser();
    let chat = json!({ "id": "c", "do": "chat", "text": "hello" });
    for name in ["Ana", "Ben"] {
        get(&shared, "/api/me").await;
        shared
            .post("/api/account", &json!({ "name": name, "password": "correct horse" }))
            .await
            .body(StatusCode::OK)
            .await;
        let table = table_of(&shared, None, json!({})).await;
        shared.post(&format!("/api/tables/{table}/do"), &chat).await.body(StatusCode::OK).await;
        assert!(shared.post("/api/logout", &json!({})).await.status().is_success());
    }
    let mut players = Vec::new();
    for name in ["Ana", "Ben"] {
        let browser = server.browser();
        let login = json!({ "name": name, "password": "correct horse" });
        browser.post("/api/login", &login).await.body(StatusCode::OK).await;
        players.push(browser);
    }
    rated(&players[0], &players[1]).await;
    server.running.app().rate().await.expect("ratings");
    let flags = server.running.app().store.flags(None, 9).await.expect("the store");
    assert_eq!(flags.iter().map(|one| one.flag.kind.as_str()).collect::<Vec<_>>(), ["same-place"]);
}
