//! The container image: built of a folder with the binary, and tried with an engine where one may run.

use std::env;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

use anyhow::{Context, Result, ensure};

use super::serving::{Client, free_address, until};
use super::target::Target;
use super::{Lacks, binary, copy_folder, elf, folder, fresh, public};
use crate::test::{End, StageRun};
use crate::tools::{install_packages, program, root, succeeds};

/// Engines that build and run images: the program, and what it must be told beforehand. The second one is for machines
/// with control groups of both kinds, which the usual runtime of podman refuses.
const ENGINES: &[Engine] = &[
    Engine { program: "podman", told: &[] },
    Engine { program: "podman", told: &["--runtime", "runc", "--cgroup-manager", "cgroupfs"] },
    Engine { program: "docker", told: &[] },
];

/// What Debian has.
const PACKAGES: &[&str] = &["podman", "runc"];

#[derive(Clone, Copy)]
struct Engine {
    program: &'static str,
    told: &'static [&'static str],
}

impl Engine {
    fn command(self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.program);
        command.args(self.told).args(arguments);
        command
    }

    /// What keeps podman from making the folders that docker does not make, such as `/tmp`.
    fn without_tmp(self) -> &'static [&'static str] {
        if self.program == "podman" { &["--read-only-tmpfs=false"] } else { &[] }
    }
}

