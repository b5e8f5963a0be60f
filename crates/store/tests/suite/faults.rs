//! Faults: a killed process, a full disk, a wrong database.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use sqlx::Connection;
use store::{Backend, Error, Store, TableId};

use crate::ground::{Ground, index, runtime, said, table};

/// Tells the child where to append.
const WHERE: &str = "QUIPU_STORE_CRASH";

/// A child appends and prints what was acknowledged; it is killed at some moment; all that it printed is there.
pub(crate) async fn killed_while_appending(ground: &Ground<'_>) {
    for round in 0..5 {
        let store = ground.open().await;
        let mut tables = Vec::new();
        for _ in 0..4 {
            tables.push(table(&store, 1, index()).await);
        }
        store.close().await;
        let acknowledged = kill_a_child(ground.backend(), &tables, 20 + 37 * round);
        assert!(acknowledged.len() >= 20 + 37 * round, "the child ended by itself");
        let store = ground.open().await;
        for (number, table) in tables.into_iter().enumerate() {
            let log = store.log(table, 0).await.unwrap();
            assert!(log.iter().map(|entry| entry.seq).eq(1..=log.len() as u64));
            assert_eq!(store.last_seq(table).await, Ok(log.len() as u64));
            let of_table = acknowledged.iter().filter(|(of, ..)| *of == number);
            for (_, seq, body) in of_table {
                assert_eq!(&log[*seq as usize - 1].body, body, "acknowledged entry {seq} of table {number} is lost");
            }
            let last = log.len() as u64;
            assert_eq!(store.append(table, last, said(2, "on"), index()).await, Ok(last + 1));
        }
        store.close().await;
    }
}

/// Runs this test program as a child that appends, kills it after `count` acknowledgements, and returns what was
/// acknowledged.
fn kill_a_child(backend: &Backend, tables: &[TableId], count: usize) -> Vec<(usize, u64, String)> {
    let backend = match backend {
        Backend::File(path) => path.to_str().unwrap().to_owned(),
        Backend::Postgres(url) => url.clone(),
        Backend::Memory => unreachable!("memory dies with the child"),
    };
    let tables: Vec<String> = tables.iter().map(TableId::to_string).collect();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["faults::what_a_child_acknowledges_is_true", "--exact", "--nocapture"])
        .env(WHERE, format!("{backend} {}", tables.join(" ")))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    lines.find(|line| line.ends_with("ready")).expect("the child opens the store");
    let read = |line: String| {
        let mut words = line.strip_prefix("ack ")?.split(' ');
        let (number, seq, body) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?);
        // A line cut short by the kill ends with no full stop.
        Some((number, seq, body.strip_suffix('.')?.to_owned()))
    };
    let mut acknowledged: Vec<_> = lines.by_ref().filter_map(read).take(count).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    acknowledged.extend(lines.filter_map(read));
    acknowledged
}

/// Under the parent it appends until it is killed; by itself it does a little of the same in memory and checks it.
#[test]
fn what_a_child_acknowledges_is_true() {
    runtime().block_on(async {
        let Ok(backend) = std::env::var(WHERE) else {
            let store = Store::open(&Backend::Memory).await.unwrap();
            let table = table(&store, 1, index()).await;
            append_for_ever(&store, 0, table, 20).await;
            let log = store.log(table, 1).await.unwrap();
            assert!(log.len() == 20 && log.iter().all(|entry| entry.body.starts_with("0-")));
            return;
        };
        let (backend, tables) = backend.split_once(' ').unwrap();
        let postgres = backend.starts_with("postgres:");
        let backend = if postgres { Backend::Postgres(backend.into()) } else { Backend::File(backend.into()) };
        let store = Store::open(&backend).await.unwrap();
        say("ready");
        let tables = tables.split(' ').map(|table| table.parse::<TableId>().unwrap()).enumerate();
        let writers: Vec<_> = tables
            .map(|(number, table)| {
                let store = store.clone();
                tokio::spawn(async move { append_for_ever(&store, number, table, u64::MAX).await })
            })
            .collect();
        for writer in writers {
            writer.await.unwrap();
        }
    });
}

/// Writes a line at once, which the parent reads.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").unwrap();
}

