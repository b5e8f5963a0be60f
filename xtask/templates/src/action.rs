//! Decisions and random events, and their words.

use std::fmt;

use engine::{Misread, Seat, Words, clip};

use crate::state::__Name__;

/// One decision. The order is that of the legal lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// To the next camp (__L__2).
    Walk,
    /// For a find (__L__3).
    Dig,
}

impl Action {
    /// Every word there is, sorted.
    pub const ALL: [Action; 2] = [Action::Walk, Action::Dig];

    /// The index of its verb.
    pub(crate) const fn verb(self) -> usize {
        self as usize
    }

    /// Reads the words of a decision.
    pub fn read(text: &str) -> Result<Action, Misread> {
        let mut words = Words::new(text);
        let action = match words.token("a verb")? {
            "walk" => Action::Walk,
            "dig" => Action::Dig,
            other => return Err(words.wrong(format!("'{}' is not a verb of this game", clip(other)))),
        };
        words.done().map(|()| action)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Walk => "walk",
            Action::Dig => "dig",
        })
    }
}

/// One resolved random event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Chance {
    /// Who begins (__L__1).
    First(Seat),
    /// A find of that worth (__L__3).
    Find(u8),
}

impl Chance {
    /// The index of its draw.
    pub(crate) const fn verb(self) -> usize {
        match self {
            Chance::First(_) => 0,
            Chance::Find(_) => 1,
        }
    }

    /// Reads the words of a random event.
    pub fn read(text: &str) -> Result<Chance, Misread> {
        let mut words = Words::new(text);
        let chance = match words.token("a verb")? {
            "first" => Chance::First(words.read("a seat", |token| token.parse().ok())?),
            "find" => Chance::Find(words.number("a worth of 1 to 3").and_then(|worth| match worth {
                1..=3 => Ok(worth),
                _ => Err(words.wrong("finds are worth 1 to 3")),
            })?),
            other => return Err(words.wrong(format!("'{}' is not drawn in this game", clip(other)))),
        };
        words.done().map(|()| chance)
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::First(seat) => write!(f, "first {seat}"),
            Chance::Find(worth) => write!(f, "find {worth}"),
        }
    }
}

engine::plain_notation!(__Name__: Action, Chance);
