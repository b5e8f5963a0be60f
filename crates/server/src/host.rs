//! What hosts see, on their page and by command: how the server stands, and lists of people, tables, reports, flags and
//! of what hosts did.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use protocol::{
    HostAudit, HostAudits, HostCount, HostFlag, HostFlags, HostOverview, HostPeople, HostPerson, HostRatings,
    HostReport, HostReports, HostStorage, HostTable, HostTables, HostWho,
};
use serde::Deserialize;
use store::{
    Audit, AuditId, Backend, Census, Circle, Cursor, Filter, Flag, IndexRow, NewFlag, PeopleCursor, PeopleFilter,
    Person, PersonId, Report, ReportId, Storage, TableId, TableState,
};
use utoipa::IntoParams;

use crate::errands::RATINGS;
use crate::{App, Refused};

/// How many entries a page of a list has.
pub const PAGE: u32 = 50;

/// Counts are cached for this many times as long as counting took, so that it takes a small share of the database's
/// time.
const KEPT: u32 = 20;

/// What was last counted, how long that took, and when.
#[derive(Default)]
pub struct Counted(Mutex<Option<(Instant, Duration, Census, Storage)>>);

/// The part of a list that a host wants.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AskedPage {
    /// The page after this position, which the page before names.
    pub before: Option<String>,
    /// How many at most, up to 50.
    pub limit: Option<u32>,
}

/// The people that a host wants to see.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AskedPeople {
    /// Only those whose name begins like this, by name; or the one of this id. All others are listed newest first.
    #[serde(default)]
    pub named: String,
    /// `accounts`, `banned` or `hosts` for these alone.
    #[serde(default)]
    pub only: String,
    /// The page after this position, which the page before names.
    pub before: Option<String>,
    /// How many at most, up to 50.
    pub limit: Option<u32>,
}

/// The tables that a host wants to see.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AskedTables {
    /// `gathering`, `playing`, `over` or `closed` for these alone.
    #[serde(default)]
    pub state: String,
    /// Only those of the person of this id.
    #[serde(default)]
    pub person: String,
    /// The page after this position, which the page before names.
    pub before: Option<String>,
    /// How many at most, up to 50.
    pub limit: Option<u32>,
}

/// The reports that a host wants to see.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AskedReports {
    /// `yes` for those, too, that were dealt with.
    #[serde(default)]
    pub all: String,
    /// The page after this position, which the page before names.
    pub before: Option<String>,
    /// How many at most, up to 50.
    pub limit: Option<u32>,
}

fn most(limit: Option<u32>) -> u32 {
    limit.unwrap_or(PAGE).clamp(1, PAGE)
}

fn lost() -> Refused {
    Refused::malformed("'before' is what the page before calls 'next'")
}

/// A time and an id, as a position is written.
fn position<T: FromStr>(text: Option<&str>) -> Result<Option<(i64, T)>, Refused> {
    let read = |text: &str| {
        let (at, id) = text.split_once('.')?;
        Some((at.parse().ok()?, id.parse().ok()?))
    };
    text.map(|text| read(text).ok_or_else(lost)).transpose()
}

/// Cuts a list that has one more than was wanted. Says where the next page begins, if there is one.
fn page<T>(all: &mut Vec<T>, most: u32, written: impl Fn(&T) -> String) -> Option<String> {
    let more = all.len() > most as usize;
    all.truncate(most as usize);
    all.last().filter(|_| more).map(written)
}

fn count(what: &str, count: u64) -> HostCount {
    HostCount { what: what.to_owned(), count }
}

/// A person as hosts see them.
pub(crate) fn seen(person: Person) -> HostPerson {
    HostPerson {
        id: person.id.to_string(),
        name: person.name,
        account: person.account,
        host: person.host,
        created: person.created_at,
        seen: person.seen_at,
        banned: person.banned,
        muted_until: person.muted_until,
    }
}

/// The names of some people.
struct Names(BTreeMap<PersonId, Person>);

impl Names {
    fn who(&self, id: PersonId) -> HostWho {
        HostWho { id: id.to_string(), name: self.0.get(&id).map(|person| person.name.clone()) }
    }

    /// A player, as ratings know them: a person's id, or the name of a bot.
    fn player(&self, key: &str) -> HostWho {
        key.parse().map_or_else(|_| HostWho { id: key.to_owned(), name: None }, |id| self.who(id))
    }
}

impl App {
    async fn names(&self, people: impl IntoIterator<Item = PersonId>) -> Result<Names, Refused> {
        let mut people: Vec<PersonId> = people.into_iter().collect();
        people.sort_unstable();
        people.dedup();
        Ok(Names(self.store.people(&people).await?))
    }

