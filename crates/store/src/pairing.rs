//! Quick pairing: who waits for others, claimed by the node that makes their table, so that nobody is paired twice.
//!
//! A table is promised to people before it is made, under the number that it will have. Only a table that is there
//! counts: if the node dies in between, nothing is left of it, and they wait on when the claim ends.

use std::collections::BTreeSet;

use crate::Store;
use crate::database::{Both, each, on, row};
use crate::error::{Error, Result};
use crate::id::{PersonId, TableId};

/// Somebody who waits for others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who.
    pub person: PersonId,
    /// What they would like to play; opaque here.
    pub wish: String,
    /// Since when, in Unix milliseconds.
    pub since: i64,
    /// The table that was found, once it is there.
    pub table: Option<TableId>,
}

/// Pairs of waiting people of whom the first blocks the second.
pub type Shunned = BTreeSet<(PersonId, PersonId)>;

row! {
    struct Row {
        person_id: i64,
        wish: String,
        since: i64,
        table_id: Option<i64>,
    }
}

impl From<Row> for Waiting {
    fn from(row: Row) -> Waiting {
        let Row { person_id, wish, since, table_id } = row;
        Waiting { person: PersonId(person_id), wish, since, table: table_id.map(TableId) }
    }
}

const WAIT: &str = "insert into waiting (person_id, wish, since, seen_at) values ($1, $2, $3, $3)
    on conflict (person_id) do update set wish = excluded.wish, since = excluded.since, seen_at = excluded.seen_at,
        leased_until = null, table_id = null";
const SEE: &str = "update waiting set seen_at = $2 where person_id = $1
    returning person_id, wish, since, (select id from tables where id = table_id) as table_id";
macro_rules! unpaired {
    ($lock:literal) => {
        concat!(
            "select person_id, wish, since, table_id from waiting
             where table_id is null and seen_at >= $1 and (leased_until is null or leased_until <= $2)
             order by since, person_id limit $3 ",
            $lock
        )
    };
}
/// Two nodes that look at the same time see different people.
pub(crate) const UNPAIRED: Both = Both { sqlite: unpaired!(""), postgres: unpaired!("for update skip locked") };
pub(crate) const COUNT: &str = "select count(*) from waiting w where seen_at >= $1
    and not exists (select 1 from tables where id = w.table_id)";
/// A node promised a table and did not make it in time.
const FORGET: &str = "update waiting set table_id = null
    where table_id is not null and (leased_until is null or leased_until <= $1)
    and not exists (select 1 from tables where id = waiting.table_id)";
const SHUNNED: &str = "select b.person_id, b.other_id from waiting w
    join bonds b on b.person_id = w.person_id and b.kind = 'block'
    join waiting o on o.person_id = b.other_id where w.table_id is null";
const CLAIM: Both =
    each!("update waiting set leased_until = $2 where person_id in (select cast(value ->> 0 as bigint) from", ")");
