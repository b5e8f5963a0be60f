//! A match under way, played by numbers.

use std::borrow::Cow;

use catalog::AnyPosition;
use engine::{Fast, Ink, ToAct, Viewer};
use numpy::{PyArray1, PyArray3, PyArrayMethods, PyReadwriteArray1};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arrays::flat;
use crate::error::{seat, unplayable, wrong};
use crate::game::Game;
use crate::ints;
use crate::pixels;
use crate::rng::Rng;

/// What `OpenSpiel` calls a draw that is to be made, and the end.
const CHANCE: i32 = -1;
const TERMINAL: i32 = -4;

/// A match under way, in the style of `OpenSpiel`'s states.
#[pyclass(module = "quipu")]
pub(crate) struct State {
    pub(crate) game: Game,
    pub(crate) position: Box<dyn AnyPosition>,
}

impl State {
    pub(crate) fn new(game: Game, position: Box<dyn AnyPosition>) -> State {
        State { game, position }
    }

    /// Reads what `serialize` wrote.
    pub(crate) fn read(game: &Game, text: &str) -> PyResult<State> {
        if let Some(diagram) = text.strip_prefix(POSITION) {
            let diagram = serde_json::from_str(diagram).map_err(wrong)?;
            let position = game.entry.position_at(&game.opening, diagram).map_err(wrong)?;
            return Ok(State::new(game.clone(), position));
        }
        let (found, position) = Game::replay(text)?;
        if found.entry.kind().info().key != game.entry.kind().info().key {
            return Err(wrong(format!("this is a state of {}", found.entry.kind().info().key)));
        }
        Ok(State::new(Game { chosen: game.chosen, ..found }, position))
    }

    fn viewer(&self, player: Option<i64>) -> PyResult<Viewer> {
        match player {
            None => Ok(Viewer::Spectator),
            Some(player) => Ok(Viewer::Seat(seat(player, self.position.seats())?)),
        }
    }

    /// The player asked for, else the one to act, else the first.
    fn or_current(&self, player: Option<i64>) -> PyResult<engine::Seat> {
        match (player, self.position.to_act()) {
            (Some(player), _) => seat(player, self.position.seats()),
            (None, ToAct::Seat(seat)) => Ok(seat),
            (None, _) => Ok(engine::Seat::A),
        }
    }

    /// The game and its options in one line.
    fn game_text(&self) -> String {
        let options = self.game.opening.options.iter().map(|(key, value)| format!(",{key}={value}"));
        let key = self.game.entry.kind().info().key;
        format!("{key}(seats={}{})", self.position.seats(), options.collect::<String>())
    }

    fn legal(&self, player: Option<i64>) -> PyResult<Cow<'_, [i32]>> {
        let asked =
            player.filter(|player| *player >= 0).map(|player| seat(player, self.position.seats())).transpose()?;
        Ok(match (self.position.to_act(), asked) {
            (ToAct::Seat(seat), Some(asked)) if seat != asked => Cow::default(),
            (ToAct::Seat(_), _) => Cow::Borrowed(self.position.legal()),
            (ToAct::Chance, None) => Cow::Owned((0..self.position.outcomes().len() as i32).collect()),
            (ToAct::Chance, Some(_)) | (ToAct::Over(_), _) => Cow::default(),
        })
    }
}

/// What a serialised position begins with that did not come from the start.
const POSITION: &str = "position ";

#[pymethods]
impl State {
    /// Who is to act: a player's number, -1 where something is drawn, -4 at the end.
    fn current_player(&self) -> i32 {
        match self.position.to_act() {
            ToAct::Seat(seat) => seat.index() as i32,
            ToAct::Chance => CHANCE,
            ToAct::Over(_) => TERMINAL,
        }
    }

    /// Whether the match is over.
    fn is_terminal(&self) -> bool {
        self.position.to_act().is_over()
    }

    /// Whether something is to be drawn.
    fn is_chance_node(&self) -> bool {
        self.position.to_act() == ToAct::Chance
    }

    /// Whether a player is to decide.
    fn is_player_node(&self) -> bool {
        self.position.to_act().seat().is_some()
    }

    /// Never: players decide one after the other.
    #[expect(clippy::unused_self, reason = "a method in OpenSpiel's style")]
    fn is_simultaneous_node(&self) -> bool {
        false
    }

