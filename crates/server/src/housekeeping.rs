//! Periodic work: deletes guests who stay away, expired tokens and counts, and old counters of the rate limits.

use std::time::Duration;

use crate::app::Shared;
use crate::start::Unstarted;

/// How often counters are cleaned up.
const INTERVAL: Duration = Duration::from_mins(1);

/// Guests and tokens expire once in this many rounds.
const ROUNDS: u32 = 15;

/// Cleans up until the server stops.
pub async fn run(app: Shared) {
    for round in (0..ROUNDS).cycle() {
        app.limits.forget();
        app.seen.forget();
        app.hub.reading().forget();
        app.hub.forget_people();
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

/// The longest pause without any trace of activity on a running server with a right clock, in milliseconds: a day.
/// After a longer pause, the clock was changed or no server ran.
const PLAUSIBLE_PAUSE: i64 = 24 * 60 * 60 * 1000;

/// How far the clock may be from the database's own, in milliseconds: an hour.
const PLAUSIBLE_DIFFERENCE: i64 = 60 * 60 * 1000;

/// Refuses to start with a clock that is ahead of the database's own: what is stored by it would be in the future for
/// all other nodes, and what others store would be over at once for this one.
pub async fn check_clock(app: &Shared) -> Result<(), Unstarted> {
    let ahead = app.store.clock_ahead(app.time.now()).await?;
    if ahead > PLAUSIBLE_DIFFERENCE { Err(Unstarted::Ahead { minutes: ahead / 60_000 }) } else { Ok(()) }
}

/// Compares the clock with the last trace before anything expires: a pause without a server postpones expiry.
pub async fn allow_for_pause(app: &Shared) -> Result<(), store::Error> {
    let now = app.time.now();
    let Some(last) = app.store.last_trace().await? else { return Ok(()) };
    let (pause, hours) = (now - last, (now - last) / (60 * 60 * 1000));
    if pause > PLAUSIBLE_PAUSE && is_plausible(app, now).await? {
        tracing::warn!(hours, "no server ran, or the clock was set; what expires gets this time in addition");
        app.store.postpone_expiry(pause).await?;
    } else if pause < -PLAUSIBLE_DIFFERENCE {
        tracing::warn!(hours, "the clock is behind what is stored; check it");
    }
    Ok(())
}

/// Whether the clock agrees with that of the database, where there is one.
async fn is_plausible(app: &Shared, now: i64) -> Result<bool, store::Error> {
    let ahead = app.store.clock_ahead(now).await?;
    if ahead.abs() > PLAUSIBLE_DIFFERENCE {
        tracing::warn!(seconds = ahead / 1000, "this clock is ahead of the database's; nothing is deleted by it");
    }
    Ok(ahead.abs() <= PLAUSIBLE_DIFFERENCE)
}

/// Deletes guests who stay away, and expired tokens, unless the clock is wrong.
pub async fn expire(app: &Shared) {
    let now = app.time.now();
    if !matches!(is_plausible(app, now).await, Ok(true)) {
        return;
    }
    let before = now - app.config.guests_last.as_millis() as i64;
    let rest = async {
        app.store.expire_tokens(now).await?;
        app.store.expire_traces(now - crate::ratings::TRACES_LAST).await?;
        app.store.expire_waiting(now - crate::pairing::WAITING_LASTS).await?;
        app.store.expire_invites(now - crate::company::INVITES_LAST).await?;
        app.store.expire_counts(now).await
    };
    match (app.store.expire_guests(before).await, rest.await) {
        (Ok(0), Ok(_)) => {}
        (Ok(guests), Ok(_)) => tracing::info!(guests, "deleted guests who stayed away"),
        (Err(error), _) | (_, Err(error)) => tracing::warn!(%error, "cannot delete what has expired"),
    }
}
