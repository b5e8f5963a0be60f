//! Play over days: notifications, vacations, and private notes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// When the server notifies somebody of what happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TellWhen {
    /// As soon as it happens.
    #[default]
    Now,
    /// Once a day, of everything that waits.
    Daily,
    /// Not at all.
    Off,
}

/// Hours without notifications, at most twelve; they may go over midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct QuietHours {
    /// The hour at which they begin, from 0 to 23.
    #[schema(maximum = 23)]
    pub from: u8,
    /// The hour at which they end, from 0 to 23.
    #[schema(maximum = 23)]
    pub to: u8,
}

/// How the server notifies somebody that it is their turn, for each way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(default)]
pub struct Telling {
    /// By mail.
    pub mail: TellWhen,
    /// By browsers that are closed.
    pub push: TellWhen,
    /// By webhook.
    pub webhook: TellWhen,
    /// The hour at which the digest of a day is sent, from 0 to 23.
    #[schema(maximum = 23)]
    pub hour: u8,
    /// Hours in which nothing is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub quiet: Option<QuietHours>,
    /// The time zone of these hours, such as `Europe/Rome`; UTC if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub zone: Option<String>,
}

/// A browser that wants notifications while it is closed, as the browser writes it.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct NewPush {
    /// The address at which its push service takes messages.
    pub endpoint: String,
    /// Its keys.
    pub keys: PushKeys,
}

/// The keys of a browser, in URL-safe base64.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct PushKeys {
    /// Its public key, an uncompressed point on P-256.
    pub p256dh: String,
    /// The secret that it shares with the server, 16 bytes.
    pub auth: String,
}

/// How this server sends notifications to closed browsers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Push {
    /// The public key of this server, which a browser needs to subscribe; URL-safe base64.
    pub key: String,
    /// Whether the browser that asks gets notifications.
    pub here: bool,
    /// How many browsers of this person are.
    pub browsers: u32,
}

/// A vacation that one takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct NewVacation {
    /// For how many days from now.
    #[schema(minimum = 1)]
    pub days: u32,
}

/// One's vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Vacation {
    /// Until when one is away, in milliseconds since 1970; nothing for whoever is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub until: Option<i64>,
    /// How many days of this year are left to take.
    pub left: u32,
    /// How many days there are in a year.
    pub days: u32,
}

/// A private note about a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnNote {
    /// Its text; empty if there is no note.
    pub text: String,
}
