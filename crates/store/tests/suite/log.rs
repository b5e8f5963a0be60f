//! Logs: what is acknowledged is there, once and in order.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use store::{Append, Error, Index, NewJob, NewNotification, Store, TableId, TableState};

use crate::ground::{Ground, guest, index, said, table};

pub(crate) async fn entries_come_back_in_order(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = TableId::random();
    let secret = std::array::from_fn(|i| i as u8);
    let first = vec![(10, "created".to_owned()), (20, "A sat \"down\" \\ \u{1F600} \n'".to_owned())];
    assert_eq!(store.create(table, &secret, index(), first).await, Ok(2));
    assert_eq!(store.append(table, 2, said(30, ""), index()).await, Ok(3));
    let summary = "{\"points\":[3,4]}".to_owned();
    let over = Index { state: TableState::Over, due_at: Some(77), summary, ..index() };
    assert_eq!(store.append(table, 3, vec![(40, "x".into()), (50, "y".into())], over.clone()).await, Ok(5));
    let log = store.log(table, 0).await.unwrap();
    let bodies: Vec<(u64, i64, &str)> = log.iter().map(|entry| (entry.seq, entry.at, entry.body.as_str())).collect();
    let second = "A sat \"down\" \\ \u{1F600} \n'";
    assert_eq!(bodies, [(1, 10, "created"), (2, 20, second), (3, 30, ""), (4, 40, "x"), (5, 50, "y")]);
    assert_eq!(store.log(table, 3).await.unwrap(), log[3..]);
    assert_eq!(store.log(table, 5).await.unwrap(), []);
    assert_eq!(store.last_seq(table).await, Ok(5));
    assert_eq!(store.secret(table).await, Ok(secret));
    let row = store.table(table).await.unwrap();
    assert_eq!((row.index, row.last_seq, row.created_at, row.touched_at), (over, 5, 10, 50));
    // What one node acknowledged, another reads.
    assert_eq!(ground.open().await.log(table, 0).await.unwrap(), log);
}

pub(crate) async fn a_conflict_names_the_last_entry_and_writes_nothing(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = table(&store, 1, index()).await;
    store.append(table, 1, said(2, "b"), index()).await.unwrap();
    let other = Index { game: "inka".to_owned(), ..index() };
    for after in [0, 1, 3] {
        let wrong = store.append(table, after, said(3, "wrong"), other.clone()).await;
        assert_eq!(wrong, Err(Error::Conflict { last: 2 }), "{after}");
    }
    assert_eq!(store.log(table, 0).await.unwrap().len(), 2);
    assert_eq!(store.table(table).await.unwrap().index, index());
    // No entries renew the index row alone.
    assert_eq!(store.append(table, 2, vec![], other.clone()).await, Ok(2));
    let row = store.table(table).await.unwrap();
    assert_eq!((row.index, row.touched_at), (other, 2));
}

pub(crate) async fn one_conflict_does_not_fail_the_others(ground: &Ground<'_>) {
    let store = ground.open().await;
    let mut tables = Vec::new();
    for _ in 0..20 {
        tables.push(table(&store, 1, index()).await);
    }
    // All wait at once, so most of them share transactions.
    let tasks = tables.iter().enumerate().map(|(i, table)| {
        let (store, table) = (store.clone(), *table);
        tokio::spawn(async move { (i, store.append(table, (i % 2) as u64, said(2, "b"), index()).await) })
    });
    for task in tasks.collect::<Vec<_>>() {
        let (i, answer) = task.await.unwrap();
        assert_eq!(answer, if i % 2 == 1 { Ok(2) } else { Err(Error::Conflict { last: 1 }) }, "{i}");
    }
}

pub(crate) async fn a_second_creation_is_a_conflict(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = table(&store, 1, index()).await;
    store.append(table, 1, said(2, "b"), index()).await.unwrap();
    let again = store.create(table, &[9; 32], index(), said(3, "again")).await;
    assert_eq!(again, Err(Error::Conflict { last: 2 }));
    assert_eq!(store.secret(table).await, Ok([7; 32]));
    assert!(matches!(store.create(TableId::random(), &[9; 32], index(), vec![]).await, Err(Error::Refused(_))));
}

