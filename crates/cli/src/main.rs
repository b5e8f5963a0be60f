//! The command `quipu`: play, simulate, replay and check exploration games.
//!
//! Every command answers in one of three ways: 0, all is well; 1, a check failed; 2, the command cannot do what
//! it was asked. What is wrong is said in one line: what, where, what to do.

#[cfg(feature = "server")]
mod admin;
mod arena;
#[cfg(feature = "server")]
mod backup;
mod bench;
mod boxes;
mod calibrate;
mod examine;
#[cfg(feature = "server")]
mod frames;
mod games;
#[cfg(feature = "server")]
mod health;
mod hint;
mod input;
mod learn;
mod legal;
mod manual;
mod perft;
mod phrases;
mod play;
mod puzzles;
mod replay;
mod review;
mod rules;
mod scenario;
#[cfg(feature = "server")]
mod seat;
#[cfg(feature = "server")]
mod serve;
mod show;
mod sim;
mod stdio;
mod train;
mod tune;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// The version, with the commit and its day where the build knows them: `0.2.0 (1a2b3c4 2026-11-18)`.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("QUIPU_BUILD"), ")");

/// See the root manifest for why.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Why a command did not succeed.
pub(crate) enum Failure {
    /// A check failed: exit code 1.
    Check(String),
    /// The command cannot do what it was asked: exit code 2.
    Usage(String),
}

pub(crate) type Outcome = Result<(), Failure>;

#[derive(Parser)]
#[command(name = "quipu", version = VERSION, about, long_about = None, after_help = HELP)]
struct Quipu {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    shared: Shared,
}

/// What every command understands.
#[derive(Args, Clone)]
pub(crate) struct Shared {
    /// Print JSON for programs instead of text for people
    #[arg(long, global = true)]
    json: bool,
    /// Play with an owner's box: a corrected box file of the game
    #[arg(long = "box", value_name = "FILE", global = true)]
    box_file: Option<PathBuf>,
}

const HELP: &str = "\
First steps:
  quipu games                       which games there are
  quipu games tikal                 one game with its options
  quipu learn tikal                 learn it by doing
  quipu rules tikal T14             a rule with its diagram
  quipu play tikal                  sit down against bots
  quipu sim tikal --games 100       watch bots play a hundred games
  quipu replay game.quipu           the position at the end of a recorded game

Exit codes: 0 all is well, 1 a check failed, 2 the command cannot do what it was asked.";

#[derive(Subcommand)]
enum Command {
    /// List the games, or show one: seats, options with values and defaults, rules version
    Games(games::Games),
    /// Let bots play games and print speed, lengths, scores and wins by seat
    Sim(sim::Sim),
    /// Check every step of a record and show the position at its end, or before a step
    Replay(replay::Replay),
    /// List the legal words of a position of a record, or of every one
    Legal(legal::Legal),
    /// Print a record as a client sees it, a line of JSON for each moment
    #[cfg(feature = "server")]
    Frames(frames::Frames),
    /// Run scenarios: rules as tests
    Scenario(scenario::Scenarios),
    /// Count the paths of a number of steps from a position
    Perft(perft::Perft),
    /// Check a record against its result and its seed against its commitment
    Verify(verify::Verify),
    /// Play against bots in the terminal
    Play(play::Play),
    /// Learn a game by doing: its lessons, step by step
    Learn(learn::Learn),
    /// Print the rules of a game, or one of them with its diagram
    Rules(rules::Rules),
    /// Look after boxes of games whose components owners may correct
    Box(boxes::Boxes),
    /// Let bots compete, seats rotated, and rate them
    Arena(arena::Arena),
    /// Say what a master would play in a position of a record, and what it should bring
    Hint(hint::Hint),
    /// Review a finished match: luck, choice, and what else was possible
    Review(review::Review),
    /// Measure what reviews expect against what comes true in self-play, and fit it
    Calibrate(calibrate::Calibrate),
    /// Say whether reviews can be trusted: equals reviewed, turns judged twice, mistakes put in
    #[command(hide = true)]
    Examine(examine::Examine),
    /// Play the puzzle of the day, list the puzzles of a game, or find new ones
    Puzzles(puzzles::Puzzles),
    /// Play for another program: a bot over standard input and output
    Engine(stdio::Engine),
    /// Let a program play its seat at a server's table
    #[cfg(feature = "server")]
    Seat(seat::Seat),
    /// Look for better weights of a game's estimate by self-play
    Tune(tune::Tune),
    /// Let a game learn what positions are worth by self-play
    Train(train::Train),
    /// Measure random play on one core
    Bench(bench::Bench),
    /// Open tables for people in browsers
    #[cfg(feature = "server")]
    Serve(Box<serve::Serve>),
    /// Look after a server: people, tables, reports
    #[cfg(feature = "server")]
    Admin(admin::Admin),
    /// Write all that a server keeps into one file, also while it runs
    #[cfg(feature = "server")]
    Backup(backup::Backup),
    /// Restore a backup into an empty database
    #[cfg(feature = "server")]
    Restore(backup::Restore),
    /// Ask a running server whether it is ready: 0 if it is, 1 if not
    #[cfg(feature = "server")]
    Health(health::Health),
    /// Print what a shell needs to complete the commands and options of quipu
    Completions(manual::Completions),
    /// Write the man pages of all commands into a folder
    Man(manual::Man),
}

fn main() -> ExitCode {
    let Quipu { command, shared } = Quipu::parse();
    let outcome = match command {
        Command::Games(command) => command.run(&shared),
        Command::Sim(command) => command.run(&shared),
        Command::Replay(command) => command.run(&shared),
        Command::Legal(command) => command.run(&shared),
        #[cfg(feature = "server")]
        Command::Frames(command) => command.run(&shared),
        Command::Scenario(command) => command.run(&shared),
        Command::Perft(command) => command.run(&shared),
        Command::Verify(command) => command.run(&shared),
        Command::Play(command) => command.run(&shared),
        Command::Learn(command) => command.run(),
        Command::Rules(command) => command.run(),
        Command::Box(command) => command.run(&shared),
        Command::Arena(command) => command.run(&shared),
        Command::Hint(command) => command.run(&shared),
        Command::Review(command) => command.run(&shared),
        Command::Calibrate(command) => command.run(&shared),
        Command::Examine(command) => command.run(&shared),
        Command::Puzzles(command) => command.run(&shared),
        Command::Engine(command) => command.run(&shared),
        #[cfg(feature = "server")]
        Command::Seat(command) => command.run(),
        Command::Tune(command) => command.run(&shared),
        Command::Train(command) => command.run(&shared),
        Command::Bench(command) => command.run(&shared),
        #[cfg(feature = "server")]
        Command::Serve(command) => command.run(),
        #[cfg(feature = "server")]
        Command::Admin(command) => command.run(&shared),
        #[cfg(feature = "server")]
        Command::Backup(command) => command.run(),
        #[cfg(feature = "server")]
        Command::Restore(command) => command.run(),
        #[cfg(feature = "server")]
        Command::Health(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Check(line)) => fail(&line, 1),
        Err(Failure::Usage(line)) => fail(&line, 2),
    }
}

fn fail(line: &str, code: u8) -> ExitCode {
    anstream::eprintln!("quipu: {}", line.replace('\n', " "));
    ExitCode::from(code)
}
