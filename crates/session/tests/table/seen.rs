//! A match that is over, seen by the eyes of a seat.

use engine::{Seat, Viewer};
use session::{replay, seen_by};

#[test]
fn a_record_is_seen_with_open_cards_or_as_a_seat_saw_it() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/thebes/tests/records/two_greedy.quipu");
    let record = std::fs::read(file).unwrap();
    let [open, first, second] = [None, Some(Seat::A), Some(Seat::new(1))].map(|eyes| replay(&record, eyes).unwrap());
    assert!(first.frames.len() == open.frames.len() && second.frames.len() == open.frames.len());
    let differ = |one: &protocol::Replay, other: &protocol::Replay| {
        one.frames.iter().zip(&other.frames).any(|(one, other)| one.view != other.view)
    };
    assert!(differ(&open, &first) && differ(&first, &second), "something is hidden in Thebes");
    let nobody = replay(&record, Some(Seat::new(5))).unwrap();
    assert!(!differ(&open, &nobody), "a seat that is not there changes nothing");
}

#[test]
fn only_who_sees_everything_may_look_by_others_eyes() {
    let other = Some(Seat::new(1));
    assert_eq!(seen_by(Viewer::All, other, 2), Viewer::Seat(Seat::new(1)));
    assert_eq!(seen_by(Viewer::Seat(Seat::A), other, 2), Viewer::Seat(Seat::A));
    assert_eq!(seen_by(Viewer::Spectator, other, 2), Viewer::Spectator);
    assert_eq!(seen_by(Viewer::All, None, 2), Viewer::All);
}
