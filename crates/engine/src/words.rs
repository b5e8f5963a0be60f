//! Reading words: the short text form of decisions and random events, token by token, with the column of
//! whatever is wrong.

use std::fmt;

/// A text that is not a word of the game, and where it stops being one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The column, counted from 1, in characters.
    pub column: usize,
    /// What is wrong there.
    pub why: String,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.why)
    }
}

impl std::error::Error for Misread {}

/// The tokens of one word, read from left to right; exactly one blank stands between two of them.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    text: &'a str,
    /// Byte offset of the next token; one past the end once all are read.
    at: usize,
    /// Byte offset of the token read last.
    last: usize,
}

impl<'a> Words<'a> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'a str) -> Words<'a> {
        Words { text, at: 0, last: 0 }
    }

    /// Reads the next token, which is `what` (for the error: "a cell such as c3").
    pub fn token(&mut self, what: &str) -> Result<&'a str, Misread> {
        self.last = self.at.min(self.text.len());
        match self.peek() {
            Some(token) if !token.is_empty() => {
                self.at += token.len() + 1;
                Ok(token)
            }
            _ => Err(self.wrong(format!("{what} is missing here"))),
        }
    }

    /// Reads the next token with `read`, which says `None` to what is not `what`.
    pub fn read<T>(&mut self, what: &str, read: impl FnOnce(&'a str) -> Option<T>) -> Result<T, Misread> {
        let token = self.token(what)?;
        read(token).ok_or_else(|| self.wrong(format!("'{}' is not {what}", clip(token))))
    }

    /// Reads a number written the one way a number is written: no sign, no leading zero.
    pub fn number<T: TryFrom<u32>>(&mut self, what: &str) -> Result<T, Misread> {
        self.read(what, |token| plain_number(token).and_then(|number| T::try_from(number).ok()))
    }

    /// The next token, without reading it.
    pub fn peek(&self) -> Option<&'a str> {
        let rest = self.text.get(self.at..)?;
        Some(&rest[..rest.find(' ').unwrap_or(rest.len())])
    }

    /// Says that nothing may follow.
    pub fn done(&self) -> Result<(), Misread> {
        match self.text.get(self.at..) {
            None => Ok(()),
            Some("") if self.text.is_empty() => Ok(()),
            Some(rest) => Err(Misread {
                column: self.column(self.at),
                why: format!("nothing more was expected, '{}' is too much", clip(rest)),
            }),
        }
    }

    /// An error at the token read last.
    pub fn wrong(&self, why: impl Into<String>) -> Misread {
        Misread { column: self.column(self.last), why: why.into() }
    }

    fn column(&self, offset: usize) -> usize {
        self.text.get(..offset).map_or(0, |before| before.chars().count()) + 1
    }
}

/// Reads a number that has no sign and no leading zero, so that each number has one form.
pub fn plain_number(text: &str) -> Option<u32> {
    let canonical = text == "0" || !text.starts_with('0');
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if canonical && digits { text.parse().ok() } else { None }
}

/// Reads a whole number with an optional minus, in its one form.
pub fn plain_integer(text: &str) -> Option<i32> {
    match text.strip_prefix('-') {
        Some("0") => None,
        Some(rest) => plain_number(rest).and_then(|number| i32::try_from(number).ok()).map(|number| -number),
        None => plain_number(text).and_then(|number| i32::try_from(number).ok()),
    }
}

/// The beginning of a text, short enough for an error message, without control characters.
pub fn clip(text: &str) -> String {
    let mut short: String = text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().count() > 40 {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_one_by_one() {
        let mut words = Words::new("place c3 r2");
        assert_eq!(words.token("a verb"), Ok("place"));
        assert_eq!(words.token("a cell"), Ok("c3"));
        assert!(words.done().is_err());
        assert_eq!(words.read("a turn", |t| t.strip_prefix('r').and_then(plain_number)), Ok(2));
        assert_eq!(words.done(), Ok(()));
        assert_eq!(words.token("more").unwrap_err().column, 12);
    }

    #[test]
    fn errors_name_the_column() {
        let mut words = Words::new("place zz");
        words.token("a verb").unwrap();
        let error = words.number::<u8>("a number").unwrap_err();
        assert_eq!((error.column, error.why.as_str()), (7, "'zz' is not a number"));
    }

    #[test]
    fn blanks_are_exact_and_numbers_have_one_form() {
        let mut words = Words::new("bid  5");
        words.token("a verb").unwrap();
        assert!(words.token("a bid").is_err(), "two blanks");
        for bad in ["", "05", "+5", "-5", "5 ", "99999999999"] {
            assert_eq!(plain_number(bad), None, "{bad}");
        }
        assert_eq!((plain_integer("-5"), plain_integer("-0"), plain_integer("0")), (Some(-5), None, Some(0)));
    }
}
