//! Programs of others in the arena: `exec:COMMAND` plays a seat.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use catalog::{DecisionRequest, Fault, FaultKind, Outsider, SimulatedMatch, ThinkingTime};
use engine::{Opening, Seat};
use serde_json::{Value as Json, json};

use super::watch::{Time, Watch};
use crate::stdio::message::{Allowance, LONGEST_MS, Measure, NewGame};
use crate::stdio::program::{Program, Wait};
use crate::{Failure, Outcome};

/// What names a program among the bots.
const EXEC: &str = "exec:";
/// How long a program may take for iterations, whose time nobody knows.
const FOR_ITERATIONS: Duration = Duration::from_mins(1);
/// How long a program may think where everybody has the usual number of iterations.
const USUAL_MS: f64 = 40.0;
/// How many times its processor time a program may take by the clock on the wall: others use the machine, too.
const BUSY: u32 = 20;

/// The command of a bot that is a program.
pub(super) fn command(bot: &str) -> Option<&str> {
    bot.strip_prefix(EXEC)
}

/// The command with its arguments.
fn words(command: &str) -> Result<Vec<String>, Fault> {
    let split = shlex::split(command).filter(|words| !words.is_empty());
    split.ok_or_else(|| {
        let text = format!("'{}' is not a command; write exec:\"PROGRAM ARGUMENTS\"", engine::clip(command));
        Fault::new(FaultKind::Crash, text)
    })
}

/// Starts every program once, to refuse what cannot play at all.
pub(super) fn try_out(bots: &[String]) -> Outcome {
    for bot in bots {
        let Some(command) = command(bot) else { continue };
        let tried = words(command).and_then(|words| Program::start(&words));
        tried.map(drop).map_err(|fault| Failure::Usage(format!("{}: {}", engine::clip(bot), fault.text)))?;
    }
    Ok(())
}

/// A place for a running program, which stays from match to match.
pub(super) type ProgramSlot = Arc<Mutex<Option<Program>>>;

/// The programs of one thread of the arena: one for each seat that the same bot has at a table.
#[derive(Default)]
pub(super) struct Programs(BTreeMap<(String, usize), ProgramSlot>);

impl Programs {
    /// The programs of a table, by seat.
    pub(super) fn at_table(&mut self, bots: &[String]) -> Vec<Option<ProgramSlot>> {
        let mut seen: BTreeMap<&String, usize> = BTreeMap::new();
        let mut place = |bot| {
            let number = seen.entry(bot).or_default();
            *number += 1;
            Arc::clone(self.0.entry((bot.clone(), *number)).or_default())
        };
        bots.iter().map(|bot| command(bot).map(|_| place(bot))).collect()
    }
}

/// A program at a seat for one match.
pub(super) struct Remote<'a> {
    pub(super) place: ProgramSlot,
    pub(super) command: &'a str,
    pub(super) opening: &'a Opening,
    pub(super) game: &'a str,
    pub(super) watch: &'a Watch,
    pub(super) pace: ThinkingTime<'a>,
    pub(super) patience: Duration,
    /// Whether it knows of the match.
    pub(super) began: bool,
}

impl Remote<'_> {
    fn decide(&mut self, program: &mut Program, asked: &DecisionRequest<'_>) -> Result<String, Fault> {
        if !self.began {
            program.begin(&NewGame {
                game: self.game.to_owned(),
                seats: self.opening.seats.len(),
                seat: asked.seat,
                options: self.opening.options.iter().cloned().collect(),
            })?;
            self.began = true;
        }
        let (budget, time) = self.allowed();
        let began = std::time::Instant::now();
        let decided = program.choose(asked, budget, Wait { time, patience: self.patience })?;
        if self.watch.time() == Time::Cpu {
            // It thought elsewhere: its own account counts, or else the clock on the wall.
            self.watch.charge(decided.told.unwrap_or_else(|| began.elapsed()));
        }
        Ok(decided.word)
    }

    /// How long it may think, and how long we wait before we tell it to stop.
    fn allowed(&self) -> (Allowance, Duration) {
        let wall = Allowance::default();
        match self.pace {
            ThinkingTime::Iterations(most) => return (Allowance { iterations: Some(most), ..wall }, FOR_ITERATIONS),
            ThinkingTime::Usual => return (Allowance { ms: Some(USUAL_MS), ..wall }, FOR_ITERATIONS),
            ThinkingTime::Clock(_) => {}
        }
        let left = self.watch.left();
        let ms = Some((1e3 * left.as_secs_f64()).min(LONGEST_MS));
        match self.watch.time() {
            Time::Wall => (Allowance { ms, ..wall }, left),
            Time::Cpu => (Allowance { ms, clock: Measure::Cpu, ..wall }, left * BUSY),
        }
    }
}

impl Outsider for Remote<'_> {
    fn choose(&mut self, asked: &DecisionRequest<'_>) -> Result<String, Fault> {
        let place = Arc::clone(&self.place);
        let mut place = lock(&place);
        let started = match place.take() {
            Some(program) => Ok(program),
            None => words(self.command).and_then(|words| Program::start(&words)),
        };
        let mut program = started?;
        let word = self.decide(&mut program, asked)?;
        // Whatever is legal is checked by whoever asked; a program that failed is dropped, and started anew.
        if asked.legal.contains(&word) {
            *place = Some(program);
        }
        Ok(word)
    }
}

fn lock(place: &Mutex<Option<Program>>) -> MutexGuard<'_, Option<Program>> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells the programs of a table how the match ended.
pub(super) fn tell_over(places: &[Option<ProgramSlot>], played: &SimulatedMatch) {
    for place in places.iter().flatten() {
        if let Some(program) = lock(place).as_mut() {
            program.over(&played.outcome.points, &played.outcome.places);
        }
    }
}

/// The games that a player lost by faults.
#[derive(Clone, Default)]
pub(super) struct Faults {
    counts: [u64; FaultKind::ALL.len()],
    /// The first of them: in which game, on which seat, what.
    first: Option<(u64, Seat, Fault)>,
}

impl Faults {
    pub(super) fn add(&mut self, game: u64, seat: Seat, fault: &Fault) {
        self.counts[fault.kind as usize] += 1;
        if self.first.as_ref().is_none_or(|(first, ..)| game < *first) {
            self.first = Some((game, seat, fault.clone()));
        }
    }

    /// In words; nothing without faults.
    pub(super) fn text(&self) -> Option<String> {
        let (game, seat, fault) = self.first.as_ref()?;
        let kinds = FaultKind::ALL.iter().zip(self.counts).filter(|(_, count)| *count > 0);
        let kinds: Vec<String> = kinds.map(|(kind, count)| format!("{count} by {}", named(*kind))).collect();
        Some(format!("games lost by faults: {}; first in game {game} on seat {seat}: {}", kinds.join(", "), fault.text))
    }

    pub(super) fn json(&self) -> Json {
        let counts: serde_json::Map<String, Json> = FaultKind::ALL
            .iter()
            .zip(self.counts)
            .map(|(kind, count)| (kind.word().to_owned(), json!(count)))
            .collect();
        let first = self.first.as_ref().map(
            |(game, seat, fault)| json!({ "game": game, "seat": seat, "kind": fault.kind.word(), "text": fault.text }),
        );
        json!({ "counts": counts, "first": first })
    }
}

fn named(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Crash => "a crash",
        FaultKind::Timeout => "the time",
        FaultKind::Illegal => "an illegal answer",
    }
}
