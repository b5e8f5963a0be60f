//! Finished matches, and the ratings on top of them.

use store::{
    Append, Entrant, Finished, LadderRow, NewFlag, RatedSeat, Rating, ResultCursor, ResultFilter, SeatReview, Store,
    TableId, TableState,
};

use crate::ground::{Ground, account, index, said, table};

/// A match of these players, in the order of their places.
fn finished(at: i64, ladder: &str, rated: bool, players: &[&str]) -> Finished {
    let entrant = |(place, player): (usize, &&str)| Entrant {
        player: (*player).to_owned(),
        seat: place as u8,
        place: place as u8 + 1,
        points: 90 - place as i32,
        won: place == 0,
    };
    Finished {
        ended_at: at,
        game: ladder.split(' ').next().unwrap_or_default().to_owned(),
        ladder: ladder.to_owned(),
        rated,
        body: format!("{{\"at\":{at}}}"),
        players: players.iter().enumerate().map(entrant).collect(),
    }
}

/// Plays a match to its end.
async fn play(store: &Store, result: Finished) -> TableId {
    let id = table(store, 1, index()).await;
    end(store, id, 1, result).await;
    id
}

async fn end(store: &Store, id: TableId, after: u64, result: Finished) {
    let over = store::Index { state: TableState::Over, ..index() };
    let append = Append { result: Some(result), ..Append::new(id, after, said(2, "over"), over) };
    assert_eq!(store.append_with(append).await, Ok(after + 1));
}

async fn tables(store: &Store, filter: ResultFilter) -> Vec<TableId> {
    store.results(&filter).await.unwrap().into_iter().map(|row| row.table).collect()
}

fn of(player: &str) -> ResultFilter {
    ResultFilter { player: player.to_owned(), ..ResultFilter::default() }
}

pub(crate) async fn a_match_is_listed_once_for_each_who_played(ground: &Ground<'_>) {
    let store = ground.open().await;
    let first = play(&store, finished(10, "tikal", false, &["ana", "ben"])).await;
    let second = play(&store, finished(20, "inka", true, &["ben", "ana", "bot/adept", "bot/adept"])).await;
    assert_eq!(tables(&store, of("ana")).await, [second, first]);
    assert_eq!(tables(&store, of("bot/adept")).await, [second], "two seats, one match");
    // The same result comes along with whatever is said after the match; its body may have lost a name.
    let again = Finished { body: "{\"at\":11}".to_owned(), ..finished(10, "tikal", false, &["ana", "ben"]) };
    end(&store, first, 2, again).await;
    assert_eq!(tables(&store, of("ana")).await, [second, first]);
    let kept = store.result(first).await.unwrap().unwrap();
    assert_eq!((kept.body.as_str(), kept.players.len(), kept.pending), ("{\"at\":11}", 2, false));
    assert!(store.result(second).await.unwrap().unwrap().pending, "it has still to be rated");
    store.delete_table(first).await.unwrap();
    assert_eq!(tables(&store, of("ana")).await, [second]);
    assert_eq!(store.result(first).await, Ok(None));
}

