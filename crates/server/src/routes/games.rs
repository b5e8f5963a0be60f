//! The games.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use protocol::{GameInfo, OptionInfo, OptionNeed};
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::Path;
use crate::Refused;
use crate::app::Shared;
use crate::refusal::Answer;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(games)).routes(routes!(parts))
}

/// Lists the games, with seats and options.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameInfo>)))]
async fn games() -> impl IntoResponse {
    let games: Vec<GameInfo> = catalog::GAMES.iter().map(|entry| game(entry.kind())).collect();
    ([(header::CACHE_CONTROL, "public, max-age=300")], Json(games))
}

fn game(kind: &dyn engine::Kind) -> GameInfo {
    let info = kind.info();
    let need = |need: &engine::Need| match need.what {
        engine::Needed::Option(key, value) => OptionNeed::Option { key: key.to_owned(), value: value.to_owned() },
        engine::Needed::Seats(least) => OptionNeed::Seats { least: least as u8 },
    };
    let option = |choice: &engine::Choice| OptionInfo {
        key: choice.key.to_owned(),
        values: choice.values.iter().map(ToString::to_string).collect(),
        default: choice.default().to_owned(),
        help: choice.help.to_owned(),
        needs: choice.needs.iter().map(need).collect(),
    };
    GameInfo {
        key: info.key.to_owned(),
        name: info.name.to_owned(),
        least_seats: info.seats.0 as u8,
        most_seats: info.seats.1 as u8,
        rules: info.rules,
        verbs: info.verbs.iter().map(ToString::to_string).collect(),
        options: kind.choices().iter().map(option).collect(),
    }
}

/// The components of a game's box, for drawing them.
#[utoipa::path(get, path = "/api/games/{key}/parts", tag = "games",
    params(("key" = String, Path, description = "The game's key")), responses((status = 200, body = Object)))]
async fn parts(Path(key): Path<String>) -> Answer<Response> {
    let entry = catalog::find(&key).ok_or_else(|| Refused::missing("game"))?;
    let parts: Value = entry.kind().parts(None).ok_or_else(|| Refused::missing("box"))?;
    Ok(([(header::CACHE_CONTROL, "public, max-age=86400")], Json(parts)).into_response())
}
