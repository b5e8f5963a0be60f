//! Kills servers during play: what was acknowledged must be there afterwards.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use engine::{Dice, Fast, Record, RecordEntry};
use tokio::task::JoinSet;

use crate::generate::{Players as _, guests};
use crate::node::Node;
use crate::pair::{Ack, Pair};
use crate::person::Person;

/// The game that is played: one that hides nothing, so that its complete record can be read at any time.
const GAME: &str = "tikal";

/// How long players may take to notice that the server is gone.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// What was seen.
#[derive(Clone, Debug, Default)]
pub struct Survived {
    /// How often a server was killed.
    pub kills: usize,
    /// How many decisions were acknowledged, and found again.
    pub acknowledged: usize,
    /// How many were stored without an acknowledgement, because the answer was lost.
    pub unanswered: usize,
    /// How many matches were folded again.
    pub matches: usize,
    /// How long each start until ready took.
    pub restarts: Vec<Duration>,
}

impl std::fmt::Display for Survived {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let slowest = self.restarts.iter().max().copied().unwrap_or_default();
        let sum: Duration = self.restarts.iter().sum();
        let mean = sum / self.restarts.len().max(1) as u32;
        write!(
            f,
            "killed {} times: {} acknowledged decisions, none lost; {} kept whose answer was under way; {} matches \
             fold; ready again after {:.0} ms on average, {:.0} ms at most",
            self.kills,
            self.acknowledged,
            self.unanswered,
            self.matches,
            mean.as_secs_f64() * 1e3,
            slowest.as_secs_f64() * 1e3,
        )
    }
}

/// A pair of people, and where they played last.
struct Slot {
    people: [Person; 2],
    table: Option<String>,
}

/// What was acknowledged at a table, in order, with a person who may read it, and how often the server was killed.
struct Played {
    reader: Person,
    acks: Vec<Ack>,
    cuts: usize,
}

/// Kills the first of these servers a number of times while a number of tables play. The second player of each table
/// uses the last server. Fails if anything that was acknowledged is missing.
pub async fn crash(nodes: &mut [Node], times: usize, tables: usize, seed: u64) -> Result<Survived> {
    let (first, last) = (nodes[0].address, nodes[nodes.len() - 1].address);
    let mut rng = Fast::new(seed);
    let mut people = guests(first, tables * 2).await?.into_iter();
    let mut slots = Vec::new();
    while let (Some(one), Some(two)) = (people.next(), people.next()) {
        slots.push(Slot { people: [one, Person { server: last, ..two }], table: None });
    }
    let mut played: HashMap<String, Played> = HashMap::new();
    let mut survived = Survived::default();
    for kill in 0..times {
        let wait = Duration::from_millis(u64::from(50 + rng.below(700)));
        round(&mut slots, nodes, wait, &mut played, u64::from(rng.below(u32::MAX))).await?;
        survived.kills += 1;
        // With several servers the others have everything at once; a single server must come back first.
        if nodes.len() > 1 {
            check(&played, last, false).await.with_context(|| format!("after kill {}", kill + 1))?;
        }
        survived.restarts.push(nodes[0].start().await?);
        check(&played, first, false).await.with_context(|| format!("after kill {}", kill + 1))?;
    }
    (survived.acknowledged, survived.unanswered) = check(&played, last, true).await?;
    survived.matches = played.len();
    ensure!(survived.acknowledged > times, "hardly anything was played: {survived}");
    Ok(survived)
}

