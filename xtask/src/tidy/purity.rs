//! What the sources of pure crates may name.

use std::str::FromStr;

use proc_macro2::{Ident, TokenStream, TokenTree};

use super::{Tree, Violation, ending};

/// The crates below `crates/` that know no clock, file, socket, async or OS randomness. All games are pure, too.
const PURE: &[&str] = &["engine", "grid", "review", "search", "catalog", "session"];

/// Names that no pure crate uses, wherever they come from.
const IMPURE_NAMES: &[&str] = &[
    "Instant",
    "SystemTime",
    "async",
    "await",
    "tokio",
    "getrandom",
    "OsRng",
    "SysRng",
    "ThreadRng",
    "thread_rng",
    "RandomState",
];

/// Parts of the standard library that no pure crate uses.
const IMPURE_STD: &[&str] = &["std::fs", "std::net", "std::process", "std::env", "std::os", "std::thread::sleep"];

/// Pure crates are the same on every machine and at every hour.
pub(super) fn pure_crates(tree: &Tree) -> Vec<Violation> {
    let crates = PURE.iter().map(|name| format!("crates/{name}"));
    let folders = crates.chain(tree.crates("games").map(str::to_owned)).map(|folder| folder + "/src");
    let mut violations = Vec::new();
    for folder in folders {
        for (path, text) in tree.below(&folder).filter(|(path, _)| ending(path) == "rs") {
            each_name(path, text, &mut violations, |full, name| {
                let impure = IMPURE_NAMES.contains(&name) || IMPURE_STD.contains(&full) || full == "thread::sleep";
                impure.then(|| format!("a pure crate names {full}"))
            });
        }
    }
    violations
}

/// Iterating a hash map would make two equal matches differ; a sorted or an indexed one does as well.
pub(super) fn no_hash_order(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (path, text) in tree.below("crates/engine").chain(tree.below("games")) {
        if ending(path) == "rs" {
            each_name(path, text, &mut violations, |_, name| {
                ["HashMap", "HashSet"].contains(&name).then(|| format!("{name} has no order of its own"))
            });
        }
    }
    violations
}

/// Asks `judge` about each name in a source, as a path (`std::fs`, also out of `use std::{fs, fmt}`) and by itself.
/// Comments and texts are no names.
fn each_name(path: &str, text: &str, violations: &mut Vec<Violation>, judge: impl Fn(&str, &str) -> Option<String>) {
    match TokenStream::from_str(text) {
        Ok(tokens) => walk(tokens, "", &mut |full, name: &Ident| {
            let what = judge(full, &name.to_string());
            violations.extend(what.map(|what| Violation::new(path, name.span().start().line, what)));
        }),
        Err(error) => violations.push(Violation::new(path, error.span().start().line, "this is not Rust")),
    }
}

/// Follows paths through the tokens; a group after `std::` continues the path in each of its parts.
fn walk(tokens: TokenStream, prefix: &str, found: &mut impl FnMut(&str, &Ident)) {
    let mut here = prefix.to_owned();
    let mut colons = 0;
    for token in tokens {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
            TokenTree::Ident(name) => {
                here = match colons {
                    2 if !here.is_empty() => format!("{here}::{name}"),
                    _ if prefix.is_empty() => name.to_string(),
                    _ => format!("{prefix}::{name}"),
                };
                colons = 0;
                found(&here, &name);
            }
            TokenTree::Group(group) => {
                walk(group.stream(), if colons == 2 { &here } else { "" }, found);
                (here, colons) = (prefix.to_owned(), 0);
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => (here, colons) = (prefix.to_owned(), 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn impure(source: &str) -> Vec<(usize, String)> {
        let files = [("games/tikal/Cargo.toml", ""), ("games/tikal/src/lib.rs", source)];
        pure_crates(&Tree::of(files)).into_iter().map(|found| (found.line, found.what)).collect()
    }

    #[test]
    fn impure_names_are_found_with_their_line() {
        assert_eq!(impure("\nuse std::fs;"), [(2, "a pure crate names std::fs".to_owned())]);
        for bad in [
            "use std::time::Instant;",
            "use std::{fmt, time::{Duration, SystemTime}};",
            "use std::{fmt::{self, Display}, net};",
            "fn wait() { std::thread::sleep(x) }",
            "use std::thread::{self, sleep};",
            "use std::thread; fn wait() { thread::sleep(x) }",
            "use tokio::sync;",
            "fn seed() { getrandom::fill(&mut x) }",
            "let rng = OsRng;",
            "async fn play() {}",
            "macro_rules! m { () => { std::fs::read(x) } }",
        ] {
            assert_eq!(impure(bad).len(), 1, "{bad}");
        }
    }

    #[test]
    fn pure_names_pass() {
        for good in [
            "// std::fs and tokio\n/// std::fs\nconst A: &str = \"std::fs\";",
            "use std::{fmt, cmp::Ordering};",
            "mod net; use crate::net::fs; fn f(env: u8) -> u8 { env }",
            "use std::{fmt, thread}; fn sleep() {}",
            "let x: std::time::Duration = y; let fs = 1;",
        ] {
            assert_eq!(impure(good), [], "{good}");
        }
    }

    #[test]
    fn what_is_not_rust_is_said() {
        assert_eq!(impure("fn open( {"), [(1, "this is not Rust".to_owned())]);
    }

    #[test]
    fn crates_that_do_things_may_name_them() {
        let files = [("crates/cli/src/main.rs", "use std::fs;"), ("games/tikal/tests/laws.rs", "use std::fs;")];
        assert_eq!(pure_crates(&Tree::of(files)), []);
        let files = [("crates/grid/src/lib.rs", "use std::fs;"), ("crates/search/src/a/b.rs", "use std::fs;")];
        assert_eq!(pure_crates(&Tree::of(files)).len(), 2);
    }

    #[test]
    fn hash_maps_are_found() {
        let files = [
            ("crates/engine/src/play.rs", "use std::collections::HashMap;"),
            ("games/tikal/tests/rules.rs", "fn f(s: &HashSet<u8>) {}"),
            ("crates/cli/src/main.rs", "use std::collections::HashMap;"),
            ("games/tikal/src/lib.rs", "// no HashMap here\nuse std::collections::BTreeMap;"),
        ];
        assert_eq!(no_hash_order(&Tree::of(files)).len(), 2);
    }
}
