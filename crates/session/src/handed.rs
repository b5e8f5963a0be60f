//! A table of a device that is handed to a server. The server does not trust its log: it replays the match entry by
//! entry. What people and bots did is checked as if they did it now; what the table does by itself (draws, clocks, the
//! end) must come out as in the log. Since whoever plays on a device can read its seed, the match is never rated,
//! and only its own people and bots play it.

use engine::Seed;
use protocol::{HandedTable, NewTable, Refusal, RefusalCode, SeatPlan, Sitter, Stage};

use crate::command::{Carried, Now, Requester};
use crate::entry::LogEntry;
use crate::gather::{Origin, admit, make};
use crate::refuse::{refusal, refuse};
use crate::table::{Mover, Table};

/// The most entries that are played again; no match comes near it.
const MOST_ENTRIES: usize = 5_000;

type Dated = (i64, LogEntry);

impl Table {
    /// Plays the log of a device's table again, as a table of this person.
    pub fn take_over(id: &str, who: &Requester, handed: &HandedTable, now: i64) -> Result<(Table, Carried), Refusal> {
        let (seed, log) = read(handed, now)?;
        let [(began, LogEntry::Made { table: plan, rules, branch, .. }), rest @ ..] = &log[..] else {
            return unread("the log does not begin with the making of a table");
        };
        // A match that goes on from another one has that one's steps with it; those are judged when it starts.
        few(branch.as_ref().map_or(0, |branch| branch.steps.len()))?;
        let origin = Origin { branch: branch.clone(), handed: true, ..Origin::under(*rules) };
        let mut table = begin(id, who, (**plan).clone(), seed, origin, *began)?;
        for (index, (at, entry)) in rest.iter().enumerate() {
            let number = index + 1;
            if table.log.len() == number {
                table.repeat(who, *at, entry).map_err(|refusal| at_entry(number + 1, &refusal))?;
            }
            if !table.log.get(number).is_some_and(|(_, done)| alike(done, entry)) {
                return unread(format!("entry {} is not what happens at this table then", number + 1));
            }
        }
        match table.stage {
            Stage::Over => {}
            // Nobody is charged for the time between the two tables.
            Stage::Playing => table.apply(now, LogEntry::Resumed),
            _ => return refuse(RefusalCode::NotNow, "not-started", "only a match that has started can be handed over"),
        }
        let carried = table.carried(0);
        Ok((table, carried))
    }

    /// Replays an entry, if a player at a device may do such a thing.
    fn repeat(&mut self, who: &Requester, at: i64, entry: &LogEntry) -> Result<(), Refusal> {
        // Nobody is ever away from their own device.
        let now = Now { at, absent: &|_| None, away_before_vote: i64::MAX };
        match entry {
            LogEntry::Step { by: Some(seat), words, .. } => match self.mover() {
                Some(Mover::Bot(..)) => self.bot_plays(*seat, words, at).map(drop),
                _ => self.play(*seat, words, &[], None, at).map(drop),
            },
            LogEntry::Undone { seat, to, .. } => self.undo(who, *seat, *to, None, at),
            LogEntry::Sat { seat, sitter, .. } => match sitter {
                Sitter::Person { .. } => self.sit(who, Some(*seat), false, at),
                Sitter::Device { name, .. } => self.sit_device(who, *seat, name, at),
                Sitter::Bot { level } => self.sit_bot(who, *seat, *level, at),
                _ => self.free(who, *seat, at),
            },
            LogEntry::Pledged { commit, .. } => self.pledge(who, commit, at),
            LogEntry::Nonce { nonce, .. } => self.reveal(who, nonce, at),
            LogEntry::Sealed => self.start(who, &now),
            LogEntry::Started { .. } if self.sealed.is_none() => self.start(who, &now),
            LogEntry::Proposed { about, .. } => self.put_to_vote(who, *about, &now),
            LogEntry::GaveUp { timed_out: false, .. } => self.leave(who, at),
            LogEntry::Back { .. } => self.come_back(who, at),
            // What a clock does; the table knows when.
            LogEntry::Started { .. }
            | LogEntry::StandIn { .. }
            | LogEntry::GaveUp { timed_out: true, .. }
            | LogEntry::Resumed => {
                self.tick(at);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// The table before anything happened at it: private, and never rated.
fn begin(id: &str, who: &Requester, plan: NewTable, seed: Seed, origin: Origin, at: i64) -> Result<Table, Refusal> {
    let own = |plan: &SeatPlan| matches!(plan, SeatPlan::Me | SeatPlan::Device { .. } | SeatPlan::Bot { .. });
    if !plan.seats.iter().all(own) {
        return unread("somebody else has a seat at this table");
    }
    let plan = NewTable { public: false, rated: false, keep_going: false, ..plan };
    if origin.rules > admit(&plan)? {
        return unread("the match was begun under newer rules than this server knows");
    }
    Ok(make(id, who, plan, seed, origin, at).0)
}

/// Refuses more entries than any match has.
fn few(entries: usize) -> Result<(), Refusal> {
    if entries > MOST_ENTRIES {
        let text = format!("the log has {entries} entries, and at most {MOST_ENTRIES} are allowed");
        return refuse(RefusalCode::Limit, "handed", text);
    }
    Ok(())
}

/// Reads seed and entries. Entries that have nothing to do with the match are left out; times in the future, from a
/// device whose clock is ahead, are corrected.
fn read(handed: &HandedTable, now: i64) -> Result<(Seed, Vec<Dated>), Refusal> {
    let Ok(seed) = handed.seed.parse() else { return unread("a seed has 64 hexadecimal digits") };
    few(handed.log.len())?;
    let ahead = handed.log.iter().map(|(at, _)| at.saturating_sub(now)).max().unwrap_or(0).max(0);
    let mut log = Vec::with_capacity(handed.log.len());
    for (index, (at, body)) in handed.log.iter().enumerate() {
        let Ok(entry) = serde_json::from_str(body) else {
            return unread(format!("entry {} cannot be read", index + 1));
        };
        let at = at.saturating_sub(ahead);
        if at < 0 {
            return unread(format!("entry {} has no time", index + 1));
        }
        if !matches!(entry, LogEntry::Chat { .. } | LogEntry::Rematch { .. }) {
            log.push((at, entry));
        }
    }
    Ok((seed, log))
}

/// Whether an entry of this table equals one of the device's, apart from ids of people and of commands.
fn alike(here: &LogEntry, there: &LogEntry) -> bool {
    match (here, there) {
        (LogEntry::Step { by, words, .. }, LogEntry::Step { by: other, words: others, .. }) => {
            by == other && words == others
        }
        (LogEntry::Undone { seat, to, .. }, LogEntry::Undone { seat: other, to: others, .. }) => {
            seat == other && to == others
        }
        (LogEntry::Sat { seat, .. }, LogEntry::Sat { seat: other, .. }) => seat == other,
        _ => here == there,
    }
}

fn at_entry(number: usize, why: &Refusal) -> Refusal {
    refusal(RefusalCode::Malformed, "handed", format!("entry {number}: {}", why.reason.text))
}

fn unread<T>(text: impl Into<String>) -> Result<T, Refusal> {
    refuse(RefusalCode::Malformed, "handed", text)
}
