//! The host's page: people, tables, reports, load, storage, ratings and the audit log.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Somebody on the host's page; deleted people have no name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostWho {
    /// The id.
    pub id: String,
    /// The name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
}

/// A number of things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostCount {
    /// Of what.
    pub what: String,
    /// How many.
    #[ts(type = "number")]
    pub count: u64,
}

/// A node: one running server. Several may share a database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostNode {
    /// Its name, which it gets anew with every start.
    pub name: String,
    /// Its version.
    pub version: String,
    /// For how long it has been running, in seconds.
    #[ts(type = "number")]
    pub uptime: u64,
    /// When this was so, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The open sockets.
    #[ts(type = "number")]
    pub sockets: u64,
    /// The people who have one.
    #[ts(type = "number")]
    pub people: u64,
    /// The tables in memory.
    #[ts(type = "number")]
    pub tables: u64,
    /// The threads for bots.
    #[ts(type = "number")]
    pub threads: u64,
    /// How many of them think.
    #[ts(type = "number")]
    pub thinking: u64,
    /// Decisions of bots that wait for a thread.
    #[ts(type = "number")]
    pub waiting: u64,
    /// In how many bytes all searches together have to keep.
    #[ts(type = "number")]
    pub search_bytes: u64,
    /// How many bytes of memory the process uses, if the system tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub memory: Option<u64>,
    /// How long commands took lately until they were durable, in microseconds: half of them took no longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub append_half: Option<u64>,
    /// The same: 99 of 100 took no longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub append_most: Option<u64>,
}

/// The database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostStorage {
    /// `sqlite` or `postgres`.
    pub database: String,
    /// Its size in bytes.
    #[ts(type = "number")]
    pub bytes: u64,
    /// How many bytes are free where it lies, if that is on this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub free: Option<u64>,
    /// Since when there are tables, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub oldest: Option<i64>,
    /// What is stored: `matches`, `audits`, `logins`, `jobs`.
    pub rows: Vec<HostCount>,
}

/// Long work for a host, of which there is one on all nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostErrand {
    /// When it began, in milliseconds since 1970.
    #[ts(type = "number")]
    pub begun: i64,
    /// How much is done.
    #[ts(type = "number")]
    pub done: u64,
    /// How much there is to do, as far as it is known.
    #[ts(type = "number")]
    pub whole: u64,
    /// How it stands.
    pub stage: HostErrandStage,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub ended: Option<i64>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub why: Option<String>,
}

/// How it stands with long work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HostErrandStage {
    /// It is under way.
    Running,
    /// It is done.
    Done,
    /// It failed.
    Failed,
    /// Whoever was at it fell silent.
    Broken,
}

/// The ratings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostRatings {
    /// How many matches count for them.
    #[ts(type = "number")]
    pub rated: u64,
    /// How many of those are still to be rated.
    #[ts(type = "number")]
    pub pending: u64,
    /// How many matches look wrong.
    #[ts(type = "number")]
    pub flags: u64,
    /// The making of all ratings from the logs, if it was ever asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub recompute: Option<HostErrand>,
}

/// How a server stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostOverview {
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The people: `accounts`, `guests`, `banned`, `hosts`.
    pub people: Vec<HostCount>,
    /// The tables: `gathering`, `playing`, `over`, `closed`.
    pub tables: Vec<HostCount>,
    /// How many reports nobody dealt with.
    #[ts(type = "number")]
    pub reports: u64,
    /// The nodes that run.
    pub nodes: Vec<HostNode>,
    /// The database.
    pub storage: HostStorage,
    /// The ratings.
    pub ratings: HostRatings,
}

/// A person, as a host sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostPerson {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it is an account; otherwise a guest.
    pub account: bool,
    /// Whether the account may use the host's page; nothing is done to such an account there.
    pub host: bool,
    /// When they first came, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
    /// When they were last seen.
    #[ts(type = "number")]
    pub seen: i64,
    /// Why they are banned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub banned: Option<String>,
    /// Until when they may not chat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub muted_until: Option<i64>,
}

/// A page of people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostPeople {
    /// The people.
    pub people: Vec<HostPerson>,
    /// Where the next page begins, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// A table, as a host sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostTable {
    /// The id.
    pub id: String,
    /// The game's key.
    pub game: String,
    /// `gathering`, `playing`, `over` or `closed`.
    pub state: String,
    /// Whether it is in the public list.
    pub public: bool,
    /// Who made it or has a seat there.
    pub people: Vec<HostWho>,
    /// How many entries its log has.
    #[ts(type = "number")]
    pub entries: u64,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
    /// When something last happened there.
    #[ts(type = "number")]
    pub touched: i64,
}

/// A page of tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostTables {
    /// The tables, newest first.
    pub tables: Vec<HostTable>,
    /// Where the next page begins, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// A report of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostReport {
    /// The id.
    pub id: String,
    /// Who reported; missing if they were deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<HostWho>,
    /// Whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub about: Option<HostWho>,
    /// At which table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<String>,
    /// What happened, in the player's words.
    pub text: String,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// When a host dealt with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub handled: Option<i64>,
}

/// A page of reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostReports {
    /// The reports, newest first.
    pub reports: Vec<HostReport>,
    /// Where the next page begins, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// What looks wrong about a rated match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostFlag {
    /// The match's table.
    pub table: String,
    /// What: `same-place`, `repeated`, `guest` or `lost`.
    pub kind: String,
    /// Who.
    pub players: Vec<HostWho>,
    /// When the match ended, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// A page of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostFlags {
    /// What looks wrong, newest first.
    pub flags: Vec<HostFlag>,
    /// Where the next page begins, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// Something that a host did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostAudit {
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Which account, if it was done on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub host: Option<HostWho>,
    /// Who, as the system knows them, if it was done by a command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub actor: Option<String>,
    /// What, as the command is called.
    pub what: String,
    /// To whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub person: Option<HostWho>,
    /// At which table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<String>,
    /// The reason, or what else belongs to it.
    pub why: String,
}

/// A page of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostAudits {
    /// What hosts did, newest first.
    pub audits: Vec<HostAudit>,
    /// Where the next page begins, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// Why a host does something; whom it is about sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostReason {
    /// The reason.
    pub why: String,
}

/// For how long somebody may not chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HostMute {
    /// For how many hours.
    pub hours: u32,
}

/// What the owner of an account needs to set a new password. It is shown only once.
#[derive(Clone, Serialize, Deserialize, TS, ToSchema)]
pub struct HostCode {
    /// The recovery code.
    pub recovery_code: String,
}
