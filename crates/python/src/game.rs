//! A game with its table options: where states come from.

use catalog::{AnyPosition, GameEntry};
use engine::{Digest, Opening, Record};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::error::wrong;
use crate::state::State;

/// The most outcomes of one draw, in any game.
const MOST_OUTCOMES: usize = 256;

/// A game with its table options. Made by `quipu.load_game`.
#[pyclass(frozen, module = "quipu", from_py_object)]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) entry: &'static dyn GameEntry,
    pub(crate) opening: Opening,
}

/// The game of a key, or an error that names those there are.
pub(crate) fn entry(key: &str) -> PyResult<&'static dyn GameEntry> {
    catalog::find(key).ok_or_else(|| {
        let known: Vec<&str> = catalog::GAMES.iter().map(|entry| entry.kind().info().key).collect();
        wrong(format!("there is no game '{}', the games are: {}", engine::clip(key), known.join(", ")))
    })
}

/// Cuts `tikal(seats=4,version=auction)` into its key and its options.
fn cut(text: &str) -> PyResult<(String, Vec<(String, String)>)> {
    let malformed =
        || wrong(format!("'{}' is not a game, write it like tikal(seats=4,version=auction)", engine::clip(text)));
    let Some((key, rest)) = text.trim().split_once('(') else { return Ok((text.trim().to_owned(), Vec::new())) };
    let inside = rest.strip_suffix(')').ok_or_else(malformed)?;
    let mut options = Vec::new();
    for pair in inside.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').ok_or_else(malformed)?;
        options.push((key.trim().to_owned(), value.trim().to_owned()));
    }
    Ok((key.trim().to_owned(), options))
}

impl Game {
    /// The game of a text and further options.
    pub(crate) fn load(text: &str, more: Vec<(String, String)>) -> PyResult<Game> {
        let (key, mut options) = cut(text)?;
        let entry = entry(&key)?;
        options.extend(more);
        let mut seats = entry.kind().info().seats.0;
        let mut opening = Opening::default();
        for (key, value) in options {
            match key.as_str() {
                "seats" | "players" => {
                    seats =
                        value.parse().map_err(|_| wrong(format!("seats={} is not a number", engine::clip(&value))))?;
                }
                "box" => opening.box_digest = Some(read_box(entry, &value)?),
                _ => opening.options.push((key, value)),
            }
        }
        if seats > engine::MOST_SEATS {
            return Err(wrong(format!("{seats} seats are not possible, no game has more than {}", engine::MOST_SEATS)));
        }
        opening.seats = Opening::seats(seats).seats;
        let game = Game { entry, opening };
        game.begin()?;
        Ok(game)
    }

    /// The position before the first step.
    pub(crate) fn begin(&self) -> PyResult<Box<dyn AnyPosition>> {
        self.entry.position(&self.opening).map_err(wrong)
    }

    /// The game of a record, and the position it leads to.
    pub(crate) fn replay(text: &str) -> PyResult<(Game, Box<dyn AnyPosition>)> {
        let record = text.parse::<Record>().map_err(wrong)?;
        let entry = entry(&record.game)?;
        let game = entry.kind().replay(&record, None).map_err(wrong)?;
        Ok((Game { entry, opening: Opening::of(&record) }, entry.position_of(&*game)))
    }
}

