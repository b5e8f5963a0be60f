//! Where a test case runs: a fresh database, and the helpers that cases need.

use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::pin::Pin;

use store::testing::Postgres;
use store::{Backend, Index, NewAccount, PersonId, Store, TableId, TableState};
use tempfile::TempDir;

/// The database of one test case.
pub(crate) struct Ground<'a> {
    backend: Backend,
    folder: TempDir,
    /// The PostgreSQL server, if the database is there.
    server: Option<&'a Postgres>,
}

impl Ground<'_> {
    pub(crate) fn backend(&self) -> &Backend {
        &self.backend
    }

    /// Opens a store; every call is another node.
    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.backend).await.expect("the place can be opened")
    }

    pub(crate) fn is_postgres(&self) -> bool {
        self.server.is_some()
    }

    /// A second, empty database of the same kind.
    pub(crate) fn another(&self) -> Backend {
        match self.server {
            Some(server) => Backend::Postgres(server.database()),
            None => Backend::File(self.file("another.db")),
        }
    }

    /// A path in the case's own folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

pub(crate) type Case = for<'a> fn(&'a Ground<'a>) -> Pin<Box<dyn Future<Output = ()> + 'a>>;

/// A runtime like the server's.
pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

pub(crate) fn on_sqlite(case: Case) {
    let folder = tempfile::tempdir().expect("a folder");
    let backend = Backend::File(folder.path().join("quipu.db"));
    let ground = Ground { backend, folder, server: None };
    runtime().block_on(case(&ground));
}

/// Runs all cases on one server, and fails with the names of those that failed.
pub(crate) fn on_postgres(cases: &[(&str, Case)]) {
    let Some(server) = Postgres::start() else { return };
    let mut failed = Vec::new();
    for (name, case) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let ground = Ground { backend: Backend::Postgres(server.database()), folder, server: Some(&server) };
        let start = std::time::Instant::now();
        let run = std::panic::catch_unwind(AssertUnwindSafe(|| runtime().block_on(case(&ground))));
        eprintln!("postgres {name}: {} in {:?}", if run.is_ok() { "ok" } else { "FAILED" }, start.elapsed());
        failed.extend(run.is_err().then_some(*name));
    }
    assert!(failed.is_empty(), "failed on PostgreSQL: {failed:?}");
}

/// An index row of a table that nobody has joined.
pub(crate) fn index() -> Index {
    Index {
        state: TableState::Gathering,
        game: "tikal".to_owned(),
        public: true,
        people: vec![],
        waiting_for: vec![],
        due_at: None,
        summary: "{}".to_owned(),
    }
}

/// Creates a table with one entry at that time.
pub(crate) async fn table(store: &Store, at: i64, index: Index) -> TableId {
    let table = TableId::random();
    assert_eq!(store.create(table, &[7; 32], index, vec![(at, "created".to_owned())]).await, Ok(1));
    table
}

/// An entry.
pub(crate) fn said(at: i64, body: impl Into<String>) -> Vec<(i64, String)> {
    vec![(at, body.into())]
}

pub(crate) async fn guest(store: &Store, name: &str) -> PersonId {
    store.guest(name, 1000).await.expect("a guest is let in").id
}

pub(crate) fn account(name: &str) -> NewAccount {
    NewAccount {
        name: name.to_owned(),
        password_hash: "$argon2id$p".to_owned(),
        recovery_hash: "$argon2id$r".to_owned(),
    }
}
