//! Commands: what somebody wants to do at a table, checked and carried out.

use engine::Seat;
use protocol::{Command, Done, MOST_CHAT, Refusal, RefusalCode, Stage, VoteKind};

use crate::entry::LogEntry;
use crate::refuse::{refusal, refuse};
use crate::table::Table;

/// How many chat lines one person may send within how many milliseconds.
const CHAT_BURST: (usize, i64) = (8, 10_000);

/// The longest log, in entries. Beyond it chat, seat changes and takebacks are refused. The rest of the match is still
/// played: it ends by itself, and so the log ends, too. No match comes near it.
pub const MOST_LOG: u64 = 10_000;

/// How long to wait between two proposals once the log is that long, in milliseconds.
const PROPOSAL_PAUSE: i64 = 60 * 60 * 1000;

/// Whether a command continues the match or ends something. Such a command is accepted however long the log is.
fn goes_on(command: &Command) -> bool {
    match command {
        Command::Play { .. }
        | Command::Vote { .. }
        | Command::Leave
        | Command::Reveal { .. }
        | Command::Start
        | Command::Back
        | Command::Rematch
        | Command::Close => true,
        Command::Propose { about } => !matches!(about, VoteKind::Undo { .. }),
        Command::Undo { .. }
        | Command::Chat { .. }
        | Command::Sit { .. }
        | Command::SitDevice { .. }
        | Command::SitBot { .. }
        | Command::Free { .. }
        | Command::Nonce { .. } => false,
    }
}

/// Whoever sends a command: a person, or a program that plays one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requester {
    /// The person's number.
    pub id: String,
    /// The name.
    pub name: String,
    /// The table of a program, and the number of its sitting there.
    pub program: Option<(String, u32)>,
}

/// What a table cannot know by itself: the time, and who is away.
#[derive(Clone, Copy)]
pub struct Now<'a> {
    /// Milliseconds since 1970.
    pub at: i64,
    /// For how many milliseconds a person has had no connected client; `None` for somebody who is connected.
    pub absent: &'a dyn Fn(&str) -> Option<i64>,
    /// How long a player must be away before the others may vote to seat a bot, in milliseconds.
    pub away_before_vote: i64,
}

/// A command that was carried out: the entries to be made durable, and the answer.
#[derive(Clone, Debug)]
pub struct Carried {
    /// The version before the command.
    pub after: u64,
    /// The entries, with their time.
    pub entries: Vec<(i64, String)>,
    /// The answer.
    pub done: Done,
}

impl Table {
    /// Carries a command out, or says why not. A command with the id of a recent one (`Answers`) gets the same answer
    /// again, and nothing is appended.
    pub fn command(&mut self, who: &Requester, id: &str, command: &Command, now: &Now<'_>) -> Result<Carried, Refusal> {
        let key = format!("{}/{id}", who.id);
        let after = self.version();
        if let Some(done) = self.answered.get(&key) {
            return Ok(Carried { after, entries: Vec::new(), done: done.clone() });
        }
        self.is_whole()?;
        let proposes = matches!(command, Command::Propose { .. });
        if after >= MOST_LOG && (!goes_on(command) || proposes && self.has_proposed_lately(now.at)) {
            let text = "so much has happened at this table that only the match goes on";
            return refuse(RefusalCode::Limit, "log-full", text);
        }
        let mut done =
            Done { id: id.to_owned(), table: self.id.clone(), version: 0, words: None, rematch: None, stopped: None };
        match command {
            Command::Play { seen, seat, word, then } => {
                self.is_current(*seen)?;
                self.may_play(who, *seat)?;
                let (words, stopped) = self.play(*seat, word, then, Some(&key), now.at)?;
                done.words = Some(words);
                done.stopped = stopped;
            }
            Command::Undo { seen, seat, to } => {
                self.is_current(*seen)?;
                self.may_play(who, *seat)?;
                self.undo(who, *seat, *to, Some(&key), now.at)?;
            }
            Command::Propose { about } => self.put_to_vote(who, *about, now)?,
            Command::Vote { number, yes } => self.vote(who, *number, *yes, now.at)?,
            Command::Chat { text } => self.chat(who, id, text, now.at)?,
            Command::Sit { seat, invitation } => self.sit(who, *seat, invitation.is_some(), now.at)?,
            Command::SitDevice { seat, name } => self.sit_device(who, *seat, name, now.at)?,
            Command::SitBot { seat, level } => self.sit_bot(who, *seat, *level, now.at)?,
            Command::Free { seat } => self.free(who, *seat, now.at)?,
            Command::Leave => self.leave(who, now.at)?,
            Command::Nonce { commit } => self.pledge(who, commit, now.at)?,
            Command::Reveal { nonce } => self.reveal(who, nonce, now.at)?,
            Command::Start => self.start(who, now)?,
            Command::Back => self.come_back(who, now.at)?,
            Command::Rematch => {
                let none = || refusal(RefusalCode::NotNow, "no-rematch", "there is no rematch yet");
                done.rematch = Some(self.rematch.clone().ok_or_else(none)?);
            }
            Command::Close => self.close_by(who, now.at)?,
        }
        done.version = self.version();
        self.answered.put(key, done.clone());
        Ok(Carried { after, entries: self.entries_behind(after), done })
    }

