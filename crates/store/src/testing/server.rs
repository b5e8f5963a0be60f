//! A temporary PostgreSQL for tests, on Unix.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long a server may take to start or to stop.
const START_TIMEOUT: Duration = Duration::from_mins(1);

/// The superuser of the server; it needs no password on loopback.
const USER: &str = "quipu";

/// Runs the server until our end of the pipe is closed, however we end. After the line `keep` it leaves the data.
const WATCH: &str = r#"
"$1/postgres" -D "$2/data" -p "$3" -h 127.0.0.1 -c unix_socket_directories= -c fsync="$4" >>"$2/log" 2>&1 &
server=$!
read -r word
kill -INT $server
wait $server
if [ "$word" != keep ]; then rm -rf "$2/data"; fi
"#;

/// A PostgreSQL server in a temporary folder, on a free loopback port. It ends with this value, or with the process.
#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    folder: TempDir,
    port: u16,
    /// Whether commits wait for the disk.
    durable: bool,
    databases: AtomicU32,
    watch: Option<Child>,
}

impl Postgres {
    /// Starts a server whose commits do not wait for the disk: tests kill processes, not machines. If there is no
    /// PostgreSQL and none can be installed, says so on stderr and returns `None`; the caller's part is then not
    /// tested.
    pub fn start() -> Option<Postgres> {
        Postgres::announced(false)
    }

    /// Starts a server whose commits wait for the disk, as in production, for measurements.
    pub fn start_durable() -> Option<Postgres> {
        Postgres::announced(true)
    }

    fn announced(durable: bool) -> Option<Postgres> {
        match Postgres::try_start(durable) {
            Ok(server) => Some(server),
            Err(why) => {
                eprintln!("\n==== PostgreSQL part NOT TESTED: {why} ====\n");
                None
            }
        }
    }

    fn try_start(durable: bool) -> Result<Postgres, String> {
        let programs = match programs() {
            Some(programs) => programs,
            None => install()?,
        };
        let folder = tempfile::Builder::new().prefix("quipu-postgres-").tempdir().map_err(|error| error.to_string())?;
        if is_root() {
            run(Command::new("chown").arg(server_user()?).arg(folder.path()))?;
        }
        let mut server = Postgres { programs, folder, port: 0, durable, databases: AtomicU32::new(0), watch: None };
        let data = server.folder.path().join("data");
        let mut make = unprivileged(&server.programs.join("initdb"))?;
        make.args(["--no-sync", "-A", "trust", "-E", "UTF8", "--locale", "C", "-U", USER]);
        run(make.arg("-D").arg(data))?;
        // Another process may take the free port before the server does.
        for _ in 0..5 {
            server.port = free_port()?;
            if server.watch().is_ok() {
                return Ok(server);
            }
        }
        let mut log = String::new();
        let file = std::fs::File::open(server.folder.path().join("log"));
        file.and_then(|mut file| file.read_to_string(&mut log)).ok();
        Err(format!("the server does not start: {log}"))
    }

    /// Creates an empty database, and returns its address.
    pub fn database(&self) -> String {
        let name = format!("quipu{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut make = Command::new(self.programs.join("createdb"));
        make.args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", USER, &name]);
        run(&mut make).expect("a running server makes a database");
        format!("postgres://{USER}@127.0.0.1:{}/{name}", self.port)
    }

    /// Stops the server at once, with all connections. The data stay.
    pub fn stop(&mut self) {
        if let Some(mut watch) = self.watch.take() {
            let pipe = watch.stdin.take();
            pipe.map(|mut pipe| pipe.write_all(b"keep\n").ok());
            watch.wait().ok();
        }
    }

    /// Starts a stopped server again, on the same port.
    pub fn resume(&mut self) {
        self.watch().expect("a server that ran before starts again");
    }

    /// Starts the server and waits until it answers.
    fn watch(&mut self) -> Result<(), String> {
        let mut command = unprivileged(Path::new("sh"))?;
        command
            .args(["-c", WATCH, "sh"])
            .arg(&self.programs)
            .arg(self.folder.path())
            .arg(self.port.to_string())
            .arg(if self.durable { "on" } else { "off" });
        // A process group of its own, so that signals to us from a terminal or a test runner do not reach it before it
        // has cleaned up.
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        self.watch = Some(command.spawn().map_err(|error| format!("sh: {error}"))?);
        let start = Instant::now();
        while start.elapsed() < START_TIMEOUT {
            let mut ask = Command::new(self.programs.join("pg_isready"));
            ask.args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", USER]);
            // Without our pid file, another server may have answered.
            let ours = self.folder.path().join("data/postmaster.pid").exists();
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() && ask.status().is_ok_and(|ok| ok.success()) && ours
            {
                return Ok(());
            }
            sleep(Duration::from_millis(50));
        }
        self.stop();
        Err("no answer".to_owned())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(mut watch) = self.watch.take() {
            drop(watch.stdin.take());
            watch.wait().ok();
        }
    }
}

/// The folder of the machine's PostgreSQL programs, the newest if there are several.
fn programs() -> Option<PathBuf> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&paths).collect();
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    versions.sort_by_key(|path| path.iter().rev().nth(1).and_then(|name| name.to_str()?.parse::<u32>().ok()));
    folders.splice(0..0, versions.into_iter().rev());
    let whole = |folder: &PathBuf| {
        ["postgres", "initdb", "createdb", "pg_isready"].iter().all(|program| folder.join(program).is_file())
    };
    folders.into_iter().find(whole)
}

/// Installs Debian's PostgreSQL, if we are root.
fn install() -> Result<PathBuf, String> {
    if !is_root() {
        return Err("no PostgreSQL on this machine; install the package postgresql".to_owned());
    }
    eprintln!("no PostgreSQL on this machine: installing the package postgresql");
    for words in [vec!["update"], vec!["install", "-y", "--no-install-recommends", "postgresql"]] {
        let mut apt = Command::new("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive").args(["-o", "DPkg::Lock::Timeout=120"]).args(words);
        run(&mut apt)?;
    }
    programs().ok_or_else(|| "the package postgresql brought no server".to_owned())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// The user for the server if we are root, as which it refuses to run.
fn server_user() -> Result<&'static str, String> {
    let known = |user: &&str| Command::new("id").arg(user).output().is_ok_and(|output| output.status.success());
    ["postgres", "nobody"].into_iter().find(known).ok_or_else(|| "no unprivileged user to run it as".to_owned())
}

/// A command that is not run as root.
fn unprivileged(program: &Path) -> Result<Command, String> {
    if !is_root() {
        return Ok(Command::new(program));
    }
    let user = server_user()?;
    let there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let mut command;
    if there("setpriv") {
        command = Command::new("setpriv");
        command.args([format!("--reuid={user}").as_str(), "--regid", &group(user)?, "--init-groups", "--"]);
    } else if there("runuser") {
        command = Command::new("runuser");
        command.args(["-u", user, "--"]);
    } else {
        return Err("neither setpriv nor runuser, and it refuses to run as root".to_owned());
    }
    // That user may not be allowed to enter the current folder.
    command.current_dir("/").arg(program);
    Ok(command)
}

fn group(user: &str) -> Result<String, String> {
    let output = Command::new("id").args(["-g", user]).output().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    listener.map(|address| address.port()).map_err(|error| error.to_string())
}

/// Runs a command to its end, and returns its error output if it fails.
fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim()))
}
