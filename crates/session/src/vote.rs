//! Votes of the players.

use engine::Seat;
use protocol::{Refusal, RefusalCode, Sitter, Stage, Vote, VoteKind};

use crate::command::{Now, Requester};
use crate::entry::LogEntry;
use crate::refuse::refuse;
use crate::table::{SeatState, Table};

/// A vote under way.
#[derive(Clone, Debug)]
pub(crate) struct Ballot {
    number: u64,
    about: VoteKind,
    yes: Vec<Seat>,
    no: Vec<Seat>,
    asked: Vec<Seat>,
}

/// Somebody with a voice: a person has one, however many seats they play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Voter<'a> {
    Person(&'a str),
    /// A program, by its sitting.
    Program(u32),
}

impl Ballot {
    /// The outcome, if it is decided. A majority may seat a bot; everything else needs everybody's consent.
    fn verdict(&self) -> Option<bool> {
        let voters = self.yes.len() + self.no.len() + self.asked.len();
        match self.about {
            VoteKind::Bot { .. } if self.yes.len() * 2 > voters => Some(true),
            VoteKind::Bot { .. } if self.no.len() * 2 >= voters => Some(false),
            VoteKind::Bot { .. } => None,
            _ if !self.no.is_empty() => Some(false),
            _ => self.asked.is_empty().then_some(true),
        }
    }
}

impl Table {
    /// One seat for each other player, person or program, who must agree to an undo.
    pub(crate) fn others(&self, own: &[Seat]) -> Vec<Seat> {
        self.voters(&VoteKind::Undo { seat: Seat::A, to: 0 }).into_iter().filter(|seat| !own.contains(seat)).collect()
    }

    /// One seat for each player who is asked. Programs vote on an undo only, because it changes what they have seen;
    /// people alone decide whether the match goes on.
    fn voters(&self, about: &VoteKind) -> Vec<Seat> {
        let mut known: Vec<Voter<'_>> = Vec::new();
        let programs = matches!(about, VoteKind::Undo { .. });
        let mut first = |seat: &Seat| {
            let Some(voter) = self.voter(*seat).filter(|voter| programs || matches!(voter, Voter::Person(_))) else {
                return false;
            };
            let new = !self.seats[seat.index()].given_up && !known.contains(&voter);
            if new {
                known.push(voter);
            }
            new
        };
        Seat::all(self.seats.len()).filter(|seat| first(seat)).collect()
    }

