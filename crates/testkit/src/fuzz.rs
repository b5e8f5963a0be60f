//! The bodies of the fuzz targets in `fuzz/`: plain functions, so that the tests run them over the corpus.
//!
//! Each must bear any bytes: what is wrong is an error, never a panic.

use engine::{Game, Kind, Match, Of, Record, Seat, Step};
use scenario::Scenario;

use crate::toy::Toy;

/// Any bytes as a record; one that can be read is its own text again, and is replayed as far as it goes.
pub fn record(data: &[u8]) {
    let Ok(record) = Record::from_bytes(data) else { return };
    let again: Record = record.to_string().parse().unwrap_or_else(|fault| panic!("a written record is read: {fault}"));
    assert_eq!(again.to_string(), record.to_string(), "a record is its text");
    let kind: &dyn Kind = Of::<Toy>::KIND;
    if record.game == kind.info().key {
        let _ = kind.replay(&record, None);
        let _ = kind.replay(&record, Some(3));
    }
}

/// Any text as words of the toy; what can be read is written the same.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(setup) = engine::Draft::<Toy>::new(2).admit() else { return };
    let mut game = Match::new(setup);
    for line in text.lines() {
        if let Ok(action) = game.state().read_action(line) {
            assert_eq!(game.state().words(&Step::Action(action)), line, "one form for each action");
        }
        if let Ok(chance) = game.state().read_chance(line) {
            assert_eq!(game.state().words(&Step::Chance(chance)), line, "one form for each draw");
        }
        let by = game.to_act().seat();
        let _ = game.play(by, line);
        let _ = game.play(Some(Seat::new(3)), line);
    }
}

/// Any text as a scenario of the toy.
pub fn scenario(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // A position could ask for a count that takes for ever; the fuzzer looks for panics, not for patience.
    if text.contains("perft") {
        return;
    }
    if let Ok(scenario) = Scenario::parse(text) {
        let _ = scenario.run(Of::<Toy>::KIND);
    }
}
