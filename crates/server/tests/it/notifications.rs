//! Notifications: feed, webhook, mail.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use reqwest::Method;
use serde_json::{Value, json};
use server::notifications::{self, Turn, Why};
use store::{Index, PersonId, TableId, TableState};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;

use crate::test_server::{Answered, Browser, TestServer, WithJson, text};

/// A table that waits for a player, with the notification as a hub stores it.
pub(crate) async fn wait_for(server: &TestServer, person: &str) -> TableId {
    waits(server.running.app(), person.parse().expect("a number")).await
}

/// The same at one of several servers.
pub(crate) async fn waits(app: &server::App, person: PersonId) -> TableId {
    let table = TableId::random();
    let index = Index {
        state: TableState::Playing,
        game: "tikal".to_owned(),
        public: false,
        people: vec![person],
        waiting_for: vec![person],
        due_at: None,
        summary: "{}".to_owned(),
    };
    let now = app.time.now();
    app.store.create(table, &[1; 32], index, vec![(now, "{}".to_owned())]).await.expect("the store");
    let (game, seat, why) = ("tikal".to_owned(), "A".to_owned(), Why::Turn);
    let turn = Turn { table, game, seat, version: 1, due_at: None, from: None, why };
    let (job, item) = notifications::turn(person, &turn, now);
    app.store.queue(&[job]).await.expect("the store");
    app.store.add_notifications(&[item]).await.expect("the store");
    table
}

/// Waits until something is there, ten seconds at most.
pub(crate) async fn until<T>(mut look: impl AsyncFnMut() -> Option<T>) -> Option<T> {
    for _ in 0..200 {
        if let Some(found) = look().await {
            return Some(found);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    None
}

type Calls = Arc<Mutex<Vec<(HeaderMap, String)>>>;

/// Somebody's own server, which answers the first call with `first`.
async fn receiver(first: StatusCode) -> (String, Calls) {
    let calls = Calls::default();
    let called = async move |State(calls): State<Calls>, headers: HeaderMap, body: String| {
        let mut calls = calls.lock().expect("nobody panicked");
        calls.push((headers, body));
        if calls.len() == 1 { first } else { StatusCode::OK }
    };
    let router = Router::new().route("/hook", post(called)).with_state(calls.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, router).await });
    (url, calls)
}

#[tokio::test]
async fn a_webhook_is_called_once_and_signed() {
    let server = TestServer::with(|given| given.private_webhooks = Some(true)).await;
    let (ana, id, _) = server.account("Ana", "a password of Ana").await;
    let (url, calls) = receiver(StatusCode::OK).await;
    ana.put("/api/me/settings", &json!({ "webhook": url, "language": "it" })).await.body(StatusCode::OK).await;
    let key = text(&ana.get("/api/me/webhook").await.body(StatusCode::OK).await["key"]);
    let table = wait_for(&server, &id).await;
    let call = until(async || calls.lock().expect("nobody panicked").first().cloned()).await;
    let (headers, body) = call.expect("a call in time");
    let seconds: i64 = headers["x-quipu-timestamp"].to_str().expect("text").parse().expect("a number");
    assert_eq!(headers["x-quipu-signature"], notifications::webhook::signature(&key, seconds, &body).as_str());
    let told: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!((told["kind"].as_str(), told["table"].as_str()), (Some("turn"), Some(table.to_string().as_str())));
    assert_eq!(told["text"], "Tocca a te a Tikal");
    assert_eq!(told["link"], format!("{}/t/{table}", server.url));
    // Nothing is left to be sent, so nothing comes twice.
    let app = server.running.app();
    let rest = until(async || {
        let rest = app.store.lease_jobs("test", app.time.now() + 600_000, 1, 10).await.expect("the store");
        rest.is_empty().then_some(())
    });
    rest.await.expect("an empty queue");
    assert_eq!(calls.lock().expect("nobody panicked").len(), 1);
}

