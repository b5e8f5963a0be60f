//! What the binary and the page are made of, as security tools read it: two lists in the format of CycloneDX.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::VERSION;
use crate::tools::{cargo, root, subcommand, succeeds};
use crate::web::npm;

/// The ending of the lists that cargo-cyclonedx writes, one into the folder of each crate.
const ENDING: &str = ".cdx.json";

/// Writes the list of the crates in the binary, and that of the packages in the page.
pub(super) fn make(folder: &Path) -> Result<bool> {
    if !subcommand("cyclonedx") {
        println!("!! NOT MADE: the list of crates, since cargo-cyclonedx is missing and could not be installed");
        return Ok(false);
    }
    let mut list = cargo("cyclonedx --format json --describe binaries --features client --manifest-path");
    let listed = succeeds(list.arg("crates/cli/Cargo.toml").arg("--quiet"));
    let moved = collect(&folder.join(format!("quipu-{VERSION}-crates{ENDING}")));
    ensure!(listed?, "the crates were not listed; what cargo-cyclonedx said stands above");
    ensure!(moved?, "cargo-cyclonedx has listed no binary quipu");
    let output =
        npm("sbom --sbom-format cyclonedx --omit dev --package-lock-only").output().context("cannot run npm")?;
    ensure!(output.status.success(), "npm sbom: {}", String::from_utf8_lossy(&output.stderr).trim());
    serde_json::from_slice::<serde_json::Value>(&output.stdout).context("npm sbom does not print JSON")?;
    fs::write(folder.join(format!("quipu-{VERSION}-packages{ENDING}")), output.stdout)?;
    println!("ok  what is inside is listed");
    Ok(true)
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
