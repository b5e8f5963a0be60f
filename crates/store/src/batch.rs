//! One transaction of many appends. Conflicts are decided here, in the order of the queue.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Executor, Postgres, Sqlite};

use crate::append::Waiting;
use crate::database::{Both, Pool, each, in_time, row};
use crate::error::{Error, Result};
use crate::events::{EventBus, NOTIFY, StoreEvent};
use crate::id::{TableId, join};
use crate::jobs::{self, INSERT_JOBS, JobRow};
use crate::notifications::{self, INSERT_NOTIFICATIONS, NotificationRow, PRUNE_NOTIFICATIONS};
use crate::results::{self, INSERT_PLAYED, INSERT_RESULTS, PlayedTuple, ResultTuple};
use crate::table::Index;

/// Why a transaction failed.
pub(crate) struct Failure {
    pub(crate) error: Error,
    /// Whether the connection had died before and nothing was committed: a fresh connection may succeed.
    pub(crate) stale: bool,
}

impl Failure {
    /// A failure that a fresh connection cannot avoid.
    fn lost(error: Error) -> Failure {
        Failure { error, stale: false }
    }

    /// A failure before the commit.
    fn early(error: Error) -> Failure {
        Failure { stale: error.is_unavailable(), error }
    }
}

/// Reads the rows of the tables concerned. On PostgreSQL the rows are locked until the end, in the same order on all
/// nodes, so that nodes never deadlock. On SQLite this also begins the transaction, and returns all rows as one text:
/// every message to or from SQLite's thread delays the commit for all callers.
const HEADS: Both = Both {
    sqlite: "begin immediate;
             select json_group_array(
                 json_array(id, last_seq, state, game, json(iif(public, 'true', 'false')), people, due_at))
             from tables where id in (select cast(value as bigint) from json_each($1))",
    postgres: "select id, last_seq, state, game, public, people, due_at from tables
               where id in (select cast(value #>> '{}' as bigint) from json_array_elements(cast($1 as json)))
               order by id for update",
};
/// Begins a write transaction of SQLite.
const BEGIN: &str = "begin immediate;\n";
const INSERT_TABLES: Both = each!(
    "insert" or rollback "into tables (id, state, game, public, people, waiting, due_at, summary, last_seq, touched_at,
                         created_at, secret)
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
                  cast(value ->> 6 as bigint) as due_at, value ->> 7 as summary,
                  cast(value ->> 8 as bigint) as last_seq, cast(value ->> 9 as bigint) as touched_at,
                  cast(value ->> 12 as bigint) as after
           from",
    ") as new where tables.id = new.id and tables.last_seq = new.after"
);
/// Updates what nearly every move changes and no index of the database contains, so that no index is rewritten. Skips a
/// table that somebody else has written to: its log is longer, or its due time differs.
const TOUCH_TABLES: Both = each!(
    "update" or rollback "tables set waiting = new.waiting, summary = new.summary, last_seq = new.last_seq,
            touched_at = coalesce(new.touched_at, tables.touched_at)
     from (select cast(value ->> 0 as bigint) as id, value ->> 1 as waiting, value ->> 2 as summary,
                  cast(value ->> 3 as bigint) as last_seq, cast(value ->> 4 as bigint) as touched_at,
                  cast(value ->> 5 as bigint) as after, cast(value ->> 6 as bigint) as due_at
           from",
    ") as new where tables.id = new.id and tables.last_seq = new.after
       and coalesce(tables.due_at, -1) = coalesce(new.due_at, -1)"
);
/// Rolls a transaction of SQLite back if the last statement did not change the expected number of rows: a table is not
/// as the writer remembers it.
const UNLESS_ALL: &str = "insert or rollback into log (table_id, seq, at, body)
     select null, 0, 0, '' where changes() <> cast($1 as integer)";
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

row! {
    #[derive(Deserialize)]
    struct HeadRow {
        id: i64,
        last_seq: i64,
        state: String,
        game: String,
        public: bool,
        people: String,
        due_at: Option<i64>,
    }
}

impl HeadRow {
    /// The row after an index row was written.
    fn written(self, last: u64, index: &Index) -> HeadRow {
        if self.stays(index) {
            return HeadRow { last_seq: last as i64, ..self };
        }
        HeadRow::new(self.id, last, index)
    }

    fn new(id: i64, last: u64, index: &Index) -> HeadRow {
        HeadRow {
            id,
            last_seq: last as i64,
            state: index.state.as_str().to_owned(),
            game: index.game.clone(),
            public: index.public,
            people: join(&index.people),
            due_at: index.due_at,
        }
    }

    /// Whether all columns in indexes of the database stay the same.
    fn stays(&self, index: &Index) -> bool {
        self.state == index.state.as_str()
            && self.game == index.game
            && self.public == index.public
            && self.due_at == index.due_at
            && self.people == join(&index.people)
    }
}

/// A cache of the rows as this writer left them. Nearly always nobody else has written since, so a transaction of
/// SQLite need not read them first: one message to its thread instead of two halves the wait for all callers. If
/// somebody else has written, the statements change nothing.
#[derive(Default)]
pub(crate) struct Remembered(HashMap<TableId, HeadRow>);

impl Remembered {
    /// The most rows that are remembered.
    const MOST: usize = 20_000;

    /// Takes the rows of these tables out, if all are remembered.
    fn take(&mut self, ids: &[i64]) -> Option<Vec<HeadRow>> {
        let known = ids.iter().all(|id| self.0.contains_key(&TableId(*id)));
        known.then(|| ids.iter().filter_map(|id| self.0.remove(&TableId(*id))).collect())
    }

    fn keep(&mut self, batch: Batch<'_>) {
        if self.0.len() + batch.heads.len() > Remembered::MOST {
            self.0.clear();
        }
        for (table, head) in batch.heads {
            let row = match (head.stored, head.index) {
                (Some(stored), Some(index)) => stored.written(head.last, index),
                (None, Some(index)) => HeadRow::new(table.0, head.last, index),
                (Some(stored), None) => stored,
                (None, None) => continue,
            };
            self.0.insert(table, row);
        }
    }
}

/// A table while the batch is built.
struct Head<'a> {
    last: u64,
    /// The stored row; `None` if the table is new.
    stored: Option<HeadRow>,
    /// The times of the first and the last new entry.
    times: Option<(i64, i64)>,
    secret: Option<&'a [u8; 32]>,
    /// The index row to be written, if any.
    index: Option<&'a Index>,
}

impl Head<'_> {
    /// The last entry of the stored log.
    fn after(&self) -> i64 {
        self.stored.as_ref().map_or(0, |stored| stored.last_seq)
    }
}

