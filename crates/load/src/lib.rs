//! A client of Quipu for tests, and a generator of load.
//!
//! A [`Person`] has a cookie and uses HTTP; a [`Socket`] speaks the protocol; [`Seen`] puts together what a socket
//! receives, as a browser does. Nothing here uses the server's internals, and all connections go to loopback.

#![forbid(unsafe_code)]

mod attack;
mod club;
mod crash;
mod generate;
mod honest;
mod light;
mod long;
mod measure;
mod node;
mod pair;
mod peer;
mod person;
mod results;
mod seen;
mod socket;
mod trial;

pub use attack::{Attack, Withstood};
pub use club::{Club, Found, Paired, Visited};
pub use crash::{Survived, crash};
pub use generate::{Plan, guests, idle, play};
pub use honest::Felt;
pub use long::open_long;
pub use measure::{Measured, percentile, processor_time, resident};
pub use node::{Node, file_in};
pub use pair::{Ack, Pair};
pub use peer::{Peer, peer_folder, play_peer};
pub use person::{HttpAnswer, Person};
pub use results::{Counted, count_results};
pub use seen::Seen;
pub use socket::{Got, Player, Socket};
pub use trial::Trial;
