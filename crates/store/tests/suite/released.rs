//! Databases of every released version open with this one. `released/VERSION.DATABASE.sql` builds each, as a dump of a
//! database of that version; a migration that was released is never changed, and its checksum in there tells.

use std::path::{Path, PathBuf};

use sqlx::{AssertSqlSafe, Connection, Executor};
use store::testing::Postgres;
use store::{Backend, Filter, Store, TokenKind};

use crate::ground::{index, runtime, said};

fn dumps(database: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/released");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut dumps: Vec<PathBuf> =
        files.filter(|file| file.to_str().unwrap().ends_with(&format!(".{database}.sql"))).collect();
    dumps.sort();
    assert!(!dumps.is_empty(), "no dump of any version");
    dumps
}

/// What every dump holds: one account with a login, one table of four entries where it is the account's turn.
async fn check(backend: &Backend) {
    let store = Store::open(backend).await.unwrap();
    let ana = store.person_by_name("ana").await.unwrap().unwrap();
    let filter = Filter { person: Some(ana.id), waiting: true, ..Filter::default() };
    let tables = store.list(&filter).await.unwrap();
    assert_eq!(tables.len(), 1);
    let table = tables[0].table;
    let bodies: Vec<String> = store.log(table, 0).await.unwrap().into_iter().map(|entry| entry.body).collect();
    assert_eq!(bodies, ["created", "Ana sat down", "started", "A step 1"]);
    assert_eq!(store.secret(table).await, Ok([7; 32]));
    assert!(store.token(TokenKind::Login, &[3; 32], 1).await.unwrap().is_some());
    assert_eq!(store.append(table, 4, said(9, "on"), index()).await, Ok(5));
    assert_eq!(store.ready().await, Ok(()));
    store.close().await;
}

#[test]
fn sqlite_databases_of_every_version_open() {
    let folder = tempfile::tempdir().unwrap();
    for dump in dumps("sqlite") {
        let path = folder.path().join(dump.file_name().unwrap()).with_extension("db");
        runtime().block_on(async {
            let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
            let mut connection = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
            connection.execute(AssertSqlSafe(std::fs::read_to_string(&dump).unwrap())).await.unwrap();
            connection.close().await.unwrap();
            // Its backups restore, too.
            let restored = Backend::File(path.with_extension("restored"));
            Store::restore(&path, &restored).await.unwrap();
            check(&restored).await;
            check(&Backend::File(path)).await;
        });
    }
}

#[test]
fn postgres_databases_of_every_version_open() {
    let Some(server) = Postgres::start() else { return };
    for dump in dumps("postgres") {
        let url = server.database();
        runtime().block_on(async {
            let mut connection = sqlx::PgConnection::connect(&url).await.unwrap();
            let dump = std::fs::read_to_string(&dump).unwrap();
            connection.execute(AssertSqlSafe(dump)).await.unwrap();
            connection.close().await.unwrap();
            check(&Backend::Postgres(url)).await;
        });
    }
}
