//! What a game is to Quipu, and what can be done with any game.
//!
//! A game is a value of a type that implements [`Game`]: a small state without a random source, a clock, a
//! socket or a file. Chance is a kind of [`Step`], recorded like any decision. The [`Record`] (setup and steps)
//! is the truth, a [`Match`] is its fold, and [`Kind`] is a game whose type one need not know.
//!
//! This crate is pure: no async, no clock, no OS randomness, no file access.

#![forbid(unsafe_code)]

mod bot;
mod boxes;
mod canvas;
mod evaluate;
pub mod exact;
mod game;
mod inventory;
mod kind;
mod list;
mod net;
mod notation;
mod options;
mod outcome;
mod perft;
mod picture;
mod play;
mod playout;
mod random;
mod record;
mod rule;
mod seat;
mod setup;
mod straight;
mod study;
#[cfg(feature = "typescript")]
mod typescript;
mod weights;
mod words;

pub use bot::{Bot, Budget, Curious, MOST_VERBS, Perspective, Random};
pub use boxes::{BoxData, BoxFault, BoxShelf, Boxed, ConstBox};
pub use canvas::{Canvas, Ink};
pub use evaluate::{BotLadder, Evaluate, Method};
pub use game::{Closed, Effect, Game, Info, Offer, Sink, Step, StepOf, ToAct, way};
pub use inventory::Inventory;
pub use kind::{AnyMatch, Happening, Kind, Of, Opening, Unopened};
pub use list::{List, Numbers};
pub use net::{HIDDEN, Inputs, Net, NetReader, Prospects, Units, exp, handed_on};
pub use notation::Notation;
pub use options::{Choices, First, Need, Needed, NoOptions, NoSuchOption, OptionWord, TableOption};
pub use outcome::{Outcome, ScoreLine, ScoreSheet, Scored};
pub use perft::{perft, slow_perft};
pub use picture::{Colour, LETTER, Pen, Picture, Point, Shape};
pub use play::{Match, Refused};
pub use playout::{Playout, Steps};
pub use random::{Dice, Digest, Draws, Fast, Rng, Seed, SeedableRng};
pub use record::{FORMAT, Fault, Note, Record, RecordEntry, RecordLine, plain_name};
pub use rule::{Illegal, Message, Rule, Value};
pub use seat::{BySeat, MOST_SEATS, NotASeat, Seat, Viewer};
pub use setup::{Draft, Setup};
pub use straight::{Items, Pairs, Shown};
pub use study::{Part, PartSet, Run, Study, mark, parts_of, run_of, starts};
#[cfg(feature = "typescript")]
pub use typescript::typescript;
pub use words::{Misread, Words, clip, plain_integer, plain_number};
