//! What proves that the module plays by the same rules as the server, and measures how fast: asked by tests alone.

use engine::{Opening, Record, RecordEntry, Seat, Viewer};
use protocol::{Frame, Refusal, RefusalCode, SheetLine};
use scenario::Scenario;
use serde::Serialize;
use serde_json::{Value, json};
use session::{refusal, refuse};

/// A record as every viewer sees it, step by step, and the sheet that it comes to.
#[derive(Serialize)]
pub(crate) struct Replayed {
    /// The frames of the spectator, of each seat, and of whoever sees everything.
    views: Vec<Vec<Frame>>,
    sheet: Vec<SheetLine>,
}

#[expect(clippy::needless_pass_by_value, reason = "errors are handed over by `map_err`")]
fn malformed(error: impl ToString) -> Refusal {
    refusal(RefusalCode::Malformed, "record", error.to_string())
}

/// Replays a record.
pub(crate) fn replay(text: &str) -> Result<Replayed, Refusal> {
    let record = Record::from_bytes(text.as_bytes()).map_err(malformed)?;
    let entry = catalog::find(&record.game).ok_or_else(|| malformed("there is no such game"))?;
    let mut game = entry.kind().open_record(&record).map_err(malformed)?;
    let seats = record.seats.len();
    let mut viewers = vec![Viewer::Spectator, Viewer::All];
    viewers.extend(Seat::all(seats).map(Viewer::Seat));
    let mut views: Vec<Vec<Frame>> =
        viewers.iter().map(|viewer| vec![session::frame(&*game, *viewer, None, true)]).collect();
    for line in record.folded().map_err(malformed)? {
        let RecordEntry::Step { by, words } = &line.entry else { continue };
        let seen = game.play_seen(*by, words, &viewers).map_err(malformed)?;
        for ((viewer, frames), seen) in viewers.iter().zip(&mut views).zip(seen) {
            frames.push(session::frame(&*game, *viewer, Some((*by, seen)), true));
        }
    }
    let line = |line: &engine::ScoreLine| SheetLine {
        seat: line.seat,
        section: line.section.to_string(),
        item: line.item.to_string(),
        points: line.points,
    };
    Ok(Replayed { views, sheet: game.sheet().lines().iter().map(line).collect() })
}

/// Runs a scenario or a perft file.
pub(crate) fn prove(game: &str, text: &str) -> Result<Value, Refusal> {
    let kind = entry(game)?.kind();
    Scenario::parse(text).and_then(|scenario| scenario.run(kind)).map_err(malformed)?;
    Ok(json!("holds"))
}

/// Plays matches at random.
pub(crate) fn playouts(game: &str, seats: usize, seed: u64, games: u64) -> Result<Value, Refusal> {
    let steps = entry(game)?.playouts(&Opening::seats(seats), seed, games).map_err(malformed)?;
    Ok(json!({ "decisions": steps.decisions, "draws": steps.chances }))
}

/// Lets bots play a whole match.
pub(crate) fn simulate(game: &str, bots: &[String], seed: u64, iterations: u32) -> Result<Value, Refusal> {
    let simulator = entry(game)?.simulator(&Opening::seats(bots.len()), bots);
    let Ok(mut simulator) = simulator else {
        return refuse(RefusalCode::Malformed, "no-bot", "there is no such match");
    };
    let played = simulator.game(seed, 0, &catalog::ThinkingTime::Iterations(iterations), true);
    Ok(json!({ "record": played.record.map(|record| record.to_string()), "efforts": played.efforts }))
}

fn entry(game: &str) -> Result<&'static dyn catalog::GameEntry, Refusal> {
    catalog::find(game).ok_or_else(|| refusal(RefusalCode::Malformed, "no-game", format!("there is no game '{game}'")))
}
