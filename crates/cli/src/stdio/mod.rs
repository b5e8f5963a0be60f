//! `quipu engine`: a bot over standard input and output, for arenas, runners and whoever else asks.

pub(crate) mod inbox;
pub(crate) mod message;
pub(crate) mod program;

use std::io::Write as _;
use std::time::{Duration, Instant};

use catalog::{Evaluation, GameEntry, Glimpse, Player};
use clap::Args;
use engine::{Budget, Fast, Opening};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::arena::watch::Time;
use crate::{Failure, Outcome, Shared, hint, input};
use inbox::{Inbox, Message};
use message::{Allowance, Head, Measure, NewGame, PROTOCOL, Position};

const HELP: &str = "\
It reads a message in JSON per line and answers each with a line; docs/engine.md has them all. Try:
  echo '{\"t\":\"hello\",\"protocol\":1}' | quipu engine

Let it play:
  quipu arena tikal --bots master,exec:'./older-quipu engine'
  quipu seat http://localhost:7777/t/TABLE TOKEN -- quipu engine --bot expert";

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct Engine {
    /// The bot that plays
    #[arg(long, default_value = "master", value_name = "BOT")]
    bot: String,
    /// How many threads think
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The seed of the random numbers; without it they differ from run to run
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How long to think about a decision where the message does not say it
    #[arg(
        long,
        default_value_t = 1000,
        value_name = "MS",
        value_parser = clap::value_parser!(u64).range(..=86_400_000),
    )]
    budget: u64,
}

