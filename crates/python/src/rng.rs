//! A source of chance for Python.

use engine::{Dice, Fast};
use pyo3::prelude::*;

use crate::error::wrong;

/// A fast source of random numbers, the same for the same seed.
#[pyclass(module = "quipu")]
pub(crate) struct Rng(pub(crate) Fast);

#[pymethods]
impl Rng {
    #[new]
    #[pyo3(signature = (seed=0))]
    fn new(seed: u64) -> Rng {
        Rng(Fast::new(seed))
    }

    /// A number from 0 to below `bound`.
    fn below(&mut self, bound: u32) -> PyResult<u32> {
        if bound == 0 { Err(wrong("there is no number below 0")) } else { Ok(self.0.below(bound)) }
    }
}
