//! A client of Quipu for tests, and a generator of load.
//!
//! A [`Person`] has a cookie and uses HTTP; a [`Socket`] speaks the protocol; [`Seen`] puts together what a socket
//! receives, as a browser does. Nothing here uses the server's internals, and all connections go to loopback.

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
