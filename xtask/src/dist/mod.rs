//! `cargo xtask dist`: makes for the machine at hand what the release workflow makes for all, and tries it.
//!
//! Everything lands in `target/dist`: an archive with the binary, its man pages and completions, the symbols beside it,
//! the Python package, lists of all that is inside (SBOM), and the checksums of all these files.

mod binary;
mod check;
mod elf;
pub(crate) mod image;
mod sbom;
mod serving;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use sha2::{Digest as _, Sha256};

use crate::python;
use crate::tools::{root, succeeds};
use crate::wasm;

/// The project's version, which all crates share.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The file with the checksums, as `sha256sum --check` reads it.
const CHECKSUMS: &str = "SHA256SUMS";

/// A part of what is shipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Part {
    /// The binary with the page inside, man pages and completions
    Binary,
    /// The Python package: a wheel for this system, and the sources
    Python,
    /// What the binary and the page are made of, as security tools read it
    Sbom,
    /// The container image, of the static binary
    Image,
}

/// What is to be made.
#[derive(Args)]
pub(crate) struct Wanted {
    /// Only these parts [default: binary, python and sbom]
    #[arg(long, value_delimiter = ',')]
    only: Vec<Part>,
    /// Make the binary for this target of the compiler, such as x86_64-unknown-linux-musl [default: this machine's]
    #[arg(long)]
    target: Option<String>,
    /// Try what was made: serve, play a match through the socket, start again, replay, say the version, import
    #[arg(long)]
    check: bool,
    /// Make the folder of files for any web host instead: the page that plays without a server
    #[arg(long)]
    site: bool,
}

/// The folder of all that is made.
fn folder() -> PathBuf {
    root().join("target/dist")
}

pub(crate) fn run(wanted: &Wanted) -> Result<bool> {
    if wanted.site {
        return wasm::dist(wanted.check);
    }
    let parts = if wanted.only.is_empty() { &[Part::Binary, Part::Python, Part::Sbom][..] } else { &wanted.only };
    let folder = folder();
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut good = true;
    for part in parts {
        good &= match part {
            Part::Binary => {
                let made = binary::make(wanted.target.as_deref())?;
                made.say()?;
                !wanted.check || check::binary(&made)?
            }
            Part::Python => python::dist(&folder)? && (!wanted.check || check::wheel(&folder)?),
            Part::Sbom => sbom::make(&folder)?,
            Part::Image => image::dist(wanted.target.as_deref(), wanted.check)?,
        };
    }
    checksums(&folder)?;
    if good {
        println!("{} has everything, with its checksums in {CHECKSUMS}.", folder.display());
    }
    Ok(good)
}

/// Writes the checksums of all files that are shipped.
fn checksums(folder: &Path) -> Result<()> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && name != CHECKSUMS {
            lines.push(format!("{}  {name}\n", hex::encode(Sha256::digest(fs::read(entry.path())?))));
        }
    }
    // By name, which begins after the digest.
    lines.sort_by(|one, other| one[64..].cmp(&other[64..]));
    fs::write(folder.join(CHECKSUMS), lines.concat()).context("cannot write the checksums")
}

/// Packs a folder of `target/dist`; zip for Windows, whose people expect it.
fn pack(name: &str, windows: bool) -> Result<PathBuf> {
    let archive = folder().join(format!("{name}.{}", if windows { "zip" } else { "tar.gz" }));
    let mut tar = Command::new("tar");
    tar.current_dir(folder());
    if windows {
        tar.arg("-acf");
    } else if cfg!(target_os = "linux") {
        // The same files make the same archive, whoever packs them and when.
        tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"]);
        tar.args(["--use-compress-program", "gzip -n", "-cf"]);
    } else {
        tar.arg("-czf");
    }
    ensure!(succeeds(tar.arg(&archive).arg(name))?, "tar could not pack {name}");
    Ok(archive)
}

/// An empty folder in `target/dist`.
fn fresh(name: &str) -> Result<PathBuf> {
    let folder = folder().join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder)
}
