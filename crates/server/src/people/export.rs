//! The export of all that is stored about a person.

use std::io;
use std::sync::Arc;

use axum::body::Bytes;
use protocol::TableLine;
use serde::Serialize;
use serde_json::Value as Json;
use session::LogEntry;
use store::{StoredEntry, TableId};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::LoggedIn;
use crate::history::{Audience, Wanted};
use crate::limits::Source;
use crate::{App, Refused};

/// How many pieces of an export wait for a reader who takes their time.
const PIECES: usize = 4;

/// All that is stored about a person.
#[derive(Serialize, ToSchema)]
pub struct Exported {
    /// Who.
    pub me: protocol::Me,
    /// When the person first came, in milliseconds since 1970.
    pub created_at: i64,
    /// When the person was last seen.
    pub seen_at: i64,
    /// What the person has set.
    pub settings: protocol::Settings,
    /// Logins and other tokens, without the tokens themselves.
    pub keys: Vec<Key>,
    /// The tables with a seat of the person.
    pub tables: Vec<TableLine>,
    /// The person's notifications.
    #[serde(rename = "news")]
    #[schema(value_type = Vec<Object>)]
    pub notifications: Vec<Json>,
    /// What the person has reported.
    pub reports: Vec<Reported>,
    /// The person's finished matches, newest first.
    pub matches: Vec<protocol::MatchLine>,
    /// The person's ratings.
    pub ratings: Vec<Rated>,
    /// What looked wrong about rated matches of the person, without the others concerned.
    pub flagged: Vec<Flagged>,
    /// Friends, requests, blocks, mutes and invitations.
    pub company: protocol::Company,
    /// What the person waits to play with others, if they do.
    pub pairing: protocol::Pairing,
    /// The browsers of the person that are told of things while they are closed.
    pub push: Vec<PushedTo>,
    /// What the person noted about tables.
    pub notes: Vec<Noted>,
    /// When the person was away.
    pub vacations: Vec<Away>,
    /// What hosts did to the person: bans, mutes, and the like.
    pub moderation: Vec<Moderated>,
    /// What the person did as a host, on the host's page, without the people concerned.
    pub hosting: Vec<Moderated>,
    /// When it was last kept that the person came from some place, for each place. The places are not known.
    pub traces: Vec<i64>,
    /// What the person said at tables, table by table; the last field, since it is the longest.
    pub chats: Vec<Chat>,
}

/// The end of an export without chats.
const NO_CHATS: &str = "\"chats\":[]}";

/// A browser that is told of things while it is closed.
#[derive(Serialize, ToSchema)]
pub struct PushedTo {
    /// The service by which it is told.
    pub service: String,
    /// Since when.
    pub at: i64,
}

/// A note to oneself.
#[derive(Serialize, ToSchema)]
pub struct Noted {
    /// About which table.
    pub table: String,
    /// When.
    pub at: i64,
    /// What.
    pub text: String,
}

/// A vacation.
#[derive(Serialize, ToSchema)]
pub struct Away {
    /// From when.
    pub from: i64,
    /// Until when.
    pub until: i64,
}

/// A rating of a person.
#[derive(Serialize, ToSchema)]
pub struct Rated {
    /// The game, with the options that change it.
    pub ladder: String,
    /// The rating, in points.
    pub rating: i32,
    /// How sure it is, in points.
    pub deviation: i32,
    /// How many rated matches were played.
    pub games: i64,
    /// How many of them were won.
    pub wins: i64,
}

/// Something that looked wrong about a rated match.
#[derive(Serialize, ToSchema)]
pub struct Flagged {
    /// What.
    pub kind: String,
    /// At which table.
    pub table: String,
    /// When the match ended.
    pub at: i64,
}

/// A token of a person.
#[derive(Serialize, ToSchema)]
pub struct Key {
    /// What it is for.
    pub kind: String,
    /// The label by which its owner knows it.
    pub label: String,
    /// Since when.
    pub created_at: i64,
    /// Until when.
    pub expires_at: Option<i64>,
}

/// What a host did.
#[derive(Serialize, ToSchema)]
pub struct Moderated {
    /// When.
    pub at: i64,
    /// What.
    pub what: String,
    /// Why.
    pub why: String,
}

/// A chat line.
#[derive(Serialize, ToSchema)]
pub struct Chat {
    /// Where.
    pub table: String,
    /// When.
    pub at: i64,
    /// What.
    pub text: String,
}

/// A report.
#[derive(Serialize, ToSchema)]
pub struct Reported {
    /// When.
    pub at: i64,
    /// At which table.
    pub table: Option<String>,
    /// About whom.
    pub person: Option<String>,
    /// What.
    pub text: String,
}

/// A piece of an export, or why it breaks off.
type Piece = Result<Bytes, io::Error>;