/// A row of `tables`, in the column order of the statements above.
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
    i64,
);

/// A row of `tables` in which only waiting, summary, last entry and time change.
type Touch<'a> = (i64, String, &'a str, u64, Option<i64>, i64, Option<i64>);

/// The rows to be written.
#[derive(Default)]
pub(crate) struct Batch<'a> {
    heads: HashMap<TableId, Head<'a>>,
    log: Vec<(i64, u64, i64, &'a str)>,
    jobs: Vec<JobRow<'a>>,
    notifications: Vec<NotificationRow<'a>>,
    results: Vec<ResultTuple<'a>>,
    played: Vec<PlayedTuple<'a>>,
}

impl<'a> Batch<'a> {
    /// Writes all appends without a conflict, and returns the answer to each.
    pub(crate) async fn write(
        pool: &Pool,
        waiting: &'a [Waiting],
        events: &EventBus,
        remembered: &mut Remembered,
    ) -> Result<Vec<Result<u64>>, Failure> {
        let mut connection = Writing::acquire(pool).await.map_err(Failure::lost)?;
        let mut ids: Vec<i64> = waiting.iter().map(|one| one.append.table.0).collect();
        ids.sort_unstable();
        ids.dedup();
        if let Writing::Sqlite(sqlite) = &mut connection
            && let Some(rows) = remembered.take(&ids)
            && let Some(answers) = Batch::carry_out_unasked(sqlite, waiting, rows, remembered).await?
        {
            return Ok(answers);
        }
        let result = Batch::carry_out(&mut connection, waiting, &ids, events, remembered).await;
        if result.is_err() {
            connection.abandon().await;
        }
        result
    }

