//! Long reading: logs, records, frames and exports are made on blocking threads. A few run at a time, at most one for
//! each address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use protocol::{Refusal, RefusalCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::Source;
use crate::refusal::refusal;

/// The turns of those who read.
pub struct Reading {
    turns: Arc<Semaphore>,
    /// One place for each address: its other requests wait for that one.
    places: Mutex<HashMap<Source, Arc<Semaphore>>>,
}

impl Reading {
    /// With this many turns at once.
    pub fn new(turns: usize) -> Reading {
        Reading { turns: Arc::new(Semaphore::new(turns)), places: Mutex::default() }
    }

    /// Waits for the place of an address, and holds it.
    pub async fn place(&self, from: Source) -> Result<OwnedSemaphorePermit, Refusal> {
        let place = {
            let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
            places.entry(from).or_insert_with(|| Arc::new(Semaphore::new(1))).clone()
        };
        place.acquire_owned().await.map_err(|_| failed())
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
        self.places.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, place| Arc::strong_count(place) > 1);
    }
}

fn failed() -> Refusal {
    refusal(RefusalCode::Unavailable, "unavailable", "the server failed; try again")
}
