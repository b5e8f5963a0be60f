//! Puts the puzzles of the games into the binary.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let games = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../games");
    let games = games.canonicalize()?;
    println!("cargo::rerun-if-changed={}", games.display());
    let mut folders = fs::read_dir(&games)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    folders.sort();
    let mut shelf = Vec::new();
    for folder in folders {
        let (file, game) = (folder.join("puzzles.jsonl"), folder.file_name().unwrap_or_default().to_string_lossy());
        if file.is_file() {
            println!("cargo::rerun-if-changed={}", file.display());
            shelf.push(format!("({game:?}, include_str!({:?}))", file.display().to_string()));
        }
    }
    let code = format!("&[{}]\n", shelf.join(",\n"));
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("shelf.rs"), code)
}
