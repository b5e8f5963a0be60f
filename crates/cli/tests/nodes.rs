//! Two servers on one PostgreSQL: any of them serves any match, and one that is killed costs its clients one reconnect.

use std::path::Path;
use std::time::{Duration, Instant};

use engine::{Dice, Fast, Seat};
use load::{Got, Node, Person, Player, Socket};
use protocol::{Command, LineKind, NewTable, Sitter, Stage, ToAct, ToServer};
use serde_json::json;
use store::testing::Postgres;

const SOON: Duration = Duration::from_secs(20);

/// Two servers that share a database.
async fn two(postgres: &Postgres) -> [Node; 2] {
    let url = postgres.database();
    let node = || Node::on_postgres(Path::new(env!("CARGO_BIN_EXE_quipu")), &url).unwrap();
    let mut nodes = [node(), node()];
    for node in &mut nodes {
        node.start().await.unwrap();
    }
    nodes
}

fn table(more: &serde_json::Value) -> NewTable {
    let mut new = json!({ "game": "tongiaki", "seats": [{ "kind": "me" }, { "kind": "open" }] });
    for (key, value) in more.as_object().unwrap() {
        new[key] = value.clone();
    }
    serde_json::from_value(new).unwrap()
}

/// Ada at the first server, Bob at the second, at a table that has started.
async fn pair(nodes: &[Node; 2], new: NewTable) -> [Player; 2] {
    let ada = Person::guest(nodes[0].address).await.unwrap();
    let bob = Person::guest(nodes[1].address).await.unwrap();
    let id = ada.make(&new).await.unwrap();
    let mut ada = Player::follow(&ada, &id, None, None).await.unwrap();
    let mut bob = Player::follow(&bob, &id, None, None).await.unwrap();
    let sat = bob.act(Command::Sit { seat: None, invitation: None }).await.unwrap().unwrap();
    // Her server has to have heard of it before she starts.
    ada.until(sat.version).await.unwrap();
    let started = ada.act(Command::Start).await.unwrap().unwrap();
    ada.until(started.version).await.unwrap();
    bob.until(started.version).await.unwrap();
    [ada, bob]
}

fn over(player: &Player) -> bool {
    player.seen.table.as_ref().is_some_and(|table| table.stage == Stage::Over)
}

/// Whoever is to act does something, and both see it.
async fn play_once(players: &mut [Player; 2], rng: &mut Fast) {
    let index = players.iter().position(|player| !player.offers().is_empty()).expect("somebody is to act");
    let words = players[index].offers();
    let word = rng.pick(&words).clone();
    let done = players[index].play(Seat::new(index), &word).await.unwrap();
    let done = done.unwrap_or_else(|refused| panic!("{word}: {refused:?}"));
    for player in players {
        player.until(done.version).await.unwrap();
    }
}

