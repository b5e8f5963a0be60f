//! Coming back with the last version: the gap, or everything.

use engine::{Fast, Seat, Viewer};
use load::{Player, Seen};
use protocol::{Command, ToClient};

use crate::test_server::{TestServer, play_once};

/// Leaves, lets the other play on, comes back with what was seen `ago` decisions before leaving, and gives the first
/// message.
async fn comes_back(
    server: &TestServer,
    ago: usize,
    since: impl Fn(&Seen) -> Option<u64>,
    decisions: usize,
) -> ToClient {
    let mut players = server.pair("thebes").await;
    let mut rng = Fast::new(11);
    let mut seen = Vec::new();
    for _ in 0..10 {
        assert!(play_once(&mut players, &mut rng).await);
        seen.push(players[0].seen.clone());
    }
    let [ada, mut bob] = players;
    let (person, id, had) = (ada.person.clone(), ada.table.clone(), seen[seen.len() - 1 - ago].clone());
    drop(ada);
    for number in 0..decisions {
        let text = format!("hello {number}");
        bob.act(Command::Chat { text }).await.unwrap().unwrap();
    }
    let since = since(&had);
    let mut again = Player::follow(&person, &id, None, None).await.unwrap();
    let whole = again.seen.clone();
    again.socket.send(&protocol::ToServer::Watch { table: id.clone(), since, eyes: None }).await.unwrap();
    again.seen = Seen { version: since.unwrap_or(0), ..had };
    // News of who is there may come between; what answers has a version or lines.
    let first = loop {
        match again.socket.message_within(std::time::Duration::from_secs(10)).await.unwrap().0 {
            ToClient::News(news)
                if news.lines.is_empty() && news.since == news.version && since != Some(news.version) => {}
            message => break message,
        }
    };
    again.seen.take(&first).unwrap();
    assert_eq!(again.seen.view, whole.view, "what was kept and the gap make the whole");
    assert_eq!(again.seen.version, whole.version);
    let fold = server.fold(&id).await;
    assert_eq!(again.seen.view, fold.game().unwrap().view(Viewer::Seat(Seat::A)));
    first
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_gap_is_told_as_news() {
    let server = TestServer::open().await;
    let ToClient::News(news) = comes_back(&server, 0, |had| Some(had.version), 3).await else {
        panic!("a gap is news")
    };
    assert_eq!(news.lines.len(), 3);
    assert_eq!(news.version, news.since + 3);
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_version_gets_a_gap_whose_steps_change_the_view_one_by_one() {
    let server = TestServer::open().await;
    let ToClient::News(news) = comes_back(&server, 3, |had| Some(had.version), 2).await else {
        panic!("a gap is news")
    };
    assert!(news.view.is_none(), "{news:?}");
    assert!(news.lines.iter().filter(|line| !line.changes.is_empty()).count() >= 3, "{news:?}");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_gap_no_version_and_one_to_come_get_everything() {
    let server = TestServer::with(|given| {
        given.messages_per_second = Some(1_000_000);
        given.chats_per_minute = Some(1_000_000);
    })
    .await;
    assert!(matches!(comes_back(&server, 0, |_| Some(1_000_000), 1).await, ToClient::State(_)));
    assert!(matches!(comes_back(&server, 0, |_| None, 1).await, ToClient::State(_)));
    assert!(matches!(comes_back(&server, 0, |_| Some(0), 1).await, ToClient::State(_) | ToClient::News(_)));
    server.running.stop().await;
}
