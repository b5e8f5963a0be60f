//! The WebAssembly module, by which the page plays without a server: the toolchain found or installed, the module
//! built, made small, and put where the page's build finds it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::builds::follow;
use crate::progress::{Job, Progress};
use crate::test::{End, Run};
use crate::tools::{cargo, has_std, printed, program, root, succeeds};
use crate::web;

const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler and the sources of its standard library.
const DEBIAN: [&str; 2] = ["rustc-web", "rust-web-src"];

/// What a person can do where nothing else helps.
pub(crate) const MISSING: &str = "the page is built without local play: WebAssembly needs `rustup target add \
    wasm32-unknown-unknown`, or Debian's packages rustc-web and rust-web-src with a rustup toolchain's rust-lld";

/// The largest module that is shipped, in bytes as brotli packs it.
const LARGEST: u64 = 900_000;

/// For whom a module is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Make {
    /// For people: as small and as fast as can be, which takes minutes.
    Shipped,
    /// For tests: the same code, built quickly.
    Tested,
}

impl Make {
    /// The profile of its build.
    fn profile(self) -> &'static str {
        match self {
            Make::Shipped => "wasm",
            Make::Tested => "wasm-test",
        }
    }
}

/// How the target's standard library is had.
enum Way {
    /// It is installed beside the compiler.
    Installed,
    /// It is built from sources, by a compiler of the same version that the system has.
    FromSources { rustc: PathBuf, lld: PathBuf },
}

impl Way {
    /// Finds a way that is here.
    fn found() -> Option<Way> {
        if has_std(TARGET) {
            return Some(Way::Installed);
        }
        let rustc = PathBuf::from("/usr/bin/rustc");
        let sources = Path::new(&printed(&rustc, &["--print", "sysroot"])?).join("lib/rustlib/src/rust/library/std");
        let lld = lld()?;
        sources.is_dir().then_some(Way::FromSources { rustc, lld })
    }

    /// Finds a way, or makes one: by rustup where that reaches its host, else by Debian's packages.
    fn made(mut runs: impl FnMut(&mut Command) -> Result<bool>) -> Option<Way> {
        Way::found()
            .or_else(|| {
                let added = runs(Command::new("rustup").args(["target", "add", TARGET]).stdin(Stdio::null()));
                added.unwrap_or(false).then(Way::found).flatten()
            })
            .or_else(|| crate::tools::install_packages(&DEBIAN, &mut runs).then(Way::found).flatten())
    }

    /// The command that builds the module. It has a folder of its own: another compiler would build all else again.
    fn cargo(&self, make: Make) -> Command {
        let mut command = cargo("rustc --package quipu-wasm --lib --crate-type cdylib");
        command.args(["--profile", make.profile(), "--target", TARGET]).env("CARGO_TARGET_DIR", folder());
        if let Way::FromSources { rustc, lld } = self {
            command.arg("-Zbuild-std=std,panic_abort").env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1");
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", lld);
        }
        command
    }
}

fn folder() -> PathBuf {
    root().join("target/wasm")
}

/// Where the page's build looks for the module.
fn module() -> PathBuf {
    root().join("web/engine/quipu.wasm")
}

/// Says which module is in its place.
fn mark() -> PathBuf {
    module().with_file_name("profile")
}

/// The linker of the toolchain that is installed; Debian's compiler brings none for this target.
fn lld() -> Option<PathBuf> {
    let toolchain = PathBuf::from(printed("rustc", &["--print", "sysroot"])?).join("lib/rustlib");
    let hosts = fs::read_dir(toolchain).ok()?.flatten();
    hosts.map(|host| host.path().join("bin/rust-lld")).find(|path| path.is_file())
}

/// Builds the module and puts it in its place, as far as anything has changed. `None` where there is no way to build
/// it: then the page is built without it.
fn build(make: Make, job: &Job, runs: impl FnMut(&mut Command) -> Result<bool>) -> Result<Option<bool>> {
    job.doing("looking for a compiler for WebAssembly");
    let Some(way) = Way::made(runs) else {
        fs::remove_file(module()).ok();
        return Ok(None);
    };
    if !follow(&mut way.cargo(make), job, |line| job.say(line))? {
        return Ok(Some(false));
    }
    let built = folder().join(TARGET).join(make.profile()).join("quipu_wasm.wasm");
    let when = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let same = fs::read_to_string(mark()).is_ok_and(|profile| profile == make.profile());
    if !same || when(&module()) < when(&built) {
        fs::create_dir_all(module().with_file_name("")).context("cannot make web/engine")?;
        // What is written is renamed when it is whole, so that no build of the page finds half of it.
        let whole = module().with_extension("tmp");
        match make {
            Make::Shipped => small(&built, &whole, job)?,
            Make::Tested => drop(fs::copy(&built, &whole).context("cannot copy the module")?),
        }
        fs::rename(&whole, module()).context("cannot put the module in its place")?;
        fs::write(mark(), make.profile()).context("cannot write in web/engine")?;
    }
    Ok(Some(true))
}

