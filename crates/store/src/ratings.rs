//! Ratings: what is kept of them, and how it is written on top of what was read. How they are computed is not known
//! here.

use std::collections::BTreeSet;

use crate::Store;
use crate::database::{Both, each, on, row};
use crate::error::{Error, Result};
use crate::id::{PersonId, TableId};
use crate::results::ResultCursor;

/// The rating of a player on a ladder after a match, with what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The rating, in thousandths of a point.
    pub rating: i64,
    /// The rating deviation, in thousandths of a point.
    pub deviation: i64,
    /// The rated matches, and how many of them were won.
    pub games: i64,
    /// How many of them were won.
    pub wins: i64,
    /// The same of the season of the match.
    pub season_games: i64,
    /// How many of those were won.
    pub season_wins: i64,
    /// When the match ended.
    pub at: i64,
}

/// What a match did to a player's rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedSeat {
    /// The match.
    pub at: ResultCursor,
    /// The player.
    pub player: String,
    /// The seat, from 0.
    pub seat: u8,
    /// The rating before.
    pub before: i64,
    /// The rating after.
    pub after: Rating,
}

/// A player's standing on a ladder, in a season or, in season 0, in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderRow {
    /// The ladder.
    pub ladder: String,
    /// The season.
    pub season: i64,
    /// The player.
    pub player: String,
    /// The rating, in thousandths of a point.
    pub rating: i64,
    /// How sure it is.
    pub deviation: i64,
    /// The rated matches.
    pub games: i64,
    /// How many of them were won.
    pub wins: i64,
    /// Whether the player has a place.
    pub settled: bool,
    /// When the last match ended.
    pub played_at: i64,
}

/// Something about a match that looks wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFlag {
    /// The match.
    pub table: TableId,
    /// What.
    pub kind: String,
    /// Who, with spaces between.
    pub players: String,
    /// When the match ended.
    pub at: i64,
}

/// The same as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// What was noticed.
    pub flag: NewFlag,
    /// When the host dealt with it.
    pub handled_at: Option<i64>,
}

row! {
    struct RatingRow {
        rating: i64,
        deviation: i64,
        games: i64,
        wins: i64,
        season_games: i64,
        season_wins: i64,
        ended_at: i64,
    }
}

impl From<RatingRow> for Rating {
    fn from(row: RatingRow) -> Rating {
        let RatingRow { rating, deviation, games, wins, season_games, season_wins, ended_at: at } = row;
        Rating { rating, deviation, games, wins, season_games, season_wins, at }
    }
}

row! {
    struct BoardRow {
        player: String,
        rating: i64,
        deviation: i64,
        games: i64,
        wins: i64,
        played_at: i64,
        earlier: Option<i64>,
    }
}

impl BoardRow {
    fn read(self, ladder: &str, season: i64) -> (LadderRow, Option<i64>) {
        let BoardRow { player, rating, deviation, games, wins, played_at, earlier } = self;
        let ladder = ladder.to_owned();
        (LadderRow { ladder, season, player, rating, deviation, games, wins, settled: true, played_at }, earlier)
    }
}

row! {
    struct StandingRow {
        ladder: String,
        season: i64,
        player: String,
        rating: i64,
        deviation: i64,
        games: i64,
        wins: i64,
        settled: bool,
        played_at: i64,
    }
}

impl From<StandingRow> for LadderRow {
    fn from(row: StandingRow) -> LadderRow {
        let StandingRow { ladder, season, player, rating, deviation, games, wins, settled, played_at } = row;
        LadderRow { ladder, season, player, rating, deviation, games, wins, settled, played_at }
    }
}

pub(crate) const LAST: &str = "select rating, deviation, games, wins, season_games, season_wins, ended_at from played
    where player = $1 and ladder = $2 and rating is not null and (ended_at, table_id) <= ($3, $4)
    order by ended_at desc, table_id desc, games desc limit 1";
pub(crate) const CURVE: &str = "select rating, deviation, games, wins, season_games, season_wins, ended_at from played
    where player = $1 and ladder = $2 and rating is not null and (ended_at, table_id) < ($3, $4)
    order by ended_at desc, table_id desc limit $5";
