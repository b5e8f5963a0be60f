//! What is shipped agrees with itself: workflows hand on what they have made, and versions and names are the same in
//! every file that a person edits.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::{VERSION, image, public};
use crate::tools::root;

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn yaml(path: &str) -> Value {
    serde_yaml_ng::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json(path: &str) -> Value {
    serde_json::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// All values of a list or of the fields of an object.
fn children(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(list) => list.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        _ => Vec::new(),
    }
}

/// The steps of a workflow that use an action, each as its inputs.
fn uses(workflow: &Value, action: &str) -> Vec<Value> {
    let steps = children(&workflow["jobs"]).into_iter().flat_map(|job| children(&job["steps"]));
    let of_action =
        steps.filter(|step| step["uses"].as_str().is_some_and(|name| name.split('@').next() == Some(action)));
    of_action.map(|step| step["with"].clone()).collect()
}

/// The names under which a workflow keeps what it makes, each with what stands for the values of a matrix.
fn uploads(workflow: &Value) -> Vec<String> {
    let named = uses(workflow, "actions/upload-artifact").iter().map(|with| string(&with["name"])).collect::<Vec<_>>();
    let pages = uses(workflow, "actions/upload-pages-artifact").len();
    named.into_iter().chain((0..pages).map(|_| "github-pages".to_owned())).collect()
}

/// A name with a star in place of what a matrix fills in.
fn starred(name: &str) -> String {
    match (name.find("${{"), name.find("}}")) {
        (Some(from), Some(to)) => format!("{}*{}", &name[..from], &name[to + 2..]),
        _ => name.to_owned(),
    }
}

/// The names that `{a,b}-*` stands for, each with its star.
fn alternatives(pattern: &str) -> Vec<String> {
    match pattern.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        Some((names, rest)) => names.split(',').map(|name| format!("{name}{rest}")).collect(),
        None => vec![starred(pattern)],
    }
}

/// A release calls the tests of every change in its own run, where a name can be taken once.
#[test]
fn no_two_steps_of_a_run_upload_under_one_name() {
    let (tests, release) = (yaml(".github/workflows/ci.yml"), yaml(".github/workflows/release.yml"));
    assert_eq!(release["jobs"]["test"]["uses"], "./.github/workflows/ci.yml");
    let names = [uploads(&tests), uploads(&release)].concat();
    let once: BTreeSet<String> = names.iter().map(|name| starred(name)).collect();
    assert_eq!(once.len(), names.len(), "{names:?}");
    assert!(names.len() > 7, "{names:?}");
}

/// Tests that a newer change cancels are those of its own branch and event: a rehearsal from `main` keeps its own.
#[test]
fn a_change_cancels_no_tests_of_a_release() {
    let group = string(&yaml(".github/workflows/ci.yml")["concurrency"]["group"]);
    for part in ["github.event_name", "github.ref"] {
        assert!(group.contains(&format!("${{{{ {part} }}}}")), "{group} leaves out {part}");
    }
}

#[test]
fn what_a_release_takes_was_made_by_it() {
    let release = yaml(".github/workflows/release.yml");
    let made: BTreeSet<String> = uploads(&release).iter().map(|name| starred(name)).collect();
    let mut taken = BTreeSet::from(["github-pages".to_owned()]);
    for with in uses(&release, "actions/download-artifact") {
        let from = if with["name"].is_null() { &with["pattern"] } else { &with["name"] };
        taken.extend(alternatives(&string(from)));
    }
    assert_eq!(taken, made);
}

/// Whoever asks for the latest image, release or site gets none that is tried before its release.
#[test]
fn a_trial_release_is_nobodys_latest() {
    let release = yaml(".github/workflows/release.yml");
    let publish = &release["jobs"]["publish"];
    let version = "contains(needs.version.outputs.version, '-')";
    assert_eq!(string(&publish["env"]["PRERELEASE"]), format!("${{{{ {version} }}}}"));
    let runs: Vec<_> = children(&publish["steps"]).into_iter().filter_map(|step| step["run"].as_str()).collect();
    let lines: Vec<_> = runs.iter().flat_map(|run| run.lines()).filter(|line| !line.contains("# ")).collect();
    for moves in [" latest", "gh release create"] {
        let line = lines.iter().find(|line| line.contains(moves)).unwrap_or_else(|| panic!("no {moves}"));
        assert!(line.contains("$PRERELEASE"), "{line}");
    }
    assert!(string(&release["jobs"]["pages"]["if"]).contains("!contains(github.ref_name, '-')"));
}

