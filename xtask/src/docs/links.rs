//! Links, and whether they lead somewhere: in the project's documents, and in the pages of the site.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::inside;
use crate::tidy;

/// The links of a document, without those in code.
pub(super) fn of_text(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for line in prose(text) {
        let mut rest = line.as_str();
        while let Some((_, after)) = rest.split_once("](") {
            let end = after.find([')', ' ']).unwrap_or(after.len());
            links.push(after[..end].to_owned());
            rest = &after[end..];
        }
    }
    links
}

/// The lines of a document without blocks and pieces of code.
fn prose(text: &str) -> Vec<String> {
    let (mut lines, mut code) = (Vec::new(), false);
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if !code {
            lines.push(line.split('`').step_by(2).collect::<Vec<_>>().join("`"));
        }
    }
    lines
}

/// The names of a document's headings, as links to them say it.
fn headings(text: &str) -> BTreeSet<String> {
    let mut code = false;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        code ^= line.trim_start().starts_with("```");
        if let (false, Some(heading)) = (code, line.strip_prefix('#')) {
            let heading = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            found.insert(kept.map(|c| if c == ' ' { '-' } else { c }).collect());
        }
    }
    found
}

/// The links of the project's documents that lead nowhere, a line each.
pub(super) fn of_project(root: &Path) -> Result<Vec<String>> {
    let tree = tidy::Tree::read(root)?;
    let documents = || tree.files().filter(|(path, _)| tidy::ending(path) == "md" && !path.contains("/templates/"));
    let headings: BTreeMap<&str, BTreeSet<String>> = documents().map(|(path, text)| (path, headings(text))).collect();
    let mut faults = Vec::new();
    for (path, text) in documents() {
        for link in of_text(text).into_iter().filter(|link| !is_elsewhere(link)) {
            let to = if link.starts_with('#') { Some(path.to_owned()) } else { inside(path, &link) };
            let there = to.as_ref().is_some_and(|to| root.join(to).exists() || to == "docs/crates.md");
            let named = link.split_once('#').map(|(_, name)| name);
            let of = to.and_then(|to| headings.get(to.as_str()));
            if !there || named.is_some_and(|name| of.is_some_and(|headings| !headings.contains(name))) {
                faults.push(format!("{path}: {link} leads nowhere"));
            }
        }
    }
    Ok(faults)
}

/// Whether a link leads out of the project.
fn is_elsewhere(link: &str) -> bool {
    link.contains("://") || link.starts_with("mailto:") || link.starts_with("data:") || link.starts_with("javascript:")
}

/// The links of a site's pages that lead to no file of it or to no place in a page, a line each. What lies in `api` is
/// rustdoc's, which checks its own.
pub(super) fn of_site(site: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    tidy::walk(site, "", &mut files)?;
    let mut pages = BTreeMap::new();
    for path in files.iter().filter(|path| tidy::ending(path) == "html") {
        pages
            .insert(path.as_str(), fs::read_to_string(site.join(path)).with_context(|| format!("cannot read {path}"))?);
    }
    let mut faults = Vec::new();
    for (path, text) in &pages {
        let links = [" href=\"", " src=\""].iter().flat_map(|name| values(text, name));
        // The page for addresses that do not exist names its files from the top of the site.
        for link in links.filter(|link| !is_elsewhere(link) && !link.is_empty() && !link.starts_with('/')) {
            let to = if link.starts_with('#') { Some((*path).to_owned()) } else { inside(path, link) };
            let Some(to) = to.filter(|to| !to.starts_with("api/")) else { continue };
            let named = link.split_once('#').map(|(_, name)| name).filter(|name| !name.is_empty());
            let found = named.is_none_or(|name| {
                pages.get(to.as_str()).is_none_or(|page| values(page, " id=\"").any(|id| id == name))
            });
            if !site.join(&to).exists() || !found {
                faults.push(format!("{path}: {link} leads nowhere"));
            }
        }
    }
    faults.sort();
    faults.dedup();
    Ok(faults)
}

/// The values of an attribute, given with its blank and its quotation mark.
fn values<'a>(page: &'a str, attribute: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_in_code_are_none() {
        let text = "[a](b.md) and `[c](d)` and ![e](f.png)\n```\n[g](h)\n```\n[i](j \"title\")";
        assert_eq!(of_text(text), ["b.md", "f.png", "j"]);
    }

    #[test]
    fn headings_are_named_as_links_name_them() {
        let found = headings("# PostgreSQL, and more\n```\n# no heading\n```\n## At home\n");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["at-home", "postgresql-and-more"]);
    }

    #[test]
    fn a_site_with_a_dead_link_is_told_so() {
        let site = std::env::temp_dir().join(format!("quipu-links-{}", std::process::id()));
        fs::create_dir_all(site.join("docs")).unwrap();
        fs::write(
            site.join("index.html"),
            "<a href=\"docs/a.html#there\"> <a href=\"b.html\"> <a href=\"docs/a.html#no\">",
        )
        .unwrap();
        fs::write(site.join("docs/a.html"), "<h1 id=\"there\"> <a href=\"../index.html\"> <a href=\"api/x.html\">")
            .unwrap();
        let faults = of_site(&site).unwrap();
        fs::remove_dir_all(&site).unwrap();
        assert_eq!(
            faults,
            [
                "docs/a.html: api/x.html leads nowhere",
                "index.html: b.html leads nowhere",
                "index.html: docs/a.html#no leads nowhere"
            ]
        );
    }
}
