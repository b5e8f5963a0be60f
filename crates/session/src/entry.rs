//! The entries of a table's log: all that is stored of it.

use engine::Seat;
use protocol::{BotLevel, NewTable, SeatPlan, Sitter, VoteKind};
use serde::{Deserialize, Serialize};

use crate::branch::Branch;

/// Something that happened at a table. Entries are stored for good: the names of variants and fields are the format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum LogEntry {
    /// The table was made.
    Made {
        /// What was agreed on.
        table: Box<NewTable>,
        /// Who made it.
        owner: String,
        /// The name at that time.
        name: String,
        /// The commitment to the seed.
        commit: String,
        /// The version of the game's rules.
        rules: u32,
        /// The table of which this is the rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rematch_of: Option<String>,
        /// For whom seats are kept, at a rematch: those of the other players of the match before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        holders: Vec<Holder>,
        /// The moment of another match that this one goes on from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<Branch>,
        /// Whether it was begun on a device and handed over: whoever plays there could have known the seed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        handed: bool,
    },
    /// Who sits on a seat changed, before the match.
    Sat {
        /// The seat.
        seat: Seat,
        /// Who sits there now.
        sitter: Sitter,
        /// The number of this sitting. Sittings from the making of the table have the numbers of their seats. Older
        /// entries have none and get the next number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sitting: Option<u32>,
    },
    /// A player pledged a nonce.
    Pledged {
        /// The seat.
        seat: Seat,
        /// The SHA-256 of the nonce.
        commit: String,
    },
    /// All pledges are made: now the nonces are revealed, and nothing else changes before the match.
    Sealed,
    /// A player's nonce was mixed into the seed.
    Nonce {
        /// The seat.
        seat: Seat,
        /// The nonce.
        nonce: String,
    },
    /// The match started. `order` lists for each seat of the match the seat at the table that it was before.
    Started {
        /// Beginning with seat A.
        order: Vec<Seat>,
    },
    /// A decision, or, without a seat, a draw.
    Step {
        /// Who decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
        /// The words.
        words: String,
        /// The command that it carried out, as `person/id`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// A seat took moves back.
    Undone {
        /// Whose decision.
        seat: Seat,
        /// To before which step.
        to: usize,
        /// The command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// Somebody said something.
    Chat {
        /// Who.
        person: String,
        /// The name at that time.
        name: String,
        /// What.
        text: String,
        /// The command.
        id: String,
    },
    /// A seat proposed something; that counts as its own yes.
    Proposed {
        /// Who.
        seat: Seat,
        /// What.
        about: VoteKind,
    },
    /// A seat answered a proposal.
    Voted {
        /// The number of the proposal: the version of its entry.
        number: u64,
        /// Who.
        seat: Seat,
        /// How.
        yes: bool,
    },
    /// A bot sits in for a player.
    StandIn {
        /// Whose seat.
        seat: Seat,
        /// How strong.
        level: BotLevel,
        /// Only until the turn is over, because the player was out of time.
        #[serde(default)]
        turn: bool,
    },
    /// The player is back.
    Back {
        /// Whose seat.
        seat: Seat,
    },
    /// A seat was given up for good.
    GaveUp {
        /// Which.
        seat: Seat,
        /// Whether its clock had run out; otherwise the player left.
        timed_out: bool,
    },
    /// A player is away until then, and their clock of days stands still; without a time they are back.
    Vacation {
        /// Whose seat.
        seat: Seat,
        /// Who.
        person: String,
        /// Until when, in milliseconds since 1970.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
    },
    /// The clocks resume: nobody is charged for the time in which no server ran.
    Resumed,
    /// The players agreed to stop.
    CalledOff,
    /// The match is over: the seed is revealed.
    Over {
        /// The seed.
        seed: String,
    },
    /// What the server knew about the players when the match was over, for their ratings.
    Judged {
        /// The seats of guests.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        guests: Vec<Seat>,
        /// The pairs of seats whose players came from the same place.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        together: Vec<(Seat, Seat)>,
    },
    /// The rematch is played at this table.
    Rematch {
        /// Its number.
        table: String,
    },
    /// The table was closed.
    Closed {
        /// Why.
        why: String,
    },
}

/// Who holds a seat of a rematch: the person for whom it is kept, or whose program plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// The seat.
    pub seat: Seat,
    /// The person.
    pub id: String,
    /// The name of whoever played the match before.
    pub name: String,
}

