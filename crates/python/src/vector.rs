//! Many games at once: Rust threads play, Python holds the arrays.

use catalog::{Fleet, Mishap, Report};
use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::wrong;
use crate::game::Game;
use crate::state::State;

/// Many games of one setup, played all at once; the part of `quipu.Vector` that is Rust.
#[pyclass(module = "quipu._quipu")]
pub(crate) struct Fleets {
    game: Game,
    squads: Vec<Box<dyn Fleet>>,
    /// The threads; nothing where the caller's own is enough.
    pool: Option<ThreadPool>,
    games: usize,
    seats: usize,
}

/// Cuts a slice into one piece for each fleet, `each` places for each game.
fn cut<'a, T>(mut all: &'a mut [T], fleets: &[Box<dyn Fleet>], each: usize) -> Vec<&'a mut [T]> {
    let mut pieces = Vec::with_capacity(fleets.len());
    for fleet in fleets {
        let (piece, rest) = std::mem::take(&mut all).split_at_mut(fleet.games() * each);
        pieces.push(piece);
        all = rest;
    }
    pieces
}

fn slice<'a, T: numpy::Element>(
    array: &'a mut PyReadwriteArray1<'_, T>,
    name: &str,
    size: usize,
) -> PyResult<&'a mut [T]> {
    let slice = array.as_slice_mut().map_err(|error| wrong(format!("{name}: {error}")))?;
    if slice.len() == size {
        Ok(slice)
    } else {
        Err(wrong(format!("{name} has {} places, it needs {size}", slice.len())))
    }
}

fn rows<'a, T: numpy::Element>(
    array: &'a mut PyReadwriteArray2<'_, T>,
    name: &str,
    shape: (usize, usize),
) -> PyResult<&'a mut [T]> {
    let view = array.as_array();
    let found = (view.nrows(), view.ncols());
    if found != shape {
        return Err(wrong(format!("{name} has the shape {found:?}, it needs {shape:?}")));
    }
    // Columns one after the other would be a slice as well, and filled the wrong way round.
    if !array.is_c_contiguous() {
        return Err(wrong(format!("{name} must be contiguous, row after row")));
    }
    array.as_slice_mut().map_err(|error| wrong(format!("{name}: {error}")))
}

fn borrowed<T>(result: Result<T, numpy::BorrowError>, name: &str) -> PyResult<T> {
    result.map_err(|error| wrong(format!("{name} cannot be written to: {error}")))
}

impl Fleets {
    /// Does something with each fleet and its piece of work, on the threads if there are any.
    fn each<T: Send, R: Send>(&mut self, work: Vec<T>, does: impl Fn(&mut dyn Fleet, T) -> R + Sync + Send) -> Vec<R> {
        let pairs = self.squads.iter_mut().zip(work);
        match &self.pool {
            None => pairs.map(|(fleet, work)| does(&mut **fleet, work)).collect(),
            Some(pool) => {
                let pairs: Vec<_> = pairs.collect();
                pool.install(|| pairs.into_par_iter().map(|(fleet, work)| does(&mut **fleet, work)).collect())
            }
        }
    }
}

#[pymethods]
impl Fleets {
    #[new]
    fn new(game: Game, games: usize, seed: u64, threads: usize) -> PyResult<Fleets> {
        if !(1..=1 << 20).contains(&games) {
            return Err(wrong(format!("{games} games cannot be played at once, 1 to {} can", 1 << 20)));
        }
        if !(1..=1024).contains(&threads) {
            return Err(wrong(format!("{threads} threads are not possible, 1 to 1024 are")));
        }
        let threads = threads.min(games);
        let mut squads = Vec::new();
        let mut first = 0;
        for thread in 0..threads {
            let count = (games - first) / (threads - thread);
            squads.push(game.entry.fleet(&game.opening, first, count, seed).map_err(wrong)?);
            first += count;
        }
        let pool = if threads == 1 {
            None
        } else {
            Some(ThreadPoolBuilder::new().num_threads(threads).build().map_err(wrong)?)
        };
        let seats = squads[0].seats();
        Ok(Fleets { game, squads, pool, games, seats })
    }

    /// Begins every game anew, each with its own stream of the seed.
    fn restart(&mut self, py: Python<'_>, seed: u64, players: &Bound<'_, PyArray1<i8>>) -> PyResult<()> {
        let mut players = borrowed(players.try_readwrite(), "players")?;
        let players = slice(&mut players, "players", self.games)?;
        py.detach(|| {
            let work = cut(players, &self.squads, 1);
            self.each(work, |fleet, players| fleet.restart(seed, players));
        });
        Ok(())
    }

