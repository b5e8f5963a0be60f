//! What a host does: with `quipu admin`, whether the server runs or not, and on the host's page. Both do it in the same
//! way, and all of it is noted.

use std::path::Path;

use protocol::{HostAudit, HostOverview, RefusalCode};
use store::{
    Backend, Filter, Flag, IndexRow, NewAudit, PeopleFilter, Person, PersonId, Report, ReportId, Store, TableId,
    TokenKind,
};

pub use store::{Circle, TableState};

use crate::app::{App, Shared};
use crate::assets::Client;
use crate::errands::RATINGS;
use crate::hub::Principal;
use crate::people::password::Passwords;
use crate::people::token;
use crate::ratings::Recomputed;
use crate::{Config, Refused};

/// Why something was not done.
#[derive(Clone, Debug, thiserror::Error)]
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
    /// Only accounts can be hosts.
    #[error("{0} is a guest, and only an account can be a host")]
    NoAccount(String),
    /// On the page nothing is done to hosts.
    #[error("{0} is a host, to whom only 'quipu admin' does anything")]
    Host(String),
    /// The store did not do it.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The server did not do it.
    #[error("{}", .0.refusal.reason.text)]
    Refused(Box<Refused>),
}

impl From<protocol::Refusal> for Failed {
    fn from(refusal: protocol::Refusal) -> Failed {
        Refused::from(refusal).into()
    }
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Failed {
        Failed::Refused(Box::new(refused))
    }
}

impl From<Failed> for Refused {
    fn from(failed: Failed) -> Refused {
        let text = failed.to_string();
        match failed {
            Failed::Nobody(_) => Refused::missing("person"),
            Failed::NoSuch(_, what) => Refused::missing(what),
            Failed::Guest(_) => Refused::new(RefusalCode::NotNow, "guest_password", text),
            Failed::NoAccount(_) => Refused::new(RefusalCode::NotNow, "guest_host", text),
            Failed::Host(_) => Refused::new(RefusalCode::Forbidden, "is_host", text),
            Failed::Store(error) => error.into(),
            Failed::Refused(refused) => *refused,
        }
    }
}

/// Which of the hosts it is, for the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
enum By {
    /// Somebody at a terminal, as the system knows them.
    Command(String),
    /// An account, on the page.
    Account(PersonId),
}

