//! What any file may hold, however it is meant.

use super::{Tree, Violation, ending};

/// The longest source file.
const LONGEST: usize = 600;

/// The longest line of code, in columns.
const COLUMNS: usize = 120;

/// The longest ARCHITECTURE.md.
const ARCHITECTURE: usize = 170;

/// Endings of the files that people write and read as code.
const WRITTEN: &[&str] = &["rs", "md", "toml", "ts", "svelte", "py", "yml", "sh", "scn", "css", "html"];

/// Where names must be found from outside.
const UNSAFE: &str = "crates/wasm/src/abi.rs";

/// Marks of unfinished work, split so that this file holds none of them.
const MARKS: &[&str] = &[
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("todo", "!"),
    concat!("unimplemented", "!"),
    concat!("#[", "ignore"),
    concat!("#[", "allow("),
    concat!("#![", "allow("),
];

/// Folders of people's machines, split likewise.
const MACHINE_FOLDERS: &[&str] =
    &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/Us", "ers/")];

/// Names that say nothing of what a module holds.
const EMPTY_NAMES: &[&str] = &["util", "utils", "helper", "helpers", "common", "manager", "misc"];

/// Seeds for the fuzz targets are malformed on purpose.
const MALFORMED: &str = "fuzz/corpus/";

fn is_written(path: &str) -> bool {
    WRITTEN.contains(&ending(path)) && !path.starts_with(MALFORMED)
}

/// Reports each line of the chosen files about which `judge` has something to say.
fn each_line(tree: &Tree, choose: fn(&str) -> bool, judge: impl Fn(&str) -> Option<String>) -> Vec<Violation> {
    let files = tree.files().filter(|(path, _)| choose(path));
    let lines =
        files.flat_map(|(path, text)| text.split('\n').enumerate().map(move |(index, line)| (path, index, line)));
    lines.filter_map(|(path, index, line)| Some(Violation::new(path, index + 1, judge(line)?))).collect()
}

/// What is to be done is an issue, what is not tested is deleted, and an exception gives its reason (`#[expect]`).
pub(super) fn marks(tree: &Tree) -> Vec<Violation> {
    each_line(tree, is_written, |line| {
        let mark = MARKS.iter().find(|mark| has_word(line, mark))?;
        Some(format!("{mark} is left here"))
    })
}

/// Whether a word stands in a line by itself; what follows a mark like `name!` or `name(` does not matter.
fn has_word(line: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let starts_free = |before: &str| !word.starts_with(part) || !before.ends_with(part);
    let ends_free = |after: &str| !word.ends_with(part) || !after.starts_with(part);
    line.match_indices(word).any(|(at, _)| starts_free(&line[..at]) && ends_free(&line[at + word.len()..]))
}

/// The lint against unsafe code is relaxed in one file alone.
pub(super) fn safe(tree: &Tree) -> Vec<Violation> {
    let sources =
        tree.files().filter(|(path, _)| ending(path) == "rs" && *path != UNSAFE && !path.starts_with("xtask/"));
    let lines = sources.flat_map(|(path, text)| text.lines().enumerate().map(move |(index, line)| (path, index, line)));
    let relaxed = lines.filter(|(_, _, line)| line.contains("unsafe_code") && !line.contains("forbid(unsafe_code)"));
    relaxed.map(|(path, index, _)| Violation::new(path, index + 1, format!("only {UNSAFE} may be unsafe"))).collect()
}

/// A source that nobody can hold in mind wants to be two.
pub(super) fn short(tree: &Tree) -> Vec<Violation> {
    let sources = tree.files().filter(|(path, _)| ending(path) == "rs");
    let long = sources.map(|(path, text)| (path, text.lines().count())).filter(|(_, lines)| *lines > LONGEST);
    long.map(|(path, lines)| Violation::new(path, LONGEST + 1, format!("{lines} lines, {LONGEST} at most"))).collect()
}

/// Whether a file is code that people write: no data, and nothing that a command writes.
fn is_code(path: &str) -> bool {
    let endings = ["rs", "ts", "js", "mjs", "cjs", "svelte", "css", "html", "py", "toml", "yml"];
    let code = endings.contains(&ending(path));
    let data = path.ends_with("box.toml") || path.contains("/tests/") && ending(path) == "toml";
    // `cargo xtask codegen` writes the types, `cargo xtask tune` the weights with the command that found them.
    let written =
        path.starts_with("web/src/generated/") || path.ends_with("/web/types.ts") || path.ends_with("/weights.rs");
    code && !data && !written && !path.starts_with(MALFORMED)
}

/// Formatters leave long texts and comments alone.
pub(super) fn narrow(tree: &Tree) -> Vec<Violation> {
    each_line(tree, is_code, |line| {
        let columns = line.chars().count();
        (columns > COLUMNS).then(|| format!("{columns} columns, {COLUMNS} at most"))
    })
}

/// A module that could hold anything will.
pub(super) fn named(tree: &Tree) -> Vec<Violation> {
    let sources = tree.files().filter(|(path, _)| is_written(path));
    let empty = |path: &str| path.split('/').any(|part| EMPTY_NAMES.contains(&part.split('.').next().unwrap_or(part)));
    sources
        .filter(|(path, _)| empty(path))
        .map(|(path, _)| Violation::new(path, 1, "its name does not say what it holds"))
        .collect()
}

