//! Browsers that are told of things while they are closed, and the keys by which push services know the host.

use crate::Store;
use crate::database::{on, row};
use crate::error::{Error, Result};
use crate::id::PersonId;
use crate::token::TokenHash;

/// A browser that is told of things while it is closed.
#[derive(Clone, PartialEq, Eq)]
pub struct PushSubscription {
    /// The login of that browser; the subscription ends with it.
    pub login: TokenHash,
    /// Whom it is for.
    pub person: PersonId,
    /// The address at which its push service takes messages.
    pub endpoint: String,
    /// The browser's public key.
    pub p256dh: Vec<u8>,
    /// The secret that it shares with the host.
    pub auth: Vec<u8>,
    /// Since when, in Unix milliseconds.
    pub at: i64,
}

impl std::fmt::Debug for PushSubscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // With the other fields anybody could send messages to the browser.
        f.debug_struct("PushSubscription").field("person", &self.person).field("at", &self.at).finish_non_exhaustive()
    }
}

row! {
    struct Row {
        login: Vec<u8>,
        person_id: i64,
        endpoint: String,
        p256dh: Vec<u8>,
        auth: Vec<u8>,
        at: i64,
    }
}

impl TryFrom<Row> for PushSubscription {
    type Error = Error;

    fn try_from(row: Row) -> Result<PushSubscription> {
        let odd = |_| Error::Damaged("the hash of a login is not 32 bytes".to_owned());
        let Row { person_id, endpoint, p256dh, auth, at, .. } = row;
        let login = row.login.try_into().map_err(odd)?;
        Ok(PushSubscription { login, person: PersonId(person_id), endpoint, p256dh, auth, at })
    }
}

/// Only for a login that is there.
const SUBSCRIBE: &str = "insert into push (login, person_id, endpoint, p256dh, auth, at)
    select hash, person_id, $3, $4, $5, $6 from tokens where hash = $1 and person_id = $2 and kind = 'login'";
pub(crate) const OF_PERSON: &str = "select login, person_id, endpoint, p256dh, auth, at from push
    where person_id = $1 order by at desc";
const OF_LOGIN: &str = "select login, person_id, endpoint, p256dh, auth, at from push where login = $1";

impl Store {
    /// Subscribes a browser. A browser and a login have one subscription each: the last.
    pub async fn subscribe_push(&self, new: &PushSubscription) -> Result<()> {
        let done = on!(self.write(), db => {
            let mut all = db.begin().await?;
            let sql = "delete from push where login = $1 or endpoint = $2";
            sqlx::query(sql).bind(new.login.as_slice()).bind(&new.endpoint).execute(&mut *all).await?;
            let query = sqlx::query(SUBSCRIBE).bind(new.login.as_slice()).bind(new.person.0).bind(&new.endpoint);
            let query = query.bind(&new.p256dh).bind(&new.auth).bind(new.at);
            let done = query.execute(&mut *all).await?.rows_affected();
            // Without a login nothing of it holds.
            if done == 0 { all.rollback().await? } else { all.commit().await? }
            done
        })?;
        if done == 0 { Err(Error::Nothing("login")) } else { Ok(()) }
    }

    /// The browsers of a person, the last subscribed first.
    pub async fn push_subscriptions(&self, person: PersonId) -> Result<Vec<PushSubscription>> {
        let rows = on!(self.read(), db => sqlx::query_as::<_, Row>(OF_PERSON).bind(person.0).fetch_all(db).await?)?;
        rows.into_iter().map(PushSubscription::try_from).collect()
    }

    /// The subscription of a login.
    pub async fn push_subscription(&self, login: &TokenHash) -> Result<Option<PushSubscription>> {
        let row = on!(self.read(), db => {
            sqlx::query_as::<_, Row>(OF_LOGIN).bind(login.as_slice()).fetch_optional(db).await?
        })?;
        row.map(PushSubscription::try_from).transpose()
    }

    /// Ends the subscription of a login. With an endpoint only if that is still the one: it may have been renewed.
    pub async fn unsubscribe_push(&self, login: &TokenHash, endpoint: Option<&str>) -> Result<()> {
        let sql = "delete from push where login = $1 and (cast($2 as text) is null or endpoint = $2)";
        on!(self.write(), db => sqlx::query(sql).bind(login.as_slice()).bind(endpoint).execute(db).await.map(drop)?)
    }

    /// The key of a name, if the host has made it.
    pub async fn host_key(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let sql = "select body from host_keys where name = $1";
        on!(self.read(), db => sqlx::query_scalar::<_, Vec<u8>>(sql).bind(name).fetch_optional(db).await?)
    }

    /// Keeps a key under a name, unless there is another than `old` in the meantime. Returns the key that is kept: if
    /// several nodes make one at once, all of them get the same. Subscriptions to a key that was replaced end.
    pub async fn keep_host_key(&self, name: &str, old: Option<&[u8]>, new: &[u8]) -> Result<Vec<u8>> {
        let insert = "insert into host_keys (name, body) values ($1, $2) on conflict (name) do nothing";
        let replace = "update host_keys set body = $2 where name = $1 and body = $3";
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            sqlx::query(insert).bind(name).bind(new).execute(&mut *all).await?;
            if let Some(old) = old {
                let query = sqlx::query(replace).bind(name).bind(new).bind(old);
                if query.execute(&mut *all).await?.rows_affected() > 0 {
                    sqlx::query("delete from push").execute(&mut *all).await?;
                }
            }
            let sql = "select body from host_keys where name = $1";
            let kept = sqlx::query_scalar::<_, Vec<u8>>(sql).bind(name).fetch_one(&mut *all).await?;
            all.commit().await?;
            kept
        })
    }
}