impl Engine {
    pub(crate) fn run(self, shared: &Shared) -> Outcome {
        if catalog::GAMES[0].player(&self.bot).is_none() {
            return Err(crate::sim::unprepared(catalog::Unprepared::NoSuchBot(self.bot)));
        }
        let drawn = || getrandom::u64().map_err(|error| Failure::Usage(format!("no random numbers: {error}")));
        let rng = Fast::new(self.seed.map_or_else(drawn, Ok)?);
        let mut thinking = Thinking { command: self, shared, rng, game: None };
        let inbox = Inbox::open(std::io::stdin());
        let mut out = std::io::stdout().lock();
        while let Some(message) = inbox.next() {
            let Some(answer) = thinking.answer(&message) else { break };
            // Whoever asked is gone: there is nobody to tell.
            if !answer.is_null() && writeln!(out, "{answer}").and_then(|()| out.flush()).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// The engine between two messages.
struct Thinking<'a> {
    command: Engine,
    shared: &'a Shared,
    rng: Fast,
    game: Option<Playing>,
}

/// The match that is played.
struct Playing {
    entry: &'static dyn GameEntry,
    player: Box<dyn Player>,
}

/// Why a message cannot be answered.
type Unanswered = String;

impl Thinking<'_> {
    /// The answer to a message: null where none is due, nothing to end.
    fn answer(&mut self, message: &Message) -> Option<Json> {
        let head = message.line.clone().and_then(|line| read::<Head>(&line).map(|head| (head, line)));
        let (head, line) = match head {
            Ok(read) => read,
            Err(text) => return Some(json!({ "t": "error", "text": text })),
        };
        if head.t == "quit" {
            return None;
        }
        let stopped = || message.is_stopped();
        let answer = match head.t.as_str() {
            "hello" => Ok(self.ready()),
            "game" => self.begin(&line),
            "choose" => self.choose(&line, &stopped),
            "hint" => self.hint(&line, &stopped),
            "evaluate" => self.evaluate(&line),
            "over" => Ok(Json::Null),
            other => Err(format!(
                "there is no message '{}'; there are hello, game, choose, hint, evaluate, stop, over, quit",
                engine::clip(other)
            )),
        };
        Some(answer.unwrap_or_else(|text| json!({ "t": "error", "id": head.id, "text": text })))
    }

    fn ready(&self) -> Json {
        let games: Vec<_> = catalog::GAMES.iter().map(|entry| entry.kind().info().key).collect();
        let name = format!("Quipu {} {}", env!("CARGO_PKG_VERSION"), self.command.bot);
        json!({ "t": "ready", "protocol": PROTOCOL, "name": name, "games": games })
    }

    /// A match begins: forgets the one before.
    fn begin(&mut self, line: &str) -> Result<Json, Unanswered> {
        let new: NewGame = read(line)?;
        let entry = input::entry(&new.game).map_err(said)?;
        if new.seats > engine::MOST_SEATS {
            return Err(format!("{} seats are not possible", new.seats));
        }
        let options = new.options.into_iter().collect();
        let box_digest = input::add_box(entry.kind(), self.shared).map_err(said)?;
        let opening = Opening { options, box_digest, ..Opening::seats(new.seats) };
        entry.kind().open(&opening).map_err(|error| error.to_string())?;
        if new.seat.index() >= new.seats {
            return Err(format!("there is no seat {} at a table of {}", new.seat, new.seats));
        }
        let player = entry.player_with(&self.command.bot, usize::from(self.command.threads));
        let player = player.ok_or_else(|| format!("there is no bot '{}'", self.command.bot))?;
        self.game = Some(Playing { entry, player });
        Ok(json!({ "t": "ok" }))
    }

    fn playing(&mut self) -> Result<&mut Playing, Unanswered> {
        self.game.as_mut().ok_or_else(|| "no match has begun; send 'game' first".to_owned())
    }

    /// Reads what the seat sees; the words that came with it must be such as the rules allow.
    fn seen(&mut self, position: &Position) -> Result<Box<dyn Glimpse>, Unanswered> {
        let seen = self.playing()?.entry.glimpse(position.view.get(), position.seat)?;
        if !seen.is_to_act() {
            return Err(format!("seat {} is not to act in this view", position.seat));
        }
        if let Some(given) = &position.legal {
            let mut legal = seen.legal();
            legal.sort_unstable();
            if let Some(word) = given.iter().find(|word| legal.binary_search(word).is_err()) {
                return Err(format!("'{}' is not legal in this view", engine::clip(word)));
            }
        }
        Ok(seen)
    }

    fn choose(&mut self, line: &str, stopped: &(dyn Fn() -> bool + Sync)) -> Result<Json, Unanswered> {
        let position: Position = read(line)?;
        let seen = self.seen(&position)?;
        let share = catalog::share(&self.command.bot);
        let stopwatch = self.stopwatch(position.budget.unwrap_or_default(), share)?;
        let (stop, mut rng) = (|| stopped() || stopwatch.is_over(), self.rng.clone());
        let budget = Budget { iterations: stopwatch.iterations, stop: &stop };
        let player = &mut self.playing()?.player;
        let word = player.choose_seen(&*seen, &budget, &mut rng).ok_or("the view is of another game")?;
        let (margin, iterations) = (player.margin(), player.effort());
        self.rng = rng;
        let ms = 1e3 * stopwatch.spent().as_secs_f64();
        Ok(json!({
            "t": "word", "id": position.id, "word": word, "margin": margin, "iterations": iterations, "ms": ms,
        }))
    }

    fn hint(&mut self, line: &str, stopped: &(dyn Fn() -> bool + Sync)) -> Result<Json, Unanswered> {
        let position: Position = read(line)?;
        let seen = self.seen(&position)?;
        let stopwatch = self.stopwatch(position.budget.unwrap_or_default(), 1.0)?;
        let stop = || stopped() || stopwatch.is_over();
        let budget = Budget { iterations: stopwatch.iterations, stop: &stop };
        let advice = seen.advise(usize::from(self.command.threads), &budget, &mut self.rng);
        let turns: Vec<Json> = advice.iter().map(hint::json).collect();
        Ok(json!({ "t": "hints", "id": position.id, "turns": turns }))
    }

    fn evaluate(&mut self, line: &str) -> Result<Json, Unanswered> {
        let position: Position = read(line)?;
        let seen = self.playing()?.entry.glimpse(position.view.get(), position.seat)?;
        let Evaluation { estimates, margin } = seen.evaluate(&mut self.rng);
        Ok(json!({ "t": "value", "id": position.id, "estimates": estimates, "margin": margin }))
    }

    /// A watch for a decision of a bot with this share of the time.
    fn stopwatch(&self, allowed: Allowance, share: f64) -> Result<Stopwatch, Unanswered> {
        let most = match (allowed.time()?, allowed.iterations) {
            (Some(time), _) => Some(time),
            (None, None) => Some(Duration::from_millis(self.command.budget)),
            (None, Some(_)) => None,
        };
        // The time of one thread says nothing about several.
        let time = match allowed.clock {
            Measure::Cpu if self.command.threads == 1 => Time::Cpu,
            _ => Time::Wall,
        };
        let since = Instant::now();
        let own = |all: u32| (f64::from(all) * share).ceil() as u32;
        Ok(Stopwatch {
            time,
            since,
            began: time.now(since),
            most: most.map(|most| most.mul_f64(share.min(1e3))),
            iterations: allowed.iterations.map_or(u32::MAX, own),
        })
    }
}

/// Measures a decision.
struct Stopwatch {
    time: Time,
    since: Instant,
    began: Duration,
    most: Option<Duration>,
    iterations: u32,
}

impl Stopwatch {
    fn spent(&self) -> Duration {
        self.time.now(self.since).saturating_sub(self.began)
    }

    fn is_over(&self) -> bool {
        self.most.is_some_and(|most| self.spent() >= most)
    }
}

/// Reads a message.
fn read<T: DeserializeOwned>(line: &str) -> Result<T, Unanswered> {
    serde_json::from_str(line).map_err(|error| format!("column {}: {}", error.column(), without_place(&error)))
}

/// What is wrong, without line and column.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

fn said(failure: Failure) -> Unanswered {
    match failure {
        Failure::Check(text) | Failure::Usage(text) => text,
    }
}
