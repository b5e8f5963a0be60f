//! The rules, one file for each family of decisions. Each lists what is legal, judges one word by its own conditions
//! without the list, and carries out what was found legal.

mod dig;
pub(crate) mod numbers;
