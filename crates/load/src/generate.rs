//! The load generator: pairs of players at many tables, or idle sockets.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::task::JoinSet;

use crate::measure::{Measured, percentile, processor_time, resident};
use crate::pair::{Ack, Pair};
use crate::person::Person;
use crate::socket::Socket;

/// How many requests are in progress at once while everybody arrives.
const DOORS: usize = 16;

/// A loopback address for a client, so that no address runs out of ports or has too many connections.
pub(crate) fn from(number: usize) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 1, 1 + (number / 4_000) as u8))
}

/// Creates a number of guests, a few at a time.
pub async fn guests(server: SocketAddr, count: usize) -> Result<Vec<Person>> {
    let mut doors = JoinSet::new();
    for door in 0..DOORS {
        doors.spawn(async move {
            let mut people = Vec::new();
            for number in (door..count).step_by(DOORS) {
                people.push(Person::guest_from(server, from(number)).await?);
            }
            anyhow::Ok(people)
        });
    }
    let mut people = Vec::new();
    while let Some(arrived) = doors.join_next().await {
        people.extend(arrived??);
    }
    Ok(people)
}

/// The plan of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Where the server listens.
    pub server: SocketAddr,
    /// The server's process.
    pub process: u32,
    /// How many tables.
    pub tables: usize,
    /// How many decisions per second all tables make together; as many as possible without it.
    pub rate: Option<u32>,
    /// How long to play before measuring.
    pub warm_up: Duration,
    /// How long to measure.
    pub measured: Duration,
}

/// A table with everybody who plays at it.
pub(crate) trait Players: Send + 'static {
    /// Decides at this pace from now on, however fast the server is.
    fn set_pace(&mut self, first: Instant, between: Duration);

    /// Plays until a socket is lost, and reports each acknowledged decision.
    fn play(&mut self, acknowledged: impl FnMut(Ack) + Send) -> impl Future<Output = Result<()>> + Send;

    /// The bytes that came so far, and how many commands were refused.
    fn received(&self) -> (u64, u64);
}

#[derive(Default)]
struct Tally {
    micros: Vec<u32>,
    /// All acknowledged decisions, including those before the measurement.
    all: u64,
    bytes: u64,
    refused: u64,
}

/// Plays at many tables at once, and returns the measurements.
pub async fn play(plan: Plan, game: &str) -> Result<Measured> {
    let mut people = guests(plan.server, plan.tables * 2).await?.into_iter();
    let mut pairs = Vec::new();
    for number in 0..plan.tables {
        let two = [people.next().context("two for a table")?, people.next().context("two for a table")?];
        pairs.push(Pair::sit_down(two, game, number as u64).await?);
    }
    measure(plan, format!("{game}, {} tables of four, two sockets each", plan.tables), pairs).await
}

/// Lets everybody play, and measures what comes of it.
pub(crate) async fn measure(plan: Plan, what: String, tables: Vec<impl Players>) -> Result<Measured> {
    let begin = Instant::now() + plan.warm_up;
    let end = begin + plan.measured;
    let tally = Arc::new(Mutex::new(Tally::default()));
    let mut playing = JoinSet::new();
    for (number, mut table) in tables.into_iter().enumerate() {
        if let Some(rate) = plan.rate {
            let all = Duration::from_secs(1) * plan.tables as u32 / rate;
            table.set_pace(Instant::now() + all * number as u32 / plan.tables as u32, all);
        }
        playing.spawn(play_until(table, begin, end, tally.clone()));
    }
    tokio::time::sleep_until(begin.into()).await;
    let own = std::process::id();
    let (server, generator) = (processor_time(plan.process)?, processor_time(own)?);
    tokio::time::sleep_until(end.into()).await;
    let used = |process, before| anyhow::Ok(processor_time(process)?.saturating_sub(before));
    let (server, generator) = (used(plan.process, server)?, used(own, generator)?);
    while let Some(played) = playing.join_next().await {
        played??;
    }
    let mut tally = std::mem::take(&mut *tally.lock().unwrap_or_else(PoisonError::into_inner));
    tally.micros.sort_unstable();
    let millis = |percent| f64::from(percentile(&tally.micros, percent)) / 1000.0;
    let seconds = plan.measured.as_secs_f64();
    Ok(Measured {
        what,
        seconds,
        asked: plan.rate,
        acknowledged: tally.micros.len(),
        refused: tally.refused,
        millis: [millis(50.0), millis(99.0), millis(100.0)],
        processors: [server.as_secs_f64() / seconds, generator.as_secs_f64() / seconds],
        bytes: tally.bytes as f64 / tally.all.max(1) as f64,
        resident: resident(plan.process)?,
    })
}

/// Plays at one table until `end`, and counts what was acknowledged since `begin`.
async fn play_until(mut table: impl Players, begin: Instant, end: Instant, tally: Arc<Mutex<Tally>>) -> Result<()> {
    let (mut micros, mut all) = (Vec::new(), 0);
    let counted = |ack: Ack| {
        all += 1;
        if ack.at >= begin && ack.at <= end {
            micros.push(ack.micros);
        }
    };
    if let Ok(lost) = tokio::time::timeout_at(end.into(), table.play(counted)).await {
        lost?;
    }
    let (bytes, refused) = table.received();
    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
    tally.micros.extend(micros);
    tally.all += all;
    tally.bytes += bytes;
    tally.refused += refused;
    Ok(())
}

/// Opens idle sockets, and reports what they cost the server.
pub async fn idle(server: SocketAddr, process: u32, sockets: usize, people: usize) -> Result<String> {
    let before = resident(process)?;
    let people = Arc::new(guests(server, people).await?);
    let welcomed = resident(process)?;
    let begun = Instant::now();
    let mut doors = JoinSet::new();
    for door in 0..DOORS {
        let people = people.clone();
        doors.spawn(async move {
            let mut open = Vec::new();
            for number in (door..sockets).step_by(DOORS) {
                let person = Person { from: from(number), ..people[number % people.len()].clone() };
                let mut socket = Socket::open(&person).await?;
                socket.message_within(Duration::from_secs(30)).await?;
                open.push(socket);
            }
            anyhow::Ok(open)
        });
    }
    let mut open = Vec::new();
    while let Some(opened) = doors.join_next().await {
        open.extend(opened??);
    }
    let arrived = begun.elapsed();
    tokio::time::sleep(Duration::from_secs(5)).await;
    let after = resident(process)?;
    let each = after.saturating_sub(welcomed) / open.len().max(1) as u64;
    Ok(format!(
        "idle: {} authenticated sockets of {} guests, opened in {:.1} s\n  \
         server's resident memory: {} MB before, {} MB with them, {} bytes a socket\n",
        open.len(),
        people.len(),
        arrived.as_secs_f64(),
        before >> 20,
        after >> 20,
        each,
    ))
}
