//! What a scenario cannot say: whole families of positions, sizes, offers and faults.

use engine::{Choices, Draft, Evaluate as _, Fast, Game, Match, Opening, Playout, Seat, Setup, ToAct};
use testkit::kind;
use tikal::{Action, Diagram, Kind, Options, Tikal, Tile};

fn setup(seats: usize, options: &[(&str, &str)]) -> Setup<Tikal> {
    let mut chosen = Options::default();
    options.iter().for_each(|(key, value)| chosen.set(key, value).unwrap());
    Draft::<Tikal>::new(seats).with(chosen).admit().unwrap()
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<Tikal>() <= 2048, "{} bytes", size_of::<Tikal>());
}

#[test]
fn t03_the_tiles_of_a_game_come_by_letters() {
    let mut game = Match::new(setup(2, &[("first", "A")]));
    let mut rng = Fast::new(3);
    let mut letters = String::new();
    while !game.to_act().is_over() {
        if game.to_act() == ToAct::Chance {
            if let Some(tikal::Event::Drawn { tile, .. }) = game.sample(&mut rng).first() {
                letters.push(tile.id().chars().next().unwrap());
            }
        } else {
            let mut legal = Vec::new();
            game.state().actions(&mut legal);
            game.apply(engine::Step::Action(*legal.last().unwrap()));
        }
    }
    assert_eq!(letters, "AAAAAABBBBBBCCCCCDDDDDEEEEEFFFFFGGGG");
}

#[test]
fn t06_every_turn_that_looks_different_is_offered_once() {
    for tile in Tile::all() {
        let diagram = Diagram {
            phase: tikal::PhaseDiagram::Place,
            players: [(Seat::A, tikal::PlayerDiagram { tile: Some(tile), ..Default::default() })].into(),
            ..Diagram::default()
        };
        let game = Tikal::from_diagram(&setup(2, &[]), diagram).unwrap();
        let mut legal = Vec::new();
        game.actions(&mut legal);
        let turns = match tile.kind() {
            Kind::Volcano => 1,
            _ if tile.id() == "D4" => 2,
            _ => 6,
        };
        assert_eq!(legal.len(), 4 * turns, "{tile}");
    }
}

#[test]
fn t13_offers_name_whole_ways_with_their_price() {
    let diagram = Diagram {
        tiles: [("b3", "A2 r3"), ("c4", "A4 r4")].map(|(cell, tile)| (cell_of(cell), tile.to_owned())).into(),
        players: [(Seat::A, tikal::PlayerDiagram { workers: [(cell_of("b3"), 1)].into(), ..Default::default() })]
            .into(),
        ..Diagram::default()
    };
    let game = Tikal::from_diagram(&setup(2, &[]), diagram).unwrap();
    let offers = game.offers();
    let to = |target: &str| {
        let found =
            offers.iter().find(|offer| offer.word.starts_with("move") && offer.target.as_deref() == Some(target));
        found.map(|offer| (offer.price, engine::way(&offers, offer)))
    };
    // The cheapest way to the treasures goes over the temple and the base camp: 1 + 2 + 1 + 3 = 7, or straight through
    // the jungle for 3 + 3 = 6.
    assert_eq!(to("c4"), Some((Some(6), vec!["move worker b3 b4", "move worker b4 c4"])));
    assert_eq!(to("a5"), Some((Some(3), vec!["move worker b3 a4", "move worker a4 a5"])));
    assert_eq!(to("b4"), Some((Some(3), vec!["move worker b3 b4"])));
    let mut played = game.clone();
    for word in ["move worker b3 b4", "move worker b4 c4"] {
        let action = played.read_action(word).unwrap();
        played.play(action, &mut ()).unwrap();
    }
    assert_eq!(played.diagram().ap, Some(4));
}

fn cell_of(name: &str) -> tikal::Cell {
    tikal::Cell::from_name(name).unwrap()
}

#[test]
fn t33_guns_and_jumps_never_meet() {
    // Five chips are the most, a gun costs six points: no jump lists it, whatever the position.
    let setup = setup(3, &[("version", "auction"), ("tempo", "jumps"), ("machine_gun", "on")]);
    let (mut rng, mut legal) = (Fast::new(9), Vec::new());
    for _ in 0..20 {
        let mut game = Tikal::new(&setup);
        while !game.to_act().is_over() {
            legal.clear();
            game.actions(&mut legal);
            let jumping = game.diagram().occasion == tikal::Occasion::Jump;
            assert!(!jumping || !legal.iter().any(|action| matches!(action, Action::Gun(_))));
            Playout::default().run(&mut game, &mut rng, 1);
        }
    }
}

