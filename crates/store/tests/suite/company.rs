//! Friends, blocks and mutes, and invitations by name.

use store::{Bond, Error, Invite, PersonId, TableState, Tie};

use crate::ground::{Ground, account, guest, index, table};

pub(crate) async fn two_are_friends_if_each_wishes_it(ground: &Ground<'_>) {
    let (store, other) = (ground.open().await, ground.open().await);
    let ana = store.account(&account("Ana"), 1).await.unwrap().id;
    let ben = store.account(&account("Ben"), 1).await.unwrap().id;
    store.tie(ana, Bond::Friend, ben, 5).await.unwrap();
    store.tie(ana, Bond::Friend, ben, 6).await.unwrap();
    let wish = |other, own, at| Tie { other, bond: Bond::Friend, own, at };
    assert_eq!(store.ties_of(ana).await.unwrap(), [wish(ben, true, 5)], "to ask twice is to ask once");
    assert_eq!(store.ties_of(ben).await.unwrap(), [wish(ana, false, 5)]);
    assert_eq!(store.are_friends(ana, ben).await, Ok(false), "both have to agree");
    other.tie(ben, Bond::Friend, ana, 7).await.unwrap();
    assert_eq!((store.are_friends(ana, ben).await, other.are_friends(ben, ana).await), (Ok(true), Ok(true)));
    assert_eq!(store.ties_of(ben).await.unwrap(), [wish(ana, false, 5), wish(ana, true, 7)]);
    assert_eq!(store.count_ties(ana, Bond::Friend).await, Ok(1));
    store.untie(ben, Bond::Friend, ana).await.unwrap();
    assert_eq!((store.ties_of(ana).await, store.ties_of(ben).await), (Ok(vec![]), Ok(vec![])), "it ends for both");
    assert_eq!(store.tie(ana, Bond::Friend, PersonId::random(), 1).await, Err(Error::Nothing("person")));
}

pub(crate) async fn a_block_ends_friendship_and_is_ones_own(ground: &Ground<'_>) {
    let store = ground.open().await;
    let [ana, ben, eva] = [guest(&store, "Ana").await, guest(&store, "Ben").await, guest(&store, "Eva").await];
    for (one, other) in [(ana, ben), (ben, ana)] {
        store.tie(one, Bond::Friend, other, 1).await.unwrap();
    }
    store.tie(eva, Bond::Mute, ana, 2).await.unwrap();
    store.tie(ana, Bond::Block, ben, 3).await.unwrap();
    assert_eq!(store.are_friends(ana, ben).await, Ok(false));
    assert_eq!(store.ties_of(ben).await, Ok(vec![]), "nobody is told that they are blocked");
    assert_eq!(store.is_shunned(ben, &[eva, ana]).await, Ok(true));
    assert_eq!(store.is_shunned(ben, &[eva]).await, Ok(false));
    assert_eq!(store.is_shunned(ana, &[ben, eva]).await, Ok(false), "it holds one way, and a mute is no block");
    assert_eq!(store.is_shunned(ben, &[]).await, Ok(false));
    store.untie(ana, Bond::Block, ben).await.unwrap();
    assert_eq!(store.is_shunned(ben, &[ana]).await, Ok(false));
    store.delete_person(ana).await.unwrap();
    assert_eq!(store.ties_of(eva).await, Ok(vec![]), "bonds go with either");
}

pub(crate) async fn invitations_wait_as_long_as_their_table_does(ground: &Ground<'_>) {
    let store = ground.open().await;
    let [ana, ben] = [guest(&store, "Ana").await, guest(&store, "Ben").await];
    let waits = table(&store, 1, index()).await;
    let runs = table(&store, 2, store::Index { state: TableState::Playing, ..index() }).await;
    let invite = |table, seat, at| Invite { person: ben, table, seat, from: ana, at };
    for one in [invite(waits, 1, 10), invite(runs, 1, 11), invite(waits, 2, 12)] {
        store.invite(&one).await.unwrap();
    }
    assert_eq!(store.invites_of(ben).await.unwrap(), [invite(waits, 2, 12)], "one for each table, the last");
    assert_eq!(store.export(ben).await.unwrap().invites.len(), 1);
    assert_eq!(store.expire_invites(12).await, Ok(1), "the table that runs");
    store.decline(ben, waits).await.unwrap();
    assert_eq!(store.invites_of(ben).await, Ok(vec![]));
    store.invite(&invite(waits, 1, 13)).await.unwrap();
    store.delete_table(waits).await.unwrap();
    assert_eq!(store.invites_of(ben).await, Ok(vec![]));
}

pub(crate) async fn who_is_here_is_kept_only_for_those_who_allow_it(ground: &Ground<'_>) {
    let store = ground.open().await;
    let ana = guest(&store, "Ana").await;
    let online = async || store.person(ana).await.unwrap().unwrap().online_at;
    store.be_online(ana, 5).await.unwrap();
    assert_eq!(online().await, None);
    store.show_online(ana, Some(6)).await.unwrap();
    store.be_online(ana, 7).await.unwrap();
    assert_eq!(online().await, Some(7));
    store.show_online(ana, None).await.unwrap();
    assert_eq!(online().await, None);
}
