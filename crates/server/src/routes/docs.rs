//! The `OpenAPI` description, and a page that shows it.

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use utoipa::ToSchema as _;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, ResponseBuilder,
};

use crate::app::Shared;

const PAGE: &str = include_str!("docs/docs.html");
const SCRIPT: &str = include_str!("docs/docs.js");
const STYLE: &str = include_str!("docs/docs.css");

/// The beginning of the description, before the routes.
pub(super) fn opening() -> OpenApi {
    let about = "The HTTP interface of a Quipu server. People are identified by a cookie, which GET /api/me sets; a \
                 program that plays a seat sends that seat's token. Every refused request is answered with a Refusal. \
                 Live play uses the WebSocket /socket, whose messages are ToServer and ToClient.";
    let info = InfoBuilder::new().title("Quipu").version(env!("CARGO_PKG_VERSION")).description(Some(about)).build();
    let token =
        HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some("The token of a program's seat")).build();
    // `schema_from` adds a type, but not the types that it refers to.
    let mut named = Vec::new();
    protocol::Refusal::schemas(&mut named);
    protocol::ToServer::schemas(&mut named);
    protocol::ToClient::schemas(&mut named);
    let components = ComponentsBuilder::new()
        .schemas_from_iter(named)
        .security_scheme("token", SecurityScheme::Http(token))
        .schema_from::<protocol::Refusal>()
        .schema_from::<protocol::ToServer>()
        .schema_from::<protocol::ToClient>()
        .build();
    OpenApiBuilder::new().info(info).components(Some(components)).build()
}

/// What a refused request is answered with, by status.
const REFUSALS: [(u16, &str); 10] = [
    (400, "The request cannot be read, or asks for something that cannot be"),
    (401, "Nobody is logged in, or the token or password is wrong"),
    (403, "The caller may not do this"),
    (404, "There is no such thing"),
    (409, "Not now: something else has happened, or has to happen first"),
    (413, "The body is too large"),
    (415, "The body is not JSON"),
    (422, "The rules do not allow it, or the body is not what is described"),
    (429, "Too much at once; Retry-After says when to try again"),
    (503, "The server cannot do it right now; try again"),
];

/// Whether an operation may be refused with a status: by what it takes, and by what it is about.
fn may_be_refused(status: u16, path: &str, changes: bool, operation: &Operation) -> bool {
    let takes = |place: ParameterIn| {
        let mut parameters = operation.parameters.iter().flatten();
        parameters.any(|parameter| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == place))
    };
    let body = operation.request_body.is_some();
    // These ask nobody who they are.
    let open = path.starts_with("/api/games") || path == "/api/frames";
    match status {
        400 => body || takes(ParameterIn::Query) || takes(ParameterIn::Path),
        401 => !open,
        403 => !open || changes,
        404 => takes(ParameterIn::Path) || matches!(path, "/api/me/webhook" | "/api/reports" | "/api/ladder"),
        409 => path.starts_with("/api/tables/") || changes,
        413 | 415 | 422 => body,
        _ => true,
    }
}

/// Adds to each operation how it may be refused. Each refusal is the same type, so that routes need not say it.
pub(super) fn with_refusals(mut description: OpenApi) -> OpenApi {
    let refusal = |about: &str| {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Refusal"))).build();
        ResponseBuilder::new().description(about).content("application/json", content).build()
    };
    for (path, item) in &mut description.paths.paths {
        let reads = [(&mut item.get, false), (&mut item.put, true), (&mut item.post, true), (&mut item.delete, true)];
        for (operation, changes) in reads {
            let Some(operation) = operation else { continue };
            for (status, about) in REFUSALS {
                if may_be_refused(status, path, changes, operation) {
                    operation.responses.responses.entry(status.to_string()).or_insert_with(|| refusal(about).into());
                }
            }
        }
    }
    description
}

pub(super) fn routes(description: &OpenApi) -> Router<Shared> {
    let json = description.to_json().unwrap_or_default();
    let typed = |kind: &'static str, text: &'static str| {
        get(async move || ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=300")], text))
    };
    let described = async move || ([(header::CONTENT_TYPE, "application/json")], json).into_response();
    Router::new()
        .route("/api/openapi.json", get(described))
        .route("/api/docs", typed("text/html; charset=utf-8", PAGE))
        .route("/api/docs/docs.js", typed("text/javascript; charset=utf-8", SCRIPT))
        .route("/api/docs/docs.css", typed("text/css; charset=utf-8", STYLE))
}
