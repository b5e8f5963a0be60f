//! Matches, on the toy: taking back, redaction, notes, refusals, the same draw again.

use engine::{Draft, Match, Note, Record, RecordEntry, Refused, Seat, Seed, Step, ToAct, Viewer};
use testkit::toy::{Action, Toy};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);

fn begun() -> Match<Toy> {
    let mut game = Match::new(Draft::<Toy>::new(2).admit().unwrap());
    game.play(None, "first A").unwrap();
    game
}

#[test]
fn coming_again_by_another_way_finds_the_same_draw() {
    let draws = Seed::from_number(5).draws(&[]);
    let mut game = begun();
    game.play(Some(A), "draw").unwrap();
    game.resolve(&draws);
    let first = game.record().lines.last().unwrap().clone();
    game.note(Note::Undo(A, 1)).unwrap();
    game.play(Some(A), "end").unwrap();
    game.play(Some(B), "draw").unwrap();
    game.resolve(&draws);
    assert_eq!(game.record().lines.last().unwrap().entry, first.entry, "the first pebble is the first pebble");
    game.play(Some(B), "draw").unwrap();
    assert_eq!(game.draws_before(), 1, "what was taken back does not count");
}

#[test]
fn free_undo_ends_at_a_reveal_and_at_another_seat() {
    let mut game = begun();
    assert_eq!(game.free_undo(A), 1, "behind the first draw");
    for words in ["draw", "* pebble 4", "lay 4"] {
        let (by, words) = words.strip_prefix("* ").map_or((Some(A), words), |words| (None, words));
        game.play(by, words).unwrap();
    }
    assert_eq!(game.free_undo(A), 3, "the pebble was seen, laying it can be taken back");
    game.play(Some(A), "end").unwrap();
    game.play(Some(B), "end").unwrap();
    assert_eq!(game.free_undo(A), 6, "B has decided");
}

#[test]
fn taking_back_what_was_shown_is_counted_for_good() {
    let mut game = begun();
    let play = |game: &mut Match<Toy>, words: &[(Option<Seat>, &str)]| {
        for (by, words) in words {
            game.play(*by, words).unwrap();
        }
    };
    play(&mut game, &[(Some(A), "end"), (Some(B), "end")]);
    game.note(Note::Undo(A, 1)).unwrap();
    assert_eq!(game.takebacks(), [], "another's decision was taken back, and nothing hidden was seen");
    for times in 1..=2 {
        play(&mut game, &[(Some(A), "draw"), (None, "pebble 4"), (Some(A), "lay 4")]);
        game.note(Note::Undo(A, 3)).unwrap();
        assert_eq!(game.takebacks().len(), times - 1, "laying shows nothing");
        game.note(Note::Undo(A, 1)).unwrap();
        assert_eq!(game.takebacks(), [(A, times as u32)], "the pebble was seen");
    }
    let record = game.record();
    assert!(record.to_string().contains("\ntakebacks A=2\n"), "{record}");
    assert_eq!(record.to_string().parse::<Record>().unwrap().takebacks, record.takebacks);
    assert_eq!(game.redacted(Viewer::Seat(B)).takebacks, record.takebacks, "all may know");
    let again = engine::Of::<Toy>::KIND;
    let again = (again as &dyn engine::Kind).replay(&record, None).unwrap();
    assert_eq!(again.takebacks(), record.takebacks);
}

#[test]
fn a_redacted_record_keeps_its_numbers_and_hides_its_secrets() {
    let mut game = begun();
    for (by, words) in
        [(Some(A), "draw"), (None, "pebble 3"), (Some(A), "trade 3"), (None, "pebble 1"), (Some(A), "end")]
    {
        game.play(by, words).unwrap();
    }
    game.note(Note::Undo(A, 5)).unwrap();
    let lines = |record: &Record| record.lines.iter().map(|line| line.entry.to_string()).collect::<Vec<_>>();
    let for_b = game.redacted(Viewer::Seat(B));
    assert_eq!(lines(&for_b), ["* first A", "A draw", "* pebble ?", "A trade ?", "* pebble ?", "A end", "! A undo 5"]);
    assert_eq!(lines(&game.redacted(Viewer::Seat(A))), lines(&game.record()));
    assert_eq!(for_b.redacted_at().unwrap().entry, RecordEntry::Step { by: None, words: "pebble ?".into() });
    assert_eq!(game.redacted(Viewer::Spectator), for_b);
}

#[test]
fn what_a_step_brought_is_told_by_viewer() {
    let mut game = begun();
    game.play(Some(A), "draw").unwrap();
    game.play(None, "pebble 3").unwrap();
    let told = |viewer| game.events_for(viewer).map(|event| event.to_string()).collect::<Vec<_>>();
    assert_eq!(told(Viewer::Seat(A)), ["A draws a pebble worth 3"]);
    assert_eq!(told(Viewer::Seat(B)), ["A draws a pebble"]);
}

#[test]
fn a_refused_step_changes_nothing() {
    let mut game = begun();
    let before = game.clone();
    let wrong_seat = game.play(Some(B), "end").unwrap_err();
    assert_eq!(wrong_seat, Refused::WrongSeat { by: Some(B), to_act: ToAct::Seat(A) });
    assert_eq!(wrong_seat.to_string(), "it is not B's step, A is to act");
    assert!(matches!(game.play(None, "pebble 1"), Err(Refused::WrongSeat { by: None, .. })));
    assert!(matches!(game.play(Some(A), "lay 1"), Err(Refused::Illegal(_))));
    assert!(matches!(game.play(Some(A), "lay"), Err(Refused::Misread(_))));
    assert!(matches!(game.note(Note::Undo(A, 9)), Err(Refused::NoSuchStep(9, 1))));
    game.play(Some(A), "draw").unwrap();
    assert!(matches!(game.play(None, "first B"), Err(Refused::NotDrawn(_))));
    game.note(Note::Undo(A, 1)).unwrap();
    assert_eq!(game.state(), before.state());
}

#[test]
fn a_match_called_off_has_a_result() {
    let mut game = begun();
    game.name(A, "Ada Lovelace");
    game.apply(Step::Action(Action::End));
    assert_eq!(game.record().result, None);
    game.note(Note::Bot(B, "bot/greedy".into())).unwrap();
    game.note(Note::Back(B)).unwrap();
    game.note(Note::Over).unwrap();
    let record = game.record();
    assert_eq!((record.result.as_deref(), record.end), (Some(&[0, 0][..]), None));
    assert_eq!(record.seats, ["Ada_Lovelace", "B"]);
    assert_eq!(record.to_string().parse::<Record>().unwrap().to_string(), record.to_string());
}

#[test]
fn a_diagram_reports_every_fault_at_once() {
    let setup = Draft::<Toy>::new(2).admit().unwrap();
    let diagram = serde_json::from_str(r#"{"turn":"D","ap":7,"laid":[[99,0,0,0]]}"#).unwrap();
    let faults = <Toy as engine::Game>::from_diagram(&setup, diagram).unwrap_err();
    assert_eq!(faults.len(), 3, "{faults:?}");
}
