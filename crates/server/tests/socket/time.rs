//! Clocks: who is out of time has a bot play the turn.

use std::time::{Duration, Instant};

use protocol::{ClockRule, LineKind};

use crate::test_server::{TestServer, new_table};

#[tokio::test(flavor = "multi_thread")]
async fn out_of_time_a_bot_plays_the_turn() {
    let server = TestServer::open().await;
    let mut table = new_table("inka");
    table.clock = ClockRule::Turn { seconds: 1 };
    let mut players = server.pair_at(table).await;
    let begun = Instant::now();
    let mover = players.iter().position(|player| !player.offers().is_empty()).unwrap();
    let clocks = players[mover].seen.game.as_ref().unwrap().clocks.clone();
    assert!(clocks[mover].runs && clocks[mover].left <= 1_000, "{clocks:?}");
    // Nobody does anything until the turn has gone to the other.
    let other = 1 - mover;
    while players[other].offers().is_empty() {
        players[other].hear_within(Duration::from_secs(20)).await.unwrap();
    }
    assert!(begun.elapsed() >= Duration::from_millis(900), "not before the second is over");
    let lines = &players[other].seen.lines;
    let out = |key: &str| matches!(key, "out_of_time");
    let fell = lines.iter().position(|line| matches!(&line.what, LineKind::Note { key, .. } if out(key)));
    let fell = fell.expect("the log says that somebody was out of time");
    let played = |line: &protocol::Line| matches!(line.what, LineKind::Step { seat: Some(_), .. });
    assert!(lines[fell..].iter().any(played), "the bot played: {lines:?}");
    // The seat is the player's again: they play the next turn themselves.
    let seats = &players[other].seen.table.as_ref().unwrap().seats;
    assert!(seats.iter().all(|seat| !seat.given_up));
    server.running.stop().await;
}

#[test]
fn time_does_not_go_backwards_nor_jump() {
    // The wall clock is read once; what goes on is a clock that nobody can set.
    let time = server::Time::start();
    let (first, running) = (time.now(), time.running());
    std::thread::sleep(Duration::from_millis(30));
    let passed = time.now() - first;
    let truth = time.running().checked_sub(running).unwrap().as_millis() as i64;
    assert!((truth - 20..=truth + 20).contains(&passed), "{passed} ms by the wall, {truth} ms by the other");
}