    /// How the server stands.
    pub async fn overview(&self) -> Result<HostOverview, Refused> {
        let (census, storage) = self.count().await?;
        let people = [
            ("accounts", census.accounts),
            ("guests", census.guests),
            ("banned", census.banned),
            ("hosts", census.hosts),
        ];
        let rows =
            [("matches", census.results), ("audits", census.audits), ("logins", census.tokens), ("jobs", census.jobs)];
        let counts = |all: &[(&str, u64)]| all.iter().map(|(what, n)| count(what, *n)).collect();
        Ok(HostOverview {
            at: self.time.now(),
            people: counts(&people),
            tables: TableState::ALL.map(|state| count(state.as_str(), census.in_state(state))).to_vec(),
            reports: census.reports,
            nodes: self.nodes().await?,
            storage: HostStorage {
                database: if self.store.is_shared() { "postgres" } else { "sqlite" }.to_owned(),
                bytes: storage.bytes,
                free: self.free().await,
                oldest: storage.oldest,
                rows: counts(&rows),
            },
            ratings: HostRatings {
                rated: census.rated,
                pending: census.pending,
                flags: census.flags,
                recompute: self.errand(RATINGS).await?,
            },
        })
    }

    /// What there is, counted now or a little while ago.
    async fn count(&self) -> Result<(Census, Storage), Refused> {
        let kept = *self.counted.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((since, took, census, storage)) = kept
            && since.elapsed() < took * KEPT
        {
            return Ok((census, storage));
        }
        let begun = Instant::now();
        let (census, storage) = (self.store.census().await?, self.store.storage().await?);
        let counted = (Instant::now(), begun.elapsed(), census, storage);
        *self.counted.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(counted);
        Ok((census, storage))
    }

    /// How many bytes are free where the database lies, if it lies here.
    async fn free(&self) -> Option<u64> {
        let Backend::File(file) = self.config.backend.clone() else { return None };
        tokio::task::spawn_blocking(move || free(&file)).await.ok().flatten()
    }

    /// A page of people.
    pub async fn host_people(&self, asked: &AskedPeople) -> Result<HostPeople, Refused> {
        let circle = match asked.only.as_str() {
            "" => Circle::All,
            "accounts" => Circle::Accounts,
            "banned" => Circle::Banned,
            "hosts" => Circle::Hosts,
            _ => return Err(Refused::malformed("'only' is accounts, banned or hosts")),
        };
        let named = asked.named.trim();
        storable(named)?;
        if let Ok(id) = named.parse::<PersonId>()
            && let Some(person) = self.store.person(id).await?
        {
            return Ok(HostPeople { people: vec![seen(person)], next: None });
        }
        let after = asked.before.as_deref().map(|text| read_cursor(text).ok_or_else(lost)).transpose()?;
        let filter = PeopleFilter { named: named.to_owned(), circle, after, limit: most(asked.limit) };
        let (people, next) = self.store.list_people(&filter).await?;
        let next = next.map(|PeopleCursor { created_at, person, name }| format!("{created_at}.{person}.{name}"));
        Ok(HostPeople { people: people.into_iter().map(seen).collect(), next })
    }

    /// A page of tables, newest first.
    pub async fn host_tables(&self, asked: &AskedTables) -> Result<HostTables, Refused> {
        let states = match asked.state.as_str() {
            "" => Vec::new(),
            word => {
                let known = TableState::ALL.into_iter().find(|state| state.as_str() == word);
                vec![known.ok_or_else(|| Refused::malformed("'state' is gathering, playing, over or closed"))?]
            }
        };
        let id = |text: &str| text.parse().map_err(|_| Refused::malformed("'person' is the id of a person"));
        let person = Some(asked.person.as_str()).filter(|text| !text.is_empty()).map(id).transpose()?;
        let before = position(asked.before.as_deref())?;
        let before = before.map(|(created_at, table)| Cursor { created_at, table });
        let most = most(asked.limit);
        let filter = Filter { states, person, before, limit: most + 1, ..Filter::default() };
        let mut rows = self.store.list(&filter).await?;
        let next = page(&mut rows, most, |row| format!("{}.{}", row.created_at, row.table));
        let names = self.names(rows.iter().flat_map(|row| row.index.people.iter().copied())).await?;
        let table = |row: IndexRow| HostTable {
            id: row.table.to_string(),
            game: row.index.game,
            state: row.index.state.as_str().to_owned(),
            public: row.index.public,
            people: row.index.people.iter().map(|person| names.who(*person)).collect(),
            entries: row.last_seq,
            created: row.created_at,
            touched: row.touched_at,
        };
        Ok(HostTables { tables: rows.into_iter().map(table).collect(), next })
    }

