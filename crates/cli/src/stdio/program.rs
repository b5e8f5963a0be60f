//! The other side: an engine as a process of its own, asked over its standard input and output.

use std::io::{BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use catalog::{DecisionRequest, Fault, FaultKind};
use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::inbox::{ReadLine, read_line};
use super::message::{Allowance, NewGame, PROTOCOL, ProgramAnswer};

/// How long a program may take to start, and to begin a match: some load a network.
const STARTING: Duration = Duration::from_secs(30);
/// How long a program that was told to quit may take before it is ended.
const LEAVING: Duration = Duration::from_millis(500);
/// Nobody is waited for longer.
const LONGEST_WAIT: Duration = Duration::from_hours(24);
/// How often one looks whether it has ended.
const LOOKING: Duration = Duration::from_millis(5);

/// A program that plays.
pub(crate) struct Program {
    child: Child,
    /// Lines for it, written beside: a program that does not read must not hold up whoever asks.
    to: Option<Sender<String>>,
    from: Receiver<ReadLine>,
    /// The last line on its standard error: why it ended, most often; and who listens for it.
    last_words: Arc<Mutex<String>>,
    listening: JoinHandle<()>,
    name: String,
    asked: u64,
}

/// How long a decision may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    /// After this time we tell it to stop, …
    pub(crate) time: Duration,
    /// … and after this much longer it has failed.
    pub(crate) patience: Duration,
}

/// What a program decided.
pub(crate) struct Decided {
    pub(crate) word: String,
    /// How long it thought, by its own account.
    pub(crate) told: Option<Duration>,
}

#[derive(Serialize)]
struct Choose<'a> {
    t: &'static str,
    id: u64,
    seat: engine::Seat,
    view: &'a RawValue,
    legal: &'a [String],
    budget: Allowance,
}

