//! Records that are uploaded for replay.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use engine::{Record, RecordEntry, Viewer};
use protocol::{Frame, RefusalCode};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::read::unread;
use crate::Refused;
use crate::app::Shared;
use crate::people::known::Caller;
use crate::refusal::Answer;

/// The most steps of a record: more than any real match has. Longer ones would fill the memory.
const STEPS: usize = 20_000;

pub(super) fn routes(most_bytes: usize) -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(frames)).layer(DefaultBodyLimit::max(most_bytes))
}

/// A record as a replay shows it.
#[derive(Serialize, ToSchema)]
pub(super) struct Replay {
    /// The game's key.
    game: String,
    /// Who sat where.
    seats: Vec<String>,
    /// The options that differ from the default.
    options: Vec<(String, String)>,
    /// The components of the box.
    #[schema(value_type = Object)]
    parts: Value,
    /// The frames.
    frames: Vec<Frame>,
}

/// Turns the text of a .quipu file into the frames of its match.
#[utoipa::path(post, path = "/api/frames", tag = "records", request_body(content = String, content_type = "text/plain"),
    responses((status = 200, body = Replay)))]
async fn frames(
    State(app): State<Shared>,
    caller: Caller,
    body: Result<Bytes, BytesRejection>,
) -> Answer<Json<Replay>> {
    let bytes = body.map_err(|error| unread(error.status(), error.body_text()))?;
    app.hub.reading().run(caller.source(), move || replay(&bytes)).await?.map(Json)
}

fn refuse(text: String) -> Refused {
    Refused::new(RefusalCode::Malformed, "record", text)
}

fn replay(bytes: &[u8]) -> Result<Replay, Refused> {
    let record = Record::from_bytes(bytes).map_err(|fault| refuse(fault.to_string()))?;
    let entry = catalog::find(&record.game)
        .ok_or_else(|| refuse(format!("line 2: there is no game '{}' here", engine::clip(&record.game))))?;
    if record.lines.len() > STEPS {
        return Err(refuse(format!("the record has {} lines, and at most {STEPS} are allowed", record.lines.len())));
    }
    if let Some(line) = record.redacted_at() {
        let what = "is hidden from this record's reader; get the full record when the match is over";
        return Err(refuse(format!("line {}: '{}' {what}", line.number, line.entry)));
    }
    let steps = record.folded().map_err(|fault| refuse(fault.to_string()))?;
    let mut game = entry.kind().open_record(&record).map_err(|fault| refuse(fault.to_string()))?;
    let mut frames = vec![session::frame(&*game, Viewer::All, None, false)];
    for line in steps {
        let RecordEntry::Step { by, words } = &line.entry else { continue };
        let at = |why: engine::Refused| refuse(format!("line {}: '{}' is refused: {why}", line.number, line.entry));
        let seen = game.play_seen(*by, words, &[Viewer::All]).map_err(at)?;
        frames.extend(seen.into_iter().map(|seen| session::frame(&*game, Viewer::All, Some((*by, seen)), false)));
    }
    Ok(Replay { game: record.game, seats: record.seats, options: record.options, parts: game.parts(), frames })
}

/// A record as JSON.
pub(super) fn as_json(text: &str) -> Result<Value, Refused> {
    let unread = |fault: engine::Fault| {
        tracing::error!(%fault, "cannot read a record of our own");
        Refused::new(RefusalCode::Unavailable, "defect", "this record cannot be written as JSON; ask for the text")
    };
    let record = Record::from_bytes(text.as_bytes()).map_err(unread)?;
    let line = |line: &engine::Line| match &line.entry {
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