#[test]
fn t34_every_admitted_mix_of_options_can_be_played_out() {
    let mut rng = Fast::new(34);
    let mut admitted = 0;
    for mix in 0..2 * 2 * 3 * 2 * 3 * 2 {
        let pick = |index: usize, words: &[&'static str]| words[index % words.len()];
        let options = [
            ("version", "auction"),
            ("scoring", pick(mix, &["round", "immediate"])),
            ("obstacles", pick(mix / 2, &["off", "on"])),
            ("boulder", pick(mix / 4, &["off", "3d6", "1d20"])),
            ("terrain", pick(mix / 12, &["letters", "random_sudden_death"])),
            ("twin_volcanoes", pick(mix / 24, &["both", "redraw", "choose"])),
            ("tempo", pick(mix / 72, &["turns", "jumps"])),
        ];
        let mut game = Tikal::new(&setup(3 + mix % 2, &options));
        Playout::default().run(&mut game, &mut rng, u64::from(Tikal::INFO.longest));
        let end = if options[4].1 == "letters" { "T22" } else { "T34" };
        assert_eq!(game.to_act(), ToAct::Over(end.parse().unwrap()), "{options:?}");
        admitted += 1;
    }
    assert_eq!(admitted, 144);
}

/// A match that starts from a position given as JSON.
fn at(seats: usize, options: &[(&str, &str)], position: serde_json::Value) -> Match<Tikal> {
    let setup = setup(seats, options);
    let diagram: Diagram = serde_json::from_value(position).unwrap();
    Match::from_position(setup, Tikal::from_diagram(&setup, diagram).unwrap())
}

/// What was told, in English.
fn told(game: &mut Match<Tikal>, by: char, words: &str) -> Vec<String> {
    let events = game.play(Seat::from_letter(by), words).unwrap();
    events.iter().map(ToString::to_string).collect()
}

#[test]
fn t18_the_log_counts_who_leaves_the_game() {
    let position = serde_json::json!({ "players": { "A": { "workers": { "b5": 3 }, "leader": "b5" } } });
    let mut by_worker = at(2, &[], position.clone());
    assert_eq!(told(&mut by_worker, 'A', "guard b5 worker"), ["A guards b5 with a worker, 3 more leave the game"]);
    let mut by_leader = at(2, &[], position);
    assert_eq!(told(&mut by_leader, 'A', "guard b5 leader"), ["A guards b5 with a leader, 3 more leave the game"]);
    let alone = serde_json::json!({ "players": { "A": { "workers": { "b5": 1 } } } });
    assert_eq!(
        told(&mut at(2, &[], alone), 'A', "guard b5 worker"),
        ["A guards b5 with a worker, 0 more leave the game"]
    );
}

#[test]
fn t25_nobody_is_told_of_a_payment_of_nothing() {
    let position = serde_json::json!({
        "phase": "bid",
        "round": { "display": ["A1", "A2"], "waiting": ["A", "B"] },
    });
    let mut game = at(2, &[("version", "auction"), ("first", "A")], position);
    assert_eq!(told(&mut game, 'A', "pass"), ["A passes"]);
    assert_eq!(told(&mut game, 'B', "pass"), ["B passes", "A goes next"]);
}

#[test]
fn t36_chips_are_told_when_all_have_chosen() {
    let chips = serde_json::json!({ "chips": 4 });
    let position = serde_json::json!({
        "phase": "chips",
        "turn": "B",
        "round": { "order": ["B", "C", "A"] },
        "players": { "A": chips, "B": chips },
    });
    let mut game = at(3, &[("version", "auction"), ("tempo", "jumps")], position);
    assert_eq!(told(&mut game, 'B', "chips 3"), ["B has chosen chips"]);
    assert_eq!(told(&mut game, 'A', "chips 4"), ["A has chosen chips", "A shows 4", "B shows 3"]);
}

#[test]
fn refusals_name_the_rule_and_the_reason() {
    let position = serde_json::json!({
        "ap": 9,
        "tiles": { "c4": "A4 r4", "b3": "A1 r0" },
        "players": {
            "A": { "workers": { "a4": 1, "b5": 1, "b3": 1, "c4": 1 }, "worked": { "a4": 1, "c4": 1 } },
            "B": { "workers": { "b5": 1, "b3": 2 } },
        },
    });
    let game = at(2, &[], position);
    for (words, why) in [
        ("guard b5 worker", "T18: B is as strong as you on b5, a guard needs more"),
        ("guard b3 worker", "T18: B is stronger than you on b3"),
        ("uncover a4", "T14: a second level on a4 needs a second piece"),
        ("dig c4", "T15: a second treasure on c4 needs a second piece"),
        ("move worker a4 b4", "T13: no stone leads from a4 to b4"),
        ("place c3 r0", "T6: there is no tile to lay now"),
        ("bid 1", "T25: there is no auction now"),
    ] {
        let refused = game.read(Some(Seat::A), words).unwrap_err();
        assert_eq!(refused.to_string(), why);
    }
}

#[test]
fn every_fault_of_a_diagram_is_named_at_once() {
    let json = serde_json::json!({
        "ap": 11,
        "tiles": { "c3": "A1 r0", "c4": "A1 r0", "d5": "B6 r2", "a5": "A2 r0" },
        "values": { "b5": 11, "b4": 2 },
        "buried": { "b4": 1 },
        "obstacles": ["a5 b4"],
        "players": {
            "A": { "workers": { "h1": 1, "a5": 19 }, "leader": "nowhere", "camps": ["a4"] },
            "B": { "guards": { "b4": "gun" }, "treasures": { "jade": 4 }, "points": -1 },
            "C": {},
        },
        "due": [{ "seat": "A", "tile": "A3" }],
    });
    let refused = kind::<Tikal>().open_at(&Opening::seats(2), json).err().unwrap().to_string();
    for fault in [
        "the tile A1 is there twice",
        "'B6 r2' on d5 is not a tile with its lowest turn",
        "a5 is printed on the board",
        "the temple on b5 is worth 1 to 10",
        "there is no temple on b4",
        "b4 is no treasure site",
        "obstacles are off",
        "A cannot stand on h1",
        "A has more than 18 workers",
        "the leader of A is on a cell, 'supply' or 'gone'",
        "no camp can stand on a4",
        "there is no temple to guard on b4",
        "machine guns are off",
        "there are three treasures jade",
        "points are 0 to 300",
        "nobody sits at C",
        "that many action points are not possible here",
        "only volcanoes are due",
    ] {
        assert!(refused.contains(fault), "'{fault}' is not in: {refused}");
    }
}

#[test]
fn the_estimate_knows_a_good_position() {
    let worth = |json: serde_json::Value| {
        let diagram: Diagram = serde_json::from_value(json).unwrap();
        Tikal::from_diagram(&setup(2, &[]), diagram).unwrap().estimate(Seat::A)
    };
    let nothing = worth(serde_json::json!({}));
    let held = worth(serde_json::json!({ "players": { "A": { "workers": { "b5": 1 } } } }));
    let safe = worth(serde_json::json!({ "players": { "A": { "workers": { "b5": 3 } } } }));
    let lost =
        worth(serde_json::json!({ "players": { "A": { "workers": { "b5": 1 } }, "B": { "workers": { "b5": 2 } } } }));
    let rich = worth(serde_json::json!({ "aside": ["A4"], "players": { "A": { "treasures": { "jade": 3 } } } }));
    assert!(nothing < lost && lost < held && held < safe, "{nothing} {lost} {held} {safe}");
    assert!(rich > nothing + 20.0, "a triple counts in four scorings: {rich}");
}

/// No option says that a match follows version 1, so positions and views must.
#[test]
fn t22_t32_a_position_of_version_1_is_read_as_one() {
    let old = Opening { rules: Some(1), ..Opening::seats(2) }.option("obstacles", "on");
    let position = r#"{"players": {"A": {"leader": "b5"}}}"#;
    let position = || serde_json::from_str::<serde_json::Value>(position).unwrap();
    let legal = |opening: &Opening, position| kind::<Tikal>().open_at(opening, position).unwrap().legal();
    let today = Opening { rules: None, ..old.clone() };
    let builds = |words: &[String]| words.iter().any(|word| word.starts_with("obstacle"));
    assert!(
        builds(&legal(&old, position())) && !builds(&legal(&today, position())),
        "a leader alone built in version 1"
    );

    let game = kind::<Tikal>().open_at(&old, position()).unwrap();
    assert_eq!(game.diagram()["rules"], 1);
    assert_eq!(legal(&today, game.diagram()), game.legal(), "the position says by which version it is played");
    let view: <Tikal as Game>::View = serde_json::from_value(game.view(engine::Viewer::All)).unwrap();
    assert_eq!(serde_json::to_value(&view).unwrap(), game.view(engine::Viewer::All));
    let mut unknown = game.diagram();
    unknown["rules"] = 3.into();
    assert!(kind::<Tikal>().open_at(&today, unknown).is_err());
}
