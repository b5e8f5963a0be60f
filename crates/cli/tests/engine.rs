//! Programs that play: the engine over standard input and output, and whatever the arena lets in.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use engine::{AnyMatch, Fast, Opening, Seat, ToAct, Viewer};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

const QUIPU: &str = env!("CARGO_BIN_EXE_quipu");

fn quipu(args: &[&str]) -> Output {
    Command::new(QUIPU).args(args).output().expect("the command runs")
}

/// `quipu engine`, asked line by line.
struct Engine {
    process: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn start(args: &[&str]) -> Engine {
        let mut command = Command::new(QUIPU);
        command.arg("engine").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the engine");
        let to = process.stdin.take();
        let from = BufReader::new(process.stdout.take().expect("its output"));
        Engine { process, to, from }
    }

    fn tell(&mut self, line: &[u8]) {
        let to = self.to.as_mut().expect("its input");
        to.write_all(line).and_then(|()| to.write_all(b"\n")).and_then(|()| to.flush()).expect("it listens");
    }

    fn hear(&mut self) -> Json {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("JSON, not '{line}'"))
    }

    fn ask(&mut self, message: &Json) -> Json {
        self.tell(message.to_string().as_bytes());
        self.hear()
    }

    /// The exit code once its input has ended.
    fn end(mut self) -> Option<i32> {
        self.to = None;
        self.process.wait().expect("its end").code()
    }
}

/// A match that went on at random for a while, with the seat to act.
fn under_way(game: &str, steps: usize) -> (Box<dyn AnyMatch>, Seat) {
    let kind = catalog::find(game).expect("a game").kind();
    let mut playing = kind.open(&Opening::seats(2)).expect("a match");
    let mut rng = Fast::new(7);
    loop {
        match playing.to_act() {
            ToAct::Over(rule) => panic!("over by {rule}"),
            ToAct::Chance => playing.sample(&mut rng),
            ToAct::Seat(seat) if playing.steps() >= steps => return (playing, seat),
            ToAct::Seat(seat) => {
                let legal = playing.legal();
                playing.play(Some(seat), &legal[playing.steps() * 31 % legal.len()]).expect("legal");
            }
        }
    }
}

fn asked(kind: &str, playing: &dyn AnyMatch, seat: Seat) -> Json {
    json!({
        "t": kind, "id": 5, "seat": seat, "view": playing.view(Viewer::Seat(seat)), "legal": playing.legal(),
        "budget": { "iterations": 300 },
    })
}

#[test]
fn an_engine_plays_hints_and_values_from_a_view_alone() {
    for game in ["tikal", "tongiaki", "thebes", "inka"] {
        let (playing, seat) = under_way(game, 20);
        let mut engine = Engine::start(&["--seed", "3"]);
        let ready = engine.ask(&json!({ "t": "hello", "protocol": 1, "later": "ignored" }));
        assert_eq!((&ready["t"], &ready["protocol"]), (&json!("ready"), &json!(1)), "{ready}");
        assert!(ready["games"].as_array().expect("games").contains(&json!(game)), "{ready}");
        let begun = engine.ask(&json!({ "t": "game", "game": game, "seats": 2, "seat": seat }));
        assert_eq!(begun, json!({ "t": "ok" }));
        let word = engine.ask(&asked("choose", &*playing, seat));
        assert_eq!((&word["t"], &word["id"]), (&json!("word"), &json!(5)), "{word}");
        assert!(playing.legal().contains(&word["word"].as_str().expect("a word").to_owned()), "{word}");
        let hints = engine.ask(&asked("hint", &*playing, seat));
        let first = hints["turns"][0]["words"][0].as_str().expect("a hint").to_owned();
        assert!(playing.legal().contains(&first), "{hints}");
        let value = engine.ask(&asked("evaluate", &*playing, seat));
        assert_eq!(value["estimates"].as_array().expect("estimates").len(), 2, "{value}");
        assert!(value["margin"].as_f64().is_some(), "{value}");
        // Iterations and seed fix the move.
        let mut again = Engine::start(&["--seed", "3"]);
        again.ask(&json!({ "t": "game", "game": game, "seats": 2, "seat": seat }));
        assert_eq!(again.ask(&asked("choose", &*playing, seat))["word"], word["word"]);
        assert_eq!((engine.end(), again.end()), (Some(0), Some(0)));
    }
}

