//! The ratings: the matches of a ladder are folded in the order in which they ended, and the result is written.
//!
//! A match that ends is pending until it is rated. Whoever rates begins with the first pending match of a ladder, and
//! rates all that ended since anew, so that it does not matter which node comes first, or late: live or recomputed from
//! the logs, the ratings are the same. Two nodes that rate a ladder at once notice it by its version.

use std::collections::BTreeMap;
use std::time::Duration;

use protocol::{HostErrandStage, Player};
use rating::{Ladder, Match, Past, Season};
use store::{LadderRow, NewFlag, RatedSeat, Rating, ResultCursor, ResultFilter, ResultRow, TableId, TableState};

use crate::app::Shared;
use crate::errands::{Progress, RATINGS};
use crate::history::ResultDetails;
use crate::{App, Refused};

/// How often to look for matches that are still to be rated, if nobody says that there are any: another node may have
/// died in between.
const INTERVAL: Duration = Duration::from_secs(20);

/// How many matches are rated in one go.
const PAGE: u32 = 500;

/// How often rating a ladder is tried again because another node was faster.
const TRIES: usize = 8;

/// For how long it is remembered from where people came, in milliseconds: a month.
pub(crate) const TRACES_LAST: i64 = 30 * 24 * 60 * 60 * 1000;

/// Rates matches as they end, until the server stops. Before that, matches that an older version left without a result
/// get one.
pub async fn run(app: Shared) {
    tokio::select! {
        () = app.stopping.cancelled() => return,
        indexed = app.index_results() => match indexed {
            Ok(0) => {}
            Ok(matches) => tracing::info!(matches, "matches of an older version are listed now"),
            Err(refused) => tracing::warn!(why = %refused.refusal.reason.text, "cannot list old matches"),
        }
    }
    loop {
        if let Err(refused) = app.rate().await {
            tracing::warn!(why = %refused.refusal.reason.text, "cannot rate matches");
        }
        tokio::select! {
            () = app.hub.match_over() => {}
            () = tokio::time::sleep(INTERVAL) => {}
            () = app.stopping.cancelled() => return,
        }
    }
}

/// Whether too few matches were played to be sure of a rating.
pub(crate) fn is_provisional(games: i64, deviation: i64) -> bool {
    let standing = rating::Standing { games: games as u32, deviation, ..rating::Standing::new() };
    standing.is_provisional()
}

/// Who rates.
enum Rater<'a> {
    /// Each node, as matches end; it gives way to whoever makes all ratings anew.
    Live,
    /// The errand that makes all ratings anew, and how far it is.
    Anew(&'a Progress),
}

/// What was rated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recomputed {
    /// How many results were made again from the logs.
    pub results: usize,
    /// How many ladders.
    pub ladders: usize,
    /// How many matches.
    pub matches: usize,
}

impl App {
    /// Rates all matches that are pending. While some node makes all ratings anew it leaves them alone: they are rated
    /// with the rest, and the two would only undo each other's work.
    pub async fn rate(&self) -> Result<(), Refused> {
        if !self.config.ratings || self.rates_anew().await? {
            return Ok(());
        }
        let _alone = self.rating.lock().await;
        for (ladder, first) in self.store.pending_ladders().await? {
            self.rate_ladder(&ladder, ResultCursor::at(first), &Rater::Live).await?;
        }
        Ok(())
    }

    /// Whether some node makes all ratings anew.
    async fn rates_anew(&self) -> Result<bool, Refused> {
        let errand = self.errand(RATINGS).await?;
        Ok(errand.is_some_and(|errand| errand.stage == HostErrandStage::Running))
    }

    /// Makes the results again from the logs, and the ratings from the results.
    pub async fn recompute(&self, progress: &Progress) -> Result<Recomputed, Refused> {
        let census = self.store.census().await?;
        progress.expect(census.in_state(TableState::Over) + census.in_state(TableState::Closed) + census.rated);
        let mut done = Recomputed { results: self.refold_results(progress).await?, ..Recomputed::default() };
        for ladder in self.store.ladders().await? {
            // Between two ladders others come to rate what has just ended.
            let _alone = self.rating.lock().await;
            done.matches += self.rate_ladder(&ladder, ResultCursor::at(i64::MIN + 1), &Rater::Anew(progress)).await?;
            done.ladders += 1;
        }
        self.store.tidy_ratings().await?;
        Ok(done)
    }