pub(crate) async fn results_are_filtered_and_paged(ground: &Ground<'_>) {
    let store = ground.open().await;
    let mut all = Vec::new();
    for (at, ladder, rated, players) in [
        (10, "tikal", true, ["ana", "ben"]),
        (20, "tikal boulder=on", false, ["ben", "ana"]),
        (20, "inka", true, ["ana", "eva"]),
        (30, "tikal", true, ["eva", "ana"]),
    ] {
        all.push((at, play(&store, finished(at, ladder, rated, &players)).await));
    }
    let [tikal, boulder, inka, last] = [0, 1, 2, 3].map(|index| all[index].1);
    let tikals = ResultFilter { game: Some("tikal".to_owned()), ..of("ana") };
    assert_eq!(tables(&store, tikals).await, [last, boulder, tikal]);
    let won = |won| ResultFilter { won: Some(won), game: Some("tikal".to_owned()), ..of("ana") };
    assert_eq!(tables(&store, won(true)).await, [tikal]);
    assert_eq!(tables(&store, won(false)).await, [last, boulder]);
    assert_eq!(tables(&store, ResultFilter { rated: Some(false), ..of("ana") }).await, [boulder]);
    assert_eq!(tables(&store, ResultFilter { with: Some("ben".to_owned()), ..of("ana") }).await, [boulder, tikal]);
    assert_eq!(tables(&store, ResultFilter { since: Some(30), ..of("ana") }).await, [last]);
    assert_eq!(tables(&store, of("nobody")).await, []);
    all.sort_unstable();
    let (mut seen, mut before) = (Vec::new(), None);
    loop {
        let page = store.results(&ResultFilter { before, limit: 1, ..of("ana") }).await.unwrap();
        let Some(row) = page.last() else { break };
        before = Some(row.cursor());
        seen.push(row.table);
    }
    assert_eq!(seen, all.iter().rev().map(|(_, table)| *table).collect::<Vec<_>>());
    assert_eq!(store.games_of("ana").await.unwrap(), [("tikal".to_owned(), 3, 1), ("inka".to_owned(), 1, 1)]);
    let met = store.opponents_of("ana", 5).await.unwrap();
    assert_eq!(met, [("ben".to_owned(), 2, 1, 1), ("eva".to_owned(), 2, 1, 1)]);
    assert_eq!(store.all_opponents_of("ana", 0, 5).await.unwrap(), met);
    assert_eq!(store.all_opponents_of("ana", 1, 5).await.unwrap(), met[1..]);
    assert_eq!(store.style_of("ana").await.unwrap(), (0, None, None));
    for (table, accuracy, luck) in [(tikal, Some(900), -2000), (inka, Some(600), 500), (boulder, None, 0)] {
        let seat = |seat| store::SeatReview { seat, accuracy, luck };
        store.keep_review(table, 1, &[seat(0), seat(1)]).await.unwrap();
    }
    assert_eq!(store.style_of("ana").await.unwrap(), (3, Some(750.0), Some(-500.0)), "a match without a choice");
    assert_eq!(
        inka,
        store.latest_results(None, 10).await.unwrap().iter().find(|row| row.ladder == "inka").unwrap().table
    );
}

/// Whoever plays for several seats of one table has one match there, wherever it falls on a page.
pub(crate) async fn a_match_on_several_seats_does_not_end_the_list(ground: &Ground<'_>) {
    let store = ground.open().await;
    let mut all = Vec::new();
    for at in 0..12 {
        let players: &[&str] = if at % 3 == 1 { &["ana", "ana", "ben", "ana"] } else { &["ben", "ana"] };
        all.insert(0, play(&store, finished(at, "tikal", false, players)).await);
    }
    for limit in 1..=13 {
        let (mut seen, mut before) = (Vec::new(), None);
        loop {
            let page = store.results(&ResultFilter { before, limit, ..of("ana") }).await.unwrap();
            seen.extend(page.iter().map(|row| row.table));
            // A page that is not full is the last one.
            if page.len() < limit as usize {
                break;
            }
            before = page.last().map(store::ResultRow::cursor);
        }
        assert_eq!(seen, all, "pages of {limit}");
    }
    assert_eq!(store.games_of("ana").await.unwrap(), [("tikal".to_owned(), 12, 4)], "matches, not seats");
}

fn rating(rating: i64, games: i64, at: i64) -> Rating {
    Rating { rating, deviation: 90_000, games, wins: 1, season_games: 1, season_wins: 0, at }
}

fn stands(ladder: &str, season: i64, player: &str, rating: i64, settled: bool) -> LadderRow {
    let (ladder, player) = (ladder.to_owned(), player.to_owned());
    LadderRow { ladder, season, player, rating, deviation: 9, games: 12, wins: 3, settled, played_at: 7 }
}

