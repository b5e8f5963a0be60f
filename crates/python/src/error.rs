//! Errors as Python exceptions: what is wrong, and what would be right.

use catalog::Unplayable;
use engine::Seat;
use pyo3::PyErr;
use pyo3::exceptions::{PyIndexError, PyValueError};

/// Something given has a value that cannot be right.
pub(crate) fn wrong(what: impl ToString) -> PyErr {
    PyValueError::new_err(what.to_string())
}

/// A number or words that cannot be played.
pub(crate) fn unplayable(why: &Unplayable) -> PyErr {
    wrong(why)
}

/// The seat of a player's number.
pub(crate) fn seat(player: i64, seats: usize) -> Result<Seat, PyErr> {
    match usize::try_from(player) {
        Ok(index) if index < seats => Ok(Seat::new(index)),
        _ => Err(PyIndexError::new_err(format!("there is no player {player}, players are 0 to {}", seats - 1))),
    }
}
