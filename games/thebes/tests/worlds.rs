//! Worlds that fit a view, held against every order of a small deck (H22 and its ruling).

use std::collections::BTreeMap;

use engine::{BoxData, Boxed, Draft, Fast, Game, Seat, Setup, Viewer};
use serde_json::{Value as Json, json};
use thebes::{Region, Thebes, ThebesBox};

/// A box in which almost everything can be out of the piles: knowledge with three copies, hardly any rubble.
fn small_box() -> Boxed<ThebesBox> {
    let mut file: Json = toml::from_str(include_str!("../box.toml")).unwrap();
    let artifacts = |region: &str, count: usize| {
        let artifact = move |number: usize| {
            let name = format!("{region} pot {number}");
            json!({ "region": region, "name": name, "points": 1, "from": "reconstructed" })
        };
        (1..=count).map(artifact).collect::<Vec<_>>()
    };
    let piles = [("mesopotamia", 18), ("egypt", 18), ("greece", 21), ("crete", 21)];
    file["artifacts"] = piles.iter().flat_map(|(region, count)| artifacts(region, *count)).collect();
    file["knowledge_finds"] =
        json!([{ "pile": "mesopotamia", "of": "general", "value": 1, "count": 3, "from": "reconstructed" }]);
    file["substitutes"] =
        (1..=3).map(|points| json!({ "pile": "mesopotamia", "points": points, "from": "reconstructed" })).collect();
    file["rubble"] = json!([{ "pile": "egypt", "count": 3, "from": "reconstructed" }]);
    ThebesBox::shelf().add(&toml::to_string(&file).unwrap()).unwrap()
}

/// The cards that are neither out nor anywhere open, each by itself.
const UNKNOWN: [(&str, &str); 8] = [
    ("mesopotamia", "mesopotamia-pot-18"),
    ("mesopotamia", "knowledge-general-1"),
    ("mesopotamia", "knowledge-general-1"),
    ("egypt", "egypt-pot-18"),
    ("egypt", "rubble"),
    ("egypt", "rubble"),
    ("egypt", "rubble"),
    ("greece", "greece-pot-21"),
];

/// A position in which only those cards are unknown, with the given fields on top.
fn position(setup: &Setup<Thebes>, fields: &Json) -> Thebes {
    let names = |region: &str, count: usize| (1..=count).map(|n| format!("{region}-pot-{n}")).collect::<Vec<_>>();
    let mut diagram = json!({
        "donated": {
            "mesopotamia": names("mesopotamia", 17),
            "egypt": names("egypt", 17),
            "greece": names("greece", 20),
            "crete": names("crete", 21),
        },
        "seats": { "A": { "finds": { "mesopotamia": ["knowledge-general-1"] } } },
    });
    for (key, value) in fields.as_object().unwrap() {
        diagram[key] = value.clone();
    }
    Thebes::from_diagram(setup, serde_json::from_value(diagram).unwrap()).unwrap()
}

/// The unknown cards by kind.
const KINDS: [(&str, &str); 5] = [UNKNOWN[0], UNKNOWN[1], UNKNOWN[3], UNKNOWN[4], UNKNOWN[7]];
/// The kind of each unknown card.
const KIND_OF: [usize; 8] = [0, 1, 1, 2, 3, 3, 3, 4];
/// How many unknown cards of each kind lie in the piles.
type Piles = [u32; 5];

/// How many worlds are drawn for each view.
const DRAWS: u32 = 4_000;

const KNOWLEDGE: usize = 1;
const RUBBLE: usize = 3;

/// Every order of the unknown cards.
fn orders(order: &mut [usize; 8], from: usize, each: &mut impl FnMut(&[usize; 8])) {
    if from == order.len() {
        each(order);
    }
    for at in from..order.len() {
        order.swap(from, at);
        orders(order, from + 1, each);
        order.swap(from, at);
    }
}

/// Holds the worlds of a view against the orders of the deck that `fits` admits: it gets the piles and the region of
/// the next card.
fn hold(state: &Thebes, viewer: Viewer, in_deck: usize, fits: impl Fn(&Piles, Option<&str>) -> bool) {
    let mut expected: BTreeMap<Piles, f64> = BTreeMap::new();
    orders(&mut [0, 1, 2, 3, 4, 5, 6, 7], 0, &mut |order| {
        let (laid, deck) = order.split_at(UNKNOWN.len() - in_deck);
        let mut piles = Piles::default();
        laid.iter().for_each(|card| piles[KIND_OF[*card]] += 1);
        if fits(&piles, deck.first().map(|card| UNKNOWN[*card].0)) {
            *expected.entry(piles).or_default() += 1.0;
        }
    });
    let total: f64 = expected.values().sum();
    let mut counts: BTreeMap<Piles, f64> = BTreeMap::new();
    let view = state.view(viewer);
    let mut rng = Fast::new(22);
    for _ in 0..DRAWS {
        let world = Thebes::determinize(&view, &mut rng);
        assert_eq!(world.view(viewer), view);
        *counts.entry(piles_of(&world)).or_default() += 1.0;
    }
    for piles in counts.keys() {
        assert!(expected.contains_key(piles), "{piles:?} does not fit {viewer:?}'s view");
    }
    let bins: Vec<(f64, f64)> = expected
        .iter()
        .map(|(piles, ways)| (counts.get(piles).copied().unwrap_or(0.0), ways / total * f64::from(DRAWS)))
        .collect();
    assert!(bins.len() > 1, "a case with one world shows nothing");
    assert!(!testkit::laws::improbable(&bins), "{bins:?}");
}

