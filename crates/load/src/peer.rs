//! boardgame.io's server beside ours: the same load on the same machine in the same run, since rates on their own say
//! more about the machine than about a server. It keeps its matches in memory, and its game is the smallest there is.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use memchr::memmem;

use crate::generate::{Plan, Players, from, measure};
use crate::measure::Measured;
use crate::node::free_address;
use crate::pair::{Ack, Pace};
use crate::person::connect;
use crate::socket::{Got, Socket};

/// What is kept of it here: its version, that of everything below it, and the game.
const FILES: [(&str, &str); 3] = [
    ("package.json", include_str!("../peer/package.json")),
    ("package-lock.json", include_str!("../peer/package-lock.json")),
    ("server.cjs", include_str!("../peer/server.cjs")),
];

/// How long it may take to listen.
const READY_TIMEOUT: Duration = Duration::from_mins(1);

/// A server of boardgame.io, as a process that ends with this value.
pub struct Peer {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
}

impl Peer {
    /// Installs it into a folder, unless it is there, and starts it.
    pub async fn start(folder: &Path) -> Result<Peer> {
        install(folder)?;
        let address = free_address()?;
        let mut command = Command::new("node");
        command.arg("server.cjs").arg(address.port().to_string()).current_dir(folder).env("NODE_ENV", "production");
        let child = command.stdin(Stdio::null()).spawn().context("Node is missing")?;
        let mut peer = Peer { address, child };
        let begun = Instant::now();
        while connect(address, from(0)).await.is_err() {
            ensure!(peer.child.try_wait()?.is_none(), "boardgame.io's server ended by itself");
            ensure!(begun.elapsed() < READY_TIMEOUT, "boardgame.io's server does not listen after {READY_TIMEOUT:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(peer)
    }

    /// Its process id.
    pub fn process(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Installs the packages of the lock file. No script of theirs is run.
fn install(folder: &Path) -> Result<()> {
    let path = |name: &str| folder.join(name);
    let same = |(name, text): &(&str, &str)| std::fs::read_to_string(path(name)).is_ok_and(|found| found == *text);
    if FILES.iter().all(same) && path("node_modules/.package-lock.json").exists() {
        return Ok(());
    }
    std::fs::create_dir_all(folder)?;
    for (name, text) in FILES {
        std::fs::write(path(name), text)?;
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(folder);
    let installed = npm.stdin(Stdio::null()).stdout(Stdio::null()).status().context("npm is missing")?;
    ensure!(installed.success(), "npm could not install boardgame.io into {}", folder.display());
    Ok(())
}

/// Where it is installed: beside the folder of this command's own binary.
pub fn peer_folder() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    let target = own.parent().and_then(Path::parent).context("a command lies in a folder")?;
    Ok(target.join("load-peer"))
}

/// Plays at many tables of it at once.
pub async fn play_peer(plan: Plan) -> Result<Measured> {
    let mut tables = Vec::new();
    for number in 0..plan.tables {
        tables.push(Counting::sit_down(plan.server, number).await?);
    }
    let what = format!("boardgame.io in memory, counting, {} tables of two, two sockets each", plan.tables);
    measure(plan, what, tables).await
}

/// The words that begin every message of the game.
const EVENT: &str = "42/counting,";

/// Two players at a table of boardgame.io.
struct Counting {
    sockets: [Socket; 2],
    number: usize,
    matches: usize,
    /// Whose turn it is, at which state, once their socket was told.
    turn: Option<(usize, u64)>,
    /// What is asked: by whom, at which state, and when.
    asked: Option<(usize, u64, Instant)>,
    pace: Option<Pace>,
    bytes: u64,
}

impl Counting {
    async fn sit_down(server: SocketAddr, number: usize) -> Result<Counting> {
        let open = async || -> Result<Socket> {
            let path = "/socket.io/?EIO=4&transport=websocket";
            let mut socket = Socket::open_at(server, from(number), path, None).await?;
            until(&mut socket, "0{").await?;
            socket.send_text("40/counting,".to_owned()).await?;
            until(&mut socket, "40/counting,").await?;
            Ok(socket)
        };
        let sockets = [open().await?, open().await?];
        let mut table = Counting { sockets, number, matches: 0, turn: None, asked: None, pace: None, bytes: 0 };
        table.new_match().await?;
        Ok(table)
    }

    fn name(&self) -> String {
        format!("{}-{}", self.number, self.matches)
    }

    /// Asking for a match that does not exist makes it.
    async fn new_match(&mut self) -> Result<()> {
        self.matches += 1;
        let name = self.name();
        for (player, socket) in self.sockets.iter_mut().enumerate() {
            socket.send_text(format!("{EVENT}[\"sync\",\"{name}\",\"{player}\",null,2]")).await?;
            self.bytes += until(socket, &format!("{EVENT}[\"sync\",")).await?;
        }
        (self.turn, self.asked) = (Some((0, 0)), None);
        Ok(())
    }

    async fn count(&mut self, player: usize, state: u64) -> Result<()> {
        if let Some(pace) = &mut self.pace {
            pace.go_on();
        }
        let payload = format!(r#"{{"type":"count","args":[],"playerID":"{player}","credentials":null}}"#);
        let action = format!(r#"{{"type":"MAKE_MOVE","payload":{payload}}}"#);
        let text = format!("{EVENT}[\"update\",{action},{state},\"{}\",\"{player}\"]", self.name());
        (self.turn, self.asked) = (None, Some((player, state, Instant::now())));
        self.sockets[player].send_text(text).await
    }

    /// Takes a text in. Returns what it acknowledges, and whether the match is over.
    async fn take(&mut self, player: usize, text: &str) -> Result<(Option<Ack>, bool)> {
        self.bytes += text.len() as u64;
        if text == "2" {
            self.sockets[player].send_text("3".to_owned()).await?;
        }
        if !text.starts_with("42/counting,[\"update\",") {
            return Ok((None, false));
        }
        let state: u64 = after(text, "\"_stateID\":")?.parse()?;
        let over = memmem::find(text.as_bytes(), b"\"gameover\":").is_some();
        // Both may always move; they take turns by the parity of the states.
        if state % 2 == player as u64 && !over {
            self.turn = Some((player, state));
        }
        let own = self.asked.take_if(|(asked, at, _)| *asked == player && *at + 1 == state);
        let acknowledged = own.map(|(player, _, sent)| {
            let at = Instant::now();
            let micros = (at - sent).as_micros().min(u128::from(u32::MAX)) as u32;
            let (seat, word) = (player.to_string(), "count".to_owned());
            Ack { table: self.name(), seat, word, version: state, micros, at }
        });
        let both = over && acknowledged.is_some();
        Ok((acknowledged, both))
    }
}

/// The digits behind a mark.
fn after<'a>(text: &'a str, mark: &str) -> Result<&'a str> {
    let begin = memmem::find(text.as_bytes(), mark.as_bytes()).with_context(|| text.to_owned())? + mark.len();
    let rest = &text[begin..];
    Ok(&rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())])
}

/// Reads until a text begins so; returns its length.
async fn until(socket: &mut Socket, begin: &str) -> Result<u64> {
    loop {
        match socket.next().await {
            Got::Text(text) if text.starts_with(begin) => return Ok(text.len() as u64),
            Got::Text(text) if text.as_str() == "2" => socket.send_text("3".to_owned()).await?,
            Got::Text(_) => {}
            Got::End(why) => bail!("the socket was closed: {why:?}"),
        }
    }
}

impl Players for Counting {
    fn set_pace(&mut self, first: Instant, between: Duration) {
        self.pace = Some(Pace::new(first, between));
    }

    async fn play(&mut self, mut acknowledged: impl FnMut(Ack) + Send) -> Result<()> {
        loop {
            let due = self.pace.map_or_else(Instant::now, Pace::due);
            let ready = self.turn.filter(|_| self.asked.is_none());
            if let Some((player, state)) = ready.filter(|_| due <= Instant::now()) {
                self.count(player, state).await?;
                continue;
            }
            let [one, two] = &mut self.sockets;
            let (player, got) = tokio::select! {
                got = one.next() => (0, got),
                got = two.next() => (1, got),
                () = tokio::time::sleep_until(due.into()), if ready.is_some() => continue,
            };
            let Got::Text(text) = got else { bail!("the socket was closed") };
            let (ack, over) = self.take(player, &text).await?;
            if let Some(ack) = ack {
                acknowledged(ack);
            }
            if over {
                self.new_match().await?;
            }
        }
    }

    fn received(&self) -> (u64, u64) {
        (self.bytes, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_found_behind_their_mark() {
        let text = r#"42/counting,["update","0-1",{"ctx":{"currentPlayer":"1"},"_stateID":17},[{"_stateID":16}]]"#;
        assert_eq!(after(text, "\"_stateID\":").unwrap(), "17");
        assert_eq!(after(text, "\"currentPlayer\":\"").unwrap(), "1");
        assert!(after(text, "\"gameover\":").is_err());
    }

    #[test]
    fn the_version_is_fixed_and_the_lock_file_has_it() {
        let read = |name: &str| FILES.iter().find(|(file, _)| *file == name).unwrap().1;
        let package: serde_json::Value = serde_json::from_str(read("package.json")).unwrap();
        let lock: serde_json::Value = serde_json::from_str(read("package-lock.json")).unwrap();
        let version = &package["dependencies"]["boardgame.io"];
        assert!(version.as_str().unwrap().starts_with(|first: char| first.is_ascii_digit()), "{version}");
        assert_eq!(lock["packages"]["node_modules/boardgame.io"]["version"], *version);
    }
}
