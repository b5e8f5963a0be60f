//! Puts what teaches the games into the binary: the rules pages, the scenarios that they show, the lessons. A diagram
//! whose scenario is gone fails here.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let games = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../games");
    let games = games.canonicalize()?;
    println!("cargo::rerun-if-changed={}", games.display());
    let mut code = String::from("&[\n");
    for folder in sorted(&games)? {
        if folder.join("web/help/en.md").is_file() {
            code.push_str(&shelf(&folder)?);
        }
    }
    code.push_str("]\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("shelves.rs"), code)
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn named(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// A pair of a name and a text that is compiled in.
fn included(name: &str, path: &Path) -> String {
    println!("cargo::rerun-if-changed={}", path.display());
    format!("({name:?}, include_str!({:?}))", path.display().to_string())
}

fn shelf(folder: &Path) -> io::Result<String> {
    let game = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut code = format!("Shelf {{ game: {game:?}, help: &[");
    for language in ["en", "it", "es"] {
        let path = folder.join(format!("web/help/{language}.md"));
        write!(code, "{}, ", included(language, &path)).map_err(io::Error::other)?;
    }
    code.push_str("], scenarios: &[");
    for name in shown(&fs::read_to_string(folder.join("web/help/en.md"))?) {
        let path = folder.join(format!("tests/scenarios/{name}.scn"));
        if !path.is_file() {
            let what = format!("games/{game}/web/help/en.md shows the scenario {name}, and there is none of that name");
            return Err(io::Error::new(io::ErrorKind::NotFound, what));
        }
        write!(code, "{}, ", included(&name, &path)).map_err(io::Error::other)?;
    }
    code.push_str("], lessons: &[");
    let lessons = folder.join("lessons");
    if lessons.is_dir() {
        println!("cargo::rerun-if-changed={}", lessons.display());
        for path in sorted(&lessons)?.iter().filter(|path| path.extension().is_some_and(|end| end == "lesson")) {
            write!(code, "{}, ", included(&named(path), path)).map_err(io::Error::other)?;
        }
    }
    code.push_str("] },\n");
    Ok(code)
}

/// The scenarios that a page shows, each once: lines `![NAME]` or `![NAME as B]`.
fn shown(page: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in page.lines() {
        let Some(mark) = line.strip_prefix("![").and_then(|rest| rest.split(']').next()) else { continue };
        let name = mark.split(' ').next().unwrap_or_default().to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
