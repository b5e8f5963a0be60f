//! The routes.

mod account;
mod company;
mod correspondence;
mod docs;
mod games;
mod host;
mod matches;
mod me;
mod notifications;
mod ops;
mod pairing;
mod people;
mod programs;
mod read;
mod records;
mod reports;
mod reviews;
mod socket;
mod tables;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use axum::{Router, middleware};
use protocol::RefusalCode;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;

use crate::app::Shared;
use crate::{Refused, security};

pub use ops::watched;

/// The routes that the `OpenAPI` description lists.
fn described(record_bytes: usize) -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(docs::opening())
        .merge(me::routes())
        .merge(account::routes())
        .merge(reports::routes())
        .merge(games::routes())
        .merge(tables::routes(record_bytes))
        .merge(records::routes(record_bytes))
        .merge(reviews::routes(record_bytes))
        .merge(programs::routes())
        .merge(matches::routes())
        .merge(people::routes())
        .merge(company::routes())
        .merge(pairing::routes())
        .merge(correspondence::routes())
        .merge(host::routes())
}

/// The `OpenAPI` description.
pub fn description() -> utoipa::openapi::OpenApi {
    docs::with_refusals(described(0).split_for_parts().1)
}

/// All routes of the public address.
pub fn router(app: Shared) -> Router {
    let (router, description) = described(app.config.bounds.record_bytes).split_for_parts();
    router
        .merge(docs::routes(&docs::with_refusals(description)))
        .merge(notifications::routes())
        .merge(ops::routes())
        .merge(socket::routes())
        .method_not_allowed_fallback(wrong_method)
        // Not for the client's files: they are packed already, and whoever cannot take that gets them as they are.
        .layer(CompressionLayer::new().gzip(true))
        .fallback(elsewhere)
        .layer(DefaultBodyLimit::max(app.config.bounds.body_bytes))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app.clone(), security::guard))
        .layer(middleware::from_fn_with_state(app.clone(), security::headers))
        .layer(middleware::from_fn_with_state(app.clone(), security::observe))
        .with_state(app)
}

/// Serves the web client at every path that is not a route.
async fn elsewhere(State(app): State<Shared>, request: axum::extract::Request) -> Result<Response, Refused> {
    let path = request.uri().path();
    let own = |name: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if own("/api") || own("/socket") || own("/feed") {
        return Err(Refused::missing("page"));
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(wrong_method().await);
    }
    Ok(app.client.page(path, request.headers()))
}

async fn wrong_method() -> Refused {
    let text = "this path exists, but not with this method; see /api/docs";
    Refused::new(RefusalCode::Malformed, "method", text).status(StatusCode::METHOD_NOT_ALLOWED)
}

/// A panic must not end the connection, nor reveal more than that there is a defect.
#[expect(clippy::needless_pass_by_value, reason = "the layer that catches panics hands the box over")]
fn panicked(what: Box<dyn std::any::Any + Send>) -> Response {
    let text = what.downcast_ref::<String>().map(String::as_str).or(what.downcast_ref::<&str>().copied());
    tracing::error!(panic = text.unwrap_or("?"), "a request panicked");
    let refused = Refused::new(RefusalCode::Unavailable, "defect", "the server has a defect here; tell the host");
    axum::response::IntoResponse::into_response(refused.status(StatusCode::INTERNAL_SERVER_ERROR))
}
