//! Tables over HTTP: making, listing, reading.

use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::Seat;
use protocol::{Frame, HandedTable, NewBranch, NewTable, SheetLine, State as TableState, TableLine};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::{self, Asked, Body, Path};
use super::records;
use crate::Refused;
use crate::app::Shared;
use crate::hub::{Created, Invitation, Lines};
use crate::people::LoggedIn;
use crate::people::known::{Caller, Visitor};
use crate::reading::Large;
use crate::refusal::Answer;

/// The most frames in one answer.
const FRAMES: usize = 400;

pub(super) fn routes(most_bytes: usize) -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(create, list))
        .routes(routes!(state))
        .routes(routes!(log))
        .routes(routes!(record))
        .routes(routes!(frames))
        .routes(routes!(view))
        .routes(routes!(sheet))
        .routes(routes!(parts))
        .routes(routes!(invitation))
        .routes(routes!(branch))
        .merge(OpenApiRouter::new().routes(routes!(hand_over)).layer(DefaultBodyLimit::max(most_bytes)))
}

/// Makes a table. The answer holds the invitations and the tokens of programs.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = Created)))]
async fn create(
    State(app): State<Shared>,
    known: LoggedIn,
    caller: Caller,
    headers: HeaderMap,
    Body(table): Body<NewTable>,
) -> Answer<Response> {
    // The public list is fair by the places that its tables are made from.
    if table.public {
        app.keep_places(known.person.id, caller.source(), &headers).await;
    }
    let created = app.create(&caller.reader(&known.principal()), table).await?;
    Ok((StatusCode::CREATED, Json(created)).into_response())
}

#[derive(Deserialize, IntoParams)]
struct Which {
    /// 1 for the tables with a seat of one's own.
    #[serde(default)]
    mine: u8,
    /// 1 for the public tables that wait for players.
    #[serde(default)]
    open: u8,
}

/// Lists tables: one's own, or public ones that wait for players.
#[utoipa::path(get, path = "/api/tables", tag = "tables", params(Which),
    responses((status = 200, body = Vec<TableLine>)))]
async fn list(
    State(app): State<Shared>,
    Visitor(who): Visitor,
    Asked(which): Asked<Which>,
) -> Answer<Json<Vec<TableLine>>> {
    match (which.mine != 0, which.open != 0) {
        (true, false) if who.is_nobody() => Err(Refused::nobody()),
        (true, false) => Ok(Json(app.hub.list_mine(&who).await?)),
        (false, true) => Ok(Json(app.hub.list_open(&who).await?)),
        _ => Err(Refused::malformed("say which tables: ?mine=1 or ?open=1")),
    }
}

#[derive(Deserialize, IntoParams)]
struct SeenAs {
    /// As which of one's own seats to see the match.
    eyes: Option<String>,
}

/// The whole state of a table, as the caller may see it.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path), SeenAs),
    responses((status = 200, body = TableState)))]
async fn state(
    State(app): State<Shared>,
    Visitor(who): Visitor,
    Path(id): Path<String>,
    Asked(SeenAs { eyes }): Asked<SeenAs>,
) -> Answer<Json<TableState>> {
    let as_seat = eyes.as_deref().map(read::seat).transpose()?;
    Ok(Json(app.hub.state(read::table(&id)?, &who, as_seat).await?))
}

#[derive(Deserialize, IntoParams)]
struct Before {
    /// Only lines before this version.
    before: Option<u64>,
}

/// A page of a table's log.
#[utoipa::path(get, path = "/api/tables/{id}/log", tag = "tables", params(("id" = String, Path), Before),
    responses((status = 200, body = Lines)))]
async fn log(
    State(app): State<Shared>,
    Visitor(who): Visitor,
    caller: Caller,
    Path(id): Path<String>,
    Asked(Before { before }): Asked<Before>,
) -> Answer<Json<Lines>> {
    Ok(Json(app.hub.log(read::table(&id)?, &caller.reader(&who), before).await?))
}

#[derive(Deserialize, IntoParams)]
struct Form {
    /// `json` for programs; otherwise the text of a .quipu file.
    #[serde(default)]
    format: String,
}

/// The record: complete when the match is over, before that with `?` for what the caller may not know.
#[utoipa::path(get, path = "/api/tables/{id}/record", tag = "tables", params(("id" = String, Path), Form),
    responses((status = 200, body = String, content_type = "text/plain")))]
