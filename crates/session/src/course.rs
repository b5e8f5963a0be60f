//! The course of the match: decisions, draws, undo, clocks, resigning.

use engine::Seat;
use protocol::{REMINDER_DELAY, Reason, Refusal, RefusalCode, Stage, VoteKind};

use crate::clock::UNATTENDED;
use crate::command::{Carried, MOST_LOG, Requester};
use crate::entry::LogEntry;
use crate::frame::reason;
use crate::refuse::refuse;
use crate::table::{Mover, Table};

/// By how many milliseconds the end of a vacation has to move, for the table to be told: a minute.
const SAME_TIME: i64 = 60 * 1000;

/// The most words that one command may play.
const MOST_WORDS: usize = 40;

impl Table {
    /// Plays a word of a seat, and the words after it until one is refused or something is revealed. Returns how many
    /// were played, and why the next one was refused.
    pub(crate) fn play(
        &mut self,
        seat: Seat,
        word: &str,
        then: &[String],
        id: Option<&str>,
        at: i64,
    ) -> Result<(usize, Option<Reason>), Refusal> {
        self.in_stage(&Stage::Playing)?;
        if then.len() >= MOST_WORDS {
            return refuse(RefusalCode::Limit, "words", format!("at most {MOST_WORDS} words at once"));
        }
        self.decide(seat, word, id, at)?;
        for (index, word) in then.iter().enumerate() {
            let revealed = self.game().is_some_and(|game| game.free_undo(seat) == game.steps());
            if revealed || self.mover() != Some(Mover::Player(seat)) {
                return Ok((1 + index, None));
            }
            if let Err(refusal) = self.decide(seat, word, id, at) {
                return Ok((1 + index, Some(refusal.reason)));
            }
        }
        Ok((1 + then.len(), None))
    }

    fn decide(&mut self, seat: Seat, word: &str, id: Option<&str>, at: i64) -> Result<(), Refusal> {
        match self.step(at, Some(seat), word) {
            None => return self.in_stage(&Stage::Playing),
            Some(Err(refused)) => return Err(misplayed(&refused)),
            Some(Ok(())) => {}
        }
        self.append(at, LogEntry::Step { by: Some(seat), words: word.to_owned(), id: id.map(str::to_owned) });
        self.settle(at);
        Ok(())
    }

    /// Resolves pending draws, and ends the match when it is over.
    pub(crate) fn settle(&mut self, at: i64) {
        while self.stage == Stage::Playing {
            let Some(live) = &self.live else { return };
            match live.game.to_act() {
                engine::ToAct::Seat(_) => return,
                engine::ToAct::Chance => {
                    let words = live.game.foretold(&live.draws);
                    self.apply(at, LogEntry::Step { by: None, words, id: None });
                }
                engine::ToAct::Over(_) => self.finish(at),
            }
        }
    }

    pub(crate) fn finish(&mut self, at: i64) {
        self.apply(at, LogEntry::Over { seed: self.seed.to_string() });
    }

    /// A bot plays a word for its seat.
    pub fn bot_plays(&mut self, seat: Seat, word: &str, at: i64) -> Result<Carried, Refusal> {
        let after = self.version();
        match self.mover() {
            Some(Mover::Bot(mover, _)) if mover == seat => {
                self.decide(seat, word, None, at)?;
                Ok(self.carried(after))
            }
            _ => refuse(RefusalCode::Stale, "stale", "it is no longer the bot's turn"),
        }
    }

    /// Applies a clock that has run out, or starts a match that has waited for nonces long enough; `None` if neither.
    pub fn tick(&mut self, at: i64) -> Option<Carried> {
        let after = self.version();
        if let Some(until) = self.reveals_until() {
            if at < until {
                return None;
            }
            self.begin_match(at);
            return Some(self.carried(after));
        }
        let (seat, fell) = self.clocks.falls().filter(|_| self.stage == Stage::Playing)?;
        if at < fell {
            return None;
        }
        if at - fell > UNATTENDED {
            self.apply(at, LogEntry::Resumed);
        } else if self.made.out_of_time == protocol::OutOfTime::GiveUp {
            self.give_up(seat, true, at);
        } else {
            self.apply(at, LogEntry::StandIn { seat, level: self.made.stand_in, turn: true });
        }
        Some(self.carried(after))
    }

    /// Whether bots alone have played lately: no person plays, or bots that sit in took the last decision of everyone.
    pub fn is_left_to_bots(&self) -> bool {
        let mut played = self.seats.iter().filter(|state| !state.given_up && state.person().is_some());
        played.all(|state| state.deputised)
    }

    /// Notes that a person is away until then, or back: their clocks of days stand still. Nothing where none runs,
    /// where that is known already, and where the log is so long that only what ends something is taken.
    pub fn vacation(&mut self, person: &str, until: Option<i64>, at: i64) -> Carried {
        let after = self.version();
        if self.stage == Stage::Playing && matches!(self.made.clock, protocol::ClockRule::Days { .. }) {
            for seat in self.seats_of(person) {
                let known = self.seats[seat.index()].vacation.filter(|until| *until > at);
                let same = match (known, until) {
                    (Some(known), Some(until)) => (known - until).abs() < SAME_TIME,
                    (known, until) => known == until,
                };
                if !same && (until.is_none() || self.version() < MOST_LOG) {
                    self.apply(at, LogEntry::Vacation { seat, person: person.to_owned(), until });
                }
            }
        }
        self.carried(after)
    }

