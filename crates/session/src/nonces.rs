//! The players' part in the seed (commit and reveal). First every player pledges a nonce by its hash. When no pledge
//! can be changed or added any more, all nonces are revealed. The last player to reveal could only withhold theirs, and
//! everybody would see that.

use engine::{Digest, Seat};
use protocol::{Refusal, RefusalCode, Stage};

use crate::command::{Now, Requester};
use crate::entry::LogEntry;
use crate::refuse::refuse;
use crate::table::Table;

/// How long a table waits for nonces that were pledged, in milliseconds.
const REVEAL_WAIT: i64 = 10_000;

impl Table {
    /// Takes the hash of a nonce.
    pub(crate) fn pledge(&mut self, who: &Requester, commit: &str, at: i64) -> Result<(), Refusal> {
        self.is_gathering()?;
        let Ok(commit) = commit.parse::<Digest>() else {
            return refuse(RefusalCode::Malformed, "nonce", "a pledge is 'sha256:' and 64 hexadecimal digits");
        };
        let Some(seat) = self.reader(who, None).yours.first().copied() else {
            return refuse(RefusalCode::NotYours, "no-own-seat", "only those who sit at the table may give a nonce");
        };
        // One for each sitting: the first counts.
        if self.seats[seat.index()].pledge.is_none() {
            self.apply(at, LogEntry::Pledged { seat, commit: commit.to_string() });
        }
        Ok(())
    }

    /// Takes the nonce itself, once all pledges are made. The last one starts the match.
    pub(crate) fn reveal(&mut self, who: &Requester, nonce: &str, at: i64) -> Result<(), Refusal> {
        self.in_stage(&Stage::Gathering)?;
        let good = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if nonce.is_empty() || nonce.len() > 64 || !nonce.chars().all(good) {
            return refuse(RefusalCode::Malformed, "nonce", "a nonce is 1 to 64 letters, digits, '-' or '_'");
        }
        if self.sealed.is_none() {
            return refuse(RefusalCode::NotNow, "too-early", "others may still pledge theirs; wait for the start");
        }
        let commit = Digest::of(&[nonce.as_bytes()]).to_string();
        let pledged = |seat: &Seat| self.seats[seat.index()].pledge.as_ref() == Some(&commit);
        let Some(seat) = self.reader(who, None).yours.into_iter().find(pledged) else {
            return refuse(RefusalCode::NotYours, "not-pledged", "this is not the nonce that you pledged");
        };
        if self.seats[seat.index()].nonce.is_none() {
            self.apply(at, LogEntry::Nonce { seat, nonce: nonce.to_owned() });
        }
        if self.unrevealed().next().is_none() {
            self.begin_match(at);
        }
        Ok(())
    }

    /// Refuses what must not change once the nonces are being revealed.
    pub(crate) fn is_gathering(&self) -> Result<(), Refusal> {
        self.in_stage(&Stage::Gathering)?;
        if self.sealed.is_some() {
            return refuse(RefusalCode::NotNow, "starting", "the match is about to start");
        }
        Ok(())
    }

    /// Starts the match; but if a player who is present has a nonce to reveal, seals the pledges first.
    pub(crate) fn seal(&mut self, now: &Now<'_>) {
        let there = |seat: &Seat| {
            let person = self.seats[seat.index()].person();
            person.is_none_or(|person| (now.absent)(person).is_none())
        };
        if self.unrevealed().any(|seat| there(&seat)) {
            self.apply(now.at, LogEntry::Sealed);
        } else {
            self.begin_match(now.at);
        }
    }

    /// The seats with a pledge and without a nonce.
    fn unrevealed(&self) -> impl Iterator<Item = Seat> {
        let missing =
            |seat: &Seat| self.seats[seat.index()].pledge.is_some() && self.seats[seat.index()].nonce.is_none();
        Seat::all(self.seats.len()).filter(missing)
    }

    /// Until when the table waits for nonces.
    pub(crate) fn reveals_until(&self) -> Option<i64> {
        self.sealed.filter(|_| self.stage == Stage::Gathering).map(|since| since + REVEAL_WAIT)
    }

    /// The pledges, by seat.
    pub(crate) fn pledges(&self) -> Vec<(Seat, String)> {
        let pledge = |seat: Seat| Some((seat, self.seats[seat.index()].pledge.clone()?));
        Seat::all(self.seats.len()).filter_map(pledge).collect()
    }
}
