//! People, their settings, notifications and reports.

use store::{
    Circle, Error, NewAudit, NewNotification, NewReport, PeopleFilter, PersonId, Settings, TableState, Token, TokenKind,
};

use crate::ground::{Ground, account, guest, index, said, table};

pub(crate) async fn guests_become_accounts(ground: &Ground<'_>) {
    let store = ground.open().await;
    let person = store.guest("Ana", 10).await.unwrap();
    assert_eq!(store.person(person.id).await.unwrap(), Some(person.clone()));
    assert!(!person.account && store.person_by_name("Ana").await.unwrap().is_none());
    store.promote(person.id, &account("Ana María")).await.unwrap();
    let found = store.person_by_name("ana maría").await.unwrap().unwrap();
    assert_eq!((found.id, found.name.as_str(), found.account, found.created_at), (person.id, "Ana María", true, 10));
    assert_eq!(store.promote(person.id, &account("Other")).await, Err(Error::Nothing("guest")));
    let credentials = store.credentials("ANA MARÍA").await.unwrap().unwrap();
    assert_eq!(credentials.person, person.id);
    assert_eq!(credentials.password_hash, "$argon2id$p");
    assert_eq!(credentials.recovery_hash.as_deref(), Some("$argon2id$r"));
    assert_eq!(store.credentials("nobody").await, Ok(None));
}

pub(crate) async fn names_are_taken_in_any_case(ground: &Ground<'_>) {
    let store = ground.open().await;
    let ana = store.account(&account("Ana"), 1).await.unwrap();
    let guest = guest(&store, "ANA").await;
    let taken = |name: &str| Error::Taken(name.to_owned());
    assert_eq!(store.account(&account("aNa"), 2).await, Err(taken("aNa")));
    assert_eq!(store.promote(guest, &account("ANA")).await, Err(taken("ANA")));
    let ben = store.account(&account("Ben"), 3).await.unwrap();
    assert_eq!(store.rename(ben.id, "ana").await, Err(taken("ana")));
    store.rename(ana.id, "ANA").await.unwrap();
    store.rename(guest, "Ben").await.unwrap();
    assert_eq!(store.person_by_name("ben").await.unwrap().unwrap().id, ben.id);
    store.rename(ana.id, "Eva").await.unwrap();
    store.account(&account("Ana"), 4).await.unwrap();
    assert_eq!(store.person(guest).await.unwrap().unwrap().name, "Ben");
}

pub(crate) async fn a_person_is_changed(ground: &Ground<'_>) {
    let store = ground.open().await;
    let ana = store.account(&account("Ana"), 1).await.unwrap().id;
    store.ban(ana, Some("swore")).await.unwrap();
    store.mute(ana, Some(99)).await.unwrap();
    store.touch(ana, 50).await.unwrap();
    store.set_password_hash(ana, "new").await.unwrap();
    store.set_recovery_hash(ana, None).await.unwrap();
    let person = store.person(ana).await.unwrap().unwrap();
    assert_eq!((person.banned.as_deref(), person.muted_until, person.seen_at), (Some("swore"), Some(99), 50));
    let credentials = store.credentials("ana").await.unwrap().unwrap();
    assert_eq!((credentials.password_hash.as_str(), credentials.recovery_hash), ("new", None));
    store.ban(ana, None).await.unwrap();
    store.mute(ana, None).await.unwrap();
    let person = store.person(ana).await.unwrap().unwrap();
    assert_eq!((person.banned, person.muted_until), (None, None));
    let nobody = PersonId::random();
    assert_eq!(store.ban(nobody, None).await, Err(Error::Nothing("person")));
    assert_eq!(store.touch(nobody, 1).await, Err(Error::Nothing("person")));
    // A guest has no password, and must not get one by the side door.
    let guest = guest(&store, "Guest").await;
    assert_eq!(store.set_password_hash(guest, "x").await, Err(Error::Nothing("person")));
}

fn login(person: PersonId) -> Token {
    Token {
        kind: TokenKind::Login,
        hash: [3; 32],
        person: Some(person),
        table: None,
        seat: None,
        label: String::new(),
        created_at: 1,
        expires_at: None,
    }
}

