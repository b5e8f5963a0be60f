//! What a scenario cannot say: sizes, bad words, bad positions.

use engine::{Draft, Game, Match, Seat, Setup};
use inka::{CoverStarts, Diagram, Inka, Options};

fn setup(seats: usize) -> Setup<Inka> {
    Draft::new(seats).admit().unwrap()
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<Inka>() <= 128, "{} bytes", size_of::<Inka>());
    assert!(size_of::<inka::Action>() <= 4);
}

#[test]
fn words_have_one_form_and_errors_name_the_column() {
    let game = Inka::new(&setup(2));
    let bad = [
        ("", 1),
        ("walk", 5),
        ("walk u0,4", 6),
        ("walk T4", 6),
        ("walk T04/C", 6),
        ("walk u0,3/A", 6),
        ("walk  u0,3", 6),
        ("Walk u0,3", 1),
        ("start north", 7),
        ("lay d-4,-1", 11),
        ("lay d-4,-1 u3,-1", 12),
        ("slide T01 n 1", 11),
        ("slide T01 e 0", 13),
        ("slide T01 e 7", 13),
        ("slide T01 e 01", 13),
        ("turn T01 X cw 1", 10),
        ("turn T01 P left 1", 12),
        ("turn T01 P cw 6", 15),
        ("take G1", 6),
        ("block T04/A", 7),
        ("end now", 5),
        ("passage T01", 9),
    ];
    for (words, column) in bad {
        let misread = game.read_action(words).unwrap_err();
        assert_eq!(misread.column, column, "'{words}': {misread}");
    }
    for words in ["", "first", "first G", "rhombus T14", "rhombus", "tile A3", "first A B"] {
        assert!(game.read_chance(words).is_err(), "{words}");
    }
}

#[test]
fn every_word_of_the_alphabet_reads_back() {
    let game = Inka::new(&setup(4));
    let mut alphabet = Vec::new();
    game.alphabet(&mut alphabet);
    assert!(alphabet.is_sorted(), "the alphabet is in order");
    for action in alphabet {
        let words = game.words(&engine::Step::Action(action));
        assert_eq!(game.read_action(&words), Ok(action), "{words}");
    }
}

#[test]
fn a_bad_position_tells_all_its_faults() {
    let mut bad = Diagram { ap: 9, phase: 7, quiet: 201, ..Diagram::default() };
    bad.rhombi.insert("T01".into(), "u0,0 d0,0".into());
    bad.rhombi.insert("T99".into(), "u0,3 d0,3".into());
    bad.rhombi.insert("T02".into(), "d-4,3 u-4,3".into());
    bad.pawns = Some([(Seat::A, "nowhere".to_owned()), (Seat::new(3), "u0,3".to_owned())].into());
    bad.taken.insert(Seat::A, vec!["T01".into()]);
    // K8: only without `cover_starts` is a start no place for a rhombus.
    let options = Options { cover_starts: CoverStarts::Off, ..Options::default() };
    let setup = Draft::new(2).with(options).admit().unwrap();
    let faults = Inka::from_diagram(&setup, bad).unwrap_err();
    let told = faults.join("\n");
    for part in [
        "lies on another rhombus",
        "T99",
        "lies on a start",
        "nowhere",
        "nobody sits at D",
        "no statues",
        "9",
        "7",
        "200",
    ] {
        assert!(told.contains(part), "'{part}' is missing in:\n{told}");
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let refused = |change: &dyn Fn(&mut Diagram)| {
        let mut diagram = Diagram::default();
        change(&mut diagram);
        Inka::from_diagram(&setup(2), diagram).is_err()
    };
    assert!(!refused(&|_| {}), "the default is legal");
    let pawn = |place: &'static str| {
        move |d: &mut Diagram| d.pawns = Some([(Seat::A, place.to_owned()), (Seat::new(1), "d-1,3".to_owned())].into())
    };
    for place in ["u-4,2", "u0,0", "T01", "G1/A", "d-1,3"] {
        assert!(refused(&pawn(place)), "a pawn on {place}");
    }
    assert!(!refused(&pawn("u-4,3")));
    let blocker = |seat: usize, space: &'static str| {
        move |d: &mut Diagram| {
            d.blockers.insert(Seat::new(seat), space.to_owned());
        }
    };
    for space in ["G1", "u0,0", "d-4,3", "T01"] {
        assert!(refused(&blocker(1, space)), "a blocker on {space}");
    }
    assert!(refused(&blocker(0, "u-4,0")), "the blocker of the seat to act is in hand");
    assert!(!refused(&blocker(1, "u-4,0")));
    let stage = |stage: &'static str| move |d: &mut Diagram| d.stage = stage.into();
    for word in ["left", "exhausted", "lay", "play"] {
        assert!(refused(&stage(word)), "{word}");
    }
    assert!(refused(&|d| d.walked = true), "who walked is in phase 3");
    assert!(refused(&|d| (d.phase, d.took, d.quiet) = (3, true, 5)));
    assert!(refused(&|d| d.pawns = Some(std::collections::BTreeMap::new())), "every seat has a pawn");
}

#[test]
fn offers_carry_prices() {
    let mut diagram = Diagram::default();
    diagram.rhombi.insert("T04".into(), "u-4,2 d-4,1".into());
    let setup = setup(2);
    let game = Match::from_position(setup, Inka::from_diagram(&setup, diagram).unwrap());
    let offers = game.state().offers();
    let price = |word: &str| offers.iter().find(|offer| offer.word == word).map(|offer| offer.price);
    assert_eq!(price("walk T04/B"), Some(Some(1)));
    assert_eq!(price("walk T04/A"), Some(Some(0)));
    assert_eq!(price("slide T04 se 1"), Some(Some(1)));
    assert_eq!(price("end"), Some(None));
}
