//! Play over days: whose turn it is, vacations, reminders, notes, and closed browsers.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use protocol::{NewPush, NewVacation, OwnNote, Push, TableLine, Vacation};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::{self, Body, Path};
use crate::app::Shared;
use crate::people::LoggedIn;
use crate::refusal::Answer;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(turns))
        .routes(routes!(push, subscribe, unsubscribe))
        .routes(routes!(vacation, take_vacation, end_vacation))
        .routes(routes!(note, keep_note))
        .routes(routes!(remind))
}

/// The tables that wait for oneself, the one whose time runs out first before the others.
#[utoipa::path(get, path = "/api/me/turns", tag = "correspondence", responses((status = 200, body = Vec<TableLine>)))]
async fn turns(State(app): State<Shared>, known: LoggedIn) -> Answer<Json<Vec<TableLine>>> {
    Ok(Json(app.hub.list_turns(&known.principal()).await?))
}

/// How browsers that are closed are told of things, and whether this one is.
#[utoipa::path(get, path = "/api/me/push", tag = "correspondence", responses((status = 200, body = Push)))]
async fn push(State(app): State<Shared>, known: LoggedIn) -> Answer<Json<Push>> {
    Ok(Json(app.push(&known).await?))
}

/// Tells this browser of things while it is closed, until its login ends.
#[utoipa::path(put, path = "/api/me/push", tag = "correspondence", request_body = NewPush,
    responses((status = 200, body = Push)))]
async fn subscribe(State(app): State<Shared>, known: LoggedIn, Body(new): Body<NewPush>) -> Answer<Json<Push>> {
    Ok(Json(app.subscribe_push(&known, &new).await?))
}

/// Tells this browser nothing any more.
#[utoipa::path(delete, path = "/api/me/push", tag = "correspondence", responses((status = 204)))]
async fn unsubscribe(State(app): State<Shared>, known: LoggedIn) -> Answer<StatusCode> {
    app.store.unsubscribe_push(&known.login, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// One's vacation, and how many days are left.
#[utoipa::path(get, path = "/api/me/vacation", tag = "correspondence", responses((status = 200, body = Vacation)))]
async fn vacation(State(app): State<Shared>, known: LoggedIn) -> Answer<Json<Vacation>> {
    Ok(Json(app.vacation(known.person.id).await?))
}

/// Takes a vacation from now on, or changes when the present one ends. Clocks of days stand still until then.
#[utoipa::path(put, path = "/api/me/vacation", tag = "correspondence", request_body = NewVacation,
    responses((status = 200, body = Vacation)))]
async fn take_vacation(
    State(app): State<Shared>,
    known: LoggedIn,
    Body(new): Body<NewVacation>,
) -> Answer<Json<Vacation>> {
    Ok(Json(app.take_vacation(&known.person, new.days).await?))
}

/// Ends one's vacation; days that have not begun are not taken.
#[utoipa::path(delete, path = "/api/me/vacation", tag = "correspondence", responses((status = 200, body = Vacation)))]
async fn end_vacation(State(app): State<Shared>, known: LoggedIn) -> Answer<Json<Vacation>> {
    Ok(Json(app.end_vacation(known.person.id).await?))
}

/// One's note about a table. Nobody else can read it.
#[utoipa::path(get, path = "/api/tables/{id}/note", tag = "correspondence", params(("id" = String, Path)),
    responses((status = 200, body = OwnNote)))]
async fn note(State(app): State<Shared>, known: LoggedIn, Path(id): Path<String>) -> Answer<Json<OwnNote>> {
    Ok(Json(app.note(known.person.id, read::table(&id)?).await?))
}

/// Keeps one's note about a table; an empty one is none.
#[utoipa::path(put, path = "/api/tables/{id}/note", tag = "correspondence", params(("id" = String, Path)),
    request_body = OwnNote, responses((status = 200, body = OwnNote)))]
async fn keep_note(
    State(app): State<Shared>,
    known: LoggedIn,
    Path(id): Path<String>,
    Body(note): Body<OwnNote>,
) -> Answer<Json<OwnNote>> {
    Ok(Json(app.keep_note(known.person.id, read::table(&id)?, &note).await?))
}

/// Reminds the player for whom the table waits, once a day, after eight hours of a turn that has days.
#[utoipa::path(post, path = "/api/tables/{id}/remind", tag = "correspondence", params(("id" = String, Path)),
    responses((status = 204)))]
async fn remind(State(app): State<Shared>, known: LoggedIn, Path(id): Path<String>) -> Answer<StatusCode> {
    app.people.may_act(known.person.id).await?;
    app.remind(&known.person, read::table(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
