//! `quipu arena`: bots against each other, seats rotated, mirrored games with the same seed.

mod outside;
pub(crate) mod rating;
pub(crate) mod watch;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anstream::println;
use catalog::{Fault, GameEntry, Sitter, ThinkingTime};
use clap::Args;
use engine::{Opening, Seat};
use serde_json::{Value as Json, json};

use crate::show::strong;
use crate::sim::{on_threads, progress, unprepared, write_record};
use crate::{Failure, Outcome, Shared, input};
use outside::{Faults, Programs, Remote};
use rating::{Group, Proven, intervals, ratings, sprt, win_shares};
use watch::{Thought, Time, Watch};

#[derive(Args)]
pub(crate) struct Arena {
    /// The game
    game: String,
    /// One bot per seat; a name may be repeated. `master@2` has twice the time, `adept~1.5` a slip of 1.5,
    /// `exec:"./other --flags"` is a program that speaks the engine protocol (docs/engine.md)
    #[arg(long, value_delimiter = ',', required = true, value_name = "BOT,BOT,…")]
    bots: Vec<String>,
    /// How many games, rounded up to whole rounds of seat rotations
    #[arg(long, default_value_t = 100, value_name = "N")]
    games: u64,
    /// A table option, key=value; may be given several times
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,
    /// Milliseconds per turn; novice, adept and expert get an eighth, a quarter and a half of them
    #[arg(long, value_name = "MS", conflicts_with = "iterations")]
    budget: Option<u64>,
    /// The clock for those milliseconds
    #[arg(long, value_enum, default_value_t = Time::Wall)]
    clock: Time,
    /// Iterations per decision; gives repeatable results, and so does neither this nor a budget: then every bot has as
    /// many as it makes in 40 ms
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// How many games to play at once, with one thread each
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Stop as soon as a sequential test shows that the first bot wins more or less than this share of the games
    #[arg(long, value_name = "SHARE", num_args = 0..=1, default_missing_value = "0.6")]
    sprt: Option<f64>,
    /// Begin no further round after this many seconds, and print the results so far
    #[arg(long, value_name = "S")]
    seconds: Option<u64>,
    /// How many milliseconds longer than its time a program may take before it has lost the game
    #[arg(long, default_value_t = 2000, value_name = "MS")]
    patience: u64,
    /// Write one .quipu file per game into this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

impl Arena {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        let entry = input::entry(&self.game)?;
        let opening = input::opening(entry, Some(self.bots.len()), &self.options, shared)?;
        if let Some(folder) = &self.records {
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::Usage(format!("{}: {error}", folder.display())))?;
        }
        let mut names: Vec<String> = Vec::new();
        for bot in &self.bots {
            if !names.contains(bot) {
                names.push(bot.clone());
            }
        }
        if self.sprt.is_some() && names.len() != 2 {
            return Err(Failure::Usage("--sprt compares two bots, name two".to_owned()));
        }
        outside::try_out(&names)?;
        let found = self.play(entry, &opening, &names, shared.json)?;
        found.print(&self, &names, shared.json);
        Ok(())
    }

    /// Plays round after round: one seed, the bots on every rotation of the seats.
    fn play(&self, entry: &dyn GameEntry, opening: &Opening, names: &[String], quiet: bool) -> Result<Found, Failure> {
        let seats = self.bots.len() as u64;
        let rounds = self.games.div_ceil(seats);
        let bar = progress(rounds * seats, quiet);
        let (next, proven) = (AtomicU64::new(0), AtomicBool::new(false));
        let found = Mutex::new(Found::new(names.len()));
        let (since, most) = (Instant::now(), self.seconds.map(Duration::from_secs));
        let late = || most.is_some_and(|most| since.elapsed() >= most);
        let work = || -> Outcome {
            let mut programs = Programs::default();
            loop {
                let round = next.fetch_add(1, Ordering::Relaxed);
                // The first round is always played: there must be something to print.
                if round >= rounds || proven.load(Ordering::Relaxed) || round > 0 && late() {
                    return Ok(());
                }
                let mut group = Group::default();
                let mut tables = Vec::new();
                for turn in 0..self.bots.len() {
                    let table = self.table(entry, opening, names, &mut programs, (round, turn))?;
                    group.games.push(table.places.clone());
                    tables.push(table);
                    bar.inc(1);
                }
                let mut found = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                tables.iter().for_each(|table| found.add(table));
                found.groups.push(group);
                if let Some(goal) = self.sprt {
                    found.proven = sprt(&found.groups, goal);
                    proven.store(found.proven != Proven::Open, Ordering::Relaxed);
                }
            }
        };
        let played = on_threads(self.threads, work);
        bar.finish_and_clear();
        played?;
        Ok(found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// Plays one game of a round.
    fn table(
        &self,
        entry: &dyn GameEntry,
        opening: &Opening,
        names: &[String],
        programs: &mut Programs,
        (round, turn): (u64, usize),
    ) -> Result<Table, Failure> {
        let mut bots = self.bots.clone();
        bots.rotate_right(turn);
        let named = |bot: &String| match outside::command(bot) {
            Some(command) => format!("program/{command}"),
            None => format!("bot/{bot}"),
        };
        let opening = Opening { seats: bots.iter().map(named).collect(), ..opening.clone() };
        let watch = Watch::new(self.clock, Duration::from_millis(self.budget.unwrap_or(0)));
        let pace = match (self.budget, self.iterations) {
            (Some(_), _) => ThinkingTime::Clock(&watch),
            (None, Some(most)) => ThinkingTime::Iterations(most),
            (None, None) => ThinkingTime::Usual,
        };
        let places = programs.at_table(&bots);
        let seats = bots.iter().zip(places.iter().cloned());
        let sitters = seats.map(|(bot, place)| self.sitter(bot, place, &opening, (&watch, pace))).collect();
        let mut simulator = entry.seated(&opening, sitters).map_err(unprepared)?;
        let played = simulator.game(self.seed, round, &pace, self.records.is_some());
        drop(simulator);
        outside::tell_over(&places, &played);
        let number = round * bots.len() as u64 + turn as u64;
        if let (Some(folder), Some(record)) = (&self.records, &played.record) {
            write_record(folder, &self.game, number, record)?;
        }
        let player = |bot: &String| names.iter().position(|name| name == bot).unwrap_or(0);
        let players: Vec<usize> = bots.iter().map(player).collect();
        let mut thought = watch.thought();
        for (own, iterations) in thought.iter_mut().zip(&played.efforts) {
            own.iterations = *iterations;
        }
        let faults = played.faults.into_iter().map(|(seat, fault)| (players[seat.index()], seat, fault)).collect();
        Ok(Table {
            number,
            faults,
            places: players.iter().copied().zip(played.outcome.places).collect(),
            points: players.iter().copied().zip(played.outcome.points).collect(),
            thought: players.into_iter().zip(thought).collect(),
        })
    }

    /// Whoever a bot's name means.
    fn sitter<'a>(
        &'a self,
        bot: &'a str,
        place: Option<outside::ProgramSlot>,
        opening: &'a Opening,
        (watch, pace): (&'a Watch, ThinkingTime<'a>),
    ) -> Sitter<'a> {
        let (Some(command), Some(place)) = (outside::command(bot), place) else { return Sitter::bot(bot) };
        Sitter::Outside(Box::new(Remote {
            place,
            command,
            opening,
            game: &self.game,
            watch,
            pace,
            patience: Duration::from_millis(self.patience),
            began: false,
        }))
    }
}

