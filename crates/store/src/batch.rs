//! One transaction of many appends: who may append is decided here, in the order of asking.

use std::collections::HashMap;

use serde::Serialize;
use sqlx::pool::PoolConnection;
use sqlx::{Executor, Postgres, Sqlite};

use crate::append::Waiting;
use crate::database::{Both, Pool, each, in_time};
use crate::error::{Error, Result};
use crate::id::{TableId, join};
use crate::jobs::{self, INSERT_JOBS, JobRow};
use crate::news::{self, INSERT_NEWS, NewsRow, PRUNE_NEWS};
use crate::table::{Index, hex};
use crate::told::{NOTIFY, Told, Voice};

/// Why a transaction failed.
pub(crate) struct Failure {
    pub(crate) error: Error,
    /// Whether a connection that had died before was to blame, and nothing was committed: a fresh one may do better.
    pub(crate) stale: bool,
}

/// The rows of the tables concerned. On PostgreSQL they are held until the end, in one order for all nodes, so that two
/// of them never wait for each other.
const HEADS: Both = Both {
    sqlite: "select id, last_seq, people from tables
             where id in (select cast(value as bigint) from json_each($1)) order by id",
    postgres: "select id, last_seq, people from tables
               where id in (select cast(value #>> '{}' as bigint) from json_array_elements(cast($1 as json)))
               order by id for update",
};
const INSERT_TABLES: Both = each!(
    "insert" or rollback "into tables (id, state, game, public, people, waiting, due_at, summary, last_seq, touched_at, created_at,
                         secret)
     select cast(value ->> 0 as bigint), value ->> 1, value ->> 2, cast(value ->> 3 as boolean), value ->> 4,
            value ->> 5, cast(value ->> 6 as bigint), value ->> 7, cast(value ->> 8 as bigint),
            cast(value ->> 9 as bigint), cast(value ->> 10 as bigint), value ->> 11
     from",
    ""
);
const UPDATE_TABLES: Both = each!(
    "update" or rollback "tables set state = new.state, game = new.game, public = new.public, people = new.people,
            waiting = new.waiting, due_at = new.due_at, summary = new.summary, last_seq = new.last_seq,
            touched_at = coalesce(new.touched_at, tables.touched_at)
     from (select cast(value ->> 0 as bigint) as id, value ->> 1 as state, value ->> 2 as game,
                  cast(value ->> 3 as boolean) as public, value ->> 4 as people, value ->> 5 as waiting,
                  cast(value ->> 6 as bigint) as due_at, value ->> 7 as summary, cast(value ->> 8 as bigint) as last_seq,
                  cast(value ->> 9 as bigint) as touched_at
           from",
    ") as new where tables.id = new.id"
);
const INSERT_LOG: Both = each!(
    "insert" or rollback "into log (table_id, seq, at, body)
     select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint), cast(value ->> 2 as bigint), value ->> 3 from",
    ""
);
const CLEAR_SEATS: Both = each!("delete from seated where table_id in (select cast(value ->> 0 as bigint) from", ")");
const INSERT_SEATS: Both = each!(
    "insert into seated (table_id, person_id)
     select distinct cast(value ->> 0 as bigint), cast(value ->> 1 as bigint) from",
    ""
);

#[derive(sqlx::FromRow)]
struct HeadRow {
    id: i64,
    last_seq: i64,
    people: String,
}

/// A table while the batch is being put together.
struct Head<'a> {
    last: u64,
    /// The stored list of people.
    people: String,
    /// When the first and the last of the new entries were made.
    times: Option<(i64, i64)>,
    secret: Option<&'a [u8; 32]>,
    /// The index row to be written, if any.
    index: Option<&'a Index>,
}

/// A row of `tables`, as the statements above count its columns.
type TableRow<'a> = (
    i64,
    &'static str,
    &'a str,
    bool,
    String,
    String,
    Option<i64>,
    &'a str,
    u64,
    Option<i64>,
    Option<i64>,
    Option<String>,
);

