//! `cargo xtask docs`: the site of the documentation, in `target/docs`.
//!
//! The pages stay where they are in the project, with links from one to the other; `docs/SUMMARY.md` says which of them
//! the book has. They are copied below `target/book` in the same folders, made into a book by mdBook, and put together
//! with what rustdoc says of the crates. Every link of the result is checked.

mod links;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::dist::public;
use crate::tidy::ending;
use crate::tools::{cargo, root, succeeds};

/// The pages of the book.
const SUMMARY: &str = "docs/SUMMARY.md";

/// The page that leads to the documentation of the crates, which is made here.
const CRATES: &str = "crates.md";

/// Why there is no site where [`ready`] says no.
pub(crate) const MISSING: &str = "mdBook is missing and could not be installed";

/// Where the site is made.
pub(crate) fn site() -> PathBuf {
    root().join("target/docs")
}

pub(crate) fn run() -> Result<bool> {
    let (book, site) = (root().join("target/book"), site());
    for folder in [&book, &site] {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
        }
    }
    ensure!(ready(), MISSING);
    gather(&book.join("src"))?;
    fs::copy(root().join("docs/book.toml"), book.join("book.toml")).context("cannot copy docs/book.toml")?;
    let mut make = Command::new("mdbook");
    ensure!(succeeds(make.arg("build").arg(&book).arg("--dest-dir").arg(&site))?, "mdBook has made no book");
    let mut document = cargo("doc --workspace --no-deps --locked --target-dir");
    document.arg(root().join("target/api")).env("RUSTDOCFLAGS", "-D warnings");
    ensure!(succeeds(&mut document)?, "rustdoc has found faults; they stand above");
    let faults = [links::of_project(&root())?, links::of_site(&site)?].concat();
    faults.iter().for_each(|fault| println!("{fault}"));
    fs::rename(root().join("target/api/doc"), site.join("api")).context("cannot move what rustdoc made")?;
    let crates = crates()?;
    let missing: Vec<_> = crates.iter().filter(|(name, _)| !site.join(api(name)).is_file()).collect();
    ensure!(missing.is_empty(), "rustdoc has no page of {missing:?}");
    println!("{} has the site: open index.html.", site.display());
    Ok(faults.is_empty())
}

/// Whether mdBook is there, built if it must be; without what serves and watches, which takes longest to build.
pub(crate) fn ready() -> bool {
    let there = || {
        let asked = Command::new("mdbook").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    };
    there() || {
        println!("mdBook is missing, trying to install it");
        let built = succeeds(&mut cargo("install --locked mdbook --no-default-features --features search"));
        built.unwrap_or(false) && there()
    }
}

/// Copies the pages of the summary, and whatever else of the project they link to, below a folder.
fn gather(to: &Path) -> Result<()> {
    let summary = fs::read_to_string(root().join(SUMMARY)).with_context(|| format!("cannot read {SUMMARY}"))?;
    let mut wanted: Vec<String> = links::of_text(&summary).iter().filter_map(|link| inside(SUMMARY, link)).collect();
    let mut copied = BTreeSet::new();
    while let Some(path) = wanted.pop() {
        if path == format!("docs/{CRATES}") || !copied.insert(path.clone()) {
            continue;
        }
        let (from, to) = (root().join(&path), to.join(&path));
        fs::create_dir_all(to.with_file_name(""))?;
        if ending(&path) == "md" {
            let text = fs::read_to_string(&from).with_context(|| format!("cannot read {path}"))?;
            let page = if path.contains("/web/help/") { told(&text) } else { public::filled(&text) };
            fs::write(&to, page)?;
            wanted.extend(links::of_text(&text).iter().filter_map(|link| inside(&path, link)));
        } else {
            fs::copy(&from, &to).with_context(|| format!("cannot copy {path}"))?;
        }
    }
    fs::write(to.join("SUMMARY.md"), moved(&summary))?;
    fs::write(to.join("docs").join(CRATES), crates_page()?).context("cannot write the page of the crates")
}

