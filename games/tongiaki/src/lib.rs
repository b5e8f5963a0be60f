//! Tongiaki, the game of voyages between the islands of Polynesia, by Thomas Rauscher.
//!
//! [`Tongiaki`] is a position; the rules are numbered in the crate's README, and code cites them (`O13`).

mod action;
mod board;
mod boats;
mod diagram;
mod draw;
mod evaluate;
mod event;
mod offer;
mod options;
mod position;
mod rules;
mod score;
mod state;
mod tiles;
mod view;

pub use action::{Action, Chance};
pub use board::{Cell, Dir, RADIUS};
pub use boats::Crew;
pub use diagram::{By, ByBeach, Diagram, Stage};
pub use event::Event;
pub use options::{FullBeaches, Options};
pub use state::Tongiaki;
pub use tiles::{Beach, Island, Tile};
pub use view::{Open, View};
