//! `quipu-load`: measures a server under load, and kills it repeatedly. Used by `cargo xtask load` and `cargo xtask
//! crash`.

#![expect(clippy::print_stdout, reason = "a command talks to the person who runs it")]

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use load::{Node, Plan};

/// Load and crash tests, on loopback only.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Load,
}

#[derive(Subcommand)]
enum Load {
    /// Start a server and a generator, and print the measurements
    Bench {
        /// The binary `quipu`
        quipu: PathBuf,
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
    },
    /// Kill a server during play, repeatedly: on SQLite, then one of two servers on a temporary PostgreSQL
    Crash {
        /// The binary `quipu`
        quipu: PathBuf,
        /// How often
        #[arg(long, default_value_t = 50)]
        times: usize,
        /// How many tables
        #[arg(long, default_value_t = 20)]
        tables: usize,
    },
    /// Play at many tables of a running server
    Play {
        /// Where it listens
        server: SocketAddr,
        /// Its process
        process: u32,
        /// The game
        game: String,
        /// How many tables
        tables: usize,
        /// How many seconds to measure
        seconds: u64,
        /// How many decisions per second; as many as possible without it
        rate: Option<u32>,
    },
    /// Open idle sockets
    Idle {
        /// Where the server listens
        server: SocketAddr,
        /// Its process
        process: u32,
        /// How many
        sockets: usize,
    },
}

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let done = runtime.context("no threads can be had").and_then(|runtime| runtime.block_on(run()));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<()> {
    match Arguments::parse().command {
        Load::Bench { quipu, tables, seconds, rate, sockets } => bench(&quipu, tables, seconds, rate, sockets).await,
        Load::Crash { quipu, times, tables } => crash(&quipu, times, tables).await,
        Load::Play { server, process, game, tables, seconds, rate } => {
            let (warm_up, measured) = (Duration::from_secs(3), Duration::from_secs(seconds));
            print!("{}", load::play(Plan { server, process, tables, rate, warm_up, measured }, &game).await?);
            Ok(())
        }
        Load::Idle { server, process, sockets } => {
            print!("{}", load::idle(server, process, sockets, 1_000.min(sockets)).await?);
            Ok(())
        }
    }
}

async fn crash(quipu: &Path, times: usize, tables: usize) -> Result<()> {
    let folder = tempfile::tempdir()?;
    println!("SQLite: {}", kill(vec![Node::on_file(quipu, folder.path())?], times, tables).await?);
    // Without PostgreSQL `start_durable` has printed a warning.
    if let Some(postgres) = store::testing::Postgres::start_durable() {
        let url = postgres.database();
        let nodes = vec![Node::on_postgres(quipu, &url)?, Node::on_postgres(quipu, &url)?];
        println!("PostgreSQL, one of two servers: {}", kill(nodes, times, tables).await?);
    }
    Ok(())
}

async fn kill(mut nodes: Vec<Node>, times: usize, tables: usize) -> Result<load::Survived> {
    for node in &mut nodes {
        node.start().await?;
    }
    load::crash(&mut nodes, times, tables, 1).await
}

/// Runs each part with a fresh server, and the generator as a separate process.
async fn bench(quipu: &Path, tables: usize, seconds: u64, rate: u32, sockets: usize) -> Result<()> {
    let [tables, seconds, sockets] = [tables.to_string(), seconds.to_string(), sockets.to_string()];
    let rate = rate.to_string();
    let parts: [(&str, &[&str]); 4] = [
        ("play", &["tikal", &tables, &seconds, &rate]),
        ("play", &["tikal", &tables, &seconds]),
        ("play", &["thebes", &tables, &seconds]),
        ("idle", &[&sockets]),
    ];
    let folder = tempfile::tempdir()?;
    let mut node = Node::on_file(quipu, folder.path())?;
    node.start().await?;
    print!("{}", load::open_long(&mut node, 5_000).await?);
    drop(node);
    for (part, arguments) in parts {
        let folder = tempfile::tempdir()?;
        let mut node = Node::on_file(quipu, folder.path())?;
        node.start().await?;
        let mut generator = Command::new("sh");
        generator.args(["-c", "ulimit -n \"$(ulimit -Hn)\"; exec \"$@\"", "sh"]).arg(std::env::current_exe()?);
        generator.args([part, &node.address.to_string(), &node.process().to_string()]).args(arguments);
        let status = tokio::task::spawn_blocking(move || generator.stdin(Stdio::null()).status()).await??;
        ensure!(status.success(), "the generator failed at {part} {arguments:?}");
    }
    Ok(())
}
