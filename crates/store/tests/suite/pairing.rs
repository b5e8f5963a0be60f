//! Quick pairing: nobody is claimed twice, and nobody is seated who has gone.

use store::{Bond, PersonId, Shunned, Store, TableId, Waiting};

use crate::ground::{Ground, guest, index, table};

/// Claims all who wait, two by two.
async fn claim(store: &Store, now: i64, until: i64) -> Vec<Vec<PersonId>> {
    let pairs = |waiting: Vec<Waiting>, _: Shunned| -> Vec<Vec<PersonId>> {
        waiting.chunks_exact(2).map(|two| two.iter().map(|one| one.person).collect()).collect()
    };
    store.claim_waiting((now, until, 0), 1000, pairs).await.unwrap()
}

async fn crowd(store: &Store, many: usize) -> Vec<PersonId> {
    let mut people = Vec::new();
    for number in 0..many {
        let person = guest(store, &format!("guest {number}")).await;
        store.wait(person, "wish", number as i64).await.unwrap();
        people.push(person);
    }
    people
}

pub(crate) async fn who_is_claimed_is_seated_or_waits_on(ground: &Ground<'_>) {
    let store = ground.open().await;
    let people = crowd(&store, 5).await;
    assert_eq!(store.count_waiting(0).await, Ok(5));
    assert_eq!(claim(&store, 10, 50).await, [people[..2].to_vec(), people[2..4].to_vec()], "the longest waiting first");
    assert_eq!(claim(&store, 10, 60).await, Vec::<Vec<PersonId>>::new(), "one alone is no pair");
    let found = table(&store, 10, index()).await;
    assert_eq!(store.promise_table(&people[..2], 50, found).await, Ok(true));
    let own = store.waits(people[0], 11).await.unwrap().unwrap();
    assert_eq!((own.table, own.since, own.wish.as_str()), (Some(found), 0, "wish"));
    store.stop_waiting(people[2]).await.unwrap();
    let never = TableId::random();
    assert_eq!(store.promise_table(&people[2..4], 50, never).await, Ok(false), "one has gone");
    assert_eq!(store.waits(people[3], 12).await.unwrap().unwrap().table, None);
    assert_eq!(claim(&store, 13, 70).await, [people[3..].to_vec()], "the other waits on");
    assert_eq!(claim(&store, 69, 80).await, Vec::<Vec<PersonId>>::new());
    assert_eq!(claim(&store, 70, 90).await, [people[3..].to_vec()], "a claim ends by itself");
    assert_eq!(store.promise_table(&people[3..], 70, never).await, Ok(false), "it is another's by now");
    let other = table(&store, 71, index()).await;
    assert_eq!(store.promise_table(&people[3..], 90, other).await, Ok(true));
    assert_eq!(store.count_waiting(0).await, Ok(0));
    store.wait(people[0], "again", 100).await.unwrap();
    assert_eq!(store.waits(people[0], 100).await.unwrap().unwrap().table, None, "who waits anew has no table");
    assert_eq!(store.expire_waiting(100).await, Ok(3));
    store.delete_person(people[0]).await.unwrap();
    assert_eq!(store.waits(people[0], 101).await, Ok(None));
}

/// A node promises a table and dies before it makes it, or cannot make it.
pub(crate) async fn a_table_that_was_not_made_is_nobodys(ground: &Ground<'_>) {
    let store = ground.open().await;
    let people = crowd(&store, 2).await;
    let promise = async |now, until| {
        assert_eq!(claim(&store, now, until).await, std::slice::from_ref(&people));
        assert_eq!(store.promise_table(&people, until, TableId::random()).await, Ok(true));
    };
    promise(10, 50).await;
    assert_eq!(store.waits(people[0], 11).await.unwrap().unwrap().table, None, "it is not there yet");
    assert_eq!(store.count_waiting(0).await, Ok(2), "they still wait");
    assert_eq!(claim(&store, 49, 80).await, Vec::<Vec<PersonId>>::new(), "and are promised");
    promise(50, 90).await;
    store.release_waiting(&people, 90).await.unwrap();
    promise(51, 95).await;
    store.release_waiting(&people, 90).await.unwrap();
    assert_eq!(claim(&store, 52, 99).await, Vec::<Vec<PersonId>>::new(), "another's claim stays");
}

pub(crate) async fn blocks_among_those_who_wait_are_told(ground: &Ground<'_>) {
    let store = ground.open().await;
    let people = crowd(&store, 3).await;
    let away = guest(&store, "away").await;
    store.tie(people[2], Bond::Block, people[0], 1).await.unwrap();
    store.tie(people[1], Bond::Mute, people[0], 1).await.unwrap();
    store.tie(away, Bond::Block, people[0], 1).await.unwrap();
    let mut told = Shunned::new();
    let look = |_: Vec<Waiting>, shunned: Shunned| -> Vec<Vec<PersonId>> {
        told = shunned;
        Vec::new()
    };
    store.claim_waiting((9, 20, 0), 10, look).await.unwrap();
    assert_eq!(told, Shunned::from([(people[2], people[0])]));
}

pub(crate) async fn nodes_never_claim_the_same_people(ground: &Ground<'_>) {
    let store = ground.open().await;
    let mut people = crowd(&store, 60).await;
    // SQLite has one node; PostgreSQL has several that claim at once.
    let nodes = if ground.is_postgres() { 4 } else { 1 };
    let mut claims = tokio::task::JoinSet::new();
    for _ in 0..nodes {
        let node = ground.open().await;
        claims.spawn(async move {
            let mut all = Vec::new();
            for _ in 0..8 {
                all.extend(claim(&node, 100, 1000).await.concat());
            }
            all
        });
    }
    let mut claimed: Vec<PersonId> = claims.join_all().await.concat();
    claimed.extend(claim(&store, 100, 1000).await.concat());
    claimed.sort_unstable();
    people.sort_unstable();
    assert_eq!(claimed, people, "each is claimed once");
}