pub(crate) async fn a_table_that_is_not_there_is_said(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = TableId::random();
    let nowhere = Error::NoTable(table);
    assert_eq!(store.append(table, 0, said(1, "a"), index()).await, Err(nowhere.clone()));
    assert_eq!(store.log(table, 0).await, Err(nowhere.clone()));
    assert_eq!(store.last_seq(table).await, Err(nowhere.clone()));
    assert_eq!(store.secret(table).await, Err(nowhere.clone()));
    assert_eq!(store.table(table).await, Err(nowhere.clone()));
    assert_eq!(store.delete_table(table).await, Err(nowhere));
}

pub(crate) async fn a_deleted_table_is_gone(ground: &Ground<'_>) {
    let store = ground.open().await;
    let ana = guest(&store, "Ana").await;
    let mut seated = index();
    seated.people = vec![ana];
    let (gone, stays) = (table(&store, 1, seated.clone()).await, table(&store, 1, seated).await);
    store.delete_table(gone).await.unwrap();
    assert_eq!(store.log(gone, 0).await, Err(Error::NoTable(gone)));
    assert_eq!(store.append(gone, 1, said(2, "b"), index()).await, Err(Error::NoTable(gone)));
    assert_eq!(store.unfinished_tables_of(ana).await, Ok(1));
    assert_eq!(store.log(stays, 0).await.unwrap().len(), 1);
}

pub(crate) async fn appends_of_one_batch_follow_each_other(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = table(&store, 1, index()).await;
    // Asked in this order without waiting, they are right one behind the other.
    let appends = (1..=50u64).map(|after| {
        let store = store.clone();
        async move { store.append(table, after, said(after as i64, format!("{after}")), index()).await }
    });
    let answers = futures_join(appends).await;
    assert_eq!(answers, (2..=51).map(Ok).collect::<Vec<_>>());
    let bodies: Vec<String> = store.log(table, 1).await.unwrap().into_iter().map(|entry| entry.body).collect();
    assert_eq!(bodies, (1..=50).map(|i| i.to_string()).collect::<Vec<_>>());
}

/// Polls all in order, so that they are asked in order.
async fn futures_join<T>(futures: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut futures: Vec<_> = futures.map(Box::pin).collect();
    let mut answers: Vec<Option<T>> = futures.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, answer) in futures.iter_mut().zip(&mut answers) {
            if answer.is_none()
                && let std::task::Poll::Ready(value) = future.as_mut().poll(context)
            {
                *answer = Some(value);
            }
        }
        if answers.iter().all(Option::is_some) { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    answers.into_iter().flatten().collect()
}

pub(crate) async fn what_databases_choke_on_is_refused(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = table(&store, 1, index()).await;
    for body in ["a\0b".to_owned(), "x".repeat(2 << 20)] {
        assert!(matches!(store.append(table, 1, said(2, body), index()).await, Err(Error::Refused(_))));
    }
    let zero = Index { summary: "\0".to_owned(), ..index() };
    assert!(matches!(store.append(table, 1, said(2, "b"), zero).await, Err(Error::Refused(_))));
    assert_eq!(store.append(table, 1, said(2, "x".repeat(1 << 19)), index()).await, Ok(2));
}

pub(crate) async fn jobs_and_news_go_with_the_append(ground: &Ground<'_>) {
    let store = ground.open().await;
    let (ana, gone) = (guest(&store, "Ana").await, guest(&store, "Gone").await);
    store.delete_person(gone).await.unwrap();
    let table = table(&store, 1, index()).await;
    let causing = |after| {
        let job = |person| NewJob { kind: "mail".into(), person, body: "your turn".into(), due_at: 5, key: None };
        let notification = |person| NewNotification { person, at: 6, body: "it is your turn".into() };
        let mut append = Append::new(table, after, said(2, "b"), index());
        append.jobs = vec![job(Some(ana)), job(Some(gone)), job(None)];
        append.notifications = vec![notification(ana), notification(gone)];
        append
    };
    assert_eq!(store.append_with(causing(9)).await, Err(Error::Conflict { last: 1 }));
    assert_eq!(store.lease_jobs("n", 10, 10, 10).await, Ok(vec![]));
    assert_eq!(store.notifications(ana, 10).await, Ok(vec![]));
    assert_eq!(store.append_with(causing(1)).await, Ok(2));
    let jobs = store.lease_jobs("n", 10, 10, 10).await.unwrap();
    let mut people: Vec<_> = jobs.iter().map(|job| job.person).collect();
    people.sort();
    assert_eq!(people, [None, Some(ana)]);
    let listed = store.notifications(ana, 10).await.unwrap();
    assert_eq!((listed.len(), listed[0].at, listed[0].body.as_str()), (1, 6, "it is your turn"));
}

