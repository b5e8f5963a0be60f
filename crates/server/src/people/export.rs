//! The export of all that is stored about a person.

use protocol::{Line, LineKind, TableLine};
use serde::Serialize;
use serde_json::Value as Json;
use utoipa::ToSchema;

use super::{LoggedIn, me};
use crate::{App, Refused};

/// The most pages of a table's log that are searched for a person's chat.
const PAGES: usize = 1000;

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
    /// What the person said at tables.
    pub chats: Vec<Chat>,
    /// The person's notifications.
    #[serde(rename = "news")]
    #[schema(value_type = Vec<Object>)]
    pub notifications: Vec<Json>,
    /// What the person has reported.
    pub reports: Vec<Reported>,
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

impl App {
    /// Collects all that is stored about a person.
    pub async fn export(&self, asking: &LoggedIn) -> Result<Exported, Refused> {
        let person = &asking.person;
        let kept = self.store.export(person.id).await?;
        let who = asking.principal();
        let mut chats = Vec::new();
        for table in &kept.tables {
            let mut before = None;
            for _ in 0..PAGES {
                let page = self.hub.log(*table, &who, before).await?;
                chats.extend(page.lines.iter().filter_map(|line| own_words(line, &who.id, &table.to_string())));
                before = page.lines.first().map(|line| line.version);
                if !page.more || before.is_none() {
                    break;
                }
            }
        }
        chats.sort_by_key(|chat| chat.at);
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
        let tables = if kept.tables.is_empty() { Vec::new() } else { self.hub.list_mine(&who).await? };
        Ok(Exported {
            me: me(person),
            created_at: person.created_at,
            seen_at: person.seen_at,
            settings: self.people.settings(person.id).await?.0,
            keys: kept.tokens.into_iter().map(key).collect(),
            tables,
            chats,
            notifications: kept.notifications.iter().filter_map(|kept| serde_json::from_str(&kept.body).ok()).collect(),
            reports: kept.reports.into_iter().map(reported).collect(),
        })
    }
}

fn own_words(line: &Line, id: &str, table: &str) -> Option<Chat> {
    match &line.what {
        LineKind::Chat { person, text, .. } if person == id => {
            Some(Chat { table: table.to_owned(), at: line.at, text: text.clone() })
        }
        _ => None,
    }
}
