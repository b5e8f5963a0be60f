//! Node and npm: which version is here, and whether it is one that the packages take.

use std::env;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::tools::root;

/// A version as Node writes it: `v20.19.4`.
type Version = (u64, u64, u64);

/// npm, as this system starts it.
pub(crate) const NPM: &str = npm_of(env::consts::OS);

/// What a person can do where Node is missing or wrong.
const REMEDY: &str = "install one from your system's packages or nodejs.org";

/// npm as a system starts it: on Windows it is a script, and a name without an ending finds programs alone.
const fn npm_of(system: &str) -> &'static str {
    if matches!(system.as_bytes(), b"windows") { "npm.cmd" } else { "npm" }
}

/// Says in one line what is wrong with Node here, if anything is: missing, or a version that the packages do not take.
pub(crate) fn complaint() -> Result<Option<String>> {
    let range = range()?;
    let Some(node) = version_of("node") else {
        return Ok(Some(format!("Node is missing; the page needs Node {range}: {REMEDY}")));
    };
    if version_of(NPM).is_none() {
        return Ok(Some(format!("npm is missing beside Node; the page needs both: {REMEDY}")));
    }
    let (major, minor, patch) = node;
    let taken = takes(&range, node)?;
    Ok((!taken).then(|| format!("Node {major}.{minor}.{patch} is here; the page needs Node {range}: {REMEDY}")))
}

/// The range of `engines` in package.json, which is the one that README, CI and packages follow.
fn range() -> Result<String> {
    let text = std::fs::read_to_string(root().join("package.json")).context("cannot read package.json")?;
    let package: serde_json::Value = serde_json::from_str(&text).context("in package.json")?;
    let range = package["engines"]["node"].as_str().context("package.json has no engines.node")?;
    Ok(range.to_owned())
}

fn version_of(program: &str) -> Option<Version> {
    let output = Command::new(program).arg("--version").stderr(Stdio::null()).output().ok()?;
    version(String::from_utf8_lossy(&output.stdout).trim())
}

/// Reads `v20.19.4`, `20.19.4`, `20.19` or `22`.
fn version(text: &str) -> Option<Version> {
    let mut parts = text.trim_start_matches('v').split('.').map(str::parse::<u64>);
    let mut next = || parts.next().unwrap_or(Ok(0)).ok();
    Some((next()?, next()?, next()?))
}

/// Whether a range such as `^20.19.0 || >=24.0.0` takes a version. Only these two forms are in use.
fn takes(range: &str, found: Version) -> Result<bool> {
    for part in range.split("||").map(str::trim) {
        let (form, least) = part.split_at(part.find(|c: char| c.is_ascii_digit()).unwrap_or(part.len()));
        let Some(least) = version(least) else { bail!("package.json: engines.node: '{part}' is no version") };
        let taken = match form {
            "^" => found >= least && found.0 == least.0,
            ">=" => found >= least,
            other => bail!("package.json: engines.node: '{other}' is not understood; write ^ or >="),
        };
        if taken {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web;

    #[test]
    fn npm_is_found_wherever_node_is() {
        assert_eq!((npm_of("windows"), npm_of("linux"), npm_of("macos")), ("npm.cmd", "npm", "npm"));
        assert_eq!(web::npm("ci").get_program(), NPM);
        if version_of("node").is_none() {
            eprintln!("==== npm was NOT LOOKED FOR: there is no Node here ====");
            return;
        }
        assert_ne!(version_of(NPM), None, "Node is here, and {NPM} is not found");
    }

    #[test]
    fn a_range_takes_what_it_says() {
        let range = "^20.19.0 || ^22.13.0 || >=24.0.0";
        for (text, taken) in [
            ("v20.20.2", true),
            ("v20.19.0", true),
            ("v20.18.9", false),
            ("v18.20.0", false),
            ("v21.7.0", false),
            ("v22.11.9", false),
            ("v22.13.0", true),
            ("v23.1.0", false),
            ("v26.1.0", true),
        ] {
            assert_eq!(takes(range, version(text).unwrap()).unwrap(), taken, "{text}");
        }
        assert!(takes("~20", (20, 0, 0)).is_err());
    }

    /// The numbers stand in several places; each is the one of package.json.
    #[test]
    fn everybody_names_the_same_node() {
        let range = range().unwrap();
        let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
        let web: serde_json::Value = serde_json::from_str(&read("web/package.json")).unwrap();
        assert_eq!(web["engines"]["node"], range.as_str(), "web/package.json");
        let readme = read("README.md");
        for part in range.split("||").map(|part| part.trim().trim_start_matches(['^', '>', '='])) {
            assert!(readme.contains(part.trim_end_matches(".0")), "README.md does not name Node {part}");
        }
        for file in ["ci.yml", "release.yml"] {
            let workflow = read(&format!(".github/workflows/{file}"));
            let named = workflow.lines().filter_map(|line| line.trim().strip_prefix("node-version: "));
            let named: Vec<&str> = named.map(|name| name.trim_matches(['"', '\''])).collect();
            assert!(!named.is_empty(), "{file} names no Node");
            for name in named.iter().filter(|name| !name.contains("${{")) {
                assert!(takes(&range, version(name).unwrap()).unwrap(), "{file}: Node {name}");
            }
        }
    }

    #[test]
    fn every_package_of_the_lock_file_takes_our_oldest_node() {
        let lock = std::fs::read_to_string(root().join("package-lock.json")).unwrap();
        let lock: serde_json::Value = serde_json::from_str(&lock).unwrap();
        for (name, package) in lock["packages"].as_object().unwrap() {
            let Some(range) = package["engines"]["node"].as_str() else { continue };
            // Packages write their ranges in more ways than ours: what counts here is the oldest major version.
            let majors = range.split("||").filter_map(|part| {
                version(part.trim().trim_start_matches(['^', '>', '=', '~', ' ', 'v']).split(' ').next()?)
            });
            let oldest = majors.map(|version| version.0).min().unwrap_or(0);
            assert!(oldest <= 20, "{name} wants Node {range}");
        }
    }
}
