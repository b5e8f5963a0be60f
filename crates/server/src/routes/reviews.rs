//! Reviews of finished matches.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use catalog::review::Depth;
use protocol::Reviewing;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::{self, Asked, Path, unread};
use crate::Refused;
use crate::app::Shared;
use crate::people::LoggedIn;
use crate::people::known::{Caller, Visitor};
use crate::reading::Large;
use crate::refusal::Answer;
use crate::reviews;

pub(super) fn routes(most_bytes: usize) -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(of_table))
        .routes(routes!(look))
        .merge(OpenApiRouter::new().routes(routes!(of_record)).layer(DefaultBodyLimit::max(most_bytes)))
}

/// How thoroughly a match is reviewed.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum DepthQuery {
    /// In some seconds, and roughly.
    Glance,
    /// In about a minute.
    #[default]
    Quick,
    /// In some minutes.
    Full,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct How {
    /// How thoroughly: `glance`, `quick` or `full`.
    #[serde(default)]
    #[param(inline)]
    level: DepthQuery,
    /// 1 to judge with open cards, and not by what each player could know.
    #[serde(default)]
    open: u8,
}

impl How {
    fn read(&self, record: &str) -> Answer<reviews::ReviewRequest> {
        let level = match self.level {
            DepthQuery::Glance => Depth::Glance,
            DepthQuery::Quick => Depth::Quick,
            DepthQuery::Full => Depth::Full,
        };
        Ok(reviews::ReviewRequest::read(record, level, self.open != 0)?)
    }
}

/// Asks for the review of a finished match: luck, choice, and what else was possible. It waits its turn; ask again for
/// how far it has come.
#[utoipa::path(post, path = "/api/tables/{id}/review", tag = "reviews", params(("id" = String, Path), How),
    responses((status = 200, body = Object)))]
async fn of_table(
    State(app): State<Shared>,
    known: LoggedIn,
    caller: Caller,
    Path(id): Path<String>,
    Asked(how): Asked<How>,
) -> Answer<Json<Reviewing>> {
    let who = known.principal();
    let table = read::table(&id)?;
    let record = app.hub.record(table, &caller.reader(&who)).await?;
    let asked = app.hub.reading().run(caller.source(), move || how.read(&record)).await??;
    Ok(Json(app.reviews.ask(asked, caller.source(), Some(table)).await?))
}

/// The same for the text of a .quipu file.
#[utoipa::path(post, path = "/api/reviews", tag = "reviews", params(How),
    request_body(content = String, content_type = "text/plain"), responses((status = 200, body = Object)))]
async fn of_record(
    State(app): State<Shared>,
    _known: LoggedIn,
    Asked(how): Asked<How>,
    large: Large,
    body: Result<Bytes, BytesRejection>,
) -> Answer<Json<Reviewing>> {
    let bytes = body.map_err(|error| unread(error.status(), error.body_text()))?;
    let text = String::from_utf8(bytes.to_vec()).map_err(|_| Refused::malformed("a record is text"))?;
    let asked = app.hub.reading().run(large.from(), move || how.read(&text)).await??;
    Ok(Json(app.reviews.ask(asked, large.from(), None).await?))
}

/// How far a review has come, and the review once it is made.
#[utoipa::path(get, path = "/api/reviews/{id}", tag = "reviews", params(("id" = String, Path)),
    responses((status = 200, body = Object)))]
async fn look(State(app): State<Shared>, _: Visitor, Path(id): Path<String>) -> Answer<Json<Reviewing>> {
    app.reviews.look(&id).map(Json).ok_or_else(|| Refused::missing("review"))
}
