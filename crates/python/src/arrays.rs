//! Casts Python arguments to typed arrays; the error names what was given and what is wanted.

use numpy::{Element, PyArray1, PyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// An array with one axis.
pub(crate) fn flat<'a, 'py, T: Element>(
    given: &'a Bound<'py, PyAny>,
    name: &str,
) -> PyResult<&'a Bound<'py, PyArray1<T>>> {
    given.cast::<PyArray1<T>>().map_err(|_| unfit::<T>(given, name, 1))
}

/// An array with two axes.
pub(crate) fn table<'a, 'py, T: Element>(
    given: &'a Bound<'py, PyAny>,
    name: &str,
) -> PyResult<&'a Bound<'py, PyArray2<T>>> {
    given.cast::<PyArray2<T>>().map_err(|_| unfit::<T>(given, name, 2))
}

fn axes(count: usize) -> String {
    if count == 1 { "one axis".to_owned() } else { format!("{count} axes") }
}

#[cold]
fn unfit<T: Element>(given: &Bound<'_, PyAny>, name: &str, wanted: usize) -> PyErr {
    let dtype = given.getattr("dtype").and_then(|dtype| dtype.str()).map(|dtype| dtype.to_string());
    let found = given.getattr("ndim").and_then(|count| count.extract::<usize>());
    let is = match (dtype, found) {
        (Ok(dtype), Ok(count)) => format!("an array of {dtype} with {}", axes(count)),
        _ => format!("of the type {}", given.get_type()),
    };
    let kind = T::get_dtype(given.py());
    PyTypeError::new_err(format!("{name} is {is}; an array of {kind} with {} is wanted", axes(wanted)))
}
