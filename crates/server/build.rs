//! Embeds the built web client (`web/dist`) in the binary if the feature `client` is on. Nothing is built or fetched
//! here.
//!
//! Without the feature nothing depends on the client: a change of the page rebuilds no Rust, and
//! `quipu serve --client web/dist` serves it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    if env::var_os("CARGO_FEATURE_CLIENT").is_some() {
        let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
        let client = here.join("../../web/dist");
        println!("cargo::rerun-if-changed={}", client.display());
        if !client.join("index.html").is_file() {
            let what = "web/dist is missing: build the client first (cargo xtask dist does both), \
                        or leave out --features client";
            return Err(io::Error::new(io::ErrorKind::NotFound, what));
        }
        collect(&client.canonicalize()?, "", &mut files)?;
    }
    files.sort();
    let mut code = String::from("static EMBEDDED: &[Embedded] = &[\n");
    for (name, path) in &files {
        let packed = |ending: &str| PathBuf::from(format!("{}.{ending}", path.display()));
        let included = |path: &Path| {
            let text = || format!("Some(include_bytes!({:?}))", path.display().to_string());
            path.is_file().then(text).unwrap_or_else(|| "None".to_owned())
        };
        let (gzip, brotli) = (included(&packed("gz")), included(&packed("br")));
        // What is there as gzip is unpacked when the server starts: the page would be in the binary thrice otherwise.
        let plain = if gzip == "None" { included(path) } else { "None".to_owned() };
        let written =
            writeln!(code, "    Embedded {{ path: {name:?}, plain: {plain}, gzip: {gzip}, brotli: {brotli} }},");
        written.map_err(io::Error::other)?;
    }
    code.push_str("];\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("assets.rs"), code)
}

/// Finds every file that is not the compressed form of another one.
fn collect(folder: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(own) = entry.file_name().into_string() else { continue };
        let name = if name.is_empty() { own.clone() } else { format!("{name}/{own}") };
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &name, files)?;
        } else if !entry.path().extension().is_some_and(|end| end == "gz" || end == "br") {
            files.push((name, entry.path()));
        }
    }
    Ok(())
}
