//! `cargo xtask dist`: makes for the machine at hand what the release workflow makes for all, and tries it.
//!
//! Everything lands in `target/dist`: an archive with the binary, its man pages and completions, the symbols beside it,
//! the Python package, lists of all that is inside (SBOM), the container image, the site, and the checksums of all
//! these files. What cannot be made or tried here is left out, and said last and loudly.

#[cfg(test)]
mod agreement;
mod binary;
mod check;
mod elf;
pub(crate) mod image;
pub(crate) mod public;
mod sbom;
mod serving;
mod site;
mod target;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use sha2::{Digest as _, Sha256};

use crate::python;
use crate::tidy::ending;
use crate::tools::{root, succeeds};
use crate::wasm;
use target::Target;

/// The project's version, which all crates share.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The file with the checksums, as `sha256sum --check` reads it.
const CHECKSUMS: &str = "SHA256SUMS";

/// What a part lacks of what a release has, a line each with its reason: not made, made otherwise, or not tried.
pub(crate) type Lacks = Vec<String>;

/// What came of making parts.
#[derive(Default)]
struct Outcome {
    lacks: Lacks,
    /// The parts that failed, each with its reason.
    failed: Vec<(Part, String)>,
}

/// A part of what is shipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Part {
    /// The binary with the page inside, man pages and completions
    Binary,
    /// The container image, of the static binary
    Image,
    /// The Python package: a wheel for this system, and the sources
    Python,
    /// What the binary and the page are made of, as security tools read it
    Sbom,
    /// The page that plays without a server, and the documentation
    Site,
}

impl Part {
    /// Whether a file in the folder is this part's, of whatever version.
    fn has(self, file: &str) -> bool {
        let part = if ending(file) == "whl" || file.starts_with("quipu_games-") {
            Part::Python
        } else if file.ends_with(".cdx.json") {
            Part::Sbom
        } else if file.ends_with("-image.tar") {
            Part::Image
        } else if file.ends_with("-site.tar.gz") {
            Part::Site
        } else {
            Part::Binary
        };
        self == part
    }

    /// How people call it.
    fn name(self) -> &'static str {
        match self {
            Part::Binary => "the binary",
            Part::Image => "the image",
            Part::Python => "the Python package",
            Part::Sbom => "the lists",
            Part::Site => "the site",
        }
    }

    /// What it is made of, if that is a part, too.
    fn made_of(self) -> Option<Part> {
        (self == Part::Image).then_some(Part::Binary)
    }

    /// Makes it, and tries it where that is wanted.
    fn make(self, target: &Target, check: bool) -> Result<Lacks> {
        let folder = folder();
        match self {
            Part::Binary => {
                let (made, lacks) = binary::make(target)?;
                made.say()?;
                if check {
                    check::binary(&made)?;
                }
                Ok(lacks)
            }
            Part::Python => {
                let Some(lacks) = python::dist(&folder)? else { return Ok(vec![python::MISSING.to_owned()]) };
                if check {
                    check::python(&folder)?;
                }
                Ok(lacks)
            }
            Part::Sbom => sbom::make(&folder),
            Part::Image => image::dist(target, check),
            Part::Site => site::make(check),
        }
    }
}

/// What is to be made.
#[derive(Args)]
pub(crate) struct Wanted {
    /// Only these parts, which then must all be made [default: all that can be made here]
    #[arg(long, value_delimiter = ',')]
    only: Vec<Part>,
    /// Make the binary for this target of the compiler [default: this machine's; on Linux the static one, such as
    /// x86_64-unknown-linux-musl, where it can be had]
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
    let folder = folder();
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let whole = wanted.only.is_empty();
    // In their own order, in which each comes after what it is made of.
    let parts = Part::value_variants().iter().copied().filter(|part| whole || wanted.only.contains(part));
    let parts = parts.collect::<Vec<_>>();
    clear(&folder, &parts, whole, wanted.target.as_deref())?;
    let mut lacks = Lacks::new();
    let released = Target::released(wanted.target.as_deref())?;
    let builds = parts.contains(&Part::Binary) || parts.contains(&Part::Image) && !binary::at(&released).is_file();
    let target = if builds { released.ready(wanted.target.is_none(), &mut lacks)? } else { released };
    let mut outcome = make_all(&parts, |part| part.make(&target, wanted.check));
    outcome.lacks = [lacks, outcome.lacks].concat();
    checksums(&folder, &outcome.failed)?;
    // Where a part was asked for by its name, and where nobody reads along, less is a failure.
    let strict = !whole || env::var("CI").is_ok_and(|value| value == "true");
    let (lines, good) = summary(&folder, &outcome, strict);
    lines.iter().for_each(|line| println!("{line}"));
    Ok(good)
}

/// Makes part after part, also after one that failed, unless it would be made of that.
fn make_all(parts: &[Part], mut make: impl FnMut(Part) -> Result<Lacks>) -> Outcome {
    let mut outcome = Outcome::default();
    for part in parts.iter().copied() {
        let without = part.made_of().filter(|of| outcome.failed.iter().any(|(failed, _)| failed == of));
        let made = without.map_or_else(|| make(part), |of| bail!("it is made of {}, which failed", of.name()));
        match made {
            Ok(lacks) => outcome.lacks.extend(lacks),
            Err(error) => {
                println!("FAILED: {}: {error:#}", part.name());
                outcome.failed.push((part, format!("{error:#}")));
            }
        }
    }
    outcome
}