    /// A page of reports, newest first.
    pub async fn host_reports(&self, asked: &AskedReports) -> Result<HostReports, Refused> {
        let all = match asked.all.as_str() {
            "yes" => true,
            "" | "no" => false,
            _ => return Err(Refused::malformed("'all' is yes or no")),
        };
        let before = position::<ReportId>(asked.before.as_deref())?;
        let most = most(asked.limit);
        let mut rows = self.store.reports(all, before, most + 1).await?;
        let next = page(&mut rows, most, |row| format!("{}.{}", row.at, row.id));
        let names = self.names(rows.iter().flat_map(|row| row.from.into_iter().chain(row.about))).await?;
        let report = |row: Report| HostReport {
            id: row.id.to_string(),
            from: row.from.map(|person| names.who(person)),
            about: row.about.map(|person| names.who(person)),
            table: row.table.map(|table| table.to_string()),
            text: row.text,
            at: row.at,
            handled: row.handled_at,
        };
        Ok(HostReports { reports: rows.into_iter().map(report).collect(), next })
    }

    /// A page of what looks wrong about rated matches, newest first.
    pub async fn host_flags(&self, asked: &AskedPage) -> Result<HostFlags, Refused> {
        let before = asked.before.as_deref().map(|text| read_flag(text).ok_or_else(lost)).transpose()?;
        let most = most(asked.limit);
        let mut rows = self.store.flags(before.as_ref(), most + 1).await?;
        let written = |Flag { flag, .. }: &Flag| format!("{}.{}.{}.{}", flag.at, flag.table, flag.kind, flag.players);
        let next = page(&mut rows, most, written);
        let players = rows.iter().flat_map(|row| row.flag.players.split(' ')).filter_map(|key| key.parse().ok());
        let names = self.names(players).await?;
        let flag = |Flag { flag, .. }: Flag| HostFlag {
            table: flag.table.to_string(),
            kind: flag.kind,
            players: flag.players.split(' ').map(|key| names.player(key)).collect(),
            at: flag.at,
        };
        Ok(HostFlags { flags: rows.into_iter().map(flag).collect(), next })
    }

    /// A page of what hosts did, newest first.
    pub async fn host_audits(&self, asked: &AskedPage) -> Result<HostAudits, Refused> {
        let before = position::<AuditId>(asked.before.as_deref())?;
        let most = most(asked.limit);
        let mut rows = self.store.audits(before, most + 1).await?;
        let next = page(&mut rows, most, |row| format!("{}.{}", row.done.at, row.id));
        Ok(HostAudits { audits: self.told(rows).await?, next })
    }

    /// What hosts did, with names.
    pub(crate) async fn told(&self, rows: Vec<Audit>) -> Result<Vec<HostAudit>, Refused> {
        let names = self.names(rows.iter().flat_map(|row| row.done.host.into_iter().chain(row.done.person))).await?;
        let audit = |Audit { done, .. }: Audit| HostAudit {
            at: done.at,
            host: done.host.map(|host| names.who(host)),
            actor: Some(done.actor).filter(|actor| !actor.is_empty()),
            what: done.what,
            person: done.person.map(|person| names.who(person)),
            table: done.table.map(|table| table.to_string()),
            why: done.why,
        };
        Ok(rows.into_iter().map(audit).collect())
    }
}

/// Refuses a text that a database cannot store: a query with it would fail.
fn storable(text: &str) -> Result<(), Refused> {
    if text.contains('\0') { Err(Refused::malformed("a text has no zero byte")) } else { Ok(()) }
}

fn read_cursor(text: &str) -> Option<PeopleCursor> {
    let mut parts = text.splitn(3, '.');
    let (created_at, person) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let name = parts.next()?.to_owned();
    (!name.contains('\0')).then_some(PeopleCursor { created_at, person, name })
}

fn read_flag(text: &str) -> Option<NewFlag> {
    let mut parts = text.splitn(4, '.');
    let (at, table): (i64, TableId) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let (kind, players) = (parts.next()?.to_owned(), parts.next()?.to_owned());
    (!text.contains('\0')).then_some(NewFlag { table, kind, players, at })
}

/// How many bytes are free where a file lies.
#[cfg(unix)]
fn free(file: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(file).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Other systems are not asked.
#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}
