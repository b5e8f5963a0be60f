//! The file plan of the games, as `docs/adding-a-game.md` and `docs/web.md` write it down.

use super::{Tree, Violation, ending};

/// The files below `src` that every game has.
const RUST: &[&str] = &[
    "lib.rs",
    "game.rs",
    "state.rs",
    "rules/mod.rs",
    "rules/numbers.rs",
    "score.rs",
    "action.rs",
    "event.rs",
    "options.rs",
    "diagram.rs",
];

/// The files below `web` that every game with a board has.
const WEB: &[&str] = &[
    "index.ts",
    "Board.svelte",
    "clicks.ts",
    "words.ts",
    "messages/en.json",
    "messages/it.json",
    "messages/es.json",
    "help/en.md",
    "help/it.md",
    "help/es.md",
];

/// What a line of Rust declares, and the only file below `src` that may declare it. A game without it needs no such
/// file.
const HOMES: &[(&str, &str)] = &[
    ("impl Game for ", "game.rs"),
    ("enum Phase ", "state.rs"),
    ("rule_numbers!", "rules/numbers.rs"),
    ("impl Scored<", "score.rs"),
    ("enum Action ", "action.rs"),
    ("enum Chance ", "action.rs"),
    ("enum Event ", "event.rs"),
    ("struct Options ", "options.rs"),
    ("struct View ", "view.rs"),
    ("struct WireView", "view.rs"),
    ("struct Diagram ", "diagram.rs"),
    ("fn offers<", "offers.rs"),
    ("struct Parts", "parts.rs"),
    ("impl Evaluate for ", "evaluate.rs"),
    ("weights! {", "weights.rs"),
    ("impl Study for ", "space.rs"),
    ("impl Inventory for ", "inventory.rs"),
];

/// What a file of the plan must declare, so that it is not there in name only.
const DECLARED: &[(&str, &str)] = &[
    ("game.rs", "impl Game for "),
    ("state.rs", "enum Phase "),
    ("rules/numbers.rs", "rule_numbers!"),
    ("score.rs", "impl Scored<"),
    ("action.rs", "enum Action "),
    ("event.rs", "enum Event "),
    ("view.rs", "struct WireView"),
    ("diagram.rs", "struct Diagram "),
    ("evaluate.rs", "impl Evaluate for "),
    ("space.rs", "impl Study for "),
    ("inventory.rs", "impl Inventory for "),
];

/// What a game's half of the page exports, and the only file that may export it: `motion` is `motion.ts` or
/// `motion.svelte.ts`.
const WEB_HOMES: &[(&str, &str)] = &[
    ("spellings", "clicks"),
    ("confirms", "clicks"),
    ("askWord", "clicks"),
    ("label", "words"),
    ("prompt", "words"),
    ("describe", "words"),
    ("did", "telling"),
    ("revealed", "telling"),
    ("sketch", "sketch"),
    ("spot", "sketch"),
    ("duration", "motion"),
];

/// What the recorded frames of a game's page export for its tests and for those of the client.
const FIXTURES: [&str; 4] = ["frames", "events", "parts", "seats"];

/// Names that files had before the plan, with the name that the plan gives them.
const OLD_NAMES: &[(&str, &str)] = &[
    ("src/offer.rs", "src/offers.rs"),
    ("src/standing.rs", "src/state.rs, or the name of what stands there"),
    ("src/table.rs", "src/state.rs"),
    ("src/scoring.rs", "src/score.rs"),
    ("src/rules/scoring.rs", "src/score.rs"),
    ("src/wire.rs", "src/view.rs"),
    ("src/tell.rs", "src/event.rs"),
    ("web/spell.ts", "web/clicks.ts"),
    ("web/spellings.ts", "web/clicks.ts"),
    ("web/offer.ts", "web/clicks.ts"),
    ("web/tell.ts", "web/words.ts"),
    ("web/ink.ts", "web/words.ts"),
    ("web/desk.ts", "web/model.ts"),
    ("web/scene.ts", "web/model.ts"),
    ("web/table.ts", "web/model.ts"),
    ("web/standing.ts", "web/model.ts"),
    ("web/layout.ts", "web/geometry.ts"),
    ("web/story.ts", "web/motion.ts"),
    ("web/tests/speak.ts", "web/tests/translator.ts of the client"),
];

/// Who knows one game finds the way in the next.
pub(super) fn kept(tree: &Tree) -> Vec<Violation> {
    tree.crates("games")
        .flat_map(|folder| [rust(tree, folder), web(tree, folder), old_names(tree, folder)].concat())
        .collect()
}

