//! The binary as it is shipped: with the page inside, stripped, its symbols beside it, man pages and completions.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use super::target::Target;
use super::{Lacks, VERSION, elf, folder, fresh, pack, public};
use crate::tools::{printed, root, succeeds};
use crate::{wasm, web};

/// The largest binary, in bytes: it has all games, the server and the page inside.
const LARGEST: u64 = 40_000_000;

/// What goes beside the binary, for whoever opens the archive.
const BESIDE: &[&str] = &[
    "README.md",
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "compose.yaml",
    "docs/self-hosting.md",
    "docs/capacity.md",
];

/// The completions, by the names under which shells look for them.
const COMPLETIONS: &[(&str, &str)] =
    &[("bash", "quipu.bash"), ("zsh", "_quipu"), ("fish", "quipu.fish"), ("powershell", "_quipu.ps1")];

/// What was made.
pub(super) struct Made {
    /// The folder that is in the archive.
    pub(super) name: String,
    /// The binary, as it is in the archive.
    pub(super) binary: PathBuf,
    pub(super) archive: PathBuf,
    /// The archive of the symbols.
    pub(super) symbols: PathBuf,
}

impl Made {
    pub(super) fn say(&self) -> Result<()> {
        let megabytes = |path: &Path| Ok::<_, anyhow::Error>(fs::metadata(path)?.len() as f64 / 1e6);
        let (binary, archive) = (megabytes(&self.binary)?, megabytes(&self.archive)?);
        println!(
            "{}: {archive:.1} MB, in it a binary of {binary:.1} MB; symbols in {} ({:.1} MB)",
            self.archive.display(),
            self.symbols.display(),
            megabytes(&self.symbols)?,
        );
        Ok(())
    }
}

/// The folder of what is in the archive.
pub(super) fn name(target: &Target) -> String {
    format!("quipu-{VERSION}-{}", target.name)
}

/// The binary of Linux, where it was made.
pub(super) fn at(target: &Target) -> PathBuf {
    folder().join(name(target)).join("quipu")
}

/// Builds the page and the binary, and packs both archives.
pub(super) fn make(target: &Target) -> Result<(Made, Lacks)> {
    // The page plays by itself when the server is away, where its module can be built.
    let local = wasm::shipped()?;
    let lacks = (!local).then(|| format!("NOT INSIDE: {}", wasm::MISSING)).into_iter().collect();
    web::built()?;
    // Of what is packed the binary keeps the page packed alone, which takes half the room.
    ensure!(succeeds(&mut web::npm("run packed --workspace web"))?, "the page was not packed");
    let built = build(target)?;
    let windows = target.name.contains("windows");
    let name = name(target);
    let (folder, symbols) = (fresh(&name)?, format!("{name}-symbols"));
    let binary = folder.join(built.file_name().context("a binary has a name")?);
    split(&built, &binary, &fresh(&symbols)?, target)?;
    let size = fs::metadata(&binary)?.len();
    ensure!(size <= LARGEST, "{} has {size} bytes, {LARGEST} at most", binary.display());
    if target.is_musl() {
        ensure!(!elf::wants_loader(&fs::read(&binary)?), "{} is not static", binary.display());
    }
    accompany(&folder, &binary)?;
    Ok((Made { binary, archive: pack(&name, windows)?, symbols: pack(&symbols, windows)?, name }, lacks))
}

/// Builds for a target and says where the binary is.
fn build(target: &Target) -> Result<PathBuf> {
    let mut command = target.cargo("build --release --locked --package quipu-cli --features client");
    ensure!(succeeds(&mut command)?, "the binary was not built; what cargo said stands above");
    let mut folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    if target.is_foreign() {
        folder.push(&target.name);
    }
    Ok(folder.join("release").join(if target.name.contains("windows") { "quipu.exe" } else { "quipu" }))
}

/// Puts the stripped binary into its folder, and its symbols into theirs. Apple's and Microsoft's linkers have parted
/// them already.
fn split(built: &Path, binary: &Path, symbols: &Path, target: &Target) -> Result<()> {
    if target.name.contains("linux") {
        let apart = symbols.join("quipu.debug");
        let objcopy = |arguments: &[&str], files: &[&Path]| {
            let mut command = Command::new(objcopy(&target.host)?);
            ensure!(succeeds(command.args(arguments).args(files))?, "the symbols were not parted from the binary");
            Ok(())
        };
        objcopy(&["--only-keep-debug"], &[built, &apart])?;
        let link = format!("--add-gnu-debuglink={}", apart.display());
        return objcopy(&["--strip-all", &link], &[built, binary]);
    }
    fs::copy(built, binary).with_context(|| format!("cannot copy {}", built.display()))?;
    let apart = built.with_extension(if target.name.contains("windows") { "pdb" } else { "dSYM" });
    let mut copy = Command::new(if cfg!(windows) { "xcopy" } else { "cp" });
    copy.args(if cfg!(windows) { &["/q"][..] } else { &["-R"] }).arg(&apart).arg(symbols);
    ensure!(succeeds(&mut copy)?, "{} are not there", apart.display());
    Ok(())
}

/// The compiler brings a program of LLVM for this along, which knows every target.
fn objcopy(host: &str) -> Result<PathBuf> {
    let sysroot = printed("rustc", &["--print", "sysroot"]).context("cannot run rustc")?;
    let path = Path::new(&sysroot).join("lib/rustlib").join(host).join("bin/rust-objcopy");
    Ok(if path.is_file() { path } else { "objcopy".into() })
}

/// Adds man pages, completions and documents. The binary writes the first two itself.
fn accompany(folder: &Path, binary: &Path) -> Result<()> {
    let run = |arguments: &[&str]| {
        let output = Command::new(binary).args(arguments).output();
        let output = output.with_context(|| format!("{} cannot be run on this machine", binary.display()))?;
        if !output.status.success() {
            bail!("quipu {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
        }
        Ok(output.stdout)
    };
    let pages = folder.join("man");
    run(&["man", &pages.display().to_string()])?;
    let completions = folder.join("completions");
    fs::create_dir_all(&completions)?;
    for (shell, name) in COMPLETIONS {
        fs::write(completions.join(name), run(&["completions", shell])?)?;
    }
    for file in BESIDE {
        let name = Path::new(file).file_name().context("a file has a name")?;
        let text = fs::read_to_string(root().join(file)).with_context(|| format!("cannot read {file}"))?;
        fs::write(folder.join(name), public::filled(&text)).with_context(|| format!("cannot write {file}"))?;
    }
    Ok(())
}
