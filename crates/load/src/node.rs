//! A server as a separate process that can be started, killed and started again.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use store::Backend;

use crate::person::Person;

/// How long a server may take to be ready before it counts as broken.
const READY_TIMEOUT: Duration = Duration::from_mins(1);

/// The limits that load from one address would reach.
const LIMITS: [&str; 7] = [
    "connections-per-address",
    "requests-per-second",
    "guests-per-minute",
    "messages-per-second",
    "tables-per-guest",
    "tables-per-day",
    "tables-awake",
];

/// A server process, by default with limits high enough for load from one address. It ends with this value.
pub struct Node {
    quipu: PathBuf,
    arguments: Vec<String>,
    /// Whether it keeps its default limits.
    guarded: bool,
    /// Where it listens.
    pub address: SocketAddr,
    child: Option<Child>,
}

/// An address of loopback at which nobody listens.
pub(crate) fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?)
}

/// The database of a server with its data in a folder.
pub fn file_in(folder: &Path) -> Backend {
    Backend::File(folder.join("quipu.db"))
}

/// How `quipu` is told which database to use.
pub(crate) fn database(backend: &Backend) -> Result<[String; 2]> {
    match backend {
        Backend::File(file) => {
            let folder = file.parent().context("a file in a folder")?;
            Ok(["--data".to_owned(), folder.display().to_string()])
        }
        Backend::Memory => bail!("another process cannot see what is in the memory of this one"),
        Backend::Postgres(url) => Ok(["--database-url".to_owned(), url.clone()]),
    }
}

impl Node {
    /// A server that is not started yet, with its data in a folder.
    pub fn on_file(quipu: &Path, folder: &Path) -> Result<Node> {
        Node::on(quipu, &file_in(folder))
    }

    /// One of several servers on one database, not started yet. They share a key.
    pub fn on_postgres(quipu: &Path, url: &str) -> Result<Node> {
        Node::on(quipu, &Backend::Postgres(url.to_owned()))
    }

    /// A server that is not started yet, on the database of a store.
    pub fn on(quipu: &Path, backend: &Backend) -> Result<Node> {
        let mut arguments: Vec<String> = database(backend)?.into();
        if matches!(backend, Backend::Postgres(_)) {
            arguments.extend(["--secret", "a key for servers that live for a few minutes"].map(str::to_owned));
        }
        Node::new(quipu, arguments)
    }

    /// A server that is not started yet. `arguments` name its database.
    fn new(quipu: &Path, arguments: Vec<String>) -> Result<Node> {
        Ok(Node { quipu: quipu.to_owned(), arguments, guarded: false, address: free_address()?, child: None })
    }

    /// The same server, which tells its metrics at another address. That is returned, too.
    pub(crate) fn watched(mut self) -> Result<(Node, SocketAddr)> {
        let address = free_address()?;
        self.arguments.extend(["--metrics-listen".to_owned(), address.to_string()]);
        Ok((self, address))
    }

    /// The same server with its default limits.
    #[must_use]
    pub fn guarded(mut self) -> Node {
        self.guarded = true;
        self
    }

    /// The address of its PostgreSQL database, if it uses one.
    pub fn database(&self) -> Option<&str> {
        let at = self.arguments.iter().position(|argument| argument == "--database-url")?;
        self.arguments.get(at + 1).map(String::as_str)
    }

    /// Starts the server, waits until it is ready, and returns how long that took.
    pub async fn start(&mut self) -> Result<Duration> {
        let begun = Instant::now();
        // A shell raises the limit of open files, and makes writes beyond the file size limit fail as on a full disk
        // instead of ending the process. Safe Rust can do neither.
        let mut command = Command::new("sh");
        let prepared = "trap '' XFSZ; ulimit -n \"$(ulimit -Hn)\"; exec \"$@\"";
        command.args(["-c", prepared, "sh"]).arg(&self.quipu).arg("serve");
        command.args(["--listen", &self.address.to_string()]);
        if !self.guarded {
            for limit in LIMITS {
                command.args([format!("--{limit}").as_str(), "100000000"]);
            }
        }
        command.args(["--log", "warn"]).args(&self.arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        self.child = Some(command.spawn().with_context(|| format!("{} cannot be run", self.quipu.display()))?);
        loop {
            if self.is_ready().await {
                return Ok(begun.elapsed());
            }
            if let Some(child) = &mut self.child
                && let Some(status) = child.try_wait()?
            {
                bail!("the server ended by itself: {status}");
            }
            if begun.elapsed() > READY_TIMEOUT {
                bail!("the server is not ready after {READY_TIMEOUT:?}");
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Whether the server is ready.
    pub async fn is_ready(&self) -> bool {
        Person::nobody(self.address).get("/readyz").await.is_ok_and(|answer| answer.status == 200)
    }

    /// Its process id.
    pub fn process(&self) -> u32 {
        self.child.as_ref().map_or(0, Child::id)
    }

    /// Simulates a full disk, or ends that.
    pub fn fill_disk(&self, full: bool) -> Result<()> {
        let most = if full { "--fsize=0:" } else { "--fsize=unlimited:" };
        let set = Command::new("prlimit").args(["--pid", &self.process().to_string(), most]).status();
        ensure!(set.context("prlimit, of util-linux, is missing")?.success(), "prlimit could not set the limit");
        Ok(())
    }

    /// Kills the server without any warning, as a power failure would.
    pub fn kill(&mut self) -> Result<()> {
        if let Some(mut child) = self.child.take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill().ok();
    }
}
