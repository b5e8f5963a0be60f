//! What the manifests may say.

use toml::{Table, Value};

use super::{Tree, Violation};

/// Where dependencies stand in a manifest.
const KINDS: &[&str] = &["dependencies", "dev-dependencies", "build-dependencies"];

/// Where dependencies of what is shipped stand.
const SHIPPED: &[&str] = &["dependencies", "build-dependencies"];

/// Crates for tests and tools alone.
const FOR_TESTS: &[&str] = &["quipu-testkit", "quipu-load", "quipu-workspace-hack"];

/// The one crate of the workspace that needs such a crate itself, and is one. `xtask` and `fuzz` are never shipped.
const TESTKIT: &str = "crates/testkit";

/// A game stands alone: on the engine, the lattices and data formats.
pub(super) fn games_alone(tree: &Tree) -> Vec<Violation> {
    let games = packages(tree, "games");
    let mut violations = Vec::new();
    for folder in tree.crates("games") {
        for (line, name) in dependencies(tree, folder, &mut violations) {
            let other_game = games.iter().any(|(game, of)| *game == name && of != folder);
            if other_game || ["quipu-search", "quipu-server"].contains(&name.as_str()) {
                violations.push(Violation::new(&manifest(folder), line, format!("a game depends on {name}")));
            }
        }
    }
    violations
}

/// Whoever wants any game asks the catalog.
pub(super) fn catalog_alone(tree: &Tree) -> Vec<Violation> {
    let games = packages(tree, "games");
    let mut violations = Vec::new();
    for folder in tree.crates("crates").filter(|folder| *folder != "crates/catalog").chain(["xtask", "fuzz"]) {
        for (line, name) in dependencies(tree, folder, &mut violations) {
            if games.iter().any(|(game, _)| *game == name) {
                let what = format!("depends on the game {name}; ask the catalog");
                violations.push(Violation::new(&manifest(folder), line, what));
            }
        }
    }
    violations
}

/// What is shipped holds nothing that only tests need.
pub(super) fn tests_apart(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for folder in tree.crates("crates").chain(tree.crates("games")).filter(|folder| *folder != TESTKIT) {
        for (line, name) in dependencies_in(SHIPPED, tree, folder, &mut violations) {
            if FOR_TESTS.contains(&name.as_str()) {
                violations.push(Violation::new(&manifest(folder), line, format!("{name} is a dev-dependency only")));
            }
        }
    }
    violations
}

/// A crate without them would be held to nothing.
pub(super) fn lints(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for folder in tree.crates("crates").chain(tree.crates("games")).chain(["xtask"]) {
        let table = read(tree, &manifest(folder), &mut violations);
        let shared = table.get("lints").and_then(|lints| lints.get("workspace")).and_then(Value::as_bool);
        if tree.files.contains_key(&manifest(folder)) && shared != Some(true) {
            violations.push(Violation::new(&manifest(folder), 1, "add `[lints] workspace = true`"));
        }
    }
    violations
}

fn manifest(folder: &str) -> String {
    format!("{folder}/Cargo.toml")
}

/// Reads a manifest; one that is missing or is not TOML is as good as empty.
fn read(tree: &Tree, path: &str, violations: &mut Vec<Violation>) -> Table {
    let Some(text) = tree.files.get(path) else { return Table::new() };
    text.parse().unwrap_or_else(|error: toml::de::Error| {
        violations.push(Violation::new(path, 1, format!("this is not TOML: {}", error.message())));
        Table::new()
    })
}

/// The names of the packages below a folder, with their folders.
fn packages(tree: &Tree, parent: &str) -> Vec<(String, String)> {
    let named = |folder: &str| {
        let table = read(tree, &manifest(folder), &mut Vec::new());
        let name = table.get("package")?.get("name")?.as_str()?.to_owned();
        Some((name, folder.to_owned()))
    };
    tree.crates(parent).filter_map(named).collect()
}

/// The packages that a crate depends on in any way, each with its line.
fn dependencies(tree: &Tree, folder: &str, violations: &mut Vec<Violation>) -> Vec<(usize, String)> {
    dependencies_in(KINDS, tree, folder, violations)
}

/// The same of some of the places where dependencies stand.
fn dependencies_in(kinds: &[&str], tree: &Tree, folder: &str, violations: &mut Vec<Violation>) -> Vec<(usize, String)> {
    let path = manifest(folder);
    let table = read(tree, &path, violations);
    let workspace = read(tree, "Cargo.toml", violations);
    let shared = workspace.get("workspace").and_then(|workspace| workspace.get("dependencies"));
    let text = tree.files.get(&path).map_or("", String::as_str);
    let targets = table.get("target").and_then(Value::as_table).into_iter().flatten();
    let places = targets.filter_map(|(_, target)| target.as_table()).chain([&table]);
    let mut found = Vec::new();
    for (key, value) in places.flat_map(|place| tables(kinds, place)).flatten() {
        let of_workspace = value.get("workspace").and(shared).and_then(|shared| shared.get(key));
        let package = of_workspace.unwrap_or(value).get("package").and_then(Value::as_str).unwrap_or(key);
        found.push((line_of(text, key), package.to_owned()));
    }
    found
}

