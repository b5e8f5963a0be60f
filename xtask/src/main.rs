//! The project's own commands: `cargo xtask play`, `test`, `soak`, `bench`, `web-bench`, `shots`, `load`, `crash`,
//! `tune`, `train`, `ladder`, `codegen`, `dist`, `docs`, `tidy` and `new-game`.
//!
//! Needs nothing but the Rust toolchain; whatever else a command wants it installs, or says loudly that it could not.

#![expect(clippy::print_stdout, reason = "a command talks to the person who runs it")]

mod bench;
mod browser;
mod builds;
mod dist;
mod docs;
mod ladder;
mod load;
mod new_game;
mod node;
mod play;
mod progress;
mod python;
mod rustc;
mod soak;
mod test;
mod tidy;
mod tools;
mod train;
mod tune;
mod wasm;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The project's own commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Builds server and page, serves them and opens the page; with a game's name plays in the terminal
    Play {
        /// Serve the page without a server, as a folder of files
        #[arg(long)]
        site: bool,
        /// A game, for the terminal, then whatever `quipu play` takes; or whatever `quipu serve` takes
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Tests everything, and prints how long each stage took
    Test {
        /// Fewer law games, no browser, no Python, no trial of `new-game`
        #[arg(long)]
        quick: bool,
        /// Only what can break by the changes since this commit, committed or not
        #[arg(long, value_name = "COMMIT")]
        since: Option<String>,
        /// Also the stages that have passed here and test nothing that has changed since; `CI=true` runs them, too
        #[arg(long)]
        all: bool,
        /// Only these stages and what they need, such as `tidy` or `browser`
        stages: Vec<String>,
    },
    /// Runs the long things: many law games, attacks on a server, and each fuzz target for a while
    Soak {
        /// How long each fuzz target runs
        #[arg(long, default_value_t = 600)]
        seconds: u32,
    },
    /// Measures random play of every game on one core
    Bench {
        /// A game, then whatever `quipu bench` takes
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Measures how fast the page is in a real browser
    WebBench,
    /// Makes the README's pictures of the boards in docs/shots, in a real browser
    Shots,
    /// Improves the weights of a game's estimate by self-play and writes them into its sources
    Tune {
        /// The game
        game: String,
        /// Whatever `quipu tune` takes
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Lets a game learn what positions are worth by self-play, and puts it into its folder if it proves better
    Train {
        /// The game
        game: String,
        /// Whatever `quipu train` takes
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Measures the bots against each other, as the tables of docs/bots.md have it
    Ladder {
        /// One game alone
        #[arg(long)]
        game: Option<String>,
        /// How many games a row, fewer where a sequential test has proven it
        #[arg(long, default_value_t = 400)]
        games: u32,
        /// Also a master with twice the time, and master against greedy with 2 s a turn
        #[arg(long)]
        slow: bool,
        /// Whatever else `quipu arena` takes, such as `--threads 2 --clock cpu`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Writes the TypeScript types that the browser's side takes from Rust
    Codegen,
    /// Makes what is shipped, for this machine: the binary with the page inside, the Python package, lists of all that
    /// is inside, the container image, the site, checksums; and tries it
    Dist(dist::Wanted),
    /// Makes the site of the documentation in target/docs: the pages of docs/ as a book, and the crates' own; checks
    /// every link
    Docs,
    /// Measures a server under load on this machine: many tables of Tikal and Thebes, and 10,000 idle sockets; with
    /// --peer every game beside boardgame.io's server; with --club a simulated club: ratings and their pages
    Load {
        /// Simulate a club instead; what follows is what `quipu-load club` takes: --accounts, --matches, --within
        #[arg(long)]
        club: bool,
        /// Whatever `quipu-load bench` takes: --tables, --seconds, --rate, --sockets, --peer
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Kills a server under load again and again, and looks for what it had acknowledged; then attacks one as a single
    /// guest can, and measures what honest people feel
    Crash {
        /// Whatever `quipu-load crash` takes: --times, --tables, --attack-seconds
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Checks what no compiler checks: each invariant of ARCHITECTURE.md, file by file
    Tidy,
    /// Makes the folder of a new game, small and complete, and adds it to the catalog
    NewGame {
        /// Its name in commands and records, such as `tikal` or `salt-road`
        name: String,
    },
}

fn main() -> ExitCode {
    let stand_in = rustc::as_rustc().or_else(python::as_cargo);
    let done = stand_in.unwrap_or_else(|| run(Arguments::parse().command));
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> anyhow::Result<bool> {
    match command {
        Command::Play { site: true, arguments } => wasm::play(&arguments),
        Command::Play { site: false, arguments } => play::run(&arguments),
        Command::Test { quick, since, all, stages } => test::run(&test::Wanted { quick, stages, since, all }),
        Command::Soak { seconds } => soak::run(seconds),
        Command::Bench { arguments } => bench::quipu("bench", &arguments),
        Command::WebBench => browser::measure(),
        Command::Shots => browser::shots(),
        Command::Tune { game, arguments } => tune::run(&game, &arguments),
        Command::Train { game, arguments } => train::run(&game, &arguments),
        Command::Ladder { game, games, slow, arguments } => {
            ladder::Ladder { games, only: game.as_deref(), slow, arguments: &arguments }.run()
        }
        Command::Codegen => web::codegen(),
        Command::Dist(wanted) => dist::run(&wanted),
        Command::Docs => docs::run(),
        Command::Load { club, arguments } => load::run(if club { "club" } else { "bench" }, &arguments),
        Command::Crash { arguments } => load::run("crash", &arguments),
        Command::Tidy => tidy::run(),
        Command::NewGame { name } => new_game::run(&name),
    }
}