macro_rules! standing {
    () => {
        "select ladder, season, player, rating, deviation, games, wins, settled, played_at from standings "
    };
}
macro_rules! board {
    ($earlier:literal) => {
        concat!(
            "select ladder, season, player, rating, deviation, games, wins, settled, played_at,
                    (select p.rating from played p
                     where p.player = standings.player and p.ladder = standings.ladder and p.rating is not null
                       and p.ended_at < ",
            $earlier,
            " order by p.ended_at desc, p.table_id desc limit 1) as earlier from standings "
        )
    };
}
pub(crate) const BOARD: &str = concat!(
    board!("$6"),
    "where ladder = $1 and season = $2 and settled and (rating, player) < ($3, $4)
     order by rating desc, player desc limit $5"
);
macro_rules! among {
    ($players:literal) => {
        concat!(
            board!("$4"),
            "where ladder = $2 and season = $3 and settled and player in (select value ->> 0 from ",
            $players,
            ") order by rating desc, player desc"
        )
    };
}
pub(crate) const AMONG: Both =
    Both { sqlite: among!("json_each($1)"), postgres: among!("json_array_elements(cast($1 as json))") };
pub(crate) const ABOVE: &str =
    "select count(*) from standings where ladder = $1 and season = $2 and settled and (rating, player) > ($3, $4)";
pub(crate) const STANDS: &str = concat!(standing!(), "where ladder = $1 and season = $2 and player = $3");
pub(crate) const OF_PLAYER: &str = concat!(standing!(), "where player = $1 and season = 0 order by ladder");
const PENDING: &str = "select ladder, min(ended_at) from results where pending group by ladder";
const NEXT: &str = "update ladders set version = version + 1 where ladder = $1 and version = $2";
const RATE: Both = each!(
    "update played set before = new.before, rating = new.rating, deviation = new.deviation, games = new.games,
            wins = new.wins, season_games = new.season_games, season_wins = new.season_wins
     from (select value ->> 0 as player, cast(value ->> 1 as bigint) as ended_at,
                  cast(value ->> 2 as bigint) as table_id, cast(value ->> 3 as bigint) as seat,
                  cast(value ->> 4 as bigint) as before, cast(value ->> 5 as bigint) as rating,
                  cast(value ->> 6 as bigint) as deviation, cast(value ->> 7 as bigint) as games,
                  cast(value ->> 8 as bigint) as wins, cast(value ->> 9 as bigint) as season_games,
                  cast(value ->> 10 as bigint) as season_wins
           from",
    ") as new
     where played.player = new.player and played.ended_at = new.ended_at and played.table_id = new.table_id
       and played.seat = new.seat"
);
const RATED: Both =
    each!("update results set pending = false where table_id in (select cast(value ->> 0 as bigint) from", ")");
const STAND: Both = each!(
    "insert into standings (ladder, season, player, rating, deviation, games, wins, settled, played_at)
     select value ->> 0, cast(value ->> 1 as bigint), value ->> 2, cast(value ->> 3 as bigint),
            cast(value ->> 4 as bigint), cast(value ->> 5 as bigint), cast(value ->> 6 as bigint),
            cast(value ->> 7 as boolean), cast(value ->> 8 as bigint)
     from",
    "where true on conflict (ladder, season, player) do update set rating = excluded.rating,
         deviation = excluded.deviation, games = excluded.games, wins = excluded.wins, settled = excluded.settled,
         played_at = excluded.played_at"
);
/// What looked wrong about matches that are rated again is noted anew, if it still does.
const UNFLAG: Both =
    each!("delete from flags where handled_at is null and table_id in (select cast(value ->> 0 as bigint) from", ")");
const FLAG: Both = each!(
    "insert into flags (table_id, kind, players, at)
     select cast(value ->> 0 as bigint), value ->> 1, value ->> 2, cast(value ->> 3 as bigint) from",
    "where true on conflict (table_id, kind, players) do nothing"
);
const LEFT_OVER: [&str; 2] = [
    "delete from standings where not exists (
        select 1 from played p
        where p.player = standings.player and p.ladder = standings.ladder and p.rating is not null
          and p.ended_at = standings.played_at)",
    "delete from flags where handled_at is null
        and not exists (select 1 from results r where r.table_id = flags.table_id and r.rated)",
];
/// Whoever is deleted has no place any more.
pub(crate) const UNSETTLE: &str = "update standings set settled = false where player = $1 and settled";
const FLAGS_OF: &str = "select table_id, kind, players, at, handled_at from flags where players like $1
    order by at desc, table_id desc, kind desc, players desc";
pub(crate) const FLAGS: &str = "select table_id, kind, players, at, handled_at from flags where handled_at is null
      and (at, table_id, kind, players) < ($1, $2, $3, $4)
    order by at desc, table_id desc, kind desc, players desc limit $5";

fn flag((table, kind, players, at, handled_at): (i64, String, String, i64, Option<i64>)) -> Flag {
    Flag { flag: NewFlag { table: TableId(table), kind, players, at }, handled_at }
}

impl Store {
    /// The ladders with results that have still to be rated, and when the first of these ended.
    pub async fn pending_ladders(&self) -> Result<Vec<(String, i64)>> {
        on!(self.read(), db => sqlx::query_as::<_, (String, i64)>(PENDING).fetch_all(db).await?)
    }

    /// All ladders on which something was rated, or has to be.
    pub async fn ladders(&self) -> Result<Vec<String>> {
        let sql = "select distinct ladder from results where rated order by ladder";
        on!(self.read(), db => sqlx::query_scalar::<_, String>(sql).fetch_all(db).await?)
    }

    /// The version of a ladder: how often it was written. Read it before anything else of the ladder.
    pub async fn ladder_version(&self, ladder: &str) -> Result<i64> {
        let make = "insert into ladders (ladder, version) values ($1, 0) on conflict (ladder) do nothing";
        let sql = "select version from ladders where ladder = $1";
        on!(self.write(), db => {
            if let Some(known) = sqlx::query_scalar::<_, i64>(sql).bind(ladder).fetch_optional(db).await? {
                return Ok(known);
            }
            sqlx::query(make).bind(ladder).execute(db).await?;
            sqlx::query_scalar::<_, i64>(sql).bind(ladder).fetch_one(db).await?
        })
    }

    /// The rating of a player on a ladder after the last match up to a position.
    pub async fn rating_at(&self, player: &str, ladder: &str, at: ResultCursor) -> Result<Option<Rating>> {
        let row = on!(self.read(), db => {
            let query = sqlx::query_as::<_, RatingRow>(LAST).bind(player).bind(ladder).bind(at.ended_at);
            query.bind(at.table.0).fetch_optional(db).await?
        })?;
        Ok(row.map(Rating::from))
    }

    /// The last ratings of a player on a ladder, newest first.
    pub async fn curve(&self, player: &str, ladder: &str, limit: u32) -> Result<Vec<Rating>> {
        let rows = on!(self.read(), db => {
            let query = sqlx::query_as::<_, RatingRow>(CURVE).bind(player).bind(ladder).bind(i64::MAX).bind(i64::MAX);
            query.bind(i64::from(limit)).fetch_all(db).await?
        })?;
        Ok(rows.into_iter().map(Rating::from).collect())
    }

    /// Writes ratings on top of a version of a ladder, all or nothing; `false` if somebody else has written since.
    pub async fn write_ratings(
        &self,
        ladder: (&str, i64),
        seats: &[RatedSeat],
        standings: &[LadderRow],
        flags: &[NewFlag],
    ) -> Result<bool> {
        let text = |rows: serde_json::Result<String>| rows.map_err(|error| Error::Refused(error.to_string()));
        let mut tables: Vec<[i64; 1]> = seats.iter().map(|seat| [seat.at.table.0]).collect();
        tables.dedup();
        let seat = |one: &RatedSeat| {
            let Rating { rating, deviation, games, wins, season_games, season_wins, .. } = one.after;
            (
                one.player.clone(),
                one.at.ended_at,
                one.at.table.0,
                one.seat,
                one.before,
                rating,
                deviation,
                games,
                wins,
                season_games,
                season_wins,
            )
        };
        let gone = self.gone(standings).await?;
        let stand = |one: &LadderRow| {
            let LadderRow { ladder, season, player, rating, deviation, games, wins, settled, played_at } = one.clone();
            let settled = settled && !gone.contains(&player);
            (ladder, season, player, rating, deviation, games, wins, settled, played_at)
        };
        let flag = |one: &NewFlag| (one.table.0, one.kind.clone(), one.players.clone(), one.at);
        let work = [
            (RATE, text(serde_json::to_string(&seats.iter().map(seat).collect::<Vec<_>>()))?),
            (RATED, text(serde_json::to_string(&tables))?),
            (STAND, text(serde_json::to_string(&standings.iter().map(stand).collect::<Vec<_>>()))?),
            (UNFLAG, text(serde_json::to_string(&tables))?),
            (FLAG, text(serde_json::to_string(&flags.iter().map(flag).collect::<Vec<_>>()))?),
        ];
        let work = work.map(|(statement, rows)| (statement.sql(self.write()), rows));
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            // First of all: others who rate this ladder wait for the lock, and then find another version.
            let next = sqlx::query(NEXT).bind(ladder.0).bind(ladder.1).execute(&mut *all).await?;
            if next.rows_affected() == 0 {
                return Ok(false);
            }
            for (sql, rows) in &work {
                sqlx::query(*sql).bind(rows).execute(&mut *all).await?;
            }
            all.commit().await?;
            true
        })
    }

    /// Those who would have a place but were deleted: their matches are rated on, without them.
    async fn gone(&self, standings: &[LadderRow]) -> Result<BTreeSet<String>> {
        let settled = standings.iter().filter(|one| one.settled);
        let settled: Vec<(PersonId, &String)> =
            settled.filter_map(|one| Some((one.player.parse().ok()?, &one.player))).collect();
        let ids: Vec<PersonId> = settled.iter().map(|(id, _)| *id).collect();
        let known = self.people(&ids).await?;
        Ok(settled.into_iter().filter(|(id, _)| !known.contains_key(id)).map(|(_, player)| player.clone()).collect())
    }

    /// Deletes standings whose last rated match is not there, and open flags of matches that are not rated.
    pub async fn tidy_ratings(&self) -> Result<()> {
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            for sql in LEFT_OVER {
                sqlx::query(sql).execute(&mut *all).await?;
            }
            all.commit().await?;
        })
    }

    /// The standings of a ladder in a season, the best first, each with the rating at an earlier time.
    pub async fn board(
        &self,
        ladder: &str,
        season: i64,
        earlier: i64,
        limit: u32,
    ) -> Result<Vec<(LadderRow, Option<i64>)>> {
        let rows = on!(self.read(), db => {
            let query = sqlx::query_as::<_, BoardRow>(BOARD).bind(ladder).bind(season).bind(i64::MAX).bind("~");
            query.bind(i64::from(limit)).bind(earlier).fetch_all(db).await?
        })?;
        Ok(rows.into_iter().map(|row| row.read(ladder, season)).collect())
    }

    /// Those of some players who have a place on a ladder, the best first, with what they had at an earlier time.
    pub async fn board_among(
        &self,
        ladder: &str,
        season: i64,
        players: &[String],
        earlier: i64,
    ) -> Result<Vec<(LadderRow, Option<i64>)>> {
        let list = serde_json::to_string(&players.iter().map(|player| [player]).collect::<Vec<_>>());
        let list = list.map_err(|error| Error::Refused(error.to_string()))?;
        let sql = AMONG.sql(self.read());
        let rows = on!(self.read(), db => {
            let query = sqlx::query_as::<_, BoardRow>(sql).bind(&list).bind(ladder).bind(season).bind(earlier);
            query.fetch_all(db).await?
        })?;
        Ok(rows.into_iter().map(|row| row.read(ladder, season)).collect())
    }

    /// How many stand above a rating and a player.
    pub async fn above(&self, ladder: &str, season: i64, rating: i64, player: &str) -> Result<i64> {
        on!(self.read(), db => {
            let query = sqlx::query_scalar::<_, i64>(ABOVE).bind(ladder).bind(season).bind(rating).bind(player);
            query.fetch_one(db).await?
        })
    }

    /// A player's standing on a ladder in a season.
    pub async fn standing(&self, ladder: &str, season: i64, player: &str) -> Result<Option<LadderRow>> {
        let row = on!(self.read(), db => {
            let query = sqlx::query_as::<_, StandingRow>(STANDS).bind(ladder).bind(season).bind(player);
            query.fetch_optional(db).await?
        })?;
        Ok(row.map(LadderRow::from))
    }

    /// A player's standings on all ladders, over all seasons.
    pub async fn standings_of(&self, player: &str) -> Result<Vec<LadderRow>> {
        let rows = on!(self.read(), db => {
            sqlx::query_as::<_, StandingRow>(OF_PLAYER).bind(player).fetch_all(db).await?
        })?;
        Ok(rows.into_iter().map(LadderRow::from).collect())
    }

    /// What looks wrong and was not dealt with, newest first, after `before` (the last one of the previous page).
    pub async fn flags(&self, before: Option<&NewFlag>, limit: u32) -> Result<Vec<Flag>> {
        let (at, table) = before.map_or((i64::MAX, i64::MAX), |flag| (flag.at, flag.table.0));
        let (kind, players) = before.map_or(("~", "~"), |flag| (&flag.kind, &flag.players));
        let rows = on!(self.read(), db => {
            let query = sqlx::query_as::<_, (i64, String, String, i64, Option<i64>)>(FLAGS).bind(at).bind(table);
            query.bind(kind).bind(players).bind(i64::from(limit)).fetch_all(db).await?
        })?;
        Ok(rows.into_iter().map(flag).collect())
    }

    /// All that ever looked wrong about a player's matches, newest first, dealt with or not.
    pub async fn flags_of(&self, player: &str) -> Result<Vec<Flag>> {
        let named = format!("%{player}%");
        let rows = on!(self.read(), db => {
            let query = sqlx::query_as::<_, (i64, String, String, i64, Option<i64>)>(FLAGS_OF).bind(&named);
            query.fetch_all(db).await?
        })?;
        let flags = rows.into_iter().map(flag);
        Ok(flags.filter(|one| one.flag.players.split(' ').any(|one| one == player)).collect())
    }

    /// Marks what looked wrong about a match as dealt with.
    pub async fn handle_flags(&self, table: TableId, at: i64) -> Result<()> {
        let sql = "update flags set handled_at = $2 where table_id = $1";
        let found = on!(self.write(), db => {
            sqlx::query(sql).bind(table.0).bind(at).execute(db).await?.rows_affected()
        })?;
        if found == 0 { Err(Error::Nothing("flag")) } else { Ok(()) }
    }
}
