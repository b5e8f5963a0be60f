//! The words of decisions and random events.

use std::fmt::{self, Debug};
use std::hash::Hash;

use crate::words::Misread;

/// A decision or a random event of the game `G`, with its words.
///
/// Words are read and written with the game at hand, because a box may name them. Where they need no box, the type
/// writes itself by `Display` and [`plain_notation!`](crate::plain_notation) does the rest.
pub trait Notation<G>: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The index of its verb in [`Info::verbs`](crate::Info::verbs), or in [`Info::draws`](crate::Info::draws) for a
    /// random event. Along a sorted list it never falls.
    fn verb(&self) -> usize;
    /// Writes its words, without the seat.
    fn write(&self, game: &G, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Reads its words.
    fn read(game: &G, words: &str) -> Result<Self, Misread>;
}

/// Implements [`Notation`] for types whose words need no box: they have `Display` and functions `verb(self)` and
/// `read(&str)` of their own.
///
/// ```ignore
/// engine::plain_notation!(Tikal: Action, Chance);
/// ```
#[macro_export]
macro_rules! plain_notation {
    ($game:ty: $($word:ty),+) => {$(
        impl $crate::Notation<$game> for $word {
            #[inline]
            fn verb(&self) -> usize {
                <$word>::verb(*self)
            }

            fn write(&self, _game: &$game, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }

            fn read(_game: &$game, words: &str) -> Result<Self, $crate::Misread> {
                <$word>::read(words)
            }
        }
    )+};
}
