//! A server under trial: started from what was made, played at, stopped and started again.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::tools::{cargo, program, succeeds};

/// How long a server may take to start or to stop.
const START_TIMEOUT: Duration = Duration::from_secs(40);

/// An address of this machine at which nobody listens.
pub(super) fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?)
}

/// Waits until something holds.
pub(super) fn until(what: &str, mut holds: impl FnMut() -> Result<bool>) -> Result<()> {
    let begun = Instant::now();
    while !holds()? {
        ensure!(begun.elapsed() < START_TIMEOUT, "{what}: not within {} s", START_TIMEOUT.as_secs());
        thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

/// A server of a binary. It ends with this value.
pub(super) struct Serving {
    process: Child,
    pub(super) address: SocketAddr,
}

impl Serving {
    /// Starts it, with its data in a folder, and waits for its address.
    pub(super) fn start(binary: &Path, data: &Path) -> Result<Serving> {
        let mut command = Command::new(binary);
        command.args(["serve", "--log", "warn", "--listen", "127.0.0.1:0", "--data"]).arg(data);
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().context("cannot serve")?;
        let mut line = String::new();
        let output = process.stdout.take().context("a server says where it is")?;
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().strip_prefix("Quipu is at http://").and_then(|rest| rest.strip_suffix('/'));
        let Some(address) = address else { bail!("the server does not say where it is, but '{line}'") };
        Ok(Serving { process, address: address.parse()? })
    }

    /// What it answers to a browser that comes for the first time.
    pub(super) fn page(&self) -> Result<String> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(START_TIMEOUT))?;
        write!(stream, "GET / HTTP/1.1\r\nhost: {}\r\naccept: text/html\r\nconnection: close\r\n\r\n", self.address)?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    /// Asks it to stop, where a system can ask, and waits until it has.
    pub(super) fn stop(mut self) -> Result<()> {
        if cfg!(unix) {
            succeeds(Command::new("kill").arg(self.process.id().to_string()))?;
            let mut status = None;
            until("the server stops", || {
                status = self.process.try_wait()?;
                Ok(status.is_some())
            })?;
            ensure!(status.is_some_and(|status| status.success()), "the server ended badly: {status:?}");
        }
        Ok(())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// The client that plays at servers under trial.
pub(super) struct Client(PathBuf);

impl Client {
    /// Builds it, as all that is tested is built.
    pub(super) fn build() -> Result<Client> {
        ensure!(succeeds(&mut cargo("build --workspace --bin quipu-load"))?, "the client was not built");
        Ok(Client(program("quipu-load")))
    }

    /// The client that the stage `build` has built.
    pub(super) fn built() -> Client {
        Client(program("quipu-load"))
    }

    /// Begins a match, and keeps in a file how to go on with it.
    pub(super) fn begin(&self, server: SocketAddr, kept: &Path) -> Result<()> {
        self.run("begin", server, kept).map(|_| ())
    }

    /// Goes on with it to its end, and returns its record.
    pub(super) fn finish(&self, server: SocketAddr, kept: &Path) -> Result<Vec<u8>> {
        self.run("finish", server, kept)
    }

    fn run(&self, command: &str, server: SocketAddr, kept: &Path) -> Result<Vec<u8>> {
        let mut client = Command::new(&self.0);
        let output = client.arg(command).arg(server.to_string()).arg(kept).output().context("cannot run quipu-load")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "the match at {server}: {}", said.trim());
        Ok(output.stdout)
    }
}
