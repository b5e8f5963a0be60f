//! Tables: their options, and who sits where.

use engine::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::plain::Plain;

/// A game that can be played here.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameInfo {
    /// The key, `tikal`.
    pub key: String,
    /// The name, `Tikal`.
    pub name: String,
    /// The fewest seats.
    pub least_seats: u8,
    /// The most seats.
    pub most_seats: u8,
    /// The version of the rules.
    pub rules: u32,
    /// The verbs of the decisions.
    pub verbs: Vec<String>,
    /// The options.
    pub options: Vec<OptionInfo>,
}

/// An option of a game.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OptionInfo {
    /// The key.
    pub key: String,
    /// The values, in the order in which they are shown.
    pub values: Vec<String>,
    /// The default value.
    pub default: String,
    /// What it means, in English.
    pub help: String,
    /// What it needs before it may differ from its default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<OptionNeed>>")]
    pub needs: Vec<OptionNeed>,
}

/// What an option needs before it may differ from its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum OptionNeed {
    /// Another option with a value.
    Option {
        /// The key of the other option.
        key: String,
        /// The value that it must have.
        value: String,
    },
    /// Players.
    Seats {
        /// The fewest.
        least: u8,
    },
}

/// How strong a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BotLevel {
    /// Plays its first idea.
    Novice,
    /// Thinks a little.
    #[default]
    Adept,
    /// Thinks.
    Expert,
    /// As strong as it gets here.
    Master,
}

impl BotLevel {
    /// Every level, from the weakest on.
    pub const ALL: [BotLevel; 4] = [BotLevel::Novice, BotLevel::Adept, BotLevel::Expert, BotLevel::Master];

    /// The name of the level.
    pub const fn as_str(self) -> &'static str {
        match self {
            BotLevel::Novice => "novice",
            BotLevel::Adept => "adept",
            BotLevel::Expert => "expert",
            BotLevel::Master => "master",
        }
    }
}

/// Who a seat is for when a table is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SeatPlan {
    /// Whoever makes the table.
    Me,
    /// Anybody who comes, or who has the link if the table is not public.
    Open,
    /// Whoever opens the invitation link of the seat.
    Invited,
    /// Another person at the same device as the maker.
    Device {
        /// The name.
        name: String,
    },
    /// A bot.
    Bot {
        /// How strong.
        level: BotLevel,
    },
    /// A program with a token, which comes with the answer to the creation of the table.
    Program {
        /// The name.
        name: String,
    },
}

/// How long players may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ClockRule {
    /// As long as they like.
    #[default]
    None,
    /// A fixed number of seconds for each turn.
    Turn {
        /// The seconds.
        seconds: u32,
    },
    /// A bank for the whole match, and seconds added after each turn.
    Bank {
        /// The seconds in the bank.
        seconds: u32,
        /// The seconds added after each turn.
        increment: u32,
    },
    /// A fixed number of days for each turn (correspondence play).
    Days {
        /// The days.
        days: u32,
    },
}

/// What happens to a player who is out of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OutOfTime {
    /// A bot plays the rest of the turn.
    #[default]
    BotTurn,
    /// The seat is given up: a bot plays on, the seat ranks last; with two seats the match ends.
    GiveUp,
}

