//! The WebAssembly module, by which the page plays without a server: the toolchain found or installed, the module
//! built, made small, and put where the page's build finds it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::builds::follow;
use crate::progress::{Job, Progress};
use crate::test::{End, StageRun};
use crate::tools::{cargo, has_std, printed, program, root, succeeds};
use crate::web;

const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler and the sources of its standard library.
const DEBIAN: [&str; 2] = ["rustc-web", "rust-web-src"];

/// What a person can do where nothing else helps.
pub(crate) const MISSING: &str = concat!(
    "the page is built without local play: WebAssembly needs `rustup target add wasm32-unknown-unknown`, or Debian's \
    packages rustc-web and rust-web-src, of Rust ",
    env!("CARGO_PKG_RUST_VERSION"),
    " or newer, with a rustup toolchain's rust-lld"
);

/// A module that the page's build finds in `web/engine`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Module {
    /// Plays; it is loaded when a local table opens.
    Play,
    /// Reviews matches, too; it is loaded when somebody asks for a review.
    Review,
}

impl Module {
    const ALL: [Module; 2] = [Module::Play, Module::Review];

    fn name(self) -> &'static str {
        match self {
            Module::Play => "quipu",
            Module::Review => "review",
        }
    }

    /// Where the page's build looks for it.
    fn path(self) -> PathBuf {
        root().join("web/engine").join(self.name()).with_extension("wasm")
    }

    /// Says for whom the one in its place was made.
    fn mark(self) -> PathBuf {
        self.path().with_extension("profile")
    }

    /// The largest that is shipped, in bytes as brotli packs it.
    fn largest(self) -> u64 {
        match self {
            Module::Play => 900_000,
            Module::Review => 1_100_000,
        }
    }
}

/// For whom a module is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Make {
    /// For people: as small and as fast as can be, which takes minutes.
    Shipped,
    /// For tests: the same code, built quickly, and once: the module that reviews also plays.
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

    /// Whether a module is built with reviews.
    fn reviews(self, module: Module) -> bool {
        self == Make::Tested || module == Module::Review
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
        if !reaches(&printed(&rustc, &["--version"])?, env!("CARGO_PKG_RUST_VERSION")) {
            return None;
        }
        let sources = Path::new(&printed(&rustc, &["--print", "sysroot"])?).join("lib/rustlib/src/rust/library/std");
        let lld = lld()?;
        sources.is_dir().then_some(Way::FromSources { rustc, lld })
    }

    /// Finds a way, or makes one: by rustup where that reaches its host, else by Debian's packages.
    fn made(found: impl Fn() -> Option<Way>, mut runs: impl FnMut(&mut Command) -> Result<bool>) -> Option<Way> {
        found()
            .or_else(|| {
                let added = runs(Command::new("rustup").args(["target", "add", TARGET]).stdin(Stdio::null()));
                added.unwrap_or(false).then(&found).flatten()
            })
            .or_else(|| crate::tools::install_packages(&DEBIAN, &mut runs).then(&found).flatten())
    }

    /// The command that builds the module. It has a folder of its own: another compiler would build all else again.
    fn cargo(&self, make: Make, module: Module) -> Command {
        let mut command = cargo("rustc --package quipu-wasm --lib --crate-type cdylib");
        command.args(["--profile", make.profile(), "--target", TARGET]).env("CARGO_TARGET_DIR", folder());
        if make.reviews(module) {
            command.args(["--features", "review"]);
        }
        if let Way::FromSources { rustc, lld } = self {
            command.arg("-Zbuild-std=std,panic_abort").env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1");
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", lld);
        }
        command
    }
}

/// Whether a compiler that says this of itself knows the language that the workspace is written in.
fn reaches(said: &str, needed: &str) -> bool {
    let numbers = |version: &str| -> Option<Vec<u32>> {
        let plain = version.split('-').next()?;
        plain.split('.').map(|number| number.parse().ok()).collect()
    };
    let own = said.strip_prefix("rustc ").and_then(|rest| numbers(rest.split_whitespace().next()?));
    own.zip(numbers(needed)).is_some_and(|(own, needed)| own >= needed)
}

fn folder() -> PathBuf {
    root().join("target/wasm")
}

/// The linker of the toolchain that is installed; Debian's compiler brings none for this target.
fn lld() -> Option<PathBuf> {
    let toolchain = PathBuf::from(printed("rustc", &["--print", "sysroot"])?).join("lib/rustlib");
    let hosts = fs::read_dir(toolchain).ok()?.flatten();
    hosts.map(|host| host.path().join("bin/rust-lld")).find(|path| path.is_file())
}

/// Builds the modules and puts them in their places, as far as anything has changed. `None` where there is no way to
/// build them: then the page is built without them.
fn build(make: Make, job: &Job, runs: impl FnMut(&mut Command) -> Result<bool>) -> Result<Option<bool>> {
    job.doing("looking for a compiler for WebAssembly");
    let Some(way) = Way::made(Way::found, runs) else {
        for module in Module::ALL {
            fs::remove_file(module.path()).ok();
        }
        return Ok(None);
    };
    for module in Module::ALL {
        if !follow(&mut way.cargo(make, module), job, |line| job.say(line))? {
            return Ok(Some(false));
        }
        put(make, module, job)?;
    }
    Ok(Some(true))
}

