//! Notifications: the feed, and the links in mails.

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;

use super::read::{Asked, Path};
use crate::app::Shared;
use crate::notifications::{feed, mail};
use crate::refusal::Answer;

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route("/feed/{file}", get(read_feed))
        .route("/api/mail/confirm", get(confirm))
        .route("/api/mail/stop", get(stop).post(stop))
}

/// A person's notifications, for feed readers.
async fn read_feed(State(app): State<Shared>, Path(file): Path<String>) -> Answer<Response> {
    let text = feed::written(&app, file.strip_suffix(".atom").unwrap_or(&file)).await?;
    let kind = (header::CONTENT_TYPE, "application/atom+xml; charset=utf-8");
    Ok(([kind, (header::CACHE_CONTROL, "private, max-age=60")], text).into_response())
}

#[derive(Deserialize)]
struct Link {
    person: String,
    code: String,
}

/// The owner of a mail address confirms it.
async fn confirm(State(app): State<Shared>, Asked(link): Asked<Link>) -> Answer<Html<String>> {
    mail::confirm(&app, &link.person, &link.code).await.map(Html)
}

/// The owner of a mail address unsubscribes.
async fn stop(State(app): State<Shared>, Asked(link): Asked<Link>) -> Answer<Html<String>> {
    mail::stop(&app, &link.person, &link.code).await.map(Html)
}