    /// Writes all appends to tables whose rows are remembered. Writes nothing and returns `None` if one row has
    /// changed.
    async fn carry_out_unasked(
        connection: &mut PoolConnection<Sqlite>,
        waiting: &'a [Waiting],
        rows: Vec<HeadRow>,
        remembered: &mut Remembered,
    ) -> Result<Option<Vec<Result<u64>>>, Failure> {
        let mut batch = Batch::of(rows);
        let answers: Vec<Result<u64>> = waiting.iter().map(|one| batch.admit(one)).collect();
        if !answers.iter().all(Result::is_ok) {
            return Ok(None);
        }
        let written = at_once(connection, BEGIN, batch.work()).await;
        match written {
            Ok(()) => {
                remembered.keep(batch);
                Ok(Some(answers))
            }
            Err(error) => {
                // Fails if SQLite has already rolled back by itself.
                connection.execute("rollback").await.ok();
                if error.is_unavailable() { Err(Failure::lost(error)) } else { Ok(None) }
            }
        }
    }

    async fn carry_out(
        connection: &mut Writing,
        waiting: &'a [Waiting],
        ids: &[i64],
        events: &EventBus,
        remembered: &mut Remembered,
    ) -> Result<Vec<Result<u64>>, Failure> {
        let mut batch = Batch::of(connection.begin(ids).await?);
        let answers = waiting.iter().map(|one| batch.admit(one)).collect();
        connection.finish(batch.work(), &batch.payloads(events)).await?;
        if matches!(connection, Writing::Sqlite(_)) {
            remembered.keep(batch);
        }
        Ok(answers)
    }

    /// A batch for tables with these rows.
    fn of(rows: Vec<HeadRow>) -> Batch<'a> {
        let head = |row: HeadRow| {
            let last = row.last_seq as u64;
            (TableId(row.id), Head { last, stored: Some(row), times: None, secret: None, index: None })
        };
        Batch { heads: rows.into_iter().map(head).collect(), ..Batch::default() }
    }

    /// Adds an append to the batch, or says why not.
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
        self.notifications.extend(append.notifications.iter().map(notifications::row));
        if let Some(result) = &append.result {
            // Of two appends of one batch the later one has the newer result; one statement changes no row twice.
            self.results.retain(|(table, ..)| *table != append.table.0);
            self.results.push(results::row(append.table, result));
            self.played.extend(results::players(append.table, result));
        }
        Ok(head.last)
    }

    /// The rows of new tables, of changed tables, and of tables where only the match went on.
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

    /// The tables whose people changed, and who has a seat there now.
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

    /// The payloads that tell other nodes.
    fn payloads(&self, events: &EventBus) -> Vec<String> {
        let longer = self.heads.iter().filter(|(_, head)| head.times.is_some());
        events.payloads(longer.map(|(table, head)| StoreEvent::Table { table: *table, seq: head.last, own: true }))
    }

    /// The statements, each with its rows.
    fn work(&self) -> Vec<Work> {
        let (new, changed, touched) = self.tables();
        let (left, seats) = self.seats();
        let mut work = Vec::new();
        add(&mut work, INSERT_TABLES, &new);
        add_all(&mut work, UPDATE_TABLES, &changed);
        add_all(&mut work, TOUCH_TABLES, &touched);
        add(&mut work, INSERT_LOG, &self.log);
        add(&mut work, CLEAR_SEATS, &left);
        add(&mut work, INSERT_SEATS, &seats);
        add(&mut work, INSERT_JOBS, &self.jobs);
        add(&mut work, INSERT_NOTIFICATIONS, &self.notifications);
        add(&mut work, PRUNE_NOTIFICATIONS, &self.notifications);
        add(&mut work, INSERT_RESULTS, &self.results);
        add(&mut work, INSERT_PLAYED, &self.played);
        work
    }
}

