//! What offers tell: weeks, cards and odds, from the acting seat's view and never from what is hidden (H22).

use engine::{Dice as _, Draft, Fast, Game, Match, Offer, Seat, Setup, Viewer};
use serde_json::{Value as Json, json};
use thebes::Thebes;

fn setup(seats: usize) -> Setup<Thebes> {
    Draft::<Thebes>::new(seats).admit().unwrap()
}

fn position(diagram: &Json) -> Thebes {
    Thebes::from_diagram(&setup(2), serde_json::from_value(diagram.clone()).unwrap()).unwrap()
}

/// A knows something of Egypt and has looked through its pile; most cards are still in the deck.
fn digger(piles: &Json) -> Thebes {
    position(&json!({
        "display": ["egypt-1", "congress", "general-1", "crete-2"],
        "beside": ["exhibition-small-egypt", "museum-2"],
        "piles": piles,
        "looks": { "A": { "egypt": { "saw": ["ushabti", "rubble*2"] } } },
        "seats": { "A": {
            "weeks": 10,
            "cards": ["egypt-3", "general-1", "assistant", "dig"],
            "finds": { "egypt": ["canopic-jar", "bronze-cat"] },
        }, "B": { "weeks": 12 } },
    }))
}

fn offer<'a>(offers: &'a [Offer], word: &str) -> &'a Offer {
    offers.iter().find(|offer| offer.word == word).unwrap()
}

fn fact(offer: &Offer, key: &str) -> i32 {
    offer.facts.iter().find(|(name, _)| *name == key).unwrap().1
}

#[test]
fn an_offer_says_the_week_it_leads_to() {
    let offers = digger(&json!({ "egypt": ["ushabti", "rubble*2"] })).offers();
    assert_eq!((offer(&offers, "take general-1").price, fact(offer(&offers, "take general-1"), "week")), (Some(3), 13));
    let exhibition = offer(&offers, "exhibit small-egypt");
    assert_eq!((exhibition.price, fact(exhibition, "week"), fact(exhibition, "level")), (Some(6), 16, 1));
    let dig = offer(&offers, "dig egypt 11 permit +1");
    assert_eq!((dig.price, fact(dig, "week"), fact(dig, "knowledge"), fact(dig, "cards")), (Some(11), 21, 5, 4));
}

#[test]
fn h22_the_odds_do_not_tell_what_lies_in_the_pile() {
    // The same view: what was seen is there, the rest lies in a pile or in the deck.
    let few = digger(&json!({ "egypt": ["ushabti", "rubble*2"], "crete": ["rubble*3"] }));
    let many = digger(&json!({ "egypt": ["ushabti", "rubble*4", "papyrus-roll"] }));
    assert_eq!(few.view(Viewer::Seat(Seat::A)), many.view(Viewer::Seat(Seat::A)));
    assert_eq!(few.offers(), many.offers());
    assert!(few.offers().iter().any(|offer| offer.facts.iter().any(|(key, _)| *key == "odds")));
}

#[test]
fn h22_worlds_with_the_same_view_make_the_same_offers() {
    let mut rng = Fast::new(8);
    let mut legal = Vec::new();
    for seed in 0..6 {
        let mut game = Match::<Thebes>::new(setup(2 + seed % 3));
        let mut moves = Fast::new(seed as u64);
        let mut compared = 0;
        while compared < 40 {
            let state = *game.state();
            let Some(seat) = state.to_act().seat() else {
                let mut scratch = Vec::new();
                if state.to_act() != engine::ToAct::Chance {
                    break;
                }
                let chance = state.sample(&mut moves, &mut scratch);
                let words = state.words(&engine::Step::Chance(chance));
                game.play(None, &words).unwrap();
                continue;
            };
            let world = Thebes::determinize(&state.view(Viewer::Seat(seat)), &mut rng);
            assert_eq!(world.offers(), state.offers());
            compared += 1;
            legal.clear();
            state.actions(&mut legal);
            let action = legal[moves.below(legal.len() as u32) as usize];
            let words = state.words(&engine::Step::Action(action));
            game.play(Some(seat), &words).unwrap();
        }
        assert!(compared > 10);
    }
}

#[test]
fn the_odds_are_those_of_the_worlds() {
    let state = digger(&json!({ "egypt": ["ushabti", "rubble*3"], "greece": ["oil-lamp", "rubble"] }));
    let view = state.view(Viewer::Seat(Seat::A));
    let offers = state.offers();
    let mut rng = Fast::new(3);
    for (word, region) in [("dig egypt 2 permit", "egypt"), ("dig greece 12 card", "greece")] {
        let dig = offer(&offers, word);
        let cards = fact(dig, "cards") as usize;
        assert!(cards > 0);
        let (mut hits, draws) = (0.0, 4_000);
        for _ in 0..draws {
            let world = Thebes::determinize(&view, &mut rng).diagram();
            let lying = world.piles.iter().find(|(name, _)| name.word() == region);
            let (mut rubble, mut all) = (0.0, 0.0);
            for text in lying.map(|(_, words)| words.as_slice()).unwrap_or_default() {
                let (name, copies) = text.split_once('*').unwrap_or((text, "1"));
                let copies: f64 = copies.parse().unwrap();
                all += copies;
                rubble += if name == "rubble" { copies } else { 0.0 };
            }
            let mut miss = 1.0;
            for drawn in 0..(all as usize).min(cards) {
                miss *= (rubble - drawn as f64).max(0.0) / (all - drawn as f64);
            }
            hits += 1.0 - miss;
        }
        let sampled = 100.0 * hits / f64::from(draws);
        let told = f64::from(fact(dig, "odds"));
        assert!((sampled - told).abs() < 2.5, "{word}: told {told}, sampled {sampled}");
    }
}

#[test]
fn odds_never_claim_to_be_sure() {
    let state = digger(&json!({ "egypt": ["ushabti", "rubble*2"] }));
    let odds: Vec<i32> =
        state.offers().iter().filter(|o| o.word.starts_with("dig ")).map(|o| fact(o, "odds")).collect();
    assert!(odds.iter().all(|odds| (0..=99).contains(odds)), "{odds:?}");
    assert!(odds.contains(&99), "three cards of which one is a find, drawn whole");
}

#[test]
fn a_view_tells_the_odds_of_the_next_card() {
    let dig = json!({
        "phase": { "dig": { "seat": "A", "region": "egypt", "left": 2, "aside": 2 } },
        "piles": { "egypt": ["ushabti", "rubble*2"] },
        "rubble_shown": { "egypt": 2 },
    });
    let page = |viewer| serde_json::to_value(position(&dig).view(viewer)).unwrap();
    assert_eq!(page(Viewer::All)["odds"]["egypt"], 99, "only the ushabti is left");
    let odds = page(Viewer::Spectator)["odds"]["egypt"].as_u64().unwrap();
    assert!((40..99).contains(&odds), "{odds}: more finds than rubble may still lie there");
}
