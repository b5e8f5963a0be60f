//! The fair shuffle: whoever knows the seed, and everybody's nonce, can no longer choose their own.

use engine::Seat;
use load::Player;
use protocol::{Command, Stage};

use crate::test_server::{TestServer, new_table, pledge, reveal};

async fn refused(player: &mut Player, command: Command) -> String {
    let refused = player.act(command).await.unwrap().expect_err("it is too late");
    refused.reason.key.unwrap_or_default()
}

/// A table of two that waits to be started: its maker, and Bob on the other seat.
async fn table_of_two(server: &TestServer) -> (Player, Player) {
    let (host, bob) = (server.guest().await, server.guest().await);
    let id = host.make(&new_table("tikal")).await.expect("a table");
    let host = Player::follow(&host, &id, None, None).await.unwrap();
    let mut bob = Player::follow(&bob, &id, None, None).await.unwrap();
    bob.act(Command::Sit { seat: None, invitation: None }).await.unwrap().unwrap();
    (host, bob)
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_reveals_last_has_chosen_before() {
    let server = TestServer::open().await;
    let (mut host, mut bob) = table_of_two(&server).await;
    bob.act(pledge("of-bob-alone")).await.unwrap().unwrap();
    assert_eq!(refused(&mut bob, reveal("of-bob-alone")).await, "too-early", "the host has not pledged theirs");
    let pledged = host.act(pledge("of-the-host")).await.unwrap().unwrap();
    host.until(pledged.version).await.unwrap();
    assert!(!host.texts.iter().any(|(text, _)| text.contains("of-bob-alone")), "nobody knows it yet");
    host.act(Command::Start).await.unwrap().unwrap();
    let revealed = bob.act(reveal("of-bob-alone")).await.unwrap().unwrap();
    host.until(revealed.version).await.unwrap();
    let table = host.seen.table.clone().expect("a table");
    assert_eq!((table.stage, table.sealed), (Stage::Gathering, true));
    assert_eq!(table.nonces, [("B".to_owned(), "of-bob-alone".to_owned())]);
    // The host knows seed and nonce, and could compute what another nonce of theirs would bring.
    assert_eq!(refused(&mut host, reveal("a-better-one")).await, "not-pledged");
    assert_eq!(refused(&mut host, pledge("a-better-one")).await, "starting");
    assert_eq!(refused(&mut host, Command::Free { seat: Seat::A }).await, "starting");
    let started = host.act(reveal("of-the-host")).await.unwrap().unwrap();
    host.until(started.version).await.unwrap();
    let table = host.seen.table.clone().expect("a table");
    assert_eq!((table.stage, table.nonces.len(), table.pledges.len()), (Stage::Playing, 2, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_begins_without_a_nonce_that_is_withheld() {
    let server = TestServer::open().await;
    let (mut host, mut bob) = table_of_two(&server).await;
    bob.act(pledge("of-bob")).await.unwrap().unwrap();
    host.act(pledge("of-the-host")).await.unwrap().unwrap();
    host.act(Command::Start).await.unwrap().unwrap();
    bob.act(reveal("of-bob")).await.unwrap().unwrap();
    while bob.seen.game.is_none() {
        bob.hear().await.unwrap();
    }
    let table = bob.seen.table.clone().expect("a table");
    assert_eq!(table.nonces, [("B".to_owned(), "of-bob".to_owned())]);
    assert_eq!(table.pledges.len(), 2, "that the host withheld theirs is there for all to see");
}
