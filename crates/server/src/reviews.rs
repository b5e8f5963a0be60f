//! Reviews of finished matches: one at a time, the others wait their turn, and what is made is kept for a while.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use catalog::GameEntry;
use catalog::review::{Depth, Judged, Plan, Review, Watch};
use engine::{AnyMatch, Digest};
use protocol::{Refusal, RefusalCode, ReviewStage, Reviewing};
use store::{SeatReview, Store, TableId};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::limits::Source;
use crate::refusal::refusal;

/// How many reviews are kept.
const KEPT: usize = 100;
/// How many may wait.
const WAITING: usize = 24;
/// How many of one address may wait.
const WAITING_EACH: usize = 2;

/// The reviews that were asked for.
#[derive(Clone)]
pub struct Reviews {
    store: Store,
    turn: Arc<Semaphore>,
    jobs: Arc<Mutex<VecDeque<Arc<Job>>>>,
    stopping: CancellationToken,
}

/// A review that was asked for.
struct Job {
    id: String,
    from: Source,
    parts: usize,
    done: AtomicUsize,
    runs: AtomicBool,
    made: Mutex<Made>,
}

/// What has come of a review.
#[derive(Default)]
struct Made {
    review: Option<Review>,
    /// The tables of this match. They wait for the review, and store its figures for their seats.
    tables: Vec<TableId>,
}

impl Job {
    fn made(&self) -> MutexGuard<'_, Made> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables that wait for this review; if there are none, it is made.
    fn waiting(&self, review: &Review) -> Option<Vec<TableId>> {
        let mut made = self.made();
        if made.tables.is_empty() {
            made.review = Some(review.clone());
            return None;
        }
        Some(std::mem::take(&mut made.tables))
    }

    fn is_made(&self) -> bool {
        self.made().review.is_some()
    }
}

/// Counts what is judged, and stops with the server.
struct Counting<'a>(&'a Job, &'a CancellationToken);

impl Watch for Counting<'_> {
    fn judged(&self, _part: &Judged) {
        self.0.done.fetch_add(1, Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        self.1.is_cancelled()
    }
}

/// A match that may be reviewed, and how.
pub struct ReviewRequest {
    entry: &'static dyn GameEntry,
    game: Box<dyn AnyMatch>,
    plan: Plan,
    id: String,
}

impl ReviewRequest {
    /// Reads a record and looks whether it may be reviewed.
    pub fn read(text: &str, level: Depth, open: bool) -> Result<ReviewRequest, Refusal> {
        let (entry, game) = session::reviewable(text)?;
        let plan = Plan { open, ..Plan::new(level) };
        // What was judged depends on the steps alone.
        let steps = game.record_of_standing();
        let digest = Digest::of_text(&format!("{}\n{}\n{open}\n{steps}", env!("CARGO_PKG_VERSION"), level.word()));
        let id = digest.to_string().trim_start_matches("sha256:").chars().take(32).collect();
        Ok(ReviewRequest { entry, game, plan, id })
    }
}

impl Reviews {
    /// None yet; all end with the server. What they say of a table's seats is kept in the store.
    pub fn new(store: Store, stopping: CancellationToken) -> Reviews {
        Reviews { store, turn: Arc::new(Semaphore::new(1)), jobs: Arc::default(), stopping }
    }

    fn jobs(&self) -> MutexGuard<'_, VecDeque<Arc<Job>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for a review: begins it, unless it is made or under way. If it is the match of a table, the table keeps
    /// what the review says of its seats.
    pub async fn ask(&self, asked: ReviewRequest, from: Source, of: Option<TableId>) -> Result<Reviewing, Refusal> {
        let id = asked.id.clone();
        let known = self.jobs().iter().find(|job| job.id == id).cloned();
        let job = if let Some(job) = known {
            job
        } else {
            let job = Arc::new(Job {
                id: id.clone(),
                from,
                parts: asked.entry.parts(&*asked.game),
                done: AtomicUsize::new(0),
                runs: AtomicBool::new(false),
                made: Mutex::default(),
            });
            self.enter(&job)?;
            let (reviews, own) = (self.clone(), job.clone());
            tokio::spawn(async move { reviews.carry_out(own, asked).await });
            job
        };
        if let Some(table) = of {
            let review = {
                let mut made = job.made();
                if made.review.is_none() && !made.tables.contains(&table) {
                    made.tables.push(table);
                }
                made.review.clone()
            };
            if let Some(review) = review {
                self.keep(&review, &[table]).await;
            }
        }
        self.look(&id).ok_or_else(|| refusal(RefusalCode::Unavailable, "unavailable", "the server failed; try again"))
    }

