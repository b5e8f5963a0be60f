//! The `OpenAPI` description, and a page that shows it.

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use utoipa::ToSchema as _;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, OpenApi, OpenApiBuilder};

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