pub(crate) async fn two_nodes_never_write_one_entry(ground: &Ground<'_>) {
    let nodes = [ground.open().await, ground.open().await];
    let table = table(&nodes[0], 1, index()).await;
    let tasks: Vec<_> = (0..8)
        .map(|writer| {
            let store = nodes[writer % 2].clone();
            tokio::spawn(async move { write_all(&store, table, writer, 25).await })
        })
        .collect();
    let mut acknowledged = HashMap::new();
    for task in tasks {
        acknowledged.extend(task.await.unwrap());
    }
    let log = nodes[0].log(table, 1).await.unwrap();
    assert_eq!(log.len(), 200);
    for (entry, seq) in log.iter().zip(2..) {
        assert_eq!(entry.seq, seq);
        assert_eq!(acknowledged.get(&seq), Some(&entry.body));
    }
}

pub(crate) async fn what_a_node_remembers_does_not_mislead_it(ground: &Ground<'_>) {
    let (one, other) = (ground.open().await, ground.open().await);
    let (table, near) = (table(&one, 1, index()).await, table(&one, 1, index()).await);
    assert_eq!(one.append(table, 1, said(2, "b"), index()).await, Ok(2));
    assert_eq!(other.append(table, 2, said(3, "c"), index()).await, Ok(3));
    assert_eq!(one.append(table, 2, said(4, "late"), index()).await, Err(Error::Conflict { last: 3 }));
    assert_eq!(one.append(table, 3, said(4, "d"), index()).await, Ok(4));
    // Also where it remembers less than the one who asks.
    assert_eq!(other.append(table, 4, said(5, "e"), index()).await, Ok(5));
    assert_eq!(one.append(table, 5, said(6, "f"), index()).await, Ok(6));
    // What is due may change without an entry.
    let due = Index { due_at: Some(7), ..index() };
    assert_eq!(other.append(table, 6, vec![], due).await, Ok(6));
    assert_eq!(one.append(table, 6, said(7, "g"), index()).await, Ok(7));
    assert_eq!(one.table(table).await.unwrap().index, index());
    // One that is gone takes none of the others along.
    other.delete_table(table).await.unwrap();
    let both = [one.append(table, 7, said(8, "h"), index()), one.append(near, 1, said(8, "b"), index())];
    assert_eq!(futures_join(both.into_iter()).await, [Err(Error::NoTable(table)), Ok(2)]);
    assert_eq!(one.log(near, 0).await.unwrap().len(), 2);
}

/// Appends until all is acknowledged, and gives what was, by number.
async fn write_all(store: &Store, table: TableId, writer: usize, count: usize) -> Vec<(u64, String)> {
    let mut last = store.last_seq(table).await.unwrap();
    let mut acknowledged = Vec::new();
    while acknowledged.len() < count {
        let body = format!("{writer}:{}", acknowledged.len());
        match store.append(table, last, said(1, &body), index()).await {
            Ok(seq) => {
                assert!(seq > last);
                acknowledged.push((seq, body));
                last = seq;
            }
            Err(Error::Conflict { last: now }) => {
                assert_ne!(now, last, "a conflict says something new");
                last = now;
            }
            Err(error) => panic!("{error}"),
        }
    }
    acknowledged
}

pub(crate) async fn a_closed_store_answers(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = table(&store, 1, index()).await;
    let pending = tokio::spawn({
        let store = store.clone();
        async move { store.append(table, 1, said(2, "b"), index()).await }
    });
    tokio::task::yield_now().await;
    store.close().await;
    let answer = pending.await.unwrap();
    assert!(store.append(table, 1, said(2, "b"), index()).await.unwrap_err().is_unavailable());
    assert!(store.log(table, 0).await.unwrap_err().is_unavailable());
    assert!(store.ready().await.unwrap_err().is_unavailable());
    store.close().await;
    // What was acknowledged is there, and nothing else.
    let log = ground.open().await.log(table, 0).await.unwrap();
    assert_eq!(log.len(), if answer == Ok(2) { 2 } else { 1 });
}

