//! What clients and servers of Quipu say to each other.
//!
//! Over the socket a client sends [`ToServer`] and gets [`ToClient`], one JSON object a frame, told apart by the
//! field `t`. The HTTP interface uses the same types. This crate is the source of the TypeScript types in
//! `web/src/generated` (`cargo xtask codegen`) and of the `OpenAPI` description; `docs/protocol.md` shows a real
//! frame of each message.
//!
//! Names tell the direction from where one stands: `ToServer` goes to the server. A *version* is the number of
//! entries in a table's log: it only ever grows, also when moves are taken back.

#![forbid(unsafe_code)]

mod message;
mod people;
mod plain;
mod play;
mod table;
mod typescript;

pub use message::{Ask, Command, Done, News, Refusal, RefusalCode, State, ToClient, ToServer};
pub use people::{Account, Credentials, Me, NewAccount, NewName, Recovery, Report, Settings};
pub use plain::Plain;
pub use play::{
    Change, Clock, Closed, Facts, Frame, Happened, Hint, HintLine, Line, LineKind, MatchState, Offer, Reason, Result,
    SheetLine, ToAct, UndoAsked, View, ViewUpdate, Vote, VoteKind,
};
pub use table::{
    BotLevel, ClockRule, GameInfo, NewTable, OptionInfo, OutOfTime, SeatPlan, Seated, Sitter, Stage, Table, TableLine,
};

pub use typescript::typescript;

/// The version of the protocol; a client of another version is told to load itself anew.
pub const PROTOCOL: u32 = 1;

/// The most characters of a chat line.
pub const MOST_CHAT: usize = 500;

/// The most characters of a person's name.
pub const MOST_NAME: usize = 24;
