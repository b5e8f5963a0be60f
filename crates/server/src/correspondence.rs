//! Play over days: vacations, reminders, notes to oneself, and browsers that are told of things while they are closed.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use protocol::{NewPush, OwnNote, Push, RefusalCode, Vacation};
use sha2::{Digest as _, Sha256};
use store::{Person, PersonId, PushSubscription, TableId, VacationBudget};

use crate::limits::too_many;
use crate::notifications::{self, Turn, Why, push};
use crate::people::LoggedIn;
use crate::people::account::account_needed;
use crate::refusal::store_refusal;
use crate::{App, Refused};

/// A day in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// How often a day somebody may set when their vacation ends: each time is an entry at all tables at which they play.
const VACATIONS_PER_DAY: u64 = 20;

/// How many characters a note to oneself may have.
const MOST_NOTE: usize = 4_000;

/// How many browsers of a person are told of things.
const MOST_BROWSERS: usize = 10;

impl App {
    /// How closed browsers are told of things here.
    pub async fn push(&self, known: &LoggedIn) -> Result<Push, Refused> {
        let off = || Refused::new(RefusalCode::Forbidden, "no_push", "this server tells closed browsers nothing");
        let key = self.push.as_ref().ok_or_else(off)?.public();
        let browsers = self.store.push_subscriptions(known.person.id).await?;
        let here = browsers.iter().any(|browser| browser.login == known.login);
        Ok(Push { key, here, browsers: browsers.len() as u32 })
    }

    /// Tells the browser of a login of things from now on. A person has a few; the oldest goes when there is a new one.
    pub async fn subscribe_push(&self, known: &LoggedIn, new: &NewPush) -> Result<Push, Refused> {
        self.push(known).await?;
        if !known.person.account {
            return Err(account_needed());
        }
        let refuse = |text: &str| Refused::new(RefusalCode::Malformed, "push", text);
        push::endpoint(&new.endpoint, self.config.private_webhooks).map_err(refuse)?;
        let (p256dh, auth) = push::keys(new).map_err(refuse)?;
        let (login, person) = (known.login, known.person.id);
        let (endpoint, at) = (new.endpoint.clone(), self.time.now());
        self.store.subscribe_push(&PushSubscription { login, person, endpoint, p256dh, auth, at }).await?;
        for old in self.store.push_subscriptions(person).await?.iter().skip(MOST_BROWSERS) {
            self.store.unsubscribe_push(&old.login, Some(&old.endpoint)).await?;
        }
        self.push(known).await
    }

    /// The days of vacation of this year, by the calendar of UTC.
    fn vacation_budget(&self) -> Result<VacationBudget, Refused> {
        let broken = |error: jiff::Error| Refused::malformed(error.to_string());
        let now = Timestamp::from_millisecond(self.time.now()).map_err(broken)?.to_zoned(TimeZone::UTC);
        let start = |year: i16| {
            let day = jiff::civil::Date::new(year, 1, 1).and_then(|day| day.to_zoned(TimeZone::UTC));
            day.map(|day| day.timestamp().as_millisecond()).map_err(broken)
        };
        let (from, until) = (start(now.year())?, start(now.year() + 1)?);
        Ok(VacationBudget { from, until, days: self.config.vacation_days })
    }

    /// One's vacation.
    pub async fn vacation(&self, person: PersonId) -> Result<Vacation, Refused> {
        let budget = self.vacation_budget()?;
        let vacations = self.store.vacations_of(person).await?;
        let now = self.time.now();
        let until = vacations.iter().find(|one| one.covers(now)).map(|one| one.ends_at);
        let left = budget.days.saturating_sub(budget.taken(&vacations));
        Ok(Vacation { until, left, days: budget.days })
    }

