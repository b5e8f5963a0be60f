//! Public pages, leaderboards, and what the host has turned on.

use axum::Json;
use axum::extract::State;
use protocol::{Board, Club, Matches, Opponents, Profile};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::{Asked, Path};
use crate::Refused;
use crate::app::Shared;
use crate::history::{Audience, Wanted};
use crate::people::known::Visitor;
use crate::profiles::WhichBoard;
use crate::refusal::Answer;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(club))
        .routes(routes!(profile))
        .routes(routes!(matches_of))
        .routes(routes!(opponents_of))
        .routes(routes!(board))
}

/// What the host has turned on here.
#[utoipa::path(get, path = "/api/club", tag = "people", responses((status = 200, body = Club)))]
async fn club(State(app): State<Shared>) -> Json<Club> {
    let config = &app.config;
    Json(Club {
        history: config.history,
        ratings: config.ratings,
        profiles: config.profiles,
        friends: config.friends,
        pairing: config.pairing,
        mail: config.smtp.is_some(),
        push: config.push,
        reminders: config.reminders,
        notes: config.notes,
        vacation_days: config.vacation_days,
    })
}

/// The public page of an account, as far as its owner shows it.
#[utoipa::path(get, path = "/api/people/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = 200, body = Profile)))]
async fn profile(State(app): State<Shared>, Visitor(who): Visitor, Path(name): Path<String>) -> Answer<Json<Profile>> {
    Ok(Json(app.profile(&name, &who).await?))
}

/// The finished matches of an account that shows them, newest first.
#[utoipa::path(get, path = "/api/people/{name}/matches", tag = "people", params(("name" = String, Path), Wanted),
    responses((status = 200, body = Matches)))]
async fn matches_of(
    State(app): State<Shared>,
    Visitor(who): Visitor,
    Path(name): Path<String>,
    Asked(wanted): Asked<Wanted>,
) -> Answer<Json<Matches>> {
    app.has_history()?;
    let (person, choice) = app.on_show(&name, &who).await?;
    if !choice.matches {
        return Err(Refused::missing("list"));
    }
    let audience = if person.id.to_string() == who.id { Audience::Table } else { Audience::Anybody };
    Ok(Json(app.matches(person.id, &wanted, &audience).await?))
}

/// Which opponents.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WhichOpponents {
    /// Those after so many; what the page before calls `next`.
    #[serde(default)]
    after: u32,
}

/// All opponents of an account that shows its matches, those met most first.
#[utoipa::path(get, path = "/api/people/{name}/opponents", tag = "people",
    params(("name" = String, Path), WhichOpponents), responses((status = 200, body = Opponents)))]
async fn opponents_of(
    State(app): State<Shared>,
    Visitor(who): Visitor,
    Path(name): Path<String>,
    Asked(which): Asked<WhichOpponents>,
) -> Answer<Json<Opponents>> {
    Ok(Json(app.opponents_on_show(&name, &who, which.after).await?))
}

/// A leaderboard: people and bots on one scale.
#[utoipa::path(get, path = "/api/ladder", tag = "people", params(WhichBoard), responses((status = 200, body = Board)))]
async fn board(
    State(app): State<Shared>,
    Visitor(who): Visitor,
    Asked(which): Asked<WhichBoard>,
) -> Answer<Json<Board>> {
    Ok(Json(app.board(&which, &who).await?))
}
