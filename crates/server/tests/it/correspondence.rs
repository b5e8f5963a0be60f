//! Play over days: closed browsers, digests, quiet hours, vacations, reminders and notes.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::StatusCode;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SystemRandom;
use ring::signature::{self, ECDSA_P256_SHA256_FIXED};
use serde_json::{Value, json};
use server::{App, Config, Given};
use store::testing::Postgres;
use store::{Job, Store};
use tokio::net::TcpListener;

use crate::matches::{act, get, table_of};
use crate::notifications::{until, wait_for};
use crate::test_server::{Answered, Browser, TestServer, text};

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;

type Calls = Arc<Mutex<Vec<(HeaderMap, Vec<u8>)>>>;

/// A service of somebody else's on loopback, which keeps what it is sent, and answers with one status after the other.
async fn service(mut answers: Vec<StatusCode>) -> (String, Calls) {
    let calls = Calls::default();
    answers.reverse();
    let answers = Arc::new(Mutex::new(answers));
    let called = async move |State(calls): State<Calls>, headers: HeaderMap, body: Bytes| {
        calls.lock().expect("nobody panicked").push((headers, body.to_vec()));
        answers.lock().expect("nobody panicked").pop().unwrap_or(StatusCode::CREATED)
    };
    let router = Router::new().route("/for/{who}", post(called)).with_state(calls.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/for/somebody", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, router).await });
    (url, calls)
}

fn count(calls: &Calls) -> usize {
    calls.lock().expect("nobody panicked").len()
}

/// The call of a number, once it has come.
async fn call(calls: &Calls, number: usize) -> (HeaderMap, Vec<u8>) {
    let come = until(async || calls.lock().expect("nobody panicked").get(number).cloned()).await;
    come.unwrap_or_else(|| panic!("call {number} in time"))
}

/// The same as JSON.
async fn told(calls: &Calls, number: usize) -> Value {
    serde_json::from_slice(&call(calls, number).await.1).expect("JSON")
}

/// Jobs that wait, whenever they are due. To look does not hold them, not even from a look in the same millisecond.
async fn jobs(app: &App, kind: &str) -> Vec<Job> {
    let far = app.time.now() + 400 * DAY;
    let jobs = app.store.lease_jobs("test", far, 0, 100).await.expect("the store");
    jobs.into_iter().filter(|job| job.kind == kind).collect()
}

/// A job that waits, once it is there.
async fn job(app: &App, kind: &str) -> Job {
    until(async || jobs(app, kind).await.pop()).await.unwrap_or_else(|| panic!("a job '{kind}' in time"))
}

/// A browser's half of Web Push. Its key reads one message.
struct Pushed {
    secret: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derived(from: &Prk, info: &[&[u8]], length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    from.expand(info, Length(length)).and_then(|derived| derived.fill(&mut bytes)).expect("derived bytes");
    bytes
}

impl Pushed {
    fn new(number: u8) -> Pushed {
        let secret = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).expect("a key");
        let public = secret.compute_public_key().expect("a key").as_ref().to_vec();
        Pushed { secret, public, auth: [number; 16] }
    }

    fn subscription(&self, endpoint: &str) -> Value {
        let keys = json!({ "p256dh": URL_SAFE_NO_PAD.encode(&self.public), "auth": URL_SAFE_NO_PAD.encode(self.auth) });
        json!({ "endpoint": endpoint, "expirationTime": null, "keys": keys })
    }

    /// What a message says: salt, size of records, key of the sender, and one record.
    fn read(self, body: &[u8]) -> Option<Value> {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[4], 65, "an uncompressed point");
        let (sender, record) = rest[5..].split_at(65);
        let theirs = UnparsedPublicKey::new(&ECDH_P256, sender);
        let shared = |shared: &[u8]| Salt::new(HKDF_SHA256, &self.auth).extract(shared);
        let shared = agree_ephemeral(self.secret, &theirs, shared).expect("a point");
        let material = derived(&shared, &[b"WebPush: info\0", &self.public, sender], 32);
        let keys = Salt::new(HKDF_SHA256, salt).extract(&material);
        let key = derived(&keys, &[b"Content-Encoding: aes128gcm\0"], 16);
        let nonce = derived(&keys, &[b"Content-Encoding: nonce\0"], 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("a key"));
        let nonce = Nonce::try_assume_unique_for_key(&nonce).expect("a nonce");
        let mut record = record.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut record).ok()?;
        serde_json::from_slice(text.strip_suffix(&[2])?).ok()
    }
}

