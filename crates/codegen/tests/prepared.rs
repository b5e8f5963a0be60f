//! What is prepared for the page.

use serde_json::Value;

fn read(path: &str) -> Value {
    let made = codegen::prepared().unwrap_or_else(|error| panic!("{error:#}"));
    let file = made.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("{path} is not made"));
    serde_json::from_str(&file.text).unwrap()
}

#[test]
fn a_diagram_has_its_steps_events_and_refusals() {
    let figure = read("tikal/figures/t13_the_books_example_p31_three_six_and_one.A.json");
    let pictures = figure["pictures"].as_array().unwrap();
    assert_eq!(pictures[0]["view"]["position"]["players"]["A"]["workers"]["b3"], 2);
    assert_eq!(pictures[1]["refused"]["rule"], "T13");
    assert!(pictures[1]["events"].as_array().unwrap().is_empty(), "nothing happened");
    assert_eq!(pictures[2]["events"][0]["event"]["kind"], "moved");
    let offers = pictures[0]["offers"].as_array().unwrap();
    assert!(offers.iter().any(|offer| offer["word"] == "move worker b3 b4"), "what may be done there");
    assert_eq!(pictures[2]["position"]["players"]["A"]["workers"]["b4"], 1, "where a table for practice begins");
}

#[test]
fn a_lesson_offers_what_is_right_and_knows_why_else_not() {
    let lesson = read("tikal/lessons/first_turn.json");
    let stops = lesson["stops"].as_array().unwrap();
    let walk =
        stops.iter().find(|stop| lesson["steps"][stop["step"].as_u64().unwrap() as usize]["key"] == "walk").unwrap();
    let offers = serde_json::to_string(&walk["game"]["offers"]).unwrap();
    assert!(offers.contains("move leader a5 b5") && !offers.contains("enter"), "{offers}");
    assert!(walk["legal"].as_array().unwrap().iter().any(|word| word == "enter worker a5"));
    let why = |word: &str| {
        let groups = walk["refused"].as_array().unwrap();
        let group = groups.iter().find(|group| group["words"].as_array().unwrap().iter().any(|one| one == word));
        group.map(|group| lesson["reasons"][group["why"].as_u64().unwrap() as usize]["rule"].clone())
    };
    assert_eq!(why("move leader a5 c4"), Some("T13".into()));
    assert_eq!(why("uncover b5"), Some("T14".into()));
    assert_eq!(why("move leader a5 b5"), None);
    assert_eq!(walk["ways"][0]["scenes"][0]["frame"]["words"], "move leader a5 b5");
}

#[test]
fn the_home_page_knows_how_long_learning_takes() {
    assert_eq!(read("lessons.json")["tikal"][0]["key"], "first_turn");
}
