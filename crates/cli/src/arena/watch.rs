//! The arena's clock: when to stop thinking, and how long each bot thought.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use catalog::Clock;
use clap::ValueEnum;
use engine::{MOST_SEATS, Seat};

/// What time is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Time {
    /// Wall clock time, as a player experiences it
    Wall,
    /// Processor time of the game's thread, which does not depend on other load
    Cpu,
}

impl Time {
    /// The time since some moment that stays the same for a thread.
    pub(crate) fn now(self, since: Instant) -> Duration {
        match self {
            Time::Wall => since.elapsed(),
            Time::Cpu => processor_time().unwrap_or_else(|| since.elapsed()),
        }
    }
}

#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

/// Elsewhere the clock on the wall must do.
#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

/// How long a player thought.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Thought {
    pub(super) time: Duration,
    pub(super) longest: Duration,
    pub(super) decisions: u64,
    pub(super) turns: u64,
    pub(super) iterations: u64,
}

impl Thought {
    pub(super) fn add(&mut self, other: &Thought) {
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
        self.decisions += other.decisions;
        self.turns += other.turns;
        self.iterations += other.iterations;
    }
}

/// A clock for one game: each turn has a fixed time, and a decision after something unforeseen at least a quarter of
/// it.
pub(crate) struct Watch {
    time: Time,
    turn: Duration,
    since: Instant,
    kept: Mutex<TurnClock>,
}

#[derive(Default)]
struct TurnClock {
    ends: Duration,
    began: Duration,
    /// The time that was spent elsewhere, by programs of their own.
    elsewhere: Duration,
    thought: [Thought; MOST_SEATS],
}

impl Watch {
    pub(crate) fn new(time: Time, turn: Duration) -> Watch {
        Watch { time, turn, since: Instant::now(), kept: Mutex::default() }
    }

    /// How long each seat thought.
    pub(super) fn thought(self) -> [Thought; MOST_SEATS] {
        self.kept.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).thought
    }

    /// What time is measured by.
    pub(super) fn time(&self) -> Time {
        self.time
    }

    /// How much of the time of the decision at hand is left.
    pub(super) fn left(&self) -> Duration {
        let kept = self.kept();
        kept.ends.saturating_sub(self.now(&kept))
    }

    /// Counts time that was spent elsewhere.
    pub(super) fn charge(&self, spent: Duration) {
        self.kept().elsewhere += spent;
    }

    fn now(&self, kept: &TurnClock) -> Duration {
        self.time.now(self.since) + kept.elsewhere
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, TurnClock> {
        self.kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Clock for Watch {
    fn start(&self, seat: Seat, share: f64, goes_on: bool) -> Box<dyn Fn() -> bool + Sync + '_> {
        let mut kept = self.kept();
        let (now, turn) = (self.now(&kept), self.turn.mul_f64(share));
        kept.ends = if goes_on { kept.ends.max(now + turn / 4) } else { now + turn };
        kept.began = now;
        kept.thought[seat.index()].turns += u64::from(!goes_on);
        let end = kept.ends.saturating_sub(kept.elsewhere);
        Box::new(move || self.time.now(self.since) >= end)
    }

    fn done(&self, seat: Seat) {
        let mut kept = self.kept();
        let took = self.now(&kept).saturating_sub(kept.began);
        let own = &mut kept.thought[seat.index()];
        own.time += took;
        own.longest = own.longest.max(took);
        own.decisions += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lower_level_is_stopped_sooner_and_a_turn_that_goes_on_has_a_quarter() {
        let watch = Watch::new(Time::Cpu, Duration::from_hours(1));
        let stop = watch.start(Seat::A, 1.0, false);
        assert!(!stop(), "an hour is not over");
        drop(stop);
        watch.done(Seat::A);
        assert!(watch.start(Seat::A, 0.0, false)(), "no share, no time");
        watch.done(Seat::A);
        drop(watch.start(Seat::new(1), 1.0, false));
        watch.charge(Duration::from_mins(50));
        assert!(watch.left() < Duration::from_mins(11), "time that was spent elsewhere is gone");
        watch.done(Seat::new(1));
        let thought = watch.thought();
        assert!(thought[1].time >= Duration::from_mins(50));
        assert_eq!((thought[0].turns, thought[0].decisions), (2, 2));
    }
}
