//! One transaction of many appends: who may append is decided here, in the order of asking.

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
use crate::table::{Index, hex};

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
/// of them never wait for each other. On SQLite this begins the transaction as well, and gives all rows as one text: each
/// message to or from its thread that is saved is a turn less in the queue for a processor, while everybody waits for the
/// commit.
const HEADS: Both = Both {
    sqlite: "begin immediate;
             select json_group_array(json_array(id, last_seq, state, game, json(iif(public, 'true', 'false')), people, due_at))
             from tables where id in (select cast(value as bigint) from json_each($1))",
    postgres: "select id, last_seq, state, game, public, people, due_at from tables
               where id in (select cast(value #>> '{}' as bigint) from json_array_elements(cast($1 as json)))
               order by id for update",
};
/// Begins a transaction of SQLite that will write.
const BEGIN: &str = "begin immediate;\n";
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
                  cast(value ->> 9 as bigint) as touched_at, cast(value ->> 12 as bigint) as after
           from",
    ") as new where tables.id = new.id and tables.last_seq = new.after"
);
/// What nearly every move changes, and no index of the database holds: those would all be written anew. A table that
/// somebody else wrote to meanwhile is left alone: its log is longer, or something else is due.
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
/// Ends a transaction of SQLite whose last statement did not change as many rows as it should: a table is not as the
/// writer remembers it.
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
    /// The row as it is once an index row is written.
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

    /// Whether what the database's indexes hold is as it was.
    fn stays(&self, index: &Index) -> bool {
        self.state == index.state.as_str()
            && self.game == index.game
            && self.public == index.public
            && self.due_at == index.due_at
            && self.people == join(&index.people)
    }
}

/// The rows of tables as this writer left them. Nearly always nobody else has written since, and then a transaction of
/// SQLite need not ask for them first: with one message to its thread in place of two everybody waits half as long. Its
/// statements see to it that nothing is written where somebody has.
#[derive(Default)]
pub(crate) struct Remembered(HashMap<TableId, HeadRow>);

impl Remembered {
    /// How many rows are remembered at most.
    const MOST: usize = 20_000;

    /// The rows of these tables, if all are remembered. They are forgotten unless they are kept again.
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

impl Head<'_> {
    /// The last entry of the stored log.
    fn after(&self) -> i64 {
        self.stored.as_ref().map_or(0, |stored| stored.last_seq)
    }
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
    i64,
);

/// A row of `tables` of which only waiting, summary, last entry and time change.
type Touch<'a> = (i64, String, &'a str, u64, Option<i64>, i64, Option<i64>);

/// The rows to be written.
#[derive(Default)]
pub(crate) struct Batch<'a> {
    heads: HashMap<TableId, Head<'a>>,
    log: Vec<(i64, u64, i64, &'a str)>,
    jobs: Vec<JobRow<'a>>,
    notifications: Vec<NotificationRow<'a>>,
}

impl<'a> Batch<'a> {
    /// Writes all appends that may be written, and gives the answer to each.
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

    /// Writes all appends to tables whose rows are remembered; nothing where one of them is not as it was.
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
                // It fails where SQLite has rolled back by itself.
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
        self.notifications.extend(append.notifications.iter().map(notifications::row));
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
        work
    }
}

/// A statement with its rows.
struct Work {
    statement: Both,
    rows: String,
    /// How many rows it has to change, where a table may not be as it is remembered.
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
        head.secret.map(|secret| hex(secret)),
        head.after(),
    )
}

fn touch<'a>(table: TableId, head: &Head<'a>, index: &'a Index) -> Touch<'a> {
    let touched = head.times.map(|(_, last)| last);
    (table.0, join(&index.waiting_for), &index.summary, head.last, touched, head.after(), index.due_at)
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

    /// Carries everything out, and commits; what other nodes are told they hear with the commit.
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

/// Carries out the statements and the commit as one text for SQLite, which counts the arguments through.
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
