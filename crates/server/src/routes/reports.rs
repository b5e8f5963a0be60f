//! Complaints to the host.

use axum::extract::State;
use axum::http::StatusCode;
use protocol::{RefusalCode, Report};
use store::NewReport;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::{self, Body};
use crate::Refused;
use crate::app::Shared;
use crate::people::LoggedIn;
use crate::refusal::Answer;

/// The most characters of a report.
const MOST: usize = 2000;

/// How many reports somebody may send in a day.
const REPORTS_PER_DAY: u64 = 50;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(report))
}

/// Sends a report to the host.
#[utoipa::path(post, path = "/api/reports", tag = "reports", request_body = Report, responses((status = 204)))]
async fn report(State(app): State<Shared>, known: LoggedIn, Body(report): Body<Report>) -> Answer<StatusCode> {
    let text = report.text.trim();
    if text.is_empty() || text.chars().count() > MOST || text.contains('\0') {
        let why = format!("a report has 1 to {MOST} characters");
        return Err(Refused::new(RefusalCode::Malformed, "report_length", why));
    }
    app.limits.chat(&format!("report {}", known.person.id))?;
    app.count_today("reports", known.person.id, REPORTS_PER_DAY).await?;
    let table = report.table.as_deref().map(read::table).transpose()?;
    if let Some(table) = table {
        app.store.last_seq(table).await?;
    }
    let about = match report.person.as_deref() {
        None => None,
        Some(id) => {
            let person = id.parse().map_err(|_| Refused::missing("person"))?;
            Some(app.store.person(person).await?.ok_or_else(|| Refused::missing("person"))?.id)
        }
    };
    let new = NewReport { from: known.person.id, about, table, text: text.to_owned(), at: app.time.now() };
    let id = app.store.report(&new).await?;
    app.refusals.tell(|| tracing::warn!(report = %id, "a player sent a report; 'quipu admin reports' shows it"));
    Ok(StatusCode::NO_CONTENT)
}
