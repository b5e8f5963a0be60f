//! News for slow play: who is to move hears of it by feed, webhook and mail.
//!
//! A table that waits for somebody writes one job and one item of news, in the same transaction as the step that made it
//! so ([`turn`]). Some node takes the job and looks how the person wants to hear; each letter and each call is a job of
//! its own, tried again with growing pauses. So nothing is lost when a node dies, and (but for a death between sending
//! and noting it) nothing comes twice.

pub mod feed;
pub mod mail;
pub mod webhook;
mod work;

use serde::{Deserialize, Serialize};
use store::{NewJob, NewNotification, PersonId, TableId};

use crate::App;
use crate::people::names::Language;

pub use work::run;

/// A table waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The table.
    pub table: TableId,
    /// The game's key.
    pub game: String,
    /// The seat that is to move.
    pub seat: String,
    /// The table's version, which tells one turn from the next.
    pub version: u64,
    /// When the clock falls, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_at: Option<i64>,
}

/// What to write along with the step that makes a table wait for somebody, if he is not there to see it.
pub fn turn(person: PersonId, turn: &Turn, now: i64) -> (NewJob, NewNotification) {
    let body = serde_json::json!(turn).to_string();
    let job = NewJob { kind: Kind::Turn.as_str().to_owned(), person: Some(person), body: body.clone(), due_at: now };
    (job, NewNotification { person, at: now, body })
}

/// A letter that asks the owner of an address whether he wants any.
pub fn confirmation(person: PersonId, address: &str, now: i64) -> NewJob {
    let body = serde_json::json!(address).to_string();
    NewJob { kind: Kind::Confirm.as_str().to_owned(), person: Some(person), body, due_at: now }
}

/// What a job is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Somebody is to move: look how he wants to hear.
    Turn,
    /// A call.
    Webhook,
    /// A letter.
    Mail,
    /// A letter that asks whether letters are wanted.
    Confirm,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Turn, Kind::Webhook, Kind::Mail, Kind::Confirm];

    fn as_str(self) -> &'static str {
        match self {
            Kind::Turn => "turn",
            Kind::Webhook => "webhook",
            Kind::Mail => "mail",
            Kind::Confirm => "confirm",
        }
    }

    fn read(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// Why news did not arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Unsent {
    /// It may work later.
    Later(String),
    /// It will never work.
    Never(String),
}

impl From<store::Error> for Unsent {
    fn from(error: store::Error) -> Unsent {
        Unsent::Later(error.to_string())
    }
}

/// The way to a table, in letters.
fn link(app: &App, table: TableId) -> String {
    format!("{}t/{table}", app.config.base_url())
}

/// The name of a game.
fn game_name(key: &str) -> &str {
    catalog::find(key).map_or(key, |entry| entry.kind().info().name)
}

/// The sentence that says it.
fn sentence(language: Language, game: &str) -> String {
    let game = game_name(game);
    match language {
        Language::English => format!("It is your turn at {game}"),
        Language::Italian => format!("Tocca a te a {game}"),
        Language::Spanish => format!("Te toca jugar a {game}"),
    }
}

fn language(settings: &protocol::Settings) -> Language {
    settings.language.as_deref().and_then(Language::read).unwrap_or_default()
}