fn connected(player: &Player, seat: usize) -> bool {
    player.seen.table.as_ref().is_some_and(|table| table.seats[seat].connected)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_at_the_other_server_when_one_is_killed() {
    let Some(postgres) = Postgres::start() else { return };
    let mut nodes = two(&postgres).await;
    let [mut ada, mut bob] = pair(&nodes, table(&json!({}))).await;
    // Each sees that the other is there, though no server has both.
    for player in [&mut ada, &mut bob] {
        while !(connected(player, 0) && connected(player, 1)) {
            player.hear_within(SOON).await.unwrap();
        }
    }
    let mut players = [ada, bob];
    let mut rng = Fast::new(5);
    for _ in 0..12 {
        play_once(&mut players, &mut rng).await;
    }
    nodes[0].kill().unwrap();
    let [ada, bob] = players;
    let (seen, person) = (ada.seen.version, Person { server: nodes[1].address, ..ada.person.clone() });
    let ada = Player::follow(&person, &ada.table, None, None).await.unwrap();
    assert_eq!((ada.seen.version, ada.offers().is_empty()), (seen, !bob.offers().is_empty()));
    let mut players = [ada, bob];
    let mut played = 0;
    while !over(&players[1]) {
        play_once(&mut players, &mut rng).await;
        played += 1;
        assert!(played < 2_000, "it ends");
    }
    let record: engine::Record = players[0].person.record(&players[0].table).await.unwrap().parse().unwrap();
    catalog::find("tongiaki").unwrap().kind().replay(&record, None).unwrap_or_else(|fault| panic!("{fault}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_move_once_and_go_on_when_the_server_that_leased_them_is_killed() {
    let Some(postgres) = Postgres::start() else { return };
    let mut nodes = two(&postgres).await;
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "level": "novice" }, { "kind": "bot", "level": "novice" }]);
    for round in 0..2 {
        let ada = Person::guest(nodes[round].address).await.unwrap();
        let id = ada.make(&table(&json!({ "seats": seats }))).await.unwrap();
        let mut ada = Player::follow(&ada, &id, None, None).await.unwrap();
        ada.act(Command::Start).await.unwrap().unwrap();
        let mut rng = Fast::new(round as u64);
        for _ in 0..6 {
            while ada.offers().is_empty() {
                ada.hear_within(SOON).await.unwrap();
            }
            let words = ada.offers();
            let Some(ToAct::Seat { seat }) = ada.seen.game.as_ref().map(|game| game.to_act.clone()) else { panic!() };
            let word = rng.pick(&words).clone();
            let done = ada.play(seat, &word).await.unwrap().unwrap();
            ada.until(done.version).await.unwrap();
        }
        // The bots are leased by one of the two, whichever it is: the other is killed in one of the rounds.
        nodes[1 - round].kill().unwrap();
        let begun = Instant::now();
        while ada.offers().is_empty() {
            ada.hear_within(Duration::from_secs(40)).await.unwrap();
            assert!(begun.elapsed() < Duration::from_mins(1), "a lease runs out, and the bots go on");
        }
        let record: engine::Record = ada.person.record(&id).await.unwrap().parse().unwrap();
        catalog::find("tongiaki").unwrap().kind().replay(&record, None).unwrap_or_else(|fault| panic!("{fault}"));
        nodes[1 - round].start().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_falls_once() {
    let Some(postgres) = Postgres::start() else { return };
    let nodes = two(&postgres).await;
    let clock = json!({ "clock": { "kind": "turn", "seconds": 1 }, "out_of_time": "give_up" });
    let [mut ada, mut bob] = pair(&nodes, table(&clock)).await;
    for player in [&mut ada, &mut bob] {
        while !over(player) {
            player.hear_within(SOON).await.unwrap();
        }
        let fell = |line: &&protocol::Line| matches!(&line.what, LineKind::Note { key, .. } if key == "timed_out");
        assert_eq!(player.seen.lines.iter().filter(fell).count(), 1, "{:?}", player.seen.lines);
        let seats = &player.seen.table.as_ref().unwrap().seats;
        assert_eq!(seats.iter().filter(|seat| seat.given_up).count(), 1);
        assert!(seats.iter().all(|seat| matches!(seat.sitter, Sitter::Person { .. })));
    }
}

/// The result of a match, as somebody sees it.
async fn result_of(person: &Person, table: &str) -> serde_json::Value {
    person.get(&format!("/api/tables/{table}/result")).await.unwrap().json().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_rated_once_whichever_server_ends_it() {
    let Some(postgres) = Postgres::start() else { return };
    let mut nodes = two(&postgres).await;
    let mut rng = Fast::new(9);
    let mut players = pair(&nodes, table(&json!({ "rated": true }))).await;
    for _ in 0..40 {
        if !over(&players[0]) {
            play_once(&mut players, &mut rng).await;
        }
    }
    let [ada, mut bob] = players;
    if !over(&bob) {
        bob.act(Command::Leave).await.unwrap().unwrap();
    }
    // Both servers are asked at once, and either may rate it.
    let asked = (0..8).map(|number| {
        let person = if number % 2 == 0 { ada.person.clone() } else { bob.person.clone() };
        let table = ada.table.clone();
        tokio::spawn(async move { result_of(&person, &table).await })
    });
    let mut seen = Vec::new();
    for answer in asked.collect::<Vec<_>>() {
        seen.push(answer.await.unwrap());
    }
    assert!(seen.iter().all(|result| *result == seen[0] && result["players"][0]["rating"].is_object()), "{seen:?}");
    // One server dies; the other has everything, and ratings made again are the same.
    nodes[1].kill().unwrap();
    assert_eq!(result_of(&ada.person, &ada.table).await, seen[0]);
    let recompute = ["admin", "ratings", "recompute", "--database-url", nodes[0].database().unwrap()];
    let said = std::process::Command::new(env!("CARGO_BIN_EXE_quipu")).args(recompute).output().unwrap();
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(said.status.success() && text.contains("1 matches on 1 ladders"), "{said:?}");
    assert_eq!(result_of(&ada.person, &ada.table).await, seen[0]);
    let matches = ada.person.get("/api/matches").await.unwrap().json().unwrap();
    assert_eq!(matches["matches"].as_array().unwrap().len(), 1);
}

/// The table that was found for somebody who waits.
async fn paired(person: &Person) -> String {
    let begun = Instant::now();
    loop {
        let standing = person.get("/api/pairing").await.unwrap().json().unwrap();
        if let Some(table) = standing["table"].as_str() {
            return table.to_owned();
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "{standing}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_at_different_servers_is_paired_once() {
    let Some(postgres) = Postgres::start() else { return };
    let nodes = two(&postgres).await;
    let wish = json!({ "games": ["inka"], "seats": [2], "pace": "letter", "rated": false, "bots": false });
    let mut waiting = tokio::task::JoinSet::new();
    for number in 0..20 {
        let (server, wish) = (nodes[number % 2].address, wish.clone());
        waiting.spawn(async move {
            let person = Person::guest(server).await.unwrap();
            let answer = person.post("/api/pairing", &wish).await.unwrap();
            assert_eq!(answer.status, 200, "{}", answer.text);
            (paired(&person).await, person)
        });
    }
    let mut tables = std::collections::BTreeMap::<String, Vec<Person>>::new();
    for (table, person) in waiting.join_all().await {
        tables.entry(table).or_default().push(person);
    }
    assert_eq!(tables.len(), 10);
    for (table, people) in tables {
        assert_eq!(people.len(), 2, "each table has its two");
        for person in people {
            let own = person.get("/api/tables?mine=1").await.unwrap().json().unwrap();
            let own: Vec<_> = own.as_array().unwrap().iter().map(|line| line["id"].as_str().unwrap()).collect();
            assert_eq!(own, [table.as_str()], "and nobody sits at two");
        }
    }
}

/// An account, made at a server.
async fn account(server: &Node, name: &str) -> Person {
    let mut person = Person::guest(server.address).await.unwrap();
    let made = person.post("/api/account", &json!({ "name": name, "password": "correct horse" })).await.unwrap();
    assert!(made.status < 300, "{}", made.text);
    person.cookie = made.cookie.unwrap_or(person.cookie);
    person
}

async fn get(person: &Person, path: &str) -> serde_json::Value {
    person.get(path).await.unwrap().json().unwrap()
}

async fn tie(person: &Person, who: &str, bond: &str) -> serde_json::Value {
    person.put(&format!("/api/company/{who}/{bond}"), &json!({})).await.unwrap().json().unwrap()
}

/// Waits until the only friend of somebody is here, or is not.
async fn friend_here(person: &Person, here: bool) -> serde_json::Value {
    let begun = Instant::now();
    loop {
        let friend = get(person, "/api/company").await["friends"][0].clone();
        if friend["online"] == here {
            return friend;
        }
        assert!(begun.elapsed() < SOON, "{friend}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_presence_invitations_and_blocks_hold_at_both_servers() {
    let Some(postgres) = Postgres::start() else { return };
    let mut nodes = two(&postgres).await;
    let (ada, bob) = (account(&nodes[0], "Ada").await, account(&nodes[1], "Bob").await);
    // One asks at a server, the other agrees at the other one.
    assert_eq!(tie(&ada, "Bob", "friend").await["asked"][0]["name"], "Bob");
    assert_eq!(get(&bob, "/api/company").await["asking"][0]["name"], "Ada");
    assert_eq!(tie(&bob, "Ada", "friend").await["friends"][0]["who"]["name"], "Ada");
    assert_eq!(get(&ada, "/api/company").await["friends"][0]["who"]["name"], "Bob");

    // Who is at the other server is seen there, if they allow it, and where they play.
    friend_here(&ada, false).await;
    let choose = async |online: bool| {
        let choice = json!({ "page": true, "ratings": true, "matches": true, "online": online });
        let chosen = bob.put("/api/me/settings", &json!({ "profile": choice })).await.unwrap();
        assert_eq!(chosen.status, 200, "{}", chosen.text);
    };
    choose(true).await;
    assert!(friend_here(&ada, true).await["table"].is_null());
    let bobs = bob.make(&table(&json!({ "public": true }))).await.unwrap();
    assert_eq!(friend_here(&ada, true).await["table"]["id"], *bobs);
    choose(false).await;
    friend_here(&ada, false).await;

    // An invitation from one server leads to the seat by way of the other, and only whom it is for.
    let eva = account(&nodes[1], "Eva").await;
    let invited = json!({ "seats": [{ "kind": "me" }, { "kind": "invited" }] });
    let adas = ada.make(&table(&invited)).await.unwrap();
    let to = json!({ "person": bob.me.id, "seat": "B" });
    let said = ada.post(&format!("/api/tables/{adas}/invite"), &to).await.unwrap();
    assert_eq!(said.status, 204, "{}", said.text);
    let company = get(&bob, "/api/company").await;
    assert_eq!(company["invitations"][0]["table"], *adas);
    let link = company["invitations"][0]["link"].as_str().unwrap().to_owned();
    let token = link.split_once("invitation=").unwrap().1;
    let sit = json!({ "id": "sit", "do": "sit", "seat": "B", "invitation": token });
    let path = format!("/api/tables/{adas}/do");
    let refused = eva.post(&path, &sit).await.unwrap();
    assert_eq!((refused.status, refused.text.contains("invitation")), (403, true), "{}", refused.text);
    let sat = bob.post(&path, &sit).await.unwrap();
    assert_eq!(sat.status, 200, "{}", sat.text);
    assert_eq!(get(&bob, "/api/company").await["invitations"], json!([]));

    // A block at one server holds at the other at once: Eva's requests go to the first one, Bob's to the second.
    let eva = Person { server: nodes[0].address, ..eva };
    let hello = json!({ "id": "hello", "do": "chat", "text": "hello" });
    let chat = format!("/api/tables/{bobs}/do");
    assert_eq!(eva.post(&chat, &hello).await.unwrap().status, 200, "nobody minds yet");
    assert_eq!(tie(&bob, "Eva", "block").await["blocked"][0]["name"], "Eva");
    for what in [json!({ "id": "again", "do": "chat", "text": "hello?" }), json!({ "id": "sit", "do": "sit" })] {
        let refused = eva.post(&chat, &what).await.unwrap();
        assert_eq!((refused.status, refused.text.contains("not_welcome")), (403, true), "{}", refused.text);
    }
    assert_eq!(tie(&eva, "Bob", "friend").await["asked"][0]["name"], "Bob", "nobody is told of a block");
    assert_eq!(get(&bob, "/api/company").await["asking"], json!([]));

    // A block ends a friendship for both, and all of it outlives the server at which it was said.
    assert_eq!(tie(&bob, "Ada", "block").await["friends"], json!([]));
    nodes[1].kill().unwrap();
    let company = get(&ada, "/api/company").await;
    assert_eq!((&company["friends"], &company["asked"]), (&json!([]), &json!([])), "{company}");
    let refused = ada.post(&chat, &hello).await.unwrap();
    assert_eq!((refused.status, refused.text.contains("not_welcome")), (403, true), "{}", refused.text);
}

/// A socket at a server, once it is welcome.
async fn opened(person: &Person) -> Socket {
    let mut socket = Socket::open(person).await.unwrap();
    socket.message_within(SOON).await.unwrap();
    socket
}

async fn ends(socket: &mut Socket) {
    loop {
        match tokio::time::timeout(SOON, socket.next()).await.expect("the socket ends") {
            Got::Text(_) => {}
            Got::End(why) => return assert_eq!(why, Some((1008, "you are logged out".to_owned()))),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_logout_or_a_ban_at_one_server_ends_the_sockets_at_the_other() {
    let Some(postgres) = Postgres::start() else { return };
    let nodes = two(&postgres).await;
    let at = |person: &Person, node: usize| Person { server: nodes[node].address, ..person.clone() };
    let ana = Person::guest(nodes[0].address).await.unwrap();
    let mallory = Person::guest(nodes[1].address).await.unwrap();
    let other = Person::guest(nodes[1].address).await.unwrap();
    let (mut anas, mut mallorys, mut others) =
        (opened(&at(&ana, 1)).await, opened(&at(&mallory, 1)).await, opened(&other).await);
    assert_eq!(ana.post("/api/logout", &json!({})).await.unwrap().status, 204);
    ends(&mut anas).await;
    // The host's command knows the database alone, and no server.
    let ban = ["admin", "ban", &mallory.me.id, "--why", "shouting", "--database-url", nodes[0].database().unwrap()];
    let said = std::process::Command::new(env!("CARGO_BIN_EXE_quipu")).args(ban).output().unwrap();
    assert!(said.status.success(), "{said:?}");
    ends(&mut mallorys).await;
    for node in 0..2 {
        assert!(Socket::open(&at(&mallory, node)).await.is_err(), "and no other is opened");
        assert!(Socket::open(&at(&ana, node)).await.is_err(), "a login that ended opens nothing");
    }
    others.send(&ToServer::Ping).await.unwrap();
    others.message_within(SOON).await.expect("nobody else is logged out");
}
