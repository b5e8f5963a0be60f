//! Results: the finished matches, as an index of the logs, and who played in them.

use serde::{Deserialize, Serialize};
use sqlx::{Database, Encode, QueryBuilder, Type};

use crate::Store;
use crate::database::{Both, each, on, row};
use crate::error::{Error, Result};
use crate::id::TableId;

/// A finished match. It comes with the append that ends it, and is kept once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// When it ended, in Unix milliseconds.
    pub ended_at: i64,
    /// The game's key.
    pub game: String,
    /// The ladder: the game with the options that change it.
    pub ladder: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// What lists show; opaque here.
    pub body: String,
    /// Who played.
    pub players: Vec<Entrant>,
}

/// A player of a finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// A person's id, or a name for a bot.
    pub player: String,
    /// The seat, from 0.
    pub seat: u8,
    /// The place, from 1.
    pub place: u8,
    /// The points.
    pub points: i32,
    /// Whether the player won, alone or with others.
    pub won: bool,
}

/// A row of `results`: table, end, game, ladder, rated, body.
pub(crate) type ResultTuple<'a> = (i64, i64, &'a str, &'a str, bool, &'a str);

/// A row of `played`: player, end, table, seat, game, ladder, rated, place, points, won.
pub(crate) type PlayedTuple<'a> = (&'a str, i64, i64, u8, &'a str, &'a str, bool, u8, i32, bool);

/// The row of a result.
pub(crate) fn row(table: TableId, result: &Finished) -> ResultTuple<'_> {
    (table.0, result.ended_at, &result.game, &result.ladder, result.rated, &result.body)
}

/// The rows of its players.
pub(crate) fn players(table: TableId, result: &Finished) -> impl Iterator<Item = PlayedTuple<'_>> {
    result.players.iter().map(move |one| {
        let Finished { ended_at, game, ladder, rated, .. } = result;
        (&*one.player, *ended_at, table.0, one.seat, &**game, &**ladder, *rated, one.place, one.points, one.won)
    })
}

/// A result that is known already gets its new body: names of deleted people fall away, and what the server noticed
/// about the players comes in. Whether it is rated stays as it was.
pub(crate) const INSERT_RESULTS: Both = each!(
    "insert into results (table_id, ended_at, game, ladder, rated, pending, body)
     select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint), value ->> 2, value ->> 3,
            cast(value ->> 4 as boolean), cast(value ->> 4 as boolean), value ->> 5
     from",
    "where true on conflict (table_id) do update set body = excluded.body"
);
pub(crate) const INSERT_PLAYED: Both = each!(
    "insert into played (player, ended_at, table_id, seat, game, ladder, rated, place, points, won)
     select value ->> 0, cast(value ->> 1 as bigint), cast(value ->> 2 as bigint), cast(value ->> 3 as bigint),
            value ->> 4, value ->> 5, cast(value ->> 6 as boolean), cast(value ->> 7 as bigint),
            cast(value ->> 8 as bigint), cast(value ->> 9 as boolean)
     from",
    "where true on conflict (player, ended_at, table_id, seat) do nothing"
);

/// A position in a list of results, which are listed newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ResultCursor {
    /// When the match before the position ended.
    pub ended_at: i64,
    /// Its table.
    pub table: TableId,
}

impl ResultCursor {
    /// The position before all matches that ended at a moment, and after all that ended earlier.
    pub fn at(ended_at: i64) -> ResultCursor {
        ResultCursor { ended_at: ended_at - 1, table: TableId(i64::MAX) }
    }
}

/// Which results of a player to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultFilter {
    /// Whose results.
    pub player: String,
    /// Only those of this game.
    pub game: Option<String>,
    /// Only rated ones, or only the others.
    pub rated: Option<bool>,
    /// Only those that the player won, or only the others.
    pub won: Option<bool>,
    /// Only those in which this player played, too.
    pub with: Option<String>,
    /// Only those that ended since then, in Unix milliseconds.
    pub since: Option<i64>,
    /// Only those after this position.
    pub before: Option<ResultCursor>,
    /// The most results to list; 0 is [`ResultFilter::MOST`].
    pub limit: u32,
}

impl ResultFilter {
    /// The longest list.
    pub const MOST: u32 = 200;

    fn most(&self) -> u32 {
        if self.limit == 0 { ResultFilter::MOST } else { self.limit.min(ResultFilter::MOST) }
    }
}

