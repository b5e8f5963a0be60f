//! A lesson answers whatever a board asks about (`desk.ask`, `ask=` in `games/*/web`) with the reason of a rule.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// The words that a game's board asks about at a stop.
type AskedOf = fn(stop: &Value, known: &Known) -> Vec<String>;

/// All words of a game, by the numbers of its decisions.
struct Known(Vec<String>);

impl Known {
    fn of(game: &str) -> Known {
        let entry = catalog::find(game).unwrap();
        let position = entry.position(&engine::Opening::seats(entry.kind().info().seats.0)).unwrap();
        let most: u32 = entry.space().runs.iter().map(|run| run.size).sum();
        Known((0..most).filter_map(|number| position.action_words(number).ok()).collect())
    }

    /// What stands at a place of a verb's words.
    fn at(&self, verb: &str, place: usize) -> BTreeSet<&str> {
        let of_verb = self.0.iter().filter(|words| words.split(' ').next() == Some(verb));
        of_verb.filter_map(|words| words.split(' ').nth(place)).collect()
    }

    fn begin(&self, verbs: &[&str]) -> Vec<String> {
        let of = |words: &&String| words.split(' ').next().is_some_and(|verb| verbs.contains(&verb));
        self.0.iter().filter(of).cloned().collect()
    }
}

fn tikal(stop: &Value, known: &Known) -> Vec<String> {
    let cells = known.at("uncover", 1);
    let own = &stop["view"]["position"]["players"]["A"];
    let workers = own["workers"].as_object().unwrap().keys().map(|cell| ("worker", cell.as_str()));
    let pieces: Vec<(&str, &str)> = workers
        .chain(own["leader"].as_str().filter(|cell| cells.contains(cell)).map(|cell| ("leader", cell)))
        .collect();
    let mut asked = known.begin(&["take", "bid"]);
    for cell in &cells {
        asked.push(format!("place {cell} r0"));
        for verb in ["uncover", "dig", "camp", "enter worker"] {
            asked.push(format!("{verb} {cell}"));
        }
        asked.push(format!("guard {cell} worker"));
        for (kind, from) in pieces.iter().chain(&[("worker", "a5")]).filter(|(_, from)| from != cell) {
            asked.push(format!("move {kind} {from} {cell}"));
            asked.push(format!("shortcut {kind} {from} {cell}"));
        }
    }
    asked
}

fn thebes(_: &Value, known: &Known) -> Vec<String> {
    let mut asked = known.begin(&["take", "exhibit", "museum", "donate", "choose", "play"]);
    for region in known.at("dig", 1) {
        for weeks in 1..=12 {
            for leave in ["permit", "card", "generic"] {
                asked.extend(["", " +1", " +2"].map(|crew| format!("dig {region} {weeks} {leave}{crew}")));
            }
        }
    }
    asked
}

fn inka(_: &Value, known: &Known) -> Vec<String> {
    let mut asked = known.begin(&["start", "lay", "block", "walk", "passage", "take"]);
    for slab in known.at("slide", 1) {
        asked.extend(known.at("slide", 2).iter().map(|direction| format!("slide {slab} {direction} 1")));
    }
    asked
}

fn tongiaki(stop: &Value, known: &Known) -> Vec<String> {
    let mut asked = known.begin(&["moor", "expand", "restart", "sail", "land", "royal", "colonise"]);
    // A tile may be laid on the cells of the coast, each of which is legal with some turn or other.
    for word in texts(&stop["legal"]) {
        if let Some((laid, _)) = word.strip_prefix("lay ").and_then(|cell| cell.split_once(' ')) {
            asked.push(format!("lay {laid} r0"));
        }
    }
    asked
}

/// What is refused at a stop: patterns by their verbs.
struct Refused<'a>(BTreeMap<&'a str, Vec<Vec<&'a str>>>);

impl<'a> Refused<'a> {
    fn of(stop: &'a Value) -> Refused<'a> {
        let mut patterns: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
        for group in stop["refused"].as_array().into_iter().flatten() {
            for words in texts(&group["words"]) {
                let tokens: Vec<&str> = words.split(' ').collect();
                patterns.entry(tokens[0]).or_default().push(tokens);
            }
        }
        Refused(patterns)
    }

    /// How many reasons there are for words: one where they are refused, none where they are legal.
    fn reasons(&self, words: &str) -> usize {
        let tokens: Vec<&str> = words.split(' ').collect();
        self.0.get(tokens[0]).map_or(0, |of_verb| of_verb.iter().filter(|one| fits(one, &tokens)).count())
    }
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Whether words are those of a pattern (`fits` in `web/src/learn/teacher.ts`).
fn fits(pattern: &[&str], tokens: &[&str]) -> bool {
    let (wanted, open) = match pattern {
        [wanted @ .., "*"] => (wanted, true),
        wanted => (wanted, false),
    };
    let long = if open { tokens.len() >= wanted.len() } else { tokens.len() == wanted.len() };
    long && wanted.iter().zip(tokens).all(|(one, token)| *one == "*" || one == token)
}

#[test]
fn whatever_a_board_asks_about_has_its_one_reason() {
    let boards: [(&str, AskedOf); 4] = [("tikal", tikal), ("thebes", thebes), ("inka", inka), ("tongiaki", tongiaki)];
    let files = codegen::prepared().unwrap();
    for (game, asked) in boards {
        let known = Known::of(game);
        let start = format!("{game}/lessons/");
        for file in files.iter().filter(|file| file.path.starts_with(&start)) {
            let lesson: Value = serde_json::from_str(&file.text).unwrap();
            for (number, stop) in lesson["stops"].as_array().unwrap().iter().enumerate() {
                // Where one only reads on, nothing can be pressed.
                if stop["ways"].as_array().unwrap().iter().all(|way| way["word"].is_null()) {
                    continue;
                }
                let (refused, legal) = (Refused::of(stop), texts(&stop["legal"]).collect::<BTreeSet<_>>());
                let is_wrong = |words: &String| refused.reasons(words) != usize::from(!legal.contains(words.as_str()));
                let wrong: Vec<String> = asked(stop, &known).into_iter().filter(is_wrong).take(5).collect();
                assert!(wrong.is_empty(), "{}, stop {number}: {wrong:?}", file.path);
            }
        }
    }
}