async fn append_for_ever(store: &Store, number: usize, table: TableId, count: u64) {
    for after in (1..).take(usize::try_from(count).unwrap_or(usize::MAX)) {
        let body = format!("{number}-{after}");
        let seq = store.append(table, after, said(1, &body), index()).await.unwrap();
        say(&format!("ack {number} {seq} {body}."));
    }
}

pub(crate) async fn ready_says_so(ground: &Ground<'_>) {
    let store = ground.open().await;
    assert_eq!(store.ready().await, Ok(()));
    assert_eq!(store.ready().await, Ok(()));
}

/// A full disk: everybody hears of it, nothing that was acknowledged is lost, and with room all goes on.
#[test]
fn a_full_disk_is_said_and_outlived() {
    let folder = tempfile::tempdir().unwrap();
    let backend = Backend::File(folder.path().join("quipu.db"));
    runtime().block_on(async {
        let store = Store::open(&backend).await.unwrap();
        let table = table(&store, 1, index()).await;
        for _ in 0..3 {
            store.fill_disk(true).await.unwrap();
            let mut last = store.last_seq(table).await.unwrap();
            let error = loop {
                match store.append(table, last, said(2, "x".repeat(3000)), index()).await {
                    Ok(seq) => last = seq,
                    Err(error) => break error,
                }
            };
            assert!(matches!(&error, Error::Unavailable { why } if why.contains("full")), "{error}");
            // Many at once, and other writes, too.
            let many = (0..50).map(|_| {
                let store = store.clone();
                tokio::spawn(async move { store.append(table, last, said(2, "x".repeat(9000)), index()).await })
            });
            for one in many.collect::<Vec<_>>() {
                assert!(one.await.unwrap().unwrap_err().is_unavailable());
            }
            let guest = store.guest(&"x".repeat(100_000), 1).await;
            assert!(guest.unwrap_err().is_unavailable());
            // Reading goes on.
            assert_eq!(store.log(table, 0).await.unwrap().len() as u64, last);
            store.fill_disk(false).await.unwrap();
            assert_eq!(store.append(table, last, said(3, "x".repeat(9000)), index()).await, Ok(last + 1));
            store.guest("Ana", 1).await.unwrap();
            assert_eq!(store.ready().await, Ok(()));
        }
        let last = store.last_seq(table).await.unwrap();
        store.close().await;
        let log = Store::open(&backend).await.unwrap().log(table, 0).await.unwrap();
        assert!(log.iter().map(|entry| entry.seq).eq(1..=last));
    });
}

pub(crate) async fn a_newer_database_is_refused(ground: &Ground<'_>) {
    ground.open().await.close().await;
    let later = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                 values (9000, 'of the future', true, $1, 0)";
    match ground.backend() {
        Backend::File(path) => {
            let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
            let mut connection = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
            sqlx::query(later).bind(vec![0u8]).execute(&mut connection).await.unwrap();
        }
        Backend::Postgres(url) => {
            let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
            sqlx::query(later).bind(vec![0u8]).execute(&mut connection).await.unwrap();
        }
        Backend::Memory => unreachable!("test cases have a file or a server"),
    }
    assert_eq!(Store::open(ground.backend()).await.unwrap_err(), Error::Newer { version: 9000 });
}

#[test]
fn what_is_no_place_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text");
    std::fs::write(&text, "this is a text and no database, and it is long enough to be read as one").unwrap();
    runtime().block_on(async {
        let error = Store::open(&Backend::File(text.clone())).await.unwrap_err();
        assert!(matches!(&error, Error::Damaged(why) if why.contains("text")), "{error}");
        let error = Store::open(&Backend::File(text.join("quipu.db"))).await.unwrap_err();
        assert!(matches!(&error, Error::Unavailable { why } if why.contains("text")), "{error}");
        let error = Store::open(&Backend::Postgres("postgres://127.0.0.1:1/x".to_owned())).await.unwrap_err();
        assert!(error.is_unavailable(), "{error}");
        let error = Store::open(&Backend::Postgres("no url".to_owned())).await.unwrap_err();
        assert!(matches!(&error, Error::Refused(why) if why.contains("postgres://")), "{error}");
        // What is missing is made.
        Store::open(&Backend::File(folder.path().join("a/b/quipu.db"))).await.unwrap();
    });
}
