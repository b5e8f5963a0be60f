//! The command as its users meet it: answers, exit codes, and every kind of bad input.

mod puzzles;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn quipu(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quipu")).args(args).output().expect("the command runs")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code, not a signal")
}

/// One line on standard error, which holds all of `parts`.
#[track_caller]
fn fails(output: &Output, with: i32, parts: &[&str]) {
    let error = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    assert_eq!(code(output), with, "{error}");
    assert_eq!(error.lines().count(), 1, "one line: {error}");
    assert!(!error.contains("panicked"), "{error}");
    for part in parts {
        assert!(error.contains(part), "'{part}' is missing in: {error}");
    }
}

/// A folder with three recorded matches of a game.
fn recorded(game: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let output = quipu(&["sim", game, "--games", "3", "--records", folder.path().to_str().unwrap()]);
    assert_eq!(code(&output), 0);
    let file = folder.path().join(format!("{game}-000000.quipu"));
    (folder, file)
}

/// The record with a change, in a file of its own.
fn changed(file: &Path, change: impl FnOnce(String) -> Vec<u8>) -> PathBuf {
    let text = std::fs::read_to_string(file).unwrap();
    let other = file.with_file_name("changed.quipu");
    std::fs::write(&other, change(text)).unwrap();
    other
}

#[test]
fn help_teaches_and_usage_errors_exit_with_2() {
    let help = quipu(&["--help"]);
    assert_eq!(code(&help), 0);
    assert!(out(&help).contains("First steps") && out(&help).contains("Exit codes"));
    assert_eq!(code(&quipu(&["frobnicate"])), 2);
    fails(&quipu(&["sim", "chess"]), 2, &["no game 'chess'", "the games are"]);
    fails(&quipu(&["sim", "thebes", "--seats", "9"]), 2, &["9 seats"]);
    fails(&quipu(&["sim", "thebes", "--seats", "5"]), 2, &["H1", "2 to 4"]);
    fails(&quipu(&["sim", "thebes", "--option", "thief"]), 2, &["key=value"]);
    fails(&quipu(&["sim", "thebes", "--option", "thief=huge"]), 2, &["'huge'", "choose, random"]);
    fails(&quipu(&["sim", "thebes", "--option", "sack=huge"]), 2, &["no option 'sack'", "thief, knowledge_finds"]);
    fails(&quipu(&["sim", "thebes", "--bots", "oracle"]), 2, &["no bot 'oracle'", "random"]);
    fails(&quipu(&["sim", "thebes", "--bots", "random,random,random"]), 2, &["3 bots", "2 seats"]);
    fails(&quipu(&["replay", "nowhere.quipu"]), 2, &["nowhere.quipu"]);
}

#[test]
fn games_lists_options_for_people_and_programs() {
    let json: serde_json::Value = serde_json::from_str(&out(&quipu(&["games", "thebes", "--json"]))).unwrap();
    assert_eq!(json["options"][0]["key"], "thief");
    assert_eq!(json["options"][0]["default"], "choose");
    assert_eq!(json["seats"]["most"], 4);
    assert!(out(&quipu(&["games", "thebes"])).contains("thief=choose|random"));
}

#[test]
fn sim_prints_the_promised_fields_and_is_repeatable() {
    let sim = |threads: &str| {
        let output =
            quipu(&["sim", "thebes", "--seats", "3", "--games", "40", "--seed", "9", "--threads", threads, "--json"]);
        serde_json::from_str::<serde_json::Value>(&out(&output)).unwrap()
    };
    let (one, two) = (sim("1"), sim("2"));
    for field in [
        "games",
        "decisions",
        "chance_steps",
        "seconds",
        "games_per_s",
        "decisions_per_s",
        "steps_per_s",
        "wins_by_seat",
        "scores_by_seat",
    ] {
        assert!(!one[field].is_null(), "{field}");
    }
    for field in ["games", "decisions", "chance_steps", "wins_by_seat", "scores_by_seat"] {
        assert_eq!(one[field], two[field], "{field} does not depend on the threads");
    }
    assert_eq!(one["games"], 40);
}

