//! The real server process: starts, answers, is looked after, stops.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn quipu(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quipu"));
    // What the host of the tests has set must not reach them.
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("QUIPU_")) {
        command.env_remove(name);
    }
    command.current_dir(folder);
    command
}

struct Serving {
    process: Child,
    address: String,
    /// What it says when it is up.
    greeting: String,
}

impl Serving {
    fn start(folder: &Path, more: &[&str]) -> Serving {
        let mut command = quipu(folder);
        command.args(["serve", "--data", "data", "--listen", "127.0.0.1:0"]).args(more);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary");
        let mut output = BufReader::new(process.stdout.as_mut().expect("its output"));
        let mut greeting = String::new();
        while !greeting.contains("Ctrl-C") && output.read_line(&mut greeting).expect("a line") > 0 {}
        let line = greeting.lines().next().unwrap_or_default();
        let address = line.strip_prefix("Quipu is at http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("an address, not '{line}'")).to_owned();
        Serving { process, address, greeting }
    }

    fn get(&self, path: &str) -> String {
        self.ask("GET", path, "")
    }

    fn post(&self, path: &str, body: &str) -> String {
        self.ask("POST", path, body)
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let about = format!("content-type: application/json\r\ncontent-length: {}", body.len());
        let head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{about}", self.address);
        write!(stream, "{head}\r\n\r\n{body}").expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.process.id().to_string()]).status().expect("kill");
        assert!(sent.success());
    }

    /// The exit code, within a time.
    fn ended(mut self, within: Duration) -> (Option<i32>, String) {
        let started = Instant::now();
        while started.elapsed() < within {
            if let Some(status) = self.process.try_wait().expect("a process") {
                let mut log = String::new();
                self.process.stderr.take().expect("its log").read_to_string(&mut log).expect("text");
                return (status.code(), log);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the server did not end");
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

fn printed(output: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    out.into_owned()
}

#[test]
fn the_server_says_how_to_play_and_stops_well_when_asked_to() {
    // Who builds from the sources has no `quipu` at hand: `cargo xtask play` says how else.
    let sources = ["--terminal", "cargo xtask play"];
    for (signal, flags, play) in [("-TERM", &[][..], "quipu play tikal"), ("-INT", &sources, "cargo xtask play tikal")]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let serving = Serving::start(folder.path(), flags);
        assert!(serving.greeting.contains(&format!("Terminal  {play}\n")), "{}", serving.greeting);
        assert!(serving.get("/healthz").starts_with("HTTP/1.1 200"));
        // A connection that asks for nothing must not keep the server from ending.
        let idle = TcpStream::connect(&serving.address).expect("a connection");
        let health = quipu(folder.path()).args(["health", &serving.address]).output().expect("the binary");
        assert_eq!(printed(&health), "ready\n");
        let address = serving.address.clone();
        serving.signal(signal);
        let (code, log) = serving.ended(Duration::from_secs(15));
        assert_eq!(code, Some(0), "{log}");
        assert!(log.contains("the server stops") && !log.contains("WARN"), "{log}");
        drop(idle);
        let health = quipu(folder.path()).args(["health", &address]).output().expect("the binary");
        assert_eq!(health.status.code(), Some(1), "{health:?}");
        assert!(folder.path().join("data/quipu.db").is_file() && folder.path().join("data/secret.key").is_file());
    }
}

#[test]
fn a_host_looks_after_a_server_that_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let serving = Serving::start(folder.path(), &["--log-format", "json"]);
    let answer = serving.get("/api/me");
    let id = answer.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a guest's number");
    let admin = |args: &[&str]| {
        quipu(folder.path()).arg("admin").args(args).args(["--data", "data"]).output().expect("the binary")
    };
    assert!(printed(&admin(&["people"])).contains(id));
    assert!(printed(&admin(&["ban", id, "--why", "shouting"])).contains("is banned"));
    assert!(printed(&admin(&["people"])).contains("banned: shouting"));
    assert!(printed(&admin(&["unban", id])).contains("no longer banned"));
    let json: serde_json::Value = serde_json::from_str(&printed(&admin(&["people", "--json"]))).expect("JSON");
    assert_eq!(json["id"], id);
    assert_eq!(printed(&admin(&["reports"])) + &printed(&admin(&["tables"])), "");
    for (args, says) in [
        (&["ban", "Nobody", "--why", "x"][..], "there is no person 'Nobody'"),
        (&["reset", id], "guests have no password"),
        (&["host", id], "only an account can be a host"),
        (&["delete-table", "x"], "is not the id of a table"),
    ] {
        let output = admin(args);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(says), "{says}: {output:?}");
    }
    assert!(printed(&admin(&["delete-person", id])).contains("is deleted"));
    assert_eq!(printed(&admin(&["people"])), "");
    let audit = printed(&admin(&["audit"]));
    let done: Vec<&str> = audit.lines().filter_map(|line| line.split("  ").nth(2)).collect();
    assert_eq!(done, ["delete-person", "unban", "ban"], "{audit}");
    assert!(audit.contains(id) && !audit.contains("shouting"), "the reason goes with the person: {audit}");
    serving.signal("-TERM");
    let (code, log) = serving.ended(Duration::from_secs(15));
    assert_eq!(code, Some(0), "{log}");
    let line = log.lines().next().expect("a line");
    assert!(serde_json::from_str::<serde_json::Value>(line).expect("JSON")["message"].is_string(), "{line}");
}

