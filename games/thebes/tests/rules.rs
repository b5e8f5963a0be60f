//! What a scenario cannot say: refusals of words that no list offers, what steps reveal, what events tell, offers,
//! diagrams with many faults, and that `estimate` leads somewhere.

use engine::{Draft, Evaluate as _, Fast, Game, Match, Random, Seat, Setup, Step, ToAct, Viewer};
use serde_json::{Value as Json, json};
use thebes::{Action, Chance, Thebes};

fn setup(seats: usize, options: &[(&str, &str)]) -> Setup<Thebes> {
    use engine::Choices as _;
    let mut draft = Draft::<Thebes>::new(seats);
    options.iter().for_each(|(key, value)| draft.options.set(key, value).unwrap());
    draft.admit().unwrap()
}

fn position(setup: &Setup<Thebes>, diagram: Json) -> Thebes {
    Thebes::from_diagram(setup, serde_json::from_value(diagram).unwrap()).unwrap()
}

fn faults(diagram: Json) -> Vec<String> {
    Thebes::from_diagram(&setup(2, &[]), serde_json::from_value(diagram).unwrap()).unwrap_err()
}

const B: Seat = Seat::new(1);

/// A has every kind of action card, and the piles hold something.
fn busy() -> Thebes {
    position(
        &setup(2, &[]),
        json!({
            "display": ["egypt-1", "congress", "general-1", "crete-2"],
            "beside": ["museum-2", "exhibition-small-egypt"],
            "piles": { "egypt": ["ushabti", "rubble*2", "knowledge-general-1"], "crete": ["rubble"] },
            "seats": { "A": {
                "cards": ["thief-egypt", "raider-egypt", "scientist", "assistant", "dig", "egypt-3"],
                "finds": { "egypt": ["canopic-jar", "bronze-cat"] },
            } },
        }),
    )
}

fn read(state: &Thebes, words: &str) -> Step<Action, Chance> {
    Step::Action(state.read_action(words).unwrap())
}

#[test]
fn h12_rubble_is_no_choice() {
    let mut game = Match::from_position(setup(2, &[]), busy());
    let Ok(Chance::Find(rubble)) = game.state().read_chance("find rubble") else { panic!("rubble has a word") };
    assert!(game.state().read_action("choose rubble").is_err(), "it cannot even be said");
    game.play(Some(Seat::A), "play raider-egypt").unwrap();
    let why = game.state().check(&Action::Choose(rubble)).unwrap_err();
    assert_eq!(why.to_string(), "H12: rubble is left where it lies");
}

#[test]
fn refusals_speak_the_players_words() {
    let state = busy();
    let why = |words: &str| state.check(&state.read_action(words).unwrap()).unwrap_err().to_string();
    assert_eq!(why("take egypt-2"), "H6: egypt-2 lies on none of the four spaces");
    assert_eq!(why("exhibit large-crete"), "H7: exhibition-large-crete does not lie beside the board");
    assert_eq!(why("museum 3"), "H8: museum-3 does not lie beside the board");
    assert_eq!(why("donate ushabti"), "H8: the table waits for something else");
    assert_eq!(why("play thief-crete"), "H10: you have no thief-crete in hand");
    assert_eq!(why("dig egypt 13 permit"), "H16: a dig takes 1 to 12 weeks, not 13");
    assert_eq!(why("dig egypt 5 generic"), "H16: you have no generic permit left");
    assert_eq!(why("dig crete 5 permit"), "H16: you know nothing of crete");
    assert_eq!(why("dig egypt 2 permit"), "H16: 2 weeks with knowledge 3 give no card");
    assert_eq!(why("dig egypt 5 permit +2"), "H16: you have not that many assistants in hand, only 1");
}

#[test]
fn words_that_are_none_are_told_where() {
    let state = busy();
    for (words, column) in [
        ("", 1),
        ("pass", 1),
        ("take", 5),
        ("take museum-2", 6),
        ("take nefertiti", 6),
        ("museum 9", 8),
        ("exhibit exhibition-small-egypt", 9),
        ("play assistant", 6),
        ("play scientist", 15),
        ("play thief-egypt crete", 18),
        ("dig egypt 07 permit", 11),
        ("dig egypt 7 leave", 13),
        ("dig egypt 7 permit 2", 20),
        ("dig egypt 7 permit +0", 20),
        ("dig egypt 7 permit +1 +1", 23),
        ("choose rubble", 8),
    ] {
        assert_eq!(state.read_action(words).unwrap_err().column, column, "{words}");
    }
    for words in ["", "order ABB", "order ABCDE", "order", "back red", "pile egypt", "card x", "find y", "roll 3"] {
        assert!(state.read_chance(words).is_err(), "{words}");
    }
}

