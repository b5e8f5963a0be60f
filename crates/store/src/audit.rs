//! The audit log: what hosts did. Entries are added and never changed, but that the reason falls away with the person
//! whom it is about; the databases themselves refuse everything else.

use crate::Store;
use crate::database::{on, row};
use crate::error::Result;
use crate::id::{AuditId, PersonId, TableId};

/// Something that a host does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAudit {
    /// When, in Unix milliseconds.
    pub at: i64,
    /// Which of the hosts, as the system knows them; empty if it does not, or if it is an account.
    pub actor: String,
    /// Which of the hosts, if it was done on the page: an account. The name stands with the account alone.
    pub host: Option<PersonId>,
    /// What, as the command is called.
    pub what: String,
    /// To whom.
    pub person: Option<PersonId>,
    /// At which table.
    pub table: Option<TableId>,
    /// The reason, or what else belongs to it.
    pub why: String,
}

/// The same as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Which entry.
    pub id: AuditId,
    /// What was done.
    pub done: NewAudit,
}

row! {
    struct Row {
        id: i64,
        at: i64,
        actor: String,
        host_id: Option<i64>,
        what: String,
        person_id: Option<i64>,
        table_id: Option<i64>,
        why: String,
    }
}

impl From<Row> for Audit {
    fn from(row: Row) -> Audit {
        let Row { id, at, actor, host_id, what, person_id, table_id, why } = row;
        let (host, person, table) = (host_id.map(PersonId), person_id.map(PersonId), table_id.map(TableId));
        Audit { id: AuditId(id), done: NewAudit { at, actor, host, what, person, table, why } }
    }
}

macro_rules! columns {
    () => {
        "select id, at, actor, host_id, what, person_id, table_id, why from audit "
    };
}
pub(crate) const LATEST: &str = concat!(columns!(), "where (at, id) < ($1, $2) order by at desc, id desc limit $3");
pub(crate) const OF_PERSON: &str = concat!(columns!(), "where person_id = $1 order by at, id");
pub(crate) const BY_HOST: &str = concat!(columns!(), "where host_id = $1 order by at, id");
const INSERT: &str = "insert into audit (id, at, actor, what, person_id, table_id, why, host_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8)";
/// Takes the reasons out of what is about people who are no more.
pub(crate) const FORGET: &str = "update audit set why = '' where why <> '' and person_id is not null
    and not exists (select 1 from people where people.id = audit.person_id)";

impl Store {
    /// Notes what a host does.
    pub async fn add_audit(&self, new: &NewAudit) -> Result<AuditId> {
        let id = AuditId::random();
        on!(self.write(), db => {
            let query = sqlx::query(INSERT).bind(id.0).bind(new.at).bind(&new.actor).bind(&new.what);
            let query = query.bind(new.person.map(|person| person.0)).bind(new.table.map(|table| table.0));
            query.bind(&new.why).bind(new.host.map(|host| host.0)).execute(db).await.map(drop)?;
        })?;
        Ok(id)
    }

    /// What hosts did, newest first, after `before` (time and id of the last one of the previous page).
    pub async fn audits(&self, before: Option<(i64, AuditId)>, limit: u32) -> Result<Vec<Audit>> {
        let (at, id) = before.map_or((i64::MAX, i64::MAX), |(at, id)| (at, id.0));
        let rows = on!(self.read(), db => {
            sqlx::query_as::<_, Row>(LATEST).bind(at).bind(id).bind(i64::from(limit)).fetch_all(db).await?
        })?;
        Ok(rows.into_iter().map(Audit::from).collect())
    }

    /// What an account did as a host, oldest first.
    pub async fn audits_by(&self, host: PersonId) -> Result<Vec<Audit>> {
        let rows = on!(self.read(), db => sqlx::query_as::<_, Row>(BY_HOST).bind(host.0).fetch_all(db).await?)?;
        Ok(rows.into_iter().map(Audit::from).collect())
    }

    /// What hosts did to a person, oldest first.
    pub async fn audits_of(&self, person: PersonId) -> Result<Vec<Audit>> {
        let rows = on!(self.read(), db => sqlx::query_as::<_, Row>(OF_PERSON).bind(person.0).fetch_all(db).await?)?;
        Ok(rows.into_iter().map(Audit::from).collect())
    }
}
