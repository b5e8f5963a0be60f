//! Ratings: the fold of the rated matches of one ladder, in the order in which they ended.
//!
//! One system for tables of any size: Weng and Lin's Bayesian approximation with full pairs (`skillratings`), which for
//! two seats is a Bradley-Terry update with a deviation, much as Glicko is, and for more compares everybody with
//! everybody. So a player has one rating in a game, whether they play it by twos or by fours. The scale is Elo's: 400
//! points are ten to one. Bots do not learn: their ratings stand still, and people are measured by them.
//!
//! Numbers are kept in thousandths of a point and rounded after each match, so that every machine that folds the same
//! matches gets the same ratings, to the last digit.

#![forbid(unsafe_code)]

mod ladder;
mod season;
mod weight;

pub use ladder::{Entrant, Flag, FlagKind, Ladder, Match, Past, Rated};
pub use season::Season;

use skillratings::weng_lin::WengLinConfig;

/// Thousandths in a point.
const MILLI: f64 = 1000.0;

/// The rating of somebody who has not played, in points.
pub const START: f64 = 1500.0;

/// How unsure it is, in points: two thirds of beginners are within so much of their rating.
const START_DEVIATION: f64 = 300.0;

/// The deviation that a match adds before it takes some away: people learn and forget, and a rating that were ever
/// surer would no longer move.
const DRIFT: f64 = 14.0;

/// How far players play above or below their strength, in points, so that 400 points are ten to one: 400 / ln 10 by the
/// root of two.
const BETA: f64 = 122.8;

/// How unsure the ratings of bots are, which arenas have measured.
const BOT_DEVIATION: f64 = 40.0;

/// Matches that make a place on a leaderboard.
pub const LEAST_GAMES: u32 = 10;

/// The deviation up to which a rating is sure enough for a place.
const SURE: f64 = 120.0;

/// A player's rating, in thousandths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The rating.
    pub rating: i64,
    /// How sure it is: its deviation.
    pub deviation: i64,
    /// How many rated matches were played.
    pub games: u32,
    /// How many of them were won.
    pub wins: u32,
    /// How many were played in the season of the last one.
    pub season_games: u32,
    /// How many of those were won.
    pub season_wins: u32,
    /// When the last one ended, in Unix milliseconds.
    pub at: i64,
}

impl Standing {
    /// Somebody who has not played.
    pub fn new() -> Standing {
        Standing::of(START, START_DEVIATION)
    }

    /// A bot whose strength is known, in points.
    pub fn bot(points: i32) -> Standing {
        Standing::of(f64::from(points), BOT_DEVIATION)
    }

    fn of(rating: f64, deviation: f64) -> Standing {
        let (rating, deviation) = (milli(rating), milli(deviation));
        Standing { rating, deviation, games: 0, wins: 0, season_games: 0, season_wins: 0, at: i64::MIN }
    }

    /// Whether too few matches were played to be sure of it.
    pub fn is_provisional(&self) -> bool {
        self.games < LEAST_GAMES || self.deviation > milli(SURE)
    }

    /// The chance to come before another player, by these ratings.
    pub fn chance_against(&self, other: &Standing) -> f64 {
        let spread = 2.0 * BETA * BETA + points(self.deviation).powi(2) + points(other.deviation).powi(2);
        1.0 / (1.0 + (points(other.rating - self.rating) / spread.sqrt()).exp())
    }
}

impl Default for Standing {
    fn default() -> Standing {
        Standing::new()
    }
}

/// A rating in points, as people see it.
pub fn shown(milli: i64) -> i32 {
    points(milli).round() as i32
}

fn milli(points: f64) -> i64 {
    (points * MILLI).round() as i64
}

fn points(milli: i64) -> f64 {
    milli as f64 / MILLI
}

fn config() -> WengLinConfig {
    WengLinConfig { beta: BETA, uncertainty_tolerance: 0.000_001 }
}