#[test]
fn h22_every_draw_and_every_look_reveals() {
    let state = busy();
    for (words, reveals) in [
        ("take egypt-1", false),
        ("exhibit small-egypt", false),
        ("museum 2", false),
        ("play thief-egypt", true),
        ("play raider-egypt", true),
        ("play scientist crete", true),
        ("dig egypt 5 permit", true),
    ] {
        assert_eq!(state.reveals(&read(&state, words)), reveals, "{words}");
    }
    assert!(state.reveals(&Step::Chance(state.read_chance("back egypt").unwrap())));
}

#[test]
fn h22_events_tell_only_what_may_be_known() {
    let told = |words: &str, viewer: Viewer| {
        let mut state = busy();
        let mut events = Vec::new();
        state.apply(read(&state, words), &mut events);
        events.iter().filter_map(|event| state.redact(event, viewer)).map(|event| event.to_string()).collect::<Vec<_>>()
    };
    let own = told("play scientist egypt", Viewer::Seat(Seat::A));
    assert_eq!(own[0], "A plays scientist on egypt in 1 week and stands on week 1");
    assert_eq!(own[1], "A looks through the pile of egypt: ushabti, knowledge-general-1, rubble (2)");
    for viewer in [Viewer::Seat(B), Viewer::Spectator] {
        assert_eq!(told("play scientist egypt", viewer)[1], "A looks through the pile of egypt");
    }
    assert_eq!(told("play scientist greece", Viewer::All)[1], "A looks through the pile of greece and finds it empty");

    let mut fold = Thebes::new(&setup(2, &[]));
    let mut events = Vec::new();
    for words in ["order AB", "back egypt", "pile egypt ushabti"] {
        let chance = fold.read_chance(words).unwrap();
        fold.apply(Step::Chance(chance), &mut events);
    }
    let last = events.last().unwrap();
    assert_eq!(fold.redact(last, Viewer::Seat(Seat::A)).unwrap().to_string(), "A card is laid on the pile of egypt");
    assert_eq!(fold.redact(last, Viewer::All).unwrap().to_string(), "ushabti is laid on the pile of egypt");
}

/// Two positions that differ only in what is hidden give every viewer the same page, to the letter.
#[test]
fn h22_pages_do_not_depend_on_what_is_hidden() {
    let full = json!({ "piles": { "egypt": ["ushabti", "rubble*5"], "crete": ["phaistos-disc"] } });
    let other = json!({ "piles": { "greece": ["oil-lamp", "rubble*6"] } });
    let (one, two) = (position(&setup(3, &[]), full), position(&setup(3, &[]), other));
    assert_ne!(one, two);
    for viewer in [Viewer::Seat(Seat::A), Viewer::Seat(B), Viewer::Spectator] {
        let page = |state: &Thebes| serde_json::to_string(&state.view(viewer)).unwrap();
        assert_eq!(page(&one), page(&two));
        let mut boards = [engine::Canvas::new(), engine::Canvas::new()];
        Thebes::draw(&one.view(viewer), &mut boards[0]);
        Thebes::draw(&two.view(viewer), &mut boards[1]);
        assert_eq!(boards[0].to_string(), boards[1].to_string());
    }
    let mut lists = [Vec::new(), Vec::new()];
    one.actions(&mut lists[0]);
    two.actions(&mut lists[1]);
    assert_eq!(lists[0], lists[1], "nor does the list");
}

#[test]
fn offers_name_the_weeks() {
    let offers = busy().offers();
    let price = |word: &str| offers.iter().find(|offer| offer.word == word).unwrap().price;
    assert_eq!(price("take general-1"), Some(3));
    assert_eq!(price("exhibit small-egypt"), Some(6));
    assert_eq!(price("museum 2"), Some(2));
    assert_eq!(price("play raider-egypt"), Some(2));
    assert_eq!(price("play scientist crete"), Some(1));
    assert_eq!(price("dig egypt 7 card +1"), Some(7));
    assert_eq!(offers.iter().find(|offer| offer.word == "dig egypt 7 card").unwrap().target.as_deref(), Some("egypt"));
}

