//! Honest people who play while somebody attacks: some with each other, one with a bot.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use engine::{Dice as _, Fast};
use protocol::{Command, LineKind, NewTable, ToAct, ToClient};
use serde_json::json;
use tokio::task::JoinSet;

use crate::generate::Players as _;
use crate::measure::percentile;
use crate::pair::Pair;
use crate::person::Person;
use crate::socket::Player;

/// How long an answer may take, in milliseconds: 99 of 100 come sooner.
const ANSWER: f64 = 200.0;

/// How many tables of two.
const TABLES: usize = 3;

/// How long each of them waits between two decisions.
const PACE: Duration = Duration::from_millis(100);

/// What honest people felt, in milliseconds.
#[derive(Clone, Debug)]
pub struct Felt {
    /// How many decisions were answered.
    pub answers: usize,
    /// How long 99 of 100 answers took at most.
    pub p99: f64,
    /// How many words the novice played, and how long it took for the slowest one, or has taken so far.
    pub novice: (usize, f64),
    /// How many messages a second each of the players got.
    pub messages: f64,
}

impl Felt {
    /// Whether they could play on, and the novice took no longer than this for a word, in milliseconds.
    pub fn holds(&self, novice: f64) -> bool {
        self.answers > 0 && self.p99 < ANSWER && self.novice.1 < novice
    }
}

impl std::fmt::Display for Felt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (words, slowest) = self.novice;
        write!(
            f,
            "honest players: {} answers, p99 {:.0} ms (wanted: below {ANSWER:.0}), {:.0} messages a second each; a \
             novice: {words} words, slowest {slowest:.0} ms",
            self.answers, self.p99, self.messages,
        )
    }
}

/// Honest people, who sat down before anything began.
pub(crate) struct Honest {
    pairs: Vec<Pair>,
    alone: Player,
}

impl Honest {
    pub(crate) async fn sit_down(server: SocketAddr) -> Result<Honest> {
        let mut pairs = Vec::new();
        for number in 0..TABLES {
            let two = [Person::guest(server).await?, Person::guest(server).await?];
            let mut pair = Pair::sit_down(two, "tikal", number as u64).await?;
            pair.set_pace(Instant::now(), PACE);
            pairs.push(pair);
        }
        let person = Person::guest(server).await?;
        let seats = json!([{ "kind": "me" }, { "kind": "bot", "level": "novice" }]);
        let plan = json!({ "game": "tikal", "seats": seats });
        let table = person.make(&serde_json::from_value::<NewTable>(plan)?).await?;
        let mut alone = Player::follow(&person, &table, None, None).await?;
        let started = alone.act(Command::Start).await?.map_err(|refused| anyhow!("{refused:?}"))?;
        alone.until(started.version).await?;
        Ok(Honest { pairs, alone })
    }

    /// A table at which they play.
    pub(crate) fn table(&self) -> &str {
        self.pairs[0].table()
    }

    pub(crate) async fn play_until(self, end: Instant) -> Result<Felt> {
        let begun = Instant::now();
        let novice = tokio::spawn(against_novice(self.alone, end));
        let mut playing = JoinSet::new();
        for mut pair in self.pairs {
            playing.spawn(async move {
                let before = pair.messages;
                let mut micros = Vec::new();
                let waited = Instant::now();
                match tokio::time::timeout_at(end.into(), pair.play(|ack| micros.push(ack.micros))).await {
                    Ok(lost) => lost?,
                    // Somebody who is not answered until the end has waited that long.
                    Err(_) if micros.is_empty() => micros.push(waited.elapsed().as_micros() as u32),
                    Err(_) => {}
                }
                anyhow::Ok((micros, pair.messages - before))
            });
        }
        let (mut micros, mut messages) = (Vec::new(), 0);
        while let Some(played) = playing.join_next().await {
            let (own, heard) = played?.context("an honest player was cut off")?;
            micros.extend(own);
            messages += heard;
        }
        micros.sort_unstable();
        let seconds = begun.elapsed().as_secs_f64();
        Ok(Felt {
            answers: micros.len(),
            p99: f64::from(percentile(&micros, 99.0)) / 1e3,
            novice: novice.await??,
            messages: messages as f64 / seconds / (2 * TABLES) as f64,
        })
    }
}

/// Plays against a novice. Returns how many words it played, and how long the slowest took, in milliseconds.
async fn against_novice(mut player: Player, end: Instant) -> Result<(usize, f64)> {
    let (mut rng, mut words, mut slowest, mut waits) = (Fast::new(3), 0, 0.0_f64, Instant::now());
    while Instant::now() < end {
        let offers = player.offers();
        let to_act = player.seen.game.as_ref().map(|game| game.to_act.clone());
        match to_act {
            Some(ToAct::Seat { seat }) if !offers.is_empty() => {
                let word = rng.pick(&offers).clone();
                let played = player.play(seat, &word).await?;
                if let Ok(done) = played {
                    player.until(done.version).await?;
                }
                waits = Instant::now();
                tokio::time::sleep(PACE).await;
            }
            Some(ToAct::Over { .. }) | None => break,
            Some(_) => {
                let left = end.saturating_duration_since(Instant::now());
                let Ok(message) = player.hear_within(left).await else {
                    slowest = slowest.max(waits.elapsed().as_secs_f64() * 1e3);
                    break;
                };
                let by_bot = |news: &protocol::News| {
                    let steps =
                        news.lines.iter().filter(|line| matches!(&line.what, LineKind::Step { seat: Some(_), .. }));
                    steps.count()
                };
                if let ToClient::News(news) = message
                    && by_bot(&news) > 0
                {
                    words += by_bot(&news);
                    slowest = slowest.max(waits.elapsed().as_secs_f64() * 1e3);
                    waits = Instant::now();
                }
            }
        }
    }
    Ok((words, slowest))
}
