//! Jobs: mail, webhooks and the like still to be sent. They survive a crash, and each is taken by one node.

use crate::Store;
use crate::database::{Both, each, on, row};
use crate::error::{Error, Result};
use crate::id::{JobId, PersonId};
use crate::lease::latest_end;

/// A new job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    /// The kind, such as `mail` or `webhook`; opaque here.
    pub kind: String,
    /// The recipient. A job is deleted with its person.
    pub person: Option<PersonId>,
    /// What to send; opaque here.
    pub body: String,
    /// When, in Unix milliseconds.
    pub due_at: i64,
    /// If there is a job with this key already, that one stays, and this one is not queued.
    pub key: Option<String>,
}

/// A job taken by a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Which job.
    pub id: JobId,
    /// The kind.
    pub kind: String,
    /// The recipient.
    pub person: Option<PersonId>,
    /// What to send.
    pub body: String,
    /// When it was due.
    pub due_at: i64,
    /// How often it has been taken, including this time, even if the node that took it died.
    pub attempts: u32,
}

/// A row of `jobs`: id, kind, person, body, time, key.
pub(crate) type JobRow<'a> = (i64, &'a str, Option<i64>, &'a str, i64, Option<&'a str>);

/// The row of a new job.
pub(crate) fn row(job: &NewJob) -> JobRow<'_> {
    (JobId::random().0, &job.kind, job.person.map(|person| person.0), &job.body, job.due_at, job.key.as_deref())
}

/// Leaves out jobs for people who have been deleted in the meantime.
pub(crate) const INSERT_JOBS: Both = each!(
    "insert into jobs (id, kind, person_id, body, due_at, attempts, key)
     select cast(value ->> 0 as bigint), value ->> 1, cast(value ->> 2 as bigint), value ->> 3,
            cast(value ->> 4 as bigint), 0, value ->> 5
     from",
    "where value ->> 2 is null or cast(value ->> 2 as bigint) in (select id from people)
     on conflict (key) do nothing"
);

macro_rules! take {
    ($lock:literal) => {
        concat!(
            "update jobs set leased_by = $1, leased_until = $2, attempts = attempts + 1
             where id in (select id from jobs
                          where due_at <= $3
                            and (leased_until is null or leased_until <= $3 or leased_until > $5)
                          order by due_at limit $4 ",
            $lock,
            ") returning id, kind, person_id, body, due_at, attempts"
        )
    };
}
pub(crate) const TAKE: Both = Both { sqlite: take!(""), postgres: take!("for update skip locked") };

row! {
    struct Row {
        id: i64,
        kind: String,
        person_id: Option<i64>,
        body: String,
        due_at: i64,
        attempts: i64,
    }
}

impl From<Row> for Job {
    fn from(row: Row) -> Job {
        Job {
            id: JobId(row.id),
            kind: row.kind,
            person: row.person_id.map(PersonId),
            body: row.body,
            due_at: row.due_at,
            attempts: row.attempts as u32,
        }
    }
}

impl Store {
    /// Queues jobs that no append causes.
    pub async fn queue(&self, jobs: &[NewJob]) -> Result<()> {
        let rows: Vec<JobRow<'_>> = jobs.iter().map(row).collect();
        self.insert(INSERT_JOBS, &rows).await
    }

    /// Leases due jobs. A job that is neither finished nor put off in time is leased again.
    pub async fn lease_jobs(&self, node: &str, now: i64, for_ms: i64, limit: u32) -> Result<Vec<Job>> {
        let sql = TAKE.sql(self.write());
        let mut rows = on!(self.write(), db => {
            let query = sqlx::query_as::<_, Row>(sql).bind(node).bind(now + for_ms).bind(now).bind(i64::from(limit));
            query.bind(latest_end(now, for_ms)).fetch_all(db).await?
        })?;
        rows.sort_by_key(|row| (row.due_at, row.id));
        Ok(rows.into_iter().map(Job::from).collect())
    }

    /// Deletes a job that is done or given up.
    pub async fn finish_job(&self, job: JobId) -> Result<()> {
        let sql = "delete from jobs where id = $1";
        on!(self.write(), db => sqlx::query(sql).bind(job.0).execute(db).await.map(drop)?)
    }

    /// Deletes a job and queues what follows from it, both or neither; nothing is queued if the job is gone. So what
    /// follows is queued once, whoever else has taken the job.
    pub async fn finish_into(&self, job: JobId, next: &[NewJob]) -> Result<()> {
        let rows: Vec<JobRow<'_>> = next.iter().map(row).collect();
        let list = serde_json::to_string(&rows).map_err(|error| Error::Refused(error.to_string()))?;
        let sql = INSERT_JOBS.sql(self.write());
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            let gone = sqlx::query("delete from jobs where id = $1").bind(job.0).execute(&mut *all).await?;
            if gone.rows_affected() > 0 && !rows.is_empty() {
                sqlx::query(sql).bind(&list).execute(&mut *all).await?;
            }
            all.commit().await?;
        })
    }

    /// Puts a job off; any node may take it then.
    pub async fn retry_job(&self, job: JobId, due_at: i64) -> Result<()> {
        let sql = "update jobs set due_at = $2, leased_by = null, leased_until = null where id = $1";
        let found = on!(self.write(), db => {
            sqlx::query(sql).bind(job.0).bind(due_at).execute(db).await?.rows_affected()
        })?;
        if found == 0 { Err(Error::Nothing("job")) } else { Ok(()) }
    }

    /// Runs a statement over a list of rows.
    pub(crate) async fn insert<T: serde::Serialize>(&self, statement: Both, rows: &[T]) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let list = serde_json::to_string(rows).map_err(|error| Error::Refused(error.to_string()))?;
        let sql = statement.sql(self.write());
        on!(self.write(), db => sqlx::query(sql).bind(&list).execute(db).await.map(drop)?)
    }
}