#[test]
fn a_host_is_told_how_the_server_stands_and_makes_others_hosts() {
    let folder = tempfile::tempdir().expect("a folder");
    let serving = Serving::start(folder.path(), &[]);
    serving.get("/api/me");
    let made = serving.post("/api/account", r#"{ "name": "Ana", "password": "correct horse" }"#);
    assert!(made.starts_with("HTTP/1.1 200"), "{made}");
    let admin = |args: &[&str]| {
        quipu(folder.path()).arg("admin").args(args).args(["--data", "data"]).output().expect("the binary")
    };
    let begun = std::time::Instant::now();
    let status = loop {
        let status = printed(&admin(&["status"]));
        // The node says for the first time how it is loaded just after its start.
        if status.contains("node     ") || begun.elapsed() > Duration::from_secs(20) {
            break status;
        }
    };
    for part in
        ["people   1 accounts, 1 guests, 0 banned, 0 hosts", "tables   0 gathering", "storage  sqlite, ", "up 0 min"]
    {
        assert!(status.contains(part), "{part}: {status}");
    }
    assert_eq!(printed(&admin(&["host", "ana"])), "Ana is a host; the page is /host\n");
    let json: serde_json::Value = serde_json::from_str(&printed(&admin(&["status", "--json"]))).expect("JSON");
    assert_eq!((&json["people"][3]["count"], &json["storage"]["database"]), (&1.into(), &"sqlite".into()));
    assert!(json["nodes"][0]["threads"].as_u64() > Some(0));
    let hosts = printed(&admin(&["people", "--only", "hosts"]));
    assert!(hosts.lines().count() == 1 && hosts.contains("  host     Ana"), "{hosts}");
    assert!(printed(&admin(&["people", "--named", "AN"])).contains("Ana"));
    assert_eq!(printed(&admin(&["people", "--named", "x"])), "");
    assert!(printed(&admin(&["ratings", "recompute"])).contains("0 matches on 0 ladders"));
    assert!(printed(&admin(&["status"])).contains("made anew since"));
    assert!(printed(&admin(&["unhost", "Ana"])).contains("no longer a host"));
    assert_eq!(printed(&admin(&["people", "--only", "hosts"])), "");
    let audit = printed(&admin(&["audit"]));
    let done: Vec<&str> = audit.lines().filter_map(|line| line.split("  ").nth(2)).collect();
    assert_eq!(done, ["unhost", "ratings recompute", "host"], "{audit}");
    serving.signal("-TERM");
    serving.ended(Duration::from_secs(15));
    assert!(printed(&admin(&["status"])).contains("nodes    none runs"), "a node that stops says so");
}

#[test]
fn a_backup_of_a_running_server_is_restored_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let serving = Serving::start(folder.path(), &[]);
    serving.get("/api/me");
    let run = |args: &[&str]| quipu(folder.path()).args(args).output().expect("the binary");
    let people = printed(&run(&["admin", "people", "--data", "data"]));
    assert!(printed(&run(&["backup", "all.db", "--data", "data"])).contains("all.db is written"));
    serving.get("/api/me");
    assert!(printed(&run(&["restore", "all.db", "--data", "new"])).contains("is restored"));
    assert_eq!(printed(&run(&["admin", "people", "--data", "new"])), people);
    let again = run(&["restore", "all.db", "--data", "new"]);
    assert_eq!(again.status.code(), Some(2), "nothing is overwritten");
    let nothing = run(&["restore", "none.db", "--data", "newer"]);
    assert_eq!(nothing.status.code(), Some(2));
}

/// Whoever forgets to say that the data are in PostgreSQL gets no backup of an empty file that was never there.
#[test]
fn a_folder_without_data_is_neither_kept_nor_looked_after() {
    let folder = tempfile::tempdir().expect("a folder");
    for args in [&["backup", "all.db"][..], &["admin", "people"]] {
        let output = quipu(folder.path()).args(args).args(["--data", "data"]).output().expect("the binary");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("no quipu.db") && said.contains("--database-url"), "{args:?}: {said}");
        let left = std::fs::read_dir(folder.path()).expect("the folder").count();
        assert_eq!(left, 0, "{args:?} has made something");
    }
}

#[test]
fn bad_options_are_told_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("bad.toml"), "listen = 5\n").expect("a file");
    let listening = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = listening.local_addr().expect("an address").to_string();
    for (args, says) in [
        (&["--secret", "short"][..], "--secret"),
        (&["--config", "bad.toml"], "bad.toml: line 1"),
        (&["--config", "none.toml"], "none.toml"),
        (&["--listen", "nowhere"], "--listen"),
        (&["--database-url", "mysql://x"], "--database-url"),
        (&["--log", "[["], "--log"),
        (&["--secret-file", "bad.toml"], "bad.toml"),
    ] {
        let output = quipu(folder.path()).arg("serve").args(["--data", "data"]).args(args).output();
        let output = output.expect("the binary");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(says), "{says}: {output:?}");
    }
    let output =
        quipu(folder.path()).args(["serve", "--data", "data", "--listen", &taken]).output().expect("the binary");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("choose another port") && said.lines().count() == 1, "{said}");
    let help = printed(&quipu(folder.path()).args(["serve", "--help"]).output().expect("the binary"));
    for word in ["--lan", "--database-url", "QUIPU_LISTEN", "quipu.toml", "--trusted-proxies"] {
        assert!(help.contains(word), "{word}");
    }
}
