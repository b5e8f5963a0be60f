//! Thebes: The Tomb Raiders, the card game of 2012 for 2 to 4 archaeologists.
//!
//! Time is what one pays with: the hindmost player on the time track acts, and everything takes weeks. One learns,
//! digs in four regions, shows what was found. What lies in the ground is hidden, and so is how much of it.
//!
//! ```
//! use engine::{Draft, Game, Match, Seat, Viewer};
//! use thebes::Thebes;
//!
//! let mut game = Match::<Thebes>::new(Draft::new(2).admit().unwrap());
//! game.play(None, "order BA").unwrap();
//! for card in ["egypt-2", "congress", "thief-egypt", "general-1"] {
//!     game.play(None, "back green").unwrap();
//!     game.play(None, &format!("card {card}")).unwrap();
//! }
//! game.play(None, "back egypt").unwrap();
//! game.play(None, "pile egypt bust-of-nefertiti").unwrap();
//! game.play(None, "back green").unwrap();
//!
//! let b = Seat::new(1);
//! game.play(Some(b), "take egypt-2").unwrap();
//! assert_eq!(game.state().to_act(), engine::ToAct::Chance, "the space is refilled first");
//! game.play(None, "card egypt-1").unwrap();
//! game.play(None, "back green").unwrap();
//!
//! // A is the hindmost now; nobody but the full record knows what lies in the pile.
//! assert_eq!(game.state().to_act().seat(), Some(Seat::A));
//! let log = game.redacted(Viewer::Seat(b)).to_string();
//! assert!(log.contains("* pile egypt ?"));
//! let refused = game.play(Some(Seat::A), "dig egypt 4 permit").unwrap_err();
//! assert_eq!(refused.to_string(), "H16: you know nothing of egypt");
//! ```

#![forbid(unsafe_code)]

mod action;
mod alphabet;
mod box_build;
mod box_file;
mod box_reader;
mod diagram;
mod distribution;
mod draw;
mod evaluate;
mod event;
mod figures;
mod game;
mod inventory;
mod learned;
mod ledger;
mod masks;
mod odds;
mod offers;
mod options;
mod parts;
mod picture;
mod region;
mod rules;
mod score;
mod space;
mod state;
mod stock;
mod typescript;
mod view;
mod weights;
mod worlds;

pub use action::{Action, Back, Chance, Dig, Leave, Order};
pub use diagram::{Diagram, PlayerDiagram, Seen};
pub use event::Event;
pub use options::{DigTable, KnowledgeFinds, Options, Thief};
pub use parts::{CardPart, DigTables, FindPart, LevelPart, Parts, PermitsPart, PileParts, ProfessorPart};
pub use region::{ByRegion, Region};
pub use state::Thebes;
pub use state::{Looter, Phase};
pub use stock::{Card, DigRows, Find, FindKind, FindPrint, Group, Level, Permits, Print, Professor, ThebesBox};
pub use view::View;