/// A player of a stored result, with the rating if the match was rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// A person's id, or a name for a bot.
    pub player: String,
    /// The seat, from 0.
    pub seat: u8,
    /// The place, from 1.
    pub place: u8,
    /// Whether the player won, alone or with others.
    pub won: bool,
    /// The ratings before and after, and how sure the latter is; in thousandths of a point.
    pub rating: Option<(i64, i64, i64)>,
    /// How many rated matches of the ladder the player has had, with this one.
    pub games: i64,
    /// How well the player played, where the match was reviewed and there was anything to choose; in thousandths.
    pub accuracy: Option<i64>,
    /// Their luck, if the match was reviewed; in thousandths of a point.
    pub luck: Option<i64>,
}

/// What a review says about a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatReview {
    /// The seat, from 0.
    pub seat: u8,
    /// How well it played, in thousandths; nothing where it had nothing to choose.
    pub accuracy: Option<i64>,
    /// How lucky it was, in thousandths of a point.
    pub luck: i64,
}

/// A stored result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// The table.
    pub table: TableId,
    /// When it ended.
    pub ended_at: i64,
    /// The ladder.
    pub ladder: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether it has still to be rated.
    pub pending: bool,
    /// What lists show.
    pub body: String,
    /// Who played, by seat.
    pub players: Vec<Played>,
}

impl ResultRow {
    /// The position in the list after this result.
    pub fn cursor(&self) -> ResultCursor {
        ResultCursor { ended_at: self.ended_at, table: self.table }
    }
}

row! {
    struct Row {
        table_id: i64,
        ended_at: i64,
        ladder: String,
        rated: bool,
        pending: bool,
        body: String,
    }
}

row! {
    struct PlayedRow {
        table_id: i64,
        player: String,
        seat: i64,
        place: i64,
        won: bool,
        before: Option<i64>,
        rating: Option<i64>,
        deviation: Option<i64>,
        games: Option<i64>,
        accuracy: Option<i64>,
        luck: Option<i64>,
    }
}

impl PlayedRow {
    fn read(self) -> Played {
        let rating = self.before.zip(self.rating).zip(self.deviation);
        Played {
            player: self.player,
            seat: self.seat as u8,
            place: self.place as u8,
            won: self.won,
            rating: rating.map(|((before, after), deviation)| (before, after, deviation)),
            games: self.games.unwrap_or_default(),
            accuracy: self.accuracy,
            luck: self.luck,
        }
    }
}

macro_rules! columns {
    () => {
        "select r.table_id, r.ended_at, r.ladder, r.rated, r.pending, r.body "
    };
}
const ONE: &str = concat!(columns!(), "from results r where r.table_id = $1");
const OF_PLAYER: &str =
    concat!(columns!(), "from played p join results r on r.table_id = p.table_id where p.player = ");
