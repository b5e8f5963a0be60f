//! Checks SQLite's query plans: lists use an index in their order, so that a page costs the same however much is
//! stored.

use sqlx::{AssertSqlSafe, Sqlite, SqlitePool};

use crate::database::{Pool, Pools};
use crate::table::list;
use crate::{
    Backend, Circle, Cursor, Filter, PeopleCursor, PeopleFilter, PersonId, ResultCursor, ResultFilter, TableId,
    TableState,
};
use crate::{
    audit, company, counts, jobs, lease, notes, notifications, pairing, people, push, ratings, reports, results, token,
    traces, vacations,
};

async fn plan(pool: &SqlitePool, sql: &str) -> String {
    let sql = AssertSqlSafe(format!("explain query plan {sql}"));
    let rows: Vec<(i64, i64, i64, String)> = sqlx::query_as(sql).fetch_all(pool).await.unwrap();
    rows.into_iter().map(|row| row.3 + "; ").collect()
}

fn listing(filter: Filter) -> String {
    let before = Some(Cursor { created_at: 5, table: TableId::random() });
    list::<Sqlite>(&Filter { before, ..filter }).into_string()
}

fn results(filter: ResultFilter) -> String {
    let before = Some(ResultCursor { ended_at: 5, table: TableId::random() });
    results::list::<Sqlite>(&ResultFilter { before, ..filter }).into_string()
}

fn people(circle: Circle, named: &str) -> String {
    let after = Some(PeopleCursor { created_at: 5, person: PersonId::random(), name: "ana".to_owned() });
    people::list::<Sqlite>(&PeopleFilter { named: named.to_owned(), circle, after, limit: 20 }).into_string()
}

#[tokio::test]
async fn lists_are_read_in_the_order_of_an_index() {
    let Pools { read: Pool::Sqlite(pool), .. } = Pools::open(&Backend::Memory).await.unwrap() else { unreachable!() };
    let playing = Filter { states: vec![TableState::Playing], ..Filter::default() };
    let lists = [
        (listing(Filter::default()), "tables_by_time"),
        (listing(playing.clone()), "tables_by_state"),
        (listing(Filter { public: true, ..playing }), "tables_in_public"),
        (listing(Filter { game: Some("inka".into()), ..Filter::default() }), "tables_of_game"),
        (lease::TAKE.sqlite.to_owned(), "tables_due"),
        (jobs::TAKE.sqlite.to_owned(), "jobs_due"),
        (notifications::LIST.to_owned(), "news_of_person"),
        (reports::OPEN.to_owned(), "reports_open"),
        (audit::LATEST.to_owned(), "audit_by_time"),
        (reports::ALL.to_owned(), "reports_by_time"),
        (people(Circle::All, ""), "people_by_time"),
        (people(Circle::Accounts, ""), "accounts_by_time"),
        (people(Circle::Banned, ""), "people_banned"),
        (people(Circle::Hosts, ""), "people_hosting"),
        (people(Circle::All, "an"), "people_by_sought"),
        (people::EXPIRE.to_owned(), "guests_by_sight"),
        (counts::EXPIRE.to_owned(), "counts_by_end"),
        (pairing::UNPAIRED.sqlite.to_owned(), "waiting_unpaired"),
        (pairing::EXPIRE.to_owned(), "waiting_by_sight"),
        (company::EXPIRE.to_owned(), "invites_by_time"),
        (traces::EXPIRE.to_owned(), "traces_by_time"),
        (results(ResultFilter::default()), "SEARCH p USING PRIMARY KEY"),
        (results(ResultFilter { game: Some("inka".into()), ..ResultFilter::default() }), "played_of_game"),
        (results::LATEST.to_owned(), "results_by_time"),
        (results::ENDED.to_owned(), "USING INTEGER PRIMARY KEY"),
        (results::ON_LADDER.to_owned(), "results_of_ladder"),
        // What one person played is read in its order; few of them play on many ladders.
        (ratings::CURVE.to_owned(), "SEARCH played USING PRIMARY KEY"),
        (ratings::BOARD.to_owned(), "standings_by_rating"),
        (ratings::FLAGS.to_owned(), "flags_open"),
    ];
    for (sql, index) in lists {
        let plan = plan(&pool, &sql).await;
        assert!(plan.contains(index) && !plan.contains("TEMP B-TREE"), "{sql}: {plan}");
    }
}

/// What belongs to one person or table is little, and may be sorted.
#[tokio::test]
async fn what_belongs_to_one_is_found_by_an_index() {
    let Pools { read: Pool::Sqlite(pool), .. } = Pools::open(&Backend::Memory).await.unwrap() else { unreachable!() };
    let lists = [
        (listing(Filter { person: Some(PersonId::random()), ..Filter::default() }), "SEARCH s USING PRIMARY KEY"),
        (company::TIES.to_owned(), "bonds_to"),
        (company::FRIENDS.to_owned(), "SEARCH a USING PRIMARY KEY"),
        (company::COUNT.to_owned(), "USING PRIMARY KEY"),
        (company::INVITES.to_owned(), "SEARCH i USING PRIMARY KEY"),
        (audit::OF_PERSON.to_owned(), "audit_of_person"),
        (audit::BY_HOST.to_owned(), "audit_by_host"),
        (reports::FROM.to_owned(), "reports_from"),
        (ratings::LAST.to_owned(), "SEARCH played USING PRIMARY KEY"),
        (ratings::ABOVE.to_owned(), "standings_by_rating"),
        (ratings::STANDS.to_owned(), "USING PRIMARY KEY"),
        (ratings::OF_PLAYER.to_owned(), "standings_of_player"),
        (results::GAMES.to_owned(), "played_of_game"),
        (token::OF_PERSON.to_owned(), "tokens_of_person"),
        (token::OF_TABLE.to_owned(), "tokens_of_table"),
        (push::OF_PERSON.to_owned(), "push_of_person"),
        (notes::OF_PERSON.to_owned(), "USING PRIMARY KEY"),
        (vacations::OF_PERSON.to_owned(), "USING PRIMARY KEY"),
    ];
    for (sql, index) in lists {
        let plan = plan(&pool, &sql).await;
        assert!(plan.contains(index) && !plan.contains("SCAN"), "{sql}: {plan}");
    }
}

/// What a profile sums up is read by index and then sorted; what is scanned (`p`) are the few rows just read.
#[tokio::test]
async fn a_profile_is_summed_up_by_an_index() {
    let Pools { read: Pool::Sqlite(pool), .. } = Pools::open(&Backend::Memory).await.unwrap() else { unreachable!() };
    for (sql, indexes) in [
        (results::OPPONENTS, ["SEARCH played USING PRIMARY KEY (player=?)", "played_at (table_id=?)"]),
        (results::BEST, ["SEARCH played USING PRIMARY KEY (player=?)", "SEARCH r USING INTEGER PRIMARY KEY"]),
    ] {
        let plan = plan(&pool, sql).await;
        let scans = plan.replace("SCAN p; ", "");
        assert!(indexes.iter().all(|index| plan.contains(index)) && !scans.contains("SCAN"), "{sql}: {plan}");
    }
}
