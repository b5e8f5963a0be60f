//! Nonsense, too much of it, and clients that never read: refused or let go, and nobody else notices.

use std::time::{Duration, Instant};

use engine::Fast;
use load::{Got, Person, Socket};
use protocol::{Command, RefusalCode, ToClient, ToServer};

use crate::test_server::{TestServer, play_once};

const SOON: Duration = Duration::from_secs(20);

async fn opened(person: &Person) -> Socket {
    let mut socket = Socket::open(person).await.unwrap();
    assert!(matches!(socket.message_within(SOON).await.unwrap().0, ToClient::Welcome { .. }));
    socket
}

/// Reads until the socket ends, and gives how many texts came and why it ended.
async fn until_end(socket: &mut Socket) -> (usize, Option<(u16, String)>) {
    let mut texts = 0;
    loop {
        match tokio::time::timeout(SOON, socket.next()).await.expect("the socket ends") {
            Got::Text(_) => texts += 1,
            Got::End(why) => return (texts, why),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_and_the_socket_stays() {
    let server = TestServer::open().await;
    let players = server.pair("inka").await;
    let table = &players[0].table;
    let mut socket = opened(&players[0].person).await;
    let deep = format!(r#"{{"t":"do","table":{}{}"#, "[".repeat(20_000), "]".repeat(20_000));
    let texts = [
        "{".to_owned(),
        String::new(),
        "null".to_owned(),
        "[]".to_owned(),
        "\"ping\"".to_owned(),
        r#"{"t":"no such thing"}"#.to_owned(),
        r#"{"t":7}"#.to_owned(),
        r#"{"t":"watch"}"#.to_owned(),
        r#"{"t":"watch","table":{"a":1}}"#.to_owned(),
        r#"{"t":"watch","table":"x","since":-1}"#.to_owned(),
        r#"{"t":"watch","table":"x","eyes":"ZZ"}"#.to_owned(),
        format!(r#"{{"t":"do","table":"{table}","id":1,"do":"start"}}"#),
        format!(r#"{{"t":"do","table":"{table}","id":"1","do":"play","seen":"1","seat":"A","word":"x"}}"#),
        format!(r#"{{"t":"do","table":"{table}","id":"1","do":"play","seen":1e99,"seat":"A","word":"x"}}"#),
        format!(r#"{{"t":"do","table":"{table}","id":"1","do":"fly"}}"#),
        deep,
    ];
    for text in texts {
        let shown: String = text.chars().take(90).collect();
        socket.send_text(text).await.unwrap();
        match socket.message_within(SOON).await.unwrap().0 {
            ToClient::Refused(refused) => assert_eq!(refused.code, RefusalCode::Malformed, "{shown}: {refused:?}"),
            other => panic!("{shown}: {other:?}"),
        }
    }
    socket.send(&ToServer::Ping).await.unwrap();
    assert_eq!(socket.message_within(SOON).await.unwrap().0, ToClient::Pong, "and the socket still serves");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_of_ten_megabytes_ends_the_socket_unread() {
    let server = TestServer::open().await;
    let mut players = server.pair("inka").await;
    let mut socket = opened(&server.guest().await).await;
    // The server hangs up before it has read all of it, so writing may fail.
    let big = format!(r#"{{"t":"ping","x":"{}"}}"#, "x".repeat(10 << 20));
    let sent = tokio::time::timeout(SOON, socket.send_text(big)).await.expect("it is not waited for");
    let (texts, _) = if sent.is_ok() { until_end(&mut socket).await } else { (0, None) };
    assert_eq!(texts, 0, "it is not answered");
    assert!(play_once(&mut players, &mut Fast::new(1)).await, "others play on");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_messages_at_once_are_cut_short_and_others_do_not_notice() {
    let server = TestServer::with(|given| given.messages_per_second = Some(20)).await;
    let mut players = server.pair("tikal").await;
    let table = players[0].table.clone();
    let mut flooder = opened(&server.guest().await).await;
    let flood = tokio::spawn(async move {
        for number in 0..10_000 {
            let chat = Command::Chat { text: "flood".to_owned() };
            let message = ToServer::Do { table: table.clone(), id: number.to_string(), command: chat };
            if flooder.feed_text(serde_json::to_string(&message).unwrap()).await.is_err() {
                break;
            }
        }
        flooder.send(&ToServer::Ping).await.ok();
        until_end(&mut flooder).await
    });
    let mut rng = Fast::new(2);
    let mut slowest = Duration::ZERO;
    for _ in 0..20 {
        let begun = Instant::now();
        assert!(play_once(&mut players, &mut rng).await);
        slowest = slowest.max(begun.elapsed());
        // Their own limit holds as well.
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (answered, _) = flood.await.unwrap();
    assert!(answered < 1_000, "the flooder was answered {answered} times");
    assert!(slowest < Duration::from_secs(2), "a decision took {slowest:?} beside the flood");
    let said = server.log(&players[0].table).await.1.iter().filter(|(_, body)| body.contains("flood")).count();
    assert!(said < 100, "{said} lines got through");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_connections_from_one_address_than_the_host_says() {
    let server = TestServer::with(|given| given.connections_per_address = Some(8)).await;
    let person = server.guest().await;
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(opened(&person).await);
    }
    assert!(Socket::open(&person).await.is_err(), "the ninth is not let in");
    open.pop();
    // Who goes makes room, once the server has seen it.
    let begun = Instant::now();
    while Socket::open(&person).await.is_err() {
        assert!(begun.elapsed() < SOON, "there is room again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let elsewhere = Person { from: [127, 0, 0, 2].into(), ..person };
    opened(&elsewhere).await;
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_reads_is_let_go_and_the_table_plays_on() {
    let server = TestServer::open().await;
    let mut players = server.pair("tikal").await;
    let sleeper = server.guest().await;
    let mut asleep = opened(&sleeper).await;
    asleep.send(&ToServer::Watch { table: players[0].table.clone(), since: None, eyes: None }).await.unwrap();
    let sockets = || server.running.app().metrics.sockets.get();
    let begun = Instant::now();
    while sockets() < 3 {
        assert!(begun.elapsed() < SOON);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Whole states are large: asked for again and again and never read, they fill every buffer on the way.
    let look = ToServer::Look { table: players[0].table.clone(), eyes: None, since: None };
    let mut asked = 0;
    while sockets() == 3 && begun.elapsed() < Duration::from_mins(1) {
        if tokio::time::timeout(Duration::from_secs(1), asleep.send(&look)).await.is_ok_and(|sent| sent.is_ok()) {
            asked += 1;
        }
    }
    assert_eq!(sockets(), 2, "after {asked} unread answers the client is let go");
    let mut rng = Fast::new(3);
    for _ in 0..10 {
        assert!(play_once(&mut players, &mut rng).await);
    }
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_sockets_give_nobody_more_messages() {
    let server = TestServer::with(|given| given.messages_per_second = Some(5)).await;
    let mut players = server.pair("inka").await;
    let table = players[0].table.clone();
    let guest = server.guest().await;
    let mut sockets = Vec::new();
    for _ in 0..12 {
        sockets.push(opened(&guest).await);
    }
    let begun = Instant::now();
    for (index, socket) in sockets.iter_mut().enumerate() {
        for number in 0..20 {
            // Nobody may do it, and each is judged at the table.
            let message =
                ToServer::Do { table: table.clone(), id: format!("{index}-{number}"), command: Command::Start };
            socket.send(&message).await.unwrap();
        }
    }
    let mut judged = 0;
    for socket in &mut sockets {
        for _ in 0..20 {
            match socket.message_within(SOON).await.unwrap().0 {
                ToClient::Refused(refused) => judged += u64::from(refused.code != RefusalCode::Limit),
                other => panic!("{other:?}"),
            }
        }
    }
    // Twenty in one go and five a second, over however many sockets.
    let most = 20 + 5 * (begun.elapsed().as_secs() + 1);
    assert!(judged <= most, "{judged} of 240 were judged, {most} may be");
    assert!(play_once(&mut players, &mut Fast::new(4)).await, "others play on");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pings_are_counted_like_anything_else() {
    let server = TestServer::with(|given| given.messages_per_second = Some(20)).await;
    let mut socket = opened(&server.guest().await).await;
    for _ in 0..2_000 {
        if socket.feed_ping().await.is_err() {
            break;
        }
    }
    socket.send(&ToServer::Ping).await.ok();
    let (_, why) = until_end(&mut socket).await;
    assert!(why.is_none_or(|(code, _)| code == 1008), "whoever pings without end is let go");
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_and_goes_is_told_together() {
    let server = TestServer::open().await;
    let mut players = server.pair("inka").await;
    let table = players[0].table.clone();
    let mut restless = Vec::new();
    for _ in 0..4 {
        restless.push(opened(&server.guest().await).await);
    }
    let begun = Instant::now();
    for _ in 0..50 {
        for socket in &mut restless {
            socket.send(&ToServer::Watch { table: table.clone(), since: None, eyes: None }).await.unwrap();
            socket.send(&ToServer::Unwatch { table: table.clone() }).await.unwrap();
        }
    }
    for socket in &mut restless {
        socket.send(&ToServer::Ping).await.unwrap();
        while socket.message_within(SOON).await.unwrap().0 != ToClient::Pong {}
    }
    let mut told = 0;
    let quiet = Duration::from_secs(1);
    while let Ok(message) = tokio::time::timeout(quiet, players[0].socket.message_within(SOON)).await {
        assert!(matches!(message.unwrap().0, ToClient::News(_)));
        told += 1;
    }
    // Two a second at most, and the last one says that nobody of them is there any more.
    let most = 2 * (begun.elapsed().as_secs() + 2);
    assert!(told <= most, "{told} messages for 400 comings and goings, {most} may be");
    let state = players[0].person.get(&format!("/api/tables/{table}")).await.unwrap().json().unwrap();
    assert_eq!(state["table"]["spectators"].as_u64().unwrap_or(0), 0, "{}", state["table"]);
    server.running.stop().await;
}
