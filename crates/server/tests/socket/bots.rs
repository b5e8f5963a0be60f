//! Bots and hints while somebody else keeps them busy.

use std::time::Duration;

use engine::Fast;
use load::{Player, Socket};
use protocol::{Ask, BotLevel, ClockRule, Command, NewTable, SeatPlan, ToClient, ToServer};
use store::TableId;

use crate::test_server::{TestServer, new_table, play_once};

/// How many entries some tables have in all.
async fn entries(server: &TestServer, tables: &[TableId]) -> u64 {
    let store = &server.running.app().store;
    let mut sum = 0;
    for table in tables {
        sum += store.last_seq(*table).await.expect("a table");
    }
    sum
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_for_which_somebody_waits_comes_before_those_that_play_alone() {
    const TABLES: usize = 30;
    let server = TestServer::with(|given| {
        given.tables_per_guest = Some(100);
        (given.bot_tables_per_person, given.bot_tables) = (Some(TABLES), Some(TABLES));
        (given.bot_threads, given.bot_millis) = (Some(1), Some(400));
    })
    .await;
    let (mallory, ana) = (server.guest().await, server.guest().await);
    let bot = |level: BotLevel| SeatPlan::Bot { level };
    let alone = NewTable { seats: vec![bot(BotLevel::Master); 4], keep_going: true, ..new_table("tikal") };
    let mut tables: Vec<TableId> = Vec::new();
    for _ in 0..TABLES {
        let id = mallory.make(&alone).await.expect("a table");
        let start = serde_json::json!({ "id": "start", "do": "start" });
        mallory.post(&format!("/api/tables/{id}/do"), &start).await.expect("an answer").json().expect("a start");
        tables.push(id.parse().expect("a number"));
    }
    let new = NewTable { seats: vec![SeatPlan::Me, bot(BotLevel::Novice)], ..new_table("tikal") };
    let id = ana.make(&new).await.expect("a table");
    let ana = Player::follow(&ana, &id, None, None).await.unwrap();
    let (mut players, mut rng) = ([ana], Fast::new(3));
    let started = players[0].act(Command::Start).await.unwrap().unwrap();
    players[0].until(started.version).await.unwrap();
    for _ in 0..3 {
        while play_once(&mut players, &mut rng).await {}
        // Now it is the novice's turn.
        let (before, seen) = (entries(&server, &tables).await, players[0].seen.version);
        players[0].until(seen + 1).await.unwrap();
        let others = entries(&server, &tables).await - before;
        assert!(others < TABLES as u64 / 2, "{others} entries of others while Ana waited");
        while players[0].offers().is_empty() {
            players[0].hear().await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_waits_for_one_hint_at_a_time() {
    let server = TestServer::with(|given| given.bot_millis = Some(2_000)).await;
    let ana = server.guest().await;
    let device = SeatPlan::Device { name: "Abe".to_owned() };
    let new = NewTable { seats: vec![SeatPlan::Me, device], hints: true, ..new_table("tikal") };
    let id = ana.make(&new).await.expect("a table");
    let mut sockets = Vec::new();
    for _ in 0..6 {
        sockets.push(Player::follow(&ana, &id, None, None).await.unwrap());
    }
    let started = sockets[0].act(Command::Start).await.unwrap().unwrap();
    sockets[0].until(started.version).await.unwrap();
    let Some(protocol::ToAct::Seat { seat }) = sockets[0].seen.game.as_ref().map(|game| game.to_act.clone()) else {
        panic!("a seat is to act");
    };
    for socket in &mut sockets {
        let ask = ToServer::Ask { table: id.clone(), id: "hint".to_owned(), ask: Ask::Hint { seat } };
        socket.socket.send(&ask).await.unwrap();
    }
    let (mut hints, mut refused) = (0, Vec::new());
    for socket in &mut sockets {
        loop {
            match socket.hear_within(Duration::from_mins(1)).await.unwrap() {
                ToClient::Answer { hint: Some(_), .. } => break hints += 1,
                ToClient::Refused(refusal) => break refused.push(refusal.reason.key.unwrap_or_default()),
                _ => {}
            }
        }
    }
    assert_eq!(hints, 1);
    assert_eq!(refused, ["hint-busy"; 5]);
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_have_no_hints_beside_their_owners() {
    let server = TestServer::with(|given| given.bot_millis = Some(2_000)).await;
    let ana = server.guest().await;
    let (mut sockets, mut asks) = (Vec::new(), Vec::new());
    for _ in 0..4 {
        let program = |name: &str| SeatPlan::Program { name: name.to_owned() };
        let new = NewTable { seats: vec![program("one"), program("two")], hints: true, ..new_table("tikal") };
        let made = ana.post("/api/tables", &serde_json::to_value(&new).unwrap()).await.unwrap().json().unwrap();
        let id = made["id"].as_str().expect("a number").to_owned();
        let start = serde_json::json!({ "id": "start", "do": "start" });
        ana.post(&format!("/api/tables/{id}/do"), &start).await.unwrap().json().unwrap();
        let state = ana.get(&format!("/api/tables/{id}")).await.unwrap().json().unwrap();
        let mover = state["game"]["to_act"]["seat"].as_str().expect("a seat is to act").to_owned();
        let tokens = made["tokens"].as_array().expect("a list").iter();
        for token in tokens {
            let token = token["token"].as_str().expect("a token");
            sockets.push(Socket::open_with_token(server.address, token).await.unwrap());
            asks.push((id.clone(), mover.parse::<engine::Seat>().expect("a seat")));
        }
    }
    for (socket, (table, seat)) in sockets.iter_mut().zip(asks) {
        socket.send(&ToServer::Ask { table, id: "hint".to_owned(), ask: Ask::Hint { seat } }).await.unwrap();
    }
    let (mut hints, mut busy) = (0, 0);
    for socket in &mut sockets {
        loop {
            match socket.message_within(Duration::from_mins(1)).await.unwrap().0 {
                ToClient::Answer { hint, .. } => break hints += usize::from(hint.is_some()),
                ToClient::Refused(refusal) => {
                    break busy += usize::from(refusal.reason.key.as_deref() == Some("hint-busy"));
                }
                _ => {}
            }
        }
    }
    assert_eq!((hints, busy), (1, 3), "one for Ana, and none for the three other programs that are to act");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_that_nobody_waits_for_still_counts_while_it_is_searched() {
    // It is searched for a minute, unless the server stops, and does not end for want of memory.
    let server = TestServer::with(|given| {
        (given.bot_threads, given.bot_megabytes, given.bot_millis) = (Some(1), Some(2_048), Some(60_000));
    })
    .await;
    let ana = server.guest().await;
    let program = |name: &str| SeatPlan::Program { name: name.to_owned() };
    let new = NewTable { seats: vec![program("one"), program("two")], hints: true, ..new_table("tikal") };
    let made = ana.post("/api/tables", &serde_json::to_value(&new).unwrap()).await.unwrap().json().unwrap();
    let table = made["id"].as_str().expect("a number").to_owned();
    let start = serde_json::json!({ "id": "start", "do": "start" });
    ana.post(&format!("/api/tables/{table}/do"), &start).await.unwrap().json().unwrap();
    let state = ana.get(&format!("/api/tables/{table}")).await.unwrap().json().unwrap();
    let mover = state["game"]["to_act"]["seat"].as_str().expect("a seat is to act").to_owned();
    let seat = mover.parse::<engine::Seat>().expect("a seat");
    let rotate = async || {
        let path = format!("/api/tables/{table}/token/{mover}");
        let made = ana.post(&path, &serde_json::json!({})).await.unwrap().json().unwrap();
        made["token"].as_str().expect("a token").to_owned()
    };
    let ask = |id: &str| ToServer::Ask { table: table.clone(), id: id.to_owned(), ask: Ask::Hint { seat } };
    let token = rotate().await;
    let mut one = Socket::open_with_token(server.address, &token).await.unwrap();
    let mut two = Socket::open_with_token(server.address, &token).await.unwrap();
    one.send(&ask("one")).await.unwrap();
    two.send(&ask("two")).await.unwrap();
    // Whichever came second is refused, so the other one is searched.
    tokio::select! {
        () = is_busy(&mut one) => {}
        () = is_busy(&mut two) => {}
    }
    let mut next = Socket::open_with_token(server.address, &rotate().await).await.unwrap();
    while one.message_within(Duration::from_secs(10)).await.is_ok() {}
    while two.message_within(Duration::from_secs(10)).await.is_ok() {}
    next.send(&ask("next")).await.unwrap();
    is_busy(&mut next).await;
    server.running.stop().await;
}

/// Waits until a hint is refused because another one is searched.
async fn is_busy(socket: &mut Socket) {
    loop {
        match socket.message_within(Duration::from_mins(1)).await.unwrap().0 {
            ToClient::Refused(refused) => {
                assert_eq!(refused.reason.key.as_deref(), Some("hint-busy"));
                return;
            }
            ToClient::Answer { hint, .. } => panic!("the search is over: {hint:?}"),
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_does_not_wait_for_tables_that_bots_play_alone() {
    let server = TestServer::with(|given| {
        (given.bot_tables_per_person, given.bot_tables) = (Some(1), Some(1));
        (given.bot_threads, given.bot_millis) = (Some(2), Some(400));
    })
    .await;
    let (mallory, ana) = (server.guest().await, server.guest().await);
    let bot = |level: BotLevel| SeatPlan::Bot { level };
    let start = serde_json::json!({ "id": "start", "do": "start" });
    // The only table that bots may play on alone.
    let alone = NewTable { seats: vec![bot(BotLevel::Master); 4], keep_going: true, ..new_table("tikal") };
    let alone = mallory.make(&alone).await.expect("a table");
    mallory.post(&format!("/api/tables/{alone}/do"), &start).await.unwrap().json().unwrap();
    // Ana goes, and her clock falls.
    let clock = ClockRule::Turn { seconds: 1 };
    let seats = vec![SeatPlan::Me, bot(BotLevel::Novice)];
    let left = NewTable { seats, clock, keep_going: true, ..new_table("tikal") };
    let id = ana.make(&left).await.expect("a table");
    ana.post(&format!("/api/tables/{id}/do"), &start).await.unwrap().json().unwrap();
    let table: TableId = id.parse().expect("a number");
    let log = async || server.running.app().store.log(table, 0).await.expect("a log");
    let sat_in = async || log().await.iter().skip_while(|entry| !entry.body.contains(r#""e":"stand_in""#)).count();
    while sat_in().await < 2 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let other: TableId = alone.parse().expect("a number");
    let before = log().await.len();
    let others = entries(&server, &[other]).await;
    while entries(&server, &[other]).await < others + 4 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(log().await.len() <= before + 1, "her table waits for its turn");
    let mut ana = Player::follow(&ana, &id, None, None).await.unwrap();
    let seen = ana.seen.version;
    tokio::time::timeout(Duration::from_secs(10), ana.until(seen + 2)).await.expect("it goes on for her").unwrap();
    server.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn http_is_no_way_around_the_limit_on_messages() {
    let server = TestServer::with(|given| given.messages_per_second = Some(5)).await;
    let ana = server.guest().await;
    let id = ana.make(&new_table("tikal")).await.expect("a table");
    let begun = std::time::Instant::now();
    let mut judged = 0;
    for number in 0..100 {
        let start = serde_json::json!({ "id": number.to_string(), "do": "start" });
        judged += u64::from(ana.post(&format!("/api/tables/{id}/do"), &start).await.unwrap().status != 429);
    }
    let most = 20 + 5 * (begun.elapsed().as_secs() + 1);
    assert!((1..=most).contains(&judged), "{judged} of 100 were judged, {most} may be");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_has_used_its_memory_decides() {
    // They would think for a minute if memory did not end.
    let server = TestServer::with(|given| {
        (given.bot_threads, given.bot_megabytes, given.bot_millis) = (Some(1), Some(1), Some(60_000));
    })
    .await;
    let ana = server.guest().await;
    let master = SeatPlan::Bot { level: BotLevel::Master };
    let new = NewTable { seats: vec![master; 2], keep_going: true, ..new_table("tikal") };
    let id = ana.make(&new).await.expect("a table");
    let start = serde_json::json!({ "id": "start", "do": "start" });
    ana.post(&format!("/api/tables/{id}/do"), &start).await.unwrap().json().unwrap();
    let (table, begun) = (id.parse().expect("a number"), std::time::Instant::now());
    let first = entries(&server, &[table]).await;
    while entries(&server, &[table]).await < first + 12 {
        assert!(begun.elapsed() < Duration::from_secs(50), "they think on, or wait for each other's memory");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.running.stop().await;
}
