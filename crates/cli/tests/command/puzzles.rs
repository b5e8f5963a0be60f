//! Puzzles in the terminal: listed, played, and searched for.

use tempfile::TempDir;

use super::{answered, code, fails, out, quipu};

#[test]
fn puzzles_are_listed_and_played_in_the_terminal() {
    let listed = quipu(&["puzzles", "inka", "--list", "--json"]);
    assert_eq!(code(&listed), 0);
    let first: serde_json::Value = serde_json::from_str(out(&listed).lines().next().unwrap()).unwrap();
    let words: Vec<&str> =
        first["puzzle"]["right"][0]["words"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    let state = TempDir::new().expect("a folder");
    let solved = answered(state.path(), &["puzzles", "inka", "--number", "1"], &(words.join("\n") + "\n"));
    assert!(solved.contains("Right.") && solved.contains("The right turn:"), "{solved}");
    let shown = answered(state.path(), &["puzzles", "inka"], "dance\nsolution\n");
    assert!(shown.contains("none of the words") && shown.contains("The right turn:"), "{shown}");
    fails(&quipu(&["puzzles", "inka", "--number", "9999"]), 2, &["no puzzle 9999"]);
    fails(&quipu(&["puzzles", "chess"]), 2, &["no game 'chess'"]);
}

#[test]
fn a_search_for_puzzles_that_ran_out_of_time_goes_on() {
    let folder = TempDir::new().expect("a folder");
    let records = folder.path().join("records");
    std::fs::create_dir(&records).unwrap();
    let search = |name: &str, more: &[&str]| -> (String, bool) {
        let file = folder.path().join(name);
        let (from, to) = (records.to_str().unwrap(), file.to_str().unwrap());
        let all = ["puzzles", "tongiaki", "--from", from, "--games", "3", "--bot", "greedy", "--write", to];
        let found = quipu(&[&all[..], more].concat());
        assert_eq!(code(&found), 0, "{}", String::from_utf8_lossy(&found.stderr));
        let kept = folder.path().join(format!("{name}.finding")).exists();
        (std::fs::read_to_string(&file).unwrap(), kept)
    };
    let (none, kept) = search("late", &["--seconds", "0"]);
    assert!(none.contains("\"matches\":0") && kept, "what was searched is kept: {none}");
    let (late, kept) = search("late", &["--threads", "3"]);
    assert!(late.contains("\"matches\":3") && !kept, "{late}");
    let (whole, _) = search("whole", &[]);
    assert_eq!(late, whole, "the same puzzles in the same order");
}

#[test]
fn puzzles_are_searched_for_in_the_records_of_a_folder() {
    let folder = TempDir::new().expect("a folder");
    let [path, file] = [folder.path().to_owned(), folder.path().join("found.jsonl")];
    let [path, file] = [path.to_str().unwrap(), file.to_str().unwrap()];
    let none = quipu(&["puzzles", "inka", "--from", path, "--games", "0", "--write", file]);
    assert_eq!((code(&none), out(&none).trim()), (0, "0 puzzles in 0 matches of Inka"));
    assert!(std::fs::read_to_string(file).unwrap().contains("\"command\":\"quipu puzzles inka --from"));
    assert!(!folder.path().join("found.jsonl.finding").exists());
    fails(&quipu(&["puzzles", "inka", "--from", path, "--margin", "2"]), 2, &["a margin of 2"]);
    fails(&quipu(&["puzzles", "inka", "--from", "/nowhere/at/all"]), 2, &["/nowhere/at/all"]);
    std::fs::write(folder.path().join("noise.quipu"), "noise").unwrap();
    fails(&quipu(&["puzzles", "inka", "--from", path]), 1, &["noise.quipu", "not a record"]);
}
