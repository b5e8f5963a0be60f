//! Friends, whom one does not want to meet or read, and invitations by name.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use protocol::{Bond, Companion, Company, FriendLink, NewInvite};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::{self, Body, Path};
use crate::Refused;
use crate::app::Shared;
use crate::people::LoggedIn;
use crate::refusal::Answer;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(company))
        .routes(routes!(tie, untie))
        .routes(routes!(link))
        .routes(routes!(of_link, follow_link))
        .routes(routes!(invite, decline))
}

fn bond(word: &str) -> Answer<Bond> {
    let text = "people are 'friend', 'block' or 'mute'";
    serde_json::from_value(serde_json::json!(word)).map_err(|_| Refused::malformed(text))
}

/// One's company: friends and who of them is here, requests, invitations, and whom one does not want to meet or read.
#[utoipa::path(get, path = "/api/company", tag = "company", responses((status = 200, body = Company)))]
async fn company(State(app): State<Shared>, known: LoggedIn) -> Answer<Json<Company>> {
    Ok(Json(app.company(&known.person).await?))
}

/// Asks somebody to be friends or agrees to it (`friend`), blocks them (`block`), or no longer reads them (`mute`).
#[utoipa::path(put, path = "/api/company/{who}/{bond}", tag = "company",
    params(("who" = String, Path, description = "an id, or the name of an account"), ("bond" = String, Path)),
    responses((status = 200, body = Company)))]
async fn tie(
    State(app): State<Shared>,
    known: LoggedIn,
    Path((who, word)): Path<(String, String)>,
) -> Answer<Json<Company>> {
    app.people.may_act(known.person.id).await?;
    app.tie(&known.person, bond(&word)?, &who).await?;
    company(State(app), known).await
}

/// Ends it: friendship for both, a request from either side.
#[utoipa::path(delete, path = "/api/company/{who}/{bond}", tag = "company",
    params(("who" = String, Path, description = "an id, or the name of an account"), ("bond" = String, Path)),
    responses((status = 200, body = Company)))]
async fn untie(
    State(app): State<Shared>,
    known: LoggedIn,
    Path((who, word)): Path<(String, String)>,
) -> Answer<Json<Company>> {
    app.untie(&known.person, bond(&word)?, &who).await?;
    company(State(app), known).await
}

/// A link for a week: who follows it with an account becomes one's friend.
#[utoipa::path(get, path = "/api/company/link", tag = "company", responses((status = 200, body = FriendLink)))]
async fn link(State(app): State<Shared>, known: LoggedIn) -> Answer<Json<FriendLink>> {
    Ok(Json(app.friend_link(&known.person)?))
}

/// Whose link it is.
#[utoipa::path(get, path = "/api/company/links/{token}", tag = "company", params(("token" = String, Path)),
    responses((status = 200, body = Companion)))]
async fn of_link(State(app): State<Shared>, Path(token): Path<String>) -> Answer<Json<Companion>> {
    Ok(Json(app.known_as(&app.friend_of_link(&token).await?)))
}

/// Becomes the friend of whoever made the link.
#[utoipa::path(post, path = "/api/company/links/{token}", tag = "company", params(("token" = String, Path)),
    responses((status = 200, body = Company)))]
async fn follow_link(State(app): State<Shared>, known: LoggedIn, Path(token): Path<String>) -> Answer<Json<Company>> {
    app.people.may_act(known.person.id).await?;
    app.follow_link(&known.person, &token).await?;
    company(State(app), known).await
}

/// Invites a friend to a seat of a table that one has made.
#[utoipa::path(post, path = "/api/tables/{id}/invite", tag = "company", params(("id" = String, Path)),
    request_body = NewInvite, responses((status = 204)))]
async fn invite(
    State(app): State<Shared>,
    known: LoggedIn,
    Path(id): Path<String>,
    Body(new): Body<NewInvite>,
) -> Answer<StatusCode> {
    app.people.may_act(known.person.id).await?;
    app.invite(read::table(&id)?, &known.person, &new.person, new.seat).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Turns an invitation by name down.
#[utoipa::path(delete, path = "/api/tables/{id}/invite", tag = "company", params(("id" = String, Path)),
    responses((status = 204)))]
async fn decline(State(app): State<Shared>, known: LoggedIn, Path(id): Path<String>) -> Answer<StatusCode> {
    app.store.decline(known.person.id, read::table(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
