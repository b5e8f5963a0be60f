//! People: guests and accounts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sqlx::{Database, Encode, QueryBuilder, Type};
use unicode_normalization::UnicodeNormalization;

use crate::Store;
use crate::audit::{self, Audit};
use crate::company::{Invite, Tie};
use crate::database::{Both, each, on, row};
use crate::error::{Error, Result};
use crate::id::{PersonId, TableId};
use crate::notes::Note;
use crate::notifications::Notification;
use crate::push::PushSubscription;
use crate::ratings;
use crate::reports::Report;
use crate::token::Token;
use crate::vacations::Vacation;

/// A person: a guest or an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Who.
    pub id: PersonId,
    /// The name at the table.
    pub name: String,
    /// Whether it is an account; otherwise a guest.
    pub account: bool,
    /// When the person first came, in Unix milliseconds.
    pub created_at: i64,
    /// When the person was last seen.
    pub seen_at: i64,
    /// Why the host banned the person.
    pub banned: Option<String>,
    /// Until when the person is muted.
    pub muted_until: Option<i64>,
    /// Whether an account has a public page and a name on leaderboards.
    pub listed: bool,
    /// When somebody who lets friends see it was last here; nothing for whoever does not.
    pub online_at: Option<i64>,
    /// Whether an account may use the host's page.
    #[serde(default)]
    pub host: bool,
}

/// Which people to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Circle {
    /// All of them.
    #[default]
    All,
    /// Those with an account.
    Accounts,
    /// Those who are banned.
    Banned,
    /// Those who may use the host's page.
    Hosts,
}

/// Which people to list, and where the list begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PeopleFilter {
    /// Only those whose name begins like this, regardless of case; they are listed by name, all others newest first.
    pub named: String,
    /// Only these.
    pub circle: Circle,
    /// Only those after this position.
    pub after: Option<PeopleCursor>,
    /// The most people to list, up to [`PeopleFilter::MOST`].
    pub limit: u32,
}

impl PeopleFilter {
    /// The longest list.
    pub const MOST: u32 = 200;
}

/// A position in a list of people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeopleCursor {
    /// When the person before the position came.
    pub created_at: i64,
    /// The person before the position.
    pub person: PersonId,
    /// The form in which their name is compared.
    pub name: String,
}

/// A new account. The hashes are made by the caller: this crate sees no password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccount {
    /// The name, unique among accounts.
    pub name: String,
    /// The hash of the password, in PHC form.
    pub password_hash: String,
    /// The hash of the recovery code.
    pub recovery_hash: String,
}

/// The credentials of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    /// The person.
    pub person: PersonId,
    /// The hash of the password.
    pub password_hash: String,
    /// The hash of the recovery code; `None` once it has been used.
    pub recovery_hash: Option<String>,
}

/// A person's settings; opaque here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Settings that the person sees: language, addresses.
    pub open: String,
    /// Settings that nobody sees: the key that signs webhooks.
    pub secret: String,
}

/// All that is stored about a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The person.
    pub person: Person,
    /// The person's settings, without secrets.
    pub settings: String,
    /// The person's tokens; exports must leave out the hashes.
    pub tokens: Vec<Token>,
    /// The tables with a seat of the person.
    pub tables: Vec<TableId>,
    /// The person's news.
    pub notifications: Vec<Notification>,
    /// What the person has reported.
    pub reports: Vec<Report>,
    /// What hosts did to the person.
    pub audits: Vec<Audit>,
    /// What the person did as a host, on the page.
    pub hosted: Vec<Audit>,
    /// Who is what to the person.
    pub ties: Vec<Tie>,
    /// To which tables the person is invited.
    pub invites: Vec<Invite>,
    /// The browsers that are told of things while they are closed; exports must leave out their secrets.
    pub push: Vec<PushSubscription>,
    /// What the person noted about tables.
    pub notes: Vec<Note>,
    /// When the person was away.
    pub vacations: Vec<Vacation>,
}

