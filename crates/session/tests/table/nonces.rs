//! What everybody mixes into the seed: pledged before the match, revealed when it starts.

use engine::Viewer;
use protocol::{Command, SeatPlan, Stage};
use session::Now;

use crate::sitting::{Sitting, plan, pledge};
use crate::{A, B, refused};

#[test]
fn nonces_are_pledged_once_then_revealed_and_change_the_draws() {
    let mut sitting = Sitting::make(plan("tikal", vec![SeatPlan::Me, SeatPlan::Open]), 1);
    let reveal = |nonce: &str| Command::Reveal { nonce: nonce.to_owned() };
    let sit = Command::Sit { seat: None, invitation: None };
    assert_eq!(refused(&mut sitting, "Bice", &pledge("x")).1, "no-own-seat");
    assert_eq!(refused(&mut sitting, "Ada", &Command::Nonce { commit: "salt".to_owned() }).1, "nonce");
    sitting.command("Ada", &pledge("first")).unwrap();
    sitting.command("Ada", &pledge("second")).unwrap();
    assert_eq!(refused(&mut sitting, "Ada", &reveal("first")).1, "too-early", "others may still choose theirs");
    sitting.command("Bice", &sit).unwrap();
    sitting.command("Bice", &pledge("hers")).unwrap();
    sitting.command("Ada", &Command::Start).unwrap();
    assert_eq!(*sitting.table.stage(), Stage::Gathering);
    for late in [pledge("late"), Command::Start, sit.clone(), Command::Free { seat: B }] {
        assert_eq!(refused(&mut sitting, "Ada", &late).1, "starting", "{late:?}");
    }
    assert_eq!(refused(&mut sitting, "Ada", &reveal("second")).1, "not-pledged", "the first one counts");
    assert_eq!(refused(&mut sitting, "Ada", &reveal("a b")).1, "nonce");
    sitting.command("Ada", &reveal("first")).unwrap();
    sitting.table = sitting.refold();
    sitting.command("Bice", &reveal("hers")).unwrap();
    assert_eq!(*sitting.table.stage(), Stage::Playing);
    let both = [("A".to_owned(), "first".to_owned()), ("B".to_owned(), "hers".to_owned())];
    assert_eq!(sitting.table.facts(&session::Presence::default()).nonces, both);
    let record = sitting.table.record(Viewer::Spectator).unwrap();
    let hashes = ["first", "hers"].map(|nonce| engine::Digest::of(&[nonce.as_bytes()]));
    assert_eq!(record.pledges, [(A, hashes[0]), (B, hashes[1])], "the record has the pledges");
    // With the same seed, what is drawn first depends on the nonces.
    let drawn = |number: u64, salt: &str| {
        let mut sitting = Sitting::make(plan("tikal", vec![SeatPlan::Me, SeatPlan::Open]), number);
        sitting.command("Bice", &sit).unwrap();
        sitting.command("Ada", &pledge(salt)).unwrap();
        sitting.command("Ada", &Command::Start).unwrap();
        sitting.command("Ada", &reveal(salt)).unwrap();
        sitting.table.game().unwrap().record().lines.iter().map(|line| line.entry.to_string()).collect::<Vec<_>>()
    };
    assert!((0..20).all(|number| drawn(number, "salt") == drawn(number, "salt")));
    assert!((0..20).any(|number| drawn(number, "salt") != drawn(number, "pepper")));
}

#[test]
fn a_nonce_that_is_withheld_is_waited_for_and_then_missing() {
    let mut sitting = Sitting::make(plan("tikal", vec![SeatPlan::Me, SeatPlan::Open]), 1);
    sitting.command("Bice", &Command::Sit { seat: None, invitation: None }).unwrap();
    sitting.command("Bice", &pledge("hers")).unwrap();
    sitting.command("Ada", &Command::Start).unwrap();
    let until = sitting.table.due(false).unwrap();
    assert_eq!(until, sitting.at + 10_000);
    assert!(sitting.table.tick(until - 1).is_none());
    let carried = sitting.table.tick(until).unwrap();
    sitting.keep(&carried);
    let facts = sitting.table.facts(&session::Presence::default());
    assert_eq!((facts.stage, facts.nonces.len(), facts.pledges.len()), (Stage::Playing, 0, 1), "all can see it");
    // Nobody waits for whoever is not there, nor for whoever goes.
    let away = Now { at: 0, absent: &|_| Some(1), away_before_vote: 60_000 };
    for goes in [false, true] {
        let mut sitting = Sitting::make(plan("tikal", vec![SeatPlan::Me, SeatPlan::Open, SeatPlan::Open]), 1);
        sitting.command("Bice", &Command::Sit { seat: None, invitation: None }).unwrap();
        sitting.command("Bice", &pledge("hers")).unwrap();
        if goes {
            sitting.command("Ada", &Command::Start).unwrap();
            sitting.command("Bice", &Command::Leave).unwrap();
        } else {
            sitting.table.command(&Sitting::who("Ada"), "go", &Command::Start, &away).unwrap();
        }
        assert!(sitting.table.game().is_some());
    }
}

/// A nonce of old was shown as it came; such a log is read as before.
#[test]
fn a_log_with_nonces_of_old_is_read() {
    let mut sitting = Sitting::make(plan("tikal", vec![SeatPlan::Me, SeatPlan::Open]), 1);
    sitting.command("Bice", &Command::Sit { seat: None, invitation: None }).unwrap();
    sitting.log.push((2_000, r#"{"e":"nonce","seat":"B","nonce":"salt"}"#.to_owned()));
    sitting.log.push((2_000, r#"{"e":"started","order":["A","B"]}"#.to_owned()));
    let table = sitting.refold();
    assert_eq!(table.facts(&session::Presence::default()).nonces, [("B".to_owned(), "salt".to_owned())]);
    assert_eq!(table.record(Viewer::Spectator).unwrap().nonces, [(B, "salt".to_owned())]);
}
