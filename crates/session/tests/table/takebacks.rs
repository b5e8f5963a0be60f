//! Takebacks: moves taken back after they had shown something hidden.

use engine::{Record, Viewer};
use protocol::{BotLevel, Command, LineKind, NewTable, SeatPlan, Stage, Unrated};
use session::Presence;

use crate::sitting::{Sitting, plan};
use crate::{A, until};

/// Ada against a bot.
fn against_a_bot() -> Sitting {
    let mut sitting = Sitting::make(plan("tikal", vec![SeatPlan::Me, SeatPlan::Bot { level: BotLevel::Novice }]), 3);
    sitting.command("Ada", &Command::Start).unwrap();
    sitting
}

fn undo(sitting: &mut Sitting, to: usize) {
    let undo = Command::Undo { seen: sitting.table.version(), seat: A, to };
    sitting.command("Ada", &undo).unwrap();
    assert_eq!(sitting.table.game().unwrap().steps(), to, "nobody has to agree");
}

/// Plays a tile and ends the turn: the bot draws one.
fn turn(sitting: &mut Sitting) {
    let places = sitting.table.game().unwrap().legal();
    sitting.play(places.iter().find(|word| word.starts_with("place")).unwrap());
    sitting.play("end");
}

#[test]
fn with_people_and_programs_it_needs_consent() {
    for other in [SeatPlan::Open, SeatPlan::Program { name: "Prog".to_owned() }] {
        let mut new = plan("tikal", vec![SeatPlan::Me, other.clone()]);
        new.options = vec![("first".to_owned(), "A".to_owned())];
        let mut sitting = Sitting::make(new, 3);
        if other == SeatPlan::Open {
            sitting.command("Bice", &Command::Sit { seat: None, invitation: None }).unwrap();
        }
        sitting.command("Ada", &Command::Start).unwrap();
        let own = sitting.table.game().unwrap().steps();
        turn(&mut sitting);
        let steps = sitting.table.game().unwrap().steps();
        let undo = Command::Undo { seen: sitting.table.version(), seat: A, to: own };
        sitting.command("Ada", &undo).unwrap();
        assert_eq!(sitting.table.game().unwrap().steps(), steps, "the other one is asked");
        let state = sitting.table.match_state(&sitting.table.reader(&Sitting::who("Ada"), None), 0).unwrap();
        assert_eq!((state.votes.len(), state.undo.free, state.undo.takeback), (1, None, true));
        assert_eq!(sitting.table.facts(&Presence::default()).takebacks, [], "nothing was taken back yet");
    }
}

#[test]
fn undo_against_a_bot_past_a_reveal_marks_the_match() {
    let mut sitting = against_a_bot();
    until(&mut sitting, A);
    let own = sitting.table.game().unwrap().steps();
    let word = sitting.table.game().unwrap().legal()[0].clone();
    sitting.play(&word);
    undo(&mut sitting, own);
    let facts = |sitting: &Sitting| sitting.table.facts(&Presence::default()).takebacks;
    assert_eq!(facts(&sitting), [], "laying the tile had shown nothing");
    turn(&mut sitting);
    let asked = sitting.table.match_state(&sitting.table.reader(&Sitting::who("Ada"), None), 0).unwrap().undo;
    assert!(asked.free.is_some() && asked.takeback, "it is said beforehand");
    undo(&mut sitting, own);
    assert_eq!(facts(&sitting), [(A, 1)], "the bot's tile was seen");
    let undone = |line: protocol::Line| match line.what {
        LineKind::Undo { takeback, .. } => Some(takeback),
        _ => None,
    };
    let told = |sitting: &Sitting| {
        sitting.table.all_lines(Viewer::Spectator).into_iter().filter_map(undone).collect::<Vec<_>>()
    };
    assert_eq!(told(&sitting), [false, true]);
    assert_eq!(sitting.table.overview(true).line.takebacks, [(A, 1)], "lists show it");
    // It is a part of the fold, and stays after the match.
    sitting.table = sitting.refold();
    sitting.command("Ada", &Command::Leave).unwrap();
    assert_eq!((sitting.table.stage(), facts(&sitting)), (&Stage::Over, vec![(A, 1)]));
    let record = sitting.table.record(Viewer::All).unwrap().to_string();
    assert!(record.contains("\ntakebacks A=1\n"), "{record}");
    assert_eq!(record.parse::<Record>().unwrap().to_string(), record);
}

#[test]
fn who_took_back_what_they_had_seen_has_played_a_match_that_does_not_count() {
    for seen in [false, true] {
        let bot = SeatPlan::Bot { level: BotLevel::Novice };
        let new = plan("tikal", vec![SeatPlan::Me, bot]);
        let mut sitting = Sitting::make(NewTable { rated: true, ..new }, 3);
        sitting.command("Ada", &Command::Start).unwrap();
        until(&mut sitting, A);
        let own = sitting.table.game().unwrap().steps();
        if seen {
            turn(&mut sitting);
        } else {
            let word = sitting.table.game().unwrap().legal()[0].clone();
            sitting.play(&word);
        }
        undo(&mut sitting, own);
        for _ in 0..4 {
            until(&mut sitting, A);
            turn(&mut sitting);
        }
        sitting.command("Ada", &Command::Leave).unwrap();
        let line = sitting.table.finished().unwrap().line;
        assert_eq!((line.takebacks, line.unrated), (seen, seen.then_some(Unrated::Takeback)));
    }
}

#[test]
fn in_practice_everything_is_taken_back_freely_and_nothing_is_marked() {
    let bot = SeatPlan::Bot { level: BotLevel::Novice };
    let mut new = plan("tikal", vec![SeatPlan::Me, bot]);
    new.position = protocol::Plain::written(r#"{"phase": "place", "turn": "A", "players": {"A": {"tile": "A4"}}}"#);
    let mut sitting = Sitting::make(new, 3);
    sitting.command("Ada", &Command::Start).unwrap();
    let own = sitting.table.game().unwrap().steps();
    turn(&mut sitting);
    let asked = sitting.table.match_state(&sitting.table.reader(&Sitting::who("Ada"), None), 0).unwrap().undo;
    assert!(asked.free.is_some() && !asked.takeback, "the bot's tile was seen, and nobody minds: {asked:?}");
    undo(&mut sitting, own);
    sitting.table = sitting.refold();
    assert_eq!(sitting.table.facts(&Presence::default()).takebacks, []);
    assert_eq!(sitting.table.overview(true).line.takebacks, []);
    let marked = |line: protocol::Line| matches!(line.what, LineKind::Undo { takeback: true, .. });
    assert!(!sitting.table.all_lines(Viewer::Spectator).into_iter().any(marked));
}
