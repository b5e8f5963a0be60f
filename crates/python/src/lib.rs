//! The games as a Python module. The package around it is `python/quipu`; here is what must be fast or needs the rules.

#![expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments of Python over by value")]

mod arrays;
mod bots;
mod dataset;
mod error;
mod game;
mod ints;
mod letters;
mod pixels;
mod records;
mod review;
mod rng;
mod state;
mod vector;

use pyo3::prelude::*;

/// The part of `quipu` that is written in Rust.
#[pymodule]
mod _quipu {
    use pyo3::prelude::*;
    use pyo3::types::PyDict;

    #[pymodule_export]
    use crate::bots::{Bot, simulate};
    #[pymodule_export]
    use crate::dataset::play_matches;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::records::decisions;
    #[pymodule_export]
    use crate::review::review_json;
    #[pymodule_export]
    use crate::rng::Rng;
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::vector::Fleets;

    /// The keys of the games.
    #[pyfunction]
    fn games() -> Vec<&'static str> {
        catalog::GAMES.iter().map(|entry| entry.kind().info().key).collect()
    }

    /// The names of the bots.
    #[pyfunction]
    fn bots() -> Vec<String> {
        crate::bots::names()
    }

    /// A game by its key and its table options: `load_game("tikal(seats=4,version=auction)")`, or the same by keywords,
    /// `load_game("tikal", seats=4, version="auction")`. Without seats the fewest that can play. `parts` names
    /// what observations hold, in a list or like `seats+course`, or `all`; `box` a file with an owner's box.
    #[pyfunction]
    #[pyo3(signature = (name, **options))]
    fn load_game(name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
        let mut more = Vec::new();
        for (key, value) in options.into_iter().flatten() {
            more.push((key.extract()?, crate::game::text_of(&value)?));
        }
        Game::load(name, more)
    }

    /// The state that a record, a `.quipu` text, leads to.
    #[pyfunction]
    fn replay(record: &str) -> PyResult<State> {
        let (game, position) = Game::replay(record)?;
        Ok(State::new(game, position))
    }

    /// Random play as fast as the game allows, without Python: (decisions, draws) of this number of matches.
    #[pyfunction]
    fn playouts(py: Python<'_>, game: Game, seed: u64, games: u64) -> PyResult<(u64, u64)> {
        let played = py.detach(|| game.entry.playouts(&game.opening, seed, games));
        played.map(|steps| (steps.decisions, steps.chances)).map_err(crate::error::wrong)
    }

    /// The same with every legal list written, as a vector must.
    #[pyfunction]
    fn listed_playouts(py: Python<'_>, game: Game, seed: u64, games: u64) -> PyResult<(u64, u64)> {
        let played = py.detach(|| game.entry.listed_playouts(&game.opening, seed, games));
        played.map(|steps| (steps.decisions, steps.chances)).map_err(crate::error::wrong)
    }

    #[pyfunction]
    fn _restore(game: Game, text: &str) -> PyResult<State> {
        State::read(&game, text)
    }
}
