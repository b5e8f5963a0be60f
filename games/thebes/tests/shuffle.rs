//! The chain of chance steps has the distribution of a really shuffled deck (H2, H3).

use std::collections::BTreeMap;

use engine::{Draft, Fast, Game, Random, Step, ToAct};
use serde_json::json;
use testkit::laws::improbable;
use thebes::{Chance, Thebes};

/// Green or the region, and the card's word.
const SMALL: [(&str, &str); 6] = [
    ("green", "greece-1"),
    ("green", "museum-2"),
    ("green", "museum-2"),
    ("egypt", "ushabti"),
    ("egypt", "rubble"),
    ("crete", "rubble"),
];

/// The probability of every way from here to the end of the deck.
fn ways(state: &Thebes, words: &str, share: f64, out: &mut BTreeMap<String, f64>) {
    if state.to_act() != ToAct::Chance {
        *out.entry(words.to_owned()).or_default() += share;
        return;
    }
    let mut outcomes = Vec::new();
    state.chances(&mut outcomes);
    let total: f64 = outcomes.iter().map(|(_, weight)| f64::from(*weight)).sum();
    for (chance, weight) in outcomes {
        let step = Step::Chance(chance);
        let mut next = *state;
        next.apply(step, &mut ());
        let so_far = format!("{words}{}\n", state.words(&step));
        ways(&next, &so_far, share * f64::from(weight) / total, out);
    }
}

/// The steps that a deck in this order brings.
fn told(order: &[usize]) -> String {
    let step = |card: &usize| match SMALL[*card] {
        ("green", word) => format!("back green\ncard {word}\n"),
        (region, word) => format!("back {region}\npile {region} {word}\n"),
    };
    order.iter().map(step).collect()
}

fn orders(cards: &[usize]) -> Vec<Vec<usize>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |at: usize| {
        let rest = [&cards[..at], &cards[at + 1..]].concat();
        orders(&rest).into_iter().map(move |order| [vec![cards[at]], order].concat())
    };
    (0..cards.len()).flat_map(with_first).collect()
}

#[test]
fn h03_a_small_deck_exactly() {
    let diagram = json!({
        "phase": "back",
        "display": ["congress", "-", "-", "-"],
        "deck": {
            "green": ["greece-1", "museum-2*2"], "egypt": ["ushabti", "rubble"], "crete": ["rubble"],
            "mesopotamia": [], "greece": [],
        },
    });
    let setup = Draft::new(2).admit().unwrap();
    let state = Thebes::from_diagram(&setup, serde_json::from_value(diagram).unwrap()).unwrap();
    let mut chain = BTreeMap::new();
    ways(&state, "", 1.0, &mut chain);
    let mut shuffled: BTreeMap<String, f64> = BTreeMap::new();
    let all = orders(&[0, 1, 2, 3, 4, 5]);
    for order in &all {
        *shuffled.entry(told(order)).or_default() += 1.0 / all.len() as f64;
    }
    assert_eq!(chain.keys().collect::<Vec<_>>(), shuffled.keys().collect::<Vec<_>>());
    for (way, share) in &chain {
        assert!((share - shuffled[way]).abs() < 1e-12, "{way}: {share} instead of {}", shuffled[way]);
    }
}

/// The deck of a whole match in the order in which its cards left it: the back, and the face.
fn deck_of_a_match(seed: u64) -> Vec<(String, String)> {
    let mut game = Thebes::new(&Draft::new(4).admit().unwrap());
    let mut rng = Fast::new(seed);
    let (mut legal, mut scratch, mut deck) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let step = match game.to_act() {
            ToAct::Over(_) => return deck,
            ToAct::Chance => Step::Chance(game.sample(&mut rng, &mut scratch)),
            ToAct::Seat(_) => {
                legal.clear();
                game.actions(&mut legal);
                Step::Action(Random::pick::<Thebes>(&legal, &mut rng))
            }
        };
        let words = game.words(&step);
        let words: Vec<&str> = words.split(' ').collect();
        match step {
            Step::Chance(Chance::Card(_)) => deck.push(("green".to_owned(), words[1].to_owned())),
            Step::Chance(Chance::Pile(..)) => deck.push((words[1].to_owned(), words[2].to_owned())),
            _ => {}
        }
        game.apply(step, &mut ());
    }
}

#[test]
fn h02_whole_matches_by_chi_square() {
    const MATCHES: u64 = 2_000;
    const TENTHS: usize = 10;
    let mut places: BTreeMap<String, [f64; TENTHS]> = BTreeMap::new();
    let mut copies: BTreeMap<String, f64> = BTreeMap::new();
    let mut same_back = 0.0;
    for seed in 0..MATCHES {
        let deck = deck_of_a_match(seed);
        assert_eq!(deck.len(), 163);
        for (place, (back, face)) in deck.iter().enumerate() {
            let card = format!("{back} {face}");
            places.entry(card.clone()).or_default()[place * TENTHS / 163] += 1.0;
            *copies.entry(card).or_default() += 1.0;
        }
        same_back += deck.windows(2).filter(|pair| pair[0].0 == pair[1].0).count() as f64;
    }
    let width = |tenth: usize| (0..163).filter(|place| place * TENTHS / 163 == tenth).count() as f64;
    for (card, counts) in &places {
        let bins: Vec<(f64, f64)> =
            counts.iter().enumerate().map(|(tenth, count)| (*count, copies[card] * width(tenth) / 163.0)).collect();
        assert!(!improbable(&bins), "{card} lies unevenly: {bins:?}");
    }
    // Neighbours have the same back as often as in a shuffled deck.
    let pairs = 162.0 * MATCHES as f64;
    let share = (79.0 * 78.0 + 4.0 * 21.0 * 20.0) / (163.0 * 162.0);
    let bins = [(same_back, pairs * share), (pairs - same_back, pairs * (1.0 - share))];
    assert!(!improbable(&bins), "{bins:?}");
}

#[test]
fn h17_a_dig_draws_like_a_shuffled_pile() {
    let diagram = json!({
        "phase": { "dig": { "seat": "A", "region": "egypt", "left": 2, "aside": 0 } },
        "piles": { "egypt": ["ushabti", "bust-of-nefertiti", "rubble*3"] },
    });
    let setup = Draft::new(2).admit().unwrap();
    let start = Thebes::from_diagram(&setup, serde_json::from_value(diagram).unwrap()).unwrap();
    let mut chain = BTreeMap::new();
    ways(&start, "", 1.0, &mut chain);
    // Of 20 ordered pairs of five cards six are rubble twice, six one artifact then rubble, and so on.
    assert_eq!(chain.len(), 7);
    assert!((chain["find rubble\nfind rubble\n"] - 6.0 / 20.0).abs() < 1e-12);
    assert!((chain["find ushabti\nfind rubble\n"] - 3.0 / 20.0).abs() < 1e-12);
    assert!((chain["find rubble\nfind bust-of-nefertiti\n"] - 3.0 / 20.0).abs() < 1e-12);
    assert!((chain["find ushabti\nfind bust-of-nefertiti\n"] - 1.0 / 20.0).abs() < 1e-12);
}
