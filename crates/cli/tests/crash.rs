//! `quipu serve` killed in the middle of play: nothing that it acknowledged is lost. `cargo xtask crash` does more of it.

use std::path::Path;
use std::time::Duration;

use load::Node;

/// How long a restart may take; a machine that is busy with other tests is given more than the two seconds of one that
/// is not.
const READY: Duration = Duration::from_secs(10);

#[tokio::test(flavor = "multi_thread")]
async fn five_kills_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let data = vec!["--data".to_owned(), folder.path().display().to_string()];
    let mut nodes = [Node::new(Path::new(env!("CARGO_BIN_EXE_quipu")), data).unwrap()];
    nodes[0].start().await.unwrap();
    let survived = load::crash(&mut nodes, 5, 6, 7).await.unwrap_or_else(|error| panic!("{error:#}"));
    assert_eq!(survived.kills, 5);
    assert!(survived.restarts.iter().all(|restart| *restart < READY), "{survived}");
    eprintln!("{survived}");
}