/// The rows to be written.
#[derive(Default)]
pub(crate) struct Batch<'a> {
    heads: HashMap<TableId, Head<'a>>,
    log: Vec<(i64, u64, i64, &'a str)>,
    jobs: Vec<JobRow<'a>>,
    news: Vec<NewsRow<'a>>,
}

impl<'a> Batch<'a> {
    /// Writes all appends that may be written, and gives the answer to each.
    pub(crate) async fn write(pool: &Pool, waiting: &'a [Waiting], voice: &Voice) -> Result<Vec<Result<u64>>, Failure> {
        let lost = |error: Error| Failure { error, stale: false };
        let mut connection = Writing::acquire(pool).await.map_err(lost)?;
        let written = in_time(async {
            connection.begin().await?;
            Batch::fill(&mut connection, waiting, voice).await
        });
        let result = match written.await {
            // Behind this, nobody knows whether it was written, and trying again could write it twice.
            Ok(answers) => in_time(connection.run("commit")).await.map(|()| answers).map_err(lost),
            Err(error) => {
                let stale = error.is_unavailable() && matches!(connection, Writing::Postgres(_));
                Err(Failure { error, stale })
            }
        };
        if result.is_err() {
            connection.abandon().await;
        }
        result
    }

    async fn fill(connection: &mut Writing, waiting: &'a [Waiting], voice: &Voice) -> Result<Vec<Result<u64>>> {
        let mut ids: Vec<i64> = waiting.iter().map(|one| one.append.table.0).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut batch = Batch::default();
        for row in connection.heads(&ids).await? {
            let head = Head { last: row.last_seq as u64, people: row.people, times: None, secret: None, index: None };
            batch.heads.insert(TableId(row.id), head);
        }
        let answers = waiting.iter().map(|one| batch.admit(one)).collect();
        batch.send(connection, voice).await?;
        Ok(answers)
    }

    /// Takes an append in, or says why not.
    fn admit(&mut self, one: &'a Waiting) -> Result<u64> {
        let append = &one.append;
        let head = match (self.heads.get_mut(&append.table), &one.secret) {
            (None, None) => return Err(Error::NoTable(append.table)),
            (Some(head), Some(_)) => return Err(Error::Conflict { last: head.last }),
            (Some(head), None) if head.last != append.after => return Err(Error::Conflict { last: head.last }),
            (Some(head), None) => head,
            (None, Some(secret)) => self.heads.entry(append.table).or_insert(Head {
                last: 0,
                people: String::new(),
                times: None,
                secret: Some(secret),
                index: None,
            }),
        };
        for (at, body) in &append.entries {
            head.last += 1;
            head.times = Some((head.times.map_or(*at, |(first, _)| first), *at));
            self.log.push((append.table.0, head.last, *at, body));
        }
        head.index = Some(&append.index);
        self.jobs.extend(append.jobs.iter().map(jobs::row));
        self.news.extend(append.news.iter().map(news::row));
        Ok(head.last)
    }

