//! Table options: their schema as data, so that the command line, the lobby and Python show the same choices.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use serde::Serialize;

use crate::rule::{Illegal, Rule};
use crate::seat::Seat;

/// One option of a game: a key and the words it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TableOption {
    /// The option's key, as in `scoring=immediate`.
    pub key: &'static str,
    /// The values it may have; the first is the default.
    pub values: &'static [&'static str],
    /// One sentence on what it changes.
    pub help: &'static str,
    /// What it needs before it may differ from its default.
    pub needs: &'static [Need],
}

/// What an option needs before it may differ from its default, and the rule that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Need {
    /// The rule.
    pub rule: Rule,
    /// What is needed.
    pub what: Needed,
}

/// What can be needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Needed {
    /// Another option with this value.
    Option(&'static str, &'static str),
    /// At least this many seats.
    Seats(usize),
}

impl Need {
    /// The need of another option with this value.
    pub const fn option(rule: Rule, key: &'static str, value: &'static str) -> Need {
        Need { rule, what: Needed::Option(key, value) }
    }

    /// The need of at least this many seats.
    pub const fn seats(rule: Rule, seats: usize) -> Need {
        Need { rule, what: Needed::Seats(seats) }
    }
}

impl Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            Needed::Option(key, value) => write!(f, "{key}={value}"),
            Needed::Seats(seats) => write!(f, "{seats} players"),
        }
    }
}

impl TableOption {
    /// The default value.
    pub fn default(&self) -> &'static str {
        self.values[0]
    }
}

/// A type whose values are an option's words.
pub trait OptionWord: Copy + Eq + Hash + Debug + Default {
    /// All words, the default first.
    const WORDS: &'static [&'static str];
    /// The value's word.
    fn word(self) -> &'static str;
    /// The value of a word.
    fn from_word(word: &str) -> Option<Self>;
}

/// The options of one game. Made by [`choices!`](crate::choices).
pub trait Choices: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The options with their values.
    const KEYS: &'static [TableOption];

    /// Sets one option by its words.
    fn set(&mut self, key: &str, value: &str) -> Result<(), NoSuchOption>;

    /// The word that the option at that place of [`KEYS`](Choices::KEYS) has now.
    fn word(&self, index: usize) -> &'static str;

    /// The options that differ from the default, as a record writes them.
    fn differing(&self) -> Vec<(&'static str, &'static str)> {
        Self::KEYS
            .iter()
            .enumerate()
            .map(|(index, choice)| (choice.key, self.word(index)))
            .zip(Self::KEYS)
            .filter_map(|((key, word), choice)| (word != choice.default()).then_some((key, word)))
            .collect()
    }

    /// Objects to every option that lacks what it needs at a table with that many seats.
    fn lacking(&self, seats: usize, out: &mut Vec<Illegal>) {
        let word_of = |key: &str| Self::KEYS.iter().position(|choice| choice.key == key).map(|index| self.word(index));
        for choice in Self::KEYS.iter().filter(|choice| word_of(choice.key) != Some(choice.default())) {
            let (option, needs) = (choice.key, choice.needs);
            for Need { rule, what } in needs {
                match *what {
                    Needed::Option(other, value) if word_of(other) != Some(value) => out.push(crate::refuse!(
                        *rule,
                        "option-needs",
                        "{option} needs {other}={value}",
                        option = option,
                        other = other,
                        value = value,
                    )),
                    Needed::Seats(least) if seats < least => out.push(crate::refuse!(
                        *rule,
                        "option-seats",
                        "{option} needs at least {least} players",
                        option = option,
                        least = least,
                    )),
                    _ => {}
                }
            }
        }
    }
}

/// A key that the game does not know, or a value that the key does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchOption {
    /// The game has no option of that name.
    #[error("there is no option '{key}', the options are: {known}")]
    Key {
        /// The unknown key.
        key: String,
        /// The keys there are.
        known: String,
    },
    /// The option does not take that value.
    #[error("'{value}' is not a value of {key}, it takes: {known}")]
    Value {
        /// The option's key.
        key: String,
        /// The value that was given.
        value: String,
        /// The values there are.
        known: String,
    },
}

impl NoSuchOption {
    /// The error for an unknown key, naming the known ones.
    pub fn key(key: &str, choices: &[TableOption]) -> NoSuchOption {
        let known: Vec<_> = choices.iter().map(|choice| choice.key).collect();
        NoSuchOption::Key {
            key: crate::words::clip(key),
            known: if known.is_empty() { "none".into() } else { known.join(", ") },
        }
    }

    /// The error for an unknown value, naming the known ones.
    pub fn value(key: &str, value: &str, known: &[&str]) -> NoSuchOption {
        NoSuchOption::Value { key: key.to_owned(), value: crate::words::clip(value), known: known.join(", ") }
    }
}