pub(crate) async fn ratings_are_written_on_top_of_what_was_read(ground: &Ground<'_>) {
    let (store, other) = (ground.open().await, ground.open().await);
    let table = play(&store, finished(10, "tikal", true, &["ana", "ben"])).await;
    let later = play(&store, finished(20, "tikal", true, &["ana", "ben"])).await;
    assert_eq!(store.pending_ladders().await.unwrap(), [("tikal".to_owned(), 10)]);
    let rows = store.results_on("tikal", ResultCursor::at(10), 10).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.table).collect::<Vec<_>>(), [table, later], "the oldest first");
    let version = store.ladder_version("tikal").await.unwrap();
    assert_eq!(other.ladder_version("tikal").await, Ok(version));
    let seat = |row: usize, player: &str, seat: u8, before: i64, after: Rating| RatedSeat {
        at: rows[row].cursor(),
        player: player.to_owned(),
        seat,
        before,
        after,
    };
    let seats = [
        seat(0, "ana", 0, 1_500_000, rating(1_510_001, 1, 10)),
        seat(0, "ben", 1, 1_500_000, rating(1_489_999, 1, 10)),
        seat(1, "ana", 0, 1_510_001, rating(1_520_000, 2, 20)),
    ];
    let standings = [
        stands("tikal", 0, "ana", 1_520_000, true),
        stands("tikal", 0, "ben", 1_489_999, true),
        stands("tikal", 0, "new", 1_999_999, false),
    ];
    let flag = NewFlag { table, kind: "often".to_owned(), players: "ana ben".to_owned(), at: 10 };
    let flags = [flag.clone()];
    assert_eq!(store.write_ratings(("tikal", version), &seats, &standings, &flags).await, Ok(true));
    assert_eq!(other.write_ratings(("tikal", version), &seats, &[], &flags).await, Ok(false), "somebody was faster");
    assert_eq!(other.write_ratings(("tikal", version + 1), &[], &[], &flags).await, Ok(true));
    assert_eq!(store.pending_ladders().await.unwrap(), []);
    assert_eq!(store.rating_at("ana", "tikal", rows[0].cursor()).await.unwrap(), Some(rating(1_510_001, 1, 10)));
    assert_eq!(store.rating_at("ana", "tikal", ResultCursor::at(10)).await.unwrap(), None);
    let curve = store.curve("ana", "tikal", 9).await.unwrap();
    assert_eq!(curve.iter().map(|point| point.rating).collect::<Vec<_>>(), [1_520_000, 1_510_001]);
    let board = store.board("tikal", 0, 20, 9).await.unwrap();
    let names = board.iter().map(|(row, earlier)| (row.player.as_str(), *earlier)).collect::<Vec<_>>();
    assert_eq!(names, [("ana", Some(1_510_001)), ("ben", Some(1_489_999))], "who is not settled has no place");
    assert_eq!(store.above("tikal", 0, 1_489_999, "ben").await, Ok(1));
    assert_eq!(store.standings_of("ben").await.unwrap(), [standings[1].clone()]);
    assert_eq!(store.standing("tikal", 5, "ben").await, Ok(None));
    assert_eq!(store.best_results("ana", 1).await.unwrap()[0].table, table);
    let shown = store.result(table).await.unwrap().unwrap();
    assert_eq!(shown.players[1].rating, Some((1_500_000, 1_489_999, 90_000)));
    assert_eq!(store.flags(None, 9).await.unwrap().into_iter().map(|one| one.flag).collect::<Vec<_>>(), [flag]);
    store.handle_flags(table, 9).await.unwrap();
    assert_eq!(store.flags(None, 9).await, Ok(vec![]));
    store.tidy_ratings().await.unwrap();
    assert_eq!(store.standings_of("new").await, Ok(vec![]), "of whom no rated match is left");
}

pub(crate) async fn who_is_deleted_has_no_place(ground: &Ground<'_>) {
    let store = ground.open().await;
    let mut people = Vec::new();
    for name in ["Ana", "Ben", "Eva"] {
        people.push(store.account(&account(name), 1).await.unwrap().id);
    }
    let rate = async |version: i64| {
        let rows = people.iter().zip([1_900_000, 1_700_000, 1_500_000]);
        let rows: Vec<_> = rows.map(|(who, rating)| stands("tikal", 0, &who.to_string(), rating, true)).collect();
        assert_eq!(store.write_ratings(("tikal", version), &[], &rows, &[]).await, Ok(true));
    };
    let board = async |limit: u32| -> Vec<String> {
        store.board("tikal", 0, 20, limit).await.unwrap().into_iter().map(|(row, _)| row.player).collect()
    };
    let version = store.ladder_version("tikal").await.unwrap();
    rate(version).await;
    let [ana, ben, eva] = [0, 1, 2].map(|index| people[index].to_string());
    assert_eq!(board(2).await, [ana.clone(), ben.clone()]);
    store.delete_person(people[0]).await.unwrap();
    assert_eq!(board(2).await, [ben.clone(), eva.clone()], "the others move up");
    assert_eq!(store.above("tikal", 0, 1_500_000, &eva).await, Ok(1));
    rate(version + 1).await;
    assert_eq!(board(2).await, [ben, eva], "also when their matches are rated again");
    assert!(!store.standing("tikal", 0, &ana).await.unwrap().unwrap().settled);
}

