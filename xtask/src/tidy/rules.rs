//! The numbered rules of the games, and their tests.

use super::{Tree, Violation, ending};

/// A rule as the help page lists it: `**T14** Uncover, 2 AP: …`.
struct Numbered<'a> {
    line: usize,
    letter: char,
    number: usize,
    /// `T14`.
    name: &'a str,
}

impl Numbered<'_> {
    /// How the names of its tests begin: `t14_`, `t03_`.
    fn prefix(&self) -> String {
        format!("{}{:02}_", self.letter.to_ascii_lowercase(), self.number)
    }
}

fn readme(folder: &str) -> String {
    format!("{folder}/README.md")
}

fn help(folder: &str) -> String {
    format!("{folder}/web/help/en.md")
}

/// The file with the rules of a game: its help page, or its README while it has none.
fn source(tree: &Tree, folder: &str) -> String {
    if tree.files.contains_key(&help(folder)) { help(folder) } else { readme(folder) }
}

/// The number at the beginning of a line: `**T14** …` on a help page, `- T14 …` in a README.
fn number_of(line: &str) -> Option<&str> {
    match line.strip_prefix("**") {
        Some(rest) => Some(rest.split_once("** ")?.0),
        None => line.strip_prefix("- ")?.split(' ').next(),
    }
}

/// Reads the numbered rules of a file, in its order.
fn listed<'a>(tree: &'a Tree, path: &str) -> Vec<Numbered<'a>> {
    let text = tree.files.get(path).map_or("", String::as_str);
    let numbered = |(index, line): (usize, &'a str)| {
        let name = number_of(line)?;
        let letter = name.chars().next().filter(char::is_ascii_uppercase)?;
        let number = name[1..].parse().ok()?;
        Some(Numbered { line: index + 1, letter, number, name })
    };
    text.lines().enumerate().filter_map(numbered).collect()
}

/// A rule that stands in two files comes to differ from itself.
pub(super) fn stand_once(tree: &Tree) -> Vec<Violation> {
    let with_help = tree.crates("games").filter(|folder| tree.files.contains_key(&help(folder)));
    let repeated = with_help.filter_map(|folder| {
        let path = readme(folder);
        let rule = listed(tree, &path).into_iter().next()?;
        Some(Violation::new(&path, rule.line, format!("{} stands in web/help/en.md; link to it", rule.name)))
    });
    repeated.collect()
}

/// A rule that is left out would be missed by nobody, unless the numbers miss it.
pub(super) fn numbered(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for folder in tree.crates("games") {
        let path = source(tree, folder);
        let rules = listed(tree, &path);
        let mut wrong = |line, what: String| violations.push(Violation::new(&path, line, what));
        if rules.is_empty() {
            wrong(1, "no numbered rule such as `**T14** …`".to_owned());
        }
        // A page has its rules in the order in which they are learnt; each number is there, and once.
        let mut sorted: Vec<_> = rules.iter().collect();
        sorted.sort_by_key(|rule| rule.number);
        for (index, rule) in sorted.into_iter().enumerate() {
            let expected = format!("{}{}", rules[0].letter, index + 1);
            if rule.name != expected {
                wrong(rule.line, format!("{} stands where {expected} is expected", rule.name));
                break;
            }
        }
    }
    violations
}

/// Each rule has a scenario or a test function of its name, and each scenario names a rule.
pub(super) fn tested(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for folder in tree.crates("games") {
        let path = source(tree, folder);
        let rules = listed(tree, &path);
        if rules.is_empty() {
            continue; // One violation of `numbered` says it all.
        }
        let scenarios = format!("{folder}/tests/scenarios");
        let scenarios: Vec<_> = tree.below(&scenarios).map(|(path, _)| (path, &path[scenarios.len() + 1..])).collect();
        for rule in &rules {
            let prefix = rule.prefix();
            let scenario = scenarios.iter().any(|(_, name)| name.starts_with(&prefix) && ending(name) == "scn");
            if !scenario && !has_function(tree, folder, &prefix) {
                let what = format!("{} has no scenario {prefix}….scn and no test fn {prefix}…", rule.name);
                violations.push(Violation::new(&path, rule.line, what));
            }
        }
        // A box that scenarios play with lies beside them.
        for (path, name) in scenarios.into_iter().filter(|(_, name)| ending(name) == "scn") {
            if !rules.iter().any(|rule| name.starts_with(&rule.prefix())) {
                violations.push(Violation::new(path, 1, "its name begins with the number of no rule"));
            }
        }
    }
    violations
}

/// Whether a test function of the game begins with `prefix`.
fn has_function(tree: &Tree, folder: &str, prefix: &str) -> bool {
    let function = format!("fn {prefix}");
    let in_text = |text: &str| {
        let mut last = "";
        text.lines().map(str::trim_start).any(|line| {
            let test = line.starts_with(&function) && last == "#[test]";
            last = line.trim_end();
            test
        })
    };
    tree.below(folder).any(|(path, text)| ending(path) == "rs" && in_text(text))
}

