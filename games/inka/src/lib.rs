//! Inka (*Das Gold der Inka*, Harald Lieske 2005): two to four explorers move the floor of a temple, rhombus by
//! rhombus, fetch their three statues from its middle and leave by an exit.
//!
//! The rules are numbered K1 to K20 in `web/help/en.md`, and the code cites them. The box is data: what is
//! reconstructed in `box.toml` an owner of the game may correct, see [`Temple`].
//!
//! ```
//! use engine::{Draft, Game, Match, Seat, ToAct};
//! use inka::{Diagram, Inka};
//!
//! // Ada has all her statues and stands one step from the nw exit, Ben stands on the ne one.
//! let mut diagram = Diagram::default();
//! let (ada, ben) = (Seat::new(0), Seat::new(1));
//! diagram.pawns = Some([(ada, "u-4,3".to_owned()), (ben, "d-1,3".to_owned())].into());
//! diagram.taken.insert(ada, vec!["G1".to_owned(), "G2".to_owned(), "G3".to_owned()]);
//! diagram.rhombi.insert("T01".to_owned(), "d-4,-1 u-3,-1".to_owned());
//!
//! let setup = Draft::<Inka>::new(2).admit().unwrap();
//! let mut game = Match::from_position(setup, Inka::from_diagram(&setup, diagram).unwrap());
//! game.play(Some(ada), "slide T01 e 2").unwrap();
//! let refused = game.play(Some(ada), "slide T01 e 1").unwrap_err();
//! assert_eq!(refused.to_string(), "K5: G2 on d-1,-1 stops T01 after 0 steps");
//! let events = game.play(Some(ada), "walk d-4,3").unwrap();
//! assert_eq!(events[1].to_string(), "A leaves the temple by the nw exit with three statues and wins");
//! assert!(matches!(game.to_act(), ToAct::Over(rule) if rule.to_string() == "K18"));
//! assert_eq!(game.state().points(ada), 4);
//! ```
//!
//! # How it is built
//! - [`Cell`] and [`Cells`]: the 96 triangles as bits, so that a walk is a flood of shifts.
//! - [`Placement`]: the 264 ways in which a rhombus can lie; what it sweeps is looked up in a table made once.
//! - [`Temple`]: the box, read from TOML with every fault and its line.
//! - [`Action`] and [`Chance`]: the words. [`Inka`]: a state of 80 bytes without heap.

#![forbid(unsafe_code)]

mod action;
mod alphabet;
mod cells;
mod diagram;
mod draw;
mod evaluate;
mod event;
mod figures;
mod game;
mod inventory;
mod occupancy;
mod offers;
mod options;
mod parts;
mod picture;
mod placement;
mod route;
mod rules;
mod score;
mod space;
mod state;
mod sweep;
mod temple;
mod typescript;
mod view;
mod ways;
mod weights;

pub use action::{Action, Chance, Foothold, Space};
pub use cells::{Cell, Cells, CellsIter};
pub use diagram::Diagram;
pub use event::Event;
pub use options::{CoverStarts, Options, Switch};
pub use parts::{CellPart, Ground, MarkPart, Parts, PrintPart, RhombusPart, Sign};
pub use placement::{Corner, Half, Placement, Sense};
pub use route::Reached;
pub use state::Inka;
pub use temple::{Face, GOALS, Mark, PATHS, RHOMBI, Rhombus, Start, Temple};
pub use view::View;
