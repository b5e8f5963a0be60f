//! Company: friends, blocks and mutes, and invitations by name.

use crate::Store;
use crate::database::{Both, each, on, row};
use crate::error::{Error, Result};
use crate::id::{PersonId, TableId};

/// What one person is to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bond {
    /// Wishes to be friends. Two are friends if each wishes it.
    Friend,
    /// Wants nothing to do with them.
    Block,
    /// Does not want to read what they say.
    Mute,
}

impl Bond {
    fn as_str(self) -> &'static str {
        match self {
            Bond::Friend => "friend",
            Bond::Block => "block",
            Bond::Mute => "mute",
        }
    }

    fn read(text: &str) -> Result<Bond> {
        let known = [Bond::Friend, Bond::Block, Bond::Mute].into_iter().find(|bond| bond.as_str() == text);
        known.ok_or_else(|| Error::Damaged(format!("'{text}' is nothing that people are to each other")))
    }
}

/// A bond of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The other person.
    pub other: PersonId,
    /// What they are.
    pub bond: Bond,
    /// Whether it is the person's own; otherwise it is the other's, who wishes to be friends.
    pub own: bool,
    /// Since when, in Unix milliseconds.
    pub at: i64,
}

/// An invitation by name to a table that still waits for players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invite {
    /// Who is invited.
    pub person: PersonId,
    /// The table.
    pub table: TableId,
    /// The seat, from 0.
    pub seat: u8,
    /// Who invites.
    pub from: PersonId,
    /// When.
    pub at: i64,
}

row! {
    struct TieRow {
        other: i64,
        kind: String,
        own: bool,
        at: i64,
    }
}

row! {
    struct InviteRow {
        person_id: i64,
        table_id: i64,
        seat: i64,
        from_id: i64,
        at: i64,
    }
}

/// Only between people who are there.
const TIE: &str = "insert into bonds (person_id, kind, other_id, at)
    select one.id, $2, other.id, $4 from people one, people other where one.id = $1 and other.id = $3
    on conflict (person_id, kind, other_id) do nothing";
const UNTIE: &str = "delete from bonds where person_id = $1 and kind = $2 and other_id = $3";
pub(crate) const TIES: &str = "select other_id as other, kind, 1 = 1 as own, at from bonds where person_id = $1
    union all select person_id as other, kind, 1 = 0 as own, at from bonds where other_id = $1 and kind = 'friend'";
pub(crate) const FRIENDS: &str = "select count(*) from bonds a join bonds b
    on b.person_id = a.other_id and b.kind = 'friend' and b.other_id = a.person_id
    where a.person_id = $1 and a.kind = 'friend' and a.other_id = $2";
pub(crate) const COUNT: &str = "select count(*) from bonds where person_id = $1 and kind = $2";
const SHUNNED: Both = each!(
    "select count(*) from bonds where other_id = $2 and kind = 'block' and person_id in (
         select cast(value ->> 0 as bigint) from",
    ")"
);
const INVITE: &str = "insert into invites (person_id, table_id, seat, from_id, at) values ($1, $2, $3, $4, $5)
    on conflict (person_id, table_id) do update set seat = excluded.seat, from_id = excluded.from_id, at = excluded.at";
pub(crate) const INVITES: &str = "select i.person_id, i.table_id, i.seat, i.from_id, i.at
    from invites i join tables t on t.id = i.table_id where i.person_id = $1 and t.state = 'gathering'
    order by i.at desc, i.table_id";
pub(crate) const EXPIRE: &str = "delete from invites where at < $1";

impl Store {
    /// Ties a person to another; nothing changes if they are already. A block ends what friendship there is.
    pub async fn tie(&self, person: PersonId, bond: Bond, other: PersonId, at: i64) -> Result<()> {
        let there = on!(self.write(), db => {
            let mut all = db.begin().await?;
            if bond == Bond::Block {
                for (one, other) in [(person, other), (other, person)] {
                    let untie = sqlx::query(UNTIE).bind(one.0).bind(Bond::Friend.as_str()).bind(other.0);
                    untie.execute(&mut *all).await?;
                }
            }
            let query = sqlx::query(TIE).bind(person.0).bind(bond.as_str()).bind(other.0).bind(at);
            query.execute(&mut *all).await?;
            let sql = "select count(*) from bonds where person_id = $1 and kind = $2 and other_id = $3";
            let query = sqlx::query_scalar::<_, i64>(sql).bind(person.0).bind(bond.as_str()).bind(other.0);
            let there = query.fetch_one(&mut *all).await?;
            all.commit().await?;
            there
        })?;
        if there == 0 { Err(Error::Nothing("person")) } else { Ok(()) }
    }

