//! Checks query plans, all on SQLite, those of results and ratings on PostgreSQL, too: lists use an index in their
//! order, so that a page costs the same however much is stored.

use sqlx::{AssertSqlSafe, Sqlite, SqlitePool};

use crate::database::{Pool, Pools};
use crate::table::list;
use crate::{
    Backend, Circle, Cursor, Filter, PeopleCursor, PeopleFilter, PersonId, ResultCursor, ResultFilter, TableId,
    TableState,
};
use crate::{
    audit, company, counts, forget, jobs, lease, notes, notifications, pairing, people, push, ratings, reports,
    results, token, traces, vacations,
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
        (results::ON_LADDER.sqlite.to_owned(), "results_of_ladder"),
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
        (results::STYLE.to_owned(), "SEARCH played USING PRIMARY KEY (player=?)"),
        (ratings::UNSETTLE.to_owned(), "standings_of_player"),
        (forget::WINDOW_END.to_owned(), "USING INTEGER PRIMARY KEY"),
        (forget::NAMING.to_owned(), "SEARCH log USING PRIMARY KEY"),
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
        (results::ALL_OPPONENTS, ["SEARCH p USING PRIMARY KEY (player=?)", "played_at (table_id=?)"]),
        (results::BEST, ["SEARCH played USING PRIMARY KEY (player=?)", "SEARCH r USING INTEGER PRIMARY KEY"]),
        // The list of friends is all that is read as a whole.
        (ratings::AMONG.sqlite, ["standings USING PRIMARY KEY (ladder=? AND season=? AND player=?)", "SEARCH p USING"]),
    ] {
        let plan = plan(&pool, sql).await;
        let scans = plan.replace("SCAN p; ", "").replace("SCAN json_each", "");
        assert!(indexes.iter().all(|index| plan.contains(index)) && !scans.contains("SCAN"), "{sql}: {plan}");
    }
}

/// Twenty thousand matches of four among a thousand players on twenty ladders, and what PostgreSQL knows about them.
const MANY: [&str; 5] = [
    "insert into results (table_id, ended_at, game, ladder, rated, pending, body)
     select i, i, 'inka', 'inka x=' || i % 20, true, false, '{}'
     from generate_series(1, 20000) i",
    "insert into played (player, ended_at, table_id, seat, game, ladder, rated, place, points, won, before, rating,
                         deviation, games, wins, season_games, season_wins)
     select 'p' || (i * 7 + s * 131) % 1000, i, i, s, 'inka', 'inka x=' || i % 20, true,
            s, 10, s = 1, 1500000, 1500000 + (i * 31 + s) % 4000, 90000, 5, 1, 5, 1
     from generate_series(1, 20000) i, generate_series(1, 4) s",
    "insert into standings (ladder, season, player, rating, deviation, games, wins, settled, played_at)
     select 'inka x=' || l, 8104, 'p' || i, 1500000 + i * 37 % 4000, 9, 12, 3, i % 3 > 0, i
     from generate_series(1, 1000) i, generate_series(0, 19) l",
    "analyze",
    "set enable_seqscan = off; set plan_cache_mode = force_generic_plan",
];

/// The same for PostgreSQL, which would rather read a small table as a whole.
#[tokio::test]
async fn postgres_reads_pages_by_their_index() {
    // Without PostgreSQL this has said so.
    let Some(server) = crate::testing::Postgres::start() else { return };
    let pools = Pools::open(&Backend::Postgres(server.database())).await.unwrap();
    let Pool::Postgres(pool) = &pools.read else { unreachable!() };
    let mut db = pool.acquire().await.unwrap();
    for sql in MANY {
        sqlx::raw_sql(sql).execute(&mut *db).await.unwrap();
    }
    let listed = |filter: ResultFilter| {
        let before = Some(ResultCursor { ended_at: 5, table: TableId(5) });
        results::list::<sqlx::Postgres>(&ResultFilter { player: "p1".into(), before, ..filter }).into_string()
    };
    let of_game = ResultFilter { game: Some("inka".into()), ..ResultFilter::default() };
    for (sql, indexes, sorted) in [
        (ratings::BOARD.to_owned(), ["standings_by_rating", "played_"], true),
        (ratings::ABOVE.to_owned(), ["standings_by_rating", ""], true),
        (ratings::CURVE.to_owned(), ["played_", ""], true),
        (listed(ResultFilter::default()), ["played_", "results_pkey"], true),
        (listed(of_game), ["played_of_game", "results_pkey"], true),
        (results::LATEST.to_owned(), ["results_by_time", ""], true),
        (results::ON_LADDER.postgres.to_owned(), ["results_of_ladder", ""], true),
        (ratings::UNSETTLE.to_owned(), ["standings_of_player", ""], true),
        (forget::NAMING.to_owned(), ["log_pkey", ""], false),
        // What one person played is summed up.
        (results::GAMES.to_owned(), ["played_", ""], false),
        (results::BEST.to_owned(), ["played_", "results_pkey"], false),
        (results::STYLE.to_owned(), ["played_", ""], false),
        (results::OPPONENTS.to_owned(), ["(player = $1)", "played_at"], false),
        (results::ALL_OPPONENTS.to_owned(), ["(player = $1)", "played_at"], false),
    ] {
        let plan = postgres_plan(&mut db, &sql).await;
        assert!(indexes.iter().all(|index| plan.contains(index)), "{sql}: {plan}");
        // Whatever is read from an index is looked up there, and the index is not read as a whole.
        let (read, sought) = (plan.matches(" using ").count(), plan.matches("Index Cond").count());
        assert!(!plan.contains("Seq Scan") && read <= sought, "{sql}: {plan}");
        assert!(!sorted || !plan.contains("Sort"), "{sql}: {plan}");
    }
    drop(db);
    pools.close().await;
}

async fn postgres_plan(db: &mut sqlx::PgConnection, sql: &str) -> String {
    let most = (1..10).rev().find(|number| sql.contains(&format!("${number}"))).unwrap_or_default();
    let nothing = vec!["null"; most].join(", ");
    sqlx::raw_sql(AssertSqlSafe(format!("prepare page as {sql}"))).execute(&mut *db).await.unwrap();
    let explain = AssertSqlSafe(format!("explain execute page({nothing})"));
    let lines: Vec<String> = sqlx::query_scalar(explain).persistent(false).fetch_all(&mut *db).await.unwrap();
    sqlx::raw_sql("deallocate page").execute(db).await.unwrap();
    lines.join("\n")
}