/// Where systems keep the certificates of the public authorities.
const CERTIFICATES: &[&str] =
    &["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/// Runs a command and says whether it succeeded.
type Runs<'a> = &'a mut dyn FnMut(&mut Command) -> Result<bool>;

/// `cargo xtask dist --only image`: the image of the binary, kept as an archive that engines load.
pub(super) fn dist(target: &Target, check: bool) -> Result<Lacks> {
    if !target.name.contains("-linux-") {
        return Ok(vec![format!("NOT MADE: the image: it needs a binary of Linux, and {} is none", target.name)]);
    }
    let binary = binary::at(target);
    let mut lacks = Lacks::new();
    if !binary.is_file() {
        let (made, less) = binary::make(target)?;
        made.say()?;
        lacks.extend(less);
    }
    println!("The image is of {}.", binary.display());
    let context = fresh("image")?;
    fill(&context, &binary)?;
    if elf::wants_loader(&fs::read(&binary)?) {
        bring_libraries(&binary, &context.join("root"))?;
    }
    let mut runs = |command: &mut Command| succeeds(command);
    let Some((engine, may_run)) = ready_engine(&mut runs)? else {
        let ready = context.display();
        return Ok(vec![format!("NOT MADE: the image: {NO_ENGINE}; {ready} is what it would be built of")]);
    };
    let name = public::image();
    ensure!(build(engine, &name, &context, &mut runs)?, "the image was not built");
    let archive = folder().join(format!("{}-image.tar", binary::name(target)));
    fs::remove_file(&archive).ok();
    ensure!(runs(engine.command(&["save", "--output"]).arg(&archive).arg(&name))?, "the image was not kept");
    if check && may_run {
        Trial::new(engine, &name)?.run(&Client::build()?, &binary, &mut runs)?;
        println!("ok  the image serves, keeps a match over a restart and says that it is healthy");
    } else if check {
        lacks.push(format!("NOT TRIED: the image: {BARRED}"));
    }
    Ok(lacks)
}

/// The stage of the tests that looks for an engine, installs one where it can, and tries whether it may run here.
pub(crate) fn ready(run: &mut StageRun<'_>) -> Result<End> {
    let mut runs = |command: &mut Command| run.succeeds(command);
    Ok(match ready_engine(&mut runs)? {
        Some((_, true)) => End::Passed,
        Some((_, false)) => End::Barred(BARRED),
        None => End::Barred(NO_ENGINE),
    })
}

/// An engine that is here, or that can be installed.
fn ready_engine(runs: Runs<'_>) -> Result<Option<(Engine, bool)>> {
    let found = engine(runs)?;
    if found.is_none() && install_packages(PACKAGES, &mut *runs) {
        return engine(runs);
    }
    Ok(found)
}

/// Why an engine that is here is not used.
const BARRED: &str = "an engine is here, and this machine lets it run no container";

const NO_ENGINE: &str = "no container engine is here, and none can be installed";

/// The stage of the tests: an image of the binary that all tests use, with its libraries and the page, is built by the
/// same file, run with a root that cannot be written, and keeps a match over a restart.
pub(crate) fn stage(run: &mut StageRun<'_>) -> Result<End> {
    let context = fresh("image-of-tests")?;
    let tested = program("quipu");
    fill(&context, &tested)?;
    bring_libraries(&tested, &context.join("root"))?;
    copy_folder(&root().join("web/dist"), &context.join("root/client"))?;
    let mut runs = |command: &mut Command| run.succeeds(command);
    let (engine, _) = engine(&mut runs)?.context("the engine is gone")?;
    let name = "localhost/quipu:tested";
    let built = build(engine, name, &context, &mut runs)?;
    fs::remove_dir_all(&context)?;
    ensure!(built, "the image was not built");
    let trial = Trial { page: Some("/client"), ..Trial::new(engine, name)? };
    trial.run(&Client::built(), &tested, &mut runs)?;
    Ok(End::Passed)
}

/// Puts what an image is made of into a folder.
fn fill(context: &Path, quipu: &Path) -> Result<()> {
    let inside = context.join("root");
    for folder in ["usr/bin", "etc/ssl/certs"] {
        fs::create_dir_all(inside.join(folder))?;
    }
    fs::create_dir_all(context.join("data"))?;
    fs::copy(quipu, inside.join("usr/bin/quipu")).with_context(|| format!("cannot copy {}", quipu.display()))?;
    let certificates = CERTIFICATES.iter().find(|path| Path::new(path).is_file());
    let certificates =
        certificates.context("this system has no certificates of public authorities (ca-certificates)")?;
    fs::copy(certificates, inside.join("etc/ssl/certs/ca-certificates.crt"))?;
    Ok(())
}

/// Copies the libraries of a program that is not static to where its loader looks for them.
fn bring_libraries(program: &Path, inside: &Path) -> Result<()> {
    let output = Command::new("ldd").arg(program).output().context("cannot run ldd")?;
    let said = String::from_utf8_lossy(&output.stdout);
    for library in said.split_whitespace().filter(|word| word.starts_with('/')) {
        let to = inside.join(library.trim_start_matches('/'));
        fs::create_dir_all(to.with_file_name(""))?;
        fs::copy(library, to).with_context(|| format!("cannot copy {library}"))?;
    }
    Ok(())
}

/// The first engine that runs a program that does nothing, else the first that can build; and whether it may run.
fn engine(runs: Runs<'_>) -> Result<Option<(Engine, bool)>> {
    let mut builds = None;
    for engine in ENGINES.iter().copied() {
        if runs(&mut engine.command(&["info"])).unwrap_or(false) {
            if may_run(engine, runs)? {
                return Ok(Some((engine, true)));
            }
            builds = builds.or(Some((engine, false)));
        }
    }
    Ok(builds)
}

/// Builds an image by the project's file.
fn build(engine: Engine, name: &str, context: &Path, runs: Runs<'_>) -> Result<bool> {
    let mut command = engine.command(&["build", "--tag", name]);
    if engine.program == "podman" {
        // The other format knows no health checks.
        command.args(["--format", "docker"]);
    }
    runs(command.arg("--file").arg(root().join("Containerfile")).arg(context))
}

/// How a careful host runs a container; with a network that needs no rights, and limits that any machine grants.
/// Whether it is healthy is asked by hand: engines want a service of the system to ask for them.
const CAREFULLY: &[&str] = &[
    "--rm",
    "--read-only",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    "--network=host",
    "--ulimit=nofile=1024:1024",
    "--ulimit=nproc=1024:1024",
    "--no-healthcheck",
];

/// Where a backup is unpacked while it is restored into PostgreSQL, as `compose.yaml` gives it to its nodes.
pub(super) const TMP: &str = "/tmp:mode=1777";

/// What a restore says that came as far as its database, at which nobody listens.
const NO_DATABASE: &str = "no connection in time";

/// Whether the engine may run anything here: a program that does nothing is tried.
fn may_run(engine: Engine, runs: Runs<'_>) -> Result<bool> {
    let nothing = ["/usr/bin/true", "/bin/true"].into_iter().map(Path::new).find(|path| path.is_file());
    let nothing = nothing.context("this system has no program 'true'")?;
    let context = fresh("image-of-nothing")?;
    fill(&context, nothing)?;
    bring_libraries(nothing, &context.join("root"))?;
    let name = "localhost/quipu:nothing";
    let runs_here = build(engine, name, &context, runs)? && runs(engine.command(&["run"]).args(CAREFULLY).arg(name))?;
    fs::remove_dir_all(&context)?;
    Ok(runs_here)
}

/// A container under trial, with a volume of its own.
struct Trial<'a> {
    engine: Engine,
    image: &'a str,
    name: String,
    address: SocketAddr,
    /// Where the page is in the image, if it is not in the binary.
    page: Option<&'a str>,
}