/// Makes a module small.
fn small(built: &Path, whole: &Path, job: &Job) -> Result<()> {
    job.doing("wasm-opt makes the module small");
    let mut small = Command::new("node");
    // Not from `.bin`, where Windows has a script of another shell.
    small.arg(root().join("node_modules/binaryen/bin/wasm-opt")).arg(built).arg("-o").arg(whole);
    small.args(["-O3", "--strip-debug", "--strip-producers", "--enable-bulk-memory", "--enable-sign-ext"]);
    small.args(["--enable-nontrapping-float-to-int", "--enable-mutable-globals", "--enable-reference-types"]);
    small.args(["--enable-multivalue", "--enable-extended-const"]);
    ensure!(succeeds(&mut small)?, "wasm-opt failed; what it said stands above");
    Ok(())
}

/// Runs a command, and shows what it said only where it fails.
fn quietly(command: &mut Command) -> Result<bool> {
    let output = command.stdin(Stdio::null()).output().context("cannot run a tool of the module's build")?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(output.status.success())
}

/// The stage of the tests that builds the module. Where that cannot be, the page is tested as it plays over a server,
/// and the next stage says what is missing.
pub(crate) fn stage(run: &mut Run<'_>) -> Result<End> {
    let job = run.job.clone();
    let built = build(Make::Tested, &job, |command| run.succeeds(command))?;
    if built.is_none() {
        run.note(MISSING);
    }
    Ok(built.unwrap_or(true).into())
}

/// The stage that plays the same in the module and natively, and compares what they answer byte by byte.
pub(crate) fn same(run: &mut Run<'_>) -> Result<End> {
    if !module().is_file() {
        return Ok(End::Skipped("a toolchain for WebAssembly"));
    }
    Ok(run.succeeds(&mut compared())?.into())
}

/// The command that compares the module in its place with its native twin.
fn compared() -> Command {
    let native = program("quipu").with_file_name("examples").join(format!("speak{}", env::consts::EXE_SUFFIX));
    let mut command = web::npm("run same --workspace web");
    command.env("QUIPU_WASM", module()).env("QUIPU_NATIVE", native);
    command
}

/// Builds the module that is shipped, for the page that is built next; says so where that cannot be.
pub(crate) fn shipped() -> Result<bool> {
    let job = Progress::new().job("module");
    ensure!(web::install(&job)?, "the packages were not installed; what npm said stands above");
    let built = build(Make::Shipped, &job, quietly)?;
    job.end();
    match built {
        Some(true) => {}
        Some(false) => bail!("the WebAssembly module was not built; what cargo said stands above"),
        None => println!("{MISSING}"),
    }
    Ok(built.is_some())
}

/// Where the folder of static files is made.
pub(crate) fn site() -> PathBuf {
    root().join("target/site")
}

/// `cargo xtask dist --site`: the page as a folder of files for any web host; with `--check` the module that it has is
/// compared with its native twin. Says no where there is no way to build the module.
pub(crate) fn dist(check: bool) -> Result<bool> {
    if !shipped()? {
        return Ok(false);
    }
    web::built()?;
    ensure!(succeeds(web::npm("run site --workspace web --").arg(site()))?, "the folder of files was not made");
    let size = packed_size()?;
    ensure!(size <= LARGEST, "the module has {size} bytes as brotli, and at most {LARGEST} are allowed");
    if check {
        ensure!(succeeds(&mut cargo("build --workspace --examples"))?, "the native twin was not built");
        ensure!(succeeds(&mut compared())?, "the module plays otherwise than its native twin");
    }
    println!("{} is the whole page: put it on any web host, at any path.", site().display());
    Ok(true)
}

/// How many bytes of the module travel to a visitor.
fn packed_size() -> Result<u64> {
    let files = fs::read_dir(site().join("assets")).context("the page was not built")?;
    let packed = files.flatten().find(|file| file.file_name().to_string_lossy().ends_with(".wasm.br"));
    Ok(packed.context("the page has no module")?.metadata()?.len())
}

/// `cargo xtask play --site`: makes the folder and serves it at a path of its own, as a host of pages does.
pub(crate) fn play(arguments: &[String]) -> Result<bool> {
    Ok(dist(false)? && succeeds(web::npm("run serve --workspace web --").arg(site()).args(arguments))?)
}
