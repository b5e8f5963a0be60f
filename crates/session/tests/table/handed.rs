//! A table of a device that is handed to a server: played again, and believed in nothing.

use engine::{Fast, Viewer};
use protocol::{BotLevel, ClockRule, Command, HandedTable, RefusalCode, SeatPlan, Stage, Unrated};
use session::{LogEntry, Table};

use crate::sitting::{Sitting, plan, pledge};

const NOW: i64 = 5_000_000;

/// A match of Ada and Aldo at a device against a bot, some steps long; with nonces, a takeback and talk.
fn at_device(game: &str, steps: usize) -> Sitting {
    let aldo = SeatPlan::Device { name: "Aldo".to_owned() };
    let mut new = plan(game, vec![SeatPlan::Me, SeatPlan::Bot { level: BotLevel::Novice }, aldo]);
    new.rated = true;
    new.clock = ClockRule::Turn { seconds: 3600 };
    let mut sitting = Sitting::make(new, 6);
    sitting.command("Ada", &pledge("salt")).unwrap();
    sitting.command("Ada", &Command::Start).unwrap();
    sitting.command("Ada", &Command::Reveal { nonce: "salt".to_owned() }).unwrap();
    let mut rng = Fast::new(3);
    let mut undone = false;
    while *sitting.table.stage() == Stage::Playing && sitting.table.game().unwrap().steps() < steps {
        play(&mut sitting, &mut rng);
        let game = sitting.table.game().unwrap();
        let last = game.steps() - 1;
        if let (false, Some(seat)) = (undone || *sitting.table.stage() != Stage::Playing, game.actor(last))
            && seat.index() != 1
        {
            let undo = Command::Undo { seen: sitting.table.version(), seat, to: last };
            sitting.command("Ada", &undo).unwrap();
            sitting.command("Ada", &Command::Chat { text: "oh".to_owned() }).unwrap();
            undone = true;
        }
    }
    sitting
}

/// Here all but the bot's seat are Ada's.
fn play(sitting: &mut Sitting, rng: &mut Fast) {
    let word = crate::pick(sitting.table.game().unwrap(), rng, &[]);
    match sitting.table.mover().unwrap() {
        session::Mover::Bot(..) => sitting.play(&word),
        session::Mover::Player(seat) => {
            let play = Command::Play { seen: sitting.table.version(), seat, word, then: Vec::new() };
            sitting.command("Ada", &play).unwrap();
        }
    }
}

fn handed(sitting: &Sitting) -> HandedTable {
    HandedTable { seed: sitting.seed.to_string(), log: sitting.log.clone() }
}

fn take(handed: &HandedTable) -> Result<(Table, session::Carried), (RefusalCode, String)> {
    let taken = Table::take_over("t2", &Sitting::who("Zoe"), handed, NOW);
    taken.map_err(|refusal| (refusal.code, refusal.reason.text))
}

#[test]
fn a_match_comes_out_the_same_and_stands_by_its_own_log() {
    for (game, steps) in [("tikal", 60), ("tongiaki", 9_999), ("thebes", 9_999), ("inka", 9_999)] {
        let device = at_device(game, steps);
        let (table, carried) = take(&handed(&device)).unwrap();
        let record = |table: &Table| table.record(Viewer::All).unwrap().to_string().replace("Zoe", "Ada");
        assert_eq!(record(&table), record(&device.table), "{game}");
        assert_eq!(table.stage(), device.table.stage());
        assert_eq!(table.owner(), "p-zoe");
        let texts = carried.entries.iter().map(|(at, body)| (*at, body.as_str()));
        let again = Table::fold("t2", device.seed, texts).unwrap();
        assert_eq!(record(&again), record(&device.table));
        assert!(!carried.entries.iter().any(|(_, body)| body.contains("p-ada") || body.contains("oh")));
        assert!(!again.made().rated && !again.made().public);
        if steps > 1000 {
            assert_eq!(again.finished().unwrap().line.unrated, Some(Unrated::Handed), "it is asked for as rated");
        } else {
            assert!(!again.seats_of("p-zoe").is_empty(), "it goes on");
        }
    }
}

