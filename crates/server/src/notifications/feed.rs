//! A person's feed of notifications (Atom).

use atom_syndication::{Feed, Link, Text};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use protocol::RefusalCode;
use sha2::Sha256;
use store::{Person, Token, TokenKind};

use super::{Turn, link, sentence};
use crate::people::token;
use crate::{App, Refused};

/// How many notifications a feed lists.
const ITEMS: u32 = 50;

/// The address of a person's feed. Its secret is computed from a label in the database and the server's key: whoever
/// has only one of them cannot read the feed, and its owner can look the address up again.
pub async fn address(app: &App, person: &Person, anew: bool) -> Result<String, Refused> {
    if !person.account {
        return Err(Refused::new(RefusalCode::Forbidden, "account_needed", "this needs an account; create one first"));
    }
    if anew {
        app.store.delete_tokens_of(person.id, Some(TokenKind::Feed)).await?;
    }
    let known = app.store.tokens_of(person.id).await?.into_iter().find(|token| token.kind == TokenKind::Feed);
    let label = if let Some(known) = known {
        known.label
    } else {
        let label = token::mint().0;
        let hash = token::hash(&secret(app, person, &label));
        let now = app.time.now();
        app.store
            .add_token(&Token {
                kind: TokenKind::Feed,
                hash,
                person: Some(person.id),
                table: None,
                seat: None,
                label: label.clone(),
                created_at: now,
                expires_at: None,
            })
            .await?;
        label
    };
    Ok(format!("{}feed/{}.atom", app.config.base_url(), secret(app, person, &label)))
}

fn secret(app: &App, person: &Person, label: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&app.config.secret.derived("feeds")).expect("a key of any length");
    mac.update(format!("{} {label}", person.id).as_bytes());
    URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}

/// The feed that belongs to a secret.
pub async fn written(app: &App, secret: &str) -> Result<String, Refused> {
    let missing = || Refused::missing("feed");
    let known = app.store.token(TokenKind::Feed, &token::hash(secret), app.time.now()).await?;
    let person = known.and_then(|known| known.person).ok_or_else(missing)?;
    let person = app.store.person(person).await?.filter(|person| person.banned.is_none()).ok_or_else(missing)?;
    let (settings, _) = app.people.settings(person.id).await?;
    let notifications = app.store.notifications(person.id, ITEMS).await?;
    let mut entries = Vec::new();
    for notification in &notifications {
        let Ok(turn) = serde_json::from_str::<Turn>(&notification.body) else { continue };
        let Some(title) = sentence(app, &settings, &turn).await? else { continue };
        let href = link(app, person.id, &turn);
        let mut entry = atom_syndication::Entry::default();
        entry.set_id(format!("urn:quipu:news:{}", notification.id));
        entry.set_updated(time(notification.at));
        entry.set_title(Text::plain(title.clone()));
        entry.set_summary(Text::plain(title));
        entry.set_links(vec![Link { href, rel: "alternate".to_owned(), ..Link::default() }]);
        entries.push(entry);
    }
    let mut feed = Feed::default();
    feed.set_id(format!("urn:quipu:feed:{}", person.id));
    feed.set_title(Text::plain(format!("Quipu: {}", person.name)));
    feed.set_updated(time(notifications.first().map_or(person.created_at, |latest| latest.at)));
    feed.set_authors(vec![atom_syndication::Person { name: "Quipu".to_owned(), ..Default::default() }]);
    feed.set_entries(entries);
    Ok(feed.to_string())
}

/// A time in Atom's format.
fn time(at: i64) -> atom_syndication::FixedDateTime {
    atom_syndication::FixedDateTime::default() + std::time::Duration::from_millis(at.max(0).unsigned_abs())
}
