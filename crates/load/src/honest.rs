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

/// How long the slowest may take, in milliseconds: a table that hangs in the end is one answer among hundreds.
const SLOWEST: f64 = 2_000.0;

/// How many messages a second a player may get at most: one for each decision of both, an answer to their own, and who
/// is connected.
const MESSAGES: f64 = 30.0;

/// What honest people felt, in milliseconds.
#[derive(Clone, Debug)]
pub struct Felt {
    /// How many decisions were answered.
    pub answers: usize,
    /// How many had to be: a quarter of those for which there was time.
    pub wanted: usize,
    /// How long 99 of 100 answers took at most; what was not answered in the end has taken its time so far.
    pub p99: f64,
    /// How long the slowest of all took, or has taken so far.
    pub slowest: f64,
    /// How many words the novice played, and how long it took for the slowest one, or has taken so far.
    pub novice: (usize, f64),
    /// How many messages a second each player got, at the table where they got the most.
    pub messages: f64,
}

impl Felt {
    /// Whether they could play on, and the novice took no longer than this for a word, in milliseconds.
    pub fn holds(&self, novice: f64) -> bool {
        let (words, slowest) = self.novice;
        let answered = self.answers >= self.wanted.max(1) && self.p99 < ANSWER && self.slowest < SLOWEST;
        answered && words > 0 && slowest < novice && self.messages < MESSAGES
    }
}

/// How many decisions have to be answered in that time.
fn wanted(time: Duration) -> usize {
    (time.as_secs_f64() / PACE.as_secs_f64()) as usize * TABLES / 4
}

/// Adds the decision that has not been answered to the times of those that were. Somebody who was never answered and
/// waits for nothing in particular has waited all the time.
fn add_unanswered(micros: &mut Vec<u32>, unanswered: Option<Duration>, all: Duration) {
    let waited = unanswered.or(micros.is_empty().then_some(all));
    micros.extend(waited.map(|waited| waited.as_micros() as u32));
}

impl std::fmt::Display for Felt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (words, slowest) = self.novice;
        write!(
            f,
            "honest players: {} answers (wanted: {}), p99 {:.0} ms (wanted: below {ANSWER:.0}), slowest {:.0} ms \
             (wanted: below {SLOWEST:.0}), {:.0} messages a second each (wanted: below {MESSAGES:.0}); a \
             novice: {words} words, slowest {slowest:.0} ms",
            self.answers, self.wanted, self.p99, self.slowest, self.messages,
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
                if let Ok(lost) = tokio::time::timeout_at(end.into(), pair.play(|ack| micros.push(ack.micros))).await {
                    lost?;
                }
                let answers = micros.len();
                add_unanswered(&mut micros, pair.unanswered(), waited.elapsed());
                anyhow::Ok((answers, micros, pair.messages - before))
            });
        }
        let (mut answers, mut micros, mut messages) = (0, Vec::new(), 0);
        while let Some(played) = playing.join_next().await {
            let (answered, own, heard) = played?.context("an honest player was cut off")?;
            answers += answered;
            micros.extend(own);
            messages = heard.max(messages);
        }
        micros.sort_unstable();
        let time = begun.elapsed();
        Ok(Felt {
            answers,
            wanted: wanted(time),
            p99: f64::from(percentile(&micros, 99.0)) / 1e3,
            slowest: f64::from(micros.last().copied().unwrap_or_default()) / 1e3,
            novice: novice.await??,
            messages: messages as f64 / time.as_secs_f64() / 2.0,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_who_were_let_down_say_so() {
        let felt = Felt { answers: 80, wanted: 75, p99: 150.0, slowest: 900.0, novice: (9, 900.0), messages: 16.0 };
        assert!(felt.holds(2_000.0));
        let bad = [
            Felt { answers: 74, ..felt.clone() },
            Felt { answers: 0, wanted: 0, ..felt.clone() },
            Felt { p99: 200.0, ..felt.clone() },
            Felt { slowest: 2_000.0, ..felt.clone() },
            Felt { novice: (0, 900.0), ..felt.clone() },
            Felt { novice: (9, 2_000.0), ..felt.clone() },
            Felt { messages: 241.0, ..felt.clone() },
        ];
        assert!(!bad.iter().any(|felt| felt.holds(2_000.0)));
        assert_eq!(wanted(Duration::from_secs(10)), 75);
    }

    #[test]
    fn what_is_not_answered_in_the_end_counts() {
        let add = |mut micros: Vec<u32>, unanswered: Option<u64>| {
            add_unanswered(&mut micros, unanswered.map(Duration::from_millis), Duration::from_secs(5));
            micros
        };
        assert_eq!(add(vec![7], Some(3_000)), [7, 3_000_000]);
        assert_eq!(add(vec![7], None), [7]);
        assert_eq!(add(Vec::new(), Some(3_000)), [3_000_000]);
        assert_eq!(add(Vec::new(), None), [5_000_000]);
    }
}