    /// Whether something was put to the vote lately. What is asked and refused again and again has no end by itself.
    fn has_proposed_lately(&self, at: i64) -> bool {
        let mut lately = self.log.iter().rev().take_while(|(then, _)| at - then < PROPOSAL_PAUSE);
        lately.any(|(_, entry)| matches!(entry, LogEntry::Proposed { .. }))
    }

    /// The entries after a version, as they are stored.
    pub(crate) fn entries_behind(&self, version: u64) -> Vec<(i64, String)> {
        self.log[version as usize..].iter().map(|(at, entry)| (*at, entry.body())).collect()
    }

    fn is_whole(&self) -> Result<(), Refusal> {
        match &self.stage {
            Stage::Broken { step, why } => refuse(
                RefusalCode::NotNow,
                "broken",
                format!("the match can be read up to step {step} and no further: {why}"),
            ),
            _ => Ok(()),
        }
    }

    fn is_current(&self, seen: u64) -> Result<(), Refusal> {
        // Only entries that change the match make a choice stale; chat and votes do not.
        let moved = self.log.iter().skip(seen as usize).any(|(_, entry)| {
            matches!(
                entry,
                LogEntry::Step { .. } | LogEntry::Undone { .. } | LogEntry::StandIn { .. } | LogEntry::Over { .. }
            )
        });
        if seen > self.version() || moved {
            return refuse(RefusalCode::Stale, "stale", "something has happened in the meantime; look again");
        }
        Ok(())
    }

    /// Refuses whoever does not play this seat.
    pub(crate) fn may_play(&self, who: &Requester, seat: Seat) -> Result<(), Refusal> {
        let own = self.reader(who, None).yours.contains(&seat);
        if own { Ok(()) } else { refuse(RefusalCode::NotYours, "not-your-seat", format!("{seat} is not your seat")) }
    }

    pub(crate) fn in_stage(&self, stage: &Stage) -> Result<(), Refusal> {
        if self.stage == *stage {
            return Ok(());
        }
        let (key, text) = match self.stage {
            Stage::Gathering => ("not-started", "the match has not started"),
            Stage::Playing => ("started", "the match has started"),
            Stage::Over => ("over", "the match is over"),
            Stage::Closed { .. } => ("closed", "the table is closed"),
            Stage::Broken { .. } => ("broken", "the match cannot go on"),
        };
        refuse(RefusalCode::NotNow, key, text)
    }

    fn chat(&mut self, who: &Requester, id: &str, text: &str, at: i64) -> Result<(), Refusal> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > MOST_CHAT || text.chars().any(|c| c.is_control() && c != '\n') {
            return refuse(
                RefusalCode::Limit,
                "chat-length",
                format!("a chat line has 1 to {MOST_CHAT} visible characters"),
            );
        }
        let (burst, within) = CHAT_BURST;
        let recent = |(said, entry): &&(i64, LogEntry)| {
            matches!(entry, LogEntry::Chat { person, .. } if *person == who.id) && at - said < within
        };
        if self.log.iter().rev().take(400).filter(recent).count() >= burst {
            return refuse(RefusalCode::Limit, "chat-rate", "you are chatting too fast; wait a moment");
        }
        self.apply(
            at,
            LogEntry::Chat { person: who.id.clone(), name: who.name.clone(), text: text.to_owned(), id: id.to_owned() },
        );
        Ok(())
    }
}
