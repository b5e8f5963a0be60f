//! Periodic work: deletes guests who stay away, expired tokens, and old counters of the rate limits.

use std::time::Duration;

use crate::app::Shared;

/// How often counters are cleaned up.
const INTERVAL: Duration = Duration::from_mins(1);

/// Guests and tokens expire once in this many rounds.
const ROUNDS: u32 = 15;

/// Cleans up until the server stops.
pub async fn run(app: Shared) {
    for round in (0..ROUNDS).cycle() {
        app.limits.forget();
        app.hub.reading().forget();
        app.refusals.tell_rest();
        if round == 0 {
            expire(&app).await;
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = app.stopping.cancelled() => return,
        }
    }
}

/// Deletes guests who stay away, and expired tokens.
pub async fn expire(app: &Shared) {
    let now = app.time.now();
    let before = now - app.config.guests_last.as_millis() as i64;
    match (app.store.expire_guests(before).await, app.store.expire_tokens(now).await) {
        (Ok(0), Ok(_)) => {}
        (Ok(guests), Ok(_)) => tracing::info!(guests, "deleted guests who stayed away"),
        (Err(error), _) | (_, Err(error)) => tracing::warn!(%error, "cannot delete expired guests and tokens"),
    }
}