    /// Plays one action in every game, and reports into the arrays. If one cannot be played, none is.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i32>,
        players: &Bound<'_, PyArray1<i8>>,
        returns: &Bound<'_, PyArray2<f32>>,
        ended: &Bound<'_, PyArray1<bool>>,
    ) -> PyResult<()> {
        let actions = actions.as_slice().map_err(|error| wrong(format!("actions: {error}")))?;
        if actions.len() != self.games {
            return Err(wrong(format!("{} actions were given for {} games", actions.len(), self.games)));
        }
        let mut players = borrowed(players.try_readwrite(), "players")?;
        let players = slice(&mut players, "players", self.games)?;
        let mut returns = borrowed(returns.try_readwrite(), "returns")?;
        let returns = rows(&mut returns, "returns", (self.games, self.seats))?;
        let mut ended = borrowed(ended.try_readwrite(), "ended")?;
        let ended = slice(&mut ended, "ended", self.games)?;
        let played: Result<(), Mishap> = py.detach(|| {
            let mut rest = actions;
            let mut numbers = Vec::new();
            for fleet in &self.squads {
                let (piece, after) = rest.split_at(fleet.games());
                numbers.push(piece);
                rest = after;
            }
            self.each(numbers, |fleet, numbers| fleet.judge(numbers)).into_iter().collect::<Result<(), _>>()?;
            let reports = cut(players, &self.squads, 1)
                .into_iter()
                .zip(cut(returns, &self.squads, self.seats))
                .zip(cut(ended, &self.squads, 1))
                .map(|((players, returns), ended)| Report { players, returns, ended })
                .collect();
            self.each(reports, |fleet, report| fleet.sail(report));
            Ok(())
        });
        played.map_err(|mishap| wrong(format!("game {}: {}", mishap.game, mishap.why)))
    }

    /// How many legal actions there are, in all games together.
    fn listed(&self) -> usize {
        self.squads.iter().map(|fleet| fleet.listed()).sum()
    }

    /// Writes the legal actions one game after the other, and where each game's begin and end.
    fn lists(
        &mut self,
        py: Python<'_>,
        offsets: &Bound<'_, PyArray1<i64>>,
        ids: &Bound<'_, PyArray1<i32>>,
    ) -> PyResult<()> {
        let total = self.listed();
        let mut offsets = borrowed(offsets.try_readwrite(), "offsets")?;
        let offsets = slice(&mut offsets, "offsets", self.games + 1)?;
        let mut ids = borrowed(ids.try_readwrite(), "ids")?;
        let mut ids = ids.as_slice_mut().map_err(|error| wrong(format!("ids: {error}")))?;
        if ids.len() < total {
            return Err(wrong(format!("ids has {} places, it needs {total}", ids.len())));
        }
        py.detach(|| {
            offsets[0] = 0;
            let mut before = 0_i64;
            let mut work = Vec::new();
            for (fleet, ends) in self.squads.iter().zip(cut(&mut offsets[1..], &self.squads, 1)) {
                let (piece, rest) = std::mem::take(&mut ids).split_at_mut(fleet.listed());
                work.push((before, ends, piece));
                before += fleet.listed() as i64;
                ids = rest;
            }
            self.each(work, |fleet, (before, ends, ids)| fleet.lists(before, ends, ids));
        });
        Ok(())
    }

    /// Writes a row for each game with ones where an action is legal.
    fn masks(&mut self, py: Python<'_>, out: &Bound<'_, PyArray2<u8>>) -> PyResult<()> {
        let size = self.game.entry.space().size as usize;
        let mut out = borrowed(out.try_readwrite(), "out")?;
        let all = rows(&mut out, "out", (self.games, size))?;
        py.detach(|| {
            let work = cut(all, &self.squads, size);
            self.each(work, |fleet, rows| fleet.masks(rows));
        });
        Ok(())
    }

    /// Writes a row for each game with the figures that the player to act sees.
    fn tensors(&mut self, py: Python<'_>, out: &Bound<'_, PyArray2<f32>>) -> PyResult<()> {
        let width = self.game.entry.space().width;
        let mut out = borrowed(out.try_readwrite(), "out")?;
        let all = rows(&mut out, "out", (self.games, width))?;
        py.detach(|| {
            let work = cut(all, &self.squads, width);
            self.each(work, |fleet, rows| fleet.figures(rows));
        });
        Ok(())
    }

    /// Writes for each game an action as the bot `random` picks it.
    fn pick(&mut self, py: Python<'_>, out: &Bound<'_, PyArray1<i32>>) -> PyResult<()> {
        let mut out = borrowed(out.try_readwrite(), "out")?;
        let all = slice(&mut out, "out", self.games)?;
        py.detach(|| {
            let work = cut(all, &self.squads, 1);
            self.each(work, |fleet, numbers| fleet.pick(numbers));
        });
        Ok(())
    }

    /// Steps played since the last restart: (decisions, draws).
    fn steps(&self) -> (u64, u64) {
        self.squads.iter().map(|fleet| fleet.steps()).fold((0, 0), |sum, steps| (sum.0 + steps.0, sum.1 + steps.1))
    }

    /// One of the games, as a state that goes its own way.
    fn state(&self, game: usize) -> PyResult<State> {
        let mut at = game;
        for fleet in &self.squads {
            if at < fleet.games() {
                return Ok(State::new(self.game.clone(), fleet.position(at)));
            }
            at -= fleet.games();
        }
        Err(wrong(format!("there is no game {game}, they are 0 to {}", self.games - 1)))
    }
}
