//! Quick pairing: who would like to play says what, and is seated with others who fit, or with bots after a while.
//!
//! Those who wait stand in the store. Each node looks for groups among them and claims a group in one transaction, so
//! that nobody is paired twice. If they all still wait it promises them a table, and makes it in one transaction,
//! with everybody seated. If it dies before that, there is no table, and its claim ends by itself.

mod choose;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use protocol::{ClockRule, NewPairing, NewTable, Pace, Pairing, RefusalCode, SeatPlan};
use store::{Person, PersonId, TableId, Waiting};

use crate::app::Shared;
use crate::hub::Principal;
use crate::{App, Refused};
use choose::{Candidate, Group, Wish, groups, is_played, range};

/// How often to look for groups, if nobody says that somebody new waits.
const INTERVAL: Duration = Duration::from_millis(500);

/// How long after their last poll a person still counts as waiting, in ms. The page polls every 2 s.
const HERE: i64 = 20_000;

/// For how long it is kept that somebody waits, or was paired.
pub(crate) const WAITING_LASTS: i64 = 5 * 60_000;

/// For how long a claim holds.
const CLAIM: i64 = 20_000;

/// How many are looked at in one go.
const AT_ONCE: u32 = 1000;

/// Pairs until the server stops.
pub async fn run(app: Shared) {
    if !app.config.pairing {
        return;
    }
    loop {
        if let Err(refused) = app.pair().await {
            tracing::warn!(why = %refused.refusal.reason.text, "cannot pair those who wait");
        }
        tokio::select! {
            () = app.somebody_waits.notified() => {}
            () = tokio::time::sleep(INTERVAL) => {}
            () = app.stopping.cancelled() => return,
        }
    }
}

fn clock(pace: Pace) -> ClockRule {
    match pace {
        Pace::Live => ClockRule::Bank { seconds: 1200, increment: 30 },
        Pace::Brisk => ClockRule::Turn { seconds: 90 },
        Pace::Letter => ClockRule::Days { days: 2 },
    }
}

/// Validates a wish: fills in all games if none is named; refuses unknown games and impossible seat counts.
fn sensible(mut wanted: NewPairing) -> Result<NewPairing, Refused> {
    let known = || catalog::GAMES.iter().map(|entry| entry.kind().info());
    if wanted.games.is_empty() {
        wanted.games = known().map(|info| info.key.to_owned()).collect();
    }
    let mut named = BTreeSet::new();
    wanted.games.retain(|game| named.insert(game.clone()));
    wanted.seats.sort_unstable();
    wanted.seats.dedup();
    if wanted.games.len() > known().count() || wanted.seats.len() > 8 {
        return Err(Refused::malformed("these are more games or numbers of seats than there are"));
    }
    if !wanted.games.iter().all(|game| known().any(|info| info.key == *game)) {
        return Err(Refused::missing("game"));
    }
    wanted.games.retain(|game| wanted.seats.iter().any(|seats| is_played(game, *seats)));
    if wanted.games.is_empty() {
        return Err(Refused::malformed("none of these games can be played with any of these numbers of seats"));
    }
    Ok(wanted)
}

impl App {
    /// Lets somebody wait for others.
    pub async fn wait(&self, who: &Person, wanted: NewPairing) -> Result<Pairing, Refused> {
        if !self.config.pairing {
            return Err(Refused::new(RefusalCode::Forbidden, "no_pairing", "this server pairs nobody"));
        }
        let wanted = sensible(wanted)?;
        if wanted.rated && !self.config.ratings {
            return Err(Refused::new(RefusalCode::Forbidden, "no_ratings", "this server rates no matches"));
        }
        self.has_room(who.id, 1).await?;
        let mut ratings = BTreeMap::new();
        for standing in self.store.standings_of(&who.id.to_string()).await? {
            if wanted.games.contains(&standing.ladder) {
                ratings.insert(standing.ladder, rating::shown(standing.rating));
            }
        }
        let wish = serde_json::to_string(&Wish { wanted, ratings });
        let wish = wish.map_err(|error| Refused::malformed(error.to_string()))?;
        self.store.wait(who.id, &wish, self.time.now()).await?;
        self.somebody_waits.notify_one();
        self.pairing(who).await
    }

