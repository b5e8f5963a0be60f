//! `quipu serve` on a disk that is full for a while, and with a database that is gone for a while: a clear answer,
//! nothing acknowledged is lost, and it recovers by itself.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use engine::Seat;
use load::{Node, Person, Player};
use protocol::{Command as Do, NewTable, RefusalCode, SeatPlan};
use store::testing::Postgres;

async fn table(node: &Node) -> Player {
    let person = Person::guest(node.address).await.unwrap();
    let device = SeatPlan::Device { name: "Bea".to_owned() };
    let new = serde_json::json!({ "game": "tikal", "seats": [SeatPlan::Me, device] });
    let id = person.make(&serde_json::from_value::<NewTable>(new).unwrap()).await.unwrap();
    let mut player = Player::follow(&person, &id, None, None).await.unwrap();
    let started = player.act(Do::Start).await.unwrap().unwrap();
    player.until(started.version).await.unwrap();
    player
}

/// Plays the first word on offer, for whoever is to act.
async fn play(player: &mut Player) -> Result<(Seat, String), protocol::Refusal> {
    let Some(protocol::ToAct::Seat { seat }) = player.seen.game.as_ref().map(|game| game.to_act.clone()) else {
        panic!("a seat is to act")
    };
    let word = player.offers()[0].clone();
    let done = player.play(seat, &word).await.unwrap()?;
    player.until(done.version).await.unwrap();
    Ok((seat, word))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_said_and_got_over() {
    if Command::new("prlimit").arg("--version").output().is_err() {
        eprintln!("\n==== the full disk was NOT TESTED: there is no prlimit here ====\n");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut node = Node::on_file(Path::new(env!("CARGO_BIN_EXE_quipu")), folder.path()).unwrap();
    node.start().await.unwrap();
    let mut player = table(&node).await;
    let mut acknowledged = Vec::new();
    for _ in 0..5 {
        acknowledged.push(play(&mut player).await.unwrap());
    }
    node.fill_disk(true).unwrap();
    for _ in 0..3 {
        let refused = play(&mut player).await.expect_err("nothing can be made durable");
        assert_eq!(refused.code, RefusalCode::Unavailable, "{refused:?}");
    }
    assert!(!node.is_ready().await, "whoever watches over the server is told");
    node.fill_disk(false).unwrap();
    for _ in 0..5 {
        acknowledged.push(play(&mut player).await.unwrap_or_else(|refused| panic!("{refused:?}")));
    }
    assert!(node.is_ready().await);
    kept(&player, &acknowledged).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_gone_for_ten_seconds_is_said_and_got_over() {
    let Some(mut postgres) = Postgres::start() else { return };
    let mut node = Node::on_postgres(Path::new(env!("CARGO_BIN_EXE_quipu")), &postgres.database()).unwrap();
    node.start().await.unwrap();
    let mut player = table(&node).await;
    let mut acknowledged = vec![play(&mut player).await.unwrap()];
    postgres.stop();
    let gone = Instant::now();
    let mut refusals = 0;
    while gone.elapsed() < Duration::from_secs(10) {
        let refused = play(&mut player).await.expect_err("there is nothing to keep it in");
        assert_eq!(refused.code, RefusalCode::Unavailable, "{refused:?}");
        assert!(!node.is_ready().await, "whoever watches over the server is told");
        refusals += 1;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    assert!(refusals > 1, "an answer comes while the database is gone, not when it is back");
    postgres.resume();
    let back = Instant::now();
    while !node.is_ready().await {
        assert!(back.elapsed() < Duration::from_secs(20), "it recovers by itself");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    for _ in 0..5 {
        acknowledged.push(play(&mut player).await.unwrap_or_else(|refused| panic!("{refused:?}")));
    }
    kept(&player, &acknowledged).await;
}

/// What was acknowledged was kept, and nothing else.
async fn kept(player: &Player, acknowledged: &[(Seat, String)]) {
    let record: engine::Record = player.person.record(&player.table).await.unwrap().parse().unwrap();
    let kept = record.lines.iter().filter_map(|line| match &line.entry {
        engine::RecordEntry::Step { by: Some(seat), words } => Some((*seat, words.clone())),
        _ => None,
    });
    assert_eq!(kept.collect::<Vec<_>>(), acknowledged);
}
