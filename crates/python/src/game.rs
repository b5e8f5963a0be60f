//! A game with its table options: where states come from.

use catalog::{AnyPosition, GameEntry};
use engine::{Digest, Opening, PartSet, Record};
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
    /// The parts of its observations.
    pub(crate) chosen: PartSet,
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

/// An option's value as it is written in a game's text: names in a list are joined.
pub(crate) fn text_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        return Ok(value.extract::<Vec<String>>()?.join("+"));
    }
    Ok(value.str()?.to_string())
}

impl Game {
    /// The game of a text and further options.
    pub(crate) fn load(text: &str, more: Vec<(String, String)>) -> PyResult<Game> {
        let (key, mut options) = cut(text)?;
        let entry = entry(&key)?;
        options.extend(more);
        let mut seats = entry.kind().info().seats.0;
        let mut opening = Opening::default();
        let mut chosen = entry.space().usual;
        for (key, value) in options {
            match key.as_str() {
                "seats" | "players" => {
                    seats =
                        value.parse().map_err(|_| wrong(format!("seats={} is not a number", engine::clip(&value))))?;
                }
                "parts" => chosen = read_parts(entry, &value)?,
                "box" => opening.box_digest = Some(read_box(entry, &value)?),
                _ => opening.options.push((key, value)),
            }
        }
        if seats > engine::MOST_SEATS {
            return Err(wrong(format!("{seats} seats are not possible, no game has more than {}", engine::MOST_SEATS)));
        }
        opening.seats = Opening::seats(seats).seats;
        let game = Game { entry, opening, chosen };
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
        let chosen = entry.space().usual;
        Ok((Game { entry, opening: Opening::of(&record), chosen }, entry.position_of(&*game)))
    }

    /// The game and its options in one line, as `load_game` reads them.
    pub(crate) fn text(&self) -> String {
        let mut options = vec![format!("seats={}", self.opening.seats.len())];
        options.extend(self.opening.options.iter().map(|(key, value)| format!("{key}={value}")));
        options.extend(self.parts_text().map(|parts| format!("parts={parts}")));
        options.extend(self.opening.box_digest.map(|digest| format!("box={digest}")));
        format!("{}({})", self.key(), options.join(","))
    }

    /// How many figures an observation has.
    pub(crate) fn width(&self) -> usize {
        self.chosen.width(self.entry.space().parts)
    }

    /// The parts of an observation as an option is written; nothing for the usual ones.
    fn parts_text(&self) -> Option<String> {
        let space = self.entry.space();
        let names = |chosen: PartSet| chosen.of(space.parts).map(|part| part.name).collect::<Vec<_>>();
        let chosen = names(self.chosen);
        let all = chosen.len() == space.parts.len();
        (chosen != names(space.usual)).then(|| if all { ALL_PARTS.to_owned() } else { chosen.join("+") })
    }
}

/// What stands for every part of an observation, and for those that are usual.
const ALL_PARTS: &str = "all";
const USUAL_PARTS: &str = "usual";

/// The parts that are named like `seats+course`.
fn read_parts(entry: &dyn GameEntry, text: &str) -> PyResult<PartSet> {
    let space = entry.space();
    match text {
        ALL_PARTS => Ok(PartSet::ALL),
        USUAL_PARTS => Ok(space.usual),
        _ => PartSet::named(space.parts, text.split('+').map(str::trim)).map_err(|name| {
            let known: Vec<&str> = space.parts.iter().map(|part| part.name).collect();
            let name = engine::clip(name);
            wrong(format!("there is no part '{name}', the parts are: {}; or all, or usual", known.join(", ")))
        }),
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

    /// About how many steps the longest matches have, draws included. The rules allow longer ones; of the thousands
    /// that were played at random and by bots none was.
    fn max_game_length(&self) -> u32 {
        self.entry.space().length
    }

    /// Whether something is or may be hidden from some player, by the game and its options.
    fn hides_information(&self) -> PyResult<bool> {
        Ok(self.begin()?.hides())
    }

    /// This game with other parts in its observations: names, or "all", or "usual".
    pub(crate) fn with_parts(&self, parts: &Bound<'_, PyAny>) -> PyResult<Game> {
        Ok(Game { chosen: read_parts(self.entry, &text_of(parts)?)?, ..self.clone() })
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
        vec![self.width()]
    }

    /// How many figures an observation has.
    fn observation_tensor_size(&self) -> usize {
        self.width()
    }

    /// The parts of an observation: name to (where it begins, its shape).
    fn observation_parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let parts = PyDict::new(py);
        let mut start = 0;
        for part in self.chosen.of(self.entry.space().parts) {
            parts.set_item(part.name, (start, PyTuple::new(py, part.shape)?))?;
            start += part.size();
        }
        Ok(parts)
    }

    /// What each figure of an observation shows, such as "seats[1,points]".
    fn observation_names(&self) -> Vec<String> {
        self.chosen.of(self.entry.space().parts).flat_map(engine::Part::figure_names).collect()
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
        if let Some(parts) = self.parts_text() {
            parameters.set_item("parts", parts)?;
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
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("quipu.load_game('{}')", self.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.extract::<Game>().is_ok_and(|other| other.text() == self.text())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("quipu")?.getattr("load_game")?, (self.text(),)))
    }
}
