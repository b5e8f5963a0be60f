//! Notifications for correspondence play: a player learns by feed, webhook or mail that it is their turn.
//!
//! When a table begins to wait for a player who is not connected, one job and one notification are stored in the same
//! transaction as the step that caused it ([`turn`]). Some node takes the job and reads the player's settings; each
//! mail and each webhook call is a job of its own, retried with growing pauses. So nothing is lost when a node dies,
//! and nothing is sent twice unless a node dies between sending and noting that it has sent.

pub mod feed;
pub mod mail;
pub mod webhook;
mod work;

use serde::{Deserialize, Serialize};
use store::{NewJob, NewNotification, PersonId, TableId};

use crate::people::names::Language;
use crate::{App, company};

pub use work::run;

/// A table waits for a player, or somebody invites them to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The table.
    pub table: TableId,
    /// The game's key.
    pub game: String,
    /// The seat that is to move.
    pub seat: String,
    /// The table's version, which distinguishes turns.
    pub version: u64,
    /// When the clock runs out, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_at: Option<i64>,
    /// Who invites; nothing if it is the player's turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<PersonId>,
}

/// What to store along with a step after which the table waits for a player who is not connected.
pub fn turn(person: PersonId, turn: &Turn, now: i64) -> (NewJob, NewNotification) {
    let body = serde_json::json!(turn).to_string();
    let job = NewJob { kind: Kind::Turn.as_str().to_owned(), person: Some(person), body: body.clone(), due_at: now };
    (job, NewNotification { person, at: now, body })
}

/// The job that asks the owner of a mail address to confirm it.
pub fn confirmation(person: PersonId, address: &str, now: i64) -> NewJob {
    let body = serde_json::json!(address).to_string();
    NewJob { kind: Kind::Confirm.as_str().to_owned(), person: Some(person), body, due_at: now }
}

/// What a job is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A player is to move: find out how they want to be notified.
    Turn,
    /// A webhook call.
    Webhook,
    /// A mail.
    Mail,
    /// A mail that asks for confirmation of an address.
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

/// Why a notification was not delivered.
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

/// The link to a table; to their seat, for whoever is invited.
fn link(app: &App, person: PersonId, turn: &Turn) -> String {
    let path = match turn.seat.parse() {
        Ok(seat) if turn.from.is_some() => company::path(&app.config, person, turn.table, seat),
        _ => format!("t/{}", turn.table),
    };
    app.config.base_url() + &path
}

/// The name of a game.
fn game_name(key: &str) -> &str {
    catalog::find(key).map_or(key, |entry| entry.kind().info().name)
}

/// The sentence that tells a player that it is their turn, or who invites them; nothing if that person is no more.
async fn sentence(app: &App, language: Language, turn: &Turn) -> Result<Option<String>, store::Error> {
    let game = game_name(&turn.game);
    let Some(from) = turn.from else {
        return Ok(Some(match language {
            Language::English => format!("It is your turn at {game}"),
            Language::Italian => format!("Tocca a te a {game}"),
            Language::Spanish => format!("Te toca jugar a {game}"),
        }));
    };
    let Some(name) = app.store.person(from).await?.map(|person| person.name) else { return Ok(None) };
    Ok(Some(match language {
        Language::English => format!("{name} invites you to a table of {game}"),
        Language::Italian => format!("{name} ti invita a un tavolo di {game}"),
        Language::Spanish => format!("{name} te invita a una mesa de {game}"),
    }))
}

fn language(settings: &protocol::Settings) -> Language {
    settings.language.as_deref().and_then(Language::read).unwrap_or_default()
}
