//! Due work: one node takes it, and if that one dies, another.

use std::collections::HashSet;

use store::{Error, Lease, NewJob, TableId};

use crate::ground::{Ground, guest, index, said, table};

pub(crate) async fn a_table_is_leased_once(ground: &Ground<'_>) {
    let store = ground.open().await;
    let due = |at| store::Index { due_at: at, ..index() };
    let late = table(&store, 1, due(Some(200))).await;
    let early = table(&store, 1, due(Some(100))).await;
    table(&store, 1, due(None)).await;
    assert_eq!(store.lease("a", 50, 1000, 10).await, Ok(vec![]));
    let lease = |table, due_at| Lease { table, due_at };
    assert_eq!(store.lease("a", 200, 1000, 1).await, Ok(vec![lease(early, 100)]));
    assert_eq!(store.lease("b", 200, 1000, 10).await, Ok(vec![lease(late, 200)]));
    assert_eq!(store.lease("b", 300, 1000, 10).await, Ok(vec![]));
    // Another's lease is not ours to give back.
    store.release(early, "b").await.unwrap();
    assert_eq!(store.lease("b", 300, 1000, 10).await, Ok(vec![]));
    store.release(early, "a").await.unwrap();
    assert_eq!(store.lease("b", 300, 1000, 10).await, Ok(vec![lease(early, 100)]));
    // The work done, nothing is due; the lease is still b's.
    store.append(early, 1, said(300, "bot moved"), due(Some(900))).await.unwrap();
    store.release(early, "b").await.unwrap();
    assert_eq!(store.lease("a", 800, 1000, 10).await, Ok(vec![]));
    assert_eq!(store.lease("a", 900, 1000, 10).await, Ok(vec![lease(early, 900)]));
}

pub(crate) async fn leases_end_and_are_extended(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = table(&store, 1, store::Index { due_at: Some(0), ..index() }).await;
    assert_eq!(store.lease("a", 100, 50, 10).await.unwrap().len(), 1);
    assert_eq!(store.lease("b", 149, 50, 10).await, Ok(vec![]));
    assert_eq!(store.extend(table, "a", 500).await, Ok(true));
    assert_eq!(store.lease("b", 499, 50, 10).await, Ok(vec![]));
    // Node a is dead.
    assert_eq!(store.lease("b", 500, 50, 10).await.unwrap().len(), 1);
    assert_eq!(store.extend(table, "a", 900).await, Ok(false));
    assert_eq!(store.extend(TableId::random(), "a", 900).await, Ok(false));
}

pub(crate) async fn many_nodes_share_the_work(ground: &Ground<'_>) {
    let nodes = [ground.open().await, ground.open().await];
    let mut all = HashSet::new();
    for _ in 0..60 {
        all.insert(table(&nodes[0], 1, store::Index { due_at: Some(0), ..index() }).await);
    }
    let tasks: Vec<_> = (0..6)
        .map(|worker| {
            let store = nodes[worker % 2].clone();
            tokio::spawn(async move {
                let mut taken = Vec::new();
                loop {
                    let leases = store.lease(&format!("node{worker}"), 10, 1000, 3).await.unwrap();
                    taken.extend(leases.iter().map(|lease| lease.table));
                    if leases.is_empty() {
                        return taken;
                    }
                }
            })
        })
        .collect();
    let mut seen = HashSet::new();
    for task in tasks {
        for table in task.await.unwrap() {
            assert!(seen.insert(table), "{table} was leased twice");
        }
    }
    assert_eq!(seen, all);
}

pub(crate) async fn jobs_survive_and_are_done_once(ground: &Ground<'_>) {
    let store = ground.open().await;
    let ana = guest(&store, "Ana").await;
    let job =
        |body: &str, due_at| NewJob { kind: "webhook".into(), person: Some(ana), body: body.into(), due_at, key: None };
    store.queue(&[job("second", 20), job("first", 10), job("later", 99)]).await.unwrap();
    store.close().await;
    let store = ground.open().await;
    let jobs = store.lease_jobs("a", 20, 100, 10).await.unwrap();
    let bodies: Vec<(&str, u32)> = jobs.iter().map(|job| (job.body.as_str(), job.attempts)).collect();
    assert_eq!(bodies, [("first", 1), ("second", 1)]);
    assert_eq!((jobs[0].kind.as_str(), jobs[0].person, jobs[0].due_at), ("webhook", Some(ana), 10));
    assert_eq!(store.lease_jobs("b", 21, 100, 10).await, Ok(vec![]));
    store.finish_job(jobs[0].id).await.unwrap();
    store.retry_job(jobs[1].id, 50).await.unwrap();
    assert_eq!(store.lease_jobs("b", 49, 100, 10).await, Ok(vec![]));
    let again = store.lease_jobs("b", 50, 100, 10).await.unwrap();
    assert_eq!(again.iter().map(|job| (job.id, job.attempts)).collect::<Vec<_>>(), [(jobs[1].id, 2)]);
    // Node b died with it.
    let third = store.lease_jobs("a", 150, 100, 1).await.unwrap();
    assert_eq!(third.iter().map(|job| (job.id, job.attempts)).collect::<Vec<_>>(), [(jobs[1].id, 3)]);
    assert_eq!(store.retry_job(jobs[0].id, 50).await, Err(Error::Nothing("job")));
}

pub(crate) async fn jobs_for_nobody_are_left_out(ground: &Ground<'_>) {
    let store = ground.open().await;
    let ana = guest(&store, "Ana").await;
    let job = |person| NewJob { kind: "mail".into(), person, body: String::new(), due_at: 0, key: None };
    store.queue(&[job(Some(ana)), job(None)]).await.unwrap();
    store.delete_person(ana).await.unwrap();
    store.queue(&[job(Some(ana))]).await.unwrap();
    let left = store.lease_jobs("a", 1, 1, 10).await.unwrap();
    assert_eq!(left.iter().map(|job| job.person).collect::<Vec<_>>(), [None]);
}