/// The plan of a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a checkbox of the form")]
pub struct NewTable {
    /// The game's key.
    pub game: String,
    /// The options that differ from the default, as pairs.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The seats, from A on.
    pub seats: Vec<SeatPlan>,
    /// The clock.
    #[serde(default)]
    pub clock: ClockRule,
    /// What happens to a player who is out of time.
    #[serde(default)]
    pub out_of_time: OutOfTime,
    /// The level of the bot that sits in for a player who is away.
    #[serde(default)]
    pub stand_in: BotLevel,
    /// Whether the table is in the public list.
    #[serde(default)]
    pub public: bool,
    /// Whether players may ask for hints.
    #[serde(default)]
    pub hints: bool,
    /// Whether bots play on while no person is connected.
    #[serde(default)]
    pub keep_going: bool,
    /// Whether the seats are shuffled when the match starts.
    #[serde(default)]
    pub shuffle_seats: bool,
    /// The position that it begins at, where it is a table for practice, as scenarios write it (`docs/scenarios.md`).
    /// Such a table is private.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    #[schema(value_type = Option<Object>)]
    pub position: Option<Plain>,
    /// Whether the match counts for ratings, if nothing happens that keeps it from counting.
    #[serde(default)]
    pub rated: bool,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Sitter {
    /// Nobody yet; anybody may sit down.
    Open,
    /// Nobody yet; whoever has the invitation may sit down.
    Invited,
    /// Nobody yet; the seat is kept for somebody who played the match before.
    Reserved {
        /// The id of the person who may sit down, or seat somebody at their device.
        id: String,
        /// The name of whoever played.
        name: String,
    },
    /// A person.
    Person {
        /// The person's id.
        id: String,
        /// The name.
        name: String,
    },
    /// A person at another person's device.
    Device {
        /// The id of the person whose device it is.
        host: String,
        /// The name.
        name: String,
    },
    /// A bot.
    Bot {
        /// How strong.
        level: BotLevel,
    },
    /// A program.
    Program {
        /// The id of the person whose program it is, who gets its token.
        #[serde(default)]
        owner: String,
        /// The name.
        name: String,
    },
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Seated {
    /// The seat's letter.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub seat: Seat,
    /// Who sits there.
    pub sitter: Sitter,
    /// Whether a client of that player is connected.
    pub connected: bool,
    /// The level of the bot that sits in for the player, while one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stand_in: Option<BotLevel>,
    /// Whether the seat was given up for good: it ranks last.
    pub given_up: bool,
    /// Until when the player is away, and their clock of days stands still, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub vacation_until: Option<i64>,
}

/// The stage of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Stage {
    /// People are gathering.
    Gathering,
    /// The match is under way.
    Playing,
    /// The match is over.
    Over,
    /// The table was closed before the match was over.
    Closed {
        /// Why.
        why: String,
    },
    /// The log cannot be replayed any further: the table shows the position before that step.
    Broken {
        /// The step that is refused.
        step: usize,
        /// Why.
        why: String,
    },
}

/// A table, apart from the match itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a checkbox of the form")]
pub struct Table {
    /// The table's id, which is part of its address.
    pub id: String,
    /// The game's key.
    pub game: String,
    /// The options that differ from the default.
    pub options: Vec<(String, String)>,
    /// The seats.
    pub seats: Vec<Seated>,
    /// The id of the person who made the table.
    pub owner: String,
    /// The clock.
    pub clock: ClockRule,
    /// What happens to a player who is out of time.
    pub out_of_time: OutOfTime,
    /// The level of bots that sit in.
    pub stand_in: BotLevel,
    /// Whether it is in the public list.
    pub public: bool,
    /// Whether hints are allowed.
    pub hints: bool,
    /// Whether bots play on while nobody is connected.
    pub keep_going: bool,
    /// Whether the seats are shuffled when the match starts.
    pub shuffle_seats: bool,
    /// Whether the match counts for ratings, if nothing happens that keeps it from counting.
    #[serde(default)]
    pub rated: bool,
    /// The stage.
    pub stage: Stage,
    /// The commitment to the seed, published before anybody gives a nonce.
    pub commit: String,
    /// The hashes of the nonces that were pledged, as pairs of seat and hash.
    #[serde(default)]
    pub pledges: Vec<(String, String)>,
    /// Whether the match is about to start: all pledges are made, and the nonces are to be revealed.
    #[serde(default)]
    pub sealed: bool,
    /// The nonces that are mixed into the seed, as pairs of seat and nonce. None is known before the table is sealed.
    pub nonces: Vec<(String, String)>,
    /// The seed, when the match is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seed: Option<String>,
    /// How often seats took back what had shown something hidden, as pairs of seat and number; nothing where none did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<(String, u32)>>")]
    #[schema(value_type = Vec<(String, u32)>)]
    pub takebacks: Vec<(Seat, u32)>,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
    /// The table of the rematch, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rematch: Option<String>,
    /// The moment of another match that this one goes on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub branch_of: Option<BranchOf>,
}

/// A moment of a match that another one goes on from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BranchOf {
    /// The table.
    pub table: String,
    /// How many steps were played there.
    pub step: usize,
}

/// How a match that is over is played on from one of its moments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct NewBranch {
    /// After how many steps.
    pub step: usize,
    /// Whether draws come as they did in that match; otherwise they are drawn anew.
    #[serde(default)]
    pub same: bool,
    /// The seat of whoever asks.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub seat: Seat,
    /// The level of the bots on the other seats; without one, people at the same device play them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<BotLevel>,
}

/// A table of a device, handed to an account: all that is kept of it there.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HandedTable {
    /// The seed: 64 hexadecimal digits.
    pub seed: String,
    /// The entries of its log, as pairs of a time, in milliseconds since 1970, and a text.
    #[ts(type = "[number, string][]")]
    pub log: Vec<(i64, String)>,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableLine {
    /// The table's id.
    pub id: String,
    /// The game's key.
    pub game: String,
    /// The id of the person who made the table.
    #[serde(default)]
    pub owner: String,
    /// The stage.
    pub stage: Stage,
    /// Who sits where.
    pub seats: Vec<Seated>,
    /// The options that differ from the default.
    pub options: Vec<(String, String)>,
    /// The clock.
    pub clock: ClockRule,
    /// The seats that are to act.
    pub to_act: Vec<String>,
    /// Whether it is the turn of whoever asked for the list.
    pub your_turn: bool,
    /// The points by seat.
    pub points: Vec<i32>,
    /// How often seats took back what had shown something hidden, as pairs of seat and number; nothing where none did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<(String, u32)>>")]
    #[schema(value_type = Vec<(String, u32)>)]
    pub takebacks: Vec<(Seat, u32)>,
    /// When something last happened, in milliseconds since 1970.
    #[ts(type = "number")]
    pub updated: i64,
    /// Whether the match counts for ratings, if nothing happens that keeps it from counting.
    #[serde(default)]
    pub rated: bool,
    /// Since when the table waits for players, in milliseconds since 1970.
    #[serde(default)]
    #[ts(type = "number")]
    pub created: i64,
    /// When the time of the player to act runs out, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub deadline: Option<i64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_called_what_it_is_written_as() {
        for level in BotLevel::ALL {
            assert_eq!(serde_json::to_value(level).unwrap(), level.as_str());
        }
    }
}
