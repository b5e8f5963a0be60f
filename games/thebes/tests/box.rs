//! The box: what the file holds, what it is checked for, and that nothing of it is lost on the way.

use std::path::Path;

use engine::{BoxData, BoxFault, Boxed, Draft, Game, Match};
use serde_json::{Value as Json, json};
use thebes::{Thebes, ThebesBox};

const BOX: &str = include_str!("../box.toml");

fn parsed(text: &str) -> Json {
    toml::from_str(text).unwrap()
}

/// The box file in the form of the collected facts.
fn facts_of(text: &str) -> Json {
    let file = parsed(text);
    let list = |name: &str| file[name].as_array().unwrap().clone();
    let in_pile = |name: &str, key: &str, region: &Json| -> Vec<Json> {
        list(name).into_iter().filter(|entry| entry[key] == *region).collect()
    };
    let regions = ["mesopotamia", "egypt", "greece", "crete"].map(Json::from);
    let pile = |region: &Json| {
        let artifacts = in_pile("artifacts", "region", region);
        let finds = in_pile("knowledge_finds", "pile", region);
        let find = |entry: &Json| match entry["of"].as_str() {
            Some("general") => json!({ "kind": "general", "value": entry["value"] }),
            of => json!({ "kind": "special", "region": of, "value": entry["value"] }),
        };
        json!({
            "artifacts": artifacts.iter().map(|a| json!({ "vp": a["points"], "name": a["name"] })).collect::<Vec<_>>(),
            "knowledge_finds": finds.iter().map(find).collect::<Vec<_>>(),
            "rubble": in_pile("rubble", "pile", region)[0]["count"],
        })
    };
    let permits = list("permits").into_iter().map(|entry| {
        (entry["seats"].to_string(), json!({ "each_region": entry["region"], "generic": entry["generic"] }))
    });
    let piles = regions.iter().map(|region| (region.as_str().unwrap().to_owned(), pile(region)));
    json!({
        "regions": regions,
        "permits_per_player": permits.collect::<serde_json::Map<_, _>>(),
        "region_piles": piles.collect::<serde_json::Map<_, _>>(),
        "green_cards": green(&file),
        "congress_points": file["congress_points"]["values"],
        "dig_table": file["dig_table"]["default"]["rows"],
        "dig_table_literal": file["dig_table"]["literal"]["rows"],
    })
}

fn green(file: &Json) -> Json {
    let list = |name: &str, form: &dyn Fn(&Json) -> Json| -> Vec<Json> {
        file[name].as_array().unwrap().iter().map(form).collect()
    };
    let keep = |keys: &'static [&'static str]| {
        move |entry: &Json| keys.iter().map(|key| ((*key).to_owned(), entry[key].clone())).collect::<Json>()
    };
    let professor = |entry: &Json| match entry["of"].as_str() {
        Some("greatest") => {
            json!({ "kind": "greatest_knowledge", "threshold": entry["knowledge"], "vp": entry["points"], "count": 1 })
        }
        of => {
            let (threshold, vp) = (&entry["knowledge"], &entry["points"]);
            json!({ "kind": "region", "region": of, "threshold": threshold, "vp": vp, "count": 1 })
        }
    };
    let action = |entry: &Json| {
        let kind = match entry["kind"].as_str() {
            Some("dig") => "generic_dig",
            Some("raider") => "tomb_raider",
            other => other.unwrap(),
        };
        let mut form =
            json!({ "kind": kind, "take_weeks": entry["take"], "play_weeks": entry["play"], "count": entry["count"] });
        if let Some(region) = entry.get("region") {
            form["region"] = region.clone();
        }
        form
    };
    let level = |entry: &Json| {
        let mut need = entry.as_object().unwrap().clone();
        let weeks = need.remove("weeks");
        json!({ "need": need, "weeks": weeks })
    };
    let exhibition = |entry: &Json| {
        let levels: Vec<Json> = entry["levels"].as_array().unwrap().iter().map(level).collect();
        json!({ "id": entry["name"].as_str().unwrap().replace('-', "_"), "vp": entry["points"], "levels": levels })
    };
    let museum = |entry: &Json| {
        let [donate, points, weeks, count] = ["donate", "points", "weeks", "count"].map(|key| &entry[key]);
        json!({ "donate": donate, "vp": points, "weeks": weeks, "count": count })
    };
    json!({
        "knowledge": list("knowledge", &keep(&["region", "value", "weeks", "count"])),
        "general_knowledge": list("general", &keep(&["value", "weeks", "count"])),
        "congress": list("congress", &keep(&["weeks", "count"])),
        "professors": list("professors", &professor),
        "actions": list("actions", &action),
        "exhibitions": list("exhibitions", &exhibition),
        "museums": list("museums", &museum),
    })
}

