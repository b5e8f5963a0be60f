//! What is done from time to time: guests who stay away are forgotten, and so is what counts.

use std::time::Duration;

use crate::app::Shared;

/// How often.
const INTERVAL: Duration = Duration::from_mins(1);

/// How many rounds pass between two looks at who stays away.
const ROUNDS: u32 = 15;

/// Tidies up until the server stops.
pub async fn run(app: Shared) {
    for round in (0..ROUNDS).cycle() {
        app.limits.forget();
        if round == 0 {
            expire(&app).await;
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = app.stopping.cancelled() => return,
        }
    }
}

/// Forgets guests who stay away, and tokens that are good no longer.
pub async fn expire(app: &Shared) {
    let now = app.time.now();
    let before = now - app.config.guests_last.as_millis() as i64;
    match (app.store.expire_guests(before).await, app.store.expire_tokens(now).await) {
        (Ok(0), Ok(_)) => {}
        (Ok(guests), Ok(_)) => tracing::info!(guests, "guests who stayed away are forgotten"),
        (Err(error), _) | (_, Err(error)) => tracing::warn!(%error, "guests who stay away cannot be forgotten now"),
    }
}
