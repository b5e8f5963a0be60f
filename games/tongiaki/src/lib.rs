//! Tongiaki, the game of voyages between the islands of Polynesia, by Thomas Rauscher.
//!
//! [`Tongiaki`] is a position. The rules are numbered in `web/help/en.md`, and code cites them (`O13`).
//!
//! ```
//! use engine::{Draft, Match, Seat};
//! use tongiaki::Tongiaki;
//!
//! let mut game: Match<Tongiaki> = Match::new(Draft::new(2).admit().unwrap());
//! let mut play = |line: &str| {
//!     let (by, words) = line.split_once(' ').unwrap();
//!     game.play(by.parse().ok(), words).map(|_| ())
//! };
//! // Two boats each on Tonga; every beach keeps a free mooring.
//! for line in ["* first A", "A moor tonga.4", "B moor tonga.4", "A moor tonga.1", "B moor tonga.2"] {
//!     play(line).unwrap();
//! }
//! // Two own boats there, two more; the beach in the north is full and sails. It finds Samoa.
//! for line in ["A expand tonga", "A moor tonga.4", "A moor tonga.3", "A sail tonga.4 n", "* tile samoa"] {
//!     play(line).unwrap();
//! }
//! // First every beach gets a boat.
//! play("A land A samoa.1").unwrap();
//! let refused = play("A land A samoa.1").unwrap_err();
//! assert!(refused.to_string().starts_with("O13: first every beach"));
//! play("A land B samoa.2").unwrap();
//! play("A land A samoa.3").unwrap();
//!
//! assert_eq!(game.sheet().total(Seat::A), 5);
//! assert_eq!(game.to_act().seat(), Some(Seat::new(1)));
//! ```

mod action;
mod alphabet;
mod board;
mod boats;
mod diagram;
mod draw;
mod evaluate;
mod event;
mod figures;
mod game;
mod inventory;
mod offers;
mod options;
mod parts;
mod picture;
mod position;
mod rules;
mod score;
mod space;
mod state;
mod text;
mod tiles;
mod typescript;
mod view;
mod weights;

pub use action::{Action, Chance};
pub use board::RADIUS;
pub use boats::Crew;
pub use diagram::{By, ByBeach, Diagram, PhaseDiagram};
pub use event::Event;
pub use options::{FullBeaches, Options};
pub use parts::Parts;
pub use state::Tongiaki;
pub use tiles::{Beach, Island, Tile};
pub use view::{View, WireView};
