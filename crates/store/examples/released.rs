//! Fills a new database with what `tests/suite/released.rs` looks for, to be dumped when a version is released:
//!
//! ```text
//! cargo run -p quipu-store --example released -- quipu.db
//! sqlite3 quipu.db .dump > crates/store/tests/released/VERSION.sqlite.sql
//! cargo run -p quipu-store --example released -- postgres://quipu@127.0.0.1/quipu
//! pg_dump --inserts --no-owner postgres://quipu@127.0.0.1/quipu | grep -v -e '^\\' -e '^--' | cat -s \
//!     > crates/store/tests/released/VERSION.postgres.sql
//! ```

use store::{Backend, Index, NewAccount, Store, TableId, TableState, Token, TokenKind};

#[tokio::main]
async fn main() -> store::Result<()> {
    let backend = std::env::args().nth(1).unwrap_or_default();
    let postgres = backend.starts_with("postgres:");
    let backend = if postgres { Backend::Postgres(backend) } else { Backend::File(backend.into()) };
    let store = Store::open(&backend).await?;
    let account = NewAccount { name: "Ana".into(), password_hash: "p".into(), recovery_hash: "r".into() };
    let ana = store.account(&account, 1).await?.id;
    let token = Token {
        kind: TokenKind::Login,
        hash: [3; 32],
        person: Some(ana),
        table: None,
        seat: None,
        label: "browser".into(),
        created_at: 1,
        expires_at: None,
    };
    store.add_token(&token).await?;
    let index = Index {
        state: TableState::Playing,
        game: "tikal".into(),
        public: true,
        people: vec![ana],
        waiting_for: vec![ana],
        due_at: Some(1_000_000),
        summary: "{}".into(),
    };
    let entries = ["created", "Ana sat down", "started", "A step 1"];
    let entries = entries.into_iter().zip(1..).map(|(body, at)| (at, body.to_owned())).collect();
    store.create(TableId::random(), &[7; 32], index, entries).await?;
    store.close().await;
    Ok(())
}
