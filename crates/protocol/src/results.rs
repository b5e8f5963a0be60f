//! Finished matches, ratings, profiles and leaderboards.

use engine::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::BotLevel;

/// Why a match does not count for ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// It was begun on a device, which had its seed.
    Handed,
    /// It was made as a casual one.
    Casual,
    /// Hints were allowed.
    Hints,
    /// Somebody took back what had shown something hidden.
    Takeback,
    /// The players agreed to stop.
    CalledOff,
    /// A seat was given up before everybody had had three turns.
    Abandoned,
    /// Several people played at one device.
    Device,
    /// A program played.
    Program,
    /// Only one person or bot played, or only bots.
    Alone,
}

/// Who played a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Player {
    /// A person; without a name if they were deleted, or do not wish to be named here.
    Person {
        /// The id, for the person's own matches only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<String>,
        /// The name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
        /// Whether the name is that of a public page.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        page: bool,
    },
    /// A person at another person's device.
    Device {
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
        /// The name.
        name: String,
    },
}

/// What a match did to a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingChange {
    /// The rating before.
    pub before: i32,
    /// The rating after.
    pub after: i32,
    /// Whether too few matches were played to be sure of it.
    pub provisional: bool,
}

/// A player of a finished match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchPlayer {
    /// The seat.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub seat: Seat,
    /// Who played.
    pub player: Player,
    /// The place, from 1; ties share a place.
    pub place: usize,
    /// The points.
    pub points: i32,
    /// Whether the seat was given up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub given_up: bool,
    /// What the match did to the rating, if it was rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<RatingChange>,
    /// How well the seat was played, from 0 to 1, where the match was reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub accuracy: Option<f64>,
    /// What luck gave or took, in points, where the match was reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub luck: Option<f64>,
}

/// A finished match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchLine {
    /// The table, whose replay it is.
    pub table: String,
    /// The game's key.
    pub game: String,
    /// The options that differ from the default.
    pub options: Vec<(String, String)>,
    /// Who played, by seat.
    pub players: Vec<MatchPlayer>,
    /// When it ended, in milliseconds since 1970.
    #[ts(type = "number")]
    pub ended: i64,
    /// How long it took, in seconds.
    #[ts(type = "number")]
    pub seconds: i64,
    /// How many turns were played.
    pub turns: usize,
    /// Whether somebody took back what had shown something hidden.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub takebacks: bool,
    /// Why it does not count for ratings; missing if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unrated: Option<Unrated>,
}

/// A page of finished matches, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Matches {
    /// The matches.
    pub matches: Vec<MatchLine>,
    /// What to ask for as `before` to get the next page; missing on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// A rating at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingPoint {
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The rating.
    pub rating: i32,
}

/// A person's rating in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingLine {
    /// The game's key.
    pub game: String,
    /// The options that change the game.
    pub options: Vec<(String, String)>,
    /// The rating.
    pub rating: i32,
    /// Whether too few matches were played to be sure of it.
    pub provisional: bool,
    /// How many rated matches were played.
    #[ts(type = "number")]
    pub games: i64,
    /// How many of them were won.
    #[ts(type = "number")]
    pub wins: i64,
    /// The last ratings, oldest first.
    pub curve: Vec<RatingPoint>,
}

/// How somebody fared against another player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Opponent {
    /// Who.
    pub player: Player,
    /// How many matches they both played.
    #[ts(type = "number")]
    pub games: i64,
    /// In how many of them the person of the page came before the other.
    #[ts(type = "number")]
    pub ahead: i64,
    /// In how many the other came before.
    #[ts(type = "number")]
    pub behind: i64,
}

/// A page of opponents, those met most first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Opponents {
    /// How the person fared against each, in all matches.
    pub opponents: Vec<Opponent>,
    /// What to ask for as `after` to get the next page; missing on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<u32>,
}

/// How somebody plays, as far as reviews told.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayStyle {
    /// On how many seats they were reviewed.
    #[ts(type = "number")]
    pub reviewed: i64,
    /// How well they play, from 0 to 1; missing if there was never anything to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub accuracy: Option<f64>,
    /// What luck gave or took in a match, in points.
    pub luck: f64,
}