/// Who begins: drawn at random by a chance step (the default), or a seat that the table named.
///
/// `MAX` is the most seats of the game, so that the schema offers no letter that can never be right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum First<const MAX: usize> {
    /// Drawn by the first step of the match.
    #[default]
    Random,
    /// Named when the match was set up.
    Seat(Seat),
}

const FIRST_WORDS: [&str; 7] = ["random", "A", "B", "C", "D", "E", "F"];

impl<const MAX: usize> OptionWord for First<MAX> {
    const WORDS: &'static [&'static str] = FIRST_WORDS.split_at(MAX + 1).0;

    fn word(self) -> &'static str {
        match self {
            First::Random => FIRST_WORDS[0],
            First::Seat(seat) => FIRST_WORDS[seat.index() + 1],
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        match Self::WORDS.iter().position(|known| *known == word)? {
            0 => Some(First::Random),
            letter => Some(First::Seat(Seat::new(letter - 1))),
        }
    }
}

/// Options for a game that has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NoOptions;

impl Choices for NoOptions {
    const KEYS: &'static [TableOption] = &[];

    fn set(&mut self, key: &str, _value: &str) -> Result<(), NoSuchOption> {
        Err(NoSuchOption::key(key, Self::KEYS))
    }

    fn word(&self, _index: usize) -> &'static str {
        unreachable!("there is no option to ask for")
    }
}

/// Defines the values of one option: an enum whose first variant is the default.
///
/// ```
/// use engine::{OptionWord, option_words};
/// option_words! {
///     /// How a volcano scores.
///     pub enum Scoring { Round = "round", Immediate = "immediate" }
/// }
/// assert_eq!(Scoring::default().word(), "round");
/// assert_eq!(Scoring::from_word("immediate"), Some(Scoring::Immediate));
/// ```
#[macro_export]
macro_rules! option_words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident { $first:ident = $first_word:literal $(, $variant:ident = $word:literal)* $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        $vis enum $name {
            #[doc = concat!("`", $first_word, "`")]
            #[default]
            $first,
            $(#[doc = concat!("`", $word, "`")] $variant,)*
        }

        impl $crate::OptionWord for $name {
            const WORDS: &'static [&'static str] = &[$first_word $(, $word)*];

            fn word(self) -> &'static str {
                match self { $name::$first => $first_word, $($name::$variant => $word,)* }
            }

            fn from_word(word: &str) -> Option<Self> {
                match word { $first_word => Some($name::$first), $($word => Some($name::$variant),)* _ => None }
            }
        }
    };
}

/// Defines a game's options: a struct with one field per option, each of a type made by
/// [`option_words!`](crate::option_words) (or [`First`](crate::First)), with one sentence of help and, where it needs
/// something before it may differ from its default, what that is.
///
/// ```
/// use engine::{Choices, First, Need, Rule, choices, option_words};
/// const X3: Rule = Rule::new('X', 3);
/// option_words! { pub enum Thief { Random = "random", Choose = "choose" } }
/// choices! {
///     /// The table options.
///     pub struct Options {
///         first: First<4>, "who begins";
///         thief: Thief, "what a thief takes", needs [Need::seats(X3, 3)];
///     }
/// }
/// let mut options = Options::default();
/// options.set("thief", "choose").unwrap();
/// assert_eq!(options.differing(), [("thief", "choose")]);
/// assert!(options.set("thief", "steal").is_err());
/// let mut objections = Vec::new();
/// options.lacking(2, &mut objections);
/// assert_eq!(objections[0].to_string(), "X3: thief needs at least 3 players");
/// ```
#[macro_export]
macro_rules! choices {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident { $($field:ident : $kind:ty, $help:literal $(, needs [$($need:expr),+])?;)+ }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        $vis struct $name {
            $(#[doc = $help] pub $field: $kind,)+
        }

        impl $crate::Choices for $name {
            const KEYS: &'static [$crate::TableOption] = &[
                $($crate::TableOption {
                    key: stringify!($field),
                    values: <$kind as $crate::OptionWord>::WORDS,
                    help: $help,
                    needs: &[$($($need),+)?],
                },)+
            ];

            fn set(&mut self, key: &str, value: &str) -> Result<(), $crate::NoSuchOption> {
                match key {
                    $(stringify!($field) => {
                        self.$field = <$kind as $crate::OptionWord>::from_word(value).ok_or_else(|| {
                            $crate::NoSuchOption::value(key, value, <$kind as $crate::OptionWord>::WORDS)
                        })?;
                    })+
                    _ => return Err($crate::NoSuchOption::key(key, Self::KEYS)),
                }
                Ok(())
            }

            fn word(&self, index: usize) -> &'static str {
                let words = [$(<$kind as $crate::OptionWord>::word(self.$field)),+];
                words[index]
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_offers_only_the_games_seats() {
        assert_eq!(First::<4>::WORDS, ["random", "A", "B", "C", "D"]);
        assert_eq!(First::<4>::from_word("E"), None);
        assert_eq!(First::<4>::from_word("D").unwrap().word(), "D");
    }
}