impl Program {
    /// Starts a program and greets it.
    pub(crate) fn start(command: &[String]) -> Result<Program, Fault> {
        let crash = |text: String| Fault::new(FaultKind::Crash, text);
        let (first, rest) = command.split_first().ok_or_else(|| crash("no command is given".to_owned()))?;
        let mut process = Command::new(first);
        process.args(rest).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = process.spawn().map_err(|error| crash(format!("cannot start '{first}': {error}")))?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(crash(format!("'{first}' has no standard input and output")));
        };
        let last_words = Arc::default();
        let listening = remember(errors, Arc::clone(&last_words));
        let (to, from, name) = (Some(writer(input)), reader(output), first.clone());
        let mut program = Program { child, to, from, last_words, listening, name, asked: 0 };
        program.greet()?;
        Ok(program)
    }

    fn greet(&mut self) -> Result<(), Fault> {
        let by = concat!("Quipu ", env!("CARGO_PKG_VERSION"));
        self.tell(&json!({ "t": "hello", "protocol": PROTOCOL, "by": by }));
        let ready = self.answer("ready", STARTING)?;
        if ready.protocol != Some(PROTOCOL) {
            let spoken = ready.protocol.map_or_else(|| "no version".to_owned(), |version| format!("version {version}"));
            let text = format!("it speaks {spoken} of the protocol, this is version {PROTOCOL}");
            return Err(Fault::new(FaultKind::Illegal, text));
        }
        if let Some(name) = ready.name {
            self.name = engine::clip(&name);
        }
        Ok(())
    }

    /// How it calls itself.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Begins a match.
    pub(crate) fn begin(&mut self, game: &NewGame) -> Result<(), Fault> {
        let mut message = json!(game);
        message["t"] = json!("game");
        self.tell(&message);
        self.answer("ok", STARTING).map(drop)
    }

    /// Asks for a decision.
    pub(crate) fn choose(
        &mut self,
        asked: &DecisionRequest<'_>,
        budget: Allowance,
        wait: Wait,
    ) -> Result<Decided, Fault> {
        self.asked += 1;
        let view = serde_json::from_str(&asked.view);
        let view: &RawValue = view.unwrap_or_else(|error| unreachable!("a view is JSON: {error}"));
        let (seat, legal) = (asked.seat, asked.legal);
        self.tell(&Choose { t: "choose", id: self.asked, seat, view, legal, budget });
        let answer = match self.answer("word", wait.time) {
            Err(Fault { kind: FaultKind::Timeout, .. }) => {
                self.tell(&json!({ "t": "stop" }));
                let late = |fault: Fault| match fault.kind {
                    FaultKind::Timeout => Fault::new(FaultKind::Timeout, no_answer(wait.time + wait.patience)),
                    _ => fault,
                };
                self.answer("word", wait.patience).map_err(late)?
            }
            answer => answer?,
        };
        let illegal = |text: String| Fault::new(FaultKind::Illegal, text);
        if answer.id != Some(self.asked) {
            return Err(illegal(format!("it answered question {:?}, asked was {}", answer.id, self.asked)));
        }
        let told = answer.ms.and_then(|ms| Duration::try_from_secs_f64(ms / 1e3).ok());
        let word = answer.word.ok_or_else(|| illegal("its answer has no 'word'".to_owned()))?;
        Ok(Decided { word, told })
    }

    /// Says that the match is over.
    pub(crate) fn over(&mut self, points: &[i32], places: &[usize]) {
        self.tell(&json!({ "t": "over", "points": points, "places": places }));
    }

    fn tell(&self, message: &impl Serialize) {
        let line = serde_json::to_string(message).unwrap_or_else(|error| unreachable!("messages are JSON: {error}"));
        // If it has ended, that is found out when its answer is missing.
        let _ = self.to.as_ref().map(|to| to.send(line));
    }

    /// Its next answer, which is of that kind; what it tells besides (`info`) is passed over.
    fn answer(&mut self, kind: &str, wait: Duration) -> Result<ProgramAnswer, Fault> {
        let end = Instant::now() + wait.min(LONGEST_WAIT);
        loop {
            let line = match self.from.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(Fault::new(FaultKind::Timeout, no_answer(wait))),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            };
            let illegal = |text: String| Fault::new(FaultKind::Illegal, text);
            let line = line.map_err(illegal)?;
            let no_message = |_| illegal(format!("'{}' is no message", engine::clip(&line)));
            let answer: ProgramAnswer = serde_json::from_str(&line).map_err(no_message)?;
            match answer.t.as_str() {
                "info" => {}
                "error" => {
                    let text = answer.text.unwrap_or_default().replace('\n', " ");
                    return Err(illegal(format!("it says: {}", text.chars().take(200).collect::<String>())));
                }
                other if other == kind => return Ok(answer),
                other => return Err(illegal(format!("it sent '{}', '{kind}' was due", engine::clip(other)))),
            }
        }
    }

    /// How it ended.
    fn ended(&mut self) -> Fault {
        let status = self.wait(LEAVING).map_or_else(|| "it closed its output".to_owned(), |status| status.to_string());
        // What it said last may still be on its way.
        let end = Instant::now() + LEAVING;
        while !self.listening.is_finished() && Instant::now() < end {
            std::thread::sleep(LOOKING);
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let said = if words.is_empty() { String::new() } else { format!(": {words}") };
        Fault::new(FaultKind::Crash, format!("{status}{said}"))
    }

    fn wait(&mut self, most: Duration) -> Option<std::process::ExitStatus> {
        let end = Instant::now() + most;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= end {
                return None;
            }
            std::thread::sleep(LOOKING);
        }
    }
}

fn no_answer(wait: Duration) -> String {
    format!("no answer within {:.1} s", wait.as_secs_f64())
}

impl Drop for Program {
    fn drop(&mut self) {
        self.tell(&json!({ "t": "quit" }));
        // Its input ends, too, which also tells a program that knows no `quit`.
        self.to = None;
        if self.wait(LEAVING).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Writes lines as the program reads them.
fn writer(mut input: impl Write + Send + 'static) -> Sender<String> {
    let (to, lines) = channel::<String>();
    std::thread::spawn(move || {
        for line in lines {
            if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    to
}

/// Reads lines as the program writes them; nobody to read for, no more reading.
fn reader(output: impl Read + Send + 'static) -> Receiver<ReadLine> {
    let (heard, from) = std::sync::mpsc::sync_channel(64);
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        while let Some(line) = read_line(&mut output) {
            if line.as_ref().is_ok_and(String::is_empty) {
                continue;
            }
            if heard.send(line).is_err() {
                return;
            }
        }
    });
    from
}

/// Keeps the last line that a program complained with.
fn remember(errors: impl Read + Send + 'static, last: Arc<Mutex<String>>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut errors = BufReader::new(errors);
        while let Some(line) = read_line(&mut errors) {
            if let Ok(line) = line
                && !line.is_empty()
            {
                *last.lock().unwrap_or_else(PoisonError::into_inner) = line.chars().take(200).collect();
            }
        }
    })
}
