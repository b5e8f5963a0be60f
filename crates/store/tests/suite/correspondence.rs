//! Jobs with a key, browsers that are told of things, notes and vacations.

use store::{
    Error, NewJob, Note, PersonId, PushSubscription, Store, TableId, Token, TokenKind, Vacation, VacationBudget,
};

use crate::ground::{Ground, guest, index, table};

const DAY: i64 = 24 * 60 * 60 * 1000;

fn digest(person: PersonId, due_at: i64) -> NewJob {
    let key = Some(format!("digest/{person}"));
    NewJob { kind: "digest".into(), person: Some(person), body: "mail".into(), due_at, key }
}

pub(crate) async fn a_job_with_a_key_is_queued_once(ground: &Ground<'_>) {
    let (store, other) = (ground.open().await, ground.open().await);
    let (ana, ben) = (guest(&store, "Ana").await, guest(&store, "Ben").await);
    store.queue(&[digest(ana, 10), digest(ana, 20), digest(ben, 10)]).await.unwrap();
    other.queue(&[digest(ana, 5)]).await.unwrap();
    let jobs = store.lease_jobs("a", 100, 50, 10).await.unwrap();
    assert_eq!(jobs.iter().map(|job| job.due_at).collect::<Vec<_>>(), [10, 10], "the first of each key stays");
    let of_ana = jobs.iter().find(|job| job.person == Some(ana)).unwrap();
    // The lease ends, another node takes the job as well; what follows is queued once.
    let again = other.lease_jobs("b", 200, 50, 10).await.unwrap();
    assert!(again.iter().any(|job| job.id == of_ana.id));
    let next = |kind: &str| NewJob { kind: kind.into(), key: None, ..digest(ana, 300) };
    store.finish_into(of_ana.id, &[next("mail")]).await.unwrap();
    other.finish_into(of_ana.id, &[next("mail")]).await.unwrap();
    other.queue(&[digest(ana, 400)]).await.unwrap();
    let left = store.lease_jobs("a", 1000, 50, 10).await.unwrap();
    let left: Vec<(&str, i64)> =
        left.iter().filter(|job| job.person == Some(ana)).map(|job| (job.kind.as_str(), job.due_at)).collect();
    assert_eq!(left, [("mail", 300), ("digest", 400)]);
    store.delete_person(ana).await.unwrap();
    assert!(store.lease_jobs("a", 5000, 50, 10).await.unwrap().iter().all(|job| job.person == Some(ben)));
}

async fn login(store: &Store, person: PersonId, hash: u8) {
    let token = Token {
        kind: TokenKind::Login,
        hash: [hash; 32],
        person: Some(person),
        table: None,
        seat: None,
        label: "Firefox".into(),
        created_at: 1,
        expires_at: Some(100),
    };
    store.add_token(&token).await.unwrap();
}

fn browser(person: PersonId, login: u8, endpoint: &str) -> PushSubscription {
    let endpoint = format!("https://push.example.org/{endpoint}");
    PushSubscription { login: [login; 32], person, endpoint, p256dh: vec![4; 65], auth: vec![1; 16], at: login.into() }
}

pub(crate) async fn a_browser_is_told_while_its_login_lasts(ground: &Ground<'_>) {
    let store = ground.open().await;
    let (ana, ben) = (guest(&store, "Ana").await, guest(&store, "Ben").await);
    for (person, hash) in [(ana, 1), (ana, 2), (ana, 3), (ben, 4)] {
        login(&store, person, hash).await;
    }
    for one in [browser(ana, 1, "a"), browser(ana, 2, "b"), browser(ana, 2, "c"), browser(ana, 3, "d")] {
        store.subscribe_push(&one).await.unwrap();
    }
    let of = async |person| store.push_subscriptions(person).await.unwrap();
    assert_eq!(of(ana).await, [browser(ana, 3, "d"), browser(ana, 2, "c"), browser(ana, 1, "a")]);
    assert_eq!(store.subscribe_push(&browser(ben, 1, "x")).await, Err(Error::Nothing("login")), "a login of Ana's");
    // Somebody else uses the browser from now on.
    store.subscribe_push(&browser(ben, 4, "d")).await.unwrap();
    assert_eq!((of(ana).await.len(), of(ben).await.len()), (2, 1));
    store.unsubscribe_push(&[2; 32], Some("https://push.example.org/b")).await.unwrap();
    assert_eq!(store.push_subscription(&[2; 32]).await, Ok(Some(browser(ana, 2, "c"))), "it was renewed meanwhile");
    store.unsubscribe_push(&[2; 32], None).await.unwrap();
    assert_eq!(of(ana).await, [browser(ana, 1, "a")]);
    assert_eq!(store.export(ana).await.unwrap().push, [browser(ana, 1, "a")]);
    store.delete_token(&[1; 32]).await.unwrap();
    assert_eq!(of(ana).await, []);
    store.delete_person(ben).await.unwrap();
    assert_eq!(of(ben).await, []);
}

