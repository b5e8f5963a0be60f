//! Who gets which events.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use store::testing::Postgres;
use store::{AccessEvent, Backend, Error, Store, StoreEvent, Subscription, TableId, Token, TokenKind};
use tokio::time::timeout;

use crate::ground::{Ground, index, runtime, said, table};

async fn next(subscription: &mut Subscription) -> StoreEvent {
    timeout(Duration::from_secs(10), subscription.next()).await.expect("told in time").expect("the store is open")
}

pub(crate) async fn own_appends_are_told(ground: &Ground<'_>) {
    let store = ground.open().await;
    let mut heard = store.subscribe();
    let table = table(&store, 1, index()).await;
    assert_eq!(next(&mut heard).await, StoreEvent::Table { table, seq: 1, own: true });
    store.append(table, 1, vec![(2, "b".into()), (3, "c".into())], index()).await.unwrap();
    assert_eq!(next(&mut heard).await, StoreEvent::Table { table, seq: 3, own: true });
    store.append(table, 1, said(4, "conflict"), index()).await.unwrap_err();
    store.append(table, 3, vec![], index()).await.unwrap();
    store.append(table, 3, said(5, "d"), index()).await.unwrap();
    assert_eq!(
        next(&mut heard).await,
        StoreEvent::Table { table, seq: 4, own: true },
        "neither a conflict nor an index row is news"
    );
}

