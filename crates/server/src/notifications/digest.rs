//! What somebody is told: one piece of news, or a digest of all that waits for them.

use protocol::Settings;
use serde_json::{Value, json};
use store::{Filter, PersonId, TableState};

use super::{Turn, Unsent, Why, language, path, sentence};
use crate::App;
use crate::people::names::Language;

/// What somebody is told.
pub(super) struct Told {
    /// All of it in a few words.
    pub(super) subject: String,
    /// The page that it leads to, within the client.
    pub(super) path: String,
    /// Each piece of news.
    pub(super) items: Vec<Item>,
    digest: bool,
}

/// A piece of news.
pub(super) struct Item {
    /// What happened.
    pub(super) text: String,
    /// Where.
    pub(super) link: String,
    turn: Turn,
}

impl Told {
    /// One piece of news; nothing if it is none any more.
    pub(super) async fn one(
        app: &App,
        person: PersonId,
        settings: &Settings,
        turn: &Turn,
    ) -> Result<Option<Told>, Unsent> {
        if !still(app, person, turn).await? {
            return Ok(None);
        }
        let Some(subject) = sentence(app, settings, turn).await? else { return Ok(None) };
        let path = path(app, person, turn);
        let item = Item { text: subject.clone(), link: app.config.base_url() + &path, turn: turn.clone() };
        Ok(Some(Told { subject, path, items: vec![item], digest: false }))
    }

    /// All that waits for somebody now; nothing if nothing does. What runs out first comes first.
    pub(super) async fn digest(app: &App, person: PersonId, settings: &Settings) -> Result<Option<Told>, Unsent> {
        let (mut turns, invitations) = (turns(app, person).await?, invitations(app, person).await?);
        turns.sort_by_key(|turn| turn.due_at.unwrap_or(i64::MAX));
        let count = turns.len();
        let mut items = Vec::new();
        for turn in turns.into_iter().chain(invitations) {
            let Some(text) = sentence(app, settings, &turn).await? else { continue };
            items.push(Item { text, link: app.config.base_url() + &path(app, person, &turn), turn });
        }
        let Some(first) = items.first() else { return Ok(None) };
        if items.len() == 1 {
            let (subject, path) = (first.text.clone(), path(app, person, &first.turn));
            return Ok(Some(Told { subject, path, items, digest: true }));
        }
        let subject = match (language(settings), count) {
            (Language::English, 0) => format!("You have {} invitations", items.len()),
            (Language::Italian, 0) => format!("Hai {} inviti", items.len()),
            (Language::Spanish, 0) => format!("Tienes {} invitaciones", items.len()),
            (_, 1) => first.text.clone(),
            (Language::English, _) => format!("It is your turn in {count} games"),
            (Language::Italian, _) => format!("Tocca a te in {count} partite"),
            (Language::Spanish, _) => format!("Te toca jugar en {count} partidas"),
        };
        let path = if count == 0 { String::new() } else { "your-turn".to_owned() };
        Ok(Some(Told { subject, path, items, digest: true }))
    }

    /// The body of a webhook call.
    pub(super) fn call(&self, app: &App, person: PersonId) -> String {
        let link = app.config.base_url() + &self.path;
        // The field that several chat services display.
        let content = format!("{}: {link}", self.subject);
        let body = match self.items.first() {
            Some(item) if !self.digest => {
                let mut body = of(item);
                body["person"] = json!(person);
                body["content"] = json!(content);
                body
            }
            _ => json!({
                "kind": "digest",
                "person": person,
                "items": self.items.iter().map(of).collect::<Vec<_>>(),
                "link": link,
                "text": self.subject,
                "content": content,
            }),
        };
        body.to_string()
    }

    /// The body of a message to a browser, for its service worker.
    pub(super) fn pushed(&self, app: &App) -> String {
        let body: Vec<&str> = if self.items.len() > 1 {
            self.items.iter().map(|item| item.text.as_str()).take(4).collect()
        } else {
            Vec::new()
        };
        json!({
            "title": self.subject,
            "body": body.join("\n"),
            "path": format!("/{}", self.path),
            "tag": self.topic(),
            "site": app.config.public_url.as_ref().and_then(url::Url::host_str),
        })
        .to_string()
    }

    /// What a newer message replaces an older one by: the table, or that it is a digest.
    pub(super) fn topic(&self) -> String {
        match self.items.first() {
            Some(item) if !self.digest => item.turn.table.to_string(),
            _ => "digest".to_owned(),
        }
    }

    /// For how many seconds it is worth keeping: until the time runs out, and otherwise for a week.
    pub(super) fn lasts(&self, now: i64) -> i64 {
        const WEEK: i64 = 7 * 24 * 60 * 60;
        let soonest = self.items.iter().filter_map(|item| item.turn.due_at).map(|at| (at - now) / 1000).min();
        soonest.unwrap_or(WEEK).clamp(60, WEEK)
    }
}

/// A piece of news in a webhook call.
fn of(item: &Item) -> Value {
    let kind = match item.turn.why {
        _ if item.turn.from.is_some() => "invitation",
        Why::Turn => "turn",
        Why::Reminder | Why::Deadline => "reminder",
    };
    json!({
        "kind": kind,
        "table": item.turn.table,
        "game": item.turn.game,
        "seat": item.turn.seat,
        "version": item.turn.version,
        "due_at": item.turn.due_at,
        "link": item.link,
        "text": item.text,
    })
}

/// Whether the table still waits for the player, or whoever was invited has not come yet.
pub(super) async fn still(app: &App, person: PersonId, turn: &Turn) -> Result<bool, Unsent> {
    match app.store.table(turn.table).await {
        Ok(row) if turn.from.is_some() => {
            Ok(row.index.state == TableState::Gathering && !row.index.people.contains(&person))
        }
        Ok(row) => Ok(row.index.waiting_for.contains(&person)),
        Err(store::Error::NoTable(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The tables that wait for somebody.
async fn turns(app: &App, person: PersonId) -> Result<Vec<Turn>, Unsent> {
    let mut filter = Filter { person: Some(person), states: vec![TableState::Playing], ..Filter::default() };
    let mut turns = Vec::new();
    loop {
        let rows = app.store.list(&filter).await?;
        for row in rows.iter().filter(|row| row.index.waiting_for.contains(&person)) {
            let line = serde_json::from_str::<protocol::TableLine>(&row.index.summary).ok();
            let seat = line.and_then(|line| line.to_act.into_iter().next()).unwrap_or_default();
            let due_at = row.index.due_at.filter(|at| *at > 0);
            let (table, game) = (row.table, row.index.game.clone());
            turns.push(Turn { table, game, seat, version: row.last_seq, due_at, from: None, why: Why::Turn });
        }
        if rows.len() < Filter::MOST as usize {
            return Ok(turns);
        }
        filter.before = rows.last().map(store::IndexRow::cursor);
    }
}

/// The invitations that somebody has not answered.
async fn invitations(app: &App, person: PersonId) -> Result<Vec<Turn>, Unsent> {
    let mut turns = Vec::new();
    for invite in app.store.invites_of(person).await? {
        let Ok(row) = app.store.table(invite.table).await else { continue };
        if row.index.people.contains(&person) {
            continue;
        }
        turns.push(Turn {
            table: invite.table,
            game: row.index.game,
            seat: engine::Seat::new(usize::from(invite.seat)).to_string(),
            version: 0,
            due_at: None,
            from: Some(invite.from),
            why: Why::Turn,
        });
    }
    Ok(turns)
}