fn missing(tree: &Tree, folder: &str, files: &[&str]) -> Vec<Violation> {
    let paths = files.iter().map(|file| format!("{folder}/{file}"));
    let missing = paths.filter(|path| !tree.files.contains_key(path));
    missing.map(|path| Violation::new(&path, 1, "is missing: the file plan has it in every game")).collect()
}

/// The line on which a text declares something.
fn declares(text: &str, what: &str) -> Option<usize> {
    let declares = |line: &str| {
        let code = line.trim_start();
        !code.starts_with("//")
            && (code.starts_with(what) || code.contains(&format!(" {what}")) || code.contains(&format!("::{what}")))
    };
    text.lines().position(declares).map(|index| index + 1)
}

fn rust(tree: &Tree, folder: &str) -> Vec<Violation> {
    let source = format!("{folder}/src");
    let mut violations = missing(tree, &source, RUST);
    for (file, what) in DECLARED {
        let path = format!("{source}/{file}");
        if tree.text(&path).is_some_and(|text| declares(text, what).is_none()) {
            violations.push(Violation::new(&path, 1, format!("declares no `{}`", what.trim_end())));
        }
    }
    for (path, text) in tree.below(&source).filter(|(path, _)| ending(path) == "rs") {
        for (what, home) in HOMES.iter().filter(|(_, home)| path[source.len() + 1..] != **home) {
            if let Some(line) = declares(text, what) {
                violations.push(Violation::new(path, line, format!("`{}` belongs into {home}", what.trim_end())));
            }
        }
    }
    violations
}

fn web(tree: &Tree, folder: &str) -> Vec<Violation> {
    let web = format!("{folder}/web");
    if tree.below(&web).next().is_none() {
        return Vec::new(); // It is played in the terminal.
    }
    let mut violations = missing(tree, &web, WEB);
    let types = format!("{web}/types.ts");
    if tree.files.contains_key(&types) {
        violations.extend(missing(tree, folder, &["src/typescript.rs"]));
    }
    let fixtures = format!("{web}/tests/frames.ts");
    if let Some(text) = tree.text(&fixtures) {
        let left_out = FIXTURES.iter().filter(|name| exports(text, name).is_none());
        violations.extend(left_out.map(|name| Violation::new(&fixtures, 1, format!("does not export `{name}`"))));
    }
    for (path, text) in tree.below(&web).filter(|(path, _)| ending(path) == "ts") {
        let file = &path[web.len() + 1..];
        for (name, home) in WEB_HOMES {
            if let Some(line) = exports(text, name).filter(|_| !is_home(file, home)) {
                violations.push(Violation::new(path, line, format!("`{name}` belongs into {home}.ts")));
            }
        }
    }
    violations
}

fn is_home(file: &str, home: &str) -> bool {
    file.strip_prefix(home).is_some_and(|rest| [".ts", ".svelte.ts"].contains(&rest))
}

