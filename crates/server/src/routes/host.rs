//! The host's page. Each request is answered to accounts alone that are hosts now; what they do is noted in the audit
//! log.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use protocol::{
    HostAudits, HostCode, HostFlags, HostMute, HostOverview, HostPeople, HostPerson, HostReason, HostReports,
    HostTables, RefusalCode, is_unseen,
};
use store::Person;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::{self, Body, Path};
use crate::Refused;
use crate::admin::{Admin, Failed};
use crate::app::Shared;
use crate::host::{AskedPage, AskedPeople, AskedReports, AskedTables, seen};
use crate::people::known::Hosting;
use crate::refusal::Answer;

/// The most characters of a reason.
const MOST: usize = 500;

/// The longest mute, in hours: a year.
const MOST_HOURS: u32 = 366 * 24;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(overview))
        .routes(routes!(people))
        .routes(routes!(person, delete_person))
        .routes(routes!(ban, unban))
        .routes(routes!(mute, unmute))
        .routes(routes!(reset))
        .routes(routes!(tables))
        .routes(routes!(delete_table))
        .routes(routes!(close_table))
        .routes(routes!(reports))
        .routes(routes!(handle_report))
        .routes(routes!(flags))
        .routes(routes!(handle_flags))
        .routes(routes!(recompute))
        .routes(routes!(audit))
}

/// Does something to its end, even if nobody waits for the answer any longer: half of it would be noted as the whole.
async fn whole<T: Send + 'static>(work: impl Future<Output = Result<T, Failed>> + Send + 'static) -> Answer<T> {
    let done = tokio::spawn(work).await.map_err(|error| {
        tracing::error!(%error, "what a host did panicked");
        Refused::new(RefusalCode::Unavailable, "unavailable", "the server failed; try again")
    })?;
    Ok(done?)
}

fn reason(HostReason { why }: &HostReason) -> Answer<String> {
    let why = why.trim();
    if why.is_empty() || why.chars().count() > MOST || why.chars().any(is_unseen) {
        let text = format!("a reason has 1 to {MOST} characters, all of which can be seen");
        return Err(Refused::new(RefusalCode::Malformed, "reason_length", text));
    }
    Ok(why.to_owned())
}

/// The person as they are now.
async fn now(app: &Shared, person: &Person) -> Answer<Json<HostPerson>> {
    let person = app.store.person(person.id).await?.ok_or_else(|| Refused::missing("person"))?;
    Ok(Json(seen(person)))
}

/// How the server stands: people, tables, load, storage, ratings.
#[utoipa::path(get, path = "/api/host", tag = "host", responses((status = 200, body = HostOverview)))]
async fn overview(State(app): State<Shared>, _: Hosting) -> Answer<Json<HostOverview>> {
    Ok(Json(app.overview().await?))
}

/// People, the newest first, or by name if it is asked for one.
#[utoipa::path(get, path = "/api/host/people", tag = "host", params(AskedPeople),
    responses((status = 200, body = HostPeople)))]
async fn people(
    State(app): State<Shared>,
    _: Hosting,
    read::Asked(asked): read::Asked<AskedPeople>,
) -> Answer<Json<HostPeople>> {
    Ok(Json(app.host_people(&asked).await?))
}

/// One person.
#[utoipa::path(get, path = "/api/host/people/{who}", tag = "host",
    params(("who" = String, Path, description = "an id, or the name of an account")),
    responses((status = 200, body = HostPerson)))]
async fn person(
    State(app): State<Shared>,
    Hosting(host): Hosting,
    Path(who): Path<String>,
) -> Answer<Json<HostPerson>> {
    Ok(Json(seen(Admin::on_page(app, host.id).find(&who).await?)))
}

/// Deletes a person: their seats are left; name, chat and settings are deleted.
#[utoipa::path(delete, path = "/api/host/people/{who}", tag = "host",
    params(("who" = String, Path, description = "an id, or the name of an account")), responses((status = 204)))]
async fn delete_person(
    State(app): State<Shared>,
    Hosting(host): Hosting,
    Path(who): Path<String>,
) -> Answer<StatusCode> {
    let admin = Admin::on_page(app, host.id);
    whole(async move { admin.delete_person(&who).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Bans a person, who sees why.
#[utoipa::path(put, path = "/api/host/people/{who}/ban", tag = "host",
    params(("who" = String, Path, description = "an id, or the name of an account")),
    request_body = HostReason, responses((status = 200, body = HostPerson)))]
async fn ban(
    State(app): State<Shared>,
    Hosting(host): Hosting,
    Path(who): Path<String>,
    Body(given): Body<HostReason>,
) -> Answer<Json<HostPerson>> {
    let (why, admin) = (reason(&given)?, Admin::on_page(app.clone(), host.id));
    now(&app, &whole(async move { admin.ban(&who, Some(&why)).await }).await?).await
}

/// Lifts a ban.
#[utoipa::path(delete, path = "/api/host/people/{who}/ban", tag = "host",
    params(("who" = String, Path, description = "an id, or the name of an account")),
    responses((status = 200, body = HostPerson)))]
async fn unban(State(app): State<Shared>, Hosting(host): Hosting, Path(who): Path<String>) -> Answer<Json<HostPerson>> {
    let admin = Admin::on_page(app.clone(), host.id);
    now(&app, &whole(async move { admin.ban(&who, None).await }).await?).await
}

/// Keeps a person from chatting for some hours.
#[utoipa::path(put, path = "/api/host/people/{who}/mute", tag = "host",
    params(("who" = String, Path, description = "an id, or the name of an account")),
    request_body = HostMute, responses((status = 200, body = HostPerson)))]