row! {
    struct Row {
        id: i64,
        name: String,
        account: bool,
        created_at: i64,
        seen_at: i64,
        banned: Option<String>,
        muted_until: Option<i64>,
        listed: bool,
        online_at: Option<i64>,
        host: bool,
        sought: String,
    }
}

impl From<Row> for Person {
    fn from(row: Row) -> Person {
        let Row { name, account, created_at, seen_at, banned, muted_until, listed, online_at, host, .. } = row;
        let id = PersonId(row.id);
        Person { id, name, account, created_at, seen_at, banned, muted_until, listed, online_at, host }
    }
}

macro_rules! columns {
    () => {
        "select id, name, folded is not null as account, created_at, seen_at, banned, muted_until, listed, online_at,
                host, sought from people where "
    };
}
const BY_ID: &str = concat!(columns!(), "id = $1");
const BY_NAME: &str = concat!(columns!(), "folded = $1");
const LIST: &str = concat!(columns!(), "true");
const NAMED: Both = each!(
    "select id, name, folded is not null as account, created_at, seen_at, banned, muted_until, listed, online_at,
            host, sought from people where id in (select cast(value ->> 0 as bigint) from",
    ")"
);
const INSERT: &str =
    "insert into people (id, name, folded, password_hash, recovery_hash, created_at, seen_at, settings,
                                          secret_settings, sought)
                      values ($1, $2, $3, $4, $5, $6, $6, '{}', '', $7)";

pub(crate) const EXPIRE: &str = "delete from people where folded is null and seen_at < $1 and not exists (
         select 1 from seated s join tables t on t.id = s.table_id
         where s.person_id = people.id and t.state in ('gathering', 'playing'))";

