//! Rule numbers, and refusals that name them.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::seat::Seat;

/// A numbered rule of a game, such as `T14`; `games/*/web/help/en.md` has its text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    letter: char,
    number: u8,
}

impl Rule {
    /// Names a rule by its game's letter and its number.
    pub const fn new(letter: char, number: u8) -> Rule {
        Rule { letter, number }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.number)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Rule, String> {
        let mut rest = text.chars();
        match (rest.next(), rest.as_str().parse()) {
            (Some(letter @ 'A'..='Z'), Ok(number)) if !rest.as_str().starts_with('+') => Ok(Rule { letter, number }),
            _ => Err(format!("'{text}' is not a rule's number such as T14")),
        }
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What a refusal says: a key for translations and the English text, with `{name}` for each value.
#[derive(Debug, PartialEq, Eq)]
pub struct Message {
    /// The key by which the client finds its translation.
    pub key: &'static str,
    /// The English text.
    pub english: &'static str,
}

/// A value in a message, typed so that a client can show it in its own way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A seat, shown with its colour.
    Seat(Seat),
    /// A number.
    Number(i64),
    /// A word of the game: a cell, a tile, a piece.
    Word(Cow<'static, str>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Seat(seat) => seat.fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::Word(word) => word.fmt(f),
        }
    }
}

impl From<Seat> for Value {
    fn from(seat: Seat) -> Value {
        Value::Seat(seat)
    }
}

impl From<&'static str> for Value {
    fn from(word: &'static str) -> Value {
        Value::Word(Cow::Borrowed(word))
    }
}

impl From<String> for Value {
    fn from(word: String) -> Value {
        Value::Word(Cow::Owned(word))
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Value {
            fn from(number: $number) -> Value {
                Value::Number(number as i64)
            }
        }
    )*};
}
numbers!(u8, i8, u16, i16, u32, i32, i64, usize);

/// Why something is not allowed: the rule that says so, and a message in the players' words.
///
/// Made by [`refuse!`](crate::refuse).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The rule that refuses.
    pub rule: Rule,
    /// What it says.
    pub message: &'static Message,
    /// The values that the message names.
    pub values: Vec<(&'static str, Value)>,
}

impl Illegal {
    /// The message in English, without the rule's number.
    pub fn text(&self) -> String {
        let mut text = self.message.english.to_owned();
        for (name, value) in &self.values {
            text = text.replace(&format!("{{{name}}}"), &value.to_string());
        }
        text
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.text())
    }
}

impl std::error::Error for Illegal {}

impl Serialize for Illegal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Values<'a>(&'a [(&'static str, Value)]);
        impl Serialize for Values<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
            }
        }
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("rule", &self.rule)?;
        map.serialize_entry("key", self.message.key)?;
        map.serialize_entry("values", &Values(&self.values))?;
        map.serialize_entry("text", &self.text())?;
        map.end()
    }
}

/// Makes an [`Illegal`](crate::Illegal): rule, message key, English text, and the values it names.
///
/// ```
/// use engine::{Rule, Seat, refuse};
/// const T18: Rule = Rule::new('T', 18);
/// let no = refuse!(T18, "guard-weak", "{rival} is as strong as you on {cell}, a guard needs more",
///     rival = Seat::new(1), cell = "c3");
/// assert_eq!(no.to_string(), "T18: B is as strong as you on c3, a guard needs more");
/// ```
#[macro_export]
macro_rules! refuse {
    ($rule:expr, $key:literal, $english:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        static MESSAGE: $crate::Message = $crate::Message { key: $key, english: $english };
        $crate::Illegal {
            rule: $rule,
            message: &MESSAGE,
            values: vec![$((stringify!($name), $crate::Value::from($value))),*],
        }
    }};
}

/// Defines the numbers of a game's rules that its code names, `T14` for rule 14 of the letter `T`.
///
/// ```
/// engine::rule_numbers!('T': T1 = 1, T14 = 14);
/// assert_eq!(T14.to_string(), "T14");
/// ```
#[macro_export]
macro_rules! rule_numbers {
    ($letter:literal: $($name:ident = $number:literal),+ $(,)?) => {
        $(pub(crate) const $name: $crate::Rule = $crate::Rule::new($letter, $number);)+
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_a_letter_and_a_number() {
        let rule = Rule::new('T', 14);
        assert_eq!(rule.to_string(), "T14");
        assert_eq!("T14".parse(), Ok(rule));
        for bad in ["", "T", "14", "t14", "T+4", "T999"] {
            assert!(bad.parse::<Rule>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_refusal_is_json_with_key_and_values() {
        let no = refuse!(Rule::new('T', 14), "level-stock", "no square {value} is left", value = 9);
        let json = serde_json::to_value(&no).unwrap();
        assert_eq!(json["rule"], "T14");
        assert_eq!(json["key"], "level-stock");
        assert_eq!(json["values"]["value"], 9);
        assert_eq!(json["text"], "no square 9 is left");
    }
}