/// One game, by player.
struct Table {
    number: u64,
    /// What programs did wrong, with their seats.
    faults: Vec<(usize, Seat, Fault)>,
    places: Vec<(usize, usize)>,
    points: Vec<(usize, i32)>,
    thought: Vec<(usize, Thought)>,
}

/// The results of the games.
struct Found {
    groups: Vec<Group>,
    points: Vec<(f64, f64)>,
    thought: Vec<Thought>,
    faults: Vec<Faults>,
    proven: Proven,
}

impl Found {
    fn new(players: usize) -> Found {
        Found {
            groups: Vec::new(),
            points: vec![(0.0, 0.0); players],
            thought: vec![Thought::default(); players],
            faults: vec![Faults::default(); players],
            proven: Proven::Open,
        }
    }

    fn add(&mut self, table: &Table) {
        for (player, points) in &table.points {
            let own = &mut self.points[*player];
            *own = (own.0 + f64::from(*points), own.1 + 1.0);
        }
        for (player, thought) in &table.thought {
            self.thought[*player].add(thought);
        }
        for (player, seat, fault) in &table.faults {
            self.faults[*player].add(table.number, *seat, fault);
        }
    }

    fn print(&self, arena: &Arena, names: &[String], as_json: bool) {
        let players = names.len();
        let all: Vec<&Group> = self.groups.iter().collect();
        let games: usize = self.groups.iter().map(|group| group.games.len()).sum();
        let (wins, elo) = (win_shares(&all, players), ratings(&all, players));
        let win_range = intervals(&self.groups, |groups| win_shares(groups, players));
        let elo_range = intervals(&self.groups, |groups| ratings(groups, players));
        let row = |player: usize| Row {
            bot: &names[player],
            wins: (wins[player], win_range[player]),
            points: self.points[player].0 / self.points[player].1.max(1.0),
            rating: (elo[player], elo_range[player]),
            thought: &self.thought[player],
            faults: &self.faults[player],
        };
        let verdict = arena.sprt.map(|goal| match self.proven {
            Proven::Stronger => format!("proven: {} wins more than {goal} against {}", names[0], names[1]),
            Proven::NotStronger => format!("proven: {} wins less than {goal} against {}", names[0], names[1]),
            Proven::Open => "nothing proven yet".to_owned(),
        });
        if as_json {
            let rows: Vec<Json> = (0..players).map(|player| row(player).json()).collect();
            println!(
                "{}",
                json!({ "game": arena.game, "games": games, "seats": arena.bots.len(), "bots": rows, "sprt": verdict })
            );
            return;
        }
        println!("{games} games of {}, every bot on every seat equally often", strong(&arena.game));
        let width = names.iter().map(|name| engine::clip(name).chars().count()).max().unwrap_or(0).max(14);
        println!("{:<width$} {:>8} {:>17} {:>8} {:>7} {:>17}", "bot", "wins", "95 %", "points", "rating", "95 %");
        (0..players).for_each(|player| println!("{}", row(player).text(width)));
        for (name, faults) in names.iter().zip(&self.faults) {
            faults.text().iter().for_each(|text| println!("{name}: {text}"));
        }
        verdict.iter().for_each(|line| println!("{line}"));
    }
}

