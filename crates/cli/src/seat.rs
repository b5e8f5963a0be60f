//! `quipu seat`: lets a program that speaks the engine protocol play its seat at a server's table.

use std::time::{Duration, Instant};

use anstream::println;
use catalog::{DecisionRequest, Fault};
use clap::Args;
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value as Json, json};
use url::Url;

use crate::stdio::message::{Allowance, NewGame};
use crate::stdio::program::{Program, Wait};
use crate::{Failure, Outcome};

#[derive(Args)]
pub(crate) struct Seat {
    /// The table's address, as the browser shows it: `http://localhost:7777/t/TABLE`
    url: String,
    /// The token of the program's seat, which was shown when the table was made
    #[arg(env = "QUIPU_TOKEN", hide_env_values = true)]
    token: String,
    /// How long the program may think about a decision
    #[arg(
        long,
        default_value_t = 2000,
        value_name = "MS",
        value_parser = clap::value_parser!(u64).range(..=86_400_000),
    )]
    budget: u64,
    /// How many milliseconds longer than that it may take before the runner gives up
    #[arg(long, default_value_t = 10_000, value_name = "MS")]
    patience: u64,
    /// Say no when others want to take back moves; bots say yes
    #[arg(long)]
    no_undo: bool,
    /// The program with its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// How many seconds the server may keep a request waiting.
const LONG_POLL: u64 = 30;
/// How long a server that does not answer is tried again, and how often.
const OFFLINE: Duration = Duration::from_mins(5);
const AGAIN: Duration = Duration::from_secs(2);

impl Seat {
    pub(crate) fn run(self) -> Outcome {
        let table = Table::new(&self.url, &self.token)?;
        let program = Program::start(&self.command).map_err(|fault| Failure::Usage(fault.text))?;
        let runner = Runner { seat: self, table, program, began: false, played: 0 };
        crate::serve::runtime()?.block_on(runner.play())
    }
}

/// A table on a server, for one program.
struct Table {
    client: Client,
    /// Where the table's requests go.
    address: String,
    token: String,
    /// What the ids of commands begin with: none is used twice.
    salt: u64,
}

/// What a program needs to know of a position.
#[derive(Deserialize)]
struct Position {
    version: u64,
    stage: Named,
    eyes: String,
    #[serde(default)]
    to_act: Option<Named>,
    #[serde(default)]
    view: Option<Box<RawValue>>,
    legal: Vec<String>,
    votes: Vec<Vote>,
    result: Option<Ended>,
}

/// Something that a word names.
#[derive(Deserialize)]
struct Named {
    kind: String,
    #[serde(default)]
    seat: Option<String>,
    #[serde(default)]
    why: Option<String>,
}

#[derive(Deserialize)]
struct Vote {
    number: u64,
    asked: Vec<String>,
}

#[derive(Deserialize)]
struct Ended {
    points: Vec<i32>,
    places: Vec<usize>,
}

/// What was refused, and why.
struct Refused {
    stale: bool,
    text: String,
}

