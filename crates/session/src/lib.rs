//! A table with its match, as the fold of its log: no clock, no socket, no database.

#![forbid(unsafe_code)]

mod frame;

pub use frame::{frame, happened, offers, reason, to_act};
