//! Many results: listed to their end, and rated by one node while another makes all ratings again.

use std::sync::atomic::{AtomicBool, Ordering};

use engine::Seat;
use protocol::{MatchLine, MatchPlayer, Player};
use reqwest::StatusCode;
use serde_json::{Value, json};
use server::Config;
use server::admin::Admin;
use store::{Entrant, Finished, LadderRow, TableId};

use crate::matches::get;
use crate::test_server::{Browser, servers, text};

const GAME: &str = "tongiaki";

/// A finished match without a log, as one that was brought in from elsewhere: these people in the order of their
/// places.
fn result(at: i64, rated: bool, people: &[&str]) -> (TableId, Finished) {
    let table = TableId::random();
    let player = |(place, id): (usize, &&str)| MatchPlayer {
        seat: Seat::new(place),
        player: Player::Person { id: Some((*id).to_owned()), name: None, page: false },
        place: place + 1,
        points: 9 - place as i32,
        given_up: false,
        rating: None,
        accuracy: None,
        luck: None,
    };
    let line = MatchLine {
        table: table.to_string(),
        game: GAME.to_owned(),
        options: Vec::new(),
        players: people.iter().enumerate().map(player).collect(),
        ended: at,
        seconds: 60,
        turns: 12,
        takebacks: false,
        unrated: (!rated).then_some(protocol::Unrated::Device),
    };
    let mut body = serde_json::to_value(&line).expect("plain data");
    body["judged"] = true.into();
    let entrant = |(place, id): (usize, &&str)| Entrant {
        player: (*id).to_owned(),
        seat: place as u8,
        place: place as u8 + 1,
        points: 9 - place as i32,
        won: place == 0,
    };
    let players = people.iter().enumerate().map(entrant).collect();
    let (game, ladder) = (GAME.to_owned(), GAME.to_owned());
    (table, Finished { ended_at: at, game, ladder, rated, body: body.to_string(), players })
}

fn tables(matches: &Value) -> Vec<String> {
    matches.as_array().expect("a list").iter().map(|line| text(&line["table"])).collect()
}

