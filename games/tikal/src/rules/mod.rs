//! The rules, one file for each family of decisions. Each lists what is legal, judges one word by its own
//! conditions without the list, and carries out what was found legal.

mod auction;
mod course;
mod dig;
mod guard;
mod jumps;
pub(crate) mod numbers;
mod obstacle;
mod place;
mod scoring;
mod spend;
mod trade;
mod travel;

pub(crate) use scoring::SET_POINTS;
