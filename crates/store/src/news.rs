//! News: what somebody's feed shows.

use crate::Store;
use crate::database::{Both, each, on};
use crate::error::Result;
use crate::id::{NewsId, PersonId};

/// Something to be told to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNews {
    /// Whom to tell.
    pub person: PersonId,
    /// When it happened, in Unix milliseconds.
    pub at: i64,
    /// What happened; opaque here.
    pub body: String,
}

/// An item of somebody's news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// Which item.
    pub id: NewsId,
    /// When it happened.
    pub at: i64,
    /// What happened.
    pub body: String,
}

/// A row of `news`: id, person, time, body.
pub(crate) type NewsRow<'a> = (i64, i64, i64, &'a str);

/// The row of a new item.
pub(crate) fn row(news: &NewNews) -> NewsRow<'_> {
    (NewsId::random().0, news.person.0, news.at, &news.body)
}

/// Leaves out people who are gone meanwhile.
pub(crate) const INSERT_NEWS: Both = each!(
    "insert into news (id, person_id, at, body)
     select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint), cast(value ->> 2 as bigint), value ->> 3
     from",
    "where cast(value ->> 1 as bigint) in (select id from people)"
);

/// Keeps the last hundred of everybody who got something.
pub(crate) const PRUNE_NEWS: Both = each!(
    "delete from news where id in (
         select id from (
             select id, row_number() over (partition by person_id order by at desc, id desc) as place from news
             where person_id in (select cast(value ->> 1 as bigint) from",
    ")) as ranked where place > 100)"
);

pub(crate) const LIST: &str = "select id, at, body from news where person_id = $1 order by at desc, id desc limit $2";

impl Store {
    /// Adds news that no append causes. Of each person the last hundred are kept.
    pub async fn add_news(&self, news: &[NewNews]) -> Result<()> {
        let rows: Vec<NewsRow<'_>> = news.iter().map(row).collect();
        self.insert(INSERT_NEWS, &rows).await?;
        self.insert(PRUNE_NEWS, &rows).await
    }

    /// Lists somebody's news, newest first.
    pub async fn news(&self, person: PersonId, limit: u32) -> Result<Vec<News>> {
        let rows = on!(self.read(), db => {
            let query = sqlx::query_as::<_, (i64, i64, String)>(LIST).bind(person.0).bind(i64::from(limit));
            query.fetch_all(db).await?
        })?;
        Ok(rows.into_iter().map(|(id, at, body)| News { id: NewsId(id), at, body }).collect())
    }
}