#[test]
fn a_diagram_tells_every_fault() {
    let found = faults(json!({
        "order": "BA",
        "display": ["museum-2", "egypt-9", "egypt-1", "egypt-1"],
        "beside": ["congress"],
        "seats": {
            "A": { "weeks": 3, "cards": ["egypt-3*3"] },
            "B": { "weeks": 5, "permits": { "spain": 1 } },
            "C": {},
        },
        "professors": { "egypt": "B", "botany": "A" },
        "donated": { "egypt": ["rubble"] },
        "piles": { "egypt": ["oil-lamp", "ushabti", "ushabti"] },
        "deck": { "spain": [] },
        "rubble_shown": { "crete": 1 },
        "looks": { "A": { "greece": { "saw": ["oil-lamp"] } }, "D": {} },
    }));
    for what in [
        "'museum-2' is no card for the central spaces",
        "'egypt-9' is no card",
        "'congress' is no card for the board's side",
        "egypt-3 lies in too many places, 2 are left",
        "'spain' is neither a region nor generic",
        "no seat C",
        "no seat D",
        "order BA must begin with the hindmost",
        "professor of egypt cannot be with B",
        "no professor of 'botany'",
        "'rubble' is no card of egypt for the donations",
        "'oil-lamp' is no card of egypt",
        "does not have that many ushabti",
        "the deck has no cards of 'spain'",
        "crete has less rubble than was shown",
        "A saw cards of greece",
        "the phase does not fit",
    ] {
        assert!(found.iter().any(|fault| fault.contains(what)), "{what}: {found:#?}");
    }
}

#[test]
fn phases_must_fit_the_table() {
    for phase in [
        json!("over"),
        json!("card"),
        json!({ "pile": "egypt" }),
        json!({ "donate": { "seat": "A", "left": 1 } }),
        json!({ "choose": { "seat": "A", "by": "thief", "region": "egypt" } }),
        json!({ "rob": { "seat": "A", "region": "egypt" } }),
        json!({ "dig": { "seat": "A", "region": "egypt", "left": 1, "aside": 0 } }),
        json!({ "dig": { "seat": "D", "region": "crete", "left": 1, "aside": 0 } }),
        json!({ "dig": { "seat": "A", "region": "crete", "left": 0, "aside": 0 } }),
        json!({ "dig": { "seat": "A", "region": "crete", "left": 1, "aside": 200 } }),
    ] {
        // With Egypt's deck used up no card of it can lie on top.
        let deck = if phase == json!({ "pile": "egypt" }) { json!({ "egypt": [] }) } else { json!({}) };
        let diagram = json!({ "phase": phase, "deck": deck, "piles": { "crete": ["rubble"] } });
        assert!(faults(diagram).iter().any(|fault| fault.contains("phase does not fit")), "{phase}");
    }
}

/// Plays one seat by `estimate`, the others at random.
fn play_out(seed: u64, guided: Seat) -> Thebes {
    let mut game = Thebes::new(&setup(2, &[]));
    let mut rng = Fast::new(seed);
    let (mut legal, mut scratch) = (Vec::new(), Vec::new());
    loop {
        let step = match game.to_act() {
            ToAct::Over(_) => return game,
            ToAct::Chance => Step::Chance(game.sample(&mut rng, &mut scratch)),
            ToAct::Seat(seat) => {
                legal.clear();
                game.actions(&mut legal);
                let world = Thebes::determinize(&game.view(Viewer::Seat(seat)), &mut rng);
                let value = |action: &Action| {
                    let mut after = world;
                    after.apply(Step::Action(*action), &mut ());
                    after.estimate(seat)
                };
                let best = legal.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
                Step::Action(if seat == guided { *best.unwrap() } else { Random::pick::<Thebes>(&legal, &mut rng) })
            }
        };
        game.apply(step, &mut ());
    }
}

#[test]
fn estimate_beats_chance() {
    let won = (0..30).filter(|seed| {
        let guided = Seat::new((*seed % 2) as usize);
        play_out(*seed, guided).outcome().places[guided.index()] == 1
    });
    assert!(won.count() >= 27);
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<Thebes>() <= 1536, "{}", size_of::<Thebes>());
}