pub(crate) async fn deleting_leaves_only_the_id(ground: &Ground<'_>) {
    let store = ground.open().await;
    let (ana, ben) = (guest(&store, "Ana").await, guest(&store, "Ben").await);
    let mut seated = index();
    seated.people = vec![ana, ben];
    let table = table(&store, 1, seated.clone()).await;
    store.add_token(&login(ana)).await.unwrap();
    store.add_notifications(&[NewNotification { person: ana, at: 1, body: "x".into() }]).await.unwrap();
    let report = NewReport { from: ben, about: Some(ana), table: Some(table), text: "swore".into(), at: 5 };
    store.report(&report).await.unwrap();
    store.delete_person(ana).await.unwrap();
    assert_eq!(store.person(ana).await, Ok(None));
    assert_eq!(store.token(TokenKind::Login, &[3; 32], 1).await, Ok(None));
    assert_eq!(store.notifications(ana, 10).await, Ok(vec![]));
    assert_eq!(store.table(table).await.unwrap().index, seated);
    let reports = store.reports(false, None, 10).await.unwrap();
    assert_eq!((reports[0].from, reports[0].about, reports[0].table), (Some(ben), None, Some(table)));
    store.delete_table(table).await.unwrap();
    assert_eq!(store.reports(false, None, 10).await.unwrap()[0].table, None);
    assert_eq!(store.delete_person(ana).await, Err(Error::Nothing("person")));
}

pub(crate) async fn guests_expire(ground: &Ground<'_>) {
    let store = ground.open().await;
    let seen = async |name: &str, at: i64| store.guest(name, at).await.unwrap().id;
    let (old, new, player, done) =
        (seen("a", 10).await, seen("b", 100).await, seen("c", 10).await, seen("d", 10).await);
    let account = store.account(&account("e"), 10).await.unwrap().id;
    for (person, state) in [(player, TableState::Playing), (done, TableState::Over)] {
        table(&store, 1, store::Index { people: vec![person], state, ..index() }).await;
    }
    assert_eq!(store.expire_guests(100).await, Ok(2));
    let left = store.people(&[old, new, player, done, account]).await.unwrap();
    let mut stay = vec![new, player, account];
    stay.sort();
    assert_eq!(left.into_keys().collect::<Vec<_>>(), stay);
}

pub(crate) async fn settings_keep_their_secret(ground: &Ground<'_>) {
    let store = ground.open().await;
    let ana = guest(&store, "Ana").await;
    assert_eq!(store.settings(ana).await, Ok(Settings { open: "{}".into(), secret: String::new() }));
    let settings = Settings { open: "{\"locale\":\"es\"}".into(), secret: "hook-key".into() };
    store.set_settings(ana, &settings).await.unwrap();
    assert_eq!(store.settings(ana).await.as_ref(), Ok(&settings));
    assert_eq!(store.settings(PersonId::random()).await, Err(Error::Nothing("person")));
    assert_eq!(store.set_settings(PersonId::random(), &settings).await, Err(Error::Nothing("person")));
    let shown = format!("{:?} {:?}", store.person(ana).await, store.export(ana).await);
    assert!(!shown.contains("hook-key") && shown.contains("locale"));
}

pub(crate) async fn news_are_pruned(ground: &Ground<'_>) {
    let store = ground.open().await;
    let (ana, ben) = (guest(&store, "Ana").await, guest(&store, "Ben").await);
    let notification = |person, at| NewNotification { person, at, body: format!("at {at}") };
    store.add_notifications(&[notification(ben, 1)]).await.unwrap();
    store.add_notifications(&(0..130).map(|at| notification(ana, at)).collect::<Vec<_>>()).await.unwrap();
    store.add_notifications(&[notification(ana, 130)]).await.unwrap();
    let kept = store.notifications(ana, 1000).await.unwrap();
    assert_eq!(kept.iter().map(|item| item.at).collect::<Vec<_>>(), (31..=130).rev().collect::<Vec<_>>());
    assert_eq!(store.notifications(ana, 2).await.unwrap(), kept[..2]);
    assert_eq!(store.notifications(ben, 1000).await.unwrap().len(), 1);
    store.add_notifications(&[]).await.unwrap();
}