/// The host's view of a store.
pub struct Admin {
    app: Shared,
    by: By,
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
        Ok(Admin { app: App::open(config, Client::default()).await?, by: By::Command(actor.to_owned()) })
    }

    /// The same on the page, for an account that is a host.
    pub(crate) fn on_page(app: Shared, host: PersonId) -> Admin {
        Admin { app, by: By::Account(host) }
    }

    /// Notes something in the audit log.
    async fn note(&self, what: String, about: &About, why: String) -> Result<(), Failed> {
        let (actor, host) = match &self.by {
            By::Command(actor) => (actor.clone(), None),
            By::Account(host) => (String::new(), Some(*host)),
        };
        let (at, person, table) = (self.app.time.now(), about.person, about.table);
        self.app.store.add_audit(&NewAudit { at, actor, host, what, person, table, why }).await?;
        Ok(())
    }

    /// Does something, which is noted first: the audit log knows all that happens. What fails is noted, too.
    async fn noted<T>(
        &self,
        what: &str,
        about: About,
        work: impl Future<Output = Result<T, Failed>>,
    ) -> Result<T, Failed> {
        self.note(what.to_owned(), &about, about.why.clone()).await?;
        let done = work.await;
        if let Err(failed) = &done {
            self.note(format!("{what} failed"), &about, failed.to_string()).await?;
        }
        done
    }

    /// How the server stands.
    pub async fn overview(&self) -> Result<HostOverview, Failed> {
        Ok(self.app.overview().await?)
    }

    /// What hosts did, the newest first.
    pub async fn audits(&self, limit: u32) -> Result<Vec<HostAudit>, Failed> {
        Ok(self.app.told(self.app.store.audits(None, limit).await?).await?)
    }

    /// Finishes pending writes and closes the store.
    pub async fn close(self) {
        self.app.hub.shutdown().await;
        self.app.store.close().await;
    }

    /// The people, the newest first; or those whose name begins like this, by name.
    pub async fn people(&self, named: &str, circle: Circle, limit: u32) -> Result<Vec<Person>, Failed> {
        let mut people = Vec::new();
        let mut filter = PeopleFilter { named: named.to_owned(), circle, ..PeopleFilter::default() };
        while people.len() < limit as usize {
            filter.limit = limit - people.len() as u32;
            let (page, next) = self.app.store.list_people(&filter).await?;
            people.extend(page);
            filter.after = next;
            if filter.after.is_none() {
                break;
            }
        }
        Ok(people)
    }

    /// The tables, the newest first; all, or those in a state.
    pub async fn tables(&self, state: Option<TableState>, limit: u32) -> Result<Vec<IndexRow>, Failed> {
        let filter = Filter { states: state.into_iter().collect(), limit, ..Filter::default() };
        Ok(self.app.store.list(&filter).await?)
    }

    /// What players reported: open reports, or all.
    pub async fn reports(&self, all: bool, limit: u32) -> Result<Vec<Report>, Failed> {
        Ok(self.app.store.reports(all, None, limit).await?)
    }

    /// Makes the results and the ratings again from the logs.
    pub async fn recompute_ratings(&self) -> Result<Recomputed, Failed> {
        let work = Box::pin(async {
            let begun = self.app.begin(RATINGS).await?;
            let progress = begun.progress.clone();
            Ok(Box::pin(self.app.carry(begun, self.app.recompute(&progress))).await?)
        });
        self.noted("ratings recompute", About::default(), work).await
    }

    /// Begins the same, which goes on beside the tables.
    pub(crate) async fn begin_recompute(self) -> Result<(), Failed> {
        let begun = self.noted("ratings recompute", About::default(), async { Ok(self.app.begin(RATINGS).await?) });
        let begun = begun.await?;
        tokio::spawn(async move {
            let progress = begun.progress.clone();
            let done = self.app.carry(begun, Box::pin(self.app.recompute(&progress))).await;
            let Err(refused) = done else { return };
            let why = refused.refusal.reason.text;
            tracing::warn!(why, "the ratings were not made anew");
            self.note("ratings recompute failed".to_owned(), &About::default(), why).await.ok();
        });
        Ok(())
    }

    /// What looks wrong about rated matches, and was not dealt with.
    pub async fn flags(&self, limit: u32) -> Result<Vec<Flag>, Failed> {
        Ok(self.app.store.flags(None, limit).await?)
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

    /// Lets an account use the host's page, or no longer.
    pub async fn set_host(&self, named: &str, host: bool) -> Result<Person, Failed> {
        let person = self.target(named).await?;
        if !person.account {
            return Err(Failed::NoAccount(person.name));
        }
        let work = async { Ok(self.app.store.set_host(person.id, host).await?) };
        self.noted(if host { "host" } else { "unhost" }, About::person(&person, ""), work).await?;
        Ok(person)
    }

    /// Finds the person for an action; on the page it refuses hosts.
    async fn target(&self, named: &str) -> Result<Person, Failed> {
        let person = self.find(named).await?;
        match self.by {
            By::Account(_) if person.host => Err(Failed::Host(person.name)),
            _ => Ok(person),
        }
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
        let person = self.target(named).await?;
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
        let person = self.target(named).await?;
        let what = if why.is_some() { "ban" } else { "unban" };
        let work = async { Ok(self.app.store.ban(person.id, why).await?) };
        self.noted(what, About::person(&person, why.unwrap_or_default()), work).await?;
        Ok(person)
    }

    /// Mutes a person for a number of hours; 0 lifts the mute.
    pub async fn mute(&self, named: &str, hours: u32) -> Result<Person, Failed> {
        let person = self.target(named).await?;
        let until = self.app.time.now() + i64::from(hours) * 3_600_000;
        let (what, why) = if hours > 0 { ("mute", format!("{hours} hours")) } else { ("unmute", String::new()) };
        let work = async { Ok(self.app.store.mute(person.id, (hours > 0).then_some(until)).await?) };
        self.noted(what, About::person(&person, why), work).await?;
        Ok(person)
    }

    /// Deletes a person: their seats are left, their name, chat and settings are deleted.
    pub async fn delete_person(&self, named: &str) -> Result<Person, Failed> {
        let person = self.target(named).await?;
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
