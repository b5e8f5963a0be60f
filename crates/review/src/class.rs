//! How good a turn was.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How good a turn was, by the chance to win that it lost against the best turn found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// There was nothing to choose.
    Forced,
    /// No better turn was found.
    Best,
    /// Nearly as good.
    Good,
    /// Something was lost.
    Inaccurate,
    /// Much was lost.
    Mistake,
    /// The match may have been lost by it.
    Blunder,
}

impl Class {
    /// All of them, the best first.
    pub const ALL: [Class; 6] =
        [Class::Forced, Class::Best, Class::Good, Class::Inaccurate, Class::Mistake, Class::Blunder];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Class::Forced => "forced",
            Class::Best => "best",
            Class::Good => "good",
            Class::Inaccurate => "inaccurate",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
        }
    }
}

/// The losses of the chance to win from which a turn is inaccurate, a mistake or a blunder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Classes {
    /// Less than this is best.
    pub good: f64,
    /// From here on a turn is inaccurate.
    pub inaccurate: f64,
    /// From here on it is a mistake.
    pub mistake: f64,
    /// From here on it is a blunder.
    pub blunder: f64,
}

impl Default for Classes {
    fn default() -> Self {
        Classes { good: 0.005, inaccurate: 0.03, mistake: 0.07, blunder: 0.14 }
    }
}

impl Classes {
    /// The class of a turn that lost this much of the chance to win.
    pub fn of(&self, loss: f64) -> Class {
        match loss {
            loss if loss < self.good => Class::Best,
            loss if loss < self.inaccurate => Class::Good,
            loss if loss < self.mistake => Class::Inaccurate,
            loss if loss < self.blunder => Class::Mistake,
            _ => Class::Blunder,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_begins_at_its_loss() {
        let classes = Classes::default();
        let of = [0.0, 0.005, 0.03, 0.07, 0.14, 0.9].map(|loss| classes.of(loss));
        assert_eq!(of[..5], Class::ALL[1..]);
        assert_eq!(of[5], Class::Blunder);
    }
}