fn piles_of(world: &Thebes) -> Piles {
    let mut piles = Piles::default();
    for (region, words) in world.diagram().piles {
        for word in words {
            let (word, copies) = word.split_once('*').map_or((&*word, 1), |(w, n)| (w, n.parse().unwrap()));
            let kind = KINDS.iter().position(|(of, name)| *of == region.word() && *name == word).unwrap();
            piles[kind] += copies;
        }
    }
    piles
}

fn setup() -> Setup<Thebes> {
    Draft::<Thebes> { data: small_box(), ..Draft::new(2) }.admit().unwrap()
}

const B: Seat = Seat::new(1);
#[test]
fn h22_without_facts_every_order_is_as_likely() {
    let state = position(&setup(), &json!({ "piles": { "egypt": ["rubble*2"], "greece": ["greece-pot-21"] } }));
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat::A), Viewer::Seat(B)] {
        hold(&state, viewer, 5, |_, _| true);
    }
}

#[test]
fn h22_rubble_that_was_shown_lies_there() {
    let fields = json!({ "piles": { "egypt": ["rubble*2", "egypt-pot-18"] }, "rubble_shown": { "egypt": 2 } });
    hold(&position(&setup(), &fields), Viewer::Spectator, 5, |piles, _| piles[RUBBLE] >= 2);
}

#[test]
fn h22_what_a_look_showed_lies_there_unless_it_left() {
    let fields = json!({
        "piles": { "mesopotamia": ["knowledge-general-1", "mesopotamia-pot-18"], "egypt": ["rubble"] },
        "looks": { "B": {
            "mesopotamia": {
                "saw": ["knowledge-general-1*2", "mesopotamia-pot-17"],
                "left": ["knowledge-general-1", "mesopotamia-pot-17"],
            },
            "egypt": { "saw": ["rubble"] },
        } },
    });
    let state = position(&setup(), &fields);
    hold(&state, Viewer::Seat(B), 5, |piles, _| piles[KNOWLEDGE] >= 1 && piles[RUBBLE] >= 1);
    // A looked at nothing, and does not know what B saw.
    hold(&state, Viewer::Seat(Seat::A), 5, |_, _| true);
}

#[test]
fn h22_the_back_on_top_of_the_deck_counts() {
    let fields = json!({
        "phase": { "pile": "egypt" },
        "piles": { "egypt": ["rubble", "egypt-pot-18"] },
        "rubble_shown": { "egypt": 1 },
    });
    let state = position(&setup(), &fields);
    hold(&state, Viewer::Spectator, 6, |piles, top| top == Some("egypt") && piles[RUBBLE] >= 1);
}

#[test]
fn h22_a_pending_draw_tells_that_there_is_something_to_draw() {
    let rob = json!({
        "phase": { "rob": { "seat": "B", "region": "egypt" } },
        "piles": { "egypt": ["rubble", "egypt-pot-18"] },
    });
    hold(&position(&setup(), &rob), Viewer::Seat(B), 6, |piles, _| piles[2] == 1);
    let dig = json!({
        "phase": { "dig": { "seat": "B", "region": "egypt", "left": 2, "aside": 1 } },
        "piles": { "egypt": ["rubble", "egypt-pot-18"] },
        "rubble_shown": { "egypt": 1 },
    });
    let undrawn = |piles: &Piles| piles[RUBBLE] + piles[2] - 1;
    hold(&position(&setup(), &dig), Viewer::Seat(Seat::A), 6, |piles, _| piles[RUBBLE] >= 1 && undrawn(piles) >= 1);
}

#[test]
fn h22_who_chooses_sees_the_pile_and_others_that_there_is_a_choice() {
    let fields = json!({
        "phase": { "choose": { "seat": "B", "by": "raider", "region": "mesopotamia" } },
        "piles": { "mesopotamia": ["knowledge-general-1"], "egypt": ["rubble"] },
        "looks": { "B": { "mesopotamia": { "saw": ["knowledge-general-1"] } } },
    });
    let state = position(&setup(), &fields);
    hold(&state, Viewer::Seat(B), 6, |piles, _| piles[KNOWLEDGE] == 1 && piles[0] == 0);
    hold(&state, Viewer::Seat(Seat::A), 6, |piles, _| piles[KNOWLEDGE] + piles[0] >= 1);
}

#[test]
fn h22_what_others_saw_is_filled_in_from_the_world() {
    let fields = json!({
        "piles": { "mesopotamia": ["knowledge-general-1"], "egypt": ["rubble"] },
        "looks": { "B": { "mesopotamia": { "saw": ["knowledge-general-1"] } } },
    });
    let state = position(&setup(), &fields);
    let mut rng = Fast::new(1);
    for _ in 0..100 {
        let world = Thebes::determinize(&state.view(Viewer::Seat(Seat::A)), &mut rng).diagram();
        let saw = &world.looks[&B][&Region::Mesopotamia].saw;
        assert_eq!(*saw, world.piles.get(&Region::Mesopotamia).cloned().unwrap_or_default());
        assert_eq!(world.looks.len(), 1);
    }
}

#[test]
fn h22_a_view_that_no_world_fits_is_refused() {
    let state = position(&setup(), &json!({ "piles": { "egypt": ["rubble*2"] }, "rubble_shown": { "egypt": 2 } }));
    let mut view = serde_json::to_value(state.view(Viewer::Spectator)).unwrap();
    assert!(serde_json::from_value::<thebes::View>(view.clone()).is_ok());
    view["deck"] = json!(view["deck"].as_u64().unwrap() + 1);
    assert!(serde_json::from_value::<thebes::View>(view).is_err());
}