/// The last lines, and whether all is well.
fn summary(folder: &Path, outcome: &Outcome, strict: bool) -> (Vec<String>, bool) {
    let (folder, Outcome { lacks, failed }) = (folder.display(), outcome);
    let mut lines = lacks.iter().map(|lack| format!("!! {lack}")).collect::<Vec<_>>();
    lines.extend(failed.iter().map(|(part, why)| format!("!! FAILED: {}: {why}", part.name())));
    lines.push(if lines.is_empty() {
        format!("{folder} has everything, with its checksums in {CHECKSUMS}.")
    } else {
        format!("NOT ALL that a release has is in {folder}; what is missing is named above.")
    });
    (lines, failed.is_empty() && (lacks.is_empty() || !strict))
}

/// Removes what earlier runs have left: everything, or what belongs to the parts that are made now. Binaries of this
/// version for other targets stay, and with them what an image is made of.
fn clear(folder: &Path, parts: &[Part], whole: bool, target: Option<&str>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (name, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
        let is_folder = entry.file_type()?.is_dir();
        let other = name.contains(VERSION) && target.is_some_and(|target| !name.contains(target));
        let old = !is_folder && parts.iter().any(|part| part.has(&name)) && !(Part::Binary.has(&name) && other);
        if whole || old {
            let removed = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// Writes the checksums of all files that are shipped: what a part has left that failed is none of them.
fn checksums(folder: &Path, failed: &[(Part, String)]) -> Result<()> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let bad = failed.iter().any(|(part, _)| part.has(&name));
        if entry.file_type()?.is_file() && name != CHECKSUMS && !bad {
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

/// Copies a folder with all that is in it.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lacking_is_said_and_fails_whoever_asked_for_it() {
        let lacks = vec!["NOT MADE: the image: there is no engine".to_owned()];
        let less = Outcome { lacks, ..Outcome::default() };
        let (lines, good) = summary(Path::new("dist"), &less, false);
        assert!(good && lines[0].starts_with("!! NOT MADE: the image") && lines[1].starts_with("NOT ALL"), "{lines:?}");
        assert!(!summary(Path::new("dist"), &less, true).1);
        let (lines, good) = summary(Path::new("dist"), &Outcome::default(), true);
        assert!(good && lines.len() == 1 && lines[0].contains("has everything"), "{lines:?}");
    }

    #[test]
    fn a_part_that_fails_stops_only_what_is_made_of_it_and_is_said_last() {
        let mut tried = Vec::new();
        let outcome = make_all(Part::value_variants(), |part| {
            tried.push(part);
            match part {
                Part::Binary => bail!("too large"),
                Part::Python => Ok(vec!["NOT FOR ALL: the wheel".to_owned()]),
                _ => Ok(Lacks::new()),
            }
        });
        assert_eq!(tried, [Part::Binary, Part::Python, Part::Sbom, Part::Site]);
        let (lines, good) = summary(Path::new("dist"), &outcome, false);
        let begins = ["!! NOT FOR ALL", "!! FAILED: the binary: too large", "!! FAILED: the image: it is made of"];
        assert!(!good && lines.len() == 4, "{lines:?}");
        assert!(lines.iter().zip(begins).all(|(line, begin)| line.starts_with(begin)), "{lines:?}");
        assert!(lines[3].starts_with("NOT ALL"), "{lines:?}");
    }

    #[test]
    fn what_failed_has_no_checksum() {
        let folder = env::temp_dir().join(format!("quipu-checksums-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let names = ["quipu-0.1.0-x86_64-unknown-linux-musl.tar.gz", "quipu-0.1.0-crates.cdx.json"];
        names.iter().for_each(|name| fs::write(folder.join(name), "made").unwrap());
        let listed = |failed: &[(Part, String)]| {
            checksums(&folder, failed).unwrap();
            let text = fs::read_to_string(folder.join(CHECKSUMS)).unwrap();
            names.map(|name| text.contains(name))
        };
        assert_eq!(listed(&[]), [true, true]);
        assert_eq!(listed(&[(Part::Binary, "too large".to_owned())]), [false, true]);
        fs::remove_dir_all(&folder).unwrap();
    }

    /// What is left of earlier runs would be shipped with checksums of today.
    #[test]
    fn a_run_begins_without_what_it_makes() {
        let folder = env::temp_dir().join(format!("quipu-dist-{}", std::process::id()));
        let (linux, windows) = ("x86_64-unknown-linux-musl", "x86_64-pc-windows-msvc");
        let names = [
            "quipu_games-0.1.0-cp310-abi3-linux_x86_64.whl".to_owned(),
            "quipu_games-0.1.0.tar.gz".to_owned(),
            "quipu-0.1.0-crates.cdx.json".to_owned(),
            format!("quipu-0.1.0-{linux}.tar.gz"),
            format!("quipu-{VERSION}-{linux}.tar.gz"),
            format!("quipu-{VERSION}-{windows}.zip"),
        ];
        let left = |parts: &[Part], whole: bool, target: Option<&str>| {
            fs::create_dir_all(folder.join("check")).unwrap();
            names.iter().for_each(|name| fs::write(folder.join(name), "old").unwrap());
            clear(&folder, parts, whole, target).unwrap();
            let mut left: Vec<String> =
                fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
            left.sort();
            left
        };
        assert_eq!(left(Part::value_variants(), true, None), [] as [&str; 0]);
        let kept = left(&[Part::Python, Part::Sbom], false, None);
        assert_eq!(kept, ["check", &names[3], &names[5], &names[4]]);
        assert_eq!(left(&[Part::Image], false, Some(linux)).len(), names.len() + 1);
        let kept = left(&[Part::Binary], false, Some(linux));
        assert!(kept.contains(&names[5]) && !kept.contains(&names[4]) && !kept.contains(&names[3]), "{kept:?}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
