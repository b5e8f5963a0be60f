//! Errands: long jobs for a host, at most one of each kind on all nodes together. An errand runs in the background and
//! reports its progress. If its node dies, it counts as aborted after a while and can be started again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use protocol::{HostErrand, HostErrandStage, RefusalCode};
use store::JobId;

use crate::{App, Refused};

/// Making the results and the ratings again from the logs.
pub(crate) const RATINGS: &str = "ratings";

/// After how many milliseconds without a report an errand counts as aborted.
const SILENCE: i64 = 60_000;

/// How often it says how far it is.
const INTERVAL: Duration = Duration::from_secs(2);

/// How far an errand is.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    whole: AtomicU64,
}

impl Progress {
    /// Says how much there is to do.
    pub fn expect(&self, whole: u64) {
        self.whole.store(whole, Ordering::Relaxed);
    }

    /// Says that more is done.
    pub fn add(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// How much is done, and how much there is to do, which is at least what is done.
    fn read(&self) -> (i64, i64) {
        let done = self.done.load(Ordering::Relaxed);
        (done as i64, self.whole.load(Ordering::Relaxed).max(done) as i64)
    }
}

/// An errand that this node has begun: its kind, and the name of its runner.
pub(crate) struct Begun {
    kind: &'static str,
    name: String,
    pub(crate) progress: Arc<Progress>,
}

/// A running errand.
struct Errand<'a> {
    app: &'a App,
    begun: Begun,
}

impl App {
    /// Begins an errand, unless one of its kind is under way on some node.
    pub(crate) async fn begin(&self, kind: &'static str) -> Result<Begun, Refused> {
        let (name, now) = (JobId::random().to_string(), self.time.now());
        if self.store.begin_errand(kind, &name, now, now - SILENCE).await? {
            return Ok(Begun { kind, name, progress: Arc::default() });
        }
        let text = "this is under way already; wait until it is done";
        Err(Refused::new(RefusalCode::NotNow, "under_way", text))
    }

    /// Does the work of an errand to its end, and says meanwhile how far it is.
    pub(crate) async fn carry<T>(
        &self,
        begun: Begun,
        work: impl Future<Output = Result<T, Refused>>,
    ) -> Result<T, Refused> {
        let errand = Errand { app: self, begun };
        let done = tokio::select! {
            done = work => done,
            refused = errand.tell() => Err(refused),
        };
        errand.end(done.as_ref().err()).await?;
        done
    }

    /// How it stands with an errand, or with the last one of its kind.
    pub(crate) async fn errand(&self, kind: &str) -> Result<Option<HostErrand>, Refused> {
        let Some(kept) = self.store.errand(kind).await? else { return Ok(None) };
        let stage = match kept.ended_at {
            Some(_) if kept.outcome.is_empty() => HostErrandStage::Done,
            Some(_) => HostErrandStage::Failed,
            None if kept.seen_at < self.time.now() - SILENCE => HostErrandStage::Broken,
            None => HostErrandStage::Running,
        };
        Ok(Some(HostErrand {
            begun: kept.begun_at,
            done: kept.done as u64,
            whole: kept.whole as u64,
            stage,
            ended: kept.ended_at,
            why: Some(kept.outcome).filter(|why| !why.is_empty()),
        }))
    }
}

impl Errand<'_> {
    /// Says how far it is, again and again. Returns why it has to end early, if it has to.
    async fn tell(&self) -> Refused {
        loop {
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = self.app.stopping.cancelled() => {
                    return Refused::new(RefusalCode::Unavailable, "stopping", "the server was stopped");
                }
            }
            match self.say().await {
                Ok(true) => {}
                Ok(false) => return Refused::new(RefusalCode::NotNow, "begun_anew", "somebody else has begun it anew"),
                // While the store does not answer, the work itself finds out.
                Err(error) => tracing::debug!(%error, "cannot say how far an errand is"),
            }
        }
    }

    async fn say(&self) -> Result<bool, store::Error> {
        let Begun { kind, name, progress } = &self.begun;
        self.app.store.tell_errand(kind, name, self.app.time.now(), progress.read()).await
    }

    async fn end(&self, refused: Option<&Refused>) -> Result<(), store::Error> {
        self.say().await?;
        let why = refused.map_or("", |refused| refused.refusal.reason.text.as_str());
        self.app.store.end_errand(self.begun.kind, &self.begun.name, self.app.time.now(), why).await
    }
}