/// The collected facts without the words about how sure they are.
fn bare(mut facts: Json) -> Json {
    for exhibition in facts["green_cards"]["exhibitions"].as_array_mut().unwrap() {
        exhibition.as_object_mut().unwrap().remove("sure");
    }
    let fields = facts.as_object_mut().unwrap();
    fields.remove("time_bonus");
    fields.remove("dig_example");
    facts
}

#[test]
fn the_box_holds_the_collected_facts() {
    let facts: Json = serde_json::from_str(include_str!("facts.json")).unwrap();
    assert_eq!(facts["time_bonus"]["weeks_per_point"], 3);
    assert_eq!(facts_of(BOX), bare(facts));
}

#[test]
fn the_facts_kept_here_are_those_collected() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/thebes.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: the collected facts are not beside this repository");
        return;
    };
    let shared: Json = serde_json::from_str(&text).unwrap();
    let mut kept: Json = serde_json::from_str(include_str!("facts.json")).unwrap();
    for table in ["dig_table", "dig_table_literal"] {
        assert_eq!(kept[table], shared[table]["values"], "{table}");
    }
    let fields = kept.as_object_mut().unwrap();
    fields.retain(|key, _| !key.starts_with("dig_table"));
    for (key, value) in fields {
        assert_eq!(*value, shared[&**key], "{key}");
    }
}

#[test]
fn every_entry_says_where_it_is_from() {
    let mut entries = 0;
    for (name, value) in parsed(BOX).as_object().unwrap() {
        let tables: Vec<&Json> = match value {
            Json::Array(rows) => rows.iter().collect(),
            table if name == "dig_table" => table.as_object().unwrap().values().collect(),
            table => vec![table],
        };
        for table in tables {
            assert!(["book", "reconstructed"].contains(&table["from"].as_str().unwrap()), "{name}: {table}");
            entries += 1;
        }
    }
    assert_eq!(entries, 112);
}

fn faults(text: &str) -> Vec<String> {
    ThebesBox::parse(text).unwrap_err().iter().map(BoxFault::to_string).collect()
}

/// The line of the box file that begins with the text.
fn line_of(beginning: &str) -> usize {
    1 + BOX.lines().position(|line| line.trim_start().starts_with(beginning)).unwrap()
}