    /// The player whom `who` may remind that it is their turn: only in play with days, after `REMINDER_DELAY`, and not
    /// while they are on vacation.
    pub fn may_remind(&self, who: &str, at: i64) -> Result<&str, Refusal> {
        self.in_stage(&Stage::Playing)?;
        if self.seats_of(who).is_empty() {
            return refuse(RefusalCode::NotYours, "no-own-seat", "only players may remind others");
        }
        let days = matches!(self.made.clock, protocol::ClockRule::Days { .. });
        let waits = self.mover().zip(self.waits_for()).filter(|(_, person)| days && *person != who);
        let Some((mover, person)) = waits else {
            return refuse(RefusalCode::NotNow, "no-wait", "this table waits for nobody else who has days for a turn");
        };
        if self.seats[mover.seat().index()].vacation.is_some_and(|until| until > at) {
            let text = "that player is on vacation, and their clock stands still";
            return refuse(RefusalCode::NotNow, "on-vacation", text);
        }
        if self.clocks.since().is_none_or(|since| at - since < REMINDER_DELAY) {
            return refuse(RefusalCode::NotNow, "too-early", "their turn has begun only now; give them some hours");
        }
        Ok(person)
    }

    /// Gives a seat up for good. With two seats, or with no player left, the match ends.
    pub(crate) fn give_up(&mut self, seat: Seat, timed_out: bool, at: i64) {
        self.apply(at, LogEntry::GaveUp { seat, timed_out });
        let plays =
            |state: &crate::table::SeatState| !state.given_up && !matches!(state.sitter, protocol::Sitter::Bot { .. });
        if self.seats.len() == 2 || !self.seats.iter().any(plays) {
            self.apply(at, LogEntry::CalledOff);
            self.finish(at);
        }
    }

    pub(crate) fn undo(
        &mut self,
        who: &Requester,
        seat: Seat,
        to: usize,
        id: Option<&str>,
        at: i64,
    ) -> Result<(), Refusal> {
        self.in_stage(&Stage::Playing)?;
        let Some(game) = self.game() else { return self.in_stage(&Stage::Playing) };
        if game.actor(to) != Some(seat) {
            return refuse(RefusalCode::NotNow, "not-your-step", format!("step {to} was not decided by {seat}"));
        }
        if to >= game.free_undo(seat) || self.others(&self.reader(who, None).yours).is_empty() {
            self.take_back(seat, to, id, at);
            return Ok(());
        }
        self.apply(at, LogEntry::Proposed { seat, about: VoteKind::Undo { seat, to } });
        Ok(())
    }

    pub(crate) fn take_back(&mut self, seat: Seat, to: usize, id: Option<&str>, at: i64) {
        self.apply(at, LogEntry::Undone { seat, to, id: id.map(str::to_owned) });
    }

    /// Leaves the table: before the match the seats become free, during it they are given up. The table closes if its
    /// maker leaves before the match, or during one that no person plays.
    pub(crate) fn leave(&mut self, who: &Requester, at: i64) -> Result<(), Refusal> {
        if self.reveals_until().is_some() && self.owner != who.id && !self.seats_of(&who.id).is_empty() {
            // The match begins without this player's nonce: leaving neither delays the others nor changes the draws.
            self.begin_match(at);
        }
        match self.stage {
            Stage::Gathering => {
                if self.owner == who.id {
                    return self.close_by(who, at);
                }
                for seat in self.seats_of(&who.id) {
                    self.free(who, seat, at)?;
                }
                Ok(())
            }
            Stage::Playing => {
                let seats = self.seats_of(&who.id);
                // Where no person plays, the table is its maker's to end.
                if seats.is_empty() && self.owner == who.id && self.players().is_empty() {
                    return self.close_by(who, at);
                }
                if seats.is_empty() {
                    return refuse(RefusalCode::NotYours, "no-own-seat", "you have no seat here");
                }
                for seat in seats {
                    if self.stage == Stage::Playing {
                        self.give_up(seat, false, at);
                    }
                }
                Ok(())
            }
            _ => self.in_stage(&Stage::Playing),
        }
    }

    /// Players take their seats back from the bots that sat in for them.
    pub(crate) fn come_back(&mut self, who: &Requester, at: i64) -> Result<(), Refusal> {
        self.in_stage(&Stage::Playing)?;
        let stands_in = |seat: &Seat| self.seats[seat.index()].stand_in.is_some();
        let seats: Vec<Seat> = self.reader(who, None).yours.into_iter().filter(stands_in).collect();
        if seats.is_empty() {
            return refuse(RefusalCode::NotNow, "no-stand-in", "no bot sits in for you");
        }
        for seat in seats {
            self.apply(at, LogEntry::Back { seat });
        }
        Ok(())
    }

    /// Leaves all seats of a person whose data are deleted.
    pub fn person_left(&mut self, person: &str, at: i64) -> Option<Carried> {
        let after = self.version();
        let who = Requester { id: person.to_owned(), name: String::new(), program: None };
        self.leave(&who, at).ok()?;
        Some(self.carried(after))
    }
}

/// The refusal of words that cannot be played.
fn misplayed(refused: &engine::Refused) -> Refusal {
    let code = match refused {
        engine::Refused::Illegal(_) => RefusalCode::Rule,
        engine::Refused::WrongSeat { .. } => RefusalCode::NotYours,
        _ => RefusalCode::Misread,
    };
    Refusal::new(code, reason(refused))
}
