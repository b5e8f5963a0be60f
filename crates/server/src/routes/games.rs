//! The games.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use protocol::GameInfo;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::Path;
use crate::Refused;
use crate::app::Shared;
use crate::refusal::Answer;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(games)).routes(routes!(parts))
}

/// Lists the games, with seats and options.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameInfo>)))]
async fn games() -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "public, max-age=300")], Json(session::games()))
}

/// The components of a game's box, for drawing them.
#[utoipa::path(get, path = "/api/games/{key}/parts", tag = "games",
    params(("key" = String, Path, description = "The game's key")), responses((status = 200, body = Object)))]
async fn parts(Path(key): Path<String>) -> Answer<Response> {
    let entry = catalog::find(&key).ok_or_else(|| Refused::missing("game"))?;
    let parts: Value = entry.kind().parts(None).ok_or_else(|| Refused::missing("box"))?;
    Ok(([(header::CACHE_CONTROL, "public, max-age=86400")], Json(parts)).into_response())
}
