//! For monitoring: liveness, readiness and metrics.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use protocol::RefusalCode;

use crate::Refused;
use crate::app::Shared;
use crate::people::token;

pub(super) fn routes() -> Router<Shared> {
    Router::new().route("/healthz", get(alive)).route("/readyz", get(ready)).route("/metrics", get(metrics))
}

/// The routes of the separate address for monitoring.
pub fn watched(app: Shared) -> Router {
    Router::new()
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .route("/metrics", get(async |State(app): State<Shared>| exposition(&app)))
        .with_state(app)
}

/// The process answers.
async fn alive() -> &'static str {
    "alive\n"
}

/// The store can be written, and the server is not stopping.
async fn ready(State(app): State<Shared>) -> Result<&'static str, Refused> {
    if app.stopping.is_cancelled() {
        return Err(Refused::new(RefusalCode::Unavailable, "stopping", "the server is stopping; use another"));
    }
    app.store.ready().await?;
    Ok("ready\n")
}

async fn metrics(State(app): State<Shared>, headers: HeaderMap) -> Result<Response, Refused> {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    match (&app.config.watched.token, given) {
        (Some(token), Some(given)) if token::same(token, given) => Ok(exposition(&app)),
        (Some(_), _) => Err(Refused::nobody()),
        (None, _) => Err(Refused::missing("page")),
    }
}

fn exposition(app: &Shared) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text()).into_response()
}