macro_rules! on_ladder {
    ($after:literal) => {
        concat!(
            columns!(),
            "from results r where r.rated and r.ladder = $1 and ",
            $after,
            " order by r.ended_at, r.table_id limit $4"
        )
    };
}
/// PostgreSQL may take the index by time, and pass over all other ladders, unless the ladder is a part of the position.
pub(crate) const ON_LADDER: Both = Both {
    sqlite: on_ladder!("(r.ended_at, r.table_id) > ($2, $3)"),
    postgres: on_ladder!("(r.ladder, r.ended_at, r.table_id) > ($1, $2, $3)"),
};
pub(crate) const LATEST: &str = concat!(
    columns!(),
    "from results r where (r.ended_at, r.table_id) < ($1, $2) order by r.ended_at desc, r.table_id desc limit $3"
);
const PLAYERS: Both = each!(
    "select p.table_id, p.player, p.seat, p.place, p.won, p.before, p.rating, p.deviation, p.games, p.accuracy, p.luck
     from played p where p.table_id in (select cast(value ->> 0 as bigint) from",
    ") order by p.table_id, p.seat"
);

/// A player on several seats of a table has played one match.
pub(crate) const GAMES: &str = "select game, count(distinct table_id), count(distinct case when won then table_id end)
    from played where player = $1 group by game order by 2 desc, 1";
/// Only the last seats are counted ([`Store::COUNTED`]): a player of many years has too many to count on each request.
pub(crate) const OPPONENTS: &str = "select o.player, count(*), sum(case when p.place < o.place then 1 else 0 end),
        sum(case when p.place > o.place then 1 else 0 end)
    from (select table_id, place from played where player = $1 order by ended_at desc, table_id desc limit 500) as p
    join played o on o.table_id = p.table_id and o.player <> $1
    group by o.player order by 2 desc, 1 limit $2";
/// All matches are counted, for whoever wants to see everybody.
pub(crate) const ALL_OPPONENTS: &str = "select o.player, count(*), sum(case when p.place < o.place then 1 else 0 end),
        sum(case when p.place > o.place then 1 else 0 end)
    from played p join played o on o.table_id = p.table_id and o.player <> $1
    where p.player = $1 group by o.player order by 2 desc, 1 limit $2 offset $3";
/// On how many seats a player was reviewed, and the means of what reviews said.
pub(crate) const STYLE: &str = "select count(luck), cast(avg(accuracy) as double precision),
        cast(avg(luck) as double precision)
    from played where player = $1";
pub(crate) const BEST: &str = concat!(
    columns!(),
    "from (select table_id, rating - before as rise from played
           where player = $1 and rating is not null and rating > before order by rise desc limit $2) as p
     join results r on r.table_id = p.table_id order by p.rise desc, r.table_id"
);
const REVIEW: Both = each!(
    "update played set accuracy = new.accuracy, luck = new.luck, depth = $3
     from (select cast(value ->> 0 as bigint) as seat, cast(value ->> 1 as bigint) as accuracy,
                  cast(value ->> 2 as bigint) as luck
           from",
    ") as new
     where played.table_id = $2 and played.seat = new.seat and (played.depth is null or played.depth <= $3)"
);
const UNINDEXED: &str = "select t.id from tables t where t.state = 'over' and t.id > $1
    and not exists (select 1 from results r where r.table_id = t.id) order by t.id limit $2";

/// Matches may have ended there. Page by page by id: the index by state would have to be sorted for each of them.
pub(crate) const ENDED: &str = "select id, last_seq from tables
    where id > $1 and coalesce(state, '') in ('over', 'closed') order by id limit $2";
/// What stands for a match that has not ended.
const UNTRUE: [&str; 2] = [
    "delete from results where table_id in (select id from tables where state in ('gathering', 'playing'))",
    "delete from played where table_id in (select id from tables where state in ('gathering', 'playing'))",
];
/// Holds a table's log as it was read, until the transaction ends.
const HOLD: &str = "update tables set last_seq = last_seq where id = $1 and last_seq = $2";
const REVIEWS: &str = "select seat, accuracy, luck, depth from played where table_id = $1 and depth is not null";
const REVIEWED: &str = "update played set accuracy = $3, luck = $4, depth = $5 where table_id = $1 and seat = $2";

impl Store {
    /// The games that a player played, with how often, and how often they won; the one played most first.
    pub async fn games_of(&self, player: &str) -> Result<Vec<(String, i64, i64)>> {
        on!(self.read(), db => sqlx::query_as::<_, (String, i64, i64)>(GAMES).bind(player).fetch_all(db).await?)
    }

    /// How many of a player's last seats [`Store::opponents_of`] counts.
    pub const COUNTED: i64 = 500;

    /// Whom a player met most in the last matches, with how often, how often they came before and behind the other.
    pub async fn opponents_of(&self, player: &str, limit: u32) -> Result<Vec<(String, i64, i64, i64)>> {
        on!(self.read(), db => {
            let query = sqlx::query_as::<_, (String, i64, i64, i64)>(OPPONENTS).bind(player).bind(i64::from(limit));
            query.fetch_all(db).await?
        })
    }

    /// All whom a player met, those met most first, after some of them; with what `opponents_of` says, of all matches.
    pub async fn all_opponents_of(&self, player: &str, after: u32, limit: u32) -> Result<Vec<(String, i64, i64, i64)>> {
        on!(self.read(), db => {
            let query = sqlx::query_as::<_, (String, i64, i64, i64)>(ALL_OPPONENTS).bind(player);
            query.bind(i64::from(limit)).bind(i64::from(after)).fetch_all(db).await?
        })
    }

    /// How often a player was reviewed, with their mean accuracy and luck, both in thousandths.
    pub async fn style_of(&self, player: &str) -> Result<(i64, Option<f64>, Option<f64>)> {
        on!(self.read(), db => {
            sqlx::query_as::<_, (i64, Option<f64>, Option<f64>)>(STYLE).bind(player).fetch_one(db).await?
        })
    }

    /// The matches after which a player's rating rose most.
    pub async fn best_results(&self, player: &str, limit: u32) -> Result<Vec<ResultRow>> {
        let rows = on!(self.read(), db => {
            sqlx::query_as::<_, Row>(BEST).bind(player).bind(i64::from(limit)).fetch_all(db).await?
        })?;
        self.with_players(rows).await
    }

    /// Tables that are over and have no result yet, after one of them: those of an older version.
    pub async fn unindexed(&self, after: Option<TableId>, limit: u32) -> Result<Vec<TableId>> {
        let after = after.map_or(i64::MIN, |table| table.0);
        let rows = on!(self.read(), db => {
            sqlx::query_scalar::<_, i64>(UNINDEXED).bind(after).bind(i64::from(limit)).fetch_all(db).await?
        })?;
        Ok(rows.into_iter().map(TableId).collect())
    }

    /// The result of a table's match.
    pub async fn result(&self, table: TableId) -> Result<Option<ResultRow>> {
        let rows = on!(self.read(), db => sqlx::query_as::<_, Row>(ONE).bind(table.0).fetch_optional(db).await?)?;
        Ok(self.with_players(rows.into_iter().collect()).await?.pop())
    }

    /// Lists results of a player, newest first. A player on two seats of one table is listed once, and there are fewer
    /// than asked for only if there are no more.
    pub async fn results(&self, filter: &ResultFilter) -> Result<Vec<ResultRow>> {
        let (most, mut filter) = (filter.most() as usize, filter.clone());
        let mut found: Vec<Row> = Vec::new();
        loop {
            // A row is a seat, so several of them may be one match.
            let rows = on!(self.read(), db => list(&filter).build_query_as::<Row>().fetch_all(db).await?)?;
            let last = rows.len() < most;
            found.extend(rows);
            found.dedup_by_key(|row| row.table_id);
            if last || found.len() >= most {
                break;
            }
            let end = found.last().map(|row| ResultCursor { ended_at: row.ended_at, table: TableId(row.table_id) });
            filter.before = end.or(filter.before);
        }
        found.truncate(most);
        self.with_players(found).await
    }

    /// Lists all results, newest first, after a position.
    pub async fn latest_results(&self, before: Option<ResultCursor>, limit: u32) -> Result<Vec<ResultRow>> {
        let (at, id) = before.map_or((i64::MAX, i64::MAX), |cursor| (cursor.ended_at, cursor.table.0));
        let rows = on!(self.read(), db => {
            sqlx::query_as::<_, Row>(LATEST).bind(at).bind(id).bind(i64::from(limit)).fetch_all(db).await?
        })?;
        self.with_players(rows).await
    }

    /// The rated results of a ladder after a position, oldest first.
    pub async fn results_on(&self, ladder: &str, after: ResultCursor, limit: u32) -> Result<Vec<ResultRow>> {
        let sql = ON_LADDER.sql(self.read());
        let rows = on!(self.read(), db => {
            let query = sqlx::query_as::<_, Row>(sql).bind(ladder).bind(after.ended_at).bind(after.table.0);
            query.bind(i64::from(limit)).fetch_all(db).await?
        })?;
        self.with_players(rows).await
    }

    /// Keeps results that were made again from their logs, for tables that were over before there was this index.
    pub async fn keep_results(&self, results: &[(TableId, Finished)]) -> Result<()> {
        let rows: Vec<ResultTuple<'_>> = results.iter().map(|(table, result)| row(*table, result)).collect();
        let played: Vec<PlayedTuple<'_>> = results.iter().flat_map(|(table, result)| players(*table, result)).collect();
        self.insert(INSERT_RESULTS, &rows).await?;
        self.insert(INSERT_PLAYED, &played).await
    }

    /// Tables whose match may be over, after one of them, each with its last entry.
    pub async fn ended_tables(&self, after: Option<TableId>, limit: u32) -> Result<Vec<(TableId, u64)>> {
        let after = after.map_or(i64::MIN, |table| table.0);
        let rows = on!(self.read(), db => {
            sqlx::query_as::<_, (i64, i64)>(ENDED).bind(after).bind(i64::from(limit)).fetch_all(db).await?
        })?;
        Ok(rows.into_iter().map(|(table, seq)| (TableId(table), seq as u64)).collect())
    }

    /// Deletes results of matches that have not ended.
    pub async fn drop_untrue_results(&self) -> Result<()> {
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            for sql in UNTRUE {
                sqlx::query(sql).execute(&mut *all).await?;
            }
            all.commit().await?;
        })
    }

    /// Replaces the result of a table by what was made of its log up to an entry; nothing, if no match ended there. Its
    /// ratings are gone until it is rated again, what reviews say stays. `false` if the log has grown since.
    pub async fn replace_result(&self, table: TableId, seq: u64, result: Option<&Finished>) -> Result<bool> {
        let text = |rows: serde_json::Result<String>| rows.map_err(|error| Error::Refused(error.to_string()));
        let rows: Vec<ResultTuple<'_>> = result.iter().map(|result| row(table, result)).collect();
        let played: Vec<PlayedTuple<'_>> = result.iter().flat_map(|result| players(table, result)).collect();
        let work = [
            (INSERT_RESULTS, text(serde_json::to_string(&rows))?),
            (INSERT_PLAYED, text(serde_json::to_string(&played))?),
        ];
        let work = work.map(|(statement, rows)| (statement.sql(self.write()), rows));
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            let held = sqlx::query(HOLD).bind(table.0).bind(seq as i64).execute(&mut *all).await?;
            if held.rows_affected() == 0 {
                return Ok(false);
            }
            let said = sqlx::query_as::<_, (i64, Option<i64>, Option<i64>, Option<i64>)>(REVIEWS).bind(table.0);
            let said = said.fetch_all(&mut *all).await?;
            for sql in ["delete from results where table_id = $1", "delete from played where table_id = $1"] {
                sqlx::query(sql).bind(table.0).execute(&mut *all).await?;
            }
            for (sql, rows) in &work {
                sqlx::query(*sql).bind(rows).execute(&mut *all).await?;
            }
            for (seat, accuracy, luck, depth) in said {
                let query = sqlx::query(REVIEWED).bind(table.0).bind(seat).bind(accuracy).bind(luck).bind(depth);
                query.execute(&mut *all).await?;
            }
            all.commit().await?;
            true
        })
    }

    /// Keeps how well the seats of a match played, and how lucky they were. What a more thorough review said stays.
    pub async fn keep_review(&self, table: TableId, depth: u8, seats: &[SeatReview]) -> Result<()> {
        let rows: Vec<_> = seats.iter().map(|one| (one.seat, one.accuracy, one.luck)).collect();
        let list = serde_json::to_string(&rows).map_err(|error| Error::Refused(error.to_string()))?;
        let sql = REVIEW.sql(self.write());
        on!(self.write(), db => {
            let query = sqlx::query(sql).bind(&list).bind(table.0).bind(i64::from(depth));
            query.execute(db).await.map(drop)?;
        })
    }

    async fn with_players(&self, rows: Vec<Row>) -> Result<Vec<ResultRow>> {
        let tables: Vec<[i64; 1]> = rows.iter().map(|row| [row.table_id]).collect();
        let list = serde_json::to_string(&tables).map_err(|error| Error::Refused(error.to_string()))?;
        let sql = PLAYERS.sql(self.read());
        let mut players = on!(self.read(), db => sqlx::query_as::<_, PlayedRow>(sql).bind(&list).fetch_all(db).await?)?;
        let mut take = |table: i64| {
            let from = players.partition_point(|one| one.table_id < table);
            let to = players.partition_point(|one| one.table_id <= table);
            players.drain(from..to).map(PlayedRow::read).collect()
        };
        let result = |row: Row| ResultRow {
            players: take(row.table_id),
            table: TableId(row.table_id),
            ended_at: row.ended_at,
            ladder: row.ladder,
            rated: row.rated,
            pending: row.pending,
            body: row.body,
        };
        Ok(rows.into_iter().map(result).collect())
    }
}

