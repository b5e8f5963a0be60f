//! Vacations: when people are away, and their clocks of days stand still.

use crate::Store;
use crate::database::{on, row};
use crate::error::{Error, Result};
use crate::id::PersonId;

/// A day in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A vacation of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vacation {
    /// From when, in Unix milliseconds.
    pub begins_at: i64,
    /// Until when.
    pub ends_at: i64,
}

impl Vacation {
    /// The days that it takes; one that has begun counts.
    pub fn days(&self) -> u32 {
        let days = (self.ends_at - self.begins_at + DAY - 1) / DAY;
        u32::try_from(days).unwrap_or(0)
    }

    /// Whether it is at that time.
    pub fn covers(&self, at: i64) -> bool {
        self.begins_at <= at && at < self.ends_at
    }
}

/// How many days of vacation there are in a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VacationBudget {
    /// When the year begins.
    pub from: i64,
    /// When the next one begins.
    pub until: i64,
    /// The days.
    pub days: u32,
}

impl VacationBudget {
    /// The days that vacations that began in the year take.
    pub fn taken(&self, vacations: &[Vacation]) -> u32 {
        let within = |vacation: &&Vacation| self.from <= vacation.begins_at && vacation.begins_at < self.until;
        vacations.iter().filter(within).map(Vacation::days).sum()
    }
}

row! {
    struct Row {
        begins_at: i64,
        ends_at: i64,
    }
}

impl From<Row> for Vacation {
    fn from(row: Row) -> Vacation {
        Vacation { begins_at: row.begins_at, ends_at: row.ends_at }
    }
}

pub(crate) const OF_PERSON: &str = "select begins_at, ends_at from vacations where person_id = $1 order by begins_at";
/// Takes the person's row, so that two vacations are never taken at once.
const LOCK: &str = "update people set seen_at = seen_at where id = $1";
const KEEP: &str = "insert into vacations (person_id, begins_at, ends_at) values ($1, $2, $3)
    on conflict (person_id, begins_at) do update set ends_at = excluded.ends_at";

impl Store {
    /// The vacations of a person, the oldest first.
    pub async fn vacations_of(&self, person: PersonId) -> Result<Vec<Vacation>> {
        let rows = on!(self.read(), db => sqlx::query_as::<_, Row>(OF_PERSON).bind(person.0).fetch_all(db).await?)?;
        Ok(rows.into_iter().map(Vacation::from).collect())
    }

    /// Begins a vacation now, or ends the present one at another time; `false` if there are not enough days left.
    pub async fn take_vacation(
        &self,
        person: PersonId,
        now: i64,
        ends_at: i64,
        budget: &VacationBudget,
    ) -> Result<bool> {
        let (there, taken) = on!(self.write(), db => {
            let mut all = db.begin().await?;
            let there = sqlx::query(LOCK).bind(person.0).execute(&mut *all).await?.rows_affected() > 0;
            let rows = sqlx::query_as::<_, Row>(OF_PERSON).bind(person.0).fetch_all(&mut *all).await?;
            let mut vacations: Vec<Vacation> = rows.into_iter().map(Vacation::from).collect();
            let begins_at = vacations.iter().find(|one| one.covers(now)).map_or(now, |one| one.begins_at);
            vacations.retain(|one| one.begins_at != begins_at);
            vacations.push(Vacation { begins_at, ends_at });
            let taken = there && budget.taken(&vacations) <= budget.days;
            if taken {
                sqlx::query(KEEP).bind(person.0).bind(begins_at).bind(ends_at).execute(&mut *all).await?;
            }
            all.commit().await?;
            (there, taken)
        })?;
        if there { Ok(taken) } else { Err(Error::Nothing("person")) }
    }

    /// Ends the present vacation of a person; `false` if there is none.
    pub async fn end_vacation(&self, person: PersonId, now: i64) -> Result<bool> {
        let sql = "update vacations set ends_at = $2 where person_id = $1 and begins_at <= $2 and ends_at > $2";
        let done = on!(self.write(), db => {
            sqlx::query(sql).bind(person.0).bind(now).execute(db).await?.rows_affected()
        })?;
        Ok(done > 0)
    }
}
