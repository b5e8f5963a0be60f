//! Reports of players to the host.

use crate::Store;
use crate::database::{on, row};
use crate::error::{Error, Result};
use crate::id::{PersonId, ReportId, TableId};

/// A new report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReport {
    /// Who reports.
    pub from: PersonId,
    /// Whom it is about.
    pub about: Option<PersonId>,
    /// Where it happened.
    pub table: Option<TableId>,
    /// What happened, in the player's words.
    pub text: String,
    /// When it was reported, in Unix milliseconds.
    pub at: i64,
}

/// A report. Deleted people disappear from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Which report.
    pub id: ReportId,
    /// Who reported.
    pub from: Option<PersonId>,
    /// Whom it is about.
    pub about: Option<PersonId>,
    /// Where it happened.
    pub table: Option<TableId>,
    /// What happened.
    pub text: String,
    /// When it was reported.
    pub at: i64,
    /// When the host dealt with it.
    pub handled_at: Option<i64>,
}

row! {
    struct Row {
        id: i64,
        from_person: Option<i64>,
        about_person: Option<i64>,
        table_id: Option<i64>,
        body: String,
        at: i64,
        handled_at: Option<i64>,
    }
}

impl From<Row> for Report {
    fn from(row: Row) -> Report {
        Report {
            id: ReportId(row.id),
            from: row.from_person.map(PersonId),
            about: row.about_person.map(PersonId),
            table: row.table_id.map(TableId),
            text: row.body,
            at: row.at,
            handled_at: row.handled_at,
        }
    }
}

macro_rules! columns {
    () => {
        "select id, from_person, about_person, table_id, body, at, handled_at from reports "
    };
}
pub(crate) const OPEN: &str =
    concat!(columns!(), "where handled_at is null and (at, id) < ($1, $2) order by at desc, id desc limit $3");
pub(crate) const ALL: &str = concat!(columns!(), "where (at, id) < ($1, $2) order by at desc, id desc limit $3");
pub(crate) const FROM: &str = concat!(columns!(), "where from_person = $1 order by at, id");

impl Store {
    /// Files a report.
    pub async fn report(&self, report: &NewReport) -> Result<ReportId> {
        let id = ReportId::random();
        let sql = "insert into reports (id, from_person, about_person, table_id, body, at)
                   values ($1, $2, $3, $4, $5, $6)";
        on!(self.write(), db => {
            let query = sqlx::query(sql).bind(id.0).bind(report.from.0).bind(report.about.map(|person| person.0));
            let query = query.bind(report.table.map(|table| table.0)).bind(&report.text).bind(report.at);
            query.execute(db).await.map(drop)?;
        })?;
        Ok(id)
    }

    /// Lists reports, newest first: open ones, or all; after `before` (time and id of the last one of the previous
    /// page).
    pub async fn reports(&self, all: bool, before: Option<(i64, ReportId)>, limit: u32) -> Result<Vec<Report>> {
        let (at, id) = before.map_or((i64::MAX, i64::MAX), |(at, id)| (at, id.0));
        let sql = if all { ALL } else { OPEN };
        let rows = on!(self.read(), db => {
            sqlx::query_as::<_, Row>(sql).bind(at).bind(id).bind(i64::from(limit)).fetch_all(db).await?
        })?;
        Ok(rows.into_iter().map(Report::from).collect())
    }

    /// Lists the reports of a person, oldest first.
    pub async fn reports_from(&self, person: PersonId) -> Result<Vec<Report>> {
        let rows = on!(self.read(), db => sqlx::query_as::<_, Row>(FROM).bind(person.0).fetch_all(db).await?)?;
        Ok(rows.into_iter().map(Report::from).collect())
    }

    /// Marks a report as dealt with.
    pub async fn handle_report(&self, report: ReportId, at: i64) -> Result<()> {
        let sql = "update reports set handled_at = $2 where id = $1";
        let found = on!(self.write(), db => {
            sqlx::query(sql).bind(report.0).bind(at).execute(db).await?.rows_affected()
        })?;
        if found == 0 { Err(Error::Nothing("report")) } else { Ok(()) }
    }
}