pub(crate) async fn reports_are_handled(ground: &Ground<'_>) {
    let store = ground.open().await;
    let ana = guest(&store, "Ana").await;
    let report = |text: &str, at| NewReport { from: ana, about: None, table: None, text: text.into(), at };
    let first = store.report(&report("first", 1)).await.unwrap();
    let second = store.report(&report("second", 2)).await.unwrap();
    let ids =
        async |all| store.reports(all, None, 10).await.unwrap().iter().map(|report| report.id).collect::<Vec<_>>();
    assert_eq!(ids(false).await, [second, first]);
    store.handle_report(first, 9).await.unwrap();
    assert_eq!((ids(false).await, ids(true).await), (vec![second], vec![second, first]));
    assert_eq!(store.reports(true, None, 10).await.unwrap()[1].handled_at, Some(9));
    assert_eq!(store.reports(true, None, 1).await.unwrap().len(), 1);
    assert_eq!(store.handle_report(store::ReportId::random(), 9).await, Err(Error::Nothing("report")));
}

pub(crate) async fn what_hosts_did_is_never_changed(ground: &Ground<'_>) {
    let store = ground.open().await;
    let (ana, ben) = (guest(&store, "Ana").await, store.account(&account("Ben"), 2000).await.unwrap().id);
    let new = |at, what: &str, person, why: &str| NewAudit {
        at,
        actor: "host".to_owned(),
        host: None,
        what: what.to_owned(),
        person,
        table: None,
        why: why.to_owned(),
    };
    let eva = store.account(&account("Eva"), 2000).await.unwrap().id;
    let done = [
        NewAudit { actor: String::new(), host: Some(eva), ..new(3, "ratings recompute", None, "") },
        new(2, "ban", Some(ben), "Ben swore"),
        new(1, "mute", Some(ana), "Ana swore"),
    ];
    for one in done.iter().rev() {
        store.add_audit(one).await.unwrap();
    }
    let kept = async || store.audits(None, 9).await.unwrap().into_iter().map(|audit| audit.done).collect::<Vec<_>>();
    assert_eq!(kept().await, done, "the newest first");
    assert_eq!(store.export(ben).await.unwrap().audits[0].done, done[1]);
    let hosted = store.export(eva).await.unwrap().hosted;
    assert_eq!((hosted.len(), &hosted[0].done, store.audits_by(ben).await), (1, &done[0], Ok(vec![])));
    let first = store.audits(None, 2).await.unwrap();
    let rest = store.audits(Some((first[1].done.at, first[1].id)), 2).await.unwrap();
    assert_eq!((first.len(), rest.len(), &rest[0].done), (2, 1, &done[2]));
    for sql in [
        "delete from audit",
        "update audit set what = 'unban' where what = 'ban'",
        "update audit set at = 9",
        "update audit set why = 'nothing'",
        "update audit set why = '', host_id = 1",
    ] {
        assert!(store.damage(sql).await.is_err(), "{sql}");
    }
    assert_eq!(kept().await, done);
    store.delete_person(ben).await.unwrap();
    assert_eq!(store.expire_guests(1001).await, Ok(1));
    let left = [done[0].clone(), new(2, "ban", Some(ben), ""), new(1, "mute", Some(ana), "")];
    assert_eq!(kept().await, left, "what was said about a person goes with them");
}

pub(crate) async fn an_export_has_everything(ground: &Ground<'_>) {
    let store = ground.open().await;
    let ana = guest(&store, "Ana").await;
    let table = table(&store, 1, store::Index { people: vec![ana], ..index() }).await;
    store.add_token(&login(ana)).await.unwrap();
    store.add_notifications(&[NewNotification { person: ana, at: 1, body: "x".into() }]).await.unwrap();
    let report = NewReport { from: ana, about: None, table: Some(table), text: "slow".into(), at: 5 };
    store.report(&report).await.unwrap();
    let export = store.export(ana).await.unwrap();
    assert_eq!((export.person.name.as_str(), export.settings.as_str()), ("Ana", "{}"));
    assert_eq!(export.tokens, [login(ana)]);
    assert_eq!(export.tables, [table]);
    assert_eq!((export.notifications.len(), export.reports.len()), (1, 1));
    assert_eq!(store.export(PersonId::random()).await, Err(Error::Nothing("person")));
}