impl App {
    /// All that is stored about a person, as text in JSON, piece by piece. It is collected in the background: each log
    /// is read once, and only as fast as the pieces are taken.
    pub async fn export(self: &Arc<App>, asking: &LoggedIn, from: Source) -> Result<mpsc::Receiver<Piece>, Refused> {
        let place = self.hub.reading().place(from).await?;
        let kept = self.store.export(asking.person.id).await?;
        let tables = kept.tables.clone();
        let rest = serde_json::to_string(&self.without_chats(asking, kept).await?);
        let rest = rest.map_err(|error| Refused::malformed(error.to_string()))?;
        // The chats are written last, in place of the empty list with which the rest ends.
        let before = rest.strip_suffix(NO_CHATS).unwrap_or_else(|| unreachable!("chats are the last field"));
        let opening = format!("{before}{}", &NO_CHATS[..NO_CHATS.len() - 2]);
        let (sender, receiver) = mpsc::channel(PIECES);
        let (app, person) = (self.clone(), asking.person.id.to_string());
        let patience = self.config.bounds.answer_time;
        tokio::spawn(async move {
            let told = async {
                let piece = |text: String| sender.send_timeout(Ok(text.into()), patience);
                piece(opening).await.ok()?;
                let mut first = true;
                for table in tables {
                    let said = app.said_at(table, person.clone()).await;
                    let text = match said.map(|said| joined(&said, &mut first)) {
                        Ok(text) => text,
                        Err(refused) => {
                            let broken = Err(io::Error::other(refused.refusal.reason.text));
                            sender.send_timeout(broken, patience).await.ok()?;
                            return None;
                        }
                    };
                    piece(text).await.ok()?;
                }
                piece("]}".to_owned()).await.ok()
            };
            if told.await.is_none() {
                tracing::debug!("an export broke off");
            }
            drop(place);
        });
        Ok(receiver)
    }

    /// What a person said at a table.
    async fn said_at(&self, table: TableId, person: String) -> Result<Vec<Chat>, Refused> {
        let log = match self.store.log(table, 0).await {
            Err(store::Error::NoTable(_)) => return Ok(Vec::new()),
            log => log?,
        };
        let own = move || log.iter().filter_map(|entry| own_words(entry, &person, table)).collect();
        Ok(self.hub.reading().work(own).await?)
    }

    /// All finished matches of a person.
    async fn all_matches(&self, person: store::PersonId) -> Result<Vec<protocol::MatchLine>, Refused> {
        let (mut all, mut wanted) = (Vec::new(), Wanted::default());
        loop {
            let page = self.matches(person, &wanted, &Audience::Table).await?;
            all.extend(page.matches);
            let Some(next) = page.next else { return Ok(all) };
            wanted.before = Some(next);
        }
    }

    /// All that is stored about a person but what they said, with an empty list in its place.
    async fn without_chats(&self, asking: &LoggedIn, kept: store::Export) -> Result<Exported, Refused> {
        let person = &asking.person;
        let who = asking.principal();
        let key = |token: store::Token| Key {
            kind: serde_json::to_value(token.kind)
                .ok()
                .and_then(|kind| kind.as_str().map(str::to_owned))
                .unwrap_or_default(),
            label: token.label,
            created_at: token.created_at,
            expires_at: token.expires_at,
        };
        let reported = |report: store::Report| Reported {
            at: report.at,
            table: report.table.map(|table| table.to_string()),
            person: report.about.map(|person| person.to_string()),
            text: report.text,
        };
        let moderated = |audit: store::Audit| {
            let store::NewAudit { at, what, why, .. } = audit.done;
            Moderated { at, what, why }
        };
        let rated = |standing: store::LadderRow| Rated {
            ladder: standing.ladder,
            rating: rating::shown(standing.rating),
            deviation: rating::shown(standing.deviation),
            games: standing.games,
            wins: standing.wins,
        };
        let flagged =
            |one: store::Flag| Flagged { kind: one.flag.kind, table: one.flag.table.to_string(), at: one.flag.at };
        let pushed = |browser: store::PushSubscription| {
            let service = url::Url::parse(&browser.endpoint).ok().map(|url| url.origin().ascii_serialization());
            PushedTo { service: service.unwrap_or_default(), at: browser.at }
        };
        let noted = |note: store::Note| Noted { table: note.table.to_string(), at: note.at, text: note.text };
        let away = |one: store::Vacation| Away { from: one.begins_at, until: one.ends_at };
        let tables = if kept.tables.is_empty() { Vec::new() } else { self.hub.list_mine(&who).await? };
        Ok(Exported {
            me: self.people.me(person),
            created_at: person.created_at,
            seen_at: person.seen_at,
            settings: self.people.settings(person.id).await?.0,
            keys: kept.tokens.into_iter().map(key).collect(),
            tables,
            chats: Vec::new(),
            notifications: kept.notifications.iter().filter_map(|kept| serde_json::from_str(&kept.body).ok()).collect(),
            reports: kept.reports.into_iter().map(reported).collect(),
            company: self.company(person).await?,
            pairing: self.pairing(person).await?,
            push: kept.push.into_iter().map(pushed).collect(),
            notes: kept.notes.into_iter().map(noted).collect(),
            vacations: kept.vacations.into_iter().map(away).collect(),
            moderation: kept.audits.into_iter().map(moderated).collect(),
            hosting: kept.hosted.into_iter().map(moderated).collect(),
            matches: self.all_matches(person.id).await?,
            ratings: self.store.standings_of(&person.id.to_string()).await?.into_iter().map(rated).collect(),
            flagged: self.store.flags_of(&person.id.to_string()).await?.into_iter().map(flagged).collect(),
            traces: self.store.traces_of(person.id).await?,
        })
    }
}

/// Chats as elements of a list that goes on.
fn joined(said: &[Chat], first: &mut bool) -> String {
    let comma = |first: &mut bool| if std::mem::take(first) { "" } else { "," };
    let written = |chat: &Chat| serde_json::to_string(chat).unwrap_or_else(|error| unreachable!("plain data: {error}"));
    said.iter().map(|chat| format!("{}{}", comma(first), written(chat))).collect()
}

fn own_words(entry: &StoredEntry, id: &str, table: TableId) -> Option<Chat> {
    match serde_json::from_str(&entry.body).ok()? {
        LogEntry::Chat { person, text, .. } if person == id => {
            Some(Chat { table: table.to_string(), at: entry.at, text })
        }
        _ => None,
    }
}