pub(crate) async fn a_dropped_caller_harms_nobody(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = table(&store, 1, index()).await;
    for _ in 0..20 {
        let last = store.last_seq(table).await.unwrap();
        let append = store.append(table, last, said(2, "b"), index());
        tokio::time::timeout(Duration::from_micros(100), append).await.ok();
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let last = store.last_seq(table).await.unwrap();
    assert_eq!(store.log(table, 0).await.unwrap().len() as u64, last);
    assert_eq!(store.append(table, last, said(3, "c"), index()).await, Ok(last + 1));
}

/// What a writer does next: append some entries to a table, knowing the log up to some distance from its end.
type Move = (usize, usize, u64);

pub(crate) async fn random_interleavings_keep_the_log_whole(ground: &Ground<'_>) {
    let nodes = [ground.open().await, ground.open().await];
    let moves = || prop::collection::vec((0..3usize, 1..4usize, 0..3u64), 1..30);
    let strategy = prop::collection::vec(moves(), 2..6);
    let mut runner = TestRunner::deterministic();
    for _ in 0..12 {
        let plan = strategy.new_tree(&mut runner).expect("a plan").current();
        interleave(&nodes, plan).await;
    }
}

async fn interleave(nodes: &[Store; 2], plan: Vec<Vec<Move>>) {
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(table(&nodes[0], 0, index()).await);
    }
    let shared = plan.clone();
    let tasks: Vec<_> = shared
        .into_iter()
        .enumerate()
        .map(|(writer, moves)| tokio::spawn(wander(nodes[writer % 2].clone(), tables.clone(), writer, moves)))
        .collect();
    let mut acknowledged: HashMap<(TableId, u64), String> = HashMap::new();
    for task in tasks {
        let mut before: HashMap<TableId, u64> = HashMap::new();
        for (table, seq, body) in task.await.unwrap() {
            assert!(before.insert(table, seq).is_none_or(|last| last < seq), "acks go up: {plan:?}");
            assert!(acknowledged.insert((table, seq), body).is_none(), "entry {seq} was acknowledged twice: {plan:?}");
        }
    }
    for table in tables {
        let log = nodes[1].log(table, 0).await.unwrap();
        for (entry, seq) in log.iter().zip(1..) {
            assert_eq!(entry.seq, seq, "{plan:?}");
        }
        let bodies = log.iter().skip(1).map(|entry| ((table, entry.seq), entry.body.clone()));
        let of_table = acknowledged.iter().filter(|((of, _), _)| *of == table);
        let of_table: HashMap<_, _> = of_table.map(|(key, body)| (*key, body.clone())).collect();
        assert_eq!(bodies.collect::<HashMap<_, _>>(), of_table, "{plan:?}");
        assert_eq!(nodes[0].last_seq(table).await, Ok(log.len() as u64));
    }
}

/// One writer's moves, each tried once; gives what was acknowledged, entry by entry.
async fn wander(store: Store, tables: Vec<TableId>, writer: usize, moves: Vec<Move>) -> Vec<(TableId, u64, String)> {
    let mut acknowledged = Vec::new();
    for (turn, (which, count, behind)) in moves.into_iter().enumerate() {
        let table = tables[which];
        let after = store.last_seq(table).await.unwrap().saturating_sub(behind);
        let bodies: Vec<String> = (0..count).map(|part| format!("{writer}.{turn}.{part}")).collect();
        let entries = bodies.iter().map(|body| (1, body.clone())).collect();
        match store.append(table, after, entries, index()).await {
            Ok(last) => {
                assert_eq!(last, after + count as u64);
                acknowledged.extend((after + 1..).zip(bodies).map(|(seq, body)| (table, seq, body)));
            }
            Err(Error::Conflict { last }) => assert!(last > after),
            Err(error) => panic!("{error}"),
        }
    }
    acknowledged
}

pub(crate) async fn five_thousand_entries_are_read_in_no_time(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = table(&store, 1, index()).await;
    let body = "x".repeat(80);
    for chunk in 0..5 {
        let entries = (0..1000).map(|i| (i, body.clone())).collect();
        store.append(table, 1 + chunk * 1000, entries, index()).await.unwrap();
    }
    store.log(table, 0).await.unwrap();
    let times = (0..5).map(|_| async {
        let start = Instant::now();
        assert_eq!(store.log(table, 1).await.unwrap().len(), 5000);
        start.elapsed()
    });
    let mut best = Duration::MAX;
    for time in times {
        best = best.min(time.await);
    }
    eprintln!("5,000 entries read in {best:?}");
    assert!(best < Duration::from_millis(50), "{best:?}");
}