#[tokio::test]
async fn a_closed_browser_is_told_and_no_other_can_read_it() {
    let server = TestServer::with(|given| given.private_webhooks = Some(true)).await;
    let (ana, id, _) = server.account("Ana", "a password of Ana").await;
    let (endpoint, calls) = service(vec![StatusCode::CREATED, StatusCode::GONE]).await;
    let before = get(&ana, "/api/me/push").await;
    assert_eq!((&before["here"], &before["browsers"]), (&json!(false), &json!(0)));
    let browser = Pushed::new(7);
    let push = ana.put("/api/me/push", &browser.subscription(&endpoint)).await.body(StatusCode::OK).await;
    assert_eq!((&push["here"], &push["browsers"], &push["key"]), (&json!(true), &json!(1), &before["key"]));
    ana.put("/api/me/settings", &json!({ "language": "es" })).await.body(StatusCode::OK).await;

    let table = wait_for(&server, &id).await;
    let (headers, body) = call(&calls, 0).await;
    assert!(!String::from_utf8_lossy(&body).contains("Tikal"), "it is encrypted");
    assert_eq!(Pushed::new(7).read(&body), None, "for nobody else");
    let said = browser.read(&body).expect("a message that the browser can read");
    let path = format!("/t/{table}");
    assert_eq!(said, json!({ "title": "Te toca jugar a Tikal", "body": "", "path": path, "tag": table, "site": null }));
    assert_eq!(headers["content-encoding"], "aes128gcm");
    assert_eq!(headers["topic"], table.to_string());
    assert!(headers["ttl"].to_str().expect("text").parse::<u32>().expect("seconds") > 0);

    // The signature is the host's own, and for this service alone.
    let signed = headers["authorization"].to_str().expect("text").strip_prefix("vapid t=").expect("a signature");
    let (token, key) = signed.split_once(", k=").expect("a key");
    assert_eq!(key, text(&push["key"]));
    let read = |part: &str| URL_SAFE_NO_PAD.decode(part).expect("base64");
    let (what, signature) = token.rsplit_once('.').expect("a token");
    let by = signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, read(key));
    by.verify(what.as_bytes(), &read(signature)).expect("signed by it");
    let claims: Value = serde_json::from_slice(&read(what.split_once('.').expect("two parts").1)).expect("JSON");
    assert_eq!(claims["aud"], endpoint.strip_suffix("/for/somebody").expect("an origin"));
    assert!(claims["exp"].as_i64() <= Some(server.running.app().time.now() / 1000 + 24 * 60 * 60));

    // A browser that has gone is forgotten.
    wait_for(&server, &id).await;
    call(&calls, 1).await;
    let gone = until(async || (get(&ana, "/api/me/push").await["browsers"] == 0).then_some(()));
    gone.await.expect("no browser is left");

    // The key stays over a restart; a login that ends takes its browser along.
    ana.put("/api/me/push", &Pushed::new(9).subscription(&endpoint)).await.body(StatusCode::OK).await;
    let folder = server.stop().await;
    let server = TestServer::with(|given| {
        given.data = Some(folder.path().to_owned());
        given.private_webhooks = Some(true);
    })
    .await;
    let ana = Browser { url: server.url.clone(), ..ana };
    let after = get(&ana, "/api/me/push").await;
    assert_eq!((&after["key"], &after["here"]), (&push["key"], &json!(true)));
    assert_eq!(get(&ana, "/api/me/export").await["push"][0]["service"], claims["aud"]);
    let person = id.parse().expect("a number");
    assert_eq!(ana.post("/api/logout", &json!({})).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(server.running.app().store.push_subscriptions(person).await.expect("the store"), []);
    server.stop().await;
}

