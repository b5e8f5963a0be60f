//! Finished matches: one's own, those of a table, and all of them to take along.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use protocol::{MatchLine, MatchPlayer, Matches, Player};
use serde::Deserialize;
use store::PersonId;
use tokio::sync::mpsc;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use zip::ZipWriter;
use zip::write::{SimpleFileOptions, StreamWriter};

use super::read::{self, Asked, Path};
use crate::app::Shared;
use crate::history::{Audience, Wanted};
use crate::hub::{Inquirer, Principal};
use crate::people::LoggedIn;
use crate::people::known::{Caller, Visitor};
use crate::refusal::Answer;
use crate::{App, Refused};

/// How many pieces of an export wait for a reader who takes their time.
const PIECES: usize = 4;

pub(super) fn routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(own)).routes(routes!(taken_along)).routes(routes!(of_table))
}

/// One's own finished matches, newest first.
#[utoipa::path(get, path = "/api/matches", tag = "matches", params(Wanted), responses((status = 200, body = Matches)))]
async fn own(State(app): State<Shared>, known: LoggedIn, Asked(wanted): Asked<Wanted>) -> Answer<Json<Matches>> {
    app.has_history()?;
    Ok(Json(app.matches(known.person.id, &wanted, &Audience::Table).await?))
}

/// The finished match of a table, with what it did to ratings.
#[utoipa::path(get, path = "/api/tables/{id}/result", tag = "matches", params(("id" = String, Path)),
    responses((status = 200, body = MatchLine)))]
async fn of_table(State(app): State<Shared>, _: Visitor, Path(id): Path<String>) -> Answer<Json<MatchLine>> {
    Ok(Json(app.match_of(read::table(&id)?).await?))
}

/// In which form matches are taken along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Json,
    Csv,
    Zip,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WhichForm {
    /// `json` or `csv` for a list, `zip` for all records.
    #[param(value_type = String)]
    form: Form,
}

/// All of one's own finished matches that fit: as a list, or as their records in one file.
#[utoipa::path(get, path = "/api/matches/export", tag = "matches", params(WhichForm, Wanted),
    responses((status = 200, body = String, content_type = "application/octet-stream")))]
async fn taken_along(
    State(app): State<Shared>,
    caller: Caller,
    known: LoggedIn,
    Asked(WhichForm { form }): Asked<WhichForm>,
    Asked(wanted): Asked<Wanted>,
) -> Answer<Response> {
    app.has_history()?;
    // A wrong request is refused before anything is sent.
    app.results_wanted(known.person.id, &wanted).await?;
    let place = app.hub.reading().place(caller.source()).await?;
    let (sender, mut receiver) = mpsc::channel(PIECES);
    let (who, from) = (known.principal(), caller);
    tokio::spawn(async move {
        let told = match form {
            Form::Json | Form::Csv => lists(&app, known.person.id, wanted, form, &sender).await,
            Form::Zip => records(&app, &who, from, wanted, &sender).await,
        };
        if let Err(refused) = told {
            let broken = Err(io::Error::other(refused.refusal.reason.text));
            sender.send_timeout(broken, app.config.bounds.answer_time).await.ok();
        }
        drop(place);
    });
    let pieces = stream::poll_fn(move |context| receiver.poll_recv(context));
    let (kind, name) = match form {
        Form::Json => ("application/json", "quipu-matches.json"),
        Form::Csv => ("text/csv; charset=utf-8", "quipu-matches.csv"),
        Form::Zip => ("application/zip", "quipu-records.zip"),
    };
    let named = format!("attachment; filename=\"{name}\"");
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, named)];
    Ok((headers, Body::from_stream(pieces)).into_response())
}

type Sender = mpsc::Sender<Result<Bytes, io::Error>>;

/// Whoever asked has gone.
fn gone<T>(_: T) -> Refused {
    Refused::missing("reader")
}

/// Sends a list of matches, page by page.
async fn lists(app: &App, person: PersonId, mut wanted: Wanted, form: Form, to: &Sender) -> Answer<()> {
    let patience = app.config.bounds.answer_time;
    let send = async |text: String| to.send_timeout(Ok(text.into()), patience).await.map_err(gone);
    send(if form == Form::Json { "[".to_owned() } else { HEADINGS.to_owned() }).await?;
    let mut first = true;
    loop {
        let page = app.matches(person, &wanted, &Audience::Table).await?;
        let mut text = String::new();
        for line in &page.matches {
            if form == Form::Json {
                let comma = if std::mem::take(&mut first) { "" } else { ",\n" };
                text += comma;
                text += &serde_json::to_string(line).map_err(|error| Refused::malformed(error.to_string()))?;
            } else {
                text += &row(line, &person.to_string());
            }
        }
        send(text).await?;
        let Some(next) = page.next else { break };
        wanted.before = Some(next);
    }
    if form == Form::Json { send("]".to_owned()).await } else { Ok(()) }
}

