//! Ids: sixty random bits, written as twelve characters that are easy to read aloud.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Digits and letters without `i`, `l`, `o` and `u`, which are easily misread.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Characters of an id, five bits each.
const LENGTH: usize = 12;

/// The text is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id is {LENGTH} digits and small letters other than i, l, o and u")]
pub struct NoId;

fn random() -> i64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the operating system gives randomness");
    of(bytes)
}

fn of(bytes: [u8; 8]) -> i64 {
    (u64::from_le_bytes(bytes) >> (64 - 5 * LENGTH)) as i64
}

fn write(raw: i64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let digit = |index: usize| char::from(ALPHABET[(raw >> (5 * index)) as usize & 31]);
    f.pad(&(0..LENGTH).rev().map(digit).collect::<String>())
}

fn read(text: &str) -> Result<i64, NoId> {
    if text.len() != LENGTH {
        return Err(NoId);
    }
    text.bytes().try_fold(0, |raw, byte| {
        let digit = ALPHABET.iter().position(|known| *known == byte).ok_or(NoId)?;
        Ok(raw << 5 | digit as i64)
    })
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) i64);

        impl $name {
            /// Makes a random id.
            pub fn random() -> $name {
                $name(random())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write(self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write(self.0, f)
            }
        }

        impl FromStr for $name {
            type Err = NoId;

            fn from_str(text: &str) -> Result<$name, NoId> {
                read(text).map($name)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

id! {
    /// Names a table.
    TableId
}

impl TableId {
    /// The id that these bits make, for a table that must not be made twice.
    pub fn of(bits: [u8; 8]) -> TableId {
        TableId(of(bits))
    }
}
id! {
    /// Names a person: guest or account. It outlives the person in the logs of their games.
    PersonId
}
id! {
    /// Names a report.
    ReportId
}
id! {
    /// Names a notification.
    NotificationId
}
id! {
    /// Names an entry of the audit log.
    AuditId
}
id! {
    /// Names a job.
    JobId
}

/// Writes ids separated by spaces, as the index row stores them.
pub(crate) fn join(people: &[PersonId]) -> String {
    people.iter().map(PersonId::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads what [`join`] wrote.
pub(crate) fn split(text: &str) -> Result<Vec<PersonId>, NoId> {
    text.split_ascii_whitespace().map(str::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_they_are_written() {
        for raw in [0, 1, 31, 32, (1 << 60) - 1] {
            let id = TableId(raw);
            assert_eq!(id.to_string().len(), LENGTH);
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        assert_eq!(TableId(33).to_string(), "000000000011");
        for _ in 0..1000 {
            let id = PersonId::random();
            assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "00000000001", "0000000000011", "00000000001u", "00000000001A", "0000000000é"] {
            assert_eq!(text.parse::<TableId>(), Err(NoId), "{text}");
        }
    }

    #[test]
    fn lists_are_read_as_they_are_written() {
        let people = [PersonId(5), PersonId(7)];
        assert_eq!(split(&join(&people)).unwrap(), people);
        assert_eq!(split(""), Ok(vec![]));
        assert_eq!(split("x"), Err(NoId));
    }
}