const PROMISE: Both = each!(
    "update waiting set table_id = $3
     where leased_until = $2 and table_id is null and person_id in (select cast(value ->> 0 as bigint) from",
    ")"
);
const RELEASE: Both = each!(
    "update waiting set leased_until = null, table_id = null
     where leased_until = $2 and person_id in (select cast(value ->> 0 as bigint) from",
    ")"
);
pub(crate) const EXPIRE: &str = "delete from waiting where seen_at < $1";

fn list(people: impl IntoIterator<Item = PersonId>) -> Result<String> {
    let ids: Vec<[i64; 1]> = people.into_iter().map(|person| [person.0]).collect();
    serde_json::to_string(&ids).map_err(|error| Error::Refused(error.to_string()))
}

impl Store {
    /// Lets somebody wait for others; whoever waits already begins anew.
    pub async fn wait(&self, person: PersonId, wish: &str, now: i64) -> Result<()> {
        on!(self.write(), db => sqlx::query(WAIT).bind(person.0).bind(wish).bind(now).execute(db).await.map(drop)?)
    }

    /// Somebody who waits, or was paired, and has just asked about it.
    pub async fn waits(&self, person: PersonId, now: i64) -> Result<Option<Waiting>> {
        let row = on!(self.write(), db => {
            sqlx::query_as::<_, Row>(SEE).bind(person.0).bind(now).fetch_optional(db).await?
        })?;
        Ok(row.map(Waiting::from))
    }

    /// Lets somebody wait no longer.
    pub async fn stop_waiting(&self, person: PersonId) -> Result<()> {
        let sql = "delete from waiting where person_id = $1";
        on!(self.write(), db => sqlx::query(sql).bind(person.0).execute(db).await.map(drop)?)
    }

    /// How many wait who asked about it since then.
    pub async fn count_waiting(&self, seen_since: i64) -> Result<u64> {
        let count = on!(self.read(), db => sqlx::query_scalar::<_, i64>(COUNT).bind(seen_since).fetch_one(db).await?)?;
        Ok(count as u64)
    }

    /// Claims groups of those who wait and have asked since then, the longest waiting first. `choose` makes the groups
    /// and is handed who does not want to meet whom; no other node can claim the same people until `until`.
    pub async fn claim_waiting<G: AsRef<[PersonId]> + Send>(
        &self,
        (now, until, seen_since): (i64, i64, i64),
        limit: u32,
        choose: impl FnOnce(Vec<Waiting>, Shunned) -> Vec<G> + Send,
    ) -> Result<Vec<G>> {
        let (unpaired, claim) = (UNPAIRED.sql(self.write()), CLAIM.sql(self.write()));
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            sqlx::query(FORGET).bind(now).execute(&mut *all).await?;
            let query = sqlx::query_as::<_, Row>(unpaired).bind(seen_since).bind(now).bind(i64::from(limit));
            let rows = query.fetch_all(&mut *all).await?;
            let shunned = sqlx::query_as::<_, (i64, i64)>(SHUNNED).fetch_all(&mut *all).await?;
            let shunned = shunned.into_iter().map(|(one, other)| (PersonId(one), PersonId(other))).collect();
            let groups = choose(rows.into_iter().map(Waiting::from).collect(), shunned);
            let people = list(groups.iter().flat_map(|group| group.as_ref().iter().copied()))?;
            if !groups.is_empty() {
                sqlx::query(claim).bind(&people).bind(until).execute(&mut *all).await?;
            }
            all.commit().await?;
            groups
        })
    }

    /// Promises people whom this node has claimed the table that it is going to make; `false` if one of them waits no
    /// longer, and then the others wait on.
    pub async fn promise_table(&self, people: &[PersonId], until: i64, table: TableId) -> Result<bool> {
        let ids = list(people.iter().copied())?;
        let promise = PROMISE.sql(self.write());
        let promised = on!(self.write(), db => {
            let mut all = db.begin().await?;
            let query = sqlx::query(promise).bind(&ids).bind(until).bind(table.0);
            let done = query.execute(&mut *all).await?.rows_affected() == people.len() as u64;
            if done {
                all.commit().await?;
            } else {
                all.rollback().await?;
            }
            done
        })?;
        if !promised {
            self.release_waiting(people, until).await?;
        }
        Ok(promised)
    }

    /// Lets people whom this node has claimed wait on: their table was not made.
    pub async fn release_waiting(&self, people: &[PersonId], until: i64) -> Result<()> {
        let (ids, release) = (list(people.iter().copied())?, RELEASE.sql(self.write()));
        on!(self.write(), db => sqlx::query(release).bind(&ids).bind(until).execute(db).await.map(drop)?)
    }

    /// Deletes those who have not asked for a while.
    pub async fn expire_waiting(&self, before: i64) -> Result<u64> {
        on!(self.write(), db => sqlx::query(EXPIRE).bind(before).execute(db).await?.rows_affected())
    }
}
