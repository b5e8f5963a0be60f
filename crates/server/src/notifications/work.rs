//! Works off the jobs: mail, webhook calls, push messages, digests and reminders.

use std::sync::Arc;
use std::time::Duration;

use protocol::{Settings, TellWhen};
use store::{Job, NewJob, PersonId, TokenHash};
use tokio::sync::Semaphore;

use super::digest::{Told, still};
use super::mail::{self, Mail};
use super::webhook::Webhooks;
use super::{Kind, Parcel, Soon, Turn, Unsent, Way, Why, hours, language, push};
use crate::app::Shared;
use crate::metrics::Delivery;

/// How often to look for due jobs.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// How long a job is leased, in milliseconds; longer than any attempt takes.
const LEASE_MS: i64 = 60_000;

/// How many jobs are leased and worked on at once.
const AT_ONCE: u32 = 16;

/// How often a delivery is tried before it is given up.
const ATTEMPTS: u32 = 8;

/// Works off jobs until the server stops.
pub async fn run(app: Shared) {
    let webhooks = Webhooks::new(app.config.private_webhooks);
    let mail = app.config.smtp.as_ref().map(Mail::new).transpose();
    let (webhooks, mail) = match (webhooks, mail) {
        (Ok(webhooks), Ok(mail)) => (webhooks, mail),
        (webhooks, mail) => {
            tracing::error!(webhooks = ?webhooks.err(), mail = ?mail.err(), "cannot send notifications");
            return;
        }
    };
    let sender = Sender { app: app.clone(), webhooks, mail };
    loop {
        let taken = sender.round().await;
        // A full batch means that more jobs may be due.
        let pause = if taken == AT_ONCE as usize { Duration::ZERO } else { POLL_INTERVAL };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = app.stopping.cancelled() => return,
        }
    }
}

/// What is needed to work off a job.
#[derive(Clone)]
struct Sender {
    app: Shared,
    webhooks: Webhooks,
    mail: Option<Mail>,
}

impl Sender {
    /// Leases due jobs and works them off. Returns how many they were.
    async fn round(&self) -> usize {
        let now = self.app.time.now();
        let jobs = match self.app.store.lease_jobs(&self.app.node, now, LEASE_MS, AT_ONCE).await {
            Ok(jobs) => jobs,
            Err(error) => {
                tracing::warn!(%error, "cannot lease jobs");
                return 0;
            }
        };
        let (taken, permits) = (jobs.len(), Arc::new(Semaphore::new(AT_ONCE as usize)));
        let mut working = tokio::task::JoinSet::new();
        for job in jobs {
            let (sender, permits) = (self.clone(), permits.clone());
            working.spawn(async move {
                let permit = permits.acquire().await;
                sender.work(job).await;
                drop(permit);
            });
        }
        while working.join_next().await.is_some() {}
        taken
    }

    /// Tries a job, and stores the outcome.
    async fn work(&self, job: Job) {
        let by = Kind::read(&job.kind).map_or("unknown", Kind::as_str);
        let done = self.attempt(&job).await;
        let store = &self.app.store;
        let (outcome, noted) = match done {
            Ok(Outcome::Done) => ("done", store.finish_job(job.id).await),
            Ok(Outcome::Then(next)) => ("done", store.finish_into(job.id, &next).await),
            Ok(Outcome::At(at)) => ("put off", store.retry_job(job.id, at).await),
            Err(Unsent::Later(why)) if job.attempts < ATTEMPTS => {
                tracing::info!(job = %job.id, by, attempts = job.attempts, why, "not delivered; trying again later");
                ("failed", store.retry_job(job.id, self.app.time.now() + pause(job.attempts)).await)
            }
            Err(Unsent::Later(why) | Unsent::Never(why)) => {
                tracing::warn!(job = %job.id, by, attempts = job.attempts, why, "not delivered; giving up");
                ("given up", store.finish_job(job.id).await)
            }
        };
        self.app.metrics.deliveries.get_or_create(&Delivery { by, outcome }).inc();
        if let Err(error) = noted {
            tracing::warn!(job = %job.id, %error, "cannot store the outcome of a job");
        }
    }

    async fn attempt(&self, job: &Job) -> Result<Outcome, Unsent> {
        let unread = |error: serde_json::Error| Unsent::Never(error.to_string());
        let person = job.person.ok_or_else(|| Unsent::Never("the job has no recipient".to_owned()))?;
        let parcel = || serde_json::from_str::<Parcel>(&job.body).map_err(unread);
        match Kind::read(&job.kind) {
            Some(Kind::Turn) => self.split(person, &serde_json::from_str(&job.body).map_err(unread)?).await,
            Some(Kind::Remind) => self.remind(person, &serde_json::from_str(&job.body).map_err(unread)?).await,
            Some(Kind::Digest) => self.open_digest(person, &job.body).await,
            Some(Kind::Webhook) => self.deliver(Way::Webhook, person, job, &parcel()?).await,
            Some(Kind::Mail) => self.deliver(Way::Mail, person, job, &parcel()?).await,
            Some(Kind::Push) => self.deliver(Way::Push, person, job, &parcel()?).await,
            Some(Kind::Confirm) => self.ask(person, &serde_json::from_str::<String>(&job.body).map_err(unread)?).await,
            None => Err(Unsent::Never("a job of an unknown kind".to_owned())),
        }
    }

