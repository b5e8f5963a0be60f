//! What a scenario cannot say.

use engine::{Draft, Game, Match, Seat, Step, ToAct};
use tongiaki::{Action, Beach, Diagram, Island, Tile, Tongiaki};

fn start(seats: usize) -> Tongiaki {
    Tongiaki::new(&Draft::new(seats).admit().expect("a table of that size"))
}

/// Compares a count of the box and names it if it is wrong.
fn count(what: &str, found: usize, wanted: usize) {
    assert_eq!(found, wanted, "the box has {found} {what}, it should have {wanted}");
}

#[test]
fn o01_the_box_has_its_counts() {
    count("tiles", Tile::all().count(), 32);
    count("islands", Tile::all().filter(|tile| tile.island().is_some()).count(), 16);
    count("beaches", Beach::all().count(), 47);
    for (points, islands) in [(0, 1), (2, 3), (3, 4), (4, 5), (5, 3)] {
        let worth = Island::all().filter(|island| island.points() == points).count();
        count(&format!("islands of {points} points"), worth, islands);
    }
    let moorings = [18, 7, 7, 6, 8, 7, 9, 8, 9, 9, 11, 9, 9, 13, 10, 12];
    for (island, moorings) in Island::all().zip(moorings) {
        count(&format!("moorings on {island}"), island.moorings().into(), moorings);
        let sum: usize = island.beaches().map(|beach| usize::from(beach.moorings())).sum();
        count(&format!("moorings on the beaches of {island}"), sum, moorings);
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<Tongiaki>() <= 1536, "a state has {} bytes", size_of::<Tongiaki>());
}

#[test]
fn o21_positions_do_not_depend_on_the_order_of_laying() {
    let setup = Draft::<Tongiaki>::new(2).admit().expect("two may play");
    let after = |words: &[&str]| {
        let mut game = Match::new(setup);
        for line in words {
            let (by, words) = line.split_once(' ').expect("a seat and words");
            game.play(by.parse().ok(), words).expect("a legal step");
        }
        game.state().clone()
    };
    let opening = ["* first A", "A moor tonga.1", "B moor tonga.1", "A moor tonga.2", "B moor tonga.2", "A colonise"];
    let one = ["* tile sea-a", "A lay 0,1 r0", "* tile sea-b", "A lay 1,0 r1"];
    let other = ["* tile sea-b", "A lay 1,0 r1", "* tile sea-a", "A lay 0,1 r0"];
    assert_eq!(after(&[&opening[..], &one].concat()), after(&[&opening[..], &other].concat()));
}

#[test]
fn o13_the_order_of_landing_does_not_matter() {
    let setup = Draft::<Tongiaki>::new(2).admit().expect("two may play");
    let diagram: Diagram = serde_json::from_value(serde_json::json!({
        "phase": { "land": { "shore": "samoa" } },
        "at_sea": "ABB",
        "tiles": { "samoa": "0,-1 r0" },
    }))
    .expect("a diagram");
    let state = Tongiaki::from_diagram(&setup, diagram).expect("a position");
    let after = |words: [&str; 3]| {
        let mut state = state.clone();
        for words in words {
            state.play(state.read_action(words).expect("words"), &mut ()).expect("a legal step");
        }
        state
    };
    let one = after(["land A samoa.1", "land B samoa.2", "land B samoa.3"]);
    assert_eq!(one, after(["land B samoa.3", "land B samoa.2", "land A samoa.1"]));
    assert_eq!(one.to_act(), ToAct::Seat(Seat::new(1)));
}

