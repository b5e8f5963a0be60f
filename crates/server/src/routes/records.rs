//! Records that are uploaded for replay.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::Response;
use engine::{Record, RecordEntry, Seat};
use protocol::{RefusalCode, Replay};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::{self, Asked, unread};
use crate::Refused;
use crate::app::Shared;
use crate::reading::Large;
use crate::refusal::Answer;

pub(super) fn routes(most_bytes: usize) -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(frames)).layer(DefaultBodyLimit::max(most_bytes))
}

#[derive(Deserialize, IntoParams)]
struct Eyes {
    /// The seat by whose eyes the match is seen; everything is open without it.
    #[param(value_type = Option<String>)]
    eyes: Option<Seat>,
}

/// Turns the text of a .quipu file into the frames of its match.
#[utoipa::path(post, path = "/api/frames", tag = "records", params(Eyes),
    request_body(content = String, content_type = "text/plain"), responses((status = 200, body = Replay)))]
async fn frames(
    State(app): State<Shared>,
    Asked(Eyes { eyes }): Asked<Eyes>,
    large: Large,
    body: Result<Bytes, BytesRejection>,
) -> Answer<Response> {
    let bytes = body.map_err(|error| unread(error.status(), error.body_text()))?;
    let replayed = move || session::replay(&bytes, eyes).map(|replay| read::written(&replay));
    let replay = app.hub.reading().run(large.from(), replayed).await??;
    Ok(large.answer(replay))
}

/// A record as JSON.
pub(super) fn as_json(text: &str) -> Result<Value, Refused> {
    let unread = |fault: engine::Fault| {
        tracing::error!(%fault, "cannot read a record of our own");
        Refused::new(RefusalCode::Unavailable, "defect", "this record cannot be written as JSON; ask for the text")
    };
    let record = Record::from_bytes(text.as_bytes()).map_err(unread)?;
    let line = |line: &engine::RecordLine| match &line.entry {
        RecordEntry::Step { by, words } => json!({ "seat": by, "words": words }),
        note @ RecordEntry::Note(_) => json!({ "note": note.to_string() }),
    };
    Ok(json!({
        "game": record.game,
        "rules": record.rules,
        "options": record.options,
        "seats": record.seats,
        "box": record.box_digest.map(|digest| digest.to_string()),
        "commit": record.commit.map(|digest| digest.to_string()),
        "pledges": record.pledges.iter().map(|(seat, pledge)| json!([seat, pledge])).collect::<Vec<_>>(),
        "nonces": record.nonces.iter().map(|(seat, nonce)| json!([seat, nonce])).collect::<Vec<_>>(),
        "seed": record.seed.as_ref().map(ToString::to_string),
        "takebacks": record.takebacks.iter().map(|(seat, times)| json!([seat, times])).collect::<Vec<_>>(),
        "result": record.result,
        "end": record.end.map(|rule| rule.to_string()),
        "lines": record.lines.iter().map(line).collect::<Vec<_>>(),
    }))
}
