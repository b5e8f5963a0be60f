//! Public pages and leaderboards: what is shown is the person's choice.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::matches::{get, rated};
use crate::test_server::{Answered, Browser, TestServer, servers, text};

async fn choose(browser: &Browser, page: bool, ratings: bool, matches: bool) {
    let choice = json!({ "page": page, "ratings": ratings, "matches": matches, "online": false });
    browser.put("/api/me/settings", &json!({ "profile": choice })).await.body(StatusCode::OK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_shows_what_its_owner_chooses() {
    let server = TestServer::open().await;
    let (ana, _, _) = server.account("Ana", "correct horse").await;
    let (ben, _, _) = server.account("Ben", "correct horse").await;
    rated(&ana, &ben).await;
    get(&ana, "/api/matches").await;
    let (stranger, _) = server.guest().await;
    server.running.app().rate().await.expect("ratings");
    let page = get(&stranger, "/api/people/ana").await;
    assert_eq!((&page["name"], &page["own"]), (&json!("Ana"), &json!(false)), "in any case");
    assert_eq!(page["ratings"][0]["game"], "tongiaki");
    assert_eq!(page["ratings"][0]["curve"].as_array().map(Vec::len), Some(1));
    assert_eq!(page["games"], json!([["tongiaki", 1, 1]]));
    assert_eq!(page["opponents"][0]["player"]["name"], "Ben");
    assert_eq!((&page["opponents"][0]["ahead"], &page["opponents"][0]["behind"]), (&json!(1), &json!(0)));
    assert_eq!((page["matches"].as_array().map(Vec::len), page["best"].as_array().map(Vec::len)), (Some(1), Some(1)));

    assert_eq!((&page["more_opponents"], &page["style"]), (&json!(false), &Value::Null), "nothing was reviewed");
    assert_eq!(get(&stranger, "/api/people/Ana/opponents").await, json!({ "opponents": page["opponents"] }));
    assert_eq!(get(&stranger, "/api/people/Ana/opponents?after=1").await, json!({ "opponents": [] }));
    let table = text(&page["matches"][0]["table"]).parse().expect("a table");
    let seat = |seat, accuracy, luck| store::SeatReview { seat, accuracy: Some(accuracy), luck };
    let reviewed = [seat(0, 820, 400), seat(1, 500, -400)];
    server.running.app().store.keep_review(table, 1, &reviewed).await.expect("the store");
    let style = get(&stranger, "/api/people/Ana").await["style"].clone();
    assert_eq!(style, json!({ "reviewed": 1, "accuracy": 0.82, "luck": 0.4 }));

    choose(&ana, true, false, false).await;
    assert_eq!(stranger.get("/api/people/Ana/opponents").await.status(), StatusCode::NOT_FOUND);
    let page = get(&stranger, "/api/people/Ana").await;
    assert_eq!(page["style"], Value::Null);
    for hidden in ["ratings", "games", "opponents", "matches", "best"] {
        assert_eq!(page[hidden], json!([]), "{hidden}");
    }
    assert_eq!(stranger.get("/api/people/Ana/matches").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(get(&ana, "/api/people/Ana").await["matches"].as_array().map(Vec::len), Some(1), "one sees one's own");
    choose(&ana, false, true, true).await;
    assert_eq!(stranger.get("/api/people/Ana").await.refused(StatusCode::NOT_FOUND).await, "missing");
    let bens = get(&stranger, "/api/people/Ben").await;
    assert!(!bens.to_string().contains("Ana"), "who has no page is not named on others': {bens}");
    assert_eq!(get(&stranger, "/api/people/Ben/matches").await["matches"].as_array().map(Vec::len), Some(1));
    let name = text(&get(&stranger, "/api/me").await["name"]);
    let guest = stranger.get(&format!("/api/people/{name}")).await;
    assert_eq!(guest.status(), StatusCode::NOT_FOUND, "guests have none");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leaderboard_has_people_and_bots_on_one_scale() {
    let (servers, _postgres) = servers().await;
    for server in &servers {
        let (ana, ana_id, _) = server.account("Ana", "correct horse").await;
        let (ben, _, _) = server.account("Ben", "correct horse").await;
        let table = rated(&ana, &ben).await;
        get(&ana, &format!("/api/tables/{table}/result")).await;
        let names = |board: &Value| -> Vec<String> {
            let rows = board["rows"].as_array().expect("a list");
            rows.iter()
                .map(|row| row["player"]["level"].as_str().or(row["player"]["name"].as_str()).unwrap_or("?").to_owned())
                .collect()
        };
        let board = get(&ana, "/api/ladder?game=tongiaki").await;
        assert_eq!(names(&board), ["master", "expert", "adept", "novice"], "one match makes no place");
        assert_eq!(board["least"], 10);
        // As after many more matches.
        let app = server.running.app();
        let season = rating::Season::of(app.time.now()).number();
        for season in [0, season] {
            let version = app.store.ladder_version("tongiaki").await.expect("the store");
            let mut standing = app.store.standing("tongiaki", 0, &ana_id).await.expect("the store").expect("rated");
            (standing.season, standing.settled, standing.games) = (season, true, 12);
            assert_eq!(app.store.write_ratings(("tongiaki", version), &[], &[standing], &[]).await, Ok(true));
        }
        for path in ["/api/ladder?game=tongiaki", "/api/ladder?game=tongiaki&season=now"] {
            let board = get(&ana, path).await;
            assert_eq!(names(&board), ["master", "expert", "Ana", "adept", "novice"], "{path}");
            assert_eq!((&board["rows"][2]["own"], &board["rows"][2]["place"]), (&json!(true), &json!(3)));
        }
        assert_eq!(names(&get(&ben, "/api/ladder?game=tongiaki&who=people").await), ["Ana"]);
        assert_eq!(names(&get(&ben, "/api/ladder?game=tongiaki&season=2020-1&who=people").await), [""; 0]);
        // Among friends one sees those who agreed, and oneself.
        let friends = "/api/ladder?game=tongiaki&who=friends";
        assert_eq!(names(&get(&ana, friends).await), ["Ana"]);
        ben.put("/api/company/Ana/friend", &json!({})).await.body(StatusCode::OK).await;
        assert_eq!(names(&get(&ben, friends).await), [""; 0], "asking is not enough");
        ana.put("/api/company/Ben/friend", &json!({})).await.body(StatusCode::OK).await;
        let board = get(&ben, friends).await;
        assert_eq!((names(&board), &board["rows"][0]["place"]), (vec!["Ana".to_owned()], &json!(1)));
        assert_eq!(names(&get(&server.guest().await.0, friends).await), [""; 0]);
        choose(&ana, false, true, true).await;
        assert_eq!(names(&get(&ben, "/api/ladder?game=tongiaki&who=people").await), ["?"], "a place without a name");
        assert_eq!(names(&get(&ben, friends).await), [""; 0], "which would be no secret among friends");
        assert_eq!(get(&ana, friends).await["rows"][0]["own"], true, "oneself one sees");
        assert_eq!(ben.get("/api/ladder?game=chess").await.status(), StatusCode::NOT_FOUND);
        assert_eq!(ben.get("/api/ladder?game=inka&season=x").await.status(), StatusCode::BAD_REQUEST);
        let off = TestServer::with(|given| given.profiles = Some(false)).await;
        assert_eq!(
            off.browser().get("/api/ladder?game=inka").await.refused(StatusCode::FORBIDDEN).await,
            "no_profiles"
        );
        assert_eq!(off.browser().get("/api/people/Ana").await.refused(StatusCode::FORBIDDEN).await, "no_profiles");
    }
}
