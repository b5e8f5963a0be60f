//! For programs that play a seat: read a position and its legal words, and play one.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use engine::Seat;
use protocol::{Command, Done, Offer, RefusalCode, Result as MatchResult, Stage, ToAct, Vote};
use serde::{Deserialize, Serialize};
use store::TableId;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::{self, Asked, Body, Path};
use crate::app::Shared;
use crate::hub::{Inquirer, Principal, ProgramToken};
use crate::limits::too_many;
use crate::people::LoggedIn;
use crate::people::known::{Actor, Caller};
use crate::refusal::Answer;
use crate::{App, Refused};

/// The longest that a request for a position waits, in seconds.
const LONG_POLL_SECONDS: u64 = 60;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(position)).routes(routes!(play)).routes(routes!(act)).routes(routes!(token))
}

/// A position as a program needs it.
#[derive(Serialize, ToSchema)]
pub(super) struct Position {
    /// The version of the table; send it back as `seen`.
    version: u64,
    /// The stage of the table.
    stage: Stage,
    /// Who sees the match like this: a seat's letter, `spectator` or `all`.
    eyes: String,
    /// Who moves next; none before the match starts.
    to_act: Option<ToAct>,
    /// The points by seat.
    points: Vec<i32>,
    /// The view; none before the match starts.
    #[schema(value_type = Option<Object>)]
    view: Option<protocol::Plain>,
    /// The legal words, if this seat is to act.
    legal: Vec<String>,
    /// The same words, with price and target.
    offers: Vec<Offer>,
    /// The votes under way. A program is asked whether an undo is allowed that takes back a draw; it answers by `do`.
    votes: Vec<Vote>,
    /// The result, when the match is over.
    result: Option<MatchResult>,
    /// The table of the rematch, once there is one.
    rematch: Option<String>,
}

#[derive(Deserialize, IntoParams)]
struct LongPoll {
    /// How many seconds to wait, at most 60, …
    #[serde(default)]
    wait: u64,
    /// … until the version is past this one.
    #[serde(default)]
    since: u64,
    /// The seat, for callers with several seats.
    eyes: Option<String>,
}

/// The position as the seat of the token sees it. Waits for a newer version if asked to.
#[utoipa::path(get, path = "/api/tables/{id}/position", tag = "programs", params(("id" = String, Path), LongPoll),
    responses((status = 200, body = Position)), security(("token" = [])))]
async fn position(
    State(app): State<Shared>,
    headers: HeaderMap,
    Actor(who): Actor,
    Path(id): Path<String>,
    Asked(asked): Asked<LongPoll>,
) -> Answer<Json<Position>> {
    let table = read::table(&id)?;
    let as_seat = seat(&app, table, &who, asked.eyes.as_deref()).await?;
    // Check that the caller may see the table before waiting.
    let mut state = app.hub.state(table, &who, as_seat).await?;
    if asked.wait > 0 && state.version <= asked.since {
        let wait = Duration::from_secs(asked.wait.min(LONG_POLL_SECONDS));
        tokio::select! {
            past = app.hub.past(table, asked.since, wait) => { past?; }
            () = app.stopping.cancelled() => {}
        }
        Actor::is_still(&who, &app, &headers).await?;
        state = app.hub.state(table, &who, as_seat).await?;
    }
    let view = state.view.map(|view| view.0);
    let game = state.game;
    let offers: Vec<Offer> = game.iter().flat_map(|game| game.offers.each()).collect();
    let mut legal: Vec<String> = offers.iter().map(|offer| offer.word.to_string()).collect();
    legal.sort_unstable();
    legal.dedup();
    Ok(Json(Position {
        version: state.version,
        stage: state.table.stage,
        eyes: game.as_ref().map(|game| game.eyes.clone()).unwrap_or_default(),
        to_act: game.as_ref().map(|game| game.to_act.clone()),
        points: game.as_ref().map(|game| game.points.clone()).unwrap_or_default(),
        view,
        legal,
        offers,
        votes: game.as_ref().map(|game| game.votes.clone()).unwrap_or_default(),
        rematch: state.table.rematch,
        result: game.and_then(|game| game.result),
    }))
}

