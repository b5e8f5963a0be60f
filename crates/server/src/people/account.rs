//! Accounts: creating one, logging in, recovery, name, password and settings.

use axum::http::StatusCode;
use protocol::{Account, Credentials, NewAccount, PlayChoice, Recovery, RefusalCode, Settings};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use store::{Person, PersonId, TokenKind};
use url::Url;

use super::names::{self, Language};
use super::{People, token};
use crate::Refused;
use crate::limits::{Source, too_many};
use crate::notifications::hours;
use crate::notifications::webhook::allowed;

/// Settings that only the server knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hidden {
    /// The key that signs webhooks.
    pub webhook_key: Option<String>,
    /// The mail address that its owner has confirmed.
    pub mail_confirmed: Option<String>,
}

/// How many mails to addresses that were not confirmed an account may ask for in a day.
const MAILS_PER_DAY: u64 = 3;

/// How many mails a day go to an address that nobody has confirmed.
const MAILS_TO: u64 = 3;

/// How many such mails a day are sent for one source.
const MAILS_FROM: u64 = 20;

/// How many games of devices an account may be handed in a day.
const HANDED_PER_DAY: u64 = 100;

/// A day in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// The one answer to a wrong name, password or recovery code.
fn wrong() -> Refused {
    let text = "wrong name, password or recovery code";
    Refused::new(RefusalCode::Forbidden, "wrong_credentials", text).status(StatusCode::UNAUTHORIZED)
}

pub(crate) fn account_needed() -> Refused {
    Refused::new(RefusalCode::Forbidden, "account_needed", "this needs an account; create one first")
}

impl People {
    /// Creates an account. A guest becomes the account and keeps their games.
    pub async fn make_account(&self, guest: Option<&Person>, new: NewAccount) -> Result<(Person, Account), Refused> {
        if guest.is_some_and(|person| person.account) {
            let text = "you already have an account; log out to create another";
            return Err(Refused::new(RefusalCode::NotNow, "has_account", text));
        }
        let name = names::check(&new.name)?;
        let password_hash = self.passwords.hash(new.password).await?;
        let recovery_code = token::recovery_code();
        let kept = store::NewAccount { name, password_hash, recovery_hash: token::recovery_hash(&recovery_code) };
        let person = match guest {
            Some(guest) => {
                self.store.promote(guest.id, &kept).await?;
                self.found(guest.id).await?
            }
            None => self.store.account(&kept, self.time.now()).await?,
        };
        Ok((person.clone(), Account { me: self.me(&person), recovery_code }))
    }

    /// Finds the account with this name and password.
    pub async fn enter(&self, credentials: Credentials) -> Result<Person, Refused> {
        let known = self.store.credentials(&credentials.name).await?;
        let (person, hash) = known.map(|known| (known.person, known.password_hash)).unzip();
        if !self.passwords.verify(credentials.password, hash).await? {
            return Err(wrong());
        }
        let person = self.store.person(person.ok_or_else(wrong)?).await?.ok_or_else(wrong)?;
        match &person.banned {
            Some(why) => Err(super::banned(why).into()),
            None => Ok(person),
        }
    }

    /// Sets a new password by recovery code, and makes a new code. All logins end.
    pub async fn recover(&self, recovery: Recovery) -> Result<(Person, Account), Refused> {
        // The slow part comes first, so that unknown names take as long.
        let hash = self.passwords.hash(recovery.password).await?;
        let known = self.store.credentials(&recovery.name).await?;
        let kept = known.as_ref().and_then(|known| known.recovery_hash.clone()).unwrap_or_default();
        let right = token::same(&token::recovery_hash(&recovery.code), &kept);
        let Some(person) = known.filter(|_| right).map(|known| known.person) else { return Err(wrong()) };
        // The code first: it is used up, whatever happens next, and by one caller alone.
        let recovery_code = token::recovery_code();
        if !self.store.use_recovery_hash(person, &kept, &token::recovery_hash(&recovery_code)).await? {
            return Err(wrong());
        }
        self.store.set_password_hash(person, &hash).await?;
        self.store.delete_tokens_of(person, Some(TokenKind::Login)).await?;
        let person = self.found(person).await?;
        if let Some(why) = &person.banned {
            return Err(super::banned(why).into());
        }
        Ok((person.clone(), Account { me: self.me(&person), recovery_code }))
    }