/// All pages of one's history.
async fn pages(browser: &Browser, limit: usize) -> Vec<String> {
    let (mut seen, mut more) = (Vec::new(), String::new());
    loop {
        let page = get(browser, &format!("/api/matches?limit={limit}{more}")).await;
        seen.extend(tables(&page["matches"]));
        let Some(next) = page["next"].as_str() else { return seen };
        more = format!("&before={next}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_at_one_device_do_not_end_the_history() {
    let (servers, _postgres) = servers().await;
    for server in &servers {
        let (ana, id, _) = server.account("Ana", "correct horse").await;
        let (_, ben, _) = server.account("Ben", "correct horse").await;
        // Ana plays for two seats now and then, and for four once.
        let people = |number: i64| match number {
            17 => vec![id.as_str(); 4],
            number if number % 7 == 3 => vec![id.as_str(), &ben, &id],
            _ => vec![id.as_str(), &ben],
        };
        let all: Vec<_> = (0..130).map(|number| result(1000 + number, false, &people(number))).collect();
        server.running.app().store.keep_results(&all).await.expect("the store");
        let all: Vec<String> = all.iter().rev().map(|(table, _)| table.to_string()).collect();
        for limit in [50, 7, 1] {
            assert_eq!(pages(&ana, limit).await, all, "pages of {limit}");
        }
        assert_eq!(tables(&get(&ana, "/api/matches/export?form=json").await), all);
        let csv = ana.get("/api/matches/export?form=csv").await.text().await.expect("text");
        assert_eq!(csv.lines().count(), 131);
        assert_eq!(tables(&get(&ana, "/api/me/export").await["matches"]), all);
        assert_eq!(get(&ana, "/api/people/Ana").await["games"], json!([[GAME, 130, 130]]), "matches, not seats");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_rates_as_matches_end_gives_way_to_whoever_rates_all_anew() {
    let (servers, _postgres) = servers().await;
    for server in &servers {
        let app = server.running.app();
        let mut people = Vec::new();
        for name in ["Ana", "Ben", "Eva"] {
            people.push(server.account(name, "correct horse").await.1);
        }
        let now = app.time.now();
        assert_eq!(app.store.begin_errand("ratings", "another node", now, now - 1).await, Ok(true));
        // More than are rated in one go.
        let two = |number: i64| [people[number as usize % 3].as_str(), &people[(number as usize + 1) % 3]];
        let all: Vec<_> = (0..1200).map(|number| result(now - 9_000_000 + number, true, &two(number))).collect();
        app.store.keep_results(&all).await.expect("the store");
        app.rate().await.expect("nothing to do");
        let pending = app.store.pending_ladders().await.expect("the store");
        assert_eq!(pending, [(GAME.to_owned(), now - 9_000_000)], "they are left to the other node");
        let before = app.store.result(all[0].0).await.expect("the store").expect("a result");
        assert!(before.pending && before.players[0].rating.is_none());
        app.store.end_errand("ratings", "another node", now, "").await.expect("the store");

        let host = Admin::open(Config::clone(&app.config), "host").await.expect("the same store");
        let ended = AtomicBool::new(false);
        let live = async {
            while !ended.load(Ordering::Relaxed) {
                app.rate().await.expect("it gives way");
                tokio::task::yield_now().await;
            }
        };
        let anew = async {
            let done = host.recompute_ratings().await;
            ended.store(true, Ordering::Relaxed);
            done.expect("nobody is in its way")
        };
        let (done, ()) = tokio::join!(anew, live);
        assert_eq!((done.ladders, done.matches), (1, 1200));
        app.rate().await.expect("ratings");
        assert_eq!(app.store.pending_ladders().await, Ok(vec![]));
        let standings = async || -> Vec<LadderRow> {
            let mut all = Vec::new();
            for person in &people {
                all.extend(app.store.standings_of(person).await.expect("the store"));
            }
            all
        };
        let rated = standings().await;
        assert_eq!(rated.iter().map(|one| one.games).sum::<i64>(), 2400, "each match once for each who played");
        host.recompute_ratings().await.expect("nobody is in its way");
        assert_eq!(standings().await, rated);
        host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_deleted_leaves_their_place_to_the_next() {
    let (servers, _postgres) = servers().await;
    for server in &servers {
        let app = server.running.app();
        let version = app.store.ladder_version(GAME).await.expect("the store");
        let mut rows = Vec::new();
        let mut first = None;
        for number in 0..52 {
            let name = format!("Member {number:02}");
            let person = if number == 0 {
                let (browser, id, _) = server.account(&name, "correct horse").await;
                first = Some(browser);
                id
            } else {
                let hash = "no password".to_owned();
                let account = store::NewAccount { name, password_hash: hash.clone(), recovery_hash: hash };
                app.store.account(&account, 1).await.expect("an account").id.to_string()
            };
            rows.push(LadderRow {
                ladder: GAME.to_owned(),
                season: 0,
                player: person,
                rating: 1_800_000 - number,
                deviation: 60_000,
                games: 20,
                wins: 5,
                settled: true,
                played_at: 7,
            });
        }
        assert_eq!(app.store.write_ratings((GAME, version), &[], &rows, &[]).await, Ok(true));
        let path = format!("/api/ladder?game={GAME}&who=people");
        let (guest, _) = server.guest().await;
        let names = async || -> Vec<String> {
            let board = get(&guest, &path).await;
            board["rows"].as_array().expect("a list").iter().map(|row| text(&row["player"]["name"])).collect()
        };
        assert_eq!(names().await.len(), 50);
        let gone = first.expect("the first").delete("/api/me").await;
        assert_eq!(gone.status(), StatusCode::NO_CONTENT);
        let left = names().await;
        assert_eq!((left.len(), left[0].as_str(), left[49].as_str()), (50, "Member 01", "Member 50"));
    }
}