/// The numbers that follow a text, such as `0.2.0` after `quipu-`.
fn versions(text: &str, before: &str) -> Vec<String> {
    let after = text.split(before).skip(1);
    let number = after.map(|rest| rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect::<String>());
    number.map(|number| number.trim_end_matches('.').to_owned()).filter(|number| number.contains('.')).collect()
}

#[test]
fn every_file_names_the_version_of_the_crates() {
    let cited = yaml("CITATION.cff");
    assert_eq!(string(&cited["version"]), VERSION);
    for path in ["package.json", "web/package.json"] {
        assert_eq!(string(&json(path)["version"]), VERSION, "{path}");
    }
    let lock = json("package-lock.json");
    for (of, version) in [("itself", &lock), ("the root", &lock["packages"][""]), ("web", &lock["packages"]["web"])] {
        assert_eq!(string(&version["version"]), VERSION, "package-lock.json, of {of}: `npm install` writes it");
    }
    let title = format!("\n## {VERSION}, {}\n", string(&cited["date-released"]));
    assert!(text("CHANGELOG.md").contains(&title), "the changelog has no section '{}'", title.trim());
    let hosting = text("docs/self-hosting.md");
    for (path, text, befores) in [
        ("compose.yaml", text("compose.yaml"), &["localhost/quipu:"][..]),
        ("docs/self-hosting.md", hosting, &["quipu-", "localhost/quipu:", "download/v"]),
    ] {
        for before in befores {
            let found = versions(&text, before);
            assert!(!found.is_empty(), "{path} has no {before}");
            // Without a third number it is an old binary or backup of the host's own.
            let other = found.iter().find(|found| *found != VERSION && found.matches('.').count() == 2);
            assert_eq!(other, None, "{path}: {before}");
        }
    }
}

#[test]
fn compose_names_only_what_it_has() {
    let compose = yaml("compose.yaml");
    let services = compose["services"].as_object().unwrap();
    assert_eq!(services.keys().collect::<Vec<_>>(), ["node-1", "node-2", "database", "caddy"]);
    assert_eq!(services["node-1"], services["node-2"]);
    for (name, service) in services {
        for network in children(&service["networks"]) {
            assert!(compose["networks"].get(string(network)).is_some(), "{name}: {network}");
        }
        for volume in children(&service["volumes"]) {
            let volume = string(volume);
            assert!(compose["volumes"].get(volume.split(':').next().unwrap()).is_some(), "{name}: {volume}");
        }
        for needed in service["depends_on"].as_object().into_iter().flat_map(|needs| needs.keys()) {
            assert!(!services[needed]["healthcheck"].is_null(), "{name} waits for the health of {needed}");
        }
    }
    let node = &services["node-1"];
    assert_eq!(string(&node["image"]), format!("{}:{VERSION}", public::IMAGE));
    assert_eq!((&node["read_only"], &node["ports"]), (&Value::Bool(true), &Value::Null));
    // The image has no /tmp and its root cannot be written: without this nothing can be restored into PostgreSQL.
    assert_eq!(children(&node["tmpfs"]), [&Value::from(image::TMP)]);
    let (caddyfile, containerfile) = (string(&services["caddy"]["environment"]["CADDYFILE"]), text("Containerfile"));
    assert!(caddyfile.contains("reverse_proxy node-1:7777 node-2:7777"), "{caddyfile}");
    assert!(containerfile.contains("EXPOSE 7777"));
}

/// Who keeps the address of PostgreSQL beside the other secrets has it in every command of the page: without it a
/// backup would be that of a folder in which nothing is.
#[test]
fn every_command_of_a_host_knows_the_database() {
    let hosting = text("docs/self-hosting.md");
    let units: Vec<_> = hosting.split("```").filter(|block| block.contains("\nExecStart=/")).collect();
    assert_eq!(units.len(), 2, "the server and its backup");
    assert!(units.iter().all(|unit| unit.contains("\nEnvironmentFile=-/etc/quipu.env\n")), "{units:?}");
    let without = hosting.lines().find(|line| line.starts_with("runuser ") && !line.contains("--data "));
    assert_eq!(without, None, "quipu-host knows the database");
}

/// A host edits two places, and nothing else depends on what they write there.
#[test]
fn compose_has_two_places_to_edit() {
    let compose = yaml("compose.yaml");
    let fields = compose.as_object().unwrap();
    let own: Vec<_> = fields.iter().filter(|(name, value)| name.starts_with("x-") && value.is_string()).collect();
    assert_eq!(own.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["x-public-url", "x-secret"]);
    for (name, value) in own {
        let times = text("compose.yaml").matches(value.as_str().unwrap()).count();
        assert_eq!(times, 1, "{name} is written out elsewhere");
    }
}