/// A rules page whose diagrams, each a name in brackets, are told by what stands below: only the client draws them.
fn told(text: &str) -> String {
    let diagram = |line: &str| line.starts_with("![") && line.ends_with(']');
    let lines = text.lines().map(|line| if diagram(line) { "*An example, step by step:*\n" } else { line });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// The file of the project to which a link in a file leads, if it leads to one.
fn inside(from: &str, link: &str) -> Option<String> {
    let path = link.split('#').next().filter(|path| !path.is_empty() && !path.contains("://"))?;
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The summary as mdBook wants it, at the top of all pages.
fn moved(summary: &str) -> String {
    let mut text = summary.to_owned();
    for link in links::of_text(summary) {
        if let Some(path) = inside(SUMMARY, &link) {
            text = text.replace(&format!("]({link})"), &format!("]({path})"));
        }
    }
    text
}

/// Where the site has rustdoc's page of a crate.
fn api(name: &str) -> PathBuf {
    Path::new("api").join(name).join("index.html")
}

/// The crates, by the names that rustdoc gives their folders, with what they are.
fn crates() -> Result<Vec<(String, String)>> {
    let output = cargo("metadata --no-deps --format-version 1").output().context("cannot run cargo")?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let packages = metadata["packages"].as_array().context("packages are a list")?;
    let mut crates = Vec::new();
    for package in packages {
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let targets = package["targets"].as_array().into_iter().flatten();
        let library = |kind: &serde_json::Value| kind.as_str().is_some_and(|kind| kind.ends_with("lib"));
        let libraries =
            targets.filter(|target| target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(library)));
        crates.extend(libraries.map(|target| (text(&target["name"]), text(&package["description"]))));
    }
    crates.sort();
    Ok(crates)
}

/// A page with a line for each crate.
fn crates_page() -> Result<String> {
    let mut page = String::from("# The crates\n\nWhat the sources say of themselves, crate by crate.\n\n");
    for (name, description) in crates()? {
        writeln!(page, "- [`{name}`](../{}): {description}", api(&name).display().to_string().replace('\\', "/"))?;
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_from_where_they_stand() {
        assert_eq!(inside("docs/a.md", "b.md#here").as_deref(), Some("docs/b.md"));
        assert_eq!(inside("docs/a.md", "../README.md").as_deref(), Some("README.md"));
        assert_eq!(inside("docs/a.md", "#here"), None);
        assert_eq!(inside("docs/a.md", "https://example.org/"), None);
        assert_eq!(inside("a.md", "../b.md"), None, "out of the project");
    }

    #[test]
    fn the_summary_moves_to_the_top() {
        assert_eq!(moved("- [A](../README.md)\n- [B](b.md)\n"), "- [A](README.md)\n- [B](docs/b.md)\n");
    }

    #[test]
    fn diagrams_are_told_and_pictures_stay() {
        let text = "**T2** Four cells.\n\n![t02_four]\n1. The camp.\n![a](b.png)\n";
        assert_eq!(told(text), "**T2** Four cells.\n\n*An example, step by step:*\n\n1. The camp.\n![a](b.png)\n");
    }

    /// Pages and headings to which documents link are there.
    #[test]
    fn links_of_documents_lead_somewhere() {
        let faults = links::of_project(&root()).unwrap();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// What somebody writes into `docs` shall be found.
    #[test]
    fn every_page_is_in_the_book() {
        let summary = fs::read_to_string(root().join(SUMMARY)).unwrap();
        let pages: Vec<_> = links::of_text(&summary).iter().filter_map(|link| inside(SUMMARY, link)).collect();
        for entry in fs::read_dir(root().join("docs")).unwrap() {
            let path = format!("docs/{}", entry.unwrap().file_name().to_string_lossy());
            if ending(&path) == "md" && path != SUMMARY {
                assert!(pages.contains(&path), "{SUMMARY} does not name {path}");
            }
        }
    }
}