pub(crate) async fn nodes_agree_on_the_hosts_key(ground: &Ground<'_>) {
    let (store, other) = (ground.open().await, ground.open().await);
    assert_eq!(store.host_key("push").await, Ok(None));
    let (one, two) = tokio::join!(store.keep_host_key("push", None, b"one"), other.keep_host_key("push", None, b"two"));
    assert_eq!(one, two);
    let kept = one.unwrap();
    let ana = guest(&store, "Ana").await;
    login(&store, ana, 1).await;
    store.subscribe_push(&browser(ana, 1, "a")).await.unwrap();
    assert_eq!(store.keep_host_key("push", Some(b"neither"), b"new").await.as_ref(), Ok(&kept));
    assert_eq!(store.push_subscriptions(ana).await.unwrap().len(), 1);
    assert_eq!(store.keep_host_key("push", Some(&kept), b"new").await, Ok(b"new".to_vec()));
    assert_eq!(other.host_key("push").await, Ok(Some(b"new".to_vec())));
    assert_eq!(store.push_subscriptions(ana).await, Ok(vec![]), "browsers know the old key");
}

pub(crate) async fn a_note_is_ones_own(ground: &Ground<'_>) {
    let store = ground.open().await;
    let (ana, ben) = (guest(&store, "Ana").await, guest(&store, "Ben").await);
    let (one, two) = (table(&store, 1, index()).await, table(&store, 2, index()).await);
    let note = |table, text: &str, at| Note { table, text: text.into(), at };
    for (text, at) in [("guard the volcano", 5), ("guard the temple", 6)] {
        store.keep_note(ana, one, text, at).await.unwrap();
    }
    store.keep_note(ana, two, "é\n'\u{1F600}", 7).await.unwrap();
    assert_eq!(store.note(ana, one).await, Ok(Some(note(one, "guard the temple", 6))));
    assert_eq!(store.note(ben, one).await, Ok(None));
    assert_eq!(store.export(ana).await.unwrap().notes.len(), 2);
    store.keep_note(ana, two, "", 8).await.unwrap();
    assert_eq!(store.notes_of(ana).await, Ok(vec![note(one, "guard the temple", 6)]));
    let nowhere = TableId::random();
    assert_eq!(store.keep_note(ana, nowhere, "x", 9).await, Err(Error::NoTable(nowhere)));
    store.keep_note(ana, two, "again", 9).await.unwrap();
    store.delete_table(two).await.unwrap();
    assert_eq!(store.notes_of(ana).await.unwrap().len(), 1);
    store.delete_person(ana).await.unwrap();
    assert_eq!(store.notes_of(ana).await, Ok(vec![]));
}

pub(crate) async fn vacations_keep_within_the_year(ground: &Ground<'_>) {
    let (store, other) = (ground.open().await, ground.open().await);
    let ana = guest(&store, "Ana").await;
    let budget = VacationBudget { from: 0, until: 100 * DAY, days: 10 };
    let days = |from: i64, until: i64| Vacation { begins_at: from * DAY, ends_at: until * DAY };
    assert_eq!(store.take_vacation(ana, DAY, 5 * DAY, &budget).await, Ok(true));
    assert_eq!(store.take_vacation(ana, 2 * DAY, 8 * DAY, &budget).await, Ok(true), "it is prolonged");
    assert_eq!(store.vacations_of(ana).await.unwrap(), [days(1, 8)]);
    assert_eq!(store.take_vacation(ana, 3 * DAY, 12 * DAY, &budget).await, Ok(false));
    assert_eq!(store.end_vacation(ana, 3 * DAY).await, Ok(true));
    assert_eq!(store.end_vacation(ana, 3 * DAY).await, Ok(false));
    assert_eq!(store.vacations_of(ana).await.unwrap(), [days(1, 3)]);
    // Two browsers at once never take more than there is.
    let (one, two) = tokio::join!(
        store.take_vacation(ana, 20 * DAY, 25 * DAY, &budget),
        other.take_vacation(ana, 30 * DAY, 35 * DAY, &budget)
    );
    assert_eq!(u8::from(one.unwrap()) + u8::from(two.unwrap()), 1);
    assert_eq!(budget.taken(&store.vacations_of(ana).await.unwrap()), 7);
    let next = VacationBudget { from: 100 * DAY, until: 200 * DAY, days: 10 };
    assert_eq!(store.take_vacation(ana, 100 * DAY, 110 * DAY, &next).await, Ok(true), "a new year");
    assert_eq!(store.export(ana).await.unwrap().vacations.len(), 3);
    store.delete_person(ana).await.unwrap();
    assert_eq!(store.vacations_of(ana).await, Ok(vec![]));
    assert_eq!(store.take_vacation(ana, 1, 2, &budget).await, Err(Error::Nothing("person")));
}