#[test]
fn records_are_one_file_a_game_and_nothing_else() {
    let (folder, file) = recorded("tongiaki");
    let mut names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["tongiaki-000000.quipu", "tongiaki-000001.quipu", "tongiaki-000002.quipu"]);
    let verified = quipu(&["verify", file.to_str().unwrap()]);
    assert_eq!(code(&verified), 0);
    assert!(out(&verified).contains("steps are legal"));
}

#[test]
fn legal_prints_exactly_the_promised_lines() {
    let (_folder, file) = recorded("tongiaki");
    let text = out(&quipu(&["legal", file.to_str().unwrap(), "--every-step", "--json"]));
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with(r#"{"n":0,"to_act":"*","chances":{"first A":1,"first B":1},"played":"first "#),
        "{}",
        lines[0]
    );
    assert!(lines[1].contains(r#""legal":["moor tonga.1","moor tonga.2","#), "{}", lines[1]);
    let last: serde_json::Value = serde_json::from_str(lines[lines.len() - 1]).unwrap();
    assert_eq!(last.as_object().unwrap().keys().collect::<Vec<_>>(), ["scores", "winners", "end"]);
    let one = out(&quipu(&["legal", file.to_str().unwrap(), "--to", "1", "--json"]));
    assert!(one.starts_with(r#"{"n":1,"to_act":"#), "{one}");
}

#[test]
fn replay_shows_a_board_and_hides_what_a_viewer_may_not_see() {
    let (_folder, file) = recorded("thebes");
    let file = file.to_str().unwrap();
    assert!(out(&quipu(&["replay", file])).contains("over by H19"));
    let seen = |viewer: &[&str]| -> serde_json::Value {
        serde_json::from_str(&out(&quipu(&[&["replay", file, "--to", "40", "--json"], viewer].concat()))).unwrap()
    };
    let (all, as_b) = (seen(&[]), seen(&["--as", "B"]));
    assert_eq!((&all["n"], &as_b["n"]), (&40.into(), &40.into()));
    assert!(all["position"]["piles"]["egypt"].is_array(), "a reader of the record sees what lies in a pile: {all}");
    assert!(as_b["position"]["piles"]["egypt"]["look"].is_null() && as_b["position"]["viewer"] == "B", "{as_b}");
    fails(&quipu(&["replay", file, "--to", "99999"]), 2, &["no step 99999"]);
    fails(&quipu(&["replay", file, "--as", "D"]), 2, &["nobody sits at D"]);
}

#[test]
fn every_kind_of_bad_record_is_one_clear_line() {
    let (_folder, file) = recorded("tongiaki");
    let commands = |file: &Path| ["replay", "legal", "verify"].map(|command| quipu(&[command, file.to_str().unwrap()]));
    let cases: Vec<(&str, Vec<u8>, i32, Vec<&str>)> = {
        let text = std::fs::read_to_string(&file).unwrap();
        let step = text.split("---\n").nth(1).unwrap();
        let second = step.lines().nth(1).unwrap().to_owned();
        let replaced = |from: &str, to: &str| text.replacen(from, to, 1).into_bytes();
        let mut noise = text.clone().into_bytes();
        let at = text.find("---").unwrap() + 6;
        noise[at] = 0xff;
        vec![
            ("an unknown word", replaced(&format!("\n{second}\n"), "\nA frobnicate\n"), 1, vec!["line", "column"]),
            (
                "an illegal step",
                replaced(&format!("\n{second}\n"), &format!("\n{} colonise\n", &second[..1])),
                1,
                vec!["line 8", "O21"],
            ),
            ("a wrong seat", replaced(&format!("\n{second}\n"), "\nD end\n"), 1, vec!["line 8", "D's step"]),
            ("an impossible draw", replaced("* tile", "* first A # "), 1, vec!["cannot be drawn"]),
            ("a truncated header", text.as_bytes()[..40].to_vec(), 1, vec!["cut off"]),
            ("a wrong rules version", replaced("rules 2", "rules 99"), 1, vec!["version 99"]),
            ("a wrong format version", replaced("quipu 1", "quipu 2"), 1, vec!["format is 2"]),
            ("non-UTF-8", noise, 1, vec!["UTF-8", "line 7"]),
            ("an unknown game", replaced("game tongiaki", "game ludo"), 2, vec!["no game 'ludo'"]),
            ("an empty file", Vec::new(), 1, vec!["not a record"]),
            (
                "an unknown box",
                replaced("rules 2", &format!("rules 2\nbox sha256:{}", "0".repeat(64))),
                2,
                vec!["sha256:0000", "--box"],
            ),
        ]
    };
    for (what, bytes, with, parts) in cases {
        let bad = changed(&file, |_| bytes);
        for output in commands(&bad) {
            eprintln!("{what}");
            fails(&output, with, &parts);
        }
    }
}

#[test]
fn a_record_cut_off_in_the_middle_is_found_by_verify() {
    let (_folder, file) = recorded("tongiaki");
    let cut =
        changed(&file, |text| text.lines().take(20).map(|line| format!("{line}\n")).collect::<String>().into_bytes());
    fails(&quipu(&["verify", cut.to_str().unwrap()]), 1, &["has a result, and stops after step"]);
    let wrong = changed(&file, |text| text.replacen("result A=", "result A=1", 1).into_bytes());
    fails(&quipu(&["verify", wrong.to_str().unwrap()]), 1, &["the result is", "the record says"]);
}

#[test]
fn a_hundred_megabytes_of_noise_are_refused_at_once() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("noise.quipu");
    let mut noise = std::fs::File::create(&file).unwrap();
    let block: Vec<u8> = (0..1 << 20).map(|index: u32| (index.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    (0..100).for_each(|_| noise.write_all(&block).unwrap());
    fails(&quipu(&["replay", file.to_str().unwrap()]), 1, &["line 1, column 1", "not a record"]);
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing is written");
}

#[test]
fn a_redacted_record_is_shown_and_not_verified() {
    let (_folder, file) = recorded("thebes");
    let redacted = changed(&file, |text| {
        text.lines()
            .map(|line| match line.strip_prefix("* pile ").and_then(|rest| rest.split(' ').next()) {
                Some(region) => format!("* pile {region} ?\n"),
                None => format!("{line}\n"),
            })
            .collect::<String>()
            .into_bytes()
    });
    let shown = quipu(&["replay", redacted.to_str().unwrap()]);
    assert_eq!(code(&shown), 0);
    assert!(out(&shown).contains("hide something"));
    fails(&quipu(&["verify", redacted.to_str().unwrap()]), 2, &["hidden", "cannot be verified"]);
}

#[test]
fn the_first_example_of_the_scenarios_page_passes() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scenarios.md")).unwrap();
    let example = page.split("```\n").nth(1).expect("the page begins with an example");
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("t14_example.scn");
    let run = |text: &str| {
        std::fs::write(&file, text).unwrap();
        quipu(&["scenario", file.to_str().unwrap()])
    };
    let passed = run(example);
    assert_eq!(code(&passed), 0, "{}", out(&passed));
    // It can fail: with a second piece the second level is not refused.
    let two = example.replace("b5 = 1", "b5 = 2");
    assert_ne!(two, example);
    assert_eq!(code(&run(&two)), 1);
}

#[test]
fn scenarios_fail_with_their_line() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("x.scn");
    let run = |text: &str| {
        std::fs::write(&file, text).unwrap();
        quipu(&["scenario", file.to_str().unwrap()])
    };
    assert_eq!(code(&run("game inka\nseats 2\nposition\n---\nA end\nexpect to_act = B\n")), 0);
    let failed = run("game inka\nseats 2\nposition\n---\nA end\nexpect to_act = A\n");
    assert!(code(&failed) == 1 && out(&failed).contains("line 6") && out(&failed).contains("to_act is B, not A"));
    for (text, what) in [
        ("game inka\nseats 2\nposition\nap = \n---\n", "line 4"),
        ("game inka\nseats 2\nposition\nap = 9\n---\n", "AP"),
        ("game inka\nseats 2\nposition\nfoo = 9\n---\n", "unknown field"),
        ("game inka\nseats 2\n---\nA end\n", "refused"),
        ("game inka\nseats 2\n---\n* first A\n", "expects nothing"),
        ("game inka\nseats 2\n---\nexpect state.ap\n", "LEFT = VALUE"),
        ("game inka\nseats 2\nfoo\n---\n", "line 3"),
        ("seats 2\n---\n", "names no game"),
        ("", "no line '---'"),
    ] {
        let output = run(text);
        assert!(code(&output) == 1 && out(&output).contains(what), "{what}: {}", out(&output));
    }
}

#[test]
fn the_arena_rates_bots_and_is_repeatable() {
    let arena = || out(&quipu(&["arena", "tongiaki", "--bots", "greedy,random", "--games", "40", "--json"]));
    let (one, two) = (arena(), arena());
    assert_eq!(one, two);
    let json: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert_eq!(json["games"], 40);
    assert!(json["bots"][0]["wins"].as_f64().unwrap() > 0.8, "{json}");
    assert!(json["bots"][0]["rating"].as_f64().unwrap() > 100.0, "{json}");
    let proven = out(&quipu(&["arena", "tongiaki", "--bots", "greedy,random", "--games", "4000", "--sprt"]));
    assert!(proven.contains("proven: greedy wins more than 0.6"), "{proven}");
    let timed = out(&quipu(&["arena", "tongiaki", "--bots", "ismcts,random,random", "--games", "3", "--budget", "1"]));
    assert!(timed.contains("ms a decision"), "{timed}");
    let hasty = out(&quipu(&["arena", "tongiaki", "--bots", "greedy,random", "--games", "4000", "--seconds", "0"]));
    assert!(hasty.starts_with("2 games of"), "one round is played however little time there is: {hasty}");
    fails(&quipu(&["arena", "tongiaki", "--bots", "greedy,greedy", "--sprt"]), 2, &["name two"]);
}

#[test]
fn perft_counts_from_the_start_and_from_a_diagram() {
    assert_eq!(out(&quipu(&["perft", "inka", "--depth", "3"])), "perft 1: 2\nperft 2: 8\nperft 3: 24\n");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/thebes/tests/perft/filled_four.perft");
    let counted = quipu(&["perft", "thebes", "--depth", "1", "--diagram", file, "--json"]);
    assert_eq!(out(&counted), "{\"depth\":1,\"paths\":4}\n");
}

/// Types lines into `quipu play` and gives what it says.
fn typed(state: &Path, args: &[&str], lines: &str) -> String {
    answered(state, &[&["play"], args].concat(), lines)
}

/// Types lines into a command and gives what it says.
fn answered(state: &Path, args: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quipu"))
        .args(args)
        .env("XDG_STATE_HOME", state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 0);
    out(&output)
}

#[test]
fn nonces_are_checked_against_their_pledges() {
    let state = TempDir::new().unwrap();
    let file = state.path().join("mine.quipu");
    let save = format!("save {}\nquit\n", file.display());
    typed(state.path(), &["tongiaki", "--bots", "random", "--option", "first=A"], &save);
    let (salt, pepper) = (engine::Digest::of(&[b"salt"]), engine::Digest::of(&[b"pepper"]));
    // Without its seed, since the draws follow from no nonce.
    let with = |header: &str| {
        let unsown = |text: String| {
            let lines = text.lines().filter(|line| !line.starts_with("seed ")).map(|line| format!("{line}\n"));
            lines.collect::<String>().replacen("---", &format!("{header}\n---"), 1).into_bytes()
        };
        quipu(&["verify", changed(&file, unsown).to_str().unwrap()])
    };
    let good = with(&format!("pledge A={salt} B={pepper}\nnonce A=salt"));
    assert!(code(&good) == 0 && out(&good).contains("1 nonces fit their pledges; withheld: B"), "{}", out(&good));
    fails(&with(&format!("pledge A={pepper}\nnonce A=salt")), 1, &["the hash of A's nonce is", "the pledge was"]);
    fails(&with(&format!("pledge B={pepper}\nnonce A=salt")), 1, &["A has a nonce, and pledged none"]);
    let old = with("nonce A=salt");
    assert!(code(&old) == 0 && out(&old).contains("were not pledged"), "{}", out(&old));
}

#[test]
fn a_person_plays_undoes_saves_and_comes_back() {
    let state = TempDir::new().unwrap();
    let file = state.path().join("mine.quipu");
    let save = format!(
        "start nw\nundo\nstart nw\nhint\nwhy take\nfoo\nlist\nscore\nlog\nhelp\nsave {}\nquit\n",
        file.display()
    );
    let said = typed(state.path(), &["inka", "--bots", "random", "--seed", "3", "--option", "first=A"], &save);
    for part in ["what was drawn stays the same", "points at the end", "K9", "saved in", "--resume", "a verb such as"] {
        assert!(said.contains(part), "'{part}' is missing in: {said}");
    }
    let record = std::fs::read_to_string(&file).unwrap();
    assert!(record.contains("! A undo 0") && record.contains("seed ") && record.contains("commit sha256:"));
    let drawn: Vec<&str> = record.lines().filter(|line| line.starts_with("* rhombus ")).collect();
    assert!(drawn.len() == 2 && drawn[0] == drawn[1], "coming again finds the same draw: {drawn:?}");
    let verified = quipu(&["verify", file.to_str().unwrap()]);
    assert!(code(&verified) == 0 && out(&verified).contains("draws follow from it"), "{}", out(&verified));
    assert!(out(&verified).contains("taken back: A=1"), "a rhombus was seen: {}", out(&verified));
    let denied = changed(&file, |text| text.replace("takebacks A=1", "takebacks A=3").into_bytes());
    fails(&quipu(&["verify", denied.to_str().unwrap()]), 1, &["the takebacks are 'A=1', the record says 'A=3'"]);
    let stacked = changed(&file, |text| {
        let at = text.rfind("* rhombus ").unwrap() + 10;
        let other = if &text[at..at + 3] == "T01" { "T02" } else { "T01" };
        format!("{}{other}{}", &text[..at], &text[at + 3..]).into_bytes()
    });
    fails(&quipu(&["verify", stacked.to_str().unwrap()]), 1, &["the seed gives"]);
    let again = typed(state.path(), &["inka", "--resume"], "quit\n");
    assert!(again.contains("A lays T"), "{again}");
}

#[test]
fn a_whole_game_can_be_typed() {
    let state = TempDir::new().unwrap();
    let said = typed(state.path(), &["thebes", "--bots", "random", "--seed", "3"], &"1\n".repeat(400));
    assert!(said.contains("The winner is") || said.contains("The win is shared"), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 80), "80 columns");
    assert!(!said.contains('\u{1b}'), "no colours where there is no terminal");
}

#[test]
fn a_kept_game_is_never_replaced() {
    let state = TempDir::new().unwrap();
    let kept = |name: &str| std::fs::read_to_string(state.path().join("quipu").join(name)).ok();
    let both = || (kept("thebes-1.quipu").unwrap(), kept("thebes-2.quipu").unwrap());
    let new = |seed: &str, lines: &str| typed(state.path(), &["thebes", "--bots", "random", "--seed", seed], lines);
    new("3", "1\nquit\n");
    let first = kept("thebes-1.quipu").unwrap();
    let said = new("4", "1\nquit\n");
    assert!(said.contains("quipu play thebes --resume=1") && said.contains("It stays as it is"), "{said}");
    let second = kept("thebes-2.quipu").unwrap();
    assert!(first != second && both() == (first.clone(), second.clone()));

    // Each is found again: by its number, or as the one that was left last. It goes on in its own file.
    typed(state.path(), &["thebes", "--resume=1"], "quit\n");
    assert_eq!(both(), (first.clone(), second.clone()));
    typed(state.path(), &["thebes", "--resume=1"], "1\nquit\n");
    let later = kept("thebes-1.quipu").unwrap();
    assert!(later != first && later.starts_with(&first), "it goes on: {later}");
    typed(state.path(), &["--resume"], "quit\n");
    assert_eq!(both(), (later.clone(), second.clone()));
    fails(&quipu(&["play", "--resume=1"]), 2, &["--resume=N"]);

    // What is over makes room; what an older quipu left there is not taken for it.
    let whole = "1\n".repeat(400);
    new("5", &whole);
    assert!(kept("last-thebes.quipu").unwrap().contains("\nresult "), "the game that was over last");
    assert!(both() == (later, second.clone()) && kept("thebes-3.quipu").is_none());
    std::fs::write(state.path().join("quipu/last-thebes.quipu"), &second).unwrap();
    new("6", &whole);
    assert_eq!(kept("last-thebes.quipu").unwrap(), second);
    assert!(kept("thebes-3.quipu").unwrap().contains("\nresult "));
}

#[test]
fn the_version_says_which_build_it_is() {
    let said = out(&quipu(&["--version"]));
    let (version, build) = said.trim().strip_prefix("quipu ").unwrap().split_once(" (").unwrap();
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    assert!(build.ends_with(')') && build.len() > 5, "{said}");
}

#[test]
fn shells_complete_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = out(&quipu(&["completions", shell]));
        assert!(["serve", "replay", "completions", "json"].iter().all(|word| text.contains(word)), "{shell}");
    }
    assert_eq!(code(&quipu(&["completions", "abacus"])), 2);
}

