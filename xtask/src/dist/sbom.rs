//! What the binary and the page are made of, as security tools read it: two lists in the format of `CycloneDX`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{Lacks, VERSION};
use crate::tools::{cargo, root, subcommand, succeeds};
use crate::web::npm;

/// The ending of the lists that cargo-cyclonedx writes, one into the folder of each crate.
const ENDING: &str = ".cdx.json";

/// Writes the list of the crates in the binary, and that of the packages in the page.
pub(super) fn make(folder: &Path) -> Result<Lacks> {
    if !subcommand("cyclonedx") {
        return Ok(vec!["NOT MADE: the lists: cargo-cyclonedx is missing and could not be installed".to_owned()]);
    }
    let mut list = cargo("cyclonedx --format json --describe binaries --features client --manifest-path");
    let listed = succeeds(list.arg("crates/cli/Cargo.toml").arg("--quiet"));
    let moved = collect(&folder.join(format!("quipu-{VERSION}-crates{ENDING}")));
    ensure!(listed?, "the crates were not listed; what cargo-cyclonedx said stands above");
    ensure!(moved?, "cargo-cyclonedx has listed no binary quipu");
    fs::write(folder.join(format!("quipu-{VERSION}-packages{ENDING}")), packages()?)?;
    println!("ok  what is inside is listed");
    Ok(Lacks::new())
}

/// The list of the packages in the page. npm's own way to leave out tools (`--omit dev`) leaves out Svelte as well,
/// which tools need, too.
fn packages() -> Result<String> {
    let output = npm("sbom --sbom-format cyclonedx --package-lock-only").output().context("cannot run npm")?;
    ensure!(output.status.success(), "npm sbom: {}", String::from_utf8_lossy(&output.stderr).trim());
    let mut list: Value = serde_json::from_slice(&output.stdout).context("npm sbom does not print JSON")?;
    let is_tool = |part: &Value| {
        let mut properties = part["properties"].as_array().into_iter().flatten();
        properties.any(|property| property["name"] == "cdx:npm:package:development")
    };
    let parts = list["components"].as_array_mut().context("npm sbom lists no components")?;
    parts.retain(|part| !is_tool(part));
    let kept: Vec<Value> = parts.iter().map(|part| part["bom-ref"].clone()).collect();
    let own = list["metadata"]["component"]["bom-ref"].clone();
    if let Some(edges) = list["dependencies"].as_array_mut() {
        edges.retain(|edge| edge["ref"] == own || kept.contains(&edge["ref"]));
        for edge in edges {
            if let Some(to) = edge["dependsOn"].as_array_mut() {
                to.retain(|to| kept.contains(to));
            }
        }
    }
    Ok(format!("{list:#}\n"))
}

/// Takes the list of the binary from among those that were written, and removes the others; says whether it was there.
fn collect(to: &Path) -> Result<bool> {
    let mut found = false;
    let parents = ["crates", "games", "."].map(|parent| root().join(parent));
    let folders = parents.iter().flat_map(|parent| fs::read_dir(parent).into_iter().flatten().flatten());
    for file in folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten()) {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.starts_with("quipu_bin") && name.ends_with(ENDING) {
            fs::copy(file.path(), to)?;
            found = true;
        }
        if name.ends_with(ENDING) && file.path().parent() != to.parent() {
            fs::remove_file(file.path())?;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_has_its_packages_and_no_tools() {
        if super::npm("--version").output().is_err() {
            eprintln!("==== the list of packages was NOT TESTED: there is no npm here ====");
            return;
        }
        let list: serde_json::Value = serde_json::from_str(&super::packages().unwrap()).unwrap();
        let names: Vec<_> = list["components"].as_array().unwrap().iter().map(|part| part["name"].clone()).collect();
        assert!(names.contains(&"svelte".into()) && names.contains(&"marked".into()), "{names:?}");
        assert!(!names.contains(&"vite".into()), "{names:?}");
    }
}
