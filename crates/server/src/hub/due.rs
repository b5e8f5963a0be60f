//! Due work: moves of bots and clocks that run out. Tables are leased, so that one node does it.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use catalog::Player;
use engine::{AnyMatch, Budget, Fast, Seat};
use protocol::{BotLevel, Hint, Refusal, RefusalCode};
use session::{Mover, Table};
use store::TableId;

use super::pool::{Owner, Permit, Pool, Underway, Urgency};
use super::{Hub, Principal};
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

/// A table while it is driven.
struct Driving {
    /// That it is; no other task drives it.
    driven: Underway<TableId>,
    /// Its bots; one that waits remembers the turn that it has planned, and nothing else.
    bots: HashMap<(Seat, BotLevel), Box<dyn Player>>,
    /// Its permit among the tables that bots play alone.
    permit: Option<Permit>,
}

/// The most hints that wait for a thread.
const MOST_HINTS: usize = 64;

/// The same for all who came from one address.
const MOST_HINTS_OF_PLACE: usize = 16;

impl Hub {
    /// Does what is due at one table until nothing is left.
    async fn drive(&self, id: TableId) {
        // While a table waits for its turn its lease may expire. If this node leases it again, the waiting task keeps
        // it.
        let Some(driven) = self.inner.driven.begin(id) else { return };
        let mut driving = Driving { driven, bots: HashMap::new(), permit: None };
        while !self.inner.stopping.is_cancelled() {
            match self.drive_once(id, &mut driving).await {
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
        // First, so that whoever leases it next may drive it.
        drop(driving);
        if let Err(error) = self.inner.store.release(id, &self.inner.node).await {
            tracing::debug!(%error, "cannot release a lease");
        }
    }

    /// Plays one move of a bot, or applies one clock. Returns whether there may be more to do.
    async fn drive_once(&self, id: TableId, driving: &mut Driving) -> Result<bool, Refusal> {
        let awake = self.wake(id).await?;
        let attended = self.attends(&awake);
        let now = self.now();
        let looked = self.with_table(id, |held| {
            let urgency = urgency(held.table, &held.presence(now));
            (urgency.map(|urgency| (urgency, self.owner(held.table.owner()))), held.table.due(attended))
        });
        let (bot, due) = looked.await?;
        match (due, bot) {
            (None, _) => {
                // Nobody watches and the bots may wait, so the index row is updated: nothing is due any more.
                self.attend_now(&awake).await;
                Ok(false)
            }
            (Some(_), Some((urgency, owner))) => {
                drop(awake);
                if !self.find_permit(urgency, &owner, driving).await {
                    return Ok(true);
                }
                self.inner.metrics.bots_waiting.inc();
                let thread = self.inner.pool.thread(urgency, &owner).await;
                self.inner.metrics.bots_waiting.dec();
                // The position is read only after the wait, since the match may have gone on.
                let Some(thought) = self.read(id, thought).await? else { return Ok(true) };
                let (seat, version) = (thought.seat, thought.version);
                let word = self.decide(thought, driving).await?;
                drop(thread);
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

    /// Gets a permit for a table that bots play alone. Returns `false` if it had to wait: then look again. It waits
    /// until something happens at the table at most, since somebody may have come back.
    async fn find_permit(&self, urgency: Urgency, owner: &Owner, driving: &mut Driving) -> bool {
        if urgency != Urgency::Alone {
            driving.permit = None;
        } else if driving.permit.is_none() {
            let room = self.inner.permits.has_room(owner);
            tokio::select! {
                () = self.inner.stopping.cancelled() => return false,
                () = driving.driven.told() => return false,
                permit = self.inner.permits.acquire(owner) => driving.permit = Some(permit),
            }
            return room;
        }
        true
    }

    /// Whether a table at which no person plays could go on at once if its maker started it now.
    pub(crate) async fn may_go_on_alone(&self, id: TableId) -> Result<bool, Refusal> {
        let alone = self.read(id, |table| table.people().is_empty().then(|| table.owner().to_owned())).await?;
        Ok(alone.is_none_or(|owner| self.inner.permits.has_room(&self.owner(&owner))))
    }

    /// Lets the bot of a seat decide.
    async fn decide(&self, thought: Thought, driving: &mut Driving) -> Result<String, Refusal> {
        let bots = &mut driving.bots;
        let sits = (thought.seat, thought.level);
        let (_, memory) = self.limits();
        let player = bots.remove(&sits).unwrap_or_else(|| bot(&*thought.game, thought.level.as_str(), memory));
        let spare = Thought { game: thought.game.duplicate(), ..thought };
        let (word, player) = if let Ok(decided) = self.think(thought, player).await {
            decided
        } else {
            // A bot that panics must not stop the table: the simplest bot decides instead.
            let simplest = bot(&*spare.game, "greedy", memory);
            self.think(spare, simplest).await?
        };
        bots.insert(sits, player);
        Ok(word)
    }

    /// Lets a bot think on a blocking thread.
    async fn think(&self, thought: Thought, mut player: Box<dyn Player>) -> Result<(String, Box<dyn Player>), Refusal> {
        let (most, _) = self.limits();
        self.aside(move |stopping| (choose(&thought, &mut *player, most, stopping), player)).await
    }

    /// How long a master thinks, and in how many bytes any search.
    fn limits(&self) -> (Duration, usize) {
        let config = &self.inner.config;
        (config.bot_time, config.bot_memory / (config.bot_threads + hint_threads(config.bot_threads)))
    }

    /// Runs long work on a blocking thread, which the caller has found. The work learns when the server stops.
    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let stopping = self.inner.stopping.clone();
        let done = tokio::task::spawn_blocking(move || work(&|| stopping.is_cancelled())).await;
        done.map_err(|error| {
            tracing::error!(%error, "a bot panicked");
            refusal(RefusalCode::Unavailable, "unavailable", "the bot failed; try again")
        })
    }

    /// What a bot would play for a seat, if the table allows hints. Hints have threads of their own, and a person waits
    /// for one at a time, so that nobody's hints slow the bots of others down.
    pub(super) async fn hint(&self, id: TableId, who: &Principal, seat: Seat) -> Result<Option<Hint>, Refusal> {
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
        // A program's hints are its owner's: else somebody with many programs would have many at a time.
        let person = self.owner(who.person());
        let busy = || refusal(RefusalCode::Limit, "hint-busy", "one hint at a time; wait for the last one");
        let asking = self.inner.hinted.begin(person.person.clone()).ok_or_else(busy)?;
        let waiting = (self.inner.hints.waiting(), self.inner.hints.waiting_at(&person.place));
        if waiting.0 >= MOST_HINTS || waiting.1 >= MOST_HINTS_OF_PLACE {
            return Err(refusal(RefusalCode::Limit, "hints-busy", "too many wait for hints; try again in a while"));
        }
        let thread = self.inner.hints.thread(Urgency::Awaited, &person).await;
        let (most, memory) = self.limits();
        let advised = self
            .aside(move |stopping| {
                let entry = catalog::find(game.kind().info().key);
                let advise = |budget: &Budget<'_>, rng: &mut Fast| {
                    entry.map(|entry| entry.advise_within(&*game, (1, Some(memory)), budget, rng))
                };
                let advised = with_budget(BotLevel::Master, most, stopping, advise).unwrap_or_default();
                // The search holds them: a socket that ends meanwhile frees neither the thread nor the person.
                drop((asking, thread));
                advised
            })
            .await?;
        Ok(Some(session::hint(advised)))
    }
}

/// How many threads answer hints, for a number of bot threads.
pub(super) fn hint_threads(bots: usize) -> usize {
    (bots / 4).max(1)
}

/// The threads for bots and for hints.
pub(super) fn pools(bots: usize) -> (Pool, Pool) {
    (Pool::new(bots), Pool::new(hint_threads(bots)))
}

/// How urgent the move of a bot is, if one is to move.
fn urgency(table: &Table, presence: &session::Presence) -> Option<Urgency> {
    let Mover::Bot(..) = table.mover()? else { return None };
    Some(match table.players() {
        people if people.iter().any(|person| presence.has(person)) => Urgency::Awaited,
        // Somebody who sits down and goes, so that bots sit in for them, has made a table for bots.
        _ if table.is_left_to_bots() => Urgency::Alone,
        _ => Urgency::Away,
    })
}

/// The position in which a bot is to move, if one is.
fn thought(table: &Table) -> Option<Thought> {
    let Some(Mover::Bot(seat, level)) = table.mover() else { return None };
    Some(Thought { game: table.game()?.duplicate(), seat, level, version: table.version() })
}

/// Lets a bot choose. While it waits for its next turn it does not hold the memory of its search.
fn choose(thought: &Thought, player: &mut dyn Player, most: Duration, stopping: &(dyn Fn() -> bool + Sync)) -> String {
    let word = with_budget(thought.level, most, stopping, |budget, rng| player.choose(&*thought.game, budget, rng));
    player.rest();
    word
}

/// The bot of a name for the game of a match.
fn bot(game: &dyn AnyMatch, name: &str, memory: usize) -> Box<dyn Player> {
    let entry = catalog::find(game.kind().info().key);
    let player = entry.and_then(|entry| entry.player_within(name, 1, Some(memory)));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A bot whose search holds memory from each choice until it rests.
    #[derive(Default)]
    struct Hoarder {
        held: usize,
        chosen: usize,
    }

    impl catalog::Onlooker for Hoarder {
        fn choose_seen(&mut self, _: &dyn catalog::Glimpse, _: &Budget<'_>, _: &mut Fast) -> Option<String> {
            None
        }

        fn choose_at(&mut self, _: &dyn catalog::AnyPosition, _: &Budget<'_>, _: &mut Fast) -> Option<u32> {
            None
        }
    }

    impl Player for Hoarder {
        fn choose(&mut self, game: &dyn AnyMatch, _: &Budget<'_>, _: &mut Fast) -> String {
            (self.held, self.chosen) = (1 << 20, self.chosen + 1);
            game.legal().swap_remove(0)
        }

        fn effort(&mut self) -> u64 {
            0
        }

        fn margin(&self) -> Option<f32> {
            None
        }

        fn rest(&mut self) {
            self.held = 0;
        }
    }

    #[test]
    fn a_bot_that_waits_holds_no_memory_of_its_search() {
        let kind = catalog::find("tikal").expect("the game").kind();
        let mut game = kind.open(&engine::Opening::seats(2)).expect("a match");
        let mut rng = Fast::new(1);
        while game.to_act() == engine::ToAct::Chance {
            game.sample(&mut rng);
        }
        let seat = game.to_act().seat().expect("a decision");
        let thought = Thought { game, seat, level: BotLevel::Novice, version: 1 };
        let mut bot = Hoarder::default();
        let word = choose(&thought, &mut bot, Duration::ZERO, &|| false);
        assert!(thought.game.legal().contains(&word));
        assert_eq!((bot.chosen, bot.held), (1, 0));
    }
}