#[test]
fn every_command_has_a_man_page() {
    let folder = TempDir::new().expect("a folder");
    let pages = folder.path().join("man");
    assert_eq!(code(&quipu(&["man", pages.to_str().unwrap()])), 0);
    for command in ["quipu", "quipu-serve", "quipu-replay", "quipu-admin-ban"] {
        let page = std::fs::read_to_string(pages.join(format!("{command}.1"))).expect(command);
        assert!(page.contains(".SH SYNOPSIS") && page.contains(command), "{page}");
    }
    let taken = folder.path().join("file");
    std::fs::write(&taken, "").unwrap();
    fails(&quipu(&["man", taken.to_str().unwrap()]), 2, &["cannot write into"]);
}

#[test]
fn lessons_are_taught_in_the_terminal() {
    let checked = quipu(&["learn", "tikal", "--check"]);
    assert_eq!(code(&checked), 0, "{checked:?}");
    assert!(out(&checked).contains("ok    tikal first_turn") && out(&checked).contains("tikal auction"));
    fails(&quipu(&["learn", "tikal", "poker"]), 2, &["first_turn, auction"]);
    fails(&quipu(&["learn", "tikal", "--language", "la"]), 2, &["en, it, es"]);

    // Something refused, something wrong, then the right one by the first words that show it; and away.
    let folder = TempDir::new().expect("a folder");
    let said = learns(&folder, &["tikal", "--language", "it"], "\nplace h1 r0\nplace a3\n1\n?\nplace c4 r4\nq\n");
    for part in [
        "La prima spedizione",
        "Tu sei A, il Rosso, B è il Blu.",
        "T6",
        "Segnato: a4",
        "place c4 r4",
        "Fai entrare i tuoi",
        "Sei al passo 3",
    ] {
        assert!(said.contains(part), "'{part}' is missing in:\n{said}");
    }
    // The same command goes on there, unless it is to begin anew.
    let said = learns(&folder, &["tikal", "--language", "es"], "q\n");
    assert!(said.contains("Sigues en el paso 3") && !said.contains("La selva de Tikal"), "{said}");
    let said = learns(&folder, &["tikal", "--anew"], "q\n");
    assert!(said.contains("The jungle of Tikal"), "{said}");
}