#[tokio::test]
async fn a_call_that_fails_is_put_off() {
    let server = TestServer::with(|given| given.private_webhooks = Some(true)).await;
    let (ana, id, _) = server.account("Ana", "a password of Ana").await;
    let (url, calls) = receiver(StatusCode::INTERNAL_SERVER_ERROR).await;
    ana.put("/api/me/settings", &json!({ "webhook": url })).await.body(StatusCode::OK).await;
    wait_for(&server, &id).await;
    until(async || calls.lock().expect("nobody panicked").first().cloned()).await.expect("a call in time");
    let app = server.running.app();
    let put_off = until(async || {
        // Half a minute later it is due again; asking does not hold it for longer than a millisecond.
        let jobs = app.store.lease_jobs("test", app.time.now() + 31_000, 1, 10).await.expect("the store");
        jobs.into_iter().find(|job| job.due_at > app.time.now())
    });
    let job = put_off.await.expect("a job that is put off");
    assert_eq!((job.kind.as_str(), job.attempts), ("webhook", 2));
}

#[tokio::test]
async fn private_addresses_are_not_called() {
    let server = TestServer::open().await;
    let (_, id, _) = server.account("Ana", "a password of Ana").await;
    let (url, calls) = receiver(StatusCode::OK).await;
    // As if it had been set while the host still allowed it.
    let app = server.running.app();
    let open = json!({ "webhook": url }).to_string();
    let settings = store::Settings { open, secret: json!({ "webhook_key": "key" }).to_string() };
    app.store.set_settings(id.parse().expect("a number"), &settings).await.expect("the store");
    wait_for(&server, &id).await;
    let given_up = until(async || {
        let text = app.metrics.text();
        text.contains("quipu_deliveries_total{by=\"webhook\",outcome=\"given up\"} 1").then_some(())
    });
    given_up.await.expect("a delivery that is given up");
    assert!(calls.lock().expect("nobody panicked").is_empty());
}

#[tokio::test]
async fn names_that_lead_to_private_addresses_are_not_called() {
    let (url, calls) = receiver(StatusCode::OK).await;
    let port = url.rsplit(':').next().expect("a port").to_owned();
    let refused = notifications::webhook::Webhooks::new(false).expect("a client");
    let named = format!("http://localhost:{port}");
    let why = refused.call_unchecked(&named).await.expect_err("refused when the name is resolved");
    assert!(why.contains("private"), "{why}");
    let allowed = notifications::webhook::Webhooks::new(true).expect("a client");
    allowed.call_unchecked(&named).await.expect("a call");
    assert_eq!(calls.lock().expect("nobody panicked").len(), 1);
}

#[tokio::test]
async fn who_has_moved_hears_nothing() {
    let server = TestServer::with(|given| given.private_webhooks = Some(true)).await;
    let (ana, id, _) = server.account("Ana", "a password of Ana").await;
    let (url, calls) = receiver(StatusCode::OK).await;
    ana.put("/api/me/settings", &json!({ "webhook": url })).await.body(StatusCode::OK).await;
    let app = server.running.app();
    let person: PersonId = id.parse().expect("a number");
    let turn = Turn {
        table: TableId::random(),
        game: "tikal".to_owned(),
        seat: "A".to_owned(),
        version: 1,
        due_at: None,
        from: None,
        why: Why::Turn,
    };
    let (job, _) = notifications::turn(person, &turn, app.time.now());
    app.store.queue(&[job]).await.expect("the store");
    let done = until(async || app.metrics.text().contains("by=\"turn\",outcome=\"done\"} 1").then_some(()));
    done.await.expect("the job is done");
    assert!(calls.lock().expect("nobody panicked").is_empty());
}

#[tokio::test]
async fn a_feed_tells_the_news_to_who_has_its_address() {
    let server = TestServer::open().await;
    let (ana, id, _) = server.account("Ana <&>", "a password of Ana").await;
    let url = text(&ana.get("/api/me/feed").await.body(StatusCode::OK).await["url"]);
    assert_eq!(url, text(&ana.get("/api/me/feed").await.body(StatusCode::OK).await["url"]));
    let table = wait_for(&server, &id).await;
    let read = async |url: &str| server.browser().client.get(url).send().await.expect("an answer");
    let answer = read(&url).await;
    assert_eq!(answer.headers()["content-type"], "application/atom+xml; charset=utf-8");
    let feed = answer.text().await.expect("text");
    assert!(feed.contains("It is your turn at Tikal") && feed.contains(&format!("/t/{table}")), "{feed}");
    assert!(feed.contains("Ana &lt;&amp;&gt;"), "{feed}");
    let feed: atom_syndication::Feed = feed.parse().expect("a feed");
    assert_eq!(feed.entries().len(), 1);
    let anew = text(&ana.post("/api/me/feed", &json!({})).await.body(StatusCode::OK).await["url"]);
    assert_ne!(anew, url);
    assert_eq!(read(&url).await.refused(StatusCode::NOT_FOUND).await, "missing");
    assert_eq!(read(&anew).await.status(), StatusCode::OK);
    assert_eq!(read(&format!("{}/feed/.atom", server.url)).await.status(), StatusCode::NOT_FOUND);
}

