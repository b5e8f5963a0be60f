//! Lists of tables.

use store::{Filter, Index, IndexRow, PersonId, TableId, TableState};

use crate::ground::{Ground, guest, index, said, table};

fn tables(rows: &[IndexRow]) -> Vec<TableId> {
    rows.iter().map(|row| row.table).collect()
}

fn of(state: TableState, game: &str, public: bool, people: &[PersonId]) -> Index {
    Index { state, game: game.to_owned(), public, people: people.to_vec(), ..index() }
}

pub(crate) async fn filters_do_what_they_say(ground: &Ground<'_>) {
    let store = ground.open().await;
    let (ana, ben) = (guest(&store, "Ana").await, guest(&store, "Ben").await);
    let open = table(&store, 1, of(TableState::Gathering, "tikal", true, &[ana])).await;
    let secret = table(&store, 2, of(TableState::Gathering, "inka", false, &[ana, ben])).await;
    let mut waiting = of(TableState::Playing, "tikal", true, &[ana, ben]);
    waiting.waiting_for = vec![ben];
    let playing = table(&store, 3, waiting).await;
    let over = table(&store, 4, of(TableState::Over, "tikal", true, &[ben])).await;
    let list = async |filter: Filter| tables(&store.list(&filter).await.unwrap());
    assert_eq!(list(Filter::default()).await, [over, playing, secret, open]);
    assert_eq!(list(Filter { public: true, ..Filter::default() }).await, [over, playing, open]);
    let states = vec![TableState::Gathering, TableState::Playing];
    assert_eq!(list(Filter { states: states.clone(), ..Filter::default() }).await, [playing, secret, open]);
    assert_eq!(list(Filter { states, public: true, ..Filter::default() }).await, [playing, open]);
    let inka = Some("inka".to_owned());
    assert_eq!(list(Filter { game: inka.clone(), ..Filter::default() }).await, [secret]);
    assert_eq!(list(Filter { game: inka, public: true, ..Filter::default() }).await, []);
    let person = Some(ben);
    assert_eq!(list(Filter { person, ..Filter::default() }).await, [over, playing, secret]);
    assert_eq!(list(Filter { person, public: true, ..Filter::default() }).await, [over, playing]);
    assert_eq!(list(Filter { person, waiting: true, ..Filter::default() }).await, [playing]);
    assert_eq!(list(Filter { person: Some(ana), waiting: true, ..Filter::default() }).await, []);
    let closed = vec![TableState::Closed];
    assert_eq!(list(Filter { states: closed, ..Filter::default() }).await, []);
}

pub(crate) async fn pages_follow_each_other(ground: &Ground<'_>) {
    let store = ground.open().await;
    let ana = guest(&store, "Ana").await;
    let mut all = Vec::new();
    // Two at the same time, so that the time alone is not a position in the list.
    for at in [1, 2, 2, 3, 3, 3, 4] {
        all.push((at, table(&store, at, of(TableState::Gathering, "tikal", true, &[ana])).await));
    }
    all.sort_unstable();
    let all: Vec<TableId> = all.into_iter().rev().map(|(_, table)| table).collect();
    for person in [None, Some(ana)] {
        let (mut seen, mut before) = (Vec::new(), None);
        loop {
            let page = store.list(&Filter { person, before, limit: 2, ..Filter::default() }).await.unwrap();
            assert!(page.len() <= 2);
            let Some(last) = page.last() else { break };
            before = Some(last.cursor());
            seen.extend(tables(&page));
        }
        assert_eq!(seen, all);
    }
}

pub(crate) async fn seats_follow_the_index(ground: &Ground<'_>) {
    let store = ground.open().await;
    let (ana, ben, eva) = (guest(&store, "Ana").await, guest(&store, "Ben").await, guest(&store, "Eva").await);
    let table = table(&store, 1, of(TableState::Gathering, "tikal", true, &[ana, ben])).await;
    // One person on two seats of one device is one person.
    let moved = of(TableState::Gathering, "tikal", true, &[ben, eva, eva]);
    store.append(table, 1, said(2, "ana left, eva came"), moved.clone()).await.unwrap();
    let sits = async |person| {
        let filter = Filter { person: Some(person), ..Filter::default() };
        !store.list(&filter).await.unwrap().is_empty()
    };
    assert_eq!((sits(ana).await, sits(ben).await, sits(eva).await), (false, true, true));
    assert_eq!(store.table(table).await.unwrap().index, moved);
}

pub(crate) async fn unfinished_tables_are_counted(ground: &Ground<'_>) {
    let store = ground.open().await;
    let ana = guest(&store, "Ana").await;
    for state in TableState::ALL {
        table(&store, 1, of(state, "tikal", true, &[ana])).await;
    }
    assert_eq!(store.unfinished_tables_of(ana).await, Ok(2));
    assert_eq!(store.unfinished_tables_of(PersonId::random()).await, Ok(0));
}