#[test]
fn every_fault_of_a_position_is_named_at_once() {
    let setup = Draft::<Tongiaki>::new(2).admit().expect("two may play");
    let diagram: Diagram = serde_json::from_value(serde_json::json!({
        "tiles": { "nauru": "0,0 r0", "atlantis": "0,1 r0", "sea-a": "here", "samoa": "0,-1 r0" },
        "boats": { "samoa": { "1": "AAAA", "9": "A" }, "hawaii": { "1": "A" }, "tonga": { "1": "F" } },
        "royal": { "tonga": "A" },
        "departed": { "tonga": { "1": 4 } },
        "at_sea": "AX",
    }))
    .expect("a diagram");
    let faults = Tongiaki::from_diagram(&setup, diagram).expect_err("nothing is right");
    let all = faults.join("\n");
    for part in
        ["nauru and tonga", "atlantis", "'here'", "samoa.1 has only 3", "samoa.9", "hawaii is not", "'F'", "'AX'"]
    {
        assert!(all.contains(part), "{part} is not among:\n{all}");
    }
    assert_eq!(faults.len(), 10, "{all}");
}

#[test]
fn positions_that_no_table_shows_are_refused() {
    let setup = Draft::<Tongiaki>::new(2).admit().expect("two may play");
    for (json, fault) in [
        (r#"{"turn": "F"}"#, "nobody sits at F"),
        (r#"{"quiet": 61}"#, "more quiet turns"),
        (r#"{"quiet": 0}"#, "counts itself"),
        (r#"{"at_sea": "A"}"#, "if and only if they are on a voyage"),
        (r#"{"departed": {"tonga": {"1": 1}}}"#, "only while beaches sail"),
        (r#"{"phase": "first", "turn": "B"}"#, "A is to act"),
        (r#"{"phase": "setup", "boats": {"tonga": {"1": "AA"}}}"#, "each seat in turn"),
        (r#"{"phase": {"sail": {"only": "tonga"}}}"#, "no beach is full"),
        (r#"{"phase": {"sail": {}}, "boats": {"tonga": {"1": "AAA"}}}"#, "if and only if full_beaches"),
        (r#"{"phase": {"land": {"shore": "samoa"}}, "at_sea": "A"}"#, "no free mooring"),
        (r#"{"phase": {"moor": {"island": "tonga", "left": 3, "by": "restart"}}}"#, "that many boats"),
        (r#"{"phase": {"ahead": {"from": "tonga", "tile": "sea-a", "toward": "n"}}, "at_sea": "A"}"#, "both tiles"),
        (r#"{"phase": "found", "boats": {"tonga": {"1": "A"}}}"#, "has no boat on a beach"),
        (r#"{"phase": {"lay": {"tile": "tonga"}}}"#, "cannot be in hand"),
        (r#"{"phase": {"over": {"rule": "O24"}}}"#, "does not fit the tiles"),
        (r#"{"tiles": {"samoa": "0,-2 r0"}}"#, "next to no other tile"),
        (r#"{"tiles": {"samoa": "0,-9 r0"}}"#, "too far out"),
        (r#"{"tiles": {"samoa": "0,-1 r0"}, "removed": ["samoa"]}"#, "is on the table and removed"),
        (r#"{"reserve": {"A": 3}}"#, "what is left of 15"),
    ] {
        let diagram: Diagram = serde_json::from_str(json).expect(json);
        let faults = Tongiaki::from_diagram(&setup, diagram).expect_err(json).join("\n");
        assert!(faults.contains(fault), "{json} gives {faults}");
    }
}

#[test]
fn words_are_read_as_they_are_written_and_no_others() {
    let state = start(3);
    let mut alphabet = Vec::new();
    state.alphabet(&mut alphabet);
    for action in &alphabet {
        let words = state.words(&Step::Action(*action));
        assert_eq!(state.read_action(&words), Ok(*action), "{words}");
    }
    assert!(alphabet.is_sorted());
    assert!(alphabet.contains(&Action::Colonise));
    for (bad, column) in [
        ("", 1),
        ("sink tonga.1", 1),
        ("moor", 5),
        ("moor nauru.4", 6),
        ("moor nauru", 6),
        ("moor nauru.1 ", 14),
        ("sail nauru.1 north", 14),
        ("land G nauru.1", 6),
        ("lay 1,-2 r6", 10),
        ("lay 1;2 r0", 5),
        ("colonise now", 10),
    ] {
        assert_eq!(state.read_action(bad).expect_err(bad).column, column, "{bad}");
    }
    assert!(state.read_chance("tile tonga.1").is_err());
    assert!(state.read_chance("first G").is_err());
}

#[test]
fn offers_name_the_colours_that_the_known_way_asks_for() {
    let setup = Draft::<Tongiaki>::new(2).admit().expect("two may play");
    let diagram: Diagram = serde_json::from_value(serde_json::json!({
        "phase": { "sail": { "only": "tonga" } },
        "tiles": { "sea-j": "0,-1 r0", "sea-g": "1,-1 r2" },
        "boats": { "tonga": { "1": "AAB", "4": "AAB" } },
    }))
    .expect("a diagram");
    let state = Tongiaki::from_diagram(&setup, diagram).expect("a position");
    let offers: Vec<_> = state.offers().into_iter().map(|offer| (offer.word, offer.price, offer.target)).collect();
    let offer = |word: &'static str, price, target: &'static str| (word.into(), Some(price), Some(target.into()));
    assert_eq!(offers, [offer("sail tonga.1 s", 0, "tonga.1"), offer("sail tonga.4 n", 3, "tonga.4")]);
}

#[test]
fn every_word_names_the_rule_that_allows_it() {
    let setup = Draft::<Tongiaki>::new(2).admit().expect("two may play");
    let closed = r#""tubuai": "2,0 r0", "sea-p": "1,1 r0", "sea-j": "1,0 r0", "sea-k": "3,-1 r0", "sea-o": "3,0 r0""#;
    let half = r#""tubuai": "2,0 r0", "sea-p": "1,1 r0", "sea-j": "1,0 r0""#;
    let (tonga, tubuai) = (r#""phase": {"sail": {"only": "tonga"}}"#, r#""phase": {"sail": {"only": "tubuai"}}"#);
    let full = r#""boats": {"tubuai": {"1": "AAB"}, "tonga": {"1": "AAB"}}"#;
    for (position, words, rule) in [
        (r#""phase": "setup", "quiet": 0"#.to_owned(), "moor tonga.1", "O2"),
        (r#""boats": {"tonga": {"1": "A"}}"#.to_owned(), "expand tonga", "O4"),
        (r#""phase": {"moor": {"island": "tonga", "left": 1, "by": "expand"}}"#.to_owned(), "moor tonga.1", "O4"),
        (r#""phase": {"moor": {"island": "tonga", "left": 1, "by": "shift"}}"#.to_owned(), "moor tonga.1", "O23"),
        (r#""phase": {"moor": {"island": "tonga", "left": 1, "by": "restart"}}"#.to_owned(), "moor tonga.1", "O22"),
        (r#""phase": {"moor": {"island": "tonga", "left": 1, "by": "colonise"}}"#.to_owned(), "moor tonga.1", "O21"),
        (String::new(), "restart tonga", "O22"),
        (String::new(), "colonise", "O21"),
        (r#""phase": "must-colonise""#.to_owned(), "colonise", "O15"),
        (r#""phase": {"land": {"shore": "tonga"}}, "at_sea": "A""#.to_owned(), "land A tonga.1", "O13"),
        (format!(r#"{tonga}, "tiles": {{{half}}}, {full}"#), "sail tonga.1 s", "O6"),
        (format!(r#"{tubuai}, "tiles": {{{half}}}, {full}"#), "sail tubuai.1 ne", "O16"),
        (format!(r#"{tubuai}, "tiles": {{{closed}}}, {full}"#), "sail tubuai.1 nw", "O15"),
        (
            format!(r#"{tonga}, "tiles": {{{half}}}, {full}, "departed": {{"tonga": {{"1": 3}}}}"#),
            "sail tonga.1 s",
            "O18",
        ),
    ] {
        let diagram: Diagram = serde_json::from_str(&format!("{{{position}}}")).expect("a diagram");
        let state = Tongiaki::from_diagram(&setup, diagram).expect("a position");
        let action = state.read_action(words).expect("words");
        state.check(&action).expect("a legal word");
        assert_eq!(state.rule(&action).to_string(), rule, "{words} in {position}");
    }
}
