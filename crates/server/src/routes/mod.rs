//! What the server answers, by path.

use axum::Router;
use axum::extract::State;
use axum::routing::get;

use crate::Refused;
use crate::app::Shared;

/// Everything that players reach.
pub fn router(app: Shared) -> Router {
    Router::new()
        .route("/healthz", get(async || "alive\n"))
        .route("/readyz", get(ready))
        .with_state(app)
}

/// What is shown to who watches the server, on an address of its own.
pub fn watched(app: Shared) -> Router {
    Router::new().route("/metrics", get(async |State(app): State<Shared>| app.metrics.text())).with_state(app)
}

/// Whether the server can keep what is done.
async fn ready(State(app): State<Shared>) -> Result<&'static str, Refused> {
    app.store.ready().await?;
    Ok("ready\n")
}