/// The project is the same wherever it lies.
pub(super) fn no_machine_paths(tree: &Tree) -> Vec<Violation> {
    let any = |path: &str| !path.starts_with(MALFORMED);
    each_line(tree, any, |line| {
        let here = |folder: &&&str| {
            let starts_free = |before: &str| !before.ends_with(|c: char| c.is_alphanumeric() || "._-/~}".contains(c));
            line.match_indices(**folder).any(|(at, _)| starts_free(&line[..at]))
        };
        MACHINE_FOLDERS.iter().find(here).map(|folder| format!("a path of one machine: {folder}…"))
    })
}

/// Such things only make noise in a change.
pub(super) fn clean_ends(tree: &Tree) -> Vec<Violation> {
    let any = |path: &str| !path.starts_with(MALFORMED);
    let mut violations = each_line(tree, any, |line| {
        line.ends_with([' ', '\t', '\r']).then(|| "white space at the end of the line".to_owned())
    });
    for (path, text) in tree.files().filter(|(path, text)| any(path) && !text.is_empty()) {
        let lines = text.lines().count();
        if !text.ends_with('\n') {
            violations.push(Violation::new(path, lines, "no newline at the end of the file"));
        } else if text.ends_with("\n\n") {
            violations.push(Violation::new(path, lines, "an empty line at the end of the file"));
        }
    }
    violations
}

/// It is the first thing that a newcomer reads.
pub(super) fn architecture(tree: &Tree) -> Vec<Violation> {
    const PATH: &str = "ARCHITECTURE.md";
    let lines = tree.files.get(PATH).map_or(0, |text| text.lines().count());
    match lines {
        0 => vec![Violation::new(PATH, 1, "is missing")],
        1..=ARCHITECTURE => Vec::new(),
        _ => vec![Violation::new(PATH, ARCHITECTURE + 1, format!("{lines} lines, {ARCHITECTURE} at most"))],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(violations: &[Violation]) -> Vec<usize> {
        violations.iter().map(|found| found.line).collect()
    }

    #[test]
    fn each_mark_is_found() {
        for mark in MARKS {
            let text = format!("fine\n  {mark} x\n");
            assert_eq!(lines(&marks(&Tree::of([("crates/a/src/lib.rs", &text)]))), [2], "{mark}");
            assert_eq!(lines(&marks(&Tree::of([("fuzz/corpus/record/a.md", &text)]))), [0; 0]);
        }
        let harmless = format!("{0}S x{0} my_{1}()", MARKS[0], MARKS[2]);
        assert_eq!(marks(&Tree::of([("docs/a.md", &harmless)])), []);
    }

    #[test]
    fn unsafe_code_is_found() {
        let relaxed = "#![expect(unsafe_code)]";
        let tree = Tree::of([(UNSAFE, relaxed), ("a.rs", "#![forbid(unsafe_code)]"), ("b.rs", relaxed)]);
        let found = safe(&tree);
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().starts_with("b.rs"));
    }

    #[test]
    fn long_files_are_found() {
        let text = |lines| "\n".repeat(lines);
        assert_eq!(lines(&short(&Tree::of([("a.rs", &text(601)), ("b.rs", &text(600)), ("c.md", &text(900))]))), [601]);
    }

    #[test]
    fn long_lines_of_code_are_found() {
        let text = format!("{}\n{}\n", "é".repeat(120), "é".repeat(121));
        let rust = ["crates/a/src/lib.rs", "Cargo.toml"];
        let page = ["web/src/a.ts", "web/a.mjs", "a.cjs", "a.js", "games/a/web/Board.svelte", "a.css", "a.html"];
        for code in [&rust[..], &page, &["python/a.py", ".github/workflows/a.yml"]].concat() {
            assert_eq!(lines(&narrow(&Tree::of([(code, &text)]))), [2], "{code}");
        }
        for other in ["games/a/box.toml", "games/a/tests/scenarios/own.toml", "games/a/web/types.ts", "docs/a.md"] {
            assert_eq!(narrow(&Tree::of([(other, &text)])), [], "{other}");
        }
    }

    #[test]
    fn empty_names_are_found() {
        let bad = ["crates/a/src/utils.rs", "crates/a/src/helper/mod.rs", "web/src/common/x.ts"];
        for path in bad {
            assert_eq!(named(&Tree::of([(path, "")])).len(), 1, "{path}");
        }
        assert_eq!(named(&Tree::of([("crates/a/src/commonwealth.rs", "")])), []);
    }

    #[test]
    fn machine_paths_are_found() {
        for folder in MACHINE_FOLDERS {
            let text = format!("a\nsee `{folder}x`\n{folder}y\n");
            assert_eq!(lines(&no_machine_paths(&Tree::of([("docs/a.md", &text)]))), [2, 3]);
            let harmless = format!("https://quipu.example{folder}x and .{folder}");
            assert_eq!(no_machine_paths(&Tree::of([("docs/a.md", &harmless)])), []);
        }
    }

    #[test]
    fn unclean_ends_are_found() {
        let found = |text| lines(&clean_ends(&Tree::of([("a.md", text)])));
        assert_eq!(found("a\nb \nc\t\nd\r\n"), [2, 3, 4]);
        assert_eq!(found("a\nb"), [2]);
        assert_eq!(found("a\n\n"), [2]);
        assert_eq!(found("a\n\nb\n"), [0; 0]);
        assert_eq!(found(""), [0; 0]);
    }

    #[test]
    fn a_long_or_missing_architecture_is_found() {
        let tree = |lines: usize| Tree::of([("ARCHITECTURE.md", &"x\n".repeat(lines))]);
        assert_eq!(architecture(&tree(170)), []);
        assert_eq!(lines(&architecture(&tree(171))), [171]);
        assert_eq!(architecture(&Tree::of([])).len(), 1);
    }
}