/// A statement with its rows.
struct Work {
    statement: Both,
    rows: String,
    /// How many rows it must change, if rows were remembered and may be outdated.
    all: Option<usize>,
}

fn add<T: Serialize>(work: &mut Vec<Work>, statement: Both, rows: &[T]) {
    if !rows.is_empty() {
        work.push(Work { statement, rows: json(rows), all: None });
    }
}

fn add_all<T: Serialize>(work: &mut Vec<Work>, statement: Both, rows: &[T]) {
    if !rows.is_empty() {
        work.push(Work { statement, rows: json(rows), all: Some(rows.len()) });
    }
}

fn row<'a>(table: TableId, head: &Head<'a>, index: &'a Index) -> TableRow<'a> {
    let (created, touched) = head.times.unzip();
    (
        table.0,
        index.state.as_str(),
        &index.game,
        index.public,
        join(&index.people),
        join(&index.waiting_for),
        index.due_at,
        &index.summary,
        head.last,
        touched,
        created,
        head.secret.map(hex::encode),
        head.after(),
    )
}

fn touch<'a>(table: TableId, head: &Head<'a>, index: &'a Index) -> Touch<'a> {
    let touched = head.times.map(|(_, last)| last);
    (table.0, join(&index.waiting_for), &index.summary, head.last, touched, head.after(), index.due_at)
}

/// The writer's connection. It manages the transaction itself: the driver does not notice that the database has ended a
/// transaction because the disk was full.
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
                let rows = sqlx::query_scalar::<_, String>(HEADS.sqlite).bind(list).fetch_one(&mut **connection);
                let rows = in_time(async { Ok(rows.await?) }).await.map_err(Failure::lost)?;
                Ok(serde_json::from_str(&rows).expect("rows are written as they are read"))
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

    /// Runs all statements, and commits. Other nodes get the payloads with the commit.
    async fn finish(&mut self, work: Vec<Work>, payloads: &[String]) -> Result<(), Failure> {
        match self {
            Writing::Sqlite(connection) => at_once(connection, "", work).await.map_err(Failure::lost),
            Writing::Postgres(connection) => {
                let written = async {
                    for Work { statement, rows, .. } in &work {
                        sqlx::query(statement.postgres).bind(rows).execute(&mut **connection).await?;
                    }
                    for payload in payloads {
                        sqlx::query(NOTIFY).bind(payload).execute(&mut **connection).await?;
                    }
                    Ok(())
                };
                in_time(written).await.map_err(Failure::early)?;
                // If the commit fails, nobody knows whether it was written, and a retry could write it twice.
                let committed = async { Ok(connection.execute("commit").await.map(drop)?) };
                in_time(committed).await.map_err(Failure::lost)
            }
        }
    }

    /// Ends the transaction without a commit. A PostgreSQL connection is dropped; SQLite's may be the database itself.
    async fn abandon(self) {
        match self {
            Writing::Sqlite(mut connection) => {
                // Fails if SQLite has already rolled back by itself.
                connection.execute("rollback").await.ok();
            }
            Writing::Postgres(connection) => drop(connection.detach()),
        }
    }
}

/// Runs all statements and the commit as one text on SQLite, with consecutive argument numbers.
async fn at_once(connection: &mut PoolConnection<Sqlite>, begin: &str, work: Vec<Work>) -> Result<()> {
    let (mut words, mut arguments) = (begin.to_owned(), Vec::new());
    let mut add = |statement: &str, argument: String| {
        arguments.push(argument);
        words.push_str(&statement.replace("$1", &format!("${}", arguments.len())));
        words.push_str(";\n");
    };
    for Work { statement, rows, all } in work {
        add(statement.sqlite, rows);
        if let Some(all) = all {
            add(UNLESS_ALL, all.to_string());
        }
    }
    words.push_str("commit");
    let query = arguments.into_iter().fold(sqlx::query(AssertSqlSafe(words)), sqlx::query::Query::bind);
    in_time(async { Ok(query.execute(&mut **connection).await.map(drop)?) }).await
}

fn json<T: Serialize + ?Sized>(rows: &T) -> String {
    serde_json::to_string(rows).expect("rows are numbers and texts")
}