async fn record(
    State(app): State<Shared>,
    Visitor(who): Visitor,
    caller: Caller,
    Path(id): Path<String>,
    Asked(Form { format }): Asked<Form>,
) -> Answer<Response> {
    let table = read::table(&id)?;
    let text = app.hub.record(table, &caller.reader(&who)).await?;
    if format == "json" {
        return Ok(Json(records::as_json(&text)?).into_response());
    }
    let name = format!("attachment; filename=\"{table}.quipu\"");
    let kind = "text/plain; charset=utf-8".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

#[derive(Deserialize, IntoParams)]
struct Span {
    /// The first frame: 0 is before the first step.
    #[serde(default)]
    from: usize,
    /// The frame after the last one, at most 400 further.
    to: Option<usize>,
    /// When the match is over: the seat by whose eyes it is seen; everything is open without it.
    #[param(value_type = Option<String>)]
    eyes: Option<Seat>,
}

/// The frames of a match, as the caller may see them.
#[utoipa::path(get, path = "/api/tables/{id}/frames", tag = "tables", params(("id" = String, Path), Span),
    responses((status = 200, body = Vec<Frame>)))]
async fn frames(
    State(app): State<Shared>,
    Visitor(who): Visitor,
    caller: Caller,
    Path(id): Path<String>,
    Asked(Span { from, to, eyes }): Asked<Span>,
    large: Large,
) -> Answer<Response> {
    let most = from.saturating_add(FRAMES);
    let (table, to) = (read::table(&id)?, to.unwrap_or(most).min(most));
    let written = |frames: &[Frame]| read::written(frames);
    Ok(large.answer(app.hub.frames(table, &caller.reader(&who), eyes, (from, to), written).await?))
}

/// The view after a number of steps.
#[utoipa::path(get, path = "/api/tables/{id}/views/{step}", tag = "tables",
    params(("id" = String, Path), ("step" = usize, Path)), responses((status = 200, body = Frame)))]
async fn view(
    State(app): State<Shared>,
    Visitor(who): Visitor,
    caller: Caller,
    Path((id, step)): Path<(String, String)>,
) -> Answer<Json<Frame>> {
    let step: usize = step.parse().map_err(|_| Refused::malformed("a step is a number, counted from 0"))?;
    let by = caller.reader(&who);
    let last = |frames: &[Frame]| frames.last().cloned();
    let frame = app.hub.frames(read::table(&id)?, &by, None, (step, step.saturating_add(1)), last).await?;
    frame.map(Json).ok_or_else(|| Refused::missing("step"))
}

/// The score sheet.
#[utoipa::path(get, path = "/api/tables/{id}/sheet", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Vec<SheetLine>)))]
async fn sheet(State(app): State<Shared>, _: Visitor, Path(id): Path<String>) -> Answer<Json<Vec<SheetLine>>> {
    Ok(Json(app.hub.sheet(read::table(&id)?).await?))
}

/// The components of the match's box, for drawing them.
#[utoipa::path(get, path = "/api/tables/{id}/parts", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Object)))]
async fn parts(State(app): State<Shared>, _: Visitor, Path(id): Path<String>) -> Answer<Json<serde_json::Value>> {
    Ok(Json(app.hub.table_parts(read::table(&id)?).await?))
}

/// The invitation link of a seat, for whoever made the table.
#[utoipa::path(get, path = "/api/tables/{id}/invitation/{seat}", tag = "tables",
    params(("id" = String, Path), ("seat" = String, Path)), responses((status = 200, body = Invitation)))]
async fn invitation(
    State(app): State<Shared>,
    known: LoggedIn,
    Path((id, seat)): Path<(String, String)>,
) -> Answer<Json<Invitation>> {
    Ok(Json(app.hub.invitation(read::table(&id)?, &known.principal(), read::seat(&seat)?).await?))
}

/// Makes a table at which a match that is over is played on from one of its moments.
#[utoipa::path(post, path = "/api/tables/{id}/branch", tag = "tables", params(("id" = String, Path)),
    request_body = NewBranch, responses((status = 201, body = Created)))]
async fn branch(
    State(app): State<Shared>,
    known: LoggedIn,
    caller: Caller,
    Path(id): Path<String>,
    Body(new): Body<NewBranch>,
) -> Answer<Response> {
    let created = app.branch(read::table(&id)?, &caller.reader(&known.principal()), new).await?;
    Ok((StatusCode::CREATED, Json(created)).into_response())
}

/// Hands a table of a device to one's account. Its log is played again; what does not come out the same is refused. It
/// becomes a private table that is never rated. The same log makes one table, however often it is sent.
#[utoipa::path(post, path = "/api/tables/handed", tag = "tables", request_body = HandedTable,
    responses((status = 201, body = Created)))]
async fn hand_over(
    State(app): State<Shared>,
    known: LoggedIn,
    caller: Caller,
    _large: Large,
    Body(handed): Body<HandedTable>,
) -> Answer<Response> {
    let created = app.take_over(&caller.reader(&known.principal()), handed).await?;
    Ok((StatusCode::CREATED, Json(created)).into_response())
}
