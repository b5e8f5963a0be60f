//! `quipu serve` killed in the middle of play: nothing that it acknowledged is lost. `cargo xtask crash` does more of
//! it.

use std::path::Path;
use std::time::Duration;

use load::Node;
use store::testing::Postgres;

const QUIPU: &str = env!("CARGO_BIN_EXE_quipu");

/// How long a restart may take; a machine that is busy with other tests is given more than the two seconds of one that
/// is not.
const READY: Duration = Duration::from_secs(10);

async fn five_kills(mut nodes: Vec<Node>) {
    for node in &mut nodes {
        node.start().await.unwrap();
    }
    let survived = load::crash(&mut nodes, 5, 6, 7).await.unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(survived.kills, 5);
    assert!(survived.restarts.iter().all(|restart| *restart < READY), "{survived}");
    eprintln!("{survived}");
}

#[tokio::test(flavor = "multi_thread")]
async fn five_kills_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    five_kills(vec![Node::on_file(Path::new(QUIPU), folder.path()).unwrap()]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_kills_of_one_of_two_servers_lose_nothing() {
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.database();
    five_kills(vec![
        Node::on_postgres(Path::new(QUIPU), &url).unwrap(),
        Node::on_postgres(Path::new(QUIPU), &url).unwrap(),
    ])
    .await;
}

async fn three_kills_while_matches_end(backend: store::Backend) {
    let mut node = Node::on(Path::new(QUIPU), &backend).unwrap();
    node.start().await.unwrap();
    let counted = load::count_results(&mut node, &backend, 3, 3, 11).await.unwrap_or_else(|error| panic!("{error:#}"));
    assert!(counted.acknowledged > 0 && counted.results >= counted.acknowledged, "{counted}");
    eprintln!("{counted}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_result_is_lost_or_counted_twice_over_kills() {
    let folder = tempfile::tempdir().unwrap();
    three_kills_while_matches_end(load::file_in(folder.path())).await;
    let Some(postgres) = Postgres::start() else { return };
    three_kills_while_matches_end(store::Backend::Postgres(postgres.database())).await;
}
