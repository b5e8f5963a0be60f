//! The bots, and matches between them.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use catalog::{Clock, Player, SimulatedMatch, Simulator, ThinkingTime, Unprepared};
use engine::{Budget, Fast, Seat};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::error::wrong;
use crate::game::Game;
use crate::state::State;

/// How many iterations a bot has that was given neither iterations nor seconds.
const ITERATIONS: u32 = 1000;

/// One of the project's bots, for one game.
#[pyclass(module = "quipu")]
pub(crate) struct Bot {
    #[pyo3(get)]
    name: String,
    game: Game,
    player: Mutex<(Box<dyn Player>, Fast)>,
    iterations: u32,
    seconds: Option<f64>,
}

pub(crate) fn no_such_bot(name: &str) -> PyErr {
    wrong(format!("there is no bot '{}', the bots are: {}", engine::clip(name), names().join(", ")))
}

/// The names of the bots.
pub(crate) fn names() -> Vec<String> {
    catalog::BOTS.iter().map(|(name, _)| (*name).to_owned()).collect()
}

fn time(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let sound = |seconds: f64| {
        Duration::try_from_secs_f64(seconds).map_err(|_| wrong(format!("{seconds} seconds are no time to think")))
    };
    seconds.map(sound).transpose()
}

#[pymethods]
impl Bot {
    /// Makes a bot: `iterations` or `seconds` say how long it may think about one decision.
    #[new]
    #[pyo3(signature = (name, game, *, iterations=None, seconds=None, seed=0))]
    fn new(name: &str, game: Game, iterations: Option<u32>, seconds: Option<f64>, seed: u64) -> PyResult<Bot> {
        let player = game.entry.player(name).ok_or_else(|| no_such_bot(name))?;
        time(seconds)?;
        let iterations = iterations.unwrap_or(if seconds.is_some() { u32::MAX } else { ITERATIONS });
        Ok(Bot { name: name.to_owned(), game, player: Mutex::new((player, Fast::new(seed))), iterations, seconds })
    }

    /// The action that the bot chooses for the player to act. It sees what that player may see and nothing else.
    fn step(&self, py: Python<'_>, state: PyRef<'_, State>) -> PyResult<u32> {
        if state.position.to_act().seat().is_none() {
            return Err(wrong("no player is to act"));
        }
        let position = state.position.duplicate();
        drop(state);
        let time = time(self.seconds)?;
        let chosen = py.detach(|| {
            let start = Instant::now();
            let stop = || time.is_some_and(|time| start.elapsed() >= time);
            let budget = Budget { iterations: self.iterations, stop: &stop };
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            let (player, rng) = &mut *player;
            player.choose_at(&*position, &budget, rng)
        });
        let key = self.game.entry.kind().info().key;
        chosen.ok_or_else(|| wrong(format!("this bot plays {key}, the state is of another game")))
    }

    fn __call__(&self, py: Python<'_>, state: PyRef<'_, State>) -> PyResult<u32> {
        self.step(py, state)
    }

    fn __repr__(&self) -> String {
        format!("<quipu.Bot {} for {}>", self.name, self.game.entry.kind().info().key)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, Game))> {
        // Only names travel: how long it thinks is asked anew where it arrives.
        Ok((py.import("quipu")?.getattr("Bot")?, (self.name.clone(), self.game.clone())))
    }
}

/// So much time for each decision, the lower levels their share of it.
struct PerDecision(Duration);

impl Clock for PerDecision {
    fn start(&self, _seat: Seat, share: f64, _goes_on: bool) -> Box<dyn Fn() -> bool + Sync + '_> {
        let (start, most) = (Instant::now(), self.0.mul_f64(share));
        Box::new(move || start.elapsed() >= most)
    }

    fn done(&self, _seat: Seat) {}
}

/// What a simulated match gives Python: number, bots by seat, points, places, decisions, draws, the rule that ended it,
/// and the record if it was asked for.
type Row = (u64, Vec<usize>, Vec<i32>, Vec<usize>, u64, u64, String, Option<String>);

/// Plays matches between bots in Rust threads; bots take turns at the seats.
#[pyfunction]
#[pyo3(signature = (game, bots, games, *, seed=0, iterations=None, seconds=None, threads=1, records=false, first=0))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn simulate(
    py: Python<'_>,
    game: Game,
    bots: Vec<String>,
    games: u64,
    seed: u64,
    iterations: Option<u32>,
    seconds: Option<f64>,
    threads: usize,
    records: bool,
    first: u64,
) -> PyResult<Vec<Row>> {
    let seats = game.opening.seats.len();
    if bots.len() != seats {
        return Err(wrong(format!("{} bots were given for {seats} seats", bots.len())));
    }
    if let Some(name) = bots.iter().find(|name| game.entry.player(name).is_none()) {
        return Err(no_such_bot(name));
    }
    let time = time(seconds)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.clamp(1, 1024)).build().map_err(wrong)?;
    let play = |simulators: &mut Vec<Option<Box<dyn Simulator>>>, number: u64| -> Result<Row, Unprepared> {
        // Bot b sits b + number seats from A on.
        let shift = (number % seats as u64) as usize;
        let by_seat: Vec<usize> = (0..seats).map(|seat| (seat + seats - shift) % seats).collect();
        if simulators[shift].is_none() {
            let named: Vec<String> = by_seat.iter().map(|bot| bots[*bot].clone()).collect();
            simulators[shift] = Some(game.entry.simulator(&game.opening, &named)?);
        }
        let clock = time.map(PerDecision);
        let pace = match &clock {
            Some(clock) => ThinkingTime::Clock(clock),
            None => ThinkingTime::Iterations(iterations.unwrap_or(ITERATIONS)),
        };
        let Some(simulator) = &mut simulators[shift] else { unreachable!("it was made just now") };
        Ok(row(number, by_seat, simulator.game(seed, number, &pace, records)))
    };
    let none = || (0..seats).map(|_| None).collect::<Vec<Option<Box<dyn Simulator>>>>();
    let rows: Result<Vec<Row>, Unprepared> =
        py.detach(|| pool.install(|| (first..first + games).into_par_iter().map_init(none, play).collect()));
    rows.map_err(|why| match why {
        Unprepared::Unopened(why) => wrong(why),
        Unprepared::NoSuchBot(name) => no_such_bot(&name),
    })
}

fn row(number: u64, by_seat: Vec<usize>, played: SimulatedMatch) -> Row {
    (
        number,
        by_seat,
        played.outcome.points,
        played.outcome.places,
        played.steps.decisions,
        played.steps.chances,
        played.end.to_string(),
        played.record.map(|record| record.to_string()),
    )
}