    /// Queues a job for each way in which a player wants to be notified: at once, or a digest for later.
    async fn split(&self, person: PersonId, turn: &Turn) -> Result<Outcome, Unsent> {
        if !still(&self.app, person, turn).await? {
            return Ok(Outcome::Done);
        }
        // A table at which a match has begun since then, perhaps.
        self.app.stand_still(person, turn.table).await?;
        let (open, _) = self.app.people.settings(person).await?;
        let telling = open.telling.clone().unwrap_or_default();
        let now = self.app.time.now();
        let calm = self.calm(person, &open, now).await?;
        let mut jobs = Vec::new();
        for way in Way::ALL {
            let parcels = self.parcels(way, person, Some(turn)).await?;
            if parcels.is_empty() {
                continue;
            }
            match way.when(&telling) {
                TellWhen::Off => {}
                // Time runs out: a digest may come too late.
                TellWhen::Now | TellWhen::Daily if turn.why == Why::Deadline => {
                    jobs.extend(parcels.iter().map(|parcel| way.kind().job(person, written(parcel), calm)));
                }
                TellWhen::Now if calm == now => {
                    jobs.extend(parcels.iter().map(|parcel| way.kind().job(person, written(parcel), now)));
                }
                TellWhen::Now => jobs.push(digest(way, person, calm)),
                TellWhen::Daily => {
                    let due = self.calm(person, &open, hours::next_digest(&telling, now)).await?;
                    jobs.push(digest(way, person, due));
                }
            }
        }
        Ok(Outcome::Then(jobs))
    }

    /// The first time from `at` on at which somebody may be told: not in quiet hours, and not on vacation.
    async fn calm(&self, person: PersonId, settings: &Settings, at: i64) -> Result<i64, Unsent> {
        let vacations = self.app.store.vacations_of(person).await?;
        let back = vacations.iter().find(|vacation| vacation.covers(at)).map_or(at, |vacation| vacation.ends_at);
        Ok(settings.telling.as_ref().map_or(back, |telling| hours::after_quiet(telling, back)))
    }

    /// What to send to somebody in one way: a parcel for each browser, otherwise one, or none if it is not set up.
    async fn parcels(&self, way: Way, person: PersonId, turn: Option<&Turn>) -> Result<Vec<Parcel>, Unsent> {
        let parcel = |login: Option<String>| Parcel { turn: turn.cloned(), login };
        let (open, hidden) = self.app.people.settings(person).await?;
        Ok(match way {
            Way::Webhook => open.webhook.map(|_| parcel(None)).into_iter().collect(),
            Way::Mail => {
                let sent = |mail: &String| hidden.mail_confirmed.as_ref() == Some(mail) && self.mail.is_some();
                open.mail.filter(sent).map(|_| parcel(None)).into_iter().collect()
            }
            Way::Push if self.app.push.is_some() => {
                let browsers = self.app.store.push_subscriptions(person).await?;
                browsers.iter().map(|browser| parcel(Some(hex::encode(browser.login)))).collect()
            }
            Way::Push => Vec::new(),
        })
    }

    /// The time for a digest has come: what it says is found when it is sent. What is queued in the meantime is either
    /// part of it, or has a digest of its own.
    async fn open_digest(&self, person: PersonId, way: &str) -> Result<Outcome, Unsent> {
        let unknown = || Unsent::Never("a digest in no known way".to_owned());
        let way = Way::ALL.into_iter().find(|one| one.kind().as_str() == way).ok_or_else(unknown)?;
        let (open, _) = self.app.people.settings(person).await?;
        if way.when(&open.telling.clone().unwrap_or_default()) == TellWhen::Off {
            return Ok(Outcome::Done);
        }
        let now = self.app.time.now();
        let calm = self.calm(person, &open, now).await?;
        if calm > now {
            return Ok(Outcome::At(calm));
        }
        let parcels = self.parcels(way, person, None).await?;
        Ok(Outcome::Then(parcels.iter().map(|parcel| way.kind().job(person, written(parcel), now)).collect()))
    }

