//! Tikal by Wolfgang Kramer and Michael Kiesling: the basic game, the auction, and six variants.
//!
//! The rules are numbered in `web/help/en.md`, and the code cites them. A match is a value of [`Tikal`];
//! [`engine`] says what can be done with it.
//!
//! ```
//! use engine::{Draft, Match, Seat};
//! use tikal::Tikal;
//!
//! let setup = Draft::<Tikal>::new(2).admit().unwrap();
//! let mut game = Match::new(setup);
//! let (a, b) = (Some(Seat::A), Some(Seat::new(1)));
//! game.play(None, "first B").unwrap();
//! game.play(None, "tile A6").unwrap();
//! game.play(b, "place b3 r0").unwrap();
//! game.play(b, "enter worker a5").unwrap();
//! game.play(b, "move worker a5 b5").unwrap();
//! game.play(b, "uncover b5").unwrap();
//! let refused = game.play(b, "uncover b5").unwrap_err();
//! assert_eq!(refused.to_string(), "T14: a second level on b5 needs a second piece");
//! game.play(b, "end").unwrap();
//! assert!(game.play(a, "end").is_err(), "a tile is drawn first");
//! ```

mod action;
mod alphabet;
mod board;
mod diagram;
mod draw;
mod evaluate;
mod event;
mod figures;
mod game;
mod inventory;
mod learned;
mod offers;
mod options;
mod parts;
mod picture;
mod rules;
mod score;
mod seats;
mod space;
mod state;
mod tiles;
mod typescript;
mod view;
mod weights;

pub use action::{Action, Chance, Piece};
pub use board::{Cell, CellSet};
pub use diagram::{Diagram, Due, Guarding, Occasion, PhaseDiagram, PlayerDiagram, RoundDiagram};
pub use event::{Event, Item, Section};
pub use options::{Boulder, Options, Scoring, Switch, Tempo, Terrain, TwinVolcanoes, Version};
pub use parts::{Ground, Parts, TilePart};
pub use state::Tikal;
pub use tiles::{Kind, Tile, TileSet, Treasure};
pub use view::{View, WireView};
