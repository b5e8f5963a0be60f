//! Turns by sixths of a full circle.

use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use crate::NameError;

/// A turn by 0 to 5 sixths, counted clockwise as the players see the board.
///
/// Its text is that of a tile being laid: `r0` to `r5`.
///
/// ```
/// use grid::Turn;
///
/// let turn = Turn::clockwise(2);
/// assert_eq!(turn + Turn::clockwise(5), Turn::clockwise(1));
/// assert_eq!(-turn, Turn::counterclockwise(2));
/// assert_eq!(turn.to_string(), "r2");
/// assert_eq!("r2".parse(), Ok(turn));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Turn(u8);

impl Turn {
    /// No turn at all.
    pub const NONE: Turn = Turn(0);

    /// The six turns, from `r0` to `r5`.
    pub const ALL: [Turn; 6] = [Turn(0), Turn(1), Turn(2), Turn(3), Turn(4), Turn(5)];

    /// Turns by this number of sixths clockwise; six and more wrap round.
    #[must_use]
    pub const fn clockwise(sixths: u8) -> Turn {
        Turn(sixths % 6)
    }

    /// Turns by this number of sixths against the clock; six and more wrap round.
    #[must_use]
    pub const fn counterclockwise(sixths: u8) -> Turn {
        Turn((6 - sixths % 6) % 6)
    }

    /// Counts the sixths clockwise, 0 to 5.
    #[must_use]
    pub const fn sixths(self) -> u8 {
        self.0
    }

    /// Turns the axial vector whose next sixth **in the sense of its own axes** (from the first towards the second)
    /// is counted by `sixths`.
    pub(crate) const fn vector((q, r): (i16, i16), sixths: u8) -> (i16, i16) {
        match sixths {
            0 => (q, r),
            1 => (-r, q + r),
            2 => (-q - r, q),
            3 => (-q, -r),
            4 => (r, -q - r),
            _ => (q + r, -q),
        }
    }
}

impl Add for Turn {
    type Output = Turn;

    fn add(self, after: Turn) -> Turn {
        Turn::clockwise(self.0 + after.0)
    }
}

impl Sub for Turn {
    type Output = Turn;

    fn sub(self, back: Turn) -> Turn {
        self + -back
    }
}

impl Neg for Turn {
    type Output = Turn;

    fn neg(self) -> Turn {
        Turn::counterclockwise(self.0)
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

impl FromStr for Turn {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Turn, NameError> {
        match text.as_bytes() {
            [b'r', sixths @ b'0'..=b'5'] => Ok(Turn(sixths - b'0')),
            _ => Err(NameError::new("a turn like `r2` (`r0` to `r5`)")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_form_a_circle() {
        for turn in Turn::ALL {
            assert_eq!(turn + -turn, Turn::NONE);
            assert_eq!(turn - turn, Turn::NONE);
            assert_eq!(turn.to_string().parse(), Ok(turn));
            assert_eq!(Turn::clockwise(turn.sixths() + 6), turn);
        }
        for text in ["", "r", "r6", "2", "r02", "R2"] {
            assert!(text.parse::<Turn>().is_err(), "{text}");
        }
    }
}