    /// Makes the result of every table again from its log, whatever is listed now. Results without a log, which were
    /// brought in from elsewhere, stay as they are. Returns how many were made.
    async fn refold_results(&self, progress: &Progress) -> Result<usize, Refused> {
        self.store.drop_untrue_results().await?;
        let (mut found, mut after) = (0, None);
        loop {
            let tables = self.store.ended_tables(after, 100).await?;
            let Some((last, _)) = tables.last() else { return Ok(found) };
            after = Some(*last);
            for (table, seq) in tables {
                found += usize::from(self.refold_result(table, seq).await?);
                progress.add(1);
            }
        }
    }

    /// Makes the result of a table again from its log, which may grow meanwhile. Says whether a match ended there.
    async fn refold_result(&self, table: TableId, mut seq: u64) -> Result<bool, Refused> {
        for _ in 0..TRIES {
            let result = match self.hub.result_from_log(table).await {
                Ok(result) => result,
                // A table that cannot be read keeps the result that it has.
                Err(refused) => {
                    tracing::warn!(%table, why = %refused.reason.text, "a table's result cannot be made again");
                    return Ok(false);
                }
            };
            if self.store.replace_result(table, seq, result.as_ref()).await? {
                return Ok(result.is_some());
            }
            match self.store.last_seq(table).await {
                Ok(last) => seq = last,
                Err(store::Error::NoTable(_)) => return Ok(false),
                Err(error) => return Err(error.into()),
            }
        }
        Err(store::Error::Unavailable { why: format!("table {table} is too busy") }.into())
    }

    /// Gives all tables that are over a result, from their logs. Returns how many had none.
    pub async fn index_results(&self) -> Result<usize, Refused> {
        let (mut found, mut after) = (0, None);
        loop {
            let tables = self.store.unindexed(after, 100).await?;
            let Some(last) = tables.last() else { return Ok(found) };
            after = Some(*last);
            for table in tables {
                // A table that cannot be read has no result.
                if let Ok(Some(result)) = self.hub.result_from_log(table).await {
                    self.store.keep_results(&[(table, result)]).await?;
                    found += 1;
                }
            }
        }
    }

    /// Rates the matches of a ladder that ended after a position. Returns how many.
    async fn rate_ladder(&self, ladder: &str, after: ResultCursor, rater: &Rater<'_>) -> Result<usize, Refused> {
        for _ in 0..TRIES {
            let version = self.store.ladder_version(ladder).await?;
            if let Some(matches) = self.rate_after(ladder, version, after, rater).await? {
                return Ok(matches);
            }
        }
        Err(store::Error::Unavailable { why: format!("the ladder {ladder} is too busy") }.into())
    }

    /// The same on top of a version of the ladder; `None` if somebody else was faster.
    async fn rate_after(
        &self,
        name: &str,
        mut version: i64,
        after: ResultCursor,
        rater: &Rater<'_>,
    ) -> Result<Option<usize>, Refused> {
        let (mut ladder, mut at, mut matches) = (Ladder::default(), after, 0);
        loop {
            if matches!(rater, Rater::Live) && self.rates_anew().await? {
                return Ok(Some(matches));
            }
            let rows = self.store.results_on(name, at, PAGE).await?;
            let Some(last) = rows.last() else { return Ok(Some(matches)) };
            at = last.cursor();
            let mut page = Page::default();
            for row in &rows {
                let played = self.judged(row).await?;
                for player in ladder.strangers(&played) {
                    let past = self.past(name, &player, after).await?;
                    ladder.tell(&player, &past);
                }
                page.add(row, &played, &mut ladder);
            }
            matches += rows.len();
            if let Rater::Anew(progress) = rater {
                progress.add(rows.len() as u64);
            }
            let standings: Vec<LadderRow> = page.standings.into_values().collect();
            if !self.store.write_ratings((name, version), &page.seats, &standings, &page.flags).await? {
                return Ok(None);
            }
            version += 1;
        }
    }

    /// A match as ratings know it. What is known about its players now is noted in its log first, if it is not yet.
    async fn judged(&self, row: &ResultRow) -> Result<Match, Refused> {
        let kept = ResultDetails::read(row)?;
        if kept.judged || !row.pending {
            return Ok(as_match(row, &kept));
        }
        let people: Vec<_> = kept.people().collect();
        let known = self.store.people(&people).await?;
        let guest = |person: &&store::PersonId| known.get(person).is_none_or(|person| !person.account);
        let guests: Vec<String> = people.iter().filter(guest).map(ToString::to_string).collect();
        let since = kept.line.ended - TRACES_LAST;
        let pairs = self.store.together(&people, since).await?;
        let together: Vec<_> = pairs.iter().map(|(one, other)| (one.to_string(), other.to_string())).collect();
        self.hub.judge(row.table, &guests, &together).await?;
        let row = self.store.result(row.table).await?.ok_or_else(|| Refused::missing("result"))?;
        Ok(as_match(&row, &ResultDetails::read(&row)?))
    }