    /// How it stands with somebody who waits.
    pub async fn pairing(&self, who: &Person) -> Result<Pairing, Refused> {
        let now = self.time.now();
        let waiting = self.store.count_waiting(now - HERE).await?;
        let own = self.store.waits(who.id, now).await?;
        let wish = |own: &Waiting| serde_json::from_str::<Wish>(&own.wish).ok().map(|wish| wish.wanted);
        Ok(Pairing {
            wanted: own.as_ref().and_then(wish),
            since: own.as_ref().map(|own| own.since),
            range: own.as_ref().filter(|own| own.table.is_none()).map(|own| range(now - own.since)),
            table: own.and_then(|own| own.table).map(|table| table.to_string()),
            waiting,
        })
    }

    /// Seats all who fit together now.
    pub async fn pair(&self) -> Result<(), Refused> {
        let now = self.time.now();
        if self.store.count_waiting(now - HERE).await? == 0 {
            return Ok(());
        }
        let until = now + CLAIM;
        let choose = |waiting: Vec<Waiting>, shunned: store::Shunned| {
            let candidate = |one: Waiting| {
                let wish = serde_json::from_str(&one.wish).ok()?;
                Some(Candidate { person: one.person, wish, waited: now - one.since })
            };
            groups(&waiting.into_iter().filter_map(candidate).collect::<Vec<_>>(), &shunned)
        };
        let begun = Instant::now();
        let made = self.store.claim_waiting((now, until, now - HERE), AT_ONCE, choose).await?;
        self.metrics.claimed(begun.elapsed());
        if made.is_empty() {
            return Ok(());
        }
        let ids: Vec<PersonId> = made.iter().flat_map(|group| group.people.iter().copied()).collect();
        let people = self.store.people(&ids).await?;
        join_all(made.iter().map(|group| self.seat(group, until, &people))).await;
        Ok(())
    }

    /// Makes the table of a group. What fails is told in the log, and the group waits on.
    async fn seat(&self, group: &Group, until: i64, people: &BTreeMap<PersonId, Person>) {
        let table = TableId::random();
        let seated = async {
            if self.store.promise_table(&group.people, until, table).await? {
                let people: Vec<Principal> =
                    group.people.iter().filter_map(|id| people.get(id)).map(principal).collect();
                self.hub.seat_together(table, &people, table_of(group)).await?;
            }
            Ok::<(), Refused>(())
        };
        if let Err(refused) = seated.await {
            tracing::warn!(why = %refused.refusal.reason.text, "cannot seat those who were paired");
            // If this fails as well, the claim ends by itself.
            self.store.release_waiting(&group.people, until).await.ok();
        }
    }
}

/// A private table for all of a group.
fn table_of(group: &Group) -> NewTable {
    let mut seats = vec![SeatPlan::Me];
    seats.extend(group.people.iter().skip(1).map(|_| SeatPlan::Open));
    seats.extend(group.bots.iter().map(|level| SeatPlan::Bot { level: *level }));
    NewTable {
        game: group.game.clone(),
        options: Vec::new(),
        seats,
        clock: clock(group.wanted.pace),
        out_of_time: protocol::OutOfTime::default(),
        stand_in: protocol::BotLevel::default(),
        public: false,
        hints: false,
        keep_going: false,
        shuffle_seats: true,
        position: None,
        rated: group.wanted.rated,
    }
}

fn principal(person: &Person) -> Principal {
    Principal { id: person.id.to_string(), name: person.name.clone(), program: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_named_twice_is_wanted_once() {
        let games = ["inka", "tikal", "inka"].map(str::to_owned).to_vec();
        let wanted = NewPairing { games, seats: vec![3, 2, 3], pace: Pace::Live, rated: false, bots: false };
        let wanted = sensible(wanted).unwrap();
        assert_eq!(wanted.games, ["inka", "tikal"]);
        assert_eq!(wanted.seats, [2, 3]);
    }
}