impl<'a> Trial<'a> {
    fn new(engine: Engine, image: &'a str) -> Result<Trial<'a>> {
        let name = format!("quipu-trial-{}", process::id());
        Ok(Trial { engine, image, name, address: free_address()?, page: None })
    }

    /// Plays a match with another container of the same volume in the middle, and replays it.
    fn run(&self, client: &Client, quipu: &Path, runs: Runs<'_>) -> Result<()> {
        let played = self.play(client, quipu, runs);
        for leftover in [&["rm", "--force"][..], &["volume", "rm", "--force"]] {
            runs(self.engine.command(leftover).arg(&self.name))?;
        }
        played
    }

    fn play(&self, client: &Client, quipu: &Path, runs: Runs<'_>) -> Result<()> {
        let kept = env::temp_dir().join(format!("{}.json", self.name));
        self.start(runs)?;
        client.begin(self.address, &kept)?;
        self.stop(runs)?;
        self.start(runs)?;
        let record = client.finish(self.address, &kept)?;
        self.backup(runs)?;
        self.stop(runs)?;
        self.restores()?;
        let file: PathBuf = kept.with_extension("quipu");
        fs::write(&file, record)?;
        let replays = runs(Command::new(quipu).arg("verify").arg(&file))?;
        fs::remove_file(&kept).and_then(|()| fs::remove_file(&file))?;
        ensure!(replays, "the record of the match does not replay");
        Ok(())
    }

    /// Keeps a backup in the volume while the server runs.
    fn backup(&self, runs: Runs<'_>) -> Result<()> {
        let mut command = self.engine.command(&["exec", &self.name, "/usr/bin/quipu", "backup", "/data/kept.db"]);
        ensure!(runs(&mut command)?, "no backup is made in the container");
        Ok(())
    }

    /// Restores that backup into PostgreSQL, as far as that goes without one: it must have been unpacked.
    fn restores(&self) -> Result<()> {
        let mut command = self.engine.command(&["run"]);
        command.args(CAREFULLY).args(self.engine.without_tmp()).args(["--tmpfs", TMP]);
        command.args(["--volume", &format!("{}:/data", self.name), self.image, "restore", "/data/kept.db"]);
        let output = command.args(["--database-url", "postgres://nobody@127.0.0.1:1/none"]).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(said.contains(NO_DATABASE), "a backup is not unpacked in the container: {}", said.trim());
        Ok(())
    }

    /// Runs the container as a careful host does, and waits until it says that it is healthy.
    fn start(&self, runs: Runs<'_>) -> Result<()> {
        let mut command = self.engine.command(&["run", "--detach", "--name", &self.name]);
        command.args(CAREFULLY);
        command.args(["--volume", &format!("{}:/data", self.name), "--env", &format!("QUIPU_LISTEN={}", self.address)]);
        if let Some(page) = self.page {
            command.args(["--env", &format!("QUIPU_CLIENT={page}")]);
        }
        ensure!(runs(command.arg(self.image))?, "the container does not start");
        until("the container is healthy", || {
            runs(&mut self.engine.command(&["exec", &self.name, "/usr/bin/quipu", "health"]))
        })
    }

    fn stop(&self, runs: Runs<'_>) -> Result<()> {
        ensure!(runs(&mut self.engine.command(&["stop", "--time", "30", &self.name]))?, "it does not stop");
        Ok(())
    }
}