/// A mail server that takes every letter.
async fn post_office() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let letters = Arc::<Mutex<Vec<String>>>::default();
    let box_of_letters = letters.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let letters = box_of_letters.clone();
            tokio::spawn(async move {
                let (reading, mut writing) = stream.into_split();
                let mut lines = BufReader::new(reading).lines();
                let (mut letter, mut inside) = (String::new(), false);
                writing.write_all(b"220 here\r\n").await.ok();
                while let Ok(Some(line)) = lines.next_line().await {
                    let answer: &[u8] = match line.split([' ', ':']).next().unwrap_or_default() {
                        "." if inside => {
                            inside = false;
                            letters.lock().expect("nobody panicked").push(std::mem::take(&mut letter));
                            b"250 taken\r\n"
                        }
                        _ if inside => {
                            letter.push_str(&line);
                            letter.push('\n');
                            continue;
                        }
                        "DATA" => {
                            inside = true;
                            b"354 go on\r\n"
                        }
                        "QUIT" => b"221 bye\r\n",
                        _ => b"250 fine\r\n",
                    };
                    writing.write_all(answer).await.ok();
                }
            });
        }
    });
    (port, letters)
}

/// The link to one of our pages in a letter, whose lines may be folded.
fn link(letter: &str, purpose: &str) -> String {
    let plain = letter.replace("=\n", "").replace("=3D", "=");
    let from = plain.rfind(&format!("/api/mail/{purpose}")).expect("a link");
    plain[from..].split_whitespace().next().expect("a link").trim_end_matches('>').to_owned()
}

#[tokio::test]
async fn mail_goes_to_who_said_yes_until_they_say_no() {
    let (port, letters) = post_office().await;
    let server = TestServer::with(|given| {
        given.smtp = Some(format!("smtp://127.0.0.1:{port}"));
        given.mail_from = Some("Quipu <quipu@example.org>".to_owned());
    })
    .await;
    let (ana, id, _) = server.account("Ana", "a password of Ana").await;
    let mail = json!({ "mail": "ana@example.org", "language": "es" });
    assert_eq!(ana.put("/api/me/settings", &mail).await.body(StatusCode::OK).await, mail);
    for bad in ["nonsense", "a@b@c", "a b@example.org"] {
        let refused = ana.put("/api/me/settings", &json!({ "mail": bad })).await;
        assert_eq!(refused.refused(StatusCode::BAD_REQUEST).await, "mail", "{bad}");
    }
    let at = async |n: usize| {
        let letter = until(async || letters.lock().expect("nobody panicked").get(n).cloned()).await;
        letter.unwrap_or_else(|| panic!("letter {n} in time"))
    };
    let question = at(0).await;
    assert!(question.contains("To: ana@example.org"), "{question}");
    let confirm = link(&question, "confirm");

    // Not before the address' owner has said yes.
    wait_for(&server, &id).await;
    let app = server.running.app();
    let done = until(async || app.metrics.text().contains("by=\"turn\",outcome=\"done\"} 1").then_some(()));
    done.await.expect("the job is done");
    let forged = confirm.replace("code=", "code=x");
    assert_eq!(ana.get(&forged).await.refused(StatusCode::NOT_FOUND).await, "missing");
    assert_eq!(server.browser().get(&confirm).await.status(), StatusCode::OK);
    assert_eq!(letters.lock().expect("nobody panicked").len(), 1);

    let table = wait_for(&server, &id).await;
    let told = at(1).await;
    assert!(told.contains("Te toca jugar a Tikal") && told.contains(&table.to_string()), "{told}");
    assert!(told.contains("List-Unsubscribe: <"), "{told}");
    let stop = link(&told, "stop");
    assert_eq!(
        server.browser().client.post(format!("{}{stop}", server.url)).send().await.expect("an answer").status(),
        StatusCode::OK
    );
    assert_eq!(ana.get("/api/me/settings").await.body(StatusCode::OK).await, json!({ "language": "es" }));
}

