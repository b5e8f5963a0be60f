//! A table with its match, as the fold of its log: no clock, no socket, no database.
//!
//! Everything that happens at a table is a [`LogEntry`] of one append-only log. A [`Table`] is the fold of that log;
//! [`Table::command`] judges what somebody wants and gives the entries that do it, already folded in. Whoever owns
//! the table makes them durable and only then tells anybody; if that fails it throws the table away and folds the
//! log again. Time and presence come in as arguments ([`Now`]), so that the same log gives the same table anywhere.
//!
//! What a reader gets ([`Table::state`], [`Table::news`]) is made for his eyes: the game's view, the steps as he may
//! read them, offers only for the seat to act.

#![forbid(unsafe_code)]

mod answers;
mod changes;
mod clock;
mod command;
mod course;
mod entry;
mod frame;
mod gather;
mod lines;
mod reader;
mod record;
mod refuse;
mod table;
mod vote;

pub use command::{Carried, Now, Requester};
pub use entry::{LogEntry, NOBODY};
pub use frame::{frame, happened, offers, reason, to_act};
pub use reader::{Presence, Reader};
pub use refuse::{refusal, refuse};
pub use table::{Mover, Overview, Table};