async fn mute(
    State(app): State<Shared>,
    Hosting(host): Hosting,
    Path(who): Path<String>,
    Body(HostMute { hours }): Body<HostMute>,
) -> Answer<Json<HostPerson>> {
    if !(1..=MOST_HOURS).contains(&hours) {
        let text = format!("a mute lasts 1 to {MOST_HOURS} hours");
        return Err(Refused::new(RefusalCode::Malformed, "mute_hours", text));
    }
    let admin = Admin::on_page(app.clone(), host.id);
    now(&app, &whole(async move { admin.mute(&who, hours).await }).await?).await
}

/// Lifts a mute.
#[utoipa::path(delete, path = "/api/host/people/{who}/mute", tag = "host",
    params(("who" = String, Path, description = "an id, or the name of an account")),
    responses((status = 200, body = HostPerson)))]
async fn unmute(
    State(app): State<Shared>,
    Hosting(host): Hosting,
    Path(who): Path<String>,
) -> Answer<Json<HostPerson>> {
    let admin = Admin::on_page(app.clone(), host.id);
    now(&app, &whole(async move { admin.mute(&who, 0).await }).await?).await
}

/// Ends password and logins of an account. By the code in the answer its owner sets a new password.
#[utoipa::path(post, path = "/api/host/people/{who}/reset", tag = "host",
    params(("who" = String, Path, description = "an id, or the name of an account")),
    responses((status = 200, body = HostCode)))]
async fn reset(State(app): State<Shared>, Hosting(host): Hosting, Path(who): Path<String>) -> Answer<Json<HostCode>> {
    let admin = Admin::on_page(app, host.id);
    let (_, recovery_code) = whole(async move { admin.reset(&who).await }).await?;
    Ok(Json(HostCode { recovery_code }))
}

/// Tables, the newest first.
#[utoipa::path(get, path = "/api/host/tables", tag = "host", params(AskedTables),
    responses((status = 200, body = HostTables)))]
async fn tables(
    State(app): State<Shared>,
    _: Hosting,
    read::Asked(asked): read::Asked<AskedTables>,
) -> Answer<Json<HostTables>> {
    Ok(Json(app.host_tables(&asked).await?))
}

/// Deletes a table with its log.
#[utoipa::path(delete, path = "/api/host/tables/{id}", tag = "host", params(("id" = String, Path)),
    responses((status = 204)))]
async fn delete_table(State(app): State<Shared>, Hosting(host): Hosting, Path(id): Path<String>) -> Answer<StatusCode> {
    let admin = Admin::on_page(app, host.id);
    whole(async move { admin.delete_table(&id).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Closes a table, whose players see why; it can still be read.
#[utoipa::path(post, path = "/api/host/tables/{id}/close", tag = "host", params(("id" = String, Path)),
    request_body = HostReason, responses((status = 204)))]
async fn close_table(
    State(app): State<Shared>,
    Hosting(host): Hosting,
    Path(id): Path<String>,
    Body(given): Body<HostReason>,
) -> Answer<StatusCode> {
    let (why, admin) = (reason(&given)?, Admin::on_page(app, host.id));
    whole(async move { admin.close_table(&id, &why).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What players reported, the newest first.
#[utoipa::path(get, path = "/api/host/reports", tag = "host", params(AskedReports),
    responses((status = 200, body = HostReports)))]
async fn reports(
    State(app): State<Shared>,
    _: Hosting,
    read::Asked(asked): read::Asked<AskedReports>,
) -> Answer<Json<HostReports>> {
    Ok(Json(app.host_reports(&asked).await?))
}

/// Marks a report as dealt with.
#[utoipa::path(post, path = "/api/host/reports/{id}/handle", tag = "host", params(("id" = String, Path)),
    responses((status = 204)))]
async fn handle_report(
    State(app): State<Shared>,
    Hosting(host): Hosting,
    Path(id): Path<String>,
) -> Answer<StatusCode> {
    let admin = Admin::on_page(app, host.id);
    whole(async move { admin.handle(&id).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What looks wrong about rated matches and was not dealt with, the newest first.
#[utoipa::path(get, path = "/api/host/flags", tag = "host", params(AskedPage),
    responses((status = 200, body = HostFlags)))]
async fn flags(
    State(app): State<Shared>,
    _: Hosting,
    read::Asked(asked): read::Asked<AskedPage>,
) -> Answer<Json<HostFlags>> {
    Ok(Json(app.host_flags(&asked).await?))
}

/// Marks what looks wrong about the match of a table as dealt with.
#[utoipa::path(post, path = "/api/host/flags/{table}/handle", tag = "host", params(("table" = String, Path)),
    responses((status = 204)))]
async fn handle_flags(
    State(app): State<Shared>,
    Hosting(host): Hosting,
    Path(table): Path<String>,
) -> Answer<StatusCode> {
    let admin = Admin::on_page(app, host.id);
    whole(async move { admin.handle_flags(&table).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Begins to make the list of finished matches and all ratings again from the logs. The overview says how far it is.
#[utoipa::path(post, path = "/api/host/ratings/recompute", tag = "host", responses((status = 202)))]
async fn recompute(State(app): State<Shared>, Hosting(host): Hosting) -> Answer<StatusCode> {
    let admin = Admin::on_page(app, host.id);
    whole(admin.begin_recompute()).await?;
    Ok(StatusCode::ACCEPTED)
}

/// What hosts did, the newest first.
#[utoipa::path(get, path = "/api/host/audit", tag = "host", params(AskedPage),
    responses((status = 200, body = HostAudits)))]
async fn audit(
    State(app): State<Shared>,
    _: Hosting,
    read::Asked(asked): read::Asked<AskedPage>,
) -> Answer<Json<HostAudits>> {
    Ok(Json(app.host_audits(&asked).await?))
}