    /// What is known of a player before a position of a ladder.
    async fn past(&self, ladder: &str, player: &str, before: ResultCursor) -> Result<Past, Refused> {
        let standing = self.store.rating_at(player, ladder, before).await?.map(standing);
        if standing.is_none() || player.starts_with(BOT) {
            return Ok(Past { standing, recent: Vec::new() });
        }
        let since = Some(before.ended_at - Ladder::MEMORY);
        let mut filter = ResultFilter {
            player: player.to_owned(),
            rated: Some(true),
            since,
            before: Some(before),
            ..ResultFilter::default()
        };
        let mut recent = Vec::new();
        loop {
            let rows = self.store.results(&filter).await?;
            for row in rows.iter().filter(|row| row.ladder == ladder) {
                recent.push(as_match(row, &ResultDetails::read(row)?));
            }
            if rows.len() < ResultFilter::MOST as usize {
                break;
            }
            filter.before = rows.last().map(ResultRow::cursor);
        }
        recent.reverse();
        Ok(Past { standing, recent })
    }
}

/// What comes before the level in the name of a bot.
pub(crate) const BOT: &str = "bot/";

fn standing(kept: Rating) -> rating::Standing {
    rating::Standing {
        rating: kept.rating,
        deviation: kept.deviation,
        games: kept.games as u32,
        wins: kept.wins as u32,
        season_games: kept.season_games as u32,
        season_wins: kept.season_wins as u32,
        at: kept.at,
    }
}

/// A result as a match for ratings.
fn as_match(row: &ResultRow, kept: &ResultDetails) -> Match {
    let strength = |player: &Player| match player {
        Player::Bot { level } => catalog::strength(&kept.line.game, level.as_str()),
        _ => None,
    };
    let entrant = |(seat, one): (usize, &protocol::MatchPlayer)| rating::Entrant {
        player: row.players.get(seat).map(|played| played.player.clone()).unwrap_or_default(),
        place: one.place,
        bot: strength(&one.player),
        guest: kept.guests.contains(&seat),
        gave_up: one.given_up,
    };
    Match {
        at: row.ended_at,
        entrants: kept.line.players.iter().enumerate().map(entrant).collect(),
        together: kept.together.clone(),
    }
}

/// What rating a page of matches leaves to be written.
#[derive(Default)]
struct Page {
    seats: Vec<RatedSeat>,
    standings: BTreeMap<(i64, String), LadderRow>,
    flags: Vec<NewFlag>,
}

impl Page {
    fn add(&mut self, row: &ResultRow, played: &Match, ladder: &mut Ladder) {
        let (rated, flags) = ladder.rate(played);
        let season = Season::of(played.at).number();
        for (seat, (entrant, one)) in played.entrants.iter().zip(rated).enumerate() {
            let after = one.after;
            let settled = entrant.bot.is_none() && !entrant.guest && !after.is_provisional();
            let standing = |season: i64, games: u32, wins: u32| LadderRow {
                ladder: row.ladder.clone(),
                season,
                player: entrant.player.clone(),
                rating: after.rating,
                deviation: after.deviation,
                games: i64::from(games),
                wins: i64::from(wins),
                settled,
                played_at: played.at,
            };
            self.standings.insert((0, entrant.player.clone()), standing(0, after.games, after.wins));
            let of_season = standing(season, after.season_games, after.season_wins);
            self.standings.insert((season, entrant.player.clone()), of_season);
            self.seats.push(RatedSeat {
                at: row.cursor(),
                player: entrant.player.clone(),
                seat: seat as u8,
                before: one.before.rating,
                after: Rating {
                    rating: after.rating,
                    deviation: after.deviation,
                    games: i64::from(after.games),
                    wins: i64::from(after.wins),
                    season_games: i64::from(after.season_games),
                    season_wins: i64::from(after.season_wins),
                    at: played.at,
                },
            });
        }
        for flag in flags {
            let [one, other] = [flag.seat, flag.other].map(|seat| played.entrants[seat].player.as_str());
            // Two who are flagged for each other are flagged once.
            let players = if one < other { format!("{one} {other}") } else { format!("{other} {one}") };
            self.flags.push(NewFlag {
                table: row.table,
                kind: flag.kind.as_str().to_owned(),
                players,
                at: row.ended_at,
            });
        }
        self.flags.dedup();
    }
}
