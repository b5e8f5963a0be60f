//! Words, options and events of the toy.

use std::fmt;

use engine::{First, Misread, Seat, Words, choices, option_words};
use serde::Serialize;

use super::game::Toy;

engine::rule_numbers!('X': X1 = 1, X2 = 2, X3 = 3, X4 = 4, X5 = 5, X6 = 6, X7 = 7, X8 = 8, X9 = 9);

option_words! {
    /// How many pebbles the bag holds.
    pub enum Bag { Large = "large", Small = "small" }
}

choices! {
    /// The toy's table options.
    pub struct Options {
        first: First<4>, "who begins";
        bag: Bag, "how many pebbles there are";
    }
}

/// A decision of the toy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// X4.
    Draw,
    /// X6.
    Lay(u8),
    /// X7.
    Trade(u8),
    /// X3.
    End,
}

impl Action {
    pub(super) const fn verb(self) -> usize {
        match self {
            Action::Draw => 0,
            Action::Lay(_) => 1,
            Action::Trade(_) => 2,
            Action::End => 3,
        }
    }

    pub(super) fn read(words: &str) -> Result<Action, Misread> {
        let mut words = Words::new(words);
        let action = match words.token("a verb")? {
            "draw" => Action::Draw,
            "lay" => Action::Lay(worth(&mut words)?),
            "trade" => Action::Trade(worth(&mut words)?),
            "end" => Action::End,
            other => return Err(words.wrong(format!("'{}' is not a verb of this game", engine::clip(other)))),
        };
        words.done().map(|()| action)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Draw => f.write_str("draw"),
            Action::Lay(worth) => write!(f, "lay {worth}"),
            Action::Trade(worth) => write!(f, "trade {worth}"),
            Action::End => f.write_str("end"),
        }
    }
}

fn worth(words: &mut Words<'_>) -> Result<u8, Misread> {
    words.read("a pebble worth 1 to 4", |token| {
        engine::plain_number(token).filter(|n| (1..=4).contains(n)).map(|n| n as u8)
    })
}

/// A random event of the toy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Chance {
    /// X1.
    First(Seat),
    /// X4, X7.
    Pebble(u8),
}

impl Chance {
    pub(super) const fn verb(self) -> usize {
        match self {
            Chance::First(_) => 0,
            Chance::Pebble(_) => 1,
        }
    }

    pub(super) fn read(words: &str) -> Result<Chance, Misread> {
        let mut words = Words::new(words);
        let chance = match words.token("a verb")? {
            "first" => Chance::First(words.read("a seat", |token| token.parse().ok())?),
            "pebble" => Chance::Pebble(worth(&mut words)?),
            other => return Err(words.wrong(format!("'{}' is not drawn in this game", engine::clip(other)))),
        };
        words.done().map(|()| chance)
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::First(seat) => write!(f, "first {seat}"),
            Chance::Pebble(worth) => write!(f, "pebble {worth}"),
        }
    }
}

engine::plain_notation!(Toy: Action, Chance);

/// What happens in the toy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// Somebody got a pebble; which one only they know.
    Drawn {
        /// Who.
        seat: Seat,
        /// Its worth, to them.
        #[serde(skip_serializing_if = "Option::is_none")]
        worth: Option<u8>,
    },
    /// Somebody laid a pebble.
    Laid {
        /// Who.
        seat: Seat,
        /// Its worth, which is what they score.
        worth: u8,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Drawn { seat, worth: Some(worth) } => write!(f, "{seat} draws a pebble worth {worth}"),
            Event::Drawn { seat, worth: None } => write!(f, "{seat} draws a pebble"),
            Event::Laid { seat, worth } => write!(f, "{seat} lays a pebble worth {worth}"),
        }
    }
}