/// What replaces the name and the chat of a deleted person.
pub const NOBODY: &str = "—";

impl LogEntry {
    /// The entry without the names and the chat of a deleted person; `None` if it holds nothing of theirs.
    pub fn without(&self, person: &str) -> Option<LogEntry> {
        let mut entry = self.clone();
        match &mut entry {
            LogEntry::Made { owner, name, table, holders, .. }
                if owner == person || holders.iter().any(|holder| holder.id == person) =>
            {
                let theirs = owner == person;
                if theirs {
                    NOBODY.clone_into(name);
                }
                for (index, seat) in table.seats.iter_mut().enumerate() {
                    let holder = holders.iter_mut().find(|holder| holder.seat.index() == index);
                    let held = holder.map(|holder| {
                        if holder.id == person {
                            NOBODY.clone_into(&mut holder.name);
                            true
                        } else {
                            false
                        }
                    });
                    if let SeatPlan::Device { name } | SeatPlan::Program { name } = seat
                        && held.unwrap_or(theirs)
                    {
                        NOBODY.clone_into(name);
                    }
                }
            }
            LogEntry::Sat { sitter: Sitter::Person { id, name } | Sitter::Device { host: id, name }, .. }
                if id == person =>
            {
                NOBODY.clone_into(name);
            }
            LogEntry::Chat { person: by, name, text, .. } if by == person => {
                NOBODY.clone_into(name);
                NOBODY.clone_into(text);
            }
            LogEntry::Vacation { person: by, until, .. } if by == person => {
                NOBODY.clone_into(by);
                *until = None;
            }
            _ => return None,
        }
        Some(entry)
    }

    /// The entry as it is stored.
    pub fn body(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| unreachable!("plain data is JSON: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_somebodys_can_be_taken_out() {
        let chat = |person: &str| LogEntry::Chat {
            person: person.to_owned(),
            name: "Ana".to_owned(),
            text: "hello".to_owned(),
            id: "1".to_owned(),
        };
        let left = chat("p").without("p").map(|entry| entry.body()).unwrap_or_default();
        assert!(!left.contains("Ana") && !left.contains("hello") && left.contains("\"p\""), "{left}");
        assert_eq!(chat("p").without("q"), None);
        let sat = |sitter: Sitter| LogEntry::Sat { seat: Seat::new(0), sitter, sitting: None };
        let (id, name) = ("p".to_owned(), "Ana".to_owned());
        assert!(sat(Sitter::Person { id: id.clone(), name: name.clone() }).without("p").is_some());
        assert!(sat(Sitter::Device { host: id, name }).without("p").is_some());
        assert_eq!(sat(Sitter::Open).without("p"), None);
        assert_eq!(LogEntry::CalledOff.without("p"), None);
        let vacation = LogEntry::Vacation { seat: Seat::new(0), person: "p".to_owned(), until: Some(5) };
        let gone = LogEntry::Vacation { seat: Seat::new(0), person: NOBODY.to_owned(), until: None };
        assert_eq!((vacation.without("p"), vacation.without("q")), (Some(gone), None));
        let table = r#"{"game":"tikal","seats":[{"kind":"me"},{"kind":"device","name":"Ben"}]}"#;
        let made = LogEntry::Made {
            table: serde_json::from_str(table).unwrap(),
            owner: "p".to_owned(),
            name: "Ana".to_owned(),
            commit: String::new(),
            rules: 1,
            rematch_of: None,
            holders: vec![Holder { seat: Seat::new(1), id: "q".to_owned(), name: "Quin".to_owned() }],
            branch: None,
            handed: false,
        };
        let left = made.without("p").map(|entry| entry.body()).unwrap_or_default();
        assert!(!left.contains("Ana") && left.contains("Ben") && left.contains("tikal"), "{left}");
        let left = made.without("q").map(|entry| entry.body()).unwrap_or_default();
        assert!(left.contains("Ana") && !left.contains("Ben") && !left.contains("Quin"), "{left}");
        assert_eq!(made.without("r"), None);
    }
}
