//! The text names that both lattices share: `q,r` in one canonical form.

use std::error::Error;
use std::fmt;

/// The largest coordinate, in either direction, that a name may hold.
///
/// Far beyond any board, and small enough that differences, turns and their sums stay within 16 bits.
pub const FARTHEST: i16 = 999;

/// Says that a text is not the name of a cell, a direction or a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NameError {
    /// What was to be read, with an example, such as ``a cell like `1,-2` ``.
    wanted: &'static str,
}

impl NameError {
    pub(crate) const fn new(wanted: &'static str) -> NameError {
        NameError { wanted }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not {}", self.wanted)
    }
}

impl Error for NameError {}

/// Reads `q,r`; `None` for anything that [`fmt::Display`] of a pair would not write.
pub(crate) fn read_pair(text: &str) -> Option<(i16, i16)> {
    let (q, r) = text.split_once(',')?;
    Some((read_number(q)?, read_number(r)?))
}

/// Reads a whole number without plus sign, leading zeros or minus zero.
fn read_number(text: &str) -> Option<i16> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let canonical = match digits.as_bytes() {
        [b'0'] => digits.len() == text.len(),
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let number = text.parse().ok().filter(|_| canonical)?;
    (-FARTHEST..=FARTHEST).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling_only() {
        for text in
            ["", ",", "1", "1,", ",1", "+1,0", "01,0", "-0,0", "1, 0", "1,0 ", "1,0,0", "--1,0", "1000,0", "٣,0"]
        {
            assert_eq!(read_pair(text), None, "{text}");
        }
        assert_eq!(read_pair("0,-999"), Some((0, -999)));
    }

    #[test]
    fn an_error_says_what_was_wanted() {
        let error = "c3".parse::<crate::hex::Hex>().unwrap_err();
        assert_eq!(error.to_string(), "not a cell like `1,-2`");
    }
}
