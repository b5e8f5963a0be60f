//! Notifications for correspondence play: a player learns by feed, webhook, mail or push that it is their turn.
//!
//! When a table begins to wait for a player who is not connected, one job and one notification are stored in the same
//! transaction as the step that caused it ([`turn`]). Some node takes the job and reads the player's settings; each
//! mail, each webhook call and each push message is a job of its own, retried with growing pauses. So nothing is lost
//! when a node dies, and nothing is sent twice unless a node dies between sending and noting that it has sent.
//!
//! Whoever wants a digest, has quiet hours or is on vacation gets one message about all that waits for them. Its job
//! has a key, so that there is one, whichever nodes queue it.

mod digest;
pub mod feed;
pub(crate) mod hours;
pub mod mail;
pub mod push;
pub mod webhook;
mod work;

use protocol::{Settings, TellWhen, Telling};
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
    /// Why the player is told.
    #[serde(default, skip_serializing_if = "Why::is_turn")]
    pub why: Why,
}

/// Why a player is told that a table waits for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// Their turn has begun.
    #[default]
    Turn,
    /// The others have waited for long, and one of them asks.
    Reminder,
    /// Their time runs out soon.
    Deadline,
}

impl Why {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    fn is_turn(&self) -> bool {
        *self == Why::Turn
    }
}

/// What to store along with a step after which the table waits for a player who is not connected.
pub fn turn(person: PersonId, turn: &Turn, now: i64) -> (NewJob, NewNotification) {
    let body = serde_json::json!(turn).to_string();
    (Kind::Turn.job(person, body.clone(), now), NewNotification { person, at: now, body })
}

/// How long before the time runs out a player is reminded, in milliseconds: a day, or two thirds of a shorter turn.
fn lead(days: u32) -> i64 {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    DAY.min(i64::from(days) * DAY * 2 / 3)
}

/// A reminder before the time of a turn with days runs out; there is one for each player of a table.
pub fn reminder(person: PersonId, turn: &Turn, days: u32) -> Option<NewJob> {
    let lead = lead(days);
    let soon = Soon { turn: Turn { why: Why::Deadline, ..turn.clone() }, lead };
    let job = Kind::Remind.job(person, serde_json::json!(soon).to_string(), turn.due_at? - lead);
    Some(NewJob { key: Some(format!("remind/{}/{person}", turn.table)), ..job })
}

/// A turn whose time runs out, and how long before that its player is reminded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Soon {
    turn: Turn,
    lead: i64,
}

/// The job that asks the owner of a mail address to confirm it.
pub fn confirmation(person: PersonId, address: &str, now: i64) -> NewJob {
    let body = serde_json::json!(address).to_string();
    Kind::Confirm.job(person, body, now)
}

/// A way in which somebody is told of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Mail,
    Push,
    Webhook,
}

impl Way {
    const ALL: [Way; 3] = [Way::Mail, Way::Push, Way::Webhook];

    /// The job that sends something in this way.
    fn kind(self) -> Kind {
        match self {
            Way::Mail => Kind::Mail,
            Way::Push => Kind::Push,
            Way::Webhook => Kind::Webhook,
        }
    }

    /// When somebody wants to be told in this way.
    fn when(self, telling: &Telling) -> TellWhen {
        match self {
            Way::Mail => telling.mail,
            Way::Push => telling.push,
            Way::Webhook => telling.webhook,
        }
    }
}

/// What to send: one piece of news, or a digest of all that waits; to a browser, by its login.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Parcel {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<Turn>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    login: Option<String>,
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
    /// A message to a browser that is closed.
    Push,
    /// A mail that asks for confirmation of an address.
    Confirm,
    /// The time for a digest, in the way that its body names; there is one for each person and way.
    Digest,
    /// The time of a turn runs out soon.
    Remind,
}

impl Kind {
    const ALL: [Kind; 7] =
        [Kind::Turn, Kind::Webhook, Kind::Mail, Kind::Push, Kind::Confirm, Kind::Digest, Kind::Remind];

    /// A job of this kind.
    fn job(self, person: PersonId, body: String, due_at: i64) -> NewJob {
        NewJob { kind: self.as_str().to_owned(), person: Some(person), body, due_at, key: None }
    }

    fn as_str(self) -> &'static str {
        match self {
            Kind::Turn => "turn",
            Kind::Webhook => "webhook",
            Kind::Mail => "mail",
            Kind::Push => "push",
            Kind::Confirm => "confirm",
            Kind::Digest => "digest",
            Kind::Remind => "remind",
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
    app.config.base_url() + &path(app, person, turn)
}

/// The same within the page.
fn path(app: &App, person: PersonId, turn: &Turn) -> String {
    match turn.seat.parse() {
        Ok(seat) if turn.from.is_some() => company::path(&app.config, person, turn.table, seat),
        _ => format!("t/{}", turn.table),
    }
}

/// The name of a game.
fn game_name(key: &str) -> &str {
    catalog::find(key).map_or(key, |entry| entry.kind().info().name)
}

/// The sentence that tells a player that it is their turn.
fn your_turn(settings: &Settings, turn: &Turn) -> String {
    let (game, language) = (game_name(&turn.game), language(settings));
    let telling = settings.telling.clone().unwrap_or_default();
    let until = turn.due_at.map(|at| hours::shown(&telling, at)).filter(|_| turn.why == Why::Deadline);
    match (language, turn.why, until) {
        (Language::English, Why::Turn, _) => format!("It is your turn at {game}"),
        (Language::Italian, Why::Turn, _) => format!("Tocca a te a {game}"),
        (Language::Spanish, Why::Turn, _) => format!("Te toca jugar a {game}"),
        (Language::English, _, Some(until)) => format!("Your time at {game} runs out: {until}"),
        (Language::Italian, _, Some(until)) => format!("Il tuo tempo a {game} sta per scadere: {until}"),
        (Language::Spanish, _, Some(until)) => format!("Se te acaba el tiempo en {game}: {until}"),
        (Language::English, _, None) => format!("The others wait for you at {game}"),
        (Language::Italian, _, None) => format!("Gli altri ti aspettano a {game}"),
        (Language::Spanish, _, None) => format!("Los demás te esperan en {game}"),
    }
}

/// The sentence that tells a player that it is their turn, or who invites them; nothing if that person is no more.
async fn sentence(app: &App, settings: &Settings, turn: &Turn) -> Result<Option<String>, store::Error> {
    let (game, language) = (game_name(&turn.game), language(settings));
    let Some(from) = turn.from else { return Ok(Some(your_turn(settings, turn))) };
    let Some(name) = app.store.person(from).await?.map(|person| person.name) else { return Ok(None) };
    Ok(Some(match language {
        Language::English => format!("{name} invites you to a table of {game}"),
        Language::Italian => format!("{name} ti invita a un tavolo di {game}"),
        Language::Spanish => format!("{name} te invita a una mesa de {game}"),
    }))
}

fn language(settings: &Settings) -> Language {
    settings.language.as_deref().and_then(Language::read).unwrap_or_default()
}
