//! Many games at once: Rust threads play, Python holds the arrays.

use catalog::{AnyPosition, Crew, Fleet, FleetReport, Mishap, Reward};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arrays::{flat, table};
use crate::bots::no_such_bot;
use crate::error::{seat, wrong};
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

/// What is paid, by its name.
fn reward_of(name: &str) -> PyResult<Reward> {
    match name {
        "win" => Ok(Reward::Win),
        "margin" => Ok(Reward::Margin),
        _ => Err(wrong(format!("reward='{}' is not possible, it is 'win' or 'margin'", engine::clip(name)))),
    }
}

impl Fleets {
    /// The fleet of a game, and the game's place in it.
    fn place(&self, game: usize) -> PyResult<(usize, usize)> {
        let mut at = game;
        for (squad, fleet) in self.squads.iter().enumerate() {
            if at < fleet.games() {
                return Ok((squad, at));
            }
            at -= fleet.games();
        }
        Err(wrong(format!("there is no game {game}, they are 0 to {}", self.games - 1)))
    }

    /// Whose views are asked for, one number for each game.
    fn viewers(&self, viewers: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<i8>>> {
        let Some(viewers) = viewers else { return Ok(None) };
        let numbers = flat::<i8>(viewers, "player")?.to_vec().map_err(|error| wrong(format!("player: {error}")))?;
        if numbers.len() != self.games {
            return Err(wrong(format!("{} players were given for {} games", numbers.len(), self.games)));
        }
        numbers.iter().try_for_each(|player| seat((*player).into(), self.seats).map(|_| ()))?;
        Ok(Some(numbers))
    }

    /// Goes on from a position in one of the games.
    fn put(&mut self, game: usize, position: &dyn AnyPosition) -> PyResult<()> {
        let (squad, at) = self.place(game)?;
        if self.squads[squad].load(at, position) {
            return Ok(());
        }
        Err(wrong(if position.to_act().is_over() {
            "the match of this state is over, a vector cannot go on from it".to_owned()
        } else {
            format!("this is a state of another game or table, not of {}", self.game.text())
        }))
    }
}

/// Cuts viewers into those of each fleet.
fn cut_viewers<'a>(viewers: Option<&'a [i8]>, fleets: &[Box<dyn Fleet>]) -> Vec<Option<&'a [i8]>> {
    let mut first = 0;
    let mut pieces = Vec::with_capacity(fleets.len());
    for fleet in fleets {
        let from = first;
        first += fleet.games();
        pieces.push(viewers.map(|viewers| &viewers[from..first]));
    }
    pieces
}

