//! The commands around bots: arena, hint, tune.

use std::process::{Command, Output};

use serde_json::Value as Json;
use tempfile::TempDir;

fn quipu(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quipu")).args(args).output().expect("the command runs")
}

#[track_caller]
fn answer(args: &[&str]) -> String {
    let output = quipu(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[track_caller]
fn json(args: &[&str]) -> Json {
    serde_json::from_str(&answer(args)).expect("JSON")
}

#[test]
fn the_arena_seats_everybody_equally_often_and_says_what_it_measured() {
    let folder = TempDir::new().expect("a folder");
    let records = folder.path().to_str().expect("UTF-8");
    let args = ["arena", "tongiaki", "--bots", "master,random", "--games", "5", "--budget", "4", "--json"];
    let found = json(&[&args[..], &["--records", records]].concat());
    assert_eq!(found["games"], 6, "whole rounds of seatings");
    let [master, random] = found["bots"].as_array().expect("rows").as_slice() else { panic!("two rows") };
    assert!(master["wins"].as_f64() > Some(0.6), "{found}");
    assert!(master["ms_per_turn"].as_f64() > random["ms_per_turn"].as_f64(), "{found}");
    assert!(master["iterations_per_s"].as_f64() > Some(0.0), "{found}");
    let files: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder").collect();
    assert_eq!(files.len(), 6, "a record a game");
}

#[test]
fn the_arena_gives_the_same_by_iterations_whatever_the_threads() {
    let args = ["arena", "tongiaki", "--bots", "novice,greedy", "--games", "12", "--iterations", "40", "--json"];
    let one = json(&args);
    assert_eq!(one, json(&args));
    let two = json(&[&args[..], &["--threads", "2"]].concat());
    assert_eq!(one["bots"][0]["wins"], two["bots"][0]["wins"]);
}

#[test]
fn a_hint_names_legal_turns_with_their_margins() {
    let folder = TempDir::new().expect("a folder");
    let records = folder.path().to_str().expect("UTF-8");
    for game in ["tikal", "tongiaki", "thebes", "inka"] {
        answer(&["sim", game, "--games", "1", "--records", records]);
        let file = folder.path().join(format!("{game}-000000.quipu"));
        let file = file.to_str().expect("UTF-8");
        let replayed = json(&["replay", file, "--json"]);
        let steps = replayed["n"].as_u64().expect("a number of steps");
        // The first position from the middle on in which somebody decides.
        let asked = (steps / 2..steps).map(|step| step.to_string()).find_map(|step| {
            let hint = quipu(&["hint", file, "--to", &step, "--iterations", "300", "--json"]);
            hint.status.success().then_some((step, hint))
        });
        let (step, hint) = asked.expect("somebody decides");
        let hint: Json = serde_json::from_slice(&hint.stdout).expect("JSON");
        let turns = hint["turns"].as_array().expect("turns");
        assert!((1..=3).contains(&turns.len()), "{hint}");
        let legal = json(&["legal", file, "--to", &step, "--json"]);
        for turn in turns {
            assert!(turn["margin"].as_f64().is_some(), "{turn}");
            let first = &turn["words"][0];
            assert!(legal["legal"].as_array().expect("a list").contains(first), "{first} in {game}");
        }
    }
}

/// B lost this match against `random`: one colour had no route out of Tahiti, and for a dozen turns B kept filling its
/// beaches instead of starting again elsewhere.
#[test]
fn whoever_is_at_a_dead_end_begins_anew() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/tongiaki/tests/records/two_seats_a_dead_end.quipu");
    for step in ["92", "115", "140"] {
        let hint = json(&["hint", file, "--to", step, "--iterations", "60000", "--threads", "1", "--json"]);
        assert_eq!(hint["turns"][0]["words"][0], "colonise", "before step {step}: {hint}");
    }
}

#[test]
fn a_hint_about_a_match_that_is_over_says_so() {
    let folder = TempDir::new().expect("a folder");
    answer(&["sim", "inka", "--games", "1", "--records", folder.path().to_str().expect("UTF-8")]);
    let output = quipu(&["hint", folder.path().join("inka-000000.quipu").to_str().expect("UTF-8")]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("over by") && error.contains("--to"), "{error}");
}

#[test]
fn tuning_says_what_it_found_and_how_good_it_is() {
    let args = ["tune", "tongiaki", "--bot", "greedy", "--iterations", "1", "--steps", "3", "--pairs", "1"];
    let found = json(&[&args[..], &["--proof", "2", "--json"]].concat());
    assert!(found["weights"]["new_island"].as_f64().is_some(), "{found}");
    assert!(found["proof"].as_f64().is_some_and(|proof| (0.0..=1.0).contains(&proof)), "{found}");
}