/// `quipu learn` with what is typed, and a folder of its own to keep things in.
fn learns(folder: &TempDir, args: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quipu"))
        .arg("learn")
        .args(args)
        .env("XDG_STATE_HOME", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let said = out(&output);
    assert_eq!(code(&output), 0, "{said}");
    said
}

/// What a learner types who always does the first right thing: by its number and by its words, in turns.
fn right_lines(course: &scenario::Course) -> String {
    let (mut at, mut typed) = (Some(0), String::new());
    while let Some(stop) = at.map(|at: usize| &course.stops[at]) {
        let way = &stop.ways[0];
        let legal = stop.game.legal();
        let line = way.word.as_ref().map_or_else(String::new, |word| match legal.iter().position(|one| one == word) {
            Some(index) if stop.step % 2 == 0 => (index + 1).to_string(),
            _ => word.clone(),
        });
        typed.push_str(&line);
        typed.push('\n');
        at = way.to;
    }
    typed
}

#[test]
fn every_lesson_is_done_in_the_terminal_and_says_what_it_brought() {
    let done = [("en", "The lesson is done."), ("it", "La lezione è finita."), ("es", "La lección ha terminado.")];
    let mut languages = done.iter().cycle();
    for shelf in lessons::SHELVES {
        let kind = catalog::find(shelf.game).expect("a game").kind();
        for lesson in shelf.lessons().expect("lessons") {
            let course = lesson.course(kind).expect("a course");
            let (language, end) = languages.next().expect("they go round");
            let folder = TempDir::new().expect("a folder");
            let args = [shelf.game, &lesson.key, "--language", language];
            let said = learns(&folder, &args, &right_lines(&course));
            let place = format!("{} {} in {language}:\n{said}", shelf.game, lesson.key);
            assert!(said.contains(end), "{place}");
            for text in lesson.steps.iter().map(|step| step.done.in_language(language).replace("**", "")) {
                let first = text.split(' ').take(4).collect::<Vec<_>>().join(" ");
                assert!(said.contains(&first), "'{first}' is missing in {place}");
            }
            let points = ["+1 p", "+2 p", "+3 p", "+4 p", "+5 p", "+6 p"];
            assert!(lesson.key == "auction" || points.iter().any(|gain| said.contains(gain)), "{place}");
            let english = ["Type the", "Enter goes on", "Marked:", "The lesson"];
            let strange = english.iter().find(|phrase| *language != "en" && said.contains(**phrase));
            assert!(strange.is_none(), "{strange:?} in {place}");
        }
    }
}

#[test]
fn rules_are_printed_with_their_diagrams() {
    let all = quipu(&["rules", "tikal"]);
    assert!(code(&all) == 0 && out(&all).contains("Uncovering") && out(&all).contains("T36"));
    let one = out(&quipu(&["rules", "tikal", "t14", "--language", "es"]));
    assert!(one.contains("Descubrir") && one.contains("se rechaza: T14"), "{one}");
    assert!(out(&quipu(&["rules", "tikal", "move"])).contains("T13"));
    fails(&quipu(&["rules", "tikal", "T99"]), 2, &["'T99'"]);
}
