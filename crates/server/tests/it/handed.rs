//! Games of a device, handed to an account.

use engine::Seed;
use protocol::{BotLevel, Command, NewTable, Stage};
use reqwest::StatusCode;
use serde_json::{Value, json};
use session::{Mover, Now, Requester, Table};

use crate::matches::get;
use crate::test_server::{Answered, Browser, TestServer, text};

/// The log of a table on a device: against a bot, some steps long, until it is the person's turn.
pub(crate) fn at_device(number: u64, steps: usize) -> Value {
    let new = json!({ "game": "tongiaki", "rated": true, "public": true,
        "seats": [{ "kind": "me" }, { "kind": "bot", "level": "novice" }] });
    let new: NewTable = serde_json::from_value(new).expect("a table");
    let (seed, here) = (Seed::from_number(number), "here".to_owned());
    let who = Requester { id: here, name: "Somebody".to_owned(), program: None };
    let (mut table, made) = Table::make("here-1", &who, new, seed, None, 1_000).expect("a table");
    let mut log = made.entries;
    let now = Now { at: 2_000, absent: &|_| None, away_before_vote: i64::MAX };
    log.extend(table.command(&who, "start", &Command::Start, &now).expect("a start").entries);
    let goes_on = |table: &Table| {
        let few = table.game().expect("a match").steps() < steps;
        *table.stage() == Stage::Playing && (few || matches!(table.mover(), Some(Mover::Bot(..))))
    };
    while goes_on(&table) {
        let word = table.game().expect("a match").legal()[0].clone();
        let carried = match table.mover().expect("somebody") {
            Mover::Bot(seat, BotLevel::Novice) => table.bot_plays(seat, &word, 3_000),
            mover => {
                let play = Command::Play { seen: table.version(), seat: mover.seat(), word, then: Vec::new() };
                table.command(&who, &format!("c{}", log.len()), &play, &now)
            }
        };
        log.extend(carried.expect("a legal word").entries);
    }
    json!({ "seed": seed.to_string(), "log": log })
}

pub(crate) async fn hand(browser: &Browser, handed: &Value) -> Value {
    browser.post("/api/tables/handed", handed).await.body(StatusCode::CREATED).await
}

async fn refused(browser: &Browser, handed: &Value, status: StatusCode) -> String {
    text(&browser.post("/api/tables/handed", handed).await.body(status).await["reason"]["key"])
}

#[tokio::test]
async fn a_finished_match_is_in_the_history_and_rates_nobody() {
    let server = TestServer::open().await;
    let (ana, id, _) = server.account("Ana", "a long password").await;
    let over = at_device(1, usize::MAX);
    let table = text(&hand(&ana, &over).await["id"]);
    assert_eq!(text(&hand(&ana, &over).await["id"]), table, "twice is once");
    let matches = get(&ana, "/api/matches").await;
    assert_eq!(matches["matches"].as_array().map(Vec::len), Some(1), "{matches}");
    assert_eq!(matches["matches"][0]["unrated"], "handed");
    let state = get(&ana, &format!("/api/tables/{table}")).await;
    assert_eq!(state["table"]["stage"]["kind"], "over");
    assert!(!state.to_string().contains("\"here\""), "nobody is 'here' on a server: {state}");
    let record = ana.get(&format!("/api/tables/{table}/record")).await.text().await.expect("a record");
    assert!(record.contains(&text(&over["seed"])) && record.contains("Ana"), "{record}");
    let ladder = get(&ana, "/api/ladder?game=tongiaki").await;
    assert!(!ladder.to_string().contains(&id), "{ladder}");
}

#[tokio::test]
async fn a_running_match_goes_on_at_the_server() {
    let server = TestServer::open().await;
    let (ana, ..) = server.account("Ana", "a long password").await;
    let table = text(&hand(&ana, &at_device(2, 12)).await["id"]);
    let mine = get(&ana, "/api/tables?mine=1").await;
    assert_eq!(mine[0]["id"], json!(table));
    let position = get(&ana, &format!("/api/tables/{table}/position")).await;
    let word = &position["legal"][0];
    let play = json!({ "id": "p1", "seen": position["version"], "word": word, "seat": position["to_act"]["seat"] });
    ana.post(&format!("/api/tables/{table}/play"), &play).await.body(StatusCode::OK).await;
}

#[tokio::test]
async fn what_is_bad_is_refused_and_leaves_nothing() {
    let server = TestServer::open().await;
    let (guest, _) = server.guest().await;
    let good = at_device(3, 12);
    assert_eq!(refused(&guest, &good, StatusCode::FORBIDDEN).await, "account_needed");
    let (ana, ..) = server.account("Ana", "a long password").await;
    let mut forged = good.clone();
    let entries = forged["log"].as_array_mut().expect("a log");
    let draw = entries.iter_mut().rfind(|entry| text(&entry[1]).starts_with(r#"{"e":"step","words""#));
    let draw = draw.expect("a draw");
    draw[1] = json!(r#"{"e":"step","words":"deck 1 2 3"}"#);
    for bad in [forged, json!({ "seed": "", "log": [] }), json!({ "seed": good["seed"], "log": [[1, "{}"]] })] {
        assert_eq!(refused(&ana, &bad, StatusCode::BAD_REQUEST).await, "handed", "{bad}");
    }
    assert_eq!(get(&ana, "/api/tables?mine=1").await, json!([]));
    assert_eq!(get(&ana, "/api/matches").await["matches"], json!([]));
}
