//! Accounts: creating one, logging in and out, recovery.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use protocol::{Account, Credentials, Me, NewAccount, Recovery};
use serde::Deserialize;
use store::TokenKind;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::me::with_login;
use super::read::{Asked, Body};
use crate::app::Shared;
use crate::people::LoggedIn;
use crate::people::known::Caller;
use crate::refusal::Answer;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(make))
        .routes(routes!(log_in))
        .routes(routes!(log_out))
        .routes(routes!(recover))
        .routes(routes!(password))
        .routes(routes!(recovery))
}

/// Creates an account. A guest keeps their games. The recovery code is shown only once.
#[utoipa::path(post, path = "/api/account", tag = "account", request_body = NewAccount,
    responses((status = 200, body = Account)))]
async fn make(
    State(app): State<Shared>,
    caller: Caller,
    headers: HeaderMap,
    Body(new): Body<NewAccount>,
) -> Answer<Response> {
    app.limits.login(caller.source())?;
    let before = app.people.logged_in(&app.people.jar(&headers)).await?;
    let guest = before.as_ref().map(|known| &known.person);
    let (person, account) = app.people.make_account(guest, new).await?;
    if let Some(known) = &before {
        app.store.delete_token(&known.login).await?;
    }
    Ok(with_login(&app, &person, &headers, account).await?.into_response())
}

/// Logs in. The answer does not tell whether the name or the password was wrong.
#[utoipa::path(post, path = "/api/login", tag = "account", request_body = Credentials,
    responses((status = 200, body = Me)))]
async fn log_in(
    State(app): State<Shared>,
    caller: Caller,
    headers: HeaderMap,
    Body(credentials): Body<Credentials>,
) -> Answer<Response> {
    app.limits.login(caller.source())?;
    let person = app.people.enter(credentials).await?;
    // The previous login of this browser ends.
    if let Ok(Some(known)) = app.people.logged_in(&app.people.jar(&headers)).await {
        app.store.delete_token(&known.login).await?;
    }
    Ok(with_login(&app, &person, &headers, app.people.me(&person)).await?.into_response())
}

#[derive(Deserialize, IntoParams)]
struct Everywhere {
    /// 1 to log out on all devices.
    #[serde(default)]
    everywhere: u8,
}

/// Logs out, here or everywhere.
#[utoipa::path(post, path = "/api/logout", tag = "account", params(Everywhere), responses((status = 204)))]
async fn log_out(
    State(app): State<Shared>,
    known: LoggedIn,
    headers: HeaderMap,
    Asked(Everywhere { everywhere }): Asked<Everywhere>,
) -> Answer<Response> {
    if everywhere == 0 {
        app.store.delete_token(&known.login).await?;
    } else {
        app.store.delete_tokens_of(known.person.id, Some(TokenKind::Login)).await?;
    }
    let jar = app.people.jar(&headers).add(app.people.farewell());
    Ok((StatusCode::NO_CONTENT, jar).into_response())
}

/// Sets a new password by recovery code. All logins end, and the answer holds a new code.
#[utoipa::path(post, path = "/api/recover", tag = "account", request_body = Recovery,
    responses((status = 200, body = Account)))]
async fn recover(
    State(app): State<Shared>,
    caller: Caller,
    headers: HeaderMap,
    Body(recovery): Body<Recovery>,
) -> Answer<Response> {
    app.limits.login(caller.source())?;
    let (person, account) = app.people.recover(recovery).await?;
    Ok(with_login(&app, &person, &headers, account).await?.into_response())
}

/// The old and the new password.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewPassword {
    /// The old password.
    old: String,
    /// The new one.
    new: String,
}

/// Changes the password. All other logins end.
#[utoipa::path(post, path = "/api/me/password", tag = "account", request_body = NewPassword,
    responses((status = 200, body = Me)))]
async fn password(
    State(app): State<Shared>,
    caller: Caller,
    known: LoggedIn,
    headers: HeaderMap,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> Answer<Response> {
    app.limits.login(caller.source())?;
    app.people.change_password(&known.person, old, new).await?;
    Ok(with_login(&app, &known.person, &headers, app.people.me(&known.person)).await?.into_response())
}

/// One's own password.
#[derive(Deserialize, ToSchema)]
pub(super) struct Password {
    /// The password.
    password: String,
}

/// Makes a new recovery code, given the password. The old one is no longer valid.
#[utoipa::path(post, path = "/api/me/recovery", tag = "account", request_body = Password,
    responses((status = 200, body = Account)))]
async fn recovery(
    State(app): State<Shared>,
    caller: Caller,
    known: LoggedIn,
    Body(Password { password }): Body<Password>,
) -> Answer<Json<Account>> {
    app.limits.login(caller.source())?;
    Ok(Json(app.people.renew_recovery(&known.person, password).await?))
}
