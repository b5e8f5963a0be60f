//! One name, one thing.

use std::collections::BTreeMap;

use super::{Tree, Violation, ending};

/// Names that once meant several things each. A language has at most one definition of each of them.
const ONCE: &[&str] = &[
    "Account",
    "Answer",
    "Asked",
    "BotLadder",
    "BoxShelf",
    "Census",
    "Course",
    "DecisionRequest",
    "Depth",
    "Desk",
    "Entry",
    "Eyes",
    "FleetReport",
    "Index",
    "Inquirer",
    "Inventory",
    "JudgedMatch",
    "Kept",
    "Line",
    "NetReader",
    "Picture",
    "Place",
    "PlayedStep",
    "QuestionAnswer",
    "Refusal",
    "RefusalHint",
    "ReviewedTurn",
    "Run",
    "ScenarioStep",
    "Scene",
    "SeatAccount",
    "Shelf",
    "SimulatedMatch",
    "Standing",
    "TableOption",
    "ThinkingTime",
    "Told",
    "Viewer",
    "Who",
];

/// Names that say too little to be defined anywhere, and what to say instead.
const NEVER: &[(&str, &str)] =
    &[("PATIENCE", "name the limit: `FETCH_TIMEOUT`, `REMINDER_DELAY`, `IDLE_TIMEOUT`, `PING_INTERVAL`")];

/// What stands before a name where it is defined.
const DEFINES: &[&str] = &["class", "const", "enum", "interface", "struct", "trait", "type"];

/// All that runs in a browser or builds the page is one language.
fn language(path: &str) -> Option<&'static str> {
    match ending(path) {
        "rs" => Some("Rust"),
        "ts" | "svelte" | "js" | "mjs" => Some("TypeScript"),
        _ => None,
    }
}

/// The name of one of the lists that a line defines. An import says `type` in the middle of a line, or has a comma at
/// its end.
fn defined(line: &str) -> Option<&str> {
    if line.ends_with(',') {
        return None;
    }
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let mut words = words.skip_while(|word| ["pub", "crate", "super", "export"].contains(word));
    words.next().filter(|word| DEFINES.contains(word))?;
    words.next().filter(|name| ONCE.contains(name) || instead_of(name).is_some())
}

fn instead_of(name: &str) -> Option<&'static str> {
    NEVER.iter().find(|(never, _)| *never == name).map(|(_, instead)| *instead)
}

/// A name that is defined again, or that should not be defined at all.
pub(super) fn one_thing(tree: &Tree) -> Vec<Violation> {
    let mut first = BTreeMap::new();
    let mut violations = Vec::new();
    for (path, text) in tree.files() {
        let Some(language) = language(path).filter(|_| !path.contains("/generated/")) else { continue };
        for (index, line) in text.lines().enumerate() {
            let Some(name) = defined(line) else { continue };
            if let Some(instead) = instead_of(name) {
                violations.push(Violation::new(path, index + 1, format!("{name} says too little; {instead}")));
                continue;
            }
            if let Some(known) = first.insert((language, name), path) {
                let what = format!("{name} already means something in {known}; ARCHITECTURE.md has the words");
                violations.push(Violation::new(path, index + 1, what));
            }
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_defined_once_in_a_language() {
        let good = Tree::of([
            ("crates/a/src/lib.rs", "pub(crate) struct Place;\nuse b::Place;\nfn place(at: Place) {}\n"),
            ("web/src/kit.ts", "export interface Place {}\nimport {\n  type Place,\n} from './kit';\n"),
        ]);
        assert!(one_thing(&good).is_empty(), "{:?}", one_thing(&good));
        let bad =
            Tree::of([("crates/a/src/lib.rs", "pub struct Place;\n"), ("crates/b/src/lib.rs", "type Place = u8;\n")]);
        assert_eq!(one_thing(&bad).len(), 1);
    }

    #[test]
    fn scripts_of_the_page_are_read_with_the_rest_of_it() {
        let files = [("web/src/kit.ts", "export interface Desk {}\n"), ("web/scripts/sw.js", "class Desk {}\n")];
        assert_eq!(one_thing(&Tree::of(files)).len(), 1);
        let mjs = [files[0], ("web/scripts/make.mjs", "class Desk {}\n")];
        assert_eq!(one_thing(&Tree::of(mjs)).len(), 1);
    }

    #[test]
    fn a_name_that_says_too_little_is_found_even_once() {
        for (name, _) in NEVER {
            for path in ["crates/a/src/lib.rs", "web/src/kit.ts", "web/scripts/sw.js"] {
                let text = format!("const {name}: i64 = 3000;\n");
                assert_eq!(one_thing(&Tree::of([(path, &*text)])).len(), 1, "{path}");
            }
        }
    }
}
