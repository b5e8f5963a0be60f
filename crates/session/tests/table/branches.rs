//! A match that is over, played on from one of its moments.

use engine::{Fast, Record, Seat, Seed, Viewer};
use protocol::{BotLevel, Command, HandedTable, NewBranch, RefusalCode, SeatPlan, Stage};
use session::{Presence, Table};

use crate::sitting::{Sitting, plan};
use crate::{A, B};

/// A match of Ada alone at her device, played to its end.
fn over() -> Sitting {
    let seats = vec![SeatPlan::Me, SeatPlan::Device { name: "Aldo".to_owned() }];
    let mut sitting = Sitting::make(plan("tongiaki", seats), 4);
    sitting.command("Ada", &Command::Start).unwrap();
    let mut rng = Fast::new(2);
    while *sitting.table.stage() == Stage::Playing {
        let word = crate::pick(sitting.table.game().unwrap(), &mut rng, &[]);
        let seat = sitting.table.mover().unwrap().seat();
        let play = Command::Play { seen: sitting.table.version(), seat, word, then: Vec::new() };
        sitting.command("Ada", &play).unwrap();
    }
    sitting
}

fn words(table: &Table) -> Vec<String> {
    table.game().unwrap().record().lines.iter().map(|line| line.entry.to_string()).collect()
}

/// The table at which Bice plays the match on as B.
fn branch(of: &Table, step: usize, same: bool, level: Option<BotLevel>) -> Sitting {
    let (plan, branch) = of.branch_plan(&NewBranch { step, same, seat: B, level }).unwrap();
    let (who, seed) = (Sitting::who("Bice"), Seed::from_number(77));
    let (table, carried) = Table::make_branch("t1", &who, plan, seed, (branch, of.rules()), 5_000).unwrap();
    let mut made = Sitting { table, seed, log: carried.entries, at: 5_000, commands: 0 };
    made.command("Bice", &Command::Start).unwrap();
    made
}

#[test]
fn a_branch_begins_where_the_match_was_and_stands_by_itself() {
    let origin = over();
    let whole = words(&origin.table);
    let step = whole.len() / 2;
    let made = branch(&origin.table, step, true, Some(BotLevel::Expert));
    assert_eq!(words(&made.table)[..step], whole[..step]);
    let again = made.refold();
    assert_eq!(words(&again), words(&made.table), "the log holds all that it needs");
    assert_eq!(again.stage(), &Stage::Playing);
    let facts = again.facts(&Presence::default());
    assert_eq!(facts.branch_of.map(|of| (of.table, of.step)), Some(("t1".to_owned(), step)));
    assert!(again.reader(&Sitting::who("Bice"), None).yours == [B]);
}

#[test]
fn a_branch_of_a_device_is_handed_over_with_the_steps_that_it_goes_on_from() {
    let origin = over();
    let mut made = branch(&origin.table, words(&origin.table).len() / 2, true, None);
    let mut rng = Fast::new(5);
    for _ in 0..6 {
        let word = crate::pick(made.table.game().unwrap(), &mut rng, &[]);
        let (seat, seen) = (made.table.mover().unwrap().seat(), made.table.version());
        made.command("Bice", &Command::Play { seen, seat, word, then: Vec::new() }).unwrap();
    }
    let good = HandedTable { seed: made.seed.to_string(), log: made.log.clone() };
    let take = |handed: &HandedTable| Table::take_over("t2", &Sitting::who("Zoe"), handed, 9_000_000);
    let (table, carried) = take(&good).unwrap();
    assert_eq!(words(&table), words(&made.table));
    let again = Table::fold("t2", made.seed, carried.entries.iter().map(|(at, body)| (*at, body.as_str()))).unwrap();
    assert_eq!(words(&again), words(&made.table), "the log holds all that it needs");
    assert!(again.facts(&Presence::default()).branch_of.is_none(), "that match is not here");
    // What it goes on from is judged as well.
    let mut bad = good.clone();
    bad.log[0].1 = bad.log[0].1.replacen("expand", "dance", 1);
    assert_ne!(bad.log[0].1, good.log[0].1);
    assert_eq!(take(&bad).err().unwrap().code, RefusalCode::Malformed);
}

