//! `quipu review`: what it prints, what it writes, and every kind of record that it refuses.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

fn quipu(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quipu")).args(args).output().expect("the command runs")
}

/// A folder with a short recorded match.
fn recorded() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().to_str().unwrap();
    assert!(quipu(&["sim", "tongiaki", "--games", "1", "--records", path]).status.success());
    let file = folder.path().join("tongiaki-000000.quipu");
    (folder, file)
}

fn changed(file: &Path, change: impl FnOnce(String) -> String) -> PathBuf {
    let other = file.with_file_name("changed.quipu");
    std::fs::write(&other, change(std::fs::read_to_string(file).unwrap())).unwrap();
    other
}

#[track_caller]
fn refused(file: &Path, code: i32, part: &str) {
    let output = quipu(&["review", file.to_str().unwrap(), "--level", "glance"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(error.lines().count() == 1 && error.contains(part), "{error}");
}

#[test]
fn a_review_is_printed_written_and_the_same_each_time() {
    let (folder, file) = recorded();
    let path = file.to_str().unwrap();
    let page = folder.path().join("review.html");
    let shown = quipu(&["review", path, "--level", "glance", "--html", page.to_str().unwrap()]);
    let text = String::from_utf8(shown.stdout).unwrap();
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
    assert!(text.contains("accuracy") && text.contains("expected error") && text.contains("key moments"), "{text}");
    let html = std::fs::read_to_string(page).unwrap();
    assert!(html.starts_with("<!doctype html>") && html.contains("<polyline") && html.contains("Played"));
    assert!(!html.contains("http://") || html.matches("http").count() == html.matches("http://www.w3.org").count());
    let json = |threads: &str| quipu(&["review", path, "--level", "glance", "--json", "--threads", threads]).stdout;
    let review: serde_json::Value = serde_json::from_slice(&json("1")).unwrap();
    assert_eq!(review["seats"].as_array().map(Vec::len), Some(2));
    assert_eq!(json("1"), json("2"));
    assert!(!file.with_file_name("tongiaki-000000.quipu.reviewing").exists());
}

#[test]
fn what_cannot_be_reviewed_is_told_in_one_line() {
    let (_folder, file) = recorded();
    let without_end = |text: String| -> String {
        let (head, steps) = text.split_once("---\n").unwrap();
        steps.lines().take(8).fold(format!("{head}---\n"), |all, line| all + line + "\n")
    };
    refused(&changed(&file, without_end), 1, "stops before the match is over");
    let under_way = |text: String| {
        let lines = without_end(text);
        lines.lines().filter(|line| !line.starts_with("result")).map(|line| format!("{line}\n")).collect()
    };
    refused(&changed(&file, under_way), 1, "not over yet");
    refused(&changed(&file, |text| text.replacen("game tongiaki", "game chess", 1)), 2, "no game 'chess'");
    refused(&changed(&file, |text| text[..30].to_owned()), 1, "line");
    refused(&changed(&file, |text| text.replacen("rules ", "rules 9", 1)), 1, "rules");
    let older = |text: String| -> String {
        let line = |line: &str| if line.starts_with("rules ") { "rules 0\n".to_owned() } else { format!("{line}\n") };
        text.lines().map(line).collect()
    };
    refused(&changed(&file, older), 1, "follows version 0 of the rules");
    refused(&changed(&file, |text| text[..text.len() / 2].trim_end().to_owned()), 1, "");
    refused(&changed(&file, |_| "{\"game\": \"tongiaki\"}".to_owned()), 1, "this is not a record");
    refused(&changed(&file, |_| String::new()), 1, "this is not a record");
    let hidden = |text: String| text.replacen("---\n", "---\nA ?\n", 1);
    refused(&changed(&file, hidden), 2, "hidden");
    refused(Path::new("nowhere.quipu"), 2, "nowhere.quipu");
}
