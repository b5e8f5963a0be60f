//! `quipu seat`: programs at the tables of a real server.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use load::{Node, Person};
use serde_json::{Value as Json, json};

const QUIPU: &str = env!("CARGO_BIN_EXE_quipu");

/// The runner with a program of ours.
fn seat(url: &str, token: &str, program: &[&str]) -> Command {
    let mut command = Command::new(QUIPU);
    command.args(["seat", url, token, "--budget", "1", "--"]).args(program);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).env_remove("QUIPU_TOKEN");
    command
}

/// One line that holds all of `parts`.
#[track_caller]
fn fails(output: &Output, code: i32, parts: &[&str]) {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), error.lines().count()), (Some(code), 1), "{error}");
    assert!(parts.iter().all(|part| error.contains(part)), "{parts:?} in: {error}");
}

/// A table with two programs that has started: its address and their tokens.
async fn table(node: &Node, owner: &Person, options: &Json) -> (String, Vec<String>) {
    let robot = |name: &str| json!({ "kind": "program", "name": name });
    let new = json!({ "game": "tongiaki", "options": options, "seats": [robot("Robo"), robot("Rita")] });
    let made = owner.post("/api/tables", &new).await.and_then(|answer| answer.json()).expect("a table");
    let id = made["id"].as_str().expect("an id");
    let tokens = made["tokens"].as_array().expect("tokens").iter();
    let tokens = tokens.map(|token| token["token"].as_str().expect("a token").to_owned()).collect();
    let start = owner.post(&format!("/api/tables/{id}/do"), &json!({ "id": "s", "do": "start" })).await;
    start.and_then(|answer| answer.json()).expect("the match starts");
    (format!("http://{}/t/{id}", node.address), tokens)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_play_a_match_at_a_server_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut node = Node::on_file(Path::new(QUIPU), folder.path()).expect("a server");
    node.start().await.expect("it starts");
    let owner = Person::guest(node.address).await.expect("a person");
    let (url, tokens) = table(&node, &owner, &json!([["full_beaches", "all"]])).await;
    let runners: Vec<_> = tokens
        .iter()
        .map(|token| seat(&url, token, &[QUIPU, "engine", "--bot", "greedy"]).spawn().expect("a runner"))
        .collect();
    for runner in runners {
        let output = runner.wait_with_output().expect("its end");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{said}{}", String::from_utf8_lossy(&output.stderr));
        assert!(said.contains("greedy waits for its turn") && said.contains("The match is over: A "), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_wrong_at_a_table_is_told_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut node = Node::on_file(Path::new(QUIPU), folder.path()).expect("a server");
    node.start().await.expect("it starts");
    let owner = Person::guest(node.address).await.expect("a person");
    let (url, tokens) = table(&node, &owner, &json!([])).await;
    let ours = [QUIPU, "engine"];
    let run = |url: &str, token: &str, program: &[&str]| seat(url, token, program).output().expect("the command runs");
    fails(&run("somewhere", &tokens[0], &ours), 2, &["'somewhere' is not the address of a table"]);
    fails(&run("ftp://localhost/t/x", &tokens[0], &ours), 2, &["is not the address of a table"]);
    fails(&run(&url, &tokens[0], &["/no/such/program"]), 2, &["cannot start '/no/such/program'"]);
    fails(&run(&url, "nonsense", &ours), 1, &["does not know the token"]);
    // Neither of them knows whose turn it is; the one that is asked fails.
    let silly = folder.path().join("silly.py");
    let text = "import json, sys\n\
                for line in sys.stdin:\n    \
                t = json.loads(line)\n    \
                a = {'hello': {'t': 'ready', 'protocol': 1}, 'game': {'t': 'ok'}}\n    \
                a['choose'] = {'t': 'word', 'id': t.get('id'), 'word': 'dance'}\n    \
                if t['t'] in a: print(json.dumps(a[t['t']]), flush=True)\n";
    std::fs::write(&silly, text).expect("a file");
    let silly = ["python3", silly.to_str().expect("UTF-8")];
    let mut both: Vec<_> = tokens.iter().map(|token| seat(&url, token, &silly).spawn().expect("a runner")).collect();
    let ended = loop {
        let ended = both.iter_mut().position(|runner| runner.try_wait().expect("a process").is_some());
        if let Some(at) = ended {
            break at;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    fails(&both.swap_remove(ended).wait_with_output().expect("its end"), 1, &["'dance' was refused"]);
    let mut other = both.swap_remove(0);
    other.kill().expect("it waits");
    other.wait().expect("its end");
}