#[tokio::test]
async fn a_stranger_gets_few_letters() {
    let (port, letters) = post_office().await;
    let server = TestServer::with(|given| {
        given.smtp = Some(format!("smtp://127.0.0.1:{port}"));
        given.mail_from = Some("Quipu <quipu@example.org>".to_owned());
    })
    .await;
    let set = async |browser: &crate::test_server::Browser, mail: &str, language: &str| {
        browser.put("/api/me/settings", &json!({ "mail": mail, "language": language })).await
    };
    // One account, again and again: the address is kept, and no more than three letters go to it.
    let (ana, ..) = server.account("Ana", "a password of Ana").await;
    for n in 0..10 {
        let language = if n % 2 == 0 { "it" } else { "es" };
        let kept = set(&ana, "stranger@example.org", language).await.body(StatusCode::OK).await;
        assert_eq!(kept["language"], language, "the rest of the settings is stored");
    }
    // Nor to another one, also after a restart: it is stored with the account.
    assert_eq!(set(&ana, "other@example.org", "it").await.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many");
    // Another account, for the same address.
    let (bo, ..) = server.account("Bo", "a password of Bo").await;
    let refused = set(&bo, "Stranger@Example.org", "it").await;
    assert_eq!(refused.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many");
    set(&bo, "bo@example.org", "it").await.body(StatusCode::OK).await;
    let to = |name: &str| {
        let letters = letters.lock().expect("nobody panicked");
        letters.iter().filter(|letter| letter.to_lowercase().contains(&format!("to: {name}@example.org"))).count()
    };
    until(async || (to("bo") == 1).then_some(())).await.expect("the last letter in time");
    assert_eq!((to("stranger"), to("other")), (3, 0));
    // The address has had its mails for today, also after a restart.
    let folder = server.stop().await;
    let again = TestServer::with(|given| {
        given.data = Some(folder.path().to_owned());
        given.smtp = Some(format!("smtp://127.0.0.1:{port}"));
        given.mail_from = Some("Quipu <quipu@example.org>".to_owned());
    })
    .await;
    let (cy, ..) = again.account("Cy", "a password of Cy").await;
    let refused = set(&cy, "stranger@example.org", "it").await;
    assert_eq!(refused.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many");
    again.stop().await;
}

/// A server that asks by mail whether an address is somebody's, which nobody reads, behind a proxy.
async fn asks_by_mail(port: u16) -> TestServer {
    TestServer::with(|given| {
        given.smtp = Some(format!("smtp://127.0.0.1:{port}"));
        given.mail_from = Some("Quipu <quipu@example.org>".to_owned());
        given.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    })
    .await
}

/// Sets an address for mail, from an address of the network.
async fn set_mail(browser: &Browser, mail: &str, from: &str) -> StatusCode {
    let ask = browser.ask(Method::PUT, "/api/me/settings").with(&json!({ "mail": mail }));
    ask.header("x-forwarded-for", from).send().await.expect("an answer").status()
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_asked_for_at_once_are_counted_one_by_one() {
    let (port, _letters) = post_office().await;
    let server = asks_by_mail(port).await;
    let (ana, ..) = server.account("Ana", "a password of Ana").await;
    let asks = (0..30).map(|n| {
        let ana = ana.clone();
        async move { set_mail(&ana, &format!("a{n}@example.org"), &format!("203.0.113.{n}")).await }
    });
    let statuses = futures_util::future::join_all(asks).await;
    let taken = statuses.iter().filter(|status| **status == StatusCode::OK).count();
    let refused = statuses.iter().filter(|status| **status == StatusCode::TOO_MANY_REQUESTS).count();
    assert_eq!((taken, refused), (3, 27), "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn few_mails_a_day_are_sent_for_one_address_of_the_network() {
    let (port, _letters) = post_office().await;
    let server = asks_by_mail(port).await;
    let mut statuses = Vec::new();
    for n in 0..8 {
        let (one, ..) = server.account(&format!("Ana{n}"), "a password of Ana").await;
        for m in 0..3 {
            statuses.push(set_mail(&one, &format!("a{n}{m}@example.org"), "203.0.113.1").await);
        }
    }
    assert!(statuses[..20].iter().all(|status| *status == StatusCode::OK), "{statuses:?}");
    assert!(statuses[20..].iter().all(|status| *status == StatusCode::TOO_MANY_REQUESTS), "{statuses:?}");
    let (bo, ..) = server.account("Bo", "a password of Bo").await;
    assert_eq!(set_mail(&bo, "b@example.org", "203.0.113.2").await, StatusCode::OK, "others are not touched");
}