const HEADINGS: &str = "ended,game,options,place,points,players,seconds,turns,unrated,rating before,rating after,\
                        accuracy,luck,table\r\n";

/// A match as a row of a table: of one's own seat.
fn row(line: &MatchLine, person: &str) -> String {
    let mine = |one: &&MatchPlayer| matches!(&one.player, Player::Person { id: Some(id), .. } if id == person);
    let own = line.players.iter().find(mine);
    let text = |value: Option<String>| value.unwrap_or_default();
    let player = |one: &MatchPlayer| format!("{} {} ({})", one.place, named(&one.player), one.points);
    let options: Vec<String> = line.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let unrated = line.unrated.and_then(|why| serde_json::to_value(why).ok());
    let cells = [
        line.ended.to_string(),
        line.game.clone(),
        options.join(" "),
        text(own.map(|own| own.place.to_string())),
        text(own.map(|own| own.points.to_string())),
        line.players.iter().map(player).collect::<Vec<_>>().join("; "),
        line.seconds.to_string(),
        line.turns.to_string(),
        text(unrated.and_then(|why| why.as_str().map(str::to_owned))),
        text(own.and_then(|own| own.rating).map(|rating| rating.before.to_string())),
        text(own.and_then(|own| own.rating).map(|rating| rating.after.to_string())),
        text(own.and_then(|own| own.accuracy).map(|accuracy| accuracy.to_string())),
        text(own.and_then(|own| own.luck).map(|luck| luck.to_string())),
        line.table.clone(),
    ];
    cells.map(|cell| quoted(&cell)).join(",") + "\r\n"
}

fn named(player: &Player) -> String {
    match player {
        Player::Person { name, .. } => name.clone().unwrap_or_else(|| session::NOBODY.to_owned()),
        Player::Device { name } | Player::Program { name } => name.clone(),
        Player::Bot { level } => format!("bot/{}", level.as_str()),
    }
}

/// A cell, quoted where it must be. What a program would take for a formula is text.
fn quoted(cell: &str) -> String {
    let number = cell.parse::<f64>().is_ok();
    let formula = !number && cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if formula || cell.contains([',', '"', '\n', '\r']) {
        let before = if formula { "'" } else { "" };
        return format!("\"{before}{}\"", cell.replace('"', "\"\""));
    }
    cell.to_owned()
}

/// What is written into the file, until it is sent.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn take(&self) -> Bytes {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sends the records of matches in one file, record by record.
async fn records(app: &App, who: &Principal, from: Caller, mut wanted: Wanted, to: &Sender) -> Answer<()> {
    let person: PersonId = who.id.parse().map_err(|_| Refused::nobody())?;
    let written = Written::default();
    let mut file: ZipWriter<StreamWriter<Written>> = ZipWriter::new_stream(written.clone());
    let failed = |error: zip::result::ZipError| Refused::malformed(error.to_string());
    loop {
        let page = app.matches(person, &wanted, &Audience::Table).await?;
        for line in &page.matches {
            let reader = Inquirer { who, from: from.source() };
            // A table that cannot be read any more has no record; the others have.
            let Ok(record) = app.hub.record_beside(read::table(&line.table)?, &reader).await else { continue };
            let name = format!("{}-{}.quipu", line.game, line.table);
            file.start_file(name, SimpleFileOptions::default()).map_err(failed)?;
            file.write_all(record.as_bytes()).map_err(|error| Refused::malformed(error.to_string()))?;
            to.send_timeout(Ok(written.take()), app.config.bounds.answer_time).await.map_err(gone)?;
        }
        let Some(next) = page.next else { break };
        wanted.before = Some(next);
    }
    file.finish().map_err(failed)?;
    to.send_timeout(Ok(written.take()), app.config.bounds.answer_time).await.map_err(gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_text_and_nothing_else() {
        assert_eq!(quoted("tikal"), "tikal");
        assert_eq!(quoted("-12"), "-12");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(quoted("=1+1"), "\"'=1+1\"");
    }
}
