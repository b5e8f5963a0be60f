//! Players outside of this program: they are asked in words, get what their seat may see, and may fail.

use std::fmt;

use engine::Seat;
use search::Learned;

/// Who sits at a seat of a simulation.
pub enum Sitter<'a> {
    /// A bot by its name.
    Bot {
        /// The name.
        name: String,
        /// The weights by which it values positions; the tuned ones without.
        weights: Option<&'a [f32]>,
        /// The learned value that it goes by; with weights none.
        learned: Learned<'a>,
    },
    /// Somebody outside.
    Outside(Box<dyn Outsider + 'a>),
}

impl Sitter<'_> {
    /// The bot of that name.
    pub fn bot(name: &str) -> Sitter<'static> {
        Sitter::Bot { name: name.to_owned(), weights: None, learned: Learned::Shipped }
    }
}

/// A decision that an outsider is asked for: all that its seat may know, and nothing else.
pub struct DecisionRequest<'a> {
    /// The seat to act.
    pub seat: Seat,
    /// What it sees, as JSON.
    pub view: String,
    /// The legal words.
    pub legal: &'a [String],
}

/// A player outside.
pub trait Outsider: Send {
    /// Chooses one of the legal words. Whoever answers anything else, or fails to, has lost.
    ///
    /// # Errors
    /// If no answer came.
    fn choose(&mut self, asked: &DecisionRequest<'_>) -> Result<String, Fault>;
}

/// What an outsider did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which kind of fault it is.
    pub kind: FaultKind,
    /// What happened, in one line.
    pub text: String,
}

impl Fault {
    /// A fault of that kind.
    pub fn new(kind: FaultKind, text: impl Into<String>) -> Fault {
        Fault { kind, text: text.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.word(), self.text)
    }
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// It ended, or could not be started.
    Crash,
    /// It did not answer in time.
    Timeout,
    /// Its answer was no legal word, or no answer at all.
    Illegal,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 3] = [FaultKind::Crash, FaultKind::Timeout, FaultKind::Illegal];

    /// The name.
    pub const fn word(self) -> &'static str {
        match self {
            FaultKind::Crash => "crash",
            FaultKind::Timeout => "timeout",
            FaultKind::Illegal => "illegal",
        }
    }
}
