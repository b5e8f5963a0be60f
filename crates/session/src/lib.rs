//! A table and its match, computed from its log, without clock, socket or database.
//!
//! Everything that happens at a table is a [`LogEntry`] of one append-only log. A [`Table`] is the fold of that log;
//! [`Table::command`] checks a command and returns the entries that carry it out, already folded in. The owner of the
//! table makes them durable and only then tells anybody. If that fails, it throws the table away and folds the log
//! again. Time and presence are arguments ([`Now`]), so that the same log gives the same table anywhere.
//!
//! What a reader gets ([`Table::state`], [`Table::news`]) holds only what this reader may see: the game's view, the
//! steps as they may read them, and offers only for the seat to act.

#![forbid(unsafe_code)]

mod answers;
mod branch;
mod changes;
mod clock;
mod command;
mod course;
mod entry;
mod finished;
mod frame;
mod games;
mod gather;
mod handed;
mod lines;
mod nonces;
mod reader;
mod record;
mod refuse;
mod sight;
mod table;
mod vote;

pub use branch::Branch;
pub use command::{Carried, MOST_LOG, Now, Requester};
pub use entry::{Holder, LogEntry, NOBODY};
pub use finished::{Entrant, Finished, ladder};
pub use frame::{effects, frame, happened, offers, reason, to_act};
pub use games::{games, hint};
pub use gather::Rematch;
pub use lines::{Story, Unread};
pub use reader::{Presence, Reader};
pub use record::{Writing, frames, replay, reviewable, seen_by};
pub use refuse::{refusal, refuse};
pub use table::{Mover, Overview, Table};
