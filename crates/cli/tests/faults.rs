//! `quipu serve` on a disk that is full for a while: a clear answer, nothing acknowledged is lost, and it recovers by
//! itself.

use std::path::Path;
use std::process::Command;

use engine::Seat;
use load::{Node, Person, Player};
use protocol::{Command as Do, NewTable, RefusalCode, SeatPlan};

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
    let data = vec!["--data".to_owned(), folder.path().display().to_string()];
    let mut node = Node::new(Path::new(env!("CARGO_BIN_EXE_quipu")), data).unwrap();
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
    let record: engine::Record = player.person.record(&player.table).await.unwrap().parse().unwrap();
    let kept = record.lines.iter().filter_map(|line| match &line.entry {
        engine::Entry::Step { by: Some(seat), words } => Some((*seat, words.clone())),
        _ => None,
    });
    assert_eq!(kept.collect::<Vec<_>>(), acknowledged, "what was acknowledged was kept, and nothing else");
}