/// Builds a query with only the conditions of the filter, so that the database finds the right index.
pub(crate) fn list<DB: Database>(filter: &ResultFilter) -> QueryBuilder<DB>
where
    i64: for<'q> Encode<'q, DB> + Type<DB>,
    String: for<'q> Encode<'q, DB> + Type<DB>,
{
    let mut sql = QueryBuilder::new(OF_PLAYER);
    sql.push_bind(filter.player.clone());
    if let Some(game) = &filter.game {
        sql.push(" and p.game = ").push_bind(game.clone());
    }
    if let Some(rated) = filter.rated {
        sql.push(if rated { " and p.rated" } else { " and not p.rated" });
    }
    if let Some(won) = filter.won {
        sql.push(if won { " and p.won" } else { " and not p.won" });
    }
    if let Some(with) = &filter.with {
        sql.push(" and exists (select 1 from played o where o.table_id = p.table_id and o.player = ");
        sql.push_bind(with.clone()).push(")");
    }
    if let Some(since) = filter.since {
        sql.push(" and p.ended_at >= ").push_bind(since);
    }
    if let Some(ResultCursor { ended_at, table }) = filter.before {
        sql.push(" and (p.ended_at, p.table_id) < (").push_bind(ended_at).push(", ").push_bind(table.0).push(")");
    }
    sql.push(" order by p.ended_at desc, p.table_id desc limit ").push_bind(i64::from(filter.most()));
    sql
}