/// What others may see of a person. Whoever has not chosen shows everything but whether they are here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a checkbox of the form")]
pub struct ProfileChoice {
    /// Whether there is a page, and a name on leaderboards and in others' matches.
    pub page: bool,
    /// Whether it shows ratings.
    pub ratings: bool,
    /// Whether it shows matches and opponents.
    pub matches: bool,
    /// Whether friends see that one is here.
    pub online: bool,
}

impl Default for ProfileChoice {
    fn default() -> ProfileChoice {
        ProfileChoice { page: true, ratings: true, matches: true, online: false }
    }
}

/// The public page of an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Profile {
    /// The name.
    pub name: String,
    /// Since when the person is here, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
    /// Whether it is the page of whoever asks.
    pub own: bool,
    /// The ratings, the game played most first; nothing if they are not shown.
    pub ratings: Vec<RatingLine>,
    /// The games by how often they were played, with how often they were won; nothing if matches are not shown.
    #[ts(type = "[string, number, number][]")]
    pub games: Vec<(String, i64, i64)>,
    /// The opponents whom the person met most in the last matches; nothing if matches are not shown.
    pub opponents: Vec<Opponent>,
    /// Whether there were more opponents, or earlier matches.
    pub more_opponents: bool,
    /// How the person plays; missing if no match was reviewed, or matches are not shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub style: Option<PlayStyle>,
    /// The last matches; nothing if they are not shown.
    pub matches: Vec<MatchLine>,
    /// The matches with the greatest rise of the rating; nothing if they are not shown.
    pub best: Vec<MatchLine>,
}

/// A place on a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BoardRow {
    /// The place, from 1.
    #[ts(type = "number")]
    pub place: i64,
    /// Who.
    pub player: Player,
    /// Whether it is whoever asks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub own: bool,
    /// The rating.
    pub rating: i32,
    /// How many rated matches were played.
    #[ts(type = "number")]
    pub games: i64,
    /// How many of them were won.
    #[ts(type = "number")]
    pub wins: i64,
    /// By how much the rating changed within the last month; missing if it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub trend: Option<i32>,
}

/// A leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Board {
    /// The game's key.
    pub game: String,
    /// The options that change the game.
    pub options: Vec<(String, String)>,
    /// The season: year and quarter, as `2026-4`; missing for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub season: Option<String>,
    /// The best, people and bots on one scale.
    pub rows: Vec<BoardRow>,
    /// The own place, if it is not among those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub own: Option<BoardRow>,
    /// How many matches make a place.
    #[ts(type = "number")]
    pub least: i64,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_reason_why_a_match_is_unrated_is_told() {
        let all = Unrated::inline(&ts_rs::Config::default());
        let all: BTreeSet<&str> = all.split('"').skip(1).step_by(2).collect();
        assert!(all.contains("called_off"), "{all:?}");
        let page = include_str!("../../../docs/ratings.md");
        let part = page.split("\n## ").find(|part| part.starts_with("What is rated")).unwrap();
        let told: BTreeSet<&str> = part.split('`').skip(1).step_by(2).filter(|word| *word != "unrated").collect();
        assert_eq!(told, all, "docs/ratings.md");
        let texts: serde_json::Value = serde_json::from_str(include_str!("../../../web/src/i18n/en.json")).unwrap();
        let keys = texts.as_object().unwrap().keys();
        let told: BTreeSet<&str> = keys.filter_map(|key| key.strip_prefix("unrated.")).collect();
        assert_eq!(told, all, "the page's texts");
    }

    #[test]
    fn who_chooses_nothing_has_a_page_and_is_not_seen_to_be_here() {
        let chosen = serde_json::to_value(ProfileChoice::default()).unwrap();
        let wanted = serde_json::json!({ "page": true, "ratings": true, "matches": true, "online": false });
        assert_eq!(chosen, wanted);
    }
}
