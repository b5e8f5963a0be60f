//! Due work: moves of bots and clocks that run out. Tables are leased, so that one node does it.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use catalog::Player;
use engine::{AnyMatch, Budget, Fast, Seat};
use protocol::{BotLevel, Hint, HintLine, Refusal, RefusalCode, SheetLine};
use session::{Mover, Table};
use store::TableId;

use super::Hub;
use crate::refusal::refusal;

/// How long a lease lasts, in milliseconds. It is extended while there is work.
const LEASE_MS: i64 = 15_000;

/// How many tables are leased at once.
const BATCH: u32 = 64;

/// How long to wait at most between two looks at what is due.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Leases and does what is due, until the hub stops.
pub(super) async fn look_after(hub: Hub) {
    loop {
        let leases = match hub.inner.store.lease(&hub.inner.node, hub.now(), LEASE_MS, BATCH).await {
            Ok(leases) => leases,
            Err(error) => {
                tracing::warn!(%error, "cannot lease due tables");
                Vec::new()
            }
        };
        let full = leases.len() == BATCH as usize;
        for lease in leases {
            let work = hub.clone();
            hub.inner.tasks.spawn(async move { work.drive(lease.table).await });
        }
        if !full {
            tokio::select! {
                () = hub.inner.due.notified() => {}
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
        }
    }
}

/// A position in which a bot is to move.
struct Thought {
    game: Box<dyn AnyMatch>,
    seat: Seat,
    level: BotLevel,
    version: u64,
}

/// The bots of a table while it is driven; a bot remembers the turn that it has planned.
type Bots = HashMap<(Seat, BotLevel), Box<dyn Player>>;

impl Hub {
    /// Does what is due at one table until nothing is left.
    async fn drive(&self, id: TableId) {
        let mut bots = Bots::new();
        while !self.inner.stopping.is_cancelled() {
            match self.drive_once(id, &mut bots).await {
                Ok(true) => {
                    if !matches!(self.inner.store.extend(id, &self.inner.node, self.now() + LEASE_MS).await, Ok(true)) {
                        return;
                    }
                }
                Ok(false) => break,
                Err(refused) => {
                    tracing::warn!(table = %id, why = %refused.reason.text, "cannot do what is due");
                    return; // the lease expires, and some node tries again
                }
            }
        }
        if let Err(error) = self.inner.store.release(id, &self.inner.node).await {
            tracing::debug!(%error, "cannot release a lease");
        }
    }

    /// Plays one move of a bot, or applies one clock. Returns whether there may be more to do.
    async fn drive_once(&self, id: TableId, bots: &mut Bots) -> Result<bool, Refusal> {
        let awake = self.wake(id).await?;
        let attended = self.attends(&awake);
        let now = self.now();
        let (thought, due) = self.read(id, |table| (thought(table), table.due(attended))).await?;
        match (due, thought) {
            (None, _) => {
                // Nobody watches and the bots may wait: the index row must not say any longer that something is due.
                self.attend(&awake).await;
                Ok(false)
            }
            (Some(_), Some(thought)) => {
                let (seat, version) = (thought.seat, thought.version);
                let word = self.decide(thought, bots).await?;
                let played = self
                    .change(id, |table, now| {
                        if table.version() != version && table.mover().map(Mover::seat) != Some(seat) {
                            return Err(refusal(RefusalCode::Stale, "stale", "the match went on"));
                        }
                        table.bot_plays(seat, &word, now.at)
                    })
                    .await;
                match played {
                    // Somebody took a move or a seat back in the meantime: look again.
                    Err(refused) if refused.code != RefusalCode::Unavailable => Ok(true),
                    other => other.map(|_| true),
                }
            }
            (Some(at), None) if at <= now => {
                let nothing = || refusal(RefusalCode::Stale, "stale", "no clock has fallen");
                let fell = self.change(id, |table, now| table.tick(now.at).ok_or_else(nothing)).await;
                match fell {
                    Err(refused) if refused.code == RefusalCode::Stale => Ok(false),
                    other => other.map(|_| true),
                }
            }
            (Some(_), None) => Ok(false),
        }
    }

    /// Lets the bot of a seat decide.
    async fn decide(&self, thought: Thought, bots: &mut Bots) -> Result<String, Refusal> {
        let sits = (thought.seat, thought.level);
        let player = bots.remove(&sits).unwrap_or_else(|| bot(&*thought.game, thought.level.as_str()));
        let spare = Thought { game: thought.game.duplicate(), ..thought };
        let (word, player) = if let Ok(decided) = self.think(thought, player).await {
            decided
        } else {
            // A bot that panics must not stop the table: the simplest bot decides instead.
            let simplest = bot(&*spare.game, "greedy");
            self.think(spare, simplest).await?
        };
        bots.insert(sits, player);
        Ok(word)
    }

    /// Lets a bot think on a blocking thread.
    async fn think(&self, thought: Thought, mut player: Box<dyn Player>) -> Result<(String, Box<dyn Player>), Refusal> {
        let most = self.inner.config.bot_time;
        self.aside(move |stopping| {
            let word =
                with_budget(thought.level, most, stopping, |budget, rng| player.choose(&*thought.game, budget, rng));
            (word, player)
        })
        .await
    }

    /// Runs long work on one of the few threads for bots. The work learns when the server stops.
    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let broken = |_| refusal(RefusalCode::Unavailable, "unavailable", "the bots are not available; try again");
        let permit = self.inner.bots.acquire().await.map_err(broken)?;
        let stopping = self.inner.stopping.clone();
        let done = tokio::task::spawn_blocking(move || work(&|| stopping.is_cancelled())).await;
        drop(permit);
        done.map_err(|error| {
            tracing::error!(%error, "a bot panicked");
            refusal(RefusalCode::Unavailable, "unavailable", "the bot failed; try again")
        })
    }

    /// What a bot would play for a seat, if the table allows hints.
    pub(super) async fn hint(&self, id: TableId, seat: Seat) -> Result<Option<Hint>, Refusal> {
        let (allowed, game) = self
            .read(id, |table| {
                let game = table.game().filter(|game| game.to_act().seat() == Some(seat)).map(AnyMatch::duplicate);
                (table.made().hints, game)
            })
            .await?;
        if !allowed {
            return Err(refusal(RefusalCode::Forbidden, "no-hints", "this table does not allow hints"));
        }
        let Some(game) = game else {
            return Err(refusal(RefusalCode::NotYours, "not-your-turn", "it is not your turn"));
        };
        let most = self.inner.config.bot_time;
        let advised = self
            .aside(move |stopping| {
                let entry = catalog::find(game.kind().info().key);
                let advise =
                    |budget: &Budget<'_>, rng: &mut Fast| entry.map(|entry| entry.advise(&*game, 1, budget, rng));
                with_budget(BotLevel::Master, most, stopping, advise).unwrap_or_default()
            })
            .await?;
        let gain = |gain: &catalog::Gain| SheetLine {
            seat,
            section: gain.section.clone(),
            item: gain.item.clone(),
            points: gain.points.round() as i32,
        };
        let line = |advice: catalog::Advice| HintLine {
            words: advice.words,
            margin: Some(f64::from(advice.margin)),
            gains: advice.gains.iter().map(gain).filter(|line| line.points != 0).collect(),
        };
        Ok(Some(Hint { lines: advised.into_iter().map(line).collect() }))
    }
}

/// The position in which a bot is to move, if one is.
fn thought(table: &Table) -> Option<Thought> {
    let Some(Mover::Bot(seat, level)) = table.mover() else { return None };
    Some(Thought { game: table.game()?.duplicate(), seat, level, version: table.version() })
}

/// The bot of a name for the game of a match.
fn bot(game: &dyn AnyMatch, name: &str) -> Box<dyn Player> {
    let player = catalog::find(game.kind().info().key).and_then(|entry| entry.player(name));
    player.unwrap_or_else(|| unreachable!("every game has the bot {name}"))
}

/// Runs a bot with its level's share of a master's time, and a random generator of its own.
fn with_budget<T>(
    level: BotLevel,
    most: Duration,
    stopping: &(dyn Fn() -> bool + Sync),
    think: impl FnOnce(&Budget<'_>, &mut Fast) -> T,
) -> T {
    let end = Instant::now() + most.mul_f64(catalog::share(level.as_str()));
    let stop = || Instant::now() >= end || stopping();
    let mut noise = [0; 8];
    getrandom::fill(&mut noise).unwrap_or_default();
    think(&Budget::until(&stop), &mut Fast::new(u64::from_le_bytes(noise)))
}
