//! A ladder: the fold of its rated matches.

use std::collections::HashMap;

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinRating, weng_lin_multi_team};

use crate::season::Season;
use crate::weight::{MEMORY, Meetings};
use crate::{DRIFT, Standing, config, milli, points};

/// A player of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Who: the same text for the same player in all matches.
    pub player: String,
    /// The place, from 1; ties share a place.
    pub place: usize,
    /// The strength of a bot, in points; it is never changed.
    pub bot: Option<i32>,
    /// Whether it was a guest.
    pub guest: bool,
    /// Whether they gave up.
    pub gave_up: bool,
}

/// A rated match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// When it ended, in Unix milliseconds.
    pub at: i64,
    /// Who played, by seat.
    pub entrants: Vec<Entrant>,
    /// The pairs of seats whose players came from the same place.
    pub together: Vec<(usize, usize)>,
}

/// What looks wrong about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagKind {
    /// Two players came from the same place.
    SamePlace,
    /// Two players met more often within a week than counts in full.
    Often,
    /// Somebody mostly gave up against the same player, or mostly came behind them though rated much higher.
    Thrown,
    /// Somebody met a guest again and again.
    Guests,
}

impl FlagKind {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            FlagKind::SamePlace => "same-place",
            FlagKind::Often => "often",
            FlagKind::Thrown => "thrown",
            FlagKind::Guests => "guests",
        }
    }
}

/// Something about a match that looks wrong, with the seats that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    /// What.
    pub kind: FlagKind,
    /// Who gains.
    pub seat: usize,
    /// Against whom.
    pub other: usize,
}

/// What a match did to the rating of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// The rating before.
    pub before: Standing,
    /// The rating after.
    pub after: Standing,
    /// How much the match counted, from 0 to 1.
    pub weight: f64,
}

/// What is known of a player from before the fold begins.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// The rating after the last match.
    pub standing: Option<Standing>,
    /// The player's matches of the last week.
    pub recent: Vec<Match>,
}

/// The ratings of a ladder while matches are folded in, in the order in which they ended.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    standings: HashMap<String, Standing>,
    meetings: Meetings,
    folded: usize,
}

impl Ladder {
    /// For how long before a match the others' matches are needed, in milliseconds.
    pub const MEMORY: i64 = MEMORY;

    /// The players of a match whom the fold has not met: their past is to be told first.
    pub fn strangers(&self, played: &Match) -> Vec<String> {
        let new = |one: &&Entrant| !self.standings.contains_key(&one.player);
        let mut strangers: Vec<String> = played.entrants.iter().filter(new).map(|one| one.player.clone()).collect();
        strangers.sort_unstable();
        strangers.dedup();
        strangers
    }

    /// Tells the past of a player.
    pub fn tell(&mut self, player: &str, past: &Past) {
        self.standings.insert(player.to_owned(), past.standing.unwrap_or_default());
        for played in &past.recent {
            for own in played.entrants.iter().filter(|own| own.player == player) {
                for other in played.entrants.iter().filter(|other| other.player != player) {
                    self.meetings.meet(own, other, played.at);
                }
            }
        }
    }

    /// The rating of a player.
    pub fn standing(&self, player: &str) -> Option<&Standing> {
        self.standings.get(player)
    }

    /// Folds a match in: what it did to each seat, and what looks wrong about it.
    pub fn rate(&mut self, played: &Match) -> (Vec<Rated>, Vec<Flag>) {
        let before: Vec<Standing> = played.entrants.iter().map(|one| self.before(one)).collect();
        let new = judged(played, &before);
        let season = Season::of(played.at);
        let mut flags = Vec::new();
        let mut rated = Vec::new();
        for (seat, (entrant, own)) in played.entrants.iter().zip(&before).enumerate() {
            let mut noticed = Vec::new();
            let weight = self.meetings.weight((played, &before), seat, &mut noticed);
            flags.extend(noticed.into_iter().map(|(kind, other)| Flag { kind, seat, other }));
            // A bot may have several seats, and each of them counts.
            let counted = self.standings.get(&entrant.player).copied().unwrap_or(*own);
            let won = u32::from(entrant.place == 1);
            let same = counted.at != i64::MIN && Season::of(counted.at) == season;
            let of_season = if same { (counted.season_games, counted.season_wins) } else { (0, 0) };
            let moved = |from: i64, to: f64| from + ((milli(to) - from) as f64 * weight).round() as i64;
            let pinned = entrant.bot.is_some();
            let after = Standing {
                rating: if pinned { own.rating } else { moved(own.rating, new[seat].rating) },
                deviation: if pinned { own.deviation } else { moved(own.deviation, new[seat].uncertainty) },
                games: counted.games + 1,
                wins: counted.wins + won,
                season_games: of_season.0 + 1,
                season_wins: of_season.1 + won,
                at: played.at,
            };
            self.standings.insert(entrant.player.clone(), after);
            rated.push(Rated { before: *own, after, weight });
        }
        self.meetings.remember(played);
        self.folded += 1;
        if self.folded.is_multiple_of(4096) {
            self.meetings.forget(played.at);
        }
        (rated, flags)
    }

    /// The rating of a player before a match. What a bot is worth may have been measured anew.
    fn before(&self, entrant: &Entrant) -> Standing {
        let known = self.standings.get(&entrant.player).copied();
        let Some(strength) = entrant.bot else { return known.unwrap_or_default() };
        let pinned = Standing::bot(strength);
        known.map_or(pinned, |known| Standing { rating: pinned.rating, deviation: pinned.deviation, ..known })
    }
}

/// What Weng and Lin make of a match.
fn judged(played: &Match, before: &[Standing]) -> Vec<WengLinRating> {
    let drifted = |one: (&Entrant, &Standing)| {
        let drift = if one.0.bot.is_some() { 0.0 } else { DRIFT };
        let deviation = points(one.1.deviation).hypot(drift);
        [WengLinRating { rating: points(one.1.rating), uncertainty: deviation }]
    };
    let teams: Vec<[WengLinRating; 1]> = played.entrants.iter().zip(before).map(drifted).collect();
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> =
        teams.iter().zip(&played.entrants).map(|(team, one)| (&team[..], MultiTeamOutcome::new(one.place))).collect();
    weng_lin_multi_team(&ranked, &config()).into_iter().flatten().collect()
}
