//! Measures how fast entries are appended durably: 200 tables, each appending one entry after another, each waiting for
//! its acknowledgement.
//!
//! ```text
//! cargo run --release -p quipu-store --example append_rate                      # SQLite in a temporary folder
//! cargo run --release -p quipu-store --example append_rate -- FOLDER [SECONDS]  # SQLite on that disk
//! cargo run --release -p quipu-store --example append_rate -- postgres://… [SECONDS]
//! cargo run --release -p quipu-store --example append_rate -- postgres [SECONDS]  # a PostgreSQL of its own
//! ```

use std::io::Write;
use std::time::{Duration, Instant};

use store::testing::Postgres;
use store::{Backend, Index, PersonId, Store, TableId, TableState};

/// Tables that are played at at once.
const APPENDERS: usize = 200;

#[tokio::main(worker_threads = 2)]
async fn main() -> store::Result<()> {
    let backend = std::env::args().nth(1).unwrap_or_default();
    let seconds = std::env::args().nth(2).and_then(|text| text.parse().ok()).unwrap_or(5);
    let folder = if backend.is_empty() || backend.starts_with("postgres") {
        tempfile::tempdir()
    } else {
        tempfile::tempdir_in(&backend)
    };
    let folder = folder.map_err(|error| store::Error::Refused(error.to_string()))?;
    let server = if backend == "postgres" { Postgres::start_durable() } else { None };
    let backend = match &server {
        Some(server) => Backend::Postgres(server.database()),
        None if backend.starts_with("postgres:") => Backend::Postgres(backend),
        None => Backend::File(folder.path().join("quipu.db")),
    };
    let store = Store::open(&backend).await?;
    let until = Instant::now() + Duration::from_secs(seconds);
    let appenders: Vec<_> = (0..APPENDERS).map(|_| tokio::spawn(play(store.clone(), until))).collect();
    let start = Instant::now();
    let mut times = Vec::new();
    for appender in appenders {
        times.extend(appender.await.map_err(|error| store::Error::Refused(error.to_string()))??);
    }
    let rate = times.len() as f64 / start.elapsed().as_secs_f64();
    times.sort_unstable();
    let share = |part: usize| times[(times.len() - 1) * part / 1000];
    let mut out = std::io::stdout();
    let shown = writeln!(
        out,
        "{} appends by {APPENDERS} in {:.1?}: {rate:.0}/s, p50 {:.1?}, p99 {:.1?}, p99.9 {:.1?}, longest {:.1?}",
        times.len(),
        start.elapsed(),
        share(500),
        share(990),
        share(999),
        share(1000),
    );
    shown.map_err(|error| store::Error::Refused(error.to_string()))?;
    store.close().await;
    Ok(())
}

/// Plays at one table, whose index row changes as a real one does, and gives how long each append took.
async fn play(store: Store, until: Instant) -> store::Result<Vec<Duration>> {
    let people: Vec<PersonId> = (0..4).map(|_| PersonId::random()).collect();
    let index = |turn: usize| Index {
        state: TableState::Playing,
        game: "tikal".into(),
        public: true,
        people: people.clone(),
        waiting_for: vec![people[turn / 6 % 4]],
        due_at: Some(1_000_000 + turn as i64 / 6),
        summary: format!("{{\"turn\":{turn},\"seats\":[\"Ana\",\"Ben\",\"Eva\",\"Leo\"],\"clock\":\"days\"}}"),
    };
    let table = TableId::random();
    let mut last = store.create(table, &[7; 32], index(0), vec![(0, "created".into())]).await?;
    let mut times = Vec::new();
    while Instant::now() < until {
        let body = format!("{{\"by\":\"A\",\"step\":\"move worker c3 d4\",\"client\":\"{table}-{last}\"}}");
        let start = Instant::now();
        last =
            store.append(table, last, vec![(start.elapsed().as_millis() as i64, body)], index(last as usize)).await?;
        times.push(start.elapsed());
    }
    Ok(times)
}