/// Puts the module that was just built in its place, unless that one is there.
fn put(make: Make, module: Module, job: &Job) -> Result<()> {
    let (built, place) = (folder().join(TARGET).join(make.profile()).join("quipu_wasm.wasm"), module.path());
    let when = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let same = fs::read_to_string(module.mark()).is_ok_and(|profile| profile == make.profile());
    if same && when(&place) >= when(&built) {
        return Ok(());
    }
    fs::create_dir_all(place.with_file_name("")).context("cannot make web/engine")?;
    // What is written is renamed when it is whole, so that no build of the page finds half of it.
    let whole = place.with_extension("tmp");
    match make {
        Make::Shipped => small(&built, &whole, job)?,
        Make::Tested => drop(fs::copy(&built, &whole).context("cannot copy the module")?),
    }
    fs::rename(&whole, &place).context("cannot put the module in its place")?;
    fs::write(module.mark(), make.profile()).context("cannot write in web/engine")
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
pub(crate) fn stage(run: &mut StageRun<'_>) -> Result<End> {
    let job = run.job.clone();
    let built = build(Make::Tested, &job, |command| run.succeeds(command))?;
    if built.is_none() {
        run.note(MISSING);
    }
    Ok(built.unwrap_or(true).into())
}

/// The stage that plays the same in the module and natively, and compares what they answer byte by byte.
pub(crate) fn same(run: &mut StageRun<'_>) -> Result<End> {
    if !Module::Play.path().is_file() {
        return Ok(End::Skipped("a toolchain for WebAssembly"));
    }
    // In tests the one that plays has all that the other has.
    Ok(run.succeeds(&mut compared(Module::Review))?.into())
}

/// The command that compares the module in its place with its native twin.
fn compared(module: Module) -> Command {
    let native = program("quipu").with_file_name("examples").join(format!("speak{}", env::consts::EXE_SUFFIX));
    let mut command = web::npm("run same --workspace web");
    command.env("QUIPU_WASM", module.path()).env("QUIPU_NATIVE", native);
    if module == Module::Review {
        command.env("QUIPU_REVIEWS", "1");
    }
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
    for module in Module::ALL {
        let (size, most) = (packed_size(module)?, module.largest());
        ensure!(size <= most, "{}.wasm has {size} bytes as brotli, and at most {most} are allowed", module.name());
    }
    if check {
        ensure!(succeeds(&mut cargo("build --workspace --examples"))?, "the native twin was not built");
        for module in Module::ALL {
            let same = succeeds(&mut compared(module))?;
            ensure!(same, "{}.wasm plays otherwise than its native twin", module.name());
        }
    }
    println!("{} is the whole page: put it on any web host, at any path.", site().display());
    Ok(true)
}

/// How many bytes of a module travel to a visitor.
fn packed_size(module: Module) -> Result<u64> {
    let files = fs::read_dir(site().join("assets")).context("the page was not built")?;
    let begins = format!("{}-", module.name());
    let is_it = |name: &str| name.starts_with(&begins) && name.ends_with(".wasm.br");
    let packed = files.flatten().find(|file| is_it(&file.file_name().to_string_lossy()));
    Ok(packed.context("the page has no module")?.metadata()?.len())
}

/// `cargo xtask play --site`: makes the folder and serves it at a path of its own, as a host of pages does.
pub(crate) fn play(arguments: &[String]) -> Result<bool> {
    Ok(dist(false)? && succeeds(web::npm("run serve --workspace web --").arg(site()).args(arguments))?)
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    /// What a command line says.
    fn line(command: &Command) -> String {
        let words: Vec<_> = [command.get_program()].into_iter().chain(command.get_args()).collect();
        words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn where_no_toolchain_can_be_had_everything_was_tried_and_the_message_says_what_is_missing() {
        let tried = RefCell::new(Vec::new());
        let way = Way::made(
            || None,
            |command| {
                tried.borrow_mut().push(line(command));
                Ok(false)
            },
        );
        assert!(way.is_none());
        assert_eq!(tried.borrow()[0], "rustup target add wasm32-unknown-unknown");
        for named in [tried.borrow()[0].as_str(), DEBIAN[0], DEBIAN[1], "rust-lld", "without local play"] {
            assert!(MISSING.contains(named), "the message does not name {named}");
        }
    }

    #[test]
    fn a_compiler_of_the_system_must_be_as_new_as_the_workspace() {
        let fits = |said| reaches(said, "1.95");
        for said in ["rustc 1.95.0 (abc 2026-04-16) (built from a source tarball)", "rustc 1.100.1", "rustc 2.0.0"] {
            assert!(fits(said), "{said}");
        }
        for said in ["rustc 1.94.1 (abc 2026-03-01)", "rustc 1.9.0", "rustc 0.99.0", "rustc", "", "gcc 14.2.0"] {
            assert!(!fits(said), "{said}");
        }
        assert!(fits("rustc 1.96.0-nightly (abc 2026-04-16)"));
        assert!(MISSING.contains(env!("CARGO_PKG_RUST_VERSION")), "{MISSING}");
    }

    #[test]
    fn what_rustup_adds_is_used() {
        let added = Cell::new(false);
        let way = Way::made(
            || added.get().then_some(Way::Installed),
            |_| {
                added.set(true);
                Ok(true)
            },
        );
        assert!(matches!(way, Some(Way::Installed)));
    }

    #[test]
    fn tests_build_one_module_and_people_load_reviews_apart() {
        let reviews = |make, module| {
            let command = Way::Installed.cargo(make, module);
            line(&command).contains("--features review")
        };
        assert!(Module::ALL.iter().all(|module| reviews(Make::Tested, *module)));
        assert!(reviews(Make::Shipped, Module::Review) && !reviews(Make::Shipped, Module::Play));
    }
}