pub(crate) async fn many_people_are_found_at_once(ground: &Ground<'_>) {
    let store = ground.open().await;
    let mut all = Vec::new();
    for at in 0..5 {
        all.push(store.guest(&format!("guest {at}"), at / 2).await.unwrap());
    }
    let asked = [all[3].id, PersonId::random(), all[1].id];
    let found = store.people(&asked).await.unwrap();
    assert_eq!((found.len(), &found[&all[3].id], &found[&all[1].id]), (2, &all[3], &all[1]));
    assert_eq!(store.people(&[]).await.unwrap().len(), 0);
    all.sort_by_key(|person| std::cmp::Reverse((person.created_at, person.id)));
    let filter = PeopleFilter { limit: 3, ..PeopleFilter::default() };
    let (first, after) = store.list_people(&filter).await.unwrap();
    assert!(after.is_some());
    let (rest, after) = store.list_people(&PeopleFilter { after, ..filter }).await.unwrap();
    assert_eq!(([first, rest].concat(), after), (all, None));
}

pub(crate) async fn people_are_listed_by_name_and_kind(ground: &Ground<'_>) {
    let store = ground.open().await;
    let mut at = 0;
    for name in ["Ana", "anabel", "ANDRÉ", "Ana_x", "Zoë", "\u{10fffd}"] {
        at += 1;
        store.guest(name, at).await.unwrap();
    }
    let eva = store.account(&account("Eva"), 9).await.unwrap();
    let find = async |named: &str, circle, limit| {
        let (mut names, mut after) = (Vec::new(), None);
        loop {
            let filter = PeopleFilter { named: named.to_owned(), circle, after, limit };
            let (page, next) = store.list_people(&filter).await.unwrap();
            assert!(page.len() <= limit as usize);
            names.extend(page.into_iter().map(|person| person.name));
            after = next;
            if after.is_none() {
                return names;
            }
        }
    };
    for limit in [1, 2, 50] {
        assert_eq!(find("aN", Circle::All, limit).await, ["Ana", "Ana_x", "anabel", "ANDRÉ"]);
        assert_eq!(find("ana_", Circle::All, limit).await, ["Ana_x"], "no letter stands for others");
        assert_eq!(find("andré", Circle::All, limit).await, ["ANDRÉ"]);
        assert_eq!(find("\u{10fffd}", Circle::All, limit).await.len(), 1);
        assert_eq!(find("", Circle::All, limit).await.len(), 7);
    }
    assert_eq!(find("", Circle::Accounts, 9).await, ["Eva"]);
    store.rename(eva.id, "Nora").await.unwrap();
    assert_eq!(find("eva", Circle::All, 9).await.len() + find("", Circle::Hosts, 9).await.len(), 0);
    store.ban(eva.id, Some("x")).await.unwrap();
    store.set_host(eva.id, true).await.unwrap();
    assert!(store.person(eva.id).await.unwrap().unwrap().host);
    for circle in [Circle::Hosts, Circle::Banned, Circle::Accounts] {
        assert_eq!(
            (find("", circle, 9).await, find("no", circle, 9).await),
            (vec!["Nora".into()], vec!["Nora".into()])
        );
    }
    let guest = guest(&store, "Gil").await;
    assert_eq!(store.set_host(guest, true).await, Err(Error::Nothing("person")), "a guest is no host");
    store.promote(guest, &account("Gilda")).await.unwrap();
    assert_eq!(find("gilda", Circle::Accounts, 9).await, ["Gilda"]);
}

/// However many tables there are, a statement reads the logs of few of them.
pub(crate) async fn the_tables_that_name_a_person_are_found_window_by_window(ground: &Ground<'_>) {
    let store = ground.open().await;
    let (ana, ben) = (guest(&store, "Ana").await, guest(&store, "Ben").await);
    let mut named = Vec::new();
    for number in 0..23 {
        let table = table(&store, number, index()).await;
        let who = if number % 4 == 1 { ana } else { ben };
        for after in [1, 2] {
            let body = format!("{{\"sits\":\"{who}\"}}");
            assert_eq!(store.append(table, after, said(number, body), index()).await, Ok(after + 1));
        }
        if who == ana {
            named.push(table);
        }
    }
    named.sort_unstable();
    for window in [1, 2, 7, 22, 23, 24, 10_000] {
        assert_eq!(store.tables_naming_by(ana, window).await.as_ref(), Ok(&named), "windows of {window}");
    }
    assert_eq!(store.tables_naming(ana).await, Ok(named));
    assert_eq!(store.tables_naming(PersonId::random()).await, Ok(vec![]));
}
