//! The tables of one device, without a server: what the page runs in its workers.
//!
//! [`Host`] is to a browser what the hub is to the server: tables are folds of their logs, clients follow them and send
//! [`protocol::ToServer`]. It does no I/O: whoever calls it keeps the entries of a [`Change`] and only then passes its
//! messages on; if they cannot be kept, it lets the table be forgotten and folds its log again. Time, random bits and
//! the thinking of bots come from outside.
//!
//! [`Host::answer`] takes one request as JSON and gives its answer as JSON. The WebAssembly module has nothing else to
//! offer (`abi.rs`), and `examples/speak.rs` offers the same natively, so that both can be compared byte by byte.

mod bots;
mod follow;
mod host;
mod proof;
mod request;
mod review;

#[cfg(target_arch = "wasm32")]
mod abi;

pub use host::{Change, Host, KeptEntries};
pub use request::{Request, Who};