    /// Takes a vacation from now on, or ends the present one at another time. Clocks of days stand still, and the
    /// others are told.
    pub async fn take_vacation(&self, person: &Person, days: u32) -> Result<Vacation, Refused> {
        if self.config.vacation_days == 0 {
            return Err(Refused::new(RefusalCode::Forbidden, "no_vacation", "there are no vacations on this server"));
        }
        if !person.account {
            return Err(account_needed());
        }
        if days == 0 {
            return Err(Refused::malformed("a vacation is a day or more"));
        }
        self.count_today("vacations", person.id, VACATIONS_PER_DAY).await?;
        let (budget, now) = (self.vacation_budget()?, self.time.now());
        let until = now + i64::from(days) * DAY;
        if days > budget.days || !self.store.take_vacation(person.id, now, until, &budget).await? {
            let left = self.vacation(person.id).await?.left;
            let text = format!("you have {left} more days of vacation this year");
            return Err(Refused::new(RefusalCode::NotNow, "vacation_spent", text));
        }
        self.hub.vacation_everywhere(person.id, Some(until)).await?;
        self.vacation(person.id).await
    }

    /// Ends one's vacation. Days that have not begun are not taken.
    pub async fn end_vacation(&self, person: PersonId) -> Result<Vacation, Refused> {
        // Whoever is away may always come back: it was counted when they left.
        if !self.store.end_vacation(person, self.time.now()).await? {
            self.count_today("vacations", person, VACATIONS_PER_DAY).await?;
        }
        self.hub.vacation_everywhere(person, None).await?;
        self.vacation(person).await
    }

    /// Pauses the clock of a person on vacation at a table that does not know of the vacation yet.
    pub(crate) async fn stand_still(&self, person: PersonId, table: TableId) -> Result<(), store::Error> {
        let now = self.time.now();
        let vacations = self.store.vacations_of(person).await?;
        let Some(vacation) = vacations.iter().find(|vacation| vacation.covers(now)) else { return Ok(()) };
        if let Err(refused) = self.hub.vacation(table, person, Some(vacation.ends_at)).await {
            tracing::warn!(%table, why = %refused.reason.text, "cannot let a clock stand still");
        }
        Ok(())
    }

    /// Reminds the player to move, as another player asked; at most once a day.
    pub async fn remind(&self, who: &Person, table: TableId) -> Result<(), Refused> {
        if !self.config.reminders {
            return Err(Refused::new(RefusalCode::Forbidden, "no_reminders", "this server sends no reminders"));
        }
        let (person, turn) = self.hub.may_remind(table, &who.id.to_string()).await?;
        let now = self.time.now();
        let what = format!("{table} {person}");
        let key = Sha256::new().chain_update(self.config.secret.derived("reminders")).chain_update(what).finalize();
        let count = self.store.count(&key.into(), DAY, now).await?;
        if count.times > 1 {
            return Err(too_many("reminders", (count.ends_at - now).max(0) as u64 / 1000 + 1));
        }
        let (job, notification) = notifications::turn(person, &Turn { why: Why::Reminder, ..turn }, now);
        self.store.add_notifications(&[notification]).await?;
        Ok(self.store.queue(&[job]).await?)
    }

    fn may_note(&self) -> Result<(), Refused> {
        let off = || Refused::new(RefusalCode::Forbidden, "no_notes", "there are no notes on this server");
        self.config.notes.then_some(()).ok_or_else(off)
    }

    /// One's note about a table.
    pub async fn note(&self, person: PersonId, table: TableId) -> Result<OwnNote, Refused> {
        self.may_note()?;
        let note = self.store.note(person, table).await?;
        if note.is_none() {
            self.store.table(table).await.map_err(|error| store_refusal(&error))?;
        }
        Ok(OwnNote { text: note.map(|note| note.text).unwrap_or_default() })
    }

    /// Keeps one's note about a table at which one has a seat, or which one has made.
    pub async fn keep_note(&self, person: PersonId, table: TableId, note: &OwnNote) -> Result<OwnNote, Refused> {
        self.may_note()?;
        let text = note.text.trim();
        if text.chars().count() > MOST_NOTE || text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
            let text = format!("a note has at most {MOST_NOTE} visible characters");
            return Err(Refused::new(RefusalCode::Malformed, "note", text));
        }
        if !self.hub.people_at(table).await?.contains(&person.to_string()) {
            return Err(Refused::new(RefusalCode::NotYours, "no-own-seat", "notes are for those who play at a table"));
        }
        self.store.keep_note(person, table, text, self.time.now()).await?;
        self.note(person, table).await
    }
}