pub(crate) async fn flags_follow_what_is_rated(ground: &Ground<'_>) {
    let store = ground.open().await;
    let [first, second, third] = [10, 20, 30].map(|at| finished(at, "tikal", true, &["ana", "ben"]));
    let tables = [
        play(&store, first).await,
        play(&store, second).await,
        play(&store, finished(25, "inka", true, &["ana"])).await,
    ];
    let gone = play(&store, third).await;
    let flag = |table: TableId, kind: &str, at| NewFlag { table, kind: kind.into(), players: "ana ben".into(), at };
    let rate = async |version: i64, ladder: &str, some: &[TableId], flags: &[NewFlag]| {
        let seat = |table: &TableId| RatedSeat {
            at: ResultCursor { ended_at: 10, table: *table },
            player: "ana".to_owned(),
            seat: 0,
            before: 1_500_000,
            after: rating(1_510_000, 1, 10),
        };
        let seats: Vec<_> = some.iter().map(seat).collect();
        assert_eq!(store.write_ratings((ladder, version), &seats, &[], flags).await, Ok(true));
    };
    let open = async || -> Vec<(TableId, String)> {
        store.flags(None, 9).await.unwrap().into_iter().map(|one| (one.flag.table, one.flag.kind)).collect()
    };
    let (tikal, inka) = (store.ladder_version("tikal").await.unwrap(), store.ladder_version("inka").await.unwrap());
    let all = [flag(tables[0], "often", 10), flag(tables[1], "often", 20), flag(tables[1], "thrown", 20)];
    rate(tikal, "tikal", &[tables[0], tables[1], gone], &[&all[..], &[flag(gone, "often", 30)]].concat()).await;
    rate(inka, "inka", &tables[2..], &[flag(tables[2], "guests", 25)]).await;
    store.handle_flags(tables[0], 40).await.unwrap();
    assert_eq!(open().await.len(), 4);
    // Of what was noticed only one thing still holds; what a host has dealt with stays as it is.
    rate(tikal + 1, "tikal", &tables[..2], &[flag(tables[0], "often", 10), flag(tables[1], "thrown", 20)]).await;
    let left =
        [(gone, "often"), (tables[2], "guests"), (tables[1], "thrown")].map(|(table, kind)| (table, kind.into()));
    assert_eq!(open().await, left);
    store.tidy_ratings().await.unwrap();
    assert_eq!(open().await, left);
    store.damage("update results set rated = false where ended_at = 30").await.unwrap();
    store.tidy_ratings().await.unwrap();
    assert_eq!(open().await, left[1..], "a match that is not rated is not flagged");
    let of_ana = store.flags_of("ana").await.unwrap();
    let kinds: Vec<_> = of_ana.iter().map(|one| (one.flag.kind.as_str(), one.handled_at)).collect();
    assert_eq!(kinds, [("guests", None), ("thrown", None), ("often", Some(40))]);
    assert_eq!(store.flags_of("an").await, Ok(vec![]), "nor of somebody whose name is a part of theirs");
}

pub(crate) async fn old_matches_get_their_results(ground: &Ground<'_>) {
    let store = ground.open().await;
    let over = store::Index { state: TableState::Over, ..index() };
    let old = table(&store, 1, over).await;
    table(&store, 2, index()).await;
    let new = play(&store, finished(10, "tikal", false, &["ana", "ben"])).await;
    assert_eq!(store.unindexed(None, 9).await, Ok(vec![old]));
    store.keep_results(&[(old, finished(5, "tikal", false, &["ana", "eva"]))]).await.unwrap();
    assert_eq!(store.unindexed(None, 9).await, Ok(vec![]));
    assert_eq!(tables(&store, of("ana")).await, [new, old]);
}