impl Table {
    fn new(url: &str, token: &str) -> Result<Table, Failure> {
        let wrong = || {
            let text =
                format!("'{}' is not the address of a table, such as http://localhost:7777/t/TABLE", engine::clip(url));
            Failure::Usage(text)
        };
        let url = Url::parse(url).map_err(|_| wrong())?;
        let path: Vec<&str> = url.path_segments().map(Iterator::collect).unwrap_or_default();
        let at =
            path.iter().rposition(|part| *part == "t").filter(|at| path.get(at + 1).is_some_and(|id| !id.is_empty()));
        let (Some(at), true) = (at, matches!(url.scheme(), "http" | "https")) else { return Err(wrong()) };
        let before: String = path[..at].iter().map(|part| format!("{part}/")).collect();
        let address = format!("{}/{before}api/tables/{}", url.origin().ascii_serialization(), path[at + 1]);
        let client = Client::builder().tls_backend_preconfigured(server::notifications::webhook::tls());
        let client = client.timeout(Duration::from_secs(2 * LONG_POLL)).build();
        let client = client.map_err(|error| Failure::Usage(error.to_string()))?;
        let salt = getrandom::u64().map_err(|error| Failure::Usage(format!("no random numbers: {error}")))?;
        Ok(Table { client, address, token: token.to_owned(), salt })
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.address));
        request.header("authorization", format!("Bearer {}", self.token))
    }

    /// Asks for something, again and again while the server does not answer.
    async fn read(&self, path: &str) -> Result<String, Failure> {
        match self.ask(|| self.request(Method::GET, path)).await? {
            (status, text) if status.is_success() => Ok(text),
            (_, text) => Err(Failure::Check(text)),
        }
    }

    /// Sends a command.
    async fn post(&self, path: &str, body: &Json) -> Result<Result<(), Refused>, Failure> {
        let body = body.to_string();
        let request = || self.request(Method::POST, path).header("content-type", "application/json").body(body.clone());
        let (status, text) = self.ask(request).await?;
        if status.is_success() {
            return Ok(Ok(()));
        }
        Ok(Err(Refused { stale: status == StatusCode::CONFLICT, text }))
    }

    /// The status and body of an answer; of a refusal its code and reason.
    async fn ask(&self, request: impl Fn() -> RequestBuilder) -> Result<(StatusCode, String), Failure> {
        let since = Instant::now();
        loop {
            let failed = match answer(request()).await {
                Ok((status, _)) if status == StatusCode::UNAUTHORIZED => {
                    let text = "the server does not know the token (any more); the table's owner can make a new one";
                    return Err(Failure::Check(text.to_owned()));
                }
                Ok((status, text)) if !status.is_server_error() && status != StatusCode::TOO_MANY_REQUESTS => {
                    return Ok((status, if status.is_success() { text } else { reason(status, &text) }));
                }
                Ok((status, text)) => reason(status, &text),
                Err(error) => without_address(error),
            };
            if since.elapsed() >= OFFLINE {
                return Err(Failure::Check(format!("the server does not answer: {failed}")));
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}

async fn answer(request: RequestBuilder) -> reqwest::Result<(StatusCode, String)> {
    let answer = request.send().await?;
    Ok((answer.status(), answer.text().await?))
}

/// An error with its causes.
fn without_address(error: reqwest::Error) -> String {
    let error = error.without_url();
    let causes = std::iter::successors(std::error::Error::source(&error), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

/// Why something was refused, in the server's words.
fn reason(status: StatusCode, body: &str) -> String {
    let read: Option<Json> = serde_json::from_str(body).ok();
    let text = read.as_ref().and_then(|refusal| refusal["reason"]["text"].as_str());
    text.map_or_else(|| format!("the server answered {status}"), str::to_owned)
}

/// A program at its table.
struct Runner {
    seat: Seat,
    table: Table,
    program: Program,
    /// Whether the program knows of the match.
    began: bool,
    /// How many commands were sent.
    played: u64,
}

impl Runner {
    /// Plays until the match is over.
    async fn play(mut self) -> Outcome {
        println!("{} waits for its turn", self.program.name());
        let mut version = 0;
        loop {
            let position = self.position(version).await?;
            version = position.version;
            if let Some(ended) = &position.result {
                self.program.over(&ended.points, &ended.places);
                println!("The match is over: {}.", result(&position.eyes, ended));
                return Ok(());
            }
            if matches!(position.stage.kind.as_str(), "closed" | "broken") {
                let why = position.stage.why.unwrap_or_default();
                return Err(Failure::Check(format!("the table is {}: {why}", position.stage.kind)));
            }
            self.vote(&position).await?;
            let own = position.to_act.as_ref().is_some_and(|act| act.seat.as_deref() == Some(&position.eyes));
            if own && !position.legal.is_empty() {
                self.decide(position).await?;
            }
        }
    }

    async fn position(&self, since: u64) -> Result<Position, Failure> {
        let text = self.table.read(&format!("/position?wait={LONG_POLL}&since={since}")).await?;
        serde_json::from_str(&text).map_err(|error| Failure::Check(format!("the server's position: {error}")))
    }

    /// Says yes or no to whoever asks.
    async fn vote(&mut self, position: &Position) -> Outcome {
        for vote in position.votes.iter().filter(|vote| vote.asked.contains(&position.eyes)) {
            let id = self.next_id();
            let vote = json!({ "id": id, "do": "vote", "number": vote.number, "yes": !self.seat.no_undo });
            // Who asked may have thought better of it.
            let _ = self.table.post("/do", &vote).await?;
        }
        Ok(())
    }

    /// Lets the program decide, and plays its word.
    async fn decide(&mut self, position: Position) -> Outcome {
        let seat: engine::Seat =
            position.eyes.parse().map_err(|_| Failure::Check(format!("'{}' is not a seat", position.eyes)))?;
        if !self.began {
            let game = self.game(seat).await?;
            self.program.begin(&game).map_err(failed)?;
            self.began = true;
        }
        let view = position.view.map(|view| view.get().to_owned()).unwrap_or_default();
        let time = Duration::from_millis(self.seat.budget);
        let wait = Wait { time, patience: Duration::from_millis(self.seat.patience) };
        let budget = Allowance { ms: Some(self.seat.budget as f64), ..Allowance::default() };
        let asked = DecisionRequest { seat, view, legal: &position.legal };
        let word = self.program.choose(&asked, budget, wait).map_err(failed)?.word;
        let id = self.next_id();
        let play = json!({ "id": id, "seen": position.version, "word": word });
        match self.table.post("/play", &play).await? {
            Err(refused) if !refused.stale => {
                Err(Failure::Check(format!("'{}' was refused: {}", engine::clip(&word), refused.text)))
            }
            _ => Ok(()),
        }
    }

    /// What the program gets to know of the match.
    async fn game(&self, seat: engine::Seat) -> Result<NewGame, Failure> {
        #[derive(Deserialize)]
        struct State {
            table: Shown,
        }
        #[derive(Deserialize)]
        struct Shown {
            game: String,
            options: Vec<(String, String)>,
            seats: Vec<Json>,
        }
        let text = self.table.read("").await?;
        let state: State =
            serde_json::from_str(&text).map_err(|error| Failure::Check(format!("the server's table: {error}")))?;
        let Shown { game, options, seats } = state.table;
        Ok(NewGame { game, seats: seats.len(), seat, options: options.into_iter().collect() })
    }

    fn next_id(&mut self) -> String {
        self.played += 1;
        format!("{:x}-{}", self.table.salt, self.played)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "errors are handed over by `map_err`")]
fn failed(fault: Fault) -> Failure {
    Failure::Check(format!("the program failed: {}", fault.text))
}

/// The points by seat, and the program's place.
fn result(eyes: &str, ended: &Ended) -> String {
    let points: Vec<String> = engine::Seat::all(ended.points.len())
        .zip(&ended.points)
        .map(|(seat, points)| format!("{seat} {points}"))
        .collect();
    let place = eyes.parse::<engine::Seat>().ok().and_then(|seat| ended.places.get(seat.index()));
    let place = place.map_or_else(String::new, |place| format!("; the program, {eyes}, has place {place}"));
    format!("{} points{place}", points.join(", "))
}