/// Everybody plays until the first server is killed.
async fn round(
    slots: &mut [Slot],
    nodes: &mut [Node],
    wait: Duration,
    played: &mut HashMap<String, Played>,
    seed: u64,
) -> Result<()> {
    let mut playing = JoinSet::new();
    let acks = Arc::new(Mutex::new(Vec::new()));
    for (number, slot) in slots.iter().enumerate() {
        let (people, seed) = (slot.people.clone(), seed + number as u64);
        let mut pair = match &slot.table {
            Some(table) => Pair::come_back(people, GAME, table, seed).await?,
            None => Pair::sit_down(people, GAME, seed).await?,
        };
        let acks = acks.clone();
        let told = move |ack| acks.lock().unwrap_or_else(PoisonError::into_inner).push(ack);
        playing.spawn(async move {
            let lost = tokio::time::timeout(DISCONNECT_TIMEOUT, pair.play(told)).await;
            (number, pair.table().to_owned(), lost)
        });
    }
    tokio::time::sleep(wait).await;
    nodes[0].kill()?;
    while let Some(ended) = playing.join_next().await {
        let (number, table, lost) = ended?;
        let lost = lost.context("a player did not notice that the server was gone")?;
        let why = lost.err().map(|error| format!("{error:#}")).unwrap_or_default();
        ensure!(!why.contains("refused"), "{why}");
        slots[number].table = Some(table.clone());
        let reader = slots[number].people[0].clone();
        played.entry(table).or_insert_with(|| Played { reader, acks: Vec::new(), cuts: 0 }).cuts += 1;
    }
    for ack in acks.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        let reader = || slots.iter().find(|slot| slot.table.as_ref() == Some(&ack.table)).unwrap_or(&slots[0]);
        let new = || Played { reader: reader().people[0].clone(), acks: Vec::new(), cuts: 0 };
        played.entry(ack.table.clone()).or_insert_with(new).acks.push(ack);
    }
    for Played { acks, .. } in played.values_mut() {
        acks.sort_by_key(|ack| ack.version);
    }
    Ok(())
}

/// Compares what was acknowledged with the records. Returns how many were acknowledged, and how many stored without
/// that.
async fn check(played: &HashMap<String, Played>, server: std::net::SocketAddr, all: bool) -> Result<(usize, usize)> {
    let (mut acknowledged, mut unanswered) = (0, 0);
    for (table, Played { reader, acks, cuts }) in played {
        // Between kills, tables that were over before have been checked already.
        if !all && *cuts == 0 {
            continue;
        }
        let reader = Person { server, ..reader.clone() };
        let state = reader.get(&format!("/api/tables/{table}")).await?.json()?;
        let stage = state["table"]["stage"]["kind"].as_str().unwrap_or_default();
        // The server may have been killed while people sat down at a new table, before anything was decided there.
        if stage == "gathering" && acks.is_empty() {
            continue;
        }
        ensure!(matches!(stage, "playing" | "over"), "table {table} is damaged: {}", state["table"]["stage"]);
        let record: Record =
            reader.record(table).await?.parse().map_err(|fault| anyhow::anyhow!("{table}: {fault}"))?;
        let kind = catalog::find(&record.game).context("a game that is there")?.kind();
        kind.replay(&record, None).map_err(|fault| anyhow::anyhow!("table {table} does not fold: {fault}"))?;
        let mut kept = record.lines.iter().filter_map(|line| match &line.entry {
            RecordEntry::Step { by: Some(seat), words } => Some((seat.to_string(), words.as_str())),
            _ => None,
        });
        let mut extra = 0;
        for ack in acks {
            loop {
                let Some((seat, words)) = kept.next() else {
                    anyhow::bail!("table {table} lost '{} {}', which was acknowledged", ack.seat, ack.word)
                };
                if seat == ack.seat && words == ack.word {
                    break;
                }
                extra += 1;
            }
        }
        extra += kept.count();
        // At each kill, and when the match ended, each of the two players may have had one decision under way that was
        // stored and whose answer was not read: the second hears of the first one's decision before its answer is.
        ensure!(
            extra <= 2 * (*cuts + 1),
            "table {table} has {extra} decisions that nobody was told, after {cuts} cuts"
        );
        acknowledged += acks.len();
        unanswered += extra;
    }
    Ok((acknowledged, unanswered))
}