#[test]
fn draws_come_as_they_did_or_anew() {
    let origin = over();
    let whole = words(&origin.table);
    // Where the same is decided, the same is drawn: the whole match comes out again.
    let mut same = branch(&origin.table, 1, true, None);
    let mut fresh = branch(&origin.table, 1, false, None);
    for made in [&mut same, &mut fresh] {
        while *made.table.stage() == Stage::Playing {
            let next = whole[made.table.game().unwrap().steps()].clone();
            let (seat, word) = next.split_once(' ').unwrap();
            let Ok(seat) = seat.parse::<Seat>() else { break };
            let play = Command::Play { seen: made.table.version(), seat, word: word.to_owned(), then: Vec::new() };
            if made.command("Bice", &play).is_err() {
                break;
            }
        }
    }
    assert_eq!(words(&same.table), whole);
    assert_eq!(same.table.stage(), &Stage::Over);
    assert_ne!(words(&fresh.table), whole);
    let record: Record = same.table.record(Viewer::All).unwrap();
    assert_eq!(record.seed, Some(origin.seed), "its draws can be checked");
    assert_eq!(fresh.table.record(Viewer::All).unwrap().commit, None, "no one seed has all of its draws");
}

#[test]
fn only_a_match_that_is_over_is_played_on() {
    let mut sitting = Sitting::start("tikal", 2, 1);
    let asked = NewBranch { step: 1, same: false, seat: A, level: None };
    let refusal = sitting.table.branch_plan(&asked).unwrap_err();
    assert_eq!((refusal.code, refusal.reason.key.as_deref()), (RefusalCode::NotNow, Some("not-over")));
    sitting = over();
    let last = sitting.table.game().unwrap().steps();
    let late = sitting.table.branch_plan(&NewBranch { step: last, ..asked.clone() }).unwrap_err();
    assert_eq!(late.reason.key.as_deref(), Some("no-step"));
    let nowhere = sitting.table.branch_plan(&NewBranch { seat: Seat::new(3), ..asked }).unwrap_err();
    assert_eq!(nowhere.reason.key.as_deref(), Some("no-seat"));
}

#[test]
fn a_record_is_seen_with_open_cards_or_as_a_seat_saw_it() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/thebes/tests/records/two_greedy.quipu");
    let record = std::fs::read(file).unwrap();
    let [open, first, second] =
        [None, Some(Seat::A), Some(Seat::new(1))].map(|eyes| session::replay(&record, eyes).unwrap());
    assert!(first.frames.len() == open.frames.len() && second.frames.len() == open.frames.len());
    let differ = |one: &protocol::Replay, other: &protocol::Replay| {
        one.frames.iter().zip(&other.frames).any(|(one, other)| one.view != other.view)
    };
    assert!(differ(&open, &first) && differ(&first, &second), "something is hidden in Thebes");
    let nobody = session::replay(&record, Some(Seat::new(5))).unwrap();
    assert!(!differ(&open, &nobody), "a seat that is not there changes nothing");
}

#[test]
fn only_who_sees_everything_may_look_by_others_eyes() {
    let other = Some(Seat::new(1));
    assert_eq!(session::seen_by(Viewer::All, other, 2), Viewer::Seat(Seat::new(1)));
    assert_eq!(session::seen_by(Viewer::Seat(Seat::A), other, 2), Viewer::Seat(Seat::A));
    assert_eq!(session::seen_by(Viewer::Spectator, other, 2), Viewer::Spectator);
    assert_eq!(session::seen_by(Viewer::All, None, 2), Viewer::All);
}