    /// Changes the password of an account. All logins end.
    pub async fn change_password(&self, person: &Person, old: String, new: String) -> Result<(), Refused> {
        if !person.account {
            return Err(account_needed());
        }
        self.enter(Credentials { name: person.name.clone(), password: old }).await?;
        let hash = self.passwords.hash(new).await?;
        self.store.set_password_hash(person.id, &hash).await?;
        self.store.delete_tokens_of(person.id, Some(TokenKind::Login)).await?;
        Ok(())
    }

    /// Makes a new recovery code for an account, given its password.
    pub async fn renew_recovery(&self, person: &Person, password: String) -> Result<Account, Refused> {
        if !person.account {
            return Err(account_needed());
        }
        self.enter(Credentials { name: person.name.clone(), password }).await?;
        let recovery_code = token::recovery_code();
        self.store.set_recovery_hash(person.id, Some(&token::recovery_hash(&recovery_code))).await?;
        Ok(Account { me: self.me(person), recovery_code })
    }

    /// Renames a person. A guest may not take the name of an account.
    pub async fn rename(&self, person: &Person, name: &str) -> Result<Person, Refused> {
        let name = names::check(name)?;
        if let Some(other) = self.store.person_by_name(&name).await?
            && other.id != person.id
        {
            return Err(store::Error::Taken(name).into());
        }
        self.store.rename(person.id, &name).await?;
        self.found(person.id).await
    }

    async fn found(&self, person: PersonId) -> Result<Person, Refused> {
        self.store.person(person).await?.ok_or_else(Refused::nobody)
    }

    /// A person's settings, and those that only the server knows.
    pub async fn settings(&self, person: PersonId) -> Result<(Settings, Hidden), store::Error> {
        let kept = self.store.settings(person).await?;
        // Settings that cannot be read (of an older version) count as not set.
        let open = serde_json::from_str(&kept.open).unwrap_or_default();
        Ok((open, serde_json::from_str(&kept.secret).unwrap_or_default()))
    }

    /// Stores a person's settings. Returns the mail address that is to be asked for confirmation, if any.
    ///
    /// Mail to other people's addresses must not be sent often: a new address is refused then, and one that is known is
    /// kept.
    pub async fn set_settings(&self, person: &Person, new: &Settings, from: Source) -> Result<Option<String>, Refused> {
        let mut new = checked(person, new, self.config.private_webhooks)?;
        let (before, mut hidden) = self.settings(person.id).await?;
        new.playing = new.playing.or(before.playing);
        if new.webhook.is_some() && hidden.webhook_key.is_none() {
            hidden.webhook_key = Some(token::mint().0);
        }
        let mut asked = new.mail.clone().filter(|mail| hidden.mail_confirmed.as_ref() != Some(mail));
        if let Some(mail) = &asked
            && let Err(refused) = self.count_mail(person.id, mail, from).await
        {
            if before.mail != asked {
                return Err(refused);
            }
            asked = None;
        }
        self.keep_settings(person.id, &new, &hidden).await?;
        let choice = new.profile.unwrap_or_default();
        self.store.list_person(person.id, choice.page).await?;
        if choice.online != person.online_at.is_some() {
            self.store.show_online(person.id, choice.online.then(|| self.time.now())).await?;
        }
        Ok(asked)
    }

