//! `quipu-load`: measures a server under load, and kills it repeatedly. Used by `cargo xtask load` and `cargo xtask
//! crash`. `cargo xtask dist --check` plays one match with it.

#![expect(clippy::print_stdout, reason = "a command talks to the person who runs it")]

mod bench;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::{Parser, Subcommand};
use load::{Attack, Club, Counted, Found, Node, Plan, Trial};

use crate::bench::Wanted;

/// How long to play before measuring.
const WARM_UP: Duration = Duration::from_secs(3);

/// How many decisions are made before a match is left.
const DECISIONS: usize = 10;

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
        #[command(flatten)]
        wanted: Wanted,
    },
    /// Kill a server during play, repeatedly: on SQLite, then one of two servers on a temporary PostgreSQL. Then attack
    /// one as a single guest can, and measure what honest people feel
    Crash {
        /// The binary `quipu`
        quipu: PathBuf,
        /// How often to kill it; 0 for the attacks alone
        #[arg(long, default_value_t = 50)]
        times: usize,
        /// How many tables
        #[arg(long, default_value_t = 20)]
        tables: usize,
        /// How many seconds each attack lasts; 0 for no attacks
        #[arg(long, default_value_t = 10)]
        attack_seconds: u64,
    },
    /// Simulate a club of people and bots of known strength: do ratings find the strengths again, do they foretell
    /// results, how fast are the pages
    Club {
        /// The binary `quipu`
        quipu: PathBuf,
        /// How many accounts
        #[arg(long, default_value_t = 2_000)]
        accounts: usize,
        /// How many matches
        #[arg(long, default_value_t = 20_000)]
        matches: usize,
        /// The longest that a page may take, in milliseconds
        #[arg(long, default_value_t = 30.0)]
        within: f64,
        /// How often a server is killed while rated matches end, on each database
        #[arg(long, default_value_t = 20)]
        kills: usize,
        /// Keep the club in a temporary PostgreSQL instead of SQLite
        #[arg(long)]
        postgres: bool,
    },
    /// Play at many tables of a running server, and print the measurements as JSON
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
    /// Count at many tables of a running server of boardgame.io, and print the measurements as JSON
    Peer {
        /// Where it listens
        server: SocketAddr,
        /// Its process
        process: u32,
        /// How many tables
        tables: usize,
        /// How many seconds to measure
        seconds: u64,
    },
    /// Begin a match against a bot at a running server, and write who plays where into a file
    Begin {
        /// Where it listens
        server: SocketAddr,
        /// The file
        kept: PathBuf,
        /// The game
        #[arg(long, default_value = "tongiaki")]
        game: String,
    },
    /// Go on with such a match to its end, and print its record
    Finish {
        /// Where the server listens
        server: SocketAddr,
        /// The file
        kept: PathBuf,
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
        Load::Bench { quipu, wanted } => wanted.run(&quipu).await,
        Load::Crash { quipu, times, tables, attack_seconds } => {
            if times > 0 {
                crash(&quipu, times, tables).await?;
            }
            if attack_seconds > 0 {
                attack(&quipu, Duration::from_secs(attack_seconds)).await?;
            }
            Ok(())
        }
        Load::Club { quipu, accounts, matches, within, kills, postgres } => {
            club(&quipu, Club { accounts, matches }, within, kills, postgres).await
        }
        Load::Play { server, process, game, tables, seconds, rate } => {
            let plan = Plan { server, process, tables, rate, warm_up: WARM_UP, measured: Duration::from_secs(seconds) };
            print!("{}", serde_json::to_string(&load::play(plan, &game).await?)?);
            Ok(())
        }
        Load::Peer { server, process, tables, seconds } => {
            let measured = Duration::from_secs(seconds);
            let plan = Plan { server, process, tables, rate: None, warm_up: WARM_UP, measured };
            print!("{}", serde_json::to_string(&load::play_peer(plan).await?)?);
            Ok(())
        }
        Load::Begin { server, kept, game } => {
            let trial = Trial::begin(server, &game, DECISIONS).await?;
            Ok(std::fs::write(kept, serde_json::to_string(&trial)?)?)
        }
        Load::Finish { server, kept } => {
            let trial: Trial = serde_json::from_str(&std::fs::read_to_string(kept)?)?;
            print!("{}", trial.finish(server).await?);
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

/// Looks at a club, then kills servers. What is wrong with the club is said at the end, so that one look shows all.
async fn club(quipu: &Path, club: Club, within: f64, kills: usize, postgres: bool) -> Result<()> {
    let folder = tempfile::tempdir()?;
    // Without PostgreSQL `start_durable` has printed a warning.
    let server = store::testing::Postgres::start_durable();
    let backend = match (postgres, &server) {
        (false, _) => load::file_in(folder.path()),
        (true, Some(server)) => store::Backend::Postgres(server.database()),
        (true, None) => bail!("there is no PostgreSQL for the club"),
    };
    println!("{}:", if postgres { "PostgreSQL" } else { "SQLite" });
    let found = club.run(quipu, &backend, 1).await?;
    print!("{found}");
    if kills > 0 {
        let folder = tempfile::tempdir()?;
        println!("SQLite: {}", count(quipu, &load::file_in(folder.path()), kills).await?);
        if let Some(server) = &server {
            let backend = store::Backend::Postgres(server.database());
            println!("PostgreSQL: {}", count(quipu, &backend, kills).await?);
        }
    }
    let wrong = wrong_in(&found, within);
    ensure!(wrong.is_empty(), "{}", wrong.join("; "));
    Ok(())
}

/// What of a club is not as it has to be.
fn wrong_in(found: &Found, within: f64) -> Vec<String> {
    let mut wrong = Vec::new();
    if found.spearman < 0.95 {
        wrong.push("ratings do not order the strengths".to_owned());
    }
    if found.surprise.0 >= found.surprise.1 {
        wrong.push("ratings foretell nothing".to_owned());
    }
    if found.pairing.millis > 1000.0 {
        wrong.push("it takes longer than a second to seat those who wait".to_owned());
    }
    if 10 * found.pairing.seated < 9 * found.pairing.waited {
        wrong.push("one in ten of those who wait finds nobody".to_owned());
    }
    for page in found.pages.iter().filter(|page| page.p95 > within) {
        wrong.push(format!("{} takes {:.1} ms (p95), longer than {within} ms", page.page, page.p95));
    }
    wrong
}

/// Kills a server of one database while rated matches end, and counts the results.
async fn count(quipu: &Path, backend: &store::Backend, kills: usize) -> Result<Counted> {
    let mut node = Node::on(quipu, backend)?;
    node.start().await?;
    load::count_results(&mut node, backend, kills, 4, 1).await
}

async fn attack(quipu: &Path, lasts: Duration) -> Result<()> {
    let mut failed = Vec::new();
    for attack in Attack::ALL {
        let withstood = attack.run(quipu, lasts).await.with_context(|| format!("attack {}", attack.number()))?;
        println!("{withstood}");
        if !withstood.holds() {
            failed.push(attack.number());
        }
    }
    ensure!(
        failed.is_empty(),
        "people could not play on, memory grew too much, or connections stayed, in these attacks: {failed:?}"
    );
    Ok(())
}

async fn kill(mut nodes: Vec<Node>, times: usize, tables: usize) -> Result<load::Survived> {
    for node in &mut nodes {
        node.start().await?;
    }
    load::crash(&mut nodes, times, tables, 1).await
}
