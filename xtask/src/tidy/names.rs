//! One name, one thing.

use std::collections::BTreeMap;

use super::{Tree, Violation, ending};

/// Names that once meant several things each. A language has at most one definition of each of them.
const ONCE: &[&str] = &[
    "Account",
    "BotLadder",
    "Depth",
    "Desk",
    "Entry",
    "Eyes",
    "Index",
    "Inquirer",
    "PATIENCE",
    "Place",
    "SeatAccount",
    "Standing",
    "TableOption",
    "ThinkingTime",
    "Told",
    "Viewer",
    "Who",
];

/// What stands before a name where it is defined.
const DEFINES: &[&str] = &["class", "const", "enum", "interface", "struct", "type"];

/// Both halves of the page are one language.
fn language(path: &str) -> Option<&'static str> {
    match ending(path) {
        "rs" => Some("Rust"),
        "ts" | "svelte" => Some("TypeScript"),
        _ => None,
    }
}

/// The name of the list that a line defines. An import says `type` in the middle of a line, or has a comma at its end.
fn defined(line: &str) -> Option<&str> {
    if line.ends_with(',') {
        return None;
    }
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let mut words = words.skip_while(|word| ["pub", "crate", "super", "export"].contains(word));
    words.next().filter(|word| DEFINES.contains(word))?;
    words.next().filter(|name| ONCE.contains(name))
}

/// A name of the list that is defined again.
pub(super) fn one_thing(tree: &Tree) -> Vec<Violation> {
    let mut first = BTreeMap::new();
    let mut violations = Vec::new();
    for (path, text) in tree.files() {
        let Some(language) = language(path).filter(|_| !path.contains("/generated/")) else { continue };
        for (index, line) in text.lines().enumerate() {
            let Some(name) = defined(line) else { continue };
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
}