    /// The rows of tables that are new, and of those that are not.
    fn tables(&self) -> (Vec<TableRow<'a>>, Vec<TableRow<'a>>) {
        let row = |(table, head): (&TableId, &Head<'a>)| Some(row(*table, head, head.index?));
        self.heads.iter().filter_map(row).partition(|row| row.11.is_some())
    }

    /// The tables where other people sit now, and who sits there.
    fn seats(&self) -> (Vec<(i64,)>, Vec<(i64, i64)>) {
        let (mut tables, mut seats) = (Vec::new(), Vec::new());
        for (table, head) in &self.heads {
            if let Some(index) = head.index.filter(|index| head.people != join(&index.people)) {
                tables.push((table.0,));
                seats.extend(index.people.iter().map(|person| (table.0, person.0)));
            }
        }
        (tables, seats)
    }

    /// What other nodes are to hear.
    fn letters(&self, voice: &Voice) -> Vec<String> {
        let longer = self.heads.iter().filter(|(_, head)| head.times.is_some());
        voice.letters(longer.map(|(table, head)| Told::Table { table: *table, seq: head.last, own: true }))
    }

    async fn send(&self, connection: &mut Writing, voice: &Voice) -> Result<()> {
        let (new, old) = self.tables();
        connection.rows(INSERT_TABLES, &new).await?;
        connection.rows(UPDATE_TABLES, &old).await?;
        connection.rows(INSERT_LOG, &self.log).await?;
        let (left, seats) = self.seats();
        connection.rows(CLEAR_SEATS, &left).await?;
        connection.rows(INSERT_SEATS, &seats).await?;
        connection.rows(INSERT_JOBS, &self.jobs).await?;
        connection.rows(INSERT_NEWS, &self.news).await?;
        connection.rows(PRUNE_NEWS, &self.news).await?;
        connection.tell(&self.letters(voice)).await
    }
}

fn row<'a>(table: TableId, head: &Head<'a>, index: &'a Index) -> TableRow<'a> {
    let (created, touched) = head.times.unzip();
    (
        table.0,
        index.state.word(),
        &index.game,
        index.public,
        join(&index.people),
        join(&index.waiting_for),
        index.due_at,
        &index.summary,
        head.last,
        touched,
        created,
        head.secret.map(|secret| hex(secret)),
    )
}

/// The writer's connection, inside a transaction that it keeps itself: what a driver thinks of a transaction that the
/// database has ended on a full disk is not worth relying on.
enum Writing {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

impl Writing {
    async fn acquire(pool: &Pool) -> Result<Writing> {
        Ok(match pool {
            Pool::Sqlite(pool) => Writing::Sqlite(pool.acquire().await?),
            Pool::Postgres(pool) => Writing::Postgres(pool.acquire().await?),
        })
    }

    async fn begin(&mut self) -> Result<()> {
        let words = match self {
            Writing::Sqlite(_) => "begin immediate",
            Writing::Postgres(_) => "begin",
        };
        self.run(words).await
    }

    async fn run(&mut self, words: &'static str) -> Result<()> {
        match self {
            Writing::Sqlite(connection) => connection.execute(words).await.map(drop)?,
            Writing::Postgres(connection) => connection.execute(words).await.map(drop)?,
        }
        Ok(())
    }

    async fn heads(&mut self, ids: &[i64]) -> Result<Vec<HeadRow>> {
        let list = json(ids);
        Ok(match self {
            Writing::Sqlite(connection) => sqlx::query_as(HEADS.sqlite).bind(list).fetch_all(&mut **connection).await?,
            Writing::Postgres(connection) => {
                sqlx::query_as(HEADS.postgres).bind(list).fetch_all(&mut **connection).await?
            }
        })
    }

    async fn rows<T: Serialize>(&mut self, statement: Both, rows: &[T]) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let text = json(rows);
        match self {
            Writing::Sqlite(connection) => {
                sqlx::query(statement.sqlite).bind(text).execute(&mut **connection).await.map(drop)?;
            }
            Writing::Postgres(connection) => {
                sqlx::query(statement.postgres).bind(text).execute(&mut **connection).await.map(drop)?;
            }
        }
        Ok(())
    }

    /// Tells other nodes, as soon as the transaction is committed.
    async fn tell(&mut self, letters: &[String]) -> Result<()> {
        if let Writing::Postgres(connection) = self {
            for letter in letters {
                sqlx::query(NOTIFY).bind(letter).execute(&mut **connection).await?;
            }
        }
        Ok(())
    }

    /// Leaves the transaction. A connection to PostgreSQL is thrown away with it; SQLite's may be the database itself.
    async fn abandon(self) {
        match self {
            Writing::Sqlite(mut connection) => {
                // It fails where SQLite has rolled back by itself.
                connection.execute("rollback").await.ok();
            }
            Writing::Postgres(connection) => drop(connection.detach()),
        }
    }
}

fn json<T: Serialize + ?Sized>(rows: &T) -> String {
    serde_json::to_string(rows).expect("rows are numbers and texts")
}
