//! Backups restore into either database, and are of one moment.

use std::collections::BTreeSet;
use std::path::Path;

use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};
use store::{
    Append, Backend, Error, Filter, NewJob, NewNotification, NewReport, Settings, Store, TableId, Token, TokenKind,
};

use crate::ground::{Ground, account, index, said, table};

/// A store with something of everything.
async fn furnish(store: &Store) -> TableId {
    let ana = store.account(&account("Ana 'quoted' \\ é"), 10).await.unwrap().id;
    let ben = store.guest("Ben", 20).await.unwrap().id;
    store.set_settings(ana, &Settings { open: "{\"a\":1}".into(), secret: "s".into() }).await.unwrap();
    store.ban(ben, Some("why")).await.unwrap();
    let mut seated = index();
    seated.people = vec![ana, ben];
    seated.waiting_for = vec![ben];
    seated.due_at = Some(5);
    let table = table(store, 30, seated.clone()).await;
    let mut append = Append::new(table, 1, vec![(40, "x\ny".into()), (50, "\u{1F600}".into())], seated);
    append.jobs.push(NewJob { kind: "mail".into(), person: Some(ana), body: "b".into(), due_at: 60, key: None });
    append.notifications.push(NewNotification { person: ben, at: 70, body: "n".into() });
    store.append_with(append).await.unwrap();
    let token = Token {
        kind: TokenKind::Invite,
        hash: std::array::from_fn(|i| (i * 9) as u8),
        person: Some(ana),
        table: Some(table),
        seat: Some(3),
        label: "l".into(),
        created_at: 80,
        expires_at: Some(90),
    };
    store.add_token(&token).await.unwrap();
    let report = NewReport { from: ana, about: Some(ben), table: Some(table), text: "t".into(), at: 100 };
    store.report(&report).await.unwrap();
    assert_eq!(store.lease("node", 1000, 1000, 10).await.unwrap().len(), 1);
    table
}

/// All rows of a backup as text, leases left out.
async fn rows(file: &Path) -> BTreeSet<String> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let mut all = BTreeSet::new();
    for table in ["tables", "log", "seated", "people", "tokens", "reports", "news", "jobs"] {
        let columns = format!("select name from pragma_table_info('{table}') where name not like 'leased%'");
        let columns: Vec<String> = sqlx::query_scalar(AssertSqlSafe(columns)).fetch_all(&mut connection).await.unwrap();
        let quoted: Vec<String> = columns.iter().map(|column| format!("quote({column})")).collect();
        let sql = format!("select {} from {table}", quoted.join(" || ',' || "));
        for row in sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut connection).await.unwrap() {
            all.insert(format!("{table}: {}", row.get::<String, _>(0)));
        }
    }
    all
}

pub(crate) async fn a_backup_restores_into_both(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = furnish(&store).await;
    let backup = ground.file("backup.db");
    store.backup(&backup).await.unwrap();
    let kept = rows(&backup).await;
    for of in ["tables", "log", "seated", "people", "tokens", "reports", "news", "jobs"] {
        assert!(kept.iter().any(|row| row.starts_with(of)), "nothing of {of}");
    }
    // Into the same kind of database, and from there into a file.
    for (round, backend) in [ground.another(), Backend::File(ground.file("restored.db"))].into_iter().enumerate() {
        Store::restore(&backup, &backend).await.unwrap();
        let restored = Store::open(&backend).await.unwrap();
        assert_eq!(restored.log(table, 0).await, store.log(table, 0).await);
        assert_eq!(restored.secret(table).await, Ok([7; 32]));
        let again = ground.file(&format!("again{round}.db"));
        restored.backup(&again).await.unwrap();
        assert_eq!(rows(&again).await, kept);
        // It works on: nothing is leased, logs go on, names are taken.
        assert_eq!(restored.lease("other", 1000, 1, 10).await.unwrap().len(), 1);
        assert_eq!(restored.append(table, 3, said(1, "on"), index()).await, Ok(4));
        assert!(matches!(restored.account(&account("ana 'QUOTED' \\ É"), 1).await, Err(Error::Taken(_))));
    }
}

pub(crate) async fn a_backup_under_load_is_one_moment(ground: &Ground<'_>) {
    let store = ground.open().await;
    let mut tables = Vec::new();
    for _ in 0..8 {
        tables.push(table(&store, 1, index()).await);
    }
    let writers: Vec<_> = tables
        .iter()
        .map(|table| {
            let (store, table) = (store.clone(), *table);
            tokio::spawn(async move {
                for after in 1..150 {
                    store.append(table, after, said(1, "b"), index()).await.unwrap();
                }
            })
        })
        .collect();
    let mut before = Vec::new();
    for table in &tables {
        before.push(store.last_seq(*table).await.unwrap());
    }
    let backup = ground.file("backup.db");
    store.backup(&backup).await.unwrap();
    for writer in writers {
        writer.await.unwrap();
    }
    let backend = Backend::File(ground.file("restored.db"));
    Store::restore(&backup, &backend).await.unwrap();
    let restored = Store::open(&backend).await.unwrap();
    assert_eq!(restored.list(&Filter::default()).await.unwrap().len(), 8);
    for (table, before) in tables.into_iter().zip(before) {
        let log = restored.log(table, 0).await.unwrap();
        let last = restored.last_seq(table).await.unwrap();
        assert!(last >= before, "what was acknowledged before the backup is in it");
        assert!(log.iter().map(|entry| entry.seq).eq(1..=last), "index row and log are of one moment");
    }
}

pub(crate) async fn nothing_is_overwritten(ground: &Ground<'_>) {
    let store = ground.open().await;
    furnish(&store).await;
    let backup = ground.file("backup.db");
    store.backup(&backup).await.unwrap();
    let refused = |answer: Result<(), Error>| match answer {
        Err(Error::Refused(why)) => why,
        other => panic!("{other:?}"),
    };
    assert!(refused(store.backup(&backup).await).contains("exists"));
    let into = Store::restore(&backup, ground.backend()).await;
    assert!(refused(into).contains(if ground.is_postgres() { "empty" } else { "exists" }));
    let text = ground.file("text");
    std::fs::write(&text, "no database at all, however long it may be").unwrap();
    let backend = Backend::File(ground.file("new.db"));
    assert!(refused(Store::restore(&text, &backend).await).contains("no backup"));
    assert!(refused(Store::restore(&ground.file("missing"), &backend).await).contains("no backup"));
    let nowhere = store.backup(&ground.file("text").join("x")).await;
    assert!(nowhere.unwrap_err().is_unavailable());
    let left: BTreeSet<String> = std::fs::read_dir(ground.folder())
        .unwrap()
        .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains(".part") || name.starts_with("new"))
        .collect();
    assert_eq!(left, BTreeSet::new(), "nothing half done is left");
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&backup).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600, "hashes of passwords are nobody's business");
    }
}

/// A column that a migration adds must be in backups: from a fresh backup, restored, no column is lost.
pub(crate) async fn the_list_of_columns_is_whole(ground: &Ground<'_>) {
    let store = ground.open().await;
    let backup = ground.file("backup.db");
    store.backup(&backup).await.unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&backup);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let sql = "select m.name || '.' || c.name from sqlite_master m, pragma_table_info(m.name) c
               where m.type = 'table' and m.name not like '\\_sqlx%' escape '\\'
                     and m.name not in ('pulse', 'nodes', 'errands')
                     and c.name not like 'leased%'";
    let mut columns: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut connection).await.unwrap();
    columns.sort();
    let mut copied = store::testing::backed_up_columns();
    copied.sort();
    assert_eq!(copied, columns);
}
