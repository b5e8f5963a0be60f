//! Traces: hashes of where people connect from. They only tell whether two people come from the same place.

use std::collections::BTreeSet;

use crate::Store;
use crate::database::{Both, each, on};
use crate::error::{Error, Result};
use crate::id::PersonId;

const LEAVE: &str = "insert into traces (person_id, hash, seen_at) select id, $2, $3 from people where id = $1
    on conflict (person_id, hash) do update set seen_at = excluded.seen_at";
const OF_PEOPLE: Both = each!(
    "select person_id, hash from traces where person_id in (select cast(value ->> 0 as bigint) from",
    ") and seen_at >= $2"
);
pub(crate) const EXPIRE: &str = "delete from traces where seen_at < $1";

impl Store {
    /// Keeps that a person came from somewhere.
    pub async fn leave_trace(&self, person: PersonId, hash: &[u8; 32], at: i64) -> Result<()> {
        on!(self.write(), db => {
            sqlx::query(LEAVE).bind(person.0).bind(hash.as_slice()).bind(at).execute(db).await.map(drop)?;
        })
    }

    /// Those of some people who came from the same place since then, in pairs.
    pub async fn together(&self, people: &[PersonId], since: i64) -> Result<Vec<(PersonId, PersonId)>> {
        let rows = self.places(people, since).await?;
        let mut pairs = BTreeSet::new();
        for (one, place) in &rows {
            for (other, _) in rows.iter().filter(|(other, same)| other.0 > one.0 && same == place) {
                pairs.insert((*one, *other));
            }
        }
        Ok(pairs.into_iter().collect())
    }

    /// From where some people came since then, as hashes.
    pub async fn places(&self, people: &[PersonId], since: i64) -> Result<Vec<(PersonId, Vec<u8>)>> {
        let list = serde_json::to_string(&people.iter().map(|person| [person.0]).collect::<Vec<_>>());
        let list = list.map_err(|error| Error::Refused(error.to_string()))?;
        let sql = OF_PEOPLE.sql(self.read());
        let rows = on!(self.read(), db => {
            sqlx::query_as::<_, (i64, Vec<u8>)>(sql).bind(&list).bind(since).fetch_all(db).await?
        })?;
        Ok(rows.into_iter().map(|(person, place)| (PersonId(person), place)).collect())
    }

    /// When a person came from somewhere: all that can be told to them of these traces.
    pub async fn traces_of(&self, person: PersonId) -> Result<Vec<i64>> {
        let sql = "select seen_at from traces where person_id = $1 order by seen_at";
        on!(self.read(), db => sqlx::query_scalar::<_, i64>(sql).bind(person.0).fetch_all(db).await?)
    }

    /// Deletes old traces.
    pub async fn expire_traces(&self, before: i64) -> Result<u64> {
        on!(self.write(), db => sqlx::query(EXPIRE).bind(before).execute(db).await?.rows_affected())
    }
}
