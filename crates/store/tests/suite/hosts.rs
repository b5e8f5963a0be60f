//! What hosts are told: which nodes run, long work, and how much there is.

use store::{Index, NewReport, Node, PersonId, TableState};

use crate::ground::{Ground, account, guest, index, table};

pub(crate) async fn nodes_are_known_while_they_are_heard_of(ground: &Ground<'_>) {
    let store = ground.open().await;
    let node = |name: &str, seen_at, body: &str| Node { name: name.to_owned(), seen_at, body: body.to_owned() };
    store.beat(&node("a", 10, "idle"), 0).await.unwrap();
    store.beat(&node("b", 20, "idle"), 0).await.unwrap();
    store.beat(&node("a", 30, "busy"), 15).await.unwrap();
    let all = [node("a", 30, "busy"), node("b", 20, "idle")];
    assert_eq!(store.nodes(0).await.unwrap(), all);
    assert_eq!(store.nodes(21).await.unwrap(), all[..1]);
    store.beat(&node("c", 40, ""), 25).await.unwrap();
    assert_eq!(store.nodes(0).await.unwrap().len(), 2, "b fell silent and is forgotten");
    store.leave("a").await.unwrap();
    assert_eq!(store.nodes(0).await.unwrap(), [node("c", 40, "")]);
}

pub(crate) async fn an_errand_is_done_by_one_at_a_time(ground: &Ground<'_>) {
    let (one, other) = (ground.open().await, ground.open().await);
    assert_eq!(one.errand("ratings").await, Ok(None));
    let (first, second) =
        tokio::join!(one.begin_errand("ratings", "one", 100, 40), other.begin_errand("ratings", "other", 100, 40));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert!(first != second, "one of them may");
    let (who, loser) = if first { ("one", "other") } else { ("other", "one") };
    assert_eq!(one.begin_errand("puzzles", "x", 100, 40).await, Ok(true), "another kind is another errand");
    assert_eq!(one.tell_errand("ratings", loser, 110, (1, 2)).await, Ok(false));
    assert_eq!(one.tell_errand("ratings", who, 110, (3, 7)).await, Ok(true));
    let errand = other.errand("ratings").await.unwrap().unwrap();
    assert_eq!((errand.node.as_str(), errand.begun_at, errand.seen_at), (who, 100, 110));
    assert_eq!((errand.done, errand.whole, errand.ended_at), (3, 7, None));
    assert_eq!(other.begin_errand("ratings", "third", 120, 110).await, Ok(false), "it was heard of just now");
    assert_eq!(other.begin_errand("ratings", "third", 200, 111).await, Ok(true), "whoever falls silent has died");
    assert_eq!(one.tell_errand("ratings", who, 210, (4, 7)).await, Ok(false), "and learns of it");
    one.end_errand("ratings", who, 210, "").await.unwrap();
    assert_eq!(one.errand("ratings").await.unwrap().unwrap().ended_at, None);
    other.end_errand("ratings", "third", 220, "the disk is full").await.unwrap();
    let errand = one.errand("ratings").await.unwrap().unwrap();
    assert_eq!((errand.ended_at, errand.outcome.as_str()), (Some(220), "the disk is full"));
    assert_eq!(one.begin_errand("ratings", "one", 221, 0).await, Ok(true), "what has ended may begin again");
    assert_eq!(one.errand("ratings").await.unwrap().unwrap().done, 0);
}

pub(crate) async fn what_there_is_is_counted(ground: &Ground<'_>) {
    let store = ground.open().await;
    let (ana, ben) = (guest(&store, "Ana").await, store.account(&account("Ben"), 5).await.unwrap().id);
    guest(&store, "Eva").await;
    store.ban(ana, Some("x")).await.unwrap();
    store.set_host(ben, true).await.unwrap();
    let report = |from: PersonId| NewReport { from, about: None, table: None, text: "x".into(), at: 1 };
    let handled = store.report(&report(ana)).await.unwrap();
    store.report(&report(ben)).await.unwrap();
    store.handle_report(handled, 2).await.unwrap();
    for state in [TableState::Gathering, TableState::Over, TableState::Over] {
        table(&store, 70, Index { state, ..index() }).await;
    }
    let census = store.census().await.unwrap();
    assert_eq!((census.accounts, census.guests, census.banned, census.hosts), (1, 2, 1, 1));
    assert_eq!((census.reports, census.flags, census.results, census.jobs), (1, 0, 0, 0));
    assert_eq!(TableState::ALL.map(|state| census.in_state(state)), [1, 0, 2, 0]);
    let storage = store.storage().await.unwrap();
    assert!(storage.bytes > 10_000 && storage.oldest == Some(70), "{storage:?}");
    assert_eq!(store.is_shared(), ground.is_postgres());
}
