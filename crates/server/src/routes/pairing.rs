//! Quick pairing.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use protocol::{NewPairing, Pairing};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::Body;
use crate::app::Shared;
use crate::people::LoggedIn;
use crate::refusal::Answer;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(look, wait, stop))
}

/// How it stands with one's wait for others. Ask every few seconds: whoever does not is no longer looked for.
#[utoipa::path(get, path = "/api/pairing", tag = "company", responses((status = 200, body = Pairing)))]
async fn look(State(app): State<Shared>, known: LoggedIn) -> Answer<Json<Pairing>> {
    Ok(Json(app.pairing(&known.person).await?))
}

/// Waits for others who would like to play the same, near in rating at first and further with the wait.
#[utoipa::path(post, path = "/api/pairing", tag = "company", request_body = NewPairing,
    responses((status = 200, body = Pairing)))]
async fn wait(State(app): State<Shared>, known: LoggedIn, Body(wanted): Body<NewPairing>) -> Answer<Json<Pairing>> {
    app.people.may_act(known.person.id).await?;
    Ok(Json(app.wait(&known.person, wanted).await?))
}

/// Waits no longer.
#[utoipa::path(delete, path = "/api/pairing", tag = "company", responses((status = 204)))]
async fn stop(State(app): State<Shared>, known: LoggedIn) -> Answer<StatusCode> {
    app.store.stop_waiting(known.person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
