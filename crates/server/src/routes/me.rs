//! One's own person: name, settings, export, feed, webhook and deletion.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::SignedCookieJar;
use futures_util::stream;
use protocol::{Me, NewName, PlayChoice, RefusalCode, Settings};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::Body;
use crate::app::Shared;
use crate::notifications;
use crate::people::LoggedIn;
use crate::people::export::Exported;
use crate::people::known::Caller;
use crate::people::names::Language;
use crate::refusal::Answer;
use crate::{App, Refused};

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(who, leave))
        .routes(routes!(rename))
        .routes(routes!(settings, set_settings))
        .routes(routes!(set_playing))
        .routes(routes!(export))
        .routes(routes!(feed, new_feed))
        .routes(routes!(webhook))
}

/// The name of the browser, by which its owner recognises a login.
pub(super) fn label(headers: &HeaderMap) -> &str {
    headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("unknown")
}

/// An answer with a cookie that logs somebody in.
pub(super) async fn with_login<T: Serialize>(
    app: &App,
    person: &store::Person,
    headers: &HeaderMap,
    answer: T,
) -> Answer<(SignedCookieJar, Json<T>)> {
    let cookie = app.people.log_in(person, label(headers)).await?;
    Ok((app.people.jar_of_device(headers).add(cookie), Json(answer)))
}

/// Who the caller is. A new visitor becomes a guest and gets a cookie.
#[utoipa::path(get, path = "/api/me", tag = "me", responses((status = 200, body = Me)))]
async fn who(State(app): State<Shared>, caller: Caller, headers: HeaderMap) -> Answer<Response> {
    let jar = app.people.jar(&headers);
    if let Some(known) = app.people.logged_in(&jar).await? {
        return Ok(Json(app.people.me(&known.person)).into_response());
    }
    app.limits.guest(caller.source())?;
    let asked = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let guest = app.people.welcome(Language::accepted(asked)).await?;
    Ok(with_login(&app, &guest, &headers, app.people.me(&guest)).await?.into_response())
}

/// Changes the name.
#[utoipa::path(post, path = "/api/me/name", tag = "me", request_body = NewName, responses((status = 200, body = Me)))]
async fn rename(State(app): State<Shared>, known: LoggedIn, Body(new): Body<NewName>) -> Answer<Json<Me>> {
    Ok(Json(app.people.me(&app.people.rename(&known.person, &new.name).await?)))
}

/// How to be notified when it is one's turn.
#[utoipa::path(get, path = "/api/me/settings", tag = "me", responses((status = 200, body = Settings)))]
async fn settings(State(app): State<Shared>, known: LoggedIn) -> Answer<Json<Settings>> {
    Ok(Json(app.people.settings(known.person.id).await?.0))
}

/// Sets how to be notified. A new mail address must first be confirmed by a link that is mailed to it.
#[utoipa::path(put, path = "/api/me/settings", tag = "me", request_body = Settings,
    responses((status = 200, body = Settings)))]
async fn set_settings(
    State(app): State<Shared>,
    caller: Caller,
    known: LoggedIn,
    Body(new): Body<Settings>,
) -> Answer<Json<Settings>> {
    if new.mail.as_ref().is_some_and(|mail| !mail.trim().is_empty()) && app.config.smtp.is_none() {
        return Err(Refused::new(RefusalCode::Forbidden, "no_mail", "this server sends no mail"));
    }
    if let Some(mail) = app.people.set_settings(&known.person, &new, caller.source()).await? {
        app.store.queue(&[notifications::confirmation(known.person.id, &mail, app.time.now())]).await?;
    }
    settings(State(app), known).await
}

/// Sets how one plays at whatever device: how fast turns are shown, and what is asked about before it is played.
#[utoipa::path(put, path = "/api/me/playing", tag = "me", request_body = PlayChoice,
    responses((status = 200, body = Settings)))]
async fn set_playing(
    State(app): State<Shared>,
    known: LoggedIn,
    Body(new): Body<PlayChoice>,
) -> Answer<Json<Settings>> {
    app.people.set_playing(known.person.id, new).await?;
    settings(State(app), known).await
}

/// All that is stored about oneself.
#[utoipa::path(get, path = "/api/me/export", tag = "me", responses((status = 200, body = Exported)))]
async fn export(State(app): State<Shared>, caller: Caller, known: LoggedIn) -> Answer<Response> {
    let mut pieces = app.export(&known, caller.source()).await?;
    let pieces = stream::poll_fn(move |context| pieces.poll_recv(context));
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"quipu-export.json\""),
    ];
    Ok((headers, axum::body::Body::from_stream(pieces)).into_response())
}

/// Deletes one's person: seats are left; name, chat and settings are deleted.
#[utoipa::path(delete, path = "/api/me", tag = "me", responses((status = 204)))]
async fn leave(State(app): State<Shared>, known: LoggedIn, headers: HeaderMap) -> Answer<Response> {
    app.hub.leave_all(&known.principal()).await?;
    app.hub.forget(known.person.id).await?;
    app.store.delete_person(known.person.id).await?;
    let jar = app.people.jar(&headers).add(app.people.farewell());
    Ok((StatusCode::NO_CONTENT, jar).into_response())
}

/// The feed.
#[derive(Serialize, ToSchema)]
pub(super) struct Feed {
    /// The address, which is secret.
    url: String,
}

/// The address of one's feed of notifications. Whoever has the address can read the feed.
#[utoipa::path(get, path = "/api/me/feed", tag = "me", responses((status = 200, body = Feed)))]
async fn feed(State(app): State<Shared>, known: LoggedIn) -> Answer<Json<Feed>> {
    Ok(Json(Feed { url: notifications::feed::address(&app, &known.person, false).await? }))
}

/// Makes a new address for one's feed. The old one is no longer valid.
#[utoipa::path(post, path = "/api/me/feed", tag = "me", responses((status = 200, body = Feed)))]
async fn new_feed(State(app): State<Shared>, known: LoggedIn) -> Answer<Json<Feed>> {
    Ok(Json(Feed { url: notifications::feed::address(&app, &known.person, true).await? }))
}

/// What a receiver needs to check the signature of a call.
#[derive(Serialize, ToSchema)]
pub(super) struct WebhookKey {
    /// The address that is called.
    url: String,
    /// The key of the signature: `X-Quipu-Signature` is `sha256=` and the HMAC of timestamp, dot and body.
    key: String,
}

/// The key that signs the calls of one's webhook.
#[utoipa::path(get, path = "/api/me/webhook", tag = "me", responses((status = 200, body = WebhookKey)))]
async fn webhook(State(app): State<Shared>, known: LoggedIn) -> Answer<Json<WebhookKey>> {
    let (open, hidden) = app.people.settings(known.person.id).await?;
    match (open.webhook, hidden.webhook_key) {
        (Some(url), Some(key)) => Ok(Json(WebhookKey { url, key })),
        _ => Err(Refused::missing("webhook")),
    }
}