/// The line on which a module declares a name and exports it.
fn exports(text: &str, name: &str) -> Option<usize> {
    let exports = |line: &str| {
        let rest = ["export function ", "export const "].into_iter().find_map(|start| line.strip_prefix(start));
        let after = rest.and_then(|rest| rest.strip_prefix(name));
        after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    text.lines().position(exports).map(|index| index + 1)
}

fn old_names(tree: &Tree, folder: &str) -> Vec<Violation> {
    let old = OLD_NAMES.iter().map(|(old, new)| (format!("{folder}/{old}"), new));
    let there = old.filter(|(path, _)| tree.files.contains_key(path));
    there.map(|(path, new)| Violation::new(&path, 1, format!("the file plan calls it {new}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least game that keeps the plan, without `left_out` and with one more file.
    fn game(left_out: &str, path: &str, text: &str) -> Vec<String> {
        let mut tree = Tree::of([("games/tikal/Cargo.toml", "")]);
        for file in RUST {
            let declared = DECLARED.iter().find(|(name, _)| name == file).map_or("", |(_, what)| what);
            tree.put(format!("games/tikal/src/{file}"), format!("pub {declared}x\n"));
        }
        for file in WEB {
            tree.put(format!("games/tikal/web/{file}"), String::new());
        }
        tree.files.remove(left_out);
        tree.put(path.to_owned(), text.to_owned());
        kept(&tree).iter().map(Violation::to_string).collect()
    }

    #[test]
    fn the_plan_passes_with_further_files() {
        assert_eq!(game("", "games/tikal/src/board.rs", "// impl Game for nobody\nstruct Board;\n"), [""; 0]);
        assert_eq!(game("", "games/tikal/web/areas.ts", ""), [""; 0]);
        let bare = Tree::of([("games/tikal/Cargo.toml", "")]);
        assert!(kept(&bare).iter().all(|found| !found.path.contains("/web/")), "a game may have no board");
    }

    #[test]
    fn each_missing_file_is_found() {
        let paths = RUST.iter().map(|file| format!("games/tikal/src/{file}"));
        for path in paths.chain(WEB.iter().map(|file| format!("games/tikal/web/{file}"))) {
            assert_eq!(game(&path, "x.md", ""), [format!("{path}:1: is missing: the file plan has it in every game")]);
        }
        let types = game("", "games/tikal/web/types.ts", "");
        assert_eq!(types, ["games/tikal/src/typescript.rs:1: is missing: the file plan has it in every game"]);
    }

    #[test]
    fn a_file_in_name_only_is_found() {
        for (file, what) in DECLARED {
            let path = format!("games/tikal/src/{file}");
            assert_eq!(game("", &path, "// nothing\n"), [format!("{path}:1: declares no `{}`", what.trim_end())]);
        }
    }

    #[test]
    fn what_stands_in_another_file_is_found() {
        for (what, home) in HOMES {
            let path = "games/tikal/src/board.rs";
            let found = game("", path, &format!("use x;\npub {what}x\n"));
            assert_eq!(found, [format!("{path}:2: `{}` belongs into {home}", what.trim_end())], "{what}");
        }
    }

    #[test]
    fn what_another_file_of_the_page_exports_is_found() {
        for (name, home) in WEB_HOMES {
            for text in [format!("// x\nexport function {name}(): void"), format!("\nexport const {name} = 1;")] {
                let found = game("", "games/tikal/web/model.ts", &text);
                assert_eq!(found, [format!("games/tikal/web/model.ts:2: `{name}` belongs into {home}.ts")]);
                assert_eq!(game("", &format!("games/tikal/web/{home}.ts"), &text), [""; 0]);
                assert_eq!(game("", &format!("games/tikal/web/{home}.svelte.ts"), &text), [""; 0]);
            }
            let other = format!("export const {name}s = 1;\nconst {name} = 1;\n");
            assert_eq!(game("", "games/tikal/web/model.ts", &other), [""; 0]);
        }
    }

    #[test]
    fn frames_that_leave_out_an_export_are_found() {
        let path = "games/tikal/web/tests/frames.ts";
        let text = FIXTURES.map(|name| format!("export const {name}: X[] = [];\n"));
        assert_eq!(game("", path, &text.concat()), [""; 0]);
        for (index, name) in FIXTURES.iter().enumerate() {
            let others = [&text[..index], &text[index + 1..]].concat().concat();
            assert_eq!(game("", path, &others), [format!("{path}:1: does not export `{name}`")]);
        }
    }

    #[test]
    fn old_names_are_found() {
        for (old, new) in OLD_NAMES {
            let path = format!("games/tikal/{old}");
            assert_eq!(game("", &path, ""), [format!("{path}:1: the file plan calls it {new}")]);
        }
    }

    #[test]
    fn the_pages_have_the_same_plan() {
        let read = |name: &str| std::fs::read_to_string(crate::tools::root().join("docs").join(name)).unwrap();
        let (rust, web) = (read("adding-a-game.md"), read("web.md"));
        for file in RUST.iter().copied().chain(HOMES.iter().map(|(_, home)| *home)).filter(|file| *file != "lib.rs") {
            assert!(rust.contains(&format!("`{file}`")), "docs/adding-a-game.md does not have {file}");
        }
        for file in WEB {
            let file = file.replace("en.", "xx.").replace("it.", "xx.").replace("es.", "xx.");
            assert!(web.contains(&format!("`{file}`")), "docs/web.md does not have {file}");
        }
        let fixtures = web.split("\n- ").find(|part| part.starts_with("`tests/`")).unwrap();
        assert!(FIXTURES.iter().all(|name| fixtures.contains(&format!("`{name}`"))), "docs/web.md: {fixtures}");
        for (name, home) in WEB_HOMES {
            let paragraph = web.split("\n- ").find(|part| part.starts_with(&format!("`{home}.ts`")));
            let names = paragraph.is_some_and(|text| text.contains(&format!("`{name}`")));
            assert!(names, "docs/web.md does not name {name} at {home}.ts");
        }
    }
}