    /// Keeps how a person plays; nothing else is set by it, and no mail is asked for.
    pub async fn set_playing(&self, person: PersonId, playing: PlayChoice) -> Result<(), store::Error> {
        let (before, hidden) = self.settings(person).await?;
        self.keep_settings(person, &Settings { playing: Some(playing), ..before }, &hidden).await
    }

    /// Counts a mail to an address that nobody has confirmed yet: by the account, by where it was asked for, and by
    /// that address, on all nodes together. Each is counted in one statement, so that many at once are not one too
    /// many.
    async fn count_mail(&self, by: PersonId, to: &str, from: Source) -> Result<(), Refused> {
        let now = self.time.now();
        for (what, most) in [
            (format!("by {by}"), MAILS_PER_DAY),
            (format!("from {from}"), MAILS_FROM),
            (format!("to {}", to.to_lowercase()), MAILS_TO),
        ] {
            let key = Sha256::new().chain_update(self.config.secret.derived("mails")).chain_update(what).finalize();
            let count = self.store.count(&key.into(), DAY, now).await?;
            if count.times > most {
                return Err(too_many("mails", (count.ends_at - now).max(0) as u64 / 1000 + 1));
            }
        }
        Ok(())
    }

    /// Counts a game of a device that is handed to an account; refuses a guest, and too many a day.
    pub async fn may_take_over(&self, person: PersonId) -> Result<(), Refused> {
        if !self.may_act(person).await?.account {
            return Err(account_needed());
        }
        let now = self.time.now();
        let key = Sha256::new().chain_update(self.config.secret.derived("handed")).chain_update(person.to_string());
        let count = self.store.count(&key.finalize().into(), DAY, now).await?;
        if count.times > HANDED_PER_DAY {
            return Err(too_many("games of devices", (count.ends_at - now).max(0) as u64 / 1000 + 1));
        }
        Ok(())
    }

    /// Stores settings without checking them.
    pub async fn keep_settings(&self, person: PersonId, open: &Settings, hidden: &Hidden) -> Result<(), store::Error> {
        let text = |value: serde_json::Result<String>| value.map_err(|error| store::Error::Refused(error.to_string()));
        let kept =
            store::Settings { open: text(serde_json::to_string(open))?, secret: text(serde_json::to_string(hidden))? };
        self.store.set_settings(person, &kept).await
    }
}

/// The settings without empty ones. Refuses those with which notifications could not be sent.
fn checked(person: &Person, new: &Settings, private: bool) -> Result<Settings, Refused> {
    let refuse = |key: &str, text: &str| Err(Refused::new(RefusalCode::Malformed, key, text));
    let filled =
        |text: &Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let new = Settings {
        webhook: filled(&new.webhook),
        mail: filled(&new.mail),
        language: filled(&new.language),
        profile: new.profile,
        telling: new.telling.clone(),
        playing: new.playing,
    };
    if !person.account && (new.webhook.is_some() || new.mail.is_some()) {
        return Err(account_needed());
    }
    if let Some(webhook) = &new.webhook {
        let right = Url::parse(webhook).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https") && url.host().is_some() && url.username().is_empty()
        });
        if !right || webhook.len() > 500 {
            return refuse("webhook", "a webhook is a web address, such as https://example.org/quipu");
        }
    }
    if let Some(Err(why)) =
        new.webhook.as_deref().and_then(|url| Url::parse(url).ok()).map(|url| allowed(&url, private))
    {
        return refuse("webhook_private", why);
    }
    if let Some(mail) = &new.mail
        && (mail.parse::<lettre::Address>().is_err() || mail.len() > 254)
    {
        return refuse("mail", "this is not a mail address; write name@example.org");
    }
    if let Some(Err((key, text))) = new.telling.as_ref().map(hours::check) {
        return refuse(key, text);
    }
    if new.language.as_deref().is_some_and(|tag| Language::read(tag).is_none() || tag.len() > 2) {
        return refuse("language", "the languages are en, it and es");
    }
    Ok(new)
}