#[test]
fn a_log_that_was_changed_is_refused() {
    let device = at_device("tikal", 40);
    let good = handed(&device);
    let bodies = |wanted: &str| -> Vec<usize> {
        (0..good.log.len()).filter(|index| good.log[*index].1.contains(wanted)).collect()
    };
    let changed = |index: usize, from: &str, to: &str| {
        let mut bad = good.clone();
        assert!(bad.log[index].1.contains(from), "{}", bad.log[index].1);
        bad.log[index].1 = bad.log[index].1.replace(from, to);
        take(&bad).err().unwrap_or_else(|| panic!("{} was taken", bad.log[index].1)).1
    };
    let steps = bodies(r#""e":"step""#);
    let decided: Vec<usize> = steps.iter().copied().filter(|index| good.log[*index].1.contains(r#""by""#)).collect();
    let drawn: Vec<usize> = steps.iter().copied().filter(|index| !good.log[*index].1.contains(r#""by""#)).collect();
    // Another draw than the seed gives, a word that is none, somebody else's turn, a seat that there is not.
    let body = good.log[drawn[1]].1.clone();
    let LogEntry::Step { words, .. } = serde_json::from_str(&body).unwrap() else { panic!("a draw") };
    let other = drawn.iter().map(|index| &good.log[*index].1).find(|other| **other != body).unwrap();
    let LogEntry::Step { words: others, .. } = serde_json::from_str(other).unwrap() else { panic!("a draw") };
    assert!(changed(drawn[1], &words, &others).contains("not what happens"));
    assert!(changed(decided[2], r#""words":""#, r#""words":"dance "#).contains("entry"));
    let by = |seat: &str| format!(r#""by":"{seat}""#);
    let acts = ["A", "B", "C"].into_iter().find(|seat| good.log[decided[1]].1.contains(&by(seat))).unwrap();
    changed(decided[1], &by(acts), &by("F"));
    // A nonce that was not pledged, a seed that was not, another's seat.
    changed(bodies(r#""e":"nonce""#)[0], "salt", "pepper");
    changed(0, r#"{"kind":"bot","level":"novice"}"#, r#"{"kind":"open"}"#);
    let other_seed = HandedTable { seed: engine::Seed::from_number(7).to_string(), ..good.clone() };
    assert!(take(&other_seed).is_err());
    let mut short = good.clone();
    short.log.remove(decided[3]);
    assert!(take(&short).is_err(), "a step is missing");
    // Entries that a table never writes there.
    for stray in [r#"{"e":"over","seed":""}"#, r#"{"e":"stand_in","seat":"F","level":"novice"}"#, "{}", "nothing"] {
        let mut bad = good.clone();
        bad.log.push((NOW, stray.to_owned()));
        assert_eq!(take(&bad).err().unwrap().0, RefusalCode::Malformed, "{stray}");
    }
    assert!(take(&good).is_ok());
}

#[test]
fn what_has_not_begun_or_is_no_table_is_refused() {
    let bot = SeatPlan::Bot { level: BotLevel::Novice };
    let device = Sitting::make(plan("inka", vec![SeatPlan::Me, bot]), 1);
    assert_eq!(take(&handed(&device)).err().unwrap().0, RefusalCode::NotNow);
    for (seed, log) in [("", vec![]), ("00", vec![(1, "{}".to_owned())])] {
        let nothing = HandedTable { seed: seed.to_owned(), log };
        assert_eq!(take(&nothing).err().unwrap().0, RefusalCode::Malformed);
    }
    let mut long = handed(&device);
    long.log = vec![long.log[0].clone(); 5_001];
    assert_eq!(take(&long).err().unwrap().0, RefusalCode::Limit);
}

#[test]
fn a_device_whose_clock_is_ahead_is_put_right() {
    let device = at_device("inka", 20);
    let mut ahead = handed(&device);
    ahead.log.iter_mut().for_each(|(at, _)| *at += NOW * 3);
    let (table, carried) = take(&ahead).unwrap();
    assert!(carried.entries.iter().all(|(at, _)| *at <= NOW));
    assert_eq!(table.updated(), NOW, "and goes on from now");
    ahead.log[0].0 = i64::MIN;
    assert_eq!(take(&ahead).err().unwrap().0, RefusalCode::Malformed);
}
