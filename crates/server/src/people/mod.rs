//! People: guests, accounts, and how they are recognised.
//!
//! A new visitor gets a name and a cookie. The cookie is signed, and holds a random token of which the store has only
//! the hash: a stolen database opens no session, and a forged cookie does not even reach the database.

pub mod account;
pub mod export;
pub mod known;
pub mod names;
pub mod password;
pub mod token;
pub mod traces;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, Key, SameSite, SignedCookieJar};
use protocol::{Me, Refusal, RefusalCode};
use store::{Person, PersonId, Store, Token, TokenHash, TokenKind};

use crate::refusal::{refusal, store_refusal};
use crate::{Config, Refused, Time};
use password::Passwords;

/// The cookie's name.
pub const COOKIE: &str = "quipu";

/// The name of the cookie that tells browsers apart, whoever is logged in.
pub const DEVICE_COOKIE: &str = "quipu-device";

/// How long a cookie lasts: the longest that browsers allow.
const COOKIE_AGE: Duration = Duration::from_hours(24 * 400);

/// How often the last visit of a person is stored, in milliseconds.
const SEEN_INTERVAL: i64 = 60 * 60 * 1000;

/// How often it is stored that somebody is here who lets friends see it, in milliseconds.
const ONLINE_INTERVAL: i64 = 60_000;

/// How long a person's status is cached. A ban or a mute is heard of at once; this is for what was not heard.
const STATUS_TTL: Duration = Duration::from_secs(5);

/// Guests and accounts.
#[derive(Clone)]
pub struct People {
    store: Store,
    time: Time,
    config: Arc<Config>,
    key: Key,
    passwords: Passwords,
    statuses: Arc<Mutex<HashMap<PersonId, (Instant, PersonStatus)>>>,
}

/// What the host permits a person to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonStatus {
    /// Whether they have an account.
    pub account: bool,
    /// Why the host banned them.
    pub banned: Option<String>,
    /// Until when they may not chat.
    pub muted_until: Option<i64>,
}

/// Somebody who is logged in.
#[derive(Clone, Debug)]
pub struct LoggedIn {
    /// Who.
    pub person: Person,
    /// The hash of the token in the cookie.
    pub login: TokenHash,
}

impl People {
    /// The people of a store.
    pub fn new(config: Arc<Config>, store: Store, time: Time) -> People {
        let key = [config.secret.derived("cookies, one"), config.secret.derived("cookies, two")].concat();
        People { store, time, config, key: Key::from(&key), passwords: Passwords::new(), statuses: Arc::default() }
    }

    /// A person as clients know themselves.
    pub fn me(&self, person: &Person) -> Me {
        Me {
            id: person.id.to_string(),
            name: person.name.clone(),
            guest: !person.account,
            muted_until: person.muted_until,
            host: person.host && self.config.host_page,
        }
    }

    /// The signed cookies of a request.
    pub fn jar(&self, headers: &HeaderMap) -> SignedCookieJar {
        SignedCookieJar::from_headers(headers, self.key.clone())
    }

    /// Who is logged in with this cookie. Refuses whoever is banned.
    pub async fn logged_in(&self, jar: &SignedCookieJar) -> Result<Option<LoggedIn>, Refused> {
        let Some(cookie) = jar.get(COOKIE) else { return Ok(None) };
        let hash = token::hash(cookie.value());
        let now = self.time.now();
        let Some(login) = self.store.token(TokenKind::Login, &hash, now).await? else { return Ok(None) };
        let Some(id) = login.person else { return Ok(None) };
        let Some(person) = self.store.person(id).await? else { return Ok(None) };
        if let Some(why) = &person.banned {
            return Err(banned(why).into());
        }
        if person.seen_at + SEEN_INTERVAL < now {
            self.store.touch(person.id, now).await?;
            self.store.renew_token(&hash, Some(now + self.lasts(person.account))).await?;
        }
        if person.online_at.is_some_and(|at| at + ONLINE_INTERVAL < now) {
            self.store.be_online(person.id, now).await?;
        }
        Ok(Some(LoggedIn { person, login: hash }))
    }

    /// How long an unused login stays valid, in milliseconds.
    fn lasts(&self, account: bool) -> i64 {
        if account { COOKIE_AGE } else { self.config.guests_last }.as_millis() as i64
    }

    /// Creates a guest.
    pub async fn welcome(&self, language: names::Language) -> Result<Person, Refused> {
        Ok(self.store.guest(&names::guest(language), self.time.now()).await?)
    }