#[test]
fn every_fault_is_told_at_once_with_its_line() {
    let edits = [
        (
            "{ region = \"egypt\", value = 1, weeks = 1, count = 4,",
            "{ region = \"egipt\", value = 1, weeks = 1, count = 4,",
            "'egipt' is not a region",
        ),
        (
            "{ value = 1, weeks = 3, count = 4,",
            "{ value = 1, weeks = -3, count = 4,",
            "'weeks' must be a whole number from 0 to 50",
        ),
        ("{ kind = \"scientist\", take = 1,", "{ kind = \"scientist\", tike = 1,", "'tike' is not known here"),
        (
            "{ donate = 2, points = 4, weeks = 2, count = 2, from = \"reconstructed\" }",
            "{ donate = 2, points = 4, weeks = 2, count = 2, from = \"memory\" }",
            "\"book\" or \"reconstructed\"",
        ),
        (
            "[0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 3]",
            "[0, 0, 0, 1, 1, 1, 2, 1, 2, 2, 2, 3]",
            "more knowledge must not give fewer",
        ),
        (
            "[1, 2, 2, 3, 3, 4, 5, 6, 7, 7, 8, 9]",
            "[1, 2, 2, 2, 3, 4, 5, 6, 7, 7, 8, 9]",
            "more weeks must not give fewer",
        ),
        (
            "{ region = \"crete\", name = \"Seal stone\"",
            "{ region = \"crete\", name = \"Cylinder seal\"",
            "'cylinder-seal' is already the word of line",
        ),
        (
            "values = [0, 1, 3, 6, 10, 15, 21, 28]",
            "values = [0, 1, 3, 6, 10, 15, 21, \"x\"]",
            "'values' must be a whole number",
        ),
    ];
    let text = edits.iter().fold(BOX.to_owned(), |text, (good, bad, _)| {
        assert!(text.contains(good), "{good}");
        text.replacen(good, bad, 1)
    });
    let found = faults(&text);
    for (good, _, what) in edits {
        let line = format!("line {}: ", line_of(good));
        assert!(found.iter().any(|fault| fault.starts_with(&line) && fault.contains(what)), "{line}{what}: {found:#?}");
    }
    assert!(found.iter().any(|fault| fault.contains("'take' is missing")), "{found:#?}");
}

#[test]
fn the_cards_are_counted() {
    let found = faults(&BOX.replacen(
        "{ kind = \"scientist\", take = 1, play = 1, count = 2",
        "{ kind = \"scientist\", take = 1, play = 1, count = 3",
        1,
    ));
    let line = line_of("knowledge = [");
    let green = format!("line {line}: there are 79 cards with a green back, not 80");
    assert_eq!(found, ["line 1: there are 168 small cards, not 169", &green]);
    let found = faults(&BOX.replacen("{ pile = \"greece\", count = 8", "{ pile = \"greece\", count = 7", 1));
    let line = line_of("artifacts = [");
    let greece = format!("line {line}: there are 21 cards with the back of greece, not 20");
    assert_eq!(found, ["line 1: there are 168 small cards, not 167", &greece]);
    let found = faults(&BOX.replacen("{ pile = \"greece\", points = 3, from = \"reconstructed\" },", "", 1));
    let line = line_of("substitutes = [");
    assert_eq!(found, [format!("line {line}: greece has 2 knowledge finds, so 2 substitutes, not 1")]);
    let found = faults(&BOX.replacen("{ of = \"greatest\"", "{ of = \"crete\"", 1));
    assert_eq!(found.len(), 2, "{found:?}");
    let found = faults(&BOX.replacen("{ seats = 3,", "{ seats = 4,", 1));
    assert!(found.iter().any(|fault| fault.contains("permits for 3 players are missing")), "{found:?}");
}

#[test]
fn entries_that_the_words_cannot_tell_apart_need_a_suffix() {
    let two = "{ weeks = 2, count = 4, from = \"reconstructed\" },\n    \
               { weeks = 3, count = 3, SUFFIX from = \"reconstructed\" }";
    let one =
        "{ weeks = 2, count = 7, from = \"reconstructed\", note = \"the book's table of points ends at 7 cards\" }";
    let alike = BOX.replacen(one, &two.replace("SUFFIX ", ""), 1);
    let line = line_of(one) + 1;
    assert_eq!(
        faults(&alike),
        [format!(
            "line {line}: 'congress' is already the word of line {}; \
             tell them apart by a suffix, such as suffix = \"3w\"",
            line - 1
        )]
    );
    let apart = BOX.replacen(one, &two.replace("SUFFIX", "suffix = \"3w\","), 1);
    let boxed = ThebesBox::shelf().add(&apart).unwrap();
    assert!(boxed.card_of_word("congress-3w").is_some());
    let wrong = BOX.replacen(one, &two.replace("SUFFIX", "suffix = \"3 W\","), 1);
    assert!(faults(&wrong)[0].contains("small letters"), "{:?}", faults(&wrong));
    let assistants = BOX.replacen(
        "{ kind = \"assistant\", take = 2, play = 0, count = 3,",
        "{ kind = \"assistant\", take = 2, play = 0, count = 2, from = \"book\" },\n\
         { kind = \"assistant\", suffix = \"slow\", take = 2, play = 1, count = 1,",
        1,
    );
    assert!(faults(&assistants)[0].contains("do not tell them apart"), "{:?}", faults(&assistants));
}

