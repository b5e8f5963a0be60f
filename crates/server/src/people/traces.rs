//! From where people come: whether two players of a rated match came from the same address, or use the same browser,
//! and whether the public list is one address's.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use store::PersonId;

use crate::App;
use crate::limits::Source;

/// How often it is stored that a person still comes from the same place.
const PAUSE: Duration = Duration::from_hours(6);

/// A place as it is kept.
type PlaceHash = [u8; 32];

/// Who was seen from where, and when that was stored.
#[derive(Default)]
pub struct Seen(Mutex<HashMap<(PersonId, PlaceHash), Instant>>);

impl Seen {
    /// Whether it is time to store it.
    fn is_new(&self, person: PersonId, place: PlaceHash) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = seen.get(&(person, place)).is_some_and(|at| at.elapsed() < PAUSE);
        if !known {
            seen.insert((person, place), Instant::now());
        }
        !known
    }

    /// Forgets what has to be stored again anyway.
    pub fn forget(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, at| at.elapsed() < PAUSE);
    }
}

impl App {
    /// Keeps from where a player comes, for ratings.
    pub(crate) async fn leave_trace(&self, person: PersonId, from: Source, headers: &HeaderMap) {
        if self.config.ratings {
            self.keep_places(person, from, headers).await;
        }
    }

    /// Keeps from where a person comes and with which browser, as hashes that only this server can make. Nobody waits
    /// for a failure.
    pub(crate) async fn keep_places(&self, person: PersonId, from: Source, headers: &HeaderMap) {
        // Loopback says nothing about a person: it is an unknown proxy, or a test.
        let address = (!from.is_loopback()).then(|| format!("address {from}"));
        let device = self.people.device(headers).map(|device| format!("device {device}"));
        for place in address.into_iter().chain(device).map(|place| self.place(&place)) {
            if !self.seen.is_new(person, place) {
                continue;
            }
            if let Err(error) = self.store.leave_trace(person, &place, self.time.now()).await {
                tracing::debug!(%error, "cannot keep a trace");
            }
        }
    }

    fn place(&self, text: &str) -> PlaceHash {
        let mut hash = Hmac::<Sha256>::new_from_slice(&self.config.secret.derived("traces"))
            .unwrap_or_else(|_| unreachable!("a key of any length will do"));
        hash.update(text.as_bytes());
        hash.finalize().into_bytes().into()
    }
}
