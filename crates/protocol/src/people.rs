//! People: guests, accounts and settings.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Who the client is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// The id by which tables name this person.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether this is a guest; guests expire, accounts stay.
    pub guest: bool,
    /// Until when this person may not chat, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub muted_until: Option<i64>,
    /// Whether this account may use the host's page.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub host: bool,
}

/// A new name.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NewName {
    /// The name.
    pub name: String,
}

/// A new account. A guest who creates one keeps their games.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct NewAccount {
    /// The name, unique among accounts regardless of case.
    pub name: String,
    /// The password, at least 8 characters.
    pub password: String,
}

/// Name and password.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// A new password, by recovery code.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct Recovery {
    /// The name.
    pub name: String,
    /// The code that was shown when the account was created.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// An account that was created or recovered.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct Account {
    /// The person.
    pub me: Me,
    /// The recovery code. It is shown only once; the server stores its hash.
    pub recovery_code: String,
}

/// How a player wants to be notified when it is their turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Settings {
    /// A web address that is called; calls are signed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub webhook: Option<String>,
    /// A mail address, if the host sends mail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mail: Option<String>,
    /// The language of messages: `en`, `it` or `es`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub language: Option<String>,
    /// What others may see of one; everything, if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub profile: Option<crate::ProfileChoice>,
    /// When notifications come, for each way; at once, if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub telling: Option<crate::Telling>,
    /// How one plays at whatever device; each device's own way, if it is missing. Who sets settings without it keeps
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub playing: Option<PlayChoice>,
}

/// How somebody wants to play, whatever device they sign in with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayChoice {
    /// How fast turns are shown.
    pub speed: PlaySpeed,
    /// What is asked about before it is played.
    pub asking: PlayAsking,
}

/// How fast turns are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaySpeed {
    /// Half as fast.
    Slow,
    /// As they are meant.
    Normal,
    /// Twice as fast.
    Fast,
    /// The result at once.
    Instant,
}

/// What is asked about before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayAsking {
    /// Everything.
    Always,
    /// What shows something hidden, or ends a turn with points left.
    Usual,
    /// Nothing.
    Never,
}

/// What the host has turned on here beside the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the host")]
pub struct Club {
    /// Whether finished matches are listed.
    pub history: bool,
    /// Whether matches may be rated.
    pub ratings: bool,
    /// Whether accounts have a public page, and games a leaderboard.
    pub profiles: bool,
    /// Whether accounts may be friends and invite each other.
    pub friends: bool,
    /// Whether people who wait are paired.
    pub pairing: bool,
    /// Whether mail is sent.
    pub mail: bool,
    /// Whether closed browsers can get notifications.
    pub push: bool,
    /// Whether players may remind each other, and are reminded before their time runs out.
    pub reminders: bool,
    /// Whether people may note things for themselves at a table.
    pub notes: bool,
    /// How many days of vacation there are in a year; none, if it is 0.
    pub vacation_days: u32,
}

/// A report to the host.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Report {
    /// The table where it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<String>,
    /// The person whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub person: Option<String>,
    /// What happened.
    pub text: String,
}

/// Keeps secrets out of debug output.
macro_rules! without_secrets {
    ($($name:ident),*) => {$(
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )*};
}
without_secrets!(NewAccount, Credentials, Recovery, Account);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_printed() {
        let account = NewAccount { name: "Ada".to_owned(), password: "lovelace".to_owned() };
        assert_eq!(format!("{account:?}"), "NewAccount { .. }");
    }
}
