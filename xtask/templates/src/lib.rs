//! __Title__: explorers walk along a trail of camps and dig for finds.
//!
//! The rules are numbered in web/help/en.md; the code cites them.
//!
//! ```
//! use __name__::__Name__;
//! use engine::{Draft, Game, Match, Seat};
//!
//! let mut game = Match::new(Draft::<__Name__>::new(2).admit().unwrap());
//! game.play(None, "first A").unwrap();
//! game.play(Some(Seat::A), "walk").unwrap();
//! assert!(game.play(Some(Seat::new(1)), "dig").is_err(), "nothing is to be found at the start");
//! game.play(Some(Seat::new(1)), "walk").unwrap();
//! game.play(Some(Seat::A), "dig").unwrap();
//! game.play(None, "find 3").unwrap();
//! assert_eq!(game.state().points(Seat::A), 3);
//! ```

mod action;
mod inventory;
mod diagram;
mod draw;
mod evaluate;
mod event;
mod figures;
mod game;
mod options;
mod parts;
mod rules;
mod score;
mod space;
mod state;
mod typescript;

pub use action::{Action, Chance};
pub use diagram::Diagram;
pub use event::Event;
pub use options::Options;
pub use parts::Parts;
pub use state::{__Name__, Phase};