    /// Reminds a player whose time runs out, once the moment has come: another turn may have begun, or a vacation.
    async fn remind(&self, person: PersonId, soon: &Soon) -> Result<Outcome, Unsent> {
        if !self.app.config.reminders || !still(&self.app, person, &soon.turn).await? {
            return Ok(Outcome::Done);
        }
        self.app.stand_still(person, soon.turn.table).await?;
        let row = self.app.store.table(soon.turn.table).await?;
        let (now, due_at) = (self.app.time.now(), row.index.due_at.filter(|at| *at > 0));
        match due_at {
            None => Ok(Outcome::Done),
            Some(due_at) if due_at - soon.lead > now => Ok(Outcome::At(due_at - soon.lead)),
            Some(_) => {
                let turn = Turn { due_at, version: row.last_seq, ..soon.turn.clone() };
                self.split(person, &turn).await
            }
        }
    }

    /// Sends something in one way.
    async fn deliver(&self, way: Way, person: PersonId, job: &Job, parcel: &Parcel) -> Result<Outcome, Unsent> {
        let (open, hidden) = self.app.people.settings(person).await?;
        let now = self.app.time.now();
        // A delivery that failed is tried again when it is no longer quiet.
        let calm = self.calm(person, &open, now).await?;
        if calm > now {
            return Ok(Outcome::At(calm));
        }
        let told = match &parcel.turn {
            Some(turn) => Told::one(&self.app, person, &open, turn).await?,
            None => Told::digest(&self.app, person, &open).await?,
        };
        let Some(told) = told else { return Ok(Outcome::Done) };
        match way {
            Way::Webhook => {
                if let (Some(url), Some(key)) = (open.webhook.as_ref(), hidden.webhook_key.as_ref()) {
                    let body = told.call(&self.app, person);
                    self.webhooks.call(url, key, &job.id.to_string(), now, body).await?;
                }
            }
            Way::Mail => {
                if let (Some(address), Some(mail)) = (&open.mail, &self.mail)
                    && hidden.mail_confirmed.as_ref() == Some(address)
                {
                    let email = mail::told(&self.app, (person, address.as_str()), language(&open), &told);
                    mail.send(address, email).await?;
                }
            }
            Way::Push => self.push(parcel.login.as_deref().unwrap_or_default(), &told, now).await?,
        }
        Ok(Outcome::Done)
    }

    /// Tells a browser. One that has gone is forgotten.
    async fn push(&self, login: &str, told: &Told, now: i64) -> Result<(), Unsent> {
        let mut hash: TokenHash = [0; 32];
        let known = hex::decode_to_slice(login, &mut hash).is_ok();
        let (Some(key), true) = (&self.app.push, known) else { return Ok(()) };
        let Some(to) = self.app.store.push_subscription(&hash).await? else { return Ok(()) };
        let unsealed = || Unsent::Never("the browser's keys cannot be used".to_owned());
        let body = push::message(&to, &told.pushed(&self.app)).ok_or_else(unsealed)?;
        let about = (told.topic(), told.lasts(now));
        if !self.webhooks.push(&to.endpoint, key, (&about.0, about.1), now, body).await? {
            self.app.store.unsubscribe_push(&to.login, Some(&to.endpoint)).await?;
        }
        Ok(())
    }

    async fn ask(&self, person: PersonId, address: &str) -> Result<Outcome, Unsent> {
        let (open, hidden) = self.app.people.settings(person).await?;
        let wanted = open.mail.as_deref() == Some(address) && hidden.mail_confirmed.as_deref() != Some(address);
        if let Some(mail) = self.mail.as_ref().filter(|_| wanted) {
            mail.send(address, mail::confirmation(&self.app, person, address, language(&open))).await?;
        }
        Ok(Outcome::Done)
    }
}

/// What became of a job.
enum Outcome {
    /// Nothing is left to do.
    Done,
    /// These jobs are left to do.
    Then(Vec<NewJob>),
    /// It is too early; try again at that time.
    At(i64),
}

/// The job of a digest: there is one for each person and way.
fn digest(way: Way, person: PersonId, due_at: i64) -> NewJob {
    let way = way.kind().as_str();
    NewJob { key: Some(format!("digest/{way}/{person}")), ..Kind::Digest.job(person, way.to_owned(), due_at) }
}

fn written(parcel: &Parcel) -> String {
    serde_json::to_string(parcel).unwrap_or_else(|error| unreachable!("plain data: {error}"))
}

/// The pause before the next attempt, in milliseconds: half a minute, then four times as long each time, up to six
/// hours.
fn pause(attempts: u32) -> i64 {
    (30_000 << (2 * attempts.saturating_sub(1)).min(20)).min(6 * 60 * 60 * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_stay_bounded() {
        let pauses: Vec<i64> = (1..=8).map(pause).collect();
        assert_eq!(pauses[..3], [30_000, 120_000, 480_000]);
        assert!(pauses.is_sorted() && pauses[7] == 6 * 60 * 60 * 1000 && pause(1000) == pauses[7]);
    }
}
