//! Company: friends, whom one does not want to meet or read, invitations by name, and quick pairing.

use engine::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What somebody is to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Bond {
    /// A friend, or somebody who was asked to become one: both have to agree.
    Friend,
    /// Somebody who may not sit at one's tables, nor talk or write to one.
    Block,
    /// Somebody whose chat one does not read.
    Mute,
}

/// Another person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Companion {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether the name is that of a public page.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub page: bool,
}

/// A public table of a friend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FriendTable {
    /// The table.
    pub id: String,
    /// The game's key.
    pub game: String,
    /// Whether it still waits for players.
    pub waits: bool,
}

/// A friend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Friend {
    /// Who.
    pub who: Companion,
    /// Whether they are here, as far as they let one see it.
    pub online: bool,
    /// Where they play in public, if they are here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<FriendTable>,
}

/// An invitation by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Invited {
    /// The table.
    pub table: String,
    /// The game's key.
    pub game: String,
    /// Who invites.
    pub from: Companion,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The way to the seat; it works for whoever was invited alone.
    pub link: String,
}

/// One's company.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Company {
    /// The friends; those who are here first.
    pub friends: Vec<Friend>,
    /// Who would like to become a friend.
    pub asking: Vec<Companion>,
    /// Whom one has asked to become a friend.
    pub asked: Vec<Companion>,
    /// Whom one blocks.
    pub blocked: Vec<Companion>,
    /// Whose chat one does not read.
    pub muted: Vec<Companion>,
    /// The tables to which one is invited, the newest first.
    pub invitations: Vec<Invited>,
}

/// A link by which others become one's friends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FriendLink {
    /// The link.
    pub link: String,
    /// Until when it works, in milliseconds since 1970.
    #[ts(type = "number")]
    pub until: i64,
}

/// Whom to invite, and to which seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct NewInvite {
    /// The friend's id.
    pub person: String,
    /// The seat.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub seat: Seat,
}

/// How fast a match is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// Twenty minutes for each player, and half a minute more with each turn.
    Live,
    /// A minute and a half for a turn.
    Brisk,
    /// Two days for a turn.
    Letter,
}

/// What somebody would like to play with whoever fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct NewPairing {
    /// The keys of the games, the dearest first; none for any.
    #[serde(default)]
    pub games: Vec<String>,
    /// With how many seats.
    pub seats: Vec<u8>,
    /// How fast.
    pub pace: Pace,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// Whether bots of one's own strength may take seats after a while.
    #[serde(default)]
    pub bots: bool,
}

/// How it stands with somebody who waits for others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Pairing {
    /// What they would like to play; missing if they do not wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub wanted: Option<NewPairing>,
    /// Since when they wait, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub since: Option<i64>,
    /// By how many points others may differ by now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub range: Option<i64>,
    /// The table that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<String>,
    /// How many wait in all.
    #[ts(type = "number")]
    pub waiting: u64,
}