/// The form in which names are compared: in lower case, with compatible characters unified.
fn folded(name: &str) -> String {
    name.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

/// Turns a violated constraint on names into [`Error::Taken`].
fn taken(name: &str, error: sqlx::Error) -> Error {
    match error.as_database_error() {
        Some(cause) if cause.is_unique_violation() => Error::Taken(name.to_owned()),
        _ => error.into(),
    }
}

impl Store {
    /// Creates a guest.
    pub async fn guest(&self, name: &str, now: i64) -> Result<Person> {
        self.insert_person(name, None, now).await
    }

    /// Creates an account; [`Error::Taken`] if the name is taken.
    pub async fn account(&self, account: &NewAccount, now: i64) -> Result<Person> {
        self.insert_person(&account.name, Some(account), now).await
    }

    async fn insert_person(&self, name: &str, account: Option<&NewAccount>, now: i64) -> Result<Person> {
        let id = PersonId::random();
        on!(self.write(), db => {
            let query = sqlx::query(INSERT).bind(id.0).bind(name).bind(account.map(|account| folded(&account.name)));
            let query = query.bind(account.map(|account| account.password_hash.as_str()));
            let query = query.bind(account.map(|account| account.recovery_hash.as_str())).bind(now);
            let query = query.bind(folded(name));
            query.execute(db).await.map_err(|error| taken(name, error)).map(drop)?;
        })?;
        let account = account.is_some();
        Ok(Person {
            id,
            name: name.to_owned(),
            account,
            created_at: now,
            seen_at: now,
            banned: None,
            muted_until: None,
            listed: true,
            online_at: None,
            host: false,
        })
    }

    /// Turns a guest into an account with the same id, and so with the same games and logins.
    pub async fn promote(&self, guest: PersonId, account: &NewAccount) -> Result<()> {
        let sql = "update people set name = $2, folded = $3, sought = $3, password_hash = $4, recovery_hash = $5
                   where id = $1 and folded is null";
        let NewAccount { name, password_hash, recovery_hash } = account;
        let done = on!(self.write(), db => {
            let query = sqlx::query(sql).bind(guest.0).bind(name).bind(folded(name)).bind(password_hash);
            let query = query.bind(recovery_hash).execute(db);
            query.await.map_err(|error| taken(name, error))?.rows_affected()
        })?;
        found("guest", done)
    }

    /// Finds a person.
    pub async fn person(&self, person: PersonId) -> Result<Option<Person>> {
        let row = on!(self.read(), db => sqlx::query_as::<_, Row>(BY_ID).bind(person.0).fetch_optional(db).await?)?;
        Ok(row.map(Person::from))
    }

    /// Finds an account by name, regardless of case.
    pub async fn person_by_name(&self, name: &str) -> Result<Option<Person>> {
        let name = folded(name);
        let row = on!(self.read(), db => sqlx::query_as::<_, Row>(BY_NAME).bind(&name).fetch_optional(db).await?)?;
        Ok(row.map(Person::from))
    }

    /// Finds many people at once. Deleted people are missing.
    pub async fn people(&self, people: &[PersonId]) -> Result<BTreeMap<PersonId, Person>> {
        let list = serde_json::to_string(&people.iter().map(|person| [person.0]).collect::<Vec<_>>());
        let list = list.map_err(|error| Error::Refused(error.to_string()))?;
        let sql = NAMED.sql(self.read());
        let rows = on!(self.read(), db => sqlx::query_as::<_, Row>(sql).bind(&list).fetch_all(db).await?)?;
        Ok(rows.into_iter().map(|row| (PersonId(row.id), row.into())).collect())
    }

    /// Lists people: newest first, or by name if it is asked for one. Says where the next page begins, if there is one.
    pub async fn list_people(&self, filter: &PeopleFilter) -> Result<(Vec<Person>, Option<PeopleCursor>)> {
        let mut rows = on!(self.read(), db => list(filter).build_query_as::<Row>().fetch_all(db).await?)?;
        let limit = filter.limit.clamp(1, PeopleFilter::MOST) as usize;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let cursor =
            |row: &Row| PeopleCursor { created_at: row.created_at, person: PersonId(row.id), name: row.sought.clone() };
        let next = rows.last().filter(|_| more).map(cursor);
        Ok((rows.into_iter().map(Person::from).collect(), next))
    }

    /// Lets an account use the host's page, or no longer.
    pub async fn set_host(&self, person: PersonId, host: bool) -> Result<()> {
        self.change(person, "update people set host = $2 where id = $1 and folded is not null", host).await?;
        self.access_changed(Some(person)).await
    }

    /// Finds the credentials of an account by name.
    pub async fn credentials(&self, name: &str) -> Result<Option<Credentials>> {
        let sql = "select id, password_hash, recovery_hash from people where folded = $1";
        let name = folded(name);
        let row = on!(self.read(), db => {
            sqlx::query_as::<_, (i64, String, Option<String>)>(sql).bind(&name).fetch_optional(db).await?
        })?;
        let credentials =
            |(id, password_hash, recovery_hash)| Credentials { person: PersonId(id), password_hash, recovery_hash };
        Ok(row.map(credentials))
    }

    /// Changes the password of an account.
    pub async fn set_password_hash(&self, person: PersonId, hash: &str) -> Result<()> {
        self.change(
            person,
            "update people set password_hash = $2 where id = $1 and folded is not null",
            hash.to_owned(),
        )
        .await
    }

    /// Changes the recovery code of an account, or removes it.
    pub async fn set_recovery_hash(&self, person: PersonId, hash: Option<&str>) -> Result<()> {
        let hash = hash.map(str::to_owned);
        self.change(person, "update people set recovery_hash = $2 where id = $1 and folded is not null", hash).await
    }

    /// Replaces the recovery code of an account; `false` if the old one is not the one that is stored. If two callers
    /// use it at once, one of them gets `true`.
    pub async fn use_recovery_hash(&self, person: PersonId, old: &str, new: &str) -> Result<bool> {
        let sql = "update people set recovery_hash = $3 where id = $1 and recovery_hash = $2 and folded is not null";
        let done = on!(self.write(), db => {
            sqlx::query(sql).bind(person.0).bind(old).bind(new).execute(db).await?.rows_affected()
        })?;
        Ok(done > 0)
    }

    /// Renames a person; [`Error::Taken`] if it is an account and the name is taken.
    pub async fn rename(&self, person: PersonId, name: &str) -> Result<()> {
        let sql = "update people set name = $2, sought = $3, folded = case when folded is null then null else $3 end
                   where id = $1";
        let done = on!(self.write(), db => {
            let query = sqlx::query(sql).bind(person.0).bind(name).bind(folded(name)).execute(db);
            query.await.map_err(|error| taken(name, error))?.rows_affected()
        })?;
        found("person", done)
    }

    /// Bans a person for a reason, or lifts the ban.
    pub async fn ban(&self, person: PersonId, why: Option<&str>) -> Result<()> {
        self.change(person, "update people set banned = $2 where id = $1", why.map(str::to_owned)).await?;
        self.access_changed(Some(person)).await
    }

    /// Mutes a person until a time, or lifts the mute.
    pub async fn mute(&self, person: PersonId, until: Option<i64>) -> Result<()> {
        self.change(person, "update people set muted_until = $2 where id = $1", until).await?;
        self.access_changed(Some(person)).await
    }

    /// Lists a person's page and name in public, or hides them.
    pub async fn list_person(&self, person: PersonId, listed: bool) -> Result<()> {
        self.change(person, "update people set listed = $2 where id = $1", listed).await
    }

    /// Lets friends see when a person is here, from now on, or no longer.
    pub async fn show_online(&self, person: PersonId, since: Option<i64>) -> Result<()> {
        self.change(person, "update people set online_at = $2 where id = $1", since).await
    }

    /// Stores that a person is here, if they let friends see it.
    pub async fn be_online(&self, person: PersonId, now: i64) -> Result<()> {
        let sql = "update people set online_at = $2 where id = $1 and online_at is not null";
        on!(self.write(), db => sqlx::query(sql).bind(person.0).bind(now).execute(db).await.map(drop)?)
    }

    /// Stores when a person was last seen.
    pub async fn touch(&self, person: PersonId, now: i64) -> Result<()> {
        self.change(person, "update people set seen_at = $2 where id = $1", now).await
    }

    /// A person's settings.
    pub async fn settings(&self, person: PersonId) -> Result<Settings> {
        let sql = "select settings, secret_settings from people where id = $1";
        let row = on!(self.read(), db => {
            sqlx::query_as::<_, (String, String)>(sql).bind(person.0).fetch_optional(db).await?
        })?;
        row.map(|(open, secret)| Settings { open, secret }).ok_or(Error::Nothing("person"))
    }

    /// Stores a person's settings.
    pub async fn set_settings(&self, person: PersonId, settings: &Settings) -> Result<()> {
        let sql = "update people set settings = $2, secret_settings = $3 where id = $1";
        let done = on!(self.write(), db => {
            let query = sqlx::query(sql).bind(person.0).bind(&settings.open).bind(&settings.secret);
            query.execute(db).await?.rows_affected()
        })?;
        found("person", done)
    }

    /// Deletes a person with tokens, notifications, jobs and settings. Logs keep the id, which then refers to nobody.
    pub async fn delete_person(&self, person: PersonId) -> Result<()> {
        let sql = "delete from people where id = $1";
        let done = on!(self.write(), db => {
            let mut all = db.begin().await?;
            let done = sqlx::query(sql).bind(person.0).execute(&mut *all).await?.rows_affected();
            sqlx::query(ratings::UNSETTLE).bind(person.to_string()).execute(&mut *all).await?;
            sqlx::query(audit::FORGET).execute(&mut *all).await?;
            all.commit().await?;
            done
        })?;
        found("person", done)?;
        self.access_changed(Some(person)).await
    }

    /// Deletes the guests not seen since `before`, and returns how many. Guests at unfinished tables stay.
    pub async fn expire_guests(&self, before: i64) -> Result<u64> {
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            let done = sqlx::query(EXPIRE).bind(before).execute(&mut *all).await?.rows_affected();
            sqlx::query(audit::FORGET).execute(&mut *all).await?;
            all.commit().await?;
            done
        })
    }

    /// Collects all that is stored about a person.
    pub async fn export(&self, person: PersonId) -> Result<Export> {
        let sql = "select table_id from seated where person_id = $1 order by table_id";
        let tables = on!(self.read(), db => sqlx::query_scalar::<_, i64>(sql).bind(person.0).fetch_all(db).await?)?;
        Ok(Export {
            person: self.person(person).await?.ok_or(Error::Nothing("person"))?,
            settings: self.settings(person).await?.open,
            tokens: self.tokens_of(person).await?,
            tables: tables.into_iter().map(TableId).collect(),
            notifications: self.notifications(person, u32::MAX).await?,
            reports: self.reports_from(person).await?,
            audits: self.audits_of(person).await?,
            hosted: self.audits_by(person).await?,
            ties: self.ties_of(person).await?,
            invites: self.invites_of(person).await?,
            push: self.push_subscriptions(person).await?,
            notes: self.notes_of(person).await?,
            vacations: self.vacations_of(person).await?,
        })
    }

    /// Changes one column of a person.
    async fn change<T>(&self, person: PersonId, sql: &'static str, value: T) -> Result<()>
    where
        T: Send + for<'q> sqlx::Encode<'q, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
        T: for<'q> sqlx::Encode<'q, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
    {
        let done =
            on!(self.write(), db => sqlx::query(sql).bind(person.0).bind(value).execute(db).await?.rows_affected())?;
        found("person", done)
    }
}