#[test]
fn an_engine_answers_when_it_is_told_to_stop_and_ends_when_told_to_quit() {
    let (playing, seat) = under_way("tikal", 20);
    let mut engine = Engine::start(&[]);
    engine.ask(&json!({ "t": "game", "game": "tikal", "seats": 2, "seat": seat }));
    let mut long = asked("choose", &*playing, seat);
    long["budget"] = json!({ "ms": 3_600_000 });
    engine.tell(long.to_string().as_bytes());
    let since = Instant::now();
    engine.tell(br#"{"t":"stop"}"#);
    assert_eq!(engine.hear()["t"], "word");
    assert!(since.elapsed() < Duration::from_mins(10), "it did not wait for its hour");
    engine.tell(br#"{"t":"over","points":[1,2],"places":[2,1]}"#);
    engine.tell(long.to_string().as_bytes());
    engine.tell(br#"{"t":"quit"}"#);
    assert_eq!(engine.hear()["t"], "word", "what was asked before is answered");
    assert_eq!(engine.process.wait().expect("its end").code(), Some(0));
}

#[test]
fn bad_messages_are_answered_in_one_line_each_and_the_engine_goes_on() {
    let (playing, seat) = under_way("thebes", 20);
    let other = if seat == Seat::A { Seat::new(1) } else { Seat::A };
    let change = |change: &dyn Fn(&mut Json)| {
        let mut message = asked("choose", &*playing, seat);
        change(&mut message);
        message.to_string().into_bytes()
    };
    let game = |more: Json| {
        let mut message = json!({ "t": "game", "game": "thebes", "seats": 2, "seat": seat });
        message.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        message.to_string().into_bytes()
    };
    let mut engine = Engine::start(&[]);
    engine.tell(&change(&|_| {}));
    assert!(engine.hear()["text"].as_str().expect("a text").contains("send 'game' first"));
    assert_eq!(engine.ask(&json!({ "t": "game", "game": "thebes", "seats": 2, "seat": seat }))["t"], "ok");
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (b"nonsense".to_vec(), "column"),
        (b"[1,2]".to_vec(), "column"),
        (b"\xff\xfe".to_vec(), "UTF-8"),
        (vec![b'x'; 5 << 20], "longer than 4 MB"),
        (br#"{"id":1}"#.to_vec(), "missing field `t`"),
        (br#"{"t":"dance"}"#.to_vec(), "no message 'dance'"),
        (br#"{"t":"choose","id":1,"seat":"A"}"#.to_vec(), "missing field `view`"),
        (br#"{"t":"choose","seat":"A","view":{}}"#.to_vec(), "missing field `id`"),
        (game(json!({ "game": "chess" })), "no game 'chess'"),
        (game(json!({ "seats": 9 })), "9 seats"),
        (game(json!({ "seats": 5 })), "2 to 4"),
        (game(json!({ "seat": "D" })), "no seat D"),
        (game(json!({ "options": { "thief": "huge" } })), "'huge'"),
        (change(&|message| message["seat"] = json!("Q")), "column"),
        (change(&|message| message["view"] = json!({})), "the view"),
        (change(&|message| message["view"] = json!(playing.view(Viewer::All))), "not that of seat"),
        (change(&|message| message["view"] = json!(playing.view(Viewer::Spectator))), "not that of seat"),
        (change(&|message| message["view"] = json!(playing.view(Viewer::Seat(other)))), "not that of seat"),
        (change(&|message| message["legal"] = json!(["dance"])), "'dance' is not legal"),
        (change(&|message| message["budget"] = json!({ "ms": -1 })), "'ms' is -1"),
        (change(&|message| message["budget"] = json!({ "iterations": -1 })), "column"),
    ];
    for (line, says) in cases {
        engine.tell(&line);
        let answer = engine.hear();
        assert_eq!(answer["t"], "error", "{says}: {answer}");
        let text = answer["text"].as_str().expect("a text");
        assert!(text.contains(says) && !text.contains('\n'), "'{says}' in: {text}");
    }
    engine.tell(&change(&|message| message["seat"] = json!(other)));
    assert_eq!(engine.hear()["t"], "error", "not its turn");
    engine.tell(&change(&|_| {}));
    assert_eq!(engine.hear()["t"], "word", "it goes on");
    assert_eq!(engine.end(), Some(0));
    let output = quipu(&["engine", "--bot", "oracle"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no bot 'oracle'"));
}

/// A program of some lines of Python, in a folder.
fn program(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    fs::write(&file, text).expect("a file");
    file
}

fn exec(file: &Path) -> String {
    format!("exec:python3 {}", file.display())
}

#[track_caller]
fn arena(bots: &str, more: &[&str]) -> Json {
    let output = quipu(&[&["arena", "tongiaki", "--bots", bots, "--json"][..], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn the_example_of_the_manual_plays() {
    let manual = include_str!("../../../docs/engine.md");
    let example = manual.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    assert!(example.lines().count() < 45, "it is short");
    let folder = TempDir::new().expect("a folder");
    let bots = format!("greedy,{}", exec(&program(folder.path(), "chancer.py", example)));
    let found = arena(&bots, &["--games", "6", "--iterations", "1"]);
    assert_eq!(found["games"], 6);
    assert_eq!(found["bots"][1]["faults"]["counts"], json!({ "crash": 0, "timeout": 0, "illegal": 0 }), "{found}");
    assert!(found["bots"][0]["wins"].as_f64() > Some(0.5), "{found}");
}

#[test]
fn an_engine_of_ours_plays_in_the_arena_as_its_bot_does() {
    let records = TempDir::new().expect("a folder");
    let folder = records.path().to_str().expect("UTF-8");
    let bots = format!("exec:{QUIPU} engine --bot greedy --seed 1,random");
    let found = arena(&bots, &["--games", "10", "--budget", "5", "--clock", "cpu", "--records", folder]);
    assert_eq!(found["bots"][0]["faults"]["first"], Json::Null, "{found}");
    assert!(found["bots"][0]["wins"].as_f64() > Some(0.6), "{found}");
    assert!(found["bots"][0]["ms_per_decision"].as_f64() > Some(0.0), "{found}");
    for file in fs::read_dir(records.path()).expect("records") {
        let file = file.expect("a record").path();
        assert!(quipu(&["verify", file.to_str().expect("UTF-8")]).status.success());
    }
}

/// What a program is, but for its answer to `choose`.
const POLITE: &str = r#"
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if asked["t"] == "hello":
        print('{"t":"ready","protocol":1,"name":"x"}', flush=True)
    elif asked["t"] == "game":
        print('{"t":"ok"}', flush=True)
    elif asked["t"] == "choose":
        CHOOSE
"#;

#[test]
fn a_fault_loses_the_game_and_is_reported() {
    let folder = TempDir::new().expect("a folder");
    for (kind, choose, says) in [
        ("crash", "sys.exit('out of ideas')", "out of ideas"),
        ("crash", "__import__('os').close(1); time.sleep(9)", "closed its output"),
        ("timeout", "time.sleep(9)", "no answer within"),
        ("illegal", "print(json.dumps({'t':'word','id':asked['id'],'word':'dance'}), flush=True)", "'dance'"),
        ("illegal", "print(json.dumps({'t':'word','id':99,'word':asked['legal'][0]}), flush=True)", "question"),
        ("illegal", "print(json.dumps({'t':'word','id':asked['id']}), flush=True)", "no 'word'"),
        ("illegal", "print('my move', flush=True)", "'my move' is no message"),
        ("illegal", "print(json.dumps({'t':'error','text':'help'}), flush=True)", "it says: help"),
    ] {
        let file = program(folder.path(), "faulty.py", &POLITE.replace("CHOOSE", choose));
        let bots = format!("{},random", exec(&file));
        let found = arena(&bots, &["--games", "2", "--budget", "1", "--patience", "200"]);
        let faulty = &found["bots"][0];
        assert_eq!(faulty["faults"]["counts"][kind], 2, "{choose}: {found}");
        let first = faulty["faults"]["first"]["text"].as_str().expect("a text");
        assert!(first.contains(says), "'{says}' in: {first}");
        assert_eq!(faulty["wins"].as_f64(), Some(0.0), "{found}");
    }
}

#[test]
fn a_program_that_cannot_play_at_all_is_refused_at_once() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str, text: &str| exec(&program(folder.path(), name, text));
    for (bot, says) in [
        ("exec:/no/such/program".to_owned(), "cannot start '/no/such/program'"),
        ("exec:".to_owned(), "is not a command"),
        ("exec:'open".to_owned(), "is not a command"),
        (file("away.py", "import sys; sys.exit('not today')"), "not today"),
        (file("newer.py", "print('{\"t\":\"ready\",\"protocol\":7}')"), "version 7"),
        (file("strange.py", "print('welcome')"), "'welcome' is no message"),
    ] {
        let output = quipu(&["arena", "tongiaki", "--bots", &format!("random,{bot}"), "--games", "2"]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(says) && error.lines().count() == 1, "'{says}' in: {error}");
    }
}

/// What a program hears is what its seat may see: the view of that seat, the words, and the time.
#[test]
fn a_program_gets_nothing_but_what_its_seat_sees() {
    let folder = TempDir::new().expect("a folder");
    let heard = folder.path().join("heard");
    let keep = format!(
        "open({:?}, 'a').write(line); \
         print(json.dumps({{'t':'word','id':asked['id'],'word':asked['legal'][0]}}), flush=True)",
        heard.display().to_string()
    );
    let bots = format!("{},greedy", exec(&program(folder.path(), "ear.py", &POLITE.replace("CHOOSE", &keep))));
    let output = quipu(&["arena", "thebes", "--bots", &bots, "--games", "2", "--iterations", "1", "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let heard = fs::read_to_string(heard).expect("what was heard");
    let entry = catalog::find("thebes").expect("a game");
    let mut seats = Vec::new();
    for line in heard.lines() {
        let message: Json = serde_json::from_str(line).expect("JSON");
        let fields: Vec<&String> = message.as_object().expect("an object").keys().collect();
        assert_eq!(fields, ["t", "id", "seat", "view", "legal", "budget"]);
        assert!(message["view"]["whole"].is_null() && message["view"]["viewer"] == message["seat"], "{line}");
        let seat: Seat = message["seat"].as_str().expect("a seat").parse().expect("a seat");
        // It reads as the view of that seat, and of nobody else.
        entry.glimpse(&message["view"].to_string(), seat).map(drop).expect("the seat's own view");
        seats.push(seat);
    }
    assert!(seats.contains(&Seat::A) && seats.contains(&Seat::new(1)) && seats.len() > 20, "{} questions", seats.len());
}