/// The results of one bot.
struct Row<'a> {
    bot: &'a str,
    /// The share of games won, with its interval.
    wins: (f64, (f64, f64)),
    points: f64,
    rating: (f64, (f64, f64)),
    thought: &'a Thought,
    faults: &'a Faults,
}

impl Row<'_> {
    fn text(&self, width: usize) -> String {
        let (wins, (least, most)) = self.wins;
        let wins_range = format!("{:.1} to {:.1}", 100.0 * least, 100.0 * most);
        let (rating, (low, high)) = self.rating;
        let rating_range = format!("{low:+.0} to {high:+.0}");
        format!(
            "{:<width$} {:>7.1}% {wins_range:>17} {:>8.2} {rating:>+7.0} {rating_range:>17}{}",
            engine::clip(self.bot),
            100.0 * wins,
            self.points,
            self.pace().unwrap_or_default()
        )
    }

    /// How long the bot thought, where that was measured.
    fn pace(&self) -> Option<String> {
        let Thought { time, longest, decisions, turns, iterations } = *self.thought;
        let ms = |time: Duration, of: u64| 1e3 * time.as_secs_f64() / of.max(1) as f64;
        let per_second = iterations as f64 / time.as_secs_f64().max(1e-9);
        let searched = if iterations > 0 { format!(", {per_second:.0} iterations/s") } else { String::new() };
        (decisions > 0).then(|| {
            format!(
                "  {:.2} ms a decision, {:.1} a turn, {:.0} at most{searched}",
                ms(time, decisions),
                ms(time, turns),
                ms(longest, 1)
            )
        })
    }

    fn json(&self) -> Json {
        let Thought { time, longest, decisions, turns, iterations } = *self.thought;
        let ms = |of: u64| (of > 0).then(|| 1e3 * time.as_secs_f64() / of as f64);
        let per_second = (decisions > 0).then(|| iterations as f64 / time.as_secs_f64().max(1e-9));
        json!({
            "bot": self.bot, "wins": self.wins.0, "wins_95": [self.wins.1.0, self.wins.1.1],
            "points": self.points, "rating": self.rating.0, "rating_95": [self.rating.1.0, self.rating.1.1],
            "ms_per_decision": ms(decisions), "ms_per_turn": ms(turns),
            "longest_ms": (decisions > 0).then_some(1e3 * longest.as_secs_f64()), "iterations_per_s": per_second,
            "faults": self.faults.json(),
        })
    }
}
