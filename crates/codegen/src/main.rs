//! Writes the TypeScript types that are stale (`cargo xtask codegen`), or, with `prepare`, the diagrams and lessons
//! that the client shows (`web/prepared`).
#![expect(clippy::print_stdout, reason = "it says what it wrote")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context as _, Result, bail};

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => types(),
        ["prepare", folder] => prepare(Path::new(folder)),
        _ => bail!("usage: quipu-codegen, or quipu-codegen prepare FOLDER"),
    }
}

fn types() -> Result<()> {
    for made in codegen::made().iter().filter(|made| !made.is_fresh()) {
        fs::write(made.full_path(), &made.text).with_context(|| format!("cannot write {}", made.path))?;
        println!("{}", made.path);
    }
    Ok(())
}

/// Writes what has changed and removes what is no longer made, so that a build finds what it built before.
fn prepare(folder: &Path) -> Result<()> {
    let mut kept = BTreeSet::new();
    for made in codegen::prepared()? {
        let path = folder.join(&made.path);
        if !fs::read_to_string(&path).is_ok_and(|text| text == made.text) {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            }
            fs::write(&path, &made.text).with_context(|| format!("cannot write {}", path.display()))?;
            println!("{}", made.path);
        }
        kept.insert(path);
    }
    for stale in files(folder)?.into_iter().filter(|path| !kept.contains(path)) {
        fs::remove_file(&stale).with_context(|| format!("cannot remove {}", stale.display()))?;
    }
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}
