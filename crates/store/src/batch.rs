//! One transaction of many appends: who may append is decided here, in the order of asking.

use std::collections::HashMap;

use serde::Serialize;
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Executor, Postgres, Sqlite};

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

impl Failure {
    /// Nobody can do better.
    fn lost(error: Error) -> Failure {
        Failure { error, stale: false }
    }

    /// Before the commit.
    fn early(error: Error) -> Failure {
        Failure { stale: error.is_unavailable(), error }
    }
}

/// The rows of the tables concerned. On PostgreSQL they are held until the end, in one order for all nodes, so that two
/// of them never wait for each other. On SQLite this begins the transaction as well: each message to its thread that is
/// saved is a turn less in the queue for a processor, while everybody waits for the commit.
const HEADS: Both = Both {
    sqlite: "begin immediate;
             select id, last_seq, state, game, public, people, due_at from tables
             where id in (select cast(value as bigint) from json_each($1)) order by id",
    postgres: "select id, last_seq, state, game, public, people, due_at from tables
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
/// What nearly every move changes, and no index of the database holds: those would all be written anew.
const TOUCH_TABLES: Both = each!(
    "update" or rollback "tables set waiting = new.waiting, summary = new.summary, last_seq = new.last_seq,
            touched_at = coalesce(new.touched_at, tables.touched_at)
     from (select cast(value ->> 0 as bigint) as id, value ->> 1 as waiting, value ->> 2 as summary,
                  cast(value ->> 3 as bigint) as last_seq, cast(value ->> 4 as bigint) as touched_at
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
    state: String,
    game: String,
    public: bool,
    people: String,
    due_at: Option<i64>,
}

impl HeadRow {
    /// Whether what the database's indexes hold is as it was.
    fn stays(&self, index: &Index) -> bool {
        self.state == index.state.word()
            && self.game == index.game
            && self.public == index.public
            && self.due_at == index.due_at
            && self.people == join(&index.people)
    }
}

/// A table while the batch is being put together.
struct Head<'a> {
    last: u64,
    /// The stored row; none if the table is new.
    stored: Option<HeadRow>,
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

/// A row of `tables` of which only waiting, summary, last entry and time change.
type Touch<'a> = (i64, String, &'a str, u64, Option<i64>);

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
        let mut connection = Writing::acquire(pool).await.map_err(Failure::lost)?;
        let result = Batch::carry_out(&mut connection, waiting, voice).await;
        if result.is_err() {
            connection.abandon().await;
        }
        result
    }

    async fn carry_out(
        connection: &mut Writing,
        waiting: &'a [Waiting],
        voice: &Voice,
    ) -> Result<Vec<Result<u64>>, Failure> {
        let mut ids: Vec<i64> = waiting.iter().map(|one| one.append.table.0).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut batch = Batch::default();
        for row in connection.begin(&ids).await? {
            let (table, last) = (TableId(row.id), row.last_seq as u64);
            batch.heads.insert(table, Head { last, stored: Some(row), times: None, secret: None, index: None });
        }
        let answers = waiting.iter().map(|one| batch.admit(one)).collect();
        connection.finish(&batch.work(), &batch.letters(voice)).await?;
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
                stored: None,
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

    /// The rows of tables that are new, of those that change, and of those where only the match went on.
    fn tables(&self) -> (Vec<TableRow<'a>>, Vec<TableRow<'a>>, Vec<Touch<'a>>) {
        let (mut new, mut changed, mut touched) = (Vec::new(), Vec::new(), Vec::new());
        for (table, head) in &self.heads {
            match (head.index, &head.stored) {
                (None, _) => {}
                (Some(index), None) => new.push(row(*table, head, index)),
                (Some(index), Some(stored)) if stored.stays(index) => touched.push(touch(*table, head, index)),
                (Some(index), Some(_)) => changed.push(row(*table, head, index)),
            }
        }
        (new, changed, touched)
    }

    /// The tables where other people sit now, and who sits there.
    fn seats(&self) -> (Vec<(i64,)>, Vec<(i64, i64)>) {
        let (mut tables, mut seats) = (Vec::new(), Vec::new());
        for (table, head) in &self.heads {
            let before = head.stored.as_ref().map_or("", |stored| &stored.people);
            if let Some(index) = head.index.filter(|index| before != join(&index.people)) {
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

    /// The statements, each with its rows.
    fn work(&self) -> Vec<(Both, String)> {
        let (new, changed, touched) = self.tables();
        let (left, seats) = self.seats();
        let mut work = Vec::new();
        add(&mut work, INSERT_TABLES, &new);
        add(&mut work, UPDATE_TABLES, &changed);
        add(&mut work, TOUCH_TABLES, &touched);
        add(&mut work, INSERT_LOG, &self.log);
        add(&mut work, CLEAR_SEATS, &left);
        add(&mut work, INSERT_SEATS, &seats);
        add(&mut work, INSERT_JOBS, &self.jobs);
        add(&mut work, INSERT_NEWS, &self.news);
        add(&mut work, PRUNE_NEWS, &self.news);
        work
    }
}

fn add<T: Serialize>(work: &mut Vec<(Both, String)>, statement: Both, rows: &[T]) {
    if !rows.is_empty() {
        work.push((statement, json(rows)));
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

fn touch<'a>(table: TableId, head: &Head<'a>, index: &'a Index) -> Touch<'a> {
    let touched = head.times.map(|(_, last)| last);
    (table.0, join(&index.waiting_for), &index.summary, head.last, touched)
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

    /// Begins the transaction, and reads the rows of the tables concerned.
    async fn begin(&mut self, ids: &[i64]) -> Result<Vec<HeadRow>, Failure> {
        let list = json(ids);
        match self {
            Writing::Sqlite(connection) => {
                let rows = sqlx::query_as(HEADS.sqlite).bind(list).fetch_all(&mut **connection);
                in_time(async { Ok(rows.await?) }).await.map_err(Failure::lost)
            }
            Writing::Postgres(connection) => {
                let rows = async {
                    connection.execute("begin").await?;
                    Ok(sqlx::query_as(HEADS.postgres).bind(list).fetch_all(&mut **connection).await?)
                };
                in_time(rows).await.map_err(Failure::early)
            }
        }
    }

    /// Carries everything out, and commits; what other nodes are told they hear with the commit.
    async fn finish(&mut self, work: &[(Both, String)], letters: &[String]) -> Result<(), Failure> {
        match self {
            Writing::Sqlite(connection) => {
                let words = at_once(work);
                let query = work.iter().fold(sqlx::query(AssertSqlSafe(words)), |query, (_, rows)| query.bind(rows));
                in_time(async { Ok(query.execute(&mut **connection).await.map(drop)?) }).await.map_err(Failure::lost)
            }
            Writing::Postgres(connection) => {
                let written = async {
                    for (statement, rows) in work {
                        sqlx::query(statement.postgres).bind(rows).execute(&mut **connection).await?;
                    }
                    for letter in letters {
                        sqlx::query(NOTIFY).bind(letter).execute(&mut **connection).await?;
                    }
                    Ok(())
                };
                in_time(written).await.map_err(Failure::early)?;
                // Behind this, nobody knows whether it was written, and trying again could write it twice.
                let committed = async { Ok(connection.execute("commit").await.map(drop)?) };
                in_time(committed).await.map_err(Failure::lost)
            }
        }
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

/// The statements and the commit as one text for SQLite, which counts the arguments through.
fn at_once(work: &[(Both, String)]) -> String {
    let numbered =
        |(place, (statement, _)): (usize, &(Both, String))| statement.sqlite.replace("$1", &format!("${}", place + 1));
    work.iter().enumerate().map(numbered).chain(["commit".to_owned()]).collect::<Vec<_>>().join(";\n")
}

fn json<T: Serialize + ?Sized>(rows: &T) -> String {
    serde_json::to_string(rows).expect("rows are numbers and texts")
}
