//! People: guests, accounts, and what they may set.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Who one is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// The number by which tables name this person.
    pub id: String,
    /// The name.
    pub name: String,
    /// A guest's data expire; an account stays.
    pub guest: bool,
    /// Until when this person may not chat, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub muted_until: Option<i64>,
}

/// A name to be called by.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NewName {
    /// The name.
    pub name: String,
}

/// A new account; a guest who asks for one keeps his games.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct NewAccount {
    /// The name, unique among accounts whatever its case.
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

/// A new password by the recovery code.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct Recovery {
    /// The name.
    pub name: String,
    /// The code that was shown when the account was made.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// An account that was made or recovered, with its recovery code, which is shown this once.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct Account {
    /// Who one is now.
    pub me: Me,
    /// The recovery code: shown once, kept only as a hash.
    pub recovery_code: String,
}

/// How one wants to hear that it is one's turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Settings {
    /// A web address to be called, signed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub webhook: Option<String>,
    /// A mail address, where the host sends mail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mail: Option<String>,
    /// The language of messages: `en`, `it` or `es`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub language: Option<String>,
}

/// A complaint to the host.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Report {
    /// The table it happened at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<String>,
    /// Who did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub person: Option<String>,
    /// What happened.
    pub text: String,
}

/// Keeps secrets out of logs.
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