fn read_box(entry: &dyn GameEntry, path: &str) -> PyResult<Digest> {
    if let Ok(digest) = path.parse() {
        return Ok(digest);
    }
    let text =
        std::fs::read_to_string(path).map_err(|error| wrong(format!("the box {path} cannot be read: {error}")))?;
    let all =
        |faults: Vec<engine::BoxFault>| wrong(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "));
    entry.kind().add_box(&text).map_err(all)
}

#[pymethods]
impl Game {
    /// The state before the first step.
    fn new_initial_state(&self) -> PyResult<State> {
        Ok(State::new(self.clone(), self.begin()?))
    }

    /// A state at a position given as data: what `State.diagram()` gives, what is left out at its default.
    fn new_state_at(&self, py: Python<'_>, diagram: &Bound<'_, PyAny>) -> PyResult<State> {
        let text: String = py.import("json")?.call_method1("dumps", (diagram,))?.extract()?;
        let diagram = serde_json::from_str(&text).map_err(wrong)?;
        let position = self.entry.position_at(&self.opening, diagram).map_err(wrong)?;
        Ok(State::new(self.clone(), position))
    }

    /// The state that `State.serialize` wrote.
    fn deserialize_state(&self, text: &str) -> PyResult<State> {
        State::read(self, text)
    }

    /// The game's key, such as "tikal".
    #[getter]
    fn key(&self) -> &'static str {
        self.entry.kind().info().key
    }

    /// The name on the box.
    #[getter]
    fn name(&self) -> &'static str {
        self.entry.kind().info().name
    }

    /// The version of the rules; records of older versions are played by their own.
    #[getter]
    fn rules(&self) -> u32 {
        self.entry.kind().info().rules
    }

    /// How many players sit at the table.
    fn num_players(&self) -> usize {
        self.opening.seats.len()
    }

    /// How many action numbers there are; they are the same for every table of this game.
    fn num_distinct_actions(&self) -> u32 {
        self.entry.space().size
    }

    /// No draw has more outcomes than this.
    #[expect(clippy::unused_self, reason = "a method in OpenSpiel's style")]
    fn max_chance_outcomes(&self) -> usize {
        MOST_OUTCOMES
    }

    /// No match has more steps than this, draws included.
    fn max_game_length(&self) -> u32 {
        self.entry.kind().info().longest
    }

    /// The least that `returns` gives a player.
    #[expect(clippy::unused_self, reason = "a method in OpenSpiel's style")]
    fn min_utility(&self) -> f64 {
        -1.0
    }

    /// The most that `returns` gives a player.
    #[expect(clippy::unused_self, reason = "a method in OpenSpiel's style")]
    fn max_utility(&self) -> f64 {
        1.0
    }

    /// What `returns` adds up to.
    #[expect(clippy::unused_self, reason = "a method in OpenSpiel's style")]
    fn utility_sum(&self) -> f64 {
        0.0
    }

    /// The shape of an observation: one row of figures.
    fn observation_tensor_shape(&self) -> Vec<usize> {
        vec![self.entry.space().width]
    }

    /// How many figures an observation has.
    fn observation_tensor_size(&self) -> usize {
        self.entry.space().width
    }

    /// The parts of an observation: name to (where it begins, its shape).
    fn observation_parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let parts = PyDict::new(py);
        let mut start = 0;
        for part in self.entry.space().parts {
            parts.set_item(part.name, (start, PyTuple::new(py, part.shape)?))?;
            start += part.size();
        }
        Ok(parts)
    }

    /// The action space: (verb, first number, how many) for each run of numbers.
    fn action_runs(&self) -> Vec<(&'static str, u32, u32)> {
        let mut start = 0;
        let mut runs = Vec::new();
        for run in self.entry.space().runs {
            runs.push((run.name, start, run.size));
            start += run.size;
        }
        runs
    }

    /// The words of an action number.
    fn action_to_string(&self, action: u32) -> PyResult<String> {
        self.begin()?.action_words(action).map_err(|why| crate::error::unplayable(&why))
    }

    /// The options of this table that differ from the default, and its seats.
    fn get_parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let parameters = PyDict::new(py);
        parameters.set_item("seats", self.opening.seats.len())?;
        for (key, value) in &self.opening.options {
            parameters.set_item(key, value)?;
        }
        if let Some(digest) = self.opening.box_digest {
            parameters.set_item("box", digest.to_string())?;
        }
        Ok(parameters)
    }

    /// Every option of the game: (key, values with the default first, what it changes).
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let choices = self.entry.kind().choices();
        PyList::new(py, choices.iter().map(|choice| (choice.key, choice.values.to_vec(), choice.help)))
    }

    /// What options need before they may differ from their defaults: pairs of another option's key and its value, or of
    /// `seats` and the fewest. Options that need nothing are left out.
    fn option_needs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for choice in self.entry.kind().choices().iter().filter(|choice| !choice.needs.is_empty()) {
            let needs = PyList::empty(py);
            for need in choice.needs {
                match need.what {
                    engine::Needed::Option(key, value) => needs.append((key, value))?,
                    engine::Needed::Seats(least) => needs.append(("seats", least))?,
                }
            }
            all.set_item(choice.key, needs)?;
        }
        Ok(all)
    }

    fn __str__(&self) -> String {
        let mut options = vec![format!("seats={}", self.opening.seats.len())];
        options.extend(self.opening.options.iter().map(|(key, value)| format!("{key}={value}")));
        options.extend(self.opening.box_digest.map(|digest| format!("box={digest}")));
        format!("{}({})", self.key(), options.join(","))
    }

    fn __repr__(&self) -> String {
        format!("quipu.load_game('{}')", self.__str__())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.extract::<Game>().is_ok_and(|other| other.__str__() == self.__str__())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.__str__().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("quipu")?.getattr("load_game")?, (self.__str__(),)))
    }
}