#[test]
fn exhibitions_and_congress_points_must_rise() {
    let found = faults(&BOX.replacen("[{ weeks = 9, egypt = 3 }, ", "[{ weeks = 5, egypt = 3 }, ", 1));
    assert!(found[0].contains("each level must ask for more artifacts and take fewer weeks"), "{found:?}");
    let found = faults(&BOX.replacen("[{ weeks = 9, egypt = 3 }, ", "[", 1));
    assert!(found[0].contains("an exhibition has 3 levels, not 2"), "{found:?}");
    let found = faults(&BOX.replacen("15, 21, 28]", "15, 21]", 1));
    assert!(found[0].contains("7 congress cards, but points only for 6"), "{found:?}");
    let found = faults(&BOX.replacen("values = [0, 1, 3", "values = [0, 3, 3", 1));
    assert!(found[0].contains("must begin with 0 and rise"), "{found:?}");
}

#[test]
fn what_is_no_toml_is_told_with_every_line() {
    let broken = BOX.replacen("permits = [", "permits = = [", 1).replacen("general = [", "general ! [", 1);
    let found = faults(&broken);
    for beginning in ["permits = [", "general = ["] {
        let line = format!("line {}: ", line_of(beginning));
        assert!(found.iter().any(|fault| fault.starts_with(&line)), "{line} {found:?}");
    }
    for text in ["", "\0", "[[[", "permits = 3", "artifacts = [3, {}]", &BOX[..BOX.len() / 2]] {
        assert!(!faults(text).is_empty());
    }
}

#[test]
fn knowledge_stays_countable() {
    let more = BOX.replacen("{ value = 2, weeks = 6, count = 4,", "{ value = 9, weeks = 6, count = 4,", 1);
    assert!(ThebesBox::parse(&more).is_ok());
    let much = BOX
        .replace("value = 1, weeks = 1, count = 4", "value = 9, weeks = 1, count = 4")
        .replace("value = 2, weeks = 2, count = 3", "value = 8, weeks = 2, count = 3");
    let line = line_of("knowledge = [");
    let wanted = format!("line {line}: at most 255 points of knowledge and assistants are possible, not 287");
    assert_eq!(faults(&much), [wanted]);
}

#[test]
fn a_box_tells_what_it_holds() {
    let lines = Boxed::<ThebesBox>::standard().examine(&|| false).unwrap();
    assert_eq!(lines[0], "79 green cards: 16 action cards, 7 congresses, 8 exhibitions, 4 museums");
    assert_eq!(lines[2], "egypt: 11 artifacts worth 32 points, 8 rubble");
}

#[test]
fn a_match_names_its_box() {
    let text = BOX.replacen("{ weeks = 2, count = 7,", "{ weeks = 1, count = 7,", 1);
    let boxed = ThebesBox::shelf().add(&text).unwrap();
    assert_ne!(boxed, Boxed::standard());
    let setup = Draft::<Thebes> { data: boxed, ..Draft::new(2) }.admit().unwrap();
    let game = Match::new(setup);
    let record = game.record();
    assert_eq!(record.box_digest, Some(boxed.digest()));
    assert_ne!(*game.state(), Thebes::new(&Draft::new(2).admit().unwrap()));
}
