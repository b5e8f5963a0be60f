//! What a host does with `quipu admin`, whether the server runs or not.

use std::path::Path;

use store::{
    Audit, Backend, Filter, Flag, IndexRow, NewAudit, Person, PersonId, Report, ReportId, Store, TableId, TokenKind,
};

pub use store::TableState;

use crate::app::{App, Shared};
use crate::assets::Client;
use crate::hub::Principal;
use crate::people::password::Passwords;
use crate::people::token;
use crate::ratings::Recomputed;
use crate::{Config, Refused};

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failed {
    /// There is no such person.
    #[error("there is no person '{0}'; 'quipu admin people' lists them, guests by their id")]
    Nobody(String),
    /// The text is not an id of this kind.
    #[error("'{0}' is not the id of a {1}; 'quipu admin {1}s' lists them")]
    NoSuch(String, &'static str),
    /// Only accounts have a password.
    #[error("{0} is a guest, and guests have no password")]
    Guest(String),
    /// The store did not do it.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The server did not do it.
    #[error("{0}")]
    Refused(String),
}

impl From<protocol::Refusal> for Failed {
    fn from(refusal: protocol::Refusal) -> Failed {
        Failed::Refused(refusal.reason.text)
    }
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Failed {
        refused.refusal.into()
    }
}

/// The host's view of a store.
pub struct Admin {
    app: Shared,
    /// Which of the hosts it is, for the audit log.
    actor: String,
}

/// To whom something is done, where, and why, for the audit log.
#[derive(Default)]
struct About {
    person: Option<PersonId>,
    table: Option<TableId>,
    why: String,
}

impl About {
    fn person(person: &Person, why: impl Into<String>) -> About {
        About { person: Some(person.id), why: why.into(), ..About::default() }
    }

    fn table(table: TableId, why: impl Into<String>) -> About {
        About { table: Some(table), why: why.into(), ..About::default() }
    }
}

impl Admin {
    /// Opens the data of a server, whether it runs or not, for one of its hosts.
    pub async fn open(config: Config, actor: &str) -> Result<Admin, store::Error> {
        Ok(Admin { app: App::open(config, Client::default()).await?, actor: actor.to_owned() })
    }

    /// Does something, which is noted first: the audit log knows all that happens. What fails is noted, too.
    async fn noted<T>(
        &self,
        what: &str,
        about: About,
        work: impl Future<Output = Result<T, Failed>>,
    ) -> Result<T, Failed> {
        let note = async |what: String, why: String| {
            let (at, actor) = (self.app.time.now(), self.actor.clone());
            let new = NewAudit { at, actor, what, person: about.person, table: about.table, why };
            self.app.store.add_audit(&new).await
        };
        note(what.to_owned(), about.why.clone()).await?;
        let done = work.await;
        if let Err(failed) = &done {
            note(format!("{what} failed"), failed.to_string()).await?;
        }
        done
    }

    /// What hosts did, the newest first.
    pub async fn audits(&self, limit: u32) -> Result<Vec<Audit>, Failed> {
        Ok(self.app.store.audits(limit).await?)
    }

    /// Finishes pending writes and closes the store.
    pub async fn close(self) {
        self.app.hub.shutdown().await;
        self.app.store.close().await;
    }

    /// The people, the newest first.
    pub async fn people(&self, limit: u32) -> Result<Vec<Person>, Failed> {
        Ok(self.app.store.latest_people(None, limit).await?)
    }

    /// The tables, the newest first; all, or those in a state.
    pub async fn tables(&self, state: Option<TableState>, limit: u32) -> Result<Vec<IndexRow>, Failed> {
        let filter = Filter { states: state.into_iter().collect(), limit, ..Filter::default() };
        Ok(self.app.store.list(&filter).await?)
    }

    /// What players reported: open reports, or all.
    pub async fn reports(&self, all: bool, limit: u32) -> Result<Vec<Report>, Failed> {
        Ok(self.app.store.reports(all, limit).await?)
    }

    /// Makes the results and the ratings again from the logs.
    pub async fn recompute_ratings(&self) -> Result<Recomputed, Failed> {
        let work = Box::pin(async { Ok(self.app.recompute().await?) });
        self.noted("ratings recompute", About::default(), work).await
    }

    /// What looks wrong about rated matches, and was not dealt with.
    pub async fn flags(&self, limit: u32) -> Result<Vec<Flag>, Failed> {
        Ok(self.app.store.flags(limit).await?)
    }

    /// Marks what looks wrong about the match of a table as dealt with.
    pub async fn handle_flags(&self, id: &str) -> Result<(), Failed> {
        let (id, now) = (table(id)?, self.app.time.now());
        let work = async { Ok(self.app.store.handle_flags(id, now).await?) };
        self.noted("ratings handle", About::table(id, ""), work).await
    }

    /// Marks a report as dealt with.
    pub async fn handle(&self, report: &str) -> Result<(), Failed> {
        let id: ReportId = report.parse().map_err(|_| Failed::NoSuch(report.to_owned(), "report"))?;
        let work = async { Ok(self.app.store.handle_report(id, self.app.time.now()).await?) };
        self.noted("handle", About { why: format!("report {id}"), ..About::default() }, work).await
    }

    /// Finds a person by id, or an account by name.
    pub async fn find(&self, named: &str) -> Result<Person, Failed> {
        if let Ok(id) = named.parse::<PersonId>()
            && let Some(person) = self.app.store.person(id).await?
        {
            return Ok(person);
        }
        self.app.store.person_by_name(named).await?.ok_or_else(|| Failed::Nobody(named.to_owned()))
    }

    /// Ends all logins and the password of an account. Returns a recovery code by which its owner sets a new password.
    pub async fn reset(&self, named: &str) -> Result<(Person, String), Failed> {
        let person = self.find(named).await?;
        if !person.account {
            return Err(Failed::Guest(person.name));
        }
        let code = token::recovery_code();
        let work = async {
            let hash = Passwords::new().hash(token::mint().0).await?;
            self.app.store.set_recovery_hash(person.id, Some(&token::recovery_hash(&code))).await?;
            self.app.store.set_password_hash(person.id, &hash).await?;
            Ok(self.app.store.delete_tokens_of(person.id, Some(TokenKind::Login)).await?)
        };
        self.noted("reset", About::person(&person, ""), work).await?;
        Ok((person, code))
    }

    /// Bans a person, or lifts the ban.
    pub async fn ban(&self, named: &str, why: Option<&str>) -> Result<Person, Failed> {
        let person = self.find(named).await?;
        let what = if why.is_some() { "ban" } else { "unban" };
        let work = async { Ok(self.app.store.ban(person.id, why).await?) };
        self.noted(what, About::person(&person, why.unwrap_or_default()), work).await?;
        Ok(person)
    }

    /// Mutes a person for a number of hours; 0 lifts the mute.
    pub async fn mute(&self, named: &str, hours: u32) -> Result<Person, Failed> {
        let person = self.find(named).await?;
        let until = self.app.time.now() + i64::from(hours) * 3_600_000;
        let (what, why) = if hours > 0 { ("mute", format!("{hours} hours")) } else { ("unmute", String::new()) };
        let work = async { Ok(self.app.store.mute(person.id, (hours > 0).then_some(until)).await?) };
        self.noted(what, About::person(&person, why), work).await?;
        Ok(person)
    }

    /// Deletes a person: their seats are left, their name, chat and settings are deleted.
    pub async fn delete_person(&self, named: &str) -> Result<Person, Failed> {
        let person = self.find(named).await?;
        let who = Principal { id: person.id.to_string(), name: person.name.clone(), program: None };
        let work = Box::pin(async {
            self.app.hub.leave_all(&who).await?;
            self.app.hub.forget(person.id).await?;
            Ok(self.app.store.delete_person(person.id).await?)
        });
        self.noted("delete-person", About::person(&person, ""), work).await?;
        Ok(person)
    }

    /// Closes a table; it can still be read.
    pub async fn close_table(&self, id: &str, why: &str) -> Result<(), Failed> {
        let id = table(id)?;
        self.noted("close", About::table(id, why), async { Ok(self.app.hub.close(id, why).await?) }).await
    }

    /// Deletes a table with its log.
    pub async fn delete_table(&self, id: &str) -> Result<(), Failed> {
        let id = table(id)?;
        let work = Box::pin(async { Ok(self.app.hub.delete(id).await?) });
        self.noted("delete-table", About::table(id, ""), work).await
    }
}

fn table(id: &str) -> Result<TableId, Failed> {
    id.parse().map_err(|_| Failed::NoSuch(id.to_owned(), "table"))
}

/// Writes a backup, even while the server runs.
pub async fn backup(backend: &Backend, to: &Path) -> Result<(), store::Error> {
    let store = Store::open(backend).await?;
    let done = store.backup(to).await;
    store.close().await;
    done
}

/// Restores a backup into an empty database.
pub async fn restore(from: &Path, backend: &Backend) -> Result<(), store::Error> {
    Store::restore(from, backend).await
}
