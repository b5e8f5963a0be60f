//! Records as columns: one row for each decision.

use engine::{Record, RecordEntry as Line, Seat};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::wrong;
use crate::game::entry;

/// The decisions of a record as columns of equal length, for tables of many games.
#[pyfunction]
#[pyo3(signature = (record, *, legal=false))]
pub(crate) fn decisions<'py>(py: Python<'py>, record: &str, legal: bool) -> PyResult<Bound<'py, PyDict>> {
    let table = py.detach(|| Table::of(record, legal))?;
    let columns = PyDict::new(py);
    columns.set_item("game", table.game)?;
    columns.set_item("options", table.options)?;
    columns.set_item("seats", table.seats)?;
    columns.set_item("step", table.step)?;
    columns.set_item("player", table.player)?;
    columns.set_item("action", table.action)?;
    columns.set_item("words", table.words)?;
    columns.set_item("choices", table.choices)?;
    columns.set_item("points", table.points)?;
    columns.set_item("legal", table.legal)?;
    columns.set_item("final_points", table.final_points)?;
    columns.set_item("places", table.places)?;
    columns.set_item("over", table.over)?;
    Ok(columns)
}

#[derive(Default)]
struct Table {
    game: String,
    options: String,
    seats: Vec<String>,
    step: Vec<usize>,
    player: Vec<usize>,
    action: Vec<Option<u32>>,
    words: Vec<String>,
    choices: Vec<usize>,
    /// The points of all seats before the decision.
    points: Vec<Vec<i32>>,
    legal: Option<Vec<Vec<i32>>>,
    final_points: Vec<i32>,
    places: Vec<usize>,
    over: bool,
}

impl Table {
    fn of(text: &str, legal: bool) -> PyResult<Table> {
        let record = text.parse::<Record>().map_err(wrong)?;
        let entry = entry(&record.game)?;
        let mut position = entry.position(&engine::Opening::of(&record)).map_err(wrong)?;
        let mut table = Table {
            game: record.game.clone(),
            options: record.options.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" "),
            seats: record.seats.clone(),
            legal: legal.then(Vec::new),
            ..Table::default()
        };
        for (step, line) in record.folded().map_err(wrong)?.into_iter().enumerate() {
            let Line::Step { by, words } = &line.entry else { continue };
            if let Some(seat) = by {
                let numbers = position.legal();
                table.step.push(step);
                table.player.push(seat.index());
                table.action.push(position.number(words).ok());
                table.words.push(words.clone());
                table.choices.push(numbers.len());
                table.points.push(Seat::all(position.seats()).map(|seat| position.points(seat)).collect());
                table.legal.iter_mut().for_each(|legal| legal.push(numbers.to_vec()));
            }
            position.play_words(words).map_err(|why| wrong(format!("line {}: {why}", line.number)))?;
        }
        let outcome = position.outcome();
        table.over = position.to_act().is_over();
        (table.final_points, table.places) = (outcome.points, outcome.places);
        Ok(table)
    }
}