pub(crate) async fn a_result_is_replaced_by_what_its_log_says(ground: &Ground<'_>) {
    let store = ground.open().await;
    let truth = finished(10, "tikal", true, &["ana", "ben"]);
    let ended = play(&store, truth.clone()).await;
    let right = store.result(ended).await.unwrap();
    let running = table(&store, 3, index()).await;
    let untrue = finished(9, "tikal", true, &["eva", "ana"]);
    let without_log = TableId::random();
    store.keep_results(&[(running, untrue.clone()), (without_log, untrue.clone())]).await.unwrap();
    let review = SeatReview { seat: 1, accuracy: Some(700), luck: 30 };
    store.keep_review(ended, 2, &[review]).await.unwrap();
    store.damage("update results set ladder = 'inka', rated = false, body = '' where ladder = 'tikal'").await.unwrap();
    store.damage("update played set player = 'eva', place = 7, rating = 5 where player = 'ben'").await.unwrap();

    assert_eq!(store.ended_tables(None, 9).await, Ok(vec![(ended, 2)]));
    assert_eq!(store.replace_result(ended, 1, Some(&truth)).await, Ok(false), "its log has grown");
    assert_eq!(store.replace_result(ended, 2, Some(&truth)).await, Ok(true));
    let mut again = store.result(ended).await.unwrap();
    let reviewed = again.as_mut().map(|row| &mut row.players[1]).unwrap();
    assert_eq!((reviewed.accuracy.take(), reviewed.luck.take()), (Some(700), Some(30)), "what reviews said stays");
    assert_eq!(again, right);
    store.drop_untrue_results().await.unwrap();
    assert_eq!(tables(&store, of("eva")).await, [without_log], "a match that runs has no result");
    assert_eq!(store.replace_result(ended, 2, None).await, Ok(true));
    assert_eq!(tables(&store, of("ana")).await, [without_log], "no match ended there");
}

pub(crate) async fn a_rough_review_does_not_replace_a_thorough_one(ground: &Ground<'_>) {
    let store = ground.open().await;
    let table = play(&store, finished(10, "tikal", false, &["ana", "ben"])).await;
    let other = play(&store, finished(20, "tikal", false, &["ana", "ben"])).await;
    let kept = async |table: TableId| {
        let row = store.result(table).await.unwrap().unwrap();
        row.players.iter().map(|one| (one.accuracy, one.luck)).collect::<Vec<_>>()
    };
    let says = |accuracy, luck| {
        let seat = |seat, accuracy, luck| SeatReview { seat, accuracy, luck };
        [seat(0, Some(accuracy), luck), seat(1, None, -luck)]
    };
    assert_eq!(kept(table).await, [(None, None); 2]);
    store.keep_review(table, 2, &says(900, 4500)).await.unwrap();
    assert_eq!(kept(table).await, [(Some(900), Some(4500)), (None, Some(-4500))]);
    store.keep_review(table, 1, &says(100, 1)).await.unwrap();
    assert_eq!(kept(table).await[0], (Some(900), Some(4500)), "a glance knows less");
    store.keep_review(table, 3, &says(950, 5000)).await.unwrap();
    assert_eq!(kept(table).await[0], (Some(950), Some(5000)));
    assert_eq!(kept(other).await, [(None, None); 2]);
}

pub(crate) async fn traces_tell_who_comes_from_one_place(ground: &Ground<'_>) {
    let store = ground.open().await;
    let mut people = Vec::new();
    for name in ["Ana", "Ben", "Eva"] {
        people.push(store.guest(name, 1).await.unwrap().id);
    }
    people.sort_unstable();
    for (person, place, at) in [(0, 1, 10), (1, 2, 10), (1, 1, 20), (2, 1, 5)] {
        store.leave_trace(people[person], &[place; 32], at).await.unwrap();
    }
    store.leave_trace(store::PersonId::random(), &[1; 32], 10).await.unwrap();
    assert_eq!(store.together(&people, 10).await.unwrap(), [(people[0], people[1])]);
    assert_eq!(store.together(&people, 1).await.unwrap().len(), 3);
    assert_eq!(store.traces_of(people[1]).await.unwrap(), [10, 20]);
    assert_eq!(store.expire_traces(10).await, Ok(1));
    store.delete_person(people[0]).await.unwrap();
    assert_eq!(store.together(&people, 1).await, Ok(vec![]));
}
