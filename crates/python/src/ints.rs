//! A cache of Python integers for action numbers: building a list allocates no new integers.

use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList};

/// More than any game's action space has.
const KNOWN: i32 = 1 << 15;

static INTS: OnceLock<Vec<Py<PyInt>>> = OnceLock::new();

/// Rising numbers as a Python list.
pub(crate) fn list<'py>(py: Python<'py>, numbers: &[i32]) -> PyResult<Bound<'py, PyList>> {
    let known = INTS.get_or_init(|| (0..KNOWN).map(|number| PyInt::new(py, number).unbind()).collect());
    if numbers.last().is_none_or(|last| *last < KNOWN) {
        PyList::new(py, numbers.iter().map(|number| known[*number as usize].bind(py)))
    } else {
        PyList::new(py, numbers)
    }
}
