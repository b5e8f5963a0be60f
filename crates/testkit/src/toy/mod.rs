//! The toy game "Pebbles", small but with everything that games have: action points, a bag, a hidden hand, a
//! secret decision, an uneven distribution and two ends. The infrastructure is tested on it.
//!
//! - X1 Two to four seats. Who begins is drawn, or named by the option `first`.
//! - X2 The bag holds pebbles worth 1 to 4: eight, six, four and two of them, or with `bag=small` half as many.
//! - X3 A turn has 3 action points; `end` ends it, at any time.
//! - X4 `draw` (1 AP): a pebble from the bag, unseen by the others, to the hand.
//! - X5 A hand holds at most five pebbles.
//! - X6 `lay 3` (1 AP): a pebble from the hand on the table, for as many points as it is worth.
//! - X7 `trade 3` (2 AP): a pebble from the hand into the bag, secretly, then one is drawn.
//! - X8 The match ends with the turn after which the bag is empty.
//! - X9 It ends with the 24th turn at the latest. Most points win; among equals the fuller hand.

mod game;
mod parts;
mod study;
mod view;

pub mod twin;

pub use game::Toy;
pub use parts::{Action, Chance, Event, Options};
pub use view::{Diagram, View};
