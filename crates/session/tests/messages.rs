//! Any text as a message at any table: what is wrong is refused, nothing breaks, and a refusal leaves no trace.

mod sitting;

use engine::{AnyMatch, Dice, Fast, Seat};
use protocol::{BotLevel, Command, Stage, ToServer, VoteKind};
use session::{Mover, Table};
use sitting::{Sitting, now};

/// How many messages are tried; `cargo xtask soak` asks for a million.
fn cases() -> u64 {
    std::env::var("QUIPU_MESSAGES").ok().and_then(|text| text.parse().ok()).unwrap_or(4_000)
}

/// How many messages one table bears before the next one is made.
const A_TABLE: u64 = 100;

#[test]
fn no_message_breaks_a_table() {
    let (mut read, mut done, mut refused) = (0, 0, 0);
    let mut sitting = some_table(0);
    for number in 0..cases() {
        let mut rng = Fast::new(number);
        if number % A_TABLE == 0 || !matches!(sitting.table.stage(), Stage::Gathering | Stage::Playing) {
            again(&sitting);
            sitting = some_table(number);
        }
        let text = mangled(&sitting.table, &mut rng);
        let Ok(message) = serde_json::from_str::<ToServer>(&text) else { continue };
        read += 1;
        let written = serde_json::to_string(&message).unwrap();
        assert_eq!(serde_json::from_str::<ToServer>(&written).unwrap(), message, "{number}: {text}");
        let ToServer::Do { id, command, .. } = message else { continue };
        let name = ["Ada", "Bice", "Cleo"][rng.below(3) as usize];
        sitting.at += 10;
        let before = sitting.table.version();
        if let Ok(carried) = sitting.table.command(&Sitting::who(name), &id, &command, &now(sitting.at)) {
            sitting.keep(&carried);
            done += 1;
        } else {
            assert_eq!(sitting.table.version(), before, "{number}: a refusal left something: {text}");
            refused += 1;
        }
        assert!(!matches!(sitting.table.stage(), Stage::Broken { .. }), "{number}: {text}");
    }
    let tried = cases();
    assert!(
        read > tried / 4 && done > tried / 50 && refused > tried / 10,
        "{read} read, {done} done, {refused} refused"
    );
}

/// What was kept is what stands.
fn again(sitting: &Sitting) {
    let again = sitting.refold();
    assert_eq!(again.overview(true), sitting.table.overview(true));
    assert_eq!(again.stage(), sitting.table.stage());
}

/// A table of some game, gathering or some way into the match.
fn some_table(number: u64) -> Sitting {
    let mut rng = Fast::stream(number, 1);
    let game = catalog::GAMES[rng.below(catalog::GAMES.len() as u32) as usize].kind().info().key;
    let mut sitting = Sitting::start(game, 3, number);
    for _ in 0..rng.below(12) {
        sitting.play_at_random(&mut rng);
    }
    sitting
}

/// A message that makes sense, or one that did before something happened to it.
fn mangled(table: &Table, rng: &mut Fast) -> String {
    let message = message(table, rng);
    let mut text: Vec<char> = serde_json::to_string(&message).unwrap().chars().collect();
    let times = [0, 0, 1, 1, 2, 5][rng.below(6) as usize];
    for _ in 0..times {
        let position = |rng: &mut Fast, text: &[char]| rng.below(text.len() as u32 + 1) as usize;
        let (one, two) = (position(rng, &text), position(rng, &text));
        let (from, to) = (one.min(two), one.max(two).min(one.min(two) + 8));
        match rng.below(4) {
            0 => drop(text.drain(from..to)),
            1 => {
                let piece: Vec<char> = text[from..to].to_vec();
                text.splice(two.min(text.len())..two.min(text.len()), piece);
            }
            2 => text.insert(from, *rng.pick(&['"', '{', '}', '[', ',', ':', '\\', '\0', '9', '-', 'é', '\u{202e}'])),
            _ => {
                let word = *rng.pick(&["null", "1e99", "-1", "18446744073709551616", "[]", "{}", "\"\"", "true"]);
                text.splice(from..to, word.chars());
            }
        }
    }
    text.into_iter().collect()
}

fn message(table: &Table, rng: &mut Fast) -> ToServer {
    let name = "t1".to_owned();
    match rng.below(12) {
        0 => ToServer::Watch { table: name, since: Some(u64::from(rng.below(99))), eyes: Some(seat(rng)) },
        1 => ToServer::Look { table: name, eyes: None, since: None },
        2 => ToServer::Ping,
        _ => ToServer::Do { table: name, id: rng.below(5_000).to_string(), command: command(table, rng) },
    }
}

/// Mostly the table's own seats, now and then one that it does not have.
fn seat(rng: &mut Fast) -> Seat {
    Seat::new(rng.below(4) as usize)
}

fn command(table: &Table, rng: &mut Fast) -> Command {
    let seen =
        table.version().saturating_sub(u64::from(rng.below(3) / 2)).saturating_add(u64::from(rng.below(12) / 11));
    let to = rng.below(30) as usize;
    match rng.below(20) {
        0..6 => {
            let legal = table.game().map(AnyMatch::legal).filter(|legal| !legal.is_empty());
            let legal = legal.unwrap_or_else(|| vec!["end".to_owned()]);
            let seat = table.mover().map_or_else(|| seat(rng), Mover::seat);
            Command::Play { seen, seat, word: rng.pick(&legal).clone(), then: vec![rng.pick(&legal).clone()] }
        }
        6 | 7 => Command::Undo { seen, seat: seat(rng), to },
        8 => Command::Propose { about: VoteKind::Undo { seat: seat(rng), to } },
        9 => Command::Propose { about: VoteKind::Bot { seat: seat(rng) } },
        10 => Command::Vote { number: u64::from(rng.below(40)), yes: rng.below(2) == 0 },
        11 => Command::Chat { text: "é\n\u{0}x".repeat(rng.below(200) as usize) },
        12 => Command::Sit { seat: Some(seat(rng)), invitation: Some(String::new()) },
        13 => Command::SitDevice { seat: seat(rng), name: " ".repeat(rng.below(40) as usize) },
        14 => Command::SitBot { seat: seat(rng), level: BotLevel::Master },
        15 => Command::Free { seat: seat(rng) },
        16 => Command::Nonce { commit: format!("sha256:{}", "ab".repeat(rng.below(40) as usize)) },
        17 => Command::Back,
        18 => Command::Chat { text: "hello".to_owned() },
        _ => [
            Command::Start,
            Command::Leave,
            Command::Close,
            Command::Rematch,
            Command::Propose { about: VoteKind::CallOff },
        ][rng.below(5) as usize]
            .clone(),
    }
}