/// The tables of dependencies in one place of a manifest.
fn tables<'a>(kinds: &'a [&str], place: &'a Table) -> impl Iterator<Item = &'a Table> {
    kinds.iter().filter_map(|kind| place.get(*kind)?.as_table())
}

/// The line where a dependency is named.
fn line_of(text: &str, key: &str) -> usize {
    let names = |line: &str| {
        let table = line.starts_with('[') && line.trim_end_matches(']').ends_with(&format!(".{key}"));
        let rest = line.strip_prefix(key);
        table || rest.is_some_and(|rest| rest.starts_with([' ', '.', '=']))
    };
    text.lines().position(names).map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: (&str, &str) = (
        "Cargo.toml",
        "[workspace.dependencies]
        search = { path = \"crates/search\", package = \"quipu-search\" }
        inka = { path = \"games/inka\", package = \"quipu-inka\" }
        serde = \"1\"",
    );
    const INKA: (&str, &str) = ("games/inka/Cargo.toml", "[package]\nname = \"quipu-inka\"");

    fn tikal(text: &str) -> Vec<String> {
        let tree = Tree::of([ROOT, INKA, ("games/tikal/Cargo.toml", text)]);
        games_alone(&tree).iter().map(Violation::to_string).collect()
    }

    #[test]
    fn a_game_may_not_depend_on_another_or_on_search() {
        let wrong = "games/tikal/Cargo.toml:3: a game depends on ";
        let text = |dependency: &str| format!("[package]\n[dependencies]\n{dependency}");
        assert_eq!(tikal(&text("search.workspace = true")), [format!("{wrong}quipu-search")]);
        assert_eq!(tikal(&text("inka = { workspace = true }")), [format!("{wrong}quipu-inka")]);
        assert_eq!(tikal(&text("quipu-inka = { path = \"../inka\" }")), [format!("{wrong}quipu-inka")]);
        assert_eq!(tikal(&text("b = { path = \"x\", package = \"quipu-server\" }")), [format!("{wrong}quipu-server")]);
        assert_eq!(tikal("[target.'cfg(unix)'.dependencies]\n[dev-dependencies.quipu-inka]\npath = \"x\"").len(), 1);
        assert_eq!(tikal("[target.'cfg(unix)'.dependencies]\nquipu-inka = \"1\"").len(), 1);
        assert_eq!(tikal(&text("serde.workspace = true\nquipu-engine = \"1\"")).len(), 0);
    }

    #[test]
    fn only_the_catalog_may_depend_on_games() {
        let tree = |folder: &str| {
            let text = "[dependencies]\ninka.workspace = true";
            Tree::of([ROOT, INKA, (&format!("{folder}/Cargo.toml"), text)])
        };
        assert_eq!(catalog_alone(&tree("crates/catalog")), []);
        for other in ["crates/cli", "xtask", "fuzz", "crates/testkit"] {
            assert_eq!(catalog_alone(&tree(other))[0].line, 2, "{other}");
        }
    }

    #[test]
    fn every_crate_has_lints() {
        let tree = Tree::of([ROOT, INKA, ("crates/grid/Cargo.toml", "[lints]\nworkspace = true")]);
        assert_eq!(lints(&tree).iter().map(|found| found.path.as_str()).collect::<Vec<_>>(), ["games/inka/Cargo.toml"]);
        assert_eq!(lints(&Tree::of([("xtask/Cargo.toml", "[lints]\nworkspace = false")])).len(), 1);
    }

    #[test]
    fn what_is_shipped_may_not_depend_on_crates_for_tests() {
        let found = |folder: &str, text: &str| {
            let path = format!("{folder}/Cargo.toml");
            let root = ("Cargo.toml", "[workspace.dependencies]\nload = { path = \"x\", package = \"quipu-load\" }");
            let tree = Tree::of([root, (&path, text)]);
            tests_apart(&tree).iter().map(Violation::to_string).collect::<Vec<_>>()
        };
        let wrong = |name: &str| [format!("crates/cli/Cargo.toml:2: {name} is a dev-dependency only")];
        for name in FOR_TESTS {
            let needs = |kind: &str| format!("[{kind}]\n{name} = {{ path = \"x\" }}");
            assert_eq!(found("crates/cli", &needs("dependencies")), wrong(name));
            assert_eq!(found("crates/cli", &needs("build-dependencies")), wrong(name));
            assert_eq!(found("crates/cli", &needs("target.'cfg(unix)'.dependencies")), wrong(name));
            assert_eq!(found("games/tikal", &needs("dependencies")).len(), 1);
            assert_eq!(found("crates/cli", &needs("dev-dependencies")), [""; 0]);
            assert_eq!(found(TESTKIT, &needs("dependencies")), [""; 0]);
        }
        assert_eq!(found("crates/cli", "[dependencies]\nload.workspace = true"), wrong("quipu-load"));
    }

    #[test]
    fn a_broken_manifest_is_said() {
        assert!(tikal("[package")[0].contains("not TOML"));
    }
}
