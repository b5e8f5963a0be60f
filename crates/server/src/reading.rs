//! Long reading: logs, records, frames and exports are made on blocking threads. A few run at a time, at most one for
//! each address, which also has a bound on the memory for what it sends and what it is sent.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use futures_util::{StreamExt as _, stream};
use protocol::{Refusal, RefusalCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Refused;
use crate::app::Shared;
use crate::limits::Source;
use crate::people::known::Caller;
use crate::refusal::refusal;

/// How many requests of one address wait for its place, or for the leave to be large. They hold next to nothing.
const MOST_WAITING: usize = 64;

/// How many large things of one address are in memory at once: records that it sends, and frames that it is sent. They
/// may have some megabytes each.
const LARGE: usize = 8;

/// In how many bytes a large answer is handed on.
const PIECE: usize = 64 * 1024;

/// The turns of those who read.
pub struct Reading {
    turns: Arc<Semaphore>,
    places: Mutex<HashMap<Source, Place>>,
}

/// What an address has.
struct Place {
    /// The one place: its other requests wait for that one.
    one: Arc<Semaphore>,
    large: Arc<Semaphore>,
}

impl Place {
    fn new() -> Place {
        Place { one: Arc::new(Semaphore::new(1)), large: Arc::new(Semaphore::new(LARGE)) }
    }

    /// Whether nobody holds anything, or waits for it.
    fn is_idle(&self) -> bool {
        Arc::strong_count(&self.one) == 1 && Arc::strong_count(&self.large) == 1
    }
}

/// The leave of an address to have something large in memory, until it is dropped.
pub struct Large {
    from: Source,
    held: OwnedSemaphorePermit,
}

impl Large {
    /// For which address.
    pub fn from(&self) -> Source {
        self.from
    }

    /// An answer that is handed on in pieces. The leave goes with it: as long as nobody takes it, it counts.
    pub fn answer(self, json: Vec<u8>) -> Response {
        let (length, kind) = (json.len().to_string(), "application/json".to_owned());
        let pieces = stream::unfold((Bytes::from(json), self.held), |(mut left, held)| async move {
            let piece = left.split_to(left.len().min(PIECE));
            (!piece.is_empty()).then_some((Ok::<Bytes, Infallible>(piece), (left, held)))
        });
        // Whoever packs the answer asks once more after its end.
        let pieces = pieces.fuse();
        let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_LENGTH, length)];
        (headers, Body::from_stream(pieces)).into_response()
    }
}

impl FromRequestParts<Shared> for Large {
    type Rejection = Refused;

    /// Waits for the leave before the body of the request is read.
    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Large, Refused> {
        let from = Caller::from_request_parts(parts, app).await?.source();
        Ok(app.hub.reading().large(from).await?)
    }
}

/// Waits for something of an address's own, unless too many wait for it already.
async fn wait(own: Arc<Semaphore>, most: usize) -> Result<OwnedSemaphorePermit, Refusal> {
    // One reference is the map's; whoever holds a permit or waits for one has another.
    if Arc::strong_count(&own) > 1 + most + MOST_WAITING {
        let text = "too many requests of your address wait already; try again in a while";
        return Err(refusal(RefusalCode::Limit, "too_many", text));
    }
    own.acquire_owned().await.map_err(|_| failed())
}

impl Reading {
    /// With this many turns at once.
    pub fn new(turns: usize) -> Reading {
        Reading { turns: Arc::new(Semaphore::new(turns)), places: Mutex::default() }
    }

    /// Waits for the place of an address, and holds it.
    pub async fn place(&self, from: Source) -> Result<OwnedSemaphorePermit, Refusal> {
        wait(self.own(from, |place| &place.one), 1).await
    }

    /// Waits for the leave of an address to have something large in memory.
    pub async fn large(&self, from: Source) -> Result<Large, Refusal> {
        let held = wait(self.own(from, |place| &place.large), LARGE).await?;
        Ok(Large { from, held })
    }

    fn own(&self, from: Source, which: impl FnOnce(&Place) -> &Arc<Semaphore>) -> Arc<Semaphore> {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        which(places.entry(from).or_insert_with(Place::new)).clone()
    }

    /// Waits for a turn, and holds it.
    pub async fn turn(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        self.turns.clone().acquire_owned().await.map_err(|_| failed())
    }

    /// Runs long work for an address when it is its turn.
    pub async fn run<T: Send + 'static>(
        &self,
        from: Source,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = self.place(from).await?;
        let done = self.work(work).await;
        drop(place);
        done
    }

    /// Runs long work when it is its turn. The work holds the permit, so that a caller who hangs up does not free a
    /// thread that is still busy.
    pub async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let turn = self.turn().await?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "long work panicked");
            failed()
        })
    }

    /// Drops the places that nobody holds or waits for.
    pub fn forget(&self) {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, place| !place.is_idle());
    }
}

fn failed() -> Refusal {
    refusal(RefusalCode::Unavailable, "unavailable", "the server failed; try again")
}
