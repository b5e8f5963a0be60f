//! The box as data: the compiled-in one against the shared description, and everything that can be wrong with one.

use std::cell::Cell as Count;
use std::path::Path;

use engine::{BoxData, BoxFault, Boxed};
use inka::{Mark, Rhombus, Start, Temple};
use serde_json::Value;

const BOX: &str = include_str!("../box.toml");
const DESCRIPTION: &str = include_str!("data/inka.json");

fn description() -> Value {
    serde_json::from_str(DESCRIPTION).unwrap()
}

/// `U:0:3` is the cell `u0,3`.
fn name(id: &Value) -> String {
    let parts: Vec<&str> = id.as_str().unwrap().split(':').collect();
    format!("{}{},{}", parts[0].to_lowercase(), parts[1], parts[2])
}

fn marks(text: &Value) -> Vec<Mark> {
    let mark = |sign| match sign {
        'W' => Mark::Wall,
        'S' => Mark::Snake,
        _ => Mark::Open,
    };
    text.as_str().unwrap().chars().map(mark).collect()
}

#[test]
fn k01_the_box_is_the_description() {
    let (temple, data) = (Boxed::<Temple>::standard(), description());
    let cells = data["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 96);
    for cell in cells {
        let at = name(&cell["id"]).parse().unwrap();
        assert_eq!(temple.floor().contains(at), cell["ground"] == "floor", "{at}");
        assert_eq!(temple.passages().contains(at), cell["special"] == "secret_passage", "{at}");
        assert_eq!(temple.symbols().contains(at), cell["special"] == "rhombus_symbol", "{at}");
        let start = Start::ALL.into_iter().any(|start| temple.start(start) == at);
        assert_eq!(start, cell["special"] == "start_exit", "{at}");
    }
    for start in data["starts"].as_array().unwrap() {
        let named = Start::ALL.into_iter().find(|own| own.name() == start["name"].as_str().unwrap().to_lowercase());
        assert_eq!(temple.start(named.unwrap()).to_string(), name(&start["cell"]));
    }
    assert_eq!(data["exits"].as_array().unwrap().len(), 4);
}

#[test]
fn k02_the_faces_are_the_descriptions() {
    let (temple, data) = (Boxed::<Temple>::standard(), description());
    let lists = [&data["path_rhombi"], &data["goal_rhombi"]];
    let all = lists.into_iter().flat_map(|list| list.as_array().unwrap());
    let mut count = 0;
    for (item, rhombus) in all.zip(Rhombus::all()) {
        assert_eq!(item["id"], rhombus.to_string());
        assert_eq!(temple.face(rhombus).sides.to_vec(), marks(&item["sides"]), "{rhombus}");
        assert_eq!(vec![temple.face(rhombus).middle], marks(&item["middle"]), "{rhombus}");
        if let Some(cells) = item["cells"].as_array() {
            let home = format!("{} {}", name(&cells[0]), name(&cells[1]));
            assert_eq!(temple.home(rhombus).unwrap().to_string(), home);
        }
        count += 1;
    }
    assert_eq!(count, inka::RHOMBI);
}

#[test]
fn the_kept_description_is_the_shared_one() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/inka.json");
    // A public clone does not have it; the copy beside this test is what it was.
    if let Ok(text) = std::fs::read_to_string(shared) {
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), description());
    }
}

fn faults(text: &str) -> Vec<BoxFault> {
    Temple::parse(text).err().unwrap_or_default()
}

/// The line of the box that begins so, counted from 1.
fn line(start: &str) -> usize {
    1 + BOX.lines().position(|line| line.trim_start().starts_with(start)).unwrap()
}

