//! A data folder and a backup of version 0.1, made by its binary (`data_0_1/make.py`), under the server of today.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use engine::{Dice, Fast, Record, Seat};
use load::{Node, Person, Player};
use protocol::{Me, Stage, ToAct};
use serde::Deserialize;
use serde_json::json;

const QUIPU: &str = env!("CARGO_BIN_EXE_quipu");

/// What version 0.1 said at its end.
#[derive(Deserialize)]
struct Expected {
    ada: Known,
    bob: Known,
    tables: Vec<Left>,
}

#[derive(Deserialize)]
struct Known {
    cookie: String,
    #[serde(default)]
    password: String,
    #[serde(flatten)]
    me: Me,
}

#[derive(Deserialize)]
struct Left {
    id: String,
    stage: String,
    version: u64,
    record: String,
}

fn made() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data_0_1")
}

fn expected() -> Expected {
    serde_json::from_str(&fs::read_to_string(made().join("expected.json")).unwrap()).unwrap()
}

/// A copy of the old folder, since the upgrade changes it.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in ["quipu.db", "secret.key"] {
        fs::copy(made().join("data").join(file), folder.path().join(file)).unwrap();
    }
    folder
}

async fn serve(folder: &Path) -> Node {
    let mut node = Node::on_file(Path::new(QUIPU), folder).unwrap();
    node.start().await.unwrap();
    node
}

fn person(node: &Node, known: &Known) -> Person {
    Person { cookie: known.cookie.clone(), me: known.me.clone(), ..Person::nobody(node.address) }
}

fn read(record: &str) -> Record {
    record.parse().unwrap_or_else(|fault| panic!("{fault}\n{record}"))
}

/// The steps of a record alone. What stands above them is written otherwise today: rules of 0.1 are an option of now.
fn steps(record: &str) -> Vec<String> {
    read(record).lines.iter().map(|line| format!("{:?}", line.entry)).collect()
}

fn replays(record: &str) {
    let record = read(record);
    let kind = catalog::find(&record.game).unwrap().kind();
    kind.replay(&record, None).unwrap_or_else(|fault| panic!("{fault}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_their_matches_come_over() {
    let (expected, folder) = (expected(), folder());
    let node = serve(folder.path()).await;
    let ada = person(&node, &expected.ada);
    for (known, person) in [(&expected.ada, &ada), (&expected.bob, &person(&node, &expected.bob))] {
        let me: Me = serde_json::from_value(person.get("/api/me").await.unwrap().json().unwrap()).unwrap();
        assert_eq!(me, known.me, "the cookie of 0.1 is good");
    }
    let credentials = json!({ "name": expected.ada.me.name, "password": expected.ada.password });
    let login = Person::nobody(node.address).post("/api/login", &credentials).await.unwrap();
    assert_eq!(login.json().unwrap()["id"], expected.ada.me.id.as_str(), "and so is the password");
    for left in &expected.tables {
        let player = Player::follow(&ada, &left.id, None, None).await.unwrap();
        let stage = serde_json::to_value(&player.seen.table.as_ref().unwrap().stage).unwrap();
        assert_eq!((stage, player.seen.version), (json!({ "kind": left.stage }), left.version), "{}", left.id);
        if left.stage != "gathering" {
            assert_eq!(steps(&ada.record(&left.id).await.unwrap()), steps(&left.record), "{}", left.id);
        }
    }
    let over = expected.tables.iter().find(|left| left.stage == "over").unwrap();
    replays(&ada.record(&over.id).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_under_way_go_on_to_their_end() {
    let (expected, folder) = (expected(), folder());
    let node = serve(folder.path()).await;
    for left in expected.tables.iter().filter(|left| left.stage == "playing") {
        let mut players = Vec::new();
        for known in [&expected.ada, &expected.bob] {
            players.push(Player::follow(&person(&node, known), &left.id, None, None).await.unwrap());
        }
        play_on(&mut players).await;
        let record = players[0].person.record(&left.id).await.unwrap();
        let (before, whole) = (steps(&left.record), steps(&record));
        assert!(whole.len() > before.len(), "{} went on", left.id);
        replays(&record);
    }
}

/// Plays by chance until the match is over. Whoever has offers may have them for several seats.
async fn play_on(players: &mut [Player]) {
    let mut rng = Fast::new(7);
    for _ in 0..5_000 {
        if players[0].seen.table.as_ref().is_some_and(|table| table.stage == Stage::Over) {
            return;
        }
        let index = players.iter().position(|player| !player.offers().is_empty()).expect("somebody is to act");
        let to_act = players[index].seen.game.as_ref().map(|game| game.to_act.clone());
        let Some(ToAct::Seat { seat }) = to_act else { panic!("offers for {to_act:?}") };
        let word = rng.pick(&players[index].offers()).clone();
        let done = play(&mut players[index], seat, &word).await;
        for player in &mut *players {
            player.until(done).await.unwrap();
        }
    }
    panic!("the match has no end");
}

async fn play(player: &mut Player, seat: Seat, word: &str) -> u64 {
    let done = player.play(seat, word).await.unwrap();
    done.unwrap_or_else(|refused| panic!("{word}: {refused:?}")).version
}

#[test]
fn a_backup_of_the_old_version_can_be_restored() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::new(QUIPU).args(arguments).arg("--data").arg(folder.path()).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    run(&["restore", made().join("backup.db").to_str().unwrap()]);
    let (people, tables) = (run(&["admin", "people"]), run(&["admin", "tables"]));
    let expected = expected();
    for known in [&expected.ada, &expected.bob] {
        assert!(people.contains(&known.me.id), "{people}");
    }
    for left in &expected.tables {
        assert!(tables.contains(&left.id), "{tables}");
    }
}
