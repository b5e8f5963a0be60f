//! What is refused, and why; what a repeated message does; taking back; bots.

use std::time::Duration;

use engine::{Fast, Seat};
use load::{Person, Player, Socket};
use protocol::{BotLevel, Command, LineKind, RefusalCode, SeatPlan, ToClient, VoteKind};

use crate::test_server::{TestServer, is_over, new_table, play_once};

/// Whose turn it is, and whose not.
fn turn(players: &[Player; 2]) -> (usize, usize) {
    let mover = players.iter().position(|player| !player.offers().is_empty()).expect("somebody is to act");
    (mover, 1 - mover)
}

fn play(seen: u64, seat: usize, word: &str) -> Command {
    Command::Play { seen, seat: Seat::new(seat), word: word.to_owned(), then: Vec::new() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_names_reason_and_rule_and_changes_nothing() {
    let server = TestServer::open().await;
    let mut players = server.pair("tikal").await;
    let (mover, waits) = turn(&players);
    let seen = players[mover].seen.version;
    let word = players[mover].offers()[0].clone();

    let refused = players[mover].act(play(seen, mover, "place a1 r0")).await.unwrap().unwrap_err();
    assert_eq!(refused.code, RefusalCode::Rule, "{refused:?}");
    assert!(refused.reason.rule.as_deref().is_some_and(|rule| rule.starts_with('T')), "{refused:?}");
    let refused = players[mover].act(play(seen, mover, "dance")).await.unwrap().unwrap_err();
    assert_eq!(refused.code, RefusalCode::Misread, "{refused:?}");
    // Another's seat, by who waits and by who is to act; a seat that nobody has; a version that is to come.
    let refused = players[waits].act(play(seen, mover, &word)).await.unwrap().unwrap_err();
    assert_eq!(refused.code, RefusalCode::NotYours, "{refused:?}");
    let refused = players[mover].act(play(seen, waits, &word)).await.unwrap().unwrap_err();
    assert_eq!(refused.code, RefusalCode::NotYours, "{refused:?}");
    let refused = players[waits].act(play(seen, waits, &word)).await.unwrap().unwrap_err();
    assert_eq!(refused.code, RefusalCode::NotYours, "{refused:?}");
    let refused = players[mover].act(play(seen, 3, &word)).await.unwrap().unwrap_err();
    assert_eq!(refused.code, RefusalCode::NotYours, "{refused:?}");
    let refused = players[mover].act(play(seen + 1, mover, &word)).await.unwrap().unwrap_err();
    assert_eq!(refused.code, RefusalCode::Stale, "{refused:?}");
    assert_eq!(server.fold(&players[0].table).await.version(), seen, "nothing was written");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_or_repeated_message_does_no_harm() {
    let server = TestServer::open().await;
    let mut players = server.pair("tikal").await;
    let (mover, _) = turn(&players);
    let seen = players[mover].seen.version;
    let word = players[mover].offers()[0].clone();
    let done = players[mover].act_as("once", play(seen, mover, &word)).await.unwrap().unwrap();
    players[mover].until(done.version).await.unwrap();
    let again = players[mover].act_as("once", play(seen, mover, &word)).await.unwrap().unwrap();
    assert_eq!(done, again, "answered as the first time");
    let stale = players[mover].act_as("twice", play(seen, mover, &word)).await.unwrap().unwrap_err();
    assert_eq!(stale.code, RefusalCode::Stale);
    assert_eq!(server.fold(&players[0].table).await.version(), done.version);
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn anothers_cookie_and_none_open_no_socket() {
    let server = TestServer::open().await;
    let ada = server.guest().await;
    let mut forged = ada.cookie.clone().into_bytes();
    let last = forged.len() - 1;
    forged[last] = if forged[last] == b'A' { b'B' } else { b'A' };
    for cookie in ["", "quipu=nobody", std::str::from_utf8(&forged).unwrap()] {
        let forger = Person { cookie: cookie.to_owned(), ..ada.clone() };
        let refused = Socket::open(&forger).await.expect_err("no socket without a cookie of one's own");
        assert!(refused.to_string().contains("401") || refused.to_string().contains("403"), "{refused:#}");
    }
    // With another's cookie one is that other, and with one's own one is nobody else.
    let bob = server.guest().await;
    let id = ada.make(&new_table("inka")).await.unwrap();
    let mut bob = Player::follow(&bob, &id, None, None).await.unwrap();
    let refused = bob.act(Command::Start).await.unwrap().unwrap_err();
    assert!(matches!(refused.code, RefusalCode::NotYours | RefusalCode::Forbidden), "{refused:?}");
    server.running.stop().await;
}

/// Plays until somebody may take back freely, and gives who and to where.
async fn until_free(players: &mut [Player; 2]) -> (usize, usize) {
    let mut rng = Fast::new(5);
    for _ in 0..200 {
        let before = turn(players).0;
        assert!(play_once(players, &mut rng).await);
        let free = players[before].seen.game.as_ref().and_then(|game| game.undo.free);
        if let Some(free) = free {
            return (before, free);
        }
    }
    panic!("in 200 decisions nobody could take back freely");
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back_is_free_up_to_what_was_revealed() {
    let server = TestServer::open().await;
    let mut players = server.pair("tikal").await;
    let (who, to) = until_free(&mut players).await;
    let seen = players[who].seen.version;
    let undo = Command::Undo { seen, seat: Seat::new(who), to };
    let done = players[who].act(undo).await.unwrap().unwrap();
    for player in &mut players {
        player.until(done.version).await.unwrap();
        assert_eq!(player.seen.game.as_ref().unwrap().step, to);
        let last = player.seen.lines.last().unwrap();
        assert_eq!(last.what, LineKind::Undo { seat: Seat::new(who), to, takeback: false }, "everybody can read it");
        let fold = server.fold(&player.table).await;
        assert_eq!(player.seen.view, fold.game().unwrap().view(engine::Viewer::Spectator));
    }
    let record = players[0].person.record(&players[0].table).await.unwrap();
    assert!(record.contains(&format!("! {} undo {to}", Seat::new(who))), "{record}");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back_further_needs_the_other() {
    let server = TestServer::open().await;
    let mut players = server.pair("tikal").await;
    let mut rng = Fast::new(6);
    // Behind a drawn tile there is nothing that is free.
    let (who, to) = loop {
        assert!(play_once(&mut players, &mut rng).await);
        let ask = |player: &Player| player.seen.game.as_ref().and_then(|game| game.undo.ask);
        if let Some(found) = players.iter().enumerate().find_map(|(who, player)| Some((who, ask(player)?))) {
            break found;
        }
    };
    for yes in [false, true] {
        let (step, seen) = (players[who].seen.game.as_ref().unwrap().step, players[who].seen.version);
        let asked = players[who].act(Command::Undo { seen, seat: Seat::new(who), to }).await.unwrap().unwrap();
        players[1 - who].until(asked.version).await.unwrap();
        let votes = players[1 - who].seen.game.as_ref().unwrap().votes.clone();
        assert_eq!(votes.len(), 1);
        assert_eq!(votes[0].about, VoteKind::Undo { seat: Seat::new(who), to });
        assert_eq!(
            players[who].seen.game.as_ref().unwrap().step,
            step,
            "nothing is taken back before the other agrees"
        );
        // Who asks cannot agree in the other's name.
        let own = players[who].act(Command::Vote { number: votes[0].number, yes: true }).await.unwrap();
        assert_eq!(own.unwrap_err().code, RefusalCode::NotYours);
        let voted = players[1 - who].act(Command::Vote { number: votes[0].number, yes }).await.unwrap().unwrap();
        for player in &mut players {
            player.until(voted.version).await.unwrap();
            assert_eq!(player.seen.game.as_ref().unwrap().step, if yes { to } else { step });
        }
    }
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_by_themselves_to_the_end() {
    let server = TestServer::open().await;
    let ada = server.guest().await;
    let mut table = new_table("thebes");
    let bot = SeatPlan::Bot { level: BotLevel::Novice };
    table.seats = vec![SeatPlan::Me, bot.clone(), bot];
    let id = ada.make(&table).await.unwrap();
    let mut ada = Player::follow(&ada, &id, None, None).await.unwrap();
    ada.act(Command::Start).await.unwrap().unwrap();
    let mut rng = Fast::new(8);
    let mut own = 0;
    while !is_over(&ada) {
        if ada.offers().is_empty() {
            // The bots' turn: what they do comes unasked.
            ada.hear_within(Duration::from_mins(1)).await.unwrap();
        } else {
            own += usize::from(play_once(std::slice::from_mut(&mut ada), &mut rng).await);
        }
    }
    let record = ada.person.record(&id).await.unwrap();
    for seat in ["\nB ", "\nC "] {
        assert!(record.matches(seat).count() > 5, "the bot of {seat:?} plays: {record}");
    }
    assert!(own > 5);
    let whole = ada.texts.iter().filter(|(_, message)| matches!(message, ToClient::State(_))).count();
    assert!(whole <= 3, "a client that keeps up is told what changed, not everything {whole} times");
    server.running.stop().await;
}