#[pymethods]
impl Fleets {
    #[new]
    #[pyo3(signature = (game, games, seed, threads, *, reward="win", opponents=None, guest=None, iterations=1000))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn new(
        game: Game,
        games: usize,
        seed: u64,
        threads: usize,
        reward: &str,
        opponents: Option<Vec<String>>,
        guest: Option<i64>,
        iterations: u32,
    ) -> PyResult<Fleets> {
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
        let reward = reward_of(reward)?;
        squads.iter_mut().for_each(|fleet| fleet.pays(reward));
        if let Some(bots) = &opponents {
            let seats = game.opening.seats.len();
            if bots.len() + 1 != seats {
                return Err(wrong(format!("{} opponents were given, {} are needed", bots.len(), seats - 1)));
            }
            let guest = guest.map(|guest| seat(guest, seats)).transpose()?;
            if let Some(name) = bots.iter().find(|name| game.entry.player(name).is_none()) {
                return Err(no_such_bot(name));
            }
            let crew = Crew { bots, guest, iterations };
            for fleet in &mut squads {
                fleet.sit(&crew);
            }
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
    fn restart(&mut self, py: Python<'_>, seed: u64, players: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut players = borrowed(flat::<i8>(players, "players")?.try_readwrite(), "players")?;
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
        actions: &Bound<'_, PyAny>,
        players: &Bound<'_, PyArray1<i8>>,
        returns: &Bound<'_, PyArray2<f32>>,
        points: &Bound<'_, PyArray2<i32>>,
        ended: &Bound<'_, PyArray1<bool>>,
    ) -> PyResult<()> {
        let actions = flat::<i32>(actions, "actions")?.try_readonly().map_err(wrong)?;
        let actions = actions.as_slice().map_err(|error| wrong(format!("actions: {error}")))?;
        if actions.len() != self.games {
            return Err(wrong(format!("{} actions were given for {} games", actions.len(), self.games)));
        }
        let mut players = borrowed(players.try_readwrite(), "players")?;
        let players = slice(&mut players, "players", self.games)?;
        let mut returns = borrowed(returns.try_readwrite(), "returns")?;
        let returns = rows(&mut returns, "returns", (self.games, self.seats))?;
        let mut points = borrowed(points.try_readwrite(), "final_points")?;
        let points = rows(&mut points, "final_points", (self.games, self.seats))?;
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
                .zip(cut(points, &self.squads, self.seats))
                .zip(cut(ended, &self.squads, 1))
                .map(|(((players, returns), points), ended)| FleetReport { players, returns, points, ended })
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
    fn masks(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let size = self.game.entry.space().size as usize;
        let mut out = borrowed(table::<u8>(out, "out")?.try_readwrite(), "out")?;
        let all = rows(&mut out, "out", (self.games, size))?;
        py.detach(|| {
            let work = cut(all, &self.squads, size);
            self.each(work, |fleet, rows| fleet.masks(rows));
        });
        Ok(())
    }

    /// Writes a row for each game with the figures that a player sees: the one of that number, or the one to act.
    #[pyo3(signature = (out, player=None))]
    fn tensors(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>, player: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let (width, chosen) = (self.game.width(), self.game.chosen);
        let viewers = self.viewers(player)?;
        let mut out = borrowed(table::<f32>(out, "out")?.try_readwrite(), "out")?;
        let all = rows(&mut out, "out", (self.games, width))?;
        py.detach(|| {
            let viewers = cut_viewers(viewers.as_deref(), &self.squads);
            let work = cut(all, &self.squads, width).into_iter().zip(viewers).collect();
            self.each(work, |fleet, (rows, viewers)| fleet.figures(viewers, chosen, rows));
        });
        Ok(())
    }

    /// The same in half precision, as the bits of each number.
    #[pyo3(signature = (out, player=None))]
    fn half_tensors(
        &mut self,
        py: Python<'_>,
        out: &Bound<'_, PyAny>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (width, chosen) = (self.game.width(), self.game.chosen);
        let viewers = self.viewers(player)?;
        let mut out = borrowed(table::<u16>(out, "out")?.try_readwrite(), "out")?;
        let all = rows(&mut out, "out", (self.games, width))?;
        py.detach(|| {
            let viewers = cut_viewers(viewers.as_deref(), &self.squads);
            let work = cut(all, &self.squads, width).into_iter().zip(viewers).collect();
            self.each(work, |fleet, (rows, viewers)| fleet.half_figures(viewers, chosen, rows));
        });
        Ok(())
    }

    /// Writes a row for each game with the points of every player as they stand.
    fn points(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let seats = self.seats;
        let mut out = borrowed(table::<i32>(out, "out")?.try_readwrite(), "out")?;
        let all = rows(&mut out, "out", (self.games, seats))?;
        py.detach(|| {
            let work = cut(all, &self.squads, seats);
            self.each(work, |fleet, rows| fleet.points(rows));
        });
        Ok(())
    }

    /// Writes a row for each game with how good it looks for every player by the game's estimate, in points.
    fn estimates(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let seats = self.seats;
        let mut out = borrowed(table::<f32>(out, "out")?.try_readwrite(), "out")?;
        let all = rows(&mut out, "out", (self.games, seats))?;
        py.detach(|| {
            let work = cut(all, &self.squads, seats);
            self.each(work, |fleet, rows| fleet.estimates(rows));
        });
        Ok(())
    }

    /// Writes a row for each game with what bots have learned of it: the chance of every player to win, then the points
    /// of every player at the end. Says whether anything was learned of such tables.
    fn prospects(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<bool> {
        let width = 2 * self.seats;
        let mut out = borrowed(table::<f32>(out, "out")?.try_readwrite(), "out")?;
        let all = rows(&mut out, "out", (self.games, width))?;
        Ok(py.detach(|| {
            let work = cut(all, &self.squads, width);
            self.each(work, |fleet, rows| fleet.prospects(rows)).into_iter().all(|learned| learned)
        }))
    }

    /// Writes for each game an action as the bot `random` picks it.
    fn pick(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut out = borrowed(flat::<i32>(out, "out")?.try_readwrite(), "out")?;
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
        let (squad, at) = self.place(game)?;
        Ok(State::new(self.game.clone(), self.squads[squad].position(at)))
    }

    /// One of the games that ended with the last step, as it stood at its end.
    fn final_state(&self, game: usize) -> PyResult<State> {
        let (squad, at) = self.place(game)?;
        let position = self.squads[squad].finished(at);
        let position = position.ok_or_else(|| wrong(format!("game {game} did not end with the last step")))?;
        Ok(State::new(self.game.clone(), position))
    }

    /// Goes on from states in some games, each a state and the number of the game, and reports who decides.
    fn load(&mut self, states: Vec<(usize, PyRef<'_, State>)>, players: &Bound<'_, PyArray1<i8>>) -> PyResult<()> {
        for (game, state) in &states {
            self.put(*game, &*state.position)?;
        }
        self.relist(players)
    }

    /// Goes on in some games where others stand, each (from, to), and reports who decides.
    fn copy(&mut self, pairs: Vec<(usize, usize)>, players: &Bound<'_, PyArray1<i8>>) -> PyResult<()> {
        let mut positions = Vec::with_capacity(pairs.len());
        for (from, to) in pairs {
            let (squad, at) = self.place(from)?;
            positions.push((to, self.squads[squad].position(at)));
        }
        for (to, position) in positions {
            self.put(to, &*position)?;
        }
        self.relist(players)
    }
}

impl Fleets {
    fn relist(&mut self, players: &Bound<'_, PyArray1<i8>>) -> PyResult<()> {
        let mut players = borrowed(players.try_readwrite(), "players")?;
        let players = slice(&mut players, "players", self.games)?;
        let work = cut(players, &self.squads, 1);
        self.each(work, |fleet, players| fleet.relist(players));
        Ok(())
    }
}