/// A scenario without a refusal or an expectation passes whatever the rules say.
pub(super) fn scenarios_can_fail(tree: &Tree) -> Vec<Violation> {
    let tells = |line: &str| line.starts_with("refuse ") || line.starts_with("expect ");
    let scenarios = tree.files().filter(|(path, _)| ending(path) == "scn" && path.starts_with("games/"));
    let silent = scenarios.filter(|(_, text)| !text.lines().any(tells));
    silent.map(|(path, _)| Violation::new(path, 1, "holds neither `refuse` nor `expect`")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: (&str, &str) = ("games/tikal/Cargo.toml", "");
    const README: &str = "games/tikal/README.md";
    const HELP: &str = "games/tikal/web/help/en.md";

    fn shown(violations: &[Violation]) -> Vec<String> {
        violations.iter().map(Violation::to_string).collect()
    }

    #[test]
    fn gaps_repetitions_and_strangers_are_found() {
        let found = |text| shown(&numbered(&Tree::of([MANIFEST, (README, text)])));
        assert_eq!(found("# Rules\n- T1 One.\n- T2  Two.\n- no rule\n"), [""; 0]);
        assert_eq!(found("- T1 One.\n- T3 Three.\n"), [format!("{README}:2: T3 stands where T2 is expected")]);
        assert_eq!(found("- T1 One.\n- T1 Again.\n").len(), 1);
        assert_eq!(found("- T1 One.\n- K2 Two.\n").len(), 1);
        assert_eq!(found("Rules.\n").len(), 1);
        assert_eq!(numbered(&Tree::of([MANIFEST])).len(), 1);
    }

    #[test]
    fn rules_are_read_from_the_help_page_or_the_readme() {
        let found = |help| shown(&numbered(&Tree::of([MANIFEST, (README, "No rules here.\n"), (HELP, help)])));
        assert_eq!(found("1. **Lay** a tile.\n\n**T1** One.\n\n**T2** Two.\n"), [""; 0]);
        assert_eq!(found("**T1** One.\n**T3** Three.\n"), [format!("{HELP}:2: T3 stands where T2 is expected")]);
        assert_eq!(found("**T2** Two.\n\n**T1** One.\n"), [""; 0], "the order is that in which they are learnt");
        assert_eq!(found("**Note** it.\n").len(), 1);
        assert_eq!(numbered(&Tree::of([MANIFEST, (README, "- T1 One.\n")])), []);
    }

    #[test]
    fn rules_that_stand_twice_are_found() {
        let found = |readme| shown(&stand_once(&Tree::of([MANIFEST, (README, readme), (HELP, "**T1** One.\n")])));
        assert_eq!(found("# Tikal\n- T1: the book's words.\n"), [""; 0]);
        let what = "T1 stands in web/help/en.md; link to it";
        assert_eq!(found("# Tikal\n- T1 One.\n- T2 Two.\n"), [format!("{README}:2: {what}")]);
        assert_eq!(stand_once(&Tree::of([MANIFEST, (README, "- T1 One.\n")])), []);
    }

    #[test]
    fn a_rule_without_a_test_is_found() {
        let rules = "**T1** One.\n**T2** Two.\n**T3** Three.\n";
        let tree = Tree::of([
            MANIFEST,
            (HELP, rules),
            ("games/tikal/tests/scenarios/t01_one.scn", ""),
            ("games/tikal/tests/rules.rs", "#[test]\nfn t02_two() {}\nfn t03_is_no_test() {}"),
        ]);
        let what = "T3 has no scenario t03_….scn and no test fn t03_…";
        assert_eq!(shown(&tested(&tree)), [format!("{HELP}:3: {what}")]);
    }

    #[test]
    fn a_scenario_of_no_rule_is_found() {
        let tree = Tree::of([
            MANIFEST,
            (README, "- T1 One.\n"),
            ("games/tikal/tests/scenarios/t01_one.scn", ""),
            ("games/tikal/tests/scenarios/t09_gone.scn", ""),
        ]);
        assert_eq!(tested(&tree)[0].path, "games/tikal/tests/scenarios/t09_gone.scn");
    }

    #[test]
    fn a_scenario_that_cannot_fail_is_found() {
        let found = |text| scenarios_can_fail(&Tree::of([("games/tikal/tests/scenarios/t01_one.scn", text)])).len();
        assert_eq!(found("game tikal\n---\nA end\n# expect points.A = 1\n"), 1);
        assert_eq!(found("game tikal\n---\nA end\nexpect points.A = 1\n"), 0);
        assert_eq!(found("game tikal\n---\nrefuse T1 A end\n"), 0);
    }
}