    /// Who votes for a seat.
    fn voter(&self, seat: Seat) -> Option<Voter<'_>> {
        let state = self.seats.get(seat.index())?;
        match state.sitter {
            Sitter::Program { .. } => Some(Voter::Program(state.sitting)),
            _ => state.person().map(Voter::Person),
        }
    }

    /// Proposes something; that counts as a yes.
    pub(crate) fn put_to_vote(&mut self, who: &Requester, about: VoteKind, now: &Now<'_>) -> Result<(), Refusal> {
        self.in_stage(&Stage::Playing)?;
        let own = self.reader(who, None).yours;
        let Some(seat) = self.voters(&about).into_iter().find(|seat| own.contains(seat)) else {
            return refuse(RefusalCode::NotYours, "no-own-seat", "only players may propose");
        };
        if self.ballots.iter().any(|ballot| ballot.about == about) {
            return refuse(RefusalCode::NotNow, "already-asked", "that vote is already under way");
        }
        match about {
            VoteKind::Undo { .. } => {
                return refuse(RefusalCode::Malformed, "undo-by-undo", "use the command undo for that");
            }
            VoteKind::Bot { seat: gone } => self.is_gone(gone, &own, now)?,
            VoteKind::CallOff => {}
        }
        self.apply(now.at, LogEntry::Proposed { seat, about });
        self.carry_votes(now.at);
        Ok(())
    }

    /// Refuses unless the player of this seat has been away long enough for a bot to take over.
    fn is_gone(&self, seat: Seat, own: &[Seat], now: &Now<'_>) -> Result<(), Refusal> {
        let state = self.seats.get(seat.index()).filter(|state| state.stand_in.is_none() && !state.given_up);
        let Some(SeatState { sitter: Sitter::Person { id, .. } | Sitter::Device { host: id, .. }, .. }) = state else {
            return refuse(RefusalCode::NotNow, "no-player", format!("no player sits on seat {seat}"));
        };
        if own.contains(&seat) {
            return refuse(RefusalCode::NotNow, "own-seat", "that is your own seat");
        }
        if state.and_then(|state| state.vacation).is_some_and(|until| until > now.at) {
            return refuse(
                RefusalCode::NotNow,
                "on-vacation",
                "that player is on vacation, and their clock stands still",
            );
        }
        match (now.absent)(id) {
            Some(away) if away >= now.away_before_vote => Ok(()),
            _ => refuse(
                RefusalCode::NotNow,
                "not-gone",
                format!("a player must have been away for {} seconds", now.away_before_vote / 1_000),
            ),
        }
    }

    pub(crate) fn vote(&mut self, who: &Requester, number: u64, yes: bool, at: i64) -> Result<(), Refusal> {
        let own = self.reader(who, None).yours;
        let Some(ballot) = self.ballots.iter().find(|ballot| ballot.number == number) else {
            return refuse(RefusalCode::Stale, "no-vote", "that vote is over");
        };
        let Some(seat) = ballot.asked.iter().copied().find(|seat| own.contains(seat)) else {
            return refuse(RefusalCode::NotYours, "not-asked", "you are not asked, or have already answered");
        };
        self.apply(at, LogEntry::Voted { number, seat, yes });
        self.carry_votes(at);
        Ok(())
    }

    /// Carries out a vote that is decided.
    fn carry_votes(&mut self, at: i64) {
        let Some(index) = self.ballots.iter().position(|ballot| ballot.verdict().is_some()) else { return };
        let ballot = self.ballots.remove(index);
        if ballot.verdict() != Some(true) {
            return;
        }
        match ballot.about {
            VoteKind::Undo { seat, to } => self.take_back(seat, to, None, at),
            VoteKind::Bot { seat } => {
                self.apply(at, LogEntry::StandIn { seat, level: self.made.stand_in, turn: false });
            }
            VoteKind::CallOff => {
                self.apply(at, LogEntry::CalledOff);
                self.finish(at);
            }
        }
    }

    /// Applies a proposal.
    pub(crate) fn propose(&mut self, seat: Seat, about: VoteKind) {
        let gone = if let VoteKind::Bot { seat } = about { Some(seat) } else { None };
        let same = |one: Seat, other: Seat| self.voter(one) == self.voter(other);
        let asked = |voter: &Seat| !same(*voter, seat) && gone.is_none_or(|gone| !same(gone, *voter));
        let asked = self.voters(&about).into_iter().filter(asked).collect();
        let number = self.log.len() as u64 + 1;
        self.ballots.push(Ballot { number, about, yes: vec![seat], no: Vec::new(), asked });
    }

    /// Applies an answer.
    pub(crate) fn count(&mut self, number: u64, seat: Seat, yes: bool) {
        if let Some(ballot) = self.ballots.iter_mut().find(|ballot| ballot.number == number) {
            ballot.asked.retain(|asked| *asked != seat);
            if yes { ballot.yes.push(seat) } else { ballot.no.push(seat) }
        }
    }

    /// Drops the votes that an entry makes pointless. Depends on the log alone, so every fold drops the same.
    pub(crate) fn lapse(&mut self, entry: &LogEntry) {
        match entry {
            LogEntry::Step { by, .. } => self.ballots.retain(|ballot| match ballot.about {
                VoteKind::Undo { .. } => false,
                VoteKind::Bot { seat } => Some(seat) != *by,
                VoteKind::CallOff => true,
            }),
            LogEntry::Undone { .. } => self.ballots.retain(|ballot| !matches!(ballot.about, VoteKind::Undo { .. })),
            LogEntry::StandIn { seat, .. } | LogEntry::Back { seat } | LogEntry::GaveUp { seat, .. } => {
                self.ballots.retain(|ballot| ballot.about != VoteKind::Bot { seat: *seat });
            }
            LogEntry::Over { .. } | LogEntry::Closed { .. } => self.ballots.clear(),
            LogEntry::Voted { number, .. } => {
                self.ballots.retain(|ballot| ballot.number != *number || ballot.verdict() != Some(false));
            }
            _ => {}
        }
    }

    /// The votes under way.
    pub(crate) fn votes(&self) -> Vec<Vote> {
        let letters = |seats: &[Seat]| seats.iter().map(Seat::to_string).collect();
        let vote = |ballot: &Ballot| Vote {
            number: ballot.number,
            about: ballot.about,
            yes: letters(&ballot.yes),
            asked: letters(&ballot.asked),
        };
        self.ballots.iter().map(vote).collect()
    }
}