    /// How many players there are.
    fn num_players(&self) -> usize {
        self.position.seats()
    }

    /// How many action numbers there are.
    fn num_distinct_actions(&self) -> u32 {
        self.game.entry.space().size
    }

    /// The outcomes of the pending draw with their probabilities: (number, probability).
    fn chance_outcomes(&self) -> PyResult<Vec<(usize, f64)>> {
        if !self.is_chance_node() {
            return Err(wrong("nothing is drawn here, ask is_chance_node() first"));
        }
        let weights = self.position.outcomes();
        let total: f64 = weights.iter().map(|weight| f64::from(*weight)).sum();
        Ok(weights.into_iter().map(|weight| f64::from(weight) / total).enumerate().collect())
    }

    /// The numbers of what may be done, sorted: of the player's actions, or of the outcomes of a draw. Empty for a
    /// player who is not to act, and at the end.
    #[pyo3(signature = (player=None))]
    fn legal_actions<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyList>> {
        ints::list(py, &self.legal(player)?)
    }

    /// An array with a 1 for every legal action, as long as the action space (as `max_chance_outcomes` where something
    /// is drawn); written into `out` where it is given.
    #[pyo3(signature = (player=None, out=None))]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let size = if self.is_chance_node() { 256 } else { self.game.entry.space().size as usize };
        let legal = self.legal(player)?;
        let array = match &out {
            Some(out) => flat::<i8>(out, "out")?.clone(),
            None => PyArray1::zeros(py, size, false),
        };
        {
            let mut array: PyReadwriteArray1<'_, i8> = array.try_readwrite().map_err(wrong)?;
            let mask = array.as_slice_mut().map_err(wrong)?;
            if mask.len() != size {
                return Err(wrong(format!("the array has {} places, it needs {size}", mask.len())));
            }
            mask.fill(0);
            legal.iter().for_each(|number| mask[*number as usize] = 1);
        }
        Ok(array)
    }

    /// The words of an action: `action_to_string(action)` or, as in `OpenSpiel`, `action_to_string(player, action)`,
    /// where the player -1 means an outcome of the pending draw.
    #[pyo3(signature = (player_or_action, action=None))]
    fn action_to_string(&self, player_or_action: i64, action: Option<i64>) -> PyResult<String> {
        let number = action.unwrap_or(player_or_action);
        let number = u32::try_from(number).map_err(|_| wrong(format!("{number} is no action")))?;
        let decision = action.is_some() && player_or_action >= 0;
        let words = if decision { self.position.action_words(number) } else { self.position.words(number) };
        words.map_err(|why| unplayable(&why))
    }

    /// The number of words such as "place c3 r2" (of an outcome where something is drawn).
    fn string_to_action(&self, words: &str) -> PyResult<u32> {
        self.position.number(words).map_err(|why| unplayable(&why))
    }

    /// Plays an action, or an outcome where something is drawn. An illegal one raises `ValueError` with the rule that
    /// forbids it, and nothing changes.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        self.position.play(action).map_err(|why| unplayable(&why))
    }

    /// Plays words, also those beyond the action space.
    fn apply_words(&mut self, words: &str) -> PyResult<()> {
        self.position.play_words(words).map_err(|why| unplayable(&why))
    }

    /// Draws whatever is to be drawn, until a player decides or the match is over.
    fn resolve_chance(&mut self, rng: &mut Rng) {
        self.position.draw_on(&mut rng.0);
    }

    /// An action as the bot `random` picks it: a verb, then a word of it.
    fn random_action(&self, rng: &mut Rng) -> PyResult<u32> {
        self.position.pick(&mut rng.0).ok_or_else(|| wrong("no player is to act"))
    }

    /// What each player gets: zeros until the end; then 1 for the winner and equally less for the others, adding up to
    /// zero, ties shared.
    fn returns(&self) -> Vec<f64> {
        if self.is_terminal() { catalog::returns(&self.position.outcome()) } else { vec![0.0; self.position.seats()] }
    }

    /// The same as `returns`: everything is paid at the end.
    fn rewards(&self) -> Vec<f64> {
        self.returns()
    }

    /// What one player gets.
    fn player_return(&self, player: i64) -> PyResult<f64> {
        Ok(self.returns()[seat(player, self.position.seats())?.index()])
    }

    /// The points as they stand.
    fn points(&self) -> Vec<i32> {
        self.position.outcome().points
    }

    /// The places as the points stand, from 1; ties share.
    fn places(&self) -> Vec<usize> {
        self.position.outcome().places
    }

    /// A copy that goes its own way.
    #[pyo3(name = "clone")]
    fn copied(&self) -> State {
        State::new(self.game.clone(), self.position.duplicate())
    }

    /// A copy whose observations hold other parts: names, or "all", or "usual".
    fn with_parts(&self, parts: &Bound<'_, PyAny>) -> PyResult<State> {
        Ok(State::new(self.game.with_parts(parts)?, self.position.duplicate()))
    }

    /// The state as text, for `Game.deserialize_state`.
    fn serialize(&self) -> String {
        match self.position.record() {
            Some(record) => record.to_string(),
            None => format!("{POSITION}{}", self.position.diagram()),
        }
    }

    /// The record of the match as a `.quipu` text.
    fn record(&self) -> PyResult<String> {
        let none = || wrong("this state did not begin at the start of a match, so it has no record");
        self.position.record().map(|record| record.to_string()).ok_or_else(none)
    }

    /// What a player sees as figures, written into `out` where it is given; the player to act without a number.
    #[pyo3(signature = (player=None, out=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<i64>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.or_current(player)?;
        let width = self.game.width();
        let array = match &out {
            Some(out) => flat::<f32>(out, "out")?.clone(),
            None => PyArray1::zeros(py, width, false),
        };
        {
            let mut array: PyReadwriteArray1<'_, f32> = array.try_readwrite().map_err(wrong)?;
            let row = array.as_slice_mut().map_err(wrong)?;
            if row.len() != width {
                return Err(wrong(format!("the array has {} places, it needs {width}", row.len())));
            }
            self.position.figures(seat, self.game.chosen, row);
        }
        Ok(array)
    }

    /// How good the position looks for each player by the game's estimate, in points: what bots judge by in games whose
    /// value they have not learned (`prospects`), and a novice everywhere. What is
    /// hidden from the player who asks is guessed, by the seed; without a number the player to act asks.
    #[pyo3(signature = (player=None, seed=0))]
    fn estimate(&self, player: Option<i64>, seed: u64) -> PyResult<Vec<f32>> {
        let seat = self.or_current(player)?;
        Ok(self.game.entry.estimates(&*self.position, seat, &mut Fast::new(seed)))
    }

    /// What the game's bots have learned of the position: each player's chance to win, and points at the end. None
    /// where nothing was learned of this game, or not of such tables. What is hidden from the player who asks is
    /// guessed.
    #[pyo3(signature = (player=None, seed=0))]
    fn prospects(&self, player: Option<i64>, seed: u64) -> PyResult<Option<(Vec<f32>, Vec<f32>)>> {
        let seat = self.or_current(player)?;
        let learned = self.game.entry.prospects(&*self.position, seat, &mut Fast::new(seed));
        Ok(learned.map(|[chances, points]| (chances, points)))
    }

    /// What a player sees, as JSON.
    #[pyo3(signature = (player=None))]
    fn observation_string(&self, player: Option<i64>) -> PyResult<String> {
        Ok(self.position.view(Viewer::Seat(self.or_current(player)?)).to_string())
    }

    /// Everything that a player has seen so far, step by step, "?" for what was hidden from them.
    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<i64>) -> PyResult<String> {
        let seat = self.or_current(player)?;
        let viewer = Viewer::Seat(seat);
        let mut lines = vec![format!("{} as player {}", self.game_text(), seat.index())];
        if self.position.record().is_none() {
            lines.push(self.position.view(viewer).to_string());
        }
        lines.extend(self.position.seen(viewer));
        Ok(lines.join("\n"))
    }

    /// A state that the player cannot tell from this one, drawn at random: by a seed, a `quipu.Rng`, or as in
    /// `OpenSpiel` a function that gives numbers from 0 to 1.
    fn resample_from_infostate(&self, player: i64, source: &Bound<'_, PyAny>) -> PyResult<State> {
        let seat = seat(player, self.position.seats())?;
        let position = if let Ok(mut rng) = source.extract::<PyRefMut<'_, Rng>>() {
            self.position.imagine(seat, &mut rng.0)
        } else if source.is_callable() {
            let number: f64 = source.call0()?.extract()?;
            self.position.imagine(seat, &mut Fast::new(number.to_bits()))
        } else {
            self.position.imagine(seat, &mut Fast::new(source.extract()?))
        };
        Ok(State::new(self.game.clone(), position))
    }

    /// The numbers played so far, outcomes of draws included; -1 for words beyond the action space.
    fn history(&self) -> Vec<i64> {
        self.position.history().into_iter().map(|(_, number)| number.map_or(-1, i64::from)).collect()
    }

    /// Who played what so far: (player or -1, number).
    fn full_history(&self) -> Vec<(i32, i64)> {
        let who = |seat: Option<engine::Seat>| seat.map_or(CHANCE, |seat| seat.index() as i32);
        self.position.history().into_iter().map(|(by, number)| (who(by), number.map_or(-1, i64::from))).collect()
    }

    /// The history as text.
    fn history_str(&self) -> String {
        self.history().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    /// How many steps were played, draws included.
    fn move_number(&self) -> usize {
        self.position.steps()
    }

    /// The game this is a state of.
    fn get_game(&self) -> Game {
        self.game.clone()
    }

    /// What a player sees, as a dict; what a spectator sees without one.
    #[pyo3(signature = (player=None))]
    fn view<'py>(&self, py: Python<'py>, player: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        let text = self.position.view(self.viewer(player)?).to_string();
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The whole position as a dict, for `Game.new_state_at`.
    fn diagram<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.position.diagram().to_string(),))
    }

    /// The board: "ansi" gives coloured text, "text" plain text, "svg" SVG, `rgb_array` an array (rows, columns, 3).
    #[pyo3(signature = (mode="svg", player=None, scale=1.0))]
    fn render<'py>(&self, py: Python<'py>, mode: &str, player: Option<i64>, scale: f32) -> PyResult<Bound<'py, PyAny>> {
        let viewer = self.viewer(player)?;
        match mode {
            "text" => Ok(self.position.canvas(viewer).to_string().into_pyobject(py)?.into_any()),
            "ansi" => Ok(coloured(&self.position.canvas(viewer)).into_pyobject(py)?.into_any()),
            "svg" => Ok(self.position.picture(viewer).to_svg().into_pyobject(py)?.into_any()),
            "rgb_array" => {
                let picture = self.position.picture(viewer);
                let pixels =
                    pixels::draw(&picture, scale).ok_or_else(|| wrong("the scale is too small or too large"))?;
                let flat = PyArray1::from_vec(py, pixels.bytes);
                let array: Bound<'py, PyArray3<u8>> = flat.reshape([pixels.rows, pixels.columns, 3])?;
                Ok(array.into_any())
            }
            other => Err(wrong(format!(
                "'{}' is no render mode, they are ansi, text, svg and rgb_array",
                engine::clip(other)
            ))),
        }
    }

    /// The board as plain text.
    #[pyo3(name = "to_string")]
    fn board(&self) -> String {
        self.position.canvas(Viewer::Spectator).to_string()
    }

    fn _repr_svg_(&self) -> String {
        self.position.picture(Viewer::Spectator).to_svg()
    }

    fn __str__(&self) -> String {
        self.board()
    }

    fn __repr__(&self) -> String {
        format!("<quipu.State of {}, step {}>", self.game_text(), self.position.steps())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<State>().is_ok_and(|other| other.borrow().position.same(&*self.position))
    }

    fn __copy__(&self) -> State {
        self.copied()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.copied()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Game, String))> {
        Ok((py.import("quipu._quipu")?.getattr("_restore")?, (self.game.clone(), self.serialize())))
    }
}

/// A text board with the colours of a terminal.
fn coloured(canvas: &engine::Canvas) -> String {
    const SEATS: [&str; 6] = ["31", "34", "33", "35", "32", "36"];
    let mut text = String::new();
    // Writing to a string never fails.
    let _ = canvas.show(&mut text, |out, run, ink| {
        let code = match ink {
            Ink::Plain => return out.write_str(run),
            Ink::Seat(seat) => SEATS[seat.index()],
            Ink::Faint => "2",
            Ink::Strong => "1",
            Ink::Water => "36",
            Ink::Leaf => "32",
            Ink::Stone => "37",
            Ink::Gold => "33",
            Ink::Fire => "31",
        };
        write!(out, "\u{1b}[{code}m{run}\u{1b}[0m")
    });
    text
}
