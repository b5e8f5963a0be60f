//! Works off the jobs: mail and webhook calls.

use std::sync::Arc;
use std::time::Duration;

use store::{Job, NewJob, PersonId, TableState};
use tokio::sync::Semaphore;

use super::mail::{self, Mail};
use super::webhook::Webhooks;
use super::{Kind, Turn, Unsent, language, link, sentence};
use crate::App;
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
            Ok(()) => ("done", store.finish_job(job.id).await),
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

    async fn attempt(&self, job: &Job) -> Result<(), Unsent> {
        let unread = |error: serde_json::Error| Unsent::Never(error.to_string());
        let person = job.person.ok_or_else(|| Unsent::Never("the job has no recipient".to_owned()))?;
        match Kind::read(&job.kind) {
            Some(Kind::Turn) => self.split(person, &serde_json::from_str(&job.body).map_err(unread)?, &job.body).await,
            Some(Kind::Webhook) => self.call(person, job, &serde_json::from_str(&job.body).map_err(unread)?).await,
            Some(Kind::Mail) => self.write(person, &serde_json::from_str(&job.body).map_err(unread)?).await,
            Some(Kind::Confirm) => self.ask(person, &serde_json::from_str::<String>(&job.body).map_err(unread)?).await,
            None => Err(Unsent::Never("a job of an unknown kind".to_owned())),
        }
    }

    /// Queues a job for each way in which a player wants to be notified.
    async fn split(&self, person: PersonId, turn: &Turn, body: &str) -> Result<(), Unsent> {
        if !self.still(person, turn).await? {
            return Ok(());
        }
        let (open, hidden) = self.app.people.settings(person).await?;
        let due_at = self.app.time.now();
        let job =
            |kind: Kind| NewJob { kind: kind.as_str().to_owned(), person: Some(person), body: body.to_owned(), due_at };
        let webhook = open.webhook.map(|_| job(Kind::Webhook));
        let email = open.mail.filter(|mail| hidden.mail_confirmed.as_ref() == Some(mail) && self.mail.is_some());
        let jobs: Vec<NewJob> = webhook.into_iter().chain(email.map(|_| job(Kind::Mail))).collect();
        Ok(self.app.store.queue(&jobs).await?)
    }

    /// Whether the table still waits for the player.
    async fn still(&self, person: PersonId, turn: &Turn) -> Result<bool, Unsent> {
        match self.app.store.table(turn.table).await {
            Ok(row) if turn.from.is_some() => {
                Ok(row.index.state == TableState::Gathering && !row.index.people.contains(&person))
            }
            Ok(row) => Ok(row.index.waiting_for.contains(&person)),
            Err(store::Error::NoTable(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    async fn call(&self, person: PersonId, job: &Job, turn: &Turn) -> Result<(), Unsent> {
        let (open, hidden) = self.app.people.settings(person).await?;
        let (Some(url), Some(key)) = (open.webhook.as_ref(), hidden.webhook_key.as_ref()) else { return Ok(()) };
        if !self.still(person, turn).await? {
            return Ok(());
        }
        let Some(text) = sentence(&self.app, language(&open), turn).await? else { return Ok(()) };
        let body = call_body(&self.app, person, &text, turn);
        self.webhooks.call(url, key, &job.id.to_string(), self.app.time.now(), body).await
    }

    async fn write(&self, person: PersonId, turn: &Turn) -> Result<(), Unsent> {
        let (open, hidden) = self.app.people.settings(person).await?;
        let (Some(address), Some(mail)) = (&open.mail, &self.mail) else { return Ok(()) };
        if hidden.mail_confirmed.as_ref() != Some(address) || !self.still(person, turn).await? {
            return Ok(());
        }
        let language = language(&open);
        let Some(subject) = sentence(&self.app, language, turn).await? else { return Ok(()) };
        mail.send(address, mail::turn(&self.app, (person, address.as_str()), language, (subject, turn))).await
    }

    async fn ask(&self, person: PersonId, address: &str) -> Result<(), Unsent> {
        let (open, hidden) = self.app.people.settings(person).await?;
        let wanted = open.mail.as_deref() == Some(address) && hidden.mail_confirmed.as_deref() != Some(address);
        match &self.mail {
            Some(mail) if wanted => {
                mail.send(address, mail::confirmation(&self.app, person, address, language(&open))).await
            }
            _ => Ok(()),
        }
    }
}

/// The body of a webhook call.
fn call_body(app: &App, person: PersonId, text: &str, turn: &Turn) -> String {
    let link = link(app, person, turn);
    let body = serde_json::json!({
        "kind": if turn.from.is_some() { "invitation" } else { "turn" },
        "person": person,
        "table": turn.table,
        "game": turn.game,
        "seat": turn.seat,
        "version": turn.version,
        "due_at": turn.due_at,
        "link": link,
        "text": text,
        // The field that several chat services display.
        "content": format!("{text}: {link}"),
    });
    body.to_string()
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