    /// Logs somebody in: stores the token and returns the cookie.
    pub async fn log_in(&self, person: &Person, label: &str) -> Result<Cookie<'static>, Refused> {
        let (text, hash) = token::mint();
        let now = self.time.now();
        let login = Token {
            kind: TokenKind::Login,
            hash,
            person: Some(person.id),
            table: None,
            seat: None,
            label: label.chars().take(120).filter(|c| !c.is_control()).collect(),
            created_at: now,
            expires_at: Some(now + self.lasts(person.account)),
        };
        self.store.add_token(&login).await?;
        Ok(self.cookie(COOKIE, text, COOKIE_AGE))
    }

    /// The browser that a request comes from, if it has been here before.
    pub fn device(&self, headers: &HeaderMap) -> Option<String> {
        self.jar(headers).get(DEVICE_COOKIE).map(|cookie| cookie.value().to_owned())
    }

    /// The cookies of a request; a browser that has not been here before gets its own.
    pub fn jar_of_device(&self, headers: &HeaderMap) -> SignedCookieJar {
        let jar = self.jar(headers);
        if jar.get(DEVICE_COOKIE).is_some() {
            return jar;
        }
        jar.add(self.cookie(DEVICE_COOKIE, token::mint().0, COOKIE_AGE))
    }

    /// The cookie that ends a login.
    pub fn farewell(&self) -> Cookie<'static> {
        self.cookie(COOKIE, String::new(), Duration::ZERO)
    }

    fn cookie(&self, name: &'static str, text: String, age: Duration) -> Cookie<'static> {
        Cookie::build((name, text))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.config.secure())
            .max_age(age.try_into().unwrap_or_default())
            .build()
    }

    /// What the host permits a person to do, at most a few seconds old.
    pub async fn status(&self, person: PersonId) -> Result<PersonStatus, Refusal> {
        let now = Instant::now();
        let known = self.statuses.lock().unwrap_or_else(PoisonError::into_inner).get(&person).cloned();
        if let Some((since, status)) = known
            && now.duration_since(since) < STATUS_TTL
        {
            return Ok(status);
        }
        let found = self.store.person(person).await.map_err(|error| store_refusal(&error))?;
        let deleted = || refusal(RefusalCode::Forbidden, "nobody", "you have been deleted; reload the page");
        let found = found.ok_or_else(deleted)?;
        let status = PersonStatus { account: found.account, banned: found.banned, muted_until: found.muted_until };
        let mut statuses = self.statuses.lock().unwrap_or_else(PoisonError::into_inner);
        if statuses.len() > 10_000 {
            statuses.retain(|_, (since, _)| now.duration_since(*since) < STATUS_TTL);
        }
        statuses.insert(person, (now, status.clone()));
        Ok(status)
    }

    /// Forgets what the host permits a person, since it may have changed.
    pub fn forget_status(&self, person: PersonId) {
        self.statuses.lock().unwrap_or_else(PoisonError::into_inner).remove(&person);
    }

    /// Refuses whoever is banned.
    pub async fn may_act(&self, person: PersonId) -> Result<PersonStatus, Refusal> {
        let status = self.status(person).await?;
        status.banned.as_deref().map_or(Ok(()), |why| Err(banned(why)))?;
        Ok(status)
    }

    /// Refuses the program of somebody who is banned. That of somebody who was deleted plays on, for the others' sake.
    pub async fn may_let_play(&self, owner: &str) -> Result<(), Refusal> {
        let Ok(person) = owner.parse() else { return Ok(()) };
        match self.status(person).await {
            Ok(PersonStatus { banned: Some(why), .. }) => Err(banned(&why)),
            Err(refused) if refused.code == RefusalCode::Unavailable => Err(refused),
            _ => Ok(()),
        }
    }

    /// Refuses whoever is banned or muted.
    pub async fn may_chat(&self, person: PersonId) -> Result<(), Refusal> {
        let status = self.may_act(person).await?;
        match status.muted_until {
            Some(until) if until > self.time.now() => {
                Err(refusal(RefusalCode::Forbidden, "muted", "the host has muted you for a while"))
            }
            _ => Ok(()),
        }
    }
}

fn banned(why: &str) -> Refusal {
    refusal(RefusalCode::Forbidden, "banned", format!("the host has banned you: {why}"))
}
