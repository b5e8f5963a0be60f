//! The players' clocks, computed from the times in the log.

use engine::Seat;
use protocol::{Clock, ClockRule};

const SECOND: i64 = 1_000;
const DAY: i64 = 86_400 * SECOND;

/// A clock that ran out longer ago than this did so while no server ran; its player is not charged.
pub(crate) const UNATTENDED: i64 = 30 * SECOND;

/// The clocks of a table.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    rule: ClockRule,
    left: Vec<i64>,
    /// Whose clock runs, and since when. While the player is on vacation that time lies in the future.
    running: Option<(Seat, i64)>,
    /// Until when each seat's clock is paused.
    still: Vec<i64>,
}

impl Clocks {
    pub(crate) fn new(rule: ClockRule, seats: usize) -> Clocks {
        let left = match rule {
            ClockRule::None => 0,
            ClockRule::Turn { seconds } | ClockRule::Bank { seconds, .. } => i64::from(seconds) * SECOND,
            ClockRule::Days { days } => i64::from(days) * DAY,
        };
        Clocks { rule, left: vec![left; seats], running: None, still: vec![0; seats] }
    }

    /// Starts the clock of this seat and stops the one that ran. Without a seat (a bot is to move) none runs.
    pub(crate) fn pass_to(&mut self, seat: Option<Seat>, at: i64) {
        if self.rule == ClockRule::None || self.running.map(|(seat, _)| seat) == seat {
            return;
        }
        if let Some((before, _)) = self.running {
            self.left[before.index()] = self.left_of(before, at);
            match self.rule {
                ClockRule::Bank { increment, .. } => self.left[before.index()] += i64::from(increment) * SECOND,
                _ => self.left[before.index()] = Clocks::new(self.rule, 1).left[0],
            }
        }
        self.running = seat.map(|seat| (seat, at.max(self.still[seat.index()])));
    }

    /// Charges nobody for the time until now.
    pub(crate) fn resume(&mut self, at: i64) {
        if let Some((seat, since)) = &mut self.running {
            *since = at.max(self.still[seat.index()]);
        }
    }

    /// Pauses the clock of a seat until `until`. Only clocks of days can be paused.
    pub(crate) fn stand_still(&mut self, seat: Seat, until: i64, at: i64) {
        if !matches!(self.rule, ClockRule::Days { .. }) {
            return;
        }
        let until = until.max(at);
        self.still[seat.index()] = until;
        if let Some((runs, since)) = &mut self.running
            && *runs == seat
        {
            self.left[seat.index()] -= (at - *since).max(0);
            *since = until;
        }
    }

    fn left_of(&self, seat: Seat, at: i64) -> i64 {
        let used = match self.running {
            // A system clock that was set back charges nothing.
            Some((runs, since)) if runs == seat => (at - since).max(0),
            _ => 0,
        };
        self.left[seat.index()] - used
    }

    /// When the running clock was started.
    pub(crate) fn since(&self) -> Option<i64> {
        self.running.map(|(_, since)| since)
    }

    /// Whose clock runs, and when it runs out.
    pub(crate) fn falls(&self) -> Option<(Seat, i64)> {
        let (seat, since) = self.running?;
        Some((seat, since + self.left[seat.index()]))
    }

    /// The clocks as they are shown.
    pub(crate) fn show(&self, at: i64) -> Vec<Clock> {
        if self.rule == ClockRule::None {
            return Vec::new();
        }
        let runs = self.running.filter(|(seat, _)| self.still[seat.index()] <= at).map(|(seat, _)| seat);
        let show = |seat: Seat| Clock { left: self.left_of(seat, at).max(0), runs: runs == Some(seat) };
        Seat::all(self.left.len()).map(show).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat::new(0);
    const B: Seat = Seat::new(1);

    #[test]
    fn a_turn_clock_starts_anew_with_each_turn() {
        let mut clocks = Clocks::new(ClockRule::Turn { seconds: 10 }, 2);
        clocks.pass_to(Some(A), 0);
        clocks.pass_to(Some(A), 4_000); // another decision of the same turn
        assert_eq!(clocks.falls(), Some((A, 10_000)));
        clocks.pass_to(Some(B), 9_000);
        assert_eq!(clocks.falls(), Some((B, 19_000)));
        assert_eq!(clocks.show(12_000).iter().map(|clock| clock.left).collect::<Vec<_>>(), [10_000, 7_000]);
        assert_eq!(clocks.show(12_000).iter().map(|clock| clock.runs).collect::<Vec<_>>(), [false, true]);
        assert_eq!(clocks.show(99_000)[1].left, 0, "a clock that ran out shows 0");
        clocks.pass_to(None, 12_000);
        assert_eq!(clocks.falls(), None);
        assert_eq!(Clocks::new(ClockRule::None, 2).show(0), []);
    }

    #[test]
    fn a_bank_is_used_up_and_gains_its_increment() {
        let mut clocks = Clocks::new(ClockRule::Bank { seconds: 60, increment: 5 }, 2);
        clocks.pass_to(Some(A), 0);
        clocks.pass_to(Some(B), 20_000);
        clocks.pass_to(Some(A), 21_000);
        assert_eq!(clocks.falls(), Some((A, 21_000 + 45_000)));
        assert_eq!(clocks.show(21_000)[1].left, 64_000);
    }

    #[test]
    fn days_stand_still_on_vacation() {
        let mut clocks = Clocks::new(ClockRule::Days { days: 2 }, 2);
        clocks.pass_to(Some(A), 0);
        clocks.stand_still(A, 10 * DAY, DAY);
        assert_eq!(clocks.falls(), Some((A, 11 * DAY)), "one day was used, one is left");
        assert_eq!((clocks.show(5 * DAY)[0].left, clocks.show(5 * DAY)[0].runs), (DAY, false));
        assert_eq!((clocks.show(10 * DAY)[0].left, clocks.show(10 * DAY)[0].runs), (DAY, true));
        clocks.stand_still(A, 5 * DAY, 5 * DAY); // back early
        assert_eq!(clocks.falls(), Some((A, 6 * DAY)));
        clocks.stand_still(B, 20 * DAY, 5 * DAY);
        assert_eq!(clocks.falls(), Some((A, 6 * DAY)), "the vacation of another");
        clocks.pass_to(Some(B), 6 * DAY);
        assert_eq!(clocks.falls(), Some((B, 22 * DAY)), "their turn begins when they are back");
        clocks.resume(7 * DAY);
        assert_eq!(clocks.falls(), Some((B, 22 * DAY)));
        let mut fast = Clocks::new(ClockRule::Turn { seconds: 10 }, 2);
        fast.pass_to(Some(A), 0);
        fast.stand_still(A, DAY, 1);
        assert_eq!(fast.falls(), Some((A, 10_000)));
    }

    #[test]
    fn a_clock_that_jumps_back_charges_nothing_and_downtime_is_free() {
        let mut clocks = Clocks::new(ClockRule::Turn { seconds: 10 }, 2);
        clocks.pass_to(Some(A), 50_000);
        assert_eq!(clocks.show(10_000)[0].left, 10_000);
        clocks.resume(500_000);
        assert_eq!(clocks.falls(), Some((A, 510_000)));
    }
}