#[tokio::test]
async fn a_push_that_fails_is_tried_again_and_one_that_is_refused_is_not() {
    let server = TestServer::with(|given| given.private_webhooks = Some(true)).await;
    let (ana, id, _) = server.account("Ana", "a password of Ana").await;
    let (endpoint, calls) = service(vec![StatusCode::BAD_GATEWAY, StatusCode::BAD_REQUEST]).await;
    ana.put("/api/me/push", &Pushed::new(7).subscription(&endpoint)).await.body(StatusCode::OK).await;
    wait_for(&server, &id).await;
    call(&calls, 0).await;
    let app = server.running.app();
    let put_off = until(async || jobs(app, "push").await.into_iter().find(|job| job.due_at > app.time.now())).await;
    assert!(put_off.expect("a job that is put off").attempts >= 1);
    app.store.damage("update jobs set due_at = 0, leased_until = null").await.expect("a statement");
    call(&calls, 1).await;
    until(async || jobs(app, "push").await.is_empty().then_some(())).await.expect("it is given up");
    assert_eq!(count(&calls), 2);
}

#[tokio::test]
async fn only_services_on_the_open_internet_are_told() {
    let server = TestServer::open().await;
    let (ana, ..) = server.account("Ana", "a password of Ana").await;
    let browser = Pushed::new(7);
    for wrong in ["https://127.0.0.1/x", "https://localhost/x", "http://push.example.org/x", "nonsense"] {
        let refused = ana.put("/api/me/push", &browser.subscription(wrong)).await;
        assert_eq!(refused.refused(StatusCode::BAD_REQUEST).await, "push", "{wrong}");
    }
    let fine = browser.subscription("https://push.example.org/x");
    for (part, wrong) in [("p256dh", URL_SAFE_NO_PAD.encode([4; 65])), ("auth", "AAAA".to_owned())] {
        let mut broken = fine.clone();
        broken["keys"][part] = json!(wrong);
        let refused = ana.put("/api/me/push", &broken).await;
        assert_eq!(refused.refused(StatusCode::BAD_REQUEST).await, "push", "{part}");
    }
    let (guest, _) = server.guest().await;
    assert_eq!(guest.put("/api/me/push", &fine).await.refused(StatusCode::FORBIDDEN).await, "account_needed");
    assert_eq!(ana.put("/api/me/push", &fine).await.status(), StatusCode::OK);
    assert_eq!(ana.delete("/api/me/push").await.status(), StatusCode::NO_CONTENT);
    assert_eq!(get(&ana, "/api/me/push").await["here"], false);
}

/// Settings with a webhook and these for when to call it.
fn telling(url: &str, telling: &Value) -> Value {
    json!({ "webhook": url, "telling": telling })
}

#[tokio::test]
async fn a_digest_tells_once_of_all_that_waits() {
    let server = TestServer::with(|given| given.private_webhooks = Some(true)).await;
    let app = server.running.app();
    let (ana, id, _) = server.account("Ana", "a password of Ana").await;
    let (url, calls) = service(Vec::new()).await;
    let daily = json!({ "webhook": "daily", "mail": "now", "push": "off", "hour": 8, "zone": "Europe/Rome" });
    let kept = ana.put("/api/me/settings", &telling(&url, &daily)).await.body(StatusCode::OK).await;
    assert_eq!(kept["telling"], daily);
    let mut tables = Vec::new();
    for turns in 1..=3 {
        tables.push(wait_for(&server, &id).await.to_string());
        let done = format!("by=\"turn\",outcome=\"done\"}} {turns}");
        until(async || app.metrics.text().contains(&done).then_some(())).await.expect("the job is done");
    }
    let digests = jobs(app, "digest").await;
    let [digest] = &digests[..] else { panic!("one digest: {digests:?}") };
    assert!(digest.due_at > app.time.now() && digest.due_at <= app.time.now() + 25 * HOUR && digest.due_at % HOUR == 0);
    assert_eq!(count(&calls), 0);
    app.store.damage("update jobs set due_at = 0, leased_until = null").await.expect("a statement");
    let news = told(&calls, 0).await;
    assert_eq!((&news["kind"], &news["text"]), (&json!("digest"), &json!("It is your turn in 3 games")));
    assert_eq!(news["link"], format!("{}/your-turn", server.url));
    let mut items: Vec<String> =
        news["items"].as_array().expect("items").iter().map(|one| text(&one["table"])).collect();
    items.sort_unstable();
    tables.sort_unstable();
    assert_eq!(items, tables);
    until(async || jobs(app, "webhook").await.is_empty().then_some(())).await.expect("an empty queue");
    assert_eq!(count(&calls), 1);

    // Whoever wants nothing gets nothing, whatever is queued already.
    wait_for(&server, &id).await;
    job(app, "digest").await;
    ana.put("/api/me/settings", &telling(&url, &json!({ "webhook": "off" }))).await.body(StatusCode::OK).await;
    app.store.damage("update jobs set due_at = 0, leased_until = null").await.expect("a statement");
    until(async || jobs(app, "digest").await.is_empty().then_some(())).await.expect("an empty queue");
    assert_eq!(count(&calls), 1);
    for wrong in [
        json!({ "hour": 24 }),
        json!({ "quiet": { "from": 8, "to": 8 } }),
        json!({ "quiet": { "from": 1, "to": 23 } }),
        json!({ "zone": "Nowhere/Atlantis" }),
    ] {
        let refused = ana.put("/api/me/settings", &telling(&url, &wrong)).await;
        assert_eq!(refused.status(), StatusCode::BAD_REQUEST, "{wrong}");
    }
}

