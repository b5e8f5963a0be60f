//! Whatever is stored about a person is in their export, and goes with them.

use reqwest::StatusCode;
use serde_json::{Value, json};
use store::{PersonId, Store};

use crate::matches::{get, rated};
use crate::test_server::{Answered, TestServer, text};

/// Every table with a person in it: where their export tells it, and whether the person's number stays when they are
/// deleted. It is nobody's then; what others did together with them needs it.
const PEOPLE: [(&str, &str, bool); 20] = [
    ("audit", "/moderation/0", true),
    ("bonds", "/company/friends/0", false),
    ("flags", "/flagged/0", true),
    ("invites", "/company/invitations/0", false),
    // What is about to be sent is in the notifications.
    ("jobs", "/news/0", false),
    ("log", "/chats/0", true),
    ("news", "/news/0", false),
    ("notes", "/notes/0", false),
    ("people", "/me/id", false),
    ("played", "/matches/0", true),
    ("push", "/push/0", false),
    ("reports", "/reports/0", false),
    ("results", "/matches/0", true),
    ("seated", "/tables/0", true),
    ("standings", "/ratings/0", true),
    ("tables", "/tables/0", true),
    ("tokens", "/keys/0", false),
    ("traces", "/traces/0", false),
    ("vacations", "/vacations/0", false),
    ("waiting", "/pairing/since", false),
];

/// Every other table: keyed hashes that are gone after a day, the host's keys, and how nodes and ladders stand.
const NOBODY: [&str; 6] = ["counts", "errands", "host_keys", "ladders", "nodes", "pulse"];

/// What is not easily brought about by playing; `ME` is the person, `KEY` the same as tables of results have it.
const ROWS: [&str; 7] = [
    "insert into flags (table_id, kind, players, at) values (1, 'together', 'KEY other', 1)",
    "insert into jobs (id, kind, person_id, body, due_at, attempts) values (1, 'turn', ME, '{}', 9000000000000000, 0)",
    "insert into notes (person_id, table_id, body, at) select ME, id, 'north first', 1 from tables limit 1",
    "insert into vacations (person_id, begins_at, ends_at) values (ME, 1, 2)",
    "insert into traces (person_id, hash, seen_at) values (ME, x'00', 9000000000000)",
    "insert into audit (id, at, actor, what, person_id, why) values (1, 1, 'cli', 'mute', ME, 'shouting')",
    "insert into push (login, person_id, endpoint, p256dh, auth, at)
     select hash, ME, 'https://push.example.org/x', x'00', x'00', 1 from tokens where person_id = ME limit 1",
];

async fn with(store: &Store, text: &str, person: Option<PersonId>) -> Vec<String> {
    let all = store.tables_with(text, person).await.expect("the store");
    all.into_iter().filter(|(_, found)| *found).map(|(table, _)| table).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_with_a_person_in_it_is_exported_and_forgotten() {
    let server = TestServer::open().await;
    let (zoe, id, _) = server.account("Zenobia", "correct horse").await;
    let (ben, ben_id, _) = server.account("Ben", "correct horse").await;
    let store = &server.running.app().store;
    let person: PersonId = id.parse().expect("a number");

    // A life here: a rated match, words, friends, an invitation, a report, a wish to play, and more.
    let table = rated(&zoe, &ben).await;
    get(&zoe, &format!("/api/tables/{table}/result")).await;
    let chat = json!({ "id": "c", "do": "chat", "text": "well played" });
    zoe.post(&format!("/api/tables/{table}/do"), &chat).await.body(StatusCode::OK).await;
    for (one, who) in [(&zoe, "Ben"), (&ben, "Zenobia")] {
        one.put(&format!("/api/company/{who}/friend"), &json!({})).await.body(StatusCode::OK).await;
    }
    let new = json!({ "game": "inka", "seats": [{ "kind": "me" }, { "kind": "invited" }] });
    let bens = text(&ben.post("/api/tables", &new).await.body(StatusCode::CREATED).await["id"]);
    let to = json!({ "person": id, "seat": "B" });
    assert_eq!(ben.post(&format!("/api/tables/{bens}/invite"), &to).await.status(), StatusCode::NO_CONTENT);
    let said = json!({ "text": "somebody shouted", "person": ben_id });
    assert_eq!(zoe.post("/api/reports", &said).await.status(), StatusCode::NO_CONTENT);
    let wish = json!({ "games": ["inka"], "seats": [2], "pace": "live", "rated": false, "bots": false });
    zoe.post("/api/pairing", &wish).await.body(StatusCode::OK).await;
    for row in ROWS {
        let row = row.replace("ME", &Store::number_of(person).to_string()).replace("KEY", &id);
        assert_eq!(store.damage(row.leak()).await, Ok(1), "a row that says something");
    }

    // A new table has to be put into one of the two lists above, and into the export and the end of a person with it.
    let all = store.tables_with("", None).await.expect("the store");
    let all: Vec<&str> = all.iter().map(|(table, _)| table.as_str()).collect();
    let mut known: Vec<&str> = PEOPLE.iter().map(|(table, ..)| *table).chain(NOBODY).collect();
    known.sort_unstable();
    assert_eq!(all, known, "a table that this test does not know");
    assert_eq!(with(store, &id, Some(person)).await, PEOPLE.map(|(table, ..)| table), "with this person in them");
    let export = get(&zoe, "/api/me/export").await;
    for (table, told, _) in PEOPLE {
        assert!(export.pointer(told).is_some_and(|told| *told != Value::Null), "{table}: no {told} in {export}");
    }

    assert_eq!(zoe.delete("/api/me").await.status(), StatusCode::NO_CONTENT);
    for words in ["Zenobia", "zenobia", "well played", "shouting", "north first"] {
        assert_eq!(with(store, words, None).await, [""; 0], "{words}");
    }
    let kept: Vec<&str> = PEOPLE.iter().filter(|(.., kept)| *kept).map(|(table, ..)| *table).collect();
    assert_eq!(with(store, &id, Some(person)).await, kept, "a number that is nobody's now");
}