/// Builds a query with only the conditions of the filter, so that the database finds the right index. It reads one row
/// more than is asked for: that tells whether there is another page.
pub(crate) fn list<DB: Database>(filter: &PeopleFilter) -> QueryBuilder<DB>
where
    i64: for<'q> Encode<'q, DB> + Type<DB>,
    String: for<'q> Encode<'q, DB> + Type<DB>,
{
    let mut sql = QueryBuilder::new(LIST);
    sql.push(match filter.circle {
        Circle::All => "",
        Circle::Accounts => " and folded is not null",
        Circle::Banned => " and banned is not null",
        Circle::Hosts => " and host",
    });
    let named = folded(&filter.named);
    if named.is_empty() {
        if let Some(PeopleCursor { created_at, person, .. }) = &filter.after {
            sql.push(" and (created_at, id) < (").push_bind(*created_at).push(", ").push_bind(person.0).push(")");
        }
        sql.push(" order by created_at desc, id desc");
    } else {
        // All that begins like this lies between it and the same with the last letter there is behind it.
        sql.push(" and sought >= ").push_bind(named.clone()).push(" and sought < ").push_bind(named + LAST_LETTER);
        if let Some(PeopleCursor { name, person, .. }) = &filter.after {
            sql.push(" and (sought, id) > (").push_bind(name.clone()).push(", ").push_bind(person.0).push(")");
        }
        sql.push(" order by sought, id");
    }
    sql.push(" limit ").push_bind(i64::from(filter.limit.clamp(1, PeopleFilter::MOST)) + 1);
    sql
}

/// No letter comes after it.
const LAST_LETTER: &str = "\u{10ffff}";

/// Fails if a statement changed nothing.
fn found(what: &'static str, rows: u64) -> Result<()> {
    if rows == 0 { Err(Error::Nothing(what)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_are_alike() {
        for (one, other) in [("Ana", "aNA"), ("José", "jose\u{301}"), ("ﬁn", "FIN")] {
            assert_eq!(folded(one), folded(other));
        }
        assert_ne!(folded("ana"), folded("anna"));
    }
}