#[test]
fn each_fault_is_told_with_its_line() {
    let top = line("\"   .S.#P#.S.");
    let cases = [
        ("\"   .S.#P#.S.   \",\n", "", Some(line("rows")), "8 strips (96 cells)"),
        (".S.#P#.S.   \"", ".S.#P#.S    \"", Some(top), "u0,3 is missing"),
        ("\"   .S.#P#.S.", "\"  ..S.#P#.S.", Some(top), "outside the hall"),
        (".S.#P#.S.   \"", ".S.#P#.S.       x\"", Some(top), "at most 15"),
        ("\"   .S.#P#.S.", "\"   .S.#P#.Sx", Some(top), "u0,3 is 'x'"),
        ("\"   .S.#P#.S.", "\"   #S.#P#.S.", Some(top), "mirror image"),
        ("nw = \"d-4,3\"", "nw = \"u-4,3\"", Some(line("nw")), "must be marked S"),
        ("nw = \"d-4,3\"", "nw = \"d-1,3\"", Some(line("ne")), "a start twice"),
        ("nw = \"d-4,3\"\n", "", None, "'nw' is missing"),
        ("nw = \"d-4,3\"\nne = \"d-1,3\"", "ne = \"d-4,3\"\nnw = \"d-1,3\"", None, "not the mirror image of"),
        ("nw = \"d-4,3\"", "nw = 4", Some(line("nw")), "in quotes"),
        ("nw = \"d-4,3\"", "nw = \"d-9,3\"", Some(line("nw")), "not a cell"),
        ("[[paths]]\nid = \"T13\"", "[[others]]\nid = \"T13\"", None, "13 [[paths]]"),
        ("id = \"T03\"", "id = \"T04\"", Some(line("id = \"T03\"")), "in the place of T03"),
        (
            "\nid = \"T01\"\nsides = \"....\"",
            "\nid = \"T01\"\nsides = \"...\"",
            Some(line("id = \"T01\"") + 1),
            "4 of the signs",
        ),
        ("sides = \"S...\"", "sides = \"S..x\"", Some(line("sides = \"S...\"")), "4 of the signs"),
        ("sides = \"S...\"\nmiddle = \".\"", "sides = \"S...\"", None, "'middle' is missing"),
        ("cells = [\"u0,0\", \"d-1,0\"]", "cells = [\"u0,1\", \"d-1,1\"]", Some(line("cells")), "round the middle"),
        ("cells = [\"u0,0\", \"d-1,0\"]", "cells = [\"u0,0\", \"d-1,0\", \"u0,1\"]", Some(line("cells")), "two cells"),
        ("cells = [\"u0,0\", \"d-1,0\"]", "cells = [\"u-1,0\", \"d-1,0\"]", None, "they leave"),
        ("walls = []", "walls = [[\"u0,3\", \"u0,2\"]]", Some(line("walls")), "do not share a side"),
        ("walls = []", "walls = [\"u0,3\"]", Some(line("walls")), "a pair of cells"),
        ("walls = []", "wals = []", Some(line("walls")), "no 'wals'"),
        ("[board]", "[board", Some(line("[board]")), ""),
    ];
    for (from, to, at, what) in cases {
        assert!(BOX.contains(from), "{from}");
        let told = faults(&BOX.replacen(from, to, 1));
        let hit = |fault: &BoxFault| fault.what.contains(what) && (at.is_none() || fault.line == at);
        assert!(told.iter().any(hit), "{from} -> {to}: expected '{what}' at {at:?}, told {told:#?}");
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let text = BOX
        .replacen("nw = \"d-4,3\"", "nw = \"d-9,3\"", 1)
        .replacen("id = \"T03\"", "id = \"T33\"", 1)
        .replacen("sides = \"W..S\"", "sides = \"W\"", 1)
        .replacen("walls = []", "walls = 7", 1);
    let told = faults(&text);
    let lines: Vec<Option<usize>> = told.iter().map(|fault| fault.line).collect();
    for start in ["nw", "id = \"T03\"", "sides = \"W..S\"", "walls"] {
        assert!(lines.contains(&Some(line(start))), "{start} is not among {told:#?}");
    }
    assert!(told.len() >= 4);
}

#[test]
fn unequal_ways_to_the_centre_are_told() {
    // One ruin less beside the nw start, and only there: its way is shorter.
    let uneven = BOX.replacen("  #.##.#.##.#  ", "  #..#.#.##.#  ", 1);
    let told = faults(&uneven);
    assert!(told.iter().any(|fault| fault.what.contains("differs: nw 1, ne 2, sw 2, se 2")), "{told:#?}");
}

#[test]
fn bytes_that_are_no_box_are_refused() {
    for text in
        ["", "\u{0}", "= = =", "board = 1", "[board]\nrows = 4", "[[board]]", "rows = [[[[[[", "\u{feff}[board]"]
    {
        assert!(!faults(text).is_empty(), "{text:?}");
    }
}

#[test]
fn a_box_is_examined_until_it_is_stopped() {
    let temple = Temple::parse(BOX).unwrap();
    let told = temple.examine(&|| true).unwrap();
    assert!(told[0].starts_with("0 layouts tried"), "{told:?}");
    let asked = Count::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 40
    };
    let told = temple.examine(&stop).unwrap();
    assert!(told[0].contains("layouts tried (seed"), "{told:?}");
    assert_eq!(told, temple.examine(&|| false).unwrap(), "a seeded search finds the same again");
}
