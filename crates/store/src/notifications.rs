//! Notifications: what a person's feed lists. Their table in the database is called `news`.

use crate::Store;
use crate::database::{Both, each, on};
use crate::error::Result;
use crate::id::{NotificationId, PersonId};

/// A notification to be kept for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNotification {
    /// Whom it is for.
    pub person: PersonId,
    /// When it happened, in Unix milliseconds.
    pub at: i64,
    /// What happened; opaque here.
    pub body: String,
}

/// A notification of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// Which notification.
    pub id: NotificationId,
    /// When it happened.
    pub at: i64,
    /// What happened.
    pub body: String,
}

/// A row of `news`: id, person, time, body.
pub(crate) type NotificationRow<'a> = (i64, i64, i64, &'a str);

/// The row of a new notification.
pub(crate) fn row(notification: &NewNotification) -> NotificationRow<'_> {
    (NotificationId::random().0, notification.person.0, notification.at, &notification.body)
}

/// Leaves out people who have been deleted in the meantime.
pub(crate) const INSERT_NOTIFICATIONS: Both = each!(
    "insert into news (id, person_id, at, body)
     select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint), cast(value ->> 2 as bigint), value ->> 3
     from",
    "where cast(value ->> 1 as bigint) in (select id from people)"
);

/// Keeps the last hundred of everybody who got a notification.
pub(crate) const PRUNE_NOTIFICATIONS: Both = each!(
    "delete from news where id in (
         select id from (
             select id, row_number() over (partition by person_id order by at desc, id desc) as place from news
             where person_id in (select cast(value ->> 1 as bigint) from",
    ")) as ranked where place > 100)"
);

pub(crate) const LIST: &str = "select id, at, body from news where person_id = $1 order by at desc, id desc limit $2";

impl Store {
    /// Adds notifications that no append causes. The last hundred of each person are kept.
    pub async fn add_notifications(&self, notifications: &[NewNotification]) -> Result<()> {
        let rows: Vec<NotificationRow<'_>> = notifications.iter().map(row).collect();
        self.insert(INSERT_NOTIFICATIONS, &rows).await?;
        self.insert(PRUNE_NOTIFICATIONS, &rows).await
    }

    /// Lists a person's notifications, newest first.
    pub async fn notifications(&self, person: PersonId, limit: u32) -> Result<Vec<Notification>> {
        let rows = on!(self.read(), db => {
            let query = sqlx::query_as::<_, (i64, i64, String)>(LIST).bind(person.0).bind(i64::from(limit));
            query.fetch_all(db).await?
        })?;
        Ok(rows.into_iter().map(|(id, at, body)| Notification { id: NotificationId(id), at, body }).collect())
    }
}