pub(crate) async fn other_nodes_are_told(ground: &Ground<'_>) {
    let (one, other) = (ground.open().await, ground.open().await);
    let (mut ours, mut theirs) = (one.subscribe(), other.subscribe());
    if !ground.is_postgres() {
        // The watch must have begun to count.
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let table = table(&one, 1, index()).await;
    if !ground.is_postgres() {
        assert_eq!(next(&mut theirs).await, StoreEvent::Everything, "SQLite tells that there is something, not what");
        assert_eq!(next(&mut ours).await, StoreEvent::Table { table, seq: 1, own: true });
        let own = timeout(Duration::from_millis(2500), ours.next()).await;
        assert!(own.is_err(), "what one writes oneself is not news from elsewhere: {own:?}");
        return;
    }
    assert_eq!(next(&mut theirs).await, StoreEvent::Table { table, seq: 1, own: false });
    other.append(table, 1, said(2, "b"), index()).await.unwrap();
    assert_eq!(next(&mut ours).await, StoreEvent::Table { table, seq: 1, own: true });
    assert_eq!(next(&mut ours).await, StoreEvent::Table { table, seq: 2, own: false });
    assert_eq!(next(&mut theirs).await, StoreEvent::Table { table, seq: 2, own: true });
    // Each is told once, also of one's own.
    assert!(timeout(Duration::from_millis(200), ours.next()).await.is_err());
    assert!(timeout(Duration::from_millis(1), theirs.next()).await.is_err());
}

pub(crate) async fn a_slow_listener_is_told_of_everything(ground: &Ground<'_>) {
    let store = ground.open().await;
    let mut heard = store.subscribe();
    let mut creating = tokio::task::JoinSet::new();
    for _ in 0..4200 {
        let store = store.clone();
        creating.spawn(async move { table(&store, 1, index()).await });
    }
    creating.join_all().await;
    assert_eq!(next(&mut heard).await, StoreEvent::Everything);
    assert!(matches!(next(&mut heard).await, StoreEvent::Table { .. }), "and then of what it can still be told");
}

pub(crate) async fn changes_of_access_are_told(ground: &Ground<'_>) {
    let (store, other) = (ground.open().await, ground.open().await);
    let mut heard = other.subscribe_access();
    if !ground.is_postgres() {
        // The watch must have begun to count.
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let mut own = store.subscribe_access();
    let person = store.guest("Ana", 1).await.unwrap().id;
    let token = Token {
        kind: TokenKind::Login,
        hash: [7; 32],
        person: Some(person),
        table: None,
        seat: None,
        label: String::new(),
        created_at: 1,
        expires_at: None,
    };
    store.add_token(&token).await.unwrap();
    assert!(store.delete_token(&token.hash).await.unwrap() && !store.delete_token(&token.hash).await.unwrap());
    store.delete_tokens_of(person, None).await.unwrap();
    store.ban(person, Some("shouting")).await.unwrap();
    store.mute(person, None).await.unwrap();
    store.delete_person(person).await.unwrap();
    for _ in 0..5 {
        let told = timeout(Duration::from_secs(10), own.next()).await.expect("told in time");
        assert_eq!(told, Some(AccessEvent::Of(Some(person))));
    }
    let told = timeout(Duration::from_secs(10), heard.next()).await.expect("told in time");
    let expected = if ground.is_postgres() { AccessEvent::Of(Some(person)) } else { AccessEvent::Everybody };
    assert_eq!(told, Some(expected), "the other node is told, too");
    assert!(timeout(Duration::from_millis(100), own.next()).await.is_err(), "and each is told once");
}

pub(crate) async fn deletions_are_told(ground: &Ground<'_>) {
    let (store, other) = (ground.open().await, ground.open().await);
    let table = table(&store, 1, index()).await;
    let (mut ours, mut theirs) = (store.subscribe(), other.subscribe());
    store.delete_table(table).await.unwrap();
    assert_eq!(next(&mut ours).await, StoreEvent::Gone { table });
    if ground.is_postgres() {
        loop {
            match next(&mut theirs).await {
                StoreEvent::Gone { table: gone } => break assert_eq!(gone, table),
                // It may hear of the creation only now.
                told => assert_eq!(told, StoreEvent::Table { table, seq: 1, own: false }),
            }
        }
    }
}

/// A server that goes away and comes back: appends say so, nothing acknowledged is lost, and the listener says that it
/// was away.
#[test]
fn a_database_that_was_gone_is_found_again() {
    let Some(mut server) = Postgres::start() else { return };
    let backend = Backend::Postgres(server.database());
    let runtime = runtime();
    let (store, other, table) = runtime.block_on(async {
        let store = Store::open(&backend).await.unwrap();
        let other = Store::open(&backend).await.unwrap();
        let table = table(&store, 1, index()).await;
        (store, other, table)
    });
    let mut heard = other.subscribe();
    server.stop();
    runtime.block_on(async {
        let error = store.append(table, 1, said(2, "b"), index()).await.unwrap_err();
        assert!(error.is_unavailable(), "{error}");
        assert!(store.log(table, 0).await.unwrap_err().is_unavailable());
        assert!(store.ready().await.unwrap_err().is_unavailable());
        assert!(store.guest("Ana", 1).await.unwrap_err().is_unavailable());
    });
    server.resume();
    runtime.block_on(async {
        let last = loop {
            if let Ok(last) = store.last_seq(table).await {
                break last;
            }
        };
        assert_eq!(last, 1, "what was refused before anything was sent is not there");
        assert_eq!(store.append(table, last, said(2, "b"), index()).await, Ok(2));
        assert_eq!(store.ready().await, Ok(()));
        assert_eq!(other.append(table, 2, said(3, "c"), index()).await, Ok(3));
        loop {
            if next(&mut heard).await == StoreEvent::Everything {
                break;
            }
        }
        store.append(table, 3, said(4, "d"), index()).await.unwrap();
        loop {
            if next(&mut heard).await == (StoreEvent::Table { table, seq: 4, own: false }) {
                break;
            }
        }
    });
}

/// Many append while the server goes away and comes back, and each finds out what became of its entry: in the end every
/// entry is there once.
#[test]
fn nobody_loses_or_doubles_an_entry_while_the_database_is_gone() {
    let Some(mut server) = Postgres::start() else { return };
    let backend = Backend::Postgres(server.database());
    let runtime = runtime();
    let store = runtime.block_on(Store::open(&backend)).unwrap();
    let over = Arc::new(AtomicBool::new(false));
    let met = Arc::new(AtomicUsize::new(0));
    let writer = |_| runtime.spawn(write_through_faults(store.clone(), over.clone(), met.clone()));
    let writers: Vec<_> = (0..12).map(writer).collect();
    // Twice, and then until it has come between a commit and its answer: before that, the writer tries again by itself.
    for round in 0..40 {
        if round >= 2 && met.load(Ordering::Relaxed) > 0 {
            break;
        }
        std::thread::sleep(Duration::from_millis(400));
        server.stop();
        server.resume();
    }
    over.store(true, Ordering::Relaxed);
    runtime.block_on(async {
        for writer in writers {
            let (table, last) = writer.await.unwrap();
            let bodies = store.log(table, 1).await.unwrap().into_iter().map(|entry| entry.body);
            assert!(bodies.eq((1..last).map(|i| i.to_string())));
        }
        assert!(met.load(Ordering::Relaxed) > 0, "nobody met the fault");
    });
}

/// Appends entries until the faults are over, counts the failures, and after each reads the log to see whether it was
/// one. Gives the last entry's number.
async fn write_through_faults(store: Store, over: Arc<AtomicBool>, met: Arc<AtomicUsize>) -> (TableId, u64) {
    let table = table(&store, 1, index()).await;
    let mut last = 1;
    while last <= 50 || !over.load(Ordering::Relaxed) {
        match store.append(table, last, said(2, last.to_string()), index()).await {
            Ok(seq) => last = seq,
            Err(error) => {
                // A commit that was cut off may still have come through in the meantime.
                assert!(error.is_unavailable() || matches!(error, Error::Conflict { .. }), "{error}");
                met.fetch_add(1, Ordering::Relaxed);
                last = loop {
                    if let Ok(last) = store.last_seq(table).await {
                        break last;
                    }
                };
            }
        }
    }
    (table, last)
}
