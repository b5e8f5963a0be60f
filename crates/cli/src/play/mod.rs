//! `quipu play`: a person against bots in the terminal.

pub(crate) mod choose;
pub(crate) mod keep;
mod table;

use std::io::{BufRead, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anstream::{print, println};
use clap::Args;
use engine::{Record, Seat};

use crate::input::{self, Recorded};
use crate::show::{faint, strong};
use crate::{Failure, Outcome, Shared};
use table::Table;

#[derive(Args)]
pub(crate) struct Play {
    /// The game; if missing, you are asked
    game: Option<String>,
    /// How many seats
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// A table option, key=value; may be given several times
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
    /// Your seat [default: A, or the one you had]
    #[arg(long, value_name = "LETTER")]
    seat: Option<Seat>,
    /// The bots of the other seats: one for all, or one per seat [default: adept, or those that sat there]
    #[arg(long, value_delimiter = ',', value_name = "BOT,…")]
    bots: Vec<String>,
    /// Fix the draws by a number; without it they are random
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Continue a record
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Continue the game that was left last, or the one with that number
    #[arg(long, value_name = "N", require_equals = true, num_args = 0..=1, default_missing_value = "last")]
    resume: Option<KeptGame>,
}

/// Which kept game is continued.
#[derive(Clone, Copy, Debug)]
enum KeptGame {
    Last,
    Number(u32),
}

impl FromStr for KeptGame {
    type Err = String;

    fn from_str(text: &str) -> Result<KeptGame, String> {
        match text {
            "last" => Ok(KeptGame::Last),
            _ => text.parse().map(KeptGame::Number).map_err(|_| "the number of a kept game, or 'last'".to_owned()),
        }
    }
}

impl Play {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let mut lines = Lines::new();
        let table = match self.saved()? {
            Some(file) => self.go_on(&file, shared)?,
            None => self.sit_down(shared, &mut lines)?,
        };
        table.play(&mut lines)
    }

    /// The record to continue, if one was asked for.
    fn saved(&self) -> Result<Option<PathBuf>, Failure> {
        let (None, Some(resume)) = (&self.load, self.resume) else { return Ok(self.load.clone()) };
        let left = match (resume, &self.game) {
            (KeptGame::Last, game) => keep::last(game.as_deref()),
            (KeptGame::Number(number), Some(game)) => keep::numbered(game, number).filter(|file| file.exists()),
            (KeptGame::Number(_), None) => {
                return Err(Failure::Usage("a number goes with its game: 'quipu play GAME --resume=N'".to_owned()));
            }
        };
        let nothing = || Failure::Usage("there is no game to continue; start one with 'quipu play GAME'".to_owned());
        left.map(Some).ok_or_else(nothing)
    }

    fn go_on(&self, file: &Path, shared: &Shared) -> Result<Table, Failure> {
        let recorded = Recorded::read(file, shared)?;
        recorded.whole("be played on")?;
        Table::resume(&recorded, self.seat, &self.bots)
    }

    fn sit_down(&self, shared: &Shared, lines: &mut Lines) -> Result<Table, Failure> {
        let key = match &self.game {
            Some(key) => key.clone(),
            None => ask_for_game(lines)?,
        };
        let entry = input::entry(&key)?;
        let opening = input::opening(entry, self.seats, &self.options, shared)?;
        let game = entry.kind().open(&opening).map_err(|error| input::unopened(&error))?;
        if let Some(file) = keep::last(Some(&key)) {
            let command = keep::command(&key, &file);
            println!("{}", crate::show::wrapped(&format!("You left a game: '{command}' goes on with it."), ""));
            if lines.on_terminal && lines.agrees("Go on with it now? (y, n)") {
                return self.go_on(&file, shared);
            }
            println!("It stays as it is; this is a new one.");
        }
        let bots = if self.bots.is_empty() { vec![table::BOT.to_owned()] } else { self.bots.clone() };
        Table::new(entry, game, self.seat.unwrap_or(Seat::A), &bots, keep::seed(self.seed))
    }
}

/// The lines that the person types.
pub(crate) struct Lines {
    typed: std::io::Lines<std::io::StdinLock<'static>>,
    on_terminal: bool,
}

impl Lines {
    pub(crate) fn new() -> Lines {
        let stdin = std::io::stdin();
        let on_terminal = stdin.is_terminal();
        Lines { typed: stdin.lock().lines(), on_terminal }
    }

    /// Asks and waits; `None` when there will be no more.
    pub(crate) fn ask(&mut self, prompt: &str) -> Option<String> {
        print!("{prompt} ");
        let _ = anstream::stdout().flush();
        let line = self.typed.next()?.ok()?;
        if !self.on_terminal {
            // What comes from a file or a pipe is not seen otherwise.
            println!("{}", faint(line.trim()));
        }
        Some(line.trim().to_owned())
    }

    /// Asks until there is a clear answer; who says nothing more does not agree.
    fn agrees(&mut self, question: &str) -> bool {
        loop {
            match self.ask(question).map(|answer| answer.to_lowercase()).as_deref() {
                Some("y" | "yes") => return true,
                None | Some("n" | "no") => return false,
                Some(_) => {}
            }
        }
    }
}

fn ask_for_game(lines: &mut Lines) -> Result<String, Failure> {
    println!("{}", strong("Which game?"));
    for (number, entry) in catalog::GAMES.iter().enumerate() {
        let info = entry.kind().info();
        println!("  {}  {} for {} to {} players", number + 1, info.name, info.seats.0, info.seats.1);
    }
    loop {
        let Some(answer) = lines.ask("Number or name:") else {
            return Err(Failure::Usage("no game was chosen".to_owned()));
        };
        let by_number = answer.parse::<usize>().ok().and_then(|number| catalog::GAMES.get(number.checked_sub(1)?));
        if let Some(entry) = by_number.copied().or_else(|| catalog::find(&answer.to_lowercase())) {
            return Ok(entry.kind().info().key.to_owned());
        }
        println!("'{}' is none of them.", engine::clip(&answer));
    }
}

/// Writes a record where the person wants it.
pub(crate) fn save(record: &Record, file: &str) -> Result<(), String> {
    std::fs::write(file, record.to_string()).map_err(|error| format!("{file}: {error}"))
}