/// The seat that a request names; a program may name none but its own, and need not.
async fn seat(app: &App, table: TableId, who: &Principal, named: Option<&str>) -> Answer<Option<Seat>> {
    let named = named.map(read::seat).transpose()?;
    let Some(program) = &who.program else { return Ok(named) };
    let own = app.hub.seat_of(table, program).await?;
    if named.is_some_and(|named| named != own) {
        return Err(Refused::new(RefusalCode::NotYours, "not_yours", "this token is for another seat"));
    }
    Ok(Some(own))
}

/// A new token for a program's seat, for the person whose program it is; older ones are no longer valid. Whoever has
/// lost a token asks here, and so does the owner of a program at a rematch.
#[utoipa::path(post, path = "/api/tables/{id}/token/{seat}", tag = "programs",
    params(("id" = String, Path), ("seat" = String, Path)), responses((status = 200, body = ProgramToken)))]
async fn token(
    State(app): State<Shared>,
    known: LoggedIn,
    Path((id, seat)): Path<(String, String)>,
) -> Answer<Json<ProgramToken>> {
    Ok(Json(app.hub.program_token(read::table(&id)?, &known.principal(), read::seat(&seat)?).await?))
}

/// A word to play.
#[derive(Deserialize, ToSchema)]
pub(super) struct Play {
    /// Chosen by the program, unique for it at this table. The id of a recent command gets the same answer again.
    id: String,
    /// The version that the program has seen.
    seen: u64,
    /// The word.
    word: String,
    /// Words that follow, one by one, until one is refused.
    #[serde(default)]
    then: Vec<String>,
    /// The seat, for callers with several seats.
    #[serde(default)]
    seat: Option<String>,
}

/// Plays a word for the seat of the token.
#[utoipa::path(post, path = "/api/tables/{id}/play", tag = "programs", params(("id" = String, Path)),
    request_body = Play, responses((status = 200, body = Done)), security(("token" = [])))]
async fn play(
    State(app): State<Shared>,
    caller: Caller,
    Actor(who): Actor,
    Path(id): Path<String>,
    Body(word): Body<Play>,
) -> Answer<Json<Done>> {
    let table = read::table(&id)?;
    let seat = seat(&app, table, &who, word.seat.as_deref()).await?;
    let seat = seat.ok_or_else(|| Refused::malformed("say which seat plays, such as \"seat\": \"A\""))?;
    let command = Command::Play { seen: word.seen, seat, word: word.word, then: word.then };
    done(&app, table, &caller.reader(&who), word.id, command).await
}

/// A command at a table.
#[derive(Deserialize, ToSchema)]
pub(super) struct Act {
    /// Chosen by the client, unique for it at this table. The id of a recent command gets the same answer again.
    id: String,
    /// What.
    #[serde(flatten)]
    command: Command,
}

/// Carries out a command, as the socket's `do` does.
#[utoipa::path(post, path = "/api/tables/{id}/do", tag = "tables", params(("id" = String, Path)),
    request_body = Act, responses((status = 200, body = Done)))]
async fn act(
    State(app): State<Shared>,
    caller: Caller,
    headers: HeaderMap,
    Actor(who): Actor,
    Path(id): Path<String>,
    Body(act): Body<Act>,
) -> Answer<Json<Done>> {
    let table = read::table(&id)?;
    if let Ok(person) = who.id.parse() {
        app.leave_trace(person, caller.source(), &headers).await;
    }
    if who.program.as_ref().is_some_and(|program| program.table != table) {
        return Err(Refused::new(RefusalCode::NotYours, "not_yours", "this token is for another table"));
    }
    done(&app, table, &caller.reader(&who), act.id, act.command).await
}

/// Carries out a command; a refusal says what was refused.
async fn done(app: &Shared, table: TableId, by: &Inquirer<'_>, id: String, command: Command) -> Answer<Json<Done>> {
    // It counts as over a socket: otherwise HTTP would be a way around the limit.
    if !app.limits.message(by.who.person(), by.from) {
        app.metrics.limit_hit("messages");
        return Err(too_many("messages", 1));
    }
    app.hub.came_from(by.who.person(), by.from);
    let done = app.act(table, by, id.clone(), command).await;
    Ok(Json(done.map_err(|refusal| refusal.about(Some(table.to_string()), Some(id)))?))
}
