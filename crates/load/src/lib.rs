//! Players by the hundred: a client of Quipu for tests, and the load under which the server is measured.
//!
//! A [`Person`] has a cookie and asks over HTTP; a [`Socket`] speaks the protocol; [`Seen`] puts together what a socket is
//! sent, as a browser does. Nothing here knows the server from the inside, and nothing talks to anybody but loopback.

#![forbid(unsafe_code)]

mod crash;
mod generate;
mod light;
mod long;
mod measure;
mod node;
mod pair;
mod person;
mod seen;
mod socket;

pub use crash::{Survived, crash};
pub use generate::{Plan, guests, idle, play};
pub use long::open_long;
pub use measure::{percentile, processor_time, resident};
pub use node::Node;
pub use pair::{Ack, Pair};
pub use person::{Answer, Person};
pub use seen::{Seen, change};
pub use socket::{Got, Player, Socket};