    /// Stores a review's figures for the seats of its tables; not of a review with open cards, whose figures differ.
    async fn keep(&self, review: &Review, tables: &[TableId]) {
        if review.plan.open {
            return;
        }
        let thousandths = |value: f64| (value * 1e3).round() as i64;
        let seat = |one: &catalog::review::SeatReview| SeatReview {
            seat: one.seat.index() as u8,
            accuracy: one.accuracy.map(thousandths),
            luck: thousandths(one.account.shares.luck.margin),
        };
        let seats: Vec<SeatReview> = review.seats.iter().map(seat).collect();
        for table in tables {
            if let Err(error) = self.store.keep_review(*table, depth(review.plan.level), &seats).await {
                tracing::warn!(%error, %table, "cannot keep what a review says");
            }
        }
    }

    /// Takes a review in, unless too many wait; the oldest of those that are made makes room.
    fn enter(&self, job: &Arc<Job>) -> Result<(), Refusal> {
        let mut jobs = self.jobs();
        let waiting = jobs.iter().filter(|job| !job.is_made());
        if waiting.clone().filter(|other| other.from == job.from).count() >= WAITING_EACH {
            let text = "two reviews of yours are under way; wait for one of them";
            return Err(refusal(RefusalCode::Limit, "review-busy", text));
        }
        if waiting.count() >= WAITING {
            return Err(refusal(RefusalCode::Limit, "reviews-busy", "too many wait for reviews; try again in a while"));
        }
        if jobs.len() >= KEPT
            && let Some(oldest) = jobs.iter().position(|job| job.is_made())
        {
            jobs.remove(oldest);
        }
        jobs.push_back(job.clone());
        Ok(())
    }

    async fn carry_out(&self, job: Arc<Job>, asked: ReviewRequest) {
        let Ok(turn) = self.turn.clone().acquire_owned().await else { return };
        job.runs.store(true, Ordering::Relaxed);
        let (own, stopping) = (job.clone(), self.stopping.clone());
        let made = tokio::task::spawn_blocking(move || {
            let ReviewRequest { entry, game, plan, .. } = asked;
            let review = entry.review(&*game, &plan, 1, Vec::new(), &Counting(&own, &stopping));
            drop(turn);
            review
        });
        match made.await {
            Ok(Some(review)) => {
                // The figures are stored first, so that a client that sees the review finds them in its history, too.
                while let Some(tables) = job.waiting(&review) {
                    self.keep(&review, &tables).await;
                }
            }
            // It may be asked for again.
            Ok(None) => self.jobs().retain(|other| other.id != job.id),
            Err(error) => {
                tracing::error!(%error, "a review panicked");
                self.jobs().retain(|other| other.id != job.id);
            }
        }
    }

    /// How far a review has come; nothing where none was asked for, or it is no longer kept.
    pub fn look(&self, id: &str) -> Option<Reviewing> {
        let jobs = self.jobs();
        let at = jobs.iter().position(|job| job.id == id)?;
        let job = &jobs[at];
        let review = job.made().review.clone();
        let stage = match review {
            Some(review) => ReviewStage::Done { review: Box::new(review) },
            None if job.runs.load(Ordering::Relaxed) => {
                ReviewStage::Running { done: job.done.load(Ordering::Relaxed), parts: job.parts }
            }
            None => {
                let waits = |job: &&Arc<Job>| !job.is_made() && !job.runs.load(Ordering::Relaxed);
                ReviewStage::Waiting { place: 1 + jobs.iter().take(at).filter(waits).count() }
            }
        };
        Some(Reviewing { id: id.to_owned(), stage })
    }
}

/// How thorough a review is, as the store compares them.
fn depth(level: Depth) -> u8 {
    match level {
        Depth::Glance => 1,
        Depth::Quick => 2,
        Depth::Full => 3,
    }
}
