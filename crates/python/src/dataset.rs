//! Matches of bots as columns to learn from: what was seen, what was legal, what was done, and what came of it.

use catalog::{AnyPosition, Player};
use engine::{Budget, Fast};
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::bots::no_such_bot;
use crate::error::wrong;
use crate::game::Game;

/// The decisions of one or more matches, a place in each column for every decision.
#[derive(Default)]
struct Columns {
    number: Vec<i64>,
    step: Vec<i32>,
    player: Vec<i8>,
    bot: Vec<i8>,
    action: Vec<i32>,
    /// What was legal, one decision after the other, and where each decision's end.
    legal: Vec<i32>,
    ends: Vec<i64>,
    figures: Vec<f32>,
    /// The margin that the bot expected, not a number where it did not search.
    value: Vec<f32>,
    points: Vec<i32>,
    paid: Vec<f32>,
    final_points: Vec<i32>,
    final_place: Vec<i8>,
}

/// The bots at a table, and how long each may think.
type Table = Vec<(Box<dyn Player>, u32)>;

impl Columns {
    /// Plays a match; bot b sits b + number seats from A on.
    fn play(&mut self, game: &Game, position: &mut dyn AnyPosition, table: &mut Table, seed: u64, number: u64) {
        let (seats, first) = (position.seats(), self.player.len());
        let mut rng = Fast::stream(seed, number);
        loop {
            position.draw_on(&mut rng);
            let Some(seat) = position.to_act().seat() else { break };
            let bot = (seat.index() + seats - (number % seats as u64) as usize) % seats;
            let (player, iterations) = &mut table[bot];
            let chosen = player.choose_at(position, &Budget::iterations(*iterations), &mut rng);
            let Some(action) = chosen else { unreachable!("a seat of this game is to act") };
            self.number.push(number as i64);
            self.step.push(position.steps() as i32);
            self.player.push(seat.index() as i8);
            self.bot.push(bot as i8);
            self.action.push(action as i32);
            self.legal.extend_from_slice(position.legal());
            self.ends.push(self.legal.len() as i64);
            self.value.push(player.margin().unwrap_or(f32::NAN));
            self.points.extend(engine::Seat::all(seats).map(|seat| position.points(seat)));
            let start = self.figures.len();
            self.figures.resize(start + game.width(), 0.0);
            position.figures(seat, game.chosen, &mut self.figures[start..]);
            let played = position.play(action.into());
            debug_assert!(played.is_ok(), "a bot chooses what is legal");
        }
        let outcome = position.outcome();
        let returns = catalog::returns(&outcome);
        for player in &self.player[first..] {
            let seat = *player as usize;
            self.paid.push(returns[seat] as f32);
            self.final_points.push(outcome.points[seat]);
            self.final_place.push(outcome.places[seat] as i8);
        }
    }

    fn append(&mut self, other: Columns) {
        let before = self.legal.len() as i64;
        self.number.extend(other.number);
        self.step.extend(other.step);
        self.player.extend(other.player);
        self.bot.extend(other.bot);
        self.action.extend(other.action);
        self.legal.extend(other.legal);
        self.ends.extend(other.ends.into_iter().map(|end| before + end));
        self.figures.extend(other.figures);
        self.value.extend(other.value);
        self.points.extend(other.points);
        self.paid.extend(other.paid);
        self.final_points.extend(other.final_points);
        self.final_place.extend(other.final_place);
    }
}

/// Plays matches between bots, who take turns at the seats, and gives their decisions as columns.
#[pyfunction]
#[pyo3(signature = (game, bots, first, games, *, seed=0, iterations=1000, threads=1))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn play_matches<'py>(
    py: Python<'py>,
    game: Game,
    bots: Vec<String>,
    first: u64,
    games: u64,
    seed: u64,
    iterations: u32,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let seats = game.opening.seats.len();
    if bots.len() != seats {
        return Err(wrong(format!("{} bots were given for {seats} seats", bots.len())));
    }
    if let Some(name) = bots.iter().find(|name| game.entry.player(name).is_none()) {
        return Err(no_such_bot(name));
    }
    game.begin()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.clamp(1, 1024)).build().map_err(wrong)?;
    let play = |number: u64| {
        let mut columns = Columns::default();
        let share = |name: &String| (f64::from(iterations) * catalog::share(name)).ceil() as u32;
        let sit = |name: &String| game.entry.player(name).map(|player| (player, share(name)));
        let mut table: Table = bots.iter().filter_map(sit).collect();
        if let Ok(mut position) = game.entry.position(&game.opening) {
            columns.play(&game, &mut *position, &mut table, seed, number);
        }
        columns
    };
    let all = py.detach(|| {
        let matches: Vec<Columns> = pool.install(|| (first..first + games).into_par_iter().map(play).collect());
        let mut all = Columns::default();
        matches.into_iter().for_each(|columns| all.append(columns));
        all
    });
    let rows = all.player.len();
    let columns = PyDict::new(py);
    columns.set_item("match", all.number.into_pyarray(py))?;
    columns.set_item("step", all.step.into_pyarray(py))?;
    columns.set_item("player", all.player.into_pyarray(py))?;
    columns.set_item("bot", all.bot.into_pyarray(py))?;
    columns.set_item("action", all.action.into_pyarray(py))?;
    columns.set_item("legal", all.legal.into_pyarray(py))?;
    columns.set_item("legal_ends", all.ends.into_pyarray(py))?;
    let figures: Bound<'py, PyArray1<f32>> = all.figures.into_pyarray(py);
    columns.set_item("observation", figures.reshape([rows, game.width()])?)?;
    columns.set_item("value", all.value.into_pyarray(py))?;
    columns.set_item("points", all.points.into_pyarray(py).reshape([rows, seats])?)?;
    columns.set_item("return", all.paid.into_pyarray(py))?;
    columns.set_item("final_points", all.final_points.into_pyarray(py))?;
    columns.set_item("final_place", all.final_place.into_pyarray(py))?;
    Ok(columns)
}
