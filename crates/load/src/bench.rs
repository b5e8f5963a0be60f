//! The measurements of `cargo xtask load`: each with a fresh server, and the generator as a process of its own.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;
use load::{Measured, Node, Peer};

/// What to measure.
#[derive(Args)]
pub(crate) struct Wanted {
    /// How many tables
    #[arg(long, default_value_t = 200)]
    tables: usize,
    /// How many seconds to measure for each game
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// How many decisions per second to ask for, before measuring how many are possible. A little more than the
    /// 5,000 that are promised, since tables pause while they start the next match
    #[arg(long, default_value_t = 5_200)]
    rate: u32,
    /// How many idle sockets
    #[arg(long, default_value_t = 10_000)]
    sockets: usize,
    /// Instead of all that, measure boardgame.io's server and ours in turn, with every game, and print the ratios;
    /// fails if a goal is missed
    #[arg(long)]
    peer: bool,
}

/// The games, and the part of boardgame.io's rate that each of them shall reach.
const GAMES: [(&str, f64); 4] = [("tikal", 0.7), ("thebes", 0.4), ("tongiaki", 0.4), ("inka", 0.4)];

/// The part of the rate reached at which latency is measured.
const STEADY: f64 = 0.8;

/// The latency at that rate, in milliseconds: 99 of 100 answers come sooner.
const LATENCY: f64 = 50.0;

/// The most bytes that the clients of a table get for each decision.
const BYTES: f64 = 3_500.0;

/// Which goals a game missed. `wanted` is the least number of decisions a second.
fn misses(wanted: f64, fast: &Measured, steady: &Measured) -> Vec<&'static str> {
    let judged = [
        (fast.rate() >= wanted, "too slow beside boardgame.io"),
        (steady.p99() < LATENCY, "too slow an answer to one decision in a hundred"),
        (fast.bytes <= BYTES && steady.bytes <= BYTES, "too many bytes an action"),
    ];
    judged.into_iter().filter(|(met, _)| !met).map(|(_, miss)| miss).collect()
}

impl Wanted {
    pub(crate) async fn run(&self, quipu: &Path) -> Result<()> {
        if self.peer {
            return self.beside_peer(quipu).await;
        }
        let folder = tempfile::tempdir()?;
        let mut node = Node::on_file(quipu, folder.path())?;
        node.start().await?;
        print!("{}", load::open_long(&mut node, 5_000).await?);
        drop(node);
        print!("{}", self.play(quipu, "tikal", Some(self.rate)).await?);
        print!("{}", self.play(quipu, "tikal", None).await?);
        print!("{}", self.play(quipu, "thebes", None).await?);
        let folder = tempfile::tempdir()?;
        let mut node = Node::on_file(quipu, folder.path())?;
        node.start().await?;
        print!("{}", generate("idle", node.address, node.process(), &[self.sockets.to_string()]).await?);
        Ok(())
    }

    /// boardgame.io before and after ours, since a machine may have other things to do meanwhile.
    async fn beside_peer(&self, quipu: &Path) -> Result<()> {
        let first = self.play_peer().await?;
        let mut played = Vec::new();
        for (game, goal) in GAMES {
            let fast = self.play(quipu, game, None).await?;
            print!("{fast}");
            let steady = self.play(quipu, game, Some((fast.rate() * STEADY) as u32)).await?;
            print!("{steady}");
            played.push((game, goal, fast, steady));
        }
        let last = self.play_peer().await?;
        let peer = f64::midpoint(first.rate(), last.rate());
        println!("\nboardgame.io: {:.0}/s before, {:.0}/s after, p99 {:.1} ms", first.rate(), last.rate(), last.p99());
        let mut missed = Vec::new();
        for (game, goal, fast, steady) in played {
            let (rate, each) = (fast.rate(), fast.rate() / fast.processors[0].max(0.001));
            println!(
                "{game}: {rate:.0}/s, {:.2} of boardgame.io's rate (wanted: {goal}); at {:.0} % of it ({:.0}/s) p99 \
                 {:.1} ms (wanted: below {LATENCY}); {:.0} bytes an action (wanted: {BYTES} at most); {each:.0} for \
                 each second of the server's processor time",
                rate / peer,
                STEADY * 100.0,
                steady.rate(),
                steady.p99(),
                fast.bytes,
            );
            missed.extend(misses(goal * peer, &fast, &steady).into_iter().map(|what| format!("{game}: {what}")));
        }
        ensure!(missed.is_empty(), "goals were missed:\n  {}", missed.join("\n  "));
        Ok(())
    }

    async fn play_peer(&self) -> Result<Measured> {
        let peer = Peer::start(&load::peer_folder()?).await?;
        let arguments = [self.tables.to_string(), self.seconds.to_string()];
        let measured = read(&generate("peer", peer.address, peer.process(), &arguments).await?)?;
        print!("{measured}");
        Ok(measured)
    }

    async fn play(&self, quipu: &Path, game: &str, rate: Option<u32>) -> Result<Measured> {
        let folder = tempfile::tempdir()?;
        let mut node = Node::on_file(quipu, folder.path())?;
        node.start().await?;
        let mut arguments = vec![game.to_owned(), self.tables.to_string(), self.seconds.to_string()];
        arguments.extend(rate.map(|rate| rate.to_string()));
        read(&generate("play", node.address, node.process(), &arguments).await?)
    }
}

fn read(text: &str) -> Result<Measured> {
    serde_json::from_str(text).with_context(|| format!("the generator says: {text}"))
}

/// Runs a part of the generator, and returns what it prints.
async fn generate(part: &str, server: SocketAddr, process: u32, arguments: &[String]) -> Result<String> {
    let mut generator = Command::new("sh");
    generator.args(["-c", "ulimit -n \"$(ulimit -Hn)\"; exec \"$@\"", "sh"]).arg(std::env::current_exe()?);
    generator.args([part, &server.to_string(), &process.to_string()]).args(arguments);
    generator.stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = tokio::task::spawn_blocking(move || generator.output()).await??;
    ensure!(output.status.success(), "the generator failed at {part} {arguments:?}");
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_goal_is_named() {
        let measured = |acknowledged, p99, bytes| Measured {
            what: String::new(),
            seconds: 1.0,
            asked: None,
            acknowledged,
            refused: 0,
            millis: [1.0, p99, p99],
            processors: [1.0, 1.0],
            bytes,
            resident: 0,
        };
        let (fast, steady) = (measured(700, 300.0, 3_500.0), measured(560, 49.0, 3_400.0));
        assert_eq!(misses(700.0, &fast, &steady), [""; 0]);
        assert_eq!(misses(701.0, &fast, &steady), ["too slow beside boardgame.io"]);
        assert_eq!(misses(0.0, &fast, &measured(560, 50.0, 0.0)), ["too slow an answer to one decision in a hundred"]);
        assert_eq!(misses(0.0, &fast, &measured(560, 1.0, 3_501.0)), ["too many bytes an action"]);
    }
}