#[tokio::test]
async fn quiet_hours_end_with_one_message() {
    let server = TestServer::with(|given| given.private_webhooks = Some(true)).await;
    let app = server.running.app();
    let (ana, id, _) = server.account("Ana", "a password of Ana").await;
    let (url, calls) = service(Vec::new()).await;
    let hour = app.time.now() / HOUR % 24;
    let quiet = json!({ "quiet": { "from": (hour + 23) % 24, "to": (hour + 2) % 24 } });
    ana.put("/api/me/settings", &telling(&url, &quiet)).await.body(StatusCode::OK).await;
    for _ in 0..2 {
        wait_for(&server, &id).await;
    }
    let later = job(app, "digest").await;
    assert_eq!(later.due_at / HOUR % 24, (hour + 2) % 24);
    until(async || jobs(app, "turn").await.is_empty().then_some(())).await.expect("both are split");
    assert_eq!((jobs(app, "digest").await.len(), jobs(app, "webhook").await.len(), count(&calls)), (1, 0, 0));
    // The hours are over, by the person's clock.
    ana.put("/api/me/settings", &telling(&url, &json!({}))).await.body(StatusCode::OK).await;
    app.store.damage("update jobs set due_at = 0, leased_until = null").await.expect("a statement");
    assert_eq!(told(&calls, 0).await["items"].as_array().map(Vec::len), Some(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_send_one_digest() {
    let Some(postgres) = Postgres::start() else { return };
    let given = || Given {
        listen: Some(([127, 0, 0, 1], 0).into()),
        database_url: Some(postgres.database()),
        secret: Some("k".repeat(32)),
        private_webhooks: Some(true),
        ..Given::default()
    };
    let config = Config::new(given()).expect("good options");
    let other = Config { listen: config.listen, ..config.clone() };
    let (one, other) = (server::start(config).await.expect("a server"), server::start(other).await.expect("a server"));
    let (first, second) = (one.app(), other.app());
    let account = store::NewAccount { name: "Ana".into(), password_hash: "x".into(), recovery_hash: "y".into() };
    let ana = first.store.account(&account, first.time.now()).await.expect("an account").id;
    let (url, calls) = service(Vec::new()).await;
    let open = telling(&url, &json!({ "webhook": "daily" })).to_string();
    let settings = store::Settings { open, secret: json!({ "webhook_key": "key" }).to_string() };
    first.store.set_settings(ana, &settings).await.expect("settings");
    for round in 0..6 {
        let app = if round % 2 == 0 { first } else { second };
        crate::notifications::waits(app, ana).await;
    }
    until(async || jobs(first, "turn").await.is_empty().then_some(())).await.expect("all are split");
    assert_eq!(jobs(first, "digest").await.len(), 1);
    first.store.damage("update jobs set due_at = 0, leased_until = null").await.expect("a statement");
    assert_eq!(told(&calls, 0).await["items"].as_array().map(Vec::len), Some(6));
    // To look at the jobs now would take one from the server that works on it.
    let done = |app: &App| app.metrics.text().contains("by=\"webhook\",outcome=\"done\"} 1");
    until(async || (done(first) || done(second)).then_some(())).await.expect("an empty queue");
    // Both look again before the last word is said.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(count(&calls), 1);
    tokio::join!(one.stop(), other.stop());
}

/// Two accounts at a table with days for a turn, and their browsers; Ana is to move.
async fn letters(server: &TestServer) -> (Browser, Browser, String) {
    let (ana, ..) = server.account("Ana", "a password of Ana").await;
    let (ben, ..) = server.account("Ben", "a password of Ben").await;
    let days = json!({ "clock": { "kind": "days", "days": 2 }, "options": [["first", "A"]] });
    let table = table_of(&ana, Some(&ben), days).await;
    (ana, ben, table)
}

async fn mover(browser: &Browser, table: &str) -> String {
    text(&get(browser, &format!("/api/tables/{table}")).await["game"]["to_act"]["seat"])
}

#[tokio::test]
async fn clocks_of_days_stand_still_on_vacation() {
    let server = TestServer::with(|given| given.vacation_days = Some(10)).await;
    let (ana, ben, table) = letters(&server).await;
    let (mine, theirs) = if mover(&ana, &table).await == "A" { (&ana, &ben) } else { (&ben, &ana) };
    let now = server.running.app().time.now();
    let turns = get(mine, "/api/me/turns").await;
    let deadline = turns[0]["deadline"].as_i64().expect("a deadline");
    assert!((deadline - now - 2 * DAY).abs() < 60_000, "two days");
    assert_eq!(get(theirs, "/api/me/turns").await, json!([]));

    let taken = mine.put("/api/me/vacation", &json!({ "days": 7 })).await.body(StatusCode::OK).await;
    assert_eq!((&taken["left"], &taken["days"]), (&json!(3), &json!(10)));
    let until_when = taken["until"].as_i64().expect("a time");
    let state = get(theirs, &format!("/api/tables/{table}")).await;
    let seats = state["table"]["seats"].as_array().expect("seats");
    let away: Vec<&Value> = seats.iter().map(|seat| &seat["vacation_until"]).filter(|at| !at.is_null()).collect();
    assert_eq!(away, [&json!(until_when)], "the others are told");
    let notes = |state: &Value| -> Vec<String> {
        state["lines"]
            .as_array()
            .expect("lines")
            .iter()
            .filter_map(|line| line["key"].as_str().map(str::to_owned))
            .collect()
    };
    assert!(notes(&state).contains(&"vacation".to_owned()));
    let later = get(mine, "/api/me/turns").await[0]["deadline"].as_i64().expect("a deadline");
    assert!((later - deadline - 7 * DAY).abs() < 60_000, "the clock stands still for a week");

    let spent = mine.put("/api/me/vacation", &json!({ "days": 11 })).await;
    assert_eq!(spent.refused(StatusCode::CONFLICT).await, "vacation_spent");
    assert_eq!(mine.put("/api/me/vacation", &json!({ "days": 0 })).await.status(), StatusCode::BAD_REQUEST);
    let back = mine.delete("/api/me/vacation").await.body(StatusCode::OK).await;
    assert_eq!(back, json!({ "left": 9, "days": 10 }), "a day that has begun is taken");
    let state = get(theirs, &format!("/api/tables/{table}")).await;
    assert!(notes(&state).contains(&"vacation_over".to_owned()));
    let again = get(mine, "/api/me/turns").await[0]["deadline"].as_i64().expect("a deadline");
    assert!((again - deadline).abs() < 60_000);

    // A match that begins meanwhile stands still, too, once it is their turn.
    let taken = mine.put("/api/me/vacation", &json!({ "days": 5 })).await.body(StatusCode::OK).await;
    let seats = json!([{ "kind": "open" }, { "kind": "bot", "level": "novice" }]);
    let days = json!({ "clock": { "kind": "days", "days": 1 }, "seats": seats, "keep_going": true });
    let made = theirs.post("/api/tables", &merged(&days, "tongiaki")).await.body(StatusCode::CREATED).await;
    let next = text(&made["id"]);
    act(mine, &next, "sit").await;
    act(theirs, &next, "start").await;
    let stands = until(async || {
        let state = get(theirs, &format!("/api/tables/{next}")).await;
        let seats = state["table"]["seats"].as_array().expect("seats").clone();
        seats.iter().any(|seat| seat["vacation_until"] == taken["until"]).then_some(())
    });
    stands.await.expect("the clock stands still");

    // Nothing of it is left when they go.
    let own = get(mine, "/api/me/export").await;
    assert_eq!(own["vacations"].as_array().map(Vec::len), Some(2));
    assert_eq!(mine.delete("/api/me").await.status(), StatusCode::NO_CONTENT);
    let app = server.running.app();
    let log = app.store.log(table.parse().expect("a table"), 0).await.expect("the log");
    let vacations: Vec<&str> =
        log.iter().map(|entry| entry.body.as_str()).filter(|body| body.contains("vacation")).collect();
    assert!(!vacations.is_empty() && vacations.iter().all(|body| !body.contains("until")), "{vacations:?}");
}

fn merged(more: &Value, game: &str) -> Value {
    let mut all = more.clone();
    all["game"] = json!(game);
    all
}

#[tokio::test]
async fn an_absent_player_is_reminded_once_a_day_and_before_time_runs_out() {
    let server = TestServer::with(|given| given.private_webhooks = Some(true)).await;
    let (ana, ben, table) = letters(&server).await;
    let (mine, theirs) = if mover(&ana, &table).await == "A" { (&ana, &ben) } else { (&ben, &ana) };
    let remind = format!("/api/tables/{table}/remind");
    let nothing = json!({});
    assert_eq!(theirs.post(&remind, &nothing).await.refused(StatusCode::CONFLICT).await, "too-early");
    assert_eq!(mine.post(&remind, &nothing).await.refused(StatusCode::CONFLICT).await, "no-wait");
    let (stranger, ..) = server.account("Eva", "a password of Eva").await;
    assert_eq!(stranger.post(&remind, &nothing).await.refused(StatusCode::FORBIDDEN).await, "no-own-seat");
    // Of the turn itself they were told before.
    let app = server.running.app();
    until(async || jobs(app, "turn").await.is_empty().then_some(())).await.expect("they were told");
    let (url, calls) = service(Vec::new()).await;
    mine.put("/api/me/settings", &telling(&url, &nothing)).await.body(StatusCode::OK).await;

    // A day and a half later, by the log.
    let (config, reminder) = (Config::clone(&app.config), job(app, "remind").await);
    assert!((reminder.due_at - app.time.now() - DAY).abs() < 60_000, "a day before the time runs out");
    let folder = server.stop().await;
    let store = Store::open(&config.backend).await.expect("the store");
    store.damage("update log set at = at - 129600000").await.expect("a statement");
    store.damage("update tables set due_at = due_at - 129600000").await.expect("a statement");
    store.damage("update jobs set due_at = due_at - 129600000, leased_until = null").await.expect("a statement");
    store.close().await;
    let server = TestServer::with(|given| {
        given.data = Some(folder.path().to_owned());
        given.private_webhooks = Some(true);
    })
    .await;
    let theirs = Browser { url: server.url.clone(), ..theirs.clone() };
    let soon = told(&calls, 0).await;
    assert_eq!(soon["kind"], "reminder");
    assert!(text(&soon["text"]).starts_with("Your time at Tongiaki runs out: "), "{soon}");

    assert_eq!(theirs.post(&remind, &nothing).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(theirs.post(&remind, &nothing).await.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many");
    let asked = told(&calls, 1).await;
    assert_eq!((&asked["kind"], &asked["text"]), (&json!("reminder"), &json!("The others wait for you at Tongiaki")));
    assert_eq!(count(&calls), 2);
    server.stop().await;
}

#[tokio::test]
async fn a_note_is_for_its_writer_alone() {
    let server = TestServer::open().await;
    let (ana, ben, table) = letters(&server).await;
    let path = format!("/api/tables/{table}/note");
    let note = json!({ "text": "guard the\nnorth beach" });
    assert_eq!(ana.put(&path, &note).await.body(StatusCode::OK).await, note);
    assert_eq!(get(&ana, &path).await, note);
    assert_eq!(get(&ben, &path).await, json!({ "text": "" }));
    let (eva, ..) = server.account("Eva", "a password of Eva").await;
    assert_eq!(eva.put(&path, &note).await.refused(StatusCode::FORBIDDEN).await, "no-own-seat");
    let long = json!({ "text": "x".repeat(4001) });
    assert_eq!(ana.put(&path, &long).await.refused(StatusCode::BAD_REQUEST).await, "note");
    assert_eq!(get(&ana, "/api/me/export").await["notes"][0]["text"], note["text"]);
    for page in [format!("/api/tables/{table}"), format!("/api/tables/{table}/record")] {
        for browser in [&ana, &ben] {
            let said = browser.get(&page).await.text().await.expect("text");
            assert!(!said.contains("north beach"), "{page}");
        }
    }
    let person = ana.id().await.parse().expect("a number");
    assert_eq!(ana.delete("/api/me").await.status(), StatusCode::NO_CONTENT);
    assert_eq!(server.running.app().store.notes_of(person).await.expect("the store"), []);
}

#[tokio::test]
async fn a_host_can_turn_all_of_it_off() {
    let server = TestServer::with(|given| {
        given.push = Some(false);
        given.reminders = Some(false);
        given.notes = Some(false);
        given.vacation_days = Some(0);
    })
    .await;
    let (ana, _, table) = letters(&server).await;
    let club = get(&ana, "/api/club").await;
    for what in ["mail", "push", "reminders", "notes"] {
        assert_eq!(club[what], false, "{what}");
    }
    assert_eq!(club["vacation_days"], 0);
    assert_eq!(ana.get("/api/me/push").await.refused(StatusCode::FORBIDDEN).await, "no_push");
    let note = format!("/api/tables/{table}/note");
    assert_eq!(ana.get(&note).await.refused(StatusCode::FORBIDDEN).await, "no_notes");
    assert_eq!(ana.put(&note, &json!({ "text": "x" })).await.refused(StatusCode::FORBIDDEN).await, "no_notes");
    let remind = format!("/api/tables/{table}/remind");
    assert_eq!(ana.post(&remind, &json!({})).await.refused(StatusCode::FORBIDDEN).await, "no_reminders");
    let vacation = ana.put("/api/me/vacation", &json!({ "days": 1 })).await;
    assert_eq!(vacation.refused(StatusCode::FORBIDDEN).await, "no_vacation");
    assert_eq!(jobs(server.running.app(), "remind").await, []);
    assert_eq!(server.running.app().store.host_key("push").await.expect("the store"), None);
}

#[tokio::test]
async fn vacations_are_set_a_few_times_a_day() {
    let server = TestServer::with(|given| given.vacation_days = Some(30)).await;
    let (ana, _, table) = letters(&server).await;
    let set = async |days: u32| ana.put("/api/me/vacation", &json!({ "days": days })).await;
    let noted = async || {
        let log = server.running.app().store.log(table.parse().expect("a table"), 0).await.expect("the log");
        log.iter().filter(|entry| entry.body.contains("vacation")).count()
    };
    for _ in 0..9 {
        set(2).await.body(StatusCode::OK).await;
    }
    assert_eq!(noted().await, 1, "the same again is nothing new");
    for days in 3..14 {
        set(days).await.body(StatusCode::OK).await;
    }
    assert_eq!(noted().await, 12);
    assert_eq!(set(20).await.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many");
    ana.delete("/api/me/vacation").await.body(StatusCode::OK).await;
    assert_eq!(noted().await, 13, "who is away may come back");
    let again = ana.delete("/api/me/vacation").await;
    assert_eq!(again.refused(StatusCode::TOO_MANY_REQUESTS).await, "too_many", "which is once");
}