    /// Ends a bond of a person to another. Friendship ends from both sides, and so does the wish for it.
    pub async fn untie(&self, person: PersonId, bond: Bond, other: PersonId) -> Result<()> {
        on!(self.write(), db => {
            let mut all = db.begin().await?;
            sqlx::query(UNTIE).bind(person.0).bind(bond.as_str()).bind(other.0).execute(&mut *all).await?;
            if bond == Bond::Friend {
                sqlx::query(UNTIE).bind(other.0).bind(bond.as_str()).bind(person.0).execute(&mut *all).await?;
            }
            all.commit().await?;
        })
    }

    /// The bonds of a person, and those of others who wish to be their friends; by the time since when.
    pub async fn ties_of(&self, person: PersonId) -> Result<Vec<Tie>> {
        let rows = on!(self.read(), db => sqlx::query_as::<_, TieRow>(TIES).bind(person.0).fetch_all(db).await?)?;
        let tie = |row: TieRow| {
            Ok(Tie { other: PersonId(row.other), bond: Bond::read(&row.kind)?, own: row.own, at: row.at })
        };
        let mut ties = rows.into_iter().map(tie).collect::<Result<Vec<_>>>()?;
        ties.sort_by_key(|tie| (tie.at, tie.other, tie.bond, tie.own));
        Ok(ties)
    }

    /// How many bonds of a kind a person has.
    pub async fn count_ties(&self, person: PersonId, bond: Bond) -> Result<u64> {
        let count = on!(self.read(), db => {
            sqlx::query_scalar::<_, i64>(COUNT).bind(person.0).bind(bond.as_str()).fetch_one(db).await?
        })?;
        Ok(count as u64)
    }

    /// Whether two are friends.
    pub async fn are_friends(&self, one: PersonId, other: PersonId) -> Result<bool> {
        let count = on!(self.read(), db => {
            sqlx::query_scalar::<_, i64>(FRIENDS).bind(one.0).bind(other.0).fetch_one(db).await?
        })?;
        Ok(count > 0)
    }

    /// Whether any of some people blocks a person.
    pub async fn is_shunned(&self, person: PersonId, by: &[PersonId]) -> Result<bool> {
        let list = serde_json::to_string(&by.iter().map(|one| [one.0]).collect::<Vec<_>>());
        let list = list.map_err(|error| Error::Refused(error.to_string()))?;
        let sql = SHUNNED.sql(self.read());
        let count = on!(self.read(), db => {
            sqlx::query_scalar::<_, i64>(sql).bind(&list).bind(person.0).fetch_one(db).await?
        })?;
        Ok(count > 0)
    }

    /// Keeps an invitation by name; a person has at most one to a table.
    pub async fn invite(&self, invite: &Invite) -> Result<()> {
        on!(self.write(), db => {
            let query = sqlx::query(INVITE).bind(invite.person.0).bind(invite.table.0).bind(i64::from(invite.seat));
            query.bind(invite.from.0).bind(invite.at).execute(db).await.map(drop)?;
        })
    }

    /// The invitations of a person to tables that still wait for players, newest first.
    pub async fn invites_of(&self, person: PersonId) -> Result<Vec<Invite>> {
        let rows = on!(self.read(), db => {
            sqlx::query_as::<_, InviteRow>(INVITES).bind(person.0).fetch_all(db).await?
        })?;
        let invite = |row: InviteRow| Invite {
            person: PersonId(row.person_id),
            table: TableId(row.table_id),
            seat: row.seat as u8,
            from: PersonId(row.from_id),
            at: row.at,
        };
        Ok(rows.into_iter().map(invite).collect())
    }

    /// Turns an invitation down.
    pub async fn decline(&self, person: PersonId, table: TableId) -> Result<()> {
        let sql = "delete from invites where person_id = $1 and table_id = $2";
        on!(self.write(), db => sqlx::query(sql).bind(person.0).bind(table.0).execute(db).await.map(drop)?)
    }

    /// Deletes old invitations.
    pub async fn expire_invites(&self, before: i64) -> Result<u64> {
        on!(self.write(), db => sqlx::query(EXPIRE).bind(before).execute(db).await?.rows_affected())
    }
}
