//! Counters.

use store::Count;

use crate::ground::Ground;

pub(crate) async fn counts_hold_on_all_nodes_and_over_a_restart(ground: &Ground<'_>) {
    let (one, other) = (ground.open().await, ground.open().await);
    assert_eq!(one.count(&[1; 32], 100, 10).await, Ok(Count { times: 1, ends_at: 110 }));
    assert_eq!(other.count(&[1; 32], 100, 20).await, Ok(Count { times: 2, ends_at: 110 }));
    assert_eq!(one.count(&[2; 32], 100, 20).await, Ok(Count { times: 1, ends_at: 120 }), "each key by itself");
    one.close().await;
    other.close().await;
    let again = ground.open().await;
    let all = (0..20).map(|_| {
        let store = again.clone();
        tokio::spawn(async move { store.count(&[1; 32], 100, 30).await.unwrap().times })
    });
    let mut seen = Vec::new();
    for one in all.collect::<Vec<_>>() {
        seen.push(one.await.unwrap());
    }
    seen.sort_unstable();
    assert_eq!(seen, (3..23).collect::<Vec<_>>(), "none is counted for two");
}

pub(crate) async fn counting_begins_again(ground: &Ground<'_>) {
    let store = ground.open().await;
    store.count(&[1; 32], 100, 10).await.unwrap();
    assert_eq!(store.count(&[1; 32], 100, 109).await, Ok(Count { times: 2, ends_at: 110 }));
    assert_eq!(store.count(&[1; 32], 100, 110).await, Ok(Count { times: 1, ends_at: 210 }));
    // A clock that was far ahead keeps nobody waiting once it is right.
    store.count(&[2; 32], 100, 1_000_000).await.unwrap();
    assert_eq!(store.count(&[2; 32], 100, 10).await, Ok(Count { times: 1, ends_at: 110 }));
    assert_eq!(store.expire_counts(150).await, Ok(1));
    assert_eq!(store.count(&[1; 32], 100, 150).await, Ok(Count { times: 2, ends_at: 210 }));
}
